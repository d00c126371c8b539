/* A bake: what will be made of which inputs, then the making of it. */
#ifndef CLI_BAKE_H
#define CLI_BAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/mem.h"
#include "cli/args.h"
#include "cli/load.h"
#include "cli/outdir.h"
#include "cli/say.h"
#include "render/render.h"

enum args_output {
    ARGS_MASKS = 1 << 0,
    ARGS_BLEND = 1 << 1,
    ARGS_BEAMNG = 1 << 2,
    ARGS_PREVIEW_PICTURE = 1 << 3
};
enum args_format { ARGS_PNG8, ARGS_TIFF8, ARGS_TIFF16, ARGS_TIFF32F };
enum args_plane { ARGS_WEIGHT, ARGS_EFF };
/* The word for a value on the command line and in the manifest. */
const char *args_output_name(enum args_output output);
const char *args_format_name(enum args_format format);
const char *args_plane_name(enum args_plane plane);

#define BAKE_MAX_TILE_FILES 64

struct args_bake {
    const char *terrain, *surface, *output;
    const char *map;       /* NULL: none */
    const char *name;      /* NULL: from the terrain's file name */
    struct args_size size; /* 0: a texel per terrain unit */
    uint32_t depth;        /* ARGS_NO_DEPTH: merge nothing */
    unsigned only;         /* enum args_output that were asked for by name; 0: all, as they fit */
    enum args_format format;
    enum args_plane plane;
    uint32_t tile_files;       /* files across and down an image */
    uint64_t max_memory;       /* bytes; 0: no limit */
    struct render_crop region; /* texels; width 0: all */
    struct args_ground ground;
    struct args_render render;
    bool dry_run, force, json;
    /* Of a bake that is made again from its manifest: */
    const char *const *layer_materials; /* [layer]: resolved map; NULL: as map says */
    size_t layer_material_count;
    bool first_manifest; /* made when layers that map does not name went to their parents */
};

enum say_exit cmd_bake(const void *args, struct say *say);

#define BAKE_BLEND_MATERIALS 5 /* base and four channels */

/* A file of the output, the manifest aside. */
struct bake_file {
    const char *name; /* relative to the folder */
    uint32_t width, height;
    uint32_t texel_bytes;
    uint64_t raw_bytes;  /* before compression */
    uint64_t size_bytes; /* once written */
    char sha256[IMAGE_SHA256_HEX_SIZE];
};

/* What an image is made of. */
struct bake_form {
    unsigned channels;
    enum image_number number;
    bool is_tiff;
};

struct bake_beamng {
    uint32_t size; /* points a side */
    bool trimmed;  /* the last row and column are left out */
    double z0_m, max_height_m, square_m;
    char *names_memory;
    const char **names; /* [material] */
};

struct bake {
    const struct args_bake *args;
    struct say *say;
    struct load_pair pair;
    struct load_file map_file; /* path NULL without --map */

    struct render_merge *merge;
    struct render_merge *blend_merge;   /* equal to merge unless that has too many materials */
    uint32_t blend_depth;               /* ARGS_NO_DEPTH if it is equal */
    uint32_t whole_width, whole_height; /* of masks, blend map and preview */
    uint32_t width, height;             /* of the region of them that is made */
    uint32_t tiles;                     /* files across and down each of them */
    unsigned outputs;                   /* enum args_output that will be made */
    char blend_refusal[256];            /* why not, "" if it will be made or was not wanted */
    char beamng_refusal[320];
    char name[72]; /* of the BeamNG files */
    struct bake_beamng beamng;

    /* files[mask_first + material * tiles * tiles], and so on; an output that is not made has none.
     * Tiles of an image follow each other row by row, from the north-west. */
    struct bake_file *files;
    size_t file_count;
    size_t mask_first, blend_index, beamng_index, preview_index;

    uint64_t *sums; /* [material]: RENDER_COVERAGE */
    uint64_t sum_texels;
    struct mem_arena arena;
};

/* bake_plan() reads the inputs and decides everything; it writes nothing. *bake is to be freed
 * with bake_free() in any case. */
MUST_USE enum err_code bake_plan(struct bake *bake, const struct args_bake *args, struct say *say,
                                 struct err *err);
/* bake_list_files() fills files; a part of bake_plan(). */
MUST_USE enum err_code bake_list_files(struct bake *bake, struct err *err);
/* bake_decide_beamng() decides on the BeamNG terrain; a part of bake_plan(). */
MUST_USE enum err_code bake_decide_beamng(struct bake *bake, struct err *err);
void bake_free(struct bake *bake);

/* bake_run() renders and writes all files into out's staging folder. A signal makes it return
 * early with ERR_WRITE. */
MUST_USE enum err_code bake_run(struct bake *bake, struct outdir *out, struct err *err);
/* bake_run_beamng() is the part with the terrain's points. */
MUST_USE enum err_code bake_run_beamng(struct bake *bake, struct outdir *out, struct err *err);
/* bake_finish_file() measures a file that has been written, and digests it if nobody has. */
MUST_USE enum err_code bake_finish_file(struct bake *bake, struct outdir *out, size_t index,
                                        struct err *err);

/* bake_mask_form() and so on: what an image is made of. */
struct bake_form bake_mask_form(const struct bake *bake);
struct bake_form bake_blend_form(const struct bake *bake);
struct bake_form bake_preview_form(const struct bake *bake);
/* bake_texel_bytes() is the size of a texel. */
size_t bake_texel_bytes(struct bake_form form);
/* bake_tile_edge() is the first row or column of tile `number` of an image of that many texels. */
uint32_t bake_tile_edge(const struct bake *bake, uint32_t texels, uint32_t number);

/* bake_render_options() is how the images of texels are evaluated. */
struct render_options bake_render_options(const struct bake *bake);
#define BAKE_PROGRAM_BYTES ((uint64_t)8 << 20) /* the program and its libraries */
/* bake_memory_bytes() is about what a run needs at once, reading its inputs included. */
uint64_t bake_memory_bytes(const struct bake *bake);

/* bake_report_plan() prints what --dry-run shows; false if memory ran out. */
bool bake_report_plan(const struct bake *bake, const struct outdir *out);
/* bake_report_done() says the result, and prints it with --json; takes the manifest. */
bool bake_report_done(struct bake *bake, const struct outdir *out, json_t *manifest);

#define BAKE_MANIFEST "scree-manifest-2"
#define BAKE_FIRST_MANIFEST "scree-manifest-1" /* without layer_materials */

/* manifest_make() is manifest.json. NULL if memory ran out. */
json_t *manifest_make(const struct bake *bake);

/* bake_extent_m() and so on: lengths of the terrain. */
double bake_extent_x_m(const struct bake *bake);
double bake_extent_y_m(const struct bake *bake);
/* bake_coverage() is the mean visible weight of a material, 0 .. 1. */
double bake_coverage(const struct bake *bake, uint32_t material);
/* bake_area_ha() is that of the terrain's area in hectares. */
double bake_area_ha(const struct bake *bake, uint32_t material);

#endif
