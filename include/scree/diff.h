/*
 * What changed between two surface maps or bakes, where, and why (docs/comparing-maps.md). A side is a
 * surface map, the folder of a bake, or a sink in memory with a bake.
 *
 *     struct scree_diff_side before = {sizeof before, surface, NULL, NULL};
 *     struct scree_diff_side after = {sizeof after, edited, NULL, NULL};
 *     struct scree_diff_options options = SCREE_DIFF_OPTIONS_INIT;
 *     options.terrain = terrain;
 *     options.fail = "area=2%,region=1ha";
 *     int code = scree_diff_create(&diff, &before, &after, &options, job, &error);
 *     struct scree_diff_info info = {.size = sizeof info};
 *     if (!code) scree_diff_describe(diff, &info);             info.area: share that changes layer
 *     if (!code) code = scree_diff_document(diff, &text, SCREE_TEXT, job, &error);
 *     scree_diff_free(diff);
 */
#ifndef SCREE_DIFF_H
#define SCREE_DIFF_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/types/answers.h>
#include <scree/types/diff.h>

SCREE_BEGIN

/* scree_diff_is_folder() is 1 for a path that struct scree_diff_side takes for a folder: a folder,
 * whatever it holds, or a manifest.json. */
SCREE_API int scree_diff_is_folder(const char *path);
/* scree_diff_terrain_options() is how the terrain of the bake in a folder was read, for the terrain
 * that a bake and a surface map are compared on. As scree_diff_create(). */
SCREE_API int scree_diff_terrain_options(struct scree_terrain_options *options, const char *folder,
                                         struct scree_job *job, struct scree_error *error);

/* scree_diff_check_limits() refuses what `warn` or `fail`, whichever member is called, may not be. */
SCREE_API int scree_diff_check_limits(const char *limits, const char *member,
                                      struct scree_error *error);

struct scree_diff;

/*
 * scree_diff_create() compares. The result keeps the terrain and copies of the surface maps.
 * Materials of bakes meet by name. Layers of two maps meet by name and place, and each change of a
 * value or of the tree is made alone to the map before, to tell how much it explains.
 * SCREE_BAD_ARGUMENT  error.field is "sides": they cannot be compared (two sizes, no masks, another
 *                     terrain unit); "terrain": one is needed; or another member
 * As reading a manifest and its pictures: SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED.
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_diff_create(struct scree_diff **out, const struct scree_diff_side *before,
                                const struct scree_diff_side *after,
                                const struct scree_diff_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_diff_free(struct scree_diff *diff);

SCREE_API void scree_diff_describe(const struct scree_diff *diff, struct scree_diff_info *info);
/* Texts of these are UTF-8 and live as long as diff. SCREE_BAD_ARGUMENT: there is none of number i. */
SCREE_API int scree_diff_material(const struct scree_diff *diff, size_t i,
                                  struct scree_diff_material *material, struct scree_error *error);
SCREE_API int scree_diff_change(const struct scree_diff *diff, size_t i,
                                struct scree_change *change, struct scree_error *error);
SCREE_API int scree_diff_passed(const struct scree_diff *diff, size_t i,
                                struct scree_diff_passed *passed, struct scree_error *error);

/* scree_diff_document() writes all of it: SCREE_TEXT, SCREE_JSON ("scree-diff-1"); with
 * options.pictures SCREE_HTML and SCREE_PNG, the picture.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY, SCREE_CANCELLED */
SCREE_API int scree_diff_document(const struct scree_diff *diff, struct scree_bytes *out, int form,
                                  struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
