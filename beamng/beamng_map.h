/* Which materials there are, and which of them each sample of a terrain gets; what a new level and
 * a change of one have in common. Private to beamng/. */
#ifndef BEAMNG_BEAMNG_MAP_H
#define BEAMNG_BEAMNG_MAP_H

#include "base/mem.h"
#include "beamng/beamng.h"
#include "beamng/level_files.h"
#include "beamter/beamter.h"
#include "ground/ground_grip.h"

/* A material of the merge. */
struct beamng_choice {
    struct beamng_material made; /* rgb is not known before the layers are measured */
    char reason[80];             /* why that ground model */
    bool is_given;               /* by the list of materials */
    bool is_hole;                /* it has no name and no number */
};

/* What is decided before anything is evaluated. */
struct beamng_map {
    struct inputs inputs; /* borrowed */
    struct render_how how;
    uint32_t size;   /* samples a side */
    double square_m; /* from sample to sample */
    bool trimmed, resampled;
    uint32_t min_area;
    bool dither, fine_grip;
    uint8_t grip[256]; /* [material]: number of its ground model; GROUND_NO_GRIP of a hole */
    uint32_t grips;
    struct render_merge *merge;    /* materials */
    struct render_merge *all;      /* a material per layer */
    struct beamng_choice *choices; /* [0 .. merge->count) */
    uint8_t *holes;                /* holes[y * size + x], row 0 south: 1 a hole; NULL: none */
    struct inputs_file materials, picture; /* of the options; path NULL: none */
    struct mem_arena arena;
};

/* beamng_map_fill() fills *map, whose inputs, size, square_m, trimmed and resampled are set and the rest of
 * which is zeroed. Free it in any case. */
MUST_USE enum scree_code beamng_map_fill(struct beamng_map *map,
                                         const struct scree_beamng_options *options,
                                         const struct inputs_given *given, struct scree_job *job,
                                         struct scree_error *err);
void beamng_map_free(struct beamng_map *map);

/* What evaluating gives. */
struct beamng_samples {
    uint8_t *ids;            /* ids[y * size + x], row 0 south: number of a material */
    uint64_t *layer_sums;    /* [layer], as SCREE_COVERAGE gives them */
    uint64_t areas, changed; /* that min_area took away */
    struct ground_ride ride; /* the map's grip */
};
/* beamng_evaluate() fills *out, which is zeroed, with the strongest material of each sample, without
 * speckles. Free it in any case. SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code beamng_evaluate(struct beamng_samples *out, const struct beamng_map *map,
                                         struct scree_job *job, struct scree_error *err);
void beamng_samples_free(struct beamng_samples *samples);
/* beamng_number() puts numbers[material] in place of materials and makes the holes. */
void beamng_number(struct beamng_samples *samples, const struct beamng_map *map,
                   const uint8_t *numbers);
/* beamng_calm() makes the grip calm, unless the map wants it fine, and measures both; others as
 * struct ground_grip has them, or NULL. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_calm(struct beamng_samples *samples, const struct beamng_map *map,
                                     const uint8_t *others, struct scree_error *err);
/* beamng_find_grips() numbers the ground models of the choices. */
void beamng_find_grips(struct beamng_map *map);
/* beamng_coloured() is a material in its mean colour. */
struct beamng_material beamng_coloured(const struct beamng_map *map, uint32_t material,
                                       const struct beamng_samples *samples);
/* beamng_tell_speckles() sends what min_area did, if it was given. */
void beamng_tell_speckles(const struct beamng_map *map, const struct beamng_samples *samples,
                          struct scree_job *job);

/* What the ids of a terrain show. */
struct beamng_counts {
    uint64_t samples[256], isolated[256];
};
void beamng_count(struct beamng_counts *out, const uint8_t *ids, uint32_t size);

#endif
