/* Simple shapes of models: what stands for them where no engine's meshes are. Private to plants/. */
#ifndef PLANTS_PLANTS_SHAPES_H
#define PLANTS_PLANTS_SHAPES_H

#include "plants/plants.h"

#define SHAPE_POINTS 160
#define SHAPE_INDICES 600

/* In metres at scale 1, x east, y up, z south, the foot at 0; counter-clockwise from outside. */
struct shape_mesh {
    size_t point_count, index_count;
    float points[SHAPE_POINTS][3], normals[SHAPE_POINTS][3];
    uint32_t indices[SHAPE_INDICES];
    float low[3], high[3];
};
void plants_shape_make(struct shape_mesh *out, const struct plants_model *model);

#endif
