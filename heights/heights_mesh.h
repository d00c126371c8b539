/*
 * A field as a mesh: every so many points, one of the terrain's squares between them split along
 * its south-west to north-east diagonal, as BeamNG splits it. Row 0 is south.
 *
 * Metres are counted from the middle of the field, so that 32-bit floats have digits where the
 * ground is; altitudes are what they are.
 */
#ifndef HEIGHTS_HEIGHTS_MESH_H
#define HEIGHTS_HEIGHTS_MESH_H

#include "base/stream.h"
#include "heights/heights.h"

struct heights_vertex {
    float east, north, up; /* metres */
    float normal[3];       /* of length 1: east, north, up */
    float u, v;            /* in the picture, (0, 0) its north-west corner */
};

struct heights_plan {
    const struct ter_field *field;
    const struct heights_extras *extras;
    uint32_t every, columns, rows; /* points of the mesh */
    uint64_t squares;              /* that are no holes */
};

/* heights_mesh_count() is how many of an axis' points are left of every so many, with the last. */
uint32_t heights_mesh_count(uint32_t points, uint32_t every);
/* heights_mesh_row() fills out[0 .. columns) with the points of row j. */
void heights_mesh_row(struct heights_vertex *out, const struct heights_plan *plan, uint32_t j);
/* heights_mesh_triangles() writes the squares of row j as triangles, counter-clockwise seen from
 * above, three indices each; out[0 .. 6 * (columns - 1)). It returns how many triangles. */
size_t heights_mesh_triangles(uint32_t *out, const struct heights_plan *plan, uint32_t j);

/* heights_mesh_colour() is the texel of the picture that a point lies in: three bytes. */
const uint8_t *heights_mesh_colour(const struct heights_vertex *point,
                                   const struct heights_extras *extras);

/* The kinds of files. points[0 .. columns) and triangles[0 .. 6 * (columns - 1)) are scratch.
 */
struct heights_mesh_output {
    const struct heights_plan *plan;
    struct stream *to;
    struct heights_vertex *points;
    uint32_t *triangles;
    uint8_t *bytes; /* 27 * columns */
    struct scree_job
        *job; /* asked where rows are only looked at; the stream's owner sees to the rest */
    struct scree_error *err;
};
MUST_USE enum scree_code heights_write_glb(const struct heights_mesh_output *output);
MUST_USE enum scree_code heights_write_ply(const struct heights_mesh_output *output);
MUST_USE enum scree_code heights_write_obj(const struct heights_mesh_output *output);

#endif
