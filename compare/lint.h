/* What the rules of compare_lint() share. */
#ifndef COMPARE_LINT_H
#define COMPARE_LINT_H

#include "compare/compare_lint.h"
#include "render/render.h"

/* RULE(name, id, severity), in the order in which they are reported for a layer. docs/lint.md has a section for
 * each; tests/tree/lint_ids.sh compares the two. */
#define LINT_RULES(RULE)                                                                           \
    RULE(LINT_UNIT_UNKNOWN, "unit-unknown", SCREE_LINT_NOTE)                                       \
    RULE(LINT_NOT_EVALUATED, "not-evaluated", SCREE_LINT_NOTE)                                     \
    RULE(LINT_WRONG_SCALE, "wrong-scale", SCREE_LINT_WARNING)                                      \
    RULE(LINT_TOO_MANY_MATERIALS, "too-many-materials", SCREE_LINT_ERROR)                          \
    RULE(LINT_MATERIALS_MERGED, "materials-merged", SCREE_LINT_WARNING)                            \
    RULE(LINT_MANY_MATERIALS, "many-materials", SCREE_LINT_WARNING)                                \
    RULE(LINT_NOT_SQUARE, "not-square", SCREE_LINT_ERROR)                                          \
    RULE(LINT_POINTS_CHANGED, "points-changed", SCREE_LINT_NOTE)                                   \
    RULE(LINT_COARSE_HEIGHTS, "coarse-heights", SCREE_LINT_WARNING)                                \
    RULE(LINT_MESH_UNKNOWN, "mesh-unknown", SCREE_LINT_NOTE)                                       \
    RULE(LINT_ROAD_OUTSIDE, "road-outside", SCREE_LINT_ERROR)                                      \
    RULE(LINT_ROAD_LEAVES, "road-leaves", SCREE_LINT_NOTE)                                         \
    RULE(LINT_ROAD_CROSSING, "road-crossing", SCREE_LINT_WARNING)                                  \
    RULE(LINT_ROAD_COARSE, "road-coarse", SCREE_LINT_WARNING)                                      \
    RULE(LINT_ROAD_STEEP, "road-steep", SCREE_LINT_WARNING)                                        \
    RULE(LINT_COVERAGE_ZERO, "coverage-zero", SCREE_LINT_NOTE)                                     \
    RULE(LINT_LIMITS_EXCLUDE, "limits-exclude", SCREE_LINT_ERROR)                                  \
    RULE(LINT_LIMITS_CROSSED, "limits-crossed", SCREE_LINT_WARNING)                                \
    RULE(LINT_PARENT_NEVER_APPEARS, "parent-never-appears", SCREE_LINT_NOTE)                       \
    RULE(LINT_OUTSIDE_PARENT, "outside-parent", SCREE_LINT_ERROR)                                  \
    RULE(LINT_ALTITUDE_IN_METRES, "altitude-in-metres", SCREE_LINT_WARNING)                        \
    RULE(LINT_NEVER_ALTITUDE, "never-altitude", SCREE_LINT_WARNING)                                \
    RULE(LINT_NEVER_SLOPE, "never-slope", SCREE_LINT_WARNING)                                      \
    RULE(LINT_NEVER_APPEARS, "never-appears", SCREE_LINT_WARNING)                                  \
    RULE(LINT_RARELY_APPEARS, "rarely-appears", SCREE_LINT_WARNING)                                \
    RULE(LINT_HIDDEN, "hidden", SCREE_LINT_WARNING)                                                \
    RULE(LINT_COVERED_BY_CHILDREN, "covered-by-children", SCREE_LINT_NOTE)                         \
    RULE(LINT_ROOT_LIMITS, "root-limits", SCREE_LINT_WARNING)                                      \
    RULE(LINT_NOISE_WITHOUT_EFFECT, "noise-without-effect", SCREE_LINT_WARNING)                    \
    RULE(LINT_OUTSIDE_SLIDER, "outside-slider", SCREE_LINT_WARNING)                                \
    RULE(LINT_PLUGIN_IGNORED, "plugin-ignored", SCREE_LINT_WARNING)                                \
    RULE(LINT_TEXTURE_IGNORED, "texture-ignored", SCREE_LINT_WARNING)                              \
    RULE(LINT_NARROW_ZONE, "narrow-zone", SCREE_LINT_WARNING)                                      \
    RULE(LINT_HARD_EDGE, "hard-edge", SCREE_LINT_NOTE)                                             \
    RULE(LINT_LIMIT_IDLE, "limit-idle", SCREE_LINT_NOTE)                                           \
    RULE(LINT_EMPTY_NAME, "empty-name", SCREE_LINT_WARNING)                                        \
    RULE(LINT_DUPLICATE_NAME, "duplicate-name", SCREE_LINT_WARNING)                                \
    RULE(LINT_DUPLICATE_LAYER, "duplicate-layer", SCREE_LINT_WARNING)                              \
    RULE(LINT_SAME_COLOUR, "same-colour", SCREE_LINT_NOTE)                                         \
    RULE(LINT_SAME_PATTERN, "same-pattern", SCREE_LINT_NOTE)                                       \
    RULE(LINT_NAME_CHANGED, "name-changed", SCREE_LINT_NOTE)

#define LINT_NAME(name, id, severity) name,
enum lint_rule { LINT_RULES(LINT_NAME) LINT_RULE_COUNT };

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
/* lint_add_others() records what other modules found. */
void lint_add_others(struct lint *lint);
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
