/*
 * Planes, terrain and surface map -> answers.
 *
 * Lint: what in a surface map cannot be meant as it stands, judged by the values alone or, with a
 * terrain, by what appears on it. docs/lint.md lists every finding.
 * Flips: the smallest change of one number that gives a texel to another material.
 * Explanations: why a texel is what it is, as data and in sentences.
 */
#ifndef COMPARE_COMPARE_H
#define COMPARE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
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

#endif
