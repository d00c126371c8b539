/*
 * What changed between two surface maps or bakes, where and why (docs/comparing-maps.md): compared
 * once, held against limits, and shown in any form.
 */
#ifndef REPORT_REPORT_DIFF_H
#define REPORT_REPORT_DIFF_H

#include <scree/types/diff.h>

#include "bake/baked.h"
#include "compare/compare_diff.h"
#include "inputs/inputs.h"
#include "out/sink.h"
#include "report/report.h"

/* ---- how much may change ---- */

enum report_measure {
    REPORT_AREA,    /* what changes layer, of the whole area */
    REPORT_WEIGHT,  /* the largest change of one weight in one texel */
    REPORT_REGION,  /* area of the largest connected region of changed texels */
    REPORT_DENSITY, /* changed texels in the window that has most */
    REPORT_MEASURES
};

struct report_limit {
    bool given;
    bool square_m; /* value is in square metres, else a share, 0 .. 1 */
    double value;
    const char *shown; /* as it was written, up to the next ',' */
    size_t shown_length;
};
struct report_limits {
    bool given; /* any of them */
    struct report_limit of[REPORT_MEASURES];
};
/* report_limits_read() reads "area=0.2%,weight=10%,region=1ha,density=50%" into *out; text must
 * outlive it. SCREE_BAD_ARGUMENT about the option `member`. */
MUST_USE enum scree_code report_limits_read(struct report_limits *out, const char *text,
                                            const char *member, struct scree_error *err);

/* ---- comparing ---- */

/* One of the two: a surface map or a bake. All of it must outlive the comparison. */
struct report_side {
    const char *path; /* as documents call it */
    const struct srf_map *map;
    const char *sha256;        /* of the map's file */
    const struct baked *baked; /* map is NULL */
    const struct sink *files;  /* a sink in memory that holds the bake; NULL: its folder does */
};

struct report_diff_options {
    struct scree_diff_options given;   /* terrain, output and how are not looked at */
    const struct ter_field *field;     /* NULL: only layers and values of two maps are compared */
    const struct inputs_file *terrain; /* of field */
    bool metres; /* without a field: altitudes of both maps are metres, not terrain units */
    struct render_how how;
    struct report_limits warn, fail; /* by report_diff_options_read() */
};
/* report_diff_options_read() reads the limits of `given`, and refuses a share that is none.
 * SCREE_BAD_ARGUMENT. */
MUST_USE enum scree_code report_diff_options_read(struct report_diff_options *options,
                                                  struct scree_error *err);

/* A limit that was passed. */
struct report_breach {
    struct scree_diff_passed is;
    enum report_measure measure;
    const struct report_limit *limit;
};

/* How a side is evaluated, or read. */
struct report_side_work {
    struct baked_samples *masks; /* of a bake: [baked->material_count] */
    uint32_t *joint;             /* [material] of a bake, [layer] of a map */
    struct compare_map_source *rendered;
    struct compare_source source;
    const struct report_diff *diff;
};

struct report_diff {
    struct report_diff_options options;
    struct report_side sides[2]; /* before, after */
    struct report_side_work work[2];
    struct render_options render;
    uint32_t depth;
    uint32_t full; /* steps of a weight */
    struct scree_diff_info info;
    struct render_areas areas;       /* of a terrain's rows; without weights: texels are alike */
    struct compare_changes *changes; /* of two maps; else NULL */
    struct compare_cover *cover;     /* NULL: two maps without a terrain */
    uint32_t joint_count;
    const char **names; /* [joint]: short where that is clear, else the whole path */
    struct report_breach breaches[2 * REPORT_MEASURES]; /* [info.passed] */
    struct report_pictures *pictures;                   /* NULL: none were asked for */
    struct mem_arena arena;
};

/*
 * report_diff_create() compares and judges. Texts of options must outlive *out. On success the
 * caller frees it with report_diff_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT    the field is "sides": they cannot be compared; "terrain": one is needed; else an
 *            option of another name
 * As baked_read_samples(), render_plan_create(); SCREE_CANCELLED, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code report_diff_create(struct report_diff **out,
                                            const struct report_side sides[2],
                                            const struct report_diff_options *options,
                                            struct scree_job *job, struct scree_error *err);
/* report_diff_free() accepts NULL. */
void report_diff_free(struct report_diff *diff);

/* report_diff_verdict() is the verdict's word, the same in every form: "same", "changed" (there are no
 * limits), "within", "warned", "failed". */
const char *report_diff_verdict(const struct report_diff *diff);

/* report_diff_material() is material i as areas of the cover have it, NULL if there is none: joint
 * numbers of merged layers that neither side has are left out. */
const struct scree_diff_material *report_diff_material(const struct report_diff *diff, size_t i);

/* report_diff() makes the document: text, JSON "scree-diff-1", or a page, which needs a terrain and
 * pictures. The caller frees *out with file_bytes_free(); on failure it is zeroed. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. */
MUST_USE enum scree_code report_diff(struct scree_bytes *out, const struct report_diff *diff,
                                     enum scree_form form, struct scree_job *job,
                                     struct scree_error *err);

#endif
