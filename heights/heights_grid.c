/*
 * Rule (Inputs): What other heightfields may hold; no scale is guessed. See
 * formats/heights.md#from-numbers-to-altitudes, heights/heights_read.c. Tests:
 * invalid/test_invalid_heights (files_give_what_is_written_beside_them), cli/heights,
 * unit/test_gdal_heights.
 *
 * Rule (Inputs): Whole numbers of 16 bits give the same field from every format. See
 * formats/heights.md#from-numbers-to-altitudes. Tests: unit/test_heights
 * (sixteen_bits_give_the_same_field).
 */
#include "heights/heights_grid.h"

#include <math.h>
#include <stdio.h>

#include <string.h>

#include "base/mem.h"

enum scree_code heights_grid_start(struct heights_grid *grid, uint64_t width, uint64_t height)
{
    const uint64_t most = grid->options->max_points;
    if (width < 2 || height < 2)
        return err_set(grid->err, SCREE_MALFORMED, "%llu x %llu points, expected at least 2 a side",
                       (unsigned long long)width, (unsigned long long)height);
    if (width > UINT32_MAX || height > UINT32_MAX || width > most / height)
        return err_set(
            grid->err, SCREE_LIMIT, "%llu x %llu points are more than the limit of %llu points",
            (unsigned long long)width, (unsigned long long)height, (unsigned long long)most);
    const size_t points = (size_t)(width * height);
    const uint64_t bytes =
        grid->reading_bytes +
        points * (uint64_t)(grid->is_float ? sizeof *grid->samples : sizeof *grid->elevations);
    if (bytes > grid->options->max_memory_bytes)
        return err_set(grid->err, SCREE_LIMIT,
                       "%llu x %llu points take %llu bytes of memory to read, the limit is %llu",
                       (unsigned long long)width, (unsigned long long)height,
                       (unsigned long long)bytes,
                       (unsigned long long)grid->options->max_memory_bytes);
    grid->about->memory_bytes = bytes;
    struct ter_field *field = grid->field;
    field->points_x = (uint32_t)width;
    field->points_y = (uint32_t)height;
    if (grid->is_float)
        field->memory = grid->samples = mem_alloc(points, sizeof *grid->samples);
    else
        field->memory = grid->elevations = mem_alloc(points, sizeof *grid->elevations);
    field->samples = grid->samples;
    field->elevations = grid->elevations;
    return field->memory != NULL ? SCREE_OK : err_no_memory(grid->err);
}

enum scree_code heights_grid_row(size_t *first, struct heights_grid *grid, size_t j)
{
    const struct ter_field *field = grid->field;
    *first = (grid->south_first ? j : field->points_y - 1 - j) * (size_t)field->points_x;
    return job_ask(grid->job, &grid->asked, field->points_x, grid->err);
}

static size_t points_of(const struct ter_field *field)
{
    return (size_t)field->points_x * field->points_y;
}

static double number_at(const struct heights_grid *grid, size_t i)
{
    if (grid->is_float) return (double)grid->field->samples[i];
    return (double)grid->field->elevations[i] + grid->offset;
}

/* Numbers that mean something (and are small enough to compute with). */
static bool is_data(const struct heights_grid *grid, double number)
{
    if (!(fabs(number) < 1e30)) return false;
    if (grid->has_nodata) {
        const double nodata = grid->is_float ? (double)(float)grid->nodata : grid->nodata;
        if (number == nodata) return false;
    }
    return !(grid->is_metres && (number == -32768.0 || number == -32767.0));
}

struct survey {
    double lowest, highest; /* of what is data */
    size_t missing, first_missing;
};

static enum scree_code survey_numbers(struct survey *out, const struct heights_grid *grid)
{
    struct survey survey = {INFINITY, -INFINITY, 0, 0};
    for (size_t i = points_of(grid->field); i-- > 0;) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        const double number = number_at(grid, i);
        if (!is_data(grid, number)) {
            survey.missing++;
            survey.first_missing = i;
            continue;
        }
        survey.lowest = number < survey.lowest ? number : survey.lowest;
        survey.highest = number > survey.highest ? number : survey.highest;
    }
    *out = survey;
    return SCREE_OK;
}

/* ---- scale ---- */

static enum scree_code refuse_without_scale(const struct heights_grid *grid,
                                            const struct survey *survey, bool cell, bool range)
{
    char points[40], found[160];
    snprintf(points, sizeof points, "%u x %u points", (unsigned)grid->field->points_x,
             (unsigned)grid->field->points_y);
    snprintf(found, sizeof found, "the file's go from %.9g to %.9g%s; %s", survey->lowest,
             survey->highest, grid->is_float ? "; 0 1 if they are metres" : "", points);
    if (cell && range)
        return err_set_option(grid->err, "cell_m",
                              "%s has no scale: add {cell_m} (from point to point) and "
                              "{height_range_m} (metres of the numbers %g and %g; %s)",
                              grid->what, grid->least, grid->most, found);
    if (range)
        return err_set_option(grid->err, "height_range_m",
                              "%s has no height scale; add {height_range_m} (metres of the "
                              "numbers %g and %g; %s)",
                              grid->what, grid->least, grid->most, found);
    return err_set_option(grid->err, "cell_m", "%s has no point spacing; add {cell_m} (%s)",
                          grid->what, points);
}

static void set_cell(struct heights_grid *grid)
{
    struct ter_field *field = grid->field;
    const double cell_m = grid->options->cell_m;
    for (int i = 0; i < 3; i++) field->scal_m[i] = cell_m > 0 ? cell_m : grid->cell_m[i > 0];
    if (!(cell_m > 0)) field->globe = grid->globe;
    grid->about->globe = grid->globe;
    for (int i = 0; i < 2; i++) grid->about->globe_cell_m[i] = grid->cell_m[i];
    field->scal_given = true;
    snprintf(grid->about->scale_source, sizeof grid->about->scale_source, "%s",
             cell_m > 0 ? "{cell_m}" : grid->cell_name);
}

static bool is_length(double metres)
{
    return metres > 0 && isfinite(metres);
}

static enum scree_code set_range(struct heights_grid *grid, const struct survey *survey)
{
    const struct scree_terrain_options *options = grid->options;
    const bool range_counts = heights_has_range(options) && !grid->range_is_ignored;
    const bool no_cell =
        options->cell_m == 0 && !(is_length(grid->cell_m[0]) && is_length(grid->cell_m[1]));
    const bool no_range = !range_counts && !grid->is_scaled;
    if (no_cell || no_range) return refuse_without_scale(grid, survey, no_cell, no_range);
    if (range_counts) {
        grid->unit_m =
            (options->height_range_m[1] - options->height_range_m[0]) / (grid->most - grid->least);
        grid->zero_m = options->height_range_m[0] - grid->unit_m * grid->least;
    } else if (heights_has_range(options)) {
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "{height_range_m} is ignored: %s has its own height scale", grid->what);
    }
    set_cell(grid);
    if (isfinite(grid->unit_m) && isfinite(grid->zero_m) && grid->unit_m > 0) return SCREE_OK;
    return err_set(grid->err, SCREE_BAD_ARGUMENT,
                   "heights of %g to %g metres are outside the range that scree can use",
                   options->height_range_m[0], options->height_range_m[1]);
}

/* ---- missing data ---- */

/* They become floats that are no numbers. */
static enum scree_code keep_missing(struct heights_grid *grid, const struct survey *survey)
{
    struct ter_field *field = grid->field;
    const size_t points = points_of(field);
    float *samples = grid->samples;
    if (!grid->is_float) {
        if (grid->reading_bytes + points * (sizeof *samples + sizeof *grid->elevations) >
            grid->options->max_memory_bytes)
            return err_set(
                grid->err, SCREE_LIMIT,
                "%zu points, of which some hold no data, take more memory than the limit "
                "of %llu bytes",
                points, (unsigned long long)grid->options->max_memory_bytes);
        RETURN_IF_ERR(MEM_NEED(&samples, points, sizeof *samples, grid->err));
    }
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < points && code == SCREE_OK; i++) {
        const double number = number_at(grid, i);
        samples[i] = is_data(grid, number) ? (float)number : NAN;
        code = job_at(grid->job, i, grid->err);
    }
    if (!grid->is_float) {
        mem_free(field->memory);
        field->memory = grid->samples = samples;
        field->samples = samples;
        field->elevations = grid->elevations = NULL;
        grid->is_float = true;
        grid->offset = 0;
    }
    RETURN_IF_ERR(code);
    field->has_missing = true;
    warn_add(&field->warnings, SCREE_NO_OFFSET, "%zu of %zu points hold no data%s", survey->missing,
             points, grid->options->fill_smooth ? ": they join the heights around them" : "");
    return SCREE_OK;
}

static enum scree_code fill_missing(struct heights_grid *grid, struct survey *survey)
{
    if (survey->missing == 0) return SCREE_OK;
    struct ter_field *field = grid->field;
    const size_t row = survey->first_missing / field->points_x;
    if (!grid->options->has_fill && grid->options->keep_missing) return keep_missing(grid, survey);
    if (!grid->options->has_fill)
        return err_set_option(
            grid->err, "fill_m",
            "%zu of %zu points hold no data (one is column %zu of row %zu from the "
            "south): fill them by {fill_smooth} or {fill_m}, or carry them into masks by "
            "{keep_missing}",
            survey->missing, points_of(field), survey->first_missing % field->points_x, row);
    const double wanted = (grid->options->fill_m - grid->zero_m) / grid->unit_m;
    const double number = grid->is_float ? (double)(float)wanted : floor(wanted + 0.5);
    const double least = grid->offset - 32768.0, most = grid->offset + 32767.0;
    if (grid->is_float ? !(fabs(number) < 1e30) : !(number >= least && number <= most))
        return err_set_option(
            grid->err, "fill_m",
            "%g metres ({fill_m}) is not a height that the file's numbers can hold: they "
            "go from %g to %g metres",
            grid->options->fill_m, grid->zero_m + grid->unit_m * least,
            grid->zero_m + grid->unit_m * most);
    for (size_t i = 0; i < points_of(field); i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        if (is_data(grid, number_at(grid, i))) continue;
        if (grid->is_float)
            grid->samples[i] = (float)number;
        else
            grid->elevations[i] = (int16_t)(number - grid->offset);
    }
    warn_add(&field->warnings, SCREE_NO_OFFSET, "%zu points without data are filled with %g m",
             survey->missing, grid->zero_m + grid->unit_m * number);
    survey->lowest = number < survey->lowest ? number : survey->lowest;
    survey->highest = number > survey->highest ? number : survey->highest;
    return SCREE_OK;
}

/* ---- whole numbers ---- */

/* Floats that are whole numbers of 16 bits become elevations. */
static enum scree_code keep_whole(struct heights_grid *grid, const struct survey *survey)
{
    struct ter_field *field = grid->field;
    if (!grid->is_float || field->has_missing) return SCREE_OK;
    if (survey->lowest < -32768 || survey->highest > 65535) return SCREE_OK;
    if (survey->lowest < 0 && survey->highest > 32767) return SCREE_OK;
    const size_t points = points_of(field);
    for (size_t i = 0; i < points; i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        if (field->samples[i] != rintf(field->samples[i])) return SCREE_OK;
    }
    grid->offset = survey->highest > 32767 ? 32768 : 0;
    /* In their place: elevation i lies before sample i, or in it. */
    char *memory = field->memory;
    for (size_t i = 0; i < points; i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        float sample;
        memcpy(&sample, memory + i * sizeof sample, sizeof sample);
        const int16_t elevation = (int16_t)((int32_t)sample - grid->offset);
        memcpy(memory + i * sizeof elevation, &elevation, sizeof elevation);
    }
    int16_t *elevations = mem_grow(memory, points, points, sizeof *elevations);
    if (elevations == NULL) return err_no_memory(grid->err);
    field->memory = grid->elevations = elevations;
    field->elevations = elevations;
    field->samples = grid->samples = NULL;
    grid->is_float = false;
    return SCREE_OK;
}

/* Metres that would fit signed numbers are kept as those, whatever type they came in: equal
 * heights, equal elevations. */
static enum scree_code prefer_signed(struct heights_grid *grid, const struct survey *survey)
{
    if (grid->is_float || grid->offset == 0 || !grid->is_metres || survey->highest > 32767)
        return SCREE_OK;
    struct ter_field *field = grid->field;
    const size_t points = points_of(field);
    for (size_t i = 0; i < points; i++) {
        RETURN_IF_ERR(job_at(grid->job, i, grid->err));
        grid->elevations[i] = (int16_t)(grid->elevations[i] + grid->offset);
    }
    grid->offset = 0;
    return SCREE_OK;
}

/* A .ter has whole HeightScale and BaseHeight. Heights that are those of a .ter but for the
 * rounding of decimal fractions get exactly its step and base. */
static void snap_to_ter(double *base_tu, double *step_tu)
{
    const double scale = rint(*step_tu * 65536.0), base = rint(*base_tu);
    if (scale < 1 || scale > 32767 || fabs(base) > 32768) return;
    if (fabs(*step_tu * 65536.0 - scale) > scale * 0x1p-32) return;
    if (fabs(*base_tu - base) > 0x1p-28) return;
    *step_tu = scale / 65536.0;
    *base_tu = base;
}

void heights_unit_apply(double *base_tu, double *step_tu, const struct heights_unit *unit,
                        double vertical_m)
{
    if (!(unit->unit_m > 0)) return;
    *step_tu = unit->unit_m / vertical_m;
    *base_tu = unit->zero_m / vertical_m + unit->offset * *step_tu;
    if (!unit->is_float) snap_to_ter(base_tu, step_tu);
}

static bool is_word(const char *text, const char *word)
{
    size_t i = 0;
    while (word[i] != '\0' && text_to_lower((unsigned char)text[i]) == word[i]) i++;
    return word[i] == '\0' && (text[i] == '\0' || (i > 1 && strcmp(text + i, "s") == 0));
}

void heights_grid_warn_of_unit(struct heights_grid *grid, const char *unit)
{
    if (!grid->is_scaled || unit[0] == '\0' || grid->options->height_scale != 1.0) return;
    if (is_word(unit, "m") || is_word(unit, "metre") || is_word(unit, "meter")) return;
    const bool is_foot =
        strncmp(unit, "ft", 2) == 0 || strstr(unit, "foot") != NULL || strstr(unit, "feet") != NULL;
    char shown[21] = "";
    for (size_t i = 0; i + 1 < sizeof shown && unit[i] != '\0'; i++)
        shown[i] = (char)(unit[i] >= 0x20 && unit[i] <= 0x7e ? unit[i] : '?');
    warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
             "its heights are in \"%s\" and are taken as metres ({height_scale}%s changes them)",
             shown, is_foot ? " 0.3048" : "");
}

enum scree_code heights_grid_finish(struct heights_grid *grid)
{
    struct ter_field *field = grid->field;
    if (heights_has_range(grid->options) && !grid->range_is_ignored) grid->is_metres = false;
    grid->is_coarse = !grid->is_float && grid->most - grid->least <= 255;
    struct survey survey;
    RETURN_IF_ERR(survey_numbers(&survey, grid));
    if (survey.missing == points_of(field))
        return err_set(grid->err, SCREE_MALFORMED, "no point holds data");
    RETURN_IF_ERR(set_range(grid, &survey));
    RETURN_IF_ERR(fill_missing(grid, &survey));
    RETURN_IF_ERR(keep_whole(grid, &survey));
    RETURN_IF_ERR(prefer_signed(grid, &survey));

    if (grid->is_coarse)
        warn_add(&field->warnings, SCREE_NO_OFFSET,
                 "only %g different heights, %g m apart: slopes will look like stairs (banding); "
                 "take a file of 16 bits, or smooth it ({dequantise})",
                 grid->most - grid->least + 1, grid->unit_m);
    grid->about->unit =
        (struct heights_unit){grid->zero_m, grid->unit_m, grid->offset, grid->is_float};
    heights_unit_apply(&field->base_tu, &field->step_tu, &grid->about->unit, field->scal_m[2]);
    RETURN_IF_ERR(ter_check_range(field, grid->err));
    if (field->step_tu > 0) return SCREE_OK;
    return err_set(grid->err, SCREE_LIMIT, "steps of %g metres are too small", grid->unit_m);
}
