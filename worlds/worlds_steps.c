/* Base and step of the tiles, once their cells are known. */
#include "worlds/worlds_tiles.h"

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
 * numbers become floats as they stand in the file. Terragen terrains have no unit of their own. */
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
