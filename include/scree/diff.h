/* What changed between two surface maps or bakes, where, and why (docs/comparing-maps.md). */
#ifndef SCREE_DIFF_H
#define SCREE_DIFF_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/job.h>
#include <scree/sink.h>
#include <scree/surface.h>
#include <scree/terrain.h>
#include <scree/types/answers.h>
#include <scree/types/diff.h>

SCREE_BEGIN

/* What was before, or what is after. One of the three, the others NULL; none may change meanwhile. */
struct scree_diff_side {
    size_t size; /* sizeof(struct scree_diff_side) */
    const struct scree_surface *surface;
    const char *folder;            /* a folder of a bake, or the manifest.json in it */
    const struct scree_sink *sink; /* a sink in memory into which a bake was written */
};

/* scree_diff_is_folder() is 1 for a path that struct scree_diff_side takes for a folder: a folder,
 * whatever it holds, or a manifest.json. */
SCREE_API int scree_diff_is_folder(const char *path);
/* scree_diff_terrain_options() is how the terrain of the bake in a folder was read, for the terrain
 * that a bake and a surface map are compared on. As scree_diff_create(). */
SCREE_API int scree_diff_terrain_options(struct scree_terrain_options *options, const char *folder,
                                         struct scree_job *job, struct scree_error *error);

/* scree_diff_check_limits() refuses what `warn` or `fail`, whichever member is called, may not be. */
SCREE_API int scree_diff_check_limits(const char *limits, const char *member,
                                      struct scree_error *error);

struct scree_diff;

/*
 * scree_diff_create() compares. The result keeps the terrain and copies of the surface maps. On
 * success the caller frees *out with scree_diff_free(); on failure it is NULL.
 * Materials of bakes meet by name. Layers of two maps meet by name and place, and each change of a
 * value or of the tree is made alone to the map before, to tell how much it explains.
 * SCREE_BAD_ARGUMENT  error.field is "sides": they cannot be compared (two sizes, no masks, another
 *                     terrain unit); "terrain": one is needed; or another member
 * As reading a manifest and its pictures: SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED.
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_diff_create(struct scree_diff **out, const struct scree_diff_side *before,
                                const struct scree_diff_side *after,
                                const struct scree_diff_options *options, struct scree_job *job,
                                struct scree_error *error);
/* scree_diff_free() accepts NULL. */
SCREE_API void scree_diff_free(struct scree_diff *diff);

struct scree_diff_info {
    size_t size;            /* set it to sizeof(struct scree_diff_info) before asking */
    int verdict;            /* enum scree_diff_verdict */
    int evaluated;          /* 0: two maps without a terrain; then all below but changes is 0 */
    uint32_t width, height; /* texels */
    double texel_m[2];
    uint64_t texels_differ;               /* in which any weight differs */
    uint64_t texels_changed;              /* of which at least `over` changed hands */
    uint64_t regions;                     /* connected ones of changed texels */
    double area, weight, region, density; /* what limits are about, as shares: 0 .. 1 */
    size_t materials;                     /* scree_diff_material() */
    size_t changes;                       /* of two surface maps: scree_diff_change() */
    size_t passed;                        /* limits: scree_diff_passed() */
    uint64_t missing, one_sided; /* texels that hold no data on either side, or on one; shares and
                                    counts are of the others */
};
SCREE_API void scree_diff_describe(const struct scree_diff *diff, struct scree_diff_info *info);

/* Texts of these are UTF-8 and live as long as diff. SCREE_BAD_ARGUMENT: there is none of number i.
 * Areas are shares of the whole: before + gained - lost = after. */
struct scree_diff_material {
    size_t size;      /* set it to sizeof(struct scree_diff_material) before asking */
    const char *name; /* or path, where the name is not clear */
    int in_before, in_after;
    double before, after, gained, lost;
    double largest;       /* change of its weight in one texel, */
    uint32_t column, row; /* this one */
};
SCREE_API int scree_diff_material(const struct scree_diff *diff, size_t i,
                                  struct scree_diff_material *material, struct scree_error *error);

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
    double alone;          /* changes hands on so much of the whole area, */
    double explains;       /* and comes so much nearer to the map after: 1 is all the way */
};
SCREE_API int scree_diff_change(const struct scree_diff *diff, size_t i,
                                struct scree_change *change, struct scree_error *error);

struct scree_diff_passed {
    size_t size;         /* set it to sizeof(struct scree_diff_passed) before asking */
    const char *measure; /* "area", "weight", "region", "density" */
    int fails;           /* not 0: a limit of `fail` */
    double value;        /* share that it is */
    double limit;        /* that it may be, */
    int square_m;        /* in square metres if not 0 */
};
SCREE_API int scree_diff_passed(const struct scree_diff *diff, size_t i,
                                struct scree_diff_passed *passed, struct scree_error *error);

/* scree_diff_picture() is where and what changed: rgb[(row * *width + column) * 3 + channel], row 0
 * north, as long as diff lives; NULL without options.pictures. */
SCREE_API const unsigned char *scree_diff_picture(const struct scree_diff *diff, uint32_t *width,
                                                  uint32_t *height);

/* scree_diff_document() writes all of it: SCREE_TEXT, SCREE_JSON ("scree-diff-1"); with
 * options.pictures SCREE_HTML and SCREE_PNG, the picture. On failure *out is zeroed.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY, SCREE_CANCELLED */
SCREE_API int scree_diff_document(const struct scree_diff *diff, struct scree_bytes *out, int form,
                                  struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
