/* From light to what a picture shows. Private to render/. */
#ifndef RENDER_VIEW_TONE_H
#define RENDER_VIEW_TONE_H

/* view_tone() is AgX: light, red to blue, to a pixel's values of 0 .. 1, squared. */
void view_tone(float out[3], const float light[3]);

#endif
