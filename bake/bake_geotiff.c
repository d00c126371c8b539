#include "bake/bake_image.h"

#include <string.h>

static enum scree_code put(void *context, const void *data, size_t size, struct scree_error *err)
{
    return sink_scratch_put(context, data, size, err);
}

static enum scree_code get(void *context, uint64_t at, void *out, size_t size,
                           struct scree_error *err)
{
    return sink_scratch_get(context, at, out, size, err);
}

enum scree_code bake_geotiff_start(struct bake_geotiff *geotiff, const struct bake_writing *writing,
                                   struct sink *sink, struct scree_error *err)
{
    const struct bake_plan *plan = writing->plan;
    *geotiff = (struct bake_geotiff){.writing = writing};
    struct image_cog_form form = {.width = plan->width,
                                  .height = plan->height,
                                  .bands = plan->merge->count,
                                  .number = bake_format_number(plan->options.format),
                                  .names = plan->merge->names,
                                  .has_missing = plan->has_nodata};
    if (bake_file_place(&geotiff->geo, plan, 0)) form.geo = &geotiff->geo;
    geotiff->count = image_cog_planes(&form);
    geotiff->scratches = mem_alloc(geotiff->count, sizeof *geotiff->scratches);
    struct image_spool *spools = mem_alloc(geotiff->count, sizeof *spools);
    enum scree_code code = SCREE_OK;
    if (geotiff->scratches == NULL || spools == NULL) code = err_no_memory(err);
    for (uint32_t i = 0; code == SCREE_OK && i < geotiff->count; i++) {
        code = sink_scratch_create(&geotiff->scratches[i], sink, err);
        spools[i] = (struct image_spool){put, get, geotiff->scratches[i]};
    }
    form.spools = spools;
    if (code == SCREE_OK) code = image_cog_create(&geotiff->cog, &form, err);
    mem_free(spools);
    return code;
}

enum scree_code bake_geotiff_rows(struct bake_geotiff *geotiff, uint32_t material, const void *rows,
                                  const uint8_t *missing, uint32_t count, struct scree_error *err)
{
    if (material >= geotiff->count) return SCREE_OK; /* floats need no mask */
    return image_cog_rows(geotiff->cog, material, rows, missing, count, err);
}

enum scree_code bake_geotiff_finish(struct bake_geotiff *geotiff, struct scree_error *err)
{
    const struct bake_writing *writing = geotiff->writing;
    struct sink_file *file = writing->files[writing->plan->geotiff_index];
    RETURN_IF_ERR(sink_begin_file(file, err));
    return sink_end(file, image_cog_finish(geotiff->cog, &file->stream, err), err);
}

void bake_geotiff_free(struct bake_geotiff *geotiff)
{
    image_cog_free(geotiff->cog);
    for (uint32_t i = 0; geotiff->scratches != NULL && i < geotiff->count; i++)
        sink_scratch_free(geotiff->scratches[i]);
    mem_free(geotiff->scratches);
    memset(geotiff, 0, sizeof *geotiff);
}
