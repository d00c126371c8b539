/* Two maps on a terrain, and the map before with one change at a time. */
#include "compare/diff.h"

struct evaluation {
    struct compare_changes *changes;
    const struct ter_field *field;
    const struct srf_map *before, *after;
    const struct compare_evaluate_options *options;
    struct mem_arena arena; /* maps and joint numbers */
    size_t count;           /* of variants */
    struct compare_change *made[COMPARE_MAX_VARIANTS];
    /* before, after, variants */
    struct compare_map_source *maps[COMPARE_MAX_VARIANTS + 2];
    struct compare_source sources[COMPARE_MAX_VARIANTS + 2];
};

static enum scree_code open_source(struct evaluation *e, size_t at, const struct srf_map *map,
                                   const uint32_t *joint, struct scree_error *err)
{
    const struct compare_mapping mapping = {
        e->field, map, &e->options->render, e->options->depth, COMPARE_FULL_FINE, joint};
    return compare_map_source_create(&e->maps[at], &e->sources[at], &mapping, err);
}

static enum scree_code open_sides(struct evaluation *e, struct scree_error *err)
{
    uint32_t *own = mem_arena_alloc(&e->arena, e->before->layer_count, sizeof *own);
    if (own == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < e->before->layer_count; i++) own[i] = i;
    RETURN_IF_ERR(open_source(e, 0, e->before, own, err));
    return open_source(e, 1, e->after, e->changes->joint_of_after, err);
}

static enum scree_code open_variant(struct evaluation *e, struct compare_change *change,
                                    struct scree_error *err)
{
    struct diff_tree tree;
    struct srf_map *map;
    uint32_t *joint;
    RETURN_IF_ERR(diff_tree_create(&tree, e->changes, e->before, e->after, &e->arena, err));
    if (!diff_tree_apply(&tree, change)) return SCREE_OK;
    RETURN_IF_ERR(diff_tree_map(&map, &joint, &tree, &e->arena, err));
    RETURN_IF_ERR(open_source(e, e->count + 2, map, joint, err));
    e->made[e->count++] = change;
    return SCREE_OK;
}

static enum scree_code open_variants(struct evaluation *e, struct scree_error *err)
{
    size_t wanted = 0;
    for (size_t i = 0; i < e->changes->count; i++) wanted += e->changes->list[i].is.places != 0;
    if (!e->options->explain || wanted > COMPARE_MAX_VARIANTS) return SCREE_OK;
    for (size_t i = 0; i < e->changes->count; i++)
        if (e->changes->list[i].is.places)
            RETURN_IF_ERR(open_variant(e, &e->changes->list[i], err));
    return SCREE_OK;
}

enum scree_code compare_evaluate(struct compare_cover **out, struct compare_changes *changes,
                                 const struct ter_field *field, const struct srf_map *before,
                                 const struct srf_map *after,
                                 const struct compare_evaluate_options *options,
                                 struct scree_error *err)
{
    *out = NULL;
    struct evaluation e = {changes, field, before, after, options, {0}, 0, {0}, {0}, {{0}}};
    struct compare_cover_options cover = options->cover;
    enum scree_code code;
    FAIL_IF_ERR(code, open_sides(&e, err));
    FAIL_IF_ERR(code, open_variants(&e, err));
    cover.width = options->render.width > 0 ? options->render.width : field->points_x - 1;
    cover.height = options->render.width > 0 ? options->render.height : field->points_y - 1;
    cover.full = COMPARE_FULL_FINE;
    cover.count = changes->joint_count;
    cover.variants = e.sources + 2;
    cover.variant_count = e.count;
    FAIL_IF_ERR(code, compare_cover(out, &e.sources[0], &e.sources[1], &cover, err));
    for (size_t v = 0; v < e.count; v++) {
        const struct compare_cover *const c = *out;
        struct compare_change *const change = e.made[v];
        change->alone = c->alone[v];
        change->share = (int64_t)c->amount - (int64_t)c->rest[v];
        change->ground_share = c->ground_amount - c->ground_rest[v];
        change->is.evaluated = true;
        change->is.alone = c->ground_alone[v] / (c->whole * c->full);
        if (c->amount > 0) change->is.explains = change->ground_share / c->ground_amount;
    }

fail:
    for (size_t i = 0; i < e.count + 2; i++) compare_map_source_free(e.maps[i]);
    mem_arena_free(&e.arena);
    return code;
}
