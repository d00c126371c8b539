
#include <stdbool.h>
#include <string.h>

#include "bake/baked_fields.h"

#define DIGITS 12      /* of documents: base/json_text.h */
#define MOST_DIGITS 17 /* that a double needs */
#define TEXT_SIZE 80   /* two numbers of so many */

/* A number or a list of them as a text; false if it has no room. */
static bool show(char text[TEXT_SIZE], const json_t *value, unsigned digits)
{
    const size_t size = json_dumpb(value, text, TEXT_SIZE - 1,
                                   JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(digits));
    if (size == 0 || size >= TEXT_SIZE) return false;
    text[size] = '\0';
    return true;
}

static json_t *parse(const char *text)
{
    return json_loads(text, JSON_DECODE_ANY, NULL);
}

static bool is_number(const json_t *value)
{
    return json_is_real(value) || json_is_array(value);
}

/* ---- writing ---- */

/* The value with all its digits, if documents do not have enough for it. False if memory ran out. */
static bool show_longer(char text[TEXT_SIZE], bool *longer, const json_t *value)
{
    json_t *shown = show(text, value, DIGITS) ? parse(text) : NULL;
    if (shown == NULL) return false;
    *longer = !json_equal(shown, value);
    json_decref(shown);
    return !*longer || show(text, value, MOST_DIGITS);
}

static bool collect(json_t **out, json_t *options);

/* Adds what a member needs to *out, which is made when it is first needed. */
static bool collect_member(json_t **out, const char *key, json_t *value)
{
    json_t *exact = NULL;
    if (json_is_object(value)) {
        if (!collect(&exact, value)) return false;
    } else if (is_number(value)) {
        char text[TEXT_SIZE];
        bool longer;
        if (!show_longer(text, &longer, value)) return false;
        if (longer && (exact = json_string(text)) == NULL) return false;
    }
    if (exact == NULL) return true;
    if (*out == NULL) *out = json_object();
    return json_object_set_new(*out, key, exact) == 0;
}

static bool collect(json_t **out, json_t *options)
{
    const char *key;
    json_t *value;
    *out = NULL;
    json_object_foreach(options, key, value)
    {
        if (collect_member(out, key, value)) continue;
        json_decref(*out);
        *out = NULL;
        return false;
    }
    return true;
}

json_t *bake_exact_add(json_t *options)
{
    json_t *exact;
    const bool good = options != NULL && collect(&exact, options);
    if (good && (exact == NULL || json_object_set_new(options, "exact", exact) == 0))
        return options;
    json_decref(options);
    return NULL;
}

/* ---- reading ---- */

/* The number that text is; NULL if that is not `value` with more digits. */
static json_t *number_of(const json_t *text, const json_t *value)
{
    char found[TEXT_SIZE], expected[TEXT_SIZE];
    if (!json_is_string(text) || !is_number(value)) return NULL;
    json_t *number = parse(json_string_value(text));
    if (is_number(number) && show(found, number, DIGITS) && show(expected, value, DIGITS) &&
        strcmp(found, expected) == 0)
        return number;
    json_decref(number);
    return NULL;
}

static enum scree_code take(json_t *options, const json_t *exact, const char *where,
                            struct scree_error *err)
{
    const char *key;
    json_t *text;
    if (!json_is_object(exact)) return baked_refuse(where, NULL, exact, "an object of texts", err);
    json_object_foreach((json_t *)exact, key, text)
    {
        if (json_is_object(text) && strcmp(key, "reading") == 0) continue;
        json_t *number = number_of(text, json_object_get(options, key));
        if (number == NULL)
            return baked_refuse(where, NULL, text, "the option of the same name with more digits",
                                err);
        if (json_object_set_new(options, key, number) != 0) return err_no_memory(err);
    }
    return SCREE_OK;
}

enum scree_code bake_exact_take(json_t *options, struct scree_error *err)
{
    json_t *exact = json_object_get(options, "exact"), *reading = json_object_get(exact, "reading");
    if (exact == NULL) return SCREE_OK;
    RETURN_IF_ERR(take(options, exact, "options.exact", err));
    if (reading == NULL) return SCREE_OK;
    return take(json_object_get(options, "reading"), reading, "options.exact.reading", err);
}
