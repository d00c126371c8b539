/* Planes of the caller's, checked, and filled some rows at a time. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "render/plan.h"

/* Rows between two looks at the job: enough to keep several threads busy with whole tiles. */
#define BAND_ROWS 256

/* What is known about a kind of plane. */
struct kind {
    size_t texel_bytes;
    enum { PLANE_PER_MATERIAL, PLANE_PER_FOUR, PLANE_PER_ALPHAS, ONE_PLANE, NO_PLANE } planes;
    uint32_t max_materials; /* 0: any */
};

static const struct kind kinds[SCREE_PLANE_KINDS] = {
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

static uint32_t plane_count(int kind, uint32_t materials)
{
    switch (kinds[kind].planes) {
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

static enum scree_code check_target(const struct scree_target *target, uint32_t materials,
                                    struct scree_error *err)
{
    if (target->kind < 0 || target->kind >= SCREE_PLANE_KINDS)
        return err_set_option(err, "kind", "is %d, not an enum scree_plane_kind", target->kind);
    const struct kind *kind = &kinds[target->kind];
    if (kind->max_materials > 0 && materials > kind->max_materials)
        return err_set_option(err, "kind", "holds %u materials and the plan has %u; merge layers",
                              (unsigned)kind->max_materials, (unsigned)materials);
    if (kind->planes == NO_PLANE ? target->sums == NULL : target->planes == NULL)
        return err_set_option(err, kind->planes == NO_PLANE ? "sums" : "planes", "is NULL");
    const uint32_t planes = plane_count(target->kind, materials);
    for (uint32_t i = 0; i < planes; i++)
        if (target->planes[i] == NULL)
            return err_set_option(err, "planes", "plane %u of %u is NULL", (unsigned)i,
                                  (unsigned)planes);
    return SCREE_OK;
}

/* The planes of all targets, one behind the other, at the band under way. */
struct band {
    struct render_target *targets;
    void **planes;
    struct mem_arena arena;
};

static enum scree_code take_targets(struct band *band, const struct render_filling *what,
                                    struct scree_error *err)
{
    static const struct render_light light = RENDER_LIGHT_DEFAULT;
    size_t planes = 0, sums = 0;
    for (size_t i = 0; i < what->count; i++) {
        RETURN_IF_ERR(check_target(&what->targets[i], what->merge->count, err));
        planes += plane_count(what->targets[i].kind, what->merge->count);
        sums += what->targets[i].kind == SCREE_COVERAGE;
    }
    if (sums > 1) return err_set_option(err, "kind", "%zu targets of coverage, at most one", sums);
    band->targets = mem_arena_alloc(&band->arena, what->count, sizeof *band->targets);
    band->planes = mem_arena_alloc(&band->arena, planes, sizeof *band->planes);
    if (band->targets == NULL || band->planes == NULL) return err_no_memory(err);
    void **next = band->planes;
    for (size_t i = 0; i < what->count; i++) {
        const struct scree_target *target = &what->targets[i];
        band->targets[i] = (struct render_target){.kind = target->kind,
                                                  .merge = what->merge,
                                                  .planes = next,
                                                  .sums = target->sums,
                                                  .light = &light};
        next += plane_count(target->kind, what->merge->count);
    }
    return SCREE_OK;
}

/* Points the planes to what lies `rows` rows behind the caller's first. */
static void aim(const struct band *band, const struct render_filling *what, size_t texels)
{
    void **next = band->planes;
    for (size_t i = 0; i < what->count; i++) {
        const struct scree_target *target = &what->targets[i];
        for (uint32_t k = 0; k < plane_count(target->kind, what->merge->count); k++)
            *next++ = (unsigned char *)target->planes[k] + texels * kinds[target->kind].texel_bytes;
    }
}

static enum scree_code check_rows(const struct render_plan *plan, uint32_t first_row, uint32_t rows,
                                  struct scree_error *err)
{
    if (first_row <= plan->height && rows <= plan->height - first_row) return SCREE_OK;
    return err_set_option(err, "rows", "%u rows from row %u on, the plan has %u", (unsigned)rows,
                          (unsigned)first_row, (unsigned)plan->height);
}

enum scree_code render_fill(struct render_plan *plan, const struct render_filling *what,
                            uint32_t first_row, uint32_t rows, struct scree_job *job,
                            struct scree_error *err)
{
    struct band band = {.planes = NULL};
    RETURN_IF_ERR(check_rows(plan, first_row, rows, err));
    enum scree_code code = take_targets(&band, what, err);
    for (uint32_t done = 0, now; code == SCREE_OK && done < rows; done += now) {
        now = rows - done < BAND_ROWS ? rows - done : BAND_ROWS;
        code = job_step(job, "evaluating", (double)done / rows, err);
        if (code != SCREE_OK) break;
        aim(&band, what, (size_t)done * plan->width);
        code = render_rows_of_file(plan, first_row + done, now, band.targets, what->count, err);
    }
    mem_arena_free(&band.arena);
    return code;
}

enum scree_code render_fill_ground(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                                   float *altitude_m, float *slope, struct scree_job *job,
                                   struct scree_error *err)
{
    RETURN_IF_ERR(check_rows(plan, first_row, rows, err));
    if (altitude_m == NULL && slope == NULL) return SCREE_OK;
    const size_t width = plan->width;
    const uint32_t band = rows < BAND_ROWS ? rows : BAND_ROWS;
    enum scree_code code = SCREE_OK;
    float *unwanted = NULL; /* rows that the caller does not ask for */
    if (altitude_m == NULL || slope == NULL)
        RETURN_IF_ERR(MEM_NEED(&unwanted, band * width, sizeof *unwanted, err));
    for (uint32_t done = 0, now; code == SCREE_OK && done < rows; done += now) {
        now = rows - done < band ? rows - done : band;
        code = job_step(job, "evaluating", (double)done / rows, err);
        if (code != SCREE_OK) break;
        float *rise = altitude_m != NULL ? altitude_m + done * width : unwanted;
        float *gradient = slope != NULL ? slope + done * width : unwanted;
        code = render_ground_rows_of_file(plan, first_row + done, now, rise, gradient, err);
        if (code == SCREE_OK && altitude_m != NULL)
            for (size_t i = 0; i < now * width; i++)
                rise[i] = (float)(ter_altitude_m(plan->terrains[0].field, (double)rise[i]));
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

bool render_plan_place(const struct render_plan *plan, double x_m, double y_m, uint32_t *column,
                       uint32_t *row)
{
    const struct ter_field *field = plan->terrains[0].field;
    const struct render_options *options = &plan->options;
    const bool cells = options->grid == SCREE_CELLS;
    /* Points that are left out are those in the east and the north. */
    const bool left_out = options->grid == SCREE_VERTICES;
    const double units_x = left_out ? plan->whole_width - 1.0 : field->points_x - 1.0;
    const double units_y = left_out ? plan->whole_height - 1.0 : field->points_y - 1.0;
    const double north_m = (field->points_y - 1.0 - units_y) * field->scal_m[1];
    uint32_t i, j;
    if (!texel_at(&i, x_m, units_x * field->scal_m[0], plan->whole_width, cells) ||
        !texel_at(&j, y_m - north_m, units_y * field->scal_m[1], plan->whole_height, cells))
        return false;
    if (cells == options->reversed) j = plan->whole_height - 1 - j;
    if (i < options->crop.column || j < options->crop.row ||
        i - options->crop.column >= plan->width || j - options->crop.row >= plan->height)
        return false;
    *column = i - options->crop.column;
    *row = j - options->crop.row;
    return true;
}
