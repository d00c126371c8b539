/* What a painting is, by its first bytes or by what its folder holds. */
#include "fit/fit_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

#define MAX_FILES 4096

void fit_painting_free(struct fit_painting *painting)
{
    fit_picture_free(&painting->picture);
    ter_free(painting->field);
    heights_about_free(&painting->heights);
    memset(painting, 0, sizeof *painting);
}

enum scree_code fit_picture_start(struct fit_picture *picture, size_t width, size_t height,
                                  struct scree_error *err)
{
    if (width > RENDER_MAX_SIZE || height > RENDER_MAX_SIZE || width * height > FIT_MAX_TEXELS)
        return err_set(err, SCREE_LIMIT, "has %zu x %zu texels; at most 2^28, %d a side, are taken",
                       width, height, RENDER_MAX_SIZE);
    picture->grid = SCREE_CELLS;
    picture->width = (uint32_t)width;
    picture->height = (uint32_t)height;
    RETURN_IF_ERR(MEM_NEED(&picture->ids, width, height, err));
    memset(picture->ids, FIT_NONE, width * height);
    return SCREE_OK;
}

enum scree_code fit_class_add(struct fit_picture *picture, const char *name, const uint8_t *rgb,
                              struct scree_error *err)
{
    if (picture->count == FIT_MAX_CLASSES)
        return err_set(err, SCREE_LIMIT, "has more than %d classes; merge some", FIT_MAX_CLASSES);
    struct fit_class *class = &picture->classes[picture->count];
    text_clean(class->name, sizeof class->name, name);
    if (rgb != NULL)
        memcpy(class->rgb, rgb, 3);
    else
        render_index_colour(class->rgb, picture->count);
    picture->count++;
    return SCREE_OK;
}

void fit_class_stem(char *out, size_t size, const char *path)
{
    const char *base = path_base_name(path), *dot = strrchr(base, '.');
    const size_t length = dot != NULL && dot > base ? (size_t)(dot - base) : strlen(base);
    snprintf(out, size, "%.*s", (int)(length < size ? length : size - 1), base);
}

/* ---- PNGs, a row at a time ---- */

struct reading {
    const struct fit_rows *rows;
    struct image_picture form;
};

static enum scree_code start_rows(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    (void)memory_bytes;
    struct reading *reading = context;
    return reading->rows->start(reading->rows->context, &reading->form, err);
}

static enum scree_code take_row(void *context, const struct image_run *run, struct scree_error *err)
{
    (void)err;
    struct reading *reading = context;
    reading->rows->row(reading->rows->context, &reading->form, run);
    return SCREE_OK;
}

enum scree_code fit_read_rows(const char *path, const struct fit_rows *rows,
                              struct scree_error *err)
{
    struct reading reading = {.rows = rows};
    struct file_input input;
    const struct image_sink sink = {.start = start_rows, .row = take_row, .context = &reading};
    enum scree_code code = file_input_open(&input, path, UINT64_C(1) << 32, err);
    if (code == SCREE_OK) {
        code = image_read_png_rows(&reading.form, &input, FIT_MAX_TEXELS, &sink, err);
        file_input_close(&input);
    }
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

/* ---- folders ---- */

struct folder {
    char **pngs;
    size_t count;
    char terrn2[512];
    size_t terrains;
    bool has_level;
};

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum scree_code take_name(struct folder *out, const char *name, struct scree_error *err)
{
    if (ends_in(name, ".terrn2")) {
        snprintf(out->terrn2, sizeof out->terrn2, "%s", name);
        out->terrains++;
    }
    if (strcmp(name, "main") == 0 || ends_in(name, ".ter")) out->has_level = true;
    if (!ends_in(name, ".png") || name[0] == '.') return SCREE_OK;
    if (out->count == MAX_FILES)
        return err_set(err, SCREE_LIMIT, "holds more than %d pictures", MAX_FILES);
    char *copy;
    RETURN_IF_ERR(MEM_NEED(&copy, strlen(name) + 1, 1, err));
    memcpy(copy, name, strlen(name) + 1);
    out->pngs[out->count++] = copy;
    return SCREE_OK;
}

static enum scree_code look_into(struct folder *out, const char *path, struct scree_error *err)
{
    struct os_listing listing;
    RETURN_IF_ERR(MEM_NEED(&out->pngs, MAX_FILES, sizeof *out->pngs, err));
    const int reason = os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, path, "cannot list", reason);
    enum scree_code code = SCREE_OK;
    const char *name;
    while (code == SCREE_OK && (name = os_list_next(&listing)) != NULL)
        code = take_name(out, name, err);
    os_list_end(&listing);
    qsort(out->pngs, out->count, sizeof *out->pngs, by_name);
    return code;
}

static enum scree_code refuse_options(const struct fit_source *source, const char *what,
                                      struct scree_error *err)
{
    const char *field = source->classes != NULL ? "classes"
                        : source->splat != NULL ? "splat"
                        : source->aerial > 0    ? "aerial"
                                                : NULL;
    if (field == NULL) return SCREE_OK;
    return err_set_option(err, field, "{%s} is for a picture, and FROM is a %s; leave it out",
                          field, what);
}

static enum scree_code read_folder(struct fit_painting *out, const struct fit_source *source,
                                   struct scree_job *job, struct scree_error *err)
{
    struct folder folder = {0};
    enum scree_code code = look_into(&folder, source->path, err);
    if (code == SCREE_OK) {
        out->what = folder.terrains > 0 ? "Rigs of Rods terrain"
                    : folder.has_level  ? "BeamNG level"
                                        : "folder of masks";
        code = refuse_options(source, out->what, err);
    }
    if (code == SCREE_OK && folder.terrains > 1)
        code = err_set(err, SCREE_UNSUPPORTED,
                       "holds %zu Rigs of Rods terrains; name the .terrn2 of one", folder.terrains);
    if (code == SCREE_OK && folder.terrains == 1) {
        char *path = path_join(source->path, folder.terrn2);
        code = path != NULL ? fit_read_ror(out, source, path, err) : err_no_memory(err);
        mem_free(path);
    } else if (code == SCREE_OK && folder.has_level) {
        code = fit_read_beamng(out, source, job, err);
    } else if (code == SCREE_OK) {
        code = fit_read_masks(out, source, folder.pngs, folder.count, job, err);
    }
    for (size_t i = 0; i < folder.count; i++) mem_free(folder.pngs[i]);
    mem_free(folder.pngs);
    return code;
}

/* ---- files ---- */

static enum scree_code read_file(struct fit_painting *out, const struct fit_source *source,
                                 struct scree_job *job, struct scree_error *err)
{
    static const uint8_t png[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    struct inputs_opened opened;
    RETURN_IF_ERR(inputs_open(&opened, source->path, UINT64_C(9) << 30, err));
    const bool is_png = opened.head.size >= 8 && memcmp(opened.head.data, png, 8) == 0;
    const bool is_tiff = image_is_tiff(opened.head.data, opened.head.size);
    inputs_close(&opened);
    if (is_tiff) {
        out->what = "map of land cover";
        if (source->splat != NULL || source->aerial > 0)
            return err_set_option(err, source->splat != NULL ? "splat" : "aerial",
                                  "{splat} and {aerial} are for a PNG, and FROM is a GeoTIFF of "
                                  "classes; leave them out");
        return fit_read_geo(out, source, job, err);
    }
    if (is_png) {
        const int kinds =
            (source->classes != NULL) + (source->splat != NULL) + (source->aerial > 0);
        if (kinds > 1)
            return err_set_option(err, source->splat != NULL ? "splat" : "aerial",
                                  "{classes}, {splat} and {aerial} are three ways to read a "
                                  "picture; take one");
        out->what = source->splat != NULL ? "splat pack"
                    : source->aerial > 0  ? "aerial picture"
                                          : "picture of classes";
        if (source->splat != NULL) return fit_read_splat(out, source, err);
        if (source->aerial > 0) return fit_read_aerial(out, source, job, err);
        return fit_read_colours(out, source, err);
    }
    out->what = ends_in(source->path, ".terrn2") ? "Rigs of Rods terrain" : "BeamNG terrain";
    RETURN_IF_ERR(refuse_options(source, out->what, err));
    if (ends_in(source->path, ".terrn2")) return fit_read_ror(out, source, source->path, err);
    if (ends_in(source->path, ".ter")) return fit_read_beamng(out, source, job, err);
    return err_set(
        err, SCREE_UNSUPPORTED,
        "is not a painting that scree reads: a PNG, a GeoTIFF of classes, a folder of masks, a "
        "BeamNG level or its .ter, a Rigs of Rods terrain (unpacked)");
}

enum scree_code fit_painting_read(struct fit_painting *out, const struct fit_source *source,
                                  struct scree_job *job, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct os_info info;
    const int reason = os_look(&info, OS_HERE, source->path, OS_FOLLOW_LINKS);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, source->path, "cannot open", reason);
    const enum scree_code code =
        (info.kind == OS_FOLDER ? read_folder : read_file)(out, source, job, err);
    if (code == SCREE_OK) return SCREE_OK;
    if (err != NULL && err->field[0] == '\0') err_set_file(err, source->path);
    fit_painting_free(out);
    return code;
}
