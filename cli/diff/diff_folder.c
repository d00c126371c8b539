/* Bakes as they lie in folders: masks as whole numbers, materials that meet by name. */
#include <string.h>

#include "base/bytes.h"
#include "cli/diff/diff_cli.h"

/* ---- masks ---- */

static void mask_rows(void *context, uint32_t first_row, uint32_t rows, uint32_t *const *planes)
{
    const struct diff_side *side = context;
    const uint32_t width = side->baked.width;
    const size_t first = (size_t)first_row * width, count = (size_t)rows * width;
    for (size_t m = 0; m < side->baked.material_count; m++) {
        const struct baked_samples *mask = &side->masks[m];
        for (size_t i = 0; i < count; i++) {
            const uint8_t *at = mask->bytes + (first + i) * mask->bytes_per_sample;
            if (mask->bytes_per_sample == 1)
                planes[m][i] = *at;
            else if (mask->bytes_per_sample == 2)
                planes[m][i] = bytes_get_u16le(at);
            else
                planes[m][i] = compare_fine_steps(bytes_get_f32le(at));
        }
    }
}

static uint32_t sample_bytes(uint32_t full)
{
    return full == COMPARE_FULL_U8 ? 1 : full == COMPARE_FULL_U16 ? 2 : 4;
}

static enum err_code read_masks(struct diff_side *side, uint32_t full, struct err *err)
{
    const struct baked *baked = &side->baked;
    side->masks = mem_alloc(baked->material_count, sizeof *side->masks);
    if (side->masks == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the masks");
    for (size_t m = 0; m < baked->material_count; m++) {
        struct baked_samples *mask = &side->masks[m];
        char *path = baked_path(side->path, baked->materials[m].file);
        if (path == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
        enum err_code code = baked_read_samples(mask, path, err);
        if (code == ERR_OK &&
            (mask->width != baked->width || mask->height != baked->height || mask->channels != 1 ||
             mask->bytes_per_sample != sample_bytes(full))) {
            code =
                err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                        "holds %u x %u texels of %u bytes, the manifest says %u x %u of %u",
                        (unsigned)mask->width, (unsigned)mask->height,
                        (unsigned)(mask->channels * mask->bytes_per_sample), (unsigned)baked->width,
                        (unsigned)baked->height, (unsigned)sample_bytes(full));
            err_set_file(err, path);
        }
        mem_free(path);
        if (code != ERR_OK) return code;
    }
    return ERR_OK;
}

/* ---- joint numbers ---- */

/* Materials by name: the first of a name is the first of that name on the other side. */
static void number_by_name(struct diff *diff, struct diff_side *side, const char *const *names,
                           size_t count, bool *taken)
{
    memset(taken, 0, diff->joint_count * sizeof *taken);
    for (size_t m = 0; m < count; m++) {
        uint32_t j = 0;
        while (j < diff->joint_count && (taken[j] || strcmp(diff->names[j], names[m]) != 0)) j++;
        side->joint[m] = j;
        taken[j] = true;
        if (j < diff->joint_count) continue;
        diff->names[diff->joint_count++] = names[m];
    }
}

static enum err_code number_side(struct diff *diff, struct diff_side *side, bool *taken,
                                 struct err *err)
{
    if (side->map == NULL) {
        const size_t count = side->baked.material_count;
        const char **names = mem_arena_alloc(&diff->arena, count, sizeof *names);
        side->joint = mem_arena_alloc(&diff->arena, count, sizeof *side->joint);
        if (names == NULL || side->joint == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the materials");
        for (size_t m = 0; m < count; m++) names[m] = side->baked.materials[m].name;
        number_by_name(diff, side, names, count, taken);
        return ERR_OK;
    }
    struct render_merge *merge;
    RETURN_IF_ERR(render_merge_depth(&merge, side->map, diff->depth, err));
    enum err_code code = ERR_OK;
    const char **names = mem_arena_alloc(&diff->arena, merge->count, sizeof *names);
    uint32_t *by_layer = mem_arena_alloc(&diff->arena, merge->layer_count, sizeof *by_layer);
    side->joint = mem_arena_alloc(&diff->arena, merge->count, sizeof *side->joint);
    if (names == NULL || by_layer == NULL || side->joint == NULL) {
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the materials");
    } else {
        for (uint32_t m = 0; m < merge->count && code == ERR_OK; m++) {
            names[m] = mem_arena_text(&diff->arena, merge->names[m], strlen(merge->names[m]));
            if (names[m] == NULL)
                code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the materials");
        }
        if (code == ERR_OK) {
            number_by_name(diff, side, names, merge->count, taken);
            for (uint32_t m = 0; m < merge->count; m++)
                by_layer[merge->first_layer[m]] = side->joint[m];
            side->joint = by_layer;
        }
    }
    render_merge_free(merge);
    return code;
}

static size_t materials_of(const struct diff_side *side)
{
    return side->map != NULL ? side->map->layer_count : side->baked.material_count;
}

enum err_code diff_open_folders(struct diff *diff, struct err *err)
{
    const size_t most = materials_of(&diff->sides[0]) + materials_of(&diff->sides[1]);
    diff->names = mem_arena_alloc(&diff->arena, most + 1, sizeof *diff->names);
    bool *taken = mem_arena_alloc(&diff->arena, most + 1, sizeof *taken);
    if (diff->names == NULL || taken == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the materials");
    for (int s = 0; s < 2; s++) {
        struct diff_side *side = &diff->sides[s];
        RETURN_IF_ERR(number_side(diff, side, taken, err));
        if (side->map != NULL) continue;
        RETURN_IF_ERR(read_masks(side, diff->full, err));
        side->source = (struct compare_source){(uint32_t)side->baked.material_count, side->joint,
                                               mask_rows, side};
    }
    return diff_number_names(diff, err);
}
