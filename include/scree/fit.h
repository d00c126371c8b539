/*
 * The surface map that explains a painted terrain: which layers, in which order, with which limits and
 * which noise, give what somebody painted (docs/fit.md). The pattern of the noise and roads cannot be found.
 */
#ifndef SCREE_FIT_H
#define SCREE_FIT_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/types/fit.h>

SCREE_BEGIN

struct scree_fit;

/*
 * scree_fit_create() finds the map of a painting at `path`: a PNG, a GeoTIFF of classes, a folder of masks (a
 * grey PNG for each layer), a BeamNG level's folder or its .ter, a Rigs of Rods terrain's folder or .terrn2.
 * The last two have heights of their own, and terrain is then NULL; a GeoTIFF lies by its georeference, all
 * others on the whole terrain, whatever their size. scree_fit_painting() does so with one in memory.
 *
 * Equal inputs give equal maps, whatever the number of threads. The result holds nothing of the
 * terrain.
 * SCREE_BAD_ARGUMENT (error.field: a member; "terrain": one is needed, or not), SCREE_CANNOT_READ,
 * SCREE_MALFORMED, SCREE_UNSUPPORTED (no painting), SCREE_LIMIT (more classes), SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
SCREE_API int scree_fit_create(struct scree_fit **out, const struct scree_terrain *terrain,
                               const char *path, const struct scree_fit_options *options,
                               struct scree_job *job, struct scree_error *error);
SCREE_API int scree_fit_painting(struct scree_fit **out, const struct scree_terrain *terrain,
                                 const struct scree_painting *painting,
                                 const struct scree_fit_options *options, struct scree_job *job,
                                 struct scree_error *error);
SCREE_API void scree_fit_free(struct scree_fit *fit);

SCREE_API void scree_fit_describe(const struct scree_fit *fit, struct scree_fit_info *info);
/* scree_fit_surface() is the map: for the other ground, if there is one. SCREE_NO_MEMORY */
SCREE_API int scree_fit_surface(const struct scree_fit *fit, struct scree_surface **out,
                                struct scree_job *job, struct scree_error *error);
/* scree_fit_unexplained() is a text of the classes that no rule tells, a name a line: materials to
 * keep where they are. */
SCREE_API int scree_fit_unexplained(const struct scree_fit *fit, struct scree_bytes *out,
                                    struct scree_error *error);
/* scree_fit_document() tells what was found: SCREE_TEXT, SCREE_JSON ("scree-fit-1"), and with
 * options.pictures SCREE_HTML. SCREE_BAD_ARGUMENT (error.field),
 * SCREE_NO_MEMORY */
SCREE_API int scree_fit_document(const struct scree_fit *fit, struct scree_bytes *out, int form,
                                 struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
