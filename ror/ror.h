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
#include "ground/ground_into.h"
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
 * ror_target_open() finds the terrain in a folder: .terrn2, .otc, one page, landuse. ground is how to
 * understand its heightmap; the files give its scale. On success the caller frees *out by
 * ground_target_close(), after what was made of it.
 * SCREE_BAD_ARGUMENT (a member for other terrains), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED,
 * SCREE_LIMIT, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code ror_target_open(struct ground_target **out, const char *path,
                                         const struct scree_terrain_options *ground,
                                         struct scree_job *job, struct scree_error *err);
extern const struct ground_game ror_game;

/*
 * ror_into_create() evaluates the surface map on the terrain and decides which of its layers and ground
 * models each of ours is shown as and drives like: layers are the changes on the maps, behind them are
 * ground models, and colours that have none. inputs' field is the terrain that was read from the
 * target; it, the map and the target must outlive *out, options need not. Nothing is changed. On success
 * the caller frees *out by ground_into_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code ror_into_create(struct ground_into **out, struct ground_target *target,
                                         const struct inputs *inputs,
                                         const struct scree_ror_options *options,
                                         const struct inputs_given *given, struct scree_job *job,
                                         struct scree_error *err);

#endif
