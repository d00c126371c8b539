/* Layers merged to as many materials as there is room for. */
#ifndef GROUND_GROUND_MERGE_H
#define GROUND_GROUND_MERGE_H

#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "ground/ground.h"
#include "render/render.h"
#include "srf/srf.h"

#define GROUND_WET_WEIGHT 1
#define GROUND_DRY_WEIGHT 8
#define GROUND_SHORE_WEIGHT 32

/* A layer that is shown as another. */
struct ground_step {
    uint32_t layer, into; /* into: the layer that names its group */
    uint64_t covered;     /* by the layer, units of 2^-24 texels; 0: that is the reason */
    double distance;      /* of its colour from the group's, 0 .. 255 */
};

/* A merge by ground_partition(). heads and steps belong to the arena. */
struct ground_merge {
    struct render_merge *merge; /* for render_merge_free() */
    uint32_t *heads;            /* [layer]: the layer that names its group */
    struct ground_step *steps;  /* [0 .. step_count), by layer */
    size_t step_count;
};

struct ground_merge_room {
    uint32_t limit; /* materials, at least 1 */
    /* The kind that one which a name suggests counts as, GROUND_KINDS included; NULL: itself. */
    enum ground_kind (*kind_of)(enum ground_kind);
    /* [layer]: how much a texel counts; a layer of GROUND_WET_WEIGHT names no group of others. NULL:
     * all are GROUND_DRY_WEIGHT. */
    const uint32_t *weights;
    uint32_t
        levels; /* layers of that depth and deeper are one with their ancestor above; 0: none */
};

/*
 * ground_merge_layers() merges the layers of a map by ground_partition(). sums[layer] as
 * SCREE_COVERAGE gives them, a material per layer. A material is called what its head is, "layer" if
 * that has no name, and of several of one name the later ones get a number: "Rock", "Rock 2".
 * SCREE_NO_MEMORY; out->merge is then NULL.
 */
MUST_USE enum scree_code ground_merge_layers(struct ground_merge *out, struct mem_arena *arena,
                                             const struct srf_map *map, const uint64_t *sums,
                                             const struct ground_merge_room *room,
                                             struct scree_error *err);

/*
 * ground_merge_tell() notes for each step which layer is shown as which, and for all that cover
 * nothing how many they are. all: the coverage of the whole terrain, in the unit of the steps'.
 * ground_merge_sum_up() gives the result: that kept of layers are left, and what share (0 .. 1) of
 * the terrain shows another layer's texture; more, in brackets, follows, or "".
 */
void ground_merge_sum_up(uint32_t kept, uint32_t layers, double share, const char *more,
                         struct scree_job *job);
/* ground_merge_json() is a list of the steps; NULL if memory ran out. */
json_t *ground_merge_json(const struct ground_step *steps, size_t count, double all);
void ground_merge_tell(const struct ground_step *steps, size_t count, const struct srf_map *map,
                       double all, struct scree_job *job);

/* ---- colours of layers and of the materials made of them: ground_colour.c ---- */

/* ground_layer_colour() is the colour of a layer, linear, as evaluation takes it. */
void ground_layer_colour(float colour[3], const struct srf_layer *layer);
/* ground_shown() is a linear colour channel as pictures show it. */
uint8_t ground_shown(float channel);
/* ground_material_colour() is the mean colour of a material's layers by their coverage, linear; the
 * first layer's if they cover nothing. layer_sums[layer] as SCREE_COVERAGE gives them. Returns the
 * sum over the material's layers. */
uint64_t ground_material_colour(float colour[3], const struct srf_map *map,
                                const struct render_merge *merge, uint32_t material,
                                const uint64_t *layer_sums);

#endif
