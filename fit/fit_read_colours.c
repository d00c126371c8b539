/* A picture whose colours, or grey values, are classes; and one whose channels are weights. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "fit/fit_read.h"

#define MAX_LEGEND_BYTES (UINT64_C(1) << 20)

struct colours {
    struct fit_picture *picture;
    bool is_grey, named, too_many;
    uint32_t keys[FIT_MAX_CLASSES]; /* rgb, or grey value */
};

/* ---- the legend ---- */

static enum scree_code bad_entry(const char *name, struct scree_error *err)
{
    return err_set(err, SCREE_MALFORMED,
                   "\"%.60s\": expected a colour such as #3a5f0b, or a grey value from 0 to 254",
                   name);
}

static enum scree_code add_entry(struct colours *c, const char *name, const char *value,
                                 struct scree_error *err)
{
    char *end;
    uint8_t rgb[3];
    const bool is_colour = value[0] == '#';
    if (is_colour ? strspn(value + 1, "0123456789abcdefABCDEF") != 6 || value[7] != '\0'
                  : value[0] == '\0' || strspn(value, "0123456789") != strlen(value))
        return bad_entry(name, err);
    const unsigned long key = strtoul(value + is_colour, &end, is_colour ? 16 : 10);
    if (!is_colour && key >= FIT_NONE) return bad_entry(name, err);
    if (c->picture->count > 0 && c->is_grey == is_colour)
        return err_set(err, SCREE_MALFORMED, "has colours and grey values; expected one of them");
    c->is_grey = !is_colour;
    for (uint32_t i = 0; i < c->picture->count; i++)
        if (c->keys[i] == key)
            return err_set(err, SCREE_MALFORMED, "\"%.60s\" and \"%.60s\" are one: %s",
                           c->picture->classes[i].name, name, value);
    for (int k = 0; k < 3; k++) rgb[k] = (uint8_t)(key >> (16 - 8 * k));
    RETURN_IF_ERR(fit_class_add(c->picture, name, is_colour ? rgb : NULL, err));
    c->keys[c->picture->count - 1] = (uint32_t)key;
    return SCREE_OK;
}

static enum scree_code read_json(struct colours *c, const char *text, size_t size,
                                 struct scree_error *err)
{
    json_error_t found;
    const size_t mark = bytes_text_mark(text, size);
    json_t *object = json_loadb(text + mark, size - mark, JSON_REJECT_DUPLICATES, &found);
    enum scree_code code = SCREE_OK;
    if (!json_is_object(object))
        code = err_set(err, SCREE_MALFORMED,
                       "line %d: expected a JSON object such as {\"Grass\": \"#3a5f0b\"}",
                       object == NULL ? found.line : 1);
    const char *name;
    json_t *value;
    if (code == SCREE_OK) json_object_foreach(object, name, value)
        {
            char number[32];
            snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value));
            const char *word = json_is_integer(value) ? number : json_string_value(value);
            code = word != NULL ? add_entry(c, name, word, err) : bad_entry(name, err);
            if (code != SCREE_OK) break;
        }
    json_decref(object);
    return code;
}

/* A line of "name=#rrggbb"; what begins with '#' is a remark. */
static enum scree_code read_line(struct colours *c, char *line, unsigned number,
                                 struct scree_error *err)
{
    static const char blanks[] = " \t\r";
    line += strspn(line, blanks);
    size_t length = strlen(line);
    while (length > 0 && strchr(blanks, line[length - 1]) != NULL) line[--length] = '\0';
    if (length == 0 || line[0] == '#') return SCREE_OK;
    char *value = strrchr(line, '=');
    if (value == NULL || value == line)
        return err_set(err, SCREE_MALFORMED, "line %u: expected NAME=#rrggbb", number);
    char *end = value;
    *value++ = '\0';
    while (end > line && strchr(blanks, end[-1]) != NULL) *--end = '\0';
    return add_entry(c, line, value + strspn(value, blanks), err);
}

static enum scree_code read_legend(struct colours *c, const struct inputs_opened *opened,
                                   struct scree_error *err)
{
    struct scree_bytes bytes;
    struct inputs_file file;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, &file, opened, MAX_LEGEND_BYTES, err));
    char *text = (char *)bytes.data;
    enum scree_code code = SCREE_OK;
    if (text[strspn(text, " \t\r\n")] == '{') {
        code = read_json(c, text, bytes.size, err);
    } else if (strlen(text) != bytes.size) {
        code = err_set(err, SCREE_MALFORMED, "is no text");
    } else {
        unsigned number = 1;
        for (char *line = text; code == SCREE_OK && line != NULL; number++) {
            char *next = strchr(line, '\n');
            if (next != NULL) *next++ = '\0';
            code = read_line(c, line, number, err);
            line = next;
        }
    }
    file_bytes_free(&bytes);
    if (code == SCREE_OK && c->picture->count == 0)
        code = err_set(err, SCREE_MALFORMED, "names no class");
    if (code != SCREE_OK) err_set_file(err, opened->path);
    return code;
}

enum scree_code fit_read_legend(struct fit_picture *picture, uint32_t keys[FIT_MAX_CLASSES],
                                bool *are_numbers, const struct inputs_opened *opened,
                                struct scree_error *err)
{
    struct colours c = {.picture = picture};
    const enum scree_code code = read_legend(&c, opened, err);
    memcpy(keys, c.keys, sizeof c.keys);
    *are_numbers = c.is_grey;
    return code;
}

/* ---- the picture ---- */

static enum scree_code start(void *context, const struct image_picture *form,
                             struct scree_error *err)
{
    struct colours *c = context;
    const bool is_grey = form->channels <= 2;
    if (form->bits != 8)
        return err_set(
            err, SCREE_UNSUPPORTED,
            "has 16 bits a channel, and classes are told by 8; is it a mask? Those stand "
            "in a folder");
    if (c->named && c->is_grey != is_grey)
        return err_set_option(err, "classes",
                              is_grey ? "{classes} has colours and the picture is grey"
                                      : "{classes} has grey values and the picture "
                                        "has colours");
    c->is_grey = is_grey;
    return fit_picture_start(c->picture, form->width, form->height, err);
}

/* The class of a colour: of the legend, or, without one, one that was met. */
static uint8_t class_of(struct colours *c, uint32_t key)
{
    for (uint32_t i = 0; i < c->picture->count; i++)
        if (c->keys[i] == key) return (uint8_t)i;
    if (c->named || (c->is_grey && key == FIT_NONE)) return FIT_NONE;
    if (c->picture->count == FIT_MAX_CLASSES) {
        c->too_many = true;
        return FIT_NONE;
    }
    char name[16];
    const uint8_t rgb[3] = {(uint8_t)(key >> 16), (uint8_t)(key >> 8), (uint8_t)key};
    snprintf(name, sizeof name, c->is_grey ? "class %u" : "#%06x", (unsigned)key);
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (fit_class_add(c->picture, name, c->is_grey ? NULL : rgb, &ignored) == SCREE_OK)
        c->keys[c->picture->count - 1] = key;
    return (uint8_t)(c->picture->count - 1);
}

static void row(void *context, const struct image_picture *form, const struct image_run *run)
{
    struct colours *c = context;
    const uint16_t *sample = run->samples;
    uint8_t *ids = c->picture->ids + run->y * c->picture->width + run->first;
    const bool has_alpha = form->channels % 2 == 0;
    uint32_t last = UINT32_MAX;
    uint8_t class = FIT_NONE;
    for (size_t i = 0; i < run->count; i++, sample += form->channels) {
        if (has_alpha && sample[form->channels - 1] == 0) continue;
        const uint32_t key = c->is_grey
                                 ? sample[0]
                                 : (uint32_t)sample[0] << 16 | (uint32_t)sample[1] << 8 | sample[2];
        if (key != last) class = class_of(c, key);
        last = key;
        ids[i * run->step] = class;
    }
}

/* Classes in the order of their keys: that in which colours were met depends on the interlace. */
static void sort_classes(struct colours *c)
{
    struct fit_picture *picture = c->picture;
    uint8_t to[FIT_MAX_CLASSES];
    struct fit_class classes[FIT_MAX_CLASSES];
    for (uint32_t i = 0; i < picture->count; i++) {
        to[i] = 0;
        for (uint32_t k = 0; k < picture->count; k++)
            to[i] = (uint8_t)(to[i] + (c->keys[k] < c->keys[i]));
        classes[to[i]] = picture->classes[i];
        if (c->is_grey) render_index_colour(classes[to[i]].rgb, to[i]);
    }
    memcpy(picture->classes, classes, picture->count * sizeof *classes);
    for (size_t i = 0; i < (size_t)picture->width * picture->height; i++)
        if (picture->ids[i] != FIT_NONE) picture->ids[i] = to[picture->ids[i]];
}

enum scree_code fit_read_colours(struct fit_painting *out, const struct fit_source *source,
                                 struct scree_error *err)
{
    struct colours c = {.picture = &out->picture, .named = source->classes != NULL};
    const struct fit_rows rows = {start, row, &c};
    if (c.named) RETURN_IF_ERR(read_legend(&c, source->classes, err));
    RETURN_IF_ERR(fit_read_rows(source->path, &rows, err));
    if (c.too_many)
        return err_set_option(err, "classes",
                              "the picture has more than %d colours; name those that are classes "
                              "({classes}), or read it as an aerial picture ({aerial})",
                              FIT_MAX_CLASSES);
    if (!c.named) sort_classes(&c);
    return SCREE_OK;
}

/* ---- weights in channels ---- */

static enum scree_code start_splat(void *context, const struct image_picture *form,
                                   struct scree_error *err)
{
    struct fit_picture *picture = context;
    if (form->channels != picture->count)
        return err_set_option(err, "splat",
                              "{splat} names %u layers and the picture has %u channels",
                              (unsigned)picture->count, form->channels);
    return fit_picture_start(picture, form->width, form->height, err);
}

static void splat_row(void *context, const struct image_picture *form, const struct image_run *run)
{
    struct fit_picture *picture = context;
    const uint16_t *sample = run->samples;
    uint8_t *ids = picture->ids + run->y * picture->width + run->first;
    for (size_t i = 0; i < run->count; i++, sample += form->channels) {
        unsigned best = 0;
        for (unsigned c = 1; c < form->channels; c++)
            if (sample[c] >= sample[best]) best = c;
        if (sample[best] > 0) ids[i * run->step] = (uint8_t)best;
    }
}

enum scree_code fit_read_splat(struct fit_painting *out, const struct fit_source *source,
                               struct scree_error *err)
{
    const struct fit_rows rows = {start_splat, splat_row, &out->picture};
    for (const char *at = source->splat; at != NULL;) {
        const size_t length = strcspn(at, ",");
        char name[FIT_NAME_SIZE];
        if (length == 0 || length >= sizeof name)
            return err_set_option(err, "splat",
                                  "{splat}: expected names with commas between them, "
                                  "one for each channel");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        RETURN_IF_ERR(fit_class_add(&out->picture, name, NULL, err));
        at = at[length] == ',' ? at + length + 1 : NULL;
    }
    return fit_read_rows(source->path, &rows, err);
}
