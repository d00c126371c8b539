#include <string.h>

#include "bake/bake_parts.h"
#include "bake/baked.h"
#include "base/path.h"
#include "compare/compare_planes.h"

static enum scree_code check_kind(const struct baked *baked, struct scree_error *err)
{
    const char *why = NULL;
    if (!(baked->outputs & SCREE_BAKE_MASKS))
        why = "holds no masks";
    else if (baked->format != SCREE_BAKE_PNG8 && baked->format != SCREE_BAKE_TIFF8)
        why = "holds masks of more than 8 bits";
    else if (baked->plane != SCREE_BAKE_WEIGHT)
        why = "holds masks of reach, not of weight";
    if (why == NULL) return SCREE_OK;
    err_set(err, SCREE_UNSUPPORTED, "%s: to be compared it needs what scree bake writes by default",
            why);
    err_set_file(err, baked->folder);
    return SCREE_UNSUPPORTED;
}

static enum scree_code read_tile(uint8_t *out, const struct baked *baked, const char *image,
                                 uint32_t x, uint32_t y, struct scree_error *err)
{
    const uint32_t west = bake_cut_edge(&baked->cut, baked->width, x);
    const uint32_t north = bake_cut_edge(&baked->cut, baked->height, y);
    const uint32_t width = bake_cut_edge(&baked->cut, baked->width, x + 1) - west;
    const uint32_t height = bake_cut_edge(&baked->cut, baked->height, y + 1) - north;
    char name[256];
    baked_tile_name(name, sizeof name, image, x, y);
    struct baked_samples samples;
    char *path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = baked_read_samples(&samples, path, err);
    if (code == SCREE_OK && (samples.width != width || samples.height != height ||
                             samples.size != (size_t)width * height)) {
        code = err_set(err, SCREE_MALFORMED,
                       "%u x %u texels, expected %u x %u of 8 bits, as manifest.json says",
                       (unsigned)samples.width, (unsigned)samples.height, (unsigned)width,
                       (unsigned)height);
        err_set_file(err, path);
    }
    for (size_t j = 0; code == SCREE_OK && j < height; j++)
        memcpy(out + (north + j) * baked->width + west, samples.bytes + j * width, width);
    baked_samples_free(&samples);
    mem_free(path);
    return code;
}

static enum scree_code read_mask(uint8_t *out, const struct baked *baked, const char *image,
                                 struct scree_error *err)
{
    for (uint32_t y = 0; y < baked->cut.rows; y++)
        for (uint32_t x = 0; x < baked->cut.columns; x++)
            RETURN_IF_ERR(read_tile(out, baked, image, x, y, err));
    return SCREE_OK;
}

enum scree_code baked_read_planes(struct compare_planes **out, const struct baked *baked,
                                  struct scree_error *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_kind(baked, err));
    const char **names;
    RETURN_IF_ERR(MEM_NEED(&names, baked->material_count, sizeof *names, err));
    for (size_t m = 0; m < baked->material_count; m++) names[m] = baked->materials[m].name;
    enum scree_code code = compare_planes_create(out, baked->width, baked->height, names,
                                                 (uint32_t)baked->material_count, err);
    mem_free(names);
    for (size_t m = 0; code == SCREE_OK && m < baked->material_count; m++) {
        const char *file = baked->materials[m].file;
        code = file != NULL
                   ? read_mask((*out)->samples[m], baked, file, err)
                   : err_set(err, SCREE_MALFORMED, "manifest.json names no mask of \"%.60s\"",
                             baked->materials[m].name);
    }
    if (code == SCREE_OK) return SCREE_OK;
    err_set_file(err, baked->folder);
    compare_planes_free(*out);
    *out = NULL;
    return code;
}
