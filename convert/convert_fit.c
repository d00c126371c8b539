/*
 * A terrain cut to a part and brought to another number of points, with its holes.
 *
 * Holes are those of a mask, or of the layers of BeamNG's file. They go along: a point of the new
 * grid is a hole if the nearest of the part's points is one.
 */
#include "convert/convert_fit.h"

#include <string.h>

#include "base/mem.h"
#include "image/image.h"

void convert_fit_free(struct convert_fit *fit)
{
    ter_free(fit->field);
    mem_free(fit->holes);
    memset(fit, 0, sizeof *fit);
}

/* ---- holes ---- */

/* Holes and the grid they are on; row 0 is south. */
struct holes {
    uint8_t *there;
    uint32_t width, height;
};

static enum scree_code make_holes(struct holes *out, uint32_t width, uint32_t height,
                                  struct scree_error *err)
{
    *out = (struct holes){mem_alloc(height, width), width, height};
    if (out->there != NULL) return SCREE_OK;
    return err_set(err, SCREE_NO_MEMORY, "no memory for the holes of %lu x %lu points",
                   (unsigned long)width, (unsigned long)height);
}

/* White: every channel in its upper half, alpha too. */
static bool is_white(const struct image_picture *picture, size_t pixel)
{
    const uint32_t half = UINT32_C(1) << (picture->bits - 1);
    for (unsigned c = 0; c < picture->channels; c++)
        if (picture->samples[pixel * picture->channels + c] < half) return false;
    return true;
}

static enum scree_code take_mask(struct holes *out, const struct ter_field *field,
                                 const struct image_picture *picture, struct scree_error *err)
{
    const uint32_t width = field->points_x, height = field->points_y;
    if (picture->width != width || picture->height != height)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "has %zu x %zu pixels, expected one for each of the terrain's %lu x %lu "
                       "points",
                       picture->width, picture->height, (unsigned long)width,
                       (unsigned long)height);
    RETURN_IF_ERR(make_holes(out, width, height, err));
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++)
            out->there[(size_t)y * width + x] =
                is_white(picture, (size_t)(height - 1 - y) * width + x);
    return SCREE_OK;
}

static enum scree_code read_mask(struct holes *out, const struct ter_field *field,
                                 const struct scree_source *mask, struct scree_error *err)
{
    struct image_picture picture;
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    enum scree_code code =
        image_read_png_memory(&picture, mask->data, (size_t)mask->size, points * 16 + 65536, err);
    if (code == SCREE_OK) code = take_mask(out, field, &picture, err);
    image_picture_free(&picture);
    if (code != SCREE_OK && mask->name != NULL) err_set_file(err, mask->name);
    return code;
}

/* The nearest of `from` points to point i of `to`. */
static uint32_t nearest(uint32_t i, uint32_t to, uint32_t from)
{
    return (uint32_t)(((uint64_t)i * (from - 1) * 2 + (to - 1)) / (2 * (uint64_t)(to - 1)));
}

/* The holes of a part of the grid, at the nearest points of a grid of another size. */
static enum scree_code fit_holes(struct holes *holes, const uint32_t part[4], uint32_t width,
                                 uint32_t height, struct scree_error *err)
{
    struct holes fitted;
    RETURN_IF_ERR(make_holes(&fitted, width, height, err));
    for (uint32_t y = 0; y < height; y++) {
        const size_t row = part[1] + nearest(y, height, part[3]);
        for (uint32_t x = 0; x < width; x++)
            fitted.there[(size_t)y * width + x] =
                holes->there[row * holes->width + part[0] + nearest(x, width, part[2])];
    }
    mem_free(holes->there);
    *holes = fitted;
    return SCREE_OK;
}

static enum scree_code take_layers(struct holes *out, const struct heights_layers *layers,
                                   const struct ter_field *field, struct scree_error *err)
{
    const size_t points = (size_t)layers->size * layers->size;
    const uint32_t all[4] = {0, 0, layers->size, layers->size};
    if (layers->version == 0 || memchr(layers->ids, HEIGHTS_HOLE, points) == NULL) return SCREE_OK;
    RETURN_IF_ERR(make_holes(out, layers->size, layers->size, err));
    for (size_t i = 0; i < points; i++) out->there[i] = layers->ids[i] == HEIGHTS_HOLE;
    /* A level's terrain may have the points that the level was exported from. */
    if (layers->size == field->points_x && layers->size == field->points_y) return SCREE_OK;
    return fit_holes(out, all, field->points_x, field->points_y, err);
}

/* ---- heights ---- */

/* The part of the field that is kept: its first column and row, from the south, and its size. */
static enum scree_code find_part(uint32_t part[4], const struct ter_field *field,
                                 const uint32_t crop[4], struct scree_error *err)
{
    part[0] = part[1] = 0;
    part[2] = field->points_x;
    part[3] = field->points_y;
    if (crop[2] == 0) return SCREE_OK;
    if (crop[2] < 2 || crop[3] < 2)
        return err_set_option(err, "crop", "{crop}: a terrain has at least 2 x 2 points");
    if ((uint64_t)crop[0] + crop[2] > field->points_x ||
        (uint64_t)crop[1] + crop[3] > field->points_y)
        return err_set_option(
            err, "crop", "{crop} %lu,%lu,%lux%lu: reaches beyond the terrain's %lu x %lu points",
            (unsigned long)crop[0], (unsigned long)crop[1], (unsigned long)crop[2],
            (unsigned long)crop[3], (unsigned long)field->points_x, (unsigned long)field->points_y);
    part[0] = crop[0];
    part[1] = field->points_y - crop[1] - crop[3];
    part[2] = crop[2];
    part[3] = crop[3];
    return SCREE_OK;
}

static uint32_t next_size(uint32_t points, uint32_t more)
{
    uint32_t cells = 1;
    while (cells + more < points && cells < UINT32_C(1) << 20) cells *= 2;
    return cells + more;
}

static void choose_size(uint32_t size[2], const uint32_t part[4],
                        const struct scree_convert_options *options)
{
    const uint32_t more = options->power == SCREE_POWER_OF_2_AND_1;
    for (int axis = 0; axis < 2; axis++)
        size[axis] = options->power != SCREE_NO_POWER ? next_size(part[2 + axis], more)
                     : options->resample[0] != 0      ? options->resample[axis]
                                                      : part[2 + axis];
}

static void say_filter(struct scree_job *job, const uint32_t part[4], const uint32_t size[2])
{
    const char *x = ter_resample_name(part[2], size[0]);
    const char *y = ter_resample_name(part[3], size[1]);
    const bool same = strcmp(x, y) == 0;
    job_result(job, NULL, "%lu x %lu points are resampled to %lu x %lu: %s%s%s%s",
               (unsigned long)part[2], (unsigned long)part[3], (unsigned long)size[0],
               (unsigned long)size[1], x, same ? "" : " to the east, ", same ? "" : y,
               same ? "" : " to the north");
}

static enum scree_code fit_field(struct convert_fit *out, const struct ter_field *field,
                                 const uint32_t part[4], const uint32_t size[2],
                                 struct scree_job *job, struct scree_error *err)
{
    struct ter_field *cropped = NULL;
    if (part[2] != field->points_x || part[3] != field->points_y)
        RETURN_IF_ERR(ter_crop(&cropped, field, part[0], part[1], part[2], part[3], err));
    out->field = cropped;
    if (size[0] == part[2] && size[1] == part[3]) return SCREE_OK;
    if ((uint64_t)size[0] * size[1] > UINT64_C(1) << 32)
        return err_set_option(err, "resample", "{resample}: %lu x %lu points are too many",
                              (unsigned long)size[0], (unsigned long)size[1]);
    say_filter(job, part, size);
    struct ter_field *resampled;
    RETURN_IF_ERR(
        ter_resample(&resampled, cropped != NULL ? cropped : field, size[0], size[1], job, err));
    ter_free(cropped);
    out->field = resampled;
    return SCREE_OK;
}

static void find_window(double window[4], const struct ter_field *field, const uint32_t part[4])
{
    const double cells[2] = {field->points_x - 1.0, field->points_y - 1.0};
    window[0] = part[0] / cells[0];
    window[1] = (field->points_y - part[1] - part[3]) / cells[1];
    window[2] = (part[0] + part[2] - 1) / cells[0];
    window[3] = (field->points_y - 1 - part[1]) / cells[1];
}

static void find_place(struct convert_fit *out, const struct convert_input *in,
                       const uint32_t part[4], const uint32_t size[2])
{
    const struct image_geo *geo = in->geo;
    const double from[2] = {part[0], (double)in->field->points_y - part[1] - part[3]};
    const double step[2] = {(part[2] - 1.0) / (size[0] - 1.0), (part[3] - 1.0) / (size[1] - 1.0)};
    out->placed = geo != NULL;
    if (geo != NULL) image_geo_place(&out->geo, geo, from, step);
}

/* Between two numbers the cubic swings beyond them. */
static void clip(struct ter_field *field, const double range_m[2])
{
    if (field == NULL || field->samples == NULL || !(range_m[0] < range_m[1])) return;
    const size_t points = (size_t)field->points_x * field->points_y;
    const bool falls = field->step_tu < 0;
    float ends[2], *samples = field->memory;
    for (int i = 0; i < 2; i++)
        ends[i] =
            (float)((range_m[i ^ falls] / field->scal_m[2] - field->base_tu) / field->step_tu);
    for (size_t i = 0; i < points; i++)
        samples[i] = samples[i] < ends[0] ? ends[0] : samples[i] > ends[1] ? ends[1] : samples[i];
}

enum scree_code convert_fit(struct convert_fit *out, const struct convert_input *in,
                            const struct scree_convert_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    uint32_t part[4], size[2];
    struct holes holes = {NULL, 0, 0};
    RETURN_IF_ERR(find_part(part, in->field, options->crop, err));
    choose_size(size, part, options);
    find_window(out->window, in->field, part);
    find_place(out, in, part, size);
    struct ter_field *smooth = NULL;
    if (options->dequantise) RETURN_IF_ERR(ter_smooth_stairs(&smooth, in->field, NULL, job, err));
    const struct ter_field *field = smooth != NULL ? smooth : in->field;
    enum scree_code code = fit_field(out, field, part, size, job, err);
    if (code == SCREE_OK && out->field == NULL)
        out->field = smooth;
    else
        ter_free(smooth);
    if (code == SCREE_OK) clip(out->field, in->range_m);
    if (code == SCREE_OK)
        code = options->holes.data != NULL ? read_mask(&holes, in->field, &options->holes, err)
                                           : take_layers(&holes, in->layers, in->field, err);
    const bool fits = part[2] == in->field->points_x && part[3] == in->field->points_y &&
                      size[0] == part[2] && size[1] == part[3];
    if (code == SCREE_OK && holes.there != NULL && !fits)
        code = fit_holes(&holes, part, size[0], size[1], err);
    out->holes = holes.there;
    if (code != SCREE_OK) convert_fit_free(out);
    return code;
}
