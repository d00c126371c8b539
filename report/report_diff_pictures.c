/*
 * Pictures of a comparison, drawn as its bands pass: both sides, and what changed over the side
 * after in grey. The preview of a bake is taken where it has the size; else the side is drawn.
 */
#include <string.h>

#include "render/row_stream.h"
#include "report/diffing.h"

#define NO_DATA_GREY 127

/* The first of render_index_colour()'s twelve is grey, as is the ground here. */
void report_diff_colour(uint8_t rgb[3], uint32_t joint)
{
    render_index_colour(rgb, joint / 11 * 12 + joint % 11 + 1);
}

/* ---- which layer ---- */

static enum scree_code find_in_maps(struct report_diff *diff, struct scree_error *err)
{
    const struct srf_layer *found[2];
    const char *name = diff->options.given.layer;
    for (int s = 1; s >= 0; s--) {
        const size_t count = srf_find_layers(found, 2, diff->sides[s].map, name);
        if (count > 1)
            return err_set_option(
                err, "layer",
                "{layer}: '%.60s' means %zu layers: give more of its path, or #NUMBER", name,
                count);
        if (count == 0) continue;
        const uint32_t index = found[0]->index;
        diff->pictures->joint = s == 1 ? diff->changes->joint_of_after[index] : index;
        return SCREE_OK;
    }
    return err_set_option(err, "layer", "{layer}: there is no layer '%.60s'", name);
}

static enum scree_code find_layer(struct report_diff *diff, struct scree_error *err)
{
    diff->pictures->joint = SCREE_NO_LAYER;
    if (diff->options.given.layer == NULL) return SCREE_OK;
    if (diff->changes != NULL) return find_in_maps(diff, err);
    for (uint32_t j = 0; j < diff->joint_count; j++)
        if (strcmp(diff->names[j], diff->options.given.layer) == 0) {
            diff->pictures->joint = j;
            return SCREE_OK;
        }
    return err_set_option(err, "layer", "{layer}: there is no material '%.60s'",
                          diff->options.given.layer);
}

/* ---- sides ---- */

/* The preview that lies beside the masks, if it has this size. What it does not say is drawn. */
static enum scree_code take_preview(struct report_pictures *p, int s,
                                    const struct report_side *side, struct scree_error *err)
{
    struct baked_samples preview;
    struct scree_error ignored = SCREE_ERROR_INIT;
    p->drawn[s] = true;
    const enum scree_code code = report_diff_read(&preview, side, "preview.png", &ignored);
    if (code == SCREE_NO_MEMORY) return err_set(err, code, "no memory for a preview");
    if (code != SCREE_OK) return SCREE_OK;
    p->drawn[s] = preview.width != p->width || preview.height != p->height ||
                  preview.channels != 3 || preview.bytes_per_sample != 1;
    if (!p->drawn[s]) memcpy(p->sides[s], preview.bytes, preview.size);
    baked_samples_free(&preview);
    return SCREE_OK;
}

static enum scree_code render_side(const struct report_diff *diff, int s, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct render_light light = RENDER_LIGHT_DEFAULT;
    struct render_plan *plan = NULL;
    struct render_stream bands;
    RETURN_IF_ERR(render_stream_create(&bands, 1, err));
    render_stream_add_whole(&bands, diff->pictures->width, 3, diff->pictures->sides[s]);
    const struct render_target target = {
        .kind = SCREE_PICTURE_RGB8, .planes = bands.rows, .light = &light};
    enum scree_code code =
        render_plan_create(&plan, diff->options.field, diff->sides[s].map, &diff->render, err);
    if (code == SCREE_OK)
        code = render_stream_run(&bands, plan, &target, 1, diff->render.tile, job, err);
    render_plan_free(plan);
    render_stream_free(&bands);
    return code;
}

enum scree_code report_pictures_open(struct report_diff *diff, struct scree_error *err)
{
    struct report_pictures *p;
    RETURN_IF_ERR(MEM_NEED(&p, 1, sizeof *p, err));
    diff->pictures = p;
    const struct baked *baked = diff->sides[diff->sides[0].map != NULL].baked;
    p->width = baked != NULL ? baked->width : diff->render.width;
    p->height = baked != NULL ? baked->height : diff->render.height;
    const size_t texels = (size_t)p->width * p->height;
    p->gainer = mem_alloc_pixels(texels, sizeof *p->gainer + 3 * 3 + 1 + sizeof *p->lost);
    if (p->gainer == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for pictures of %u x %u texels",
                       (unsigned)p->width, (unsigned)p->height);
    p->sides[0] = (uint8_t *)(p->gainer + texels);
    p->sides[1] = p->sides[0] + 3 * texels;
    p->change = p->sides[1] + 3 * texels;
    p->amount = p->change + 3 * texels;
    p->lost = (bool *)(p->amount + texels);
    for (int s = 0; s < 2; s++)
        if (diff->sides[s].map == NULL) RETURN_IF_ERR(take_preview(p, s, &diff->sides[s], err));
    return find_layer(diff, err);
}

/* ---- as bands pass ---- */

static void draw_side(const struct report_diff *diff, int s, size_t first, size_t count,
                      const uint32_t *const *planes)
{
    uint8_t *rgb = diff->pictures->sides[s] + first * 3;
    for (size_t i = 0; i < count; i++) {
        uint64_t sum[3] = {0, 0, 0}, all = 0;
        for (uint32_t j = 0; j < diff->joint_count; j++) {
            uint8_t colour[3];
            report_diff_colour(colour, j);
            all += planes[j][i];
            for (int c = 0; c < 3; c++) sum[c] += (uint64_t)planes[j][i] * colour[c];
        }
        for (int c = 0; c < 3; c++) {
            const uint64_t level = sum[c] / diff->full;
            rgb[3 * i + (size_t)c] = (uint8_t)(level < 255 ? level : 255);
            if (all == 0) rgb[3 * i + (size_t)c] = NO_DATA_GREY;
        }
    }
}

static uint8_t of_255(const struct report_diff *diff, uint64_t amount)
{
    const uint64_t level = (amount * 255 + diff->full / 2) / diff->full;
    return (uint8_t)(level < 255 ? level : 255);
}

static void note_all(const struct report_diff *diff, size_t at, size_t i,
                     const uint32_t *const *before, const uint32_t *const *after)
{
    uint64_t gained = 0;
    uint32_t most = 0, gainer = 0;
    for (uint32_t j = 0; j < diff->joint_count; j++) {
        if (after[j][i] <= before[j][i]) continue;
        const uint32_t gain = after[j][i] - before[j][i];
        gained += gain;
        if (gain < most) continue;
        most = gain;
        gainer = j;
    }
    diff->pictures->amount[at] = of_255(diff, gained);
    diff->pictures->gainer[at] = (uint16_t)gainer;
}

void report_pictures_watch(void *context, uint32_t first_row, uint32_t rows,
                           const uint32_t *const *before, const uint32_t *const *after)
{
    const struct report_diff *diff = context;
    struct report_pictures *p = diff->pictures;
    const size_t first = (size_t)first_row * p->width, count = (size_t)rows * p->width;
    if (p->drawn[0]) draw_side(diff, 0, first, count, before);
    if (p->drawn[1]) draw_side(diff, 1, first, count, after);
    for (size_t i = 0; i < count; i++) {
        if (p->joint == SCREE_NO_LAYER) {
            note_all(diff, first + i, i, before, after);
            continue;
        }
        const uint32_t a = before[p->joint][i], b = after[p->joint][i];
        p->lost[first + i] = a > b;
        p->amount[first + i] = of_255(diff, a > b ? a - b : b - a);
    }
}

/* ---- what changed ---- */

/* Grey from the picture after, dark enough for colours to stand out. */
static uint8_t ground(const uint8_t *rgb)
{
    const unsigned grey = (rgb[0] * 77u + rgb[1] * 150u + rgb[2] * 29u) >> 8;
    return (uint8_t)(36 + grey * 100 / 255);
}

static void draw_change(const struct report_diff *diff)
{
    struct report_pictures *p = diff->pictures;
    const size_t texels = (size_t)p->width * p->height;
    const unsigned over = (unsigned)(diff->options.given.over * 255);
    for (size_t i = 0; i < texels; i++) {
        const unsigned amount = p->amount[i];
        /* What counts as changed is seen, however little it is. */
        const unsigned shown = amount > 0 && amount >= over ? 80 + amount * 175 / 255 : amount;
        const unsigned grey = ground(p->sides[1] + 3 * i);
        uint8_t colour[3];
        if (p->joint == SCREE_NO_LAYER)
            report_diff_colour(colour, p->gainer[i]);
        else
            memcpy(colour, p->lost[i] ? REPORT_LOST : REPORT_GAINED, 3);
        for (size_t c = 0; c < 3; c++)
            p->change[3 * i + c] = (uint8_t)((grey * (255 - shown) + colour[c] * shown) / 255);
    }
}

enum scree_code report_pictures_finish(struct report_diff *diff, struct scree_job *job,
                                       struct scree_error *err)
{
    for (int s = 0; s < 2; s++)
        if (diff->sides[s].map != NULL) RETURN_IF_ERR(render_side(diff, s, job, err));
    draw_change(diff);
    return SCREE_OK;
}
