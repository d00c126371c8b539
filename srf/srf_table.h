/*
 * The one table of chunks: what each marker is, by the container it stands in. Reading, checking,
 * building (and printing) go by it.
 *
 * The order of the rows of one place is the order in which Terragen writes them.
 */
#ifndef SRF_SRF_TABLE_H
#define SRF_SRF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "srf/srf.h"

/* Where a chunk stands. The same marker has different meanings in different places. */
enum srf_place {
    SRF_PLACE_FILE,  /* top level of a .srf */
    SRF_PLACE_WORLD, /* top level of a .tgw */
    SRF_PLACE_LAYER, /* in SRFL */
    SRF_PLACE_TERM,
    SRF_PLACE_BMTX,
    SRF_PLACE_BMTX_SETT,
    SRF_PLACE_DENS,
    SRF_PLACE_VART,
    SRF_PLACE_VART_SETT,
    SRF_PLACE_WLDG, /* from here on: of a world's scene */
    SRF_PLACE_ANIM,
    SRF_PLACE_TERR,
    SRF_PLACE_MPFX,
    SRF_PLACE_WATR,
    SRF_PLACE_ATLI,
    SRF_PLACE_LIGT,
    SRF_PLACE_SUN,
    SRF_PLACE_BGLI,
    SRF_PLACE_LITA,
    SRF_PLACE_GHAZ,
    SRF_PLACE_CLDL
};

enum srf_kind {
    SRF_KIND_CONTAINER,
    SRF_KIND_TEXT, /* Windows-1252 and a NUL */
    SRF_KIND_RAW,  /* not understood */
    SRF_KIND_I16,
    SRF_KIND_I32,
    SRF_KIND_U32,
    SRF_KIND_F32
};

/* What a number measures, which says in what units people may give it. */
enum srf_measure {
    SRF_MEASURE_NONE,
    SRF_MEASURE_ALTITUDE, /* tu upwards */
    SRF_MEASURE_RISE,     /* tu upwards, of a difference */
    SRF_MEASURE_LENGTH,   /* tu across */
    SRF_MEASURE_SLOPE     /* rise over run */
};

struct srf_row {
    char marker[5];
    enum srf_place place;
    enum srf_kind kind;
    enum srf_place inside; /* of a container: the place of its children */
    uint8_t count;         /* of numbers; a pair is minimum, maximum */
    const char *unit;      /* with a leading space, or NULL */
    uint32_t given;        /* enum srf_given */
    size_t field;          /* offset in struct srf_layer; 0 if the layer has no such field */
    float factory[4];      /* what a missing chunk means */
    float factory_root;    /* of a root, if not 0 and not factory[0] */
    /* A number outside low .. high is impossible (the file is refused) or doubtful (a warning),
     * for the reason that remark gives; NULL means that any finite number will do. */
    const char *remark;
    double low, high;
    bool impossible;
    /* Where the values stand in a layer of the text form, "bump.amount", or in its scene,
     * "camera.x"; '*' stands for min and max, one for each of a pair. NULL for containers. */
    const char *key;
    enum srf_measure measure;
    bool flag; /* 0 and 1 mean off and on */
    bool list; /* of a text: items between commas, which the text form has in [] */
    bool own;  /* of the text form, not of Terragen: a chunk that is there only where it differs
                         * from the factory's */
    float slider_full;  /* value at 100 % of the editor's slider; 0: the field has none */
    bool slider_square; /* the value goes with the square of the position */
};

/* The rows of layers and of the top level come first, then those of a world's scene. */
#define SRF_ROW_COUNT 68
#define SRF_TABLE_COUNT (SRF_ROW_COUNT + SRF_SCENE_COUNT)
extern const struct srf_row srf_table[SRF_TABLE_COUNT];

/* srf_table_find_key() returns the row of a layer whose key this is, NULL if there is none;
 * srf_table_find_scene() that of a scene. */
const struct srf_row *srf_table_find_key(const char *key);
const struct srf_row *srf_table_find_scene(const char *key);

/* srf_table_is_scene() says whether a place is in a world's scene. A missing chunk there has no
 * value, and one that is odd has no effect. */
static inline bool srf_table_is_scene(enum srf_place place)
{
    return place >= SRF_PLACE_WLDG;
}

/* srf_table_slider() is the value at a position of the row's slider, 0 .. 100 %. */
float srf_table_slider(const struct srf_row *row, double percent);

/* srf_table_upper() writes a marker in upper case, which is how markers are compared. */
void srf_table_upper(char out[4], const char *marker);

/* srf_table_find() returns the row of a marker in any case, NULL if the place knows none. */
const struct srf_row *srf_table_find(enum srf_place place, const char *marker);

/* srf_table_size() is the payload size a row asks for, 0 if any will do. */
uint32_t srf_table_size(const struct srf_row *row);

/* srf_table_number() is number i < row->count of a payload of srf_table_size() bytes. */
double srf_table_number(const struct srf_row *row, const uint8_t *data, unsigned i);

/* srf_table_store() sets number i of the row's field in a layer; value is one the kind holds. */
void srf_table_store(struct srf_layer *layer, const struct srf_row *row, unsigned i, double value);

/* srf_table_text() is where a layer has the row's text, of one that is the text form's own. */
const char **srf_table_text(struct srf_layer *layer, const struct srf_row *row);

/* srf_table_load() gets it back. */
double srf_table_load(const struct srf_layer *layer, const struct srf_row *row, unsigned i);

/* srf_table_prefix() is what tells markers of the same name apart in messages: "VART/SETT/", "". */
const char *srf_table_prefix(enum srf_place place);

/* srf_table_place() is the place's name in messages: "TERM", "VART/SETT", "the file". */
const char *srf_table_place(enum srf_place place);

/* ---- what the files of this folder share beside the table ---- */

#define SRF_SIGNATURE_SIZE 16 /* bytes of a file that say what it is */

/* srf_scene_chunks() returns how many chunks there are in data[0 .. size), a container of a scene,
 * with those in it; 0 if they are not whole to the last byte. */
uint32_t srf_scene_chunks(enum srf_place place, const uint8_t *data, size_t size);

/* srf_scene_fill() finds the chunks that count in the scene of a parsed world, and adds the
 * warnings about what is tolerated. */
void srf_scene_fill(struct srf_map *map);

/* srf_layers_fill() gives the layers of a parsed tree, which are linked and otherwise zero, their
 * names and values, and adds the warnings about what is tolerated. */
MUST_USE enum scree_code srf_layers_fill(struct srf_map *map, struct scree_error *err);

/* srf_layer_label() is srf_layer_path() for messages: a long path keeps its tail, and control
 * characters become '?', so that a message stays one short line. Returns out. */
#define SRF_LABEL_SIZE 96
char *srf_layer_label(char out[SRF_LABEL_SIZE], const struct srf_layer *layer);

#endif
