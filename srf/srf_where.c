/*
 * Where a member of a text is, as line and column, for messages: JSON that is known to be right is
 * walked again along a path, as the parser keeps no places.
 */
#include "srf/srf_json.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"

/* A position in JSON that is known to be right; at the end all steps stay there. */
struct walk {
    const char *at, *end;
};

/* Comments are blanks. */
static void skip_blanks(struct walk *walk)
{
    walk->at += srf_loose_skip(walk->at, (size_t)(walk->end - walk->at), 0);
}

static void skip_string(struct walk *walk)
{
    walk->at += srf_loose_string(walk->at, (size_t)(walk->end - walk->at), 0);
}

static void skip_value(struct walk *walk)
{
    size_t depth = 0;
    do {
        skip_blanks(walk);
        if (walk->at >= walk->end) return;
        const char c = *walk->at;
        if (c == '"') {
            skip_string(walk);
        } else if (c == '{' || c == '[') {
            depth++;
            walk->at++;
        } else if (c == '}' || c == ']') {
            depth--;
            walk->at++;
        } else if (c == ',' || c == ':') {
            walk->at++;
        } else {
            walk->at++;
            while (walk->at < walk->end && strchr(",:]} \t\r\n/", *walk->at) == NULL) walk->at++;
        }
    } while (depth > 0);
}

static bool is_key(const char *token, size_t length, const char *key)
{
    if (memchr(token, '\\', length) == NULL)
        return strlen(key) == length - 2 && memcmp(token + 1, key, length - 2) == 0;
    json_t *decoded = json_loadb(token, length, JSON_DECODE_ANY, NULL);
    const bool same = decoded != NULL && strcmp(json_string_value(decoded), key) == 0;
    json_decref(decoded);
    return same;
}

/* From the bracket of an object or array to the member that a step leads to. */
static void enter(struct walk *walk, const struct srf_where *step)
{
    walk->at++;
    for (size_t i = 0; walk->at < walk->end; i++) {
        bool found = step->key == NULL && i == step->index;
        skip_blanks(walk);
        if (step->key != NULL) {
            const char *token = walk->at;
            if (walk->at >= walk->end || *token != '"') return;
            skip_string(walk);
            found = is_key(token, (size_t)(walk->at - token), step->key);
            skip_blanks(walk);
            walk->at++; /* the colon */
            skip_blanks(walk);
        }
        if (found) return;
        skip_value(walk);
        skip_blanks(walk);
        walk->at++; /* the comma */
    }
    walk->at = walk->end;
}

/* Calls itself for each step; there are at most two for a level of layers, and a few. */
static void follow(struct walk *walk, const struct srf_where *where)
{
    skip_blanks(walk);
    if (where == NULL) return;
    follow(walk, where->up);
    if (walk->at < walk->end) enter(walk, where);
}

#define PATH_SIZE 88

/* Writes the path from its end, so that a long one keeps its tail. Returns where it begins. */
static const char *print_path(char out[PATH_SIZE], const struct srf_where *where)
{
    size_t begin = PATH_SIZE - 1;
    out[begin] = '\0';
    for (const struct srf_where *at = where; at != NULL; at = at->up) {
        char index[24];
        const char *part = at->key;
        if (part == NULL) {
            snprintf(index, sizeof index, "[%zu]", at->index);
            part = index;
        }
        const size_t length = strlen(part);
        const bool dot = at->key != NULL && at->up != NULL;
        if (length + dot + 3 > begin) {
            if (out[begin] == '.') begin++;
            begin -= 3;
            memcpy(out + begin, "...", 3);
            break;
        }
        begin -= length;
        memcpy(out + begin, part, length);
        if (dot) out[--begin] = '.';
    }
    for (char *c = out + begin; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
    return out + begin;
}

enum scree_code srf_where_fail(struct scree_error *err, enum scree_code code, const char *text,
                               size_t size, const struct srf_where *where, const char *format, ...)
{
    struct walk walk = {text, text + size};
    follow(&walk, where);
    unsigned long line = 1, column = 1;
    for (const char *c = text; c < walk.at; c++) {
        if (*c == '\n') {
            line++;
            column = 1;
        } else if (!text_continues(*c)) {
            column++;
        }
    }
    char path[PATH_SIZE], message[192];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const char *shown = print_path(path, where);
    return err_set(err, code, "line %lu, column %lu: %s%s%s", line, column, shown,
                   shown[0] != '\0' ? ": " : "", message);
}
