/* Plants of a level that exists: what grows there will be, and what of others stays. Private to beamng/. */
#ifndef BEAMNG_INTO_PLANTS_H
#define BEAMNG_INTO_PLANTS_H

#include "beamng/growth.h"
#include "beamng/into.h"

/* A file of the level as it was read. */
struct into_old {
    char name[BEAMNG_WALK_PATH];
    struct scree_bytes bytes; /* data NULL: it is new */
};

struct into_row {
    struct scree_beamng_into_plant about; /* its name is `name` */
    char name[BEAMNG_PATH_SIZE];
};

struct into_plants {
    struct plants_list *list;
    struct plants_placed *placed;
    struct beamng_growth growth;
    uint16_t *heights;
    uint8_t
        *roads; /* roads[y * size + x] != 0: a road of the level lies there; NULL: it has none */
    size_t road_count;
    bool *chosen;     /* [item] */
    bool *closed;     /* [grass] */
    json_t *still;    /* covers of ours that stay: members are their names and their layers */
    bool grass_waits; /* a cover stays, or is not made, as not all its layers may change */
    bool has_water;
    double water_m;
    /* The level's objects: */
    bool has_forest, has_group, has_mission;
    char group[32];    /* that objects of ours are in */
    struct sink *made; /* in memory: files as they will be; an empty one goes */
    struct into_old *old;
    size_t old_count, old_room;
    struct into_row *rows; /* species and grass; their names are set at the end */
    size_t row_count, row_room;
    json_t *kinds;   /* managedItemData.json of the level; NULL: there is none */
    uint64_t others; /* items that others have in the level */
    bool has_record;
    struct beamng_record record; /* what scree placed before, */
    struct beamng_record stay;   /* what of that may not change, */
    struct beamng_record fresh;  /* and what will be written, while files are made */
    /* Items of kinds of ours: all, those that stand as ours do and are in no record, and which of these
     * stay as they are. */
    uint64_t items, unlisted, strangers;
};

/* beamng_into_plant() decides about plants; the materials are decided. Errors as
 * beamng_into_create(). */
MUST_USE enum scree_code beamng_into_plant(struct beamng_into *into,
                                           const struct scree_level_options *options,
                                           struct inputs_opened *given, struct scree_job *job,
                                           struct scree_error *err);
void beamng_into_plants_free(struct into_plants *plants); /* accepts NULL */
/* beamng_into_plants_same() is true if the level has all that already; beamng_into_same_file() of a
 * file, and beamng_into_old() is what it was, NULL if there was none. */
bool beamng_into_plants_same(const struct into_plants *plants);
bool beamng_into_same_file(const struct scree_bytes *old, const struct sink_file *file);
const struct scree_bytes *beamng_into_old(const struct into_plants *plants,
                                          const struct sink_file *file);

/* Their parts, each of which makes files: */

/* What stands in a file of the level, kept in plants->old; bytes.data NULL if there is none. SCREE_CANNOT_READ,
 * SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_into_read(struct into_old **out, struct beamng_into *into,
                                          const char *name, struct scree_error *err);
/* beamng_into_row() is the row of that name and kind, made if need be, until the next one is made.
 * SCREE_LIMIT: the level has too many kinds; SCREE_NO_MEMORY. */
MUST_USE enum scree_code beamng_into_row(struct scree_beamng_into_plant **out,
                                         struct into_plants *plants, const char *name,
                                         bool is_grass, struct scree_error *err);
/* beamng_into_object() is the JSON object of a file; NULL: there is no file. beamng_into_members() puts
 * members into that of one. SCREE_MALFORMED: it is none. */
MUST_USE enum scree_code beamng_into_object(json_t **out, const struct into_old *old,
                                            struct scree_error *err);
MUST_USE enum scree_code beamng_into_members(struct beamng_into *into,
                                             struct beamng_members *members, const char *name,
                                             struct scree_error *err);
/* beamng_into_read_kinds() reads what items of the level are; beamng_into_is_kind(): scree made that
 * kind. beamng_into_check_kinds() refuses a kind of others that is called like one that will be written;
 * beamng_into_kinds() exchanges ours, after the items. */
MUST_USE enum scree_code beamng_into_read_kinds(struct beamng_into *into, struct scree_error *err);
bool beamng_into_is_kind(const struct beamng_into *into, const char *kind);
MUST_USE enum scree_code beamng_into_check_kinds(const struct beamng_into *into,
                                                 struct scree_error *err);
MUST_USE enum scree_code beamng_into_kinds(struct beamng_into *into, struct scree_error *err);
/* beamng_into_forest() exchanges items. */
MUST_USE enum scree_code beamng_into_forest(struct beamng_into *into, struct scree_job *job,
                                            struct scree_error *err);
/* beamng_into_look() finds out what objects the level has, beamng_into_objects() changes ours. */
MUST_USE enum scree_code beamng_into_look(struct beamng_into *into, struct scree_error *err);
MUST_USE enum scree_code beamng_into_objects(struct beamng_into *into, struct scree_error *err);
/* beamng_into_close() closes covers of ours that the mask or {only} leaves no place; the names of
 * layers are known. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_into_close(struct beamng_into *into, struct scree_error *err);

/* beamng_into_mark_road() marks the samples below a DecalRoad. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_into_mark_road(struct beamng_into *into, const json_t *object,
                                               struct scree_error *err);

/* Lines of a text, the line feed included. Start it with {text, size}. */
struct into_lines {
    const char *next;
    size_t left;
    const char *line; /* [0 .. length) */
    size_t length;
};
bool beamng_into_next_line(struct into_lines *lines);

#endif
