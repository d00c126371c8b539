/* Roads in legends: what they are made of, and how long they are. */
#include <math.h>
#include <string.h>

#include "draw/draw_grid.h"

static double length_m(const struct render_strip *strip)
{
    double sum = 0.0;
    for (size_t i = 0; i + 1 < strip->count; i++) {
        const struct render_strip_point *const p = &strip->points[i], *const q = p + 1;
        const double x = q->x_m - p->x_m, y = q->y_m - p->y_m;
        sum += sqrt(x * x + y * y);
    }
    return sum;
}

static void sort(struct draw_road_kind *kinds, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && kinds[k].length_m > kinds[k - 1].length_m; k--) {
            const struct draw_road_kind longer = kinds[k];
            kinds[k] = kinds[k - 1];
            kinds[k - 1] = longer;
        }
}

size_t draw_road_kinds(struct draw_road_kind kinds[DRAW_ROAD_KINDS], const struct draw_scene *scene)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->strip_count; i++) {
        const struct render_strip *const strip = &scene->strips[i];
        size_t k = 0;
        while (k < count && strcmp(kinds[k].name, strip->name) != 0) k++;
        if (k == DRAW_ROAD_KINDS) continue;
        if (k == count) {
            kinds[count++] = (struct draw_road_kind){.name = strip->name};
            memcpy(kinds[k].rgb, strip->rgb, sizeof kinds[k].rgb);
        }
        kinds[k].length_m += length_m(strip);
    }
    sort(kinds, count);
    return count;
}
