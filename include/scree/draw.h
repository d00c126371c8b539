/*
 * Pictures for people: maps from above, sheets, histograms, views in perspective.
 *
 * Equal inputs and options give equal pixels on every processor, with any number of threads; from
 * one version to the next pictures may change (docs/compatibility.md). Each texel is evaluated
 * once, whatever is drawn of it.
 *
 *     struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
 *     struct scree_picture *picture = NULL;
 *     options.legend = true;
 *     int code = scree_preview(&picture, terrain, surface, &options, job, &error);
 *     if (!code) code = scree_picture_save(picture, sink, NULL, job, &error);
 *     scree_picture_free(picture);
 *
 * A view is costly to make and cheap to turn:
 *
 *     struct scree_view_options options = SCREE_VIEW_OPTIONS_INIT;
 *     struct scree_camera camera = SCREE_CAMERA_INIT;
 *     options.has_water = true;                                          at 0 m
 *     int code = scree_view_create(&view, terrain, surface, &options, job, &error);
 *     camera.from_deg = 30;                                              around the terrain
 *     if (!code) code = scree_view_picture(&picture, view, &camera, job, &error);
 *     scree_view_free(view);
 */
#ifndef SCREE_DRAW_H
#define SCREE_DRAW_H

#include <scree/evaluate.h>
#include <scree/types/draw.h>
#include <scree/types/picture.h>

SCREE_BEGIN

/* ---- pictures ---- */

/* A picture never changes: any threads. It holds nothing of what it was made from. */
struct scree_picture;

/* scree_picture_describe() fills info, whose size you set. */
SCREE_API void scree_picture_describe(const struct scree_picture *picture,
                                      struct scree_picture_info *info);
/* rgb[(row * width + column) * 3 + channel], row 0 on top, as long as the picture lives. */
SCREE_API const unsigned char *scree_picture_rgb(const struct scree_picture *picture);
/* scree_picture_save() writes the picture as a PNG of 8 bits to a sink, under `name`; NULL is the
 * path of scree_sink_file(), and "picture.png" for other sinks. As scree_sink_write(). */
SCREE_API int scree_picture_save(const struct scree_picture *picture, struct scree_sink *sink,
                                 const char *name, struct scree_job *job,
                                 struct scree_error *error);
SCREE_API void scree_picture_free(struct scree_picture *picture);

/* ---- from above, north on top ---- */

/*
 * scree_preview() draws a terrain under its surface map; neither changes. Without a map (surface
 * NULL) it colours altitudes, from green over brown to white, and blue below 0 where the terrain
 * lies on both sides of it; the legend is of altitudes then, and kinds that show layers are
 * refused. Besides the picture it takes memory for bands of rows, and 4 bytes a texel for
 * slope_limits.
 * SCREE_BAD_ARGUMENT (error.field; also a picture larger than a PNG holds, 2 GiB, of field "width",
 * and a terrain opened with leave_in_file), SCREE_MALFORMED (a value that cannot be drawn),
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_preview(struct scree_picture **out, const struct scree_terrain *terrain,
                            const struct scree_surface *surface,
                            const struct scree_preview_options *options, struct scree_job *job,
                            struct scree_error *error);

/* ---- in perspective ---- */

/* scree_surface_scene() fills scene, whose size you set, with what the world that a map is from has
 * beside it, in the metres of the terrain; of another map all has_ are false. A camera that would be in the ground
 * is as high above it as the world says, and water above all of the terrain is none: its heights are not the world's. SCREE_BAD_ARGUMENT: the size is 0. */
SCREE_API int scree_surface_scene(const struct scree_surface *surface,
                                  const struct scree_terrain *terrain, struct scree_scene *scene,
                                  struct scree_error *error);

struct scree_view;

/* surface may be NULL as for scree_preview(). Water over all of the terrain is a warning of the
 * job, whose threads are the view's. Errors as scree_preview(). */
SCREE_API int scree_view_create(struct scree_view **out, const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_view_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_view_free(struct scree_view *view);

/* scree_view_picture() draws what a camera sees (NULL: SCREE_CAMERA_INIT); *out as scree_preview().
 * One call at a time per view. SCREE_BAD_ARGUMENT, also for a camera that is in the ground or
 * under water; SCREE_NO_MEMORY, SCREE_CANCELLED. */
SCREE_API int scree_view_picture(struct scree_picture **out, struct scree_view *view,
                                 const struct scree_camera *camera, struct scree_job *job,
                                 struct scree_error *error);

SCREE_END

#endif
