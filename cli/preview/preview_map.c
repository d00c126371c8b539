/* Maps seen from above: in light, plain, by strongest layer, and by how clear that is. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "cli/preview/legend.h"
#include "cli/preview/preview.h"

/* ---- pictures ---- */

static enum err_code shaded_picture(uint8_t **rgb, const struct preview *preview, struct err *err)
{
    const double *const sun_deg = preview->args->sun_deg;
    struct render_sky sky;
    struct ter_cast *cast;
    RETURN_IF_ERR(render_sky_set(&sky, sun_deg[0], sun_deg[1], err));
    RETURN_IF_ERR(ter_cast_create(&cast, preview->pair->field, err));
    struct render_target target = {.kind = RENDER_SHADED_RGB8, .sky = &sky, .cast = cast};
    void *memory;
    const enum err_code code = preview_render(&memory, preview, &target, 1, 3, err);
    ter_cast_free(cast);
    *rgb = memory;
    return code;
}

static enum err_code flat_picture(uint8_t **rgb, const struct preview *preview, struct err *err)
{
    struct render_light light = RENDER_LIGHT_DEFAULT;
    light.lit = false;
    struct render_target target = {.kind = RENDER_PICTURE_RGB8, .light = &light};
    void *memory;
    const enum err_code code = preview_render(&memory, preview, &target, 1, 3, err);
    *rgb = memory;
    return code;
}

static enum err_code one_plane(uint8_t **out, const struct preview *preview, enum render_kind kind,
                               struct err *err)
{
    struct render_target target = {.kind = kind, .merge = preview->merge};
    void *memory;
    const enum err_code code = preview_render(&memory, preview, &target, 1, 1, err);
    *out = memory;
    return code;
}

/* ---- legends ---- */

static void name_entry(struct legend_entry *entry, const struct preview *preview, uint32_t layer,
                       double share)
{
    char area[48];
    snprintf(entry->text, sizeof entry->text, "%.90s  %s",
             preview_layer_name(preview->pair->map->layers[layer]),
             preview_area(area, sizeof area, preview, share));
}

/* Each layer in its own colour, with its mean visible weight. */
static enum err_code weight_legend(struct legend_entry *entries, const struct preview *preview,
                                   struct err *err)
{
    const uint32_t count = preview->merge->count;
    uint64_t *sums = mem_alloc(count, sizeof *sums);
    if (sums == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for sums");
    struct render_target target = {.kind = RENDER_COVERAGE, .merge = preview->merge, .sums = sums};
    void *memory;
    const enum err_code code = preview_render(&memory, preview, &target, 0, 1, err);
    const double all = (double)preview->width * preview->height * 16777216.0;
    for (uint32_t k = 0; k < count; k++) {
        const struct srf_layer *const layer = preview->pair->map->layers[k];
        if (preview->args->limits && (layer->slpe[0] >= 0.5f || layer->slpe[1] >= 0.5f) &&
            (k > 0 || preview->args->render.root_density))
            render_index_colour(entries[k].rgb, k);
        else
            preview_layer_colour(entries[k].rgb, layer);
        name_entry(&entries[k], preview, k, (double)sums[k] / all);
    }
    mem_free_pixels(memory);
    mem_free(sums);
    return code;
}

/* ---- kinds ---- */

static enum err_code finish(struct canvas *out, const struct preview *preview, const uint8_t *rgb,
                            const struct legend_entry *entries, size_t count, struct err *err)
{
    const unsigned scale = canvas_scale(preview->width);
    const size_t least = legend_width(entries, count, scale);
    const size_t width = count > 0 && least > preview->width ? least : preview->width;
    const size_t below = count > 0 ? legend_height(entries, count, width, scale) : 0;
    RETURN_IF_ERR(canvas_create(out, width, preview->height + below, scale, err));
    canvas_put(out, 0, 0, rgb, preview->width, preview->height);
    legend_draw(out, preview->height, entries, count);
    return ERR_OK;
}

static enum err_code draw_over(struct canvas *canvas, const struct preview *preview,
                               struct err *err)
{
    const struct args_preview *const args = preview->args;
    if (args->contour_m > 0.0 || args->limits) {
        struct preview_ground ground;
        RETURN_IF_ERR(preview_ground_create(&ground, preview, err));
        if (args->contour_m > 0.0) preview_contours(canvas, preview, &ground);
        if (args->limits) preview_limits(canvas, preview, &ground);
        preview_ground_free(&ground);
    }
    if (args->legend) preview_marks(canvas, preview);
    return ERR_OK;
}

/* The strongest layers, by colours that are easy to tell apart. */
static enum err_code layers_picture(uint8_t **rgb, struct legend_entry *entries,
                                    const struct preview *preview, struct err *err)
{
    const size_t texels = (size_t)preview->width * preview->height;
    uint8_t *winners;
    uint64_t won[256] = {0};
    RETURN_IF_ERR(one_plane(&winners, preview, RENDER_WINNER_U8, err));
    *rgb = mem_alloc_pixels(texels, 3);
    if (*rgb == NULL) {
        mem_free_pixels(winners);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture of %zu texels",
                       texels);
    }
    for (size_t i = 0; i < texels; i++) {
        won[winners[i]]++;
        render_index_colour(*rgb + 3 * i, winners[i]);
    }
    for (uint32_t k = 0; k < preview->merge->count; k++) {
        render_index_colour(entries[k].rgb, k);
        name_entry(&entries[k], preview, k, (double)won[k] / (double)texels);
    }
    mem_free_pixels(winners);
    return ERR_OK;
}

/* Pale where one layer leads clearly, from yellow to red where the next is close. */
static void margin_colour(uint8_t rgb[3], unsigned margin)
{
    static const uint8_t steps[5][3] = {
        {176, 20, 42}, {238, 96, 48}, {250, 196, 84}, {206, 214, 196}, {150, 168, 178}};
    static const unsigned at[5] = {0, 26, 77, 153, 255};
    unsigned k = 0;
    while (k < 3 && margin > at[k + 1]) k++;
    const unsigned range = at[k + 1] - at[k], in = margin - at[k];
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)((steps[k][c] * (range - in) + steps[k + 1][c] * in + range / 2) / range);
}

#define MARGIN_ENTRIES 5

static enum err_code margin_picture(uint8_t **rgb, struct legend_entry *entries,
                                    const struct preview *preview, struct err *err)
{
    static const unsigned bounds[MARGIN_ENTRIES + 1] = {0, 13, 26, 77, 153, 256};
    static const char *const names[MARGIN_ENTRIES] = {"lead below 5 %", "5 to 10 %", "10 to 30 %",
                                                      "30 to 60 %", "above 60 %"};
    const size_t texels = (size_t)preview->width * preview->height;
    uint8_t *margins;
    uint64_t counts[256] = {0};
    RETURN_IF_ERR(one_plane(&margins, preview, RENDER_MARGIN_U8, err));
    *rgb = mem_alloc_pixels(texels, 3);
    if (*rgb == NULL) {
        mem_free_pixels(margins);
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture of %zu texels",
                       texels);
    }
    for (size_t i = 0; i < texels; i++) {
        counts[margins[i]]++;
        margin_colour(*rgb + 3 * i, margins[i]);
    }
    for (size_t k = 0; k < MARGIN_ENTRIES; k++) {
        uint64_t sum = 0;
        char area[48];
        for (unsigned v = bounds[k]; v < bounds[k + 1]; v++) sum += counts[v];
        margin_colour(entries[k].rgb, (bounds[k] + bounds[k + 1]) / 2);
        snprintf(entries[k].text, sizeof entries[k].text, "%s:  %s", names[k],
                 preview_area(area, sizeof area, preview, (double)sum / (double)texels));
    }
    mem_free_pixels(margins);
    return ERR_OK;
}

enum err_code preview_map(struct canvas *out, const struct preview *preview, struct err *err)
{
    const struct args_preview *const args = preview->args;
    const uint32_t layers = preview->merge->count;
    memset(out, 0, sizeof *out);
    if (args->layers && layers > 255)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--layers can tell 255 layers apart and there are %u", (unsigned)layers);
    uint8_t *rgb = NULL;
    size_t count = 0;
    struct legend_entry *entries =
        mem_alloc(layers > MARGIN_ENTRIES ? layers : MARGIN_ENTRIES, sizeof *entries);
    if (entries == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a legend");
    enum err_code code;
    if (args->layers) {
        FAIL_IF_ERR(code, layers_picture(&rgb, entries, preview, err));
        count = layers;
    } else if (args->margin) {
        FAIL_IF_ERR(code, margin_picture(&rgb, entries, preview, err));
        count = MARGIN_ENTRIES;
    } else {
        FAIL_IF_ERR(code, args->flat ? flat_picture(&rgb, preview, err)
                                     : shaded_picture(&rgb, preview, err));
        if (args->legend) FAIL_IF_ERR(code, weight_legend(entries, preview, err));
        count = args->legend ? layers : 0;
    }
    FAIL_IF_ERR(code, finish(out, preview, rgb, entries, count, err));
    code = draw_over(out, preview, err);

fail:
    if (code != ERR_OK) canvas_free(out);
    mem_free_pixels(rgb);
    mem_free(entries);
    return code;
}
