/* The options of a bake in its manifest: what the command line takes, and nothing else. */
#include <float.h>
#include <string.h>

#include "bake/baked_fields.h"

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
    {"maps", "some of height, normal, slope, curvature, ao and flow", baked_take_bits, TO(maps), 0,
     SCREE_BAKE_FLOW, BAKED_OR_NONE, map_name},
};
#undef TO

#define TO(member) offsetof(struct scree_terrain_options, member)
static const struct baked_field reading_fields[] = {
    BAKED_FIELD("height_range_m", "two rising numbers", take_range, 0, -DBL_MAX, DBL_MAX,
                BAKED_OR_NONE),
    BAKED_FIELD("nodata_fill_m", "a number", take_fill, 0, -DBL_MAX, DBL_MAX, BAKED_OR_NONE),
    BAKED_FIELD("nodata", "keep", baked_take_word, TO(keep_missing), 0, 0, BAKED_OR_NONE),
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

enum scree_code baked_read_options(struct baked *out, const json_t *manifest,
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
