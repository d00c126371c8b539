/* Colours of the sky and of the air between. Private to render/. */
#ifndef RENDER_VIEW_SKY_H
#define RENDER_VIEW_SKY_H

#include "render/render.h"

/* view_sky() is the light that comes to a place from a direction (unit vector, z up). */
void view_sky(float out[3], const struct render_sky *sky, const double place_m[3],
              const double direction[3]);

/* Air that is thinner with height. */
struct view_air {
    double haze_m;  /* distance in the air at the bottom that leaves 1/e of the light; 0: clear */
    double floor_m; /* altitude of the bottom */
};

/* view_haze() puts the air between two altitudes in front of colour. */
void view_haze(float colour[3], const struct render_sky *sky, const struct view_air *air,
               double distance_m, const double altitude_m[2], const double direction[3]);

/* view_light() is the light on a slope of which `visible` of the sun can be seen. */
void view_light(float out[3], const struct render_sky *sky, float slope_x, float slope_y,
                float visible);

/* view_facing() is N.L, not below 0. */
float view_facing(const struct render_sky *sky, float slope_x, float slope_y);

/* view_show() is light through the tone curve, before the square root: 0 .. 1. */
void view_show(float out[3], const struct render_sky *sky, const float light[3]);

/* view_visible() is how much of the sun stands above the terrain at (x, y), in terrain units. */
float view_visible(const struct render_sky *sky, const struct ter_cast *cast,
                   const struct ter_field *field, double bend, double x, double y);

/* view_linear() is the light that a colour's byte stands for: the root that pictures take, undone. */
static inline float view_linear(uint8_t byte)
{
    const float root = (float)byte / 255.0f;
    return root * root;
}

#endif
