/* Whether the altitude limits of a surface map belong to a terrain of other heights. */
#ifndef COMPARE_COMPARE_SCALE_H
#define COMPARE_COMPARE_SCALE_H

#include <stdbool.h>

#include "srf/srf.h"
#include "ter/ter.h"

struct compare_scale_hint {
    double limits_tu[2];  /* what the altitude limits span */
    double terrain_tu[2]; /* lowest and highest altitude */
    /* A scale of the altitudes and then a height to raise them by, with which the limits lie about
     * the middle of the terrain. The scale is 1 where the terrain is as high as the limits span. */
    double height_scale, height_offset_tu;
};

#define COMPARE_SCALE_TEXT 240
/* compare_scale_words() writes what was found, and compare_scale_advice() what to do about it:
 * "try {height_offset_tu} 160". Both return out. */
char *compare_scale_words(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint);
char *compare_scale_advice(char out[COMPARE_SCALE_TEXT], const struct compare_scale_hint *hint);

/*
 * compare_scale_hint() is true if a limit keeps a layer off the whole terrain and at most a quarter of
 * all altitude limits lie within the terrain's range. Limits of the root and of layers without
 * coverage do not count. It is false for limits that look like metres, and on level ground; *out is
 * not touched then.
 */
bool compare_scale_hint(struct compare_scale_hint *out, const struct srf_map *map,
                        const struct ter_field *field, const struct ter_ranges *ranges);

#endif
