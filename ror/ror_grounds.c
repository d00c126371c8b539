/*
 * What each layer drives like. Layers may be shown as one for want of room, but the table of ground
 * models has room for all: beach that is shown as rock still drives like sand.
 */
#include <stdio.h>
#include <string.h>

#include "ror/ror_plan.h"

/* The ground model that the list of materials gives one. */
static enum scree_code take_given(struct ror_ground *out, const struct ror_models *models,
                                  const char *given, struct scree_error *err)
{
    const char *own = ror_find_model(models, given, true);
    out->model = given;
    snprintf(out->reason, sizeof out->reason, "{materials}%s",
             own != NULL ? " and {ground_models}" : "");
    if (own != NULL || ror_ground_find(given) != GROUND_KINDS) return SCREE_OK;
    return err_set_option(
        err, "materials",
        "{materials}: \"%.40s\" is not a ground model of Rigs of Rods%s: concrete, "
        "asphalt, gravel, rock, ice, snow, metal, grass or sand",
        given, models->count > 0 ? " nor of {ground_models}" : "");
}

static bool take_own(struct ror_ground *out, const struct ror_models *models, const char *name)
{
    out->model = ror_find_model(models, name, false);
    snprintf(out->reason, sizeof out->reason, "of that name in {ground_models}");
    return out->model != NULL;
}

static bool take_word(struct ror_ground *out, const char *name, const char *whose)
{
    const char *word;
    const enum ground_kind kind = ror_ground_nearest(ground_guess(name, &word));
    if (kind == GROUND_KINDS) return false;
    out->model = ror_ground_name(kind);
    snprintf(out->reason, sizeof out->reason, "'%s' in %s name", word, whose);
    return true;
}

/* The name of the material counts only where a list has chosen it. */
static enum scree_code choose(struct ror_ground *out, const struct ror_plan *plan, uint32_t layer,
                              struct scree_error *err)
{
    const struct ror_groups *groups = &plan->groups;
    const char *name = plan->inputs.map->layers[layer]->name, *mapped = NULL, *given = NULL;
    if (groups->grounds != NULL) {
        const uint32_t material = groups->merge->material_of_layer[layer];
        mapped = groups->merge->names[material];
        given = groups->grounds[material];
    }
    if (given != NULL) return take_given(out, &plan->models, given, err);
    if (take_own(out, &plan->models, name)) return SCREE_OK;
    if (mapped != NULL && take_own(out, &plan->models, mapped)) return SCREE_OK;
    if (take_word(out, name, mapped != NULL ? "the layer's" : "its")) return SCREE_OK;
    if (mapped != NULL && take_word(out, mapped, "its")) return SCREE_OK;
    out->model = ror_ground_name(GROUND_GRAVEL);
    snprintf(out->reason, sizeof out->reason, "no word for a ground in its name");
    return SCREE_OK;
}

/* ---- those of the landuse ---- */

static const char *model_of(enum roads_surface surface)
{
    static const enum ground_kind kinds[ROADS_SURFACES] = {GROUND_ASPHALT, GROUND_CONCRETE,
                                                           GROUND_GRAVEL, GROUND_DIRT};
    return ror_ground_name(kinds[surface]);
}

/* A ground model's number, which is a new one if none of that name is there; there may be more than
 * there is room for. */
static uint32_t number(struct ror_grounds *grounds, const char *model)
{
    const uint32_t count = grounds->count < ROR_MAX_USES ? grounds->count : ROR_MAX_USES;
    for (uint32_t u = 0; u < count; u++)
        if (strcmp(grounds->names[u], model) == 0) return u;
    if (grounds->count < ROR_MAX_USES) grounds->names[grounds->count] = model;
    return grounds->count++;
}

/* Those of layers, then those of roads that no layer has. */
static enum scree_code list_models(struct ror_grounds *grounds, const struct roads *roads,
                                   struct scree_error *err)
{
    bool listed[ROADS_SURFACES] = {false};
    for (uint32_t u = 0; u < grounds->uses->count; u++) number(grounds, grounds->uses->names[u]);
    for (size_t r = 0; roads != NULL && r < roads->count; r++) {
        const enum roads_surface surface = roads->list[r].surface;
        if (!listed[surface])
            grounds->of_road[surface] = (uint8_t)number(grounds, model_of(surface));
        listed[surface] = true;
    }
    if (grounds->count <= ROR_MAX_USES) return SCREE_OK;
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "the layers%s have %u ground models and the landuse picture has room for %d: "
                   "give several of them one \"ground\" with {materials}",
                   grounds->count > grounds->uses->count ? " and {roads}" : "",
                   (unsigned)grounds->count, ROR_MAX_USES);
}

enum scree_code ror_choose_grounds(struct ror_grounds *out, struct mem_arena *arena,
                                   const struct ror_plan *plan, struct scree_error *err)
{
    const uint32_t count = plan->inputs.map->layer_count;
    out->of_layer = mem_arena_alloc(arena, count, sizeof *out->of_layer);
    const char **models = mem_arena_alloc(arena, count, sizeof *models);
    if (out->of_layer == NULL || models == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < count; i++) {
        RETURN_IF_ERR(choose(&out->of_layer[i], plan, i, err));
        models[i] = out->of_layer[i].model;
    }
    RETURN_IF_ERR(render_merge_names(&out->uses, plan->inputs.map, models, err));
    return list_models(out, plan->roads, err);
}
