/*
 * Rule (The model): What a layer is near to is another layer's ground, or water or roads of the terrain. See
 * model.md#limits-of-the-text-forms-own, roads/roads_waters.c. Tests: unit/test_model, unit/test_things.
 *
 * The ground of a layer that others are near to: the points of the terrain where what its limits and those of all it
 * stands in leave, the noise left out, is at least 1/2. A plan of these layers alone finds it.
 */
#include "render/plan.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "derive/derive.h"

#define MOST_WITHIN 8 /* plans within each other */
#define GROUND 0.5f
#define ROWS_AT_ONCE 64

static void put_layer(struct sha *sha, const struct srf_map *map, const struct srf_layer *layer)
{
    const float values[] = {layer->covr,    layer->smsz,    layer->alte[0], layer->alte[1],
                            layer->altl[0], layer->altl[1], layer->altf[0], layer->altf[1],
                            layer->slpe[0], layer->slpe[1], layer->slpl[0], layer->slpl[1],
                            layer->slpf[0], layer->slpf[1]};
    const uint32_t parent = layer->parent != NULL ? layer->parent->index : 0;
    const struct srf_mask *const picture =
        layer->mask[0] != '\0' ? srf_find_classes(map, layer->mask, layer->classes) : NULL;
    sha_put(sha, &layer->index, sizeof layer->index);
    sha_put(sha, &parent, sizeof parent);
    sha_put(sha, values, sizeof values);
    sha_put(sha, layer->limits, sizeof layer->limits);
    if (picture != NULL) sha_put(sha, picture->identity, sizeof picture->identity);
    sha_put(sha, layer->near_to, strlen(layer->near_to) + 1);
}

/* Of all that decides which points the other layer has. */
static enum scree_code digest(char out[SHA_HEX_SIZE], const struct plan_near *how,
                              const bool *needed, struct scree_error *err)
{
    struct sha *const sha = sha_start();
    if (sha == NULL) return err_no_memory(err);
    const uint32_t root_density = how->options->root_density;
    sha_put(sha, &how->options->relief, sizeof how->options->relief);
    sha_put(sha, &root_density, sizeof root_density);
    sha_put(sha, &how->to->index, sizeof how->to->index);
    for (uint32_t i = 0; i < how->map->layer_count; i++)
        if (needed[i]) put_layer(sha, how->map, how->map->layers[i]);
    sha_end(out, sha);
    return SCREE_OK;
}

/* The layer of the whole map that a layer of a plan is. */
static const struct srf_layer *layer_of(const struct render_plan *plan, uint32_t layer,
                                        const struct plan_near *within)
{
    if (within == NULL) return plan->map->layers[layer];
    const struct srf_layer *at = within->to;
    for (uint32_t k = plan->layer_count - 1; k > layer; k--) at = at->parent;
    return at;
}

static_assert((int)TER_WATER == SRF_WATER && (int)TER_ROADS == SRF_ROADS, "numbers of things");

/* What lies on the terrain is the same for all. */
static enum scree_code near_thing(struct plan_filter *out, struct plan_near *how,
                                  const struct render_plan *plan, const struct srf_layer *from,
                                  struct scree_error *err)
{
    how->thing = (enum ter_thing)srf_near_thing(from->near_to);
    snprintf(out->digest, sizeof out->digest, "%s", from->near_to);
    if (ter_has_thing(plan->terrains[0].field, how->thing)) return SCREE_OK;
    return err_set_option(
        err, "roads",
        "layer \"%s\": it is near to %s, and the terrain has none: give {roads}%s, "
        "or switch the limit off",
        from->name, from->near_to, how->thing == TER_WATER ? ", an extract with water" : "");
}

enum scree_code plan_near(struct plan_filter *out, struct plan_near *how,
                          const struct render_plan *plan, uint32_t layer,
                          const struct plan_lender *lender, struct scree_error *err)
{
    const struct plan_near *const within = lender->within;
    const struct srf_layer *const from = layer_of(plan, layer, within);
    *how = (struct plan_near){.map = within != NULL ? within->map : plan->map,
                              .options = &plan->options,
                              .lender = *lender,
                              .depth = within != NULL ? within->depth + 1 : 1};
    *out = (struct plan_filter){.made = PLAN_NEAR, .how = how};
    how->lender.old = NULL;
    how->lender.within = how;
    if (how->depth > MOST_WITHIN)
        return err_set(err, SCREE_LIMIT,
                       "layer \"%s\": it is near to a layer that is near to another, and so on, "
                       "over more than %d; let one of them be near to nothing",
                       from->name, MOST_WITHIN);
    bool *needed;
    RETURN_IF_ERR(MEM_NEED(&needed, how->map->layer_count, sizeof *needed, err));
    enum scree_code code = srf_near(&how->to, needed, how->map, from, err);
    if (code == SCREE_OK && how->to != NULL) code = digest(out->digest, how, needed, err);
    mem_free(needed);
    if (code == SCREE_OK && how->to == NULL) code = near_thing(out, how, plan, from, err);
    return code;
}

/* ---- the ground ---- */

/* The layer and what it stands in, each the only one in the one before. */
struct chain {
    struct srf_map map;
    struct srf_layer *layers, **list;
    float *reach; /* [row][column], of some rows */
    void **planes;
};

static void free_chain(struct chain *chain)
{
    mem_free(chain->layers);
    mem_free(chain->list);
    mem_free(chain->reach);
    mem_free(chain->planes);
}

static enum scree_code make_chain(struct chain *chain, const struct plan_near *how,
                                  const struct ter_field *field, struct scree_error *err)
{
    uint32_t count = 0;
    for (const struct srf_layer *at = how->to; at != NULL; at = at->parent) count++;
    const size_t floats = (size_t)field->points_x * ROWS_AT_ONCE;
    *chain = (struct chain){.layers = mem_alloc(count, sizeof *chain->layers),
                            .list = mem_alloc(count, sizeof *chain->list),
                            .reach = mem_alloc(floats, sizeof *chain->reach),
                            .planes = mem_alloc(count, sizeof *chain->planes)};
    if (chain->layers == NULL || chain->list == NULL || chain->reach == NULL ||
        chain->planes == NULL)
        return err_no_memory(err);
    const struct srf_layer *at = how->to;
    for (uint32_t i = count; i-- > 0; at = at->parent) {
        struct srf_layer *const layer = chain->list[i] = &chain->layers[i];
        *layer = *at;
        layer->vari = 0.0f;
        layer->index = layer->depth = i;
        layer->parent = i > 0 ? &chain->layers[i - 1] : NULL;
        layer->first_child = i + 1 < count ? &chain->layers[i + 1] : NULL;
        layer->next = NULL;
    }
    chain->map = (struct srf_map){.root = &chain->layers[0],
                                  .layer_count = count,
                                  .layers = chain->list,
                                  .masks = how->map->masks,
                                  .mask_count = how->map->mask_count};
    chain->planes[count - 1] = chain->reach;
    return SCREE_OK;
}

static enum scree_code mark(uint8_t *marked, struct render_plan *plan, const struct chain *chain,
                            struct scree_job *job, struct scree_error *err)
{
    struct render_merge *merge;
    RETURN_IF_ERR(render_merge_depth(&merge, &chain->map, RENDER_NO_DEPTH, err));
    const struct render_target target = {
        .kind = SCREE_EFF_F32, .merge = merge, .planes = chain->planes};
    enum scree_code code = SCREE_OK;
    for (uint32_t y = 0; code == SCREE_OK && y < plan->height; y += ROWS_AT_ONCE) {
        const uint32_t left = plan->height - y;
        const uint32_t rows = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        const size_t count = (size_t)rows * plan->width, first = (size_t)y * plan->width;
        render_rows(plan, y, rows, &target, 1);
        for (size_t i = 0; i < count; i++) marked[first + i] = chain->reach[i] >= GROUND;
        code = job_poll(job, err);
    }
    render_merge_free(merge);
    return code;
}

static enum scree_code mark_ground(uint8_t *marked, const struct ter_field *field,
                                   const struct plan_near *how, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct render_options options = {.grid = SCREE_VERTICES,
                                           .relief = how->options->relief,
                                           .root_density = how->options->root_density,
                                           .threads = how->options->threads,
                                           .isa = how->options->isa,
                                           .exhaustive = how->options->exhaustive,
                                           .model = how->options->model,
                                           .job = job};
    struct chain chain;
    struct render_plan *plan = NULL;
    enum scree_code code = make_chain(&chain, how, field, err);
    if (code == SCREE_OK) code = plan_create(&plan, field, &chain.map, &options, &how->lender, err);
    if (code == SCREE_OK) code = mark(marked, plan, &chain, job, err);
    render_plan_free(plan);
    free_chain(&chain);
    return code;
}

/* Points without data are no ground of anything. */
static enum scree_code mark_thing(uint8_t *marked, const struct ter_field *field,
                                  enum ter_thing thing, struct scree_error *err)
{
    const size_t points = (size_t)field->points_x * field->points_y;
    RETURN_IF_ERR(field->things.mark(marked, field, thing, err));
    for (size_t i = 0; field->has_missing && i < points; i++)
        if (field->samples[i] != field->samples[i]) marked[i] = 0;
    return SCREE_OK;
}

enum scree_code plan_near_field(struct ter_field **out, const struct ter_field *field,
                                const struct plan_near *how, struct scree_job *job,
                                struct scree_error *err)
{
    uint8_t *marked;
    RETURN_IF_ERR(MEM_NEED(&marked, (size_t)field->points_x * field->points_y, 1, err));
    enum scree_code code = how->to != NULL ? mark_ground(marked, field, how, job, err)
                                           : mark_thing(marked, field, how->thing, err);
    if (code == SCREE_OK) code = derive_near(out, field, marked, RENDER_NOWHERE_M, job, err);
    mem_free(marked);
    return code;
}
