/* A Rigs of Rods terrain: .terrn2, .otc, page, heights, and blend maps, which are laid over each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "fit/fit_read.h"

#define MAX_TEXT (UINT64_C(1) << 20)
#define MAX_LAYERS 9
#define VALUE 256

struct otc {
    uint32_t size;
    double world_m[3]; /* x, y (up), z */
    char page[VALUE], heights[VALUE];
    struct layer {
        char name[FIT_NAME_SIZE], blend[VALUE], channel;
    } layers[MAX_LAYERS];
    size_t count;
};

/* The value behind "KEY=" at the beginning of a line, without blanks around it. */
static bool get_value(char out[VALUE], const char *text, const char *key)
{
    for (const char *line = text; line != NULL;) {
        const size_t length = strcspn(line, "\r\n");
        const size_t name = strcspn(line, "\t:=\r\n ");
        if (name == strlen(key) && strncmp(line, key, name) == 0) {
            const char *value = line + name + strspn(line + name, "\t:= ");
            size_t size = value < line + length ? (size_t)(line + length - value) : 0;
            while (size > 0 && (value[size - 1] == ' ' || value[size - 1] == '\t')) size--;
            snprintf(out, VALUE, "%.*s", (int)(size < VALUE ? size : VALUE - 1), value);
            return true;
        }
        line = strchr(line, '\n');
        if (line != NULL) line++;
    }
    return false;
}

/* A file beside another: a plain name, so that nothing outside the folder is read. */
static enum scree_code read_beside(struct scree_bytes *out, char **path, const char *beside,
                                   const char *name, uint64_t max_bytes, struct scree_error *err)
{
    const size_t folder = (size_t)(path_base_name(beside) - beside);
    *path = NULL;
    if (name[0] == '\0' || name[0] == '.' || strpbrk(name, "/\\:") != NULL)
        return err_set(err, SCREE_MALFORMED, "names the file \"%.60s\", expected one beside it",
                       name);
    RETURN_IF_ERR(MEM_NEED(path, folder + strlen(name) + 1, 1, err));
    memcpy(*path, beside, folder);
    memcpy(*path + folder, name, strlen(name));
    return max_bytes > 0 ? file_read(out, *path, max_bytes, err) : SCREE_OK;
}

static enum scree_code get_number(double *out, const char *text, const char *key,
                                  struct scree_error *err)
{
    char value[VALUE];
    if (get_value(value, text, key) && value[0] != '\0' &&
        strspn(value, "0123456789") == strlen(value) && strlen(value) <= 7) {
        *out = (double)strtol(value, NULL, 10);
        if (*out > 0) return SCREE_OK;
    }
    return err_set(err, SCREE_MALFORMED, "has no %s that is a whole number above 0", key);
}

static enum scree_code parse_otc(struct otc *otc, char *text, struct scree_error *err)
{
    char value[VALUE];
    double size = 0;
    static const char *const keys[3] = {"WorldSizeX", "WorldSizeY", "WorldSizeZ"};
    for (int k = 0; k < 3; k++) RETURN_IF_ERR(get_number(&otc->world_m[k], text, keys[k], err));
    RETURN_IF_ERR(get_number(&size, text, "Heightmap.0.0.raw.size", err));
    if (!get_value(value, text, "Heightmap.0.0.raw.bpp") || strcmp(value, "2") != 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "has no heights of 16 bits (Heightmap.0.0.raw.bpp=2)");
    for (int x = 0; x < 2; x++)
        if (get_value(value, text, x ? "Heightmap.0.0.flipX" : "Heightmap.0.0.flipY") &&
            strcmp(value, "0") != 0)
            return err_set(err, SCREE_UNSUPPORTED, "has mirrored heights (flip)");
    if ((get_value(value, text, "PagesX") || get_value(value, text, "PagesZ")) &&
        strcmp(value, "0") != 0)
        return err_set(err, SCREE_UNSUPPORTED, "has more than one page");
    if (size > RENDER_MAX_SIZE || size < 2)
        return err_set(err, SCREE_LIMIT, "has %.0f points a side", size);
    otc->size = (uint32_t)size;
    /* {X} and {Z} are the page's number. */
    if (!get_value(value, text, "PageFileFormat"))
        return err_set(err, SCREE_MALFORMED, "has no PageFileFormat");
    size_t length = 0;
    for (const char *c = value; *c != '\0' && length + 1 < sizeof otc->page; c++) {
        const bool number = strncmp(c, "{X}", 3) == 0 || strncmp(c, "{Z}", 3) == 0;
        otc->page[length++] = number ? '0' : *c;
        if (number) c += 2;
    }
    return SCREE_OK;
}

/* A field of a layer's line, without blanks around it. */
static bool take_field(char *out, size_t size, char **at)
{
    *at += strspn(*at, ", \t");
    size_t length = strcspn(*at, ",");
    char *const field = *at;
    *at += length;
    while (length > 0 && strchr(" \t\r", field[length - 1]) != NULL) length--;
    snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), field);
    return length > 0 && length < size;
}

/* "size, diffuse, normal, blend, channel, opacity"; the first has no blend map. */
static enum scree_code take_layer(struct otc *otc, char *line, struct scree_error *err)
{
    struct layer *layer = &otc->layers[otc->count];
    char skipped[VALUE], diffuse[VALUE], channel[16] = "";
    bool good =
        take_field(skipped, sizeof skipped, &line) && take_field(diffuse, sizeof diffuse, &line);
    if (good && otc->count > 0) {
        good = take_field(skipped, sizeof skipped, &line) &&
               take_field(layer->blend, sizeof layer->blend, &line) &&
               take_field(channel, sizeof channel, &line) && strchr("RGBA", channel[0]) != NULL;
        layer->channel = channel[0];
    }
    if (!good)
        return err_set(err, SCREE_MALFORMED,
                       "layer %zu: expected size, diffuse, normal, blend map, channel", otc->count);
    fit_class_stem(layer->name, sizeof layer->name, diffuse);
    otc->count++;
    return SCREE_OK;
}

static enum scree_code parse_page(struct otc *otc, char *text, struct scree_error *err)
{
    unsigned number = 0;
    long count = 0;
    for (char *line = text; line != NULL && (number < 2 || (long)otc->count < count); number++) {
        char *next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if (number == 0) snprintf(otc->heights, sizeof otc->heights, "%.*s", VALUE - 1, line);
        if (number == 1) count = strtol(line, NULL, 10);
        if (number == 1 && (count < 1 || count > MAX_LAYERS))
            return err_set(err, SCREE_UNSUPPORTED, "has %ld layers, expected 1 to %d", count,
                           MAX_LAYERS);
        if (number >= 2 && line[strspn(line, " \t")] != '\0')
            RETURN_IF_ERR(take_layer(otc, line, err));
        line = next;
    }
    if ((long)otc->count == count && count > 0) return SCREE_OK;
    return err_set(err, SCREE_MALFORMED, "ends before its last layer");
}

/* A text beside the .terrn2, parsed. */
static enum scree_code read_text(struct otc *otc,
                                 enum scree_code (*parse)(struct otc *otc, char *text,
                                                          struct scree_error *err),
                                 const char *terrn2, const char *name, struct scree_error *err)
{
    struct scree_bytes text = {0};
    char *path = NULL;
    enum scree_code code = read_beside(&text, &path, terrn2, name, MAX_TEXT, err);
    if (code == SCREE_OK) code = parse(otc, (char *)text.data, err);
    if (code != SCREE_OK && path != NULL) err_set_file(err, path);
    file_bytes_free(&text);
    mem_free(path);
    return code;
}

static enum scree_code read_texts(struct otc *otc, const char *terrn2, struct scree_error *err)
{
    struct scree_bytes text = {0};
    char value[VALUE];
    enum scree_code code = file_read(&text, terrn2, MAX_TEXT, err);
    if (code == SCREE_OK && !get_value(value, (char *)text.data, "GeometryConfig"))
        code = err_set(err, SCREE_MALFORMED, "has no GeometryConfig");
    file_bytes_free(&text);
    if (code != SCREE_OK) {
        err_set_file(err, terrn2);
        return code;
    }
    RETURN_IF_ERR(read_text(otc, parse_otc, terrn2, value, err));
    return read_text(otc, parse_page, terrn2, otc->page, err);
}

/* ---- heights and blend maps ---- */

static enum scree_code read_heights(struct fit_painting *out, const struct otc *otc,
                                    const char *terrn2, struct scree_error *err)
{
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_bytes none;
    char *path;
    options.raw = SCREE_RAW_U16;
    options.raw_width = options.raw_height = otc->size;
    options.cell_m = otc->world_m[0] / (otc->size - 1);
    options.height_range_m[1] = otc->world_m[1];
    enum scree_code code = otc->world_m[0] != otc->world_m[2]
                               ? err_set(err, SCREE_UNSUPPORTED, "is not a square")
                               : read_beside(&none, &path, terrn2, otc->heights, 0, err);
    if (code != SCREE_OK) return code;
    code = heights_read_file(&out->field, &out->heights, path, &options, NULL, err);
    if (code != SCREE_OK) err_set_file(err, path);
    mem_free(path);
    return code;
}

/* Layers from the top down: what a layer's alpha leaves is for those below it. */
struct blending {
    struct fit_picture *picture;
    const struct otc *otc;
    size_t layer;
    uint16_t *rest,
        *best; /* [texel]: what is left for lower layers, and the most of an upper one */
    bool same_size;
};

static enum scree_code start(void *context, const struct image_picture *form,
                             struct scree_error *err)
{
    struct blending *b = context;
    if (b->picture->ids == NULL) {
        const size_t texels = form->width * form->height;
        RETURN_IF_ERR(fit_picture_start(b->picture, form->width, form->height, err));
        RETURN_IF_ERR(MEM_NEED(&b->rest, texels, sizeof *b->rest, err));
        RETURN_IF_ERR(MEM_NEED(&b->best, texels, sizeof *b->best, err));
        for (size_t i = 0; i < texels; i++) b->rest[i] = UINT16_MAX;
    }
    b->same_size = form->width == b->picture->width && form->height == b->picture->height;
    if (!b->same_size || form->bits != 8 || form->channels < 3)
        return err_set(err, SCREE_UNSUPPORTED,
                       "is not a blend map: RGB or RGBA of 8 bits, all of one size");
    return SCREE_OK;
}

static void row(void *context, const struct image_picture *form, const struct image_run *run)
{
    struct blending *b = context;
    const char channel = b->otc->layers[b->layer].channel;
    const unsigned c = channel == 'R' ? 0 : channel == 'G' ? 1 : channel == 'B' ? 2 : 3;
    const uint16_t *sample = run->samples;
    for (size_t i = 0; i < run->count; i++, sample += form->channels) {
        const size_t at = run->y * b->picture->width + run->first + i * run->step;
        const uint32_t alpha = c < form->channels ? sample[c] : 255;
        const uint16_t weight = (uint16_t)((alpha * b->rest[at] + 127) / 255);
        b->rest[at] = (uint16_t)(b->rest[at] - weight);
        if (weight <= b->best[at]) continue; /* of equal ones the later counts */
        b->best[at] = weight;
        b->picture->ids[at] = (uint8_t)b->layer;
    }
}

static enum scree_code read_blends(struct fit_painting *out, const struct otc *otc,
                                   const char *terrn2, struct scree_error *err)
{
    struct blending b = {.picture = &out->picture, .otc = otc};
    const struct fit_rows rows = {start, row, &b};
    enum scree_code code = SCREE_OK;
    for (b.layer = otc->count - 1; code == SCREE_OK && b.layer > 0; b.layer--) {
        struct scree_bytes none;
        char *path;
        code = read_beside(&none, &path, terrn2, otc->layers[b.layer].blend, 0, err);
        if (code == SCREE_OK) code = fit_read_rows(path, &rows, err);
        mem_free(path);
    }
    const size_t texels = (size_t)out->picture.width * out->picture.height;
    for (size_t i = 0; code == SCREE_OK && i < texels; i++)
        if (b.rest[i] > b.best[i]) out->picture.ids[i] = 0;
    mem_free(b.rest);
    mem_free(b.best);
    return code;
}

/* "island-2-grass-ds" of the terrain island is grass. */
static void plain_name(char *name, const char *terrain)
{
    const size_t length = strlen(terrain);
    size_t end = strlen(name);
    if (end > 3 && strcmp(name + end - 3, "-ds") == 0) name[end -= 3] = '\0';
    if (strncmp(name, terrain, length) != 0 || name[length] != '-') return;
    size_t from = length + 1;
    const size_t digits = strspn(name + from, "0123456789");
    if (digits > 0 && name[from + digits] == '-') from += digits + 1;
    if (from < end) memmove(name, name + from, end - from + 1);
}

enum scree_code fit_read_ror(struct fit_painting *out, const struct fit_source *source,
                             const char *terrn2, struct scree_error *err)
{
    (void)source;
    char terrain[FIT_NAME_SIZE];
    struct otc *otc;
    RETURN_IF_ERR(MEM_NEED(&otc, 1, sizeof *otc, err));
    enum scree_code code = read_texts(otc, terrn2, err);
    fit_class_stem(terrain, sizeof terrain, terrn2);
    for (size_t i = 0; code == SCREE_OK && i < otc->count; i++) {
        plain_name(otc->layers[i].name, terrain);
        code = fit_class_add(&out->picture, otc->layers[i].name, NULL, err);
    }
    if (code == SCREE_OK && otc->count < 2)
        code = err_set(err, SCREE_UNSUPPORTED, "has one layer: there is nothing to tell apart");
    if (code == SCREE_OK) code = read_heights(out, otc, terrn2, err);
    if (code == SCREE_OK) code = read_blends(out, otc, terrn2, err);
    mem_free(otc);
    return code;
}
