#ifndef CLI_CMD_BAKE_H
#define CLI_CMD_BAKE_H

#include <scree/bake.h>
#include <scree/parts.h>

#include "cli/args.h"
#include "cli/say.h"

struct args_bake {
    const char *terrain, *surface, *output;
    const char *map;                   /* NULL: none */
    struct args_size size;             /* 0: a texel per terrain unit */
    struct scree_bake_options options; /* of which the rest is set */
    struct scree_terrain_options ground;
    struct scree_how how;
    struct scree_part_options part; /* count 0: the whole */
    bool dry_run, force, json;
    double time_s; /* of plan: that a part may take; 0: no parts are asked for */
};

/* What is made: options, help and judgement that bake and plan share. */
#define BAKE_MADE_COUNT 16
extern const struct args_option bake_made_options[BAKE_MADE_COUNT];
/* clang-format off */
#define BAKE_MADE {bake_made_options, BAKE_MADE_COUNT, 0, ARGS_NOT_KEPT, NULL}
#define BAKE_IMAGES_HELP \
    "  --size WxH          texels of masks, blend map and preview; N alone is NxN", \
    "                      (default: a texel per terrain unit)", \
    "  --depth N           merge layers deeper than N into their ancestor at depth N;", \
    "                      the root has depth 0 (default: a material per layer)", \
    "  --map FILE.json     merge layers by name: {\"Grass\": \"green\", \"Rock/Moss\": \"green\",", \
    "                      \"#3\": \"stone\"}; a layer that is not named stays as it is", \
    "  --layers N          merge layers to N materials so that colours change least; prints what", \
    "                      was merged", \
    "  --only LIST         some of masks,blend,beamng,preview,splat,geotiff (default: those", \
    "                      of the first four that fit)",                                                   \
    "  --pack rgba         also splat-1.png, splat-2.png, ...: the weights of four materials", \
    "                      each in R, G, B, A; a texel's bytes over all of them sum to 255", \
    "  --maps LIST         also maps of the ground: some of", \
    "                      height,normal,slope,curvature,ao,flow, in 16 bits, or floats where", \
    "                      --format has floats; manifest.json has the units. ao needs 8 bytes", \
    "                      of memory a texel, flow 18", \
    "  --grid GRID         cells (default: a texel between four points) or vertices: a texel per", \
    "                      point, the edges included, for engines that paint points. --size is", \
    "                      then points from edge to edge, 2 or more (default: the terrain's)", \
    "  --out-rows ORDER    row order of the images: north-first (default) or south-first;", \
    "                      --rows means the same where TERRAIN is a .ter", \
    "  --format FORMAT     format of the masks: png8 (default), tiff8, tiff16, tiff32f, npy", \
    "                      and exr (floats), raw (nothing but bytes). With tiff8 the blend", \
    "                      map, preview and packs are TIFF too and may exceed 2 GiB", \
    "  --tile-files N      cut each image into N x N files named _X_Y, X from the west, Y", \
    "                      from the north, counted from 0", \
    "  --out-tiles N       instead of --tile-files: files of N x N texels, smaller ones at", \
    "                      the east and south edges"
#define BAKE_REGION_HELP \
    "  --region X,Y,WxH    only these texels of the images, starting at column X and row Y,", \
    "                      as if cut out; no BeamNG terrain", \
    "  --max-memory SIZE   refuse to start if more is needed, such as 500M or 2G; --dry-run", \
    "                      shows how much is needed", \
    "  --output PLANE      what the masks hold: weight (default: what stays visible; sums to", \
    "                      1) or eff (each layer's own reach, whatever covers it later)", \
    "  --name NAME         name of the BeamNG files (default: the terrain's file name)"
/* clang-format on */
int bake_check_made(struct args_bake *args, struct scree_error *error);
/* bake_open() opens the inputs and plans. */
int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
              struct scree_error *error);

enum say_exit cmd_bake(const void *args, struct say *say);

#endif
