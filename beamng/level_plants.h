/* Plants of a new level. Private to beamng/. */
#ifndef BEAMNG_LEVEL_PLANTS_H
#define BEAMNG_LEVEL_PLANTS_H

#include "beamng/beamng_plan.h"

/* beamng_place_plants() places what is in the list of a plan. */
MUST_USE enum scree_code beamng_place_plants(struct beamng_level *level, struct scree_job *job,
                                             struct scree_error *err);
/* beamng_mark_grown() sets grown[material of the map] where a GroundCover may name it. */
void beamng_mark_grown(bool *grown, const struct beamng_plan *plan);
/* There is something to write. */
bool beamng_has_plants(const struct beamng_level *level);
/* beamng_level_footing() is the ground as the level has it. */
struct beamng_footing;
void beamng_level_footing(struct beamng_footing *out, const struct beamng_level *level);

struct beamng_forest {
    const struct beamng_level *level;
    struct sink *sink;
    struct scree_job *job;
    size_t left_out; /* plants where the level has no ground */
};
/* beamng_write_plants() writes their files. */
MUST_USE enum scree_code beamng_write_plants(struct beamng_forest *forest, struct scree_error *err);

#endif
