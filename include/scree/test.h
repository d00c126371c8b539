/*
 * Claims about coverage, as text beside a map (docs/testing-your-maps.md), and whether they hold.
 *
 *     struct scree_source file = scree_file("maps/island.test");
 *     int code = scree_test_open(&test, &file, 1, NULL, &error);
 *     if (!code) code = scree_test_run(test, &job, &error);
 *     if (!code) code = scree_test_document(test, &xml, SCREE_JUNIT, &job, &error);
 *     scree_test_free(test);
 */
#ifndef SCREE_TEST_H
#define SCREE_TEST_H

#include <scree/document.h>
#include <scree/sink.h>
#include <scree/terrain.h>
#include <scree/types/test.h>

SCREE_BEGIN

struct scree_test;

/*
 * scree_test_open() reads files of claims. What a file names lies beside it: paths are relative to
 * the folder in the source's name, or, of a source without one, to the working folder.
 * SCREE_CANNOT_READ, SCREE_MALFORMED (line and column are in error.text, or: there is no claim),
 * SCREE_LIMIT, SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY
 */
SCREE_API int scree_test_open(struct scree_test **out, const struct scree_source *files,
                              size_t count, const struct scree_test_options *options,
                              struct scree_error *error);
SCREE_API void scree_test_free(struct scree_test *test);

/* scree_test_accept() lets the claims of this name be rewritten, should they not hold: what was
 * found becomes what is expected. Before the run. SCREE_BAD_ARGUMENT: no claim has this name, or one
 * has that expects what is meant and not what was found. */
SCREE_API int scree_test_accept(struct scree_test *test, const char *name,
                                struct scree_error *error);

/*
 * scree_test_run() reads the terrains, surface maps and bakes that the claims are about, evaluates
 * each scene once, and answers. Once, also if it fails.
 * As scree_terrain_open(), scree_surface_open() and scree_plan_create(); SCREE_CANCELLED
 */
SCREE_API int scree_test_run(struct scree_test *test, struct scree_job *job,
                             struct scree_error *error);

/* Claims of all files, in their order; after the run. Texts are UTF-8 and live as long as test.
 * SCREE_BAD_ARGUMENT: there is no claim i. */
SCREE_API size_t scree_test_claims(const struct scree_test *test);
SCREE_API int scree_test_claim(const struct scree_test *test, size_t i, struct scree_claim *claim,
                               struct scree_error *error);
/* How many do not hold and were not rewritten. */
SCREE_API size_t scree_test_failed(const struct scree_test *test);

/* scree_test_rewritten() is how many expectations of file number `file` were rewritten.
 * scree_test_rewrite() makes the bytes of that file: nothing but these expectations differs.
 * SCREE_BAD_ARGUMENT: there is no such file;
 * SCREE_NO_MEMORY */
SCREE_API size_t scree_test_rewritten(const struct scree_test *test, size_t file);
SCREE_API int scree_test_rewrite(const struct scree_test *test, size_t file,
                                 struct scree_bytes *out, struct scree_error *error);

/* scree_test_document() writes the answers in any form but SCREE_PNG; JSON is "scree-test-1". A
 * page evaluates again what it shows. SCREE_BAD_ARGUMENT (error.field),
 * SCREE_NO_MEMORY, SCREE_CANCELLED */
SCREE_API int scree_test_document(const struct scree_test *test, struct scree_bytes *out, int form,
                                  struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
