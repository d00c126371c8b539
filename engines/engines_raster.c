/* Heights and weights in the forms that several engines take, and what a row of the table says of them. */
#include <stdio.h>
#include <string.h>

#include "engines/engines_plan.h"
#include "image/image.h"

/* ---- texels ---- */

void engines_settle_texels(struct engines_plan *plan)
{
    const bool cells = plan->profile->takes_texels;
    const uint32_t asked = plan->options.texels;
    plan->texels = !cells ? plan->points : asked != 0 ? asked : plan->points - 1;
    plan->grid = (struct engines_grid){
        .kind = cells ? SCREE_CELLS : SCREE_SPREAD, .width = plan->texels, .height = plan->texels};
}

/* ---- heights ---- */

double engines_range_m(const struct engines_plan *plan)
{
    return plan->high_m > plan->low_m ? plan->high_m - plan->low_m : 1;
}

struct heights {
    const struct engines_plan *plan;
    const struct engines_raster *raster;
    uint32_t points;
    struct stream *to;
    struct image_png8 *png; /* or raw numbers, if it is NULL */
    uint16_t *row;
};

static enum scree_code put_row(struct heights *heights, struct scree_error *err)
{
    if (heights->png == NULL)
        return stream_put_u16le(heights->to, heights->row, heights->points, err);
    uint8_t *bytes = (uint8_t *)heights->row; /* PNG: the higher one first */
    for (uint32_t x = 0; x < heights->points; x++) {
        const uint16_t number = heights->row[x];
        bytes[2 * x] = (uint8_t)(number >> 8);
        bytes[2 * x + 1] = (uint8_t)(number & 0xff);
    }
    return image_png8_rows(heights->png, bytes, 1, err);
}

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    struct heights *heights = context;
    const struct engines_plan *plan = heights->plan;
    const double range_m = engines_range_m(plan);
    for (uint32_t x = 0; x < heights->points; x++)
        heights->row[x] =
            ground_height16(altitudes_m[heights->raster->x + x], plan->low_m, range_m);
    return put_row(heights, err);
}

static enum scree_code put_heights(struct heights *heights, struct engines_output *output,
                                   struct scree_error *err)
{
    const struct engines_raster *raster = heights->raster;
    const uint32_t points = heights->points;
    const struct engines_heights rows = {.first = raster->y,
                                         .rows = points,
                                         .south_first = raster->south_first,
                                         .take = take_heights,
                                         .context = heights};
    RETURN_IF_ERR(MEM_NEED(&heights->row, points, sizeof *heights->row, err));
    if (raster->png)
        RETURN_IF_ERR(image_png16_create(&heights->png, job_threads(output->job), heights->to,
                                         points, points, err));
    enum scree_code code = engines_take_heights(output, &rows, err);
    if (heights->png == NULL) return code;
    if (code == SCREE_OK) return image_png8_finish(heights->png, err);
    image_png8_abort(heights->png);
    return code;
}

enum scree_code engines_write_heights(struct engines_output *output,
                                      const struct engines_raster *raster, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct heights heights = {.plan = plan, .raster = raster};
    struct sink_file *file;
    heights.points = raster->points != 0 ? raster->points : plan->points;
    RETURN_IF_ERR(engines_begin(output, &file, raster->png ? SINK_STORED : SINK_PLAIN, err, "%s",
                                raster->name));
    heights.to = &file->stream;
    const enum scree_code code = put_heights(&heights, output, err);
    mem_free(heights.row);
    return engines_end(output, file, code, err);
}

/* ---- weights ---- */

enum scree_code engines_write_masks(struct engines_output *output, const struct engines_grid *grid,
                                    const char *before, const char *behind, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct engines_picture *pictures;
    RETURN_IF_ERR(MEM_NEED(&pictures, plan->merge->count, sizeof *pictures, err));
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        pictures[m] = (struct engines_picture){.materials = {m}, .channels = 1};
        snprintf(pictures[m].name, sizeof pictures[m].name, "%s%s%s", before,
                 plan->materials[m].title, behind);
    }
    const enum scree_code code =
        engines_write_weights(output, grid, pictures, plan->merge->count, err);
    mem_free(pictures);
    return code;
}

/* ---- texts ---- */

enum scree_code engines_put_water(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    const double per_m = plan->profile->plane.per_m, side = plan->side_m * per_m;
    if (!plan->options.has_water) return SCREE_OK;
    return stream_print(to, err, "\nWater lies at %s = %s: add a plane of %s x %s there.\n",
                        plan->profile->plane.axis,
                        engines_number(plan->options.water_m * per_m, 6).text,
                        engines_number(side, 6).text, engines_number(side, 6).text);
}

/* ---- files of a row ---- */

enum scree_code engines_write_text(struct engines_output *output, const char *name,
                                   engines_put_text *put, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s", name));
    return engines_end(output, file, put(&file->stream, output->plan, err), err);
}

enum scree_code engines_write_files(struct engines_output *output, struct scree_error *err)
{
    const struct engines_files *files = &output->plan->profile->files;
    const size_t length = strlen(files->heights);
    const struct engines_raster raster = {.name = files->heights,
                                          .png = strcmp(files->heights + length - 4, ".png") == 0};
    RETURN_IF_ERR(engines_write_heights(output, &raster, err));
    RETURN_IF_ERR(
        engines_write_masks(output, &output->plan->grid, files->mask[0], files->mask[1], err));
    return engines_write_text(output, "README.txt", files->put_readme, err);
}
