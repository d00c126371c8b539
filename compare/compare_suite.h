/* Suites: claims about coverage as text (docs/testing-your-maps.md), and whether they hold. */
#ifndef COMPARE_COMPARE_SUITE_H
#define COMPARE_COMPARE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "compare/compare_planes.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

/* What claims are about. Names are as the text has them. */
#define COMPARE_MAX_SCENES 256 /* of a file */
struct compare_scene {
    const char *terrain, *surface;
    const char *map;        /* NULL: none */
    uint32_t width, height; /* 0: a texel per terrain unit, or all points */
    uint32_t depth;         /* UINT32_MAX: merge nothing */
    enum scree_grid grid;
    double relief;
    bool root_density;
    uint32_t line; /* of the first claim about it */
};

struct suite_claim;
struct compare_claim {
    const char *name;             /* NULL: none */
    size_t name_from;             /* byte of the file at which it begins */
    const char *text;             /* one line, without name and comment */
    const char *folder;           /* of "same as FOLDER", or NULL */
    uint32_t scene, line, column; /* column in characters, of the claim without its name */
    bool is_digest;
    bool is_bare; /* its place counts metres from edges that it does not name */
    size_t expected_from, expected_to; /* bytes of the file that say what is expected; equal: they
                                          say what is meant, not what was found */
    const struct suite_claim *parts;
};

/* Texts belong to it. */
struct compare_suite {
    struct compare_scene *scenes; /* each different one once */
    uint32_t scene_count;
    struct compare_claim *claims; /* in the order of the file */
    size_t claim_count;
    struct mem_arena arena;
};

/*
 * compare_suite_read() parses a test file. On success the caller frees *out with
 * compare_suite_free(); on failure it is NULL. text need not outlive the call.
 * SCREE_MALFORMED  the message begins with "line 3, column 14: "
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code compare_suite_read(struct compare_suite **out, const char *text,
                                            size_t size, struct scree_error *err);
/* compare_suite_free() accepts NULL. */
void compare_suite_free(struct compare_suite *suite);

/* A scene as it was found; everything outlives the run. */
struct compare_stage {
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_merge *merge;
    uint32_t width, height; /* texels */
    enum scree_grid grid;
    /* Finds degrees of longitude and latitude, in metres from the west and the north edge; NULL: nobody
     * can. */
    enum scree_code (*find_degrees)(double out_m[2], const void *context, const double degrees[2],
                                    struct scree_error *err);
    const void *find_context;
    const struct render_areas *areas; /* of the rows; NULL: texels are all alike */
};

/* Rows first_row .. first_row + rows - 1 of the grid: plane[(row - first_row) * width + column]. */
struct compare_rows {
    uint32_t first_row, rows;
    const float *const *weight;   /* [material], as SCREE_WEIGHT_F32 */
    const float *const *reach;    /* [material], as SCREE_EFF_F32; NULL unless needed */
    const float *rise_tu, *slope; /* as render_ground_rows() */
    const uint8_t *missing; /* as RENDER_MISSING_U8: such texels count for no claim; NULL: all have
                               data */
};

struct compare_result {
    bool passed;
    const char *found; /* a sentence without a full stop */
    bool has_place;    /* one texel is meant, or the worst of those that fail: */
    uint32_t column, row;
    uint64_t failing, considered; /* texels, of a claim about each */
    uint64_t missing;     /* texels of the scene that have no data; they count for nothing */
    bool no_data;         /* that of the place has none, so the claim fails */
    const char *accepted; /* what in place of the expectation would be true, or NULL */
};

/* A run of all claims about one scene. Feed it rows in any order, each once; planes if wanted. */
struct compare_run;

/*
 * compare_run_create() finds what names and numbers of the claims mean on this stage. On success
 * the caller frees *out with compare_run_free(); on failure it is NULL.
 * SCREE_MALFORMED  a layer that is not there, a place outside: the message begins with line and
 *                column
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code compare_run_create(struct compare_run **out,
                                            const struct compare_suite *suite, uint32_t scene,
                                            const struct compare_stage *stage,
                                            struct scree_error *err);
/* compare_run_free() accepts NULL; results die with it. */
void compare_run_free(struct compare_run *run);
/* What the claims need besides weight, rise and slope. */
bool compare_run_needs_reach(const struct compare_run *run);
bool compare_run_needs_planes(const struct compare_run *run);
/* compare_run_rows() cannot fail. */
void compare_run_rows(struct compare_run *run, const struct compare_rows *rows);
/* compare_run_evaluate() feeds all rows of a plan of the stage, and gives the planes if they are
 * needed, else NULL. The caller frees *planes with compare_planes_free(); on failure it is NULL.
 * SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code compare_run_evaluate(struct compare_planes **planes,
                                              struct compare_run *run,
                                              const struct compare_stage *stage,
                                              struct render_plan *plan, struct scree_job *job,
                                              struct scree_error *err);
/* compare_run_digest() answers the claims about digests. SCREE_NO_MEMORY. */
MUST_USE enum scree_code compare_run_digest(struct compare_run *run,
                                            const struct compare_planes *planes,
                                            struct scree_error *err);
/* compare_run_same() answers claim number `claim`, "same as"; reference is what its folder holds.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code compare_run_same(struct compare_run *run, size_t claim,
                                          const struct compare_planes *planes,
                                          const struct compare_planes *reference,
                                          struct scree_error *err);
/* compare_run_result() is the answer to claim number `claim`, once everything was fed; NULL if
 * memory ran out. Texts belong to the run. */
const struct compare_result *compare_run_result(struct compare_run *run, size_t claim);

#endif
