/* Folders for HTerrain, the other terrain of Godot. Source: docs/formats/godot.md. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "engines/engines_plan.h"
#include "engines/engines_region.h"
#include "image/image.h"

#define MAX_SPLATS 4

static const char readme[] = {
#include "engines/hterrain.txt.h"
};
static const char import[] = {
#include "engines/data.import.h"
};

/* Keeps Godot from changing data on import: colours below an alpha of 0 count. */
static enum scree_code write_import(struct engines_output *output, const char *name,
                                    struct scree_error *err)
{
    const struct engines_value own[] = {{.key = "file", .text = name}, {.key = NULL}};
    return engines_write_text(output, "@file@.import", import, own, err);
}

/* ---- heights ---- */

static enum scree_code put_heights(void *context, struct stream *to, struct scree_error *err)
{
    struct engines_output *output = context;
    const uint32_t points = output->plan->points;
    for (uint32_t y = 0; y < points; y++) {
        RETURN_IF_ERR(engines_get_heights(output, y, y, points, err));
        for (uint32_t x = 0; x < points; x++)
            bytes_put_f32le(output->bytes + (size_t)4 * x, (float)output->row_m[x]);
        RETURN_IF_ERR(stream_put(to, output->bytes, (size_t)4 * points, err));
    }
    return SCREE_OK;
}

static enum scree_code write_heights(struct engines_output *output, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct sink_file *file;
    const struct engines_image image = {points,      points, "RFloat", false, 4 * points * points,
                                        put_heights, output};
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "height.res"));
    return engines_end(output, file, engines_image_put(&file->stream, &image, err), err);
}

/* ---- normals ---- */

static uint8_t packed(double part)
{
    return (uint8_t)floor((part * 0.5 + 0.5) * 255 + 0.5);
}

static enum scree_code put_normals(struct image_png8 *png, struct engines_output *output,
                                   struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    for (uint32_t y = 0; y < points; y++) {
        RETURN_IF_ERR(engines_get_normals(output, y, err));
        for (size_t i = 0; i < (size_t)3 * points; i += 3) {
            output->bytes[i] = packed(output->normals[i]);
            output->bytes[i + 1] = packed(output->normals[i + 2]);
            output->bytes[i + 2] = packed(output->normals[i + 1]);
        }
        RETURN_IF_ERR(image_png8_rows(png, output->bytes, 1, err));
    }
    return SCREE_OK;
}

static enum scree_code write_normals(struct engines_output *output, struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    struct sink_file *file;
    struct image_png8 *png = NULL;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_STORED, err, "normal.png"));
    enum scree_code code =
        image_png8_create(&png, job_threads(output->job), &file->stream, points, points, 3, err);
    if (code == SCREE_OK) code = put_normals(png, output, err);
    if (code == SCREE_OK)
        code = image_png8_finish(png, err);
    else
        image_png8_abort(png);
    RETURN_IF_ERR(engines_end(output, file, code, err));
    return write_import(output, "normal.png", err);
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

enum scree_code engines_write_hterrain(struct engines_output *output, struct scree_error *err)
{
    const bool many = output->plan->merge->count > 4;
    const struct engines_value own[] = {
        {.key = "shader", .text = many ? "MultiSplat16" : "Classic4"}, {.key = NULL}};
    RETURN_IF_ERR(write_heights(output, err));
    RETURN_IF_ERR(write_normals(output, err));
    RETURN_IF_ERR(write_splats(output, err));
    RETURN_IF_ERR(engines_write_readme(output, readme, own, err));
    return ground_write_json(output->sink, "data.hterrain", data(output->plan), output->job, err);
}
