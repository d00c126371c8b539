/*
 * What a driver feels: ground models on the ground, rather than materials. docs/model.md, Grip, has
 * the rule of ground_calm() exactly. A second public header of ground/.
 */
#ifndef GROUND_GROUND_GRIP_H
#define GROUND_GROUND_GRIP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"

#define GROUND_NO_GRIP 255    /* in place of a ground model: a hole */
#define GROUND_MAX_GRIPS 64   /* ground models on one map */
#define GROUND_CALM_M 14.0    /* how far the ground around a place counts, by default */
#define GROUND_DRIVE_M 2000.0 /* a drive's length, */
#define GROUND_DRIVES 1000    /* and how many are taken */

/*
 * A map of materials, ids[y * size + x], whose ground models are to change less often.
 * A sample keeps its material if the calm map has its ground model there. If not, it gets others[at],
 * if that has it, else the nearest sample's that has it, and of_grip[] if none is near. Samples without
 * a ground model stay and count for none.
 */
struct ground_grip {
    uint8_t *ids;
    const uint8_t
        *others;         /* the strongest material of another ground model, or any; NULL: of_grip */
    uint32_t size;       /* 1 .. RENDER_MAX_SIZE */
    double square_m;     /* from sample to sample */
    const uint8_t *grip; /* [256]: ground model of a material, below `grips`, or GROUND_NO_GRIP */
    uint32_t grips;      /* 1 .. GROUND_MAX_GRIPS */
    const uint8_t *of_grip; /* [grips]: a material that has it */
    double reach_m;         /* above 0 */
};
/* ground_calm() changes ids; *changed counts samples whose ground model is another one. It looks at no
 * sample further than ground_calm_reach() samples away, along rows and columns, besides a count over
 * the whole map. SCREE_NO_MEMORY; then nothing was changed. */
MUST_USE enum scree_code ground_calm(const struct ground_grip *map, uint64_t *changed,
                                     struct scree_error *err);
uint32_t ground_calm_reach(double reach_m, double square_m);
/* ground_calm_bytes() is the memory that it takes meanwhile. */
uint64_t ground_calm_bytes(uint32_t size, uint32_t grips, double reach_m, double square_m);

/*
 * ground_drive() takes GROUND_DRIVES straight drives of GROUND_DRIVE_M metres, or of three quarters of
 * the side of a smaller map, at places and in directions that depend on nothing but the map's extent,
 * and returns the median of the metres driven for each change of grip[id]; a drive without a change
 * counts with its length. Holes are driven over as if they were what came before.
 */
double ground_drive(const uint8_t *ids, uint32_t size, double square_m, const uint8_t grip[256]);

/* What became of the grip of an export. */
struct ground_ride {
    bool fine;             /* left as it was evaluated */
    uint32_t models;       /* ground models on the map */
    double fine_m, metres; /* ground_drive() as evaluated, and as it is */
    uint64_t calmed;       /* samples that got another ground model */
};
/* ground_ride_make() measures, and makes the grip calm unless it is to be fine; with more ground
 * models than GROUND_MAX_GRIPS it stays. SCREE_NO_MEMORY. */
MUST_USE enum scree_code ground_ride_make(struct ground_ride *out, const struct ground_grip *map,
                                          bool fine, struct scree_error *err);
/* ground_ride_tell() says it in a note; ground_ride_json() is NULL if memory ran out. */
void ground_ride_tell(const struct ground_ride *ride, struct scree_job *job);
json_t *ground_ride_json(const struct ground_ride *ride);

#endif
