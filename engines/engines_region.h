/* Godot's binary resources, as far as terrains need them. Private to engines/. Source: docs/formats/godot.md. */
#ifndef ENGINES_ENGINES_REGION_H
#define ENGINES_ENGINES_REGION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "base/stream.h"

/* An image in a resource. put() writes its bytes, which are known to be so many. */
struct engines_image {
    uint32_t width, height;
    const char *format; /* "RFloat", "RGBA8" */
    bool mipmaps;
    uint32_t bytes;
    enum scree_code (*put)(void *context, struct stream *to, struct scree_error *err);
    void *context;
};

/* A region of Terrain3D: heights, control map, colours. */
struct engines_region {
    float version;
    uint32_t size;      /* texels a side */
    const float *range; /* [2]: lowest and highest height; read when the images are written */
    uint64_t uid;
    const char *ids[3]; /* of the images: "Image_ab12c" */
    const char *path;   /* of the region: "res://data/terrain3d_00_00.res" */
    struct engines_image images[3];
};
#define ENGINES_REGION_VERSION 0.93f

/* engines_region_put() writes a region as a plain file; not whole: without the four bytes that begin
 * one, as the compressed form has it inside. */
MUST_USE enum scree_code engines_region_put(struct stream *to, const struct engines_region *region,
                                            bool whole, struct scree_error *err);

/* engines_image_put() writes a file that holds an image, in the form of Godot 3, which 4 reads. */
MUST_USE enum scree_code engines_image_put(struct stream *to, const struct engines_image *image,
                                           struct scree_error *err);

#endif
