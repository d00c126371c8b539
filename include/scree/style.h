/*
 * Surface maps made for a terrain, for those who have none: a style says which layers there are and
 * how they look, the ground's own altitudes and slopes say where they lie (docs/styles.md).
 *
 *     struct scree_style_options options = SCREE_STYLE_OPTIONS_INIT;
 *     options.style = "alpine";                       scree_style_at() lists them
 *     int code = scree_styled_create(&styled, terrain, &options, job, &error);
 *     if (!code) code = scree_styled_surface(styled, &surface, terrain, NULL, job, &error);
 *     struct scree_styled_layer layer = {.size = sizeof layer};
 *     for (uint32_t i = 0; !code && scree_styled_layer(styled, i, &layer, NULL) == SCREE_OK; i++)
 *         if (!layer.fits) printf("%s: %s\n", layer.name, layer.reason);
 *     scree_styled_free(styled);
 */
#ifndef SCREE_STYLE_H
#define SCREE_STYLE_H

#include <scree/document.h>
#include <scree/surface.h>
#include <scree/types/style.h>
#include <scree/types/styled.h>

SCREE_BEGIN

/* scree_style_count() is how many styles there are; scree_style_at() describes one of them, in texts
 * that live for ever. SCREE_BAD_ARGUMENT: there is no style i. */
SCREE_API size_t scree_style_count(void);
SCREE_API int scree_style_at(size_t i, struct scree_style *style, struct scree_error *error);

struct scree_styled;

/*
 * scree_styled_create() makes a surface map for a terrain. Equal terrains and options give equal
 * bytes, whatever the number of threads. The result holds nothing of the terrain.
 * SCREE_BAD_ARGUMENT (error.field: "style", "water", "water_m", "cover", "cover_legend"), SCREE_CANNOT_READ (a
 * terrain that stays in its file), SCREE_CANCELLED, SCREE_NO_MEMORY; of a map of land cover also what reading gives
 */
SCREE_API int scree_styled_create(struct scree_styled **out, const struct scree_terrain *terrain,
                                  const struct scree_style_options *options, struct scree_job *job,
                                  struct scree_error *error);
SCREE_API void scree_styled_free(struct scree_styled *styled);

SCREE_API void scree_styled_describe(const struct scree_styled *styled,
                                     struct scree_styled_info *info);

/* Layers have their numbers of the surface map. SCREE_BAD_ARGUMENT: there is no layer i. */
SCREE_API int scree_styled_layer(const struct scree_styled *styled, uint32_t i,
                                 struct scree_styled_layer *layer, struct scree_error *error);

/* scree_styled_text() is the map as text, limits in metres and degrees; scree_styled_save() writes
 * it to a sink as scree_surface_save() does, and beside it the masks that it names, those of land cover. */
SCREE_API int scree_styled_text(const struct scree_styled *styled, struct scree_bytes *out,
                                struct scree_error *error);
SCREE_API int scree_styled_save(const struct scree_styled *styled, struct scree_sink *sink,
                                const char *name, struct scree_job *job, struct scree_error *error);
/* scree_styled_surface() is the map as one that was read from that text, under a name for messages and
 * manifests; NULL: the style's name with .srf.json. terrain is the one it was made for. */
SCREE_API int scree_styled_surface(const struct scree_styled *styled, struct scree_surface **out,
                                   const struct scree_terrain *terrain, const char *name,
                                   struct scree_job *job, struct scree_error *error);
/* scree_styled_tell() sends what was decided to the job as notes about the file `name`. */
SCREE_API void scree_styled_tell(const struct scree_styled *styled, const char *name,
                                 struct scree_job *job);
/* scree_styled_document() tells what was decided: SCREE_TEXT, or SCREE_JSON ("scree-style-1"); for
 * NULL it is the list of styles ("scree-styles-1"). SCREE_BAD_ARGUMENT (error.field),
 * SCREE_NO_MEMORY */
SCREE_API int scree_styled_document(const struct scree_styled *styled, struct scree_bytes *out,
                                    int form, struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
