/* Any bytes as an extract of OpenStreetMap: become a map whose lists hold together, or an error. */
#include <stdint.h>
#include <string.h>

#include "osm/osm.h"
#include "tests/fuzz/require.h"

static void check_thing(const struct osm_map *map, const struct osm_thing *thing)
{
    REQUIRE(thing->kind < OSM_NO_GROUND && osm_kind_name(thing->kind)[0] != '\0');
    REQUIRE(thing->first_tag + thing->tags <= map->tag_count);
    REQUIRE(thing->parts > 0 && thing->first_part + thing->parts <= map->part_count);
    REQUIRE(thing->is_area || thing->parts == 1);
    for (size_t i = 0; i < thing->tags; i++)
        REQUIRE(osm_value(map, thing, map->tags[thing->first_tag + i].key) != NULL);
    for (size_t i = 0; i < thing->parts; i++) {
        const struct osm_part *part = &map->parts[thing->first_part + i];
        REQUIRE(part->count >= (thing->is_area ? 4 : 2));
        REQUIRE(part->first + part->count <= map->point_count);
        const struct osm_point *points = &map->points[part->first];
        if (thing->is_area)
            REQUIRE(points[0].longitude == points[part->count - 1].longitude &&
                    points[0].latitude == points[part->count - 1].latitude);
        for (size_t k = 0; k < part->count; k++)
            REQUIRE(points[k].longitude >= -180 * OSM_DEGREE &&
                    points[k].longitude <= 180 * OSM_DEGREE &&
                    points[k].latitude >= -90 * OSM_DEGREE &&
                    points[k].latitude <= 90 * OSM_DEGREE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct osm_box boxes[] = {{1.49, 42.49, 1.51, 42.51}, {179.9, -90, -179.9, 90}};
    const struct file_input input = file_input_memory(data, size);
    (void)osm_is(data, size);
    for (size_t i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        struct osm_map *map;
        struct scree_error err = SCREE_ERROR_INIT;
        if (osm_read(&map, &input, &boxes[i], NULL, &err) != SCREE_OK) {
            REQUIRE(map == NULL && err.code != SCREE_OK && err.text[0] != '\0');
            REQUIRE(strchr(err.text, '\n') == NULL);
            continue;
        }
        for (size_t k = 0; k < map->thing_count; k++) check_thing(map, &map->things[k]);
        osm_free(map);
    }
    return 0;
}
