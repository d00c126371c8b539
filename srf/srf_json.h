/*
 * JSON as people like to read it: one member a line, but lists of numbers and small objects on one.
 * (The JSON library prints either everything on one line or every number on a line of its own.)
 */
#ifndef SRF_SRF_JSON_H
#define SRF_SRF_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/grow.h"

struct srf_json {
    struct grow grow; /* the text */
    unsigned depth;   /* of open objects and arrays */
    unsigned flat;    /* of these, those that stand on one line */
    bool filled;      /* the innermost one has members */
};

/* srf_json_open() begins an object '{' or an array '['; flat puts it on one line with all that is
 * in it. key is NULL in an array and for the whole document; so it is below. */
void srf_json_open(struct srf_json *json, const char *key, char bracket, bool flat);
/* srf_json_close() ends it; the last one of all ends the text with a line break. */
void srf_json_close(struct srf_json *json, char bracket);

/* srf_json_quote() writes text as a JSON string, without a key. */
void srf_json_quote(struct grow *to, const char *utf8);
void srf_json_text(struct srf_json *json, const char *key, const char *utf8);
void srf_json_bytes(struct srf_json *json, const char *key, const uint8_t *bytes, size_t size);
void srf_json_integer(struct srf_json *json, const char *key, int64_t value);
void srf_json_flag(struct srf_json *json, const char *key, bool value);

/* srf_json_float() writes the shortest decimal number that is read back as the same float; the
 * sign of -0 is kept. value is finite. */
void srf_json_float(struct srf_json *json, const char *key, float value);

#endif
