/* The sky of a clear day, from what its air does with sunlight. Private to render/. */
#ifndef RENDER_VIEW_CLEAR_H
#define RENDER_VIEW_CLEAR_H

#include "render/view_sky.h"

/* view_clear_sky() is the light that comes from a direction that is not below the horizon, without
 * the sun's disc. */
void view_clear_sky(float out[3], const struct render_sky *sky, const double direction[3]);

/* view_clear_clouds() makes the light of a storm's sky uneven. */
void view_clear_clouds(float out[3], const struct render_clear *clear, const double place_m[3],
                       const double direction[3]);

/* view_clear_disc() adds the sun's disc. */
void view_clear_disc(float out[3], const struct render_sky *sky, const double direction[3]);

/* view_clear_air() puts the air between two altitudes in front of colour. */
void view_clear_air(float colour[3], const struct render_sky *sky, const struct view_air *air,
                    double distance_m, const double altitude_m[2], const double direction[3]);

#endif
