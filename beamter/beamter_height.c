/*
 * Heights as the .ter holds them.
 *
 * Rule (BeamNG): u16 = (h - z0) / maxHeight * 65536, rounded; maxHeight = ceil(1.01 range + 1).
 * See formats/beamng.md#nameter. Tests: unit/test_beamter (heights_round_and_clamp),
 * beamng/check_level.
 */
#include "beamter/beamter.h"

#include <assert.h>
#include <math.h>

#define STEPS 65536.0

uint16_t beamter_height(double altitude_m, double z0_m, double max_height_m)
{
    assert(max_height_m > 0);
    const double steps = (altitude_m - z0_m) / max_height_m * STEPS + 0.5;
    if (!(steps > 0)) return 0; /* below, or not a number */
    return steps < 65535 ? (uint16_t)(int32_t)steps : 65535;
}

void beamter_height_row(uint16_t *out, const double *altitudes_m, size_t count, double z0_m,
                        double max_height_m)
{
    for (size_t i = 0; i < count; i++) out[i] = beamter_height(altitudes_m[i], z0_m, max_height_m);
}

double beamter_step_m(double max_height_m)
{
    return max_height_m / STEPS;
}

double beamter_max_height(double range_m)
{
    assert(range_m >= 0);
    return ceil(range_m * 1.01 + 1);
}
