/*
 * Plants as a level has them: items on its ground, what each item is, the objects that draw them, and
 * grass. What a new level and a change of one have in common. Private to beamng/.
 */
#ifndef BEAMNG_GROWTH_H
#define BEAMNG_GROWTH_H

#include "beamng/beamng_map.h"
#include "plants/plants.h"
#include "base/mem.h"

/* The ground as the game has it. */
struct beamng_footing {
    uint32_t size; /* samples a side */
    double square_m, max_height_m, position_m[3];
    const uint16_t *heights; /* heights[y * size + x], row 0 south */
    const uint8_t *ids;      /* likewise, of materials */
};
/* beamng_stand() is a place in the game, on the ground as it has it, of one so many metres east and
 * north of the terrain's south-west corner. false: it has none there, as beyond its last samples,
 * where out_m is as high as the ground nearest to it; or it is a hole. */
bool beamng_stand(double out_m[3], const struct beamng_footing *footing, double x_m, double y_m);

#define BEAMNG_ITEM_PREFIX "scree_"        /* of what items are, and of their files */
#define BEAMNG_COVER_PREFIX "cover_scree_" /* of grass */

struct beamng_growth {
    const char *level; /* its name in the game */
    const char *group; /* of the objects */
    const struct plants_list *list;
    const struct plants_placed *placed;
    const bool *chosen; /* [item]: it grows; NULL: all do */
    uint32_t count[PLANTS_MOST_SPECIES];
    const bool *closed; /* [grass]: it has no cover; NULL: none is */
    const struct render_merge *merge;
    const char *names[BEAMTER_MAX_MATERIALS + 1]; /* [material]: in the terrain; NULL: not there */
    struct beamng_footing footing;
    double depth_m; /* of the terrain from north to south, as places count */
};

/* There is something to write; of a species; of a grass. */
bool beamng_has_growth(const struct beamng_growth *growth);
bool beamng_grows(const struct beamng_growth *growth, size_t species);
bool beamng_covers(const struct beamng_growth *growth, size_t grass);

/* beamng_item_stand() is where the foot of an item stands; false as beamng_stand(). */
bool beamng_item_stand(double out_m[3], const struct beamng_growth *growth,
                       const struct plants_item *item);
/* beamng_item_name() is what the items of a species are called, beamng_forest_name() their file. */
void beamng_item_name(char out[BEAMNG_PATH_SIZE], const struct plants_species *species);
void beamng_forest_name(char out[BEAMNG_PATH_SIZE], const struct plants_species *species);
/* beamng_put_items() appends those of a species, a line each, and adds to *left_out how many have no
 * ground. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code beamng_put_items(struct stream *to, const struct beamng_growth *growth,
                                          size_t species, size_t *left_out,
                                          struct scree_error *err);
/* Documents: what each item is, by name; the objects of grass, a list; materials of grass, by name; the
 * object that draws items. NULL if memory ran out. */
json_t *beamng_items_data(const struct beamng_growth *growth);
json_t *beamng_covers_json(const struct beamng_growth *growth);
json_t *beamng_grass_materials(const struct beamng_growth *growth);
json_t *beamng_forest_object(const struct beamng_growth *growth);

/* ---- the record of what scree placed: record.c ---- */

/* An item: its foot in the game, the turn in 1/256, the size in 1/1000. */
struct beamng_entry {
    const char *kind; /* of item data; no two texts of a record are alike */
    int64_t at_mm[3];
    uint32_t scale;
    uint8_t yaw;
    bool found;
};

struct beamng_record {
    struct beamng_entry *entries; /* [0 .. count) */
    size_t count, room;
    const char **kinds; /* [0 .. kind_count) */
    size_t kind_count;
    struct mem_arena arena;
    double off_mm; /* by which heights may be off in beamng_record_take(), besides */
};

/* A turn and a size as entries have them. */
struct beamng_shape {
    uint8_t yaw;
    uint32_t scale;
};

/* beamng_record_add() adds an item; SCREE_NO_MEMORY, SCREE_LIMIT (thousands of kinds). beamng_record_growth()
 * adds all that beamng_put_items() writes. */
MUST_USE enum scree_code beamng_record_add(struct beamng_record *record, const char *kind,
                                           const double at_m[3], struct beamng_shape shape,
                                           struct scree_error *err);
MUST_USE enum scree_code beamng_record_growth(struct beamng_record *record,
                                              const struct beamng_growth *growth,
                                              struct scree_error *err);
/* beamng_record_read() adds those of a file's text; false: it is no record. What is no line of one is
 * passed over. SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_record_read(bool *is_record, struct beamng_record *record,
                                            const char *text, size_t size, struct scree_error *err);
/* beamng_record_sort() puts the items in an order that no system decides, each once. */
void beamng_record_sort(struct beamng_record *record);
/* beamng_record_put() writes a sorted one. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_record_put(struct stream *to, const struct beamng_record *record,
                                           struct scree_error *err);
/* beamng_record_take() finds an item in a sorted one, to the millimetre and what a float of the game
 * loses; no item twice. at_m becomes what it has. */
bool beamng_record_take(struct beamng_record *record, const char *kind, double at_m[3],
                        struct beamng_shape shape);
void beamng_record_free(struct beamng_record *record);

#endif
