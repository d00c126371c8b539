/* What the files of this folder share beside the table. */
#ifndef SRF_SRF_PARTS_H
#define SRF_SRF_PARTS_H

#include "srf/srf.h"

/* srf_signature_check() looks at the first bytes of a file: SCREE_OK and *container if they are a
 * surface map or a world, else the error that says what they are. */
MUST_USE enum scree_code srf_signature_check(enum srf_container *container, const uint8_t *bytes,
                                             size_t size, struct scree_error *err);
#define SRF_SIGNATURE_SIZE 16

/* srf_layers_fill() gives the layers of a parsed tree, which are linked and otherwise zero, their
 * names and values, and adds the warnings about what is tolerated. */
MUST_USE enum scree_code srf_layers_fill(struct srf_map *map, struct scree_error *err);

/* srf_layer_label() is srf_layer_path() for messages: a long path keeps its tail, and control
 * characters become '?', so that a message stays one short line. Returns out. */
#define SRF_LABEL_SIZE 96
char *srf_layer_label(char out[SRF_LABEL_SIZE], const struct srf_layer *layer);

#endif
