/* Pictures with the light and the camera of a Terragen world. Private to draw/. */
#ifndef DRAW_DRAW_SCENE_H
#define DRAW_DRAW_SCENE_H

#include "render/render.h"

/* draw_scene_light() gives a sky, whose sun's place is set, the light, air and water of the map's
 * scene, and what it lacks from the one that Terragen begins with. */
void draw_scene_light(struct render_sky *sky, struct render_terragen *world,
                      const struct srf_map *map, const struct ter_field *field);

#endif
