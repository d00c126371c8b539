/* The strips that are painted on the ground of pictures. Private to render/. */
#ifndef RENDER_STRIPS_H
#define RENDER_STRIPS_H

#include "render/render.h"

/* What strips hide of the ground: `share` of it, for which there is colour[c], share times theirs, linear. */
struct strips_paint {
    float share, colour[3];
};

/* view_strips_look() finds that around a place in metres east and north of the south-west corner, over a width of
 * size_m; false: nothing. Of strips on the ground, or of those above it. strips NULL: nothing. */
bool view_strips_look(struct strips_paint *out, const struct render_strips *strips, double x_m,
                      double y_m, double size_m, bool aloft);

/* view_strips_line is the colour of lines, linear; view_strips_on_line() says whether a place so far from the middle of a lined
 * strip lies on one. */
extern const float view_strips_line[3];
bool view_strips_on_line(double off_m, double half_m);

/* view_strips_texel_m() is the width that strips were made for. */
double view_strips_texel_m(const struct render_strips *strips);

#endif
