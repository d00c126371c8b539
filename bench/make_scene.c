/*
 * make_scene POINTS TERRAIN.ter SURFACE.srf [banded|layered]
 *
 * Writes what bench/run bakes: POINTS x POINTS (2 to 65535) of the hills and the map "broad",
 * "banded" or "layered" of scene.h, one metre a unit. A row is all it holds of the terrain.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/scene.h"

static void row(void *context, uint32_t y, double *heights_tu)
{
    scene_hills_row(context, y, heights_tu);
}

int main(int argc, char **argv)
{
    const bool banded = argc == 5 && strcmp(argv[4], "banded") == 0;
    const bool layered = argc == 5 && strcmp(argv[4], "layered") == 0;
    const int points = argc == 4 || banded || layered ? atoi(argv[1]) : 0;
    if (points < 2 || points > 65535) {
        fprintf(stderr,
                "usage: make_scene POINTS (2 to 65535) TERRAIN.ter SURFACE.srf [banded|layered]\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct scene_hills *hills = NULL;
    struct scree_bytes map = {0};
    enum scree_code code = scene_hills_create(&hills, (uint32_t)points, &err);
    const struct ter_source source = {.points_x = (uint32_t)points,
                                      .points_y = (uint32_t)points,
                                      .scal_m = 1.0,
                                      .row = row,
                                      .context = hills};
    if (code == SCREE_OK) code = ter_write_file(argv[2], &source, &err);
    if (code == SCREE_OK)
        code = layered ? scene_layered_bytes(&map, &err) : scene_map_bytes(&map, banded, &err);
    if (code == SCREE_OK) code = file_write_whole(argv[3], map.data, map.size, &err);
    file_bytes_free(&map);
    scene_hills_free(hills);
    if (code == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "make_scene: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
