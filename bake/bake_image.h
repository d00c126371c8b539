/* An image of a bake on its way into its file, or into the files of its tiles. */
#ifndef BAKE_BAKE_IMAGE_H
#define BAKE_BAKE_IMAGE_H

#include "bake/bake_parts.h"

struct bake_page;

struct bake_image {
    const struct bake_writing *writing;
    size_t file; /* index of its first; tiles follow row by row from the north-west */
    struct bake_form form;
    uint32_t row;            /* texel rows taken so far */
    struct bake_page *pages; /* [tile column] of the tile row at hand */
};

/* bake_image_count() is how many images of texels a bake has. */
size_t bake_image_count(const struct bake_plan *plan);

/* bake_image_start() makes an image ready; it is to be ended with bake_image_free(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_image_start(struct bake_image *image,
                                          const struct bake_writing *writing, size_t file,
                                          struct bake_form form, struct scree_error *err);
/* bake_image_put() takes the next rows (render/row_stream.h, context a struct bake_image). A file
 * ends with its last row. */
MUST_USE enum scree_code bake_image_put(void *context, const void *rows, uint32_t count,
                                        struct scree_error *err);
/* bake_image_free() accepts a zeroed or half-done image, whose files then stay without an end. */
void bake_image_free(struct bake_image *image);

/* What an image takes of memory, about: rows that wait to be handed to it, what it holds until it
 * is finished, and more for a moment when a file of it is. */
struct bake_image_memory {
    uint64_t row, held, encoding;
};
struct bake_image_memory bake_image_memory(const struct bake_plan *plan, struct bake_form form);

/* ---- the GeoTIFF of all materials in one file, on its way into it ---- */

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
