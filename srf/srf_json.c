/*
 * JSON as a surface map's text is written: one member a line, short lists in one. Control
 * characters are escaped, so that the text is safe to show, and numbers have a decimal point in
 * any locale.
 */
#include "srf/srf_json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"

static void put(struct srf_json *json, const char *bytes, size_t size)
{
    grow_put(&json->grow, bytes, size);
}

static void put_line(struct srf_json *json)
{
    const size_t indent = 2 * (size_t)json->depth;
    char *at = grow_room(&json->grow, 1 + indent);
    if (at == NULL) return;
    at[0] = '\n';
    memset(at + 1, ' ', indent);
}

/* Whatever is a control character somewhere is escaped, so that the text is safe to show. */
void srf_json_quote(struct grow *to, const char *utf8)
{
    grow_put(to, "\"", 1);
    for (const unsigned char *c = (const unsigned char *)utf8; *c != '\0'; c++) {
        char escape[8];
        if (*c == '"' || *c == '\\') {
            const char pair[2] = {'\\', (char)*c};
            grow_put(to, pair, 2);
        } else if (*c < 0x20 || *c == 0x7f) {
            grow_put(to, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c));
        } else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) {
            c++;
            grow_put(to, escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*c));
        } else {
            grow_put(to, (const char *)c, 1);
        }
    }
    grow_put(to, "\"", 1);
}

static void start_value(struct srf_json *json, const char *key)
{
    if (json->filled) put(json, ",", 1);
    if (json->flat == 0 && json->depth > 0)
        put_line(json);
    else if (json->filled)
        put(json, " ", 1);
    if (key != NULL) {
        srf_json_quote(&json->grow, key);
        put(json, ": ", 2);
    }
    json->filled = true;
}

void srf_json_open(struct srf_json *json, const char *key, char bracket, bool flat)
{
    start_value(json, key);
    put(json, &bracket, 1);
    json->depth++;
    if (flat || json->flat > 0) json->flat++;
    json->filled = false;
}

void srf_json_close(struct srf_json *json, char bracket)
{
    json->depth--;
    if (json->flat > 0)
        json->flat--;
    else if (json->filled)
        put_line(json);
    put(json, &bracket, 1);
    json->filled = true;
    if (json->depth == 0) put(json, "\n", 1);
}

void srf_json_text(struct srf_json *json, const char *key, const char *utf8)
{
    start_value(json, key);
    srf_json_quote(&json->grow, utf8);
}

/* Whether an item is a number as it is written again. */
static bool is_number(const char *item, size_t length)
{
    return length > 0 && length <= 5 && strspn(item, "0123456789") >= length &&
           (item[0] != '0' || length == 1) && (length < 5 || strncmp(item, "65535", 5) <= 0);
}

void srf_json_items(struct grow *to, const char *list)
{
    grow_text(to, "[");
    while (*list != '\0') {
        const char *const item = list + strspn(list, " ");
        const size_t whole = strcspn(item, ",");
        size_t length = whole;
        while (length > 0 && item[length - 1] == ' ') length--;
        if (is_number(item, length)) {
            grow_put(to, item, length);
        } else {
            struct grow name = {0};
            grow_put(&name, item, length);
            grow_put(&name, "", 1);
            if (!name.failed) srf_json_quote(to, name.text);
            to->failed = to->failed || name.failed;
            grow_free(&name);
        }
        list = item + whole;
        if (*list != ',') break;
        grow_text(to, ", ");
        list++;
    }
    grow_text(to, "]");
}

void srf_json_list(struct srf_json *json, const char *key, const char *list)
{
    start_value(json, key);
    srf_json_items(&json->grow, list);
}

bool srf_json_is_list(const char *list)
{
    for (const char *item = list;; item++) {
        const size_t length = strcspn(item, ",");
        const bool digits = strspn(item, "0123456789") >= length;
        if (length == 0 || item[0] == ' ' || item[length - 1] == ' ') return false;
        if (digits && !is_number(item, length)) return false;
        item += length;
        if (*item == '\0') return true;
    }
}

void srf_json_bytes(struct srf_json *json, const char *key, const uint8_t *bytes, size_t size)
{
    start_value(json, key);
    put(json, "\"", 1);
    const size_t length = base64_size(size);
    char *at = length > 0 ? grow_room(&json->grow, length) : NULL;
    if (at != NULL) base64_encode(at, bytes, size);
    put(json, "\"", 1);
}

void srf_json_integer(struct srf_json *json, const char *key, int64_t value)
{
    char text[24];
    start_value(json, key);
    put(json, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
}

void srf_json_flag(struct srf_json *json, const char *key, bool value)
{
    start_value(json, key);
    put(json, value ? "true" : "false", value ? 4 : 5);
}

/* Decimals of the C library stand in the user's language; strtod() reads what snprintf() wrote. */
void srf_json_float(struct srf_json *json, const char *key, float value)
{
    char local[48], text[48];
    const bool whole = fabsf(value) < 1e7f && value == truncf(value);
    if (whole) snprintf(local, sizeof local, "%.0f", (double)value);
    for (int digits = 1; digits <= 9 && !whole; digits++) {
        snprintf(local, sizeof local, "%.*g", digits, (double)value);
        if ((float)strtod(local, NULL) == value) break;
    }
    size_t length = 0;
    for (const char *c = local; *c != '\0'; c++) {
        if (strchr("+-0123456789e", *c) != NULL)
            text[length++] = *c;
        else if (length == 0 || text[length - 1] != '.')
            text[length++] = '.';
    }
    /* A JSON reader takes "-0" for the integer, which has no sign. */
    if (length == 2 && memcmp(text, "-0", 2) == 0) {
        memcpy(text + 2, ".0", 2);
        length = 4;
    }
    start_value(json, key);
    put(json, text, length);
}
