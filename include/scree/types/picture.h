/* A picture that was drawn. */
#ifndef SCREE_TYPES_PICTURE_H
#define SCREE_TYPES_PICTURE_H

#include <stddef.h>
#include <stdint.h>

struct scree_picture_info {
    /* sizeof(struct scree_picture_info), set by you */
    size_t size;
    /* pixels */
    uint32_t width, height;
    /* texels of terrain in each map; of a view 0 */
    uint32_t map_width, map_height;
    /* of a view: where the camera stands */
    double place_m[3];
};

#endif
