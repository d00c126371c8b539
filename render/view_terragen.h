/* The sky, the air and the water of a Terragen world. Private to render/. */
#ifndef RENDER_VIEW_TERRAGEN_H
#define RENDER_VIEW_TERRAGEN_H

#include "render/render.h"

/* view_terragen_sky() is the light from a direction (unit vector) at a place: hazes before the dark
 * of space, a layer of clouds, the sun's disc. */
void view_terragen_sky(float out[3], const struct render_sky *sky, const double place_m[3],
                       const double direction[3]);

/* view_terragen_air() puts the air between two altitudes in front of colour. */
void view_terragen_air(float colour[3], const struct render_sky *sky, double distance_m,
                       const double altitude_m[2]);

/* view_terragen_mirrored() is the share of light that water sends back of what comes from ahead,
 * the cosine being that of the angle between the ray and the water's normal. */
float view_terragen_mirrored(const struct render_terragen *world, double cosine);

/* view_terragen_rough() is how rough water is at a place, by the mean: streaks. */
float view_terragen_rough(const struct render_terragen *world, double x_m, double y_m,
                          double finest_m);

#endif
