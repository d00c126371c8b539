/* Folders for HTerrain, the other terrain of Godot. Source: docs/formats.md, Godot. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "engines/engines_plan.h"
#include "engines/engines_region.h"
#include "image/image.h"

#define MAX_SPLATS 4

/* Keeps Godot from changing data on import: colours below an alpha of 0 count. */
static enum scree_code write_import(struct engines_output *output, const char *name,
                                    struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s.import", name));
    const enum scree_code code = stream_print(
        &file->stream, err,
        "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\n\n[deps]\n\n"
        "source_file=\"res://%s\"\n\n[params]\n\ncompress/mode=0\nmipmaps/generate=false\n"
        "flags/srgb=0\nprocess/fix_alpha_border=false\n",
        name);
    return engines_end(output, file, code, err);
}

/* ---- heights ---- */

struct heights {
    struct engines_output *output;
    struct stream *to;
    uint8_t *row;
};

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    const struct heights *heights = context;
    const uint32_t points = heights->output->plan->points;
    for (uint32_t x = 0; x < points; x++)
        bytes_put_f32le(heights->row + (size_t)4 * x, (float)altitudes_m[x]);
    return stream_put(heights->to, heights->row, (size_t)4 * points, err);
}

static enum scree_code put_heights(void *context, struct stream *to, struct scree_error *err)
{
    struct heights *heights = context;
    heights->to = to;
    const struct engines_heights rows = {
        .rows = heights->output->plan->points, .take = take_heights, .context = heights};
    return engines_take_heights(heights->output, &rows, err);
}

static enum scree_code write_heights(struct engines_output *output, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct heights heights = {output, NULL, mem_alloc(points, 4)};
    struct sink_file *file;
    if (heights.row == NULL) return err_no_memory(err);
    const struct engines_image image = {points,      points,  "RFloat", false, 4 * points * points,
                                        put_heights, &heights};
    enum scree_code code = engines_begin(output, &file, SINK_PLAIN, err, "height.res");
    if (code == SCREE_OK)
        code = engines_end(output, file, engines_image_put(&file->stream, &image, err), err);
    mem_free(heights.row);
    return code;
}

/* ---- normals ---- */

struct normals {
    uint8_t *rgb;
    struct image_png8 *png;
    uint32_t points;
};

static uint8_t packed(double part)
{
    return (uint8_t)floor((part * 0.5 + 0.5) * 255 + 0.5);
}

static enum scree_code take_normals(void *context, const double *altitudes_m, const double *normals,
                                    struct scree_error *err)
{
    (void)altitudes_m;
    const struct normals *to = context;
    for (size_t i = 0; i < (size_t)3 * to->points; i += 3) {
        to->rgb[i] = packed(normals[i]);
        to->rgb[i + 1] = packed(normals[i + 2]);
        to->rgb[i + 2] = packed(normals[i + 1]);
    }
    return image_png8_rows(to->png, to->rgb, 1, err);
}

static enum scree_code put_normals(struct normals *to, struct engines_output *output,
                                   struct stream *stream, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    RETURN_IF_ERR(
        image_png8_create(&to->png, job_threads(output->job), stream, points, points, 3, err));
    const struct engines_normals normals = {take_normals, to};
    const enum scree_code code = engines_take_normals(output, &normals, err);
    if (code == SCREE_OK) return image_png8_finish(to->png, err);
    image_png8_abort(to->png);
    return code;
}

static enum scree_code write_normals(struct engines_output *output, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct normals to = {.rgb = mem_alloc(points, 3), .points = points};
    struct sink_file *file;
    if (to.rgb == NULL) return err_no_memory(err);
    enum scree_code code = engines_begin(output, &file, SINK_STORED, err, "normal.png");
    if (code == SCREE_OK)
        code = engines_end(output, file, put_normals(&to, output, &file->stream, err), err);
    mem_free(to.rgb);
    return code == SCREE_OK ? write_import(output, "normal.png", err) : code;
}

/* ---- splats ---- */

static enum scree_code write_splats(struct engines_output *output, struct scree_error *err)
{
    struct engines_picture pictures[MAX_SPLATS];
    const size_t count = engines_pack(pictures, output->plan);
    for (size_t i = 0; i < count; i++)
        snprintf(pictures[i].name, sizeof pictures[i].name, i == 0 ? "splat.png" : "splat_%zu.png",
                 i);
    RETURN_IF_ERR(engines_write_weights(output, &output->plan->grid, pictures, count, err));
    for (size_t i = 0; i < count; i++) RETURN_IF_ERR(write_import(output, pictures[i].name, err));
    return SCREE_OK;
}

/* Lists of maps in the plug-in's order: height, normal, splat, colour, detail, three more. */
static json_t *data(const struct engines_plan *plan)
{
    const size_t counts[8] = {1, 1, ENGINES_PACKS(plan), 0, 0, 0, 0, 0};
    json_t *maps = json_array();
    for (size_t i = 0; i < 8; i++) {
        json_t *list = json_array();
        for (size_t k = 0; k < counts[i]; k++)
            json_array_append_new(list, json_pack("{s:i}", "id", (int)k));
        json_array_append_new(maps, list);
    }
    return json_pack("{s:s, s:o}", "version", "0.11", "maps", maps);
}

static enum scree_code put_readme(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, data for HTerrain in Godot\n\n"
        "1. Copy this folder into your project and let Godot import it.\n"
        "2. Add a HTerrain node; set its data directory to the folder, its map scale to\n"
        "   %s, 1, %s, and its shader to %s.\n"
        "3. Add a texture set with these textures, in this order:\n",
        plan->name, engines_number(plan->spacing_m, 9).text,
        engines_number(plan->spacing_m, 9).text,
        plan->merge->count > 4 ? "MultiSplat16" : "Classic4"));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(stream_print(to, err, "   %u  %s\n", (unsigned)m, plan->materials[m].name));
    RETURN_IF_ERR(stream_print(
        to, err, "\n%u x %u points, %s m apart, heights in metres. Row 0 is the north edge.\n",
        (unsigned)plan->points, (unsigned)plan->points, engines_number(plan->spacing_m, 9).text));
    return engines_put_water(to, plan, err);
}

enum scree_code engines_write_hterrain(struct engines_output *output, struct scree_error *err)
{
    RETURN_IF_ERR(write_heights(output, err));
    RETURN_IF_ERR(write_normals(output, err));
    RETURN_IF_ERR(write_splats(output, err));
    RETURN_IF_ERR(engines_write_text(output, "README.txt", put_readme, err));
    return ground_write_json(output->sink, "data.hterrain", data(output->plan), output->job, err);
}
