/*
 * The command line as one struct per verb.
 *
 * Texts point into argv. Enum tables serve parsing and the list in the error text.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/err.h"
#include "compare/compare.h"
#include "heights/heights.h"

enum args_verb {
    ARGS_HELP,
    ARGS_VERSION,
    ARGS_INFO,
    ARGS_LINT,
    ARGS_BAKE,
    ARGS_PREVIEW,
    ARGS_CONVERT,
    ARGS_SET,
    ARGS_EXPORT
};

/* How to understand the terrain; every verb takes these. */
struct args_ground {
    double height_scale;         /* h' = height_scale * h + height_offset, terrain units */
    double height_offset;        /* tu */
    double cell_m;               /* metres per terrain unit, 0: as in the file */
    struct heights_options file; /* what the file does not say itself; its cell_m is not used */
    bool given;                  /* an option of these was there */
};

#define ARGS_NO_DEPTH UINT32_MAX

/* How to evaluate. */
struct args_render {
    double relief;
    bool root_density;
    uint32_t tile, threads; /* 0 chooses */
    enum cpu_isa isa;
    bool exhaustive; /* of render_options */
};

struct args_info {
    const char **files; /* owned by struct args */
    size_t file_count;
    struct args_ground ground;
    bool json;
};

enum args_target { ARGS_NO_TARGET, ARGS_TARGET_ROR, ARGS_TARGET_BEAMNG };

struct args_lint {
    const char *surface;
    const char *terrain; /* NULL: none */
    enum args_target target;
    enum compare_severity level;
    uint32_t depth; /* ARGS_NO_DEPTH: merge nothing */
    struct args_ground ground;
    struct args_render render;
    bool json;
};

enum args_output {
    ARGS_MASKS = 1 << 0,
    ARGS_BLEND = 1 << 1,
    ARGS_BEAMNG = 1 << 2,
    ARGS_PREVIEW_PICTURE = 1 << 3
};
enum args_format { ARGS_PNG8, ARGS_TIFF16, ARGS_TIFF32F };
enum args_plane { ARGS_WEIGHT, ARGS_EFF };

struct args_bake {
    const char *terrain, *surface, *output;
    const char *map;        /* NULL: none */
    const char *name;       /* NULL: from the terrain's file name */
    uint32_t width, height; /* 0: a texel per terrain unit */
    uint32_t depth;         /* ARGS_NO_DEPTH: merge nothing */
    unsigned only;          /* enum args_output that were asked for by name; 0: all, as they fit */
    enum args_format format;
    enum args_plane plane;
    struct args_ground ground;
    struct args_render render;
    bool dry_run, force, json;
};

struct args_preview {
    const char *terrain, *surface, *output;
    uint32_t width, height; /* 0: chosen; height 0 with a width: width is the long side */
    bool flat, layers, force;
    struct args_ground ground;
    struct args_render render;
};

struct args_convert {
    const char *input, *output; /* output NULL: to standard output, as text */
    const char *terrain;        /* NULL: none */
    struct args_ground ground;
    bool to_stdout, sliders, sidecar, force;
};

struct args_set {
    const char *surface, *output;
    const char *const *changes; /* changes[0 .. change_count), owned by struct args */
    size_t change_count;
    const char *terrain; /* NULL: none */
    struct args_ground ground;
    uint32_t seed;
    bool seed_given, force;
};

#define ARGS_MAX_GRASS 8

/* scree export ror */
struct args_export {
    const char *terrain, *surface, *output;
    const char *map;                   /* NULL: none */
    const char *name;                  /* NULL: from output */
    const char *author;                /* NULL: none */
    const char *textures;              /* NULL: none */
    const char *grass[ARGS_MAX_GRASS]; /* layers */
    size_t grass_count;
    uint32_t size;      /* texels of blend map and landuse, 0 chooses */
    uint32_t bake_size; /* texels of the base colour, 0 chooses */
    uint32_t resample;  /* points of the heightmap, 0: those of the terrain */
    double repeat_m;    /* 0 chooses */
    double water_m;     /* altitude in the terrain's own metres */
    double start_m[2];  /* from the west and the north edge */
    bool has_water, has_start;
    bool folder, force, shadows_off, base_colour;
    struct args_ground ground;
    struct args_render render;
};

struct args {
    enum args_verb verb;
    enum args_verb help_about; /* ARGS_HELP: the verb asked about, or ARGS_HELP itself */
    bool quiet;
    struct args_info info;
    struct args_lint lint;
    struct args_bake bake;
    struct args_preview preview;
    struct args_convert convert;
    struct args_set set;
    struct args_export export;
};

/* args_parse() fills *out, which is to be freed in any case. ERR_ARG with the remedy in the
 * message; ERR_NOMEM. */
MUST_USE enum err_code args_parse(struct args *out, int argc, char **argv, struct err *err);
void args_free(struct args *args);

/* The word that stands for a value on the command line, for messages and manifests. */
const char *args_format_name(enum args_format format);
const char *args_plane_name(enum args_plane plane);
const char *args_output_name(enum args_output output);
const char *args_target_name(enum args_target target);
const char *args_raw_name(enum heights_raw raw);
const char *args_verb_name(enum args_verb verb);

#endif
