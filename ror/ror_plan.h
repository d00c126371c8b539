/*
 * What a plan consists of. Each part is filled by one stage, from the parts above it, and only read
 * after that; ror_plan.c has the order. Private to ror/.
 */
#ifndef ROR_ROR_PLAN_H
#define ROR_ROR_PLAN_H

#include "base/file.h"
#include "base/mem.h"
#include "ground/ground_files.h"
#include "ground/ground_grip.h"
#include "ground/ground_own.h"
#include "plants/plants.h"
#include "roads/roads.h"
#include "roads/roads_show.h"
#include "roads/roads_strip.h"
#include "ror/ror.h"
#include "ror/ror_format.h"

#define ROR_MINI_SIZE 512
#define ROR_TINT_SIZE 1024
#define ROR_DETAIL 0.6f /* how much of the base colour the textures over it hide */
#define ROR_TEXT 256
#define ROR_MAX_USES 48 /* ground models: so many colours render_index_colour() has */

/* ---- the world: ror_world.c ---- */

struct ror_world {
    uint32_t points, world_m, height_m;
    double lowest_m;
    uint16_t *heights; /* [z * points + x] */
    int64_t water_mm, start_mm[3];
    bool has_turn;       /* one starts on a road, and looks along it: */
    uint32_t start_turn; /* thousandths of a degree, from east to south */
};
/* ror_make_world() refuses terrains that the game could not load. One starts on a road, if there is one. */
MUST_USE enum scree_code ror_make_world(struct ror_world *out, const struct inputs *inputs,
                                        const struct roads *roads,
                                        const struct scree_ror_options *options,
                                        struct scree_job *job, struct scree_error *err);
/* ror_world_ground_m() is how high a vehicle stands so many metres from the west and the north edge,
 * above the lowest point. Places outside count as those at the edge. */
double ror_world_ground_m(const struct ror_world *world, double x_m, double z_m);

/* ---- a file of ground models: ror_models.c ---- */

struct ror_models {
    struct inputs_file file;  /* path NULL: none */
    struct scree_bytes bytes; /* copied as they are */
    const char **names;       /* [0 .. count) */
    size_t count;
};
MUST_USE enum scree_code ror_read_models(struct ror_models *out, struct mem_arena *arena,
                                         struct inputs_opened *from, struct scree_error *err);
/* ror_find_model() is a model of the file by its name, NULL: there is none. Not exactly: as file
 * names are written. */
const char *ror_find_model(const struct ror_models *models, const char *name, bool exactly);

/* ---- which layers are one material: ror_merge.c ---- */

struct ror_groups {
    struct render_merge *all; /* a material per layer */
    struct render_merge *merge;
    struct inputs_file file; /* of the list of materials; path NULL: none */
    const char **grounds;    /* [material] of that list: ground models, or NULL. NULL: no list */
    uint32_t *heads;         /* [layer]: the layer that names its group; NULL with a list */
    struct ground_step *steps;
    size_t step_count;
};
/* ror_is_merged(): layers are shown as others. */
static inline bool ror_is_merged(const struct ror_groups *groups)
{
    return groups->merge->count < groups->all->count;
}

/* ---- what each layer drives like, whatever it is shown as: ror_grounds.c ---- */

struct ror_ground {
    const char *model; /* ground model */
    char reason[80];   /* why that; options in braces */
};
struct ror_grounds {
    struct ror_ground *of_layer; /* [layer] */
    struct render_merge *uses;   /* layers by ground model: what the landuse picture shows */
    struct ground_ride ride;     /* ror_calm() */
    uint64_t areas, speckles;    /* that min_area took away: areas, and texels in them */
    /* Of roads: number of the ground model in the landuse, ror_roads.c */
    uint8_t of_road[ROADS_SURFACES];
    uint32_t count; /* ground models of the landuse: those of uses, then those of roads alone */
    const char *names[ROR_MAX_USES];
};

/* ---- the map evaluated: ror_evaluate.c ---- */

struct ror_picture {
    uint32_t size;
    bool lit;     /* for the menu; else flat, for the ground */
    uint8_t *rgb; /* NULL: yet to be made */
};
enum { ROR_PICTURE_MINI, ROR_PICTURE_BASE, ROR_PICTURE_TINT, ROR_PICTURES };

struct ror_images {
    uint8_t *blend[2]; /* RGBA; of layers from 5 on, or NULL */
    uint8_t *winners;  /* the number of the ground model */
    uint8_t *grass[ROR_MAX_GRASS];
    struct ror_picture
        pictures[ROR_PICTURES]; /* those as large as the blend map are made with it */
    uint64_t error_sum;         /* of the colours, 0 .. 255 a texel */
    uint32_t max_error;
};

/* ---- what each material is in the game: ror_materials.c ---- */

struct ror_material {
    float colour[3]; /* linear: its layers' colours by their coverage */
    uint8_t rgb[3];  /* the same as it is shown */
    uint64_t sum;    /* coverage, units of 2^-24 texels */
    uint32_t head;   /* the layer whose texture it shows */
    enum ground_kind look;
    char textures[ROR_TEXT];                /* where they come from; options in braces */
    const char *diffuse_from, *normal_from; /* files of the user's, NULL: none */
    struct ror_layer layer;
};
struct ror_materials {
    struct ror_material *list;
    struct ground_own own;
    uint64_t moved; /* coverage shown as another layer's */
};

/* ---- what grows: ror_plants.c ---- */

struct ror_plants {
    struct plants_list *list; /* NULL: nothing */
    struct plants_placed *placed;
    uint8_t
        *grass[PLANTS_MOST_GRASSES]; /* density, of the blend map's size; NULL: not in the game */
};
/* Rows of weights on their way into grass. */
struct ror_plan_grass {
    const struct plants_list *list;
    uint8_t *const *grass;
    const float *const *layers;
};

/* ---- a truck shop at the start: ror_shop.c ---- */

struct ror_shop {
    bool is_there;
    int64_t at_mm[3]; /* x east, y up, z SOUTH: its floor's middle */
    unsigned yaw_deg; /* 0 looks north, 90 west */
    int side;         /* of the start, */
    double away_m;    /* and how far */
};

/* ---- all of it ---- */

struct ror_plan {
    struct mem_arena arena;
    struct scree_ror_options options; /* with texts of the plan's own; no others */
    bool has_base;                    /* below the layers lies a picture of the map, */
    bool base_by_rule;                /* for nobody asked for it, and without it so much coverage */
    uint64_t moved_without;           /* was shown as another layer's */
    struct inputs inputs;             /* borrowed, but for names */
    char name[ROR_MAX_NAME + 1];
    uint32_t limit; /* materials that fit */
    uint32_t blend_size;
    uint32_t grass_layer[ROR_MAX_GRASS];
    struct ror_world world;
    struct ror_models models;
    struct ror_groups groups;
    struct ror_grounds grounds;
    uint64_t *layer_sums; /* [layer]: coverage over the blend map's texels */
    uint32_t *weights;    /* [layer]: by which it counts in merging; NULL: all alike */
    struct ror_materials materials;
    struct ror_images images;
    struct ror_plants plants;
    const struct roads *roads; /* NULL: none */
    struct roads *own_roads;   /* the same, if nobody else has them */
    struct roads_shown shown;  /* on the small map, as paint */
    struct render_strips *paint;
    struct roads_lie roads_lie;
    struct roads_strip *strips; /* [road]: without sections where there is none */
    struct ror_shop shop;
};

/* Stages behind the first: each fills *out from those parts of the plan that are there, with memory
 * of the arena, which is the plan's. */

/* ror_read_groups() takes the list of materials; ror_merge_layers() decides by the rule, which takes
 * layer_sums if there are more layers than room. */
MUST_USE enum scree_code ror_read_groups(struct ror_groups *out, const struct ror_plan *plan,
                                         struct inputs_opened *from, struct scree_error *err);
MUST_USE enum scree_code ror_merge_layers(struct ror_groups *out, struct mem_arena *arena,
                                          const struct ror_plan *plan, struct scree_error *err);
/* Takes the list of materials, if there is one, but nothing that was merged by the rule. */
MUST_USE enum scree_code ror_choose_grounds(struct ror_grounds *out, struct mem_arena *arena,
                                            const struct ror_plan *plan, struct scree_error *err);
MUST_USE enum scree_code ror_choose_materials(struct ror_materials *out, struct mem_arena *arena,
                                              const struct ror_plan *plan, struct scree_error *err);

/* ror_make_grid() prepares the map for a grid of so many texels a side. */
MUST_USE enum scree_code ror_make_grid(struct render_plan **out, const struct ror_plan *plan,
                                       uint32_t size, struct scree_job *job,
                                       struct scree_error *err);
/* ror_measure() adds each layer's coverage to sums. ror_evaluate() makes the images, and adds to
 * sums if they are not NULL; else materials are there, and the errors of merging are measured. */
MUST_USE enum scree_code ror_measure(uint64_t *sums, const struct ror_plan *plan,
                                     struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code ror_evaluate(struct ror_plan *plan, uint64_t *sums, struct scree_job *job,
                                      struct scree_error *err);
/* ror_paint() makes pictures[0 .. count) that are yet to be made, those of one size at once; the
 * caller frees each rgb by mem_free_pixels(), also after a failure. */
MUST_USE enum scree_code ror_paint(struct ror_picture *pictures, size_t count,
                                   const struct ror_plan *plan, struct scree_job *job,
                                   struct scree_error *err);

/* ror_calm() makes a map of numbers of the ground models of layers calm, such as the landuse of the images,
 * unless options want it fine, and measures both. SCREE_NO_MEMORY. */
MUST_USE enum scree_code ror_calm(struct ror_plan *plan, uint8_t *ids, uint32_t size,
                                  struct scree_error *err);

struct ror_output;
/* ror_pave() gives texels of the landuse that lie on a road its ground model, and takes grass from
 * corridors. ror_show_roads() prepares them for the small map. ror_lay_roads() makes the strips and says how they lie; ror_put_roads() writes them;
 * ror_tell_roads() and ror_roads_json() say what there is, NULL if memory ran out. */
void ror_pave(struct ror_plan *plan);
/* ror_angle_of() is the angle from the first axis to (x, y), thousandths of a degree, 0 .. 359999. */
uint32_t ror_angle_of(double x, double y);
MUST_USE enum scree_code ror_show_roads(struct ror_plan *plan, struct scree_error *err);
MUST_USE enum scree_code ror_lay_roads(struct ror_plan *plan, struct scree_job *job,
                                       struct scree_error *err);
void ror_strips_free(struct ror_plan *plan);
MUST_USE enum scree_code ror_put_roads(struct stream *to, const struct ror_output *output,
                                       struct scree_error *err);
void ror_tell_roads(const struct ror_plan *plan, struct scree_job *job);
json_t *ror_roads_json(const struct ror_plan *plan);

/* ror_place_shop() finds a place for a truck shop; plants and roads are placed. */
void ror_place_shop(struct ror_plan *plan);
void ror_tell_shop(const struct ror_plan *plan, struct scree_job *job);

/* ---- writing ---- */

/* A line of an earlier .terrn2 that no export decides. */
struct ror_kept_line {
    const char *section, *key, *value;
    struct ror_kept_line *next;
};
struct ror_kept {
    struct mem_arena arena;
    struct ror_kept_line *first, *last;
};

/* Files on their way into a sink. */
struct ror_output {
    const struct ror_plan *plan;
    struct sink *sink;
    struct scree_job *job;
    char *contents; /* "digest name" of each file so far, a line each: what the id is made of */
    size_t used, room;
    char guid[GROUND_UUID_SIZE]; /* that id, */
    struct ror_kept kept;        /* and what of an earlier .terrn2 stays: of the .terrn2 */
};
/* ror_credit() is who is to be named to players, NULL for nobody: an author of that kind, whom only
 * exports write. */
#define ROR_CREDIT_KEY "map_data"
const char *ror_credit(char out[INPUTS_CREDITS], const struct ror_plan *plan);
/* ror_put_text() appends one of the text files, ror_write_text() writes it; ror_grass_name() is the
 * picture of a layer's grass. ror_is_default(): the value of a key of [General] is the one that is
 * written where none is kept. */
MUST_USE enum scree_code ror_put_text(struct stream *to, enum ror_file file,
                                      const struct ror_output *output, struct scree_error *err);
MUST_USE enum scree_code ror_write_text(struct ror_output *output, enum ror_file kind,
                                        struct scree_error *err);
void ror_grass_name(char out[ROR_FILE_SIZE], const struct ror_plan *plan, size_t index);
bool ror_is_default(const char *key, const char *value);
/* ror_end_file() ends a file whose content has that digest; NULL: that of its bytes.
 * ror_put_png8() and ror_put_bytes() write a whole file. A picture's content is its samples:
 * compressed bytes depend on a library's version. */
MUST_USE enum scree_code ror_end_file(struct ror_output *output, struct sink_file *file,
                                      const char *sha256, enum scree_code code,
                                      struct scree_error *err);
MUST_USE enum scree_code ror_put_png8(struct ror_output *output, const char *name,
                                      const struct ground_picture *picture,
                                      struct scree_error *err);
MUST_USE enum scree_code ror_put_bytes(struct ror_output *output, const char *name,
                                       const void *data, size_t size, struct scree_error *err);
/* ror_write_textures() writes those of the materials; ror_write_flat_normal() the small picture of a
 * ground without bumps. */
MUST_USE enum scree_code ror_write_textures(struct ror_output *output, struct scree_error *err);
MUST_USE enum scree_code ror_write_flat_normal(struct ror_output *output, const char *name,
                                               struct scree_error *err);
/* ror_place_plants() places what is in the list. ror_has_plants(): there
 * is something to write; ror_grows(): of a species. ror_cover_grass() fills texel `out` of the grass
 * from weights [at]. ror_write_plants() writes the pictures, ground being the map in plain colours,
 * ror_put_plants() the file of objects. */
MUST_USE enum scree_code ror_place_plants(struct ror_plan *plan, struct scree_job *job,
                                          struct scree_error *err);
void ror_plants_free(struct ror_plants *plants);
bool ror_has_plants(const struct ror_plan *plan);
bool ror_grows(const struct ror_plan *plan, size_t species);
void ror_cover_grass(struct ror_plan_grass *to, size_t at, size_t out);
MUST_USE enum scree_code ror_write_plants(struct ror_output *output,
                                          const struct ror_picture *ground,
                                          struct scree_error *err);
MUST_USE enum scree_code ror_put_plants(struct stream *to, const struct ror_output *output,
                                        struct scree_error *err);
/* ror_put_trunk() appends the mesh of a tree's trunk, which a vehicle cannot drive through,
 * for a terrain of that name, ror_put_trunk_material() the material script that all of them need. */
MUST_USE enum scree_code ror_put_trunk(struct stream *to, const char *name,
                                       const struct plants_species *species,
                                       struct scree_error *err);
MUST_USE enum scree_code ror_put_trunk_material(struct stream *to, const struct ror_output *output,
                                                struct scree_error *err);
/* ror_keep_read() takes from the .terrn2 in the sink's folder what no export decides, and nothing where
 * there is none; free output->kept in any case. ror_keep_tell() says what it was. SCREE_NO_MEMORY */
MUST_USE enum scree_code ror_keep_read(struct ror_output *output, struct scree_error *err);
void ror_keep_tell(const struct ror_output *output);
/* ror_is_first(): no line before this one is of its section. */
bool ror_is_first(const struct ror_kept *kept, const struct ror_kept_line *line);
/* ror_report() is ror_document() with the id and the list of files. */
json_t *ror_report(const struct ror_output *output);

#endif
