#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/spot.h"
#include "base/text.h"
#include "report/probing.h"

#define SHOWN_FLIPS 3
#define MAX_NAME_WIDTH 28

static const char *const columns[] = {"coverage", "alt.min", "alt.max", "slope.min", "slope.max",
                                      "noise",    "own",     "parent",  "reach",     "weight"};
#define COLUMNS (sizeof columns / sizeof columns[0])

/* Exact where it matters: 0 and 1 are what they say. */
static void add_number(struct report *report, float value, bool shown, int width)
{
    if (!shown)
        report_add(report, "  %*s", width, "-");
    else if (value == 0.0f || value == 1.0f)
        report_add(report, "  %*.0f", width, (double)value);
    else if (value < 0.001f)
        report_add(report, "  %*.1e", width, (double)value);
    else
        report_add(report, "  %*.3f", width, value > 0.999f ? 0.999 : (double)value);
}

static void add_row(struct report *report, const struct probing *probing,
                    const struct compare_explanation *e, uint32_t k, int name_width)
{
    const struct srf_layer *layer = probing->map->layers[k];
    const struct render_factors *f = &e->layers[k].factors;
    const bool own = k > 0 || probing->probe->given->how.root_density;
    const bool shown[COLUMNS] = {own,
                                 own && srf_is_on(layer->alte[0]),
                                 own && srf_is_on(layer->alte[1]),
                                 own && srf_is_on(layer->slpe[0]),
                                 own && srf_is_on(layer->slpe[1]),
                                 own && layer->vari > 0,
                                 true,
                                 k > 0,
                                 true,
                                 true};
    const float values[COLUMNS] = {f->covr,      f->altitude_min, f->altitude_max, f->slope_min,
                                   f->slope_max, f->noise,        f->own,          f->parent,
                                   f->eff,       f->weight};
    char column[REPORT_TEXT_SIZE], name[REPORT_TEXT_SIZE + 40];
    const unsigned indent = 2 * layer->depth < 12 ? 2 * layer->depth : 12;
    snprintf(name, sizeof name, "%*s#%u %s", (int)indent, "", (unsigned)k, layer->name);
    report_add(report, "  %s",
               text_column(column, sizeof column, name, (size_t)name_width, (size_t)name_width));
    for (size_t c = 0; c < COLUMNS; c++)
        add_number(report, values[c], shown[c],
                   (int)strlen(columns[c]) > 6 ? (int)strlen(columns[c]) : 6);
    report_put(report, "\n");
}

static int name_width(const struct probing *probing)
{
    size_t width = 5;
    for (uint32_t k = 0; k < probing->map->layer_count; k++) {
        const struct srf_layer *layer = probing->map->layers[k];
        const size_t needed =
            strlen(layer->name) + 4 + (2 * layer->depth < 12 ? 2 * layer->depth : 12);
        if (needed > width) width = needed;
    }
    return (int)(width < MAX_NAME_WIDTH ? width : MAX_NAME_WIDTH);
}

static void add_table(struct report *report, const struct probing *probing,
                      const struct compare_explanation *e)
{
    const int width = name_width(probing);
    report_add(report, "\n  %-*s", width, "layer");
    for (size_t c = 0; c < COLUMNS; c++) report_add(report, "  %6s", columns[c]);
    report_put(report, "\n");
    for (uint32_t k = 0; k < e->layer_count; k++) add_row(report, probing, e, k, width);
    if (e->samples > 1)
        report_add(
            report,
            "  This texel is the mean of %u samples, and so is each number: reach and weight "
            "are\n  what a bake has, the other columns multiply up in each sample only.\n",
            (unsigned)e->samples);
}

static void add_whys(struct report *report, const struct compare_explanation *e)
{
    char path[REPORT_TEXT_SIZE], why[REPORT_TEXT_SIZE];
    report_add(report, "\nWhy:\n");
    for (uint32_t k = 0; k < e->layer_count; k++)
        report_add(report, "  #%u %s: %s\n", (unsigned)k,
                   text_clean(path, sizeof path, e->layers[k].path),
                   text_clean(why, sizeof why, e->layers[k].why));
}

/* "slope.max of #3 Grass from 32.0 to 34.6 degrees" */
static void add_change(struct report *report, const struct probing *probing,
                       const struct compare_flip *flip)
{
    char clean[REPORT_TEXT_SIZE];
    const struct srf_layer *layer = probing->map->layers[flip->layer];
    const double up_m = probing->field->scal_m[2];
    const double from = (double)flip->from, to = flip->written;
    report_add(report, "  %s of #%u %s from ", compare_knob_name(flip->knob), (unsigned)flip->layer,
               text_clean(clean, sizeof clean, layer->name));
    switch (flip->knob) {
    case COMPARE_COVERAGE:
        report_add(report, "%.6g to %.9g", from, to);
        break;
    case COMPARE_ALTITUDE_MIN:
    case COMPARE_ALTITUDE_MAX:
        report_add(report, "%.6g to %.9g m (%.6g to %.9g tu)", from * up_m, to * up_m, from, to);
        break;
    case COMPARE_SLOPE_MIN:
    case COMPARE_SLOPE_MAX:
        report_add(report, "%.2f to %.2f degrees (gradient %.6g to %.9g)", angle_degrees(from),
                   angle_degrees(to), from, to);
        break;
    }
}

static const char *unit_of(enum compare_knob knob)
{
    if (knob == COMPARE_COVERAGE) return "";
    return knob == COMPARE_ALTITUDE_MIN || knob == COMPARE_ALTITUDE_MAX ? "tu" : "gradient";
}

static void add_flips(struct report *report, const struct probing *probing,
                      const struct compare_explanation *e)
{
    char clean[REPORT_TEXT_SIZE];
    /* A material may have several layers. */
    const char *what = probing->merge->count < probing->map->layer_count ? "material" : "layer";
    report_put(report, "\n");
    if (e->flip_count == 0) {
        report_add(
            report,
            "No coverage and no limit that is on, changed alone, gives this place to another "
            "%s.\n",
            what);
        return;
    }
    report_add(report, "Smallest change of one number that gives this place to another %s%s:\n",
               what, e->flip_count > 1 ? ", and the next ones" : "");
    for (size_t i = 0; i < e->flip_count && i < SHOWN_FLIPS; i++) {
        const struct compare_flip *flip = &e->flips[i];
        add_change(report, probing, flip);
        report_add(report, ": %s wins\n",
                   text_clean(clean, sizeof clean, probing->merge->names[flip->winner]));
        report_add(report, "      scree set %s '#%u.%s=%.9g%s' -o FILE\n",
                   text_clean(clean, sizeof clean, probing->probe->pair->surface_file.base),
                   (unsigned)flip->layer, compare_knob_name(flip->knob), flip->written,
                   unit_of(flip->knob));
    }
    if (e->flip_count > SHOWN_FLIPS)
        report_add(report, "  (%zu more in JSON)\n", e->flip_count - SHOWN_FLIPS);
}

static void add_place(struct report *report, const struct probing *probing,
                      const struct compare_explanation *e)
{
    const struct ter_field *field = probing->field;
    if (probing->grid == SCREE_VERTICES) {
        report_add(report, "point %u,%u of %u x %u, from the south-west corner\n",
                   (unsigned)e->column, (unsigned)e->row, (unsigned)field->points_x,
                   (unsigned)field->points_y);
        return;
    }
    const double place_m[2] = {(e->column + 0.5) * ter_extent_x_m(field) / probing->width,
                               (e->row + 0.5) * ter_extent_y_m(field) / probing->height};
    const double from_south_m[2] = {place_m[0], ter_extent_y_m(field) - place_m[1]};
    char place[64], other[64];
    report_add(report, "texel %u,%u of %u x %u: %s (%s)\n", (unsigned)e->column, (unsigned)e->row,
               (unsigned)probing->width, (unsigned)probing->height,
               spot_name(place, sizeof place, place_m, SPOT_NORTH_WEST),
               spot_name(other, sizeof other, from_south_m, SPOT_SOUTH_WEST));
}

void report_probe_add_missing(struct report *report, const struct probing *probing, uint32_t column,
                              uint32_t row)
{
    const struct compare_explanation here = {.column = column, .row = row};
    add_place(report, probing, &here);
    report_put(report, "  no data\n");
}

/* To a part of a unit, without a minus before 0. */
static double rounded(double value, double parts)
{
    return floor(value * parts + 0.5) / parts + 0.0;
}

void report_probe_add_text(struct report *report, const struct probing *probing,
                           const struct compare_explanation *e)
{
    char clean[REPORT_TEXT_SIZE];
    add_place(report, probing, e);
    report_add(report, "  altitude  %.6g m (%.6g tu)\n",
               rounded(e->altitude_tu * probing->field->scal_m[2], 1000),
               rounded(e->altitude_tu, 1e6));
    report_add(report, "  slope     %.1f degrees (gradient %.4g)\n", angle_degrees(e->slope),
               e->slope);
    report_add(report, "  winner    %s, weight %.3g\n",
               text_clean(clean, sizeof clean, probing->merge->names[e->winner]),
               (double)e->shares[e->winner]);
    add_table(report, probing, e);
    add_whys(report, e);
    add_flips(report, probing, e);
}
