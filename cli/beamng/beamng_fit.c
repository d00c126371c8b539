#include "cli/beamng/beamng_fit.h"

#include <stdio.h>

#include "engines/engines.h"

/* The greatest size that BeamNG takes within n points, 0 if there is none. */
static uint32_t size_within(uint32_t n)
{
    uint32_t size = ENGINES_BEAMNG_MIN_SIZE;
    if (n < size) return 0;
    while (size < ENGINES_BEAMNG_MAX_SIZE && size * 2 <= n) size *= 2;
    return size;
}

void beamng_fit(struct beamng_fit *out, const struct ter_field *field)
{
    const uint32_t x = field->points_x, y = field->points_y;
    *out = (struct beamng_fit){.size = size_within(x < y ? x : y)};
    const bool fits = x == y && (out->size == x || out->size + 1 == x);
    out->trimmed = fits && out->size + 1 == x;
    if (!fits && out->size == 0) {
        snprintf(out->why, sizeof out->why,
                 "has %u x %u points and BeamNG wants a square of %d to %d, a power of two",
                 (unsigned)x, (unsigned)y, ENGINES_BEAMNG_MIN_SIZE, ENGINES_BEAMNG_MAX_SIZE);
        snprintf(out->how, sizeof out->how, "resample it");
    } else if (!fits) {
        snprintf(out->why, sizeof out->why, "has %u x %u points and BeamNG wants a square of 2^n",
                 (unsigned)x, (unsigned)y);
        snprintf(out->how, sizeof out->how, "crop it to %u x %u, resample it to 2^n or 2^n + 1",
                 (unsigned)out->size, (unsigned)out->size);
    } else if (field->scal_m[0] != field->scal_m[1]) {
        snprintf(out->why, sizeof out->why,
                 "has a unit of %.6g m east and %.6g m north and BeamNG wants squares",
                 field->scal_m[0], field->scal_m[1]);
        snprintf(out->how, sizeof out->how, "set --cell");
    }
}

void beamng_fit_say(struct say *say, uint32_t size, const struct ter_field *field, bool trimmed)
{
    if (trimmed)
        say_note(say,
                 "the BeamNG terrain takes %u x %u of the %u x %u points: the last row and column "
                 "are left out",
                 (unsigned)size, (unsigned)size, (unsigned)field->points_x,
                 (unsigned)field->points_y);
    if (size > ENGINES_BEAMNG_EDITOR_SIZE)
        say_warning(say,
                    "the BeamNG terrain is %u x %u: the game's editor goes up to %d x %d, and "
                    "larger ones are only reported to load",
                    (unsigned)size, (unsigned)size, ENGINES_BEAMNG_EDITOR_SIZE,
                    ENGINES_BEAMNG_EDITOR_SIZE);
}
