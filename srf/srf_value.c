/* A layer's value as people write it: of a kept text as it stands there. */
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "srf/srf_field.h"
#include "srf/srf_json.h"
#include "srf/srf_source.h"

/* The value at a path within a layer of the text; SRF_NO_NODE if it does not stand there. */
static size_t find_value(const struct srf_editor *editor, uint32_t index, const char *path)
{
    size_t node = srf_editor_layer(editor, index);
    for (const char *at = path; node != SRF_NO_NODE && at[0] != '\0';) {
        char key[SRF_FIELD_NAME_SIZE];
        const size_t length = strcspn(at, ".");
        snprintf(key, sizeof key, "%.*s", (int)length, at);
        size_t next = srf_editor_member(editor, node, key);
        if (next == SRF_NO_NODE && strcmp(path, "colour") == 0)
            next = srf_editor_member(editor, node, "color");
        node = next;
        at += length + (at[length] == '.');
    }
    return node;
}

/* Without quotes, brackets and blanks. */
static void put_value(struct grow *to, const struct srf_editor *editor, size_t node)
{
    const struct srf_node *at = &editor->nodes[node];
    const char *text = editor->text.text + at->begin;
    if (text[0] == '[') {
        for (size_t child = at->first; child != SRF_NO_NODE; child = editor->nodes[child].next) {
            if (child != at->first) grow_text(to, ",");
            put_value(to, editor, child);
        }
    } else if (text[0] == '{') {
        const size_t slider = srf_editor_member(editor, node, "slider");
        if (slider != SRF_NO_NODE) put_value(to, editor, slider);
        grow_text(to, slider != SRF_NO_NODE ? "slider" : "{}");
    } else if (text[0] == '"') {
        json_t *decoded = json_loadb(text, at->end - at->begin, JSON_DECODE_ANY, NULL);
        if (json_is_string(decoded)) grow_text(to, json_string_value(decoded));
        json_decref(decoded);
    } else {
        grow_put(to, text, at->end - at->begin);
    }
}

/* As the text has it, with its unit; false if it does not stand there. */
static bool put_written(struct grow *to, const struct srf_map *map, uint32_t index,
                        const char *name, const struct srf_field *field)
{
    struct srf_editor editor;
    char path[SRF_FIELD_NAME_SIZE + 8], beside[SRF_FIELD_NAME_SIZE + 8];
    snprintf(path, sizeof path, "%s%s", name, field->on_row != NULL ? ".at" : "");
    srf_editor_open(&editor, map->source->text, map->source->size);
    const size_t node = find_value(&editor, index, path);
    if (node != SRF_NO_NODE) put_value(to, &editor, node);
    if (node != SRF_NO_NODE && field->row->measure != SRF_MEASURE_NONE &&
        !srf_editor_is(&editor, node, '{')) {
        const char *dot = strrchr(path, '.');
        snprintf(beside, sizeof beside, "%.*s.unit", (int)(dot - path), path);
        const size_t unit = find_value(&editor, index, beside);
        grow_text(to, " ");
        if (unit != SRF_NO_NODE) put_value(to, &editor, unit);
    }
    srf_editor_close(&editor);
    return node != SRF_NO_NODE;
}

static void put_number(struct grow *to, const struct srf_field *field, double value)
{
    const struct srf_row *row = field->row;
    struct srf_json json = {.flat = 1};
    if (row->flag && (value == 0.0 || value == 1.0)) {
        grow_text(to, value > 0 ? "on" : "off");
        return;
    }
    if (value - value != 0.0) { /* no finite number */
        grow_text(to, "?");
        return;
    }
    if (row->kind == SRF_KIND_F32)
        srf_json_float(&json, NULL, (float)value);
    else
        srf_json_integer(&json, NULL, (int64_t)value);
    grow_put(to, json.grow.text, json.grow.size);
    to->failed = to->failed || json.grow.failed;
    grow_free(&json.grow);
    if (row->measure != SRF_MEASURE_NONE)
        grow_text(to, row->measure == SRF_MEASURE_SLOPE ? " gradient" : " tu");
}

enum scree_code srf_field_value(struct scree_bytes *out, const struct srf_map *map, uint32_t index,
                                const char *name, struct scree_error *err)
{
    *out = (struct scree_bytes){NULL, 0};
    struct srf_field field;
    struct grow text = {0};
    double values[SRF_FIELD_NUMBERS];
    size_t count = 0;
    if (index >= map->layer_count || !srf_field_find(&field, name))
        return err_set(err, SCREE_BAD_ARGUMENT, "%.40s: there is no such %s", name,
                       index < map->layer_count ? "field" : "layer");
    if (strcmp(name, "color") == 0) name = "colour";
    if (field.row->kind == SRF_KIND_TEXT) {
        if (field.row->given == SRF_NAME)
            grow_text(&text, map->layers[index]->name);
        else if (field.row->own)
            grow_text(&text, *srf_table_text(map->layers[index], field.row));
        else if (map->source != NULL)
            put_written(&text, map, index, name, &field);
        return grow_take(out, &text, err);
    }
    RETURN_IF_ERR(srf_get_numbers(values, &count, map, index, name, err));
    if (field.on_row != NULL && values[1] < 0.5)
        grow_text(&text, "off");
    else if (map->source == NULL || field.row->flag ||
             !put_written(&text, map, index, name, &field))
        for (size_t i = 0; i < (field.on_row != NULL ? 1 : count); i++) {
            if (i > 0) grow_text(&text, ",");
            put_number(&text, &field, values[i]);
        }
    return grow_take(out, &text, err);
}
