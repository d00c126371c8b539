/*
 * Bakes: the files that a game loads of a terrain and a surface map (masks, blend map, BeamNG
 * terrain, preview), with a manifest of what they were made of; and what a bake that lies in a
 * folder can be asked.
 *
 *     struct scree_bake *bake;
 *     struct scree_sink *sink;
 *     scree_bake_plan(&bake, terrain, surface, NULL, job, &error);
 *     scree_sink_folder(&sink, "out", 0, &error);
 *     int code = scree_bake_write(bake, sink, NULL, job, &error);
 *     code = scree_sink_close(sink, code, job, &error);
 *     scree_bake_free(bake);
 *
 * docs/formats.md lists the files and the members of manifest.json. Equal inputs and options give
 * equal bytes, whoever bakes them and into whatever sink.
 */
#ifndef SCREE_BAKE_H
#define SCREE_BAKE_H

#include <scree/error.h>
#include <scree/evaluate.h>
#include <scree/job.h>
#include <scree/sink.h>
#include <scree/source.h>
#include <scree/surface.h>
#include <scree/terrain.h>
#include <scree/types/verify.h>

SCREE_BEGIN

/* What is made; to be added up. */
enum scree_bake_output {
    SCREE_BAKE_MASKS = 1,   /* masks/NN-name.png: a grey image per material, row 0 north */
    SCREE_BAKE_BLEND = 2,   /* blend.png: sequential opacities of materials 1 to 4, each over all
                               before it, for Rigs of Rods and Ogre; not a splat pack */
    SCREE_BAKE_BEAMNG = 4,  /* NAME.ter, NAME.terrain.json: a BeamNG terrain */
    SCREE_BAKE_PREVIEW = 8, /* preview.png: the map in its own colours, lit */
    SCREE_BAKE_ALL = 15,    /* the four above */
    SCREE_BAKE_SPLAT = 16,  /* splat-1.png, ...: RGBA, the weights of four materials each; the bytes
                               of a texel sum to 255 over all of them (SCREE_PACK_RGBA8) */
    SCREE_BAKE_GEOTIFF = 32 /* masks.tif: all masks as the bands of one cloud optimized GeoTIFF,
                               with the terrain's place if it has one, the numbers of `format`, and
                               materials as the bands' descriptions; one file, not cut into tiles */
};
/* Maps of the ground itself, in maps/; to be added up. Floats where masks are (TIFF32F, NPY, EXR), else
 * 16 bits, which manifest.json says how to read; normals are always bytes. Defined in docs/model.md,
 * Maps of the ground. */
enum scree_bake_map {
    SCREE_BAKE_HEIGHT = 1,    /* metres */
    SCREE_BAKE_NORMAL = 2,    /* RGB: east, north, up; 0 is -1, 255 is 1 */
    SCREE_BAKE_SLOPE = 4,     /* degrees */
    SCREE_BAKE_CURVATURE = 8, /* mean curvature in 1/m, above 0 on ridges */
    SCREE_BAKE_AO = 16,       /* the share of the sky that the ground around leaves, 0 to 1 */
    SCREE_BAKE_FLOW = 32,     /* square metres that drain through a texel, itself included */
    SCREE_BAKE_ALL_MAPS = 63
};
enum scree_bake_pack { SCREE_BAKE_NO_PACK, SCREE_BAKE_PACK_RGBA };
/* Of the masks; with SCREE_BAKE_TIFF8 blend map and preview are TIFF as well. */
enum scree_bake_format {
    SCREE_BAKE_PNG8,
    SCREE_BAKE_TIFF8,
    SCREE_BAKE_TIFF16,
    SCREE_BAKE_TIFF32F,
    SCREE_BAKE_NPY, /* arrays of numpy, floats */
    SCREE_BAKE_EXR, /* OpenEXR, one channel of floats */
    SCREE_BAKE_RAW  /* bytes and nothing else */
};
/* In the masks: what stays visible, or each layer's own reach. */
enum scree_bake_plane { SCREE_BAKE_WEIGHT, SCREE_BAKE_EFF };

#define SCREE_BAKE_MAX_TILE_FILES 64

struct scree_bake_options {
    size_t size;            /* by SCREE_BAKE_OPTIONS_INIT */
    uint32_t width, height; /* texels of the images; 0, 0: a texel per terrain unit */
    uint32_t column, row;   /* what is made of them, as if cut out: */
    uint32_t columns, rows; /* its size; 0, 0: all */
    uint32_t depth; /* layers deeper than this are one material with their ancestor there; */
    const struct scree_source *materials; /* or a list of materials, {"Grass": "green", ...}; NULL:
                                             none */
    unsigned outputs;    /* enum scree_bake_output: one that cannot be made is an error; 0: all of
                            SCREE_BAKE_ALL that can, and a warning about the others */
    int format;          /* enum scree_bake_format */
    int plane;           /* enum scree_bake_plane */
    uint32_t tile_files; /* files across and down an image, named _X_Y from the north-west */
    const char
        *name;     /* of the BeamNG files: 1 to 71 of A-Z a-z 0-9 _ -; NULL: the terrain's name */
    double relief; /* as in struct scree_plan_options */
    int root_density;          /* as there */
    uint64_t max_memory_bytes; /* refuse what takes more; 0: no limit */
    int pack;                  /* enum scree_bake_pack: SCREE_BAKE_SPLAT besides the outputs */
    int grid;        /* SCREE_CELLS, or SCREE_VERTICES: a texel per point, from edge to edge, in any
                        size from 2 x 2 on, as SCREE_SPREAD has them; 0, 0: the terrain's own */
    int south_first; /* not 0: row 0 of the images is the south edge, else the north edge */
    uint32_t layers; /* merge layers to so many materials by least cost; 0: do not. Notes to the job
                        say what was merged. Neither with depth nor with materials */
    unsigned maps;   /* enum scree_bake_map; AO takes 8 bytes a texel of memory and FLOW 18, and
                        neither can be made of a region */
    uint32_t tile_texels; /* files of so many texels a side, smaller at the east and the south edge,
                             named as those of tile_files, which is then 1; 0: tile_files */
};
/* clang-format off */
#define SCREE_BAKE_OPTIONS_INIT \
    {sizeof(struct scree_bake_options), 0, 0, 0, 0, 0, 0, SCREE_ALL_DEPTHS, NULL, 0, \
     SCREE_BAKE_PNG8, SCREE_BAKE_WEIGHT, 1, NULL, SCREE_RELIEF_DEFAULT, 0, 0, SCREE_BAKE_NO_PACK, \
     SCREE_CELLS, 0, 0, 0, 0}
/* clang-format on */

struct scree_bake;

/*
 * scree_bake_plan() decides everything and writes nothing. The plan keeps the terrain and a copy of
 * the surface map, as scree_plan_create() does. A terrain opened with leave_in_file is read in
 * bands and digested while it is evaluated: a bake then takes memory for a band. The number of
 * threads is the job's. On success the caller frees *out with scree_bake_free(); on failure it is
 * NULL.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_MALFORMED (the list of materials, or a value of the map
 * that cannot be drawn), SCREE_CANNOT_READ, SCREE_NO_MEMORY
 */
SCREE_API int scree_bake_plan(struct scree_bake **out, const struct scree_terrain *terrain,
                              const struct scree_surface *surface,
                              const struct scree_bake_options *options, struct scree_job *job,
                              struct scree_error *error);
/* scree_bake_free() accepts NULL. */
SCREE_API void scree_bake_free(struct scree_bake *bake);

struct scree_bake_info {
    size_t size;            /* set it to sizeof(struct scree_bake_info) before asking */
    uint32_t width, height; /* texels of the images, or of the region of them */
    uint32_t materials;
    uint32_t files;        /* beside the manifest */
    unsigned outputs;      /* enum scree_bake_output that will be made */
    uint64_t memory_bytes; /* about what it takes at once, the program and reading included */
    const char *no_blend;  /* why there is no blend map, "" if there is or nobody asked for one; */
    const char *no_beamng; /* likewise; both as long as the plan */
};
SCREE_API void scree_bake_describe(const struct scree_bake *bake, struct scree_bake_info *info);

struct scree_bake_file {
    size_t size;            /* set it to sizeof(struct scree_bake_file) before asking */
    const char *name;       /* relative; as long as the plan */
    uint32_t width, height; /* texels or points; 0 of a text */
    uint64_t bytes_at_most; /* before compression; 0 of a text */
};
/* scree_bake_file() describes file i < files. SCREE_BAD_ARGUMENT: there is no such file. */
SCREE_API int scree_bake_file(const struct scree_bake *bake, uint32_t i,
                              struct scree_bake_file *file, struct scree_error *error);

/*
 * scree_bake_look() tells what would be written as JSON, {"format": "scree-plan-1", ...}, and
 * refuses what scree_bake_write() would refuse of the sink, which may be NULL and is not changed.
 * On success the caller frees *out with scree_bytes_free(); on failure it is zeroed.
 * SCREE_BAD_ARGUMENT (a file would replace an input), SCREE_NO_MEMORY
 */
SCREE_API int scree_bake_look(struct scree_bytes *out, const struct scree_bake *bake,
                              struct scree_sink *sink, struct scree_error *error);

/*
 * scree_bake_write() evaluates and writes all files into a sink, which is then to be closed. Files
 * are written by several threads at the same time. No file of the bake replaces one of its inputs.
 * In a folder, files that only an earlier bake wrote are removed when the sink is closed, unless
 * they were changed since. *manifest gets the bytes of manifest.json, for scree_bytes_free(); NULL:
 * they are not wanted. A plan may be written any number of times.
 * SCREE_CANNOT_WRITE, SCREE_CANNOT_READ (the terrain changed), SCREE_BAD_ARGUMENT (a file would
 * replace an input), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_bake_write(const struct scree_bake *bake, struct scree_sink *sink,
                               struct scree_bytes *manifest, struct scree_job *job,
                               struct scree_error *error);

/* ---- a bake that lies in a folder ---- */

struct scree_verdict;

/*
 * scree_verify() makes a bake again from its manifest and compares file by file. Nothing is written.
 * The terrain may be a world of tiles, by path. Of some tiles the totals in the manifest are not
 * compared, but the SHA-256 that it lists for each of their files is.
 * A file whose samples are right but packed by another version of a compressor does not differ.
 * Notes to the job sum up. On success, differences or not, the caller frees *out with
 * scree_verdict_free(); on failure it is NULL.
 * SCREE_CANNOT_READ (no manifest, or the part is not there or not complete; an input is missing or
 * another), SCREE_MALFORMED (the manifest),
 * SCREE_UNSUPPORTED (made by another version; some tiles are wanted and the bake has more than tiles),
 * SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_verify(struct scree_verdict **out, const char *folder,
                           const struct scree_verify_options *options, struct scree_job *job,
                           struct scree_error *error);
/* scree_verdict_free() accepts NULL. */
SCREE_API void scree_verdict_free(struct scree_verdict *verdict);
/* How many files differ; 0: the folder holds what its inputs make. */
SCREE_API size_t scree_verdict_differences(const struct scree_verdict *verdict);
/* The file of difference i, and what differs first: a sentence without a full stop. As long as the
 * verdict; NULL if there are not so many. */
SCREE_API const char *scree_verdict_file(const struct scree_verdict *verdict, size_t i);
SCREE_API const char *scree_verdict_text(const struct scree_verdict *verdict, size_t i);

struct scree_verdict_info {
    size_t size;               /* set it to sizeof(struct scree_verdict_info) before asking */
    uint64_t files;            /* that were compared */
    uint64_t tiles, all_tiles; /* that were compared and that there are; 0, 0: all, with all else */
    uint32_t seed;             /* by which a share was chosen; 0: none was */
};
SCREE_API void scree_verdict_describe(const struct scree_verdict *verdict,
                                      struct scree_verdict_info *info);

struct scree_digest;

/*
 * scree_digest() digests the samples of every file of a bake, not the bytes of the files: the result
 * is the same with any version of a compressor. On success the caller frees *out with
 * scree_digest_free(); on failure it is NULL.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_NO_MEMORY
 */
SCREE_API int scree_digest(struct scree_digest **out, const char *folder, struct scree_job *job,
                           struct scree_error *error);
/* scree_digest_free() accepts NULL. */
SCREE_API void scree_digest_free(struct scree_digest *digest);
/* SHA-256 as 64 hex digits, of the whole, and of file i < scree_digest_count(), else NULL. */
SCREE_API const char *scree_digest_whole(const struct scree_digest *digest);
SCREE_API size_t scree_digest_count(const struct scree_digest *digest);
SCREE_API const char *scree_digest_name(const struct scree_digest *digest, size_t i);
SCREE_API const char *scree_digest_sha256(const struct scree_digest *digest, size_t i);
/* scree_digest_masks() digests the masks alone, which must be 8-bit weights: the number that a test
 * file pins. Errors as above. */
SCREE_API int scree_digest_masks(char sha256[65], const char *folder, struct scree_job *job,
                                 struct scree_error *error);

SCREE_END

#endif
