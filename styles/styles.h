/*
 * Surface maps made for a terrain: a style says which layers there are and how they look, the
 * terrain's own altitudes and slopes say where their limits lie.
 *
 * The map is text in metres and degrees (docs/surface-text.md). It depends on the terrain, the style,
 * the water and the seed alone: the ground is counted in whole numbers, and what follows from the
 * counts uses nothing but the four operations.
 *
 * Source of the layers: styles_table.c, chosen by eye (docs/styles.md has a picture of each).
 */
#ifndef STYLES_STYLES_H
#define STYLES_STYLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/style.h>
#include <scree/types/styled.h>
#include <scree/types/terrain.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "ter/ter.h"

/* The most layers of a style, its root counted. */
#define STYLES_MAX_LAYERS 12
/* And of those that a map of land cover adds. */
#define STYLES_MAX_COVER 40
#define STYLES_MAX_MASKS 12

/* styles_list() is style number i; false behind the last. */
bool styles_list(struct scree_style *out, size_t i);
/* styles_quantiles() is how the whole area of a terrain, water included, is spread over altitudes (to
 * a 65,536th of the range) and slopes: of the middles of its cells that have data. ranges are its own. SCREE_CANNOT_READ,
 * SCREE_CANCELLED, SCREE_NO_MEMORY */
MUST_USE enum scree_code styles_quantiles(struct ter_quantiles *out, const struct ter_field *field,
                                          const struct ter_ranges *ranges, struct scree_job *job,
                                          struct scree_error *err);
/* styles_tell_quantiles() tells them as the public struct has them. */
MUST_USE enum scree_code styles_tell_quantiles(struct scree_terrain_quantiles *out,
                                               const struct ter_field *field,
                                               const struct ter_ranges *ranges,
                                               struct scree_job *job, struct scree_error *err);

/* styles_lines_at() is where trees end and where snow stays through the summer, by the latitude. */
struct styles_lines {
    double trees_m, snow_m;
};
struct styles_lines styles_lines_at(double latitude_deg);

struct image_geo;
struct styles_cover;
/* What a map of land cover comes to lie on. */
struct styles_classes;
struct styles_covered {
    const struct ter_field *field;
    const struct image_geo *geo;       /* or NULL, where the field itself says its degrees */
    const struct styles_classes *rest; /* what is there where the map has nothing known; or NULL */
};
/*
 * styles_cover_read() reads a map of land cover, a GeoTIFF of classes, onto a terrain. legend is what its classes are, a
 * line each, "7 = woods"; NULL: it is a map that is known (styles_cover_legend.c). On success the caller frees *out by
 * styles_cover_free(), which accepts NULL.
 * SCREE_BAD_ARGUMENT   it lies beside the terrain, or its classes are none that are known ("cover_legend")
 * SCREE_UNSUPPORTED    one of the two does not say where it lies, or in a system that is not known
 * SCREE_MALFORMED      of the legend, too; SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_CANCELLED,
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code styles_cover_read(struct styles_cover **out,
                                           const struct file_input *input,
                                           const struct scree_bytes *legend,
                                           const struct styles_covered *on, struct scree_job *job,
                                           struct scree_error *err);
/*
 * styles_cover_of() makes one of classes that lie evenly over a terrain, twice as fine as its masks will be: class 0 is
 * left to the style, and words[class - 1] says what others are. SCREE_NO_MEMORY, SCREE_CANCELLED
 */
struct styles_classes {
    const char *name, *credit; /* who is to be named; NULL: nobody */
    const char *const *words;  /* such as "woods"; NULL: nothing */
    unsigned count;
    uint8_t *of;            /* [row * columns + column], row 0 north */
    uint32_t columns, rows; /* even */
};
MUST_USE enum scree_code styles_cover_of(struct styles_cover **out,
                                         const struct styles_classes *classes,
                                         struct scree_job *job, struct scree_error *err);
/* styles_cover_side() is how many pixels the masks of land cover have at most along so many cells. */
uint32_t styles_cover_side(double cells);
void styles_cover_free(struct styles_cover *cover);
/* styles_cover_credit() is who is to be named for it; NULL: nobody. */
const char *styles_cover_credit(const struct styles_cover *cover);

/* A picture that the text names, to be beside it. */
struct styles_mask {
    char *file;
    struct scree_bytes png;
};

struct styles_map {
    struct scree_style style;
    struct scree_styled_info info;
    uint64_t seed;
    double lowest_m, highest_m; /* of the terrain's points */
    int64_t water_um;           /* millionths of a metre */
    bool has_trees, has_snow;   /* the lines that limits follow were given */
    struct styles_lines lines;
    struct scree_styled_layer layers[STYLES_MAX_LAYERS + STYLES_MAX_COVER];
    struct scree_bytes text; /* the surface map */
    struct styles_mask masks[STYLES_MAX_MASKS];
    uint32_t mask_count;
    struct styles_cover *cover; /* what its layers follow; or NULL */
    struct styles_room *room;   /* of those layers */
};

/*
 * styles_make() makes the map of a style for a terrain. ranges are the terrain's own. cover, which may be NULL, is
 * taken over, whatever the result. On success the caller frees *out by styles_free(); on failure it is zeroed.
 * SCREE_BAD_ARGUMENT        there is no such style (field "style"), or the water's altitude is no finite number
 *                or further from 0 than TER_MAX_ALTITUDE_M ("water_m"), as are the lines of trees and
 *                snow ("tree_line_m", "snow_line_m")
 * SCREE_CANNOT_READ       a field that stays in its file cannot be read
 * SCREE_CANCELLED, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code styles_make(struct styles_map *out, const struct ter_field *field,
                                     const struct ter_ranges *ranges,
                                     const struct scree_style_options *options,
                                     struct styles_cover *cover, struct scree_job *job,
                                     struct scree_error *err);
void styles_free(struct styles_map *map); /* accepts a zeroed map */

/*
 * styles_shares() sorts a ground by altitude and by slope: number i of `count` values, at least 2, is
 * what i / (count - 1) of its area does not reach; neither list falls. The first and last altitudes
 * are those of the lowest and the highest point; slopes are gradients, rise over run.
 * SCREE_BAD_ARGUMENT (too few points to speak of), SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
bool styles_has_shares(const struct ter_field *field); /* whether there are enough points */
MUST_USE enum scree_code styles_shares(double *altitude_m, double *gradient, size_t count,
                                       const struct ter_field *field, struct scree_job *job,
                                       struct scree_error *err);

/* styles_list_json() is the list as a document, "scree-styles-1"; styles_list_words() the same for
 * people. The caller frees *out by file_bytes_free(). SCREE_NO_MEMORY */
MUST_USE enum scree_code styles_list_json(struct scree_bytes *out, struct scree_error *err);
MUST_USE enum scree_code styles_list_words(struct scree_bytes *out, struct scree_error *err);

/* styles_tell() sends what was decided to the job as notes about a file. */
void styles_tell(const struct styles_map *map, const char *file, struct scree_job *job);

/* styles_json() is what was decided as a document, "scree-style-1" (docs/styles.md); styles_words()
 * the same for people. The caller frees *out by file_bytes_free(). SCREE_NO_MEMORY */
MUST_USE enum scree_code styles_json(struct scree_bytes *out, const struct styles_map *map,
                                     struct scree_error *err);
MUST_USE enum scree_code styles_words(struct scree_bytes *out, const struct styles_map *map,
                                      struct scree_error *err);

#endif
