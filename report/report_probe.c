/* Places of a map on a terrain, explained one after the other. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/json_text.h"
#include "base/spot.h"
#include "base/text.h"
#include "report/report_answers.h"

/* What explanations are shown with. */
struct probing {
    const struct report_probe *probe;
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_merge *merge;
    uint32_t width, height; /* of the grid of texels */
    enum scree_grid grid;   /* of the explanation at hand */
};

/* ---- text ---- */

#define SHOWN_FLIPS 3
#define MAX_NAME_WIDTH 28

static const char *const columns[] = {"coverage", "alt.min",  "alt.max",   "slope.min", "slope.max",
                                      "aspect",   "position", "curvature", "mask",      "wetness",
                                      "sky",      "near",     "noise",     "own",       "parent",
                                      "reach",    "weight"};
#define FIRST_OWN_COLUMN 5 /* of SRF_QUANTITIES, in their order */
#define COLUMNS (sizeof columns / sizeof columns[0])

/* Exact where it matters: 0 and 1 are what they say. */
static void add_number(struct report *report, float value, bool shown, int width)
{
    if (!shown)
        report_add(report, "  %*s", width, "-");
    else if (value == 0.0f || value == 1.0f)
        report_add(report, "  %*.0f", width, (double)value);
    else if (fabsf(value) < 0.001f)
        report_add(report, "  %*.1e", width, (double)value);
    else
        report_add(report, "  %*.3f", width, value > 0.999f ? 0.999 : (double)value);
}

static bool is_on(const struct srf_layer *layer, enum srf_quantity quantity)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    return srf_is_on(limit->on[0]) || srf_is_on(limit->on[1]);
}

/* Limits that few maps have are left out where no layer has them. */
static bool has_column(const struct srf_map *map, size_t column)
{
    if (column < FIRST_OWN_COLUMN || column >= FIRST_OWN_COLUMN + SRF_QUANTITIES) return true;
    for (uint32_t k = 0; k < map->layer_count; k++)
        if (is_on(map->layers[k], (enum srf_quantity)(column - FIRST_OWN_COLUMN))) return true;
    return false;
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
                                 own && is_on(layer, SRF_ASPECT),
                                 own && is_on(layer, SRF_POSITION),
                                 own && is_on(layer, SRF_CURVATURE),
                                 own && is_on(layer, SRF_MASK),
                                 own && is_on(layer, SRF_WETNESS),
                                 own && is_on(layer, SRF_SKY),
                                 own && is_on(layer, SRF_NEAR),
                                 own && layer->vari > 0,
                                 true,
                                 k > 0,
                                 true,
                                 true};
    const float values[COLUMNS] = {
        f->covr,     f->altitude_min, f->altitude_max, f->slope_min, f->slope_max, f->aspect,
        f->position, f->curvature,    f->mask,         f->wetness,   f->sky,       f->nearness,
        f->noise,    f->own,          f->parent,       f->eff,       f->weight};
    char column[REPORT_TEXT_SIZE], name[REPORT_TEXT_SIZE + 40];
    const unsigned indent = 2 * layer->depth < 12 ? 2 * layer->depth : 12;
    snprintf(name, sizeof name, "%*s#%u %s", (int)indent, "", (unsigned)k, layer->name);
    report_add(report, "  %s",
               text_column(column, sizeof column, name, (size_t)name_width, (size_t)name_width));
    for (size_t c = 0; c < COLUMNS; c++)
        if (has_column(probing->map, c))
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
    for (size_t c = 0; c < COLUMNS; c++)
        if (has_column(probing->map, c)) report_add(report, "  %6s", columns[c]);
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

/* Of knobs, as JSON has them; `scree set` takes a share without. */
static const char *const units[COMPARE_KNOBS] = {"share", "tu", "tu", "gradient", "gradient"};

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
                   flip->knob != COMPARE_COVERAGE ? units[flip->knob] : "");
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
               spot_name(place, sizeof place, place_m, SCREE_NORTH_WEST),
               spot_name(other, sizeof other, from_south_m, SCREE_SOUTH_WEST));
}

static void add_no_data(struct report *report, const struct probing *probing, uint32_t column,
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

static void add_point(struct report *report, const struct probing *probing,
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

/* ---- JSON ---- */

/* null for a limit that is off. */
static json_t *factor(bool judged, float on, float value)
{
    return judged && srf_is_on(on) ? json_real((double)value) : json_null();
}

/* To a hundredth: what is behind differs between machines. */
static double shown_degrees(double gradient)
{
    return floor(angle_degrees(gradient) * 100 + 0.5) / 100;
}

static json_t *layer_json(const struct probing *probing, const struct compare_explanation *e,
                          uint32_t k)
{
    const struct srf_layer *layer = probing->map->layers[k];
    const struct render_factors *f = &e->layers[k].factors;
    const bool judged = k > 0 || probing->probe->given->how.root_density;
    return json_pack("{s:o, s:o, s:o, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:o, "
                     "s:o, s:o, s:o, s:o, s:f, s:f, s:f, "
                     "s:f, s:f, s:f, s:f, "
                     "s:o}",
                     "index", json_text_count(k), "path", json_text(e->layers[k].path), "material",
                     json_text(probing->merge->names[e->layers[k].material]), "altitude_tu",
                     probing->field->base_tu + (double)f->rise_tu, "slope_gradient",
                     (double)f->slope, "coverage", (double)f->covr, "altitude_min",
                     factor(judged, layer->alte[0], f->altitude_min), "altitude_max",
                     factor(judged, layer->alte[1], f->altitude_max), "slope_min",
                     factor(judged, layer->slpe[0], f->slope_min), "slope_max",
                     factor(judged, layer->slpe[1], f->slope_max), "aspect",
                     factor(judged, layer->limits[SRF_ASPECT].on[0], f->aspect), "aspect_degrees",
                     factor(judged, layer->limits[SRF_ASPECT].on[0], f->aspect_deg), "position",
                     factor(judged && is_on(layer, SRF_POSITION), 1.0f, f->position), "position_tu",
                     factor(judged && is_on(layer, SRF_POSITION), 1.0f, f->position_tu),
                     "curvature", factor(judged && is_on(layer, SRF_CURVATURE), 1.0f, f->curvature),
                     "curvature_per_m",
                     factor(judged && is_on(layer, SRF_CURVATURE), 1.0f, f->curvature_per_m),
                     "mask", factor(judged && is_on(layer, SRF_MASK), 1.0f, f->mask), "wetness",
                     factor(judged && is_on(layer, SRF_WETNESS), 1.0f, f->wetness), "wetness_m2",
                     factor(judged && is_on(layer, SRF_WETNESS), 1.0f, f->wetness_m2), "sky",
                     factor(judged && is_on(layer, SRF_SKY), 1.0f, f->sky), "sky_share",
                     factor(judged && is_on(layer, SRF_SKY), 1.0f, f->sky_share), "nearness",
                     factor(judged && is_on(layer, SRF_NEAR), 1.0f, f->nearness), "near_m",
                     factor(judged && is_on(layer, SRF_NEAR), 1.0f, f->near_m), "place",
                     (double)f->place, "noise", (double)f->noise, "own", (double)f->own, "parent",
                     (double)f->parent, "reach", (double)f->eff, "left_by_later", (double)f->bare,
                     "weight", (double)f->weight, "why", json_text(e->layers[k].why));
}

static json_t *flip_json(const struct probing *probing, const struct compare_explanation *e,
                         const struct compare_flip *flip)
{
    return json_pack("{s:o, s:o, s:s, s:s, s:f, s:f, s:f, s:f, s:o}", "layer",
                     json_text_count(flip->layer), "path", json_text(e->layers[flip->layer].path),
                     "field", compare_knob_name(flip->knob), "unit", units[flip->knob], "from",
                     (double)flip->from, "to", (double)flip->to, "written", flip->written,
                     "share_of_scale", flip->share, "winner",
                     json_text(probing->merge->names[flip->winner]));
}

static json_t *missing_json(const struct probing *probing, uint32_t column, uint32_t row)
{
    return json_pack("{s:s, s:[I, I], s:b}", "grid",
                     probing->grid == SCREE_VERTICES ? "vertices" : "cells", "texel",
                     (json_int_t)column, (json_int_t)row, "no_data", 1);
}

static json_t *point_json(const struct probing *probing, const struct compare_explanation *e)
{
    json_t *layers = json_array(), *changes = json_array();
    for (uint32_t k = 0; k < e->layer_count; k++)
        json_text_append(&layers, layer_json(probing, e, k));
    for (size_t i = 0; i < e->flip_count; i++)
        json_text_append(&changes, flip_json(probing, e, &e->flips[i]));
    return json_pack("{s:s, s:[I, I], s:I, s:f, s:f, s:f, s:f, s:{s:o, s:f}, s:o, s:o}", "grid",
                     probing->grid == SCREE_VERTICES ? "vertices" : "cells", "texel",
                     (json_int_t)e->column, (json_int_t)e->row, "samples", (json_int_t)e->samples,
                     "altitude_m", e->altitude_tu * probing->field->scal_m[2], "altitude_tu",
                     e->altitude_tu, "slope_degrees", shown_degrees(e->slope), "slope_gradient",
                     e->slope, "winner", "material", json_text(probing->merge->names[e->winner]),
                     "weight", (double)e->shares[e->winner], "layers", layers, "changes", changes);
}

/* ---- from the first place to the last ---- */

struct work {
    struct probing probing;
    struct render_plan *plans[2]; /* [grid], made when needed */
    struct render_options options[2];
    struct report report; /* of text */
    json_t *points;       /* of JSON */
};

static void start(struct work *w, const struct report_probe *probe, enum scree_form form,
                  const struct scree_job *job)
{
    const struct inputs *pair = probe->pair;
    const struct ter_field *field = pair->field;
    *w = (struct work){.report = {.job = job}};
    struct render_how how =
        render_how_of(NULL, probe->given->how.relief, probe->given->how.root_density);
    how.threads = how.tile = 1;
    w->options[SCREE_CELLS] =
        render_how_options(&how, SCREE_CELLS, probe->given->width, probe->given->height);
    w->options[SCREE_VERTICES] = render_how_options(&how, SCREE_VERTICES, 0, 0);
    w->probing = (struct probing){
        .probe = probe,
        .field = field,
        .map = pair->map,
        .merge = probe->merge,
        .width = probe->given->width > 0 ? probe->given->width : field->points_x - 1,
        .height = probe->given->width > 0 ? probe->given->height : field->points_y - 1};
    if (form == SCREE_JSON) w->points = json_array();
}

/* ---- places ---- */

static enum scree_code refuse_metres(const struct scree_place *point, const struct ter_field *field,
                                     struct scree_error *err)
{
    const double x_m = ter_extent_x_m(field);
    const double y_m = ter_extent_y_m(field);
    char name[64], other[64]; /* from either corner: one of them is what the user wrote */
    const double at_m[2] = {point->x, point->y}, from_south_m[2] = {point->x, y_m - point->y};
    return err_set_option(
        err, "points",
        "the place %s (%s) is outside: the terrain is %.9g m from west to east and %.9g m "
        "from north to south",
        spot_name(name, sizeof name, at_m, SCREE_NORTH_WEST),
        spot_name(other, sizeof other, from_south_m, SCREE_SOUTH_WEST), x_m, y_m);
}

static enum scree_code refuse_number(const struct scree_place *point, uint32_t width,
                                     uint32_t height, struct scree_error *err)
{
    const bool vertex = point->where == SCREE_VERTEX;
    return err_set_option(err, "points",
                          "{%s} %.9g,%.9g: expected whole numbers from 0,0 to %u,%u: there are %u "
                          "x %u %s",
                          vertex ? "vertex" : "texel", point->x, point->y, (unsigned)width - 1,
                          (unsigned)height - 1, (unsigned)width, (unsigned)height,
                          vertex ? "points" : "texels");
}

static bool is_number(double x, uint32_t count)
{
    return x >= 0 && x < count && x == floor(x);
}

static enum scree_code find_place(uint32_t *column, uint32_t *row, const struct probing *p,
                                  const struct scree_place *point, struct scree_error *err)
{
    const struct ter_field *field = p->field;
    const bool vertex = point->where == SCREE_VERTEX;
    if (point->where == SCREE_AT) {
        if (compare_texel_at(column, row, field, p->width, p->height, point->x, point->y))
            return SCREE_OK;
        return refuse_metres(point, field, err);
    }
    const uint32_t width = vertex ? field->points_x : p->width;
    const uint32_t height = vertex ? field->points_y : p->height;
    if (!is_number(point->x, width) || !is_number(point->y, height))
        return refuse_number(point, width, height, err);
    *column = (uint32_t)point->x;
    *row = (uint32_t)point->y;
    return SCREE_OK;
}

/* ---- one after the other ---- */

static enum scree_code explain(struct work *w, size_t index, enum scree_form form,
                               struct scree_error *err)
{
    struct probing *p = &w->probing;
    const struct scree_place *point = &p->probe->given->places[index];
    p->grid = point->where == SCREE_VERTEX ? SCREE_VERTICES : SCREE_CELLS;
    struct render_plan **plan = &w->plans[p->grid];
    uint32_t column = 0, row = 0;
    RETURN_IF_ERR(find_place(&column, &row, p, point, err));
    if (*plan == NULL)
        RETURN_IF_ERR(render_plan_create(plan, p->field, p->map, &w->options[p->grid], err));
    const bool has_data = render_texel_has_data(*plan, column, row);
    struct compare_explanation *e = NULL;
    const struct compare_subject subject = {
        *plan, p->field, p->map, &w->options[p->grid], p->merge, &p->probe->pair->ranges};
    if (has_data) RETURN_IF_ERR(compare_explain(&e, &subject, column, row, err));
    if (form == SCREE_JSON) {
        json_text_append(&w->points, has_data ? point_json(p, e) : missing_json(p, column, row));
    } else {
        if (index > 0) report_put(&w->report, "\n");
        if (has_data)
            add_point(&w->report, p, e);
        else
            add_no_data(&w->report, p, column, row);
    }
    compare_explanation_free(e);
    return SCREE_OK;
}

static json_t *document(struct work *w)
{
    const struct report_probe *probe = w->probing.probe;
    json_t *points = w->points;
    w->points = NULL;
    return json_pack("{s:s, s:o, s:o, s:[I, I], s:f, s:b, s:o}", "format", "scree-probe-1",
                     "terrain", json_text(probe->pair->terrain_file.path), "surface",
                     json_text(probe->pair->surface_file.path), "size",
                     (json_int_t)w->probing.width, (json_int_t)w->probing.height, "relief",
                     probe->given->how.relief, "root_density", (int)probe->given->how.root_density,
                     "points", points);
}

enum scree_code report_probe(struct scree_bytes *out, const struct report_probe *probe,
                             enum scree_form form, struct scree_job *job, struct scree_error *err)
{
    *out = (struct scree_bytes){0};
    struct work w;
    start(&w, probe, form, job);
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < probe->given->place_count && code == SCREE_OK; i++) {
        code = job_step(job, "probing", (double)i / (double)probe->given->place_count, err);
        if (code == SCREE_OK) code = explain(&w, i, form, err);
    }
    job_finish(job);
    if (code == SCREE_OK)
        code = form == SCREE_JSON ? json_text_bytes(out, document(&w), err)
                                  : report_take(out, &w.report, err);
    report_free(&w.report);
    json_decref(w.points);
    for (size_t g = 0; g < 2; g++) render_plan_free(w.plans[g]);
    return code;
}
