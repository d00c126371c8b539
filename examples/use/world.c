/*
 * world SURFACE FOLDER PART PARTS: one part of the masks of a world that no file holds. Its tiles are
 * computed when they are wanted; a database would be asked for them here.
 *
 *     cc world.c $(pkg-config --cflags --libs scree) -o world
 *     ./world island.srf out 1 2 && ./world island.srf out 2 2 && scree gather out
 */
#include <stdio.h>
#include <stdlib.h>

#include <scree/scree.h>

enum { SIDE = 256, ACROSS = 4 }; /* points of a tile, and tiles of the world */

static int get_header(void *context, uint64_t tile, struct scree_tile *out,
                      struct scree_error *error)
{
    (void)context;
    (void)error;
    out->column = (uint32_t)(tile % ACROSS) * SIDE;
    out->row = (uint32_t)(tile / ACROSS) * SIDE;
    out->columns = out->rows = SIDE;
    out->step_m = 0.1; /* of the numbers below */
    return SCREE_OK;
}

/* Terraces: called by several threads at the same time, and reads nothing that changes. */
static int get_samples(void *context, uint64_t tile, void *to, struct scree_error *error)
{
    const uint64_t column = tile % ACROSS * SIDE, row = tile / ACROSS * SIDE;
    int16_t *height = to;
    (void)context;
    (void)error;
    for (uint64_t y = row; y < row + SIDE; y++)
        for (uint64_t x = column; x < column + SIDE; x++)
            *height++ = (int16_t)((x * x / 700 + y * y / 900) % 1500 + 3 * (x / 40) + 5 * (y / 60));
    return SCREE_OK;
}

static int bake_part(char **argv, struct scree_error *error)
{
    struct scree_tiles tiles = SCREE_TILES_INIT;
    struct scree_terrain_options ground = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
    struct scree_terrain *terrain = NULL;
    struct scree_surface *surface = NULL;
    struct scree_bake *bake = NULL;
    tiles.count = ACROSS * ACROSS;
    tiles.cell_m = 8;
    tiles.identity = "terraces, version 1"; /* change it when the heights change */
    tiles.header = get_header;
    tiles.samples = get_samples;
    part.index = ground.part = (uint32_t)atoi(argv[3]);
    part.count = ground.parts = (uint32_t)atoi(argv[4]);
    ground.parts_folder = argv[2]; /* parts of a large world share what they measure */
    ground.leave_in_file = 1;      /* and it stays in its tiles */
    options.outputs = SCREE_BAKE_MASKS;
    options.tile_texels = 512;
    int code = scree_terrain_open_tiles(&terrain, &tiles, &ground, NULL, error);
    if (!code) code = scree_surface_open(&surface, scree_file(argv[1]), terrain, NULL, error);
    if (!code) code = scree_bake_plan(&bake, terrain, surface, &options, NULL, error);
    if (!code) code = scree_bake_part(bake, argv[2], &part, NULL, NULL, error);
    scree_bake_free(bake);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    return code;
}

int main(int argc, char **argv)
{
    struct scree_error error = SCREE_ERROR_INIT;
    if (argc != 5) return fprintf(stderr, "usage: world SURFACE FOLDER PART PARTS\n"), 2;
    const int code = bake_part(argv, &error);
    if (code != SCREE_OK) fprintf(stderr, "%s: %s\n", error.file, error.text);
    return code;
}
