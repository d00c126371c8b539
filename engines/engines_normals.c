/* Rows of heights with the normals of the ground: those of the surface through a point's four
 * neighbours, east, up and south. */
#include <math.h>
#include <string.h>

#include "engines/engines_plan.h"

struct window {
    const struct engines_normals *given;
    double *rows[3]; /* heights: north, here, south */
    double *normals;
    uint32_t points, seen;
    double spacing_m;
};

static enum scree_code hand_over(struct window *window, struct scree_error *err)
{
    const uint32_t last = window->points - 1;
    const double *north = window->rows[0], *here = window->rows[1], *south = window->rows[2];
    for (uint32_t x = 0; x <= last; x++) {
        const uint32_t west = x > 0 ? x - 1 : 0, east = x < last ? x + 1 : last;
        const double dx = (here[west] - here[east]) / ((east - west) * window->spacing_m);
        const double dz = (north[x] - south[x]) / (2 * window->spacing_m);
        const double length = sqrt(dx * dx + dz * dz + 1);
        double *out = window->normals + (size_t)3 * x;
        out[0] = dx / length;
        out[1] = 1 / length;
        out[2] = dz / length;
    }
    return window->given->take(window->given->context, here, window->normals, err);
}

/* The row beyond an edge goes on as the two before do. */
static void continue_row(double *out, const double *edge, const double *inner, uint32_t points)
{
    for (uint32_t x = 0; x < points; x++) out[x] = 2 * edge[x] - inner[x];
}

/* Moves the rows up and returns the one that is free. */
static double *next_row(struct window *window)
{
    double *oldest = window->rows[0];
    window->rows[0] = window->rows[1];
    window->rows[1] = window->rows[2];
    return window->rows[2] = oldest;
}

static enum scree_code take_row(void *context, const double *altitudes_m, struct scree_error *err)
{
    struct window *window = context;
    memcpy(next_row(window), altitudes_m, window->points * sizeof *altitudes_m);
    if (++window->seen < 2) return SCREE_OK;
    if (window->seen == 2)
        continue_row(window->rows[0], window->rows[1], window->rows[2], window->points);
    RETURN_IF_ERR(hand_over(window, err));
    if (window->seen < window->points) return SCREE_OK;
    double *beyond = next_row(window);
    continue_row(beyond, window->rows[1], window->rows[0], window->points);
    return hand_over(window, err);
}

enum scree_code engines_take_normals(struct engines_output *output,
                                     const struct engines_normals *normals, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct window window = {
        .given = normals, .points = points, .spacing_m = output->plan->spacing_m};
    for (int i = 0; i < 3; i++) window.rows[i] = mem_alloc(points, sizeof(double));
    window.normals = mem_alloc(points, 3 * sizeof(double));
    enum scree_code code = SCREE_OK;
    if (window.normals == NULL || !window.rows[0] || !window.rows[1] || !window.rows[2])
        code = err_no_memory(err);
    const struct engines_heights heights = {.rows = points, .take = take_row, .context = &window};
    if (code == SCREE_OK) code = engines_take_heights(output, &heights, err);
    for (int i = 0; i < 3; i++) mem_free(window.rows[i]);
    mem_free(window.normals);
    return code;
}
