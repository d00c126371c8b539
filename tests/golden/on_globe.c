/*
 * What the library in a page has besides, for the golden cases in degrees: no file is read as such a
 * terrain, whose points are metres apart in one direction and degrees in the other.
 */
#include "api/api.h"

/* Called by studio/test/golden.test.mjs alone. */
void scree_golden_on_globe(struct scree_terrain *terrain, double latitude_deg, double east_deg,
                           double north_deg);
void scree_golden_on_globe(struct scree_terrain *terrain, double latitude_deg, double east_deg,
                           double north_deg)
{
    terrain->field->globe =
        (struct ter_globe){.latitude_deg = latitude_deg, .step_deg = {east_deg, north_deg}};
}
