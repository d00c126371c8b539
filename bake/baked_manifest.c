/*
 * A manifest into checked values: nothing but what scree bake could have written is taken, and
 * nothing else of the document is looked at afterwards. docs/formats/manifest.md, "What is checked in a
 * manifest", lists what that is.
 */
#include <float.h>
#include <string.h>

#include "bake/bake_parts.h"
#include "bake/baked_fields.h"
#include "base/json_text.h"

/* ---- options: what the command line takes, and nothing else ---- */

static const char *raw_name(unsigned raw)
{
    return heights_raw_name((enum scree_raw)raw);
}

static const char *map_name(unsigned bit)
{
    return derive_name((enum scree_bake_map)bit);
}

/* ---- numbers ---- */

static bool take_relief(void *to, json_t *value, const struct baked_field *field)
{
    double *relief = to;
    *relief = json_number_value(value);
    return *relief == 1.0 || baked_take_number(to, value, field);
}

static bool take_height_scale(void *to, json_t *value, const struct baked_field *field)
{
    return baked_take_number(to, value, field) && *(double *)to != 0.0;
}

static bool take_range(void *to, json_t *value, const struct baked_field *field)
{
    struct scree_terrain_options *file = to;
    return baked_take_numbers(file->height_range_m, value, field) &&
           file->height_range_m[0] < file->height_range_m[1];
}

static bool take_fill(void *to, json_t *value, const struct baked_field *field)
{
    struct scree_terrain_options *file = to;
    file->has_fill = true;
    return baked_take_number(&file->fill_m, value, field);
}

static bool take_box(void *to, json_t *value, const struct baked_field *field)
{
    struct scree_terrain_options *file = to;
    double place[2];
    if (!baked_take_numbers(place, value, field)) return false;
    file->box_longitude_deg = place[0];
    file->box_latitude_deg = place[1];
    return true;
}

static bool take_raw_size(void *to, json_t *value, const struct baked_field *field)
{
    struct scree_terrain_options *file = to;
    uint32_t size[2];
    if (!baked_take_counts(size, value, field)) return false;
    file->raw_width = size[0];
    file->raw_height = size[1];
    return true;
}

/* ---- the tables ---- */

#define TO(member) offsetof(struct baked, member)
static const struct baked_field option_fields[] = {
    {"outputs", "some of masks, blend, beamng, preview, splat and geotiff", baked_take_bits,
     TO(outputs), 0, BAKE_LAST_OUTPUT, 0, bake_output_name},
    {"format", "png8, tiff8, tiff16, tiff32f, npy, exr or raw", baked_take_named, TO(format),
     SCREE_BAKE_PNG8, BAKE_LAST_FORMAT, 0, bake_format_name},
    {"output", "weight or eff", baked_take_named, TO(plane), SCREE_BAKE_WEIGHT, SCREE_BAKE_EFF, 0,
     bake_plane_name},
    BAKED_FIELD("depth", "null, or a whole number from 0 to 1000", baked_take_count, TO(depth), 0,
                RENDER_MAX_DEPTH, BAKED_OR_NULL),
    BAKED_NEED("relief", "1 (crisp slopes) or 1.01 to 8", take_relief, TO(relief),
               RENDER_MIN_RELIEF, RENDER_MAX_RELIEF),
    BAKED_NEED("root_density", "true or false", baked_take_flag, TO(root_density), 0, 0),
    BAKED_NEED("height_scale", "a number other than 0", take_height_scale, TO(ground.height_scale),
               -DBL_MAX, DBL_MAX),
    BAKED_NEED("height_offset_tu", "a number", baked_take_number, TO(ground.height_offset_tu),
               -DBL_MAX, DBL_MAX),
    BAKED_FIELD("cell_m", "null, or a number above 0", baked_take_number, TO(ground.cell_m),
                DBL_MIN, DBL_MAX, BAKED_OR_NULL),
    BAKED_FIELD("grid", "vertices", baked_take_word, TO(vertices), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("rows", "south-first", baked_take_word, TO(south_first), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("layers", "a whole number from 1 to 512", baked_take_count, TO(layers), 1,
                SCREE_BAKE_MAX_LAYERS, BAKED_OR_NONE),
    {"maps", "some of height, normal, slope, curvature, ao, flow and relief", baked_take_bits,
     TO(maps), 0, SCREE_BAKE_RELIEF, BAKED_OR_NONE, map_name},
};
#undef TO

#define TO(member) offsetof(struct scree_terrain_options, member)
static const struct baked_field reading_fields[] = {
    BAKED_FIELD("height_range_m", "two rising numbers", take_range, 0, -DBL_MAX, DBL_MAX,
                BAKED_OR_NONE),
    BAKED_FIELD("nodata_fill_m", "a number", take_fill, 0, -DBL_MAX, DBL_MAX, BAKED_OR_NONE),
    BAKED_FIELD("nodata", "keep", baked_take_word, TO(keep_missing), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("nodata_smooth", "true", baked_take_flag, TO(fill_smooth), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("dequantise", "true", baked_take_flag, TO(dequantise), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("box_deg", "a longitude and a latitude", take_box, 0, -360, 360, BAKED_OR_NONE),
    BAKED_FIELD("box_m", "a number above 0", baked_take_number, TO(box_m), DBL_MIN,
                HEIGHTS_MAX_BOX_M, BAKED_OR_NONE),
    BAKED_FIELD("box_points", "a whole number from 2 to 1048576", baked_take_count, TO(box_points),
                2, 1048576, BAKED_OR_NONE),
    BAKED_FIELD("max_height_m", "a number above 0", baked_take_number, TO(max_height_m), DBL_MIN,
                DBL_MAX, BAKED_OR_NONE),
    BAKED_FIELD("square_size_m", "a number above 0", baked_take_number, TO(square_m), DBL_MIN,
                DBL_MAX, BAKED_OR_NONE),
    {"raw", "u16 or f32", baked_take_named, TO(raw), SCREE_RAW_U16, SCREE_RAW_F32, BAKED_OR_NONE,
     raw_name},
    BAKED_FIELD("raw_size", "two whole numbers from 1 to 1048576", take_raw_size, 0, 1, 1048576,
                BAKED_OR_NONE),
    BAKED_FIELD("byte_order", "big", baked_take_word, TO(raw_big_endian), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("rows", "south-first", baked_take_word, TO(south_first), 0, 0, BAKED_OR_NONE),
    BAKED_FIELD("band", "a whole number from 1 to 65536", baked_take_count, TO(band), 1, 65536,
                BAKED_OR_NONE),
};
#undef TO

/* ---- both ---- */

/* Outputs that were wanted and could not be made: all others were. */
static enum scree_code read_left_out(struct baked *out, const json_t *manifest,
                                     struct scree_error *err)
{
    json_t *array = json_object_get(manifest, "left_out"), *value;
    unsigned all = out->outputs;
    size_t i;
    bool good = json_is_array(array);
    json_array_foreach(array, i, value)
    {
        const unsigned bit =
            baked_bit(json_object_get(value, "output"), BAKE_LAST_OUTPUT, bake_output_name);
        good = good && (bit & (SCREE_BAKE_BLEND | SCREE_BAKE_BEAMNG)) != 0 && (all & bit) == 0;
        all |= bit;
    }
    out->all_wanted = all != out->outputs;
    if (good && (!out->all_wanted || (all & SCREE_BAKE_ALL) == SCREE_BAKE_ALL)) return SCREE_OK;
    return baked_refuse("left_out", NULL, array, "blend and beamng as far as there is neither",
                        err);
}

static enum scree_code read_options(struct baked *out, const json_t *manifest,
                                    struct scree_error *err)
{
    json_t *options = json_object_get(manifest, "options");
    out->ground = (struct scree_terrain_options)SCREE_TERRAIN_OPTIONS_INIT;
    out->depth = RENDER_NO_DEPTH;
    RETURN_IF_ERR(bake_exact_take(options, err));
    RETURN_IF_ERR(
        baked_read_fields(out, options, "options", option_fields, COUNT_OF(option_fields), err));
    json_t *reading = json_object_get(options, "reading");
    if (!json_is_null(reading))
        RETURN_IF_ERR(baked_read_fields(&out->ground, reading, "options.reading", reading_fields,
                                        COUNT_OF(reading_fields), err));
    if (out->inputs[2].name != NULL && out->depth != RENDER_NO_DEPTH)
        return baked_refuse("options", "depth", json_object_get(options, "depth"),
                            "null, as there is an inputs.map", err);
    if (out->layers > 0 && (out->inputs[2].name != NULL || out->depth != RENDER_NO_DEPTH))
        return baked_refuse("options", "layers", json_object_get(options, "layers"),
                            "nothing, as layers were merged in another way", err);
    if (out->vertices && (out->whole_width < 2 || out->whole_height < 2))
        return baked_refuse("size", NULL, json_object_get(manifest, "size"),
                            "two or more points a side, as options.grid is vertices", err);
    return read_left_out(out, manifest, err);
}

/* ---- the tables ---- */

static bool take_program(void *to, json_t *value, const struct baked_field *field)
{
    (void)to;
    (void)field;
    return json_is_string(value) && strcmp(json_string_value(value), "scree") == 0;
}

/* Letters, digits and ".+-". */
static bool take_version(void *to, json_t *value, const struct baked_field *field)
{
    static const char allowed[] = "0123456789.+-"
                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *text = json_string_value(value);
    (void)field;
    *(const char **)to = text;
    return text != NULL && text[0] != '\0' && strlen(text) <= 40 &&
           text[strspn(text, allowed)] == '\0';
}

#define TO(member) offsetof(struct baked, member)
static const struct baked_field program_fields[] = {
    BAKED_NEED("name", "\"scree\"", take_program, 0, 0, 0),
    BAKED_NEED("version", "1 to 40 letters, digits, '.', '+' and '-'", take_version, TO(version), 0,
               0),
    BAKED_NEED("model", "a whole number from 1 to 1000000", baked_take_count, TO(model), 1, 1e6),
};

static const struct baked_field whole_fields[] = {
    BAKED_NEED("size", "two whole numbers from 1 to 1048576", baked_take_counts, TO(size), 1,
               RENDER_MAX_SIZE),
    BAKED_FIELD("tile_files", "a whole number from 1 to 64", baked_take_count, TO(tiles), 1,
                SCREE_BAKE_MAX_TILE_FILES, BAKED_OR_NONE),
    BAKED_FIELD("tile_texels", "a whole number from 1 to 1048576", baked_take_count,
                TO(tile_texels), 1, RENDER_MAX_SIZE, BAKED_OR_NONE),
    BAKED_NEED("texel_m", "two numbers above 0", baked_take_numbers, TO(texel_m), DBL_MIN, DBL_MAX),
};

#undef TO

struct region {
    uint32_t column, row, of[2];
};
#define TO(member) offsetof(struct region, member)
static const struct baked_field region_fields[] = {
    BAKED_NEED("column", "a whole number of 0 or more", baked_take_count, TO(column), 0,
               RENDER_MAX_SIZE),
    BAKED_NEED("row", "a whole number of 0 or more", baked_take_count, TO(row), 0, RENDER_MAX_SIZE),
    BAKED_NEED("of", "two whole numbers from 1 to 1048576", baked_take_counts, TO(of), 1,
               RENDER_MAX_SIZE),
};
#undef TO

#define TO(member) offsetof(struct baked_file, member)
static const struct baked_field file_fields[] = {
    BAKED_NEED("file", "the name of a file without folders", baked_take_base, TO(name), 0, 0),
    BAKED_NEED("bytes", "a whole number of 0 or more", baked_take_bytes, TO(bytes), 0, 0),
    BAKED_NEED("sha256", "64 digits of 0-9 and a-f", baked_take_digest, TO(sha256), 0, 0),
};
#undef TO

/* ---- parts ---- */

static enum scree_code read_inputs(struct baked *out, const json_t *manifest,
                                   struct scree_error *err)
{
    static const char *const names[3] = {"terrain", "surface", "map"};
    static const char *const places[3] = {"inputs.terrain", "inputs.surface", "inputs.map"};
    const json_t *inputs = json_object_get(manifest, "inputs");
    out->graded = json_object_get(json_object_get(inputs, "terrain"), "graded_for") != NULL;
    for (size_t i = 0; i < 3; i++) {
        json_t *input = json_object_get(inputs, names[i]);
        if (input != NULL || i < 2)
            RETURN_IF_ERR(baked_read_fields(&out->inputs[i], input, places[i], file_fields,
                                            COUNT_OF(file_fields), err));
    }
    return SCREE_OK;
}

/* How images are cut into files. */
static enum scree_code read_cut(struct baked *out, json_t *manifest, struct scree_error *err)
{
    const bool sized = out->tile_texels > 0;
    struct bake_cut *const cut = &out->cut;
    if (sized && out->tiles > 0)
        return baked_refuse("tile_files", NULL, json_object_get(manifest, "tile_files"),
                            "null, as there is a tile_texels", err);
    if (out->tiles == 0) out->tiles = 1;
    *cut = (struct bake_cut){.texels_x = out->width,
                             .texels_y = out->height,
                             .count = sized ? 0 : out->tiles,
                             .side = out->tile_texels};
    cut->columns = bake_cut_tiles(cut, out->width);
    cut->rows = bake_cut_tiles(cut, out->height);
    if (cut->columns > out->width || cut->rows > out->height)
        return baked_refuse("tile_files", NULL, json_object_get(manifest, "tile_files"),
                            "at most a file for each texel of size", err);
    if ((uint64_t)cut->columns * cut->rows > BAKE_MAX_TILES)
        return baked_refuse("tile_texels", NULL, json_object_get(manifest, "tile_texels"),
                            "a size that makes at most 1048576 files of an image", err);
    return SCREE_OK;
}

/* The part of the images that was made. */
static enum scree_code read_grid(struct baked *out, json_t *manifest, struct scree_error *err)
{
    json_t *value = json_object_get(manifest, "region");
    RETURN_IF_ERR(baked_read_fields(out, manifest, "", whole_fields, COUNT_OF(whole_fields), err));
    out->width = out->whole_width = out->size[0];
    out->height = out->whole_height = out->size[1];
    RETURN_IF_ERR(read_cut(out, manifest, err));
    if (value == NULL || json_is_null(value)) return SCREE_OK;
    struct region region;
    RETURN_IF_ERR(
        baked_read_fields(&region, value, "region", region_fields, COUNT_OF(region_fields), err));
    if (region.of[0] < out->width || region.column > region.of[0] - out->width ||
        region.of[1] < out->height || region.row > region.of[1] - out->height)
        return baked_refuse("region", NULL, value, "size texels within those of the whole", err);
    out->whole_width = region.of[0];
    out->whole_height = region.of[1];
    out->region = (struct render_crop){region.column, region.row, out->width, out->height};
    return SCREE_OK;
}

/* A material's name for each layer where --map decided; how many there must be shows later. */
static enum scree_code read_layer_materials(struct baked *out, const json_t *manifest,
                                            struct scree_error *err)
{
    static const char expected[] =
        "the name of a material for each layer, as there is an inputs.map";
    static const struct baked_field name = {.expected = expected, .take = baked_take_line};
    json_t *array = json_object_get(manifest, "layer_materials"), *value;
    const bool mapped = out->inputs[2].name != NULL;
    size_t i;
    if (!mapped && json_is_null(array)) return SCREE_OK;
    out->layer_material_count = json_array_size(array);
    if (!mapped || out->layer_material_count == 0)
        return baked_refuse("layer_materials", NULL, array, mapped ? expected : "null", err);
    out->layer_materials =
        mem_arena_alloc(&out->arena, out->layer_material_count, sizeof *out->layer_materials);
    if (out->layer_materials == NULL) return err_no_memory(err);
    json_array_foreach(array, i,
                       value) if (!baked_take_line(&out->layer_materials[i], value, &name) ||
                                  out->layer_materials[i][0] ==
                                      '\0') return baked_refuse("layer_materials", NULL, value,
                                                                expected, err);
    return SCREE_OK;
}

enum scree_code baked_read_manifest(struct baked *out, json_t *manifest, struct scree_error *err)
{
    const char *format = json_text_get(manifest, "format");
    if (format == NULL || strcmp(format, BAKE_MANIFEST) != 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "format is \"%.40s\", expected \"" BAKE_MANIFEST
                       "\", which scree bake writes",
                       format != NULL ? format : "");
    RETURN_IF_ERR(baked_read_fields(out, json_object_get(manifest, "program"), "program",
                                    program_fields, COUNT_OF(program_fields), err));
    RETURN_IF_ERR(read_grid(out, manifest, err));
    RETURN_IF_ERR(read_inputs(out, manifest, err));
    RETURN_IF_ERR(read_options(out, manifest, err));
    RETURN_IF_ERR(read_layer_materials(out, manifest, err));
    return baked_read_outputs(out, manifest, err);
}
