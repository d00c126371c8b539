/*
 * What the search for rules works on: layers in whole numbers, and what a model says about them.
 * Private to fit/.
 */
#ifndef FIT_SEARCH_H
#define FIT_SEARCH_H

#include "fit/fit_cells.h"

#define FIT_COVERAGES 40 /* steps of coverage: 40 is 1 */
#define FIT_NOISES 18    /* weights of the noise: 0, then from 0.02 in roots of 2 */
#define FIT_LEVELS 256   /* of the noise, by rank */
#define FIT_PLACES 256   /* steps of a place value, for tables */

#define FIT_DIRECTIONS 512 /* around the compass */
#define FIT_SPREADS 256    /* to either side of one, up to all */
#define FIT_LEVELS_SHARE 8 /* steps of what level ground has of an aspect */

/* A limit by what is around. Of the aspect the first side alone is on, at[] are the direction and the spread,
 * fuzz[0] its fuzziness and size the share of level ground. */
struct fit_around {
    bool on[2];
    int16_t at[2];
    uint8_t fuzz[2], size;
};

/* A layer under search. Numbers of positions and of steps. */
struct fit_box {
    bool on[FIT_SIDES];
    int16_t at[FIT_SIDES];
    uint8_t fuzz[FIT_SIDES];
    uint8_t coverage, noise, grain;
    struct fit_around around[FIT_AROUNDS];
};

/* Which cells count: those of the histograms, or of one half of the sample. */
enum fit_part { FIT_WHOLE, FIT_BLACK, FIT_WHITE };

struct fit_tables {
    const struct fit_ground *ground;
    const struct fit_scene *scene;
    float noise_of[FIT_NOISES];
    /* n of the model but for its bounds, rising: each as likely as the others */
    float level[FIT_LEVELS];
    /* Logarithms times FIT_LOG of the chance to be the strongest, [0], or not to be, [1], of a layer
     * alone at a place value. */
    int32_t chance[2][FIT_NOISES][FIT_PLACES + 1];
    double texel_tu;
    uint32_t octaves; /* of the noise, that texels can show */
    /* What a search goes by: the limits by what is around that boxes may have (bits), cells, and whether it need
     * not be exact. */
    unsigned around;
    enum fit_part part;
    bool quick;
};
#define FIT_LOG 65536.0
#define FIT_DOUBT 0.01 /* no chance is smaller: what no rule says happens so often */

void fit_tables_make(struct fit_tables *out, const struct fit_ground *ground,
                     const struct fit_scene *scene, const struct fit_picture *picture);

/* fit_ln() is the natural logarithm of a number above 0, from the four operations alone. */
double fit_ln(double x);

/* Ramps of limits over the bins of some cells, the last ones that were asked for: a search tries many
 * boxes that differ in one limit. Start it with fit_ramps_start(), and again for other cells, unless
 * these are another grain of the same. */
#define FIT_RAMPS 64 /* of each side */
struct fit_ramps {
    struct {
        int32_t key;
        float share[FIT_MAX_BINS];
    } kept[FIT_SIDES][FIT_RAMPS];
};
void fit_ramps_start(struct fit_ramps *ramps);

/* fit_box_ramps() is what a layer's limits leave: altitudes[bin] and slopes[bin], the lower times the
 * upper one. */
void fit_box_ramps(float *altitudes, float *slopes, const struct fit_box *box,
                   const struct fit_tables *tables, const struct fit_cells *cells,
                   struct fit_ramps *ramps);
float fit_box_coverage(const struct fit_box *box);
struct fit_layer fit_box_layer(const struct fit_box *box, const struct fit_tables *tables);

/*
 * Moves. Number i of a layer is its coverage, its noise, or place or fuzziness of a limit: places move
 * by `by` positions, all else by `small` steps. false: there is no such number, or it is at its end.
 *
 * fit_box_keep_edges(): after a coverage or a fuzziness was moved, the limits that it works on move so
 * that each alone leaves half a texel where it did before. false: nothing moves.
 */
#define FIT_NUMBER_COVERAGE 0
#define FIT_NUMBER_NOISE 1
#define FIT_NUMBERS (2 + 2 * FIT_SIDES)
bool fit_box_move(struct fit_box *box, int number, int by, int small);
bool fit_box_keep_edges(struct fit_box *box, const struct fit_box *before, int number,
                        const struct fit_tables *tables);

/*
 * Limits by what is around. fit_around_shares() is what those of a box leave at cells first .. first + count - 1 of the
 * sample. fit_around_move() and fit_around_keep_edges() are as those above, for numbers FIT_NUMBERS ..
 * FIT_ALL_NUMBERS - 1, place, fuzziness of both sides and size of each quantity; places move by
 * about as much ground. fit_around_try() is limit number i of a quantity among those that are tried where there is none,
 * hard ones; false: there are no more.
 */
#define FIT_ALL_NUMBERS (FIT_NUMBERS + 5 * FIT_AROUNDS)
bool fit_is_around(const struct fit_box *box, int quantity);
bool fit_same_around(const struct fit_box *a, const struct fit_box *b);
struct srf_limit fit_around_limit(const struct fit_box *box, int quantity,
                                  const struct fit_ground *ground);
void fit_around_shares(float *out, const struct fit_box *box, const struct fit_ground *ground,
                       uint32_t first, uint32_t count);
bool fit_around_move(struct fit_box *box, int number, int by, int small,
                     const struct fit_ground *ground);
bool fit_around_keep_edges(struct fit_box *box, const struct fit_box *before, int number,
                           const struct fit_ground *ground);
bool fit_around_try(struct fit_around *out, int quantity, uint32_t i,
                    const struct fit_ground *ground);

/* How hard to search. */
struct fit_effort {
    bool noise; /* layers may have noise */
    bool quick; /* to compare classes: limits need not be exact */
};

/* How many texels a layer should cover, and how many it should not, of all cells below a bin of each
 * axis: sums over blocks of cells are differences of four. */
struct fit_sides {
    struct {
        uint32_t yes, no;
    } below[FIT_COARSE_ALTITUDES + 1][FIT_COARSE_SLOPES + 1];
};
void fit_sides_sum(struct fit_sides *sides); /* of what each cell has */

/* fit_box_find() finds the layer that tells the texels of `sides` best, of a coarse histogram; the
 * result is how well: the logarithm of its chance less what its limits cost, times FIT_LOG. */
struct fit_box_task {
    const struct fit_tables *tables;
    const struct fit_cells *cells;
    const struct fit_sides *sides;
    struct fit_ramps *ramps; /* of one thread */
    struct fit_effort effort;
};
int64_t fit_box_find(struct fit_box *out, const struct fit_box_task *task);

/* Layers in painting order; boxes[0] is the root's and without meaning. */
struct fit_order {
    uint32_t count;
    uint32_t class[FIT_MAX_LAYERS], parent[FIT_MAX_LAYERS];
    struct fit_box boxes[FIT_MAX_LAYERS];
};
unsigned fit_arounds(const struct fit_order *order); /* bits of what any of its boxes has */
bool fit_is_noisy(const struct fit_order *order);    /* any of them has noise */

/*
 * What limits by what is around say of classes before there are boxes: hard ones, and where they leave something. fit_screen_best() is
 * the one of each quantity that tells a class best from those not removed, at equal altitudes and slopes, or -1.
 * fit_screen_sides() counts the sample's texels that it leaves, all of them for -1, and returns what those that
 * it does not leave say. Threads: any.
 */
struct fit_screen {
    const struct fit_ground *ground;
    uint32_t count;
    struct fit_tried {
        int quantity;
        struct fit_around limit;
        uint8_t *leaves; /* [cell of the sample] */
    } * tried;
    uint8_t *block, *class; /* [cell of the sample] */
};
MUST_USE enum scree_code fit_screen_open(struct fit_screen *out, struct mem_arena *arena,
                                         const struct fit_tables *tables, struct scree_error *err);
void fit_screen_best(int32_t best[FIT_AROUNDS], const struct fit_screen *screen, uint32_t class,
                     uint32_t removed);
int64_t fit_screen_sides(struct fit_sides *out, const struct fit_screen *screen, int32_t tried,
                         uint32_t grain, uint32_t class, uint32_t removed,
                         const struct fit_tables *tables);

/* fit_choose_around() chooses limits by what is around: tables->around becomes those by which the order, refined
 * with them on one half of the sample, tells more of the other. Errors as fit_refine() */
MUST_USE enum scree_code fit_choose_around(struct fit_order *order,
                                           struct fit_gain gains[FIT_AROUNDS],
                                           struct fit_tables *tables, struct scree_job *job,
                                           struct scree_error *err);

/* fit_order_find() takes classes off from the last painted to the root. out[0 .. *count) are the best
 * orders, the best first; *count becomes how many there are. SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code fit_order_find(struct fit_order *out, size_t *count,
                                        const struct fit_tables *tables, bool noise,
                                        struct scree_job *job, struct scree_error *err);

/* fit_refine() makes an order better under the whole model; *agreement is the share of texels whose
 * class is the strongest then, expected over the noise. SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code fit_refine(struct fit_order *order, double *agreement,
                                    const struct fit_tables *tables, bool noise,
                                    struct scree_job *job, struct scree_error *err);

/* fit_agreement() is that of an order as it is. SCREE_NO_MEMORY */
MUST_USE enum scree_code fit_agreement(double *agreement, const struct fit_order *order,
                                       const struct fit_tables *tables, struct scree_job *job,
                                       struct scree_error *err);

/* The noise of each layer at each cell of the sample: n of the model but for its bounds, of the patterns
 * that the map of an order will have with the scene's seed. The caller frees *out by fit_patterns_free(), also after a
 * failure. SCREE_NO_MEMORY */
struct fit_patterns {
    float *level[FIT_MAX_LAYERS];
};
MUST_USE enum scree_code fit_patterns_open(struct fit_patterns *out, const struct fit_order *order,
                                           const struct fit_tables *tables,
                                           struct scree_error *err);
void fit_patterns_free(struct fit_patterns *patterns);
/* fit_pattern_origin() is the pattern of a layer: ORIG. */
void fit_pattern_origin(float origin[2], uint64_t seed, uint32_t layer);

/*
 * What orders cover of the ground. fit_counting_shares() is, of one, the share of texels in which each
 * layer is the strongest; and of the texels of a class, if it has any, in how many it is. Expected over
 * the noise, or, if patterns is not NULL, with these, of the sample. It cannot fail. Orders differ from
 * that with which the counting was opened in limits and coverage alone. The caller ends it by
 * fit_counting_close(), which accepts NULL. SCREE_NO_MEMORY
 */
struct fit_shares {
    double of_layer[FIT_MAX_LAYERS], own_chance[FIT_MAX_CLASSES];
    bool any[FIT_MAX_CLASSES];
};
struct refining;
MUST_USE enum scree_code fit_counting_open(struct refining **out, const struct fit_order *order,
                                           const struct fit_tables *tables,
                                           const struct fit_patterns *patterns,
                                           struct scree_job *job, struct scree_error *err);
void fit_counting_shares(struct fit_shares *out, struct refining *counting,
                         const struct fit_order *order);
void fit_counting_close(struct refining *counting);

/* fit_move_onto() makes an order, whose rules are out->rules, for other ground, out->onto and areas: limits stand at the same shares of the area there,
 * moved on until layers cover about what they did. SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code fit_move_onto(struct fit_found *out, const struct fit_order *order,
                                       const struct fit_scene *from,
                                       const struct fit_picture *picture,
                                       const struct fit_scene *onto, struct scree_job *job,
                                       struct scree_error *err);

/* fit_order_rules() is an order as rules on the ground of tables. */
void fit_order_rules(struct fit_rules *out, const struct fit_order *order,
                     const struct fit_tables *tables);

/* fit_count_edges() counts neighbours in a row that are of different classes, in some rows of a picture
 * and of a bake of rules. SCREE_CANNOT_READ, SCREE_NO_MEMORY */
MUST_USE enum scree_code fit_count_edges(uint64_t *painted, uint64_t *baked,
                                         const struct fit_rules *rules,
                                         const struct fit_scene *scene,
                                         const struct fit_picture *picture, struct scree_job *job,
                                         struct scree_error *err);

#endif
