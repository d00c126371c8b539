/* The heights of a network as unknowns, and what is wanted of them. Private to roads/. */
#ifndef ROADS_GRADE_MODEL_H
#define ROADS_GRADE_MODEL_H

#include "roads/grade_solve.h"
#include "roads/grade_tiles.h"

/* Height and cross fall of each knot as expressions of unknowns. */
struct grade_model {
    const struct grade_tiles *tiles; /* of beds */
    struct grade_rows terms;         /* two of each knot; value has the constant, less than 0 */
    size_t *height, *cross;       /* rows of terms by knot; SIZE_MAX: none of its own, constant */
    double *height_by, *cross_by; /* constants */
    bool *free;                   /* the knot has an unknown of its own */
    bool *aloft;                  /* of nodes: two bridges meet there, and nothing else */
    uint32_t *master;             /* the chain whose bed a knot lies on; its own if it is free */
    double *master_m;             /* where on it, along its way */
    double *ground_m;             /* below the knots */
    size_t unknowns;
    struct grade_rows data, bounds;
};

/* roads_model_make() fills *model, freed by roads_model_free() whatever the result. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code roads_model_make(struct grade_model *model,
                                          const struct grade_tiles *tiles, struct scree_job *job,
                                          struct scree_error *err);
void roads_model_free(struct grade_model *model);

/* roads_model_sum() adds a knot's height, or its cross fall, times by, to a sum. */
void roads_model_sum(struct grade_sum *sum, const struct grade_model *model, size_t knot,
                     bool cross, double by);
/* roads_bed_sum() adds the height of the bed at a place beside a piece. */
void roads_bed_sum(struct grade_sum *sum, const struct grade_model *model, uint32_t piece,
                   const struct grade_foot *foot);

/* roads_model_rows() adds the data of the ground, and all bounds. */
MUST_USE enum scree_code roads_model_rows(struct grade_model *model, struct scree_job *job,
                                          struct scree_error *err);

/* What is solved. */
struct grade_profile {
    const struct grade_lines *lines;
    double *height_m, *cross; /* of the knots */
    double *ground_m;
    double residual_m;
};
MUST_USE enum scree_code roads_profile_make(struct grade_profile *profile,
                                            const struct grade_tiles *beds, struct scree_job *job,
                                            struct scree_error *err);
void roads_profile_free(struct grade_profile *profile);
/* roads_bed_m() is the height of the bed beside a piece, that of its edge beyond it. */
double roads_bed_m(const struct grade_profile *profile, uint32_t piece,
                   const struct grade_foot *foot);

/* roads_shape_ground() changes the samples of a field, in memory that may be written to; in waters (NULL: none) only
 * those on beds. */
MUST_USE enum scree_code roads_shape_ground(struct ter_field *field, const struct ter_field *from,
                                            const struct roads_waters *waters,
                                            const struct grade_profile *profile,
                                            struct scree_job *job, struct scree_error *err);

/* A part of a way, and how far apart wheels are looked at. */
struct grade_span {
    double from_m, to_m, pace_m;
};
/* A terrain, and heights that some tiles of it have instead. */
struct grade_ground {
    const struct ter_field *field;
    double **tiles; /* [tile], GRADE_TILE * GRADE_TILE metres, or NULL; NULL: none has */
    uint32_t columns;
};
static inline double *grade_patch(const struct grade_ground *ground, uint32_t column, uint32_t row)
{
    double *tile =
        ground->tiles == NULL
            ? NULL
            : ground->tiles[(size_t)(row / GRADE_TILE) * ground->columns + column / GRADE_TILE];
    return tile == NULL ? NULL : &tile[(row % GRADE_TILE) * GRADE_TILE + column % GRADE_TILE];
}
static inline double grade_height_m(const struct grade_ground *ground, uint32_t column,
                                    uint32_t row)
{
    const double *patch = grade_patch(ground, column, row);
    return patch != NULL ? *patch : roads_ground_m(ground->field, column, row);
}

/* Wheels along a piece. */
struct grade_drive {
    const struct grade_piece *piece;
    double along_m, end_m, margin_m; /* on the piece; the bed beside the carriageway */
    double pace_m;
    uint32_t tracks, track; /* from the left to the right one; 2, or more between them */
    double at[2], step_m;   /* x, z; how much the ground breaks there */
};
/* roads_drive_start() begins where the span and the piece do; roads_drive_on() finds the next place, false: none. */
void roads_drive_start(struct grade_drive *drive, const struct grade_lines *lines, size_t piece,
                       const struct grade_span *span);
bool roads_drive_on(struct grade_drive *drive, const struct grade_ground *ground);

/* One of the ways in which games part cells into triangles. */
#define GRADE_SPLITS 4
/* A break as a sum of heights: of points, columns and rows from the north-west, each so many times. */
struct grade_break {
    size_t count;
    uint32_t point[12][2];
    double by[12], step_m; /* more than 0: a dip */
};
void roads_break_of(struct grade_break *out, const struct grade_ground *ground, const double at[2],
                    const double ahead[2], int way);

/* roads_smooth_beds() takes breaks away that wheels meet. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code roads_smooth_beds(struct ter_field *field, struct roads_graded *out,
                                           const struct grade_profile *profile,
                                           const struct grade_tiles *beds, struct scree_job *job,
                                           struct scree_error *err);

/* roads_measure_drive() fills the rest of *out: what it is like to drive, before and after. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code roads_measure_drive(struct roads_graded *out,
                                             const struct ter_field *before,
                                             const struct ter_field *after,
                                             const struct grade_profile *profile,
                                             struct scree_job *job, struct scree_error *err);

/* roads_note_bad() keeps a bad place if it is among the worst. */
void roads_note_bad(struct roads_graded *out, const struct roads_bad_place *place);

#endif
