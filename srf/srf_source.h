/*
 * The text of a map is kept as it was written. A change is made in the text, which is
 * then read again: so the text and the layers cannot disagree, and what cannot be read never takes
 * the place of what was there.
 */
#ifndef SRF_SRF_SOURCE_H
#define SRF_SRF_SOURCE_H

#include "base/grow.h"
#include "srf/srf.h"

struct srf_source {
    uint8_t *text; /* text[0 .. size) */
    size_t size;
    double across_m, up_m;     /* what it was read with; 0: not known */
    struct srf_survey *survey; /* or NULL */
};

/* srf_source_keep() gives a map a copy of its text and of the scale, which may be NULL. SCREE_NO_MEMORY */
MUST_USE enum scree_code srf_source_keep(struct srf_map *map, const uint8_t *text, size_t size,
                                         const struct srf_scale *scale, struct scree_error *err);
void srf_source_free(struct srf_source *source);

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
MUST_USE enum scree_code srf_source_add(struct srf_map *map, uint32_t *index, uint32_t parent,
                                        uint32_t place, const char *name, struct scree_error *err);
MUST_USE enum scree_code srf_source_remove(struct srf_map *map, uint32_t index,
                                           struct scree_error *err);
MUST_USE enum scree_code srf_source_move(struct srf_map *map, uint32_t *index, uint32_t layer,
                                         uint32_t parent, uint32_t place, struct scree_error *err);
MUST_USE enum scree_code srf_source_copy_layer(struct srf_map *map, uint32_t *index, uint32_t layer,
                                               struct scree_error *err);

#endif
