/* Two maps on a terrain, and the map before with one change at a time. */
#include "compare/diff.h"

#include <string.h>

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

/* ---- a map on a terrain as a coverage of whole numbers ---- */

struct compare_map_source {
    struct render_plan *plan;
    struct render_merge *merge;
    uint32_t *joint; /* [material] */
    uint32_t full, width;
    void **planes; /* [material], in the numbers that render_rows() writes */
};

/* Eight and sixteen bits are widened where they stand, from the last to the first. */
static void widen(uint32_t *plane, size_t count, uint32_t full)
{
    const uint8_t *bytes = (const uint8_t *)plane;
    if (full == COMPARE_FULL_FINE) {
        for (size_t i = 0; i < count; i++) {
            float weight;
            memcpy(&weight, &plane[i], sizeof weight);
            plane[i] = weight > 0.0f ? render_units(weight) : 0; /* not a number: no data */
        }
        return;
    }
    for (size_t i = count; i-- > 0;) {
        uint16_t wide = bytes[i];
        if (full == COMPARE_FULL_U16) memcpy(&wide, bytes + 2 * i, sizeof wide);
        plane[i] = wide;
    }
}

static void fill_rows(void *context, uint32_t first_row, uint32_t rows, uint32_t *const *planes)
{
    struct compare_map_source *s = context;
    for (uint32_t m = 0; m < s->merge->count; m++) s->planes[m] = planes[m];
    const enum scree_plane_kind kind = s->full == COMPARE_FULL_FINE  ? SCREE_WEIGHT_F32
                                       : s->full == COMPARE_FULL_U16 ? SCREE_WEIGHT_U16
                                                                     : SCREE_WEIGHT_U8;
    const struct render_target target = {.kind = (int)kind, .merge = s->merge, .planes = s->planes};
    render_rows(s->plan, first_row, rows, &target, 1);
    for (uint32_t m = 0; m < s->merge->count; m++)
        widen(planes[m], (size_t)rows * s->width, s->full);
}

enum scree_code compare_map_source_create(struct compare_map_source **out,
                                          struct compare_source *source,
                                          const struct compare_mapping *mapping,
                                          struct scree_error *err)
{
    *out = NULL;
    struct compare_map_source *s;
    enum scree_code code;
    RETURN_IF_ERR(MEM_NEED(&s, 1, sizeof *s, err));
    FAIL_IF_ERR(code, render_merge_depth(&s->merge, mapping->map, mapping->depth, err));
    FAIL_IF_ERR(code,
                render_plan_create(&s->plan, mapping->field, mapping->map, mapping->render, err));
    s->full = mapping->full;
    s->width = render_plan_width(s->plan);
    FAIL_IF_ERR(code, MEM_NEED(&s->planes, s->merge->count, sizeof *s->planes, err));
    FAIL_IF_ERR(code, MEM_NEED(&s->joint, s->merge->count, sizeof *s->joint, err));
    for (uint32_t m = 0; m < s->merge->count; m++)
        s->joint[m] = mapping->joint[s->merge->first_layer[m]];
    *source = (struct compare_source){s->merge->count, s->joint, fill_rows, s};
    *out = s;
    return SCREE_OK;

fail:
    compare_map_source_free(s);
    return code;
}

void compare_map_source_free(struct compare_map_source *source)
{
    if (source == NULL) return;
    render_plan_free(source->plan);
    render_merge_free(source->merge);
    mem_free(source->planes);
    mem_free(source->joint);
    mem_free(source);
}
