/*
 * Explanations: why a texel is what it is, as data and in sentences, and flips: the smallest change
 * of one number that gives it to another material (docs/probe.md).
 */
#ifndef COMPARE_COMPARE_EXPLAIN_H
#define COMPARE_COMPARE_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/answers.h>

#include "base/err.h"
#include "base/mem.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

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

/* A map on a terrain, and what was made of the two. */
struct compare_subject {
    const struct render_plan *plan; /* of these: */
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_options *options;
    const struct render_merge *merge; /* of the map */
    const struct ter_ranges *ranges;  /* of the field */
};

/* A change that flips a texel's winner. */
struct compare_flip {
    uint32_t layer;
    enum compare_knob knob;
    float from;      /* as the map has it */
    float to;        /* the nearest number that flips; the number before it does not */
    double written;  /* a short decimal a little beyond `to` that flips, too */
    uint32_t winner; /* the material that wins at `to` */
    double share;    /* |to - from| of the full scale: 1, the terrain's range of altitudes, its
                        greatest gradient */
};

/*
 * compare_flips() finds, for each coverage and each limit that is switched on of each layer, the
 * smallest change of that number alone that gives the probe's texel to another material, if there
 * is one: of both directions the nearer. flips[0 .. *count) come by rising share; there is room for
 * COMPARE_KNOBS numbers of each layer. Coverages stay within 0 .. 1, slope limits at 0 and above.
 * Numbers are looked at in even steps over the stretch in which they have an effect, COMPARE_STEPS
 * in each direction (fewer for a texel of many samples), and then halved down to neighbouring
 * floats: what another material wins only between two steps is not seen.
 * The probe must be one of subject's plan, and is as it was when this returns. SCREE_NO_MEMORY.
 */
#define COMPARE_STEPS 256
MUST_USE enum scree_code compare_flips(struct compare_flip *flips, size_t *count,
                                       struct render_probe *probe,
                                       const struct compare_subject *subject,
                                       struct scree_error *err);

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
 * compare_explain() takes texel (column, row) of subject's plan apart. On success the caller frees
 * *out with compare_explanation_free(); on failure it is NULL. SCREE_NO_MEMORY. Texts are UTF-8 and hold
 * names as the files have them.
 */
MUST_USE enum scree_code compare_explain(struct compare_explanation **out,
                                         const struct compare_subject *subject, uint32_t column,
                                         uint32_t row, struct scree_error *err);
/* compare_explanation_free() accepts NULL. */
void compare_explanation_free(struct compare_explanation *explanation);

#endif
