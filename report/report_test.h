/*
 * Test files: claims about coverage (docs/testing-your-maps.md), run and reported.
 *
 *     report_test_open(&test, files, count, &options, err)    reads and parses
 *     report_test_accept(test, "shore", err)                  before the run, if at all
 *     report_test_run(test, job, err)                         evaluates each scene once
 *     report_test(&document, test, SCREE_JUNIT, job, err)
 *     report_test_free(test)
 */
#ifndef REPORT_REPORT_TEST_H
#define REPORT_REPORT_TEST_H

#include "compare/compare_suite.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "report/report.h"

#include <scree/types/test.h>

/* A scene of a file, loaded and evaluated. It stays, so that reports can look closer. */
struct report_scene {
    char *terrain, *surface, *map; /* paths; map NULL: none */
    struct inputs pair;
    struct inputs_file map_file;
    struct render_merge *merge;
    struct render_options options;
    struct render_areas areas; /* of the stage's rows */
    struct compare_stage stage;
    struct compare_run *run;
    uint64_t evaluated; /* texels: each once, whatever the number of claims */
};

struct report_test_file {
    struct mem_arena arena;
    char *path; /* as messages and documents call it; what it names lies beside it */
    struct scree_bytes bytes;
    struct compare_suite *suite;
    struct report_scene *scenes;           /* [suite->scene_count] */
    const struct compare_result **results; /* [suite->claim_count], after the run */
    bool *named;                           /* [claim]: its expectation may be rewritten */
    bool *accepted;                        /* [claim]: and was, as it did not hold */
    size_t failed;                         /* claims that do not hold and were not rewritten */
    size_t rewritten;                      /* expectations */
};

struct report_test_options {
    struct scree_terrain_options ground; /* of all terrains */
    bool all;                            /* in text, claims that hold, too */
    struct sink *output;                 /* what is read is protected in it; or NULL */
};

struct report_test {
    struct report_test_options options;
    struct report_test_file *files;
    size_t file_count;
};

/*
 * report_test_open() reads and parses files of claims, all or none. On success the caller frees *out with
 * report_test_free(); on failure it is NULL.
 * SCREE_MALFORMED  the message begins with line and column, or: there is no claim
 * SCREE_CANNOT_READ, SCREE_LIMIT, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code report_test_open(struct report_test **out,
                                          const struct scree_source *files, size_t count,
                                          const struct report_test_options *options,
                                          struct scree_error *err);
/* report_test_free() accepts NULL. */
void report_test_free(struct report_test *test);

/* report_test_accept() lets the claims of that name be rewritten, should they not hold. SCREE_BAD_ARGUMENT:
 * there is none, or one whose expectation is what is meant, not what was found. */
MUST_USE enum scree_code report_test_accept(struct report_test *test, const char *name,
                                            struct scree_error *err);

/*
 * report_test_run() loads each scene, evaluates it once and answers all claims. Once.
 * As inputs_read(), materials_read(), render_plan_create(), compare_run_create(), baked_open();
 * SCREE_CANCELLED
 */
MUST_USE enum scree_code report_test_run(struct report_test *test, struct scree_job *job,
                                         struct scree_error *err);
/* Claims that do not hold and were not rewritten, of all files. */
size_t report_test_failed(const struct report_test *test);
/* The claims of all files, in their order: how many there are; after the run, claim i of them. */
size_t report_test_claims(const struct report_test *test);
struct scree_claim report_test_claim(const struct report_test *test, size_t i);

/* report_test_rewrite() makes the bytes of a file with other expectations, and of one of which
 * nothing was rewritten the file's own. The caller frees *out. SCREE_NO_MEMORY. */
MUST_USE enum scree_code report_test_rewrite(struct scree_bytes *out,
                                             const struct report_test_file *file,
                                             struct scree_error *err);

/* report_test() makes the document: every form. The caller frees *out with file_bytes_free(); on
 * failure it is zeroed. A page evaluates once more, so it can be cancelled. SCREE_NO_MEMORY. */
MUST_USE enum scree_code report_test(struct scree_bytes *out, const struct report_test *test,
                                     enum scree_form form, struct scree_job *job,
                                     struct scree_error *err);

/* ---- between the files of report/ ---- */

/* Whether a claim does not hold and was not rewritten; "holds", "rewritten" or "fails"; and the claim with
 * its name, in out. */
bool report_test_fails(const struct report_test_file *file, size_t claim);
const char *report_test_word(const struct report_test_file *file, size_t claim);
const char *report_test_title(char out[REPORT_TEXT_SIZE], const struct compare_claim *claim);

MUST_USE enum scree_code report_test_page(struct scree_bytes *out, const struct report_test *test,
                                          struct scree_job *job, struct scree_error *err);

#endif
