/*
 * Live scenes: what an editor shows while a surface map is being changed.
 *
 * A live scene holds a terrain and a view of it, and what it has evaluated. After each change of
 * the map, scree_live_update() takes the map as it is then and evaluates what is not known yet:
 * names, colours and the order of layers cost no noise, nor do earlier values. Results are the
 * bytes of a plan made anew for the same map (scree/evaluate.h), also where there is no data.
 *
 *     struct scree_live_options view = SCREE_LIVE_OPTIONS_INIT;
 *     view.width = view.height = 512;
 *     scree_live_create(&live, terrain, &view, &job, &error);
 *     for (;;) {
 *         scree_surface_set(surface, layer, "altitude.max.at", slider, terrain, &error);
 *         scree_live_update(live, surface, &job, &error);
 *         show(scree_live_picture(live), scree_live_changed(live));
 *     }
 *
 * Threads: one call at a time for a live scene; different ones may be used at the same time.
 */
#ifndef SCREE_LIVE_H
#define SCREE_LIVE_H

#include <scree/evaluate.h>
#include <scree/types/live.h>

SCREE_BEGIN

/*
 * max_bytes of struct scree_live_options bounds the memory that is kept: 4 bytes for each sample of the view - a texel has one,
 * or as many as terrain units that it covers - times 1, 2 for the terrain (and 2 for each smoothing
 * size above 1 in use), 1 for each layer and 1 for each noise; and 4 bytes for each texel and
 * layer; and up to 64 planes of layers and noises that the map does not use any more. A new value
 * of a layer takes the place of the one before, so a slider takes no more memory the longer it is
 * moved. Below what the map at hand needs, updates become slower and stay right. Results, 16 bytes
 * for each layer and 4096 samples, smoothed terrains and the working memory of threads come in any
 * case.
 */
struct scree_live;

/*
 * scree_live_create() checks the options and allocates the results: a black picture. The terrain is
 * kept as long as it is needed. options and job may be NULL. SCREE_BAD_ARGUMENT (error.field;
 * "leave_in_file": the terrain stays in its file or its tiles), SCREE_NO_MEMORY
 */
SCREE_API int scree_live_create(struct scree_live **out, const struct scree_terrain *terrain,
                                const struct scree_live_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_live_free(struct scree_live *live);

/* scree_live_view() changes the options: another rectangle, another size. Results begin anew and
 * are right after the next update; pointers to earlier ones are not valid any more. On failure
 * everything is as it was. */
SCREE_API int scree_live_view(struct scree_live *live, const struct scree_live_options *options,
                              struct scree_job *job, struct scree_error *error);

/*
 * scree_live_update() makes the results those of the surface map, which is not needed afterwards.
 * The number of threads is the job's.
 * SCREE_MALFORMED (a value that cannot be drawn), SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY: the picture
 * is as it was. SCREE_CANCELLED: some of it shows the new map, the rest the one before. The next
 * update that succeeds, of whatever map, makes all of it right.
 */
SCREE_API int scree_live_update(struct scree_live *live, const struct scree_surface *surface,
                                struct scree_job *job, struct scree_error *error);

/* The size of the results in texels: the region, or the size asked for or chosen. */
SCREE_API uint32_t scree_live_width(const struct scree_live *live);
SCREE_API uint32_t scree_live_height(const struct scree_live *live);

/* scree_live_picture() is the map in its own colours, lit from the north-west: 3 bytes a texel,
 * width texels a row. Owned by live, at the same address until the view changes. */
SCREE_API const unsigned char *scree_live_picture(const struct scree_live *live);
/* scree_live_winner() is the number of the layer of greatest weight, a byte a texel; owned likewise
 * and found when it is asked for. NULL if the last update did not succeed or its map has more than
 * 255 layers. */
SCREE_API const unsigned char *scree_live_winner(struct scree_live *live);

/* scree_live_changed() gives a rectangle of texels outside of which picture and winner are what
 * they were before the last update that succeeded and those since the one before. Returns 0 if
 * nothing changed. */
SCREE_API int scree_live_changed(const struct scree_live *live, uint32_t *column, uint32_t *row,
                                 uint32_t *columns, uint32_t *rows);

/*
 * scree_live_layer() writes the weights or the reach of one layer over the whole view to the
 * caller's plane: width * height samples. kind is SCREE_WEIGHT_... or SCREE_EFF_... of enum
 * scree_plane_kind. SCREE_BAD_ARGUMENT (error.field): another kind, no such layer, or the last
 * update did not succeed
 */
SCREE_API int scree_live_layer(struct scree_live *live, int kind, uint32_t layer, void *plane,
                               struct scree_error *error);

/*
 * scree_live_weights() writes the weights of all layers likewise, in little more time than those of
 * one: planes[layer] for each layer of the map of the last update; NULL leaves one out. kind is
 * SCREE_WEIGHT_... SCREE_BAD_ARGUMENT (error.field): another kind, or the last update did not succeed
 */
SCREE_API int scree_live_weights(struct scree_live *live, int kind, void *const *planes,
                                 struct scree_error *error);

/* scree_live_count() is what a live scene has done since it was made. */
SCREE_API void scree_live_count(const struct scree_live *live, struct scree_live_counts *counts);

SCREE_END

#endif
