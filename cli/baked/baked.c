/* The manifest back into what it was made of. */
#include "cli/baked/baked.h"

#include <stdio.h>
#include <string.h>

#include "cli/output_file.h"

#define MAX_MANIFEST_BYTES (UINT64_C(1) << 26)

char *baked_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = mem_alloc(size, 1);
    if (path != NULL) snprintf(path, size, "%s/%s", folder, name);
    return path;
}

static enum err_code wrong(const char *what, struct err *err)
{
    return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                   "%s is missing or is not what scree bake writes there", what);
}

/* json_unpack() with an error that says where. */
#define UNPACK(value, what, ...)                                                                   \
    do {                                                                                           \
        if (json_unpack(value, __VA_ARGS__) != 0) return wrong(what, err);                         \
    } while (0)

/* Only names that scree bake writes: nothing outside the folder is ever read. */
static bool is_inside(const char *name)
{
    if (strncmp(name, "masks/", 6) == 0) name += 6;
    return name[0] != '\0' && name[0] != '.' && strchr(name, '/') == NULL;
}

static enum err_code read_file_entry(struct baked_file *out, json_t *value, const char *what,
                                     struct err *err)
{
    json_int_t bytes = 0;
    UNPACK(value, what, "{s:s, s:I, s:s}", "file", &out->name, "bytes", &bytes, "sha256",
           &out->sha256);
    out->bytes = (uint64_t)bytes;
    return strlen(out->sha256) == IMAGE_SHA256_HEX_SIZE - 1 ? ERR_OK : wrong(what, err);
}

static enum err_code read_inputs(struct baked *out, struct err *err)
{
    static const char *const names[3] = {"terrain", "surface", "map"};
    static const char *const places[3] = {"inputs.terrain", "inputs.surface", "inputs.map"};
    json_t *inputs = json_object_get(out->manifest, "inputs");
    for (size_t i = 0; i < 3; i++) {
        json_t *input = json_object_get(inputs, names[i]);
        if (input != NULL || i < 2)
            RETURN_IF_ERR(read_file_entry(&out->inputs[i], input, places[i], err));
    }
    return ERR_OK;
}

/* ---- options ---- */

static bool read_format(enum args_format *out, const char *word)
{
    for (unsigned value = ARGS_PNG8; value <= ARGS_TIFF32F; value++) {
        *out = (enum args_format)value;
        if (strcmp(args_format_name(*out), word) == 0) return true;
    }
    return false;
}

static bool read_plane(enum args_plane *out, const char *word)
{
    for (unsigned value = ARGS_WEIGHT; value <= ARGS_EFF; value++) {
        *out = (enum args_plane)value;
        if (strcmp(args_plane_name(*out), word) == 0) return true;
    }
    return false;
}

static bool read_output(unsigned *outputs, const char *word)
{
    for (unsigned bit = 1; bit <= ARGS_PREVIEW_PICTURE; bit <<= 1) {
        if (strcmp(args_output_name((enum args_output)bit), word) != 0) continue;
        *outputs |= bit;
        return true;
    }
    return false;
}

static enum err_code read_outputs(unsigned *out, json_t *array, const char *what, struct err *err)
{
    size_t i;
    json_t *value;
    if (!json_is_array(array)) return wrong(what, err);
    json_array_foreach(array, i, value)
    {
        const char *word =
            json_string_value(json_is_object(value) ? json_object_get(value, "output") : value);
        if (word == NULL || !read_output(out, word)) return wrong(what, err);
    }
    return ERR_OK;
}

/* How the terrain's file was to be understood; null where nothing was said. */
static enum err_code read_reading(struct heights_options *out, json_t *value, struct err *err)
{
    static const char what[] = "options.reading";
    if (json_is_null(value)) return ERR_OK;
    const char *raw = NULL, *order = NULL, *rows = NULL;
    json_int_t size[2] = {0, 0};
    json_t *range = json_object_get(value, "height_range_m");
    json_t *fill = json_object_get(value, "nodata_fill_m");
    UNPACK(value, what, "{s?F, s?F, s?s, s?[I, I], s?s, s?s}", "max_height_m", &out->max_height_m,
           "square_size_m", &out->square_m, "raw", &raw, "raw_size", &size[0], &size[1],
           "byte_order", &order, "rows", &rows);
    if (range != NULL) {
        UNPACK(range, what, "[F, F]", &out->range_m[0], &out->range_m[1]);
        out->range_given = true;
    }
    if (fill != NULL) {
        UNPACK(fill, what, "F", &out->fill_m);
        out->fill_given = true;
    }
    for (int kind = HEIGHTS_RAW_U16; raw != NULL && kind <= HEIGHTS_RAW_F32; kind++)
        if (strcmp(args_raw_name((enum heights_raw)kind), raw) == 0)
            out->raw = (enum heights_raw)kind;
    if ((raw != NULL && out->raw == HEIGHTS_RAW_NONE) || size[0] < 0 || size[1] < 0 ||
        size[0] > UINT32_MAX || size[1] > UINT32_MAX)
        return wrong(what, err);
    out->raw_width = (uint32_t)size[0];
    out->raw_height = (uint32_t)size[1];
    out->raw_big_endian = order != NULL;
    out->south_first = rows != NULL;
    return ERR_OK;
}

static enum err_code read_options(struct baked *out, struct err *err)
{
    json_t *options = json_object_get(out->manifest, "options");
    json_t *outputs, *depth, *cell, *reading;
    const char *format, *plane;
    int root_density;
    out->ground = (struct args_ground)ARGS_GROUND_DEFAULT;
    UNPACK(options, "options", "{s:o, s:s, s:s, s:o, s:F, s:b, s:F, s:F, s:o, s:o}", "outputs",
           &outputs, "format", &format, "output", &plane, "depth", &depth, "relief", &out->relief,
           "root_density", &root_density, "height_scale", &out->ground.height_scale,
           "height_offset_tu", &out->ground.height_offset, "cell_m", &cell, "reading", &reading);
    if (!read_format(&out->format, format) || !read_plane(&out->plane, plane))
        return wrong("options.format or options.output", err);
    out->root_density = root_density != 0;
    out->depth = ARGS_NO_DEPTH;
    if (!json_is_null(depth)) {
        const json_int_t value = json_integer_value(depth);
        if (!json_is_integer(depth) || value < 0 || value > ARGS_MAX_DEPTH)
            return wrong("options.depth", err);
        out->depth = (uint32_t)value;
    }
    if (!json_is_null(cell)) UNPACK(cell, "options.cell_m", "F", &out->ground.cell_m);
    RETURN_IF_ERR(read_reading(&out->ground.file, reading, err));
    RETURN_IF_ERR(read_outputs(&out->outputs, outputs, "options.outputs", err));
    unsigned all = out->outputs;
    RETURN_IF_ERR(read_outputs(&all, json_object_get(out->manifest, "left_out"), "left_out", err));
    out->all_wanted = all != out->outputs;
    return ERR_OK;
}

/* ---- what was written ---- */

static enum err_code read_materials(struct baked *out, struct err *err)
{
    json_t *array = json_object_get(out->manifest, "materials"), *value;
    size_t i;
    out->material_count = json_array_size(array);
    out->materials = mem_arena_alloc(&out->arena, out->material_count, sizeof *out->materials);
    if (out->materials == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a manifest");
    json_array_foreach(array, i, value)
    {
        json_t *file;
        UNPACK(value, "materials", "{s:s, s:o}", "name", &out->materials[i].name, "file", &file);
        out->materials[i].file = json_string_value(file);
        if (out->materials[i].file != NULL && !is_inside(out->materials[i].file))
            return wrong("materials", err);
    }
    return out->material_count > 0 ? ERR_OK : wrong("materials", err);
}

static enum err_code read_files(struct baked *out, struct err *err)
{
    json_t *array = json_object_get(out->manifest, "files"), *value;
    size_t i;
    out->file_count = json_array_size(array);
    out->files = mem_arena_alloc(&out->arena, out->file_count, sizeof *out->files);
    if (out->files == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a manifest");
    json_array_foreach(array, i, value)
    {
        RETURN_IF_ERR(read_file_entry(&out->files[i], value, "files", err));
        if (!is_inside(out->files[i].name)) return wrong("files", err);
    }
    return out->file_count > 0 ? ERR_OK : wrong("files", err);
}

/* The part of the images that was made, and the files of each. */
static enum err_code read_grid(struct baked *out, struct err *err)
{
    json_t *region = json_object_get(out->manifest, "region");
    json_int_t size[2], tiles = 1, numbers[4] = {0};
    UNPACK(out->manifest, "size or tile_files", "{s:[I, I], s?I}", "size", &size[0], &size[1],
           "tile_files", &tiles);
    numbers[2] = size[0];
    numbers[3] = size[1];
    if (region != NULL && !json_is_null(region))
        UNPACK(region, "region", "{s:I, s:I, s:[I, I]}", "column", &numbers[0], "row", &numbers[1],
               "of", &numbers[2], &numbers[3]);
    for (int i = 0; i < 2; i++) {
        if (size[i] < 1 || size[i] > RENDER_MAX_SIZE) return wrong("size", err);
        if (numbers[i] < 0 || numbers[2 + i] > RENDER_MAX_SIZE ||
            numbers[i] + size[i] > numbers[2 + i])
            return wrong("region", err);
    }
    if (tiles < 1 || tiles > BAKE_MAX_TILE_FILES) return wrong("tile_files", err);
    out->width = (uint32_t)size[0];
    out->height = (uint32_t)size[1];
    out->whole_width = (uint32_t)numbers[2];
    out->whole_height = (uint32_t)numbers[3];
    out->tiles = (uint32_t)tiles;
    if (region != NULL && !json_is_null(region))
        out->region = (struct render_crop){(uint32_t)numbers[0], (uint32_t)numbers[1], out->width,
                                           out->height};
    return ERR_OK;
}

void baked_tile_name(char *out, size_t size, const char *image, uint32_t x, uint32_t y)
{
    const char *place = strstr(image, "{x}_{y}");
    if (place == NULL)
        snprintf(out, size, "%s", image);
    else
        snprintf(out, size, "%.*s%u_%u%s", (int)(place - image), image, (unsigned)x, (unsigned)y,
                 place + strlen("{x}_{y}"));
}

static enum err_code read_all(struct baked *out, struct err *err)
{
    const char *format = json_string_value(json_object_get(out->manifest, "format"));
    if (format == NULL || strcmp(format, "scree-manifest-1") != 0)
        return err_set(
            err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
            "format is \"%.40s\", expected \"scree-manifest-1\", which scree bake writes",
            format != NULL ? format : "");
    json_int_t model;
    UNPACK(out->manifest, "program", "{s:{s:s, s:I}}", "program", "version", &out->version, "model",
           &model);
    out->model = model;
    RETURN_IF_ERR(read_grid(out, err));
    RETURN_IF_ERR(read_inputs(out, err));
    RETURN_IF_ERR(read_options(out, err));
    RETURN_IF_ERR(read_materials(out, err));
    RETURN_IF_ERR(read_files(out, err));
    json_t *beamng = json_object_get(out->manifest, "beamng");
    if (!json_is_null(beamng)) UNPACK(beamng, "beamng", "{s:s}", "file", &out->beamng_file);
    return ERR_OK;
}

static enum err_code parse(struct baked *out, struct err *err)
{
    json_error_t problem;
    out->manifest =
        json_loadb((const char *)out->raw.data, out->raw.size, JSON_REJECT_DUPLICATES, &problem);
    if (out->manifest == NULL)
        return err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "line %d, column %d: %.140s",
                       problem.line, problem.column, problem.text);
    return read_all(out, err);
}

enum err_code baked_open(struct baked *out, const char *folder, struct err *err)
{
    memset(out, 0, sizeof *out);
    out->folder = folder;
    char *path = baked_path(folder, OUTDIR_MANIFEST);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code = file_read(&out->raw, path, MAX_MANIFEST_BYTES, err);
    if (code == ERR_OK) code = parse(out, err);
    if (code != ERR_OK) err_set_file(err, path);
    mem_free(path);
    return code;
}

void baked_free(struct baked *baked)
{
    json_decref(baked->manifest);
    file_bytes_free(&baked->raw);
    mem_arena_free(&baked->arena);
    memset(baked, 0, sizeof *baked);
}

enum err_code baked_check_output(const struct baked *baked, const char *output, struct err *err)
{
    enum err_code code = ERR_OK;
    for (size_t i = 0; i <= baked->file_count && code == ERR_OK; i++) {
        const char *name = i < baked->file_count ? baked->files[i].name : OUTDIR_MANIFEST;
        char *path = baked_path(baked->folder, name);
        if (path == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        const char *const inputs[] = {path};
        code = output_file_check(output, inputs, 1, true, err);
        mem_free(path);
    }
    return code;
}
