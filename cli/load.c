#include "cli/load.h"

#include <stdio.h>
#include <string.h>

const char *load_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_surface(const struct file_bytes *bytes)
{
    return srf_is_text(bytes->data, bytes->size) ||
           (bytes->size >= 16 && (memcmp(bytes->data, "TERRAGENSURFMAP", 15) == 0 ||
                                  memcmp(bytes->data, "TERRAGENWORLD", 13) == 0));
}

static bool is_terrain(const struct file_bytes *bytes)
{
    return bytes->size >= 16 && memcmp(bytes->data, "TERRAGENTERRAIN ", 16) == 0;
}

/* All but the digest. */
static void name_file(struct load_file *file, const char *path, const struct file_bytes *bytes)
{
    file->path = path;
    file->base = load_base(path);
    file->size_bytes = bytes->size;
}

void load_note(struct load_file *file, const char *path, const struct file_bytes *bytes)
{
    name_file(file, path, bytes);
    image_sha256_bytes(file->sha256, bytes);
}

static enum err_code read_bytes(struct file_bytes *bytes, struct load_file *file, const char *path,
                                uint64_t max_bytes, struct err *err)
{
    RETURN_IF_ERR(file_map(bytes, path, max_bytes, err));
    load_note(file, path, bytes);
    return ERR_OK;
}

static enum err_code parse_terrain(struct ter_field **out, struct load_file *file,
                                   struct file_bytes *bytes, const struct args_ground *ground,
                                   struct err *err)
{
    struct heights_options options = ground->file;
    options.cell_m = ground->cell_m;
    RETURN_IF_ERR(heights_read_bytes(out, &file->heights, bytes, file->path, &options, err));
    const enum err_code code =
        ter_apply_height(*out, ground->height_scale, ground->height_offset, err);
    if (code != ERR_OK) {
        ter_free(*out);
        heights_about_free(&file->heights);
        *out = NULL;
    }
    return code;
}

static enum err_code parse_unjudged(struct srf_map **out, struct load_file *file,
                                    const struct file_bytes *bytes, const struct srf_scale *scale,
                                    struct err *err)
{
    if (srf_is_text(bytes->data, bytes->size))
        RETURN_IF_ERR(srf_from_text(out, bytes->data, bytes->size, scale, NULL, err));
    else
        RETURN_IF_ERR(srf_read_memory(out, bytes->data, bytes->size, NULL, err));
    file->reader_warnings = (*out)->warnings.count + (*out)->warnings.dropped;
    return ERR_OK;
}

static enum err_code parse_surface(struct srf_map **out, struct load_file *file,
                                   const struct file_bytes *bytes, const struct srf_scale *scale,
                                   struct err *err)
{
    RETURN_IF_ERR(parse_unjudged(out, file, bytes, scale, err));
    const enum err_code code = srf_check(*out, err);
    if (code != ERR_OK) {
        if (srf_is_text(bytes->data, bytes->size))
            srf_text_place(err, *out, (*out)->refused_layer, bytes->data, bytes->size);
        srf_free(*out);
        *out = NULL;
    }
    return code;
}

struct srf_scale load_scale(const struct ter_field *field, const struct args_ground *ground)
{
    struct srf_scale scale = {ground->cell_m, ground->cell_m};
    if (field != NULL) {
        scale.across_m = field->scal_m[0];
        scale.up_m = field->scal_m[2];
    }
    return scale;
}

enum err_code load_any(struct load_file *file, struct ter_field **field, struct srf_map **map,
                       const char *path, const struct args_ground *ground, struct err *err)
{
    const struct srf_scale scale = load_scale(NULL, ground);
    return load_any_scaled(file, field, map, path, ground, &scale, err);
}

enum err_code load_any_scaled(struct load_file *file, struct ter_field **field,
                              struct srf_map **map, const char *path,
                              const struct args_ground *ground, const struct srf_scale *scale,
                              struct err *err)
{
    *field = NULL;
    *map = NULL;
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, file, path, ground->file.max_file_bytes, err));
    const enum err_code code = is_surface(&bytes) ? parse_surface(map, file, &bytes, scale, err)
                                                  : parse_terrain(field, file, &bytes, ground, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

/* Where the field keeps the bytes, the digest is left to digest_kept(). */
static enum err_code read_terrain(struct ter_field **field, struct load_file *file,
                                  const char *path, const struct args_ground *ground,
                                  struct err *err)
{
    *field = NULL;
    struct file_bytes bytes;
    RETURN_IF_ERR(file_map(&bytes, path, ground->file.max_file_bytes, err));
    name_file(file, path, &bytes);
    enum err_code code;
    if (is_surface(&bytes))
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a surface map, expected a terrain: the terrain comes first, then "
                       "the surface map");
    else
        code = parse_terrain(field, file, &bytes, ground, err);
    if (code != ERR_OK)
        err_set_file(err, path);
    else if (bytes.data != NULL)
        image_sha256_bytes(file->sha256, &bytes);
    file_bytes_free(&bytes);
    return code;
}

static void digest_kept(struct load_file *file, const struct ter_field *field)
{
    if (field->file.data != NULL) image_sha256_bytes(file->sha256, &field->file);
}

enum err_code load_terrain(struct ter_field **field, struct load_file *file, const char *path,
                           const struct args_ground *ground, struct err *err)
{
    RETURN_IF_ERR(read_terrain(field, file, path, ground, err));
    digest_kept(file, *field);
    return ERR_OK;
}

static enum err_code load_surface(struct load_pair *out, const char *path,
                                  const struct args_ground *ground, struct err *err)
{
    const struct srf_limits most = SRF_LIMITS_DEFAULT;
    const struct srf_scale scale = load_scale(out->field, ground);
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, &out->surface_file, path, srf_text_max_bytes(&most), err));
    enum err_code code;
    if (is_terrain(&bytes))
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a terrain, expected a surface map: the terrain comes first, then "
                       "the surface map");
    else
        code = parse_surface(&out->map, &out->surface_file, &bytes, &scale, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

enum err_code load_pair(struct load_pair *out, const char *terrain, const char *surface,
                        const struct args_ground *ground, uint32_t threads, struct say *say,
                        struct err *err)
{
    memset(out, 0, sizeof *out);
    enum err_code code;
    FAIL_IF_ERR(code, read_terrain(&out->field, &out->terrain_file, terrain, ground, err));
    say_warnings(say, terrain, &out->field->warnings);
    FAIL_IF_ERR(code, load_surface(out, surface, ground, err));
    say_warnings(say, surface, &out->map->warnings);
    FAIL_IF_ERR(code, ter_measure(&out->ranges, out->field, threads, err));
    return ERR_OK;

fail:
    load_pair_free(out);
    return code;
}

void load_pair_digest(struct load_pair *pair)
{
    digest_kept(&pair->terrain_file, pair->field);
}

void load_pair_free(struct load_pair *pair)
{
    ter_free(pair->field);
    srf_free(pair->map);
    heights_about_free(&pair->terrain_file.heights);
    memset(pair, 0, sizeof *pair);
}

bool load_is_surface_file(const char *path)
{
    uint8_t head[4096];
    FILE *stream = fopen(path, "rb");
    if (stream == NULL) return false;
    const size_t size = fread(head, 1, sizeof head, stream);
    fclose(stream);
    const struct file_bytes bytes = {.data = head, .size = size};
    return is_surface(&bytes);
}

static enum err_code read_scale(struct srf_scale *scale, const char *terrain,
                                const struct args_ground *ground, struct say *say, struct err *err)
{
    *scale = load_scale(NULL, ground);
    if (terrain == NULL) return ERR_OK;
    struct ter_field *field = NULL;
    struct load_file file = {.path = terrain};
    const enum err_code code = load_terrain(&field, &file, terrain, ground, err);
    if (code == ERR_OK) {
        say_warnings(say, terrain, &field->warnings);
        *scale = load_scale(field, ground);
    }
    ter_free(field);
    heights_about_free(&file.heights);
    return code;
}

enum err_code load_unjudged(struct srf_map **out, struct load_file *file, const char *path,
                            const char *terrain, const struct args_ground *ground,
                            struct srf_scale *scale, struct say *say, struct err *err)
{
    const struct srf_limits most = SRF_LIMITS_DEFAULT;
    *out = NULL;
    RETURN_IF_ERR(read_scale(scale, terrain, ground, say, err));
    struct file_bytes bytes;
    RETURN_IF_ERR(read_bytes(&bytes, file, path, srf_text_max_bytes(&most), err));
    enum err_code code;
    if (is_terrain(&bytes))
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a terrain, expected a surface map (.srf, .tgw or .srf.json)");
    else
        code = parse_unjudged(out, file, &bytes, scale, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}
