/* What an evaluation makes of texels, and what it cost. */
#ifndef SCREE_TYPES_PLANES_H
#define SCREE_TYPES_PLANES_H

#include <stddef.h>
#include <stdint.h>

/* What to make of an evaluation. Planes belong to the caller and have `width` samples a row without
 * padding, starting at the first row asked for. Texels without data (terrain.h, keep_missing) are 0 in
 * planes of whole numbers, NaN in planes of floats, 255 among winners, and grey (127) in pictures and
 * colours of an index; they count for no coverage. */
enum scree_plane_kind {
    SCREE_WEIGHT_U8,  /* planes[material]: visible weight; the sum over materials is 255 exactly */
    SCREE_WEIGHT_U16, /* the same, sum 65535 */
    SCREE_WEIGHT_F32, /* the same, 0 .. 1, sum 1 but for rounding */
    SCREE_EFF_U8,     /* planes[material]: own reach, whatever covers it later; 0 .. 255 */
    SCREE_EFF_U16,
    SCREE_EFF_F32,
    SCREE_WINNER_U8,    /* planes[0]: material of greatest weight, ties to the later; at most 255
                           materials */
    SCREE_BLEND_RGBA8,  /* planes[(m - 1) / 4], 4 bytes a texel, byte (m - 1) % 4: alpha of material
                           m >= 1 for layers laid over each other in order; at most 9 materials */
    SCREE_PICTURE_RGB8, /* planes[0], 3 bytes a texel: the map's own colours, lit from the
                           north-west; no materials */
    SCREE_MARGIN_U8,    /* planes[0]: by how much the greatest weight leads the next, 0 .. 255 */
    SCREE_COVERAGE, /* sums[material] += weight in units of 2^-24 texel; exact sums. planes NULL */
    SCREE_PACK_RGBA8, /* planes[m / 4], 4 bytes a texel, byte m % 4: the SCREE_WEIGHT_U8 of material
                         m, 0 where there is none: splat maps whose bytes sum to 255 over all planes */
    SCREE_INDEX_RGB8, /* planes[0], 3 bytes a texel: the material of greatest weight as a colour that
                         its neighbours in number do not have; any number of materials */
    SCREE_PLANE_KINDS
};

struct scree_target {
    size_t size;         /* sizeof(struct scree_target) */
    int kind;            /* enum scree_plane_kind */
    void *const *planes; /* as the kind says */
    uint64_t *sums;      /* of SCREE_COVERAGE: [material]; at most one such target. 2^64, of one
                            material on all of 2^20 x 2^20 texels, is UINT64_MAX */
};

/* What a live scene has done since it was made. */
struct scree_live_counts {
    /* set it to sizeof(struct scree_live_counts) before asking */
    size_t size;
    /* rows of at most 64 samples for which noise was evaluated */
    uint64_t noise_rows;
    /* tiles of own coverage that were evaluated */
    uint64_t owns;
    /* squares of the view that were drawn */
    uint64_t tiles;
    /* that are kept now */
    uint64_t bytes;
};

#endif
