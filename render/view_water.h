/* A plane of water. Private to render/. */
#ifndef RENDER_VIEW_WATER_H
#define RENDER_VIEW_WATER_H

#include "render/view.h"

/* view_plan_waves() chooses the waves of a view: those of 0.2 to 14 m, or as the kind of its water has them. */
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
    double path_m[EVAL_POINTS];  /* through water to the ground; INFINITY: there is none */
    double depth_m[EVAL_POINTS]; /* of that ground */
    float below[EVAL_POINTS][3]; /* its light */
    float share[EVAL_POINTS];    /* of that light; the rest is deep water */
    double direction[EVAL_POINTS][3];
    float light[EVAL_POINTS][3]; /* what comes out */
};

/* view_shade_water() finds light for all of a run that starts at place_m. */
void view_shade_water(const struct render_view *view, struct view_water *water,
                      const double place_m[3], double pixel, struct plan_scratch *scratch);

/* ---- under the sky clear (render/view_lake.c) ---- */

/* A kind of water: waves of so many metres and their slope, slopes too small to see (variance along an axis);
 * what a metre takes of each colour, and what deep water sends back; how far up the shore is wet. */
struct view_lake {
    double largest_m;
    float wave, rough, taken[3], deep[3], wet_m;
    bool surf; /* sea, which goes on beyond the terrain, too */
};

/* view_find_lake() chooses the kind by the terrain: sea that lies along a quarter of its edges, a pond below 10
 * hectares, a lake; and lifts the water over level ground at its altitude. Nothing under other skies.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code view_find_lake(struct render_view *view, struct scree_error *err);

/* view_find_basins() sets view->dry where ground below the water has no way to the terrain's edge below it. Places:
 * below the water, along the edge of them, and dry. SCREE_NO_MEMORY. */
struct water_found {
    int wet, edge, dry;
};
MUST_USE enum scree_code view_find_basins(struct water_found *found, struct render_view *view,
                                          struct scree_error *err);

/* view_has_water() says whether water lies at a place in terrain units where the ground is low enough: in the
 * terrain, or in images around it. */
bool view_has_water(const struct render_view *view, double x, double y);

/* view_lake_bottom() looks from where the ray of water k meets it to the ground below, as light is bent; sets path,
 * depth and share. */
struct lake_bottom {
    struct ter_hit hit;
    uint8_t turned;
    double direction[3]; /* of the bent ray */
};
bool view_lake_bottom(struct lake_bottom *below, struct view_water *water, size_t k,
                      const struct render_view *view, const double place_m[3], double pixel);

/* Slopes of the waves that are seen, and the finest that would be (terrain units). */
struct lake_waves {
    const float *slope_x, *slope_y, *finest;
};
void view_shade_lake(const struct render_view *view, struct view_water *water,
                     const double place_m[3], double pixel, const struct lake_waves *waves,
                     struct plan_scratch *scratch);

/* view_fresnel() is the share of light that level water sends back, by the cosine of its angle from above. */
float view_fresnel(float cosine);

/* view_wet() is what a shore has left of its colour at an altitude. */
float view_wet(const struct render_view *view, double altitude_m);

#endif
