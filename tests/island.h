/* The terrain and the surface map of examples/, for tests of include/scree/. */
#ifndef TESTS_ISLAND_H
#define TESTS_ISLAND_H

#include "tests/assert_scree.h"

/* Opens both; free each with scree_..._free(). */
static inline void island_open(struct scree_terrain **terrain, struct scree_surface **surface)
{
    const struct scree_source ground = scree_file(harness_source("examples/island.ter"));
    assert_scree(scree_terrain_open(terrain, ground, NULL, NULL, &error));
    const struct scree_source map = scree_file(harness_source("examples/island.srf"));
    assert_scree(scree_surface_open(surface, map, *terrain, NULL, &error));
}

#endif
