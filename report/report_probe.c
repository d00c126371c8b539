/* Places of a map on a terrain, explained one after the other. */
#include <math.h>

#include "base/json_text.h"
#include "base/spot.h"
#include "report/probing.h"

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
    for (size_t g = 0; g < 2; g++) {
        w->options[g] = (struct render_options)RENDER_OPTIONS_DEFAULT;
        w->options[g].grid = g == 0 ? SCREE_CELLS : SCREE_VERTICES;
        w->options[g].relief = probe->given->how.relief;
        w->options[g].root_density = probe->given->how.root_density;
        w->options[g].threads = 1;
        w->options[g].tile = 1;
    }
    w->options[SCREE_CELLS].width = probe->given->width;
    w->options[SCREE_CELLS].height = probe->given->height;
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
        spot_name(name, sizeof name, at_m, SPOT_NORTH_WEST),
        spot_name(other, sizeof other, from_south_m, SPOT_SOUTH_WEST), x_m, y_m);
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

static void add_missing(struct work *w, size_t index, enum scree_form form, uint32_t column,
                        uint32_t row)
{
    if (form == SCREE_JSON) {
        json_text_append(&w->points, report_probe_missing_json(&w->probing, column, row));
        return;
    }
    if (index > 0) report_put(&w->report, "\n");
    report_probe_add_missing(&w->report, &w->probing, column, row);
}

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
    if (!render_texel_has_data(*plan, column, row)) {
        add_missing(w, index, form, column, row);
        return SCREE_OK;
    }
    struct compare_explanation *explanation;
    const struct compare_subject subject = {
        *plan, p->field, p->map, &w->options[p->grid], p->merge, &p->probe->pair->ranges};
    RETURN_IF_ERR(compare_explain(&explanation, &subject, column, row, err));
    if (form == SCREE_JSON) {
        json_text_append(&w->points, report_probe_point_json(p, explanation));
    } else {
        if (index > 0) report_put(&w->report, "\n");
        report_probe_add_text(&w->report, p, explanation);
    }
    compare_explanation_free(explanation);
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
