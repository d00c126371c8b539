/* Inputs of documents, made by hand, and looks into what they say. */
#ifndef TESTS_UNIT_REPORT_MADE_H
#define TESTS_UNIT_REPORT_MADE_H

#include "tests/fixture.h"

#include <jansson.h>

#include "inputs/inputs.h"
#include "report/report.h"

/* Everything a name can do to a terminal, to XML, to JSON and to a build server's log. */
#define HOSTILE "::a \"b\" <c>&'d'\\#e\033[31m\xff]]>%0A,##[f]"

/* What the caller of a job calls options. */
static inline const char *made_option(const char *member, size_t length)
{
    if (length == 5 && memcmp(member, "level", 5) == 0) return "LEVEL-OPTION";
    if (length == 2 && memcmp(member, "at", 2) == 0) return "AT-OPTION";
    return length == 6 && memcmp(member, "cell_m", 6) == 0 ? "CELL-OPTION METRES" : NULL;
}

struct made_pair {
    struct inputs pair;
    struct fixture_map f;
};

/* Hills and a map of nine layers. The struct must stay where it is; made_pair_free() frees. */
static inline void made_pair(struct made_pair *made, const char *terrain, const char *surface)
{
    memset(made, 0, sizeof *made);
    struct inputs *pair = &made->pair;
    pair->field = fixture_field(17, 13, 0.001);
    fixture_hills(pair->field, 5);
    fixture_map_rich(&made->f);
    pair->map = &made->f.map;
    pair->terrain_file.path = pair->terrain_file.base = terrain;
    pair->surface_file.path = pair->surface_file.base = surface;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(ter_measure(&pair->ranges, pair->field, 1, NULL, &err), &err);
}

static inline void made_pair_free(struct made_pair *made)
{
    ter_free(made->pair.field);
}

/* ---- documents ---- */

/* Parses and frees a document; the caller frees the result with json_decref(). */
static inline json_t *made_json(struct scree_bytes *document)
{
    json_error_t error;
    json_t *json = json_loadb((const char *)document->data, document->size, 0, &error);
    if (json == NULL) fail_msg("line %d: %s", error.line, error.text);
    assert_int_equal(document->data[document->size - 1], '\n');
    file_bytes_free(document);
    return json;
}

/* A value by the path of its members and indices: "findings/0/layer". */
static inline const json_t *made_at(const json_t *json, const char *path)
{
    char word[64];
    for (const char *c = path; json != NULL && *c != '\0';) {
        const size_t length = strcspn(c, "/");
        assert_true(length < sizeof word);
        memcpy(word, c, length);
        word[length] = '\0';
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(word))
                                   : json_object_get(json, word);
        c += length + (c[length] == '/');
    }
    if (json == NULL) fail_msg("%s is not there", path);
    return json;
}

static inline const char *made_text_at(const json_t *json, const char *path)
{
    const char *text = json_string_value(made_at(json, path));
    if (text == NULL) fail_msg("%s is no text", path);
    return text;
}

static inline double made_number_at(const json_t *json, const char *path)
{
    const json_t *value = made_at(json, path);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

/* Whether a text document holds the line. */
static inline bool made_has_line(const struct scree_bytes *document, const char *line)
{
    const size_t length = strlen(line);
    const char *text = (const char *)document->data;
    for (const char *at = text; (at = strstr(at, line)) != NULL; at++)
        if ((at == text || at[-1] == '\n') && at[length] == '\n') return true;
    return false;
}

/* No byte of it can steer a terminal. */
static inline void made_is_plain(const struct scree_bytes *document)
{
    for (size_t i = 0; i < document->size; i++) {
        const uint8_t c = document->data[i];
        assert_true(c == '\n' || (c >= ' ' && c != 0x7f && c != 0xff));
    }
}

#endif
