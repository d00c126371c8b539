/*
 * The record of what scree placed in a level: a line of JSON for each item, beside the level's report.
 * The game writes items anew when it saves, with other digits, and people move them: what still stands as
 * the record has it is scree's, all else is theirs. Private to beamng/.
 */
#ifndef BEAMNG_RECORD_H
#define BEAMNG_RECORD_H

#include "base/mem.h"
#include "beamng/growth.h"

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
