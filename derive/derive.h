/*
 * Maps of the ground itself: heights, normals, slopes, curvature, how much of the sky is seen, the
 * area that drains through a place, and the relief that layers put on it, which normals have, too.
 *
 *     derive_create(&derive, field, &options, err)
 *     derive_start(derive, SCREE_BAKE_SLOPE, job, err)     a map at a time, any number of times
 *     derive_rows(derive, first, count, out, err)      its rows, in any order
 *     derive_free(derive)
 *
 * Definitions, to the bit: docs/model.md, Maps of the ground. Only + - * /, sqrt and floor are used,
 * and sums are of whole numbers, so results are the same everywhere and for any number of threads.
 *
 * Threads: one at a time for each struct derive.
 */
#ifndef DERIVE_DERIVE_H
#define DERIVE_DERIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/bake.h>

#include "base/err.h"
#include "base/job.h"
#include "ter/ter.h"

#define DERIVE_MAPS 7
#define DERIVE_ALL ((unsigned)SCREE_BAKE_ALL_MAPS)
/* These need the whole ground at once; the others a few rows. */
#define DERIVE_NOT_LOCAL ((unsigned)SCREE_BAKE_AO | SCREE_BAKE_FLOW)

/* "height"; "m", "1" of what has no unit. */
const char *derive_name(enum scree_bake_map map);
const char *derive_unit(enum scree_bake_map map);

/* What layers put on the ground between its points; row() turns the slopes of samples and, unless it
 * is NULL, writes to height_m how far each is moved out (render/render.h, render_relief_row()). */
struct derive_relief {
    const void *context;
    void (*row)(const void *context, uint32_t thread, const uint64_t *x, uint64_t y, size_t count,
                const struct ter_ground *ground, float *height_m);
};

struct derive_options {
    uint32_t width, height; /* texels of the whole map */
    bool vertices;          /* from edge to edge, at least 2 a side; else middles of equal parts */
    bool south_first;       /* row 0 is the south edge, else the north edge */
    uint32_t column, columns;           /* what derive_rows() gives of each row; columns 0: all */
    uint32_t threads;                   /* as everywhere */
    const struct derive_relief *relief; /* NULL: none; outlives the maps */
};

/* derive_memory_bytes() is about what a map takes at once, besides the terrain. */
uint64_t derive_memory_bytes(const struct ter_field *field, const struct derive_options *options,
                             enum scree_bake_map map);

struct derive;

/* derive_create() prepares maps of a field, which must outlive *out and may stay in its file. On
 * success the caller frees *out with derive_free(); on failure it is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code derive_create(struct derive **out, const struct ter_field *field,
                                       const struct derive_options *options,
                                       struct scree_error *err);
/* derive_free() accepts NULL. */
void derive_free(struct derive *derive);

/*
 * derive_start() makes a map ready: what is not local is computed, and of heights and curvatures the
 * range is found. What the map before took is given up.
 * SCREE_CANNOT_READ (the terrain), SCREE_NO_MEMORY, SCREE_CANCELLED, SCREE_LIMIT (2^32 texels or more, of flow)
 */
MUST_USE enum scree_code derive_start(struct derive *derive, enum scree_bake_map map,
                                      struct scree_job *job, struct scree_error *err);

/* How the values of the map at hand are written in 16 bits, 0 to 65535: linear between low and high,
 * or, of flow, by the square root of their share of high. low < high. */
struct derive_scale {
    double low, high;
    bool root;
};
struct derive_scale derive_scale(const struct derive *derive);
/* derive_number() is a value in 16 bits. */
uint16_t derive_number(const struct derive_scale *scale, float value);

/* derive_rows() writes rows first .. first + count - 1 of the map, the columns that options has: floats,
 * or of normals three bytes each. SCREE_CANNOT_READ. */
MUST_USE enum scree_code derive_rows(struct derive *derive, uint32_t first, uint32_t count,
                                     void *out, struct scree_error *err);

/*
 * derive_points() makes a field of a map that is not local, at each point of the terrain and at no others: its
 * samples are the values, the same that the map has with a texel a point. Where the terrain has no
 * data, heights are those of ter_complete(). *field is in memory. On success the caller frees *out with ter_free(); on
 * failure it is NULL. Errors as of derive_start().
 */
MUST_USE enum scree_code derive_points(struct ter_field **out, const struct ter_field *field,
                                       enum scree_bake_map map, struct scree_job *job,
                                       struct scree_error *err);

/*
 * derive_near() makes a field of how far it is from each point of a terrain to the nearest of marked ones, marked[y *
 * points_x + x] as its samples stand: metres, nowhere_m if none is. *out is in memory and the caller's, for
 * ter_free(); on failure it is NULL. SCREE_LIMIT (more than DERIVE_NEAR_POINTS a side), SCREE_NO_MEMORY,
 * SCREE_CANCELLED.
 */
#define DERIVE_NEAR_POINTS (UINT32_C(1) << 20)
MUST_USE enum scree_code derive_near(struct ter_field **out, const struct ter_field *field,
                                     const uint8_t *marked, float nowhere_m, struct scree_job *job,
                                     struct scree_error *err);

#endif
