/*
 * Ground for roads: a terrain whose heights are changed around the roads of a file, so that they can be driven.
 *
 *     struct scree_grade_options options = SCREE_GRADE_OPTIONS_INIT;
 *     struct scree_terrain *graded;
 *     options.roads = scree_file("roads.json");
 *     int code = scree_grade(&graded, terrain, &options, NULL, &error);
 *
 * docs/roads.md has the rules and what the report says. Equal inputs give equal heights whatever the threads and the
 * order of the roads.
 */
#ifndef SCREE_GRADE_H
#define SCREE_GRADE_H

#include <scree/document.h>
#include <scree/draw.h>
#include <scree/types/grade.h>

SCREE_BEGIN

/*
 * scree_grade() makes the graded terrain, to be released with scree_terrain_free(); it keeps the one that it was made
 * of. On failure *out is NULL. The job gets the report as results.
 * SCREE_BAD_ARGUMENT (error.field: "roads"; the terrain stays in its file, or has points without data),
 * SCREE_MALFORMED (the roads), SCREE_UNSUPPORTED (a grid in degrees), SCREE_CANNOT_READ, SCREE_LIMIT, SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
SCREE_API int scree_grade(struct scree_terrain **out, const struct scree_terrain *terrain,
                          const struct scree_grade_options *options, struct scree_job *job,
                          struct scree_error *error);

/* scree_grade_document() is the report of a graded terrain: SCREE_JSON ("scree-graded-1") or SCREE_HTML. For
 * scree_bytes_free(); empty on failure. SCREE_BAD_ARGUMENT: another form, or it was not graded; SCREE_NO_MEMORY. */
SCREE_API int scree_grade_document(const struct scree_terrain *graded, struct scree_bytes *out,
                                   int form, struct scree_job *job, struct scree_error *error);

/* scree_grade_picture() shows where one terrain is lower (red) or higher (blue) than another of the same size, a pixel
 * a point, north on top; full colour is 10 m. To be freed by scree_picture_free(). SCREE_BAD_ARGUMENT: another size, or
 * a terrain that stays in its file; SCREE_NO_MEMORY. */
SCREE_API int scree_grade_picture(struct scree_picture **out, const struct scree_terrain *before,
                                  const struct scree_terrain *after, struct scree_job *job,
                                  struct scree_error *error);

SCREE_END

#endif
