/*
 * A manifest into checked values: nothing but what scree bake could have written is taken, and
 * nothing else of the document is looked at afterwards. docs/formats.md, "What is checked in a
 * manifest", lists what that is.
 */

#include <float.h>
#include <string.h>

#include "bake/bake_parts.h"
#include "bake/baked_fields.h"

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
    const char *format = json_string_value(json_object_get(manifest, "format"));
    if (format == NULL || strcmp(format, BAKE_MANIFEST) != 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "format is \"%.40s\", expected \"" BAKE_MANIFEST
                       "\", which scree bake writes",
                       format != NULL ? format : "");
    RETURN_IF_ERR(baked_read_fields(out, json_object_get(manifest, "program"), "program",
                                    program_fields, COUNT_OF(program_fields), err));
    RETURN_IF_ERR(read_grid(out, manifest, err));
    RETURN_IF_ERR(read_inputs(out, manifest, err));
    RETURN_IF_ERR(baked_read_options(out, manifest, err));
    RETURN_IF_ERR(read_layer_materials(out, manifest, err));
    return baked_read_outputs(out, manifest, err);
}
