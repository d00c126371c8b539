#include "cli/load.h"

#include <stdio.h>
#include <string.h>

#define LEAVE_FROM_BYTES (UINT64_C(1) << 24) /* smaller terrains are read whole */

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

void load_note(struct load_file *file, const char *path, const struct file_bytes *bytes)
{
    file->path = path;
    file->base = load_base(path);
    file->size_bytes = bytes->size;
    image_sha256_hex(file->sha256, bytes->data, bytes->size);
}

/* An open file and what it begins with. */
struct opened {
    struct file_input input;
    uint8_t bytes[4096];
    struct file_bytes head;
};

/* Its digest is left to digest_input(). The caller closes input; on failure it is closed. */
static enum err_code open_file(struct opened *out, struct load_file *file, const char *path,
                               uint64_t max_bytes, struct err *err)
{
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(file_input_open(&out->input, path, max_bytes, err));
    file->path = path;
    file->base = load_base(path);
    file->size_bytes = out->input.size;
    out->head.data = out->bytes;
    out->head.size =
        out->input.size < sizeof out->bytes ? (size_t)out->input.size : sizeof out->bytes;
    const enum err_code code = file_input_read(&out->input, 0, out->bytes, out->head.size, err);
    if (code != ERR_OK) file_input_close(&out->input);
    return code;
}

static enum err_code digest_input(struct load_file *file, const struct file_input *input,
                                  struct err *err)
{
    const enum err_code code = image_sha256_input(file->sha256, input, err);
    if (code != ERR_OK) err_set_file(err, file->path);
    return code;
}

static enum err_code parse_terrain(struct ter_field **out, struct load_file *file,
                                   struct file_input *input, const struct args_ground *ground,
                                   bool leave_in_file, struct err *err)
{
    struct heights_options options = ground->file;
    options.cell_m = ground->cell_m;
    if (leave_in_file) options.leave_from_bytes = LEAVE_FROM_BYTES;
    RETURN_IF_ERR(heights_read_input(out, &file->heights, input, file->path, &options, err));
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

/* The digest of a surface map is that of the bytes that are parsed. */
static enum err_code read_surface(struct file_bytes *bytes, struct load_file *file,
                                  const struct file_input *input, struct err *err)
{
    const struct srf_limits most = SRF_LIMITS_DEFAULT;
    const uint64_t max_bytes = srf_text_max_bytes(&most);
    memset(bytes, 0, sizeof *bytes);
    if (input->size > max_bytes)
        return err_set(err, ERR_LIMIT, ERR_NO_OFFSET, "has %llu bytes, the limit is %llu",
                       (unsigned long long)input->size, (unsigned long long)max_bytes);
    RETURN_IF_ERR(file_input_read_all(input, bytes, err));
    image_sha256_hex(file->sha256, bytes->data, bytes->size);
    return ERR_OK;
}

/* A surface map, for parse_surface() or parse_unjudged(). */
static enum err_code load_surface_bytes(struct file_bytes *bytes, struct load_file *file,
                                        const char *path, const char *refusal, struct err *err)
{
    struct opened opened;
    memset(bytes, 0, sizeof *bytes);
    RETURN_IF_ERR(open_file(&opened, file, path, UINT64_MAX, err));
    const enum err_code code = is_terrain(&opened.head)
                                   ? err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET, "%s", refusal)
                                   : read_surface(bytes, file, &opened.input, err);
    file_input_close(&opened.input);
    if (code != ERR_OK) err_set_file(err, path);
    return code;
}

static enum err_code load_opened(struct load_file *file, struct ter_field **field,
                                 struct srf_map **map, struct opened *opened,
                                 const struct args_ground *ground, const struct srf_scale *scale,
                                 bool leave_in_file, struct err *err)
{
    if (!is_surface(&opened->head)) {
        RETURN_IF_ERR(parse_terrain(field, file, &opened->input, ground, leave_in_file, err));
        const bool left = ter_is_in_file(*field);
        const enum err_code code = digest_input(file, left ? &(*field)->file : &opened->input, err);
        if (code == ERR_OK) return ERR_OK;
        ter_free(*field);
        heights_about_free(&file->heights);
        *field = NULL;
        return code;
    }
    struct file_bytes bytes;
    RETURN_IF_ERR(read_surface(&bytes, file, &opened->input, err));
    const enum err_code code = parse_surface(map, file, &bytes, scale, err);
    file_bytes_free(&bytes);
    return code;
}

static enum err_code load_either(struct load_file *file, struct ter_field **field,
                                 struct srf_map **map, const char *path,
                                 const struct args_ground *ground, const struct srf_scale *scale,
                                 bool leave_in_file, struct err *err)
{
    *field = NULL;
    *map = NULL;
    struct opened opened;
    RETURN_IF_ERR(open_file(&opened, file, path, ground->file.max_file_bytes, err));
    const enum err_code code =
        load_opened(file, field, map, &opened, ground, scale, leave_in_file, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_input_close(&opened.input);
    return code;
}

enum err_code load_any_scaled(struct load_file *file, struct ter_field **field,
                              struct srf_map **map, const char *path,
                              const struct args_ground *ground, const struct srf_scale *scale,
                              struct err *err)
{
    return load_either(file, field, map, path, ground, scale, false, err);
}

enum err_code load_any_in_file(struct load_file *file, struct ter_field **field,
                               struct srf_map **map, const char *path,
                               const struct args_ground *ground, const struct srf_scale *scale,
                               struct err *err)
{
    return load_either(file, field, map, path, ground, scale, true, err);
}

/* Where the field keeps the file, the digest is left to load_pair_digest(). */
static enum err_code read_terrain(struct ter_field **field, struct load_file *file,
                                  const char *path, const struct args_ground *ground,
                                  bool leave_in_file, struct err *err)
{
    *field = NULL;
    struct opened opened;
    RETURN_IF_ERR(open_file(&opened, file, path, ground->file.max_file_bytes, err));
    enum err_code code;
    if (is_surface(&opened.head))
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "holds a surface map, expected a terrain: the terrain comes first, then "
                       "the surface map");
    else
        code = parse_terrain(field, file, &opened.input, ground, leave_in_file, err);
    if (code == ERR_OK && opened.input.is_open) code = digest_input(file, &opened.input, err);
    if (code != ERR_OK) {
        err_set_file(err, path);
        if (*field != NULL) heights_about_free(&file->heights);
        ter_free(*field);
        *field = NULL;
    }
    file_input_close(&opened.input);
    return code;
}

enum err_code load_terrain(struct ter_field **field, struct load_file *file, const char *path,
                           const struct args_ground *ground, struct err *err)
{
    return read_terrain(field, file, path, ground, false, err);
}

static enum err_code load_surface(struct load_pair *out, const char *path,
                                  const struct args_ground *ground, struct err *err)
{
    const struct srf_scale scale = load_scale(out->field, ground);
    struct file_bytes bytes;
    RETURN_IF_ERR(load_surface_bytes(&bytes, &out->surface_file, path,
                                     "holds a terrain, expected a surface map: the terrain comes "
                                     "first, then the surface map",
                                     err));
    const enum err_code code = parse_surface(&out->map, &out->surface_file, &bytes, &scale, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}

static enum err_code load_both(struct load_pair *out, const char *terrain, const char *surface,
                               const struct args_ground *ground, bool leave_in_file,
                               uint32_t threads, struct say *say, struct err *err)
{
    memset(out, 0, sizeof *out);
    enum err_code code;
    FAIL_IF_ERR(code,
                read_terrain(&out->field, &out->terrain_file, terrain, ground, leave_in_file, err));
    say_warnings(say, terrain, &out->field->warnings);
    FAIL_IF_ERR(code, load_surface(out, surface, ground, err));
    say_warnings(say, surface, &out->map->warnings);
    FAIL_IF_ERR(code, ter_measure(&out->ranges, out->field, threads, err));
    return ERR_OK;

fail:
    load_pair_free(out);
    return code;
}

enum err_code load_pair(struct load_pair *out, const char *terrain, const char *surface,
                        const struct args_ground *ground, uint32_t threads, struct say *say,
                        struct err *err)
{
    return load_both(out, terrain, surface, ground, false, threads, say, err);
}

enum err_code load_pair_in_file(struct load_pair *out, const char *terrain, const char *surface,
                                const struct args_ground *ground, uint32_t threads, struct say *say,
                                struct err *err)
{
    return load_both(out, terrain, surface, ground, true, threads, say, err);
}

enum err_code load_pair_digest(struct load_pair *pair, struct err *err)
{
    if (!pair->field->file.is_open) return ERR_OK;
    return digest_input(&pair->terrain_file, &pair->field->file, err);
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
    *out = NULL;
    RETURN_IF_ERR(read_scale(scale, terrain, ground, say, err));
    struct file_bytes bytes;
    RETURN_IF_ERR(load_surface_bytes(
        &bytes, file, path, "holds a terrain, expected a surface map (.srf, .tgw or .srf.json)",
        err));
    const enum err_code code = parse_unjudged(out, file, &bytes, scale, err);
    if (code != ERR_OK) err_set_file(err, path);
    file_bytes_free(&bytes);
    return code;
}
