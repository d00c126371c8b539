/* What grows, for engines that have something to stand there. */
#include "base/bytes.h"
#include "engines/engines_plan.h"

/* ---- deciding ---- */

enum scree_code engines_place_plants(struct engines_plan *plan, const struct engines_given *given,
                                     struct scree_job *job, struct scree_error *err)
{
    const struct scree_engine_options *options = &plan->options;
    if (!plan->profile->takes_plants) return SCREE_OK;
    RETURN_IF_ERR(
        plants_list_make(&plan->plants, plan->inputs.map, given->plants, options->plants_set, err));
    if (plan->plants == NULL) return SCREE_OK;
    const struct plants_options how = {
        .how = render_how_of(job, options->how.relief, options->how.root_density),
        .has_water = options->has_water,
        .water_m = options->water_m};
    return plants_place(&plan->placed, plan->plants, &plan->inputs, &how, job, err);
}

void engines_free_plants(struct engines_plan *plan)
{
    plants_placed_free(plan->placed);
    plants_list_free(plan->plants);
}

/* ---- trees of Spring: features in the .smf ---- */

/* Source: docs/formats.md, Spring. */
#define TREES_LOW_M 3.0f /* what is lower would be a tree of the engine's size */
#define TREES 16         /* kinds that the engine has: 0 to 7 conifers, 8 to 15 with leaves */
#define CONIFERS 8

static bool is_tree(const struct plants_species *species)
{
    const struct plants_model *model = species->model;
    return model->shape != PLANTS_STONE && model->shape != PLANTS_TUFT &&
           model->height_m >= TREES_LOW_M;
}

/* The engine's kind for a plant: a few of them in turn, by its yaw. */
static uint32_t tree_of(const struct plants_species *species, const struct plants_item *item)
{
    const uint32_t kind = item->yaw % CONIFERS;
    return species->model->shape == PLANTS_CONE ? kind : CONIFERS + kind;
}

size_t engines_count_trees(const struct engines_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; plan->placed != NULL && i < plan->placed->count; i++)
        count += is_tree(&plan->plants->species[plan->placed->items[i].species]);
    return count;
}

static enum scree_code put_tree(struct stream *to, const struct engines_plan *plan,
                                const struct plants_item *item, double sea_m,
                                struct scree_error *err)
{
    uint8_t bytes[24];
    const double units = plan->scale / PLANTS_UNITS;
    const double foot = (item->ground_m - sea_m - item->sink_mm / 1000.0) * plan->scale;
    const int32_t heading = item->yaw < 128 ? item->yaw * 256 : item->yaw * 256 - 65536;
    bytes_put_u32le(bytes, tree_of(&plan->plants->species[item->species], item));
    bytes_put_f32le(bytes + 4, (float)(item->x * units));
    bytes_put_f32le(bytes + 8, (float)foot);
    bytes_put_f32le(bytes + 12, (float)(item->z * units));
    bytes_put_f32le(bytes + 16, (float)heading);
    bytes_put_f32le(bytes + 20, 1);
    return stream_put(to, bytes, sizeof bytes, err);
}

enum scree_code engines_put_trees(struct stream *to, const struct engines_plan *plan, double sea_m,
                                  struct scree_error *err)
{
    uint8_t head[8];
    const size_t count = engines_count_trees(plan);
    bytes_put_u32le(head, count > 0 ? TREES : 0);
    bytes_put_u32le(head + 4, (uint32_t)count);
    RETURN_IF_ERR(stream_put(to, head, sizeof head, err));
    for (unsigned kind = 0; count > 0 && kind < TREES; kind++) {
        RETURN_IF_ERR(stream_print(to, err, "TreeType%u", kind));
        RETURN_IF_ERR(stream_put(to, "", 1, err));
    }
    for (size_t i = 0; count > 0 && i < plan->placed->count; i++) {
        const struct plants_item *item = &plan->placed->items[i];
        if (is_tree(&plan->plants->species[item->species]))
            RETURN_IF_ERR(put_tree(to, plan, item, sea_m, err));
    }
    return SCREE_OK;
}

/* ---- telling ---- */

void engines_tell_plants(const struct engines_plan *plan, struct scree_job *job)
{
    if (plan->placed == NULL) return;
    plants_tell(plan->placed, job);
    const size_t missing = plan->placed->count - engines_count_trees(plan);
    if (missing > 0)
        job_note(job, NULL,
                 "left out: %zu stones and plants under %.0f m (%s has no models for them)",
                 missing, (double)TREES_LOW_M, plan->profile->about.title);
}
