/*
 * Rule (Files of a bake): The manifest has no times or paths. See formats/manifest.md,
 * bake/bake_exact.c. Tests: unit/test_bake_manifest (options_come_back), cli/bake, cli/equal,
 * cli/tamper.
 */
#include <stdio.h>
#include <string.h>

#include "bake/baked_fields.h"
#include "bake/bake_parts.h"
#include "base/json_text.h"

#define TEXT_SIZE 1024

/* Everything here is a function of the inputs and the options: no times, no absolute paths. */

static json_t *inputs(const struct bake_plan *plan, const struct bake_made *made)
{
    struct inputs_file terrain = plan->inputs.terrain_file;
    memcpy(terrain.sha256, made->terrain_sha256, sizeof terrain.sha256);
    json_t *object = json_pack("{s:o, s:o}", "terrain", inputs_json(&terrain), "surface",
                               inputs_json(&plan->inputs.surface_file));
    if (inputs_uses_masks(plan->inputs.map))
        json_text_set(&object, "masks", inputs_masks_json(plan->inputs.map));
    if (plan->materials_file.path != NULL)
        json_text_set(&object, "map", inputs_json(&plan->materials_file));
    return object;
}

static json_t *output_names(const struct bake_plan *plan)
{
    json_t *array = json_array();
    for (unsigned bit = 1; bit <= BAKE_LAST_OUTPUT; bit <<= 1)
        if (plan->outputs & bit) json_text_append(&array, json_string(bake_output_name(bit)));
    return array;
}

static json_t *map_names(unsigned maps)
{
    json_t *array = json_array();
    for (unsigned bit = 1; bit <= DERIVE_ALL; bit <<= 1)
        if (maps & bit)
            json_text_append(&array, json_string(derive_name((enum scree_bake_map)bit)));
    return array;
}

/* Those that change a result; threads and tiles do not. The last three are there if they were
 * given, so that manifests from before there were such are made again as they are. */
static json_t *options(const struct bake_plan *plan)
{
    const struct scree_bake_options *given = &plan->options;
    const struct scree_terrain_options *ground = &plan->ground;
    json_t *depth = given->depth == RENDER_NO_DEPTH ? json_null() : json_text_count(given->depth);
    json_t *cell = ground->cell_m > 0.0 ? json_real(ground->cell_m) : json_null();
    json_t *object = json_pack(
        "{s:o, s:s, s:s, s:o, s:f, s:b, s:f, s:f, s:o, s:o}", "outputs", output_names(plan),
        "format", bake_format_name(given->format), "output", bake_plane_name(given->plane), "depth",
        depth, "relief", given->how.relief, "root_density", (int)given->how.root_density,
        "height_scale", ground->height_scale, "height_offset_tu", ground->height_offset_tu,
        "cell_m", cell, "reading", inputs_reading_json(ground));
    if (given->vertices) json_text_set(&object, "grid", json_string("vertices"));
    if (given->south_first) json_text_set(&object, "rows", json_string("south-first"));
    if (given->layers > 0) json_text_set(&object, "layers", json_text_count(given->layers));
    if (given->maps > 0) json_text_set(&object, "maps", map_names(given->maps));
    return bake_exact_add(object);
}

static json_t *terrain(const struct bake_plan *plan)
{
    const struct ter_field *field = plan->inputs.field;
    const struct ter_ranges *ranges = &plan->inputs.ranges;
    const double *scal = field->scal_m;
    return json_pack(
        "{s:s, s:[I, I], s:[f, f, f], s:o, s:o, s:o, s:o}", "format",
        heights_format_name(plan->inputs.terrain_file.heights.format), "points",
        (json_int_t)field->points_x, (json_int_t)field->points_y, "cell_m", scal[0], scal[1],
        scal[2], "extent_m", json_text_pair(ter_extent_x_m(field), ter_extent_y_m(field)),
        "altitude_m",
        json_text_pair(ranges->altitude_min_tu * scal[2], ranges->altitude_max_tu * scal[2]),
        "altitude_tu", json_text_pair(ranges->altitude_min_tu, ranges->altitude_max_tu),
        "slope_gradient", json_text_pair(ranges->slope_min, ranges->slope_max));
}

/* The layers of a material as [{"index": 3, "path": "Root/Grass"}, ...]. */
static json_t *layers(const struct bake_plan *plan, const struct render_merge *merge,
                      uint32_t material)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < merge->layer_count; i++) {
        if (merge->material_of_layer[i] != material) continue;
        char path[TEXT_SIZE];
        json_t *object =
            json_pack("{s:o, s:o}", "index", json_text_count(i), "path",
                      json_text(srf_layer_path(path, sizeof path, plan->inputs.map->layers[i])));
        json_text_append(&array, object);
    }
    return array;
}

/* The file of an image, or those of its tiles with {x} and {y} for their numbers. */
static json_t *first_name(const struct bake_plan *plan, size_t first, struct bake_form form)
{
    const char *name = plan->files[first].name;
    if (!bake_cut_named(&plan->cut)) return json_text(name);
    char tiles[160];
    const int length = snprintf(tiles, sizeof tiles, "_%u_%u.%s", (unsigned)plan->cut.first_x,
                                (unsigned)plan->cut.first_y, form.ending);
    const int stem = (int)strlen(name) - length;
    snprintf(tiles, sizeof tiles, "%.*s_{x}_{y}.%s", stem, name, form.ending);
    return json_text(tiles);
}

static json_t *image_name(const struct bake_plan *plan, enum bake_kind kind, size_t number)
{
    return first_name(plan, plan->first[kind] + number * bake_cut_pages(plan),
                      bake_kind_form(plan->options.format, kind));
}

/* What was made of the whole image; null: all of it. */
static json_t *region(const struct bake_plan *plan)
{
    const struct render_crop *crop = &plan->region;
    if (crop->width == 0) return json_null();
    return json_pack("{s:I, s:I, s:[I, I]}", "column", (json_int_t)crop->column, "row",
                     (json_int_t)crop->row, "of", (json_int_t)plan->whole_width,
                     (json_int_t)plan->whole_height);
}

/* The mean visible weight of a material, 0 .. 1. */
static double coverage(const struct bake_made *made, uint32_t material)
{
    /* Sums are in units of 2^-24, exact in a double up to 2^29 texels and rounded beyond. */
    if (made->sum_texels == 0) return 0.0;
    return (double)made->sums[material] / ((double)made->sum_texels * RENDER_UNITS);
}

double bake_texel_m2(const struct bake_plan *plan)
{
    const struct render_options options = bake_render_options(plan);
    return render_texel_m2(plan->inputs.field, &options);
}

/* That of the terrain's area in hectares. */
static double area_ha(const struct bake_plan *plan, const struct bake_made *made, uint32_t material)
{
    const struct ter_field *field = plan->inputs.field;
    if (made->areas != NULL)
        return (double)made->areas[material] / RENDER_UNITS * bake_texel_m2(plan) / 10000.0;
    const double share =
        ((double)plan->width / plan->whole_width) * ((double)plan->height / plan->whole_height);
    const double all = (double)plan->width * plan->height;
    const double with_data = plan->has_nodata ? (double)made->sum_texels / all : 1.0;
    return coverage(made, material) * with_data * share * ter_extent_x_m(field) *
           ter_extent_y_m(field) / 10000.0;
}

static json_t *materials(const struct bake_plan *plan, const struct bake_made *made)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < plan->merge->count; i++) {
        json_t *file =
            plan->outputs & SCREE_BAKE_MASKS ? image_name(plan, BAKE_MASKS, i) : json_null();
        json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:f, s:f}", "index", json_text_count(i),
                                   "name", json_text(plan->merge->names[i]), "file", file, "layers",
                                   layers(plan, plan->merge, i), "mean_coverage", coverage(made, i),
                                   "area_ha", area_ha(plan, made, i));
        json_text_append(&array, object);
    }
    return array;
}

static json_t *blend_channel(const struct bake_plan *plan, const char *channel, uint32_t material)
{
    return json_pack("{s:s, s:o, s:o}", "channel", channel, "name",
                     json_text(plan->blend_merge->names[material]), "layers",
                     layers(plan, plan->blend_merge, material));
}

static json_t *blend(const struct bake_plan *plan)
{
    static const char *const channels[RENDER_BLEND_ONE_PLANE] = {"base", "R", "G", "B", "A"};
    if (!(plan->outputs & SCREE_BAKE_BLEND)) return json_null();
    json_t *array = json_array();
    for (uint32_t i = 0; i < plan->blend_merge->count; i++)
        json_text_append(&array, blend_channel(plan, channels[i], i));
    json_t *depth =
        plan->blend_depth == RENDER_NO_DEPTH ? json_null() : json_text_count(plan->blend_depth);
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:s}", "file", image_name(plan, BAKE_BLEND_MAP, 0),
                  "merged_to_depth", depth, "channels", array, "opacities", "sequential");
    return object;
}

/* Where there is no data, and on how much of the images. */
static json_t *nodata(const struct bake_plan *plan, const struct bake_made *made)
{
    const uint64_t texels = (uint64_t)plan->width * plan->height;
    return json_pack("{s:o, s:o}", "file", image_name(plan, BAKE_NODATA, 0), "texels",
                     json_text_count((size_t)(texels - made->sum_texels)));
}

/* The packs: which channel of which file is what. */
static json_t *splat(const struct bake_plan *plan)
{
    static const char *const channels[4] = {"R", "G", "B", "A"};
    json_t *packs = json_array();
    for (size_t i = 0; i < bake_kind_count(plan, BAKE_PACKS); i++) {
        json_t *array = json_array();
        for (uint32_t m = 4 * (uint32_t)i; m < 4 * (i + 1) && m < plan->merge->count; m++)
            json_text_append(&array, json_pack("{s:s, s:o, s:o}", "channel", channels[m % 4],
                                               "material", json_text_count(m), "name",
                                               json_text(plan->merge->names[m])));
        json_text_append(&packs, json_pack("{s:o, s:o}", "file", image_name(plan, BAKE_PACKS, i),
                                           "channels", array));
    }
    return json_pack("{s:s, s:i, s:o}", "pack", "rgba", "sum", 255, "packs", packs);
}

static const char *number_name(enum image_number number)
{
    return number == IMAGE_U8 ? "u8" : number == IMAGE_U16 ? "u16" : "f32";
}

/* The bands of the GeoTIFF, counted from 1 as GIS programs do. */
static json_t *geotiff(const struct bake_plan *plan)
{
    json_t *bands = json_array();
    for (uint32_t m = 0; m < plan->merge->count; m++)
        json_text_append(&bands,
                         json_pack("{s:o, s:o, s:o}", "band", json_text_count(m + 1), "material",
                                   json_text_count(m), "name", json_text(plan->merge->names[m])));
    return json_pack("{s:s, s:s, s:o}", "file", BAKE_GEOTIFF_NAME, "number",
                     number_name(bake_format_number(plan->options.format)), "bands", bands);
}

/* The maps of the ground, with what their numbers are. */
static json_t *maps(const struct bake_plan *plan, const struct bake_made *made)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < DERIVE_MAPS; i++) {
        const enum scree_bake_map map = (enum scree_bake_map)(1u << i);
        if (!(plan->options.maps & map)) continue;
        const struct bake_form form = bake_map_form(plan->options.format, map);
        json_t *object = json_pack("{s:s, s:o, s:s, s:s}", "map", derive_name(map), "file",
                                   first_name(plan, plan->map_first[i], form), "unit",
                                   derive_unit(map), "number", number_name(form.number));
        if (form.number == IMAGE_U16) {
            const struct derive_scale *scale = &made->scales[i];
            json_text_set(&object, "range", json_text_pair(scale->low, scale->high));
            json_text_set(&object, "law", json_string(scale->root ? "square" : "linear"));
        }
        if (map == SCREE_BAKE_NORMAL)
            json_text_set(&object, "axes", json_pack("[s, s, s]", "east", "north", "up"));
        json_text_append(&array, object);
    }
    return array;
}

/* What options.layers came to. */
static json_t *merged(const struct bake_plan *plan)
{
    const double all = (double)plan->whole_width * plan->whole_height * RENDER_UNITS;
    json_t *array = json_array();
    for (size_t i = 0; i < plan->step_count; i++) {
        const struct ground_step *step = &plan->steps[i];
        json_text_append(&array,
                         json_pack("{s:o, s:o, s:f, s:f}", "layer", json_text_count(step->layer),
                                   "into", json_text_count(step->into), "coverage",
                                   (double)step->covered / all, "colour_off", step->distance));
    }
    return array;
}

/* The line that places the terrain in a level. Source: docs/formats/beamng.md. */
static json_t *terrain_block(const struct bake_plan *plan)
{
    const struct bake_beamng *beamng = &plan->beamng;
    const double half_m = beamng->size * beamng->square_m / 2.0;
    char file[192];
    snprintf(file, sizeof file, "/levels/%s/%s", plan->name, plan->files[plan->beamng_index].name);
    return json_pack("{s:s, s:s, s:s, s:[f, f, f], s:f, s:f, s:s}", "name", "theTerrain", "class",
                     "TerrainBlock", "__parent", "MissionGroup", "position", -half_m, -half_m,
                     beamng->z0_m, "squareSize", beamng->square_m, "maxHeight",
                     beamng->max_height_m, "terrainFile", file);
}

static json_t *beamng(const struct bake_plan *plan)
{
    if (!(plan->outputs & SCREE_BAKE_BEAMNG)) return json_null();
    json_t *names = json_array();
    for (uint32_t i = 0; i < plan->merge->count; i++)
        json_text_append(&names, json_string(plan->beamng.names[i]));
    return json_pack("{s:o, s:o, s:b, s:f, s:f, s:f, s:o, s:o}", "file",
                     json_text(plan->files[plan->beamng_index].name), "size",
                     json_text_count(plan->beamng.size), "last_row_and_column_left_out",
                     (int)plan->beamng.trimmed, "square_m", plan->beamng.square_m, "z0_m",
                     plan->beamng.z0_m, "max_height_m", plan->beamng.max_height_m, "materials",
                     names, "terrain_block", terrain_block(plan));
}

/* Manifests name options as the command line does, two hyphens and a name, in every front: their
 * bytes depend on the inputs and the options alone. The name of the member that text begins with, in
 * braces, or NULL. */
static const char *option_at(const char *text, size_t *length)
{
    static const struct {
        const char *braced, *name;
    } options[] = {{"{cell_m}", "cell"},   {"{depth}", "depth"},  {"{layers}", "layers"},
                   {"{materials}", "map"}, {"{outputs}", "only"}, {"{region}", "region"}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        *length = strlen(options[i].braced);
        if (strncmp(text, options[i].braced, *length) == 0) return options[i].name;
    }
    return NULL;
}

static void name_options(char out[TEXT_SIZE], const char *text)
{
    size_t used = 0;
    while (*text != '\0' && used + 1 < TEXT_SIZE) {
        size_t length;
        const char *name = option_at(text, &length);
        if (name != NULL)
            snprintf(out + used, TEXT_SIZE - used, "--%s", name);
        else
            snprintf(out + used, TEXT_SIZE - used, "%c", *text);
        text += name != NULL ? length : 1;
        used += strlen(out + used);
    }
}

static json_t *left_out(const struct bake_plan *plan)
{
    json_t *array = json_array();
    const struct {
        const char *output, *reason;
    } all[] = {{"blend", plan->blend_refusal}, {"beamng", plan->beamng_refusal}};
    for (size_t i = 0; i < 2; i++) {
        char reason[TEXT_SIZE] = "";
        if (all[i].reason[0] == '\0') continue;
        name_options(reason, all[i].reason);
        json_text_append(
            &array, json_pack("{s:s, s:o}", "output", all[i].output, "reason", json_text(reason)));
    }
    return array;
}

static json_t *files(const struct bake_plan *plan, const struct bake_made *made)
{
    json_t *array = json_array();
    for (size_t i = 0; i < plan->file_count; i++) {
        const struct bake_made_file *file = &made->files[i];
        json_t *object = json_text_file(plan->files[i].name, file->size_bytes, file->sha256);
        json_text_append(&array, object);
    }
    return array;
}

/* The material of each layer, where a list of materials decided. */
static json_t *layer_materials(const struct bake_plan *plan)
{
    if (plan->materials_file.path == NULL) return json_null();
    json_t *array = json_array();
    for (uint32_t i = 0; i < plan->merge->layer_count; i++)
        json_text_append(&array, json_text(plan->merge->names[plan->merge->material_of_layer[i]]));
    return array;
}

json_t *bake_manifest_json(const struct bake_plan *plan, const struct bake_made *made)
{
    const struct ter_field *field = plan->inputs.field;
    char credit[INPUTS_CREDITS];
    const uint32_t cells =
        plan->options.vertices ? 0 : 1; /* texels, or points and what is between */
    json_t *manifest = json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:o, s:o, s:o, s:[I, I], s:o, s:o, s:o, s:s, s:o, s:o, s:o, s:o, "
        "s:o, s:o}",
        "format", BAKE_MANIFEST, "program", "name", "scree", "version", SCREE_VERSION, "model",
        RENDER_MODEL_VERSION, "inputs", inputs(plan, made), "options", options(plan), "terrain",
        terrain(plan), "size", (json_int_t)plan->width, (json_int_t)plan->height, "region",
        region(plan), "tile_files",
        plan->cut.count > 0 ? json_text_count(plan->cut.count) : json_null(), "texel_m",
        json_text_pair(ter_extent_x_m(field) / (plan->whole_width - 1 + cells),
                       ter_extent_y_m(field) / (plan->whole_height - 1 + cells)),
        "coverage_over",
        plan->outputs & ~(unsigned)SCREE_BAKE_BEAMNG ? "texels" : "points of the BeamNG terrain",
        "materials", materials(plan, made), "layer_materials", layer_materials(plan), "blend",
        blend(plan), "beamng", beamng(plan), "left_out", left_out(plan), "files",
        files(plan, made));
    if (plan->cut.count == 0)
        json_text_set(&manifest, "tile_texels", json_text_count(plan->cut.side));
    if (plan->options.layers > 0) json_text_set(&manifest, "merged", merged(plan));
    if (plan->outputs & SCREE_BAKE_SPLAT) json_text_set(&manifest, "splat", splat(plan));
    if (plan->outputs & SCREE_BAKE_GEOTIFF) json_text_set(&manifest, "geotiff", geotiff(plan));
    if (plan->options.maps != 0) json_text_set(&manifest, "maps", maps(plan, made));
    if (plan->has_nodata) json_text_set(&manifest, "nodata", nodata(plan, made));
    inputs_credit_add(&manifest,
                      inputs_credit(credit, &plan->inputs.terrain_file, NULL, plan->inputs.map));
    return manifest;
}

enum scree_code bake_manifest(struct scree_bytes *out, const struct bake_plan *plan,
                              const struct bake_made *made, struct scree_error *err)
{
    return json_text_bytes(out, bake_manifest_json(plan, made), err);
}
