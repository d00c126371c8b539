/* A good view where the land goes on. Private to render/. */
#ifndef RENDER_VIEW_COMPOSE_H
#define RENDER_VIEW_COMPOSE_H

#include "render/view.h"

/* view_compose() searches cameras over the terrain that see peak, in metres, where the thirds of the picture
 * meet: land near, far and between, and at most two fifths of empty sky; extent_m is the longer side of the land.
 * Returns how many of `count` there are, the best first; no two stand in neighbouring directions. */
size_t view_compose(struct render_camera *cameras, size_t count, const struct render_view *view,
                    const double peak[3], double extent_m, uint32_t width, uint32_t height);

#endif
