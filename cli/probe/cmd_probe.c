#include <math.h>

#include "cli/json_text.h"
#include "cli/materials.h"
#include "cli/probe/probe.h"

struct probing {
    const struct args_probe *args;
    struct load_pair pair;
    struct load_file map_file;
    struct render_merge *merge;
    struct render_plan *plans[2]; /* [grid], made when needed */
    struct render_options options[2];
    uint32_t width, height; /* of the cells */
    json_t *points;         /* with --json */
};

static void free_probing(struct probing *p)
{
    for (size_t g = 0; g < 2; g++) render_plan_free(p->plans[g]);
    render_merge_free(p->merge);
    load_pair_free(&p->pair);
    json_decref(p->points);
}

static enum err_code open_probing(struct probing *p, const struct args_probe *args, struct say *say,
                                  struct err *err)
{
    p->args = args;
    RETURN_IF_ERR(load_pair(&p->pair, args->terrain, args->surface, &args->ground, 0, say, err));
    const struct srf_map *map = p->pair.map;
    RETURN_IF_ERR(args->map != NULL ? materials_read(&p->merge, &p->map_file, map, args->map,
                                                     MATERIALS_REST_OWN, NULL, err)
                                    : render_merge_depth(&p->merge, map, args->depth, err));
    for (size_t g = 0; g < 2; g++) {
        p->options[g] = (struct render_options)RENDER_OPTIONS_DEFAULT;
        p->options[g].grid = g == 0 ? RENDER_CELLS : RENDER_VERTICES;
        p->options[g].relief = args->relief;
        p->options[g].root_density = args->root_density;
        p->options[g].threads = 1;
        p->options[g].tile = 1;
    }
    p->options[RENDER_CELLS].width = args->size.width;
    p->options[RENDER_CELLS].height = args->size.height;
    p->width = args->size.width > 0 ? args->size.width : p->pair.field->points_x - 1;
    p->height = args->size.width > 0 ? args->size.height : p->pair.field->points_y - 1;
    p->points = args->json ? json_array() : NULL;
    return ERR_OK;
}

/* ---- places ---- */

static enum err_code refuse_metres(const struct probe_point *point, const struct ter_field *field,
                                   struct err *err)
{
    const double x_m = (field->points_x - 1.0) * field->scal_m[0];
    const double y_m = (field->points_y - 1.0) * field->scal_m[1];
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--at %.9g,%.9g: the terrain is %.9g m from west to east and %.9g m from north "
                   "to south",
                   point->x, point->y, x_m, y_m);
}

static enum err_code refuse_number(const struct probe_point *point, const char *option,
                                   const char *what, uint32_t width, uint32_t height,
                                   struct err *err)
{
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s %.9g,%.9g: expected whole numbers from 0,0 to %u,%u: there are %u x %u %s",
                   option, point->x, point->y, (unsigned)width - 1, (unsigned)height - 1,
                   (unsigned)width, (unsigned)height, what);
}

static bool is_number(double x, uint32_t count)
{
    return x >= 0 && x < count && x == floor(x);
}

static enum err_code place(uint32_t *column, uint32_t *row, const struct probing *p,
                           const struct probe_point *point, struct err *err)
{
    const struct ter_field *field = p->pair.field;
    switch (point->where) {
    case PROBE_AT:
        if (compare_texel_at(column, row, field, p->width, p->height, point->x, point->y))
            return ERR_OK;
        return refuse_metres(point, field, err);
    case PROBE_TEXEL:
        if (!is_number(point->x, p->width) || !is_number(point->y, p->height))
            return refuse_number(point, "texel", "texels", p->width, p->height, err);
        break;
    case PROBE_VERTEX:
        if (!is_number(point->x, field->points_x) || !is_number(point->y, field->points_y))
            return refuse_number(point, "vertex", "points", field->points_x, field->points_y, err);
        break;
    }
    *column = (uint32_t)point->x;
    *row = (uint32_t)point->y;
    return ERR_OK;
}

/* ---- showing ---- */

static enum err_code show(struct probing *p, const struct compare_explanation *explanation,
                          enum render_grid grid, size_t index, struct err *err)
{
    const struct probe_scene scene = {.terrain_file = &p->pair.terrain_file,
                                      .surface_file = &p->pair.surface_file,
                                      .field = p->pair.field,
                                      .map = p->pair.map,
                                      .merge = p->merge,
                                      .width = p->width,
                                      .height = p->height,
                                      .grid = grid,
                                      .root_density = p->args->root_density,
                                      .merged = p->merge->count < p->pair.map->layer_count};
    if (!p->args->json) {
        if (index > 0) putchar('\n');
        probe_print_text(&scene, explanation);
        return ERR_OK;
    }
    if (json_array_append_new(p->points, probe_json(&scene, explanation)) == 0) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result");
}

static enum err_code probe(struct probing *p, size_t index, struct err *err)
{
    const struct probe_point *point = &p->args->points[index];
    const enum render_grid grid = point->where == PROBE_VERTEX ? RENDER_VERTICES : RENDER_CELLS;
    struct render_plan **plan = &p->plans[grid];
    uint32_t column = 0, row = 0;
    RETURN_IF_ERR(place(&column, &row, p, point, err));
    if (*plan == NULL)
        RETURN_IF_ERR(render_plan_create(plan, p->pair.field, p->pair.map, &p->options[grid], err));
    struct compare_explanation *explanation;
    RETURN_IF_ERR(compare_explain(&explanation, *plan, p->pair.field, p->pair.map, p->merge,
                                  &p->options[grid], &p->pair.ranges, column, row, err));
    const enum err_code code = show(p, explanation, grid, index, err);
    compare_explanation_free(explanation);
    return code;
}

static enum err_code print_json(struct probing *p, struct err *err)
{
    json_t *whole =
        json_pack("{s:s, s:o, s:o, s:[I, I], s:f, s:b, s:O}", "format", "scree-probe-1", "terrain",
                  json_text(p->args->terrain), "surface", json_text(p->args->surface), "size",
                  (json_int_t)p->width, (json_int_t)p->height, "relief", p->args->relief,
                  "root_density", (int)p->args->root_density, "points", p->points);
    if (json_text_print(whole)) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result");
}

enum say_exit cmd_probe(const void *values, struct say *say)
{
    const struct args_probe *args = values;
    struct probing p = {.args = args};
    struct err err;
    err_clear(&err);
    enum err_code code = open_probing(&p, args, say, &err);
    for (size_t i = 0; code == ERR_OK && i < args->point_count; i++) code = probe(&p, i, &err);
    if (code == ERR_OK && args->json) code = print_json(&p, &err);
    free_probing(&p);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
