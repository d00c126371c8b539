/*
 * A bake: the maps that a game needs of a terrain and a surface map, and a manifest that lists them
 * and says what they were made of.
 *
 *     bake_plan_create(&plan, &inputs, &options, job, err)    decides everything, writes nothing
 *     bake_write(&made, plan, sink, job, err)                 all files, the manifest last
 *     sink_commit(sink, job, err)
 *
 * A manifest is a function of the inputs and the options: bake/baked.h reads it back, and
 * bake_plan_restore() there makes the plan of it.
 *
 * Threads: a plan may be written by several threads at the same time, each into a sink of its own,
 * unless its terrain stays in its file.
 */
#ifndef BAKE_BAKE_H
#define BAKE_BAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <scree/types/bake.h>
#include <scree/types/bake_info.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "base/sha.h"
#include "derive/derive.h"
#include "ground/ground_merge.h"
#include "heights/heights.h"
#include "image/image.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "render/render.h"

#define BAKE_LAST_OUTPUT SCREE_BAKE_GEOTIFF
#define BAKE_ALL_OUTPUTS ((unsigned)SCREE_BAKE_ALL | SCREE_BAKE_SPLAT | SCREE_BAKE_GEOTIFF)
#define BAKE_LAST_FORMAT SCREE_BAKE_RAW
/* What a mask's samples are. */
enum image_number bake_format_number(enum scree_bake_format format);
/* The word for a value in a manifest: "masks", "tiff16", "eff". */
const char *bake_output_name(unsigned output);
const char *bake_format_name(unsigned format);
const char *bake_plane_name(unsigned plane);

#define BAKE_MAX_TILES (1u << 20) /* of an image */
#define BAKE_MAX_NAME 71          /* bytes of the BeamNG files' name */

#define BAKE_MANIFEST_NAME "manifest.json"
#define BAKE_GEOTIFF_NAME "masks.tif"
#define BAKE_MANIFEST "scree-manifest-2"

/* ---- the plan ---- */

/* What a plan needs besides options and inputs. */
struct bake_given {
    struct inputs_opened *materials;     /* inputs/materials.h, in place of the options'; or NULL */
    struct scree_terrain_options ground; /* how the terrain was read */
    struct render_how how;               /* relief and root_density are the options' */
};
#define BAKE_GIVEN_DEFAULT                                                                         \
    {                                                                                              \
        .ground = SCREE_TERRAIN_OPTIONS_INIT, .how = RENDER_HOW_DEFAULT                            \
    }

/* How images are cut into files: tile (x, y) counts from the north-west corner of all that is made. */
struct bake_cut {
    uint32_t texels_x, texels_y; /* of all that is made of an image */
    uint32_t count;              /* files across and down it; 0: files of */
    uint32_t side;               /* so many texels a side */
    uint32_t first_x, first_y;   /* the first tile that this plan makes, */
    uint32_t columns, rows;      /* and how many across and down */
};

/* Images of texels, as they are listed: a mask for each material, a pack for four of them, one of the
 * others. */
enum bake_kind { BAKE_MASKS, BAKE_BLEND_MAP, BAKE_PICTURE, BAKE_PACKS, BAKE_NODATA, BAKE_KINDS };

struct bake_beamng {
    uint32_t size; /* points a side */
    bool trimmed;  /* the last row and column are left out */
    double z0_m, max_height_m, square_m;
    char *names_memory;
    const char **names; /* [material] */
};

/* Const once it is made. */
struct bake_plan {
    struct scree_bake_options options; /* texts are its own; without materials */
    struct render_crop region;         /* what is made of the images; width 0: all */
    struct scree_terrain_options ground;
    struct render_how how;
    struct inputs inputs;              /* borrowed, texts are its own */
    struct inputs_file materials_file; /* path NULL: none */

    struct render_merge *merge;
    struct ground_step *steps; /* [0 .. step_count): what options.layers merged */
    size_t step_count;
    uint64_t *layer_sums;               /* [layer]: SCREE_COVERAGE; NULL: was not needed */
    struct render_merge *blend_merge;   /* equal to merge unless that has too many materials */
    uint32_t blend_depth;               /* RENDER_NO_DEPTH if it is equal */
    uint32_t whole_width, whole_height; /* of masks, blend map and preview */
    uint32_t width, height;             /* of the region of them that is made */
    struct bake_cut cut;                /* into files */
    unsigned outputs;                   /* enum scree_bake_output that will be made */
    /* Why not, options as in base/text.h; "" if it will be made or was not wanted: */
    char blend_refusal[256], beamng_refusal[320];
    char name[BAKE_MAX_NAME + 1]; /* of the BeamNG files */
    struct bake_beamng beamng;

    /* files[first[BAKE_MASKS] + material * columns * rows of cut], and so on. Tiles of an image follow each
     * other row by row, from the north-west. */
    struct scree_bake_file *files; /* without the manifest */
    size_t file_count;
    size_t first[BAKE_KINDS], beamng_index, geotiff_index;
    size_t map_first[DERIVE_MAPS];
    bool has_nodata; /* the terrain has points without data, and there are images of texels */
    struct mem_arena arena;
};

/*
 * bake_plan_create() decides everything. inputs, whose terrain may stay in its file, must
 * outlive the plan; given->materials is read to its end. Outputs that cannot be made are left out
 * with a warning, or refused if they were asked for. On success the caller frees *out with
 * bake_plan_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT    an option makes no sense, or not with these inputs (err->field)
 * SCREE_CANNOT_READ, SCREE_MALFORMED (the list of materials), SCREE_NO_MEMORY
 */
MUST_USE enum scree_code bake_plan_create(struct bake_plan **out, const struct inputs *inputs,
                                          const struct scree_bake_options *options,
                                          const struct bake_given *given, struct scree_job *job,
                                          struct scree_error *err);
/* bake_plan_free() accepts NULL. */
void bake_plan_free(struct bake_plan *plan);

#define BAKE_PROGRAM_BYTES ((uint64_t)8 << 20) /* a program and its libraries, in what follows */
/* bake_memory_bytes() is about what a run needs at once, reading its inputs included. */
uint64_t bake_memory_bytes(const struct bake_plan *plan);

/* bake_check_sink() refuses what bake_write() would refuse: a file that is an input, and more open files at
 * a time than the process may have. SCREE_BAD_ARGUMENT. */
MUST_USE enum scree_code bake_check_sink(const struct bake_plan *plan, struct sink *sink,
                                         struct scree_error *err);

/* bake_plan_json() is what would be written where: the document "scree-plan-1". sink may be NULL.
 * NULL if memory ran out. */
json_t *bake_plan_json(const struct bake_plan *plan, const struct sink *sink);
/* bake_plan_words() is the same for people, without where. The caller frees *out by file_bytes_free(). SCREE_NO_MEMORY */
MUST_USE enum scree_code bake_plan_words(struct scree_bytes *out, const struct bake_plan *plan,
                                         struct scree_error *err);

/* ---- writing ---- */

struct bake_made_file {
    uint64_t size_bytes;
    char sha256[SHA_HEX_SIZE];
};

struct bake_made {
    struct bake_made_file *files;      /* [plan->file_count] */
    char terrain_sha256[SHA_HEX_SIZE]; /* of the bytes that were evaluated */
    uint64_t *sums;                    /* [material]: SCREE_COVERAGE */
    uint64_t sum_texels;               /* that have data */
    uint64_t *areas; /* [material]: the areas of that target, of a terrain in degrees; else NULL */
    struct derive_scale scales[DERIVE_MAPS]; /* of maps in 16 bits */
    struct mem_arena arena;
};

/*
 * bake_write() evaluates and writes all files into a sink, the manifest last, and lets the sink
 * drop what only an earlier bake in the same folder had. Committing is left to the caller. Warnings
 * and notes about the result go to the job. *made is for bake_made_free(); on failure it is zeroed.
 * SCREE_CANNOT_READ (the terrain changed meanwhile), SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT (an input would be replaced),
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_write(struct bake_made *made, const struct bake_plan *plan,
                                    struct sink *sink, struct scree_job *job,
                                    struct scree_error *err);
void bake_made_free(struct bake_made *made);

/* bake_manifest_json() is the manifest, bake_manifest() the bytes of the file, for
 * file_bytes_free(). NULL, or SCREE_NO_MEMORY. */
json_t *bake_manifest_json(const struct bake_plan *plan, const struct bake_made *made);
MUST_USE enum scree_code bake_manifest(struct scree_bytes *out, const struct bake_plan *plan,
                                       const struct bake_made *made, struct scree_error *err);

#endif
