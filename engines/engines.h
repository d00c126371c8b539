/*
 * Terrains in the form that each game engine loads: heights, weights of layers, and the texts that
 * make them a map, a project or an import.
 *
 * What is particular to an engine is in one row of a table (engines_profiles.c), in texts with values in
 * them (texts/, engines_texts.c) and at most in one file of its own: sizes, rows, how weights are packed,
 * names, limits. Help and docs/engines.md show that row.
 *
 * Errors and notes name options by the members of struct scree_engine_options, in braces (base/text.h).
 * Source of each foreign fact: docs/formats/engines.md.
 */
#ifndef ENGINES_ENGINES_H
#define ENGINES_ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>
#include <scree/types/engine.h>
#include <scree/types/engines.h>

#include "base/err.h"
#include "base/job.h"
#include "inputs/inputs.h"
#include "out/out_parts.h"
#include "out/sink.h"
#include "render/render.h"

struct engines_profile;

/* engines_profile_at() is row i of the table, NULL behind its end; engines_find() the one of that
 * key, NULL if there is none. */
const struct engines_profile *engines_profile_at(size_t i);
const struct engines_profile *engines_find(const char *key);
/* engines_keys() lists all keys, for errors. */
#define ENGINES_KEYS_SIZE 160
const char *engines_keys(char out[ENGINES_KEYS_SIZE]);

/* engines_about() is what a row says, for people. */
const struct scree_engine_about *engines_about(const struct engines_profile *profile);
/* engines_has_plain_names(): layers are called by engines_titles(). engines_height_steps() is how many
 * steps of a height its range has; 0: floats. */
bool engines_has_plain_names(const struct engines_profile *profile);
double engines_height_steps(const struct engines_profile *profile);

/* engines_size_check() refuses a number of points a side that the engine cannot load; the sentence
 * names the legal ones and the one to take. SCREE_BAD_ARGUMENT (field "points"). */
MUST_USE enum scree_code engines_size_check(const struct engines_profile *profile, uint32_t points,
                                            struct scree_error *err);
/* engines_size_near() is the legal size next to points, the greater of two. */
uint32_t engines_size_near(const struct engines_profile *profile, uint32_t points);

/* engines_titles() writes the names that an engine of plain names gives to layers, all different but for
 * capitals: out[i * ENGINES_TITLE]. */
#define ENGINES_TITLE 40
void engines_titles(char *out, const char *const *names, size_t count);

/* What options name, opened, and by which options the terrain was read, which parts compare. */
struct engines_given {
    struct inputs_opened *materials, *plants; /* NULL: none */
    struct scree_terrain_options ground;
};

struct engines_plan;

/*
 * engines_plan_create() refuses what the engine could not load, evaluates the map once, and decides
 * on everything. inputs must outlive the plan, options and what is given need not. On success the caller frees *out by
 * engines_plan_free(); on failure it is NULL. Nothing changes a plan afterwards.
 * SCREE_BAD_ARGUMENT (err->field), SCREE_UNSUPPORTED (the terrain), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (the list
 * of materials), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code engines_plan_create(struct engines_plan **out,
                                             const struct engines_profile *profile,
                                             const struct inputs *inputs,
                                             const struct scree_engine_options *options,
                                             const struct engines_given *given,
                                             struct scree_job *job, struct scree_error *err);
/* engines_plan_free() accepts NULL. */
void engines_plan_free(struct engines_plan *plan);

/* engines_describe() is what a plan decided, in numbers. */
void engines_describe(struct scree_engine_info *out, const struct engines_plan *plan);

/* engines_document() is the plan as a JSON object: what the report will have but for the files. NULL
 * if memory ran out. engines_tell() sends notes of what was decided. */
json_t *engines_document(const struct engines_plan *plan);
void engines_tell(const struct engines_plan *plan, struct scree_job *job);

/* engines_check_sink() refuses early what engines_write() would refuse in the end, as
 * ror_check_sink() does. SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code engines_check_sink(const struct scree_engine_options *options,
                                            struct sink *sink, struct scree_job *job,
                                            struct scree_error *err);

/*
 * engines_write() writes all files row by row, the report last, and leaves sink_commit() to the
 * caller. No input is replaced. Any number of times, with the same bytes.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code engines_write(const struct engines_plan *plan, struct sink *sink,
                                       struct scree_job *job, struct scree_error *err);

/* ---- in parts ---- */

#define ENGINES_PART_MANIFEST "scree-part-engine-1"

/*
 * engines_part_write() writes the tiles of a part into a folder, each file by a rename, and notes them
 * (out/out_parts.h). What is there with the digest that an earlier run of the same part noted is not made
 * again. The plan was made with in_parts. On failure or a kill the tiles that are complete stay.
 * SCREE_BAD_ARGUMENT, SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code engines_part_write(struct scree_part_info *made,
                                            const struct engines_plan *plan, const char *folder,
                                            const struct scree_part_options *part,
                                            struct scree_job *job, struct scree_error *err);

/*
 * engines_gather() checks the parts of a folder and writes what else an export has, the report last: all
 * files have the bytes of one run. *report gets those of the report, for file_bytes_free(). Gathering
 * again is allowed; no part may be written meanwhile. On failure nothing was written.
 * SCREE_CANNOT_READ (a part is missing or not complete, or a file of one is; err says what to run again),
 * SCREE_MALFORMED (a part is damaged, or of other inputs or options), SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code engines_gather(struct scree_bytes *report, const char *folder,
                                        struct scree_job *job, struct scree_error *err);

#endif
