#include <stdio.h>
#include <string.h>

#include "cli/bake/bake.h"
#include "cli/json_text.h"

/* Everything here is a function of the inputs and the options: no times, no absolute paths. */

static json_t *inputs(const struct bake *bake)
{
    json_t *object = json_pack("{s:o, s:o}", "terrain", json_text_input(&bake->pair.terrain_file),
                               "surface", json_text_input(&bake->pair.surface_file));
    if (bake->map_file.path != NULL &&
        json_object_set_new(object, "map", json_text_input(&bake->map_file)) != 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *output_names(const struct bake *bake)
{
    json_t *array = json_array();
    for (unsigned bit = 1; bit <= ARGS_PREVIEW_PICTURE; bit <<= 1)
        if (bake->outputs & bit)
            json_array_append_new(array, json_string(args_output_name((enum args_output)bit)));
    return array;
}

/* How the terrain's file was to be understood, as far as it was said; null where nothing was. */
static json_t *reading(const struct heights_options *file)
{
    json_t *object = json_object();
    if (file->range_given)
        json_object_set_new(object, "height_range_m",
                            json_text_pair(file->range_m[0], file->range_m[1]));
    if (file->fill_given) json_object_set_new(object, "nodata_fill_m", json_real(file->fill_m));
    if (file->max_height_m > 0)
        json_object_set_new(object, "max_height_m", json_real(file->max_height_m));
    if (file->square_m > 0) json_object_set_new(object, "square_size_m", json_real(file->square_m));
    if (file->raw != HEIGHTS_RAW_NONE)
        json_object_set_new(object, "raw", json_string(args_raw_name(file->raw)));
    if (file->raw_width > 0)
        json_object_set_new(
            object, "raw_size",
            json_pack("[I, I]", (json_int_t)file->raw_width, (json_int_t)file->raw_height));
    if (file->raw_big_endian) json_object_set_new(object, "byte_order", json_string("big"));
    if (file->south_first) json_object_set_new(object, "rows", json_string("south-first"));
    if (json_object_size(object) > 0) return object;
    json_decref(object);
    return json_null();
}

/* Those that change a result; threads and tiles do not. */
static json_t *options(const struct bake *bake)
{
    const struct args_bake *args = bake->args;
    json_t *depth = args->depth == ARGS_NO_DEPTH ? json_null() : json_text_count(args->depth);
    json_t *cell = args->ground.cell_m > 0.0 ? json_real(args->ground.cell_m) : json_null();
    return json_pack("{s:o, s:s, s:s, s:o, s:f, s:b, s:f, s:f, s:o, s:o}", "outputs",
                     output_names(bake), "format", args_format_name(args->format), "output",
                     args_plane_name(args->plane), "depth", depth, "relief", args->render.relief,
                     "root_density", (int)args->render.root_density, "height_scale",
                     args->ground.height_scale, "height_offset_tu", args->ground.height_offset,
                     "cell_m", cell, "reading", reading(&args->ground.file));
}

static json_t *terrain(const struct bake *bake)
{
    const struct ter_field *field = bake->pair.field;
    const struct ter_ranges *ranges = &bake->pair.ranges;
    const double *scal = field->scal_m;
    return json_pack(
        "{s:s, s:[I, I], s:[f, f, f], s:o, s:o, s:o, s:o}", "format",
        heights_format_name(bake->pair.terrain_file.heights.format), "points",
        (json_int_t)field->points_x, (json_int_t)field->points_y, "cell_m", scal[0], scal[1],
        scal[2], "extent_m", json_text_pair(bake_extent_x_m(bake), bake_extent_y_m(bake)),
        "altitude_m",
        json_text_pair(ranges->altitude_min_tu * scal[2], ranges->altitude_max_tu * scal[2]),
        "altitude_tu", json_text_pair(ranges->altitude_min_tu, ranges->altitude_max_tu),
        "slope_gradient", json_text_pair(ranges->slope_min, ranges->slope_max));
}

/* The layers of a material as [{"index": 3, "path": "Root/Grass"}, ...]. */
static json_t *layers(const struct bake *bake, const struct render_merge *merge, uint32_t material)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < merge->layer_count; i++) {
        if (merge->material_of_layer[i] != material) continue;
        char path[SAY_TEXT_SIZE];
        json_t *object =
            json_pack("{s:o, s:o}", "index", json_text_count(i), "path",
                      json_text(srf_layer_path(path, sizeof path, bake->pair.map->layers[i])));
        if (json_array_append_new(array, object) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

/* The file of an image, or those of its tiles with {x} and {y} for their numbers. */
static json_t *image_name(const struct bake *bake, size_t first, struct bake_form form)
{
    const char *name = bake->files[first].name;
    if (bake->tiles == 1) return json_text(name);
    char tiles[160];
    const int stem = (int)(strlen(name) - strlen("_0_0.png"));
    snprintf(tiles, sizeof tiles, "%.*s_{x}_{y}.%s", stem, name, form.is_tiff ? "tif" : "png");
    return json_text(tiles);
}

/* What was made of the whole image; null: all of it. */
static json_t *region(const struct bake *bake)
{
    const struct render_crop *crop = &bake->args->region;
    if (crop->width == 0) return json_null();
    return json_pack("{s:I, s:I, s:[I, I]}", "column", (json_int_t)crop->column, "row",
                     (json_int_t)crop->row, "of", (json_int_t)bake->whole_width,
                     (json_int_t)bake->whole_height);
}

static json_t *materials(const struct bake *bake)
{
    const size_t pages = (size_t)bake->tiles * bake->tiles;
    json_t *array = json_array();
    for (uint32_t i = 0; i < bake->merge->count; i++) {
        json_t *file = bake->outputs & ARGS_MASKS
                           ? image_name(bake, bake->mask_first + i * pages, bake_mask_form(bake))
                           : json_null();
        json_t *object = json_pack("{s:o, s:o, s:o, s:o, s:f, s:f}", "index", json_text_count(i),
                                   "name", json_text(bake->merge->names[i]), "file", file, "layers",
                                   layers(bake, bake->merge, i), "mean_coverage",
                                   bake_coverage(bake, i), "area_ha", bake_area_ha(bake, i));
        if (json_array_append_new(array, object) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *blend_channel(const struct bake *bake, const char *channel, uint32_t material)
{
    return json_pack("{s:s, s:o, s:o}", "channel", channel, "name",
                     json_text(bake->blend_merge->names[material]), "layers",
                     layers(bake, bake->blend_merge, material));
}

static json_t *blend(const struct bake *bake)
{
    static const char *const channels[BAKE_BLEND_MATERIALS] = {"base", "R", "G", "B", "A"};
    if (!(bake->outputs & ARGS_BLEND)) return json_null();
    json_t *array = json_array();
    for (uint32_t i = 0; i < bake->blend_merge->count; i++) {
        if (json_array_append_new(array, blend_channel(bake, channels[i], i)) == 0) continue;
        json_decref(array);
        return NULL;
    }
    json_t *depth =
        bake->blend_depth == ARGS_NO_DEPTH ? json_null() : json_text_count(bake->blend_depth);
    return json_pack("{s:o, s:o, s:o}", "file",
                     image_name(bake, bake->blend_index, bake_blend_form(bake)), "merged_to_depth",
                     depth, "channels", array);
}

/* The line that places the terrain in a level. Source: docs/formats.md, BeamNG. */
static json_t *terrain_block(const struct bake *bake)
{
    const struct bake_beamng *beamng = &bake->beamng;
    const double half_m = beamng->size * beamng->square_m / 2.0;
    char file[192];
    snprintf(file, sizeof file, "/levels/%s/%s", bake->name, bake->files[bake->beamng_index].name);
    return json_pack("{s:s, s:s, s:s, s:[f, f, f], s:f, s:f, s:s}", "name", "theTerrain", "class",
                     "TerrainBlock", "__parent", "MissionGroup", "position", -half_m, -half_m,
                     beamng->z0_m, "squareSize", beamng->square_m, "maxHeight",
                     beamng->max_height_m, "terrainFile", file);
}

static json_t *beamng(const struct bake *bake)
{
    if (!(bake->outputs & ARGS_BEAMNG)) return json_null();
    json_t *names = json_array();
    for (uint32_t i = 0; i < bake->merge->count; i++)
        json_array_append_new(names, json_string(bake->beamng.names[i]));
    return json_pack("{s:o, s:o, s:b, s:f, s:f, s:f, s:o, s:o}", "file",
                     json_text(bake->files[bake->beamng_index].name), "size",
                     json_text_count(bake->beamng.size), "last_row_and_column_left_out",
                     (int)bake->beamng.trimmed, "square_m", bake->beamng.square_m, "z0_m",
                     bake->beamng.z0_m, "max_height_m", bake->beamng.max_height_m, "materials",
                     names, "terrain_block", terrain_block(bake));
}

static json_t *left_out(const struct bake *bake)
{
    json_t *array = json_array();
    const struct {
        const char *output, *reason;
    } all[] = {{"blend", bake->blend_refusal}, {"beamng", bake->beamng_refusal}};
    for (size_t i = 0; i < 2; i++)
        if (all[i].reason[0] != '\0')
            json_array_append_new(array, json_pack("{s:s, s:o}", "output", all[i].output, "reason",
                                                   json_text(all[i].reason)));
    return array;
}

static json_t *files(const struct bake *bake)
{
    json_t *array = json_array();
    for (size_t i = 0; i < bake->file_count; i++) {
        const struct bake_file *file = &bake->files[i];
        json_t *object = json_text_file(file->name, file->size_bytes, file->sha256);
        if (json_array_append_new(array, object) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

/* The material of each layer, where a file of --map decided. */
static json_t *layer_materials(const struct bake *bake)
{
    if (bake->args->map == NULL) return json_null();
    json_t *array = json_array();
    for (uint32_t i = 0; i < bake->merge->layer_count; i++)
        json_array_append_new(array,
                              json_text(bake->merge->names[bake->merge->material_of_layer[i]]));
    return array;
}

json_t *manifest_make(const struct bake *bake)
{
    json_t *manifest = json_pack(
        "{s:s, s:{s:s, s:s, s:i}, s:o, s:o, s:o, s:[I, I], s:o, s:i, s:o, s:s, s:o, s:o, s:o, s:o, "
        "s:o, s:o}",
        "format", bake->args->first_manifest ? BAKE_FIRST_MANIFEST : BAKE_MANIFEST, "program",
        "name", "scree", "version", SCREE_VERSION, "model", RENDER_MODEL_VERSION, "inputs",
        inputs(bake), "options", options(bake), "terrain", terrain(bake), "size",
        (json_int_t)bake->width, (json_int_t)bake->height, "region", region(bake), "tile_files",
        (int)bake->tiles, "texel_m",
        json_text_pair(bake_extent_x_m(bake) / bake->whole_width,
                       bake_extent_y_m(bake) / bake->whole_height),
        "coverage_over",
        bake->outputs & ~(unsigned)ARGS_BEAMNG ? "texels" : "points of the BeamNG terrain",
        "materials", materials(bake), "layer_materials", layer_materials(bake), "blend",
        blend(bake), "beamng", beamng(bake), "left_out", left_out(bake), "files", files(bake));
    if (bake->args->first_manifest) json_object_del(manifest, "layer_materials");
    return manifest;
}
