/* Land beyond the terrain. Private to render/. */
#ifndef RENDER_VIEW_BEYOND_H
#define RENDER_VIEW_BEYOND_H

#include "render/view.h"

/* view_goes_on() says whether the land of a view goes on beyond the terrain: under the sky clear, on flat
 * earth, if land reaches an edge. */
bool view_goes_on(const struct render_view *view);

/* view_look_beyond() sets what a camera at a place sees beyond the terrain. From outside, the terrain stands
 * in mist, so that it shows where it ends. Nothing for a camera in that land. */
#define VIEW_BEYOND 6
void view_look_beyond(struct render_view *view, const double place_m[3]);

/* view_meets_land() is ter_cast_ray() from 0 to as far as can be seen. Mirror images of the terrain lie around it,
 * `beyond` of them each way: the hit's place is in the terrain, *turned says what the image turns
 * round (1: x, 2: y), and no hit is a wall. 0: there are none. */
bool view_meets_land(struct ter_hit *hit, uint8_t *turned, const struct render_view *view,
                     const struct ter_ray *ray, int beyond);

/* view_mist() hides the colour of a place beyond the terrain that is seen in a direction. */
void view_mist(float colour[3], const struct render_view *view, const double place_m[3],
               double distance_m, const double direction[3]);

/* view_turned_sky() is the sky as a mirror image has it. */
struct render_sky view_turned_sky(const struct render_sky *sky, uint8_t turned);

#endif
