/* Other materials in a level that exists, on a page: the map before and after, and a table. */
#ifndef REPORT_REPORT_INTO_H
#define REPORT_REPORT_INTO_H

#include "report/report.h"

struct report_into_material {
    const char *name;                 /* UTF-8 */
    uint64_t before, after, isolated; /* samples */
    const char *note;                 /* "" or what there is to say */
    uint8_t rgb[3];                   /* of the maps */
};

/* What changes. Texts and struct belong to whoever made it. */
struct report_into {
    const char *level;             /* its path */
    uint32_t size;                 /* samples a side, 1 .. RENDER_MAX_SIZE */
    const uint8_t *before, *after; /* [y * size + x], row 0 south: a material, or `none` */
    bool north_first;              /* row 0 is north */
    uint8_t none;                  /* the id of what has no material: materials[count - 1] */
    const struct report_into_material *materials; /* materials[0 .. count), by id */
    size_t count;
};

/* report_into() makes the page. The caller frees *out with file_bytes_free(); on failure it is zeroed.
 * SCREE_NO_MEMORY */
MUST_USE enum scree_code report_into(struct scree_bytes *out, const struct report_into *into,
                                     struct scree_error *err);

#endif
