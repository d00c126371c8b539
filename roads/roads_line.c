/* Roads as places that follow each other closely. */
#include <math.h>

#include "roads/roads.h"

static double length_of(const struct roads_point *a)
{
    const double x = (double)a[1].x - (double)a[0].x, z = (double)a[1].z - (double)a[0].z;
    return sqrt(x * x + z * z) / ROADS_UNITS;
}

/* Places of a piece but for its end. */
static size_t parts_of(const struct roads_point *a, double step_m)
{
    return (size_t)ceil(length_of(a) / step_m);
}

/* The direction of the piece that begins at a point. */
static void direct(double out[2], const struct roads_point *a)
{
    const double length = length_of(a) * ROADS_UNITS;
    out[0] = ((double)a[1].x - (double)a[0].x) / length;
    out[1] = ((double)a[1].z - (double)a[0].z) / length;
}

/* Where two pieces meet the road looks between both; where it turns back, along the second. */
static void bend(double ahead[2], const double before[2])
{
    const double x = ahead[0] + before[0], z = ahead[1] + before[1];
    const double length = sqrt(x * x + z * z);
    if (length < 0.01) return;
    ahead[0] = x / length;
    ahead[1] = z / length;
}

static struct roads_place place_on(const struct roads_point *a, double t)
{
    return (struct roads_place){
        .x_m = ((double)a[0].x + t * ((double)a[1].x - (double)a[0].x)) / ROADS_UNITS,
        .z_m = ((double)a[0].z + t * ((double)a[1].z - (double)a[0].z)) / ROADS_UNITS,
        .width_m =
            ((double)a[0].width + t * ((double)a[1].width - (double)a[0].width)) / ROADS_UNITS};
}

size_t roads_line_count(const struct roads *roads, size_t road, double step_m)
{
    const struct roads_road *r = &roads->list[road];
    size_t total = 1;
    for (size_t i = 0; i + 1 < r->count; i++)
        total += parts_of(&roads->points[r->first + i], step_m);
    return total;
}

enum scree_code roads_line(struct roads_place **out, size_t *count, const struct roads *roads,
                           size_t road, double step_m, struct scree_error *err)
{
    const struct roads_road *r = &roads->list[road];
    const struct roads_point *points = roads->points + r->first;
    const size_t total = roads_line_count(roads, road, step_m);
    size_t at = 0;
    RETURN_IF_ERR(MEM_NEED(out, total, sizeof **out, err));
    for (size_t i = 0; i + 1 < r->count; i++) {
        const size_t parts = parts_of(&points[i], step_m);
        double own[2], before[2];
        direct(own, &points[i]);
        for (size_t k = 0; k < parts; k++) {
            struct roads_place *place = &(*out)[at++];
            *place = place_on(&points[i], (double)k / (double)parts);
            place->ahead[0] = own[0];
            place->ahead[1] = own[1];
            if (k > 0 || i == 0) continue;
            direct(before, &points[i - 1]);
            bend(place->ahead, before);
        }
    }
    (*out)[at] = place_on(&points[r->count - 2], 1.0);
    direct((*out)[at].ahead, &points[r->count - 2]);
    *count = total;
    return SCREE_OK;
}

double roads_points_m(const struct roads_point *points, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i + 1 < count; i++) sum += length_of(&points[i]);
    return sum;
}

double roads_length_m(const struct roads *roads)
{
    double sum = 0.0;
    for (size_t r = 0; r < roads->count; r++)
        for (size_t i = 0; i + 1 < roads->list[r].count; i++)
            sum += length_of(&roads->points[roads->list[r].first + i]);
    return sum;
}

struct roads_open roads_open_of(const struct roads *roads)
{
    struct roads_open open = {0, 0};
    for (size_t r = 0; r < roads->count; r++) {
        const struct roads_road *road = &roads->list[r];
        open.tunnels += road->tunnel;
        open.bridges += road->bridge && !road->tunnel;
    }
    return open;
}

void roads_tell(const struct roads *roads, struct scree_job *job)
{
    job_note(job, NULL, "roads: %zu, %.2f km; nothing grows in their corridors", roads->count,
             roads_length_m(roads) / 1000);
    inputs_credit_tell(roads->file.credit[0] != '\0' ? roads->file.credit : NULL, job);
    char extract[ROADS_EXTRACT_TEXT];
    if (roads->extract.is_there)
        job_note(job, NULL, "%s", roads_extract_text(extract, &roads->extract));
    if (roads->left_out > 0)
        job_note(job, NULL, "%zu features of their file are no roads for vehicles and are left out",
                 roads->left_out);
}
