/* For tests of include/scree/: the island, open. */
#ifndef TESTS_API_ISLAND_H
#define TESTS_API_ISLAND_H

#include "tests/island.h"

static struct scree_terrain *terrain;
static struct scree_surface *surface;

static int open_island(void **state)
{
    (void)state;
    error = (struct scree_error)SCREE_ERROR_INIT;
    island_open(&terrain, &surface);
    return 0;
}

static int close_island(void **state)
{
    (void)state;
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    surface = NULL;
    terrain = NULL;
    return 0;
}

#endif
