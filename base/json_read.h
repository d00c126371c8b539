/* Members of JSON objects that somebody wrote: each is known, has a range, and an error says where it
 * stands. All errors are SCREE_MALFORMED. */
#ifndef BASE_JSON_READ_H
#define BASE_JSON_READ_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"

struct json_reader {
    char where[64]; /* begins errors: "plants[2] \"pine\"" */
    struct scree_error *err;
};
struct json_range {
    double least, most;
    const char *unit; /* "": none */
};

/* json_read_document() parses data[0 .. size), which may hold no member twice, for json_decref(). NULL:
 * err says in which line and column what is wrong. A byte order mark in front is no part of it. */
json_t *json_read_document(const void *data, size_t size, struct scree_error *err);
/* json_read_wrong() is the error of a value of another kind than expected. */
MUST_USE enum scree_code json_read_wrong(struct json_reader *r, const char *key,
                                         const json_t *value, const char *expected);
/* json_read_keys() refuses members that keys[0 .. count) does not have. */
MUST_USE enum scree_code json_read_keys(struct json_reader *r, const json_t *object,
                                        const char *const *keys, size_t count);
/* json_read_number() takes a value, called key; the others a member, and leave *out as it is if the
 * object has none. */
MUST_USE enum scree_code json_read_number(double *out, struct json_reader *r, const char *key,
                                          const json_t *value, const struct json_range *range);
MUST_USE enum scree_code json_read_double(double *out, struct json_reader *r, const json_t *object,
                                          const char *key, const struct json_range *range);
MUST_USE enum scree_code json_read_float(float *out, struct json_reader *r, const json_t *object,
                                         const char *key, const struct json_range *range);
MUST_USE enum scree_code json_read_whole(uint32_t *out, struct json_reader *r, const json_t *object,
                                         const char *key, const struct json_range *range);

#endif
