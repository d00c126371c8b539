/* Materials and files of a manifest. Names follow from outputs, options and materials, so that none
 * is free: what a manifest says is compared with what it must be. */
#include <stdio.h>
#include <string.h>

#include "bake/bake_parts.h"
#include "bake/baked_fields.h"

#define MAX_NAME_BYTES 71 /* of a terrain's file name, as a bake makes it */
#define TILE "_{x}_{y}"

/* ---- materials ---- */

/* "masks/03-wet-sand.png", or "masks/03-wet-sand_{x}_{y}.png" with tiles. */
static bool is_mask_name(const struct baked *baked, const char *name, size_t index)
{
    char start[40], end[24];
    const int length = snprintf(start, sizeof start, "masks/%02zu-", index);
    snprintf(end, sizeof end, "%s.%s", bake_cut_named(&baked->cut) ? TILE : "",
             bake_kind_form(baked->format, BAKE_MASKS).ending);
    if (strncmp(name, start, (size_t)length) != 0) return false;
    name += length;
    const size_t slug = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return slug > 0 && slug < 80 && strcmp(name + slug, end) == 0;
}

struct material {
    const char *name;
    uint32_t index;
};
#define TO(member) offsetof(struct material, member)
static const struct baked_field material_fields[] = {
    BAKED_NEED("index", "its number in the list", baked_take_count, TO(index), 0, UINT32_MAX),
    BAKED_NEED("name", "text", baked_take_line, TO(name), 0, 0),
};
#undef TO

static enum scree_code read_material(struct baked *out, json_t *value, size_t i,
                                     struct scree_error *err)
{
    struct material read;
    char where[40];
    snprintf(where, sizeof where, "materials[%zu]", i);
    RETURN_IF_ERR(
        baked_read_fields(&read, value, where, material_fields, COUNT_OF(material_fields), err));
    if (read.index != i)
        return baked_refuse(where, "index", json_object_get(value, "index"),
                            "its number in the list", err);
    json_t *file = json_object_get(value, "file");
    out->materials[i].name = read.name;
    out->materials[i].file = json_string_value(file);
    if (out->outputs & SCREE_BAKE_MASKS
            ? out->materials[i].file != NULL && is_mask_name(out, out->materials[i].file, i)
            : json_is_null(file))
        return SCREE_OK;
    return baked_refuse(where, "file", file, "the name that scree bake gives a mask", err);
}

static enum scree_code read_materials(struct baked *out, const json_t *manifest,
                                      struct scree_error *err)
{
    const struct srf_limits limits = SRF_LIMITS_DEFAULT;
    json_t *array = json_object_get(manifest, "materials");
    const size_t count = json_array_size(array);
    if (count < 1 || count > limits.max_layers)
        return baked_refuse("materials", NULL, array,
                            "as many as a surface map has layers, or fewer", err);
    out->materials = mem_arena_alloc(&out->arena, count, sizeof *out->materials);
    if (out->materials == NULL) return err_no_memory(err);
    out->material_count = count;
    for (size_t i = 0; i < count; i++)
        RETURN_IF_ERR(read_material(out, json_array_get(array, i), i, err));
    return SCREE_OK;
}

/* "NAME.ter", NAME being one that was asked for or what a bake makes of a file name. */
static enum scree_code read_beamng(struct baked *out, const json_t *manifest,
                                   struct scree_error *err)
{
    const json_t *beamng = json_object_get(manifest, "beamng");
    const json_t *file = json_object_get(beamng, "file");
    const char *name = json_string_value(file);
    if (!(out->outputs & SCREE_BAKE_BEAMNG)) {
        if (json_is_null(beamng)) return SCREE_OK;
        return baked_refuse("beamng", NULL, beamng, "null, as it is none of options.outputs", err);
    }
    const size_t length = name != NULL ? strspn(name, "abcdefghijklmnopqrstuvwxyz"
                                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
                                       : 0;
    if (length == 0 || length > MAX_NAME_BYTES || strcmp(name + length, ".ter") != 0)
        return baked_refuse("beamng", "file", file,
                            "NAME.ter, the name of 1 to 71 plain letters, digits, '_' and '-'",
                            err);
    out->beamng_name = mem_arena_text(&out->arena, name, length);
    return out->beamng_name != NULL ? SCREE_OK : err_no_memory(err);
}

/* ---- the list of files ---- */

#define TO(member) offsetof(struct baked_file, member)
/* An output's name is compared with what it must be. */
static const struct baked_field output_fields[] = {
    BAKED_NEED("file", "the name of a file", baked_take_line, TO(name), 0, 0),
    BAKED_NEED("bytes", "a whole number of 0 or more", baked_take_bytes, TO(bytes), 0, 0),
    BAKED_NEED("sha256", "64 digits of 0-9 and a-f", baked_take_digest, TO(sha256), 0, 0),
};
#undef TO

struct listing {
    struct baked *baked;
    json_t *array;
    size_t count;
    struct scree_error *err;
};

/* The next entry must be the file of that name. */
static enum scree_code read_file(struct listing *list, const char *name)
{
    char where[40], expected[200];
    const size_t i = list->count;
    json_t *value = json_array_get(list->array, i);
    struct baked_file *file = &list->baked->files[i];
    snprintf(where, sizeof where, "files[%zu]", i);
    snprintf(expected, sizeof expected, "%s, as the outputs and materials have it", name);
    if (value == NULL) return baked_refuse(where, "file", NULL, expected, list->err);
    RETURN_IF_ERR(
        baked_read_fields(file, value, where, output_fields, COUNT_OF(output_fields), list->err));
    list->count++;
    if (strcmp(file->name, name) == 0) return SCREE_OK;
    return baked_refuse(where, "file", json_object_get(value, "file"), expected, list->err);
}

/* The files of an image, "masks/00-rock_{x}_{y}.png" standing for all of its tiles. */
static enum scree_code read_image(struct listing *list, const char *image)
{
    const struct bake_cut *const cut = &list->baked->cut;
    const uint64_t *const some = list->baked->some_tiles, all = (uint64_t)cut->columns * cut->rows;
    if (some[1] > all)
        return err_set(list->err, SCREE_MALFORMED,
                       "lists tiles beyond the %llu that an image is cut into",
                       (unsigned long long)all);
    for (uint64_t i = some[0]; i < (some[1] > 0 ? some[1] : all); i++) {
        char name[160];
        baked_tile_name(name, sizeof name, image, (uint32_t)(i % cut->columns),
                        (uint32_t)(i / cut->columns));
        RETURN_IF_ERR(read_file(list, name));
    }
    return SCREE_OK;
}

static enum scree_code read_named(struct listing *list, const char *stem, const char *ending)
{
    char name[64];
    snprintf(name, sizeof name, "%s%s.%s", stem, bake_cut_named(&list->baked->cut) ? TILE : "",
             ending);
    return read_image(list, name);
}

static enum scree_code read_kind(struct listing *list, enum bake_kind kind, bool has_nodata)
{
    const struct baked *const baked = list->baked;
    const size_t count = bake_kind_images(kind, baked->outputs, baked->material_count, has_nodata);
    const char *const ending = bake_kind_form(baked->format, kind).ending;
    for (size_t i = 0; i < count; i++) {
        char stem[BAKE_STEM];
        bake_kind_stem(stem, kind, i);
        RETURN_IF_ERR(kind == BAKE_MASKS ? read_image(list, baked->materials[i].file)
                                         : read_named(list, stem, ending));
    }
    return SCREE_OK;
}

static enum scree_code read_map(struct listing *list, enum scree_bake_map map)
{
    char stem[48];
    snprintf(stem, sizeof stem, "maps/%s", derive_name(map));
    return read_named(list, stem, bake_map_form(list->baked->format, map).ending);
}

/* All that the outputs have, in the order in which a bake lists them, and nothing else: so no name
 * of a file is free. */
static enum scree_code read_files(struct baked *out, const json_t *manifest,
                                  struct scree_error *err)
{
    struct listing list = {out, json_object_get(manifest, "files"), 0, err};
    const size_t count = json_array_size(list.array);
    out->files = mem_arena_alloc(&out->arena, count + 1, sizeof *out->files);
    if (out->files == NULL) return err_no_memory(err);
    const bool nodata = json_object_get(manifest, "nodata") != NULL;
    RETURN_IF_ERR(read_kind(&list, BAKE_MASKS, nodata));
    RETURN_IF_ERR(read_kind(&list, BAKE_BLEND_MAP, nodata));
    if (out->outputs & SCREE_BAKE_BEAMNG) {
        char name[MAX_NAME_BYTES + 32];
        snprintf(name, sizeof name, "%s.ter", out->beamng_name);
        RETURN_IF_ERR(read_file(&list, name));
        snprintf(name, sizeof name, "%s.terrain.json", out->beamng_name);
        RETURN_IF_ERR(read_file(&list, name));
    }
    RETURN_IF_ERR(read_kind(&list, BAKE_PICTURE, nodata));
    RETURN_IF_ERR(read_kind(&list, BAKE_PACKS, nodata));
    if (out->outputs & SCREE_BAKE_GEOTIFF) RETURN_IF_ERR(read_file(&list, BAKE_GEOTIFF_NAME));
    for (unsigned bit = 1; bit <= DERIVE_ALL; bit <<= 1)
        if (out->maps & bit) RETURN_IF_ERR(read_map(&list, (enum scree_bake_map)bit));
    RETURN_IF_ERR(read_kind(&list, BAKE_NODATA, nodata));
    out->file_count = list.count;
    if (list.count == count) return SCREE_OK;
    return baked_refuse("files", NULL, json_array_get(list.array, list.count),
                        "nothing behind the files of the outputs", err);
}

enum scree_code baked_read_outputs(struct baked *out, const json_t *manifest,
                                   struct scree_error *err)
{
    RETURN_IF_ERR(read_materials(out, manifest, err));
    RETURN_IF_ERR(read_beamng(out, manifest, err));
    return read_files(out, manifest, err);
}
