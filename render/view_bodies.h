/* What stands on the ground of a view. Private to render/. */
#ifndef RENDER_VIEW_BODIES_H
#define RENDER_VIEW_BODIES_H

#include "render/view.h"

/* A ray: metres east, north and up; bend_m is what the ground falls per t squared. */
struct body_ray {
    double origin[3], step[3], bend_m;
};

struct body_hit {
    double t;
    double normal[3]; /* unit, towards the ray */
    float shade;      /* of its colour */
    bool stem;        /* not of the crown */
    bool line;        /* of a road over a bridge */
};

/* Nothing of a body is further from its stem than the root of this, in radii. */
#define VIEW_BODY_REACH2 1.3

/* view_shape_meet() is the first place of a body on a ray with 0 < t < limit. */
bool view_shape_meet(struct body_hit *hit, const struct render_body *body,
                     const struct body_ray *ray, double limit);

/* view_bodies_light() finds the light of the first body that a ray from place meets before limit_m,
 * and how far it is. false: there is none. */
bool view_bodies_light(float light[3], double *distance_m, const struct render_view *view,
                       const double place_m[3], const double direction[3], double limit_m);

/* view_bodies_clear() says whether no body stands between a place on the ground and the sun. */
bool view_bodies_clear(const struct render_view *view, double x_m, double y_m, double altitude_m);

/* view_bodies_near() says whether a body's middle is within reach_m of a place, seen from above. */
bool view_bodies_near(const struct render_view *view, double x_m, double y_m, double reach_m);

void view_bodies_free(struct view_bodies *bodies); /* accepts NULL */

#endif
