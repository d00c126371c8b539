/* Coverage of a tile to what a target asks for. Private to render/. */
#ifndef RENDER_SPLAT_H
#define RENDER_SPLAT_H

#include "render/eval.h"

/* splat_tile() writes the tile's texels of one target. top is the tile's first row counted from
 * the first row of the target's planes. */
void splat_tile(const struct render_plan *plan, const struct eval_tile *tile, uint32_t top,
                const struct render_target *target, struct plan_scratch *scratch);

/* A run of texels of a row: count <= SPLAT_RUN texels from `in` on in the texel planes, which go to
 * texel `out` of the target's planes. groups of base/lanes.h hold them. */
struct splat_run {
    size_t in, out, count, groups;
    uint32_t column, row; /* of the first texel in the grid */
};

/* splat_picture() is a run of SCREE_PICTURE_RGB8. */
void splat_picture(const struct render_plan *plan, const struct splat_run *run,
                   const struct render_target *target, const struct plan_scratch *scratch);

/* splat_shaded() is a run of RENDER_SHADED_RGB8. */
void splat_shaded(const struct render_plan *plan, const struct splat_run *run,
                  const struct render_target *target, const struct plan_scratch *scratch);

/* splat_find_missing() notes in scratch which texels of a tile have no data, of a field where some
 * have none; splat_put_missing() gives those of a run what their kind has for that. */
void splat_find_missing(const struct render_plan *plan, const struct eval_tile *tile,
                        struct plan_scratch *scratch);
void splat_put_missing(const struct splat_run *run, const struct render_target *target,
                       const struct plan_scratch *scratch);

/* splat_ground() is a run of RENDER_GROUND_F32. */
void splat_ground(const struct render_plan *plan, const struct splat_run *run,
                  const struct render_target *target, const struct plan_scratch *scratch);

/* splat_middle() is the middle of texel i of those that have `per` samples each at `at`; splat_units() is a position in
 * terrain units. */
static inline uint64_t splat_middle(const uint64_t *at, uint32_t i, uint32_t per)
{
    const uint64_t first = at[(size_t)i * per], last = at[(size_t)i * per + per - 1];
    return first < last ? first + (last - first) / 2 : last + (first - last) / 2;
}
static inline double splat_units(uint64_t position)
{
    return (double)position * 0x1p-32;
}

/* splat_put_bytes() writes the low `size` (3 or 4) bytes of each of count numbers, lowest first. */
void splat_put_bytes(uint8_t *out, const uint32_t *packed, size_t size, size_t count);

#endif
