#include "bake/bake_image.h"

#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "base/json_text.h"
#include "base/text.h"

enum image_number bake_format_number(enum scree_bake_format format)
{
    static const enum image_number numbers[] = {
        [SCREE_BAKE_PNG8] = IMAGE_U8,    [SCREE_BAKE_TIFF8] = IMAGE_U8,
        [SCREE_BAKE_TIFF16] = IMAGE_U16, [SCREE_BAKE_TIFF32F] = IMAGE_F32,
        [SCREE_BAKE_NPY] = IMAGE_F32,    [SCREE_BAKE_EXR] = IMAGE_F32,
        [SCREE_BAKE_RAW] = IMAGE_U8};
    return numbers[format];
}

bool bake_format_is_tiff(enum scree_bake_format format)
{
    return format >= SCREE_BAKE_TIFF8 && format <= SCREE_BAKE_TIFF32F;
}

struct bake_form bake_mask_form(const struct bake_plan *plan)
{
    const enum scree_bake_format format = plan->options.format;
    return (struct bake_form){.channels = 1,
                              .number = bake_format_number(format),
                              .is_tiff = bake_format_is_tiff(format),
                              .plain = format == SCREE_BAKE_NPY   ? IMAGE_PLAIN_NPY
                                       : format == SCREE_BAKE_EXR ? IMAGE_PLAIN_EXR
                                       : format == SCREE_BAKE_RAW ? IMAGE_PLAIN_RAW
                                                                  : IMAGE_PLAIN_NONE,
                              .ending = bake_format_ending(format) + 1};
}

/* Pictures of bytes. */
static struct bake_form picture_form(bool is_tiff, unsigned channels)
{
    return (struct bake_form){.channels = channels,
                              .number = IMAGE_U8,
                              .is_tiff = is_tiff,
                              .ending = is_tiff ? "tif" : "png"};
}

/* "tiff8" means all that could be a PNG. */
struct bake_form bake_blend_form(const struct bake_plan *plan)
{
    return picture_form(plan->options.format == SCREE_BAKE_TIFF8, 4);
}

struct bake_form bake_preview_form(const struct bake_plan *plan)
{
    return picture_form(plan->options.format == SCREE_BAKE_TIFF8, 3);
}

struct bake_form bake_nodata_form(const struct bake_plan *plan)
{
    return picture_form(bake_format_is_tiff(plan->options.format), 1);
}

size_t bake_splat_count(const struct bake_plan *plan)
{
    return (plan->merge->count + 3) / 4;
}

/* Appends a file; NULL if memory ran out. */
static struct scree_bake_file *add_file(struct bake_plan *plan, const char *name, uint32_t width,
                                        uint32_t height, size_t texel_bytes)
{
    struct scree_bake_file *file = &plan->files[plan->file_count];
    file->name = mem_arena_text(&plan->arena, name, strlen(name));
    if (file->name == NULL) return NULL;
    file->width = width;
    file->height = height;
    file->bytes_at_most = (uint64_t)width * height * texel_bytes;
    plan->file_count++;
    return file;
}

/* The files of an image: STEM.png, or STEM_X_Y.png for each tile. */
static bool add_image(struct bake_plan *plan, const char *stem, struct bake_form form)
{
    const size_t bytes = bake_texel_bytes(form);
    const struct bake_cut *const cut = &plan->cut;
    for (uint32_t y = 0; y < cut->rows; y++) {
        for (uint32_t x = 0; x < cut->columns; x++) {
            char name[160], tile[32] = "";
            if (bake_cut_named(cut))
                snprintf(tile, sizeof tile, "_%u_%u", (unsigned)(cut->first_x + x),
                         (unsigned)(cut->first_y + y));
            snprintf(name, sizeof name, "%s%s.%s", stem, tile, form.ending);
            if (add_file(plan, name, bake_cut_column(plan, x + 1) - bake_cut_column(plan, x),
                         bake_cut_row(plan, y + 1) - bake_cut_row(plan, y), bytes) == NULL)
                return false;
        }
    }
    return true;
}

static bool add_masks(struct bake_plan *plan)
{
    plan->mask_first = plan->file_count;
    for (uint32_t i = 0; i < plan->merge->count; i++) {
        char safe[80], stem[128];
        text_to_file_name(safe, sizeof safe, plan->merge->names[i]);
        snprintf(stem, sizeof stem, "masks/%02u-%s", (unsigned)i, safe);
        if (!add_image(plan, stem, bake_mask_form(plan))) return false;
    }
    return true;
}

static bool add_splats(struct bake_plan *plan)
{
    plan->splat_first = plan->file_count;
    for (size_t i = 0; i < bake_splat_count(plan); i++) {
        char stem[32];
        snprintf(stem, sizeof stem, "splat-%u", (unsigned)i + 1);
        if (!add_image(plan, stem, bake_blend_form(plan))) return false;
    }
    return true;
}

struct bake_form bake_map_form(const struct bake_plan *plan, enum scree_bake_map map)
{
    struct bake_form form = bake_mask_form(plan);
    if (map == SCREE_BAKE_NORMAL) {
        form = picture_form(form.is_tiff, 3);
        form.rows = true;
    } else if (form.number == IMAGE_U8) {
        form.number = IMAGE_U16;
    }
    return form;
}

static bool add_maps(struct bake_plan *plan)
{
    for (unsigned i = 0; i < DERIVE_MAPS; i++) {
        const enum scree_bake_map map = (enum scree_bake_map)(1u << i);
        if (!(plan->options.maps & map)) continue;
        char stem[32];
        snprintf(stem, sizeof stem, "maps/%s", derive_name(map));
        plan->map_first[i] = plan->file_count;
        if (!add_image(plan, stem, bake_map_form(plan, map))) return false;
    }
    return true;
}

static bool add_geotiff(struct bake_plan *plan)
{
    plan->geotiff_index = plan->file_count;
    return add_file(plan, BAKE_GEOTIFF_NAME, plan->width, plan->height,
                    plan->merge->count * bake_texel_bytes(bake_mask_form(plan))) != NULL;
}

static bool add_beamng(struct bake_plan *plan)
{
    char name[128];
    const uint32_t size = plan->beamng.size;
    plan->beamng_index = plan->file_count;
    snprintf(name, sizeof name, "%s.ter", plan->name);
    /* Height and material of each point, then the names. docs/formats.md, NAME.ter. */
    struct scree_bake_file *file = add_file(plan, name, size, size, 3);
    if (file == NULL) return false;
    file->bytes_at_most += 1 + 4 + 4;
    for (uint32_t i = 0; i < plan->merge->count; i++)
        file->bytes_at_most += 1 + strlen(plan->beamng.names[i]);
    snprintf(name, sizeof name, "%s.terrain.json", plan->name);
    return add_file(plan, name, 0, 0, 0) != NULL;
}

enum scree_code bake_list_files(struct bake_plan *plan, struct scree_error *err)
{
    size_t images = bake_image_count(plan);
    for (unsigned i = 0; i < DERIVE_MAPS; i++) images += plan->options.maps >> i & 1;
    const size_t most = images * bake_cut_pages(plan) + 3; /* two of BeamNG, the GeoTIFF */
    plan->files = mem_arena_alloc(&plan->arena, most, sizeof *plan->files);
    bool good = plan->files != NULL;
    if (good && (plan->outputs & SCREE_BAKE_MASKS)) good = add_masks(plan);
    if (good && (plan->outputs & SCREE_BAKE_BLEND)) {
        plan->blend_index = plan->file_count;
        good = add_image(plan, "blend", bake_blend_form(plan));
    }
    if (good && (plan->outputs & SCREE_BAKE_BEAMNG)) good = add_beamng(plan);
    if (good && (plan->outputs & SCREE_BAKE_PREVIEW)) {
        plan->preview_index = plan->file_count;
        good = add_image(plan, "preview", bake_preview_form(plan));
    }
    if (good && (plan->outputs & SCREE_BAKE_SPLAT)) good = add_splats(plan);
    if (good && (plan->outputs & SCREE_BAKE_GEOTIFF)) good = add_geotiff(plan);
    if (good) good = add_maps(plan);
    if (good && plan->has_nodata) {
        plan->nodata_index = plan->file_count;
        good = add_image(plan, "nodata", bake_nodata_form(plan));
    }
    return good ? SCREE_OK : err_no_memory(err);
}

/* ---- a plan to look at ---- */

static json_t *file_json(const struct scree_bake_file *file)
{
    return json_pack("{s:o, s:[I, I], s:o}", "file", json_text(file->name), "size",
                     (json_int_t)file->width, (json_int_t)file->height, "bytes_at_most",
                     file->bytes_at_most > 0 ? json_text_count(file->bytes_at_most) : json_null());
}

json_t *bake_plan_json(const struct bake_plan *plan, const struct sink *sink)
{
    const char *shown = sink != NULL ? sink_shown(sink) : NULL;
    json_t *files = json_array();
    for (size_t i = 0; i < plan->file_count; i++)
        json_text_append(&files, file_json(&plan->files[i]));
    return json_pack("{s:s, s:o, s:b, s:o, s:o}", "format", "scree-plan-1", "folder",
                     shown != NULL ? json_text(shown) : json_null(), "exists",
                     sink != NULL && sink_exists(sink) ? 1 : 0, "memory_bytes",
                     json_text_count(bake_memory_bytes(plan)), "files", files);
}
