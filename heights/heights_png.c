/* Heights in a grey PNG: numbers, whatever gamma or profile says. */
#include "heights/heights_grid.h"

#include "image/image.h"

/* Whether a sample says something that the first channel does not. */
static enum err_code check_channels(const struct heights_grid *grid,
                                    const struct image_picture *picture)
{
    const unsigned channels = picture->channels;
    const uint16_t opaque = picture->bits == 16 ? 65535 : 255;
    const size_t pixels = picture->width * picture->height;
    for (size_t i = 0; i < pixels; i++) {
        const uint16_t *pixel = picture->samples + i * channels;
        if (channels >= 3 && (pixel[1] != pixel[0] || pixel[2] != pixel[0]))
            return err_set(grid->err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                           "is a colour picture (column %zu of row %zu is %u, %u, %u), expected "
                           "grey: export heights as 16-bit grey",
                           i % picture->width, i / picture->width, pixel[0], pixel[1], pixel[2]);
        if (channels % 2 == 0 && pixel[channels - 1] != opaque)
            return err_set(grid->err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                           "has transparent parts (column %zu of row %zu), which are no heights: "
                           "fill them and export without alpha",
                           i % picture->width, i / picture->width);
    }
    if (channels % 2 == 0)
        warn_add(&grid->field->warnings, ERR_NO_OFFSET, "the alpha channel is opaque and ignored");
    return ERR_OK;
}

enum err_code heights_read_png(struct heights_grid *grid, const struct heights_input *input)
{
    struct image_picture picture;
    enum err_code code = image_read_png_memory(&picture, input->bytes, input->size,
                                               input->options->max_points, grid->err);
    if (code != ERR_OK) return code;
    grid->what = "a PNG picture";
    grid->offset = picture.bits == 16 ? 32768 : 0;
    grid->most = picture.bits == 16 ? 65535 : 255;
    grid->south_first = input->options->south_first;
    FAIL_IF_ERR(code, check_channels(grid, &picture));
    FAIL_IF_ERR(code, heights_grid_start(grid, picture.width, picture.height));
    for (size_t j = 0; j < picture.height; j++) {
        int16_t *out = grid->elevations + heights_grid_row(grid, j);
        const uint16_t *row = picture.samples + j * picture.width * picture.channels;
        for (size_t i = 0; i < picture.width; i++)
            out[i] = (int16_t)(row[i * picture.channels] - grid->offset);
    }
fail:
    image_picture_free(&picture);
    return code;
}
