/* What a style is made of. Private to styles/. */
#ifndef STYLES_TABLE_H
#define STYLES_TABLE_H

#include "styles/styles.h"

/* Where an altitude limit lies. */
enum styles_place {
    STYLES_NOWHERE, /* no limit */
    STYLES_AREA,    /* value thousandths of the dry ground lie below it, or it lies rise thousandths
                       of the relief above the lowest, whichever is higher */
    STYLES_SHORE    /* value hundredths of a beach above the water */
};
/* What decides in its place where it is known. */
enum styles_line { STYLES_NO_LINE, STYLES_TREES, STYLES_SNOW };
struct styles_altitude {
    enum styles_place place;
    int value, rise;
    int fuzziness; /* STYLES_AREA: thousandths of the relief; STYLES_SHORE: hundredths of a beach */
    enum styles_line line;
    int away_m, fade_m; /* so far above that line, and over how much the layer fades there */
};

/* A slope limit: the slope that `area` thousandths of the dry ground stay below, but not less than
 * `least` and not more than `most` degrees. most 0: no limit. */
struct styles_slope {
    int area, least, most, fuzziness; /* fuzziness in degrees */
};

/* A limit by the direction that a slope faces: so many degrees to either side of one. 0 is the side
 * away from the sun, 180 the sunny one. level: hundredths that level ground has. spread 0: no limit. */
struct styles_facing {
    uint16_t toward;
    uint8_t spread, fuzziness, level;
};

/* A limit by how the ground lies in what is around it, at `size` thousandths of its longer side. slack
 * and fuzziness are hundredths of what the mean slope makes of that size; even ground is inside by the
 * slack, so that a layer has ground wherever its other limits leave some. size 0: no limit. */
struct styles_around {
    uint8_t size, slack;
    uint16_t fuzziness;
};

/* A limit by how near a row is that has one by water: up to so many thousandths of the longer side of the
 * ground, and three cells at least. to NULL: no limit. */
struct styles_along {
    const char *to;
    uint8_t reach;
};

/* A row of the table; members that are left out do not limit the layer. */
struct styles_rule {
    const char *name; /* its last word for a ground decides how games drive on it (ground/) */
    uint8_t level;    /* its parent is the row before it of a level less by 1 */
    uint8_t rgb[3];   /* DIFC: linear, of 256 */
    uint8_t coverage; /* hundredths */
    uint8_t noise;    /* tenths */
    struct styles_altitude above, below;
    struct styles_slope steeper, gentler;
    struct styles_facing facing;
    struct styles_around ridge, valley; /* above or below the mean around it */
    struct styles_around crest, hollow; /* bent outwards or inwards */
    uint8_t wet; /* ten-thousandths of the ground's area that drain through it; 0: no limit */
    struct styles_along along;
    uint8_t relief; /* the least relief, in thousandths of the terrain's longer side */
};

struct styles_entry {
    struct scree_style style;
    struct styles_rule rules[STYLES_MAX_LAYERS];
};

/* styles_find() is the entry of a name, NULL if there is none. */
const struct styles_entry *styles_find(const char *name);
/* styles_parent() is the row of a row's parent; of the root's, itself. */
uint32_t styles_parent(const struct styles_entry *entry, uint32_t row);
/* styles_needs_water() tells whether a row has a limit at the water. */
bool styles_needs_water(const struct styles_rule *rule);

#endif
