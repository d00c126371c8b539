/* From light to what a picture shows. Private to render/. */
#ifndef RENDER_VIEW_TONE_H
#define RENDER_VIEW_TONE_H

#include <stddef.h>

/* view_tone() is AgX: light, red to blue, to a pixel's values of 0 .. 1, squared. contrast: 1, or more to stretch the
 * logarithm of light around middle grey. */
void view_tone(float out[3], const float light[3], float contrast);

/* How light is shown: what is taken off it, as of a lens's glare, a factor, and the tone curve's contrast. */
struct view_setting {
    float black, exposure, contrast;
};
/* view_meter() finds the setting by which a hundredth of so many lights is near black and a hundredth near
 * white, `bright`, as far as it may change; exposure as it is without. */
void view_meter(struct view_setting *setting, const float (*light)[3], size_t count, float bright);

#endif
