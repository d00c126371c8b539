/* What the rules of compare_lint() share. */
#ifndef COMPARE_LINT_H
#define COMPARE_LINT_H

#include "compare/compare_lint.h"
#include "render/render.h"

/* In the order in which they are reported for a layer. */
enum lint_rule {
    LINT_UNIT_UNKNOWN,
    LINT_NOT_EVALUATED,
    LINT_WRONG_SCALE,
    LINT_TOO_MANY_MATERIALS,
    LINT_MATERIALS_MERGED,
    LINT_MANY_MATERIALS,
    LINT_NOT_SQUARE,
    LINT_POINTS_CHANGED,
    LINT_COARSE_HEIGHTS,
    LINT_MESH_UNKNOWN,
    LINT_COVERAGE_ZERO,
    LINT_LIMITS_EXCLUDE,
    LINT_LIMITS_CROSSED,
    LINT_PARENT_NEVER_APPEARS,
    LINT_OUTSIDE_PARENT,
    LINT_ALTITUDE_IN_METRES,
    LINT_NEVER_ALTITUDE,
    LINT_NEVER_SLOPE,
    LINT_NEVER_APPEARS,
    LINT_RARELY_APPEARS,
    LINT_HIDDEN,
    LINT_COVERED_BY_CHILDREN,
    LINT_ROOT_LIMITS,
    LINT_NOISE_WITHOUT_EFFECT,
    LINT_OUTSIDE_SLIDER,
    LINT_PLUGIN_IGNORED,
    LINT_TEXTURE_IGNORED,
    LINT_NARROW_ZONE,
    LINT_HARD_EDGE,
    LINT_LIMIT_IDLE,
    LINT_EMPTY_NAME,
    LINT_DUPLICATE_NAME,
    LINT_DUPLICATE_LAYER,
    LINT_SAME_COLOUR,
    LINT_SAME_PATTERN,
    LINT_NAME_CHANGED,
    LINT_RULE_COUNT
};

/* What is known of a layer. */
struct lint_layer {
    const char *path;  /* once asked for */
    double reach;      /* mean by area of own coverage times that of its ancestors, if evaluated */
    double visible;    /* mean of what later layers leave of it */
    bool absent;       /* appears nowhere, or as good as: its descendants need not be judged */
    bool explained;    /* a finding says already why it hardly appears */
    bool hidden;       /* a finding says that later layers cover it */
    bool is_duplicate; /* another layer has all its values */
};

#define LINT_ALTITUDE_BINS 256

struct lint {
    double reach; /* slopes from 1/reach to reach times a limit are let through in part */
    const struct srf_map *map;
    const struct ter_field *field; /* or NULL */
    struct compare_lint_options options;
    struct ter_ranges ranges;                   /* with a field */
    float steepness_at_bin[LINT_ALTITUDE_BINS]; /* mean gradient by altitude; < 0 where no ground */
    uint64_t texels;                            /* with data, that were evaluated; 0: none */
    double ground_m2;                           /* about the area of what has data */
    double weight;             /* of these texels by area, of which one of the largest row is 1 */
    struct lint_layer *layers; /* [map->layer_count] */
    struct compare_findings *findings;
    struct lint_order *order; /* [findings->count] while they are collected */
    size_t capacity;
    bool failed; /* memory ran out */
};

/* A sentence, or a part of one, in the hands of the caller. */
struct lint_text {
    char text[720];
};
struct lint_text lint_format(const char *format, ...) PRINTF_LIKE(1, 2);
/* "12.5 tu (375 m)"; without a terrain there are no metres. */
struct lint_text lint_altitude(const struct lint *lint, double tu);
/* "-1 to 46 tu (-30 to 1380 m)" */
struct lint_text lint_altitudes(const struct lint *lint, double low_tu, double high_tu);
/* "35.0 degrees (gradient 0.7)" */
struct lint_text lint_slope(double gradient);
/* "20.0 to 35.0 degrees (gradient 0.36 to 0.7)" */
struct lint_text lint_slopes(double low, double high);
/* "\"Ground/Sand\"", cut if it is long. */
struct lint_text lint_quote(const struct srf_layer *layer);
/* "12.3 %" */
struct lint_text lint_percent(double share);

/* lint_add() records a finding; layer may be NULL. */
void lint_add(struct lint *lint, enum lint_rule rule, const struct srf_layer *layer,
              struct lint_text text, struct lint_text advice);
/* lint_finish() sorts and counts the findings. */
void lint_finish(struct lint *lint);

/* Does the layer's own distribution count? */
static inline bool lint_judged(const struct lint *lint, const struct srf_layer *layer)
{
    return layer->parent != NULL || lint->options.root_density;
}

/* Altitudes between which a layer may appear, its ancestors' limits included. */
struct lint_zone {
    double low_tu, high_tu;             /* infinite where nothing limits it */
    const struct srf_layer *low, *high; /* whose limit it is, or NULL */
};

/* lint_evaluate() fills in reach and visibility and lint->texels, or says why not. */
MUST_USE enum scree_code lint_evaluate(struct lint *lint, struct scree_error *err);

/*
 * lint_coverers() finds what stands over layers[0 .. count), count <= LINT_MAX_COVERED:
 * shares[i * layer_count + j] is how much of layer i's reach shows layer j instead, 0 .. 1.
 */
#define LINT_MAX_COVERED 16
MUST_USE enum scree_code lint_coverers(double *shares, const uint32_t *layers, size_t count,
                                       const struct lint *lint, struct scree_error *err);

/* The rules, by what they look at. lint_rules_presence() comes first: it sets absent. */
void lint_rules_presence(struct lint *lint); /* is it there? */
void lint_rules_values(struct lint *lint);   /* a layer's numbers */
void lint_rules_limits(struct lint *lint);   /* limits against terrain */
MUST_USE enum scree_code lint_rules_tree(struct lint *lint, struct scree_error *err);
MUST_USE enum scree_code lint_rules_target(struct lint *lint, struct scree_error *err);

#endif
