/* The files of a plan. */
#include "bake/bake_image.h"

#include <stdio.h>
#include <string.h>

#include "bake/bake.h"
#include "base/grow.h"
#include "base/json_text.h"
#include "base/text.h"

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

static bool add_kind(struct bake_plan *plan, enum bake_kind kind)
{
    const struct bake_form form = bake_kind_form(plan->options.format, kind);
    bool good = true;
    plan->first[kind] = plan->file_count;
    for (size_t i = 0; good && i < bake_kind_count(plan, kind); i++) {
        char safe[80], stem[128];
        bake_kind_stem(stem, kind, i);
        if (kind == BAKE_MASKS) {
            text_to_file_name(safe, sizeof safe, plan->merge->names[i]);
            snprintf(stem, sizeof stem, "masks/%02u-%s", (unsigned)i, safe);
        }
        good = add_image(plan, stem, form);
    }
    return good;
}

static bool add_maps(struct bake_plan *plan)
{
    for (unsigned i = 0; i < DERIVE_MAPS; i++) {
        const enum scree_bake_map map = (enum scree_bake_map)(1u << i);
        if (!(plan->options.maps & map)) continue;
        char stem[32];
        snprintf(stem, sizeof stem, "maps/%s", derive_name(map));
        plan->map_first[i] = plan->file_count;
        if (!add_image(plan, stem, bake_map_form(plan->options.format, map))) return false;
    }
    return true;
}

static bool add_geotiff(struct bake_plan *plan)
{
    plan->geotiff_index = plan->file_count;
    return add_file(plan, BAKE_GEOTIFF_NAME, plan->width, plan->height,
                    plan->merge->count *
                        bake_texel_bytes(bake_kind_form(plan->options.format, BAKE_MASKS))) != NULL;
}

static bool add_beamng(struct bake_plan *plan)
{
    char name[128];
    const uint32_t size = plan->beamng.size;
    plan->beamng_index = plan->file_count;
    snprintf(name, sizeof name, "%s.ter", plan->name);
    /* Height and material of each point, then the names. docs/formats/beamng.md, NAME.ter. */
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
    bool good = plan->files != NULL && add_kind(plan, BAKE_MASKS) && add_kind(plan, BAKE_BLEND_MAP);
    if (good && (plan->outputs & SCREE_BAKE_BEAMNG)) good = add_beamng(plan);
    good = good && add_kind(plan, BAKE_PICTURE) && add_kind(plan, BAKE_PACKS);
    if (good && (plan->outputs & SCREE_BAKE_GEOTIFF)) good = add_geotiff(plan);
    good = good && add_maps(plan) && add_kind(plan, BAKE_NODATA);
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

/* ---- for people ---- */

static void add_bytes(struct grow *to, uint64_t bytes)
{
    if (bytes < UINT64_C(10000))
        grow_print(to, "%u bytes", (unsigned)bytes);
    else if (bytes < UINT64_C(10000) * 1024)
        grow_print(to, "%.0f KiB", (double)bytes / 1024.0);
    else
        grow_print(to, "%.0f MiB", (double)bytes / 1048576.0);
}

enum scree_code bake_plan_words(struct scree_bytes *out, const struct bake_plan *plan,
                                struct scree_error *err)
{
    struct grow to = {0};
    size_t width = strlen(BAKE_MANIFEST_NAME);
    for (size_t i = 0; i < plan->file_count; i++) {
        const size_t length = strlen(plan->files[i].name);
        if (length > width) width = length;
    }
    for (size_t i = 0; i < plan->file_count; i++) {
        const struct scree_bake_file *file = &plan->files[i];
        if (file->bytes_at_most == 0)
            grow_print(&to, "  %s\n", file->name);
        else
            grow_print(&to, "  %-*s  %6u x %-6u  %12llu bytes\n", (int)width, file->name,
                       (unsigned)file->width, (unsigned)file->height,
                       (unsigned long long)file->bytes_at_most);
    }
    grow_print(&to, "  %s\nMemory needed: about ", BAKE_MANIFEST_NAME);
    add_bytes(&to, bake_memory_bytes(plan));
    grow_text(&to, "\n");
    return grow_take(out, &to, err);
}
