/*
 * Chunks from values: the payloads of a layer, one for each row of the table, and the chunks that
 * hold them in Terragen's own order. Building, the text form and editing share it.
 */
#ifndef SRF_SRF_MAKE_H
#define SRF_SRF_MAKE_H

#include "srf/srf.h"
#include "srf/srf_table.h"

/* What a chunk holds; of a container's row nothing. */
struct srf_payload {
    const uint8_t *data;
    uint32_t size;
};

/* srf_make_factory() gives every row the payload that a missing chunk stands for; of a NAME that is
 * an empty text. Returns false if memory ran out. */
MUST_USE bool srf_make_factory(struct srf_payload payloads[SRF_ROW_COUNT], struct mem_arena *arena,
                               bool root);

/* srf_make_start() makes of those what a text means that leaves a member out: full coverage, no
 * limits, no fading. Returns false if memory ran out. */
MUST_USE bool srf_make_start(struct srf_payload start[SRF_ROW_COUNT],
                             const struct srf_payload factory[SRF_ROW_COUNT],
                             struct mem_arena *arena);

/* srf_make_put() writes number i of a row into its payload's bytes. */
void srf_make_put(uint8_t *data, const struct srf_row *row, unsigned i, double value);

/* srf_make_text() writes UTF-8 as Windows-1252 with a NUL. SCREE_BAD_ARGUMENT for text that Windows-1252 lacks
 * or that is too long for a NAME (the message begins with the word "has"); SCREE_NO_MEMORY. If lossy is
 * given, '?' stands for what Windows-1252 lacks, and *lossy becomes true. */
MUST_USE enum scree_code srf_make_text(struct srf_payload *out, struct mem_arena *arena,
                                       const char *text, bool *lossy, struct scree_error *err);

/* srf_make_own_text() does so of a text of the text form's own, which stays UTF-8. */
MUST_USE enum scree_code srf_make_own_text(struct srf_payload *out, struct mem_arena *arena,
                                           const char *text, struct scree_error *err);

/* srf_make_chunk() is a chunk of 4 bytes of marker and nothing else; NULL if memory ran out. */
struct srf_chunk *srf_make_chunk(struct mem_arena *arena, const char *marker);

/* srf_make_size() sets a chunk's size and as many zero bytes of padding as it needs. */
void srf_make_size(struct srf_chunk *chunk, uint32_t size);

/* srf_make_padding() is how many bytes of padding a size needs. */
static inline uint8_t srf_make_padding(uint32_t size)
{
    return (uint8_t)((0u - size) & 3u);
}

/* srf_make_left_out() says whether a row is one of the text form's own whose payload is the factory's:
 * it has no chunk. */
bool srf_make_left_out(const struct srf_row *row, const struct srf_payload *payload);

/* srf_make_close() makes a container of a chunk whose children are complete. */
void srf_make_close(struct srf_chunk *container);

/* srf_make_chunks() links the chunks of one place but SRFL to *next, in the order of the table.
 * Calls itself at most three deep. Returns false if memory ran out. */
MUST_USE bool srf_make_chunks(struct srf_chunk **next, struct mem_arena *arena,
                              enum srf_place place,
                              const struct srf_payload payloads[SRF_ROW_COUNT]);

/* srf_make_scene() links the chunks of one part of a scene that have a value (data is not NULL).
 * Calls itself once. Returns false if memory ran out. */
MUST_USE bool srf_make_scene(struct srf_chunk **next, struct mem_arena *arena, enum srf_place place,
                             const struct srf_payload payloads[SRF_SCENE_COUNT]);

/*
 * A layer as one payload for each row of the table: what its chunks hold, and the factory's where
 * it has none. This is the view that the text form shows and that editing changes, to the bit;
 * struct srf_layer rounds nothing either but cannot hold every NaN.
 */

struct srf_values {
    /* What counts for a row: the last chunk of its kind in the layer, NULL if there is none. */
    const struct srf_chunk *chunks[SRF_ROW_COUNT];
    struct srf_payload payloads[SRF_ROW_COUNT];
};

/* srf_values_collect() fills *values from a layer. factory is of srf_make_factory(). */
void srf_values_collect(struct srf_values *values, const struct srf_layer *layer,
                        const struct srf_payload factory[SRF_ROW_COUNT]);

/* srf_values_equal() compares payloads; with side 0 or 1 only that number of a pair, with side -1
 * all. */
bool srf_values_equal(const struct srf_row *row, int side, const struct srf_payload *a,
                      const struct srf_payload *b);

/* srf_values_float() is number i of a row of floats, every bit of it. */
float srf_values_float(const struct srf_payload *payload, unsigned i);

/* ---- changing what a chunk of a layer holds ---- */

/*
 * srf_edit_prepare() makes sure that a layer has the chunk of a row, which it makes with the
 * factory's value if it must; srf_edit_put() then gives it bytes that live as long as the map, and
 * brings the layer's fields and the sizes around it up to date. So several rows can be prepared
 * before the first is changed. SCREE_NO_MEMORY, SCREE_LIMIT.
 */
MUST_USE enum scree_code srf_edit_prepare(struct srf_map *map, struct srf_layer *layer,
                                          const struct srf_row *row, struct scree_error *err);
MUST_USE enum scree_code srf_edit_put(struct srf_map *map, struct srf_layer *layer,
                                      const struct srf_row *row, const struct srf_payload *payload,
                                      struct scree_error *err);

#endif
