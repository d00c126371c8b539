/*
 * Plants: what grows where a surface map says so, the same in every engine.
 *
 *     plants_read() or plants_defaults()    a list of species, for a surface map
 *     plants_place()                        where each stands: whole numbers, the same bits whatever
 *                                           threads and blocks (docs/model.md, Plants)
 *     plants_write()                        CSV, GeoJSON, .glb
 *
 * Positions are whole numbers of 1/32 m, x east of the west edge and z SOUTH of the north edge, on a
 * lattice of the species that Rigs of Rods can have, too.
 */
#ifndef PLANTS_PLANTS_H
#define PLANTS_PLANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>
#include <scree/types/plants.h>
#include <scree/types/plants_form.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "base/stream.h"
#include "inputs/inputs.h"
#include "render/render.h"
#include "roads/roads.h"

#define PLANTS_UNITS 32 /* of a metre */
#define PLANTS_MOST_SPECIES 64
#define PLANTS_MOST_GRASSES 8
#define PLANTS_MOST_TERMS 16
#define PLANTS_MOST_AWAY 4
#define PLANTS_REACH_M 64.0 /* no rule looks further */
#define PLANTS_LOOK 16      /* cells that a species looks at for each plant that it may have */
#define PLANTS_MOST_EACH 12000
#define PLANTS_MOST_ALL 40000
#define PLANTS_LIMIT 4000000 /* what `most` may ask for */

/* ---- what plants look like ---- */

enum plants_shape { PLANTS_CONE, PLANTS_BALL, PLANTS_PALM, PLANTS_TUFT, PLANTS_STONE };

/* A model of the catalogue. Sizes in metres at scale 1. Sources: docs/plants.md. */
struct plants_model {
    const char *name;
    enum plants_shape shape;
    float height_m, crown_m, root_m; /* crown and root are radii */
    uint32_t rgb;                    /* in our own pictures: 0xrrggbb */
    const char *ror_mesh;            /* of Rigs of Rods; NULL: none */
    float ror_height_m;              /* of that mesh as it is */
    const char *beamng_item;         /* name of the item data; NULL: none */
    const char *beamng_shape;        /* path of the mesh */
    float beamng_radius_m;           /* of the item data */
};
/* plants_model_find() is the model of that name, NULL if there is none. plants_model_at() is model i,
 * NULL behind the last. */
const struct plants_model *plants_model_find(const char *name);
const struct plants_model *plants_model_at(size_t i);

/* ---- species ---- */

/* How much of some layers there is: 0 below the threshold, 1 from `full` on. */
struct plants_cover {
    uint32_t count;
    uint32_t layer[PLANTS_MOST_TERMS];
    float factor[PLANTS_MOST_TERMS];
    float threshold, full;
};
struct plants_away {
    struct plants_cover cover;
    float distance_m;
};
struct plants_species {
    const char *name; /* letters, digits, '_' and '-'; no two alike, capitals aside */
    struct plants_cover cover;
    float density;                         /* 0 .. 1 of the places that there is room for */
    float spacing_m;                       /* no two of the species are closer */
    float jitter;                          /* 0 .. 1 */
    float room_m;                          /* no other species comes closer than both rooms */
    uint32_t scale[2];                     /* thousandths */
    double slope_deg[2], slope_fade_deg;   /* [1] 90: no limit */
    double altitude_m[2], altitude_fade_m; /* infinite: no limit */
    float clump_m, clump;                  /* size; 0 .. 1 */
    uint64_t clump_group;
    uint32_t away_count;
    struct plants_away away[PLANTS_MOST_AWAY];
    float root_m; /* radius of what has to be below the ground on a slope */
    float sink_m; /* and below it everywhere */
    uint32_t most;
    const struct plants_model *model;
    const char *ror_mesh; /* the model's or another; NULL: none */
    const char *beamng_item, *beamng_shape;
    float ror_height_m, beamng_radius_m;
};
/* plants_is_tree(): it is no stone and no tuft, and so high that it stops a vehicle. */
#define PLANTS_TREE_M 3.0
bool plants_is_tree(const struct plants_species *species);
/* What covers the ground without places of its own: games draw it near the camera. */
struct plants_grass {
    const char *name;
    struct plants_cover cover;
    float density;               /* tufts a square metre where it is full */
    float size_m[2];             /* height of a tuft, from and to */
    const char *ror_material;    /* NULL: none */
    const char *beamng_material; /* NULL: none */
};

struct plants_list {
    struct mem_arena arena;
    uint64_t seed;
    uint32_t most; /* in all */
    size_t species_count, grass_count;
    struct plants_species species[PLANTS_MOST_SPECIES];
    struct plants_grass grasses[PLANTS_MOST_GRASSES];
    struct inputs_file file; /* path NULL: made by plants_defaults() */
    const char *set;         /* of defaults: "temperate", "alpine", "desert"; else NULL */
};

/*
 * plants_read() takes an opened file (docs/plants.md) for a map, whose layers it names.
 * SCREE_MALFORMED: no JSON, or not as the file's rules are, with the member concerned; SCREE_BAD_ARGUMENT (field
 * "plants"): a layer that the map does not have; SCREE_CANNOT_READ, SCREE_LIMIT, SCREE_NO_MEMORY. On success the caller
 * frees *out by plants_list_free(); on failure it is NULL.
 */
MUST_USE enum scree_code plants_read(struct plants_list **out, const struct srf_map *map,
                                     const struct inputs_opened *opened, struct scree_error *err);
/* plants_defaults() chooses species by the words in the layers' names; none if none means anything
 * that grows. set NULL or "auto": chosen by the words as well. SCREE_BAD_ARGUMENT (field "plants"): no such set. */
MUST_USE enum scree_code plants_defaults(struct plants_list **out, const struct srf_map *map,
                                         const char *set, struct scree_error *err);
/* A mesh that a species names and no model of the catalogue has for that game: the user's own, or a slip. */
struct plants_stranger {
    const char *species, *mesh;
    const char
        *nearest; /* the catalogue's of almost that name, else its model's; NULL: it has none */
};
/* plants_find_strangers() fills out[0 .. PLANTS_MOST_SPECIES) for Rigs of Rods or BeamNG.drive; texts are
 * the list's. How many there are. */
size_t plants_find_strangers(struct plants_stranger *out, const struct plants_list *list, bool ror);
/* plants_list_make() is plants_read() of a file that was opened, or plants_defaults() of a set if
 * opened is NULL; *out is NULL where nothing grows by that. */
MUST_USE enum scree_code plants_list_make(struct plants_list **out, const struct srf_map *map,
                                          const struct inputs_opened *opened, const char *set,
                                          struct scree_error *err);
void plants_list_free(struct plants_list *list); /* accepts NULL */

/* plants_is_set() says whether a word names a set; plants_names_set() whether an option is anything but
 * NULL, "auto" and "none"; plants_set_grows() whether something grows by it. */
bool plants_is_set(const char *word);
bool plants_names_set(const char *set);
bool plants_set_grows(const char *set);

/* ---- places ---- */

struct plants_item {
    uint32_t x, z; /* 1/32 m east of the west edge, south of the north edge */
    uint16_t species;
    uint16_t yaw;     /* 1/256 turns against the clock seen from above, 0 .. 255 */
    uint16_t scale;   /* thousandths */
    uint16_t sink_mm; /* how deep below the ground its foot is */
    double ground_m;  /* altitude of the ground: plants_ground_m() */
};
/* Of one species. */
struct plants_tally {
    uint32_t count;
    uint64_t cells, looked; /* cells of the terrain; those whose candidate was evaluated */
    uint64_t suited;        /* kept by the comparison; the rest gave way to neighbours */
    uint64_t fitting;       /* before its own limit and the limit in all */
    bool thinned;           /* the limit of cells that are looked at was met */
};
/* The lattice of a species: candidates stand at (index + 0.5) * step / 16 m. */
struct plants_lattice {
    uint32_t step; /* 1/16 m */
    uint32_t per;  /* lattice points a cell's side */
    uint32_t cells_x, cells_z;
};
struct plants_placed {
    const struct plants_list *list;
    size_t count;
    struct plants_item *items; /* by species, then from the north, then from the west */
    struct plants_tally tally[PLANTS_MOST_SPECIES];
    struct plants_lattice lattice[PLANTS_MOST_SPECIES];
    uint64_t evaluated;          /* points whose layers were evaluated */
    bool cut;                    /* the limit in all was met */
    char credit[INPUTS_CREDITS]; /* who is to be named; "": nobody */
};

struct plants_options {
    struct render_how how;
    double water_m; /* nothing stands below it, if has_water */
    bool has_water;
    const struct roads *roads; /* nor in their corridors; NULL: none */
};
/* plants_place() decides. list, inputs and roads must outlive *out, which the caller frees by
 * plants_placed_free(); on failure it is NULL. The field is in memory. SCREE_BAD_ARGUMENT (the terrain is too
 * wide), SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code plants_place(struct plants_placed **out, const struct plants_list *list,
                                      const struct inputs *inputs,
                                      const struct plants_options *options, struct scree_job *job,
                                      struct scree_error *err);
void plants_placed_free(struct plants_placed *placed); /* accepts NULL */

/* plants_bodies() adds what of them our own pictures show to a list of *count, which may be NULL; the caller frees it by
 * mem_free(), in any case. SCREE_NO_MEMORY */
MUST_USE enum scree_code plants_bodies(struct render_body **list, size_t *count,
                                       const struct plants_placed *placed,
                                       const struct ter_field *field, struct scree_error *err);

/* plants_describe() is plant i, with places counted from the south of a terrain so deep, and
 * plants_describe_species() species i; texts live as long as the list. */
struct scree_plant plants_describe(const struct plants_placed *placed, size_t i, double extent_y_m);
struct scree_plant_species plants_describe_species(const struct plants_placed *placed, size_t i);
/* plants_tell() sends notes: how many of each, and where a limit was met. */
void plants_tell(const struct plants_placed *placed, struct scree_job *job);
/* plants_json() is that as a JSON object for reports. NULL if memory ran out. */
json_t *plants_json(const struct plants_placed *placed);

/* plants_ground_m() is the altitude of the ground at a place: the terrain's points joined by
 * triangles, cells parted from south-west to north-east. */
double plants_ground_m(const struct ter_field *field, uint32_t x, uint32_t z);

/* plants_number() writes a number with six digits behind the point, the same on every system. */
#define PLANTS_NUMBER 32
const char *plants_number(char out[PLANTS_NUMBER], double value);

/* plants_suit() is the share, 0 .. 1, of a cover for weights[layer]. */
float plants_suit(const struct plants_cover *cover, const float *const *weights, size_t at);

/* ---- files ---- */

/* plants_form_of_name() is the form that a file's ending means; false: none. */
bool plants_form_of_name(enum scree_plants_form *out, const char *name);
/* plants_write_model() writes the shape of a model at scale 1 as .obj: metres, y up, its foot at 0. */
MUST_USE enum scree_code plants_write_model(struct stream *to, const struct plants_model *model,
                                            struct scree_error *err);
/* plants_write() writes places for other programs; inputs are those that they were placed on. SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code plants_write(struct stream *to, const struct plants_placed *placed,
                                      const struct inputs *inputs, enum scree_plants_form form,
                                      struct scree_error *err);

#endif
