/* The GeoTIFF of all materials in one file, on its way into it. */
#ifndef BAKE_BAKE_GEOTIFF_H
#define BAKE_BAKE_GEOTIFF_H

#include "bake/bake_parts.h"

struct bake_geotiff {
    const struct bake_writing *writing;
    struct image_cog *cog;
    struct image_geo geo;
    struct sink_scratch **scratches; /* [count] */
    uint32_t count;
};

/* bake_geotiff_start() makes it ready; it is to be ended with bake_geotiff_free(). SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_geotiff_start(struct bake_geotiff *geotiff,
                                            const struct bake_writing *writing, struct sink *sink,
                                            struct scree_error *err);
/* bake_geotiff_rows() takes the next rows of a material as its mask has them, or, with material the
 * number of materials, those of texels without data; missing, or NULL, are the same rows of those. */
MUST_USE enum scree_code bake_geotiff_rows(struct bake_geotiff *geotiff, uint32_t material,
                                           const void *rows, const uint8_t *missing, uint32_t count,
                                           struct scree_error *err);
/* bake_geotiff_finish() writes the file. */
MUST_USE enum scree_code bake_geotiff_finish(struct bake_geotiff *geotiff, struct scree_error *err);
/* bake_geotiff_free() accepts a zeroed one. */
void bake_geotiff_free(struct bake_geotiff *geotiff);

#endif
