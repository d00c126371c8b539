/* The ground and the maps that are measured on, the same in every program of bench/. */
#ifndef BENCH_SCENE_H
#define BENCH_SCENE_H

#include "base/file.h"
#include "srf/srf.h"
#include "ter/ter.h"

#define SCENE_STEP_TU 0.01 /* of an elevation */
#define SCENE_LAYERS 6     /* at most, besides the root */

/* Hills of 2048 to 16 units with slopes around 22 degrees: altitudes from about -150 to 150. Rows
 * come in any order: heights_tu[x] is that of point (x, y), 0 <= x < points. */
struct scene_hills;
MUST_USE enum scree_code scene_hills_create(struct scene_hills **out, uint32_t points,
                                            struct scree_error *err);
void scene_hills_row(struct scene_hills *hills, uint32_t y, double *heights_tu);
void scene_hills_free(struct scene_hills *hills);

/* scene_field() is a field of points x points of them; free field->memory. */
MUST_USE enum scree_code scene_field(struct ter_field *field, uint32_t points,
                                     struct scree_error *err);

/* "broad": five layers over rock, each with four ramps and 8 octaves of noise, possible nearly
 * everywhere; banded: six layers in bands of altitude, with three ramps. As a file, or read. */
MUST_USE enum scree_code scene_map_bytes(struct scree_bytes *out, bool banded,
                                         struct scree_error *err);
MUST_USE enum scree_code scene_map(struct srf_map **out, bool banded, struct scree_error *err);

/* "layered": seven layers over rock, two of them children, with limits of altitude, of slope and of both,
 * and noise. */
#define SCENE_LAYERED 8 /* layers, the root counted */
MUST_USE enum scree_code scene_layered_bytes(struct scree_bytes *out, struct scree_error *err);

#endif
