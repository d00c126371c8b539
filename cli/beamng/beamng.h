/* A map of materials for BeamNG, in a new level or in one that is there already. */
#ifndef CLI_BEAMNG_H
#define CLI_BEAMNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/job.h"
#include "base/mem.h"
#include "cli/args.h"
#include "inputs/inputs.h"
#include "cli/say.h"
#include "engines/engines.h"
#include "render/render.h"

#define BEAMNG_HOLE BEAMTER_HOLE

struct args_beamng {
    const char *terrain, *surface;
    const char *output;        /* a level's folder or a zip; NULL with into */
    const char *into;          /* a level's folder, or a .ter; NULL: a new level */
    const char *map;           /* NULL: none, as below */
    const char *name, *author; /* of a new level */
    const char *holes;         /* picture */
    const char *hole_layer;
    uint32_t depth;    /* RENDER_NO_DEPTH: merge nothing */
    uint32_t resample; /* points a side, 0: those of the terrain */
    uint32_t min_area; /* samples; 0, 1: keep every speckle */
    bool dither, import_files, force, dry_run;
    struct heights_options ground;
    struct render_how render;
};

struct beamng_material {
    struct engines_beamng_material made;
    char reason[80]; /* why that ground model */
    bool is_hole;
    bool is_left_out; /* the level lacks it, and no sample needs it */
    uint8_t id;       /* in the .ter; BEAMNG_HOLE if is_hole */
};

struct beamng {
    const struct args_beamng *args;
    struct job *job;
    struct inputs pair;
    struct inputs_file map_file, holes_file; /* path NULL: none */

    uint32_t size; /* samples a side */
    bool trimmed, resampled;
    struct render_merge *merge; /* materials */
    struct render_merge *all;   /* a material per layer */
    const char **grounds;       /* [material] of --map, NULL without */
    struct beamng_material *materials;

    uint64_t *layer_sums;
    uint8_t *ids;            /* ids[y * size + x], row 0 south: material until beamng_number() */
    uint8_t *holes;          /* likewise, 1 a hole; NULL: none */
    uint64_t areas, changed; /* what --min-area took away */
    struct mem_arena arena;
};

/* What the ids of a terrain show. */
struct beamng_counts {
    uint64_t samples[256], isolated[256];
};

/* beamng_merge() decides which layers are one material and which of them is the hole. */
MUST_USE enum err_code beamng_merge(struct beamng *beamng, struct err *err);
/* beamng_read_holes() reads the picture of --holes into holes. */
MUST_USE enum err_code beamng_read_holes(struct beamng *beamng, struct err *err);
/* beamng_evaluate() fills ids with the strongest material of each sample, without speckles. */
MUST_USE enum err_code beamng_evaluate(struct beamng *beamng, struct err *err);
/* beamng_look() gives each material its name, ground model, colour and textures. The layers must
 * have been measured; else colours are of no account. */
MUST_USE enum err_code beamng_look(struct beamng *beamng, struct err *err);
/* beamng_number() turns the materials of ids into numbers of the .ter, and makes the holes. */
void beamng_number(struct beamng *beamng);
/* beamng_count() is for ids of size * size samples. */
void beamng_count(struct beamng_counts *out, const uint8_t *ids, uint32_t size);
/* beamng_say_materials() says what was decided on each, and what --min-area did. */
void beamng_say_speckles(const struct beamng *beamng);
void beamng_free(struct beamng *beamng);

/* The two things to do. */
MUST_USE enum err_code beamng_new_level(struct beamng *beamng, struct err *err);
MUST_USE enum err_code beamng_into(struct beamng *beamng, struct err *err);

#endif
