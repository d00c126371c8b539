/*
 * Values of a manifest that is read: each is checked for its kind and range, and objects for the
 * keys that they may have, before any other file is opened (docs/formats/manifest.md).
 */
#include "bake/baked_fields.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/sha.h"

#define MAX_LINE_SIZE 1024

/* ---- values ---- */

bool baked_take_flag(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    *(bool *)to = json_is_true(value);
    return json_is_boolean(value);
}

bool baked_take_bytes(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    *(uint64_t *)to = (uint64_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0;
}

bool baked_take_count(void *to, json_t *value, const struct baked_field *field)
{
    const json_int_t number = json_integer_value(value);
    if (!json_is_integer(value) || number < 0 || number > UINT32_MAX ||
        (double)number < field->lowest || (double)number > field->highest)
        return false;
    *(uint32_t *)to = (uint32_t)number;
    return true;
}

bool baked_take_number(void *to, json_t *value, const struct baked_field *field)
{
    const double number = json_number_value(value);
    *(double *)to = number;
    return json_is_number(value) && number >= field->lowest && number <= field->highest;
}

bool baked_take_counts(void *to, json_t *value, const struct baked_field *field)
{
    uint32_t *pair = to;
    return json_array_size(value) == 2 &&
           baked_take_count(&pair[0], json_array_get(value, 0), field) &&
           baked_take_count(&pair[1], json_array_get(value, 1), field);
}

bool baked_take_numbers(void *to, json_t *value, const struct baked_field *field)
{
    double *pair = to;
    return json_array_size(value) == 2 &&
           baked_take_number(&pair[0], json_array_get(value, 0), field) &&
           baked_take_number(&pair[1], json_array_get(value, 1), field);
}

bool baked_take_word(void *to, json_t *value, const struct baked_field *field)
{
    *(bool *)to = true;
    return json_is_string(value) && strcmp(json_string_value(value), field->expected) == 0;
}

bool baked_take_named(void *to, json_t *value, const struct baked_field *field)
{
    const char *word = json_string_value(value);
    for (unsigned number = (unsigned)field->lowest; word != NULL && number <= field->highest;
         number++) {
        *(unsigned *)to = number;
        if (strcmp(field->name(number), word) == 0) return true;
    }
    return false;
}

unsigned baked_bit(const json_t *word, unsigned last, const char *(*name)(unsigned))
{
    for (unsigned bit = 1; json_is_string(word) && bit <= last; bit <<= 1)
        if (strcmp(name(bit), json_string_value(word)) == 0) return bit;
    return 0;
}

bool baked_take_bits(void *to, json_t *value, const struct baked_field *field)
{
    unsigned *const set = to;
    size_t i;
    json_t *word;
    *set = 0;
    json_array_foreach(value, i, word)
    {
        const unsigned bit = baked_bit(word, (unsigned)field->highest, field->name);
        if (bit <= *set) return false;
        *set |= bit;
    }
    return json_is_array(value) && *set != 0;
}

/* What json_text() writes: a text is cleaned before it gets into a manifest. */
bool baked_take_line(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    char clean[MAX_LINE_SIZE];
    const char *text = json_string_value(value);
    if (text == NULL || strcmp(text_clean(clean, sizeof clean, text), text) != 0) return false;
    *(const char **)to = text;
    return true;
}

bool baked_take_base(void *to, json_t *value, const struct baked_field *field)
{
    const char *text = "";
    if (!baked_take_line(&text, value, field) || text[0] == '\0' || strchr(text, '/') != NULL ||
        strcmp(text, ".") == 0 || strcmp(text, "..") == 0)
        return false;
    *(const char **)to = text;
    return true;
}

bool baked_take_digest(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    const char *text = json_string_value(value);
    if (text == NULL || strlen(text) != SHA_HEX_SIZE - 1 ||
        text[strspn(text, "0123456789abcdef")] != '\0')
        return false;
    *(const char **)to = text;
    return true;
}

/* ---- objects ---- */

enum scree_code baked_refuse(const char *where, const char *key, const json_t *value,
                             const char *expected, struct scree_error *err)
{
    const char *dot = where[0] != '\0' && key != NULL ? "." : "";
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    if (value == NULL)
        err_set(err, SCREE_MALFORMED, "%s%s%s is missing, expected %s", where, dot,
                key != NULL ? key : "", expected);
    else
        err_set(err, SCREE_MALFORMED, "%s%s%s is %.60s, expected %s", where, dot,
                key != NULL ? key : "", text != NULL ? text : "something else", expected);
    free(text);
    return SCREE_MALFORMED;
}

enum scree_code baked_read_fields(void *to, json_t *object, const char *where,
                                  const struct baked_field *fields, size_t count,
                                  struct scree_error *err)
{
    if (!json_is_object(object)) return baked_refuse(where, NULL, object, "an object", err);
    for (size_t i = 0; i < count; i++) {
        const struct baked_field *field = &fields[i];
        json_t *value = json_object_get(object, field->key);
        if (value == NULL && field->presence == BAKED_OR_NONE) continue;
        if (json_is_null(value) && field->presence != BAKED_ALWAYS) continue;
        if (value == NULL || !field->take((char *)to + field->to, value, field))
            return baked_refuse(where, field->key, value, field->expected, err);
    }
    return SCREE_OK;
}
