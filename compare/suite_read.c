/* A test file line by line: settings, and claims about what they say. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/suite.h"

/* ---- characters ---- */

uint32_t suite_column(const struct suite_reader *reader, size_t at)
{
    uint32_t column = 1;
    for (size_t i = reader->line_start; i < at; i++)
        column += ((unsigned char)reader->text[i] & 0xc0) != 0x80;
    return column;
}

static bool is_line_end(const struct suite_reader *reader, size_t at)
{
    return at >= reader->size || reader->text[at] == '\n' ||
           (reader->text[at] == '\r' && at + 1 < reader->size && reader->text[at + 1] == '\n');
}

static bool is_blank(const struct suite_reader *reader, size_t at)
{
    return at < reader->size && (reader->text[at] == ' ' || reader->text[at] == '\t');
}

/* '#' begins a comment at the start of a line, or between blanks: "#3" is a layer. */
static bool is_comment(const struct suite_reader *reader, size_t at)
{
    if (at >= reader->size || reader->text[at] != '#') return false;
    return at == reader->line_text ||
           (is_blank(reader, at - 1) && (is_blank(reader, at + 1) || is_line_end(reader, at + 1)));
}

static bool is_end(const struct suite_reader *reader, size_t at)
{
    return is_line_end(reader, at) || is_comment(reader, at);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

bool suite_blanks(struct suite_reader *reader)
{
    while (is_blank(reader, reader->at)) reader->at++;
    return is_end(reader, reader->at);
}

enum err_code suite_fail(struct suite_reader *reader, size_t at, const char *format, ...)
{
    char message[160];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    size_t end = at;
    while (!is_end(reader, end) && !is_blank(reader, end) && end - at < 24) end++;
    const uint32_t column = suite_column(reader, at);
    if (end == at)
        return err_set(reader->err, ERR_MALFORMED, ERR_NO_OFFSET,
                       "line %u, column %u: %s, found the end of the line", (unsigned)reader->line,
                       (unsigned)column, message);
    return err_set(reader->err, ERR_MALFORMED, ERR_NO_OFFSET,
                   "line %u, column %u: %s, found '%.*s'", (unsigned)reader->line, (unsigned)column,
                   message, (int)(end - at), reader->text + at);
}

const char *suite_keep(struct suite_reader *reader, const char *text, size_t length)
{
    const char *copy = mem_arena_text(reader->arena, text, length);
    if (copy == NULL) err_set(reader->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
    return copy;
}

/* ---- words ---- */

void suite_peek(const struct suite_reader *reader, char *out, size_t size)
{
    size_t at = reader->at, used = 0;
    while (is_blank(reader, at)) at++;
    while (at < reader->size && is_word(reader->text[at]) && used + 1 < size)
        out[used++] = reader->text[at++];
    out[used] = '\0';
}

bool suite_word(struct suite_reader *reader, const char *word)
{
    size_t at = reader->at;
    while (is_blank(reader, at)) at++;
    const size_t length = strlen(word);
    if (reader->size - at < length || memcmp(reader->text + at, word, length) != 0) return false;
    const bool letters = is_word(word[length - 1]);
    if (letters && at + length < reader->size && is_word(reader->text[at + length])) return false;
    reader->at = at + length;
    return true;
}

enum err_code suite_number(struct suite_reader *reader, double *out)
{
    suite_blanks(reader);
    const size_t first = reader->at;
    char digits[48];
    size_t used = 0;
    for (; reader->at < reader->size && used + 1 < sizeof digits; reader->at++) {
        const char c = reader->text[reader->at];
        const char next = reader->at + 1 < reader->size ? reader->text[reader->at + 1] : '\0';
        const bool sign = (c == '-' || c == '+') && (used == 0 || digits[used - 1] == 'e');
        const bool point = c == '.' && next >= '0' && next <= '9';
        const bool exponent =
            c == 'e' && used > 0 && ((next >= '0' && next <= '9') || next == '-' || next == '+');
        if (!(c >= '0' && c <= '9') && !sign && !point && !exponent) break;
        digits[used++] = c;
    }
    digits[used] = '\0';
    char *end = digits;
    *out = strtod(digits, &end);
    if (used > 0 && *end == '\0' && *out - *out == 0) return ERR_OK;
    return suite_fail(reader, first, "expected a number");
}

static enum err_code read_quoted(struct suite_reader *reader, const char **out)
{
    const size_t first = ++reader->at;
    while (!is_line_end(reader, reader->at) && reader->text[reader->at] != '"') reader->at++;
    if (is_line_end(reader, reader->at))
        return suite_fail(reader, reader->at, "expected a closing '\"'");
    *out = suite_keep(reader, reader->text + first, reader->at - first);
    reader->at++;
    return *out != NULL ? ERR_OK : ERR_NOMEM;
}

/* Does one of the words stand at a blank? */
static bool is_stop(struct suite_reader *reader, const char *const *stops)
{
    if (!is_blank(reader, reader->at)) return false;
    struct suite_reader ahead = *reader;
    for (; stops != NULL && *stops != NULL; stops++)
        if (suite_word(&ahead, *stops)) return true;
    return false;
}

enum err_code suite_rest(struct suite_reader *reader, const char **out, const char *const *stops,
                         const char *what)
{
    if (suite_blanks(reader)) return suite_fail(reader, reader->at, "expected %s", what);
    if (reader->text[reader->at] == '"') return read_quoted(reader, out);
    const size_t first = reader->at;
    size_t end = first;
    while (!is_end(reader, reader->at) && !is_stop(reader, stops)) {
        if (is_blank(reader, reader->at))
            suite_blanks(reader); /* all of them have the same word behind them */
        else
            end = ++reader->at;
    }
    reader->at = end;
    *out = suite_keep(reader, reader->text + first, end - first);
    return *out != NULL ? ERR_OK : ERR_NOMEM;
}

/* ---- settings ---- */

static enum err_code read_whole(struct suite_reader *reader, uint32_t *out, uint32_t lowest,
                                uint32_t highest)
{
    double number;
    suite_blanks(reader);
    const size_t first = reader->at;
    RETURN_IF_ERR(suite_number(reader, &number));
    if (number >= lowest && number <= highest && number == (double)(uint32_t)number) {
        *out = (uint32_t)number;
        return ERR_OK;
    }
    return suite_fail(reader, first, "expected a whole number from %u to %u", (unsigned)lowest,
                      (unsigned)highest);
}

static enum err_code read_size(struct suite_reader *reader, struct compare_scene *scene)
{
    RETURN_IF_ERR(read_whole(reader, &scene->width, 1, RENDER_MAX_SIZE));
    scene->height = scene->width;
    if (reader->at >= reader->size || reader->text[reader->at] != 'x') return ERR_OK;
    reader->at++;
    return read_whole(reader, &scene->height, 1, RENDER_MAX_SIZE);
}

/* *known: the line is a setting. */
static enum err_code read_setting(struct suite_reader *reader, struct compare_scene *scene,
                                  bool *known)
{
    *known = true;
    if (suite_word(reader, "terrain"))
        return suite_rest(reader, &scene->terrain, NULL, "the path of a terrain");
    if (suite_word(reader, "surface"))
        return suite_rest(reader, &scene->surface, NULL, "the path of a surface map");
    if (suite_word(reader, "map")) {
        scene->depth = UINT32_MAX;
        return suite_rest(reader, &scene->map, NULL, "the path of a file that names materials");
    }
    if (suite_word(reader, "size")) return read_size(reader, scene);
    if (suite_word(reader, "depth")) {
        scene->map = NULL;
        return read_whole(reader, &scene->depth, 0, 1000);
    }
    if (suite_word(reader, "grid")) {
        const bool vertices = suite_word(reader, "vertices");
        scene->grid = vertices ? RENDER_VERTICES : RENDER_CELLS;
        if (vertices || suite_word(reader, "cells")) return ERR_OK;
        suite_blanks(reader);
        return suite_fail(reader, reader->at, "expected cells or vertices");
    }
    if (suite_word(reader, "relief")) {
        suite_blanks(reader);
        const size_t first = reader->at;
        RETURN_IF_ERR(suite_number(reader, &scene->relief));
        if (scene->relief == 1.0 || (scene->relief >= RENDER_MIN_RELIEF && scene->relief <= 8.0))
            return ERR_OK;
        return suite_fail(reader, first, "expected 1 (crisp slopes) or %g to 8", RENDER_MIN_RELIEF);
    }
    if (suite_word(reader, "root-density")) {
        scene->root_density = suite_word(reader, "yes");
        if (scene->root_density || suite_word(reader, "no")) return ERR_OK;
        suite_blanks(reader);
        return suite_fail(reader, reader->at, "expected yes or no");
    }
    *known = false;
    return ERR_OK;
}

/* ---- the file ---- */

struct growing {
    struct compare_suite *suite;
    size_t claim_room, scene_room;
    struct compare_scene now;
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool same_scene(const struct compare_scene *a, const struct compare_scene *b)
{
    return same_text(a->terrain, b->terrain) && same_text(a->surface, b->surface) &&
           same_text(a->map, b->map) && a->width == b->width && a->height == b->height &&
           a->depth == b->depth && a->grid == b->grid && a->relief == b->relief &&
           a->root_density == b->root_density;
}

static bool make_room(void *list_at, size_t *room, size_t count, size_t size)
{
    void **list = list_at;
    if (count < *room) return true;
    const size_t wanted = *room == 0 ? 64 : 2 * *room;
    void *grown = mem_grow(*list, count, wanted, size);
    if (grown == NULL) return false;
    *list = grown;
    *room = wanted;
    return true;
}

/* The number of the scene that the settings make. */
static enum err_code find_scene(struct growing *g, struct suite_reader *reader, uint32_t *out)
{
    struct compare_suite *suite = g->suite;
    if (suite->claim_count > 0) {
        *out = suite->claims[suite->claim_count - 1].scene;
        if (same_scene(&suite->scenes[*out], &g->now)) return ERR_OK;
    }
    if (g->now.terrain == NULL || g->now.surface == NULL)
        return suite_fail(reader, reader->at,
                          "what is this about? expected lines with terrain and surface before it");
    for (*out = 0; *out < suite->scene_count; ++*out)
        if (same_scene(&suite->scenes[*out], &g->now)) return ERR_OK;
    if (suite->scene_count == COMPARE_MAX_SCENES)
        return suite_fail(reader, reader->at,
                          "expected at most %d different combinations of settings: split the file",
                          COMPARE_MAX_SCENES);
    if (!make_room(&suite->scenes, &g->scene_room, suite->scene_count, sizeof *suite->scenes))
        return err_set(reader->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
    suite->scenes[suite->scene_count] = g->now;
    suite->scenes[suite->scene_count++].line = reader->line;
    return ERR_OK;
}

static enum err_code read_name(struct suite_reader *reader, const char **name)
{
    const size_t first = reader->at;
    size_t end = first;
    while (end < reader->size && is_word(reader->text[end])) end++;
    *name = NULL;
    if (end == first || end >= reader->size || reader->text[end] != ':') return ERR_OK;
    *name = suite_keep(reader, reader->text + first, end - first);
    if (*name == NULL) return ERR_NOMEM;
    reader->at = end + 1;
    return ERR_OK;
}

static enum err_code read_claim(struct growing *g, struct suite_reader *reader, const char *name,
                                size_t name_from)
{
    struct compare_suite *suite = g->suite;
    if (!make_room(&suite->claims, &g->claim_room, suite->claim_count, sizeof *suite->claims))
        return err_set(reader->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
    struct compare_claim *claim = &suite->claims[suite->claim_count];
    suite_blanks(reader);
    const size_t first = reader->at;
    *claim = (struct compare_claim){.name = name,
                                    .name_from = name_from,
                                    .line = reader->line,
                                    .column = suite_column(reader, first)};
    RETURN_IF_ERR(suite_read_claim(reader, claim));
    size_t end = reader->at;
    while (is_blank(reader, end - 1)) end--;
    if (!suite_blanks(reader))
        return suite_fail(reader, reader->at, "expected the end of the line");
    claim->text = suite_keep(reader, reader->text + first, end - first);
    if (claim->text == NULL) return ERR_NOMEM;
    reader->at = first;
    RETURN_IF_ERR(find_scene(g, reader, &claim->scene));
    suite->claim_count++;
    return ERR_OK;
}

/* Paths and names go to messages, reports and the system: none holds a control character. */
static enum err_code check_characters(struct suite_reader *reader)
{
    for (size_t at = reader->at; !is_line_end(reader, at); at++) {
        const unsigned char c = (unsigned char)reader->text[at];
        if ((c >= 0x20 && c != 0x7f) || c == '\t') continue;
        return err_set(reader->err, ERR_MALFORMED, ERR_NO_OFFSET,
                       "line %u, column %u: expected text, found the control character %u",
                       (unsigned)reader->line, (unsigned)suite_column(reader, at), (unsigned)c);
    }
    return ERR_OK;
}

static enum err_code read_line(struct growing *g, struct suite_reader *reader)
{
    const char *name = NULL;
    bool setting = false;
    RETURN_IF_ERR(check_characters(reader));
    while (is_blank(reader, reader->at)) reader->at++;
    reader->line_text = reader->at;
    if (suite_blanks(reader)) return ERR_OK;
    const size_t first = reader->at;
    RETURN_IF_ERR(read_name(reader, &name));
    if (name == NULL) RETURN_IF_ERR(read_setting(reader, &g->now, &setting));
    if (!setting) return read_claim(g, reader, name, first);
    if (suite_blanks(reader)) return ERR_OK;
    return suite_fail(reader, reader->at, "expected the end of the line");
}

static enum err_code read_lines(struct compare_suite *suite, struct suite_reader *reader)
{
    struct growing g = {.suite = suite, .now = {.depth = UINT32_MAX, .relief = RENDER_RELIEF}};
    while (reader->at < reader->size) {
        reader->line_start = reader->at;
        RETURN_IF_ERR(read_line(&g, reader));
        while (reader->at < reader->size && reader->text[reader->at] != '\n') reader->at++;
        reader->at++;
        reader->line++;
    }
    return ERR_OK;
}

/* ---- names that are given twice ---- */

/* By name, and by line among equals. */
static int by_name(const void *left, const void *right)
{
    const struct compare_claim *const a = *(const struct compare_claim *const *)left;
    const struct compare_claim *const b = *(const struct compare_claim *const *)right;
    const int order = strcmp(a->name, b->name);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* The first claim of the file whose name an earlier one has; *earlier is that. NULL: there is
 * none. */
static const struct compare_claim *find_repeated(const struct compare_claim **earlier,
                                                 const struct compare_claim **named, size_t count)
{
    const struct compare_claim *found = NULL;
    qsort(named, count, sizeof *named, by_name);
    for (size_t i = 1; i < count; i++) {
        if (strcmp(named[i - 1]->name, named[i]->name) != 0) continue;
        if (found != NULL && found->line < named[i]->line) continue;
        found = named[i];
        *earlier = named[i - 1];
    }
    return found;
}

/* Looked for at the end, by sorting: files may have a million claims. */
static enum err_code check_names(const struct compare_suite *suite, struct suite_reader *reader)
{
    const struct compare_claim **named = mem_alloc(suite->claim_count, sizeof(void *));
    if (named == NULL)
        return err_set(reader->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
    size_t count = 0;
    for (size_t i = 0; i < suite->claim_count; i++)
        if (suite->claims[i].name != NULL) named[count++] = &suite->claims[i];
    const struct compare_claim *earlier = NULL;
    const struct compare_claim *const claim = find_repeated(&earlier, named, count);
    mem_free(named);
    if (claim == NULL) return ERR_OK;
    size_t start = claim->name_from;
    while (start > 0 && reader->text[start - 1] != '\n') start--;
    reader->line = claim->line;
    reader->line_start = start;
    reader->line_text = claim->name_from;
    return suite_fail(reader, claim->name_from, "expected another name: line %u has this one",
                      (unsigned)earlier->line);
}

enum err_code compare_suite_read(struct compare_suite **out, const char *text, size_t size,
                                 struct err *err)
{
    *out = NULL;
    struct compare_suite *suite = mem_alloc(1, sizeof *suite);
    if (suite == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
    struct err later;
    err_clear(&later);
    struct suite_reader reader = {
        .text = text, .size = size, .line = 1, .arena = &suite->arena, .err = &later};
    const enum err_code lines = read_lines(suite, &reader);
    /* A repeated name stands before the line that cannot be read. */
    reader.err = err;
    enum err_code code = check_names(suite, &reader);
    if (code == ERR_OK && lines != ERR_OK)
        code = err_set(err, lines, later.offset, "%s", later.msg);
    if (code != ERR_OK) {
        compare_suite_free(suite);
        return code;
    }
    *out = suite;
    return ERR_OK;
}

void compare_suite_free(struct compare_suite *suite)
{
    if (suite == NULL) return;
    mem_free(suite->scenes);
    mem_free(suite->claims);
    mem_arena_free(&suite->arena);
    mem_free(suite);
}
