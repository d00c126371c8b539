#include "base/json_read.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/json_text.h"
#include "base/suggest.h"

static bool is_empty(const char *text, size_t size)
{
    size_t i = 0;
    while (i < size && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' || text[i] == '\n'))
        i++;
    return i == size;
}

json_t *json_read_document(const void *data, size_t size, struct scree_error *err)
{
    json_error_t problem;
    const size_t mark = bytes_text_mark(data, size);
    const char *const text = mark > 0 ? (const char *)data + mark : data; /* data may be NULL */
    if (is_empty(text, size - mark)) {
        err_set(err, SCREE_MALFORMED, "is empty, expected JSON");
        return NULL;
    }
    json_t *document = json_loadb(text, size - mark, JSON_REJECT_DUPLICATES, &problem);
    if (document == NULL)
        err_set(err, SCREE_MALFORMED, "line %d, column %d: %.150s", problem.line, problem.column,
                problem.text);
    return document;
}

enum scree_code json_read_wrong(struct json_reader *r, const char *key, const json_t *value,
                                const char *expected)
{
    return err_set(r->err, SCREE_MALFORMED, "%s: \"%s\" is %s; give %s", r->where, key,
                   json_text_kind(value), expected);
}

enum scree_code json_read_keys(struct json_reader *r, const json_t *object, const char *const *keys,
                               size_t count)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)object, key, value)
    {
        size_t i = 0;
        while (i < count && strcmp(keys[i], key) != 0) i++;
        if (i < count) continue;
        struct scree_suggestion suggest = {key, NULL, 0};
        char hint[96];
        for (i = 0; i < count; i++) suggest_offer(&suggest, keys[i]);
        return err_set(r->err, SCREE_MALFORMED, "%s: there is no \"%.40s\"%s; remove it", r->where,
                       key, suggest_text(hint, sizeof hint, &suggest));
    }
    return SCREE_OK;
}

/* Where it must be a whole number, a real one is none. */
static enum scree_code read_number(double *out, struct json_reader *r, const char *key,
                                   const json_t *value, const struct json_range *range, bool whole)
{
    char expected[96];
    snprintf(expected, sizeof expected, "a %snumber from %.10g to %.10g%s%s", whole ? "whole " : "",
             range->least, range->most, range->unit[0] != '\0' ? " " : "", range->unit);
    if (!json_is_number(value)) return json_read_wrong(r, key, value, expected);
    const double number = json_number_value(value);
    if (number >= range->least && number <= range->most && !(whole && json_is_real(value))) {
        *out = number;
        return SCREE_OK;
    }
    return err_set(r->err, SCREE_MALFORMED, "%s: \"%s\" is %.10g; give %s", r->where, key, number,
                   expected);
}

enum scree_code json_read_number(double *out, struct json_reader *r, const char *key,
                                 const json_t *value, const struct json_range *range)
{
    return read_number(out, r, key, value, range, false);
}

enum scree_code json_read_double(double *out, struct json_reader *r, const json_t *object,
                                 const char *key, const struct json_range *range)
{
    const json_t *value = json_object_get(object, key);
    return value != NULL ? json_read_number(out, r, key, value, range) : SCREE_OK;
}

enum scree_code json_read_float(float *out, struct json_reader *r, const json_t *object,
                                const char *key, const struct json_range *range)
{
    double number = (double)*out;
    RETURN_IF_ERR(json_read_double(&number, r, object, key, range));
    *out = (float)number;
    return SCREE_OK;
}

enum scree_code json_read_whole(uint32_t *out, struct json_reader *r, const json_t *object,
                                const char *key, const struct json_range *range)
{
    const json_t *value = json_object_get(object, key);
    double number = 0.0;
    if (value == NULL) return SCREE_OK;
    RETURN_IF_ERR(read_number(&number, r, key, value, range, true));
    *out = (uint32_t)number;
    return SCREE_OK;
}
