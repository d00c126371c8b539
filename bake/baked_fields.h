/*
 * Members of a JSON object by a table: what each may hold, and where its value goes.
 *
 * What is read was written by somebody else. A member that is not in a table is ignored, so that
 * later versions may add some; one that is there has the kind, the range and the form that its row
 * states, or nothing is read at all.
 */
#ifndef BAKE_BAKED_FIELDS_H
#define BAKE_BAKED_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "bake/baked.h"
#include "base/err.h"

struct baked_field;
/* Takes a value into *to; false if it is not what the row states. */
typedef bool baked_take(void *to, json_t *value, const struct baked_field *field);

enum baked_presence {
    BAKED_ALWAYS,
    BAKED_OR_NULL, /* null leaves the default */
    BAKED_OR_NONE  /* so does a member that is not there */
};

struct baked_field {
    const char *key;
    const char *expected; /* for the error: "true or false" */
    baked_take *take;
    size_t to; /* offset in the struct that is filled */
    double lowest, highest;
    enum baked_presence presence;
    const char *(*name)(unsigned number); /* of words that represent numbers */
};

#define BAKED_FIELD(key, expected, take, to, lowest, highest, presence)                            \
    {                                                                                              \
        key, expected, take, to, lowest, highest, presence, NULL                                   \
    }

/* BAKED_NEED() is one that is always there. */
#define BAKED_NEED(key, expected, take, to, lowest, highest)                                       \
    BAKED_FIELD(key, expected, take, to, lowest, highest, BAKED_ALWAYS)

baked_take baked_take_flag;    /* bool */
baked_take baked_take_bytes;   /* uint64_t: a whole number of 0 or more */
baked_take baked_take_count;   /* uint32_t from lowest to highest */
baked_take baked_take_counts;  /* uint32_t[2], likewise */
baked_take baked_take_number;  /* double from lowest to highest */
baked_take baked_take_numbers; /* double[2], likewise */
baked_take baked_take_word;    /* bool: true where the only word that may be is `expected` */
baked_take baked_take_named;   /* an enum from lowest to highest by its name */
baked_take baked_take_bits;    /* unsigned: names of bits up to highest, in their order */
baked_take baked_take_line;    /* const char *: UTF-8 without control characters; of the document */
baked_take baked_take_base;    /* likewise, the name of a file without folders */
baked_take baked_take_digest;  /* likewise, 64 digits of 0-9 and a-f */

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* baked_bit() is the bit up to `last` that a word names, or 0. */
unsigned baked_bit(const json_t *word, unsigned last, const char *(*name)(unsigned));

/* baked_read_fields() reads fields[0 .. count) of an object into *to. where names it in errors:
 * "options", "files[3]", or "" for the whole document. SCREE_MALFORMED. */
MUST_USE enum scree_code baked_read_fields(void *to, json_t *object, const char *where,
                                           const struct baked_field *fields, size_t count,
                                           struct scree_error *err);
/* baked_refuse() is "WHERE.KEY is VALUE, expected EXPECTED", SCREE_MALFORMED. value NULL: it is
 * missing. key may be NULL. */
enum scree_code baked_refuse(const char *where, const char *key, const json_t *value,
                             const char *expected, struct scree_error *err);

/* ---- the one place where a manifest is judged ---- */

/* baked_read_manifest() fills what *out holds of a manifest; texts stay those of the document.
 * Every value has the kind, the range and the form that scree bake writes, names of files included,
 * and they fit each other. SCREE_MALFORMED, SCREE_UNSUPPORTED (another format), SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_read_manifest(struct baked *out, json_t *manifest,
                                             struct scree_error *err);

/* baked_read_outputs() reads its materials, beamng and files. */
MUST_USE enum scree_code baked_read_outputs(struct baked *out, const json_t *manifest,
                                            struct scree_error *err);

/*
 * Numbers of options with more digits than documents have (base/json_text.h): "0.333333333333" would
 * not make the same bake again. A manifest has them once more, as texts in a member "exact" of the
 * same shape as the options, and only those that need it:
 *
 *     "height_scale": 0.333333333333, ..., "exact": {"height_scale": "0.33333333333333331"}
 */

/* bake_exact_add() gives options, an object of numbers, lists of numbers and objects of both, that
 * member if it needs one, and returns them. NULL, also for NULL, if memory ran out: options are
 * then freed. */
json_t *bake_exact_add(json_t *options);

/* bake_exact_take() puts the numbers of such a member in their places. Each must be the one that is
 * there, with more digits. SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_exact_take(json_t *options, struct scree_error *err);

#endif
