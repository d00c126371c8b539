/*
 * Surface tree + heightfield -> coverage: how much of every layer covers every texel.
 *
 * docs/model.md defines every number here to the bit. Layers are numbered as in the surface map:
 * srf_map.layers[i], painting order, 0 the root. Nothing here writes a file.
 *
 * Grids.
 *   SCREE_CELLS     width x height texels tile the terrain's extent and are sampled at their
 *                    centres; row 0 is the NORTH edge, column 0 the west edge. A texel larger than
 *                    a terrain unit is the mean of a finer evaluation.
 *   SCREE_VERTICES  texel (i, j) is terrain point (i, j); row 0 is the SOUTH edge. width and
 *                    height may be less than the terrain's points: the rest is left out.
 *   SCREE_SPREAD    width x height points, at least 2 a side and any number more, spread evenly over
 *                    the terrain from edge to edge; row 0 is the SOUTH edge. With as many as the
 *                    terrain has it is SCREE_VERTICES.
 * With `reversed` the rows come in the other order: row 0 of cells is the SOUTH edge, of the others
 * the NORTH edge. Texels are the same, to the bit.
 *
 * Equal inputs give equal bytes whatever the thread count, the tile size, the order of the rows
 * asked for, the compiler or the instruction set.
 */
#ifndef RENDER_RENDER_H
#define RENDER_RENDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/evaluate.h>
#include <scree/types/planes.h>

#include "base/cpu.h"
#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "render/model.h"
#include "noise/noise.h"
#include "srf/srf.h"
#include "ter/ter.h"

#define RENDER_MAX_SIZE 1048576 /* texels a side */
#define RENDER_MAX_TILE 1024
#define RENDER_MAX_THREADS 1024
#define RENDER_BLEND_MATERIALS 9 /* a base, and two planes of four */
#define RENDER_BLEND_ONE_PLANE 5 /* a base, and one */
#define RENDER_UNITS (1 << 24)   /* in which coverage is summed: so many are all of a texel */

/* A part of the grid: its first column and row and its size; width 0: all of it. */
struct render_crop {
    uint32_t column, row, width, height;
};

struct render_options {
    enum scree_grid grid;
    uint32_t width,
        height;        /* texels; 0: a texel per terrain unit (cells) or all points (vertices) */
    double relief;     /* R of the slope rule: 1 is crisp, else RENDER_MIN_RELIEF .. MAX */
    bool root_density; /* honour the root layer's own distribution */
    uint32_t tile;     /* side of a tile in texels, 0 chooses; never changes a result */
    uint32_t threads;  /* 0: one per processor; never changes a result */
    enum cpu_isa isa;  /* CPU_BEST: the strongest there is; never changes a result */
    bool exhaustive;   /* evaluate even what is proven to have no effect; never changes a result */
    struct render_crop crop;          /* what is evaluated: as if it were cut out of the whole */
    bool reversed;                    /* rows in the other order, those of the crop, too */
    const struct render_model *model; /* of the noise; must outlive the plan. NULL: render_model */
    struct scree_job *job;            /* polled while the plan is made; or NULL */
};
#define RENDER_OPTIONS_DEFAULT                                                                     \
    {                                                                                              \
        .grid = SCREE_CELLS, .relief = RENDER_RELIEF, .isa = CPU_BEST                              \
    }

/* A size as people give it. */
struct render_size {
    uint32_t width, height; /* 0: not given; height 0 with a width: one number alone */
};
#define RENDER_NO_DEPTH UINT32_MAX /* of layers that are merged: merge nothing */
#define RENDER_MAX_DEPTH 1000

/* How to evaluate, whatever the grid: the members of render_options that results have in common. */
struct render_how {
    double relief;
    bool root_density;
    uint32_t tile, threads; /* 0 chooses */
    enum cpu_isa isa;
    bool exhaustive;
};
#define RENDER_HOW_DEFAULT                                                                         \
    {                                                                                              \
        .relief = RENDER_RELIEF, .isa = CPU_BEST                                                   \
    }
/* render_how_of() is how a job wants it. */
struct render_how render_how_of(const struct scree_job *job, double relief, bool root_density);
/* render_how_options() is how to evaluate a grid of width x height texels, 0 chooses. */
struct render_options render_how_options(const struct render_how *how, enum scree_grid grid,
                                         uint32_t width, uint32_t height);

struct render_plan;

/*
 * render_plan_create() checks everything and allocates everything an evaluation needs. field and
 * map (after srf_check()) must outlive the plan. On success the caller frees *out with
 * render_plan_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT   an option is out of range, a value in the map or the field is not finite, or the
 *           processor flushes small numbers to zero, does not round to nearest, or lacks the
 *           instruction set asked for
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code render_plan_create(struct render_plan **out, const struct ter_field *field,
                                            const struct srf_map *map,
                                            const struct render_options *options,
                                            struct scree_error *err);
/* render_plan_free() accepts NULL. */
void render_plan_free(struct render_plan *plan);
/* The size in texels of what is evaluated: the crop, or the size asked for or chosen. */
uint32_t render_plan_width(const struct render_plan *plan);
uint32_t render_plan_height(const struct render_plan *plan);
/* render_memory_bytes() is about what a plan will take, terrains made for layers included; options as for
 * render_plan_create(). */
uint64_t render_memory_bytes(const struct ter_field *field, const struct srf_map *map,
                             const struct render_options *options);
/* The threads that will work: 1 in a build without threads. */
uint32_t render_plan_threads(const struct render_plan *plan);

/* render_altitude_share() and render_slope_share() are what a layer's limits of one kind alone
 * leave of it at an altitude or a gradient: 1 without limits. Of the layer itself, whatever its
 * parents say. render_gradient() is the gradient of degrees, below 90. */
float render_altitude_share(const struct render_plan *plan, uint32_t layer, double altitude_m);
float render_slope_share(const struct render_plan *plan, uint32_t layer, double gradient);
/* render_ramp() is what one altitude limit leaves at a distance inside it: 0 .. 1. */
float render_ramp(double inside, double fuzziness);
double render_gradient(double degrees);

/* render_slope_ramp() is what one slope limit, a lower or an upper one, leaves at each of some
 * gradients: out[i] of gradients[i], 0 .. 1. */
struct render_slope_limit {
    double at, fuzziness; /* gradients */
    bool upper;
};
void render_slope_ramp(float *out, const float *gradients, size_t count,
                       const struct render_slope_limit *limit, double relief);

/* Values at places of a caller's choice, those that the limits at hand look at. */
struct render_around {
    const float *aspect, *slope; /* degrees and gradient, as render_aspects() has them */
    const float *rise, *mean;    /* terrain units: the ground and the mean of what is around it */
    const float *curvature;      /* 1/m */
};

/* render_aspects() is which way the ground with these gradients faces, and how steep it is. */
void render_aspects(float *aspect, float *slope, const float *slope_x, const float *slope_y,
                    size_t count);

/* render_around_shares() is the product of what limits[quantity] leave, of the aspect, the position and the
 * curvature, that are on: out[i], 1 if none is. */
void render_around_shares(float *out, const struct render_around *ground, size_t count,
                          const struct srf_limit limits[SRF_CURVATURE + 1]);

/*
 * Which layers are added up to one material. Materials are numbered by their first layer, so
 * material 0 holds the root.
 */
struct render_merge {
    uint32_t count;              /* materials */
    uint32_t layer_count;        /* of the map */
    uint32_t *material_of_layer; /* [layer], 0 <= layer < layer_count */
    uint32_t *first_layer;       /* [material]: lowest layer of the material */
    const char **names;          /* [material], UTF-8 */
    struct mem_arena arena;
};

/* render_merge_depth() merges each layer deeper than depth into its ancestor at that depth (the
 * root has depth 0); UINT32_MAX merges nothing. A material is named as its first layer. */
MUST_USE enum scree_code render_merge_depth(struct render_merge **out, const struct srf_map *map,
                                            uint32_t depth, struct scree_error *err);
/* render_merge_names() merges layers of equal material name: names[layer] is a UTF-8 name, or NULL
 * for the parent's material (the root's own name for a root without one). */
MUST_USE enum scree_code render_merge_names(struct render_merge **out, const struct srf_map *map,
                                            const char *const *names, struct scree_error *err);
/* render_merge_free() accepts NULL. */
void render_merge_free(struct render_merge *merge);

/* Light for a picture. The sun's direction points from the ground to the sun: x east, y north,
 * z up, length 1. */
struct render_light {
    bool lit; /* false: plain colours, 255 * sqrt(colour) */
    float sun_direction[3];
    float sun, ambient, exposure; /* L = colour * (ambient + sun * max(N.L, 0)) */
};
/* The sun in the north-west, 40 degrees high (to four digits). */
#define RENDER_LIGHT_DEFAULT                                                                       \
    {                                                                                              \
        true, {-0.5417f, 0.5417f, 0.6428f}, 1.25f, 0.3f, 1.6f                                      \
    }

/*
 * Light and air for pictures that are to be looked at: a warm sun, a blue sky, shadows with soft
 * edges. Colours are linear; L = colour * (ambient + sun * max(N.L, 0) * visible), shown as
 * 255 * sqrt(1 - exp(-exposure L)).
 */
struct render_terragen;
struct render_clear;
struct render_sky {
    const struct render_terragen *terragen; /* of a Terragen world, or NULL; a view copies it */
    const struct render_clear *clear;       /* the sky that its air makes, or NULL; likewise */
    float sun_direction[3];                 /* as in struct render_light */
    float sun[3], ambient[3], exposure, contrast, black; /* the last two: of the sky clear */
    float penumbra; /* half the width of a shadow's edge, as a tangent; 0: no shadows */
};
/* render_sky_set() is the light of a sun at azimuth_deg (clockwise from north) and elevation_deg.
 * SCREE_BAD_ARGUMENT if that is not finite or not above 0 and at most 90 degrees high. */
MUST_USE enum scree_code render_sky_set(struct render_sky *sky, double azimuth_deg,
                                        double elevation_deg, struct scree_error *err);

/* render_sun_at() is azimuth and elevation in degrees, clockwise from north, of a sun that is up from 6 to 18 hours, its own
 * time: that of an equinox. -90 < latitude_deg < 90. */
void render_sun_at(double sun_deg[2], double latitude_deg, double hours);

/*
 * Sunlight that the air of a clear day scatters (render/view_clear.c), by direction, and how much of light a
 * metre takes at the ground. render_clear_set() finds it for the sun of render_sky_set(), makes sun, ambient
 * and exposure of the same air, and points sky to it; such light is shown by AgX. turbidity: 1 is
 * air without dust, 10 is haze. SCREE_BAD_ARGUMENT: it is not within them.
 */
#define RENDER_CLEAR_TURBIDITY 2.0 /* a fine day */
#define RENDER_CLEAR_SINES 40
#define RENDER_CLEAR_SIDES 5
struct render_clear {
    float scattered[RENDER_CLEAR_SINES][RENDER_CLEAR_SIDES][3]
                   [3]; /* by air, by dust, again; colours */
    float air[3], dust[3];
    bool storm;
    struct noise_fractal clouds; /* of a storm */
};
MUST_USE enum scree_code render_clear_set(struct render_clear *clear, struct render_sky *sky,
                                          double turbidity, struct scree_error *err);

/* render_clear_storm() covers a sky that is set with dark clouds: grey light without the sun's disc, a bright gap at
 * the horizon on its side, and rain in the air. */
void render_clear_storm(struct render_clear *clear, struct render_sky *sky);

/* render_usual_haze() is the distance in metres at which a sky's air leaves 1/e of the ground's light, where nobody
 * asks for another: under the sky clear what its air does, but within shares of the terrain's longer side, so
 * that ridges part on a small terrain, too, and the far side of a large one is seen. */
double render_usual_haze(const struct render_sky *sky, const struct ter_field *field);

/*
 * The air, the clouds and the water of a Terragen world. Heights are metres; a haze's density is
 * that of the file, for a terrain unit, and halves in half_m.
 */
struct render_haze {
    float colour[3], density;
    double half_m; /* above 0 */
};
struct render_terragen {
    double unit_m;                        /* a terrain unit */
    struct render_haze simple, blue, red; /* red only takes light */
    struct noise_fractal clouds;
    double cloud_m, cloud_size; /* altitude; 1: the largest are 128 units */
    float cloud_contrast;       /* 0: none */
    float cloud_shift;          /* the greater, the more */
    float glow;                 /* around the sun */
    float mirror[2];            /* what water sends back, of light from above and from ahead */
    float water[3];             /* its colour */
    float wave;                 /* slope of its waves */
};

/*
 * A texel of a field with points without data (ter/ter.h) may have none itself: if any of its samples
 * has none. It is 0 in planes of weights, reach, packs and alphas, NaN in those of floats, 255 among
 * winners, 127 in all channels of a picture, and counts for no sum. render_missing_texels() counts
 * those of rows first .. first + count - 1, render_texel_has_data() asks for one.
 */
uint64_t render_missing_texels(const struct render_plan *plan, uint32_t first, uint32_t count);
bool render_texel_has_data(const struct render_plan *plan, uint32_t column, uint32_t row);

/*
 * Areas of texels. Those of a terrain in metres are all alike; in a grid in degrees those of a row are
 * the smaller the nearer it is to a pole (docs/model.md, Areas). The weight of a row is the area of its
 * texels, of which RENDER_FULL_ROW is that of the largest of the whole grid. render_weigh() is that share of a
 * number of RENDER_UNITS, to the nearest: whole numbers for each texel, so that sums are the same in
 * any order and by any parts.
 *
 * render_areas_create() is for the rows that options ask for; weights stay NULL where all are full.
 * The caller frees *out with render_areas_free(); on failure it is zeroed. SCREE_NO_MEMORY. render_area_m2()
 * is a sum of weighed units as an area.
 */
#define RENDER_FULL_ROW (UINT32_C(1) << 30)
struct render_areas {
    uint32_t *weights; /* [row]; NULL: all are RENDER_FULL_ROW */
    double texel_m2;   /* of a texel of a full row */
};
MUST_USE enum scree_code render_areas_create(struct render_areas *out,
                                             const struct ter_field *field,
                                             const struct render_options *options,
                                             struct scree_error *err);
void render_areas_free(struct render_areas *areas);
/* render_texel_m2() is texel_m2 alone. */
double render_texel_m2(const struct ter_field *field, const struct render_options *options);
uint32_t render_row_weight(const struct render_areas *areas, uint32_t row);
static inline uint64_t render_weigh(uint64_t units, uint32_t weight)
{
    return (units * weight + RENDER_FULL_ROW / 2) / RENDER_FULL_ROW;
}
/* render_add_units() adds to a sum of units. Only a material that is all there is on 2^20 x 2^20 texels
 * reaches 2^64: that stays UINT64_MAX, which is the same number as a double. */
static inline uint64_t render_add_units(uint64_t sum, uint64_t units)
{
    return units > UINT64_MAX - sum ? UINT64_MAX : sum + units;
}
double render_area_m2(const struct render_areas *areas, uint64_t units);

/*
 * What to make of an evaluation. planes[m] (or planes[0]) starts at the first row asked for and
 * has width samples a row without padding; the caller owns all of it. A plane of SCREE_WEIGHT_...,
 * SCREE_EFF_... or RENDER_PACK_... that is NULL is left out.
 */
/* Kinds of planes besides those of enum scree_plane_kind, for the library alone. */
enum render_more_kinds {
    /* planes[0], 3 bytes a texel: the map's colours under *sky, with shadows if cast is not NULL;
     * merge unused */
    RENDER_SHADED_RGB8 = SCREE_PLANE_KINDS,
    /* planes[0], planes[1]: altitude and gradient of the ground, the floats of
     * render_ground_rows(); NULL leaves one out; merge unused */
    RENDER_GROUND_F32,
    /* planes[0]: 255 where the texel has no data, else 0; merge unused */
    RENDER_MISSING_U8
};

/* Of SCREE_BLEND_RGBA8 the alphas are for sequential lerps (docs/formats/blend.md). SCREE_COVERAGE adds
 * render_units() of the weight over the texels that have data, and, unless areas is NULL, to
 * areas[material] the same weighed by render_weigh(). */
struct render_strips;
struct render_target {
    int kind; /* enum scree_plane_kind or render_more_kinds */
    const struct render_merge *merge;
    void *const *planes;
    uint64_t *sums;
    const struct render_light *light;
    const struct render_sky *sky; /* of RENDER_SHADED_RGB8 */
    const struct ter_cast *cast;  /* of the plan's terrain */
    uint64_t *areas;              /* of SCREE_COVERAGE, or NULL */
    const struct render_strips
        *strips; /* of RENDER_SHADED_RGB8 and SCREE_PICTURE_RGB8: lie on the ground; or NULL */
};

/*
 * Strips: roads on the ground of pictures. Places are in metres east of the west and NORTH of the south edge. Later
 * strips lie on earlier ones, and pieces are best short. A strip reaches half_m to both sides of its middle line, and
 * so far beyond both ends; from 6 m of width on a lined one has a line along each edge, which ends where it
 * meets another strip. What is aloft is seen from above and not in perspective (render_view_stand()).
 */
struct render_strip_point {
    double x_m, y_m, half_m;
};
struct render_strip {
    const struct render_strip_point *points; /* [count], count >= 2 */
    size_t count;
    const char *name; /* of what it is made of */
    uint8_t rgb[3];
    bool lined, aloft;
};
/* render_strips_create() prepares strips for pictures whose texels are up to texel_m wide. The list must outlive *out,
 * which the caller frees with render_strips_free(); without strips it is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code render_strips_create(struct render_strips **out,
                                              const struct ter_field *field,
                                              const struct render_strip *list, size_t count,
                                              double texel_m, struct scree_error *err);
void render_strips_free(struct render_strips *strips); /* accepts NULL */

/*
 * render_rows() evaluates rows first_row .. first_row + rows - 1 into every target. Cannot fail:
 * what could has been refused by render_plan_create(). A caller's mistake (rows beyond the grid,
 * too many materials for a kind) is an assert. One call at a time per plan. The field is in memory.
 */
void render_rows(struct render_plan *plan, uint32_t first_row, uint32_t rows,
                 const struct render_target *targets, size_t target_count);

/* render_rows_of_file() does so for a field that may stay in its file, some rows of it at a time.
 * SCREE_CANNOT_READ: it cannot be read or was changed; then the planes hold anything. All else that
 * evaluates a plan, but render_ground_rows_of_file(), wants a field in memory. */
MUST_USE enum scree_code render_rows_of_file(struct render_plan *plan, uint32_t first_row,
                                             uint32_t rows, const struct render_target *targets,
                                             size_t target_count, struct scree_error *err);

/* render_fill() fills planes of a program's, of a field that may stay in its file, and looks at the job
 * between bands of rows. SCREE_BAD_ARGUMENT (rows or targets that there cannot be), SCREE_CANNOT_READ,
 * SCREE_NO_MEMORY, SCREE_CANCELLED: the planes hold some of the rows. */
struct render_filling {
    const struct render_merge *merge;
    const struct scree_target *targets;
    size_t count;
};
MUST_USE enum scree_code render_fill(struct render_plan *plan, const struct render_filling *what,
                                     uint32_t first_row, uint32_t rows, struct scree_job *job,
                                     struct scree_error *err);
/* render_fill_ground() does so with altitudes in metres and gradients; either may be NULL. */
MUST_USE enum scree_code render_fill_ground(struct render_plan *plan, uint32_t first_row,
                                            uint32_t rows, float *altitude_m, float *slope,
                                            struct scree_job *job, struct scree_error *err);
/* render_plan_place() finds the texel over a place in metres east of the west edge and south of the north
 * edge; false: it is outside what is evaluated. */
bool render_plan_place(const struct render_plan *plan, double x_m, double y_m, uint32_t *column,
                       uint32_t *row);

/*
 * render_ground_rows() writes what the texels of some rows stand on, texel (i, j) at
 * [(j - first_row) * width + i]: altitude above the field's base_tu in terrain units and gradient,
 * both without any layer's smoothing; of a texel of several samples, the means. Cannot fail. One
 * call at a time per plan.
 */
void render_ground_rows(struct render_plan *plan, uint32_t first_row, uint32_t rows, float *rise_tu,
                        float *slope);

/* render_ground_rows_of_file() does so for a field that may stay in its file; NaN where a texel has no
 * data. SCREE_CANNOT_READ as render_rows_of_file(). */
MUST_USE enum scree_code render_ground_rows_of_file(struct render_plan *plan, uint32_t first_row,
                                                    uint32_t rows, float *rise_tu, float *slope,
                                                    struct scree_error *err);

/*
 * A probe takes one texel apart. Each sample of the texel (one, unless the texel is larger than a
 * terrain unit) has, for each layer, the steps from its limits to its weight, each the bits that
 * render_rows() computes on the way:
 *   place  = covr * altitude_min * altitude_max * slope_min * slope_max * aspect * position,
 *            from left to right
 *   own    = place with the noise (docs/model.md, One layer)
 *   eff    = parent * own
 *   weight = eff * bare; of the root, bare alone
 * A texel of several samples has the means of all of these. Its eff and weight are what a bake
 * shows; the products hold for each sample and not for the means.
 */
struct render_probe;
#define RENDER_NOWHERE_M 0x1p30f /* how far it is to a layer's ground where it has none */
struct render_factors {
    float rise_tu, slope; /* as the layer sees them: smoothed if SMSZ says so */
    float covr;           /* within 0 .. 1 */
    float altitude_min, altitude_max, slope_min, slope_max; /* 1 where the limit is off */
    float aspect;                                           /* likewise */
    float
        aspect_deg; /* which way the ground faces, clockwise from north; 0 where the limit is off */
    float position; /* 1 where the limit is off */
    float position_tu;     /* above the mean of what is around; 0 where the limit is off */
    float curvature;       /* 1 where the limit is off */
    float curvature_per_m; /* 1/m, ridges above 0; 0 where the limit is off */
    float mask;            /* 1 where the limit is off */
    float wetness;         /* 1 where the limit is off */
    float wetness_m2;      /* that drain through; 0 where the limit is off */
    float sky;             /* 1 where the limit is off */
    float sky_share;       /* of the sky that is seen; 0 where the limit is off */
    float nearness;        /* 1 where the limit is off */
    float near_m;          /* to the other layer's ground; 0 where the limit is off */
    float place;
    float noise; /* n of the model, place - 1 .. 1 */
    float own;
    float parent; /* eff of the parent; 1 for the root */
    float eff;
    float bare; /* what all later layers leave */
    float weight;
};
#define RENDER_PROBE_TEXEL UINT32_MAX

/*
 * render_probe_create() evaluates terrain and noise of texel (column, row) of a plan's grid, which
 * must outlive the probe. On success the caller frees *out with render_probe_free(); on failure it
 * is NULL. SCREE_NO_MEMORY. The plan is only read; a probe belongs to one thread at a time.
 */
MUST_USE enum scree_code render_probe_create(struct render_probe **out,
                                             const struct render_plan *plan, uint32_t column,
                                             uint32_t row, struct scree_error *err);
/* render_probe_free() accepts NULL. */
void render_probe_free(struct render_probe *probe);
/* How many samples the texel has. */
uint32_t render_probe_samples(const struct render_probe *probe);
/* render_probe_ground() is what render_ground_rows() has for the texel, or for one sample:
 * 0 <= sample < render_probe_samples(), rows from the north (vertices: south), each from the
 * west. */
void render_probe_ground(const struct render_probe *probe, uint32_t sample, float *rise_tu,
                         float *slope);
/* render_probe_factors() fills factors[layer] of a sample, or RENDER_PROBE_TEXEL for the texel. */
void render_probe_factors(const struct render_probe *probe, uint32_t sample,
                          struct render_factors *factors);
/* render_probe_tell() fills factors[layer] of the texel in the units of the public struct. SCREE_NO_MEMORY */
struct scree_factors;
MUST_USE enum scree_code render_probe_tell(struct scree_factors *factors,
                                           const struct render_probe *probe,
                                           struct scree_error *err);
/* render_probe_weights() fills weights[layer] of the texel. */
void render_probe_weights(const struct render_probe *probe, float *weights);
/* render_probe_shares() adds weights up to materials: shares[material], as render_rows() does. */
void render_probe_shares(const struct render_probe *probe, const struct render_merge *merge,
                         float *shares);
/* render_probe_set() gives a layer another coverage, noise weight and limits, here alone: COVR,
 * VARI, ALTE, ALTL, ALTF, SLPE, SLPL and SLPF of values, all finite, count. The root without
 * root_density does not change. */
void render_probe_set(struct render_probe *probe, uint32_t layer, const struct srf_layer *values);

/*
 * What render_rows() makes of the shares of one texel, shares[material], 0 <= material < count.
 * render_winner() is the material of the greatest, ties to the later; count >= 1. render_units() is
 * one as SCREE_COVERAGE counts it. render_blend() makes alphas[m - 1] of material m >= 1, as
 * SCREE_BLEND_RGBA8 has them; shares[0] > 0 and count <= RENDER_BLEND_MATERIALS.
 */
uint32_t render_winner(const float *shares, uint32_t count);
uint32_t render_units(float share);
void render_blend(uint8_t *alphas, const float *shares, uint32_t count);

/*
 * The model at places of the caller's choice, in runs.
 *
 * Weights are the visible ones, noise in full down to cells of two terrain units: what a texel of
 * one unit shows at its middle.
 */
#define RENDER_POINTS 64
struct render_points;
struct render_points_run {
    uint64_t x[RENDER_POINTS], y[RENDER_POINTS]; /* positions on the terrain */
    size_t count;                                /* 1 .. RENDER_POINTS */
    bool ground_known;                           /* what comes out is there already: */
    /* altitude above base_tu, and the ground's gradient east and north */
    float rise[RENDER_POINTS], slope_x[RENDER_POINTS], slope_y[RENDER_POINTS];
};
/* render_points_create() checks and allocates as render_plan_create() does; grid and size of options
 * do not matter. field and map must outlive *out, which the caller frees by render_points_free();
 * on failure it is NULL. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code render_points_create(struct render_points **out,
                                              const struct ter_field *field,
                                              const struct srf_map *map,
                                              const struct render_options *options,
                                              struct scree_error *err);
void render_points_free(struct render_points *points); /* accepts NULL */
uint32_t render_points_threads(const struct render_points *points);
/* render_points_ground() fills rise and slopes. render_points_weights() does so, unless ground_known says that
 * they are as the former filled them for the same places, and evaluates the layers: render_points_layer() is then the weights of a layer, [0 .. count), until the thread's next
 * run. Every place has the same result in whatever run it stands. Threads: one call at a time for
 * each `thread`, which is below render_points_threads(). */
void render_points_ground(const struct render_points *points, struct render_points_run *run);
void render_points_weights(const struct render_points *points, struct render_points_run *run,
                           uint32_t thread);
const float *render_points_layer(const struct render_points *points, uint32_t thread,
                                 uint32_t layer);

/*
 * A live scene: the pictures of a surface map that is being edited.
 *
 * It holds a terrain, a part of a grid (the view) and what it has evaluated. An update takes the
 * map as it is now and evaluates what is not known yet: own coverage is kept by the values that
 * decide it, not by layer, so names, colours, order, parents and layers removed or copied cost no
 * terrain and no noise. New values of a layer take the place of those before; terrain and noise are
 * kept, so going back to earlier values costs neither, and a change of a limit or of coverage
 * evaluates noise only where it did not matter before. Rows of a tile in which nothing changes are
 * not drawn again. Results are the bytes of a plan made for the same map and options.
 *
 * Memory. Kept are, in floats for each sample of the view (a texel has as many samples as it has
 * terrain units, rounded up, squared; at least 1): one for the map, two for each terrain (plain,
 * and one for each SMSZ above 1 in use), one for each own coverage, one for each noise; and one for
 * each texel and layer. Of what the map does not use any more 64 pieces stay, or fewer if max_bytes
 * is reached; those unused for longest go first. Where max_bytes cannot hold what the map at hand
 * needs, some of it is not kept and evaluated again for each tile that changes: slower, with the
 * same results. Results, terrains made for layers in use (four bytes a point) and about 16 bytes for each
 * layer and tile are always kept, and each thread works in memory of its own, as it does for a
 * plan.
 *
 * One call at a time per live scene; different ones do not meet.
 */
struct render_live_options {
    struct render_options render; /* threads come with the job; tile and exhaustive do not matter */
    struct render_light light;
    uint64_t max_bytes; /* of what is kept */
};
#define RENDER_LIVE_MAX_BYTES (UINT64_C(512) << 20)

struct render_live;
struct scree_job;

/* render_live_create() checks options and allocates the results: black, winner 0. field is in
 * memory and must outlive *out, which the caller frees with render_live_free(); on failure it is NULL. SCREE_BAD_ARGUMENT and
 * SCREE_NO_MEMORY as render_plan_create(). */
MUST_USE enum scree_code render_live_create(struct render_live **out, const struct ter_field *field,
                                            const struct render_live_options *options,
                                            struct scree_error *err);
/* render_live_free() accepts NULL. */
void render_live_free(struct render_live *live);

/* render_live_view() changes the options; only terrains made for layers are kept. Results begin anew. On
 * failure *live is as it was. */
MUST_USE enum scree_code render_live_view(struct render_live **live,
                                          const struct render_live_options *options,
                                          struct scree_error *err);

/*
 * render_live_update() makes the results those of map (after srf_check()), which is not needed
 * afterwards. SCREE_BAD_ARGUMENT and SCREE_NO_MEMORY as render_plan_create(): the results are as they were.
 * SCREE_CANCELLED: some tiles show the new map, others the one before; the next update, of whatever
 * map, makes all of them right.
 */
MUST_USE enum scree_code render_live_update(struct render_live *live, const struct srf_map *map,
                                            struct scree_job *job, struct scree_error *err);

uint32_t render_live_width(const struct render_live *live);
uint32_t render_live_height(const struct render_live *live);
/* The bytes of SCREE_PICTURE_RGB8, and of SCREE_WINNER_U8 with each layer a material, which are
 * found when they are asked for (NULL if the map has more than 255 layers, or the last update did
 * not succeed). Owned by live, at the same address until the view changes. */
const uint8_t *render_live_picture(const struct render_live *live);
const uint8_t *render_live_winner(struct render_live *live);
/* The smallest rectangle of whole tiles that holds every texel of either that changed in the last
 * update, or in those before it that failed; width 0: none did. */
struct render_crop render_live_changed(const struct render_live *live);

/* render_live_layer() writes one layer's plane of the whole view to the caller's buffer, of a kind
 * up to SCREE_EFF_F32. Only after an update that succeeded, and with layer of its map: asserted;
 * render_live_layers() is 0 else. */
uint32_t render_live_layers(const struct render_live *live);
void render_live_layer(struct render_live *live, enum scree_plane_kind kind, uint32_t layer,
                       void *plane);
/* render_live_weights() writes the weights of all layers likewise, of a kind up to SCREE_WEIGHT_F32,
 * for little more than those of one: planes[layer], NULL leaves one out. */
void render_live_weights(struct render_live *live, enum scree_plane_kind kind, void *const *planes);

/* What was done since render_live_create(). */
struct scree_live_counts render_live_count(const struct render_live *live);

/* ---- relief ---- */

/* The relief that layers have between the points of a terrain (BMAM; docs/model.md, Pictures). */
struct render_relief;
/* render_relief_create() makes it for samples that are sample_tu terrain units apart; from 1 on they
 * show none. The grid and the size of options do not matter; field and map must outlive *out, which
 * the caller frees with render_relief_free(). Errors as render_plan_create(). */
MUST_USE enum scree_code render_relief_create(struct render_relief **out,
                                              const struct ter_field *field,
                                              const struct srf_map *map,
                                              const struct render_options *options,
                                              double sample_tu, struct scree_error *err);
void render_relief_free(struct render_relief *relief); /* accepts NULL */
/* render_relief_row() turns the slopes of count samples of the plain ground, and unless it is NULL
 * writes to height_m how far each is moved out along its normal. One call at a time per thread. */
void render_relief_row(const struct render_relief *relief, uint32_t thread, const uint64_t *x,
                       uint64_t y, size_t count, const struct ter_ground *ground, float *height_m);

/*
 * Pictures in perspective.
 *
 * Places are in metres: east of the first column of points, north of the first row, altitude.
 * Each pixel is the mean of `samples` rays at fixed places in it, samples = 1, 4, 9 or 16. What a
 * ray hits is evaluated there by the same model, down to the size of the pixel on the ground
 * (docs/model.md, Pictures).
 */
struct render_camera {
    double place_m[3];
    double right[3], up[3], ahead[3]; /* unit vectors: east, north, up */
    double half_width;                /* tangent of half the angle across the picture */
};
/* render_camera_aim() looks from place to target; fov_deg across the width. Straight up or down,
 * north is up in the picture. SCREE_BAD_ARGUMENT: the two are the same place, or farther
 * apart than numbers reach, or fov_deg is not 1 to 150. */
MUST_USE enum scree_code render_camera_aim(struct render_camera *camera, const double place_m[3],
                                           const double target_m[3], double fov_deg,
                                           struct scree_error *err);
/* render_camera_face() sees 90 degrees across, along one of two unit vectors at right angles. */
void render_camera_face(struct render_camera *camera, const double place_m[3],
                        const double ahead[3], const double up[3]);

struct render_view_options {
    struct render_options render; /* grid, width, height and tile do not matter */
    struct render_sky sky;
    bool water;
    double water_m;   /* altitude of the water */
    double haze_m;    /* distance at which 1/e of the ground's light is left; 0: clear air */
    bool bumps;       /* BMAM */
    uint32_t samples; /* rays a pixel */
};
struct render_view;

/* render_view_create() checks and allocates as render_plan_create() does; field and map must
 * outlive *out, which the caller frees with render_view_free(). SCREE_CANCELLED. */
MUST_USE enum scree_code render_view_create(struct render_view **out, const struct ter_field *field,
                                            const struct srf_map *map,
                                            const struct render_view_options *options,
                                            struct scree_job *job, struct scree_error *err);
/* render_view_free() accepts NULL. */
void render_view_free(struct render_view *view);

/* render_view_paint() puts strips on the ground of a view, once; the list must outlive it. SCREE_NO_MEMORY. */
MUST_USE enum scree_code render_view_paint(struct render_view *view,
                                           const struct render_strip *list, size_t count,
                                           struct scree_error *err);

/* What stands on the ground of a view: plants and stones, and parts of bridges: slabs with an upright end at either
 * end of a line on the ground, whose top and underside rise along it. radius_m holds all of a body. */
enum render_shape { RENDER_CONE, RENDER_BALL, RENDER_PALM, RENDER_TUFT, RENDER_STONE, RENDER_SLAB };
struct render_body {
    double x_m, y_m, foot_m; /* as places are; of a slab the middle */
    float height_m, radius_m;
    enum render_shape shape;
    uint8_t rgb[3];
    bool lined; /* a slab has lines, as a strip has */
    float along_m[3],
        half_m; /* of a slab: from its middle to an end: east, north, up; half its width */
};
/* render_view_stand() puts bodies on the ground, once; the view keeps a copy. Water does not mirror
 * them. SCREE_NO_MEMORY. */
MUST_USE enum scree_code render_view_stand(struct render_view *view,
                                           const struct render_body *bodies, size_t count,
                                           struct scree_error *err);

/* render_body_colour() is the colour of a body in the sun, where its surface has a normal. */
void render_body_colour(uint8_t rgb[3], const struct render_sky *sky, const uint8_t own[3],
                        const double normal[3]);

/* render_view_check() refuses a camera that is in the ground or under water: SCREE_BAD_ARGUMENT, with the
 * altitude that it needs. */
MUST_USE enum scree_code render_view_check(const struct render_view *view,
                                           const struct render_camera *camera,
                                           struct scree_error *err);

/* render_view_ground() is the altitude of the ground at a place in metres; false: it is not over
 * the terrain. */
bool render_view_ground(double *altitude_m, const struct render_view *view, double x_m, double y_m);

/* render_view_from() places a camera outside the terrain, azimuth_deg clockwise from north seen
 * from its middle, so that a picture of width x height shows all of it. render_view_hero() searches
 * a good view from low above the ground: fixed places and a score, so it is always the same.
 * render_view_candidates() is, under the sky clear, how many of `count` such views there are, from different
 * directions, the best first. */
size_t render_view_candidates(struct render_camera *cameras, size_t count,
                              const struct render_view *view, uint32_t width, uint32_t height);
MUST_USE enum scree_code render_view_from(struct render_camera *camera,
                                          const struct render_view *view, double azimuth_deg,
                                          uint32_t width, uint32_t height, struct scree_error *err);
MUST_USE enum scree_code render_view_hero(struct render_camera *camera,
                                          const struct render_view *view, uint32_t width,
                                          uint32_t height, struct scree_error *err);

/* render_view_meter() sets exposure and contrast of a view under the sky clear by what cameras see in pictures of
 * width x height, all together; nothing under other skies. SCREE_NO_MEMORY */
MUST_USE enum scree_code render_view_meter(struct render_view *view,
                                           const struct render_camera *cameras, size_t count,
                                           uint32_t width, uint32_t height,
                                           struct scree_error *err);

/* render_view_rows() draws rows first_row .. first_row + rows - 1 of a picture of width x height to
 * rgb[(j * width + i) * 3 + c]; row 0 is the top. Cannot fail. One call at a time per view. */
void render_view_rows(struct render_view *view, const struct render_camera *camera, uint32_t width,
                      uint32_t height, uint32_t first_row, uint32_t rows, uint8_t *rgb);

/* render_view_points() is how many points on the ground were evaluated for all rows so far: what
 * rays met, itself or through or mirrored in water. */
uint64_t render_view_points(const struct render_view *view);

/* render_index_colour() gives material index a colour that its neighbours in number do not have. */
void render_index_colour(uint8_t rgb[3], uint32_t index);

#endif
