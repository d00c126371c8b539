/* Tiles in degrees: one cell for the world, that of the middle of the merged file. */
#include <string.h>

#include "worlds/worlds_tiles.h"

/* The latitude of row 0 and of the middle, as the reader of the merged file computes them. */
static void latitudes(double *south, double *middle, const struct worlds_list *list,
                      const struct image_geo *geo)
{
    if (geo != NULL && !geo->has_matrix) {
        double place[2];
        image_geo_middle(place, geo, 0, (double)list->points_y - 1);
        *south = place[1];
        *middle = geo->tie[4] - ((double)list->points_y / 2.0 - geo->tie[1]) * geo->scale[1];
        return;
    }
    const struct worlds_tile *tile = &list->tiles[0];
    for (size_t i = 1; i < list->count; i++)
        if (list->tiles[i].y < tile->y) tile = &list->tiles[i];
    const double step = tile->globe.step_deg[1];
    *south = tile->globe.latitude_deg + ((double)tile->from_y - (double)tile->y) * step;
    *middle = *south + 0.5 * ((double)list->points_y - 1) * step;
}

void worlds_turn_degrees(struct worlds_list *list, const struct image_geo *geo)
{
    const struct ter_globe *const globe = &list->tiles[0].globe;
    if (!(globe->step_deg[0] > 0)) return;
    double south, middle, degree_m[2];
    latitudes(&south, &middle, list, geo);
    heights_degree_m(degree_m, middle);
    const struct worlds_tile *west = &list->tiles[0];
    for (size_t i = 1; i < list->count; i++)
        if (list->tiles[i].x < west->x) west = &list->tiles[i];
    const double longitude =
        west->globe.longitude_deg + ((double)west->from_x - (double)west->x) * globe->step_deg[0];
    list->globe = (struct ter_globe){
        south, {globe->step_deg[0], globe->step_deg[1]}, longitude, west->globe.has_longitude};
    for (size_t i = 0; i < list->count; i++) {
        struct worlds_tile *const tile = &list->tiles[i];
        tile->scal_m[0] = degree_m[0] * globe->step_deg[0];
        tile->scal_m[1] = tile->scal_m[2] = degree_m[1] * globe->step_deg[1];
    }
}
