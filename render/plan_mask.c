/* Where the samples of a plan lie on the pictures of masks. */
#include "render/plan.h"

#include <math.h>

#include "base/mem.h"
#include "render/limit.h"

static enum scree_code find_pixels(struct plan_pixels *out, const struct plan_mask *mask,
                                   const uint64_t *at, size_t count, bool down,
                                   struct scree_error *err)
{
    out->first = mem_alloc(count, sizeof *out->first);
    out->part = mem_alloc(count, sizeof *out->part);
    if (out->first == NULL || out->part == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++) {
        const struct limit_pixel pixel =
            down ? limit_pixel(mask->north - at[i], mask->scale[1], mask->picture->height)
                 : limit_pixel(at[i], mask->scale[0], mask->picture->width);
        out->first[i] = pixel.first;
        out->part[i] = pixel.part;
    }
    return SCREE_OK;
}

static enum scree_code make(struct plan_mask *mask, const struct render_plan *plan,
                            struct srf_mask *picture, struct scree_error *err)
{
    const struct ter_field *const field = plan->terrains[0].field;
    mask->picture = srf_mask_share(picture);
    mask->north = (uint64_t)(field->points_y - 1) << 32;
    mask->scale[0] = (double)picture->width / ((double)(field->points_x - 1) * 0x1p32);
    mask->scale[1] = (double)picture->height / ((double)(field->points_y - 1) * 0x1p32);
    RETURN_IF_ERR(
        find_pixels(&mask->x, mask, plan->x, (size_t)plan->width * plan->per_x, false, err));
    return find_pixels(&mask->y, mask, plan->y, (size_t)plan->height * plan->per_y, true, err);
}

enum scree_code plan_mask(uint32_t *out, struct render_plan *plan, const struct srf_layer *layer,
                          struct scree_error *err)
{
    struct srf_mask *const picture = srf_find_mask(plan->map, layer->mask);
    if (picture == NULL)
        return err_set(
            err, SCREE_BAD_ARGUMENT,
            "layer \"%s\": mask \"%s\": the picture is not at hand; give the map as a file "
            "with the picture in its folder",
            layer->name, layer->mask);
    uint32_t k = 0;
    while (k < plan->mask_count && plan->masks[k].picture != picture) k++;
    *out = k;
    if (k < plan->mask_count) return SCREE_OK;
    struct plan_mask *grown = mem_grow(plan->masks, k, (size_t)k + 1, sizeof *grown);
    if (grown == NULL) return err_no_memory(err);
    plan->masks = grown;
    plan->mask_count++;
    return make(&plan->masks[k], plan, picture, err);
}

void plan_masks_free(struct render_plan *plan)
{
    for (uint32_t k = 0; k < plan->mask_count; k++) {
        struct plan_mask *const mask = &plan->masks[k];
        srf_mask_free(mask->picture);
        mem_free(mask->x.first);
        mem_free(mask->x.part);
        mem_free(mask->y.first);
        mem_free(mask->y.part);
    }
    mem_free(plan->masks);
}
