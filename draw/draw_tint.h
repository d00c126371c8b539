/* Colours for altitudes. Private to draw/. */
#ifndef DRAW_DRAW_TINT_H
#define DRAW_DRAW_TINT_H

#include <stdint.h>

#include "ter/ter.h"

/* draw_tint_colour() is the colour of an altitude on a terrain of these ranges. */
void draw_tint_colour(uint8_t rgb[3], const struct ter_ranges *ranges, double altitude_tu);

#endif
