/*
 * Planes, terrain and surface map -> answers.
 *
 * Lint: what in a surface map cannot be meant as it stands, judged by the values alone or, with a
 * terrain, by what appears on it. docs/lint.md lists every finding.
 * Flips: the smallest change of one number that gives a texel to another material.
 * Explanations: why a texel is what it is, as data and in sentences.
 * Planes: the coverage of a whole grid in 8 bits, its digest, and how two of them differ.
 * Suites: claims about coverage as text (docs/testing-your-maps.md), and whether they hold.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "image/image.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

enum compare_severity {
    COMPARE_NOTE,    /* worth knowing, often meant */
    COMPARE_WARNING, /* probably not meant */
    COMPARE_ERROR    /* cannot be meant: no terrain shows it, or the target refuses it */
};
#define COMPARE_SEVERITIES 3

/* "note", "warning", "error" */
const char *compare_severity_name(enum compare_severity severity);

#define COMPARE_NO_LAYER UINT32_MAX
#define COMPARE_MAX_PATH 512 /* bytes of a path, NUL included; longer ones are cut */

struct compare_finding {
    const char *id; /* stable, e.g. "never-altitude"; an id always has the same severity */
    enum compare_severity severity;
    uint32_t layer;     /* index in the map, or COMPARE_NO_LAYER: the map or terrain as a whole */
    const char *path;   /* of the layer, as srf_layer_path() has it; "" without a layer */
    const char *text;   /* what is wrong: one sentence without a full stop */
    const char *advice; /* what to do about it, likewise */
};

/* Texts are UTF-8, hold names as the files have them, and belong to the findings. */
struct compare_findings {
    size_t count;
    struct compare_finding *list;      /* list[0 .. count): those without a layer, then by layer */
    size_t counts[COMPARE_SEVERITIES]; /* [severity] */
    bool evaluated;                    /* reach and visibility were evaluated on the terrain */
    struct mem_arena arena;
};

/* What a game engine makes of a surface map. The caller knows; texts go into messages. */
struct compare_target {
    const char *name;        /* "BeamNG" */
    uint32_t max_materials;  /* it draws no more; 0: as many as there are */
    uint32_t good_materials; /* up to so many there is nothing to say; 0: max_materials */
    const char *beyond_good; /* what more than that costs, e.g. "6 need shadows off" */
    /* rename() writes what the target calls materials, out[i * name_size], 0 <= i < count, each
     * NUL-terminated. NULL: as they are called. Not called for more than max_materials. */
    void (*rename)(char *out, const char *const *names, size_t count);
    size_t name_size;
};

struct compare_lint_options {
    double relief;     /* R of the slope rule, as in struct render_options */
    bool root_density; /* the root's own limits and coverage count */
    uint32_t depth;    /* layers deeper than this are one material with their ancestor there */
    uint32_t threads;  /* 0: one per processor; never changes a finding */
    const struct compare_target *target; /* NULL: none */
};
#define COMPARE_LINT_OPTIONS_DEFAULT                                                               \
    {                                                                                              \
        1.6, false, UINT32_MAX, 0, NULL                                                            \
    }

/*
 * compare_lint() judges a surface map that srf_check() accepts; fields changed since reading count.
 * What srf_check() warns about is among the findings.
 * field is the terrain the map is for, or NULL: then only what holds on every terrain is found.
 * With a field the map is evaluated, at most on 512 rows of it, fewer if there are many layers;
 * what stands between these rows is not seen.
 * On success *out is freed by the caller with compare_findings_free(); on failure it is NULL.
 * ERR_ARG    relief is out of range, or a number is not finite
 * ERR_NOMEM  memory ran out
 * Equal inputs give equal findings in equal order. Threads: any; map and field are only read.
 */
MUST_USE enum err_code compare_lint(struct compare_findings **out, const struct srf_map *map,
                                    const struct ter_field *field,
                                    const struct compare_lint_options *options, struct err *err);
/* compare_findings_free() accepts NULL. */
void compare_findings_free(struct compare_findings *findings);

/*
 * ---- What differs between two surface maps ----
 *
 * Layers of both maps are one list of joint numbers: first those of the map before, in its order,
 * then those that only the map after has.
 */

enum compare_change_kind {
    COMPARE_REMOVED, /* a layer and what stands below it */
    COMPARE_ADDED,   /* likewise */
    COMPARE_MOVED,   /* to another parent, or another place among its siblings */
    COMPARE_RENAMED,
    COMPARE_FIELD /* a value */
};
/* "removed", "added", ... */
const char *compare_change_kind_name(enum compare_change_kind kind);

enum compare_measure {
    COMPARE_PLAIN,
    COMPARE_SWITCH,   /* on from 0.5 */
    COMPARE_ALTITUDE, /* terrain units upwards */
    COMPARE_LENGTH,   /* terrain units across */
    COMPARE_SLOPE     /* gradient */
};

#define COMPARE_MAX_NUMBERS 4

struct compare_change {
    enum compare_change_kind kind;
    uint32_t before, after;               /* the layer in each map, or COMPARE_NO_LAYER */
    const char *path_before, *path_after; /* as srf_layer_path() has them, "" where there is none */
    uint32_t layers;                      /* of added and removed: how many layers */
    /* of a field */
    const char *field; /* as srf_set_field() calls it, e.g. "slope.max.at"; else NULL */
    bool limit; /* field is e.g. "slope.max", switched on or off and moved at once: the numbers are
                   those of on, at and fuzziness */
    enum compare_measure measure;
    uint8_t count;
    double from[COMPARE_MAX_NUMBERS], to[COMPARE_MAX_NUMBERS];
    bool places; /* may change where layers are; false for names, colours and the like */
    /* filled in by compare_evaluate() */
    bool evaluated;
    uint64_t alone; /* what this change alone does to the map before, as compare_cover.amount */
    int64_t share;  /* how much of compare_cover.amount is gone once it is made */
};

/* Texts are UTF-8, hold names as the files have them, and belong to the changes. */
struct compare_changes {
    size_t count;
    struct compare_change *list;                 /* [count]: by kind, then in painting order */
    uint32_t before_count, after_count;          /* layers */
    uint32_t *after_of_before, *before_of_after; /* COMPARE_NO_LAYER: only in this map */
    uint32_t joint_count;
    uint32_t *joint_of_after; /* those of the map before are its own */
    struct mem_arena arena;
};

/*
 * compare_maps() says which layer of one map is which of the other, and what differs. Siblings of
 * equal name are the same layer, the first with the first. What is then left over is the same layer
 * where a name is left over once on each side (it was moved), or where, below the same parent, all
 * values are equal, or the place among the siblings is and at least half of the values (it was
 * renamed). Plug-in data, textures' names and the bump's texture are not looked at.
 * On success *out is freed by the caller with compare_changes_free(); on failure it is NULL.
 * ERR_NOMEM. Threads: any; the maps are only read.
 */
MUST_USE enum err_code compare_maps(struct compare_changes **out, const struct srf_map *before,
                                    const struct srf_map *after, struct err *err);
/* compare_changes_free() accepts NULL. */
void compare_changes_free(struct compare_changes *changes);

/*
 * ---- What differs between two coverages ----
 *
 * A coverage is a set of materials with a weight for every texel of a grid, a whole number of which
 * `full` is the whole texel. Materials of both sides have joint numbers of the caller's choice.
 */
struct compare_source {
    uint32_t count;        /* materials, in painting order */
    const uint32_t *joint; /* [material]; no two are equal */
    /* Fills planes[material][(row - first_row) * width + column] of some rows. */
    void (*rows)(void *context, uint32_t first_row, uint32_t rows, uint32_t *const *planes);
    void *context;
};

/* All weights are whole numbers, so sums are exact. */
struct compare_area {
    bool in_before, in_after;
    uint64_t before, after; /* sums of weights */
    uint64_t gained, lost;  /* of what each texel gained or lost: before + gained - lost = after */
    uint64_t won_before, won_after; /* texels where it is the strongest, ties to the later */
    uint32_t largest;               /* change of weight of one texel, at: */
    uint32_t column, row;
};

struct compare_region {
    uint64_t texels;
    uint64_t amount;        /* sum of the change of its texels */
    uint32_t left, top;     /* bounding box, in texels, row 0 first */
    uint32_t right, bottom; /* the last column and row */
    uint32_t peak;          /* the largest change of a texel, the first of equals, at: */
    uint32_t column, row;
};

#define COMPARE_REGIONS 64 /* that are kept */
#define COMPARE_WINDOW 16  /* side of the window in which changed texels are counted */

struct compare_cover {
    uint32_t width, height, full;
    uint32_t count;             /* joint materials */
    struct compare_area *areas; /* [joint] */
    uint64_t *moves; /* [from * count + to]: texels whose strongest material changed; 0 if from ==
                        to */
    uint64_t amount; /* of change: the sum of what all materials gained in all texels */
    uint64_t texels_differ;  /* in which a weight differs at all */
    uint64_t texels_changed; /* of which at least `over` changed hands */
    uint32_t over;
    uint32_t largest; /* change of one weight in one texel, the first of equals: */
    uint32_t largest_joint, largest_column, largest_row;
    uint64_t region_total; /* connected regions of changed texels, corners connect */
    size_t region_count;   /* kept: the largest, by texels, then amount, then place */
    struct compare_region regions[COMPARE_REGIONS];
    uint32_t window;  /* side of the window: COMPARE_WINDOW, less on a smaller grid */
    uint32_t densest; /* changed texels in the window that has most, the first of equals: */
    uint32_t densest_column, densest_row; /* its first column and row */
    uint64_t *alone,
        *rest; /* [variant]: amount of change from before to it, and from it to after */
    struct mem_arena arena;
};

struct compare_cover_options {
    uint32_t width, height;
    uint32_t full;  /* 1 .. 2^24 */
    uint32_t count; /* joint materials */
    uint32_t over;  /* change from which a texel counts as changed, 1 .. full */
    const struct compare_source *variants;
    size_t variant_count;
    /* Sees each band of both sides by joint number, zero where a side lacks a material; or NULL. */
    void (*watch)(void *context, uint32_t first_row, uint32_t rows, const uint32_t *const *before,
                  const uint32_t *const *after);
    /* false ends the comparison with ERR_WRITE; or NULL. */
    bool (*proceed)(void *context, double fraction);
    void *context; /* of both */
};

/*
 * compare_cover() compares two coverages, a band of rows after another.
 * On success *out is freed by the caller with compare_cover_free(); on failure it is NULL.
 * ERR_NOMEM, ERR_WRITE. Equal sources give equal results, whatever the height of the bands.
 */
MUST_USE enum err_code compare_cover(struct compare_cover **out,
                                     const struct compare_source *before,
                                     const struct compare_source *after,
                                     const struct compare_cover_options *options, struct err *err);
/* compare_cover_free() accepts NULL. */
void compare_cover_free(struct compare_cover *cover);

/* Steps of a weight: those of 8 and 16 bits are the masks' own, the finest are what
 * RENDER_COVERAGE counts. */
#define COMPARE_FULL_U8 255
#define COMPARE_FULL_U16 65535
#define COMPARE_FULL_FINE (1 << 24)
/* compare_fine_steps() is what RENDER_COVERAGE counts of a weight. */
uint32_t compare_fine_steps(float weight);

/* A map on a terrain as a source. */
struct compare_map_source;
/* compare_map_source_create() evaluates map on field. Materials are as render_merge_depth() has
 * them, joint[layer] the number of the material that begins with a layer. full is one of the three
 * above. field and map must outlive it. ERR_ARG, ERR_NOMEM as render_plan_create(). */
MUST_USE enum err_code
compare_map_source_create(struct compare_map_source **out, struct compare_source *source,
                          const struct ter_field *field, const struct srf_map *map,
                          const struct render_options *options, uint32_t depth, uint32_t full,
                          const uint32_t *joint, struct err *err);
/* compare_map_source_free() accepts NULL. */
void compare_map_source_free(struct compare_map_source *source);

/*
 * compare_evaluate() compares two maps on a terrain and fills in what each of the changes explains:
 * the map before is evaluated with that change alone, if it may place layers and can be made alone.
 * share of it is then by how much nearer that is to the map after; what all shares together leave
 * of cover->amount comes from changes acting together. With more than COMPARE_MAX_VARIANTS such
 * changes none is evaluated. options: the materials are those of `depth`, width and height of
 * render; of cover only over, watch, proceed and context are looked at.
 * Results as compare_cover(); ERR_ARG as render_plan_create().
 */
#define COMPARE_MAX_VARIANTS 64
struct compare_evaluate_options {
    struct render_options render;
    uint32_t depth;
    bool explain; /* false: changes are left as they are */
    struct compare_cover_options cover;
};
MUST_USE enum err_code compare_evaluate(struct compare_cover **out, struct compare_changes *changes,
                                        const struct ter_field *field, const struct srf_map *before,
                                        const struct srf_map *after,
                                        const struct compare_evaluate_options *options,
                                        struct err *err);

/* A number of a layer that decides where it is. */
enum compare_knob {
    COMPARE_COVERAGE,
    COMPARE_ALTITUDE_MIN,
    COMPARE_ALTITUDE_MAX,
    COMPARE_SLOPE_MIN,
    COMPARE_SLOPE_MAX
};
#define COMPARE_KNOBS 5
/* "coverage", "altitude.min", ...: the field as srf_set_field() calls it. */
const char *compare_knob_name(enum compare_knob knob);
/* compare_knob_of() is the number itself: 0 .. 1, terrain units, gradient. */
float *compare_knob_of(struct srf_layer *layer, enum compare_knob knob);

/* A change that flips a texel's winner. */
struct compare_flip {
    uint32_t layer;
    enum compare_knob knob;
    float from;      /* as the map has it */
    float to;        /* the nearest number that flips; the number before it does not */
    double written;  /* a short decimal a little beyond `to` that flips, too */
    uint32_t winner; /* the material that wins at `to` */
    double share;    /* |to - from| of the full scale: 1, the terrain's range of altitudes, its
                        greatest    gradient */
};

/*
 * compare_flips() finds, for each coverage and each limit that is switched on of each layer, the
 * smallest change of that number alone that gives the probe's texel to another material, if there
 * is one: of both directions the nearer. flips[0 .. *count) come by rising share; there is room for
 * COMPARE_KNOBS * map->layer_count. Coverages stay within 0 .. 1, slope limits at 0 and above.
 * Numbers are looked at in even steps over the stretch in which they have an effect, COMPARE_STEPS
 * in each direction (fewer for a texel of many samples), and then halved down to neighbouring
 * floats: what another material wins only between two steps is not seen.
 * The probe must be one of map and field, and is as it was when this returns. ERR_NOMEM.
 */
#define COMPARE_STEPS 256
MUST_USE enum err_code compare_flips(struct compare_flip *flips, size_t *count,
                                     struct render_probe *probe, const struct srf_map *map,
                                     const struct render_merge *merge,
                                     const struct render_options *options,
                                     const struct ter_field *field, const struct ter_ranges *ranges,
                                     struct err *err);

/* compare_degrees() is the angle of a gradient, to be shown: its last digits differ between
 * machines. */
double compare_degrees(double gradient);

/* compare_texel_at() finds the texel, of width x height over the whole field, that holds a place in
 * metres from the west and from the north edge; the far edges belong to the last. false: it is not
 * on the field. */
bool compare_texel_at(uint32_t *column, uint32_t *row, const struct ter_field *field,
                      uint32_t width, uint32_t height, double x_m, double y_m);

struct compare_explained_layer {
    struct render_factors factors; /* of the texel: means, if it has several samples */
    const char *path;              /* as srf_layer_path() has it */
    const char *why;               /* a sentence without a full stop */
    uint32_t material;
};

struct compare_explanation {
    uint32_t column, row, samples;
    double altitude_tu, slope; /* of the ground, whatever layers smooth; slope as gradient */
    uint32_t layer_count, material_count, winner;
    struct compare_explained_layer *layers; /* [layer] */
    float *shares;                          /* [material] */
    struct compare_flip *flips;             /* by rising share */
    size_t flip_count;
    struct mem_arena arena;
};

/*
 * compare_explain() takes texel (column, row) of a plan made of field, map and options apart.
 * On success the caller frees *out with compare_explanation_free(); on failure it is NULL.
 * ERR_NOMEM. Texts are UTF-8 and hold names as the files have them.
 */
MUST_USE enum err_code
compare_explain(struct compare_explanation **out, const struct render_plan *plan,
                const struct ter_field *field, const struct srf_map *map,
                const struct render_merge *merge, const struct render_options *options,
                const struct ter_ranges *ranges, uint32_t column, uint32_t row, struct err *err);
/* compare_explanation_free() accepts NULL. */
void compare_explanation_free(struct compare_explanation *explanation);

/* Weights of all materials as RENDER_WEIGHT_U8 makes them: at each texel they add up to 255. */
struct compare_planes {
    uint32_t width, height, count;
    const char **names; /* [material], UTF-8, belong to it */
    uint8_t **samples;  /* [material][row * width + column], row 0 the first of the grid */
    struct mem_arena arena;
};

/* compare_planes_create() makes planes of zeros. On success the caller frees *out with
 * compare_planes_free(); on failure it is NULL. ERR_NOMEM. */
MUST_USE enum err_code compare_planes_create(struct compare_planes **out, uint32_t width,
                                             uint32_t height, const char *const *names,
                                             uint32_t count, struct err *err);
/* compare_planes_free() accepts NULL. */
void compare_planes_free(struct compare_planes *planes);

/*
 * compare_digest_line() writes what a digest knows of a plane: "KIND-NN WxH FORMAT SHA256 NAME" and
 * a line break. A digest of coverage is the SHA-256 of these lines, materials in their order, where
 * SHA256 is that of the samples, row by row, little-endian, and a line break in a name is a blank.
 * No picture format and no compression is in it. Returns out.
 */
#define COMPARE_LINE_SIZE 512
char *compare_digest_line(char out[COMPARE_LINE_SIZE], const char *kind, uint32_t number,
                          uint32_t width, uint32_t height, const char *format, const char *sha256,
                          const char *name);
/* compare_planes_digest() is the digest of planes: kind "weight", format "u8". ERR_NOMEM. */
MUST_USE enum err_code compare_planes_digest(char out[IMAGE_SHA256_HEX_SIZE],
                                             const struct compare_planes *planes, struct err *err);

/* How two planes of equal size differ; materials meet by name. */
struct compare_difference {
    const char *missing;   /* a material that only one of them has, or NULL: then the rest counts */
    bool only_first;       /* it is the first that has it */
    uint64_t texels;       /* at which anything differs */
    uint64_t moved;        /* sum over texels of what went from one to another, in 1/255 */
    double share;          /* of the area that is: moved / (255 * all texels) */
    uint32_t column, row;  /* where most moved: the first such */
    uint32_t lost, gained; /* materials of the first: what lost and gained most there */
    uint8_t lost_by, gained_by; /* in 1/255 */
};
/* compare_planes_differ() compares first, as it was, with second. ERR_ARG if sizes differ, with
 * both in the message. */
MUST_USE enum err_code compare_planes_differ(struct compare_difference *out,
                                             const struct compare_planes *first,
                                             const struct compare_planes *second, struct err *err);

/* What claims are about. Names are as the text has them. */
#define COMPARE_MAX_SCENES 256 /* of a file */
struct compare_scene {
    const char *terrain, *surface;
    const char *map;        /* NULL: none */
    uint32_t width, height; /* 0: a texel per terrain unit, or all points */
    uint32_t depth;         /* UINT32_MAX: merge nothing */
    enum render_grid grid;
    double relief;
    bool root_density;
    uint32_t line; /* of the first claim about it */
};

struct suite_claim;
struct compare_claim {
    const char *name;             /* NULL: none */
    size_t name_from;             /* byte of the file at which it begins */
    const char *text;             /* one line, without name and comment */
    const char *folder;           /* of "same as FOLDER", or NULL */
    uint32_t scene, line, column; /* column in characters, of the claim without its name */
    bool is_digest;
    size_t expected_from, expected_to; /* bytes of the file that say what is expected; equal: they
                                          say what is meant, not what was found */
    const struct suite_claim *parts;
};

/* Texts belong to it. */
struct compare_suite {
    struct compare_scene *scenes; /* each different one once */
    uint32_t scene_count;
    struct compare_claim *claims; /* in the order of the file */
    size_t claim_count;
    struct mem_arena arena;
};

/*
 * compare_suite_read() parses a test file. On success the caller frees *out with
 * compare_suite_free(); on failure it is NULL. text need not outlive the call.
 * ERR_MALFORMED  the message begins with "line 3, column 14: "
 * ERR_NOMEM
 */
MUST_USE enum err_code compare_suite_read(struct compare_suite **out, const char *text, size_t size,
                                          struct err *err);
/* compare_suite_free() accepts NULL. */
void compare_suite_free(struct compare_suite *suite);

/* A scene as it was found; everything outlives the run. */
struct compare_stage {
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_merge *merge;
    uint32_t width, height; /* texels */
    enum render_grid grid;
};

/* Rows first_row .. first_row + rows - 1 of the grid: plane[(row - first_row) * width + column]. */
struct compare_rows {
    uint32_t first_row, rows;
    const float *const *weight;   /* [material], as RENDER_WEIGHT_F32 */
    const float *const *reach;    /* [material], as RENDER_EFF_F32; NULL unless needed */
    const float *rise_tu, *slope; /* as render_ground_rows() */
};

struct compare_result {
    bool passed;
    const char *found; /* a sentence without a full stop */
    bool has_place;    /* one texel is meant, or the worst of those that fail: */
    uint32_t column, row;
    uint64_t failing, considered; /* texels, of a claim about each */
    const char *accepted;         /* what in place of the expectation would be true, or NULL */
};

/* A run of all claims about one scene. Feed it rows in any order, each once; planes if wanted. */
struct compare_run;

/*
 * compare_run_create() finds what names and numbers of the claims mean on this stage. On success
 * the caller frees *out with compare_run_free(); on failure it is NULL.
 * ERR_MALFORMED  a layer that is not there, a place outside: the message begins with line and
 *                column
 * ERR_NOMEM
 */
MUST_USE enum err_code compare_run_create(struct compare_run **out,
                                          const struct compare_suite *suite, uint32_t scene,
                                          const struct compare_stage *stage, struct err *err);
/* compare_run_free() accepts NULL; results die with it. */
void compare_run_free(struct compare_run *run);
/* What the claims need besides weight, rise and slope. */
bool compare_run_needs_reach(const struct compare_run *run);
bool compare_run_needs_planes(const struct compare_run *run);
/* compare_run_rows() cannot fail. */
void compare_run_rows(struct compare_run *run, const struct compare_rows *rows);
/* compare_run_digest() answers the claims about digests. ERR_NOMEM. */
MUST_USE enum err_code compare_run_digest(struct compare_run *run,
                                          const struct compare_planes *planes, struct err *err);
/* compare_run_same() answers claim number `claim`, "same as"; reference is what its folder holds.
 * ERR_NOMEM. */
MUST_USE enum err_code compare_run_same(struct compare_run *run, size_t claim,
                                        const struct compare_planes *planes,
                                        const struct compare_planes *reference, struct err *err);
/* compare_run_result() is the answer to claim number `claim`, once everything was fed; NULL if
 * memory ran out. Texts belong to the run. */
const struct compare_result *compare_run_result(struct compare_run *run, size_t claim);

#endif
