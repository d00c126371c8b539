/* Sizes that BeamNG takes. */
#include "beamter/beamter.h"

#include <stdio.h>

/* The greatest size that BeamNG takes within n points, 0 if there is none. */
static uint32_t size_within(uint32_t n)
{
    uint32_t size = BEAMTER_MIN_SIZE;
    if (n < size) return 0;
    while (size < BEAMTER_MAX_SIZE && size * 2 <= n) size *= 2;
    return size;
}

void beamter_fit(struct beamter_fit *out, uint32_t points_x, uint32_t points_y,
                 const double cell_m[2])
{
    *out = (struct beamter_fit){.size = size_within(points_x < points_y ? points_x : points_y)};
    const bool fits = points_x == points_y && out->size > 0 &&
                      (out->size == points_x || out->size + 1 == points_x);
    out->trimmed = fits && out->size + 1 == points_x;
    if (!fits && out->size == 0) {
        snprintf(out->why, sizeof out->why,
                 "has %u x %u points and BeamNG needs a square of %d to %d, a power of two",
                 (unsigned)points_x, (unsigned)points_y, BEAMTER_MIN_SIZE, BEAMTER_MAX_SIZE);
        snprintf(out->how, sizeof out->how, "resample it");
    } else if (!fits) {
        snprintf(out->why, sizeof out->why, "has %u x %u points and BeamNG needs a square of 2^n",
                 (unsigned)points_x, (unsigned)points_y);
        snprintf(out->how, sizeof out->how, "crop it to %u x %u, resample it to 2^n or 2^n + 1",
                 (unsigned)out->size, (unsigned)out->size);
    } else if (cell_m[0] != cell_m[1]) {
        snprintf(out->why, sizeof out->why,
                 "has a unit of %.6g m east and %.6g m north and BeamNG needs squares", cell_m[0],
                 cell_m[1]);
    }
}

void beamter_fit_report(struct scree_job *job, uint32_t size, uint32_t points_x, uint32_t points_y,
                        bool trimmed)
{
    if (trimmed)
        job_note(job, NULL,
                 "the BeamNG terrain takes %u x %u of the %u x %u points: the last row and column "
                 "are left out",
                 (unsigned)size, (unsigned)size, (unsigned)points_x, (unsigned)points_y);
    if (size > BEAMTER_EDITOR_SIZE)
        job_warn(job, NULL,
                 "the BeamNG terrain is %u x %u: the game's editor goes up to %d x %d, and "
                 "larger ones are only reported to load",
                 (unsigned)size, (unsigned)size, BEAMTER_EDITOR_SIZE, BEAMTER_EDITOR_SIZE);
}
