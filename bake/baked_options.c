/* The options of a bake in its manifest: what the command line takes, and nothing else. */
#include <float.h>
#include <string.h>

#include "bake/baked_fields.h"

/* ---- words ---- */

static bool take_format(void *to, json_t *value, const struct baked_field *field)
{
    const char *word = json_string_value(value);
    (void)field;
    for (unsigned format = SCREE_BAKE_PNG8; word != NULL && format <= BAKE_LAST_FORMAT; format++) {
        *(enum scree_bake_format *)to = (enum scree_bake_format)format;
        if (strcmp(bake_format_name((enum scree_bake_format)format), word) == 0) return true;
    }
    return false;
}

static bool take_plane(void *to, json_t *value, const struct baked_field *field)
{
    const char *word = json_string_value(value);
    (void)field;
    for (unsigned plane = SCREE_BAKE_WEIGHT; word != NULL && plane <= SCREE_BAKE_EFF; plane++) {
        *(enum scree_bake_plane *)to = (enum scree_bake_plane)plane;
        if (strcmp(bake_plane_name((enum scree_bake_plane)plane), word) == 0) return true;
    }
    return false;
}

static bool take_raw(void *to, json_t *value, const struct baked_field *field)
{
    const char *word = json_string_value(value);
    (void)field;
    for (unsigned raw = SCREE_RAW_U16; word != NULL && raw <= SCREE_RAW_F32; raw++) {
        *(enum scree_raw *)to = (enum scree_raw)raw;
        if (strcmp(heights_raw_name((enum scree_raw)raw), word) == 0) return true;
    }
    return false;
}

/* A word that stands only where the option was given. */
static bool take_word(void *to, json_t *value, const char *word)
{
    *(bool *)to = true;
    return json_is_string(value) && strcmp(json_string_value(value), word) == 0;
}

static bool take_order(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_word(to, value, "big");
}

static bool take_rows(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_word(to, value, "south-first");
}

static bool take_grid(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_word(to, value, "vertices");
}

static const char *output_name(unsigned bit)
{
    return bake_output_name((enum scree_bake_output)bit);
}

static const char *map_name(unsigned bit)
{
    return derive_name((enum scree_bake_map)bit);
}

/* The bit up to `last` that a word names, or 0. */
static unsigned bit_of(const json_t *value, unsigned last, const char *(*name)(unsigned))
{
    const char *word = json_string_value(value);
    for (unsigned bit = 1; word != NULL && bit <= last; bit <<= 1)
        if (strcmp(name(bit), word) == 0) return bit;
    return 0;
}

/* Words for bits, in their order, each once. */
static bool take_set(unsigned *set, json_t *value, unsigned last, const char *(*name)(unsigned))
{
    size_t i;
    json_t *word;
    *set = 0;
    json_array_foreach(value, i, word)
    {
        const unsigned bit = bit_of(word, last, name);
        if (bit <= *set) return false;
        *set |= bit;
    }
    return json_is_array(value) && *set != 0;
}

static bool take_outputs(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_set(to, value, BAKE_LAST_OUTPUT, output_name);
}

static bool take_maps(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_set(to, value, SCREE_BAKE_FLOW, map_name);
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

static bool take_keep(void *to, json_t *value, const struct baked_field *field)
{
    (void)field;
    return take_word(to, value, "keep");
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

#define ANY .lowest = -DBL_MAX, .highest = DBL_MAX
#define ABOVE_0 .lowest = DBL_MIN, .highest = DBL_MAX

#define TO(member) offsetof(struct baked, member)
static const struct baked_field option_fields[] = {
    {"outputs", "some of masks, blend, beamng, preview, splat and geotiff", take_outputs,
     TO(outputs), 0, 0, 0},
    {"format", "png8, tiff8, tiff16, tiff32f, npy, exr or raw", take_format, TO(format), 0, 0, 0},
    {"output", "weight or eff", take_plane, TO(plane), 0, 0, 0},
    {"depth", "null, or a whole number from 0 to 1000", baked_take_count, TO(depth), 0,
     RENDER_MAX_DEPTH, BAKED_OR_NULL},
    {"relief", "1 (crisp slopes) or 1.01 to 8", take_relief, TO(relief), RENDER_MIN_RELIEF,
     RENDER_MAX_RELIEF, 0},
    {"root_density", "true or false", baked_take_flag, TO(root_density), 0, 0, 0},
    {.key = "height_scale",
     .expected = "a number other than 0",
     .take = take_height_scale,
     .to = TO(ground.height_scale),
     ANY},
    {.key = "height_offset_tu",
     .expected = "a number",
     .take = baked_take_number,
     .to = TO(ground.height_offset_tu),
     ANY},
    {.key = "cell_m",
     .expected = "null, or a number above 0",
     .take = baked_take_number,
     .to = TO(ground.cell_m),
     ABOVE_0,
     .presence = BAKED_OR_NULL},
    {"grid", "vertices", take_grid, TO(vertices), 0, 0, BAKED_OR_NONE},
    {"rows", "south-first", take_rows, TO(south_first), 0, 0, BAKED_OR_NONE},
    {"layers", "a whole number from 1 to 512", baked_take_count, TO(layers), 1,
     SCREE_BAKE_MAX_LAYERS, BAKED_OR_NONE},
    {"maps", "some of height, normal, slope, curvature, ao and flow", take_maps, TO(maps), 0, 0,
     BAKED_OR_NONE},
};
#undef TO

#define TO(member) offsetof(struct scree_terrain_options, member)
static const struct baked_field reading_fields[] = {
    {.key = "height_range_m",
     .expected = "two rising numbers",
     .take = take_range,
     ANY,
     .presence = BAKED_OR_NONE},
    {.key = "nodata_fill_m",
     .expected = "a number",
     .take = take_fill,
     ANY,
     .presence = BAKED_OR_NONE},
    {"nodata", "keep", take_keep, TO(keep_missing), 0, 0, BAKED_OR_NONE},
    {.key = "max_height_m",
     .expected = "a number above 0",
     .take = baked_take_number,
     .to = TO(max_height_m),
     ABOVE_0,
     .presence = BAKED_OR_NONE},
    {.key = "square_size_m",
     .expected = "a number above 0",
     .take = baked_take_number,
     .to = TO(square_m),
     ABOVE_0,
     .presence = BAKED_OR_NONE},
    {"raw", "u16 or f32", take_raw, TO(raw), 0, 0, BAKED_OR_NONE},
    {"raw_size", "two whole numbers from 1 to 1048576", take_raw_size, 0, 1, 1048576,
     BAKED_OR_NONE},
    {"byte_order", "big", take_order, TO(raw_big_endian), 0, 0, BAKED_OR_NONE},
    {"rows", "south-first", take_rows, TO(south_first), 0, 0, BAKED_OR_NONE},
    {"band", "a whole number from 1 to 65536", baked_take_count, TO(band), 1, 65536, BAKED_OR_NONE},
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
            bit_of(json_object_get(value, "output"), BAKE_LAST_OUTPUT, output_name);
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
