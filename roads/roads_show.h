/* Roads in our own pictures. */
#ifndef ROADS_ROADS_SHOW_H
#define ROADS_ROADS_SHOW_H

#include "render/render.h"
#include "roads/roads.h"

/* Strips on the ground, the better class above; tunnels are left out. Bridges are strips aloft, for pictures from
 * above, and bodies. */
struct roads_shown {
    struct render_strip *strips;
    struct render_strip_point *points; /* of all strips */
    struct render_body *bodies;
    size_t strip_count, body_count;
};

/* Without bridges, where a game has none; from above, without bodies; all, of a terrain in memory. */
enum roads_view { ROADS_ON_GROUND, ROADS_FROM_ABOVE, ROADS_ALL };

/* roads_show() is how a terrain shows its roads. roads NULL: nothing.
 * The caller frees it by roads_shown_free(); on failure it is zeroed. SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_show(struct roads_shown *out, const struct roads *roads,
                                    const struct ter_field *field, enum roads_view view,
                                    struct scree_error *err);
void roads_shown_free(struct roads_shown *shown); /* also zeroes it */

#endif
