/* Heights in a grey PNG: numbers, whatever gamma or profile says. */
#include "heights/heights_grid.h"

#include "image/image.h"

/* A picture on its way into a grid, and the first pixel that is no height. */
struct reading {
    struct heights_grid *grid;
    struct image_picture form;
    bool strange;
    size_t column, row;
    uint16_t pixel[4];
};

static enum scree_code start(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    (void)err; /* grid->err is the same */
    struct reading *reading = context;
    struct heights_grid *grid = reading->grid;
    const bool wide = reading->form.bits == 16;
    grid->offset = wide ? 32768 : 0;
    grid->most = wide ? 65535 : 255;
    grid->reading_bytes += memory_bytes;
    return heights_grid_start(grid, reading->form.width, reading->form.height);
}

static bool is_coloured(const uint16_t *pixel, unsigned channels)
{
    return channels >= 3 && (pixel[1] != pixel[0] || pixel[2] != pixel[0]);
}

/* Rows come in the order of an interlaced picture. */
static void note_strange(struct reading *reading, const uint16_t *pixel, size_t column, size_t row)
{
    const unsigned channels = reading->form.channels;
    const uint16_t opaque = reading->form.bits == 16 ? 65535 : 255;
    if (!is_coloured(pixel, channels) && (channels % 2 != 0 || pixel[channels - 1] == opaque))
        return;
    if (reading->strange &&
        (row > reading->row || (row == reading->row && column > reading->column)))
        return;
    reading->strange = true;
    reading->column = column;
    reading->row = row;
    for (unsigned c = 0; c < channels; c++) reading->pixel[c] = pixel[c];
}

static enum scree_code take_row(void *context, const struct image_run *run, struct scree_error *err)
{
    (void)err;
    struct reading *reading = context;
    struct heights_grid *grid = reading->grid;
    const unsigned channels = reading->form.channels;
    const uint16_t *samples = run->samples;
    size_t first;
    RETURN_IF_ERR(heights_grid_row(&first, grid, run->y));
    int16_t *out = grid->elevations + first + run->first;
    for (size_t i = 0; i < run->count; i++) {
        const uint16_t *pixel = samples + i * channels;
        if (channels > 1) note_strange(reading, pixel, run->first + i * run->step, run->y);
        out[i * run->step] = (int16_t)(pixel[0] - grid->offset);
    }
    return SCREE_OK;
}

static enum scree_code refuse_strange(const struct reading *reading)
{
    const uint16_t *pixel = reading->pixel;
    if (is_coloured(pixel, reading->form.channels))
        return err_set(reading->grid->err, SCREE_UNSUPPORTED,
                       "is a colour picture (column %zu of row %zu is %u, %u, %u), expected "
                       "grey: export heights as 16-bit grey",
                       reading->column, reading->row, pixel[0], pixel[1], pixel[2]);
    return err_set(reading->grid->err, SCREE_UNSUPPORTED,
                   "has transparent parts (column %zu of row %zu), which have no height; fill them "
                   "and export without alpha",
                   reading->column, reading->row);
}

enum scree_code heights_read_png(struct heights_grid *grid, const struct heights_input *input)
{
    struct reading reading = {.grid = grid};
    const struct image_sink sink = {.start = start, .row = take_row, .context = &reading};
    grid->what = "a PNG picture";
    grid->south_first = input->options->south_first;
    RETURN_IF_ERR(image_read_png_rows(&reading.form, input->file, input->options->max_points, &sink,
                                      grid->err));
    if (reading.strange) return refuse_strange(&reading);
    if (reading.form.channels % 2 == 0)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "the alpha channel is opaque and ignored");
    return SCREE_OK;
}
