/* What pictures are made of: planes of texels. */
#include <stdio.h>

#include "base/mem.h"
#include "cli/bands.h"
#include "cli/preview/preview.h"

enum err_code preview_render(void **memory, const struct preview *preview,
                             struct render_target *target, size_t count, size_t texel_bytes,
                             struct err *err)
{
    const size_t texels = (size_t)preview->width * preview->height;
    struct bands bands;
    *memory = NULL;
    enum err_code code = bands_create(&bands, count, err);
    if (code != ERR_OK) return code;
    uint8_t *const planes = mem_alloc_pixels(count > 0 ? count * texels : 1, texel_bytes);
    if (planes == NULL) {
        code = err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for %zu planes of %u x %u texels: choose a smaller --size", count,
                       (unsigned)preview->width, (unsigned)preview->height);
        goto fail;
    }
    for (size_t k = 0; k < count; k++) {
        bands.images[k].pixels = planes + k * texels * texel_bytes;
        bands.images[k].row_bytes = preview->width * texel_bytes;
    }
    bands.count = count;
    target->planes = bands.rows;
    code =
        bands_run(&bands, preview->plan, target, 1, preview->args->render.tile, preview->say, err);
    bands.count = 0; /* the pixels are the caller's */
    if (code == ERR_OK)
        *memory = planes;
    else
        mem_free_pixels(planes);

fail:
    bands_free(&bands);
    return code;
}

enum err_code preview_ground_create(struct preview_ground *ground, const struct preview *preview,
                                    struct err *err)
{
    const struct ter_field *const field = preview->pair->field;
    const size_t texels = (size_t)preview->width * preview->height;
    ground->altitude_m = mem_alloc_pixels(2 * texels, sizeof(float));
    if (ground->altitude_m == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for the ground of %u x %u texels: choose a smaller --size",
                       (unsigned)preview->width, (unsigned)preview->height);
    ground->gradient = ground->altitude_m + texels;
    render_ground_rows(preview->plan, 0, preview->height, ground->altitude_m, ground->gradient);
    for (size_t i = 0; i < texels; i++)
        ground->altitude_m[i] =
            (float)((field->base_tu + (double)ground->altitude_m[i]) * field->scal_m[2]);
    return ERR_OK;
}

void preview_ground_free(struct preview_ground *ground)
{
    mem_free_pixels(ground->altitude_m);
    ground->altitude_m = ground->gradient = NULL;
}

char *preview_area(char *out, size_t size, const struct preview *preview, double share)
{
    const double hectares = share * preview->extent_m[0] * preview->extent_m[1] / 10000.0;
    snprintf(out, size, hectares < 1000.0 ? "%.1f %%  %.1f ha" : "%.1f %%  %.0f ha", 100.0 * share,
             hectares);
    return out;
}

const char *preview_layer_name(const struct srf_layer *layer)
{
    return layer->name[0] != '\0' ? layer->name : "(no name)";
}

void preview_layer_colour(uint8_t rgb[3], const struct srf_layer *layer)
{
    for (int c = 0; c < 3; c++) {
        /* The square root of a share of 256 in whole numbers: v such that v^2 <= 255^2 share. */
        const int64_t difc = layer->difc[c] < 0 ? 0 : layer->difc[c] > 256 ? 256 : layer->difc[c];
        int64_t v = 0;
        while ((v + 1) * (v + 1) * 256 <= 255 * 255 * difc) v++;
        rgb[c] = (uint8_t)v;
    }
}
