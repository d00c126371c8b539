/* Heights, normals and the evaluated map, row after row in the order in which an engine stores them. */
#include <math.h>

#include "engines/engines_plan.h"

#define BAND_ROWS 64
#define BAND_BYTES ((uint64_t)1 << 25)

/* ---- the map ---- */

static void add_target(struct engines_rows *rows, enum scree_plane_kind kind, void **planes)
{
    rows->targets[rows->target_count++] =
        (struct render_target){.kind = (int)kind, .merge = rows->merge, .planes = planes};
}

/* What a band is evaluated into: planes, each of which begins where the one before ends. */
static void set_targets(struct engines_rows *rows, const struct engines_pass *pass)
{
    static const struct render_light flat = {.lit = false};
    const uint32_t count = rows->merge->count;
    const size_t plane = (size_t)rows->width * rows->room;
    uint8_t *next = rows->pixels;
    for (uint32_t m = 0; pass->weights && m < count; m++, next += plane) rows->planes[m] = next;
    if (pass->weights) add_target(rows, SCREE_WEIGHT_U8, rows->planes);
    if (pass->winners) {
        rows->planes[count] = next;
        next += plane;
        add_target(rows, SCREE_WINNER_U8, rows->planes + count);
    }
    if (pass->rgb) {
        rows->planes[count + 1] = next;
        add_target(rows, SCREE_PICTURE_RGB8, rows->planes + count + 1);
        rows->targets[rows->target_count - 1].light = &flat;
        rows->targets[rows->target_count - 1].strips = pass->strips;
    }
    if (pass->sums != NULL) {
        add_target(rows, SCREE_COVERAGE, NULL);
        rows->targets[rows->target_count - 1].sums = pass->sums;
    }
}

static enum scree_code make_band(struct engines_rows *rows, const struct engines_plan *plan,
                                 const struct engines_pass *pass, struct scree_error *err)
{
    const struct scree_how *const given = &plan->options.how;
    const struct render_how how = render_how_of(rows->job, given->relief, given->root_density);
    struct render_options options =
        render_how_options(&how, pass->grid.kind, pass->grid.width, pass->grid.height);
    options.crop = pass->grid.crop;
    options.job = rows->job;
    options.reversed = (pass->grid.kind == SCREE_CELLS) == pass->grid.south_first;
    RETURN_IF_ERR(
        render_plan_create(&rows->grid, plan->inputs.field, plan->inputs.map, &options, err));
    const uint32_t count = rows->merge->count;
    const size_t bytes =
        (pass->weights ? count : 0) + (pass->winners ? 1 : 0) + (pass->rgb ? 3 : 0);
    rows->width = render_plan_width(rows->grid);
    const uint64_t fit = BAND_BYTES / ((uint64_t)rows->width * (bytes > 0 ? bytes : 1));
    rows->room = fit >= BAND_ROWS ? BAND_ROWS : fit > 0 ? (uint32_t)fit : 1;
    rows->pixels = mem_alloc_pixels((size_t)rows->width * rows->room, bytes);
    rows->planes = mem_alloc(count + (size_t)2, sizeof *rows->planes);
    rows->weights = mem_alloc(count, sizeof *rows->weights);
    if (rows->pixels == NULL || rows->planes == NULL || rows->weights == NULL)
        return err_no_memory(err);
    set_targets(rows, pass);
    return SCREE_OK;
}

void engines_rows_start(struct engines_rows *rows, const struct engines_plan *plan,
                        const struct engines_pass *pass, struct scree_job *job,
                        struct scree_error *err)
{
    *rows = (struct engines_rows){.merge = pass->merge != NULL ? pass->merge : plan->merge,
                                  .step = pass->step,
                                  .job = job,
                                  .err = err};
    rows->code = make_band(rows, plan, pass, err);
}

static enum scree_code next_band(struct engines_rows *rows)
{
    const uint32_t height = render_plan_height(rows->grid), left = height - rows->next;
    RETURN_IF_ERR(job_step(rows->job, rows->step, (double)rows->next / height, rows->err));
    rows->first = rows->next;
    rows->count = left < rows->room ? left : rows->room;
    render_rows(rows->grid, rows->first, rows->count, rows->targets, rows->target_count);
    return SCREE_OK;
}

bool engines_rows_next(struct engines_rows *rows)
{
    if (rows->code != SCREE_OK) return false;
    if (rows->next == render_plan_height(rows->grid)) {
        rows->code = job_poll(rows->job, rows->err);
        return false;
    }
    if (rows->next == rows->first + rows->count) rows->code = next_band(rows);
    if (rows->code != SCREE_OK) return false;
    rows->y = rows->next++;
    const size_t at = (size_t)(rows->y - rows->first) * rows->width;
    const uint32_t count = rows->merge->count;
    void *const *planes = rows->planes;
    for (uint32_t m = 0; m < count; m++)
        rows->weights[m] = planes[m] != NULL ? (const uint8_t *)planes[m] + at : NULL;
    rows->winners = planes[count] != NULL ? (const uint8_t *)planes[count] + at : NULL;
    rows->rgb = planes[count + 1] != NULL ? (const uint8_t *)planes[count + 1] + 3 * at : NULL;
    return true;
}

enum scree_code engines_rows_end(struct engines_rows *rows)
{
    render_plan_free(rows->grid);
    mem_free_pixels(rows->pixels);
    mem_free(rows->planes);
    mem_free((void *)rows->weights);
    return rows->code;
}

/* ---- the ground ---- */

static void get_row(double *out_m, struct engines_output *output, uint32_t y)
{
    ground_altitudes_get(out_m, &output->altitudes, output->plan->points - 1 - y);
}

enum scree_code engines_get_heights(struct engines_output *output, uint32_t y, uint32_t i,
                                    uint32_t rows, struct scree_error *err)
{
    if (i % BAND_ROWS == 0)
        RETURN_IF_ERR(job_step(output->job, "writing heights", (double)i / rows, err));
    get_row(output->row_m, output, y);
    return SCREE_OK;
}

/* The row beyond an edge goes on as the two before do. */
static void continue_row(double *out, const double *edge, const double *inner, uint32_t points)
{
    for (uint32_t x = 0; x < points; x++) out[x] = 2 * edge[x] - inner[x];
}

enum scree_code engines_get_normals(struct engines_output *output, uint32_t y,
                                    struct scree_error *err)
{
    const uint32_t points = output->plan->points, last = points - 1;
    const double spacing_m = output->plan->spacing_m;
    if (output->normals == NULL)
        RETURN_IF_ERR(MEM_NEED(&output->normals, points, 5 * sizeof(double), err));
    double *const here = output->row_m, *out = output->normals;
    double *const north = out + 3 * (size_t)points, *const south = north + points;
    RETURN_IF_ERR(engines_get_heights(output, y, y, points, err));
    if (y > 0) get_row(north, output, y - 1);
    if (y < last)
        get_row(south, output, y + 1);
    else
        continue_row(south, here, north, points);
    if (y == 0) continue_row(north, here, south, points);
    for (uint32_t x = 0; x <= last; x++, out += 3) {
        const uint32_t west = x > 0 ? x - 1 : 0, east = x < last ? x + 1 : last;
        const double dx = (here[west] - here[east]) / ((east - west) * spacing_m);
        const double dz = (north[x] - south[x]) / (2 * spacing_m);
        const double length = sqrt(dx * dx + dz * dz + 1);
        out[0] = dx / length;
        out[1] = 1 / length;
        out[2] = dz / length;
    }
    return SCREE_OK;
}
