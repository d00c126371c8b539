/* Pictures of a comparison: both sides in their colours, and what changed. */
#ifndef CLI_DIFF_PICTURES_H
#define CLI_DIFF_PICTURES_H

#include "cli/diff/diff_cli.h"

struct diff_pictures {
    uint32_t width, height;     /* of the grid */
    uint8_t *sides[2], *change; /* RGB: before, after, and what changed */
    bool drawn[2];              /* the side is made of its materials' colours as bands pass */
    uint32_t joint;             /* --layer, or COMPARE_NO_LAYER */
    uint16_t *gainer;           /* [texel]: which material gained most */
    uint8_t *amount;            /* [texel]: how much changed hands, of 255 */
    bool *lost;                 /* [texel]: of --layer */
};

/* diff_pictures_open() makes room before the bands pass; the maps' changes are known. */
MUST_USE enum err_code diff_pictures_open(struct diff *diff, struct err *err);
/* diff_pictures_watch() is compare_cover_options.watch. */
void diff_pictures_watch(void *context, uint32_t first_row, uint32_t rows,
                         const uint32_t *const *before, const uint32_t *const *after);
/* diff_pictures_finish() draws what is left, once all have passed. */
MUST_USE enum err_code diff_pictures_finish(struct diff *diff, struct err *err);
void diff_pictures_free(struct diff_pictures *pictures);

/* diff_colour() is a material's colour where its own would not be told from others; never grey. */
void diff_colour(uint8_t rgb[3], uint32_t joint);
#define DIFF_GAINED ((const uint8_t[3]){70, 150, 255})
#define DIFF_LOST ((const uint8_t[3]){255, 140, 30})

#endif
