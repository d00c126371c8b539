/* Planes: the coverage of a whole grid in 8 bits, its digest, and how two of them differ. */
#ifndef COMPARE_COMPARE_PLANES_H
#define COMPARE_COMPARE_PLANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/sha.h"
#include "render/render.h"

/* Weights of all materials as SCREE_WEIGHT_U8 makes them: at each texel they add up to 255, where
 * it has no data to 0. */
struct compare_planes {
    uint32_t width, height, count;
    const char **names; /* [material], UTF-8, belong to it */
    uint8_t **samples;  /* [material][row * width + column], row 0 the first of the grid */
    struct mem_arena arena;
};

/* compare_planes_create() makes planes of zeros. On success the caller frees *out with
 * compare_planes_free(); on failure it is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code compare_planes_create(struct compare_planes **out, uint32_t width,
                                               uint32_t height, const char *const *names,
                                               uint32_t count, struct scree_error *err);
/* compare_planes_free() accepts NULL. */
void compare_planes_free(struct compare_planes *planes);

/*
 * compare_digest_line() writes what a digest knows of a plane: "KIND-NN WxH FORMAT SHA256 NAME" and
 * a line break. A digest of coverage is the SHA-256 of these lines, materials in their order, where
 * SHA256 is that of the samples, row by row, little-endian, and a line break in a name is a blank.
 * No picture format and no compression is in it. Returns out.
 */
#define COMPARE_LINE_SIZE 512
struct compare_digested {
    const char *kind;
    uint32_t number, width, height;
    const char *format, *sha256, *name;
};
char *compare_digest_line(char out[COMPARE_LINE_SIZE], const struct compare_digested *plane);
/* compare_planes_digest() is the digest of planes: kind "weight", format "u8". SCREE_NO_MEMORY. */
MUST_USE enum scree_code compare_planes_digest(char out[SHA_HEX_SIZE],
                                               const struct compare_planes *planes,
                                               struct scree_error *err);

/* How two planes of equal size differ; materials meet by name. */
struct compare_difference {
    const char *missing; /* a material that only one of them has, or NULL: then the rest counts */
    bool only_first;     /* it is the first that has it */
    uint64_t texels;     /* at which anything differs */
    uint64_t moved;      /* sum over texels of what went from one to another, in 1/255 */
    double share;        /* of the area with data on both sides that is */
    uint64_t one_sided;  /* texels that hold data on one side only, which count for nothing above */
    uint32_t column, row;       /* where most moved: the first such */
    uint32_t lost, gained;      /* materials of the first: what lost and gained most there */
    uint8_t lost_by, gained_by; /* in 1/255 */
};
/* compare_planes_differ() compares first, as it was, with second; rows weigh what areas (of the same
 * grid, or NULL) say. SCREE_BAD_ARGUMENT if sizes differ, with both in the message. */
MUST_USE enum scree_code compare_planes_differ(struct compare_difference *out,
                                               const struct compare_planes *first,
                                               const struct compare_planes *second,
                                               const struct render_areas *areas,
                                               struct scree_error *err);

#endif
