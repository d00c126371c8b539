/* Maps of the ground (derive/derive.h) into their files, in bands of rows. */
#include <string.h>

#include "base/mem.h"
#include "bake/bake_image.h"

struct band {
    float *values;     /* as they are computed; of normals bytes */
    uint8_t *numbers;  /* in 16 bits, as the file wants them */
    size_t row_values; /* of a row of them */
};

/* PNG has the higher byte first; all others are written as this machine has them. */
static void take_numbers(struct band *band, uint32_t rows, const struct derive_scale *scale,
                         bool is_png)
{
    for (size_t i = 0; i < rows * band->row_values; i++) {
        const uint16_t number = derive_number(scale, band->values[i]);
        if (is_png) {
            band->numbers[2 * i] = (uint8_t)(number >> 8);
            band->numbers[2 * i + 1] = (uint8_t)(number & 0xff);
        } else {
            memcpy(band->numbers + 2 * i, &number, sizeof number);
        }
    }
}

static enum scree_code write_rows(struct bake_image *image, struct derive *derive,
                                  struct band *band, struct scree_error *err)
{
    const struct bake_writing *writing = image->writing;
    const struct bake_plan *plan = writing->plan;
    const bool scaled = image->form.number == IMAGE_U16;
    const bool is_png = !image->form.is_tiff && image->form.plain == IMAGE_PLAIN_NONE;
    const struct derive_scale scale = derive_scale(derive);
    for (uint32_t y = 0; y < plan->height; y += BAKE_MAP_ROWS) {
        const uint32_t left = plan->height - y, rows = left < BAKE_MAP_ROWS ? left : BAKE_MAP_ROWS;
        RETURN_IF_ERR(job_step(writing->job, "writing maps", (double)y / plan->height, err));
        RETURN_IF_ERR(derive_rows(derive, plan->region.row + y, rows, band->values, err));
        if (scaled) take_numbers(band, rows, &scale, is_png);
        const void *from = scaled ? (const void *)band->numbers : band->values;
        RETURN_IF_ERR(bake_image_put(image, from, rows, err));
    }
    return SCREE_OK;
}

static enum scree_code write_map(struct bake_writing *writing, struct derive *derive,
                                 unsigned number, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    const enum scree_bake_map map = (enum scree_bake_map)(1u << number);
    RETURN_IF_ERR(derive_start(derive, map, writing->job, err));
    writing->made->scales[number] = derive_scale(derive);
    struct band band = {.row_values = plan->width};
    struct bake_image image;
    enum scree_code code = bake_image_start(&image, writing, plan->map_first[number],
                                            bake_map_form(plan->options.format, map), err);
    band.values = mem_alloc(BAKE_MAP_ROWS, plan->width * sizeof *band.values);
    band.numbers = mem_alloc(BAKE_MAP_ROWS, plan->width * sizeof(uint16_t));
    if (code == SCREE_OK && (band.values == NULL || band.numbers == NULL))
        code = err_no_memory(err);
    if (code == SCREE_OK) code = write_rows(&image, derive, &band, err);
    bake_image_free(&image);
    mem_free(band.values);
    mem_free(band.numbers);
    return code;
}

static void relief_row(const void *context, uint32_t thread, const uint64_t *x, uint64_t y,
                       size_t count, const struct ter_ground *ground, float *height_m)
{
    render_relief_row(context, thread, x, y, count, ground, height_m);
}

static enum scree_code write_maps(struct bake_writing *writing,
                                  const struct derive_options *options, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    struct derive *derive;
    RETURN_IF_ERR(derive_create(&derive, plan->inputs.field, options, err));
    enum scree_code code = SCREE_OK;
    for (unsigned i = 0; i < DERIVE_MAPS && code == SCREE_OK; i++)
        if (plan->options.maps >> i & 1) code = write_map(writing, derive, i, err);
    derive_free(derive);
    return code;
}

enum scree_code bake_write_maps(struct bake_writing *writing, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    if (plan->options.maps == 0) return SCREE_OK;
    struct derive_options options = bake_map_options(plan);
    struct derive_relief rows = {NULL, relief_row};
    struct render_relief *relief = NULL;
    enum scree_code code = SCREE_OK;
    if (bake_has_relief(plan)) {
        const struct render_options how = bake_render_options(plan);
        code = render_relief_create(&relief, plan->inputs.field, plan->inputs.map, &how,
                                    bake_sample_tu(plan), err);
        rows.context = relief;
        options.relief = &rows;
    }
    if (code == SCREE_OK) code = write_maps(writing, &options, err);
    render_relief_free(relief);
    if (code != SCREE_OK) return code;
    return job_end(writing->job, err);
}
