/* JSON values from foreign text, and the one form JSON has. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/stream.h"
#include "base/warn.h"

/* Two spaces, members in the order they were set, 12 significant digits: enough for any number
 * here, and few enough that all compilers agree on them. */
#define JSON_TEXT_FLAGS (JSON_INDENT(2) | JSON_REAL_PRECISION(12))

/* json_text_put() writes a document and a line feed, in the form above, json_text_put_as() in the one of
 * jansson's flags. SCREE_NO_MEMORY, also for NULL, or what the stream answers. */
MUST_USE enum scree_code json_text_put(struct stream *to, const json_t *document,
                                       struct scree_error *err);
MUST_USE enum scree_code json_text_put_as(struct stream *to, const json_t *document, size_t flags,
                                          struct scree_error *err);
/* json_text() is text as a JSON string, whatever its bytes. NULL if memory ran out. */
json_t *json_text(const char *text);
/* json_text_count() is a number of 64 bits; JSON's own integers are signed. */
json_t *json_text_count(uint64_t count);
/* {"file": name, "bytes": ..., "sha256": ...}, as reports list files. */
json_t *json_text_file(const char *name, uint64_t size_bytes, const char *sha256);
/* json_text_warnings() is a list of sentences, options named as the job does; NULL if memory ran
 * out. */
json_t *json_text_warnings(const struct warn_list *list, const struct scree_job *job);
/* json_text_get() is the text of a member, NULL if there is none or it is no text. */
const char *json_text_get(const json_t *object, const char *key);
/* json_text_in() is a whole number from least, above 0, to most; 0: it is none. */
uint64_t json_text_in(const json_t *value, uint64_t least, uint64_t most);
/* json_text_whole() reads a whole number from 0 to most; false: it is none, *out stays. */
bool json_text_whole(uint64_t *out, const json_t *value, uint64_t most);
/* json_text_is_whole() says whether a value is this whole number. */
bool json_text_is_whole(const json_t *value, uint64_t number);
/* json_text_append() appends value, which it takes, to *array. If memory runs out, or ran out for
 * value, *array is freed and NULL; a NULL array stays one. */
void json_text_append(json_t **array, json_t *value);
/* json_text_set() does so with a member of *object. */
void json_text_set(json_t **object, const char *key, json_t *value);
/* json_text_kind() is what a value is in a sentence: "a list". */
const char *json_text_kind(const json_t *value);
/* json_text_exact() is a number as a text with all its digits, NULL if memory ran out;
 * json_text_exact_value() reads it, 0 if it is none. */
json_t *json_text_exact(double number);
double json_text_exact_value(const json_t *text);
/* [a, b] */
json_t *json_text_pair(double a, double b);
/* json_text_bytes() is a document, which it takes, as in a file: with a line break at the end,
 * for file_bytes_free(); a zero byte follows. SCREE_NO_MEMORY, also for NULL: memory ran out while it was made. *out is then
 * zeroed. */
MUST_USE enum scree_code json_text_bytes(struct scree_bytes *out, json_t *document,
                                         struct scree_error *err);

#endif
