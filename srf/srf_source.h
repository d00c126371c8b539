/*
 * The text of a map is kept as it was written. A change is made in the text, which is
 * then read again: so the text and the layers cannot disagree, and what cannot be read never takes
 * the place of what was there.
 */
#ifndef SRF_SRF_SOURCE_H
#define SRF_SRF_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/grow.h"
#include "srf/srf.h"

struct srf_source {
    uint8_t *text; /* text[0 .. size) */
    size_t size;
    double across_m, up_m;     /* what it was read with; 0: not known */
    struct srf_survey *survey; /* or NULL */
};

/* srf_source_scale() is what the map was read with, and of the scale given (or NULL) what it lacked.
 * What is not known is no error. */
struct srf_scale srf_source_scale(const struct srf_map *map, const struct srf_scale *given);

/* srf_source_take() reads an edited text, which it takes, and puts what it read in place of *map. On
 * failure *map is as it was. */
MUST_USE enum scree_code srf_source_take(struct srf_map *map, struct grow *text,
                                         const struct srf_scale *scale, struct scree_error *err);

/* The changes of srf.h, in the text. */
MUST_USE enum scree_code srf_source_set(struct srf_map *map, uint32_t index, const char *field,
                                        const char *value, const struct srf_scale *scale,
                                        struct scree_error *err);
MUST_USE enum scree_code srf_source_set_numbers(struct srf_map *map, uint32_t index,
                                                const char *field, const double *values,
                                                size_t count, struct scree_error *err);
MUST_USE enum scree_code srf_source_reroll(struct srf_map *map, uint64_t seed,
                                           struct scree_error *err);

/*
 * A text with the place of every value, and changes of it that leave all other bytes as
 * they are. The text was read without an error, so it is known to be right.
 *
 * Each change numbers the nodes anew. After memory ran out text.failed is set, there are no nodes,
 * and nothing happens any more.
 */

#define SRF_NO_NODE 0 /* the document itself is node 1 */

struct srf_node {
    size_t begin, end;   /* of the value, with its quotes or brackets */
    size_t key, key_end; /* of a member, with its quotes; elsewhere both are begin */
    size_t up, first, last, next, before; /* nodes: around it, within it, beside it */
};

struct srf_editor {
    struct grow text;
    struct srf_node *nodes;
    size_t count, room;
};

/* srf_editor_open() takes a copy of text. srf_editor_close() frees it in any case. */
void srf_editor_open(struct srf_editor *editor, const uint8_t *text, size_t size);
void srf_editor_close(struct srf_editor *editor);
/* srf_editor_number() finds the nodes after a change of text. */
void srf_editor_number(struct srf_editor *editor);

/* srf_editor_is() says whether a value begins with this character; not that of no node. */
bool srf_editor_is(const struct srf_editor *editor, size_t node, char first);
/* srf_editor_member() is a member of an object, which may be no node. */
size_t srf_editor_member(const struct srf_editor *editor, size_t object, const char *key);
/* srf_editor_child() is element `place` of a list. */
size_t srf_editor_child(const struct srf_editor *editor, size_t list, uint32_t place);
/* srf_editor_layer() is layer number index, in painting order. */
size_t srf_editor_layer(const struct srf_editor *editor, uint32_t index);
/* srf_editor_index() is the number of the layer whose value begins at a place of the text. */
uint32_t srf_editor_index(const struct srf_editor *editor, size_t begin);

/* What moves with an element or a member: the lines of comments above it, itself, and the comments
 * behind it on its line. The lines are indented by `indent`. */
struct srf_piece {
    struct grow lead, value, tail, indent;
    size_t inside; /* where in value the element begins, behind comments before it on its line */
};
void srf_piece_free(struct srf_piece *piece);
/* srf_editor_piece() copies it; srf_editor_cut() takes it out. */
void srf_editor_piece(struct srf_piece *out, const struct srf_editor *editor, size_t node);
void srf_editor_cut(struct srf_editor *editor, size_t node);
/* srf_editor_put() puts a piece into a list or an object, before one of its nodes or at the end, and
 * returns where the element begins. Its lines are indented as those there. */
size_t srf_editor_put(struct srf_editor *editor, size_t container, size_t before,
                      const struct srf_piece *piece);
/* srf_editor_insert() puts a new member into an object; a layer's children stay behind it. */
void srf_editor_insert(struct srf_editor *editor, size_t object, const char *key,
                       const char *value);

/* srf_editor_lines() says whether there is a line break in a value. */
bool srf_editor_lines(const struct srf_editor *editor, size_t node);

#endif
