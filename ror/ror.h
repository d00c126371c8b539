/*
 * A terrain for Rigs of Rods: a plan of it, which evaluates the surface map and decides which layers
 * the game shows as one, then its files.
 *
 * Errors and notes name options by the members of struct scree_ror_options, in braces (base/text.h), so
 * that each front can say what its users call them.
 */
#ifndef ROR_ROR_H
#define ROR_ROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <scree/types/ror.h>
#include <scree/types/ror_info.h>

#include "base/err.h"
#include "base/job.h"
#include "ground/ground_keep.h"
#include "ground/ground_merge.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "render/render.h"

#define ROR_MAX_GRASS SCREE_ROR_MAX_GRASS
#define ROR_BASE_FROM 0.1 /* of the terrain */

struct ror_plan;

/*
 * ror_plan_create() refuses what the game could not load, evaluates the map, and decides on
 * everything. inputs must outlive the plan, options and what is given need not. On success the caller frees *out by
 * ror_plan_free(); on failure it is NULL. Nothing changes a plan afterwards.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_UNSUPPORTED (the terrain), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (what
 * options name), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code ror_plan_create(struct ror_plan **out, const struct inputs *inputs,
                                         const struct scree_ror_options *options,
                                         const struct inputs_given *given, struct scree_job *job,
                                         struct scree_error *err);
/* ror_plan_free() accepts NULL. */
void ror_plan_free(struct ror_plan *plan);

/* ror_describe() is what a plan decided, in numbers; ror_steps() are its steps of merging. */
void ror_describe(struct scree_ror_info *out, const struct ror_plan *plan);
const struct ground_step *ror_steps(const struct ror_plan *plan);
/* ror_share() is coverage as a share of the terrain, 0 .. 1. */
double ror_share(const struct ror_plan *plan, uint64_t coverage);

/* ror_document() is the plan as a JSON object: what the report will have but for the files. Options
 * are called what the job calls them. NULL if memory ran out. */
json_t *ror_document(const struct ror_plan *plan, const struct scree_job *job);
/* ror_tell() sends notes of what was decided. */
void ror_tell(const struct ror_plan *plan, struct scree_job *job);

/*
 * ror_check_sink() refuses early what ror_write() would refuse in the end: an earlier terrain in the
 * sink's folder of which a file was changed since, or another run that writes to the target, which
 * is locked from then on. SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT (there is no name), SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code ror_check_sink(const struct scree_ror_options *options, struct sink *sink,
                                        struct scree_job *job, struct scree_error *err);

/*
 * ror_write() writes all files, the report last, and leaves sink_commit() to the caller; files of an
 * earlier terrain that are not written again will be removed then, if they are what its report
 * lists. No input is replaced. Any number of times.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY, SCREE_CANCELLED; SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT: a texture
 */
MUST_USE enum scree_code ror_write(const struct ror_plan *plan, struct sink *sink,
                                   struct scree_job *job, struct scree_error *err);

/* ---- a terrain that exists ---- */

/*
 * ror_target_open() finds the terrain in a folder: .terrn2, .otc, one page, landuse. A replacement there
 * that a killed run did not finish is undone, and said. ground is how to understand its heightmap; the
 * files give its scale. On success the caller frees *out by ror_target_close(), after what was made of it.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_NO_MEMORY
 */
struct ror_target;
MUST_USE enum scree_code ror_target_open(struct ror_target **out, const char *path,
                                         const struct scree_terrain_options *ground,
                                         struct scree_job *job, struct scree_error *err);
void ror_target_close(struct ror_target *target);
/* Its heightmap, open until then, and how to read it: for inputs_take_terrain(). */
struct inputs_opened *ror_target_input(struct ror_target *target);
const struct scree_terrain_options *ror_target_ground(const struct ror_target *target);
/* ror_target_water() is the altitude of its water; false: it has none. */
bool ror_target_water(double *water_m, const struct ror_target *target);

/*
 * ror_into_create() evaluates the surface map on the terrain and decides which of its layers and ground
 * models each of ours is shown as and drives like. inputs' field is the terrain that was read from the
 * target; it, the map and the target must outlive *out, options need not. Nothing is changed. On success
 * the caller frees *out by ror_into_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
struct ror_into;
MUST_USE enum scree_code ror_into_create(struct ror_into **out, struct ror_target *target,
                                         const struct inputs *inputs,
                                         const struct scree_ror_options *options,
                                         const struct inputs_given *given, struct scree_job *job,
                                         struct scree_error *err);
void ror_into_free(struct ror_into *into);

/* ror_into_describe() is what will change; ror_into_describe_change() a layer or a ground model, i below
 * the count of changes, and the colour to show it in, unless that is NULL. Texts live as long as *into. */
void ror_into_describe(struct scree_level_into_info *out, const struct ror_into *into);
void ror_into_describe_change(struct scree_level_change *out, uint8_t rgb[3],
                              const struct ror_into *into, size_t i);
/* ror_into_layers() counts the layers of the terrain, which are the first changes. */
size_t ror_into_layers(const struct ror_into *into);
/* ror_into_ids() is the strongest layer of each texel, before or after: ids[y * size + x], row 0 north. */
const uint8_t *ror_into_ids(const struct ror_into *into, bool after);
json_t *ror_into_document(const struct ror_into *into);
void ror_into_tell(const struct ror_into *into, struct scree_job *job);

/* ror_into_write() changes blend maps and landuse, all of it or nothing; of each file that it replaces a
 * copy stays, named FILE.bakN. As beamng_into_write(). */
MUST_USE enum scree_code ror_into_write(const struct ror_into *into, struct scree_job *job,
                                        struct scree_error *err);

#endif
