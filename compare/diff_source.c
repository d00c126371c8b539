/* A map on a terrain as a coverage of whole numbers. */
#include "compare/diff.h"

#include <string.h>

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
    struct compare_map_source *s = mem_alloc(1, sizeof *s);
    enum scree_code code = SCREE_NO_MEMORY;
    if (s == NULL) goto fail;
    FAIL_IF_ERR(code, render_merge_depth(&s->merge, mapping->map, mapping->depth, err));
    FAIL_IF_ERR(code,
                render_plan_create(&s->plan, mapping->field, mapping->map, mapping->render, err));
    s->full = mapping->full;
    s->width = render_plan_width(s->plan);
    s->planes = mem_alloc(s->merge->count, sizeof *s->planes);
    s->joint = mem_alloc(s->merge->count, sizeof *s->joint);
    code = s->planes != NULL && s->joint != NULL ? SCREE_OK : SCREE_NO_MEMORY;
    if (code != SCREE_OK) goto fail;
    for (uint32_t m = 0; m < s->merge->count; m++)
        s->joint[m] = mapping->joint[s->merge->first_layer[m]];
    *source = (struct compare_source){s->merge->count, s->joint, fill_rows, s};
    *out = s;
    return SCREE_OK;

fail:
    compare_map_source_free(s);
    return err_set(err, code, "no memory to compare surface maps");
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
