/*
 * Pictures for people: maps from above, a sheet with a map for each layer, how much ground lies at
 * each altitude and slope, pictures in perspective.
 *
 * Equal scenes and options give equal pixels whatever the number of threads. Each texel of terrain
 * is evaluated once, whatever is drawn of it.
 */
#ifndef DRAW_DRAW_H
#define DRAW_DRAW_H

#include <scree/types/draw.h>
#include <scree/types/picture.h>

#include "base/err.h"
#include "base/job.h"
#include "render/render.h"

/* RGB, rgb[(j * width + i) * 3 + c], row 0 on top. Start it zeroed; draw_picture_free() frees and
 * zeroes it. */
struct draw_picture {
    uint8_t *rgb;
    struct scree_picture_info about;
};
void draw_picture_free(struct draw_picture *picture);

/* What is drawn. All of it outlives the call, or the view that is made of it. */
struct draw_scene {
    const struct ter_field *field; /* in memory */
    const struct srf_map *map;     /* after srf_check() */
    bool tint;                /* map colours altitudes (draw_tint()) and has no layers to show */
    struct ter_ranges ranges; /* of field; for histograms and views */
    double latitude_deg;      /* of the sun of views */
    const struct ter_quantiles *quantiles; /* of field; for histograms, or NULL */
    struct render_how how;
    const struct render_body
        *bodies; /* what stands on the ground: in views, from above lit and flat */
    size_t body_count;
    const struct render_strip *strips; /* roads: in views, and from above lit and flat */
    size_t strip_count;
};

/*
 * draw_tint() makes a map that colours altitudes, for a scene without a surface map: from green over
 * brown to white, and blue below 0 where the terrain lies on both sides of it. up_m is the length of
 * a terrain unit upwards. On success the caller frees *out with srf_free(); on failure it is NULL.
 * SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code draw_tint(struct srf_map **out, const struct ter_ranges *ranges,
                                   double up_m, struct scree_error *err);

/* ---- from above, north on top ---- */

#define DRAW_MAP_LEAST 1024
#define DRAW_MAP_SIDE 2048
#define DRAW_SHEET_SIDE 256
/*
 * draw_preview() makes a picture for draw_picture_free(); on failure *out is zeroed. Options say what
 * is drawn; plants and how are the scene's. Progress is the step "rendering".
 * SCREE_BAD_ARGUMENT    a size that no PNG holds, contours that are not numbers above 0, a sun that is not
 *            above the horizon, too many layers: 255 of SCREE_PREVIEW_LAYERS, 256 of sheets and
 *            histograms; and as render_plan_create()
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code draw_preview(struct draw_picture *out, const struct draw_scene *scene,
                                      const struct scree_preview_options *options,
                                      struct scree_job *job, struct scree_error *err);

/* draw_earth() is where `after` is lower (red) or higher (blue) than `before`, in memory and of the same size, a pixel a
 * point; full colour is 10 m, and grey is what is equal. SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code draw_earth(struct draw_picture *out, const struct ter_field *before,
                                    const struct ter_field *after, struct scree_job *job,
                                    struct scree_error *err);

/* ---- in perspective ---- */

#define DRAW_VIEW_WIDTH 1280
#define DRAW_USUAL_LATITUDE 45.0
struct draw_view;

/* draw_view_create() prepares a terrain for any number of pictures; the scene's contents must
 * outlive *out, which the caller frees with draw_view_free(). Water over all of the terrain is a
 * warning of the job. SCREE_BAD_ARGUMENT and SCREE_NO_MEMORY as render_view_create(). */
MUST_USE enum scree_code draw_view_create(struct draw_view **out, const struct draw_scene *scene,
                                          const struct scree_view_options *options,
                                          struct scree_job *job, struct scree_error *err);
/* draw_view_free() accepts NULL. */
void draw_view_free(struct draw_view *view);

/* draw_view_picture() makes a picture for draw_picture_free(), zeroed on failure, and sets place_m
 * to where its camera stands. One call at a time per view. SCREE_BAD_ARGUMENT: the camera stands in the ground
 * or under water, has no direction, or a place that counts from the ground has none. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code draw_view_picture(struct draw_picture *out, struct draw_view *view,
                                           const struct scree_camera *camera, struct scree_job *job,
                                           struct scree_error *err);

#endif
