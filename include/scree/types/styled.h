/* A style, and what was decided about a map of one. */
#ifndef SCREE_TYPES_STYLED_H
#define SCREE_TYPES_STYLED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scree_style {
    /* set it to sizeof(struct scree_style) before asking */
    size_t size;
    /* "alpine" */
    const char *name;
    /* a few words */
    const char *summary;
    uint32_t layers;
};

/* Shares of the dry ground's area, in per cent, at which it is described: 1, 5, 25, 50, 75, 95, 99. */
#define SCREE_STYLE_SHARES 7
struct scree_styled_info {
    /* set it to sizeof(struct scree_styled_info) before asking */
    size_t size;
    /* its name */
    const char *style;
    uint32_t layers;
    /* found: not asked for */
    bool has_water, water_found;
    /* altitude of its surface */
    double water_m;
    /* of the terrain below it, 0 to 1 */
    double water_share;
    /* that share of the dry ground lies below it, */
    double altitude_m[SCREE_STYLE_SHARES];
    /* or is less steep */
    double slope_deg[SCREE_STYLE_SHARES];
};

struct scree_styled_layer {
    /* set it to sizeof(struct scree_styled_layer) before asking */
    size_t size;
    /* texts live as long as the result */
    const char *name;
    /* 0 of the root */
    uint32_t level;
    /* false: the ground has no place for the layer, and its coverage is 0 */
    bool fits;
    /* why, as part of a sentence; NULL if it fits */
    const char *reason;
};

#endif
