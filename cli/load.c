#include "cli/load.h"

#include <string.h>

#include "base/file.h"

const char *load_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static enum load_kind kind_of(const struct file_bytes *bytes)
{
    const bool terragen = bytes->size >= 16 && memcmp(bytes->data, "TERRAGEN", 8) == 0;
    if (!terragen) return LOAD_UNKNOWN;
    if (memcmp(bytes->data + 8, "TERRAIN ", 8) == 0) return LOAD_TERRAIN;
    if (memcmp(bytes->data + 8, "SURFMAP", 7) == 0 || memcmp(bytes->data + 8, "WORLD", 5) == 0)
        return LOAD_SURFACE;
    return LOAD_UNKNOWN;
}

static uint64_t largest_file(enum load_kind kind)
{
    const struct ter_options ter = TER_OPTIONS_DEFAULT;
    const struct srf_limits srf = SRF_LIMITS_DEFAULT;
    return kind == LOAD_SURFACE ? srf.max_file_bytes : ter.max_file_bytes;
}

static enum err_code read_bytes(struct file_bytes *bytes, struct load_file *file, const char *path,
                                enum load_kind kind, struct err *err)
{
    RETURN_IF_ERR(file_read(bytes, path, largest_file(kind), err));
    file->path = path;
    file->base = load_base(path);
    file->size_bytes = bytes->size;
    image_sha256_hex(file->sha256, bytes->data, bytes->size);
    return ERR_OK;
}

static enum err_code parse_terrain(struct ter_field **out, const struct file_bytes *bytes,
                                   const struct args_ground *ground, struct err *err)
{
    struct ter_options options = TER_OPTIONS_DEFAULT;
    options.cell_m = ground->cell_m;
    RETURN_IF_ERR(ter_read_memory(out, bytes->data, bytes->size, &options, err));
    const enum err_code code =
        ter_apply_height(*out, ground->height_scale, ground->height_offset, err);
    if (code != ERR_OK) {
        ter_free(*out);
        *out = NULL;
    }
    return code;
}

static enum err_code parse_surface(struct srf_map **out, struct load_file *file,
                                   const struct file_bytes *bytes, struct err *err)
{
    RETURN_IF_ERR(srf_read_memory(out, bytes->data, bytes->size, NULL, err));
    file->reader_warnings = (*out)->warnings.count + (*out)->warnings.dropped;
    const enum err_code code = srf_check(*out, err);
    if (code != ERR_OK) {
        srf_free(*out);
        *out = NULL;
    }
    return code;
}

enum err_code load_any(struct load_file *file, struct ter_field **field, struct srf_map **map,
                       const char *path, const struct args_ground *ground, struct err *err)
{
    *field = NULL;
    *map = NULL;
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, file, path, LOAD_UNKNOWN, err));
    enum err_code code = ERR_OK;
    switch (kind_of(&bytes)) {
    case LOAD_TERRAIN:
        code = parse_terrain(field, &bytes, ground, err);
        break;
    case LOAD_SURFACE:
        code = parse_surface(map, file, &bytes, err);
        break;
    case LOAD_UNKNOWN:
        code = err_set(err, ERR_UNSUPPORTED, 0,
                       "not a Terragen file: it does not start with TERRAGENTERRAIN, "
                       "TERRAGENSURFMAP2 or TERRAGENWORLD2");
        break;
    }
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

static enum err_code load_terrain(struct load_pair *out, const char *path,
                                  const struct args_ground *ground, struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, &out->terrain_file, path, LOAD_TERRAIN, err));
    enum err_code code;
    if (kind_of(&bytes) == LOAD_SURFACE)
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a surface map, expected a terrain: the terrain comes first, then "
                       "the surface map");
    else
        code = parse_terrain(&out->field, &bytes, ground, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

static enum err_code load_surface(struct load_pair *out, const char *path, struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, &out->surface_file, path, LOAD_SURFACE, err));
    enum err_code code;
    if (kind_of(&bytes) == LOAD_TERRAIN)
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a terrain, expected a surface map: the terrain comes first, then "
                       "the surface map");
    else
        code = parse_surface(&out->map, &out->surface_file, &bytes, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

enum err_code load_pair(struct load_pair *out, const char *terrain, const char *surface,
                        const struct args_ground *ground, struct say *say, struct err *err)
{
    memset(out, 0, sizeof *out);
    enum err_code code;
    FAIL_IF_ERR(code, load_terrain(out, terrain, ground, err));
    say_warnings(say, terrain, &out->field->warnings);
    FAIL_IF_ERR(code, load_surface(out, surface, err));
    say_warnings(say, surface, &out->map->warnings);
    FAIL_IF_ERR(code, ter_measure(&out->ranges, out->field, err));
    return ERR_OK;

fail:
    load_pair_free(out);
    return code;
}

void load_pair_free(struct load_pair *pair)
{
    ter_free(pair->field);
    srf_free(pair->map);
    memset(pair, 0, sizeof *pair);
}
