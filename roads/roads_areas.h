/* What does not grow where an extract of OpenStreetMap has areas, paths and waters. Private to roads/. */
#ifndef ROADS_ROADS_AREAS_H
#define ROADS_ROADS_AREAS_H

#include "roads/roads_fill.h"

/*
 * roads_areas_make() fills roads->areas for a terrain of so many 1/32 m; at[] are the places of the
 * map's points. SCREE_NO_MEMORY, SCREE_CANCELLED.
 */
MUST_USE enum scree_code roads_areas_make(struct roads *roads, const struct osm_map *map,
                                          const struct roads_spot *at, uint32_t width,
                                          uint32_t depth, struct scree_job *job,
                                          struct scree_error *err);
/* roads_areas_list() lists the areas of a map that are wanted, the largest first. The caller frees *out by mem_free().
 * SCREE_NO_MEMORY. */
struct roads_area {
    const struct osm_thing *thing;
    struct roads_rings rings;
    double size; /* of its rings, islands among them */
};
MUST_USE enum scree_code roads_areas_list(struct roads_area **out, size_t *count,
                                          const struct osm_map *map, const struct roads_spot *at,
                                          bool (*wants)(const struct osm_thing *thing),
                                          struct scree_error *err);
/* roads_areas_touch() says whether something bare lies in the square with its south-west corner there. areas NULL:
 * none does. */
bool roads_areas_touch(const struct roads_areas *areas, uint32_t x, uint32_t z, uint32_t side);

/* roads_buildings_take() keeps the buildings that are on a terrain of so many 1/32 m. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_buildings_take(struct roads *roads, const struct osm_map *map,
                                              const struct roads_spot *at, const uint32_t size[2],
                                              struct scree_error *err);

/*
 * Land cover (styles/styles.h) by an extract's areas. roads_cover_paint() gives a lattice of classes over a terrain of so
 * many 1/32 m what is there, the sea first and smaller areas over larger ones; roads_read_classes() reads an extract for
 * it. SCREE_NO_MEMORY, SCREE_CANCELLED, and of the latter those of roads_read().
 */
struct styles_classes;
MUST_USE enum scree_code roads_cover_paint(struct styles_classes *out, const struct roads *roads,
                                           const struct osm_map *map, const struct roads_spot *at,
                                           const double size[2], struct scree_error *err);
MUST_USE enum scree_code roads_read_classes(struct styles_classes *out, const struct inputs *inputs,
                                            const struct inputs_opened *opened,
                                            struct scree_job *job, struct scree_error *err);

#endif
