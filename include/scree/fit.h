/*
 * The surface map that explains a painted terrain: which layers, in which order, with which limits of
 * altitude and slope and which noise, give what somebody painted (docs/fit.md).
 *
 * What cannot be recovered: the pattern of the noise, rules on the direction of a slope or on hollows and
 * crests, roads.
 */
#ifndef SCREE_FIT_H
#define SCREE_FIT_H

#include <scree/document.h>
#include <scree/evaluate.h>
#include <scree/job.h>
#include <scree/surface.h>
#include <scree/terrain.h>
#include <scree/types/fit.h>

SCREE_BEGIN

#define SCREE_FIT_MAX_CLASSES 16
#define SCREE_FIT_NONE 255 /* in place of a class: a texel that does not count */

/* A painting in memory: which class each texel of a grid over the terrain is of. */
struct scree_painting {
    size_t size;            /* sizeof(struct scree_painting) */
    uint32_t width, height; /* texels, 1 .. 1048576 a side and at most 2^28 */
    const uint8_t *ids;     /* ids[row * width + column], row 0 north: a class, or SCREE_FIT_NONE */
    const char *const *names; /* names[0 .. count), UTF-8 */
    uint32_t count;           /* 1 .. SCREE_FIT_MAX_CLASSES */
};

struct scree_fit;

/*
 * scree_fit_create() finds the map of a painting at `path`: a PNG, a folder of masks (a grey PNG for
 * each layer), a BeamNG level's folder or its .ter, a Rigs of Rods terrain's folder or .terrn2. The last
 * two have heights of their own, and terrain is then NULL; all others lie on the terrain, whatever their
 * size. scree_fit_painting() does so with a painting in memory.
 *
 * Equal inputs give equal maps, whatever the number of threads. The result holds nothing of the
 * terrain.
 * SCREE_BAD_ARGUMENT (error.field: a member; "terrain": one is needed, or not), SCREE_CANNOT_READ,
 * SCREE_MALFORMED, SCREE_UNSUPPORTED (no painting), SCREE_LIMIT (more classes), SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
SCREE_API int scree_fit_create(struct scree_fit **out, const struct scree_terrain *terrain,
                               const char *path, const struct scree_fit_options *options,
                               struct scree_job *job, struct scree_error *error);
SCREE_API int scree_fit_painting(struct scree_fit **out, const struct scree_terrain *terrain,
                                 const struct scree_painting *painting,
                                 const struct scree_fit_options *options, struct scree_job *job,
                                 struct scree_error *error);
SCREE_API void scree_fit_free(struct scree_fit *fit);

struct scree_fit_info {
    size_t size;            /* set it to sizeof(struct scree_fit_info) before asking */
    const char *what;       /* what the painting was taken for, as "folder of masks" */
    uint32_t width, height; /* texels */
    uint32_t classes;
    uint64_t texels;  /* that have a class */
    double agreement; /* share of them on which the map's strongest layer is the painted one */
    double by_rules;  /* the same with the noise at its mean everywhere: what rules alone explain */
    double paint;     /* share of texels of classes that no rule tells */
    int has_own_heights; /* the painting came with heights */
    /* Share of texels of the most painted class of each of 192 x 96 ranges of altitude and slope, or
     * by_rules if that is more: about what any rules on these two could explain. */
    double at_most;
};
SCREE_API void scree_fit_describe(const struct scree_fit *fit, struct scree_fit_info *info);

/* Classes in the painting's order. */
struct scree_fit_class {
    size_t size;      /* set it to sizeof(struct scree_fit_class) before asking */
    const char *name; /* UTF-8; lives as long as the result */
    unsigned char rgb[3];
    uint32_t layer;           /* of the map */
    uint64_t painted, fitted; /* texels, in the painting and in the map */
    int explained;            /* 0: no rule tells where it is, and its layer has coverage 0 */
};
/* SCREE_BAD_ARGUMENT: there is no class i. */
SCREE_API int scree_fit_class(const struct scree_fit *fit, uint32_t i, struct scree_fit_class *out,
                              struct scree_error *error);
/* scree_fit_confusion() is how many texels painted with one class have another in the map; 0 for a class
 * that is not there. */
SCREE_API uint64_t scree_fit_confusion(const struct scree_fit *fit, uint32_t painted,
                                       uint32_t fitted);

/* scree_fit_surface() is the map: for the other ground, if there is one. SCREE_NO_MEMORY */
SCREE_API int scree_fit_surface(const struct scree_fit *fit, struct scree_surface **out,
                                struct scree_job *job, struct scree_error *error);
/* scree_fit_unexplained() is a text of the classes that no rule tells, a name a line: materials to
 * keep where they are. */
SCREE_API int scree_fit_unexplained(const struct scree_fit *fit, struct scree_bytes *out,
                                    struct scree_error *error);
/* scree_fit_document() tells what was found: SCREE_TEXT, SCREE_JSON ("scree-fit-1"), and with
 * options.pictures SCREE_HTML. SCREE_BAD_ARGUMENT (error.field),
 * SCREE_NO_MEMORY */
SCREE_API int scree_fit_document(const struct scree_fit *fit, struct scree_bytes *out, int form,
                                 struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
