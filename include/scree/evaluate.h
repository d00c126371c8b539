/*
 * Evaluation: how much of every layer covers every texel, in buffers of the caller's.
 *
 * docs/model.md defines every number to the bit: equal inputs give equal bytes on every processor,
 * with any number of threads, in any order of rows.
 *
 * Grids.
 *   SCREE_CELLS     width x height texels tile the terrain and are sampled at their centres; row 0
 *                   is the NORTH edge, column 0 the west edge. A texel larger than a terrain unit
 *                   is the mean of a finer evaluation. For masks, splat maps, pictures.
 *   SCREE_VERTICES  texel (i, j) is terrain point (i, j); row 0 is the SOUTH edge, as in the games'
 *                   terrains.
 *   SCREE_SPREAD    width x height points, 2 or more a side, spread evenly from edge to edge; row 0 is
 *                   the SOUTH edge. For games whose terrains have other sizes.
 * `reversed` turns the rows round: row 0 of cells is then the south edge, of the others the north
 * edge. Texels are the same, to the bit.
 *
 * Materials. Layers are added up to materials, which is what planes are made of. Without a merge
 * each layer is a material of its own. Material 0 holds the root.
 */
#ifndef SCREE_EVALUATE_H
#define SCREE_EVALUATE_H

#include <scree/surface.h>
#include <scree/types/evaluate.h>
#include <scree/types/planes.h>

SCREE_BEGIN

#define SCREE_ALL_DEPTHS UINT32_MAX
#define SCREE_MAX_DEPTH 1000   /* deeper than any surface map */
#define SCREE_MAX_SIZE 1048576 /* texels a side */

struct scree_plan;

/*
 * scree_plan_create() checks everything and allocates everything that evaluating needs. The plan
 * keeps the terrain and a copy of the surface map: later changes of the map do not reach it, and
 * both may be freed. The number of threads is the job's.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_MALFORMED (a value that cannot be drawn),
 * SCREE_NO_MEMORY
 */
SCREE_API int scree_plan_create(struct scree_plan **out, const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_plan_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_plan_free(struct scree_plan *plan);

/* The size in texels of what is evaluated: the region, or the size asked for or chosen. */
SCREE_API uint32_t scree_plan_width(const struct scree_plan *plan);
SCREE_API uint32_t scree_plan_height(const struct scree_plan *plan);
SCREE_API uint32_t scree_plan_materials(const struct scree_plan *plan);
/* UTF-8, as long as the plan lives; NULL if there is no such material. */
SCREE_API const char *scree_plan_material_name(const struct scree_plan *plan, uint32_t material);

/*
 * scree_plan_rows() evaluates rows first_row .. first_row + rows - 1 once and fills all targets.
 * Rows may be asked for in any order, any number of times. One call at a time per plan; different
 * plans do not meet.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_CANCELLED (the planes hold some of the rows); of a terrain
 * that stays in its file or its tiles SCREE_CANNOT_READ and what a source's samples() returns (tiles.h);
 * the planes hold anything then
 */
SCREE_API int scree_plan_rows(struct scree_plan *plan, uint32_t first_row, uint32_t rows,
                              const struct scree_target *targets, size_t target_count,
                              struct scree_job *job, struct scree_error *error);

/*
 * scree_plan_ground() writes what the texels are on, texel (i, j) at
 * [(j - first_row) * width + i]: altitude in metres and gradient (rise over run) without any
 * layer's smoothing; of a texel that is a mean, the means; NaN where there is no data. Either may be
 * NULL. Errors as scree_plan_rows().
 */
SCREE_API int scree_plan_ground(struct scree_plan *plan, uint32_t first_row, uint32_t rows,
                                float *altitude_m, float *slope, struct scree_job *job,
                                struct scree_error *error);

/* scree_plan_place() finds the texel over a place in metres east of the west edge and south of the
 * north edge. Returns 0 if the place is outside what the plan evaluates. */
SCREE_API int scree_plan_place(const struct scree_plan *plan, double x_m, double y_m,
                               uint32_t *column, uint32_t *row);

SCREE_END

#endif
