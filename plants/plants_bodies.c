/* Plants as the simple solids of our own pictures. */
#include "plants/plants.h"

static const enum render_shape shapes[] = {[PLANTS_CONE] = RENDER_CONE,
                                           [PLANTS_BALL] = RENDER_BALL,
                                           [PLANTS_PALM] = RENDER_PALM,
                                           [PLANTS_TUFT] = RENDER_TUFT,
                                           [PLANTS_STONE] = RENDER_STONE};

enum scree_code plants_bodies(struct render_body **list, size_t *count,
                              const struct plants_placed *placed, const struct ter_field *field,
                              struct scree_error *err)
{
    const double depth_m = ter_extent_y_m(field);
    const size_t room = *count + placed->count + 1;
    struct render_body *all = mem_grow(*list, *count, room, sizeof *all);
    if (all == NULL) return err_no_memory(err);
    struct render_body *const bodies = all + *count;
    *list = all;
    *count += placed->count;
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        const struct plants_model *model = placed->list->species[item->species].model;
        const float scale = (float)item->scale / 1000.0f;
        bodies[i] = (struct render_body){
            .x_m = (double)item->x / PLANTS_UNITS,
            .y_m = depth_m - (double)item->z / PLANTS_UNITS,
            .foot_m = item->ground_m - item->sink_mm / 1000.0,
            .height_m = model->height_m * scale,
            .radius_m = model->crown_m * scale,
            .shape = shapes[model->shape],
            .rgb = {(uint8_t)(model->rgb >> 16), (uint8_t)(model->rgb >> 8), (uint8_t)model->rgb}};
    }
    return SCREE_OK;
}
