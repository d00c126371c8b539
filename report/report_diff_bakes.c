/* Bakes as they lie in folders: masks as whole numbers, materials that meet by name. */
#include <string.h>

#include "base/bytes.h"
#include "base/path.h"
#include "report/diffing.h"

/* ---- masks ---- */

static void mask_rows(void *context, uint32_t first_row, uint32_t rows, uint32_t *const *planes)
{
    const struct report_side_work *work = context;
    const uint32_t width = work->masks[0].width;
    const size_t first = (size_t)first_row * width, count = (size_t)rows * width;
    for (size_t m = 0; m < work->source.count; m++) {
        const struct baked_samples *mask = &work->masks[m];
        for (size_t i = 0; i < count; i++) {
            const uint8_t *at = mask->bytes + (first + i) * mask->bytes_per_sample;
            if (mask->bytes_per_sample == 1)
                planes[m][i] = *at;
            else if (mask->bytes_per_sample == 2)
                planes[m][i] = bytes_get_u16le(at);
            else
                planes[m][i] = render_units(bytes_get_f32le(at));
        }
    }
}

static uint32_t sample_bytes(uint32_t full)
{
    return full == COMPARE_FULL_U8 ? 1 : full == COMPARE_FULL_U16 ? 2 : 4;
}

static const struct sink_file *find_file(const struct sink *sink, const char *name)
{
    for (size_t i = 0; i < sink_count(sink); i++)
        if (strcmp(sink_at(sink, i)->name, name) == 0) return sink_at(sink, i);
    return NULL;
}

enum scree_code report_diff_read(struct baked_samples *out, const struct report_side *side,
                                 const char *name, struct scree_error *err)
{
    if (side->files != NULL) {
        const struct sink_file *file = find_file(side->files, name);
        const enum scree_code code =
            file != NULL ? baked_decode(out, name, file->bytes, (size_t)file->size_bytes, err)
                         : err_set(err, SCREE_CANNOT_READ, "is not among the files of the bake");
        if (code != SCREE_OK) err_set_file(err, name);
        return code;
    }
    return baked_read_file(out, side->baked, name, err);
}

static enum scree_code read_mask(struct baked_samples *mask, const struct report_side *side,
                                 size_t m, uint32_t full, struct scree_error *err)
{
    const struct baked *baked = side->baked;
    RETURN_IF_ERR(report_diff_read(mask, side, baked->materials[m].file, err));
    if (mask->width == baked->width && mask->height == baked->height && mask->channels == 1 &&
        mask->bytes_per_sample == sample_bytes(full))
        return SCREE_OK;
    err_set(err, SCREE_MALFORMED,
            "holds %u x %u texels of %u bytes, the manifest says %u x %u of %u",
            (unsigned)mask->width, (unsigned)mask->height,
            (unsigned)(mask->channels * mask->bytes_per_sample), (unsigned)baked->width,
            (unsigned)baked->height, (unsigned)sample_bytes(full));
    char *path = path_join(baked->folder, baked->materials[m].file);
    if (path != NULL) err_set_file(err, path);
    mem_free(path);
    return SCREE_MALFORMED;
}

static enum scree_code read_masks(struct report_diff *diff, int s, struct scree_error *err)
{
    const struct report_side *side = &diff->sides[s];
    struct report_side_work *work = &diff->work[s];
    const size_t count = side->baked->material_count;
    RETURN_IF_ERR(MEM_NEED(&work->masks, count, sizeof *work->masks, err));
    for (size_t m = 0; m < count; m++)
        RETURN_IF_ERR(read_mask(&work->masks[m], side, m, diff->full, err));
    work->source = (struct compare_source){(uint32_t)count, work->joint, mask_rows, work};
    return SCREE_OK;
}

/* ---- joint numbers ---- */

/* Materials by name: the first of a name is the first of that name on the other side. */
static void number_by_name(struct report_diff *diff, uint32_t *joint, const char *const *names,
                           size_t count, bool *taken)
{
    memset(taken, 0, diff->joint_count * sizeof *taken);
    for (size_t m = 0; m < count; m++) {
        uint32_t j = 0;
        while (j < diff->joint_count && (taken[j] || strcmp(diff->names[j], names[m]) != 0)) j++;
        joint[m] = j;
        taken[j] = true;
        if (j < diff->joint_count) continue;
        diff->names[diff->joint_count++] = names[m];
    }
}

static enum scree_code number_bake(struct report_diff *diff, int s, bool *taken,
                                   struct scree_error *err)
{
    const struct baked *baked = diff->sides[s].baked;
    const size_t count = baked->material_count;
    const char **names = mem_arena_alloc(&diff->arena, count, sizeof *names);
    uint32_t *joint = mem_arena_alloc(&diff->arena, count, sizeof *joint);
    RETURN_IF_ERR(mem_arena_check(&diff->arena, err));
    for (size_t m = 0; m < count; m++) names[m] = baked->materials[m].name;
    number_by_name(diff, joint, names, count, taken);
    diff->work[s].joint = joint;
    return SCREE_OK;
}

static enum scree_code number_merged(struct report_diff *diff, int s,
                                     const struct render_merge *merge, bool *taken,
                                     struct scree_error *err)
{
    const char **names = mem_arena_alloc(&diff->arena, merge->count, sizeof *names);
    uint32_t *joint = mem_arena_alloc(&diff->arena, merge->count, sizeof *joint);
    uint32_t *by_layer = mem_arena_alloc(&diff->arena, merge->layer_count, sizeof *by_layer);
    RETURN_IF_ERR(mem_arena_check(&diff->arena, err));
    for (uint32_t m = 0; m < merge->count; m++)
        names[m] = mem_arena_text(&diff->arena, merge->names[m], strlen(merge->names[m]));
    RETURN_IF_ERR(mem_arena_check(&diff->arena, err));
    number_by_name(diff, joint, names, merge->count, taken);
    for (uint32_t m = 0; m < merge->count; m++) by_layer[merge->first_layer[m]] = joint[m];
    diff->work[s].joint = by_layer;
    return SCREE_OK;
}

static enum scree_code number_map(struct report_diff *diff, int s, bool *taken,
                                  struct scree_error *err)
{
    struct render_merge *merge;
    RETURN_IF_ERR(render_merge_depth(&merge, diff->sides[s].map, diff->depth, err));
    const enum scree_code code = number_merged(diff, s, merge, taken, err);
    render_merge_free(merge);
    return code;
}

static size_t materials_of(const struct report_side *side)
{
    return side->map != NULL ? side->map->layer_count : side->baked->material_count;
}

enum scree_code report_diff_open_bakes(struct report_diff *diff, struct scree_error *err)
{
    const size_t most = materials_of(&diff->sides[0]) + materials_of(&diff->sides[1]);
    diff->names = mem_arena_alloc(&diff->arena, most + 1, sizeof *diff->names);
    bool *taken = mem_arena_alloc(&diff->arena, most + 1, sizeof *taken);
    RETURN_IF_ERR(mem_arena_check(&diff->arena, err));
    for (int s = 0; s < 2; s++) {
        if (diff->sides[s].map != NULL) {
            RETURN_IF_ERR(number_map(diff, s, taken, err));
            continue;
        }
        RETURN_IF_ERR(number_bake(diff, s, taken, err));
        RETURN_IF_ERR(read_masks(diff, s, err));
    }
    return report_diff_number_names(diff, err);
}
