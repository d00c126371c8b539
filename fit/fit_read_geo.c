/*
 * A map of land cover, a GeoTIFF of classes: a texel for each of the terrain's cells has the class of the pixel that
 * its middle lies in.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "fit/fit_read.h"

#define NUMBERS 65536
#define MOST_BYTES (UINT64_C(1) << 40)
#define MOST_WANTED (UINT64_C(1) << 28)
#define ROWS_A_STEP 64

struct geo {
    struct fit_picture *picture;
    const struct fit_source *source;
    struct scree_job *job;
    struct heights_over over;
    struct image_numbers form;
    uint16_t *numbers; /* of what is wanted: [row * wide + column] */
    size_t wide;
    uint32_t first;            /* row of the texels at hand, */
    double *at;                /* of each of which columns, then rows of the map */
    uint16_t *found;           /* [texel]: its number, */
    bool *has;                 /* [texel]: if it has one */
    uint8_t class_of[NUMBERS]; /* or FIT_NONE */
};

/* ---- places ---- */

static void find_row(void *context, size_t row, uint32_t thread)
{
    struct geo *const g = context;
    const uint32_t width = g->picture->width;
    double *const x = g->at + row * 2 * width, *const y = x + width;
    (void)thread;
    for (uint32_t i = 0; i < width; i++) {
        x[i] = i + 0.5;
        y[i] = g->picture->height - 0.5 - (double)(g->first + row);
    }
    heights_over_find(x, y, width, &g->over);
    for (uint32_t i = 0; i < 2 * width; i++) x[i] = floor(x[i] + 0.5);
}

static bool is_within(const struct image_numbers *form, double column, double row)
{
    return column >= 0 && row >= 0 && column < (double)form->width && row < (double)form->height;
}

/* What is wanted becomes enough for a pixel. */
static void want(struct geo *g, size_t texel, size_t column, size_t row)
{
    const size_t at[2] = {column, row};
    (void)texel;
    for (int k = 0; k < 2; k++) {
        if (at[k] < g->form.first[k]) g->form.first[k] = at[k];
        if (at[k] >= g->form.end[k]) g->form.end[k] = at[k] + 1;
    }
}

static void take(struct geo *g, size_t texel, size_t column, size_t row)
{
    const size_t from = (row - g->form.first[1]) * g->wide + column - g->form.first[0];
    g->found[texel] = g->numbers[from];
    g->has[texel] = true;
}

/* Goes over the texels that the map has a pixel for. */
typedef void visitor(struct geo *g, size_t texel, size_t column, size_t row);
static enum scree_code go_over(struct geo *g, visitor *visit, struct scree_error *err)
{
    const size_t width = g->picture->width;
    const uint32_t height = g->picture->height;
    for (g->first = 0; g->first < height; g->first += ROWS_A_STEP) {
        const uint32_t left = height - g->first, rows = left < ROWS_A_STEP ? left : ROWS_A_STEP;
        RETURN_IF_ERR(job_poll(g->job, err));
        parallel_for(rows, job_threads(g->job), find_row, g);
        for (size_t j = 0; j < rows; j++)
            for (size_t i = 0; i < width; i++) {
                const double *const at = g->at + j * 2 * width + i;
                const double column = at[0], row = at[width];
                if (is_within(&g->form, column, row))
                    visit(g, (g->first + j) * width + i, (size_t)column, (size_t)row);
            }
    }
    return SCREE_OK;
}

/* ---- reading ---- */

static enum scree_code start(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    struct geo *const g = context;
    struct image_numbers *const form = &g->form;
    (void)memory_bytes;
    if (form->geo == NULL || form->width > UINT32_MAX || form->height > UINT32_MAX)
        return err_set(err, SCREE_UNSUPPORTED,
                       "does not say where it lies; give a GeoTIFF of classes, or a PNG, which "
                       "lies over the whole terrain");
    RETURN_IF_ERR(heights_over_begin(&g->over, g->source->under, g->source->geo, form->geo,
                                     (uint32_t)form->width, (uint32_t)form->height, err));
    for (int k = 0; k < 2; k++) {
        form->first[k] = SIZE_MAX;
        form->end[k] = 0;
    }
    RETURN_IF_ERR(go_over(g, want, err));
    if (form->end[0] == 0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "lies beside the terrain; give a map of the place that the terrain is of");
    g->wide = form->end[0] - form->first[0];
    const size_t high = form->end[1] - form->first[1];
    if ((uint64_t)g->wide * high > MOST_WANTED)
        return err_set(err, SCREE_LIMIT,
                       "has %llu pixels on the terrain, at most 2^28 are taken; use a coarser map",
                       (unsigned long long)g->wide * high);
    return MEM_NEED(&g->numbers, g->wide * high, sizeof *g->numbers, err);
}

static enum scree_code put_row(void *context, const struct image_run *run, struct scree_error *err)
{
    struct geo *const g = context;
    const struct image_numbers *const form = &g->form;
    const uint8_t *const bytes = run->samples;
    const uint16_t *const words = run->samples;
    (void)err;
    if (run->y < form->first[1] || run->y >= form->end[1]) return SCREE_OK;
    for (size_t i = 0; i < run->count; i++) {
        const size_t column = run->first + i * run->step;
        if (column < form->first[0] || column >= form->end[0]) continue;
        g->numbers[(run->y - form->first[1]) * g->wide + column - form->first[0]] =
            form->number == IMAGE_U8 ? bytes[i] : words[i];
    }
    return SCREE_OK;
}

/* ---- classes ---- */

static enum scree_code take_legend(struct geo *g, struct scree_error *err)
{
    uint32_t keys[FIT_MAX_CLASSES];
    bool are_numbers;
    RETURN_IF_ERR(fit_read_legend(g->picture, keys, &are_numbers, g->source->classes, err));
    if (!are_numbers)
        return err_set_option(err, "classes",
                              "{classes} has colours and the map has numbers: write a line such as "
                              "Woods = 41 for each class");
    for (uint32_t c = 0; c < g->picture->count; c++) g->class_of[keys[c]] = (uint8_t)c;
    return SCREE_OK;
}

/* A class for each number that the terrain has. */
static enum scree_code add_classes(struct geo *g, struct scree_error *err)
{
    const struct image_numbers *const form = &g->form;
    uint32_t used = 0;
    bool *met;
    RETURN_IF_ERR(MEM_NEED(&met, NUMBERS, sizeof *met, err));
    for (size_t i = 0; i < (size_t)g->picture->width * g->picture->height; i++)
        if (g->has[i]) met[g->found[i]] = true;
    if (form->has_nodata && form->nodata >= 0 && form->nodata < NUMBERS)
        met[(uint32_t)form->nodata] = false;
    for (uint32_t n = 0; n < NUMBERS; n++) used += met[n];
    enum scree_code code = SCREE_OK;
    if (used > FIT_MAX_CLASSES)
        code = err_set_option(err, "classes",
                              "the map has %u classes on the terrain, and at most %d are fitted: "
                              "name those that count by {classes}, a line each: Woods = 41",
                              (unsigned)used, FIT_MAX_CLASSES);
    for (uint32_t n = 0; code == SCREE_OK && n < NUMBERS; n++) {
        char name[16];
        if (!met[n]) continue;
        snprintf(name, sizeof name, "class %u", (unsigned)n);
        g->class_of[n] = (uint8_t)g->picture->count;
        code = fit_class_add(g->picture, name,
                             form->has_colours && n < 256 ? form->colours[n] : NULL, err);
    }
    mem_free(met);
    return code;
}

static enum scree_code read(struct geo *g, const struct file_input *input, struct scree_error *err)
{
    const struct image_sink sink = {
        .start = start, .row = put_row, .context = g, .as_stored = true};
    const struct ter_field *const under = g->source->under;
    RETURN_IF_ERR(fit_picture_start(g->picture, under->points_x - 1, under->points_y - 1, err));
    const size_t width = g->picture->width, texels = width * g->picture->height;
    RETURN_IF_ERR(MEM_NEED(&g->at, 2 * ROWS_A_STEP * width, sizeof *g->at, err));
    RETURN_IF_ERR(MEM_NEED(&g->found, texels, sizeof *g->found, err));
    RETURN_IF_ERR(MEM_NEED(&g->has, texels, sizeof *g->has, err));
    RETURN_IF_ERR(image_read_tiff_classes(&g->form, input, &sink, err));
    RETURN_IF_ERR(go_over(g, take, err));
    memset(g->class_of, FIT_NONE, sizeof g->class_of);
    RETURN_IF_ERR(g->source->classes != NULL ? take_legend(g, err) : add_classes(g, err));
    for (size_t i = 0; i < texels; i++)
        g->picture->ids[i] = g->has[i] ? g->class_of[g->found[i]] : FIT_NONE;
    return SCREE_OK;
}

enum scree_code fit_read_geo(struct fit_painting *out, const struct fit_source *source,
                             struct scree_job *job, struct scree_error *err)
{
    struct geo *g;
    struct file_input input;
    if (source->under == NULL)
        return err_set_option(err, "terrain",
                              "a map of land cover has no heights: name the terrain it lies on");
    RETURN_IF_ERR(MEM_NEED(&g, 1, sizeof *g, err));
    g->picture = &out->picture;
    g->source = source;
    g->job = job;
    enum scree_code code = file_input_open(&input, source->path, MOST_BYTES, err);
    if (code == SCREE_OK) {
        code = read(g, &input, err);
        file_input_close(&input);
    }
    image_geo_free(g->form.geo);
    mem_free(g->numbers);
    mem_free(g->at);
    mem_free(g->found);
    mem_free(g->has);
    mem_free(g);
    return code;
}
