/* A test file line by line: settings, and claims about what they say. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "compare/suite.h"

/* ---- settings ---- */

static enum scree_code read_whole(struct suite_reader *reader, uint32_t *out, uint32_t lowest,
                                  uint32_t highest)
{
    double number;
    suite_blanks(reader);
    const size_t first = reader->at;
    RETURN_IF_ERR(suite_number(reader, &number));
    if (number >= lowest && number <= highest && number == (double)(uint32_t)number) {
        *out = (uint32_t)number;
        return SCREE_OK;
    }
    return suite_fail(reader, first, "expected a whole number from %u to %u", (unsigned)lowest,
                      (unsigned)highest);
}

static enum scree_code read_size(struct suite_reader *reader, struct compare_scene *scene)
{
    RETURN_IF_ERR(read_whole(reader, &scene->width, 1, RENDER_MAX_SIZE));
    scene->height = scene->width;
    if (reader->at >= reader->size || reader->text[reader->at] != 'x') return SCREE_OK;
    reader->at++;
    return read_whole(reader, &scene->height, 1, RENDER_MAX_SIZE);
}

/* *known: the line is a setting. */
static enum scree_code read_setting(struct suite_reader *reader, struct compare_scene *scene,
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
        scene->grid = vertices ? SCREE_VERTICES : SCREE_CELLS;
        if (vertices || suite_word(reader, "cells")) return SCREE_OK;
        suite_blanks(reader);
        return suite_fail(reader, reader->at, "expected cells or vertices");
    }
    if (suite_word(reader, "relief")) {
        suite_blanks(reader);
        const size_t first = reader->at;
        RETURN_IF_ERR(suite_number(reader, &scene->relief));
        if (render_relief_allowed(scene->relief)) return SCREE_OK;
        return suite_fail(reader, first, "expected 1 (crisp slopes) or %g to %g", RENDER_MIN_RELIEF,
                          RENDER_MAX_RELIEF);
    }
    if (suite_word(reader, "root-density")) {
        scene->root_density = suite_word(reader, "yes");
        if (scene->root_density || suite_word(reader, "no")) return SCREE_OK;
        suite_blanks(reader);
        return suite_fail(reader, reader->at, "expected yes or no");
    }
    *known = false;
    return SCREE_OK;
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
    void **list = list_at, *grown = mem_room(*list, count, room, size);
    if (grown != NULL) *list = grown;
    return grown != NULL;
}

/* The number of the scene that the settings make. */
static enum scree_code find_scene(struct growing *g, struct suite_reader *reader, uint32_t *out)
{
    struct compare_suite *suite = g->suite;
    if (suite->claim_count > 0) {
        *out = suite->claims[suite->claim_count - 1].scene;
        if (same_scene(&suite->scenes[*out], &g->now)) return SCREE_OK;
    }
    if (g->now.terrain == NULL || g->now.surface == NULL)
        return suite_fail(reader, reader->at,
                          "what is this about? expected lines with terrain and surface before it");
    for (*out = 0; *out < suite->scene_count; ++*out)
        if (same_scene(&suite->scenes[*out], &g->now)) return SCREE_OK;
    if (suite->scene_count == COMPARE_MAX_SCENES)
        return suite_fail(reader, reader->at,
                          "expected at most %d different combinations of settings: split the file",
                          COMPARE_MAX_SCENES);
    if (!make_room(&suite->scenes, &g->scene_room, suite->scene_count, sizeof *suite->scenes))
        return err_no_memory(reader->err);
    suite->scenes[suite->scene_count] = g->now;
    suite->scenes[suite->scene_count++].line = reader->line;
    return SCREE_OK;
}

static enum scree_code read_name(struct suite_reader *reader, const char **name)
{
    const size_t first = reader->at;
    size_t end = first;
    while (end < reader->size && suite_is_word(reader->text[end])) end++;
    *name = NULL;
    if (end == first || end >= reader->size || reader->text[end] != ':') return SCREE_OK;
    *name = suite_keep(reader, reader->text + first, end - first);
    if (*name == NULL) return SCREE_NO_MEMORY;
    reader->at = end + 1;
    return SCREE_OK;
}

static enum scree_code read_claim(struct growing *g, struct suite_reader *reader, const char *name,
                                  size_t name_from)
{
    struct compare_suite *suite = g->suite;
    if (!make_room(&suite->claims, &g->claim_room, suite->claim_count, sizeof *suite->claims))
        return err_no_memory(reader->err);
    struct compare_claim *claim = &suite->claims[suite->claim_count];
    suite_blanks(reader);
    const size_t first = reader->at;
    *claim = (struct compare_claim){.name = name,
                                    .name_from = name_from,
                                    .line = reader->line,
                                    .column = suite_column(reader, first)};
    RETURN_IF_ERR(suite_read_claim(reader, claim));
    size_t end = reader->at;
    while (suite_is_blank(reader, end - 1)) end--;
    if (!suite_blanks(reader))
        return suite_fail(reader, reader->at, "expected the end of the line");
    claim->text = suite_keep(reader, reader->text + first, end - first);
    if (claim->text == NULL) return SCREE_NO_MEMORY;
    reader->at = first;
    RETURN_IF_ERR(find_scene(g, reader, &claim->scene));
    suite->claim_count++;
    return SCREE_OK;
}

/* Paths and names go to messages, reports and the system: none holds a control character. */
static enum scree_code check_characters(struct suite_reader *reader)
{
    for (size_t at = reader->at; !suite_is_line_end(reader, at); at++) {
        const unsigned char c = (unsigned char)reader->text[at];
        if ((c >= 0x20 && c != 0x7f) || c == '\t') continue;
        return err_set(reader->err, SCREE_MALFORMED,
                       "line %u, column %u: expected text, found the control character %u",
                       (unsigned)reader->line, (unsigned)suite_column(reader, at), (unsigned)c);
    }
    return SCREE_OK;
}

static enum scree_code read_line(struct growing *g, struct suite_reader *reader)
{
    const char *name = NULL;
    bool setting = false;
    RETURN_IF_ERR(check_characters(reader));
    while (suite_is_blank(reader, reader->at)) reader->at++;
    reader->line_text = reader->at;
    if (suite_blanks(reader)) return SCREE_OK;
    const size_t first = reader->at;
    RETURN_IF_ERR(read_name(reader, &name));
    if (name == NULL) RETURN_IF_ERR(read_setting(reader, &g->now, &setting));
    if (!setting) return read_claim(g, reader, name, first);
    if (suite_blanks(reader)) return SCREE_OK;
    return suite_fail(reader, reader->at, "expected the end of the line");
}

static enum scree_code read_lines(struct compare_suite *suite, struct suite_reader *reader)
{
    struct growing g = {.suite = suite, .now = {.depth = UINT32_MAX, .relief = RENDER_RELIEF}};
    while (reader->at < reader->size) {
        reader->line_start = reader->at;
        RETURN_IF_ERR(read_line(&g, reader));
        while (reader->at < reader->size && reader->text[reader->at] != '\n') reader->at++;
        reader->at++;
        reader->line++;
    }
    return SCREE_OK;
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
static enum scree_code check_names(const struct compare_suite *suite, struct suite_reader *reader)
{
    const struct compare_claim **named = mem_alloc(suite->claim_count, sizeof(void *));
    if (named == NULL) return err_no_memory(reader->err);
    size_t count = 0;
    for (size_t i = 0; i < suite->claim_count; i++)
        if (suite->claims[i].name != NULL) named[count++] = &suite->claims[i];
    const struct compare_claim *earlier = NULL;
    const struct compare_claim *const claim = find_repeated(&earlier, named, count);
    mem_free(named);
    if (claim == NULL) return SCREE_OK;
    size_t start = claim->name_from;
    while (start > 0 && reader->text[start - 1] != '\n') start--;
    reader->line = claim->line;
    reader->line_start = start;
    reader->line_text = claim->name_from;
    return suite_fail(reader, claim->name_from, "expected another name: line %u has this one",
                      (unsigned)earlier->line);
}

enum scree_code compare_suite_read(struct compare_suite **out, const char *text, size_t size,
                                   struct scree_error *err)
{
    *out = NULL;
    struct compare_suite *suite;
    RETURN_IF_ERR(MEM_NEED(&suite, 1, sizeof *suite, err));
    struct scree_error later = SCREE_ERROR_INIT;
    struct suite_reader reader = {
        .text = text, .size = size, .line = 1, .arena = &suite->arena, .err = &later};
    reader.at = reader.line_start = bytes_text_mark(text, size);
    const enum scree_code lines = read_lines(suite, &reader);
    /* A repeated name is before the line that cannot be read. */
    reader.err = err;
    enum scree_code code = check_names(suite, &reader);
    if (code == SCREE_OK && lines != SCREE_OK)
        code = err_set_at(err, lines, later.offset, "%s", later.text);
    if (code != SCREE_OK) {
        compare_suite_free(suite);
        return code;
    }
    *out = suite;
    return SCREE_OK;
}

void compare_suite_free(struct compare_suite *suite)
{
    if (suite == NULL) return;
    mem_free(suite->scenes);
    mem_free(suite->claims);
    mem_arena_free(&suite->arena);
    mem_free(suite);
}
