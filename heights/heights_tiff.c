/*
 * TIFF and GeoTIFF. With a georeference (ModelPixelScale, or a ModelTransformation along the axes)
 * numbers are metres, as in every elevation model; without one unsigned and float numbers may be anything, signed ones are metres.
 */
#include "heights/heights_grid.h"

#include <math.h>
#include <string.h>

#include "base/globe.h"
#include "image/image.h"

#define MODEL_DEGREES 2
#define UNIT_METRE 9001
#define UNIT_FOOT 9002
#define UNIT_US_FOOT 9003
#define WEB_MERCATOR 3857

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
    if (numbers->geo != NULL) {
        double south[2];
        image_geo_middle(south, numbers->geo, 0, (double)numbers->height - 1);
        grid->globe = (struct ter_globe){
            south[1], {numbers->pixel_scale[0], numbers->pixel_scale[1]}, south[0], true};
    }
    if (grid->options->cell_m > 0 || grid->options->box_m > 0) return;
    warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
             "%.6g x %.6g degrees at latitude %.6g are taken as %.6g m east and %.6g m north, "
             "slopes by each row's own latitude ({cell_m} replaces all)",
             numbers->pixel_scale[0], numbers->pixel_scale[1], latitude, grid->cell_m[0],
             grid->cell_m[1]);
}

/* Web Mercator draws the ground larger by the hyperbolic cosine of northing / axis. */
static void warn_of_mercator(struct heights_grid *grid, const struct image_numbers *numbers)
{
    if (numbers->projection != WEB_MERCATOR || numbers->geo == NULL) return;
    double middle[2];
    image_geo_middle(middle, numbers->geo, 0, (double)(numbers->height - 1) / 2.0);
    const double stretch = cosh(middle[1] / GLOBE_AXIS_M);
    if (!(stretch > 1.001 && stretch < 1e3)) return;
    warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
             "is in Web Mercator (EPSG:3857), where %.4g m are about %.4g m of ground here, so "
             "slopes and areas are wrong: project it with gdalwarp, or say {cell_m}",
             grid->cell_m[0], grid->cell_m[0] / stretch);
}

static enum scree_code set_cell(struct heights_grid *grid, const struct image_numbers *numbers)
{
    grid->what = "a TIFF without ModelPixelScale";
    if (!numbers->has_pixel_scale) return SCREE_OK;
    grid->what = "a TIFF";
    const bool given = grid->options->cell_m > 0;
    for (int i = 0; i < 2; i++)
        if (given && (numbers->model_type != MODEL_DEGREES ||
                      !(numbers->pixel_scale[i] > 0 && isfinite(numbers->pixel_scale[i]))))
            return SCREE_OK;
    for (int i = 0; i < 2; i++) {
        grid->cell_m[i] = numbers->pixel_scale[i];
        if (!(grid->cell_m[i] > 0 && isfinite(grid->cell_m[i])))
            return err_set(grid->err, SCREE_MALFORMED,
                           "%s is %g, %g, expected metres above 0 ({cell_m} replaces it)",
                           grid->cell_name, numbers->pixel_scale[0], numbers->pixel_scale[1]);
    }
    if (numbers->model_type == MODEL_DEGREES) {
        turn_degrees(grid, numbers);
        return SCREE_OK;
    }
    if (numbers->linear_unit == 0 || numbers->linear_unit == UNIT_METRE) {
        warn_of_mercator(grid, numbers);
        return SCREE_OK;
    }
    if (numbers->linear_unit != UNIT_FOOT && numbers->linear_unit != UNIT_US_FOOT)
        return err_set(grid->err, SCREE_BAD_ARGUMENT,
                       "the unit of its %s %g, %g has the EPSG code %u, which is neither metres "
                       "nor feet: add {cell_m}",
                       grid->cell_name, grid->cell_m[0], grid->cell_m[1], numbers->linear_unit);
    const double foot_m = numbers->linear_unit == UNIT_FOOT ? 0.3048 : 1200.0 / 3937.0;
    for (int i = 0; i < 2; i++) grid->cell_m[i] *= foot_m;
    warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
             "%s is in feet: points are %.6g m apart; the heights are taken as metres",
             grid->cell_name, grid->cell_m[0]);
    return SCREE_OK;
}

/* A height is scale * number + offset, metres or not. */
static enum scree_code set_heights(struct heights_grid *grid, const struct image_numbers *numbers)
{
    const struct image_band *band = &numbers->band;
    grid->unit_m = 1.0;
    if (heights_has_range(grid->options)) return SCREE_OK;
    if (!(band->scale > 0 && isfinite(band->scale) && isfinite(band->offset)))
        return err_set(grid->err, SCREE_UNSUPPORTED,
                       "its GDAL_METADATA say that heights are %g times the numbers plus %g, "
                       "expected a scale above 0: write the heights themselves (gdal_translate "
                       "-unscale -ot Float32)",
                       band->scale, band->offset);
    grid->unit_m = band->scale;
    grid->zero_m = band->offset;
    if (band->scale != 1.0 || band->offset != 0.0) grid->is_metres = false;
    const char *unit = band->unit;
    if (unit[0] == '\0' && numbers->height_unit == UNIT_FOOT) unit = "ft";
    if (unit[0] == '\0' && numbers->height_unit == UNIT_US_FOOT) unit = "US survey foot";
    heights_grid_warn_of_unit(grid, unit);
    return SCREE_OK;
}

/* What range_m represents, and whether numbers are metres without it. */
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
    grid->has_nodata = numbers->has_nodata;
    grid->nodata = numbers->nodata;
    if (!numbers->has_pixel_scale) grid->south_first = grid->options->south_first;
}

struct reading {
    struct heights_grid *grid;
    struct image_numbers form;
};

/* A ModelTransformation becomes the scale and the tie point that it represents, its rows from the north:
 * GDAL writes one where rows come from the south. */
static enum scree_code straighten(struct reading *reading)
{
    struct image_numbers *const form = &reading->form;
    struct image_geo *const geo = form->geo;
    reading->grid->cell_name = "ModelPixelScale";
    if (geo == NULL || !geo->has_matrix) return SCREE_OK;
    reading->grid->cell_name = "ModelTransformation";
    if (geo->matrix[1] != 0 || geo->matrix[4] != 0 || !(geo->matrix[0] > 0) || geo->matrix[5] == 0)
        return err_set(reading->grid->err, SCREE_UNSUPPORTED,
                       "its ModelTransformation turns or mirrors it, so its rows do not run from "
                       "west to east: straighten it (gdalwarp in.tif out.tif)");
    if (geo->matrix[5] > 0) {
        const double from[2] = {0, (double)form->height - 1}, step[2] = {1, -1};
        struct image_geo turned;
        image_geo_place(&turned, geo, from, step);
        *geo = turned;
        reading->grid->south_first = true;
    }
    const double *const m = geo->matrix;
    const double scale[3] = {m[0], -m[5], m[10]}, tie[6] = {0, 0, 0, m[3], m[7], m[11]};
    memcpy(geo->scale, scale, sizeof scale);
    memcpy(geo->tie, tie, sizeof tie);
    memcpy(form->pixel_scale, scale, sizeof form->pixel_scale);
    memcpy(form->tiepoint, tie, sizeof tie);
    form->has_pixel_scale = form->has_tiepoint = true;
    geo->has_matrix = false;
    return SCREE_OK;
}

static enum scree_code start(void *context, uint64_t memory_bytes, struct scree_error *err)
{
    (void)err; /* grid->err is the same */
    struct reading *reading = context;
    RETURN_IF_ERR(straighten(reading));
    set_meaning(reading->grid, &reading->form);
    RETURN_IF_ERR(set_cell(reading->grid, &reading->form));
    RETURN_IF_ERR(set_heights(reading->grid, &reading->form));
    reading->grid->reading_bytes += memory_bytes;
    return heights_grid_start(reading->grid, reading->form.width, reading->form.height);
}

static enum scree_code take_row(void *context, const struct image_run *run, struct scree_error *err)
{
    (void)err;
    const struct reading *reading = context;
    struct heights_grid *grid = reading->grid;
    size_t first;
    RETURN_IF_ERR(heights_grid_row(&first, grid, run->y));
    first += run->first;
    for (size_t i = 0; i < run->count; i++) {
        switch (reading->form.number) {
        case IMAGE_U8:
            grid->elevations[first + i] = ((const uint8_t *)run->samples)[i];
            break;
        case IMAGE_U16:
            grid->elevations[first + i] = (int16_t)(((const uint16_t *)run->samples)[i] - 32768);
            break;
        case IMAGE_I16:
            grid->elevations[first + i] = ((const int16_t *)run->samples)[i];
            break;
        case IMAGE_F32:
            grid->samples[first + i] = ((const float *)run->samples)[i];
            break;
        }
    }
    return SCREE_OK;
}

enum scree_code heights_read_tiff(struct heights_grid *grid, const struct heights_input *input)
{
    struct reading reading = {.grid = grid};
    const struct image_sink sink = {.start = start, .row = take_row, .context = &reading};
    const enum scree_code code = image_read_tiff_rows(&reading.form, input->file,
                                                      input->options->max_points, &sink, grid->err);
    grid->about->geo = reading.form.geo;
    RETURN_IF_ERR(code);
    if (reading.form.strip_bytes_calculated)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "StripByteCounts is missing or too small for the rows; it was calculated, look at "
                 "the heights (scree preview)");
    if (reading.form.number == IMAGE_I16 && !reading.form.has_pixel_scale &&
        !heights_has_range(input->options))
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "signed numbers without a georeference are taken as metres ({height_range_m} "
                 "replaces that)");
    return SCREE_OK;
}
