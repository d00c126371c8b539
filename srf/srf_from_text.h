/* What the parts of the text form's reader share. */
#ifndef SRF_SRF_FROM_TEXT_H
#define SRF_SRF_FROM_TEXT_H

#include <jansson.h>

#include "base/json_text.h"
#include "srf/srf_field.h"
#include "srf/srf_make.h"
#include "srf/srf_json.h"

/* A name that Windows-1252 does not hold. */
struct srf_wide_name {
    struct srf_wide_name *next;
    uint32_t layer;
    const char *name;
};

struct srf_text_reader {
    const char *text; /* text[0 .. size), parsed without an error */
    size_t size;
    const uint8_t *whole; /* the same with a byte order mark, if it has one */
    size_t whole_size;
    const struct srf_scale *scale; /* or NULL */
    struct srf_limits limits;
    struct mem_arena arena;                       /* of the chunks under construction */
    struct srf_payload factory[2][SRF_ROW_COUNT]; /* [is a root] */
    struct srf_payload start[2][SRF_ROW_COUNT];   /* what a member that is not there means */
    unsigned units;                               /* enum srf_units_used */
    uint32_t layer_count, unresolved; /* unresolved: numbers that a terrain is needed for */
    struct mem_arena kept;            /* of the names below */
    struct srf_wide_name *wide;       /* the last of them first */
    struct scree_error *err;
};

/* FAIL_AT(reader, code, where, ...) returns an error with its place from this function. */
#define FAIL_AT(reader, code, where, ...)                                                          \
    return srf_where_fail((reader)->err, code, (reader)->text, (reader)->size, where, __VA_ARGS__)

/* srf_text_mark() is the size of the byte order mark that a text begins with, 0 without. */
size_t srf_text_mark(const uint8_t *bytes, size_t size);

/* srf_text_parse() parses reader->text. The caller frees *out with json_decref(), also on failure.
 */
MUST_USE enum scree_code srf_text_parse(json_t **out, struct srf_text_reader *reader);

/* srf_text_get_bytes() decodes base64. */
MUST_USE enum scree_code srf_text_get_bytes(struct srf_payload *out, struct srf_text_reader *reader,
                                            const json_t *value, const struct srf_where *where);

/* srf_text_get_scene() gives the rows of a scene that it has members of their payloads; the others
 * keep a size and no data. */
MUST_USE enum scree_code srf_text_get_scene(struct srf_payload payloads[SRF_SCENE_COUNT],
                                            struct srf_text_reader *reader, json_t *scene,
                                            const struct srf_where *where);

/* srf_text_get_fields() overlays payloads, which hold the factory's, with the members of a layer.
 * "children" and "chunks" are left to others. */
MUST_USE enum scree_code srf_text_get_fields(struct srf_payload payloads[SRF_ROW_COUNT],
                                             struct srf_text_reader *reader, json_t *layer,
                                             const struct srf_where *where);

/*
 * srf_text_get_chunks() links to *first the chunks that list says: those of a layer at a depth
 * (place SRF_PLACE_LAYER; payloads and is_root are its own) or of the file's top level (payloads
 * NULL; scene is the world's). layers are the child layers, or the root, in order; tail_follows says that bytes stand
 * behind the last chunk.
 */
struct srf_text_list {
    enum srf_place place;
    uint32_t depth; /* of the chunks in the list */
    struct srf_chunk *layers;
    const struct srf_payload *payloads, *scene;
    bool is_root;
    bool tail_follows;
    const struct srf_where *owner; /* where the layer's members stand */
};
MUST_USE enum scree_code srf_text_get_chunks(struct srf_chunk **first,
                                             struct srf_text_reader *reader, const json_t *list,
                                             const struct srf_text_list *what,
                                             const struct srf_where *where);

/* ---- a layer's values as they are read from text; shared by the two files that do it ---- */

struct srf_text_fields {
    struct srf_text_reader *reader;
    const struct srf_row *rows; /* rows[0 .. count): those of a layer, or of a scene */
    size_t count;
    struct srf_payload *payloads; /* [row] */
};

/* srf_text_get_hex() reads "#5c544a", as a screen shows it; false if it is none. */
bool srf_text_get_hex(int16_t colour[3], const char *text);

#endif
