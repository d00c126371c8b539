/* scree set: values and layers of a surface map. */
#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int set_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    static const char example[] = "scree set island.srf Grass.coverage=0.4 -o new.srf";
    const struct args_set *args = values;
    (void)operands;
    if (args->changes.count == 0 && !args->has_seed && args->add == NULL && args->copy == NULL &&
        args->move == NULL && args->remove == NULL)
        return fail_usage(
            error, "no change given: write LAYER.FIELD=VALUE, --add NAME or --seed N, e.g. %s",
            example);
    return SCREE_OK;
}

#define LINE_SIZE 400

/* What was changed is said once it is written. */
struct setting {
    const struct args_set *args;
    struct scree_surface *surface;
    struct scree_terrain *scale;
    struct scree_sink *sink;
    json_t *lines; /* a sentence for each change */
};

/* ---- layers ---- */

static struct scree_layer layer_at(const struct setting *s, uint32_t index)
{
    struct scree_layer layer = {.size = sizeof layer};
    if (scree_surface_layer(s->surface, index, &layer, NULL) != SCREE_OK) layer.name = "";
    return layer;
}

/* The number of a layer's older siblings. */
static uint32_t place_of(const struct setting *s, uint32_t index)
{
    const uint32_t parent = layer_at(s, index).parent;
    uint32_t place = 0;
    for (uint32_t i = 0; i < index; i++) place += layer_at(s, i).parent == parent;
    return place;
}

struct place {
    uint32_t parent, place;
    char words[LINE_SIZE / 2];
};

static int find_place(struct place *out, const struct setting *s, struct scree_error *error)
{
    const struct args_set *args = s->args;
    const char *beside = args->after != NULL ? args->after : args->before;
    *out = (struct place){.place = UINT32_MAX};
    uint32_t index = 0;
    if (beside == NULL) {
        if (args->into != NULL)
            RETURN_IF_FAILED(scree_surface_find_one(s->surface, args->into, &index, error));
        out->parent = index;
        snprintf(out->words, sizeof out->words, "as the last on #%u %.120s", (unsigned)index,
                 layer_at(s, index).name);
        return SCREE_OK;
    }
    RETURN_IF_FAILED(scree_surface_find_one(s->surface, beside, &index, error));
    if (layer_at(s, index).parent == SCREE_NO_LAYER)
        return fail_usage(error, "'%.60s' is the root layer, which has no siblings; use --into",
                          beside);
    out->parent = layer_at(s, index).parent;
    out->place = place_of(s, index) + (args->after != NULL);
    snprintf(out->words, sizeof out->words, "right %s #%u %.120s",
             args->after != NULL ? "after" : "before", (unsigned)index, layer_at(s, index).name);
    return SCREE_OK;
}

/* A copy of `size` layers stands right behind layer `index`: what is behind both moves on. */
static void shift(struct place *place, const struct setting *s, uint32_t index, uint32_t size)
{
    if (place->parent >= index + size)
        place->parent += size;
    else if (place->parent == layer_at(s, index).parent && place->place != UINT32_MAX &&
             place_of(s, index) < place->place)
        place->place++;
}

static int move(struct setting *s, uint32_t *index, const struct place *place,
                struct scree_error *error)
{
    uint32_t to = place->place;
    /* Its own place becomes free first. */
    if (layer_at(s, *index).parent == place->parent && place_of(s, *index) < to && to != UINT32_MAX)
        to--;
    return scree_surface_move(s->surface, *index, place->parent, to, index, error);
}

/* Adds a line; name is what a layer was called. */
static void note_layer(struct setting *s, uint32_t index, const char *name, const char *what)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "#%u %.120s: %s", (unsigned)index, name, what);
    json_array_append_new(s->lines, result_text(line));
}

static int arrange(struct setting *s, struct scree_error *error)
{
    const struct args_set *args = s->args;
    const char *named = args->copy != NULL   ? args->copy
                        : args->move != NULL ? args->move
                                             : args->remove;
    struct place place;
    uint32_t index = 0;
    char name[128], words[LINE_SIZE / 2 + 32];
    if (args->add == NULL && named == NULL) return SCREE_OK;
    RETURN_IF_FAILED(find_place(&place, s, error));
    if (args->add != NULL && args->add[0] == '\0')
        return fail_usage(error, "--add: the layer has no name; write one, as in --add Gravel");
    if (args->add != NULL) {
        RETURN_IF_FAILED(
            scree_surface_add(s->surface, place.parent, place.place, args->add, &index, error));
        snprintf(words, sizeof words, "added, %s", place.words);
        note_layer(s, index, args->add, words);
        return SCREE_OK;
    }
    RETURN_IF_FAILED(scree_surface_find_one(s->surface, named, &index, error));
    snprintf(name, sizeof name, "%.120s", layer_at(s, index).name);
    const uint32_t old = index, before = scree_surface_layers(s->surface);
    if (args->remove != NULL) {
        RETURN_IF_FAILED(scree_surface_remove(s->surface, index, error));
        const uint32_t on_it = before - scree_surface_layers(s->surface) - 1;
        snprintf(words, sizeof words, on_it == 0 ? "removed" : "removed, with %u layer%s on it",
                 (unsigned)on_it, on_it == 1 ? "" : "s");
        note_layer(s, old, name, words);
        return SCREE_OK;
    }
    if (args->copy != NULL) {
        RETURN_IF_FAILED(scree_surface_duplicate(s->surface, index, &index, error));
        shift(&place, s, old, scree_surface_layers(s->surface) - before);
    }
    const bool has_place = args->into != NULL || args->before != NULL || args->after != NULL;
    if (has_place) RETURN_IF_FAILED(move(s, &index, &place, error));
    snprintf(words, sizeof words, "%s%s%s, now #%u", args->copy != NULL ? "copied" : "moved",
             has_place ? " " : "", has_place ? place.words : "", (unsigned)index);
    note_layer(s, old, name, words);
    return SCREE_OK;
}

/* ---- values ---- */

static int change_value(struct setting *s, const char *text, struct scree_error *error)
{
    struct scree_bytes old = {NULL, 0}, new = {NULL, 0};
    char field[SCREE_FIELD_NAME_SIZE], name[128];
    uint32_t index;
    RETURN_IF_FAILED(scree_surface_parse(s->surface, text, &index, field, error));
    snprintf(name, sizeof name, "%.120s", layer_at(s, index).name);
    RETURN_IF_FAILED(scree_surface_value(s->surface, index, field, &old, error));
    int code = scree_surface_change(s->surface, text, s->scale, error);
    if (code == SCREE_OK) code = scree_surface_value(s->surface, index, field, &new, error);
    if (code == SCREE_OK) {
        char words[LINE_SIZE / 2 + 32];
        snprintf(words, sizeof words, "%s %.80s -> %.80s", field, (const char *)old.data,
                 (const char *)new.data);
        note_layer(s, index, name, words);
    }
    scree_bytes_free(&old);
    scree_bytes_free(&new);
    return code;
}

static int change(struct setting *s, struct scree_error *error)
{
    const struct args_set *args = s->args;
    RETURN_IF_FAILED(arrange(s, error));
    if (args->has_seed) {
        RETURN_IF_FAILED(scree_surface_reroll(s->surface, args->seed, error));
        json_array_append_new(
            s->lines,
            json_sprintf("all layers: patterns of the noise from seed %u", (unsigned)args->seed));
    }
    for (size_t i = 0; i < args->changes.count; i++)
        RETURN_IF_FAILED(change_value(s, args->changes.words[i], error));
    return SCREE_OK;
}

/* A new map of the changed one: nothing is written that could not be read, and warnings are those
 * of the new values. */
static int read_again(struct scree_surface **surface, const char *name, struct scree_error *error)
{
    struct scree_bytes bytes = {NULL, 0};
    if (scree_surface_form(*surface) == SCREE_SURFACE_TEXT) return SCREE_OK; /* it was */
    RETURN_IF_FAILED(scree_surface_write(&bytes, *surface, scree_surface_form(*surface), error));
    scree_surface_free(*surface);
    const int code =
        scree_surface_read(surface, scree_memory(bytes.data, bytes.size, name), NULL, NULL, error);
    scree_bytes_free(&bytes);
    return code;
}

/* What cannot be drawn was so before, as no change makes it so; it may be what the next change is
 * for. */
static int judge(struct scree_surface *surface, const char *name, struct say *say,
                 struct scree_error *error)
{
    struct scree_error found = say_no_error();
    const int code = scree_surface_check(surface, &say->work, &found);
    if (code == SCREE_MALFORMED)
        say_warning(say, "%s: cannot be drawn: %s", name, found.text);
    else if (code != SCREE_OK)
        *error = found;
    return code == SCREE_MALFORMED ? SCREE_OK : code;
}

static int run(struct setting *s, struct say *say, struct scree_error *error)
{
    const struct args_set *args = s->args;
    const char *const inputs[] = {args->terrain};
    RETURN_IF_FAILED(open_output(&s->sink, args->output, args->force, inputs, 1, error));
    RETURN_IF_FAILED(open_scale(&s->scale, args->terrain, &args->ground, say, error));
    RETURN_IF_FAILED(
        scree_surface_read(&s->surface, scree_file(args->surface), s->scale, &say->work, error));
    RETURN_IF_FAILED(change(s, error));
    RETURN_IF_FAILED(read_again(&s->surface, args->output, error));
    RETURN_IF_FAILED(judge(s->surface, args->output, say, error));
    return scree_surface_save(s->surface, scree_surface_form_of_name(args->output), s->sink, NULL,
                              &say->work, error);
}

int set_run(const void *values, struct say *say, struct scree_error *error)
{
    struct setting s = {.args = values, .lines = json_array()};
    const json_t *line;
    size_t i;
    int code = run(&s, say, error);
    code = open_close(s.sink, code, say, error);
    if (code == SCREE_OK && s.args->json)
        code = result_print_written("set", s.args->output, json_pack("{s:O}", "changes", s.lines),
                                    say, error);
    json_array_foreach(s.lines, i, line) if (code == SCREE_OK)
        say_line(say, "%s", json_string_value(line));
    json_decref(s.lines);
    scree_surface_free(s.surface);
    scree_terrain_free(s.scale);
    return code;
}
