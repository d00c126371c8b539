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

#endif
