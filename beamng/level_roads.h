/* Roads of a new level. Private to beamng/. */
#ifndef BEAMNG_LEVEL_ROADS_H
#define BEAMNG_LEVEL_ROADS_H

#include "beamng/beamng_plan.h"

/* beamng_check_roads() refuses roads whose materials the terrain has no room for; the plan's map is
 * filled. */
MUST_USE enum scree_code beamng_check_roads(const struct beamng_plan *plan,
                                            struct scree_error *err);
/* beamng_has_surface(): a road has it; roads NULL: none. beamng_surface_name() is its material's. */
bool beamng_has_surface(const struct roads *roads, enum roads_surface surface);
const char *beamng_surface_name(enum roads_surface surface);
/*
 * beamng_road_materials() adds materials of roads behind those of the map to level->materials and
 * level->names, which have room; the map's own of that name serves if no grass grows on it. beamng_pave()
 * gives them to the samples that lie on roads, and counts those.
 */
void beamng_road_materials(struct beamng_level *level);
void beamng_pave(struct beamng_level *level);
/*
 * beamng_quiet_verges() keeps grass, which the game grows by material, off the corridors: samples whose
 * square lies in one, at least in part, and whose material a GroundCover names get another one of the same
 * look and ground model. After beamng_pave(). SCREE_NO_MEMORY
 */
MUST_USE enum scree_code beamng_quiet_verges(struct beamng_level *level, struct scree_error *err);
/* beamng_mark_numbers() says of each number of the .ter whether a GroundCover names its material;
 * beamng_free_name() makes a name that no material has: `of` with the ending, and a number if need be. */
void beamng_mark_numbers(bool grown[256], const struct beamng_plan *plan);
void beamng_free_name(char out[BEAMTER_MAX_NAME + 1], const struct beamng_level *level,
                      const char *of, const char *ending);
json_t *beamng_verges_json(const struct beamng_level *level);
void beamng_tell_verges(const struct beamng_level *level, struct scree_job *job);
/* beamng_measure_roads() says how they lie on the level's heights; nothing without roads. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_measure_roads(struct beamng_level *level, struct scree_error *err);
/* beamng_write_roads() writes their objects; nothing without roads. */
MUST_USE enum scree_code beamng_write_roads(const struct beamng_level *level, struct sink *sink,
                                            struct scree_job *job, struct scree_error *err);
/* For reports: NULL if memory ran out. */
json_t *beamng_roads_json(const struct beamng_level *level);
void beamng_tell_roads(const struct beamng_level *level, struct scree_job *job);

#endif
