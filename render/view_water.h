/* A plane of water. Private to render/. */
#ifndef RENDER_VIEW_WATER_H
#define RENDER_VIEW_WATER_H

#include "render/view.h"

/* view_plan_waves() chooses the waves of a view: those of 0.2 to 14 m. */
void view_plan_waves(struct render_view *view);

/* view_meets_water() is the distance in metres at which a ray from place_m falls into the water,
 * INFINITY if it does not. */
double view_meets_water(const struct render_view *view, const double place_m[3],
                        const double direction[3]);

/* Water that rays of a run fall into. */
struct view_water {
    size_t count;
    size_t sample[EVAL_POINTS];
    double distance_m[EVAL_POINTS];
    double bottom_m[EVAL_POINTS]; /* distance of the ground below; INFINITY: none */
    float below[EVAL_POINTS][3];  /* its light */
    float share[EVAL_POINTS];     /* of that light; the rest is deep water */
    double direction[EVAL_POINTS][3];
    float light[EVAL_POINTS][3]; /* what comes out */
};

/* view_shade_water() finds light for all of a run that starts at place_m. */
void view_shade_water(const struct render_view *view, struct view_water *water,
                      const double place_m[3], double pixel, struct plan_scratch *scratch);

#endif
