/* The words of manifests, and what images are made of. */
#include "bake/bake_parts.h"

#include <stdio.h>

const char *bake_output_name(unsigned output)
{
    static const char *const names[] = {
        [SCREE_BAKE_MASKS] = "masks",   [SCREE_BAKE_BLEND] = "blend",
        [SCREE_BAKE_BEAMNG] = "beamng", [SCREE_BAKE_PREVIEW] = "preview",
        [SCREE_BAKE_SPLAT] = "splat",   [SCREE_BAKE_GEOTIFF] = "geotiff"};
    return names[output];
}

const char *bake_plane_name(unsigned plane)
{
    return plane == SCREE_BAKE_WEIGHT ? "weight" : "eff";
}

/* ---- formats ---- */

static const struct {
    const char *name, *ending;
    enum image_number number;
    bool is_tiff;
    enum image_plain_kind plain;
} formats[] = {[SCREE_BAKE_PNG8] = {"png8", "png", IMAGE_U8, false, IMAGE_PLAIN_NONE},
               [SCREE_BAKE_TIFF8] = {"tiff8", "tif", IMAGE_U8, true, IMAGE_PLAIN_NONE},
               [SCREE_BAKE_TIFF16] = {"tiff16", "tif", IMAGE_U16, true, IMAGE_PLAIN_NONE},
               [SCREE_BAKE_TIFF32F] = {"tiff32f", "tif", IMAGE_F32, true, IMAGE_PLAIN_NONE},
               [SCREE_BAKE_NPY] = {"npy", "npy", IMAGE_F32, false, IMAGE_PLAIN_NPY},
               [SCREE_BAKE_EXR] = {"exr", "exr", IMAGE_F32, false, IMAGE_PLAIN_EXR},
               [SCREE_BAKE_RAW] = {"raw", "raw", IMAGE_U8, false, IMAGE_PLAIN_RAW}};

const char *bake_format_name(unsigned format)
{
    return formats[format].name;
}

enum image_number bake_format_number(enum scree_bake_format format)
{
    return formats[format].number;
}

/* Pictures of bytes. */
static struct bake_form picture_form(bool is_tiff, unsigned channels)
{
    return (struct bake_form){.channels = channels,
                              .number = IMAGE_U8,
                              .is_tiff = is_tiff,
                              .ending = is_tiff ? "tif" : "png"};
}

/* ---- images ---- */

static const struct {
    unsigned output, channels;
    const char *stem;
} kinds[BAKE_KINDS] = {[BAKE_MASKS] = {SCREE_BAKE_MASKS, 1, ""},
                       [BAKE_BLEND_MAP] = {SCREE_BAKE_BLEND, 4, "blend"},
                       [BAKE_PICTURE] = {SCREE_BAKE_PREVIEW, 3, "preview"},
                       [BAKE_PACKS] = {SCREE_BAKE_SPLAT, 4, "splat"},
                       [BAKE_NODATA] = {0, 1, "nodata"}};

struct bake_form bake_kind_form(enum scree_bake_format format, enum bake_kind kind)
{
    /* "tiff8" means all that could be a PNG. */
    if (kind != BAKE_MASKS)
        return picture_form(kind == BAKE_NODATA ? formats[format].is_tiff
                                                : format == SCREE_BAKE_TIFF8,
                            kinds[kind].channels);
    return (struct bake_form){.channels = 1,
                              .number = formats[format].number,
                              .is_tiff = formats[format].is_tiff,
                              .plain = formats[format].plain,
                              .ending = formats[format].ending};
}

struct bake_form bake_map_form(enum scree_bake_format format, enum scree_bake_map map)
{
    struct bake_form form = bake_kind_form(format, BAKE_MASKS);
    if (map == SCREE_BAKE_NORMAL) {
        form = picture_form(form.is_tiff, 3);
        form.rows = true;
    } else if (form.number == IMAGE_U8) {
        form.number = IMAGE_U16;
    }
    return form;
}

unsigned bake_kind_output(enum bake_kind kind)
{
    return kinds[kind].output;
}

size_t bake_kind_images(enum bake_kind kind, unsigned outputs, size_t materials, bool has_nodata)
{
    if (kind == BAKE_NODATA) return has_nodata ? 1 : 0;
    if (!(outputs & kinds[kind].output)) return 0;
    return kind == BAKE_MASKS ? materials : kind == BAKE_PACKS ? (materials + 3) / 4 : 1;
}

size_t bake_kind_count(const struct bake_plan *plan, enum bake_kind kind)
{
    return bake_kind_images(kind, plan->outputs, plan->merge->count, plan->has_nodata);
}

void bake_kind_stem(char out[BAKE_STEM], enum bake_kind kind, size_t number)
{
    snprintf(out, BAKE_STEM, kind == BAKE_PACKS ? "%s-%zu" : "%s", kinds[kind].stem, number + 1);
}
