/* Changing what a chunk of a layer holds. */
#ifndef SRF_SRF_EDIT_H
#define SRF_SRF_EDIT_H

#include "srf/srf_values.h"

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
