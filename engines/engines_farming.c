/*
 * A map for Farming Simulator: map/data/dem.png, and a grey picture of weights for each layer.
 * Source: docs/formats.md, Farming Simulator.
 */
#include <math.h>
#include <stdio.h>

#include "engines/engines_plan.h"
#include "image/image.h"

#define STEPS 65535

enum scree_code engines_settle_farming(struct engines_plan *plan, struct scree_error *err)
{
    (void)err;
    plan->texels = plan->options.texels != 0 ? plan->options.texels : plan->points - 1;
    plan->grid =
        (struct engines_grid){.kind = SCREE_CELLS, .width = plan->texels, .height = plan->texels};
    return SCREE_OK;
}

static double range_of(const struct engines_plan *plan)
{
    return plan->high_m > plan->low_m ? plan->high_m - plan->low_m : 1;
}

struct rows {
    const struct engines_plan *plan;
    struct image_png8 *png;
    uint8_t *row; /* two bytes a point, the higher one first */
};

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    const struct rows *rows = context;
    const struct engines_plan *plan = rows->plan;
    for (uint32_t x = 0; x < plan->points; x++) {
        const double number = floor((altitudes_m[x] - plan->low_m) / range_of(plan) * STEPS + 0.5);
        const unsigned stored = number <= 0 ? 0 : number >= STEPS ? STEPS : (unsigned)number;
        rows->row[2 * x] = (uint8_t)(stored >> 8);
        rows->row[2 * x + 1] = (uint8_t)(stored & 0xff);
    }
    return image_png8_rows(rows->png, rows->row, 1, err);
}

static enum scree_code put_heights(struct engines_output *output, struct stream *to,
                                   struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct rows rows = {.plan = output->plan, .row = mem_alloc(points, 2)};
    if (rows.row == NULL) return err_no_memory(err);
    enum scree_code code =
        image_png16_create(&rows.png, job_threads(output->job), to, points, points, err);
    const struct engines_heights heights = {.rows = points, .take = take_heights, .context = &rows};
    if (code == SCREE_OK) code = engines_take_heights(output, &heights, err);
    if (code == SCREE_OK)
        code = image_png8_finish(rows.png, err);
    else
        image_png8_abort(rows.png);
    mem_free(rows.row);
    return code;
}

static enum scree_code write_weights(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct engines_picture *pictures = mem_alloc(plan->merge->count, sizeof *pictures);
    if (pictures == NULL) return err_no_memory(err);
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        pictures[m] = (struct engines_picture){.materials = {m}, .channels = 1};
        snprintf(pictures[m].name, sizeof pictures[m].name, "map/data/%s_weight.png",
                 plan->materials[m].title);
    }
    const enum scree_code code =
        engines_write_weights(output, &plan->grid, pictures, plan->merge->count, err);
    mem_free(pictures);
    return code;
}

static enum scree_code put_readme(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, terrain data for a map of Farming Simulator\n\n"
        "In the map's .i3d, TerrainTransformGroup:\n\n"
        "  heightScale   %s   (metres from 0 to 65535 in dem.png; 0 is %s m of the terrain)\n"
        "  unitsPerPixel %s\n\n"
        "Layers, each with its weightMapId:\n\n",
        plan->name, engines_number(range_of(plan), 6).text, engines_number(plan->low_m, 6).text,
        engines_number(plan->spacing_m, 6).text));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(stream_print(to, err, "  %-28s  data/%s_weight.png\n",
                                   plan->materials[m].title, plan->materials[m].title));
    return stream_print(to, err,
                        "\nNorth is the top of every picture. In every texel the weights add up to "
                        "255.\n");
}

enum scree_code engines_write_farming(struct engines_output *output, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_STORED, err, "map/data/dem.png"));
    RETURN_IF_ERR(engines_end(output, file, put_heights(output, &file->stream, err), err));
    RETURN_IF_ERR(write_weights(output, err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "README.txt"));
    return engines_end(output, file, put_readme(&file->stream, output->plan, err), err);
}
