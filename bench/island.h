/*
 * The Island of the Cafu engine's TechDemo, which several programs measure on (README.md, agreement): its
 * heights were exported again after Terragen's picture was made, so they are mapped back, and each texel
 * of a picture of classes has one of four, or is too dark to tell.
 */
#ifndef BENCH_ISLAND_H
#define BENCH_ISLAND_H

#include <stdint.h>
#include <stdio.h>

#include "ter/ter.h"

#define ISLAND_HEIGHT_SCALE 0.55
#define ISLAND_HEIGHT_OFFSET 105.1315 /* terrain units */
#define ISLAND_LAYERS 7               /* of its surface map */
#define ISLAND_CLASSES 4
#define ISLAND_TOO_DARK 255

MUST_USE static inline enum scree_code island_map_heights(struct ter_field *field,
                                                          struct scree_error *err)
{
    return ter_apply_height(field, ISLAND_HEIGHT_SCALE, ISLAND_HEIGHT_OFFSET, err);
}

static inline const char *island_class_name(uint32_t class)
{
    static const char *const names[ISLAND_CLASSES] = {"rock", "vegetation", "dry sand", "wet sand"};
    return names[class];
}

static inline uint8_t island_class_of_layer(uint32_t layer)
{
    static const uint8_t classes[ISLAND_LAYERS] = {0, 1, 2, 3, 1, 1, 1};
    return classes[layer];
}

/* island_is_there() says whether files[0 .. count) can be opened, and which cannot: a test is then
 * skipped (77). */
static inline bool island_is_there(char *const *files, int count)
{
    for (int i = 0; i < count; i++) {
        FILE *file = fopen(files[i], "rb");
        if (file == NULL) {
            printf("SKIPPED: no %s\n", files[i]);
            return false;
        }
        fclose(file);
    }
    return true;
}

#endif
