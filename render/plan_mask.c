/* Where the samples of a plan lie on the pictures of masks. */
#include "render/plan.h"

#include <math.h>
#include <string.h>

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

/* The picture that was made for the plan before. */
static struct srf_mask *lent(const struct plan_mask *mask, const struct plan_lender *lender)
{
    const struct render_plan *const old = lender != NULL ? lender->old : NULL;
    for (uint32_t k = 0; old != NULL && k < old->mask_count; k++)
        if (old->masks[k].of == mask->of && old->masks[k].feather == mask->feather)
            return old->masks[k].picture;
    return NULL;
}

static enum scree_code make(struct plan_mask *mask, const struct render_plan *plan,
                            const struct plan_lender *lender, struct scree_error *err)
{
    const struct ter_field *const field = plan->terrains[0].field;
    const double units[2] = {field->points_x - 1.0, field->points_y - 1.0};
    const double pixels[2] = {mask->of->width, mask->of->height};
    const double side[2] = {(double)mask->feather * pixels[0] / units[0],
                            (double)mask->feather * pixels[1] / units[1]};
    struct srf_mask *const old = lent(mask, lender);
    mask->north = (uint64_t)(field->points_y - 1) << 32;
    for (int k = 0; k < 2; k++) mask->scale[k] = pixels[k] / (units[k] * 0x1p32);
    if (old != NULL)
        mask->picture = srf_mask_share(old);
    else if (side[0] > 1.0 || side[1] > 1.0)
        RETURN_IF_ERR(srf_mask_feather(&mask->picture, mask->of, side, err));
    else
        mask->picture = srf_mask_share(mask->of);
    RETURN_IF_ERR(
        find_pixels(&mask->x, mask, plan->x, (size_t)plan->width * plan->per_x, false, err));
    return find_pixels(&mask->y, mask, plan->y, (size_t)plan->height * plan->per_y, true, err);
}

enum scree_code plan_mask(uint32_t *out, struct render_plan *plan, const struct srf_layer *layer,
                          const struct plan_lender *lender, struct scree_error *err)
{
    struct srf_mask *const picture = srf_find_classes(plan->map, layer->mask, layer->classes);
    const float feather = layer->limits[SRF_MASK].size;
    const struct ter_field *const field = plan->terrains[0].field;
    if (picture == NULL || picture->geo != NULL)
        return err_set(
            err, SCREE_BAD_ARGUMENT,
            "layer \"%s\": mask \"%s\": the picture is not at hand; give the map as a file "
            "with the picture in its folder",
            layer->name, layer->mask);
    if (!(feather < (float)field->points_x && feather < (float)field->points_y))
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "layer \"%s\": mask \"%s\": the feather of %g terrain units is wider than "
                       "the terrain; make it narrower",
                       layer->name, layer->mask, (double)feather);
    uint32_t k = 0;
    while (k < plan->mask_count &&
           (plan->masks[k].of != picture || plan->masks[k].feather != feather))
        k++;
    *out = k;
    if (k < plan->mask_count) return SCREE_OK;
    struct plan_mask *grown = mem_grow(plan->masks, k, (size_t)k + 1, sizeof *grown);
    if (grown == NULL) return err_no_memory(err);
    plan->masks = grown;
    plan->mask_count++;
    plan->masks[k].of = srf_mask_share(picture);
    plan->masks[k].feather = feather;
    return make(&plan->masks[k], plan, lender, err);
}

static bool has_feather(const struct srf_layer *layer)
{
    const struct srf_limit *const limit = &layer->limits[SRF_MASK];
    return srf_is_on(limit->on[0]) && limit->size > 0;
}

/* Whether an earlier layer has the same mask with the same feather. */
static bool is_made(const struct srf_map *map, const struct srf_layer *layer)
{
    for (uint32_t i = 0; i < layer->index; i++) {
        const struct srf_layer *const other = map->layers[i];
        if (has_feather(other) && strcmp(other->mask, layer->mask) == 0 &&
            strcmp(other->classes, layer->classes) == 0 &&
            other->limits[SRF_MASK].size == layer->limits[SRF_MASK].size)
            return true;
    }
    return false;
}

uint64_t plan_masks_bytes(const struct srf_map *map)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *const layer = map->layers[i];
        if (!has_feather(layer) || is_made(map, layer)) continue;
        const struct srf_mask *const of = srf_find_classes(map, layer->mask, layer->classes);
        if (of != NULL) bytes += (uint64_t)of->width * of->height * sizeof *of->pixels;
    }
    return bytes;
}

void plan_masks_free(struct render_plan *plan)
{
    for (uint32_t k = 0; k < plan->mask_count; k++) {
        struct plan_mask *const mask = &plan->masks[k];
        srf_mask_free(mask->of);
        srf_mask_free(mask->picture);
        mem_free(mask->x.first);
        mem_free(mask->x.part);
        mem_free(mask->y.first);
        mem_free(mask->y.part);
    }
    mem_free(plan->masks);
}
