/* The strongest layer of each texel, for the programs here. */
#ifndef BENCH_WINNERS_H
#define BENCH_WINNERS_H

#include "render/render.h"

/* winners_draw() fills winners[j * width + i] of the image that options ask for, row 0 north, with
 * numbers of layers. SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT */
MUST_USE enum scree_code winners_draw(uint8_t *winners, const struct srf_map *map,
                                      const struct ter_field *field,
                                      const struct render_options *options,
                                      struct scree_error *err);

#endif
