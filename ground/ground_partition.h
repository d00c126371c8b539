/* Which layers are one material, if there is too little room. Private to ground/. */
#ifndef GROUND_GROUND_PARTITION_H
#define GROUND_GROUND_PARTITION_H

#include <stdint.h>

#include "base/err.h"
#include "ground/ground.h"

/*
 * Which layers of a surface map are shown as one.
 *
 * A group of layers is shown in one colour: the mean of its layers' linear colours by their
 * coverage. It is named by its head: of its layers that cover anything the highest, of equally high
 * ones the largest, then the first; the kind of ground is the head's. The error of a layer is its
 * coverage times the distance between its own colour and the group's: the root mean square over the
 * channels of 255 sqrt(clamp01(colour)), twice that for a layer of another kind than the group's.
 * The sum over all layers is what is made small: by so much, in the mean over the map, the picture
 * is off, the plain distance being what the eye sees and what the report counts. (Its square, as
 * Ward has it, shifts the error to where many are a little off.)
 */
struct ground_merge_layer {
    uint64_t sum;    /* coverage, in any unit */
    float colour[3]; /* linear, 0 .. 1 */
    enum ground_kind kind;
    uint32_t depth, parent; /* parent: its number, lower than the layer's own; 0 for layer 0 */
};

struct ground_merged {
    uint32_t head;   /* the layer that names its group: equal heads are one group */
    double shown[3]; /* colour of the group as shown, 0 .. 255 */
    double off;      /* distance of the layer's own from that, 0 .. 255 */
};

#define GROUND_MERGE_EXACT 10
#define GROUND_MERGE_SAME 1e-9

/*
 * ground_partition() parts layers[0 .. count) into at most limit > 0 groups: out[0 .. count).
 * layers[0] has depth 0, all others more. If there are more than limit, layers that cover nothing
 * go to their parents' groups, the first ones first, until the others fit. If still too many are
 * left:
 *
 * Up to exact layers, which is at most GROUND_MERGE_EXACT: the way of least error. Ways whose mean
 * errors differ by GROUND_MERGE_SAME or less are equal; of these the one of most groups is taken, then
 * the one whose list of group numbers (by layer, numbered as they come up) is first in order.
 *
 * More: groups are joined by pairs, whatever the tree; of all ways that joining two groups of the
 * ways before leads to, the 128 of least error are followed, only one while more than 32 groups are
 * left; of equal ones those found first, by pairs of group numbers. Measured against the least
 * error on 8 layers: tests/unit/test_ror_merge.c.
 *
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code ground_partition(struct ground_merged *out,
                                          const struct ground_merge_layer *layers, uint32_t count,
                                          uint32_t limit, uint32_t exact, struct scree_error *err);

#endif
