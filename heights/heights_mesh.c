/*
 * A terrain as a mesh: points at every so many, squares without holes cut in two triangles,
 * colours from a picture of the map.
 */
#include "heights/heights_mesh.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"

#define BYTES_A_POINT 27 /* the most that either format has */

/* Point i of an axis of the mesh as a point of the terrain; the last is the terrain's last. */
static uint32_t point_of(uint32_t i, uint32_t every, uint32_t points)
{
    const uint64_t at = (uint64_t)i * every;
    return at < points - 1 ? (uint32_t)at : points - 1;
}

uint32_t heights_mesh_count(uint32_t points, uint32_t every)
{
    return (points - 2) / every + 2;
}

static double altitude_m(const struct heights_plan *plan, uint32_t x, uint32_t y)
{
    return heights_altitude_m(plan->field, (size_t)y * plan->field->points_x + x);
}

void heights_mesh_row(struct heights_vertex *out, const struct heights_plan *plan, uint32_t j)
{
    const struct ter_field *field = plan->field;
    const double cell_x = field->scal_m[0], cell_y = field->scal_m[1];
    const uint32_t last_x = field->points_x - 1, last_y = field->points_y - 1;
    const double *window = plan->extras->window;
    const uint32_t y = point_of(j, plan->every, field->points_y);
    const uint32_t south = point_of(j > 0 ? j - 1 : 0, plan->every, field->points_y);
    const uint32_t north = point_of(j + 1, plan->every, field->points_y);
    for (uint32_t i = 0; i < plan->columns; i++) {
        const uint32_t x = point_of(i, plan->every, field->points_x);
        const uint32_t west = point_of(i > 0 ? i - 1 : 0, plan->every, field->points_x);
        const uint32_t east = point_of(i + 1, plan->every, field->points_x);
        const double slope_x =
            (altitude_m(plan, east, y) - altitude_m(plan, west, y)) / ((east - west) * cell_x);
        const double slope_y =
            (altitude_m(plan, x, north) - altitude_m(plan, x, south)) / ((north - south) * cell_y);
        const double length = sqrt(slope_x * slope_x + slope_y * slope_y + 1.0);
        const double share_x = (double)x / last_x, share_y = (double)(last_y - y) / last_y;
        out[i] = (struct heights_vertex){
            .east = (float)((x - last_x / 2.0) * cell_x),
            .north = (float)((y - last_y / 2.0) * cell_y),
            .up = (float)altitude_m(plan, x, y),
            .normal = {(float)(-slope_x / length), (float)(-slope_y / length),
                       (float)(1.0 / length)},
            .u = (float)(window[0] + (window[2] - window[0]) * share_x),
            .v = (float)(window[1] + (window[3] - window[1]) * share_y),
        };
    }
}

/* Whether the square north-east of point (i, j) of the mesh is there: none of the terrain's squares in it
 * is a hole. */
static bool square(const struct heights_plan *plan, uint32_t i, uint32_t j)
{
    const uint8_t *holes = plan->extras->holes;
    if (holes == NULL) return true;
    const struct ter_field *field = plan->field;
    const uint32_t end_x = point_of(i + 1, plan->every, field->points_x);
    const uint32_t end_y = point_of(j + 1, plan->every, field->points_y);
    for (uint32_t y = point_of(j, plan->every, field->points_y); y < end_y; y++)
        for (uint32_t x = point_of(i, plan->every, field->points_x); x < end_x; x++)
            if (holes[(size_t)y * field->points_x + x] != 0) return false;
    return true;
}

size_t heights_mesh_triangles(uint32_t *out, const struct heights_plan *plan, uint32_t j)
{
    size_t count = 0;
    for (uint32_t i = 0; i + 1 < plan->columns; i++) {
        if (!square(plan, i, j)) continue;
        const uint32_t south_west = j * plan->columns + i, north_west = south_west + plan->columns;
        const uint32_t corners[6] = {south_west, south_west + 1, north_west + 1,
                                     south_west, north_west + 1, north_west};
        memcpy(out + 3 * count, corners, sizeof corners);
        count += 2;
    }
    return count;
}

/* Counts. SCREE_BAD_ARGUMENT if nothing but holes is left. */
static enum scree_code plan_mesh(struct heights_plan *out, const struct ter_field *field,
                                 const struct heights_extras *extras, struct scree_error *err)
{
    out->field = field;
    out->extras = extras;
    out->every = extras->every > 0 ? extras->every : 1;
    out->columns = heights_mesh_count(field->points_x, out->every);
    out->rows = heights_mesh_count(field->points_y, out->every);
    out->squares = 0;
    for (uint32_t j = 0; j + 1 < out->rows; j++)
        for (uint32_t i = 0; i + 1 < out->columns; i++) out->squares += square(out, i, j);
    if (out->squares > 0) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT, "every square of the mesh is a hole");
}

static size_t texel_at(float share, size_t count)
{
    const float at = share * (float)count;
    const size_t texel = at > 0 ? (size_t)at : 0;
    return texel < count ? texel : count - 1;
}

const uint8_t *heights_mesh_colour(const struct heights_vertex *point,
                                   const struct heights_extras *extras)
{
    const size_t row = texel_at(point->v, extras->rgb_height);
    const size_t column = texel_at(point->u, extras->rgb_width);
    return extras->rgb + (row * extras->rgb_width + column) * 3;
}

/* The index of a point is below 2^31, which every reader of either format takes. */
static enum scree_code check_indices(const struct heights_plan *plan, struct scree_error *err)
{
    if ((uint64_t)plan->columns * plan->rows <= INT32_MAX) return SCREE_OK;
    uint32_t every = plan->every;
    while ((uint64_t)heights_mesh_count(plan->field->points_x, every) *
               heights_mesh_count(plan->field->points_y, every) >
           INT32_MAX)
        every++;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "%lu x %lu points are more than the 2^31 that a mesh can count: give {every} "
                   "%lu",
                   (unsigned long)plan->columns, (unsigned long)plan->rows, (unsigned long)every);
}

static enum scree_code find_range(struct heights_mesh *out, const struct heights_mesh_output *to)
{
    const struct heights_plan *const plan = to->plan;
    struct heights_vertex *const points = to->points;
    out->range_m[0] = INFINITY;
    out->range_m[1] = -INFINITY;
    for (uint32_t j = 0; j < plan->rows; j++) {
        RETURN_IF_ERR(job_poll(to->job, to->err));
        heights_mesh_row(points, plan, j);
        for (uint32_t i = 0; i < plan->columns; i++) {
            const double up = (double)points[i].up;
            out->range_m[0] = up < out->range_m[0] ? up : out->range_m[0];
            out->range_m[1] = up > out->range_m[1] ? up : out->range_m[1];
        }
    }
    return SCREE_OK;
}

static enum scree_code write_mesh(struct heights_mesh *out, struct stream *to,
                                  const struct heights_plan *plan, enum scree_terrain_form kind,
                                  struct scree_job *job, struct scree_error *err)
{
    struct heights_mesh_output output = {.plan = plan, .to = to, .job = job, .err = err};
    enum scree_code code;
    output.points = mem_alloc(plan->columns, sizeof *output.points);
    output.triangles = mem_alloc(plan->columns, 6 * sizeof *output.triangles);
    output.bytes = mem_alloc(plan->columns, BYTES_A_POINT);
    if (output.points == NULL || output.triangles == NULL || output.bytes == NULL) {
        code = err_no_memory(err);
        goto fail;
    }
    FAIL_IF_ERR(code, find_range(out, &output));
    if (!(out->range_m[0] >= -1e30 && out->range_m[1] <= 1e30)) {
        code = err_set(err, SCREE_BAD_ARGUMENT,
                       "heights from %g to %g metres do not fit a mesh of 32-bit floats",
                       out->range_m[0], out->range_m[1]);
        goto fail;
    }
    code = kind == SCREE_TERRAIN_GLB   ? heights_write_glb(&output)
           : kind == SCREE_TERRAIN_PLY ? heights_write_ply(&output)
                                       : heights_write_obj(&output);

fail:
    mem_free(output.points);
    mem_free(output.triangles);
    mem_free(output.bytes);
    return code;
}

enum scree_code heights_mesh(struct heights_mesh *out, struct stream *to,
                             const struct ter_field *field, enum scree_terrain_form kind,
                             const struct heights_extras *extras, struct scree_job *job,
                             struct scree_error *err)
{
    static const struct heights_extras none = {.every = 1, .window = {0, 0, 1, 1}};
    memset(out, 0, sizeof *out);
    RETURN_IF_ERR(ter_check_complete(field, "a mesh", err));
    struct heights_plan plan;
    enum scree_code code = plan_mesh(&plan, field, extras != NULL ? extras : &none, err);
    if (code == SCREE_OK) code = check_indices(&plan, err);
    if (code == SCREE_OK) code = write_mesh(out, to, &plan, kind, job, err);
    if (code != SCREE_OK) {
        memset(out, 0, sizeof *out);
        return code;
    }
    out->columns = plan.columns;
    out->rows = plan.rows;
    out->triangles = 2 * plan.squares;
    return SCREE_OK;
}
