/*
 * Pictures for people: maps from above, a sheet with a map for each layer, how much ground lies at
 * each altitude and slope, pictures in perspective.
 *
 * Equal scenes and options give equal pixels whatever the number of threads. Each texel of terrain
 * is evaluated once, whatever is drawn of it.
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include "base/err.h"
#include "base/job.h"
#include "render/render.h"

/* RGB, rgb[(j * width + i) * 3 + c], row 0 on top. Start it zeroed; draw_picture_free() frees and
 * zeroes it. */
struct draw_picture {
    uint8_t *rgb;
    uint32_t width, height;
    uint32_t map_width, map_height; /* texels of terrain in each map; in perspective 0 */
};
void draw_picture_free(struct draw_picture *picture);

/* What is drawn. All of it outlives the call, or the view that is made of it. */
struct draw_scene {
    const struct ter_field *field; /* in memory */
    const struct srf_map *map;     /* after srf_check() */
    bool tint;                /* map colours altitudes (draw_tint()) and has no layers to show */
    struct ter_ranges ranges; /* of field; for histograms and views */
    const struct ter_quantiles *quantiles; /* of field; for histograms, or NULL */
    struct render_how how;
    const struct render_body *bodies; /* what stands on the ground: in views, DRAW_LIT, DRAW_FLAT */
    size_t body_count;
};

/*
 * draw_tint() makes a map that colours altitudes, for a scene without a surface map: from green over
 * brown to white, and blue below 0 where the terrain lies on both sides of it. up_m is the length of
 * a terrain unit upwards. On success the caller frees *out with srf_free(); on failure it is NULL.
 * ERR_NOMEM.
 */
MUST_USE enum err_code draw_tint(struct srf_map **out, const struct ter_ranges *ranges, double up_m,
                                 struct err *err);

/* Azimuth clockwise from north and elevation of the sun, in degrees. */
#define DRAW_SUN_DEFAULT                                                                           \
    {                                                                                              \
        315.0, 40.0                                                                                \
    }

/* ---- from above, north on top ---- */

enum draw_kind {
    DRAW_LIT,    /* the map's colours in sunlight, with shadows */
    DRAW_FLAT,   /* its colours without light */
    DRAW_LAYERS, /* a colour of its own for the strongest layer, with a legend */
    DRAW_MARGIN  /* how far the strongest layer leads, with a legend */
};

struct draw_map_options {
    /* Texels. Width 0: one per terrain unit, or so many that the longer side has DRAW_MAP_LEAST, and at
     * most DRAW_MAP_SIDE; height 0: width is the longer side. */
    struct render_size size;
    enum draw_kind kind;
    bool legend;       /* layers with their share and area, a scale bar, an arrow to the north */
    bool slope_limits; /* lines where the ground is as steep as a layer's slope limit */
    double contour_m;  /* metres of altitude between contour lines; 0: none */
    double sun_deg[2]; /* of DRAW_LIT */
};
#define DRAW_MAP_LEAST 1024
#define DRAW_MAP_SIDE 2048
#define DRAW_SHEET_SIDE 256
#define DRAW_MAP_DEFAULT                                                                           \
    {                                                                                              \
        .kind = DRAW_LIT, .sun_deg = DRAW_SUN_DEFAULT                                              \
    }

/*
 * Each makes a picture for draw_picture_free(); on failure *out is zeroed. A size for draw_sheet()
 * is that of one map, one texel per unit and at most DRAW_SHEET_SIDE unless it is given; for
 * draw_histogram() it is how many texels are counted, one per unit and at most DRAW_MAP_SIDE. Progress is the step "rendering".
 * ERR_ARG    a size that no PNG holds, contours that are not numbers above 0, a sun that is not
 *            above the horizon, too many layers: 255 of DRAW_LAYERS, 256 of sheets and histograms;
 *            and as render_plan_create()
 * ERR_NOMEM, ERR_CANCELLED
 */
MUST_USE enum err_code draw_map(struct draw_picture *out, const struct draw_scene *scene,
                                const struct draw_map_options *options, struct job *job,
                                struct err *err);
MUST_USE enum err_code draw_sheet(struct draw_picture *out, const struct draw_scene *scene,
                                  const struct render_size *size, struct job *job, struct err *err);
MUST_USE enum err_code draw_histogram(struct draw_picture *out, const struct draw_scene *scene,
                                      const struct render_size *size, struct job *job,
                                      struct err *err);

/* ---- in perspective ---- */

/* Places are in metres: from the west edge, from the south edge, altitude. */
struct draw_place {
    double m[3];
    bool above_ground; /* m[2] counts from the ground there, which must be terrain */
};

enum draw_way {
    DRAW_FROM, /* all of the terrain, from a direction */
    DRAW_HERO, /* a good view from low above the ground, found by trying: always the same */
    DRAW_AT    /* from one place to another */
};

struct draw_camera {
    enum draw_way way;
    double from_deg;                 /* of DRAW_FROM: clockwise from north */
    struct draw_place place, target; /* of DRAW_AT */
    bool has_target;                 /* else it looks at the middle of the terrain */
    double fov_deg;                  /* of DRAW_AT: angle across the picture, 1 to 150 */
};
#define DRAW_CAMERA_DEFAULT                                                                        \
    {                                                                                              \
        .way = DRAW_FROM, .from_deg = 225.0, .fov_deg = 50.0                                       \
    }

struct draw_view_options {
    struct render_size size; /* pixels; width 0: DRAW_VIEW_WIDTH; height 0: 16 : 9 */
    double sun_deg[2];
    bool water;
    double water_m; /* altitude */
    double haze_m;  /* metres after which 1/e of the ground's light is left; 0: clear air; below 0:
                       DRAW_HAZE_SIDES times the terrain's longer side */
    bool bumps;     /* BMAM */
    uint32_t samples; /* rays a pixel: 1, 4, 9 or 16 */
};
#define DRAW_VIEW_WIDTH 1280
#define DRAW_HAZE_SIDES 20.0
#define DRAW_VIEW_DEFAULT                                                                          \
    {                                                                                              \
        .sun_deg = DRAW_SUN_DEFAULT, .haze_m = -1.0, .bumps = true, .samples = 4                   \
    }

struct draw_view;

/* draw_view_create() prepares a terrain for any number of pictures; the scene's contents must
 * outlive *out, which the caller frees with draw_view_free(). Water over all of the terrain is a
 * warning of the job. ERR_ARG and ERR_NOMEM as render_view_create(). */
MUST_USE enum err_code draw_view_create(struct draw_view **out, const struct draw_scene *scene,
                                        const struct draw_view_options *options, struct job *job,
                                        struct err *err);
/* draw_view_free() accepts NULL. */
void draw_view_free(struct draw_view *view);

/* draw_view_picture() makes a picture for draw_picture_free(), zeroed on failure, and sets place_m
 * to where its camera stands. One call at a time per view. ERR_ARG: the camera stands in the ground
 * or under water, has no direction, or a place that counts from the ground has none. ERR_NOMEM,
 * ERR_CANCELLED. */
MUST_USE enum err_code draw_view_picture(struct draw_picture *out, double place_m[3],
                                         struct draw_view *view, const struct draw_camera *camera,
                                         struct job *job, struct err *err);

#endif
