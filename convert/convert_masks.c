/*
 * Surface maps for Terragen, which knows limits of altitude and slope alone (docs/surface-text.md): a layer with
 * others leaves the map with all that lies below it, and what each of these covers becomes a picture beside the map.
 *
 * All pictures are added before the work begins, so what may not be replaced is refused then.
 */
#include "convert/convert.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/text.h"
#include "image/image.h"
#include "render/render.h"
#include "render/row_stream.h"

#define MOST_OPEN 64 /* files at a time */
#define PATH 160     /* of a layer, as it is told */

struct mask {
    uint32_t layer;
    struct sink_file *file;
    struct image_png8 *png;
};

struct baking {
    const struct srf_map *map;
    struct render_merge *merge; /* of nothing: a material is a layer */
    struct render_plan *plan;
    struct mask *masks; /* [count] */
    void **planes;      /* [layer]; NULL but for those at hand */
    uint32_t count, threads;
};

/* Whether a .srf cannot say a layer, or one that it lies on. */
static bool leaves(const struct srf_layer *layer)
{
    while (layer != NULL && !srf_is_limited(layer)) layer = layer->parent;
    return layer != NULL;
}

/* "land-07-moss.png" of "land.srf", 7 being the layer's number. */
static enum scree_code add_mask(struct baking *b, const struct srf_layer *layer, struct sink *sink,
                                const char *map_name, struct scree_error *err)
{
    char safe[80], *name;
    size_t stem = strlen(map_name);
    const size_t size = stem + sizeof safe + 32;
    if (text_ends_like(map_name, ".srf") || text_ends_like(map_name, ".tgw")) stem -= 4;
    RETURN_IF_ERR(MEM_NEED(&name, size, 1, err));
    text_to_file_name(safe, sizeof safe, layer->name);
    snprintf(name, size, "%.*s-%02u-%s.png", (int)stem, map_name, (unsigned)layer->index, safe);
    struct mask *const mask = &b->masks[b->count++];
    mask->layer = layer->index;
    const enum scree_code code = sink_add(sink, name, SINK_STORED, &mask->file, err);
    mem_free(name);
    return code;
}

/* The pictures that a map goes by are inputs. */
static enum scree_code keep_pictures(struct sink *sink, const struct srf_map *map, const char *from,
                                     struct scree_error *err)
{
    for (uint32_t i = 0; i < map->layer_count && from != NULL; i++) {
        const char *const picture = map->layers[i]->mask;
        if (picture[0] == '\0') continue;
        char *const path = path_beside(from, picture);
        const char *const input = path;
        const enum scree_code code =
            path != NULL ? sink_protect(sink, &input, 1, err) : err_no_memory(err);
        mem_free(path);
        RETURN_IF_ERR(code);
    }
    return SCREE_OK;
}

static enum scree_code add_masks(struct baking *b, struct sink *sink, const char *map_name,
                                 struct scree_error *err)
{
    const struct srf_map *const map = b->map;
    char path[PATH];
    if (srf_is_limited(map->root))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "layer \"%s\" is the root, which stays, and has limits that a .srf cannot "
                       "say: take them out, or write a .srf.json",
                       srf_layer_path(path, sizeof path, map->root));
    RETURN_IF_ERR(MEM_NEED(&b->masks, map->layer_count, sizeof *b->masks, err));
    RETURN_IF_ERR(MEM_NEED(&b->planes, map->layer_count, sizeof *b->planes, err));
    for (uint32_t i = 1; i < map->layer_count; i++)
        if (leaves(map->layers[i])) RETURN_IF_ERR(add_mask(b, map->layers[i], sink, map_name, err));
    return SCREE_OK;
}

static enum scree_code begin(struct baking *b, struct mask *mask, uint32_t rows,
                             struct scree_error *err)
{
    const uint32_t width = render_plan_width(b->plan), height = render_plan_height(b->plan);
    void **const plane = &b->planes[mask->layer];
    *plane = mem_alloc_pixels(rows, (size_t)width * sizeof(uint16_t));
    if (*plane == NULL) return err_no_memory(err);
    RETURN_IF_ERR(sink_begin_file(mask->file, err));
    return image_png16_create(&mask->png, b->threads, &mask->file->stream, width, height, err);
}

static enum scree_code put_rows(struct baking *b, struct mask *mask, uint32_t rows,
                                struct scree_error *err)
{
    const uint16_t *const codes = b->planes[mask->layer];
    uint8_t *const bytes = b->planes[mask->layer];
    const size_t count = (size_t)rows * render_plan_width(b->plan);
    for (size_t i = 0; i < count; i++) {
        const uint16_t code = codes[i];
        bytes[2 * i] = (uint8_t)(code >> 8);
        bytes[2 * i + 1] = (uint8_t)code;
    }
    return image_png8_rows(mask->png, bytes, rows, err);
}

static enum scree_code end(struct mask *mask, struct scree_error *err)
{
    const enum scree_code code = image_png8_finish(mask->png, err);
    mask->png = NULL;
    return sink_end(mask->file, code, err);
}

/* masks[first .. last), whose files are open at the same time. */
static enum scree_code bake_some(struct baking *b, uint32_t first, uint32_t last,
                                 struct scree_job *job, struct scree_error *err)
{
    const struct render_target target = {
        .kind = SCREE_EFF_U16, .merge = b->merge, .planes = b->planes};
    const uint32_t width = render_plan_width(b->plan), height = render_plan_height(b->plan);
    const uint32_t band =
        render_stream_rows((uint64_t)width * sizeof(uint16_t) * (last - first), 0);
    for (uint32_t i = first; i < last; i++)
        RETURN_IF_ERR(begin(b, &b->masks[i], band < height ? band : height, err));
    for (uint32_t row = 0; row < height; row += band) {
        const uint32_t rows = band < height - row ? band : height - row;
        RETURN_IF_ERR(job_step(job, "evaluating", (first + (double)row / height) / b->count, err));
        RETURN_IF_ERR(render_rows_of_file(b->plan, row, rows, &target, 1, err));
        for (uint32_t i = first; i < last; i++) RETURN_IF_ERR(put_rows(b, &b->masks[i], rows, err));
    }
    for (uint32_t i = first; i < last; i++) {
        RETURN_IF_ERR(end(&b->masks[i], err));
        mem_free_pixels(b->planes[b->masks[i].layer]);
        b->planes[b->masks[i].layer] = NULL;
    }
    return SCREE_OK;
}

static enum scree_code bake(struct baking *b, const struct ter_field *field, struct scree_job *job,
                            struct scree_error *err)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.threads = b->threads = job_threads(job);
    options.job = job;
    if (b->count == 0) return SCREE_OK;
    RETURN_IF_ERR(render_merge_depth(&b->merge, b->map, RENDER_NO_DEPTH, err));
    RETURN_IF_ERR(render_plan_create(&b->plan, field, b->map, &options, err));
    for (uint32_t i = 0; i < b->count; i += MOST_OPEN)
        RETURN_IF_ERR(
            bake_some(b, i, b->count - i < MOST_OPEN ? b->count : i + MOST_OPEN, job, err));
    return SCREE_OK;
}

/* Nothing is evaluated for a map that cannot be written. */
static enum scree_code check_form(const struct srf_map *map, int form, struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(srf_write_form(&bytes, map, form, err));
    file_bytes_free(&bytes);
    return SCREE_OK;
}

/* From the last, so that the numbers of those before stay. */
static enum scree_code take_out(struct srf_map **map, struct scree_error *err)
{
    for (uint32_t i = (*map)->layer_count; i-- > 1;) {
        const struct srf_layer *const layer = (*map)->layers[i];
        if (srf_is_limited(layer) && !leaves(layer->parent))
            RETURN_IF_ERR(srf_remove_layer(map, i, err));
    }
    return SCREE_OK;
}

static void free_baking(struct baking *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        image_png8_abort(b->masks[i].png);
        mem_free_pixels(b->planes[b->masks[i].layer]);
    }
    mem_free(b->planes);
    mem_free(b->masks);
    render_plan_free(b->plan);
    render_merge_free(b->merge);
}

enum scree_code convert_masks(struct srf_map **rest, const struct srf_map *map,
                              const struct ter_field *field, const struct convert_new_map *to,
                              struct sink *sink, struct scree_job *job, struct scree_error *err)
{
    struct baking b = {.map = map};
    enum scree_code code;
    char path[PATH];
    *rest = NULL;
    if (to->form != SCREE_SURFACE_SRF && to->form != SCREE_SURFACE_TGW)
        return err_set_option(err, "form",
                              "masks stand for what a .srf or .tgw cannot say, and text says it "
                              "all: choose one of these");
    FAIL_IF_ERR(code, sink_start(sink, job, err));
    FAIL_IF_ERR(code, keep_pictures(sink, map, to->from, err));
    FAIL_IF_ERR(code, add_masks(&b, sink, to->name, err));
    FAIL_IF_ERR(code, srf_copy(rest, map, err));
    FAIL_IF_ERR(code, take_out(rest, err));
    FAIL_IF_ERR(code, check_form(*rest, to->form, err));
    FAIL_IF_ERR(code, bake(&b, field, job, err));
    for (uint32_t i = 0; i < b.count; i++)
        job_result(job, b.masks[i].file->name, "what layer \"%s\" covers, which the map is without",
                   srf_layer_path(path, sizeof path, map->layers[b.masks[i].layer]));

fail:
    if (code != SCREE_OK) {
        srf_free(*rest);
        *rest = NULL;
    }
    free_baking(&b);
    return code;
}
