/* What a plan consists of, and what the files of the engines share. Private to engines/. */
#ifndef ENGINES_ENGINES_PLAN_H
#define ENGINES_ENGINES_PLAN_H

#include "base/grow.h"
#include "base/mem.h"
#include "engines/engines.h"
#include "ground/ground.h"
#include "ground/ground_altitudes.h"
#include "ground/ground_files.h"
#include "ground/ground_merge.h"
#include "ground/ground_sun.h"
#include "plants/plants.h"

#define ENGINES_STEM ENGINES_TITLE /* of a material's file, with its NUL */
#define ENGINES_FILE 192           /* of a file's name in an output */

/* ---- the table: engines_profiles.c ---- */

struct engines_output;
struct engines_plan;

/* The files of an engine that takes heights in one file and a grey picture of each layer. */
struct engines_files {
    const char *heights; /* "heights.png", or raw 16-bit numbers by any other ending */
    const char *mask;    /* "@title@_weight.png": engines_texts.c has what is between @ */
    const char *readme;  /* likewise, a text of many lines; or NULL */
};

/* x is east. A turn about the axis upwards is against the clock, seen from above, where axes are
 * right-handed, and with the clock in the others. */
enum engines_axes { ENGINES_UP_SOUTH, ENGINES_UP_NORTH, ENGINES_SOUTH_UP };

struct engines_profile {
    struct scree_engine_about about;
    const char *endings
        [5]; /* of its files: an output of such a name would be a folder; NULL behind the last */
    bool plain_names;    /* layers are called by engines_titles() */
    double height_steps; /* of a height over its range; 0: floats */
    /* Legal numbers of points a side: those of list, 0 at its end; or if that is NULL
     * lowest + k * step up to highest. */
    const uint32_t *list;
    uint32_t lowest, highest, step;
    bool takes_texels, takes_tile, takes_water,
        takes_plants; /* options that mean something to it */
    bool takes_sun;   /* in a file, or as what README.txt says to type */
    /* choose() chooses the points a side, if there is more to it; NULL: those of the table. */
    enum scree_code (*choose)(struct engines_plan *plan, struct scree_error *err);
    /* settle() chooses texels, tile and grid of the plan, and refuses what is particular, where
     * engines_settle_texels() is not all; or NULL. */
    enum scree_code (*settle)(struct engines_plan *plan, struct scree_error *err);
    /* write_tile() writes the files of one of the plan's tiles, counted in rows from the north-west, and
     * write() what else there is, which needs no row of the ground; NULL: the engine's files are of the
     * whole, so they cannot be made in parts, and write() writes them all; or it is NULL, too, and files says
     * what there is. */
    enum scree_code (*write_tile)(struct engines_output *output, uint32_t number,
                                  struct scree_error *err);
    enum scree_code (*write)(struct engines_output *output, struct scree_error *err);
    struct engines_files files;
    /* Of engines where people add the plane of the water and plants are instances: which way its axes
     * point, and its units a metre. per_m 0: water and trees are the engine's own. */
    struct {
        enum engines_axes axes;
        double per_m;
    } space;
    /* name_tile() is the name of file `file`, from 0, that write_tile() writes of a tile, in that order;
     * false: there are no more. is_stray() says whether the engine would take a file of the output's folder
     * `inner`, or of itself if that is "", for a tile that the plan does not have. Both where
     * write_tile() is. */
    bool (*name_tile)(char out[ENGINES_FILE], const struct engines_plan *plan, uint32_t number,
                      uint32_t file);
    bool (*is_stray)(const struct engines_plan *plan, const char *inner, const char *name);
    void (*tell)(const struct engines_plan *plan, struct scree_job *job); /* or NULL */
};

/* ---- a plan ---- */

/* Texels to evaluate. Rows are handed over from north to south, or the other way. */
struct engines_grid {
    enum scree_grid kind;
    uint32_t width, height;
    struct render_crop crop; /* rows in the order in which they are handed over */
    bool south_first;
};

struct engines_material {
    const char *name;         /* UTF-8 */
    char stem[ENGINES_STEM];  /* of its files: a-z 0-9 -, unlike all others */
    char title[ENGINES_STEM]; /* the name as plain letters, digits and '_', likewise */
    float colour[3];          /* linear: its layers' by their coverage */
    uint8_t rgb[3];           /* the same as it is shown */
    uint64_t sum;             /* coverage, RENDER_UNITS a texel */
    enum ground_kind kind;    /* by a word in its name; GROUND_KINDS: none */
};

struct engines_plan {
    struct mem_arena arena;
    const struct engines_profile *profile;
    struct scree_engine_options options; /* without texts and sources */
    struct scree_terrain_options ground; /* by which the terrain was read */
    struct inputs inputs;                /* borrowed, but for names */
    struct inputs_file list;             /* of the materials; path NULL: none */
    char name[GROUND_NAME_SIZE];
    uint32_t points, texels, tile, tiles; /* tiles: across and down */
    struct engines_grid grid;             /* of the weights as a whole */
    double side_m, spacing_m, low_m, high_m;
    double scale;          /* the engine's units a metre */
    struct ground_sun sun; /* of a world, to 1e-5 degrees */
    double corner_m;       /* of Godot's scene: x and z of the north-west corner */
    struct render_merge *merge;
    const uint64_t *sums;            /* [layer]: coverage, RENDER_UNITS a texel */
    const struct ground_step *steps; /* layers that the rule merged into others */
    size_t step_count;
    struct engines_material *materials; /* [merge->count] */
    uint32_t *by_coverage;              /* materials, the largest first */
    double dropped_mean, dropped_worst, dropped_share;
    struct plants_list *plants; /* NULL: nothing grows; and neither is the next */
    struct plants_placed *placed;
};

/* Weight that the engine's form cannot hold: its sum, of 255 a texel, texels that lose much, and the
 * most that one loses. */
struct engines_dropped {
    uint64_t sum, many;
    unsigned worst;
};

/* What is measured of the map, of all of it or of a tile: engines_measure_layers() adds the coverage of
 * each layer to sums[layer], engines_measure_dropped() what texels lose to *all. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. engines_colour_materials() and engines_set_dropped() give it to the plan. */
MUST_USE enum scree_code engines_measure_layers(uint64_t *sums, const struct engines_plan *plan,
                                                const struct engines_grid *grid,
                                                struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code engines_measure_dropped(struct engines_dropped *all,
                                                 const struct engines_plan *plan,
                                                 const struct engines_grid *grid,
                                                 struct scree_job *job, struct scree_error *err);
void engines_colour_materials(struct engines_plan *plan);
void engines_set_dropped(struct engines_plan *plan, const struct engines_dropped *all);

/* engines_check_names() says whether stems and titles of materials are what a plan makes: plain letters,
 * digits and what joins them, all different but for capitals. */
bool engines_check_names(const struct engines_plan *plan);

/* engines_choose_name() is the name of the output. SCREE_BAD_ARGUMENT (err->field). */
MUST_USE enum scree_code engines_choose_name(char out[GROUND_NAME_SIZE],
                                             const struct scree_engine_options *options,
                                             struct scree_error *err);

/* ---- plants: engines_plants.c ---- */

/* engines_place_plants() decides what grows where, as a plan's last step. */
MUST_USE enum scree_code engines_place_plants(struct engines_plan *plan,
                                              const struct engines_given *given,
                                              struct scree_job *job, struct scree_error *err);
/* engines_put_trees() writes the plants that Spring has trees for as the features of a .smf;
 * engines_count_trees() is how many. sea_m is the altitude that becomes 0. */
MUST_USE enum scree_code engines_put_trees(struct stream *to, const struct engines_plan *plan,
                                           double sea_m, struct scree_error *err);
size_t engines_count_trees(const struct engines_plan *plan);
void engines_tell_plants(const struct engines_plan *plan, struct scree_job *job);
/* engines_write_plants() writes where all of them are, in the engine's axes and units, NAME-plants.csv
 * or a scene of Godot's, NAME-plants.tscn, and a mesh of each species, plants/SPECIES.obj; nothing where
 * nothing grows or trees are the engine's own. engines_has_plants() says whether there are such files. */
MUST_USE enum scree_code engines_write_plants(struct engines_output *output,
                                              struct scree_error *err);
bool engines_has_plants(const struct engines_plan *plan);

/* ---- the sun of a world: engines_sun.c ---- */

/* engines_take_sun() takes it from the map, where the engine has a place for one. engines_sun_json() is
 * that member of engines_document(), NULL without a sun or memory; engines_read_sun() reads it, false: it is
 * no sun that a plan has. */
void engines_take_sun(struct engines_plan *plan, struct scree_job *job);
json_t *engines_sun_json(const struct engines_plan *plan);
bool engines_read_sun(struct engines_plan *plan, const json_t *object);
/* engines_light() is how a light that shines along its engine's axis forward is turned to shine from the sun:
 * degrees about x, y and z; of Unreal roll, pitch and yaw. */
struct engines_turn {
    double x, y, z;
};
struct engines_turn engines_light(const struct engines_plan *plan);

/* ---- evaluation: engines_pass.c ---- */

/* What of the map is wanted of each texel. */
struct engines_pass {
    struct engines_grid grid;
    bool weights, winners, rgb;
    const struct render_strips *strips; /* on the ground of rgb; NULL: none */
    uint64_t *sums;                     /* [material] or NULL: coverage is added */
    const struct render_merge *merge;   /* NULL: the plan's */
    const char *step;                   /* for the job */
};
/*
 * Rows of a map as they are evaluated, in the order of the grid. engines_rows_next() goes to the next;
 * false: there is none, or something failed, which is in code. A caller that fails sets code.
 * engines_rows_end() frees them and returns it.
 *
 *     engines_rows_start(&rows, plan, &pass, job, err);
 *     while (engines_rows_next(&rows)) rows.code = ...
 *     return engines_rows_end(&rows);
 */
struct engines_rows {
    uint32_t width, y;       /* texels, and the number of the row; */
    const uint8_t **weights; /* [material], their sum 255 in each texel; */
    const uint8_t *winners;  /* NULL what was not wanted */
    const uint8_t *rgb;      /* plain colours of the map */
    enum scree_code code;
    struct scree_error *err;
    /* The rest is their own: a band of rows, from `first` on. */
    const char *step;
    struct scree_job *job;
    const struct render_merge *merge;
    struct render_plan *grid;
    struct render_target targets[4];
    size_t target_count;
    uint8_t *pixels;
    void **planes; /* [materials + 2] */
    uint32_t room, next, first, count;
};
void engines_rows_start(struct engines_rows *rows, const struct engines_plan *plan,
                        const struct engines_pass *pass, struct scree_job *job,
                        struct scree_error *err);
bool engines_rows_next(struct engines_rows *rows);
MUST_USE enum scree_code engines_rows_end(struct engines_rows *rows);

/* engines_get_heights() fills output->row_m with altitudes in metres of row y from the north, number i of
 * so many that are written. engines_get_normals() fills output->normals besides with the normal of each
 * point, of the surface through its four neighbours: east, up, south at [3 * x]. */
struct engines_output;
MUST_USE enum scree_code engines_get_heights(struct engines_output *output, uint32_t y, uint32_t i,
                                             uint32_t rows, struct scree_error *err);
MUST_USE enum scree_code engines_get_normals(struct engines_output *output, uint32_t y,
                                             struct scree_error *err);

/* ---- writing ---- */

struct engines_output {
    const struct engines_plan *plan;
    struct sink *sink;
    struct scree_job *job;
    struct ground_altitudes altitudes; /* of all points; engines_get_heights() */
    double *row_m, *normals;           /* normals NULL: none were wanted yet */
    struct render_strips *roads;       /* that pictures show; NULL: none */
    uint8_t *bytes;                    /* room for ENGINES_POINT_BYTES of each point of a row */
};
#define ENGINES_POINT_BYTES 24

/* engines_output_rows() makes ready what engines_get_heights() takes, engines_output_free() frees it.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code engines_output_rows(struct engines_output *output,
                                             struct scree_error *err);
void engines_output_free(struct engines_output *output);

/* engines_protect() makes a plan's inputs files that no output replaces. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code engines_protect(const struct engines_plan *plan, struct sink *sink,
                                         struct scree_error *err);
/* engines_guard() does so, and refuses a sink in which files that were changed since an earlier export stand
 * in the way. SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code engines_guard(const struct engines_plan *plan, struct sink *sink,
                                       struct scree_error *err);
/* engines_report_name() is that of the report of an output so called; engines_write_report() writes it:
 * the plan's document and the list of files, both taken; NULL: memory ran out. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
void engines_report_name(char out[ENGINES_FILE], const char *name);
MUST_USE enum scree_code engines_write_report(struct engines_output *output, json_t *report,
                                              json_t *files, struct scree_error *err);

/* engines_own_texels() are the texels of a tile that no tile before it has: edges that tiles share count
 * once. */
struct engines_grid engines_own_texels(const struct engines_plan *plan, uint32_t tile);
/* engines_is_measured() says whether a part's note of a tile has numbers that these texels can have, in
 * "sums" for each layer of the map and in "dropped". */
bool engines_is_measured(const struct engines_plan *plan, uint32_t tile, const json_t *piece);

/* engines_terrain_json(), engines_materials_json() and engines_dropped_json() are those members of engines_document(). */
json_t *engines_terrain_json(const struct engines_plan *plan);
json_t *engines_materials_json(const struct engines_plan *plan);
json_t *engines_dropped_json(const struct engines_plan *plan);

/* engines_begin() starts a file whose name is made as by printf. */
MUST_USE enum scree_code engines_begin(struct engines_output *output, struct sink_file **file,
                                       unsigned how, struct scree_error *err, const char *format,
                                       ...) PRINTF_LIKE(5, 6);
MUST_USE enum scree_code engines_end(struct engines_output *output, struct sink_file *file,
                                     enum scree_code code, struct scree_error *err);

/* engines_id() is a number made of the inputs, the name and salt: equal for equal exports, below
 * 2^63. */
uint64_t engines_id(const struct engines_plan *plan, unsigned salt);

/*
 * Weights as pictures, written row by row: each a grey picture of one material, or four materials as
 * RGBA. Of texels without alpha the colours count all the same.
 */
struct engines_picture {
    char name[ENGINES_FILE];
    uint32_t materials[4]; /* ENGINES_NOTHING: 0 everywhere */
    unsigned channels;     /* 1 or 4 */
    bool alpha_turned;     /* 255 - the fourth */
};
#define ENGINES_NOTHING UINT32_MAX
MUST_USE enum scree_code engines_write_weights(struct engines_output *output,
                                               const struct engines_grid *grid,
                                               const struct engines_picture *pictures, size_t count,
                                               struct scree_error *err);
/* engines_pack() lists the materials four by four, without names; pictures[0 .. ENGINES_PACKS).
 * Returns how many there are. */
#define ENGINES_PACKS(plan) (((plan)->merge->count + (size_t)3) / 4)
size_t engines_pack(struct engines_picture *pictures, const struct engines_plan *plan);

/* ---- texts: engines_texts.c ---- */

/* A value of an engine's own, a text or a number. A list ends with one without a key. */
struct engines_value {
    const char *key, *text;
    double number;
    int decimals; /* where the text says nothing else */
};
/* engines_name() is the name of a file by a pattern such as "@name@_@title@.png", for a material;
 * engines_write_text() writes a text with values in it. A README says where the plane of the water lies, too.
 * own: values besides those of all engines; NULL: none. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code engines_name(char out[ENGINES_FILE], const struct engines_plan *plan,
                                      const char *pattern, uint32_t material,
                                      const struct engines_value *own, struct scree_error *err);
MUST_USE enum scree_code engines_write_text(struct engines_output *output, const char *name,
                                            const char *text, const struct engines_value *own,
                                            struct scree_error *err);
MUST_USE enum scree_code engines_write_readme(struct engines_output *output, const char *text,
                                              const struct engines_value *own,
                                              struct scree_error *err);

/* engines_number() is a number with so many decimals, at most 9, without zeros behind; whatever the
 * locale. Below 1e9. */
struct engines_number {
    char text[40];
};
struct engines_number engines_number(double value, int decimals);

/* engines_text() is text as a string of Lua, of Godot's scenes and of C#: printable ASCII but for
 * quotes and backslashes. */
void engines_text(char *out, size_t size, const char *text);

/* ---- what several engines take: engines_raster.c ---- */

/* engines_settle_texels() makes a weight for each point, or, where texels are a choice, one less by default. */
void engines_settle_texels(struct engines_plan *plan);
/* engines_range_m() is what 65535 steps of a height are; 1 of a plane. */
double engines_range_m(const struct engines_plan *plan);
/* engines_write_heights() writes a file of 16-bit heights from the lowest to the highest. */
struct engines_raster {
    const char *name;
    bool png; /* in place of bare numbers, little-endian */
    bool south_first;
    uint32_t x, y, points; /* of a part of them: where it begins, and its side; points 0: all */
};
MUST_USE enum scree_code engines_write_heights(struct engines_output *output,
                                               const struct engines_raster *raster,
                                               struct scree_error *err);
/* engines_write_masks() writes a grey picture of each layer, called by a pattern. */
MUST_USE enum scree_code engines_write_masks(struct engines_output *output,
                                             const struct engines_grid *grid, const char *pattern,
                                             const struct engines_value *own,
                                             struct scree_error *err);
MUST_USE enum scree_code engines_write_files(struct engines_output *output,
                                             struct scree_error *err);

/* engines_write_textures() draws a pair of textures, RGBA PNGs of 512 x 512. A pattern may be NULL. */
struct engines_texture_names {
    const char *albedo; /* colour, and in alpha the shine, or the height if */
    const char *normal; /* normal, and in alpha the height, or the roughness if */
    bool height_in_albedo;
    enum ground_green green;
};
MUST_USE enum scree_code engines_write_textures(struct engines_output *output, uint32_t material,
                                                const struct engines_texture_names *names,
                                                struct scree_error *err);

/* ---- engines ---- */

MUST_USE enum scree_code engines_settle_spring(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_write_spring(struct engines_output *output,
                                              struct scree_error *err);
void engines_tell_spring(const struct engines_plan *plan, struct scree_job *job);
MUST_USE enum scree_code engines_settle_godot(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_write_godot_region(struct engines_output *output, uint32_t number,
                                                    struct scree_error *err);
bool engines_name_godot_region(char out[ENGINES_FILE], const struct engines_plan *plan,
                               uint32_t number, uint32_t file);
bool engines_is_stray_region(const struct engines_plan *plan, const char *inner, const char *name);
MUST_USE enum scree_code engines_write_godot(struct engines_output *output,
                                             struct scree_error *err);
MUST_USE enum scree_code engines_write_hterrain(struct engines_output *output,
                                                struct scree_error *err);
MUST_USE enum scree_code engines_choose_unreal(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_settle_unreal(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_write_unreal_tile(struct engines_output *output, uint32_t number,
                                                   struct scree_error *err);
bool engines_name_unreal_tile(char out[ENGINES_FILE], const struct engines_plan *plan,
                              uint32_t number, uint32_t file);
bool engines_is_stray_tile(const struct engines_plan *plan, const char *inner, const char *name);
MUST_USE enum scree_code engines_write_unreal(struct engines_output *output,
                                              struct scree_error *err);
MUST_USE enum scree_code engines_settle_unity(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_write_unity(struct engines_output *output,
                                             struct scree_error *err);
MUST_USE enum scree_code engines_settle_web(struct engines_plan *plan, struct scree_error *err);
MUST_USE enum scree_code engines_write_web(struct engines_output *output, struct scree_error *err);

#endif
