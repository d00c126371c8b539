#include <math.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"

/* ---- plans ---- */

static struct render_options render_options(const struct scree_plan_options *given,
                                            const struct scree_job *job)
{
    struct render_options options = RENDER_OPTIONS_DEFAULT;
    options.grid = given->grid;
    options.width = given->width;
    options.height = given->height;
    options.relief = given->how.relief;
    options.root_density = given->how.root_density;
    options.threads = job_threads(job);
    options.crop = (struct render_crop){given->column, given->row, given->columns, given->rows};
    options.reversed = given->reversed;
    return options;
}

int api_check_view(int grid, const struct render_crop *crop, struct scree_error *error)
{
    if (grid < SCREE_CELLS || grid > SCREE_SPREAD)
        return err_set_option(error, "grid", "is %d, not an enum scree_grid", grid);
    if ((crop->width == 0) != (crop->height == 0))
        return err_set_option(error, crop->width == 0 ? "columns" : "rows",
                              "the region has %u x %u texels; give both or neither",
                              (unsigned)crop->width, (unsigned)crop->height);
    if (crop->width == 0 && (crop->column > 0 || crop->row > 0))
        return err_set_option(error, "columns", "a region begins at %u, %u and has no size",
                              (unsigned)crop->column, (unsigned)crop->row);
    return SCREE_OK;
}

static enum scree_code merge(struct scree_plan *plan, const struct scree_plan_options *given,
                             struct scree_error *err)
{
    if (given->materials != NULL)
        return render_merge_names(&plan->merge, plan->map, given->materials, err);
    return render_merge_depth(&plan->merge, plan->map, given->depth, err);
}

int scree_plan_create(struct scree_plan **out, const struct scree_terrain *terrain,
                      const struct scree_surface *surface, const struct scree_plan_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_plan_options given = SCREE_PLAN_OPTIONS_INIT;
    RETURN_IF_ERR(api_take(&given, sizeof given, options, error));
    struct render_options how = render_options(&given, job);
    RETURN_IF_ERR(api_check_view((int)given.grid, &how.crop, error));
    how.job = job;
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    enum scree_code code = SCREE_NO_MEMORY;
    struct scree_plan *plan = mem_alloc(1, sizeof *plan);
    if (plan == NULL) {
        err_set(error, code, "no memory for a plan");
        goto fail;
    }
    plan->terrain = api_terrain_keep(terrain);
    plan->light = light;
    plan->options = given;
    plan->options.materials = NULL;
    FAIL_IF_ERR(code, api_copy_map(&plan->map, surface, error));
    FAIL_IF_ERR(code, srf_check(plan->map, error)); /* it may have been changed since it was read */
    FAIL_IF_ERR(code, merge(plan, &given, error));
    FAIL_IF_ERR(code,
                render_plan_create(&plan->plan, plan->terrain->field, plan->map, &how, error));
    const bool cells = given.grid == SCREE_CELLS;
    const struct ter_field *field = plan->terrain->field;
    plan->whole_width = given.width > 0 ? given.width : field->points_x - cells;
    plan->whole_height = given.height > 0 ? given.height : field->points_y - cells;
    *out = plan;
    return SCREE_OK;

fail:
    scree_plan_free(plan);
    return code;
}

void scree_plan_free(struct scree_plan *plan)
{
    if (plan == NULL) return;
    render_plan_free(plan->plan);
    render_merge_free(plan->merge);
    srf_free(plan->map);
    scree_terrain_free(plan->terrain);
    mem_free(plan);
}

uint32_t scree_plan_width(const struct scree_plan *plan)
{
    return render_plan_width(plan->plan);
}

uint32_t scree_plan_height(const struct scree_plan *plan)
{
    return render_plan_height(plan->plan);
}

uint32_t scree_plan_materials(const struct scree_plan *plan)
{
    return plan->merge->count;
}

const char *scree_plan_material_name(const struct scree_plan *plan, uint32_t material)
{
    return material < plan->merge->count ? plan->merge->names[material] : NULL;
}

uint32_t scree_plan_material_of_layer(const struct scree_plan *plan, uint32_t layer)
{
    return layer < plan->merge->layer_count ? plan->merge->material_of_layer[layer]
                                            : SCREE_NO_LAYER;
}

/* ---- rows ---- */

/* Rows between two looks at the job: enough to keep several threads busy with whole tiles. */
#define BAND_ROWS 256

/* What is known about a kind of plane. */
struct kind {
    size_t texel_bytes;
    enum { PLANE_PER_MATERIAL, PLANE_PER_FOUR, PLANE_PER_ALPHAS, ONE_PLANE, NO_PLANE } planes;
    uint32_t max_materials; /* 0: any */
};

static const struct kind kinds[] = {
    [SCREE_WEIGHT_U8] = {1, PLANE_PER_MATERIAL, 0},
    [SCREE_WEIGHT_U16] = {2, PLANE_PER_MATERIAL, 0},
    [SCREE_WEIGHT_F32] = {4, PLANE_PER_MATERIAL, 0},
    [SCREE_EFF_U8] = {1, PLANE_PER_MATERIAL, 0},
    [SCREE_EFF_U16] = {2, PLANE_PER_MATERIAL, 0},
    [SCREE_EFF_F32] = {4, PLANE_PER_MATERIAL, 0},
    [SCREE_WINNER_U8] = {1, ONE_PLANE, 255},
    [SCREE_BLEND_RGBA8] = {4, PLANE_PER_ALPHAS, RENDER_BLEND_MATERIALS},
    [SCREE_PICTURE_RGB8] = {3, ONE_PLANE, 0},
    [SCREE_MARGIN_U8] = {1, ONE_PLANE, 0},
    [SCREE_COVERAGE] = {0, NO_PLANE, 0},
    [SCREE_PACK_RGBA8] = {4, PLANE_PER_FOUR, 0},
    [SCREE_INDEX_RGB8] = {3, ONE_PLANE, 0},
};

static uint32_t plane_count(const struct kind *kind, uint32_t materials)
{
    switch (kind->planes) {
    case PLANE_PER_MATERIAL:
        return materials;
    case PLANE_PER_FOUR:
        return (materials + 3) / 4;
    case PLANE_PER_ALPHAS: /* the base has none */
        return (materials + 2) / 4;
    case ONE_PLANE:
        return 1;
    case NO_PLANE:
        break;
    }
    return 0;
}

/* The caller's targets, and the same for the band at hand. */
struct targets {
    const struct kind **kinds;
    struct scree_target *given;
    struct render_target *render;
    void **planes; /* of all targets, one behind the other */
    size_t count;
    struct mem_arena arena;
};

static int check_target(const struct scree_plan *plan, const struct scree_target *target,
                        struct scree_error *error)
{
    if (target->kind < 0 || (size_t)target->kind >= sizeof kinds / sizeof kinds[0])
        return err_set_option(error, "kind", "is %d, not an enum scree_plane_kind", target->kind);
    const struct kind *kind = &kinds[target->kind];
    const uint32_t materials = plan->merge->count;
    if (kind->max_materials > 0 && materials > kind->max_materials)
        return err_set_option(error, "kind", "holds %u materials and the plan has %u; merge layers",
                              (unsigned)kind->max_materials, (unsigned)materials);
    if (kind->planes == NO_PLANE ? target->sums == NULL : target->planes == NULL)
        return err_set_option(error, kind->planes == NO_PLANE ? "sums" : "planes", "is NULL");
    for (uint32_t i = 0; i < plane_count(kind, materials); i++)
        if (target->planes[i] == NULL)
            return err_set_option(error, "planes", "plane %u of %u is NULL", (unsigned)i,
                                  (unsigned)plane_count(kind, materials));
    return SCREE_OK;
}

static int take_targets(struct targets *all, const struct scree_plan *plan,
                        const struct scree_target *targets, size_t count, struct scree_error *error)
{
    const size_t stride = count > 0 ? targets[0].size : 0;
    const uint32_t materials = plan->merge->count;
    size_t planes = 0, sums = 0;
    memset(all, 0, sizeof *all);
    all->count = count;
    all->kinds = mem_arena_alloc(&all->arena, count, sizeof *all->kinds);
    all->given = mem_arena_alloc(&all->arena, count, sizeof *all->given);
    all->render = mem_arena_alloc(&all->arena, count, sizeof *all->render);
    if (all->kinds == NULL || all->given == NULL || all->render == NULL) goto no_memory;
    for (size_t i = 0; i < count; i++) {
        /* Targets lie as far apart as the caller's struct is large. */
        const void *from = (const char *)targets + i * stride;
        if (!api_options(&all->given[i], sizeof all->given[i], from) ||
            all->given[i].size != stride)
            return err_set_option(error, "size", "target %zu differs in size from the first", i);
        RETURN_IF_ERR(check_target(plan, &all->given[i], error));
        all->kinds[i] = &kinds[all->given[i].kind];
        planes += plane_count(all->kinds[i], materials);
        sums += all->kinds[i]->planes == NO_PLANE;
    }
    if (sums > 1)
        return err_set_option(error, "kind", "%zu targets of coverage, at most one", sums);
    all->planes = mem_arena_alloc(&all->arena, planes, sizeof *all->planes);
    if (all->planes == NULL) goto no_memory;
    planes = 0;
    for (size_t i = 0; i < count; i++) {
        all->render[i] = (struct render_target){.kind = all->given[i].kind,
                                                .merge = plan->merge,
                                                .planes = all->planes + planes,
                                                .sums = all->given[i].sums,
                                                .light = &plan->light};
        planes += plane_count(all->kinds[i], materials);
    }
    return SCREE_OK;

no_memory:
    return err_no_memory(error);
}

/* Points the planes to what lies `rows` rows behind the caller's first. */
static void aim(struct targets *all, const struct scree_plan *plan, uint32_t rows)
{
    void **plane = all->planes;
    const size_t texels = (size_t)rows * render_plan_width(plan->plan);
    for (size_t i = 0; i < all->count; i++)
        for (uint32_t k = 0; k < plane_count(all->kinds[i], plan->merge->count); k++)
            *plane++ =
                (unsigned char *)all->given[i].planes[k] + texels * all->kinds[i]->texel_bytes;
}

static int check_rows(const struct scree_plan *plan, uint32_t first_row, uint32_t rows,
                      struct scree_error *error)
{
    const uint32_t height = render_plan_height(plan->plan);
    if (first_row <= height && rows <= height - first_row) return SCREE_OK;
    return err_set_option(error, "rows", "%u rows from row %u on, the plan has %u", (unsigned)rows,
                          (unsigned)first_row, (unsigned)height);
}

int scree_plan_rows(struct scree_plan *plan, uint32_t first_row, uint32_t rows,
                    const struct scree_target *targets, size_t target_count, struct scree_job *job,
                    struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(check_rows(plan, first_row, rows, error));
    struct targets all;
    enum scree_code code = take_targets(&all, plan, targets, target_count, error);
    for (uint32_t done = 0; code == SCREE_OK && done < rows;) {
        code = job_step(job, "evaluating", (double)done / rows, error);
        if (code != SCREE_OK) break;
        const uint32_t now = rows - done < BAND_ROWS ? rows - done : BAND_ROWS;
        aim(&all, plan, done);
        code = render_rows_of_file(plan->plan, first_row + done, now, all.render, all.count, error);
        done += now;
    }
    mem_arena_free(&all.arena);
    return code;
}

/* ---- ground ---- */

int scree_plan_ground(struct scree_plan *plan, uint32_t first_row, uint32_t rows, float *altitude_m,
                      float *slope, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    RETURN_IF_ERR(check_rows(plan, first_row, rows, error));
    if (altitude_m == NULL && slope == NULL) return SCREE_OK;
    const struct ter_field *field = plan->terrain->field;
    const size_t width = render_plan_width(plan->plan);
    const uint32_t band = rows < BAND_ROWS ? rows : BAND_ROWS;
    enum scree_code code = SCREE_OK;
    float *unwanted = NULL; /* rows that the caller does not ask for */
    if (altitude_m == NULL || slope == NULL) unwanted = mem_alloc(band * width, sizeof *unwanted);
    if ((altitude_m == NULL || slope == NULL) && unwanted == NULL)
        code = err_set(error, SCREE_NO_MEMORY, "no memory for %u rows", (unsigned)band);
    for (uint32_t done = 0; code == SCREE_OK && done < rows;) {
        code = job_step(job, "evaluating", (double)done / rows, error);
        if (code != SCREE_OK) break;
        const uint32_t now = rows - done < band ? rows - done : band;
        float *rise = altitude_m != NULL ? altitude_m + done * width : unwanted;
        float *gradient = slope != NULL ? slope + done * width : unwanted;
        code = render_ground_rows_of_file(plan->plan, first_row + done, now, rise, gradient, error);
        if (code == SCREE_OK && altitude_m != NULL)
            for (size_t i = 0; i < now * width; i++)
                rise[i] = (float)(ter_altitude_m(field, (double)rise[i]));
        done += now;
    }
    mem_free(unwanted);
    return code;
}

/* A texel along one axis, from the west or the north; false: outside. */
static bool texel_at(uint32_t *out, double place_m, double extent_m, uint32_t whole, bool cells)
{
    if (!(place_m >= 0 && place_m <= extent_m)) return false;
    const double at =
        cells ? floor(place_m / extent_m * whole) : floor(place_m / extent_m * (whole - 1.0) + 0.5);
    *out = at < whole ? (uint32_t)at : whole - 1;
    return true;
}

int scree_plan_place(const struct scree_plan *plan, double x_m, double y_m, uint32_t *column,
                     uint32_t *row)
{
    const struct ter_field *field = plan->terrain->field;
    const bool cells = plan->options.grid == SCREE_CELLS;
    /* Points that are left out are those in the east and the north. */
    const bool left_out = plan->options.grid == SCREE_VERTICES;
    const double units_x = left_out ? plan->whole_width - 1.0 : field->points_x - 1.0;
    const double units_y = left_out ? plan->whole_height - 1.0 : field->points_y - 1.0;
    const double north_m = (field->points_y - 1.0 - units_y) * field->scal_m[1];
    uint32_t i, j;
    if (!texel_at(&i, x_m, units_x * field->scal_m[0], plan->whole_width, cells) ||
        !texel_at(&j, y_m - north_m, units_y * field->scal_m[1], plan->whole_height, cells))
        return 0;
    if (cells == (plan->options.reversed != 0)) j = plan->whole_height - 1 - j;
    if (i < plan->options.column || j < plan->options.row ||
        i - plan->options.column >= render_plan_width(plan->plan) ||
        j - plan->options.row >= render_plan_height(plan->plan))
        return 0;
    *column = i - plan->options.column;
    *row = j - plan->options.row;
    return 1;
}
