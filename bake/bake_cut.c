/* How images are cut into files: a number of them, or files of a size. */
#include "bake/bake_parts.h"

uint32_t bake_cut_edge(const struct bake_cut *cut, uint32_t texels, uint32_t number)
{
    if (cut->count > 0) return (uint32_t)((uint64_t)texels * number / cut->count);
    const uint64_t edge = (uint64_t)cut->side * number;
    return edge < texels ? (uint32_t)edge : texels;
}

uint32_t bake_cut_tiles(const struct bake_cut *cut, uint32_t texels)
{
    return cut->count > 0 ? cut->count : (texels + cut->side - 1) / cut->side;
}

static uint32_t edge_from(const struct bake_cut *cut, uint32_t texels, uint32_t first,
                          uint32_t number)
{
    return bake_cut_edge(cut, texels, first + number) - bake_cut_edge(cut, texels, first);
}

uint32_t bake_cut_column(const struct bake_plan *plan, uint32_t number)
{
    return edge_from(&plan->cut, plan->cut.texels_x, plan->cut.first_x, number);
}

uint32_t bake_cut_row(const struct bake_plan *plan, uint32_t number)
{
    return edge_from(&plan->cut, plan->cut.texels_y, plan->cut.first_y, number);
}

uint32_t bake_cut_widest(const struct bake_cut *cut, uint32_t texels, uint32_t tiles)
{
    if (cut->count > 0) return (texels + tiles - 1) / tiles;
    return texels < cut->side ? texels : cut->side;
}

size_t bake_cut_pages(const struct bake_plan *plan)
{
    return (size_t)plan->cut.columns * plan->cut.rows;
}

bool bake_cut_named(const struct bake_cut *cut)
{
    return cut->count != 1;
}
