/*
 * What each layer drives like. Layers may be shown as one for want of room, but the table of ground
 * models has room for all: beach that is shown as rock still drives like sand.
 */
#include <stdio.h>
#include <string.h>

#include "cli/ror/ror.h"

/* The ground model that --map gives a material. */
static enum err_code take_given(struct ror_ground *out, const struct ror *ror, const char *given,
                                struct err *err)
{
    const char *own = ror_find_model(ror, given, true);
    out->model = given;
    snprintf(out->reason, sizeof out->reason, "--map%s", own != NULL ? " and --ground-models" : "");
    if (own != NULL || engines_ror_ground_find(given) != GROUND_KINDS) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--map: \"%.40s\" is no ground model of Rigs of Rods%s: concrete, asphalt, "
                   "gravel, rock, ice, snow, metal, grass or sand",
                   given, ror->models != NULL ? " nor of --ground-models" : "");
}

static bool take_own(struct ror_ground *out, const struct ror *ror, const char *name)
{
    out->model = ror_find_model(ror, name, false);
    snprintf(out->reason, sizeof out->reason, "of that name in --ground-models");
    return out->model != NULL;
}

static bool take_word(struct ror_ground *out, const char *name, const char *whose)
{
    const char *word;
    const enum ground_kind kind = engines_ror_ground(ground_guess(name, &word));
    if (kind == GROUND_KINDS) return false;
    out->model = engines_ror_ground_name(kind);
    snprintf(out->reason, sizeof out->reason, "'%s' in %s name", word, whose);
    return true;
}

/* The name of the material counts only where --map has chosen it. */
static enum err_code choose(struct ror_ground *out, const struct ror *ror, uint32_t layer,
                            struct err *err)
{
    const uint32_t material = ror->merge->material_of_layer[layer];
    const char *name = ror->pair.map->layers[layer]->name;
    const char *mapped = ror->args->map != NULL ? ror->merge->names[material] : NULL;
    if (ror->grounds != NULL && ror->grounds[material] != NULL)
        return take_given(out, ror, ror->grounds[material], err);
    if (take_own(out, ror, name) || (mapped != NULL && take_own(out, ror, mapped))) return ERR_OK;
    if (take_word(out, name, mapped != NULL ? "the layer's" : "its") ||
        (mapped != NULL && take_word(out, mapped, "its")))
        return ERR_OK;
    out->model = engines_ror_ground_name(GROUND_GRAVEL);
    snprintf(out->reason, sizeof out->reason, "no word for a ground in its name");
    return ERR_OK;
}

enum err_code ror_choose_grounds(struct ror *ror, struct err *err)
{
    const uint32_t count = ror->pair.map->layer_count;
    ror->layer_grounds = mem_arena_alloc(&ror->arena, count, sizeof *ror->layer_grounds);
    const char **models = mem_arena_alloc(&ror->arena, count, sizeof *models);
    if (ror->layer_grounds == NULL || models == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for ground models");
    for (uint32_t i = 0; i < count; i++) {
        RETURN_IF_ERR(choose(&ror->layer_grounds[i], ror, i, err));
        models[i] = ror->layer_grounds[i].model;
    }
    RETURN_IF_ERR(render_merge_names(&ror->uses, ror->pair.map, models, err));
    if (ror->uses->count <= ROR_MAX_USES) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "the layers have %u ground models and the landuse picture has room for %d: "
                   "give several of them one \"ground\" with --map",
                   (unsigned)ror->uses->count, ROR_MAX_USES);
}
