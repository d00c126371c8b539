/*
 * Bounds of the Catmull-Rom surface, cell by cell and then of squares of 2, 4, 8, ... cells.
 *
 * Between two points the curve is a Bezier curve with the control values p1, p1 + (p2 - p0) / 6,
 * p2 - (p3 - p1) / 6, p2, and lies within their least and greatest; so does the surface within
 * those of its 16. A cubic B-spline is one with (p0 + 4 p1 + p2) / 6, (2 p1 + p2) / 3, and their mirror
 * images. Bounds are kept as 16-bit numbers, rounded outwards.
 *
 * Why there is a smooth surface: Catmull-Rom along x and y has the height of each point, and so beads on a ridge
 * that runs across the grid. Halfway between two points on the diagonal it lies 15/64 of slope times cell
 * too low, as the points beside the ridge pull it down. A cubic B-spline lets them pull everywhere alike: its beads
 * are a sixth of that on the diagonal and half in other directions. Its points are those of the terrain less
 * a twelfth of their second differences, which gives back half of what it takes from peaks.
 */
#include "ter/ter_bounds.h"

#include <math.h>

#include "base/mem.h"

#define STEPS 65530.0 /* of the range; some are left for what rounding adds */
#define SHARPENS (1.0f / 12.0f)

/* ---- the smooth surface ---- */

/* Row y of the controls; rows: those of the points south of it, at it and north of it. Along an edge there is no
 * difference across it: the terrain goes on beyond as straight as it ends. */
static void control_row(float *out, const struct ter_field *field, const float *const rows[3],
                        uint32_t y)
{
    const uint32_t last_x = field->points_x - 1, last_y = field->points_y - 1;
    const float *const p = rows[1];
    for (uint32_t x = 0; x <= last_x; x++) {
        float bend = 0.0f;
        if (x > 0 && x < last_x) bend = (p[x - 1] - p[x]) + (p[x + 1] - p[x]);
        if (y > 0 && y < last_y) bend += (rows[0][x] - p[x]) + (rows[2][x] - p[x]);
        out[x] = p[x] - SHARPENS * bend;
    }
}

enum scree_code ter_bounds_controls(float *controls, const struct ter_field *field,
                                    struct scree_job *job, struct scree_error *err)
{
    const size_t across = field->points_x;
    float *memory;
    RETURN_IF_ERR(MEM_NEED(&memory, across, 3 * sizeof *memory, err));
    size_t asked = 0;
    enum scree_code code = SCREE_OK;
    for (uint32_t y = 0; y < 2; y++) ter_get_row(field, y, 0, across, memory + y * across);
    for (uint32_t y = 0; y < field->points_y && code == SCREE_OK; y++) {
        const float *const rows[3] = {memory + (y + 2) % 3 * across, memory + y % 3 * across,
                                      memory + (y + 1) % 3 * across};
        control_row(controls + y * across, field, rows, y);
        /* The row south of this one makes room for the next but one. */
        if (y + 2 < field->points_y)
            ter_get_row(field, (int64_t)y + 2, 0, across, memory + (y + 2) % 3 * across);
        code = job_ask(job, &asked, across, err);
    }
    mem_free(memory);
    return code;
}

/* ---- bounds ---- */

struct rows {
    enum ter_shape shape;
    float *points[4]; /* grid rows j - 1 .. j + 2 from column -1 to points_x */
    float *control[4];
    float *memory;
};

static void control_values(float out[4], enum ter_shape shape, float p0, float p1, float p2,
                           float p3)
{
    if (shape == TER_SMOOTH) {
        out[1] = p1 + (p2 - p1) * (1.0f / 3.0f);
        out[2] = p2 + (p1 - p2) * (1.0f / 3.0f);
        out[0] = p1 + ((p0 - p1) + (p2 - p1)) * (1.0f / 6.0f);
        out[3] = p2 + ((p1 - p2) + (p3 - p2)) * (1.0f / 6.0f);
        return;
    }
    out[0] = p1;
    out[1] = p1 + (p2 - p0) * (1.0f / 6.0f);
    out[2] = p2 - (p3 - p1) * (1.0f / 6.0f);
    out[3] = p2;
}

/* The controls along y of grid row j .. j + 1, for each column. */
static void control_rows(const struct ter_field *field, int64_t j, struct rows *rows)
{
    const size_t columns = (size_t)field->points_x + 2;
    for (int k = 0; k < 4; k++) ter_get_row(field, j - 1 + k, -1, columns, rows->points[k]);
    for (size_t i = 0; i < columns; i++) {
        float c[4];
        control_values(c, rows->shape, rows->points[0][i], rows->points[1][i], rows->points[2][i],
                       rows->points[3][i]);
        for (int k = 0; k < 4; k++) rows->control[k][i] = c[k];
    }
}

/* Least and greatest sample of cell i of the row at hand. */
static void cell_range(float *least, float *greatest, const struct rows *rows, size_t i)
{
    float low = rows->control[0][i + 1], high = low;
    for (int k = 0; k < 4; k++) {
        const float *const row = rows->control[k] + i;
        float c[4];
        control_values(c, rows->shape, row[0], row[1], row[2], row[3]);
        for (int n = 0; n < 4; n++) {
            low = c[n] < low ? c[n] : low;
            high = c[n] > high ? c[n] : high;
        }
    }
    *least = low;
    *greatest = high;
}

static uint16_t quantised(double steps)
{
    return (uint16_t)(steps < 0.0 ? 0.0 : steps > 65535.0 ? 65535.0 : steps);
}

static enum scree_code fill_cells(struct ter_bounds *bounds, const struct ter_field *field,
                                  struct rows *rows, struct scree_job *job, struct scree_error *err)
{
    const struct ter_level *const cells = &bounds->level[0];
    size_t asked = 0;
    for (uint32_t j = 0; j < cells->down; j++) {
        control_rows(field, j, rows);
        for (uint32_t i = 0; i < cells->across; i++) {
            float least, greatest;
            cell_range(&least, &greatest, rows, i);
            const double a = field->step_tu * (double)least, b = field->step_tu * (double)greatest;
            const double low = a < b ? a : b, high = a < b ? b : a;
            const size_t at = (size_t)j * cells->across + i;
            cells->low[at] = quantised(floor((low - bounds->floor) / bounds->unit) - 1.0);
            cells->high[at] = quantised(ceil((high - bounds->floor) / bounds->unit) + 1.0);
        }
        RETURN_IF_ERR(job_ask(job, &asked, cells->across, err));
    }
    return SCREE_OK;
}

/* The range of all samples, with room for what the curve overshoots: at most 9/32 of the range. */
static enum scree_code find_scale(struct ter_bounds *bounds, const struct ter_field *field,
                                  float *row, struct scree_job *job, struct scree_error *err)
{
    double low = 0.0, high = 0.0;
    size_t asked = 0;
    for (uint32_t j = 0; j < field->points_y; j++) {
        ter_get_row(field, j, 0, field->points_x, row);
        if (j == 0) low = high = (double)row[0];
        for (uint32_t i = 0; i < field->points_x; i++) {
            const double sample = (double)row[i];
            low = sample < low ? sample : low;
            high = sample > high ? sample : high;
        }
        RETURN_IF_ERR(job_ask(job, &asked, field->points_x, err));
    }
    /* Beyond the edges 2 a - b can be as far out again. */
    const double reach = 2.0 * (high - low);
    const double a = (low - reach) * field->step_tu, b = (high + reach) * field->step_tu;
    bounds->floor = a < b ? a : b;
    bounds->unit = ((a < b ? b - a : a - b) + 1e-6) / STEPS;
    return SCREE_OK;
}

static enum scree_code fill_level(const struct ter_level *coarse, const struct ter_level *fine,
                                  struct scree_job *job, struct scree_error *err)
{
    size_t asked = 0;
    for (uint32_t j = 0; j < coarse->down; j++) {
        for (uint32_t i = 0; i < coarse->across; i++) {
            uint16_t low = UINT16_MAX, high = 0;
            for (uint32_t b = 2 * j; b < 2 * j + 2 && b < fine->down; b++)
                for (uint32_t a = 2 * i; a < 2 * i + 2 && a < fine->across; a++) {
                    const size_t at = (size_t)b * fine->across + a;
                    low = fine->low[at] < low ? fine->low[at] : low;
                    high = fine->high[at] > high ? fine->high[at] : high;
                }
            coarse->low[(size_t)j * coarse->across + i] = low;
            coarse->high[(size_t)j * coarse->across + i] = high;
        }
        RETURN_IF_ERR(job_ask(job, &asked, coarse->across, err));
    }
    return SCREE_OK;
}

static enum scree_code make_levels(struct ter_bounds *bounds, const struct ter_field *field,
                                   struct scree_error *err)
{
    uint32_t across = field->points_x - 1, down = field->points_y - 1;
    for (;;) {
        struct ter_level *const level = &bounds->level[bounds->levels++];
        level->across = across;
        level->down = down;
        level->low = mem_alloc((size_t)across * down, sizeof *level->low);
        level->high = mem_alloc((size_t)across * down, sizeof *level->high);
        if (level->low == NULL || level->high == NULL) return err_no_memory(err);
        if (across == 1 && down == 1) return SCREE_OK;
        across = (across + 1) / 2;
        down = (down + 1) / 2;
    }
}

enum scree_code ter_bounds_make(struct ter_bounds *bounds, const struct ter_field *field,
                                enum ter_shape shape, struct scree_job *job,
                                struct scree_error *err)
{
    const size_t columns = (size_t)field->points_x + 2;
    struct rows rows = {.shape = shape};
    RETURN_IF_ERR(MEM_NEED(&rows.memory, columns, 8 * sizeof *rows.memory, err));
    for (size_t k = 0; k < 4; k++) {
        rows.points[k] = rows.memory + k * columns;
        rows.control[k] = rows.memory + (4 + k) * columns;
    }
    enum scree_code code = make_levels(bounds, field, err);
    if (code == SCREE_OK) code = find_scale(bounds, field, rows.points[0], job, err);
    if (code == SCREE_OK) code = fill_cells(bounds, field, &rows, job, err);
    for (uint32_t k = 1; k < bounds->levels && code == SCREE_OK; k++)
        code = fill_level(&bounds->level[k], &bounds->level[k - 1], job, err);
    mem_free(rows.memory);
    return code;
}

void ter_bounds_free(struct ter_bounds *bounds)
{
    for (uint32_t k = 0; k < bounds->levels; k++) {
        mem_free(bounds->level[k].low);
        mem_free(bounds->level[k].high);
    }
    bounds->levels = 0;
}
