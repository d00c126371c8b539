/* Limits of a style's layers on a terrain. Private to styles/. */
#ifndef STYLES_LIMITS_H
#define STYLES_LIMITS_H

#include "styles/styles_ground.h"
#include "styles/styles_table.h"

#define STYLES_MICRO 1000000 /* altitudes are whole millionths of a metre */

/* Along the shorter side: with fewer cells there are no patches, and nothing is around. */
#define STYLES_FEW_CELLS 24

/* Ground that rises by less than this part of its longer side has no altitudes to speak of. */
#define STYLES_LEAST_RELIEF 2000

/* The ground as limits are chosen by it. */
struct styles_site {
    const struct styles_ground *ground;
    bool has_water, water_found;
    int64_t water_um; /* without water, the lowest ground */
    double water_share;
    uint32_t dry_bin;  /* the first above the water; the first of all if nothing is */
    uint32_t land_bin; /* the first above the beach */
    double dry_from_m; /* the water; -INFINITY if nothing is above it */
    double lowest_m;   /* half a hundredth of the dry ground lies below it, */
    double relief_m;   /* and as much so far above */
    double rough_deg;  /* the roughness of half of the dry ground */
    double gradient;   /* the mean of the dry ground */
    bool is_south;     /* the sun is in the north */
    bool is_plain;     /* for a .srf, which has limits of altitude and slope alone */
    int64_t beach_um;  /* how high a beach rises above the water */
    bool has_line[3];  /* by enum styles_line */
    double line_m[3];
};
/* styles_look() looks for water and measures what is above it. */
void styles_look(struct styles_site *out, const struct styles_ground *ground,
                 const struct scree_style_options *options);

/* A limit: millionths of a metre, or whole degrees. */
struct styles_limit {
    bool on;
    int64_t at, fuzziness;
};
/* How the ground lies in a square of size_um: lower and upper, in millionths of a metre or of 1/m. */
struct styles_bounds {
    int64_t size_um;
    struct styles_limit limits[2];
};
struct styles_choice {
    const struct styles_rule *rule;
    uint32_t parent;
    struct styles_limit altitude[2], slope[2]; /* lower and upper */
    struct styles_facing facing;
    struct styles_bounds position, curvature;
    struct styles_limit wetness, near; /* lower, in millionths of m2; upper */
    bool is_open;                      /* a limit by what is around was left out */
    unsigned mask;                     /* 1 + the number of a mask of land cover; 0: none */
    const char *reason;                /* why the layer does not fit; NULL if it does */
};
/* styles_has_line(): a limit follows a line of the climate. */
bool styles_has_line(const struct styles_site *site, const struct styles_altitude *rule);
/* styles_coverage() is that of a layer in hundredths; less where it stands open. */
uint32_t styles_coverage(const struct styles_choice *choice);
/* styles_sees_water() tells whether rows may have limits by water that flows over the ground. */
bool styles_sees_water(const struct styles_site *site);
/* styles_choose() chooses the limits of a row; what they exclude is not looked at. */
void styles_choose(struct styles_choice *out, const struct styles_site *site,
                   const struct styles_rule *rule);

/* styles_fit() says of each of choices[0 .. count), in painting order, why it does not fit. */
void styles_fit(struct styles_choice *choices, uint32_t count, const struct styles_site *site);

#endif
