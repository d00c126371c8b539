/*
 * TIFF and GeoTIFF. With a georeference (ModelPixelScale) numbers are metres, as in every elevation
 * model; without one unsigned and float numbers may be anything, signed ones are metres.
 */
#include "heights/heights_grid.h"

#include <math.h>

#include "image/image.h"

#define MODEL_DEGREES 2
#define UNIT_METRE 9001
#define UNIT_FOOT 9002
#define UNIT_US_FOOT 9003

static void turn_degrees(struct heights_grid *grid, const struct image_numbers *numbers)
{
    const double middle_row = (double)numbers->height / 2.0;
    const double latitude =
        numbers->tiepoint[4] - (middle_row - numbers->tiepoint[1]) * numbers->pixel_scale[1];
    if (!numbers->has_tiepoint || !(fabs(latitude) < 90)) {
        grid->cell_m[0] = 0; /* not known: --cell will be asked for */
        return;
    }
    double degree_m[2];
    heights_degree_m(degree_m, latitude);
    for (int i = 0; i < 2; i++) grid->cell_m[i] *= degree_m[i];
    warn_add(&grid->field->warnings, ERR_NO_OFFSET,
             "%.6g x %.6g degrees at latitude %.6g are taken as %.6g m east and %.6g m north "
             "(--cell METRES replaces both)",
             numbers->pixel_scale[0], numbers->pixel_scale[1], latitude, grid->cell_m[0],
             grid->cell_m[1]);
}

static enum err_code set_cell(struct heights_grid *grid, const struct image_numbers *numbers)
{
    grid->what = "a TIFF without ModelPixelScale";
    if (!numbers->has_pixel_scale) return ERR_OK;
    grid->what = "a TIFF";
    grid->cell_name = "ModelPixelScale";
    if (grid->options->cell_m > 0) return ERR_OK;
    for (int i = 0; i < 2; i++) {
        grid->cell_m[i] = numbers->pixel_scale[i];
        if (!(grid->cell_m[i] > 0 && isfinite(grid->cell_m[i])))
            return err_set(grid->err, ERR_MALFORMED, ERR_NO_OFFSET,
                           "ModelPixelScale is %g, %g, expected metres above 0 (--cell METRES "
                           "replaces it)",
                           numbers->pixel_scale[0], numbers->pixel_scale[1]);
    }
    if (numbers->model_type == MODEL_DEGREES) {
        turn_degrees(grid, numbers);
        return ERR_OK;
    }
    if (numbers->linear_unit == 0 || numbers->linear_unit == UNIT_METRE) return ERR_OK;
    if (numbers->linear_unit != UNIT_FOOT && numbers->linear_unit != UNIT_US_FOOT)
        return err_set(grid->err, ERR_ARG, ERR_NO_OFFSET,
                       "the unit of its ModelPixelScale %g, %g has the EPSG code %u, which is "
                       "neither metres nor feet: add --cell METRES",
                       grid->cell_m[0], grid->cell_m[1], numbers->linear_unit);
    const double foot_m = numbers->linear_unit == UNIT_FOOT ? 0.3048 : 1200.0 / 3937.0;
    for (int i = 0; i < 2; i++) grid->cell_m[i] *= foot_m;
    warn_add(&grid->field->warnings, ERR_NO_OFFSET,
             "ModelPixelScale is in feet: points are %.6g m apart; the heights are taken as metres",
             grid->cell_m[0]);
    return ERR_OK;
}

/* What range_m stands for, and whether numbers are metres without it. */
static void set_meaning(struct heights_grid *grid, const struct image_numbers *numbers)
{
    const enum image_number number = numbers->number;
    grid->is_float = number == IMAGE_F32;
    grid->offset = number == IMAGE_U16 ? 32768 : 0;
    grid->least = number == IMAGE_I16 ? -32768 : 0;
    grid->most = number == IMAGE_F32   ? 1
                 : number == IMAGE_I16 ? 32767
                 : number == IMAGE_U16 ? 65535
                                       : 255;
    grid->is_scaled = grid->is_metres = numbers->has_pixel_scale || number == IMAGE_I16;
    grid->unit_m = 1.0;
    grid->has_nodata = numbers->has_nodata;
    grid->nodata = numbers->nodata;
    grid->south_first = grid->options->south_first && !numbers->has_pixel_scale;
}

static void copy_row(struct heights_grid *grid, const struct image_numbers *numbers, size_t j)
{
    const size_t first = heights_grid_row(grid, j), width = numbers->width;
    for (size_t i = 0; i < width; i++) {
        const size_t from = j * width + i;
        switch (numbers->number) {
        case IMAGE_U8:
            grid->elevations[first + i] = numbers->samples.u8[from];
            break;
        case IMAGE_U16:
            grid->elevations[first + i] = (int16_t)(numbers->samples.u16[from] - 32768);
            break;
        case IMAGE_I16:
            grid->elevations[first + i] = numbers->samples.i16[from];
            break;
        case IMAGE_F32:
            grid->samples[first + i] = numbers->samples.f32[from];
            break;
        }
    }
}

enum err_code heights_read_tiff(struct heights_grid *grid, const struct heights_input *input)
{
    struct image_numbers numbers;
    enum err_code code = image_read_tiff_memory(&numbers, input->bytes, input->size,
                                                input->options->max_points, grid->err);
    if (code != ERR_OK) return code;
    set_meaning(grid, &numbers);
    FAIL_IF_ERR(code, set_cell(grid, &numbers));
    FAIL_IF_ERR(code, heights_grid_start(grid, numbers.width, numbers.height));
    for (size_t j = 0; j < numbers.height; j++) copy_row(grid, &numbers, j);
    if (numbers.strip_bytes_calculated)
        warn_add(&grid->field->warnings, ERR_NO_OFFSET,
                 "StripByteCounts is missing or too small for the rows; it was calculated, look at "
                 "the heights (scree preview)");
    if (numbers.number == IMAGE_I16 && !numbers.has_pixel_scale && !input->options->range_given)
        warn_add(&grid->field->warnings, ERR_NO_OFFSET,
                 "signed numbers without a georeference are taken as metres (--height-range LO HI "
                 "replaces that)");
fail:
    image_numbers_free(&numbers);
    return code;
}
