/* From light to what a picture shows. Private to render/. */
#ifndef RENDER_VIEW_TONE_H
#define RENDER_VIEW_TONE_H

#include <stddef.h>

/* view_tone() is AgX: light, red to blue, to a pixel's values of 0 .. 1, squared. contrast: 1, or more to stretch the
 * logarithm of light around middle grey. */
void view_tone(float out[3], const float light[3], float contrast);

/* view_meter() finds the exposure and the contrast by which a hundredth of so many lights is near black and a hundredth near
 * white, `bright`, as far as both may change; exposure as it is without. */
void view_meter(float *exposure, float *contrast, const float (*light)[3], size_t count,
                float bright);

#endif
