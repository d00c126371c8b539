/* What answers are made of. */
#ifndef SCREE_TYPES_ANSWERS_H
#define SCREE_TYPES_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include <scree/types/lint.h>

#define SCREE_NO_LAYER UINT32_MAX

/* Texts are UTF-8 and hold names as the files have them. */
struct scree_finding {
    /* set it to sizeof(struct scree_finding) before asking */
    size_t size;
    /* stable, such as "never-altitude" */
    const char *id;
    /* the same for every finding of an id */
    enum scree_lint_severity severity;
    /* or SCREE_NO_LAYER: the map or the terrain as a whole */
    uint32_t layer;
    /* of the layer, "Rock/Moss"; "" without one */
    const char *path;
    /* what is wrong: one sentence without a full stop */
    const char *text;
    /* what to do about it, likewise */
    const char *advice;
};

enum scree_diff_verdict {
    SCREE_DIFF_SAME,
    SCREE_DIFF_WITHIN, /* something changed, and no limit was passed */
    SCREE_DIFF_WARNED, /* a limit of `warn` was passed, or there are no limits at all */
    SCREE_DIFF_FAILED  /* a limit of `fail` was passed */
};

enum scree_change_kind {
    SCREE_CHANGE_REMOVED, /* a layer, and what stands below it */
    SCREE_CHANGE_ADDED,
    SCREE_CHANGE_MOVED,
    SCREE_CHANGE_RENAMED,
    SCREE_CHANGE_VALUE
};

struct scree_diff_info {
    size_t size;            /* set it to sizeof(struct scree_diff_info) before asking */
    int verdict;            /* enum scree_diff_verdict */
    int evaluated;          /* 0: two maps without a terrain; then all below but changes is 0 */
    uint32_t width, height; /* texels */
    double texel_m[2];
    uint64_t texels_differ;               /* in which any weight differs */
    uint64_t texels_changed;              /* of which at least `over` changed layer */
    uint64_t regions;                     /* connected ones of changed texels */
    double area, weight, region, density; /* what limits are about, as shares: 0 .. 1 */
    size_t materials;                     /* scree_diff_material() */
    size_t changes;                       /* of two surface maps: scree_diff_change() */
    size_t passed;                        /* limits: scree_diff_passed() */
    uint64_t missing, one_sided; /* texels that hold no data on either side, or on one; shares and
                                    counts are of the others */
};

/* Texts are UTF-8 and live as long as the difference. Areas are shares of the whole:
 * before + gained - lost = after. */
struct scree_diff_material {
    size_t size;      /* set it to sizeof(struct scree_diff_material) before asking */
    const char *name; /* or path, where the name is not clear */
    int in_before, in_after;
    double before, after, gained, lost;
    double largest;       /* change of its weight in one texel, */
    uint32_t column, row; /* this one */
};

struct scree_change {
    size_t size;                          /* set it to sizeof(struct scree_change) before asking */
    int kind;                             /* enum scree_change_kind */
    uint32_t before, after;               /* the layer in each map, or SCREE_NO_LAYER */
    const char *path_before, *path_after; /* "" where it is not */
    const char *field;     /* of a value, as scree_surface_set() takes it; else NULL */
    size_t numbers;        /* of a value: */
    double from[4], to[4]; /* of "altitude.max" and its like: on, at, fuzziness */
    int places;            /* not 0: it may change where layers are */
    int evaluated;         /* not 0: it was made alone, and */
    double alone;          /* changes layer on so much of the whole area, */
    double explains;       /* and comes so much nearer to the map after: 1 is all the way */
};

struct scree_diff_passed {
    size_t size;         /* set it to sizeof(struct scree_diff_passed) before asking */
    const char *measure; /* "area", "weight", "region", "density" */
    int fails;           /* not 0: a limit of `fail` */
    double value;        /* share that it is */
    double limit;        /* that it may be, */
    int square_m;        /* in square metres if not 0 */
};

#endif
