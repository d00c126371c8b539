/* What each material is in the game: its colour, its look, its textures. */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "ground/ground_merge.h"
#include "ror/ror_plan.h"

#define MAX_STEM 40

/* The layer whose texture is shown: the largest, where a list has decided. */
static uint32_t choose_head(const struct ror_plan *plan, uint32_t material)
{
    const struct render_merge *merge = plan->groups.merge;
    uint32_t head = merge->first_layer[material];
    if (plan->groups.heads != NULL) return plan->groups.heads[head];
    for (uint32_t i = head; i < merge->layer_count; i++)
        if (merge->material_of_layer[i] == material && plan->layer_sums[i] > plan->layer_sums[head])
            head = i;
    return head;
}

/* The kind of ground that a material is drawn as. */
static enum ground_kind choose_look(const struct ror_plan *plan, uint32_t material)
{
    const struct ror_groups *groups = &plan->groups;
    const char *given = groups->grounds != NULL ? groups->grounds[material] : NULL;
    const enum ground_kind stock = given != NULL ? ror_ground_find(given) : GROUND_KINDS;
    return stock != GROUND_KINDS
               ? stock
               : ror_ground_nearest(ground_guess(groups->merge->names[material], NULL));
}

static enum scree_code name_texture(const char **out, struct mem_arena *arena,
                                    const struct ror_plan *plan, uint32_t material,
                                    const char *kind, const char *from, struct scree_error *err)
{
    char plain[MAX_STEM], name[ROR_FILE_SIZE + MAX_STEM];
    text_to_file_name(plain, sizeof plain, plan->groups.merge->names[material]);
    const bool dds = from != NULL && ground_own_is_dds(from);
    snprintf(name, sizeof name, "%s-%u-%s-%s.%s", plan->name, (unsigned)material, plain, kind,
             dds ? "dds" : "png");
    *out = mem_arena_text(arena, name, strlen(name));
    return *out != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code choose_textures(struct ror_materials *all, uint32_t material,
                                       struct mem_arena *arena, const struct ror_plan *plan,
                                       struct scree_error *err)
{
    const char *folder = plan->options.level.textures, *name = plan->groups.merge->names[material];
    struct ror_material *out = &all->list[material];
    RETURN_IF_ERR(ground_own_find(&out->diffuse_from, &all->own, name, "", err));
    RETURN_IF_ERR(ground_own_find(&out->normal_from, &all->own, name, "-normal", err));
    if (out->diffuse_from != NULL)
        snprintf(out->textures, sizeof out->textures, "textures from %.200s%s",
                 path_base_name(out->diffuse_from), out->normal_from != NULL ? " and -normal" : "");
    else
        snprintf(out->textures, sizeof out->textures, "textures drawn%s",
                 folder != NULL ? " (none in {textures})" : "");
    RETURN_IF_ERR(
        name_texture(&out->layer.diffuse, arena, plan, material, "ds", out->diffuse_from, err));
    RETURN_IF_ERR(
        name_texture(&out->layer.normal, arena, plan, material, "nh", out->normal_from, err));
    out->layer.repeat_mm = ground_texture_repeat_mm(out->look);
    if (plan->options.level.repeat_m > 0)
        out->layer.repeat_mm = (uint32_t)(plan->options.level.repeat_m * 1000 + 0.5);
    return SCREE_OK;
}

/* What a material covers, and how much of that shows another layer's texture above the water. */
static void count(struct ror_materials *all, uint32_t material, const struct ror_plan *plan)
{
    const struct render_merge *merge = plan->groups.merge;
    struct ror_material *out = &all->list[material];
    for (uint32_t i = 0; i < merge->layer_count; i++) {
        if (merge->material_of_layer[i] != material) continue;
        out->sum += plan->layer_sums[i];
        const bool is_wet = plan->weights != NULL && plan->weights[i] == GROUND_WET_WEIGHT;
        if (i != out->head && !is_wet) all->moved += plan->layer_sums[i];
    }
}

enum scree_code ror_choose_materials(struct ror_materials *out, struct mem_arena *arena,
                                     const struct ror_plan *plan, struct scree_error *err)
{
    const struct render_merge *merge = plan->groups.merge;
    uint64_t *weighed = mem_arena_alloc(arena, merge->layer_count, sizeof *weighed);
    out->list = mem_arena_alloc(arena, merge->count, sizeof *out->list);
    if (out->list == NULL || weighed == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < merge->layer_count; i++)
        weighed[i] = plan->layer_sums[i] * (plan->weights != NULL ? plan->weights[i] : 1);
    for (uint32_t m = 0; m < merge->count; m++) {
        struct ror_material *material = &out->list[m];
        ground_material_colour(material->colour, plan->inputs.map, merge, m, weighed);
        for (int c = 0; c < 3; c++) material->rgb[c] = ground_shown(material->colour[c]);
        material->look = choose_look(plan, m);
        RETURN_IF_ERR(choose_textures(out, m, arena, plan, err));
        material->head = choose_head(plan, m);
        count(out, m, plan);
    }
    return SCREE_OK;
}
