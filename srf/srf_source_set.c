/* Values changed in a text. A value is first put into the layer's chunks, in a copy: what is refused
 * there is refused here, and the copy knows the number that the text is to mean. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/mem.h"
#include "srf/srf_field.h"
#include "srf/srf_json.h"
#include "srf/srf_source.h"
#include "srf/srf_text.h"

struct setting {
    struct srf_editor editor;
    uint32_t index;
    struct srf_field field;
    const char *name;
    struct srf_scale scale;
    double numbers[SRF_FIELD_NUMBERS]; /* what the value means, in the file's units */
    struct srf_unit_limit limit;       /* of a fuzziness */
    struct scree_error *err;
};

/* ---- where a value stands ---- */

struct step {
    char key[24];
};
#define MAX_STEPS 3

/* "altitude.max.at" as three keys; that of a limit and its switch together is its object's. */
static size_t split(struct step steps[MAX_STEPS], const char *name)
{
    size_t count = 0;
    while (count < MAX_STEPS) {
        const size_t length = strcspn(name, ".");
        snprintf(steps[count++].key, sizeof steps[0].key, "%.*s", (int)length, name);
        if (name[length] == '\0') break;
        name += length + 1;
    }
    return count;
}

static size_t layer_of(const struct setting *s)
{
    return srf_editor_layer(&s->editor, s->index);
}

/* As far as the steps lead from the layer: the node there, and how many were gone. */
static size_t walk(const struct setting *s, const struct step *steps, size_t count, size_t *gone)
{
    size_t node = layer_of(s);
    for (*gone = 0; *gone < count; ++*gone) {
        size_t next = srf_editor_member(&s->editor, node, steps[*gone].key);
        if (next == SRF_NO_NODE && *gone == 0 && strcmp(steps[0].key, "colour") == 0)
            next = srf_editor_member(&s->editor, node, "color");
        if (next == SRF_NO_NODE) break;
        node = next;
    }
    return node;
}

/* srf_editor_replace() puts a value in place of a node's. */
static void srf_editor_replace(struct srf_editor *editor, size_t node, const char *value)
{
    if (node == SRF_NO_NODE || editor->text.failed) return;
    const struct srf_node at = editor->nodes[node];
    grow_replace(&editor->text, at.begin, at.end - at.begin, value, strlen(value));
    srf_editor_number(editor);
}

/* Puts a value where the steps lead, with the objects around it that are not there. */
static void put(struct setting *s, const struct step *steps, size_t count, const char *value)
{
    size_t gone;
    const size_t node = walk(s, steps, count, &gone);
    if (gone == count) {
        srf_editor_replace(&s->editor, node, value);
        return;
    }
    struct grow text = {0};
    for (size_t i = gone + 1; i < count; i++) grow_print(&text, "{\"%s\": ", steps[i].key);
    grow_text(&text, value);
    for (size_t i = gone + 1; i < count; i++) grow_text(&text, "}");
    grow_put(&text, "", 1);
    if (!text.failed) srf_editor_insert(&s->editor, node, steps[gone].key, text.text);
    s->editor.text.failed = s->editor.text.failed || text.failed;
    grow_free(&text);
}

/* ---- numbers as text ---- */

#define NUMBER_SIZE 352 /* of the largest with all its digits */

/* Decimals of the C library stand in the user's language. */
static void make_plain(char *text)
{
    char *to = text;
    for (const char *c = text; *c != '\0'; c++)
        if (strchr("+-0123456789eE", *c) != NULL)
            *to++ = *c;
        else if (to > text && to[-1] != '.')
            *to++ = '.';
    *to = '\0';
}

static bool srf_field_is_fuzziness(const struct srf_field *field)
{
    const char *last = strrchr(field->row->key, '.');
    return field->side >= 0 && last != NULL && strcmp(last, ".fuzziness") == 0;
}

/* A number in a unit and back, in the file's: what the reader will make of it. */
static bool means(const struct setting *s, enum srf_unit unit, double number, double wanted)
{
    const enum srf_measure measure = s->field.row->measure;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (measure != SRF_MEASURE_NONE) {
        const enum scree_code code =
            srf_field_is_fuzziness(&s->field)
                ? srf_unit_width(&number, measure, unit, &s->scale, s->limit.at, s->limit.side,
                                 &ignored)
                : srf_unit_value(&number, measure, unit, &s->scale, &ignored);
        if (code != SCREE_OK) return false;
    }
    return (float)number == (float)wanted;
}

/* The fewest decimals that the reader takes for `wanted`; all digits where none do. */
static void write_number(const struct setting *s, char out[NUMBER_SIZE], enum srf_unit unit,
                         double number, double wanted)
{
    for (int decimals = 0; decimals <= 15 && fabs(number) < 1e15; decimals++) {
        snprintf(out, NUMBER_SIZE, "%.*f", decimals, number);
        const double back = strtod(out, NULL);
        make_plain(out);
        if (means(s, unit, back, wanted)) return;
    }
    snprintf(out, NUMBER_SIZE, "%.17g", number);
    make_plain(out);
}

/* The terrain that would convert the value is not known. */
static enum scree_code fail_unknown(const struct setting *s, enum srf_unit unit)
{
    const char *name = srf_unit_name(s->field.row->measure, unit);
    return err_set(
        s->err, SCREE_BAD_ARGUMENT,
        "%s: the text has it in %s; give the value in %s, or the {terrain} to convert it", s->name,
        name, name);
}

/* Number i, in a unit. */
static enum scree_code express(const struct setting *s, char out[NUMBER_SIZE], enum srf_unit unit,
                               size_t i)
{
    const struct srf_row *row = s->field.row;
    double number = s->numbers[i];
    if (row->measure != SRF_MEASURE_NONE) {
        struct scree_error found = SCREE_ERROR_INIT;
        const struct srf_unit_limit *limit = srf_field_is_fuzziness(&s->field) ? &s->limit : NULL;
        const enum scree_code code =
            srf_unit_express(&number, row->measure, unit, &s->scale, limit, &found);
        if (code == SCREE_BAD_ARGUMENT) return fail_unknown(s, unit);
        if (code != SCREE_OK) return err_set(s->err, code, "%s", found.text);
    }
    write_number(s, out, unit, number, s->numbers[i]);
    return SCREE_OK;
}

/* ---- kinds of values ---- */

/* A number with its unit, at steps[0 .. count); written is as the user wrote it, or NULL. */
static enum scree_code set_measured(struct setting *s, const struct step *steps, size_t count,
                                    const char *written, enum srf_unit unit)
{
    const enum srf_measure measure = s->field.row->measure;
    char number[NUMBER_SIZE];
    struct step beside[MAX_STEPS];
    memcpy(beside, steps, sizeof beside);
    snprintf(beside[count - 1].key, sizeof beside[0].key, "unit");
    size_t gone;
    const size_t node = walk(s, beside, count, &gone);
    enum srf_unit kept = SRF_UNIT_MISSING;
    if (gone == count) {
        char name[16] = "";
        const struct srf_node *at = &s->editor.nodes[node];
        const size_t length = at->end - at->begin - 2;
        json_t *decoded =
            json_loadb(s->editor.text.text + at->begin, length + 2, JSON_DECODE_ANY, NULL);
        if (decoded == NULL) return err_no_memory(s->err);
        if (json_is_string(decoded)) snprintf(name, sizeof name, "%s", json_string_value(decoded));
        json_decref(decoded);
        kept = srf_unit_find(measure, name);
    }
    const enum srf_unit to = kept != SRF_UNIT_MISSING ? kept : unit;
    if (written != NULL && to == unit)
        snprintf(number, sizeof number, "%s", written);
    else if (!srf_unit_known(measure, unit, &s->scale))
        return fail_unknown(s, to);
    else
        RETURN_IF_ERR(express(s, number, to, 0));
    put(s, steps, count, number);
    if (kept != SRF_UNIT_MISSING) return SCREE_OK;
    char text[24];
    snprintf(text, sizeof text, "\"%s\"", srf_unit_name(measure, unit));
    put(s, beside, count, text);
    return SCREE_OK;
}

/* {"slider": 30} */
static void set_slider(struct setting *s, const struct step *steps, size_t count,
                       const char *written)
{
    size_t gone;
    const size_t node = walk(s, steps, count, &gone);
    const size_t slider =
        gone == count ? srf_editor_member(&s->editor, node, "slider") : SRF_NO_NODE;
    char text[NUMBER_SIZE];
    if (slider != SRF_NO_NODE) {
        srf_editor_replace(&s->editor, slider, written);
        return;
    }
    snprintf(text, sizeof text, "{\"slider\": %.64s}", written);
    put(s, steps, count, text);
}

/* Only the numbers that change; a whole list where there is none. written is separated by commas;
 * of whole numbers, which the text has without a point, only what it means counts. */
static enum scree_code set_list(struct setting *s, const struct step *steps, size_t count,
                                const char *written)
{
    const struct srf_row *row = s->field.row;
    char numbers[SRF_FIELD_NUMBERS][NUMBER_SIZE];
    struct grow text = {0};
    for (size_t i = 0; i < row->count; i++) {
        if (written != NULL && row->kind == SRF_KIND_F32) {
            written += strspn(written, ", ");
            const size_t length = strcspn(written, ", ");
            snprintf(numbers[i], NUMBER_SIZE, "%.*s", (int)length, written);
            written += length;
        } else {
            RETURN_IF_ERR(express(s, numbers[i], SRF_UNIT_MISSING, i));
        }
        grow_print(&text, "%s%s", i > 0 ? ", " : "[", numbers[i]);
    }
    grow_put(&text, "]", 2);
    size_t gone;
    size_t node = walk(s, steps, count, &gone);
    if (gone < count || !srf_editor_is(&s->editor, node, '[')) {
        if (!text.failed) put(s, steps, count, text.text);
        s->editor.text.failed = s->editor.text.failed || text.failed;
        grow_free(&text);
        return SCREE_OK;
    }
    grow_free(&text);
    for (uint32_t i = 0; i < row->count; i++) {
        const size_t child = srf_editor_child(&s->editor, walk(s, steps, count, &gone), i);
        if (child == SRF_NO_NODE) break;
        const struct srf_node *at = &s->editor.nodes[child];
        json_t *old =
            json_loadb(s->editor.text.text + at->begin, at->end - at->begin, JSON_DECODE_ANY, NULL);
        const bool same =
            json_is_number(old) && (float)json_number_value(old) == (float)s->numbers[i];
        json_decref(old);
        if (!same) srf_editor_replace(&s->editor, child, numbers[i]);
    }
    return SCREE_OK;
}

/* The switch of a limit. What is there is on unless it says otherwise, what is not there is off. */
static void set_switch(struct setting *s, const struct step *steps, bool on)
{
    struct step inner[MAX_STEPS];
    size_t gone;
    memcpy(inner, steps, 2 * sizeof *steps);
    snprintf(inner[2].key, sizeof inner[2].key, "on");
    walk(s, inner, MAX_STEPS, &gone);
    const bool is_there = gone >= 2, says = gone == MAX_STEPS;
    if (says || (is_there && !on) || (!is_there && on))
        put(s, inner, MAX_STEPS, on ? "true" : "false");
}

static bool has_limit(const struct setting *s, const struct step *steps)
{
    size_t gone;
    walk(s, steps, 2, &gone);
    return gone == 2;
}

/* After a number of a limit was put: one that was not there has only been given a value, and one
 * that is named without more is on. */
static void settle_switch(struct setting *s, const struct step *steps, bool on)
{
    if (s->field.side < 0) return;
    if (!on || s->field.on_row != NULL) set_switch(s, steps, on);
}

/* ---- from the user's words ---- */

static enum scree_code set_text(struct setting *s, const struct step *steps, size_t count,
                                const char *value)
{
    struct grow text = {0};
    if (s->field.row->list)
        srf_json_items(&text, value);
    else
        srf_json_quote(&text, value);
    grow_put(&text, "", 1);
    if (!text.failed) put(s, steps, count, text.text);
    s->editor.text.failed = s->editor.text.failed || text.failed;
    grow_free(&text);
    return SCREE_OK;
}

static enum scree_code set_words(struct setting *s, const char *value)
{
    struct step steps[MAX_STEPS] = {{""}};
    size_t count = split(steps, s->name);
    const struct srf_row *row = s->field.row;
    const int on = srf_field_switch(value);
    if (row->kind == SRF_KIND_TEXT) return set_text(s, steps, count, value);
    if (s->field.on_row != NULL && on < 0)
        snprintf(steps[count++].key, sizeof steps[0].key, "at");
    else if (s->field.on_row != NULL) {
        set_switch(s, steps, on != 0);
        return SCREE_OK;
    }
    if (row->flag && s->field.side >= 0 && on >= 0) {
        set_switch(s, steps, on);
        return SCREE_OK;
    }
    if (row->flag && on >= 0) {
        put(s, steps, count, on ? "true" : "false");
        return SCREE_OK;
    }
    if (value[0] == '#') { /* a list of numbers stays one, with the comments in it */
        size_t gone;
        const size_t node = walk(s, steps, count, &gone);
        const bool list = gone == count && srf_editor_is(&s->editor, node, '[');
        return list ? set_list(s, steps, count, NULL) : set_text(s, steps, count, value);
    }
    if (s->field.side < 0 && row->count > 1) return set_list(s, steps, count, value);
    struct srf_words words;
    srf_field_words(&words, row, value);
    const bool on_after = s->field.on_row != NULL || has_limit(s, steps);
    if (words.slider)
        set_slider(s, steps, count, words.number);
    else if (row->measure != SRF_MEASURE_NONE)
        RETURN_IF_ERR(set_measured(s, steps, count, words.number, words.unit));
    else if (words.percent || row->kind != SRF_KIND_F32) {
        char number[NUMBER_SIZE];
        RETURN_IF_ERR(express(s, number, SRF_UNIT_MISSING, 0));
        put(s, steps, count, number);
    } else {
        put(s, steps, count, words.number);
    }
    settle_switch(s, steps, on_after);
    return SCREE_OK;
}

static enum scree_code set_numbers(struct setting *s)
{
    struct step steps[MAX_STEPS] = {{""}};
    size_t count = split(steps, s->name);
    const struct srf_row *row = s->field.row;
    char number[NUMBER_SIZE];
    const bool on_after = s->field.on_row != NULL || has_limit(s, steps);
    if (s->field.on_row != NULL) snprintf(steps[count++].key, sizeof steps[0].key, "at");
    if (row->flag && (s->numbers[0] == 0.0 || s->numbers[0] == 1.0)) {
        if (s->field.side >= 0)
            set_switch(s, steps, s->numbers[0] > 0);
        else
            put(s, steps, count, s->numbers[0] > 0 ? "true" : "false");
        return SCREE_OK;
    }
    if (s->field.side < 0 && row->count > 1) return set_list(s, steps, count, NULL);
    if (row->measure != SRF_MEASURE_NONE) {
        const bool slope = row->measure == SRF_MEASURE_SLOPE;
        RETURN_IF_ERR(set_measured(s, steps, count, NULL, slope ? SRF_UNIT_GRADIENT : SRF_UNIT_TU));
        settle_switch(s, steps, on_after);
        return SCREE_OK;
    }
    RETURN_IF_ERR(express(s, number, SRF_UNIT_MISSING, 0));
    put(s, steps, count, number);
    return SCREE_OK;
}

/* ---- all of it ---- */

/* A copy of a map's chunks, without its text. */
static enum scree_code copy_chunks(struct srf_map **out, const struct srf_map *map,
                                   struct scree_error *err)
{
    const struct srf_limits most = {UINT64_MAX, UINT32_MAX, SRF_MAX_DEPTH, UINT32_MAX};
    struct scree_bytes bytes;
    *out = NULL;
    RETURN_IF_ERR(srf_write_memory(&bytes, map, err));
    const enum scree_code code = srf_read_memory(out, bytes.data, bytes.size, &most, err);
    file_bytes_free(&bytes);
    return code;
}

/* What a fuzziness is measured from. */
static enum scree_code find_limit(struct setting *s, const struct srf_map *map)
{
    if (!srf_field_is_fuzziness(&s->field)) return SCREE_OK;
    char at[SRF_FIELD_NAME_SIZE];
    double values[SRF_FIELD_NUMBERS];
    size_t count;
    snprintf(at, sizeof at, "%.*s.at", (int)(strrchr(s->name, '.') - s->name), s->name);
    RETURN_IF_ERR(srf_get_numbers(values, &count, map, s->index, at, s->err));
    s->limit = (struct srf_unit_limit){values[0], s->field.side};
    return SCREE_OK;
}

/* value NULL: numbers. */
static enum scree_code change(struct srf_map *map, struct setting *s, const char *value,
                              const double *numbers, size_t count)
{
    struct srf_map *copy = NULL;
    enum scree_code code;
    const bool is_name = value != NULL && s->field.row != NULL && s->field.row->given == SRF_NAME;
    if (!is_name) {
        FAIL_IF_ERR(code, copy_chunks(&copy, map, s->err));
        FAIL_IF_ERR(code, value != NULL
                              ? srf_set_field(copy, s->index, s->name, value, &s->scale, s->err)
                              : srf_set_numbers(copy, s->index, s->name, numbers, count, s->err));
        size_t got;
        if (s->field.row->kind != SRF_KIND_TEXT)
            FAIL_IF_ERR(code, srf_get_numbers(s->numbers, &got, copy, s->index, s->name, s->err));
        FAIL_IF_ERR(code, find_limit(s, copy));
    }
    srf_editor_open(&s->editor, map->source->text, map->source->size);
    FAIL_IF_ERR(code, value != NULL ? set_words(s, value) : set_numbers(s));
    code = s->editor.text.failed ? err_no_memory(s->err)
                                 : srf_source_take(map, &s->editor.text, &s->scale, s->err);

fail:
    srf_editor_close(&s->editor);
    srf_free(copy);
    return code;
}

static enum scree_code start(struct setting *s, const struct srf_map *map, uint32_t index,
                             const char *field, const struct srf_scale *scale,
                             struct scree_error *err)
{
    *s = (struct setting){.index = index, .name = field, .err = err};
    s->scale = srf_source_scale(map, scale);
    if (strcmp(field, "color") == 0) s->name = "colour";
    if (index >= map->layer_count || !srf_field_find(&s->field, s->name))
        return err_set(err, SCREE_BAD_ARGUMENT, "%.40s: there is no such %s", field,
                       index < map->layer_count ? "field" : "layer");
    return SCREE_OK;
}

enum scree_code srf_source_set(struct srf_map *map, uint32_t index, const char *field,
                               const char *value, const struct srf_scale *scale,
                               struct scree_error *err)
{
    struct setting s;
    RETURN_IF_ERR(start(&s, map, index, field, scale, err));
    if (s.field.row->kind != SRF_KIND_TEXT && strlen(value) >= SRF_WORDS_SIZE)
        return err_set(err, SCREE_BAD_ARGUMENT, "%.40s=%.40s...: write fewer digits", field, value);
    return change(map, &s, value, NULL, 0);
}

enum scree_code srf_source_set_numbers(struct srf_map *map, uint32_t index, const char *field,
                                       const double *values, size_t count, struct scree_error *err)
{
    struct setting s;
    RETURN_IF_ERR(start(&s, map, index, field, NULL, err));
    return change(map, &s, NULL, values, count);
}

enum scree_code srf_source_reroll(struct srf_map *map, uint64_t seed, struct scree_error *err)
{
    struct setting s = {.err = err, .name = "texture.origin"};
    s.scale = srf_source_scale(map, NULL);
    struct srf_map *copy = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, copy_chunks(&copy, map, err));
    FAIL_IF_ERR(code, srf_reroll(copy, seed, err));
    srf_editor_open(&s.editor, map->source->text, map->source->size);
    for (s.index = 0; s.index < map->layer_count; s.index++) {
        for (int bump = 0; bump < 2; bump++) {
            struct step steps[MAX_STEPS] = {{""}};
            size_t got, gone;
            s.name = bump ? "bump.texture.origin" : "texture.origin";
            const size_t count = split(steps, s.name);
            walk(&s, steps, count, &gone);
            if ((bump || s.index == 0) && gone < count) continue;
            if (!srf_field_find(&s.field, s.name)) continue;
            FAIL_IF_ERR(code, srf_get_numbers(s.numbers, &got, copy, s.index, s.name, err));
            FAIL_IF_ERR(code, set_list(&s, steps, count, NULL));
        }
    }
    code = s.editor.text.failed ? err_no_memory(err)
                                : srf_source_take(map, &s.editor.text, &s.scale, err);

fail:
    srf_editor_close(&s.editor);
    srf_free(copy);
    return code;
}
