/* A terrain for Rigs of Rods: what will be made of which inputs, then the making of it. */
#ifndef CLI_ROR_H
#define CLI_ROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/job.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/args.h"
#include "cli/export/export_files.h"
#include "inputs/inputs.h"
#include "cli/outdir.h"
#include "cli/say.h"
#include "engines/engines.h"
#include "render/render.h"

#define ARGS_MAX_GRASS 8

/* scree export ror */
struct args_ror {
    const char *terrain, *surface, *output;
    const char *map;                   /* NULL: none */
    const char *name;                  /* NULL: from output */
    const char *author;                /* NULL: none */
    const char *textures;              /* NULL: none */
    const char *ground_models;         /* NULL: none */
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
    struct heights_options ground;
    struct render_how render;
};

enum say_exit cmd_export_ror(const void *args, struct say *say);

#define ROR_TEXTURE_SIZE 512
#define ROR_MINI_SIZE 512
#define ROR_DETAIL 0.6f /* how much of the base colour the textures over it hide */
#define ROR_TEXT 256
#define ROR_MAX_MODELS 256
#define ROR_MAX_USES 48 /* ground models: so many colours render_index_colour() has */

/* A layer shown as another. */
struct ror_step {
    uint32_t layer, into; /* into: the layer that names its group */
    uint64_t moved;       /* coverage of the layer, units of 2^-24 texels */
    double distance;      /* of its colour from the group's, 0 .. 255 */
};

/* What a layer drives like. */
struct ror_ground {
    const char *model; /* ground model */
    char reason[80];   /* why that */
};

struct ror_material {
    float colour[3]; /* linear: its layers' colours by their coverage */
    uint8_t rgb[3];  /* the same as it is shown */
    uint64_t sum;    /* coverage, units of 2^-24 texels */
    uint32_t head;   /* the layer whose texture it shows */
    enum ground_kind look;
    char textures[ROR_TEXT];      /* where they come from */
    bool has_diffuse, has_normal; /* files of --textures */
    char *diffuse_from, *normal_from;
    struct engines_ror_layer layer;
};

struct ror {
    const struct args_ror *args;
    struct job *job;
    struct inputs pair;
    struct inputs_file map_file;    /* path NULL without --map */
    struct inputs_file models_file; /* path NULL without --ground-models */
    struct file_bytes model_bytes;
    const char **models; /* [model_count]: those of that file */
    size_t model_count;
    char name[ENGINES_ROR_MAX_NAME + 1];

    uint32_t points, world_m, height_m, blend_size, bake_size;
    double lowest_m;
    float *heights_m; /* [z * points + x] above lowest_m */
    uint16_t *heights;
    int64_t water_mm, start_mm[3];

    uint32_t limit;           /* materials that fit */
    struct render_merge *all; /* a material per layer */
    struct render_merge *merge;
    uint64_t *layer_sums; /* [layer]: coverage over the blend map's texels */
    struct ror_step *steps;
    size_t step_count;
    uint32_t *heads;                  /* [layer]: the layer that names its group; NULL with --map */
    struct ror_ground *layer_grounds; /* [layer] */
    struct render_merge *uses;        /* layers by ground model: what the landuse picture shows */
    uint64_t moved;                   /* coverage shown as another layer's */
    uint64_t error_sum, error_max;    /* of the colours, 0 .. 255 a texel, over all texels */
    const char **grounds;             /* [material] of --map, NULL without */
    struct ror_material *materials;
    uint32_t grass_layer[ARGS_MAX_GRASS];

    uint8_t *blend[2], *winners, *grass[ARGS_MAX_GRASS];

    struct export_files files;
    char guid[GROUND_UUID_SIZE];
    struct mem_arena arena;
};

/* ror_plan() reads the inputs, refuses what the game could not load, and decides on everything but
 * the materials. *ror is to be freed with ror_free() in any case. */
MUST_USE enum err_code ror_plan(struct ror *ror, const struct args_ror *args, struct job *job,
                                struct err *err);
void ror_free(struct ror *ror);
/* ror_take_heights() fills heights, the water line and the start; a part of ror_plan(). */
MUST_USE enum err_code ror_take_heights(struct ror *ror, struct err *err);

/* ror_measure_layers() fills layer_sums; ror_merge() then decides which layers are one material. */
MUST_USE enum err_code ror_measure_layers(struct ror *ror, struct err *err);
MUST_USE enum err_code ror_merge(struct ror *ror, struct err *err);
/* ror_read_models() reads the file of --ground-models, if there is one; ror_write_models() copies
 * it. ror_find_model() is a model of it by its name; not exactly: as file names are written. */
MUST_USE enum err_code ror_read_models(struct ror *ror, struct err *err);
MUST_USE enum err_code ror_write_models(struct ror *ror, struct outdir *out, struct err *err);
const char *ror_find_model(const struct ror *ror, const char *name, bool exactly);

/* ror_choose_grounds() finds what each layer drives like, whatever it is shown as. */
MUST_USE enum err_code ror_choose_grounds(struct ror *ror, struct err *err);
/* ror_choose_materials() finds each material's look and textures, after that. */
MUST_USE enum err_code ror_choose_materials(struct ror *ror, struct err *err);
/* ror_render() fills blend, winners, grass and the errors of merging. */
MUST_USE enum err_code ror_render(struct ror *ror, struct err *err);
/* ror_plan_create() is a plan for size x size texels. */
MUST_USE enum err_code ror_plan_create(struct render_plan **out, const struct ror *ror,
                                       uint32_t size, struct err *err);

/* ror_write() writes all files into out's staging folder. */
MUST_USE enum err_code ror_write(struct ror *ror, struct outdir *out, struct err *err);
/* ror_write_textures() writes those of the materials. */
MUST_USE enum err_code ror_write_textures(struct ror *ror, struct outdir *out, struct err *err);
/* ror_write_flat_normal() writes the small picture of a ground without bumps. */
MUST_USE enum err_code ror_write_flat_normal(struct ror *ror, struct outdir *out, const char *name,
                                             struct err *err);
/* ror_report_make() is the report. NULL if memory ran out. */
json_t *ror_report_make(const struct ror *ror);
/* ror_say() says what was decided. */
void ror_say(const struct ror *ror);

/* ror_share() is coverage as a share of the terrain, 0 .. 1. */
double ror_share(const struct ror *ror, uint64_t sum);

#endif
