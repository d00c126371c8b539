/* A bake that lies in a folder: its manifest read back, its files as samples. */
#ifndef BAKE_BAKED_H
#define BAKE_BAKED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "bake/bake.h"
#include "base/file.h"
#include "base/job.h"
#include "base/mem.h"
#include "base/sha.h"
#include "heights/heights.h"
#include "render/render.h"

struct compare_planes; /* compare/compare_planes.h */

struct baked_file {
    const char *name; /* of an output: relative to the folder, as a bake names it; of an input: the
                         file's, without folders */
    uint64_t bytes;
    const char *sha256;
};

struct baked_material {
    const char *name;
    const char *file; /* with {x} and {y} if there are tiles; NULL: no mask was written */
};

/* What a manifest says, checked (baked_manifest.h): each value is one that scree bake could have
 * written. Texts belong to it. */
struct baked {
    const char *folder;     /* as given */
    char listed_in[40];     /* the manifest's name in it; of a part that is not gathered, its own */
    struct scree_bytes raw; /* manifest.json, after baked_open() */
    json_t *manifest;       /* keeps the texts, and NULL says that nothing was read; who looks
                              for values in it passes the checks by */
    const char *version;    /* of the program */
    uint32_t model;
    bool graded;                 /* its terrain's ground was changed for roads */
    struct baked_file inputs[3]; /* terrain, surface map, map; the last with name NULL: none */
    uint32_t size[2];            /* width and height, for the table of members */
    uint32_t width, height;      /* of what was made of the images */
    double texel_m[2];
    uint32_t whole_width, whole_height; /* of all */
    struct render_crop region;          /* width 0: all */
    uint32_t tiles, tile_texels;        /* files across and down an image, or their size; for */
    struct bake_cut cut;                /* how images are cut into files */
    unsigned outputs;                   /* enum scree_bake_output that were made */
    bool all_wanted;                    /* those that were not made were left out for a reason */
    enum scree_bake_format format;
    enum scree_bake_plane plane;
    uint32_t depth;
    double relief;
    bool root_density;
    struct scree_terrain_options ground;
    struct baked_material *materials;
    size_t material_count;
    const char **layer_materials; /* [layer_material_count]: NULL without a list of materials */
    size_t layer_material_count;
    bool vertices, south_first;
    uint32_t layers;         /* merged to so many; 0: not */
    unsigned maps;           /* enum scree_bake_map */
    const char *beamng_name; /* of NAME.ter, as it is asked for; NULL: none */
    struct baked_file *files;
    size_t file_count;
    uint64_t some_tiles[2]; /* of a part: files has these alone, from .. to - 1; 0, 0: all */
    struct mem_arena arena;
};

/*
 * baked_open() reads FOLDER/manifest.json, after undoing a replacement that a killed run did not
 * finish (out/out.h); warnings go to the job. *out is to be freed with baked_free() in any case.
 * SCREE_CANNOT_READ         there is none
 * SCREE_MALFORMED    it is not JSON (line and column), or a member is missing or is not what a bake
 *                  writes there: its kind, its range, its form, or what others say
 * SCREE_UNSUPPORTED  it is not the manifest of a bake, or of another version of the format
 * SCREE_NO_MEMORY
 */
MUST_USE enum scree_code baked_open(struct baked *out, const char *folder, struct scree_job *job,
                                    struct scree_error *err);
/* baked_find() is the folder of the bake that a path means, a folder or the manifest in one, for
 * mem_free(); *folder is NULL if the path is something else. SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_find(char **folder, const char *path, struct scree_error *err);
/* baked_read() is baked_open() for a manifest in memory, which need not outlive the call. */
MUST_USE enum scree_code baked_read(struct baked *out, const char *folder, const uint8_t *bytes,
                                    size_t size, struct scree_error *err);
/* baked_read_part() is baked_read() for that of a part, whose files are its tiles of each image, from
 * tiles[0] to tiles[1] - 1. listed_in: what errors call it. */
MUST_USE enum scree_code baked_read_part(struct baked *out, const char *folder,
                                         const char *listed_in, const struct scree_bytes *bytes,
                                         const uint64_t tiles[2], struct scree_error *err);
void baked_free(struct baked *baked);

/* bake_plan_restore() makes the plan that the manifest is of, of the same inputs: inputs as
 * inputs_take_*() read them with baked->ground, materials NULL if it lists none. Of how, relief and
 * root_density do not matter. Errors as bake_plan_create(). */
MUST_USE enum scree_code bake_plan_restore(struct bake_plan **out, const struct baked *baked,
                                           const struct inputs *inputs,
                                           struct inputs_opened *materials,
                                           const struct render_how *how, struct scree_job *job,
                                           struct scree_error *err);

/* baked_protect() keeps outputs of a sink, which may be NULL, from replacing a file of the bake. */
MUST_USE enum scree_code baked_protect(const struct baked *baked, struct sink *output,
                                       struct scree_error *err);

/* baked_tile_name() is the name of tile (x, y) of an image as the manifest has it. */
void baked_tile_name(char *out, size_t size, const char *image, uint32_t x, uint32_t y);

/* The samples of a file, as bytes: 16 bits and floats little-endian. A file that holds no picture
 * has its own bytes. */
struct baked_samples {
    uint8_t *bytes; /* from mem_alloc_pixels() */
    size_t size;
    uint32_t width, height, channels; /* 0: no picture */
    bool planes;                      /* channels are one behind the other */
    uint32_t bytes_per_sample;
    const char *format; /* "u8", "u16", "f32", "bytes" */
};

/* baked_read_samples() reads a file by the end of its name: .png, .tif, others as they are;
 * baked_read_file() one of a bake; baked_decode() does so with the bytes of a file of that name. On success the caller frees *out
 * with baked_samples_free(); on failure it is zeroed.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED (TIFF in a build without), SCREE_NO_MEMORY */
MUST_USE enum scree_code baked_read_samples(struct baked_samples *out, const char *path,
                                            struct scree_error *err);
MUST_USE enum scree_code baked_read_file(struct baked_samples *out, const struct baked *baked,
                                         const char *name, struct scree_error *err);
MUST_USE enum scree_code baked_decode(struct baked_samples *out, const char *name,
                                      const uint8_t *bytes, size_t size, struct scree_error *err);
void baked_samples_free(struct baked_samples *samples);

/* baked_read_planes() reads the masks of a bake. They must be 8-bit weights (--format png8,
 * --output weight, the defaults). On success the caller frees *out with compare_planes_free(); on
 * failure it is NULL. SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_read_planes(struct compare_planes **out, const struct baked *baked,
                                           struct scree_error *err);

/* The digest of a bake: of samples, not of files, so that no compressor has a part in it. */

struct baked_digest_file {
    const char *name; /* belongs to the bake */
    uint32_t width, height;
    char format[16]; /* "u8", "u8x4", "u16", "f32", "bytes" */
    char sha256[SHA_HEX_SIZE];
};

struct baked_digest {
    char whole[SHA_HEX_SIZE];
    struct baked_digest_file *files; /* as the manifest has them */
    size_t count;
};

/* baked_digest_make() reads every file. On success the caller frees *out with baked_digest_free();
 * on failure it is zeroed. The manifest's own digests are not looked at. SCREE_CANNOT_READ, SCREE_MALFORMED,
 * SCREE_UNSUPPORTED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_digest_make(struct baked_digest *out, const struct baked *baked,
                                           struct scree_error *err);
void baked_digest_free(struct baked_digest *digest);

#endif
