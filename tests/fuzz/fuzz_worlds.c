/* Any bytes: become a list of tiles or not, as a virtual raster and as JSON; tiles as large as the
 * list wants them are then arranged or not, and what is arranged lies in the world. */
#include <stdint.h>
#include <string.h>

#include "tests/fuzz/require.h"
#include "worlds/worlds_tiles.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What a survey would have found; the input decides about sizes and edges. */
static void survey(struct worlds_list *list, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < list->count; i++) {
        struct worlds_tile *const tile = &list->tiles[i];
        const uint8_t seed = size > 0 ? data[i % size] : 0;
        tile->points_x = tile->sized ? tile->from_x + tile->width + seed % 3 - 1 : 5;
        tile->points_y = tile->sized ? tile->from_y + tile->height + seed / 3 % 3 : 5;
        for (int k = 0; k < 3; k++) tile->scal_m[k] = 10;
        tile->step_tu = 1;
        for (int k = 0; k < WORLDS_EDGES; k++) tile->edges[k] = seed >> k & 1;
    }
}

static void arrange(struct worlds_list *list, const uint8_t *data, size_t size)
{
    survey(list, data, size);
    const double fill_m = 0;
    if (worlds_arrange(list, size % 2 == 0 ? &fill_m : NULL, NULL) != SCREE_OK) return;
    REQUIRE(list->points_x <= WORLDS_MOST_POINTS && list->points_y <= WORLDS_MOST_POINTS);
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const tile = &list->tiles[i];
        REQUIRE(tile->width > 0 && tile->x + tile->width <= list->points_x);
        REQUIRE(tile->height > 0 && tile->y + tile->height <= list->points_y);
        REQUIRE((uint64_t)tile->from_x + tile->width <= tile->points_x);
        REQUIRE((uint64_t)tile->from_y + tile->height <= tile->points_y);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (int kind = 0; kind < 2; kind++) {
        struct worlds_list list = {.shared_edges = -1, .rows_go_south = -1};
        const char *const text = (const char *)data;
        const enum scree_code code = kind == 0
                                         ? worlds_read_vrt(&list, "folder/w.vrt", text, size, NULL)
                                         : worlds_read_json(&list, "w.json", text, size, NULL);
        if (code == SCREE_OK) {
            REQUIRE(list.count > 0);
            arrange(&list, data, size);
        }
        worlds_list_free(&list);
    }
    return 0;
}
