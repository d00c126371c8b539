/*
 * Lines of climate by latitude.
 *
 * Snow: through the middles of the ranges that Wikipedia's "Snow line" lists as "Levels of the climatic
 * snow line" (after Charlesworth, The Quaternary Era, 1957), where summer's snow stays in mountains of
 * middling moisture: equator 4600, Pyrenees 2600 to 2900 and Caucasus 2700 to 3800 at 43 N, Alps at 46 to
 * 48 N 2500 to 3200, Scandinavia 1200 to 2200 at 62 N and 1000 to 1500 at 67 N, Svalbard 300 to 600; New
 * Zealand 1600 to 2700 at 43 S, Tierra del Fuego 800 to 1300. Highlands as dry as Tibet or the Puna are
 * left out: their snow begins 1000 m higher. The list has no others in the subtropics, so the knots of 20
 * and 30 degrees are a guess between the equator and the 6000 m of the Himalaya.
 *
 * Trees: "approximately 300 to 1000 meters below the permanent snow line and roughly parallel to it"
 * (Wikipedia, "Tree line"): 700 m, and 1000 m in the dry subtropics.
 */
#include "styles/styles_limits.h"

static const struct knot {
    double latitude_deg, snow_m, trees_m; /* trees: below the snow */
} knots[] = {{-90, 0, 700},     {-70, 200, 700},   {-54, 1050, 700}, {-43, 2150, 700},
             {-30, 4900, 1000}, {-20, 5000, 1000}, {0, 4600, 700},   {20, 5000, 1000},
             {30, 4900, 1000},  {43, 2950, 700},   {47, 2850, 700},  {62, 1700, 700},
             {67, 1250, 700},   {78, 450, 700},    {90, 0, 700}};

struct styles_lines styles_lines_at(double latitude_deg)
{
    size_t i = 1;
    while (i + 1 < sizeof knots / sizeof knots[0] && latitude_deg > knots[i].latitude_deg) i++;
    const struct knot *a = &knots[i - 1], *b = &knots[i];
    double t = (latitude_deg - a->latitude_deg) / (b->latitude_deg - a->latitude_deg);
    if (t < 0) t = 0;
    if (t > 1) t = 1;
    const double snow_m = a->snow_m + t * (b->snow_m - a->snow_m);
    return (struct styles_lines){snow_m - (a->trees_m + t * (b->trees_m - a->trees_m)), snow_m};
}
