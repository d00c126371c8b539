/*
 * libscree: how much of every layer of a Terragen surface map covers every point of a terrain, and
 * what games and tools load of it.
 *
 * The whole of it in one example, without error handling:
 *
 *     struct scree_error error = SCREE_ERROR_INIT;
 *     struct scree_terrain *terrain;
 *     struct scree_surface *surface;
 *     struct scree_plan *plan;
 *     scree_terrain_open(&terrain, scree_file("island.ter"), NULL, NULL, &error);
 *     scree_surface_open(&surface, scree_file("island.srf"), terrain, NULL, &error);
 *
 *     struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
 *     options.width = options.height = 1024;
 *     scree_plan_create(&plan, terrain, surface, &options, NULL, &error);
 *
 *     void *planes[] = {winners};                      // 1024 * 1024 bytes of yours
 *     struct scree_target target = {sizeof target, SCREE_WINNER_U8, planes, NULL};
 *     scree_plan_rows(plan, 0, 1024, &target, 1, NULL, &error);
 *
 *     scree_plan_free(plan);
 *     scree_surface_free(surface);
 *     scree_terrain_free(terrain);
 *
 * Rules that hold everywhere:
 * - A function that can fail returns an enum scree_code, 0 for success, and fills *error, which may
 *   be NULL, only when it fails. What it made is *out, which the caller frees by the function of
 *   its kind that ends in _free() or _close() and accepts NULL; *out is NULL, or zeroed, when it fails.
 * - Option structs begin with their size and are filled by their SCREE_..._INIT; members are added
 *   at the end only, so a program built with older headers keeps working.
 * - A NULL pointer to options means the defaults, a NULL job silence and all processors.
 * - Text is UTF-8. Lengths are in metres where a name ends in _m and in terrain units where it ends
 *   in _tu; slopes are gradients, rise over run (1 is 45 degrees).
 * - There is no global state: no initialisation, no environment variables, no output to any stream,
 *   no signals. Different objects may be used by different threads at the same time.
 *
 * docs/library.md explains more, docs/compatibility.md what may change until version 1.0.
 */
#ifndef SCREE_SCREE_H
#define SCREE_SCREE_H

#include <scree/bake.h>
#include <scree/beamng.h>
#include <scree/convert.h>
#include <scree/diff.h>
#include <scree/document.h>
#include <scree/draw.h>
#include <scree/engines.h>
#include <scree/error.h>
#include <scree/evaluate.h>
#include <scree/fit.h>
#include <scree/grade.h>
#include <scree/info.h>
#include <scree/job.h>
#include <scree/level.h>
#include <scree/lint.h>
#include <scree/live.h>
#include <scree/parts.h>
#include <scree/plants.h>
#include <scree/probe.h>
#include <scree/ror.h>
#include <scree/serve.h>
#include <scree/sink.h>
#include <scree/source.h>
#include <scree/spot.h>
#include <scree/style.h>
#include <scree/surface.h>
#include <scree/terrain.h>
#include <scree/test.h>
#include <scree/text.h>
#include <scree/tiles.h>

SCREE_BEGIN

/* scree_version() is the version of the library that runs, such as "0.1.0"; scree_model_version()
 * that of the rules in docs/model.md, which alone decides about bits. */
SCREE_API const char *scree_version(void);
/* scree_build() is how that library was made: "commit 0123456789ab; with OpenMP, TIFF; without GDAL".
 * "-changed" behind the commit: from files that were not the commit's; "of an unknown commit": from an
 * archive that does not name one. scree_licenses() is the notices and licences of scree and of all
 * that is linked into it, in UTF-8 with lines of any length. Both stay. */
SCREE_API const char *scree_build(void);
SCREE_API const char *scree_licenses(void);
SCREE_API int scree_model_version(void);

SCREE_END

#endif
