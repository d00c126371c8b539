/* Changes as people write them: LAYER.FIELD=VALUE. */
#include "srf/srf.h"

#include <stdio.h>
#include <string.h>

#include "base/grow.h"
#include "base/mem.h"
#include "base/suggest.h"
#include "srf/srf_field.h"

struct change {
    char *layer; /* for mem_free() */
    char field[SRF_FIELD_NAME_SIZE];
    const char *value;
};

/* If text is "FIELD=...", with a field that there is. */
static bool read_field(struct change *change, const char *text)
{
    if (strncmp(text, "color=", 6) == 0) {
        memcpy(change->field, "colour", 7);
        change->value = text + 6;
        return true;
    }
    for (size_t i = 0; srf_field_name(change->field, sizeof change->field, i); i++) {
        const size_t length = strlen(change->field);
        if (strncmp(text, change->field, length) != 0 || text[length] != '=') continue;
        change->value = text + length + 1;
        return true;
    }
    return false;
}

/* Reads "layer" in quotes to out. Returns what stands behind, NULL if the quotes do not end. */
static const char *read_quoted(char *out, const char *text)
{
    const char *c = text + 1;
    for (; *c != '"'; c++) {
        if (*c == '\\' && (c[1] == '"' || c[1] == '\\')) c++;
        if (*c == '\0') return NULL;
        *out++ = *c;
    }
    *out = '\0';
    return c + 1;
}

/* The words that could have been meant as the field's name are those behind a dot; the one that
 * comes nearest to a field is the likeliest. */
static enum scree_code fail_field(const char *text, const char *from, struct scree_error *err)
{
    char word[48] = "", best_word[48] = "", best[SRF_FIELD_NAME_SIZE] = "";
    size_t distance = SIZE_MAX;
    const size_t end = strcspn(from, "=");
    if (from[end] == '\0' || memchr(from, '.', end) == NULL)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "'%.60s' is not a change; write LAYER.FIELD=VALUE, e.g. Grass.coverage=0.4",
                       text);
    for (const char *dot = from; (dot = memchr(dot, '.', (size_t)(from + end - dot))) != NULL;) {
        dot++;
        snprintf(word, sizeof word, "%.*s", (int)(from + end - dot), dot);
        if (best_word[0] == '\0') memcpy(best_word, word, sizeof word);
        char name[SRF_FIELD_NAME_SIZE];
        const size_t far = srf_field_nearest(name, word);
        if (far >= distance) continue;
        distance = far;
        memcpy(best, name, sizeof best);
        memcpy(best_word, word, sizeof best_word);
    }
    char hint[64] = "; docs/surface-text.md lists them";
    if (best[0] != '\0') snprintf(hint, sizeof hint, "; did you mean '%s'?", best);
    return err_set(err, SCREE_BAD_ARGUMENT, "'%.60s': there is no field '%s'%s", text, best_word,
                   hint);
}

static enum scree_code split(struct change *change, const char *text, struct scree_error *err)
{
    const size_t length = strlen(text);
    RETURN_IF_ERR(MEM_NEED(&change->layer, length + 1, 1, err));
    if (text[0] == '"') {
        const char *rest = read_quoted(change->layer, text);
        if (rest == NULL || rest[0] != '.')
            return err_set(err, SCREE_BAD_ARGUMENT,
                           "'%.60s': after the layer's name in quotes there must be a dot and a "
                           "field",
                           text);
        return read_field(change, rest + 1) ? SCREE_OK : fail_field(text, rest, err);
    }
    for (const char *dot = text; (dot = strchr(dot, '.')) != NULL; dot++) {
        if (!read_field(change, dot + 1)) continue;
        memcpy(change->layer, text, (size_t)(dot - text));
        return SCREE_OK;
    }
    return fail_field(text, text, err);
}

static enum scree_code fail_unknown(const struct srf_map *map, const char *name,
                                    struct scree_error *err)
{
    /* Names come before paths: of two equally near entries the first is suggested. */
    struct scree_suggestion suggest = {name, NULL, 0};
    for (uint32_t i = 0; i < map->layer_count; i++) suggest_offer(&suggest, map->layers[i]->name);
    char hint[96];
    return err_set(err, SCREE_BAD_ARGUMENT, "there is no layer '%.60s'%s", name,
                   suggest_text(hint, sizeof hint, &suggest));
}

#define MAX_SHOWN 5

static enum scree_code fail_several(const struct srf_layer *const *found, size_t count,
                                    const char *name, struct scree_error *err)
{
    char list[160] = "";
    size_t used = 0;
    for (size_t i = 0; i < count && i < MAX_SHOWN; i++) {
        char path[1024], entry[64];
        srf_layer_path(path, sizeof path, found[i]);
        snprintf(entry, sizeof entry, "%s#%u %.44s", i > 0 ? ", " : "", (unsigned)found[i]->index,
                 path);
        const size_t length = strlen(entry);
        if (used + length + 8 > sizeof list) break;
        memcpy(list + used, entry, length + 1);
        used += length;
        if (i + 1 == MAX_SHOWN && count > MAX_SHOWN) memcpy(list + used, ", ...", 6);
    }
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "'%.40s' matches %zu layers: %s; write more of the path, or the number", name,
                   count, list);
}

enum scree_code srf_find_layer(uint32_t *index, const struct srf_map *map, const char *text,
                               struct scree_error *err)
{
    const struct srf_layer *found[MAX_SHOWN];
    const size_t count = srf_find_layers(found, MAX_SHOWN, map, text);
    if (count == 0) return fail_unknown(map, text, err);
    if (count > 1) return fail_several(found, count, text, err);
    *index = found[0]->index;
    return SCREE_OK;
}

/* Does it, and says what the value was and is. */
static enum scree_code say_change(struct srf_map *map, uint32_t index, const struct change *change,
                                  const struct srf_scale *scale, struct scree_bytes *said,
                                  struct scree_error *err)
{
    struct scree_bytes old = {NULL, 0}, new = {NULL, 0};
    struct grow line = {.text = NULL};
    const char *const field = change->field;
    RETURN_IF_ERR(srf_field_value(&old, map, index, field, err));
    grow_print(&line, "#%u %.120s: %s ", (unsigned)index, map->layers[index]->name, field);
    enum scree_code code = srf_set_field(map, index, field, change->value, scale, err);
    if (code == SCREE_OK) code = srf_field_value(&new, map, index, field, err);
    if (code == SCREE_OK) {
        grow_print(&line, "%.80s -> %.80s", (const char *)old.data, (const char *)new.data);
        code = grow_take(said, &line, err);
    }
    grow_free(&line);
    file_bytes_free(&old);
    file_bytes_free(&new);
    return code;
}

enum scree_code srf_change(struct srf_map *map, const char *text, const struct srf_scale *scale,
                           struct scree_bytes *said, struct scree_error *err)
{
    struct change change = {NULL, "", NULL};
    uint32_t index;
    if (srf_change_is_scene(text)) return srf_change_scene(map, text, scale, said, err);
    enum scree_code code = split(&change, text, err);
    if (code == SCREE_OK) code = srf_find_layer(&index, map, change.layer, err);
    if (code == SCREE_OK)
        code = said != NULL ? say_change(map, index, &change, scale, said, err)
                            : srf_set_field(map, index, change.field, change.value, scale, err);
    mem_free(change.layer);
    return code;
}
