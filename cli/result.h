/* What commands report on standard output for programs: one JSON object (docs/json.md). */
#ifndef CLI_RESULT_H
#define CLI_RESULT_H

#include <jansson.h>

#include <scree/scree.h>

#include "cli/say.h"

/* result_print() prints an object, which it takes; NULL: memory ran out, SCREE_NO_MEMORY. What does
 * not get through is noticed at the end of the program. */
MUST_USE int result_print(json_t *object, struct scree_error *error);

/* result_text() is text of any bytes as a JSON string; NULL text: null. */
json_t *result_text(const char *text);
/* result_warnings() is the list of warnings that were said. */
json_t *result_warnings(const struct say *say);
/* result_print_bytes() writes bytes to standard output; result_print_document() frees them then. */
void result_print_bytes(const struct scree_bytes *bytes);
void result_print_document(struct scree_bytes *document);
/* result_print_warned() prints a document of the library with the warnings that were said, and frees it. */
MUST_USE int result_print_warned(struct scree_bytes *document, const struct say *say,
                                 struct scree_error *error);

/*
 * Of commands that write files, "scree-written-1": result_keep() notes those of a sink before it is
 * closed, as open_close() does. result_print_written() prints the object and takes details, an object
 * or NULL; for result_print_made() they are a document of the library, which is freed, and code how it was made.
 */
void result_keep(struct say *say, const struct scree_sink *sink);
MUST_USE int result_print_written(const char *command, const char *output, json_t *details,
                                  const struct say *say, struct scree_error *error);
MUST_USE int result_print_made(int code, const char *command, const char *output,
                               struct scree_bytes *document, const struct say *say,
                               struct scree_error *error);

/* bake_print_json() prints "scree-bake-1": a manifest, which it takes, and around it what a manifest
 * must not hold. */
MUST_USE int bake_print_json(const char *folder, json_t *manifest, const struct say *say,
                             struct scree_error *error);

#endif
