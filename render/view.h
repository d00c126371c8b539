/* What the parts of a perspective picture share. Private to render/. */
#ifndef RENDER_VIEW_H
#define RENDER_VIEW_H

#include "render/eval_points.h"
#include "render/view_sky.h"

struct view_bodies;

#define VIEW_FAR_M 1e9 /* nothing is seen that is further away */
#define VIEW_PLACES 65 /* a side, enough to frame a picture */
#define VIEW_BASINS 256 /* places a side, to find where water lies */

struct render_view {
    struct render_view_options options;
    const struct ter_field *field;
    struct eval_scene scene;
    struct ter_cast *cast;
    enum ter_shape shape; /* of cast */
    struct noise_fractal waves;
    const struct view_lake
        *lake;           /* kind of the water under the sky clear (render/view_lake.c), or NULL */
    bool has_dry;        /* there is a 1 in: */
    uint8_t dry[VIEW_BASINS * VIEW_BASINS]; /* below the water, but not of it (render/view_water.c) */
    int around;          /* images of the terrain that may lie around it */
    uint32_t first_wave; /* octave */
    double across_m;     /* a terrain unit, the shorter of the two */
    double bend_m, bend; /* metres, and units of height, that the ground falls per metre squared */
    struct view_air air;
    struct render_terragen terragen; /* what options.sky.terragen points to */
    struct render_clear clear;       /* what options.sky.clear points to */
    double bottom_m;                 /* altitude where the cut edge ends */
    float unmetered;                 /* exposure before render_view_meter() */
    struct render_strips *strips;    /* NULL: none */
    int beyond;    /* images of the land beyond the terrain (render/view_beyond.h) */
    double mist_m; /* over those; 0: none */
    struct view_bodies *bodies;      /* NULL: nothing stands on the ground (render/view_bodies.h) */
    size_t land_count; /* places all over the terrain that are not under water, in metres */
    double land[VIEW_PLACES * VIEW_PLACES][3];
};

/* view_find_land() finds those places. */
void view_find_land(struct render_view *view);

/* view_air_to() is view_haze() for what stands at distance_m from a place. */
void view_air_to(float colour[3], const struct render_view *view, const double place_m[3],
                 double distance_m, const double direction[3]);

/* view_ray() is a ray in the units of ter/: t is in metres. pixel: the size of a pixel per metre.
 */
struct ter_ray view_ray(const struct render_view *view, const double place_m[3],
                        const double direction[3], double pixel);

/* What lights and colours a run of samples: EVAL_POINTS at most. */
struct view_ground {
    size_t count;
    size_t sample[EVAL_POINTS]; /* the caller's number of each */
    double x[EVAL_POINTS], y[EVAL_POINTS], distance_m[EVAL_POINTS];
    double direction[EVAL_POINTS][3];
    bool wall[EVAL_POINTS];
    uint8_t turned[EVAL_POINTS]; /* as view_meets_land() has it */
    float light[EVAL_POINTS][3]; /* what comes out: colour under light */
};

/* view_add() appends what a ray hit. */
void view_add(struct view_ground *ground, size_t sample, const struct ter_hit *hit, uint8_t turned,
              double distance_m, const double direction[3]);

/* view_shade() finds light for all of a run; pixel as above. */
void view_shade(const struct render_view *view, struct view_ground *ground, double pixel,
                struct plan_scratch *scratch);

/* view_position() is a place in terrain units as fixed point; places off the grid wrap. */
uint64_t view_position(double units);

#endif
