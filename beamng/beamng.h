/*
 * Levels for BeamNG.drive: a new one from a terrain and a surface map, or other materials in one
 * that exists.
 *
 * A new level goes through three values, each const once it is made:
 *
 *     struct beamng_plan    what can be known without evaluating: names, sizes, materials
 *     struct beamng_level   evaluated: a material and a height for each sample
 *     files                 beamng_write(), into any sink
 *
 * An existing level is opened, then what will change in it is decided, and it is changed
 * (ground/ground_into.h).
 *
 * Errors and texts name options by the members of struct scree_beamng_options, in braces (base/text.h).
 * Source of every foreign fact: docs/formats/beamng.md.
 */
#ifndef BEAMNG_BEAMNG_H
#define BEAMNG_BEAMNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <scree/types/beamng.h>
#include <scree/types/beamng_info.h>

#include "base/err.h"
#include "base/job.h"
#include "ground/ground_into.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "render/render.h"

#define BEAMNG_BUILDINGS "buildings.geojson" /* of an extract, ours, too */
#define BEAMNG_REPORT "scree-report.json"    /* of a new level, in its folder */

/* ---- a new level ---- */

/*
 * beamng_plan_create() decides what the level will be and refuses what the game could not load.
 * The field and the map of inputs must outlive the plan, options and what is given need not. The job's threads are
 * those that evaluate later.
 * On success the caller frees *out by beamng_plan_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_UNSUPPORTED (the terrain), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (files that
 * options name), SCREE_NO_MEMORY
 */
struct beamng_plan;
MUST_USE enum scree_code beamng_plan_create(struct beamng_plan **out, const struct inputs *inputs,
                                            const struct scree_beamng_options *options,
                                            const struct inputs_given *given, struct scree_job *job,
                                            struct scree_error *err);
/* beamng_plan_free() accepts NULL, as its like do. */
void beamng_plan_free(struct beamng_plan *plan);

/* beamng_describe() is what a plan decided, beamng_describe_material() a material of it, i below their
 * count; texts live as long as the plan. */
void beamng_describe(struct scree_beamng_info *out, const struct beamng_plan *plan);
void beamng_describe_material(struct scree_beamng_material *out, const struct beamng_plan *plan,
                              uint32_t i);
/* beamng_document() is the plan as a JSON object; options are called what the job calls them. NULL if
 * memory ran out. */
json_t *beamng_document(const struct beamng_plan *plan, const struct scree_job *job);

/*
 * beamng_start() makes a sink ready for a plan's level: it refuses a folder whose level somebody
 * else made, or worked on since scree made it, protects the inputs, and starts the sink; names in a
 * zip begin with "levels/NAME/". Before evaluating, which may take long. plan NULL: it only looks.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code beamng_start(const struct beamng_plan *plan, struct sink *sink,
                                      struct scree_job *job, struct scree_error *err);

/* beamng_plan_evaluate() evaluates the map of a plan as the making of a level does, and keeps nothing:
 * for who measures. Errors as there. */
MUST_USE enum scree_code beamng_plan_evaluate(const struct beamng_plan *plan, struct scree_job *job,
                                              struct scree_error *err);

/* beamng_level_create() evaluates; the plan must outlive the level. On failure *out is NULL.
 * SCREE_BAD_ARGUMENT: the terrain is too high; SCREE_NO_MEMORY, SCREE_CANCELLED. */
struct beamng_level;
MUST_USE enum scree_code beamng_level_create(struct beamng_level **out,
                                             const struct beamng_plan *plan, struct scree_job *job,
                                             struct scree_error *err);
void beamng_level_free(struct beamng_level *level);

/*
 * beamng_write() writes all files into a sink that was started by beamng_start(), the report last,
 * and leaves sink_commit() to the caller; files of an earlier level that are not written again will
 * be removed then, if they are what its report lists.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code beamng_write(const struct beamng_level *level, struct sink *sink,
                                      struct scree_job *job, struct scree_error *err);

/* beamng_tell() sends notes of what a level holds that was written as so many files. */
void beamng_tell(const struct beamng_level *level, size_t files, struct scree_job *job);

/* ---- an existing level ---- */

/* beamng_is_level() says whether a path is the folder of a level, which has another one, main/, with its
 * objects. */
bool beamng_is_level(const char *path);

/*
 * beamng_target_open() finds the terrain of the level in a folder, or takes a .ter alone. ground is how
 * to understand the .ter; of a level, what it leaves open comes from the TerrainBlock. Nothing else is
 * read yet. On success the caller frees *out by ground_target_close(), after what was made of it.
 * SCREE_CANNOT_READ, SCREE_MALFORMED (no level, or not what a level holds), SCREE_UNSUPPORTED (several terrains),
 * SCREE_BAD_ARGUMENT (the path is too long), SCREE_LIMIT, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code beamng_target_open(struct ground_target **out, const char *path,
                                            const struct scree_terrain_options *ground,
                                            struct scree_job *job, struct scree_error *err);
extern const struct ground_game beamng_game;
/* beamng_target_restore() makes the terrain that a level was exported from of field, which is that of
 * its .ter: of the level's heights, but with the points and the units that the level's report gives.
 * Surface maps count in these. *out is NULL where the report does not say, and for a .ter alone; there
 * is a warning if the level was resampled. beamng_target_is_resampled(): *out has other squares than
 * the level, whose samples are the cells of as large a picture. SCREE_CANNOT_READ, SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_target_restore(struct ter_field **out,
                                               const struct ter_field *field,
                                               struct ground_target *target, struct scree_job *job,
                                               struct scree_error *err);
bool beamng_target_is_resampled(const struct ground_target *target);

/*
 * beamng_into_create() reads the rest of the level, refuses what does not fit together, evaluates
 * the surface map on its terrain, and decides which of its materials each of ours is: changes are the
 * materials of the .ter as it will be, behind them the holes. inputs' field is the terrain that was read
 * from the target, restored or not; it and the target must outlive *out, options need not. Nothing is
 * changed. On success the caller frees *out by ground_into_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
MUST_USE enum scree_code beamng_into_create(struct ground_into **out, struct ground_target *target,
                                            const struct inputs *inputs,
                                            const struct scree_beamng_options *options,
                                            const struct inputs_given *given, struct scree_job *job,
                                            struct scree_error *err);
/* beamng_into_describe_plant() is what becomes of a species, or of grass; i below their count. */
void beamng_into_describe_plant(struct scree_beamng_into_plant *out,
                                const struct ground_into *level, size_t i);

#endif
