/* A new level as it was decided, and as it was evaluated. Private to beamng/. */
#ifndef BEAMNG_BEAMNG_PLAN_H
#define BEAMNG_BEAMNG_PLAN_H

#include "beamng/beamng_map.h"
#include "ground/ground_own.h"
#include "plants/plants.h"
#include "roads/roads.h"
#include "roads/roads_show.h"
#include "roads/roads_waters.h"

#define LEVEL_TEXTURE_SIZE 512
#define LEVEL_DETAIL_SIZE 1024
#define LEVEL_PICTURE_SIZE 1024
#define LEVEL_PREVIEW_WIDTH 640 /* 16 : 9 */
#define LEVEL_PREVIEW_HEIGHT 360

struct beamng_plan {
    struct beamng_map map;
    char name[GROUND_NAME_SIZE];
    struct scree_beamng_options options; /* with texts of the plan's own; no others */
    bool base_colour;                    /* asked for */
    uint32_t texture_size[BEAMNG_GROUPS];
    struct ground_own files;                           /* of the user's folder of textures */
    uint64_t own_bytes;                                /* that reading one of them takes at most */
    const struct beamng_own *road_own[ROADS_SURFACES]; /* their textures; NULL: drawn */
    struct plants_list *plants;                        /* NULL: none */
    const struct roads *roads;                         /* NULL: none */
    struct roads *own_roads;                           /* the same, if nobody else has them */
    double side_m;                              /* of the terrain itself, from edge to edge */
    uint8_t numbers[BEAMTER_MAX_MATERIALS + 1]; /* [material]: in the .ter; BEAMTER_HOLE */
};

/* beamng_plan_name() chooses the level's name. SCREE_BAD_ARGUMENT (field "name"). */
MUST_USE enum scree_code beamng_plan_name(struct beamng_plan *plan,
                                          const struct scree_beamng_options *options,
                                          struct scree_job *job, struct scree_error *err);

/* beamng_take_textures() chooses the sizes of textures, and finds those of the user's; the plan's map is
 * filled. SCREE_BAD_ARGUMENT, SCREE_CANNOT_READ, SCREE_UNSUPPORTED, SCREE_MALFORMED, SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_take_textures(struct beamng_plan *plan,
                                              const struct scree_beamng_options *options,
                                              struct scree_job *job, struct scree_error *err);
/* beamng_texture_bytes() is the memory that making the textures takes at most. */
uint64_t beamng_texture_bytes(const struct beamng_plan *plan);
/* beamng_protect_textures() keeps a sink from replacing them. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_protect_textures(const struct beamng_plan *plan, struct sink *sink,
                                                 struct scree_error *err);

/* A material beside roads, where no grass grows. */
struct beamng_verge {
    char name[BEAMTER_MAX_NAME + 1];
    uint8_t number, of; /* in the .ter; that of the material it looks like */
};

struct beamng_level {
    const struct beamng_plan *plan;
    struct beamng_samples samples; /* numbers of the .ter */
    struct beamng_counts counts;
    uint16_t *heights; /* heights[y * size + x], row 0 south */
    uint64_t clamped;  /* heights that did not fit */
    uint8_t *picture;  /* the map from above, RGB, north on top */
    uint8_t *preview;  /* in perspective, RGB */
    uint8_t *map_rgb;  /* with base_colour: the map in its own colours; else NULL */
    struct beamng_facts facts;
    struct beamng_material *materials;    /* [number] */
    const char **names;                   /* [number] */
    struct plants_placed *plants;         /* NULL: none */
    uint8_t road_numbers[ROADS_SURFACES]; /* of the surfaces that roads have */
    uint64_t road_samples[ROADS_SURFACES];
    struct roads_lie roads_lie;
    char road_names[ROADS_SURFACES][BEAMTER_MAX_NAME + 1]; /* of those that have one of their own */
    struct beamng_verge *verges;                           /* [0 .. verge_count) */
    size_t verge_count;
    struct roads_water *lakes; /* those of the facts */
};

/* level_heights.c: fills heights, scale and position; ids are known. */
MUST_USE enum scree_code beamng_take_heights(struct beamng_level *level, struct scree_error *err);
/* level_spawns.c: where one starts; heights and plants are known. */
MUST_USE enum scree_code beamng_place_spawns(struct beamng_level *level, struct scree_job *job,
                                             struct scree_error *err);
/* level_sun.c: the sun of a world, where it is above the horizon. */
void beamng_take_sun(struct beamng_facts *facts, const struct inputs *inputs,
                     struct scree_job *job);
/* level_picture.c: the map, and the preview in perspective, with plants and water. */
MUST_USE enum scree_code beamng_draw(struct beamng_level *level, struct scree_job *job,
                                     struct scree_error *err);

/* Files of a level on their way into a sink: */
struct beamng_output {
    const struct beamng_level *level;
    struct sink *sink;
    struct scree_job *job;
};
/* beamng_write_plants() and beamng_write_roads() write their files, if there is anything of theirs. */
MUST_USE enum scree_code beamng_write_plants(const struct beamng_output *output,
                                             struct scree_error *err);
MUST_USE enum scree_code beamng_write_roads(const struct beamng_output *output,
                                            struct scree_error *err);

/* beamng_write_textures() writes the textures of facts->materials, each name once; folder, if not
 * NULL, is a level whose own files stay as they are. */
MUST_USE enum scree_code beamng_write_textures(struct sink *sink, const struct beamng_facts *facts,
                                               const char *folder, struct scree_job *job,
                                               struct scree_error *err);
/* beamng_write_import() writes what the editor's importer reads. */
MUST_USE enum scree_code beamng_write_import(const struct beamng_output *output,
                                             struct scree_error *err);
#define BEAMNG_ORIGIN                                                                              \
    "exported_from" /* of the report: the terrain's points a side, and its units */
/* beamng_credit() is who is to be named to players; NULL: nobody. */
const char *beamng_credit(char out[INPUTS_CREDITS], const struct beamng_plan *plan);
/* beamng_report() is the report but for the list of files, NULL if memory ran out. */
json_t *beamng_report(const struct beamng_level *level, const struct scree_job *job);

/* ---- plants of a new level: level_plants.c ---- */

/* beamng_place_plants() places what is in the list of a plan. */
MUST_USE enum scree_code beamng_place_plants(struct beamng_level *level, struct scree_job *job,
                                             struct scree_error *err);
/* beamng_mark_grown() sets grown[material of the map] where a GroundCover may name it. */
void beamng_mark_grown(bool *grown, const struct beamng_plan *plan);
/* There is something to write. */
bool beamng_has_plants(const struct beamng_level *level);
/* beamng_level_footing() is the ground as the level has it. */
struct beamng_footing;
void beamng_level_footing(struct beamng_footing *out, const struct beamng_level *level);

/* ---- roads of a new level: level_roads.c, level_verges.c ---- */

/* beamng_check_roads() refuses roads whose materials the terrain has no room for; the plan's map is
 * filled. */
MUST_USE enum scree_code beamng_check_roads(const struct beamng_plan *plan,
                                            struct scree_error *err);
/* beamng_has_surface(): a road has it; roads NULL: none. beamng_surface_name() is its material's. */
bool beamng_has_surface(const struct roads *roads, enum roads_surface surface);
const char *beamng_surface_name(enum roads_surface surface);
/*
 * beamng_road_materials() adds materials of roads behind those of the map to level->materials and
 * level->names, which have room; the map's own of that name serves if no grass grows on it. beamng_pave()
 * gives them to the samples that lie on roads, and counts those.
 */
void beamng_road_materials(struct beamng_level *level);
void beamng_pave(struct beamng_level *level);
/*
 * beamng_quiet_verges() keeps grass, which the game grows by material, off the corridors: samples whose
 * square lies in one, at least in part, and whose material a GroundCover names get another one of the same
 * look and ground model. After beamng_pave(). SCREE_NO_MEMORY
 */
MUST_USE enum scree_code beamng_quiet_verges(struct beamng_level *level, struct scree_error *err);
/* beamng_mark_numbers() says of each number of the .ter whether a GroundCover names its material;
 * beamng_free_name() makes a name that no material has: `of` with the ending, and a number if need be. */
void beamng_mark_numbers(bool grown[256], const struct beamng_plan *plan);
void beamng_free_name(char out[BEAMTER_MAX_NAME + 1], const struct beamng_level *level,
                      const char *of, const char *ending);
json_t *beamng_verges_json(const struct beamng_level *level);
void beamng_tell_verges(const struct beamng_level *level, struct scree_job *job);
/* beamng_measure_roads() says how they lie on the level's heights; nothing without roads. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_measure_roads(struct beamng_level *level, struct scree_error *err);
/* For reports: NULL if memory ran out. */
json_t *beamng_roads_json(const struct beamng_level *level);
void beamng_tell_roads(const struct beamng_level *level, struct scree_job *job);

#endif
