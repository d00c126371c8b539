/* What the parts of the comparison share. */
#ifndef COMPARE_DIFF_H
#define COMPARE_DIFF_H

#include "compare/compare_diff.h"
#include "render/render.h"

/* ---- fields ---- */

/* A value of a layer, as srf_set_field() calls it. */
struct diff_field {
    const char *name;
    size_t offset; /* in struct srf_layer */
    uint8_t count; /* of numbers; 0: it is a text, */
    uint8_t size;  /* bytes of one, or of what points to the text */
    bool places;   /* decides where the layer is; the others only how it looks */
    enum compare_measure measure;
    const char *limit; /* of the switch of a limit, which is followed by its place and fuzziness:
                          its name; else NULL */
};
#define DIFF_LIMIT_FIELDS 3
#define DIFF_PLAIN_FIELDS 22 /* the first of all, which every layer has */
#define DIFF_FIELDS 65
extern const struct diff_field diff_fields[DIFF_FIELDS];

/* diff_field_get() reads the numbers of a field, field->count of them. */
void diff_field_get(double *out, const struct srf_layer *layer, const struct diff_field *field);
/* diff_field_text() is the text of one of COMPARE_TEXT. */
const char *diff_field_text(const struct srf_layer *layer, const struct diff_field *field);
bool diff_field_equal(const struct srf_layer *a, const struct srf_layer *b,
                      const struct diff_field *field);

/* ---- which layer is which ---- */

/* Fills changes->after_of_before and before_of_after. SCREE_NO_MEMORY. */
MUST_USE enum scree_code diff_match(struct compare_changes *changes, const struct srf_map *before,
                                    const struct srf_map *after, struct scree_error *err);

/* ---- the map before, with some changes made ---- */

/* A tree of all layers of both maps; those only in the map after are beside it until they are
 * added. Layers go by their joint number. */
struct diff_tree {
    const struct compare_changes *changes;
    const struct srf_map *before, *after;
    uint32_t count;
    struct srf_layer *values;        /* [joint] */
    uint32_t *parent, *first, *next; /* [joint], SCREE_NO_LAYER at the end */
    const char **near_after;         /* [joint]: near_to of the map after, by nodes */
    bool *present;                   /* [joint] */
    bool *placed; /* [joint]: where the map after has it, among those that are there */
};

/* diff_picture() is the digest of a picture that a map has at hand, or NULL; diff_pictures_differ() says
 * whether both maps have one by that name, and not the same. */
const char *diff_picture(const struct srf_map *map, const char *file);
bool diff_pictures_differ(const struct srf_map *before, const struct srf_map *after,
                          const char *file);

/* diff_tree_create() makes the tree of the map before; the arrays are the arena's. SCREE_NO_MEMORY. */
MUST_USE enum scree_code diff_tree_create(struct diff_tree *tree,
                                          const struct compare_changes *changes,
                                          const struct srf_map *before, const struct srf_map *after,
                                          struct mem_arena *arena, struct scree_error *err);
/* diff_tree_apply() makes a change; false if it cannot be made by itself. */
bool diff_tree_apply(struct diff_tree *tree, const struct compare_change *change);
/* diff_tree_map() is the tree as a map of fields alone, without chunks; joint[layer] is filled for
 * each of its layers. Both are the arena's. SCREE_NO_MEMORY. */
MUST_USE enum scree_code diff_tree_map(struct srf_map **out, uint32_t **joint,
                                       const struct diff_tree *tree, struct mem_arena *arena,
                                       struct scree_error *err);

/* ---- regions ---- */

/* Texels of a row that changed enough, put together with those of the row before. */
struct diff_regions;
/* diff_regions_create() is for rows of so many texels. It is the arena's, which fails if memory runs out. */
struct diff_regions *diff_regions_create(struct mem_arena *arena, uint32_t width, uint32_t height);
/* diff_regions_row() takes the next row: amounts[column] of change, those of at least `over` count,
 * over >= 1. A texel of the row counts as weight of RENDER_FULL_ROW by area. */
void diff_regions_row(struct diff_regions *regions, const uint32_t *amounts, uint32_t over,
                      uint32_t weight);
/* diff_regions_finish() fills the regions of a cover and the densest window. */
void diff_regions_finish(struct diff_regions *regions, struct compare_cover *cover);

#endif
