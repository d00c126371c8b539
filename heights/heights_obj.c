/*
 * Meshes as Wavefront OBJ: text, x east, y up, z south, in metres; each point with its normal and its
 * place in the picture, and, of a picture, its colour behind its place, which needs no other file.
 *
 * Source: docs/formats/meshes.md.
 */
#include "heights/heights_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS 6
#define MOST 9e12 /* times 10^DIGITS, a 64-bit number */
#define LINE 320

/* A blank and the number, whatever the language: snprintf() has its own points. */
static char *put_number(char *out, double value)
{
    const double most = value < -MOST ? -MOST : value > MOST ? MOST : value;
    const int64_t all = (int64_t)floor(most * 1e6 + 0.5);
    const uint64_t size = all < 0 ? (uint64_t)-all : (uint64_t)all;
    out += snprintf(out, 40, " %s%llu.%06llu", all < 0 ? "-" : "",
                    (unsigned long long)(size / 1000000), (unsigned long long)(size % 1000000));
    for (int i = 0; i < DIGITS && out[-1] == '0'; i++) out--;
    return out[-1] == '.' ? out - 1 : out;
}

static char *put_line(char *out, const char *key, const double *numbers, int count)
{
    const size_t length = strlen(key);
    memcpy(out, key, length);
    out += length;
    for (int i = 0; i < count; i++) out = put_number(out, numbers[i]);
    *out = '\n';
    return out + 1;
}

static enum scree_code write_point(const struct heights_mesh_output *output,
                                   const struct heights_vertex *point)
{
    const struct heights_extras *extras = output->plan->extras;
    double place[6] = {(double)point->east, (double)point->up, -(double)point->north, 0, 0, 0};
    const double normal[3] = {(double)point->normal[0], (double)point->normal[2],
                              -(double)point->normal[1]};
    const double share[2] = {(double)point->u, 1 - (double)point->v};
    char text[LINE];
    if (extras->rgb != NULL) {
        const uint8_t *rgb = heights_mesh_colour(point, extras);
        for (int c = 0; c < 3; c++) place[3 + c] = rgb[c] / 255.0;
    }
    char *end = put_line(text, "v", place, extras->rgb != NULL ? 6 : 3);
    end = put_line(end, "vt", share, 2);
    end = put_line(end, "vn", normal, 3);
    return stream_put(output->to, text, (size_t)(end - text), output->err);
}

static enum scree_code write_faces(const struct heights_mesh_output *output, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t *at = output->triangles + 3 * k;
        const unsigned long a = at[0] + 1ul, b = at[1] + 1ul, c = at[2] + 1ul;
        RETURN_IF_ERR(stream_print(output->to, output->err,
                                   "f %lu/%lu/%lu %lu/%lu/%lu %lu/%lu/%lu\n", a, a, a, b, b, b, c,
                                   c, c));
    }
    return SCREE_OK;
}

enum scree_code heights_write_obj(const struct heights_mesh_output *output)
{
    const struct heights_plan *plan = output->plan;
    RETURN_IF_ERR(
        stream_print(output->to, output->err, "# metres: x east, y up, z south\no terrain\n"));
    for (uint32_t j = 0; j < plan->rows; j++) {
        heights_mesh_row(output->points, plan, j);
        for (uint32_t i = 0; i < plan->columns; i++)
            RETURN_IF_ERR(write_point(output, &output->points[i]));
    }
    for (uint32_t j = 0; j + 1 < plan->rows; j++)
        RETURN_IF_ERR(write_faces(output, heights_mesh_triangles(output->triangles, plan, j)));
    return SCREE_OK;
}
