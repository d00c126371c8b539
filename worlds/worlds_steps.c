/* Base and step of the tiles, once their cells are known. */
#include "worlds/worlds_tiles.h"

#include <string.h>

bool worlds_lacks_data(const struct worlds_list *list, const struct scree_terrain_options *options)
{
    if (options->has_fill) return false;
    for (size_t i = 0; i < list->count; i++)
        if (list->tiles[i].has_missing) return true;
    return list->has_holes;
}

/* Of tiles that are there. */
static void warn_of_tiles(struct worlds_list *list)
{
    size_t count = 0, first = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (!list->tiles[i].has_missing) continue;
        if (count++ == 0) first = i;
    }
    if (count > 0)
        warn_add(&list->warnings, SCREE_NO_OFFSET,
                 "some points of %zu of %zu tiles hold no data, the first is %.80s", count,
                 list->count, list->tiles[first].name);
}

/* As the reader of the merged file does it (heights/heights_grid.c): where points hold no data, whole
 * numbers become floats as they are in the file. Terragen terrains have no unit of their own. */
void worlds_settle_steps(struct worlds_list *list, const struct scree_terrain_options *options)
{
    const bool lacks_data = worlds_lacks_data(list, options);
    const bool in_degrees = list->tiles[0].globe.step_deg[0] > 0;
    if (lacks_data) warn_of_tiles(list);
    for (size_t i = 0; i < list->count && (lacks_data || in_degrees); i++) {
        struct worlds_tile *const tile = &list->tiles[i];
        struct heights_unit unit = tile->unit;
        if (!(unit.unit_m > 0)) continue;
        if (lacks_data) {
            tile->added = tile->is_float ? 0 : unit.offset;
            unit.offset = 0;
            unit.is_float = true;
        }
        heights_unit_apply(&tile->base_tu, &tile->step_tu, &unit, tile->scal_m[2]);
        tile->base_tu = options->height_scale * tile->base_tu + options->height_offset_tu;
        tile->step_tu *= options->height_scale;
    }
}

/* ---- tiles in degrees ---- */

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
