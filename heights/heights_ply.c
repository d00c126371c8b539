/*
 * Meshes as PLY: little-endian, x east, y north, z up, in metres; each point with its normal and,
 * of a picture, its colour.
 *
 * Source: docs/formats/meshes.md.
 */
#include "heights/heights_mesh.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

#define FACE_BYTES 13

static enum scree_code write_header(const struct heights_mesh_output *output)
{
    const struct heights_plan *plan = output->plan;
    char text[512];
    const int length =
        snprintf(text, sizeof text,
                 "ply\nformat binary_little_endian 1.0\ncomment metres: x east, y north, z up\n"
                 "element vertex %llu\nproperty float x\nproperty float y\nproperty float z\n"
                 "property float nx\nproperty float ny\nproperty float nz\n%s"
                 "element face %llu\nproperty list uchar int vertex_indices\nend_header\n",
                 (unsigned long long)plan->columns * plan->rows,
                 plan->extras->rgb != NULL
                     ? "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                     : "",
                 (unsigned long long)(2 * plan->squares));
    return stream_put(output->to, text, (size_t)length, output->err);
}

static uint8_t *put_point(uint8_t *out, const struct heights_vertex *point,
                          const struct heights_extras *extras)
{
    const float numbers[6] = {point->east,      point->north,     point->up,
                              point->normal[0], point->normal[1], point->normal[2]};
    for (int i = 0; i < 6; i++, out += 4) bytes_put_f32le(out, numbers[i]);
    if (extras->rgb == NULL) return out;
    memcpy(out, heights_mesh_colour(point, extras), 3);
    return out + 3;
}

static enum scree_code write_faces(const struct heights_mesh_output *output, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        uint8_t face[FACE_BYTES] = {3};
        for (size_t c = 0; c < 3; c++)
            bytes_put_u32le(face + 1 + 4 * c, output->triangles[3 * k + c]);
        RETURN_IF_ERR(stream_put(output->to, face, sizeof face, output->err));
    }
    return SCREE_OK;
}

enum scree_code heights_write_ply(const struct heights_mesh_output *output)
{
    const struct heights_plan *plan = output->plan;
    RETURN_IF_ERR(write_header(output));
    for (uint32_t j = 0; j < plan->rows; j++) {
        heights_mesh_row(output->points, plan, j);
        uint8_t *end = output->bytes;
        for (uint32_t i = 0; i < plan->columns; i++)
            end = put_point(end, &output->points[i], plan->extras);
        RETURN_IF_ERR(
            stream_put(output->to, output->bytes, (size_t)(end - output->bytes), output->err));
    }
    for (uint32_t j = 0; j + 1 < plan->rows; j++)
        RETURN_IF_ERR(write_faces(output, heights_mesh_triangles(output->triangles, plan, j)));
    return SCREE_OK;
}
