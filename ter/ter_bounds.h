/* Bounds of the terrain between its points, for ter_cast.c. Private to ter/. */
#ifndef TER_TER_BOUNDS_H
#define TER_TER_BOUNDS_H

#include "ter/ter.h"

#define TER_BOUNDS_MAX_LEVELS 17

/* A level of nodes, each 2^level x 2^level cells of the grid. */
struct ter_level {
    uint32_t across, down;
    uint16_t *low, *high; /* [y * across + x], in units of ter_bounds.unit above .floor */
};

/* Rises (ter.h) of all that lies between the points of a node are within its bounds: on the surface that is evaluated or
 * between straight lines, or on that of TER_SMOOTH, whose controls the field has then. */
struct ter_bounds {
    double floor, unit;
    uint32_t levels;
    struct ter_level level[TER_BOUNDS_MAX_LEVELS];
};

/* ter_bounds_controls() writes the points that draw the surface of TER_SMOOTH to controls[points_y * points_x], in
 * samples, of a field where none is missing. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code ter_bounds_controls(float *controls, const struct ter_field *field,
                                             struct scree_job *job, struct scree_error *err);

/* ter_bounds_make() fills a zeroed struct. SCREE_NO_MEMORY, SCREE_CANCELLED; ter_bounds_free() in
 * any case. */
MUST_USE enum scree_code ter_bounds_make(struct ter_bounds *bounds, const struct ter_field *field,
                                         enum ter_shape shape, struct scree_job *job,
                                         struct scree_error *err);
void ter_bounds_free(struct ter_bounds *bounds);

#endif
