#include <string.h>

#include "cli/baked/baked.h"

static enum err_code check_kind(const struct baked *baked, struct err *err)
{
    const char *why = NULL;
    if (!(baked->outputs & ARGS_MASKS))
        why = "holds no masks";
    else if (baked->format != ARGS_PNG8)
        why = "holds masks of another format than png8";
    else if (baked->plane != ARGS_WEIGHT)
        why = "holds masks of reach, not of weight";
    if (why == NULL) return ERR_OK;
    err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
            "%s: to be compared it needs what scree bake writes by default", why);
    err_set_file(err, baked->folder);
    return ERR_UNSUPPORTED;
}

static enum err_code read_mask(uint8_t *out, const struct baked *baked, const char *name,
                               struct err *err)
{
    struct baked_samples samples;
    char *path = baked_path(baked->folder, name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code = baked_read_samples(&samples, path, err);
    const size_t size = (size_t)baked->width * baked->height;
    if (code == ERR_OK && (samples.width != baked->width || samples.height != baked->height ||
                           samples.size != size)) {
        code = err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                       "%u x %u texels, expected %u x %u of 8 bits, as manifest.json says",
                       (unsigned)samples.width, (unsigned)samples.height, (unsigned)baked->width,
                       (unsigned)baked->height);
        err_set_file(err, path);
    }
    if (code == ERR_OK) memcpy(out, samples.bytes, size);
    baked_samples_free(&samples);
    mem_free(path);
    return code;
}

enum err_code baked_read_planes(struct compare_planes **out, const struct baked *baked,
                                struct err *err)
{
    *out = NULL;
    RETURN_IF_ERR(check_kind(baked, err));
    const char **names = mem_alloc(baked->material_count, sizeof *names);
    if (names == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for masks");
    for (size_t m = 0; m < baked->material_count; m++) names[m] = baked->materials[m].name;
    enum err_code code = compare_planes_create(out, baked->width, baked->height, names,
                                               (uint32_t)baked->material_count, err);
    mem_free(names);
    for (size_t m = 0; code == ERR_OK && m < baked->material_count; m++) {
        const char *file = baked->materials[m].file;
        code = file != NULL
                   ? read_mask((*out)->samples[m], baked, file, err)
                   : err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                             "manifest.json names no mask of \"%.60s\"", baked->materials[m].name);
    }
    if (code == ERR_OK) return ERR_OK;
    err_set_file(err, baked->folder);
    compare_planes_free(*out);
    *out = NULL;
    return code;
}
