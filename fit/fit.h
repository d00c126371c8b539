/*
 * The surface map that explains a painted terrain: a picture that says of every texel which class it
 * is of, and the ground below it (docs/fit.md).
 *
 * A fit goes through these steps. The idea is of Dachsbacher, Bolch and Stamminger (VMV 2006).
 *
 *   altitude and slope of each texel in bins of equal area, on the ground as it is and averaged (SMSZ
 *   1.5 to 8); of a picture above 2^20 texels, rows at equal distances (fit_cells.h)
 *   the order, from the layer painted last: a box of limits that tells each class from those below;
 *   the four best sets at each step (fit_order.c, fit_box.c)
 *   all layers under the whole model, with the noise at 32 of its levels; numbers move while the
 *   painting becomes more likely (fit_refine.c)
 *   noise: none if sharp rules explain 98 %, some below 90 %; between, the number of edges of a bake
 *   decides (fit_edges.c)
 *   SMSZ above 1 where averaged ground explains clearly more (fit_rules.c)
 *   limits by aspect, position and curvature, if they are asked for and tell more of ground that was held out
 *   (fit_with.c): then all of it again with these, on a sample of single texels (fit_around.c, fit_screen.c)
 *   other ground (fit_onto.c); aerial pictures by k-means in CIELAB, in whole numbers (fit_aerial.c)
 *   a bake of what was found, which is held against the picture
 *
 * Memory: a byte a texel and a band of rows; while they are read, masks take 2 and a Rigs of Rods
 * terrain 4 more a texel; a page of HTML 1 more; other ground 1 for each of its texels; averaged ground
 * 20 a point while it is measured. Everything is counted in whole numbers, and what follows from the counts uses the four
 * operations and roots alone: equal inputs give equal bytes, whatever the number of threads.
 */
#ifndef FIT_FIT_H
#define FIT_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/fit.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "heights/heights.h"
#include "inputs/inputs.h"
#include "render/render.h"
#include "srf/srf.h"
#include "ter/ter.h"

#define FIT_MAX_CLASSES 16
#define FIT_NONE 255 /* in place of a class: a texel that does not count */
#define FIT_NAME_SIZE 64
/* Quantities that layers may be limited by beside altitude and slope: the first of enum srf_quantity. */
#define FIT_AROUNDS 3

struct fit_class {
    char name[FIT_NAME_SIZE]; /* UTF-8 */
    uint8_t rgb[3];           /* to show it in, and the colour of its layer */
};

/* Which class each texel is of. */
struct fit_picture {
    enum scree_grid grid; /* cells: row 0 is north; vertices: row 0 is south */
    uint32_t width, height;
    uint8_t *ids; /* ids[j * width + i]: number of a class, or FIT_NONE; for mem_free() */
    uint32_t count;
    struct fit_class classes[FIT_MAX_CLASSES];
};
void fit_picture_free(struct fit_picture *picture); /* accepts a zeroed one */

/* Where a picture lies. */
struct fit_scene {
    const struct ter_field *field;
    double relief;
    bool no_noise; /* of a picture to fit: rules without noise, whatever it shows */
    uint64_t seed; /* of the patterns of the noise */
    /* enum scree_fit_around: limits that may be taken beside altitude and slope; the field is then in memory */
    unsigned around;
};

enum fit_side { FIT_LOWEST, FIT_HIGHEST, FIT_GENTLEST, FIT_STEEPEST, FIT_SIDES };
struct fit_limit {
    bool on;
    double at, fuzziness; /* terrain units above the field's base_tu, or gradients */
};
struct fit_layer {
    uint32_t class;  /* of the picture */
    uint32_t parent; /* layer; 0 of the root */
    double coverage, noise, smoothing_tu;
    struct fit_limit limits[FIT_SIDES];
    struct srf_limit around[FIT_AROUNDS];
};

#define FIT_MAX_LAYERS (FIT_MAX_CLASSES + 8)
struct fit_rules {
    uint32_t count; /* layers in painting order, layer 0 is the root */
    struct fit_layer layers[FIT_MAX_LAYERS];
};

/* What became of a quantity that was to be tried. */
struct fit_gain {
    bool asked, taken;
    double gain; /* share of texels that layers with such limits tell more, on ground held out */
};

struct fit_found {
    struct fit_rules rules; /* on the picture's ground */
    struct fit_gain around[FIT_AROUNDS];
    struct fit_rules onto; /* the same on other ground, if that was asked for; */
    /* and then [layer]: the share of the ground that it covers, by the painted ground's map and by this */
    double areas[FIT_MAX_LAYERS], onto_areas[FIT_MAX_LAYERS];
    bool paint[FIT_MAX_CLASSES]; /* [class]: no rule says where it is; its layer has coverage 0 */
    double at_most; /* share of texels of the most painted class of each small range of altitude and
                       slope: rules that do not cut through one cannot explain more */
};

/*
 * fit_rules_find() finds the rules that explain a picture. onto, which may be NULL, is other ground to
 * move them to. SCREE_BAD_ARGUMENT (no texel has a class), SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code fit_rules_find(struct fit_found *out, const struct fit_scene *scene,
                                        const struct fit_picture *picture,
                                        const struct fit_scene *onto, struct scree_job *job,
                                        struct scree_error *err);

/* What a map makes of a picture's ground. Texels, [class painted][class of the map]. */
struct fit_confusion {
    uint64_t texels[FIT_MAX_CLASSES][FIT_MAX_CLASSES];
    uint64_t by_rules[FIT_MAX_CLASSES]; /* [class]: equal also with the noise at its mean */
    uint64_t total;
    uint8_t *fitted; /* if it was asked for: as picture->ids; for mem_free() */
};
/* fit_compare() bakes a map of rules over the picture's ground, some rows at a time, and compares.
 * fitted: keep what is baked. SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED */
struct fit_comparing {
    const struct fit_scene *scene;
    const struct fit_picture *picture;
    const struct fit_rules *rules;
    const struct srf_map *map; /* of rules */
    bool fitted;
};
MUST_USE enum scree_code fit_compare(struct fit_confusion *out, const struct fit_comparing *what,
                                     struct scree_job *job, struct scree_error *err);

/* fit_rules_map() makes the surface map of rules, its patterns by `seed`; layers have the names and
 * colours of their classes. The caller frees *out by srf_free(). SCREE_BAD_ARGUMENT (field "seed"), SCREE_NO_MEMORY */
MUST_USE enum scree_code fit_rules_map(struct srf_map **out, const struct fit_rules *rules,
                                       const struct fit_picture *picture,
                                       const struct ter_field *field, uint64_t seed,
                                       struct scree_error *err);

/* ---- paintings ---- */

/* What a painting is read from. Texts are the caller's. */
struct fit_source {
    const char *
        path; /* a picture, a folder of masks, a BeamNG level or its .ter, a Rigs of Rods terrain */
    struct inputs_opened *classes; /* names of colours, or of grey values: NULL */
    const char
        *splat; /* names of a picture's channels, with commas; NULL: it is not one of weights */
    uint32_t aerial; /* so many classes are found by colour; 0: the picture has its classes */
    struct scree_terrain_options ground; /* how to understand heights of its own */
    const struct ter_field *under;       /* the terrain that it lies on, */
    const struct image_geo *geo;         /* and where that lies; NULL */
};
struct fit_painting {
    struct fit_picture picture;
    struct ter_field *field; /* heights of its own; or NULL */
    struct heights_about heights;
    const char *what; /* "folder of masks": what it was taken for */
};

/*
 * fit_painting_read() reads one. On success the caller frees *out by fit_painting_free(); on failure
 * it is zeroed. Source of every foreign fact: docs/formats/srf.md.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED (something else), SCREE_LIMIT (more classes than
 * FIT_MAX_CLASSES, or too large), SCREE_BAD_ARGUMENT (field "classes", "splat" or "aerial"), SCREE_NO_MEMORY
 */
MUST_USE enum scree_code fit_painting_read(struct fit_painting *out,
                                           const struct fit_source *source, struct scree_job *job,
                                           struct scree_error *err);
/* fit_painting_take() copies one that is in memory; *out is zeroed before. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY */
MUST_USE enum scree_code fit_painting_take(struct fit_painting *out,
                                           const struct scree_painting *of,
                                           struct scree_error *err);
void fit_painting_free(struct fit_painting *painting); /* accepts a zeroed one */

/* ---- all of it ---- */

struct fit_result {
    struct fit_painting painting; /* its picture's ids are kept for a page alone */
    struct fit_found found;
    struct fit_confusion confusion;
    struct scree_bytes map; /* as .srf */
    bool own_heights, moved, pictures;
};
/* fit_open() is fit_painting_read() with what options say of the painting, and the terrain that it lies on. */
MUST_USE enum scree_code fit_open(struct fit_painting *out, const char *path,
                                  const struct scree_fit_options *options,
                                  const struct ter_field *under, const struct image_geo *geo,
                                  struct scree_job *job, struct scree_error *err);
/* fit_result_find() finds the rules for a result whose painting was read, compares, and writes their map. field:
 * the ground of a painting without heights of its own; onto: other ground, or NULL. The caller frees *fit
 * by fit_result_free() in any case. SCREE_BAD_ARGUMENT ("terrain", "relief"), and as the steps. */
MUST_USE enum scree_code fit_result_find(struct fit_result *fit,
                                         const struct scree_fit_options *options,
                                         const struct ter_field *field,
                                         const struct ter_field *onto, struct scree_job *job,
                                         struct scree_error *err);
void fit_result_free(struct fit_result *fit); /* accepts a zeroed one */

#endif
