/* The light of pictures: that of a Terragen world, and the sun of an hour. Private to draw/. */
#ifndef DRAW_DRAW_SCENE_H
#define DRAW_DRAW_SCENE_H

#include <scree/types/draw.h>

#include "render/render.h"

/* draw_scene_light() gives a sky, whose sun's place is set, the light, air and water of the map's
 * scene, and what it lacks from the one that Terragen begins with. */
void draw_scene_light(struct render_sky *sky, struct render_terragen *world,
                      const struct srf_map *map, const struct ter_field *field);

/* draw_scene_sun() is where options have the sun. SCREE_BAD_ARGUMENT: a time that is none, or of the night. */
MUST_USE enum scree_code draw_scene_sun(double sun_deg[2], const struct scree_view_options *options,
                                        double latitude_deg, struct scree_error *err);

#endif
