/* Land beyond the terrain. Private to render/. */
#ifndef RENDER_VIEW_BEYOND_H
#define RENDER_VIEW_BEYOND_H

#include "render/view.h"

/* view_goes_on() says whether the land of a view goes on beyond the terrain where the camera stands over it:
 * under the sky clear, on flat earth, if land reaches an edge. */
bool view_goes_on(const struct render_view *view);

/* view_meets_land() is ter_cast_ray() from 0 to as far as can be seen. Where the land goes on, mirror images of
 * the terrain lie around it, VIEW_BEYOND of them each way: the hit's place is in the terrain, *turned
 * says what the image turns round (1: x, 2: y), and no hit is a wall. */
#define VIEW_BEYOND 6
bool view_meets_land(struct ter_hit *hit, uint8_t *turned, const struct render_view *view,
                     const struct ter_ray *ray, bool goes_on);

/* view_turned_sky() is the sky as a mirror image has it. */
struct render_sky view_turned_sky(const struct render_sky *sky, uint8_t turned);

#endif
