/* What changed between two surface maps or bakes, and how it is shown. */
#ifndef CLI_DIFF_CLI_H
#define CLI_DIFF_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/args.h"
#include "cli/baked/baked.h"
#include "cli/load.h"
#include "cli/say.h"
#include "compare/compare.h"

/* ---- how much may change ---- */

enum diff_measure {
    DIFF_AREA,    /* what changes hands, of the whole area */
    DIFF_WEIGHT,  /* the largest change of one weight in one texel */
    DIFF_REGION,  /* area of the largest connected region of changed texels */
    DIFF_DENSITY, /* changed texels in the window that has most */
    DIFF_MEASURES
};
const char *diff_measure_name(enum diff_measure measure);

struct diff_limit {
    bool given;
    bool square_m; /* value is in square metres, else a share, 0 .. 1 */
    double value;
    const char *shown; /* as it was written, up to the next ',' */
    size_t shown_length;
};
struct diff_limits {
    bool given; /* any of them */
    struct diff_limit of[DIFF_MEASURES];
};
/* "area=0.2%,weight=10%,region=1ha,density=50%" into a struct diff_limits. */
args_reader diff_read_limits;
/* "5%" or "0.05" into a double, above 0, at most 1. */
args_reader diff_read_share;

struct args_diff {
    const char *before, *after;
    const char *terrain; /* NULL: none */
    const char *picture; /* PNG to write, NULL: none */
    const char *layer;   /* of the picture; NULL: all */
    const char *html;    /* NULL: none */
    struct diff_limits warn, fail;
    double over;
    struct args_size size; /* 0: a texel per terrain unit */
    uint32_t depth;        /* ARGS_NO_DEPTH: merge nothing */
    struct args_ground ground;
    struct args_render render;
    bool force, json;
};

enum say_exit cmd_diff(const void *args, struct say *say);

/* ---- a comparison under way ---- */

/* One of the two: a surface map, or a folder that holds a bake. */
struct diff_side {
    const char *path;
    struct load_file file;       /* of a surface map */
    struct srf_map *map;         /* NULL: a folder */
    struct baked baked;          /* of a folder */
    struct baked_samples *masks; /* [baked.material_count] */
    uint32_t *joint;             /* [material] of a folder, [layer] of a map */
    struct compare_map_source *rendered;
    struct compare_source source;
};

struct diff {
    const struct args_diff *args;
    struct say *say;
    struct diff_side sides[2]; /* before, after */
    struct load_file terrain_file;
    struct ter_field *field; /* NULL: none */
    struct render_options render;
    uint32_t depth;
    bool not_comparable;             /* of the error at hand */
    struct compare_changes *changes; /* of two maps; else NULL */
    struct compare_cover *cover;     /* NULL: two maps without a terrain */
    uint32_t full;                   /* steps of a weight */
    double texel_m[2];
    uint32_t joint_count;
    const char **names;             /* [joint]: short where that is clear, else the whole path */
    struct diff_pictures *pictures; /* NULL: none were asked for */
    struct mem_arena arena;
};

enum diff_result { DIFF_SAME, DIFF_WITHIN, DIFF_WARNED, DIFF_FAILED };
/* "same", "within the limits", ... */
const char *diff_result_name(enum diff_result result);

/* A limit that was passed. */
struct diff_breach {
    enum diff_measure measure;
    bool fails; /* else it warns */
    const struct diff_limit *limit;
};
struct diff_verdict {
    enum diff_result result;
    size_t count;
    struct diff_breach breaches[2 * DIFF_MEASURES];
};

/* diff_open() reads both sides and the terrain and says what cannot be compared. */
MUST_USE enum err_code diff_open(struct diff *diff, struct err *err);
/* diff_open_folders() gives the folders among the sides their joint numbers and masks. */
MUST_USE enum err_code diff_open_folders(struct diff *diff, struct err *err);
/* diff_refuse() is an error that says the two cannot be compared. */
enum err_code diff_refuse(struct diff *diff, struct err *err, const char *format, ...)
    PRINTF_LIKE(3, 4);
/* diff_run() compares. */
MUST_USE enum err_code diff_run(struct diff *diff, struct err *err);
/* diff_name_joints() fills names. */
MUST_USE enum err_code diff_name_joints(struct diff *diff, struct err *err);
/* diff_number_names() tells equal names apart: the second is "Rock (2)". */
MUST_USE enum err_code diff_number_names(struct diff *diff, struct err *err);
void diff_free(struct diff *diff);

/* diff_judge() holds the comparison against the limits. */
struct diff_verdict diff_judge(const struct diff *diff);
/* diff_value() is the share that a measure has, 0 .. 1. */
double diff_value(const struct diff *diff, enum diff_measure measure);

/* ---- numbers as they are shown ---- */

struct diff_text {
    char text[320];
};
/* Square metres of so many 1/full texels, or texels. */
double diff_area_m2(const struct diff *diff, uint64_t amount);
double diff_texels_m2(const struct diff *diff, uint64_t texels);
double diff_extent_m2(const struct diff *diff);
/* "1.25 ha" */
struct diff_text diff_show_ha(double square_m);
/* "12.3 %" */
struct diff_text diff_show_share(double share);
/* "texel 812,377: 8125 m from the west, 3775 m from the north edge" */
struct diff_text diff_show_place(const struct diff *diff, uint32_t column, uint32_t row);
/* "slope.max.at 32.0 -> 29.0 degrees (gradient 0.625 -> 0.554)", "moved from Root/A to Root/B/A" */
struct diff_text diff_show_change(const struct diff *diff, const struct compare_change *change);
/* Whom a change is about: a path, clean. */
struct diff_text diff_show_subject(const struct compare_change *change);
/* What the changes explain together, as a share of cover->amount; what is left acts jointly. */
double diff_explained(const struct diff *diff);
/* diff_order() sorts changes by their share, those that are not evaluated last; list[0 .. count)
 * are indices. */
void diff_order(size_t *list, const struct compare_changes *changes);

/* ---- outputs ---- */

bool diff_print_text(const struct diff *diff, const struct diff_verdict *verdict);
bool diff_print_json(const struct diff *diff, const struct diff_verdict *verdict);

#endif
