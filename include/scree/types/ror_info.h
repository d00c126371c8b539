/* What a plan for Rigs of Rods decided. */
#ifndef SCREE_TYPES_ROR_INFO_H
#define SCREE_TYPES_ROR_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scree_ror_info {
    /* set it to sizeof(struct scree_ror_info) before asking */
    size_t size;
    /* as long as the plan lives, as steps and materials */
    const char *name;
    uint32_t points, blend_size;
    /* of the world, whole numbers; height_m is WorldSizeY */
    double side_m, height_m;
    /* the altitude that becomes 0 in the game */
    double lowest_m;
    /* of the water above that, if has_water */
    double water_m;
    bool has_water;
    /* east of the west edge, up, SOUTH of the north edge */
    double start_m[3];
    /* of the surface map */
    uint32_t layers;
    /* what they became */
    uint32_t materials;
    /* so many the game draws, the base colour not counted */
    uint32_t room_for;
    bool has_base_colour;
    /* layers that the rule shows as others: scree_ror_step() */
    uint32_t step_count;
    /* share of the terrain, 0 .. 1, that shows another layer's texture, above the water */
    double moved;
    /* of the colours by that, over the terrain: 0 .. 255 */
    double mean_error;
    uint32_t max_error;
    /* nobody asked for the base colour, and without it so much would show another layer's texture, 0 .. 1 */
    bool base_by_rule;
    double moved_without;
};

#endif
