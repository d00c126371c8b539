/* Which pieces of roads are near a place. Private to roads/. */
#ifndef ROADS_ROADS_INDEX_H
#define ROADS_ROADS_INDEX_H

#include "roads/roads.h"

/* roads_index_make() fills roads->index for a terrain of so many 1/32 m. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_index_make(struct roads *roads, uint32_t width, uint32_t depth,
                                          struct scree_error *err);

#endif
