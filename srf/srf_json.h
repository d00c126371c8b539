/*
 * JSON as people like to read it: one member a line, but lists of numbers and small objects on one.
 * (The JSON library prints either everything on one line or every number on a line of its own.)
 */
#ifndef SRF_SRF_JSON_H
#define SRF_SRF_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
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
/* srf_json_items() writes a list "10,Tree cover", without a key: [10, "Tree cover"]. srf_json_list() has
 * one. srf_json_is_list() says whether reading it gives the same list. */
void srf_json_items(struct grow *to, const char *list);
void srf_json_list(struct srf_json *json, const char *key, const char *list);
bool srf_json_is_list(const char *list);
void srf_json_integer(struct srf_json *json, const char *key, int64_t value);
void srf_json_flag(struct srf_json *json, const char *key, bool value);

/* srf_json_float() writes the shortest decimal number that is read back as the same float; the
 * sign of -0 is kept. value is finite. */
void srf_json_float(struct srf_json *json, const char *key, float value);

/*
 * Places in a JSON text, for messages. The JSON library keeps no positions of what it has parsed,
 * so a place is a path, and only when something is wrong there is the text walked along it.
 */

/* A step into an object (key) or an array (key NULL, index); the document itself has no place. */
struct srf_where {
    const struct srf_where *up; /* NULL: a member of the document */
    const char *key;
    size_t index;
};

/* srf_where_fail() sets err to "line L, column C: path: message" and returns code. text[0 .. size)
 * is JSON that was parsed without an error, with comments where the format allows them; where may
 * be NULL, for the document. */
enum scree_code srf_where_fail(struct scree_error *err, enum scree_code code, const char *text,
                               size_t size, const struct srf_where *where, const char *format, ...)
    PRINTF_LIKE(6, 7);

/* What the text form allows beside JSON: comments, and a comma behind the last of a list. */

/* srf_loose_comment() is the length of the comment at text[at .. size), its line break not counted,
 * 0 if there is none. One that does not end reaches to the end of the text. */
size_t srf_loose_comment(const char *text, size_t size, size_t at);
/* srf_loose_skip() is the first place from at on that is neither blank nor in a comment. */
size_t srf_loose_skip(const char *text, size_t size, size_t at);
/* srf_loose_string() is the place behind the string in quotes that begins at at. */
size_t srf_loose_string(const char *text, size_t size, size_t at);

struct srf_loose {
    size_t first; /* the place of the first comment or such a comma; SIZE_MAX: there is none */
    size_t open;  /* of a comment that does not end; SIZE_MAX */
};
/* srf_loose_blank() writes text[0 .. size) to out[0 .. size) with blanks in their place, so that
 * what is left is JSON with every line and byte where it was. out may be NULL: it only looks. */
struct srf_loose srf_loose_blank(char *out, const char *text, size_t size);

#endif
