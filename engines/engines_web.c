/*
 * Terrains for the web: a page in one file that shows itself, a .glb with weights as attributes, and
 * pictures for Babylon's MixMaterial. Source: docs/formats/engines.md, Web.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/glb.h"
#include "base/json_text.h"
#include "engines/engines_plan.h"

static const char page[] = {
#include "engines/page.html.h"
};
static const char readme[] = {
#include "engines/web.txt.h"
};

#define LAYERS 8
#define TEXELS_USUAL 1024
#define GROUND_BYTES 24 /* position and normal of a point */
#define PAINT_BYTES 12  /* colour and weights */

enum scree_code engines_settle_web(struct engines_plan *plan, struct scree_error *err)
{
    const uint32_t usual = plan->points - 1 < TEXELS_USUAL ? plan->points - 1 : TEXELS_USUAL;
    plan->texels = plan->options.texels != 0 ? plan->options.texels : usual;
    plan->grid =
        (struct engines_grid){.kind = SCREE_CELLS, .width = plan->texels, .height = plan->texels};
    if (plan->texels <= 4096) return SCREE_OK;
    return err_set_option(err, "texels", "{texels} %u: a page holds 4096 texels a side at most",
                          (unsigned)plan->texels);
}

/* ---- bytes as text, row by row ---- */

struct coder {
    struct stream *to;
    uint8_t *bytes; /* room for two and a row */
    char *text;
    size_t held; /* bytes that wait for a third */
};

static enum scree_code flush(struct coder *coder, size_t size, struct scree_error *err)
{
    base64_encode(coder->text, coder->bytes, size);
    RETURN_IF_ERR(stream_put(coder->to, coder->text, base64_size(size), err));
    memmove(coder->bytes, coder->bytes + size, coder->held - size);
    coder->held -= size;
    return SCREE_OK;
}

/* The row is behind what is held. */
static enum scree_code put_row(struct coder *coder, size_t size, struct scree_error *err)
{
    coder->held += size;
    return flush(coder, coder->held - coder->held % 3, err);
}

static enum scree_code put_heights(struct coder *coder, struct engines_output *output,
                                   struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t points = plan->points;
    const double range_m = engines_range_m(plan);
    for (uint32_t y = 0; y < points; y++) {
        RETURN_IF_ERR(engines_get_heights(output, y, y, points, err));
        for (uint32_t x = 0; x < points; x++)
            bytes_put_u16le(coder->bytes + coder->held + (size_t)2 * x,
                            ground_height16(output->row_m[x], plan->low_m, range_m));
        RETURN_IF_ERR(put_row(coder, (size_t)2 * points, err));
    }
    return flush(coder, coder->held, err);
}

/* Weights of a pack, 0 of materials that there are not. */
static void put_pack(uint8_t *out, const uint8_t *const *weights, uint32_t count, uint32_t pack,
                     uint32_t x)
{
    for (uint32_t c = 0; c < 4; c++) out[c] = 4 * pack + c < count ? weights[4 * pack + c][x] : 0;
}

static enum scree_code put_weights(struct coder *coder, const struct engines_output *output,
                                   uint32_t pack, struct scree_error *err)
{
    const struct engines_pass pass = {
        .grid = output->plan->grid, .weights = true, .step = "writing weights"};
    const uint32_t count = output->plan->merge->count;
    struct engines_rows rows;
    RETURN_IF_ERR(stream_print(coder->to, err, pack == 0 ? "\"" : ",\n\""));
    engines_rows_start(&rows, output->plan, &pass, output->job, err);
    while (engines_rows_next(&rows)) {
        for (uint32_t x = 0; x < rows.width; x++)
            put_pack(coder->bytes + coder->held + (size_t)4 * x, rows.weights, count, pack, x);
        rows.code = put_row(coder, (size_t)4 * rows.width, err);
    }
    RETURN_IF_ERR(engines_rows_end(&rows));
    RETURN_IF_ERR(flush(coder, coder->held, err));
    return stream_print(coder->to, err, "\"");
}

/* ---- the page ---- */

/* Towards the sun: east, up, south. */
static void take_sun(double out[3], const struct ground_sun *sun)
{
    static const double usual[3] = {-0.54, 0.64, -0.54};
    out[0] = sun->is ? sun->east : usual[0];
    out[1] = sun->is ? sun->up : usual[1];
    out[2] = sun->is ? -sun->north : usual[2];
}

static json_t *about(const struct engines_plan *plan)
{
    double sun[3];
    take_sun(sun, &plan->sun);
    json_t *layers = json_array(), *colours = json_array(), *repeats = json_array();
    for (uint32_t m = 0; m < LAYERS; m++) {
        const bool is = m < plan->merge->count;
        const struct engines_material *of = &plan->materials[is ? m : 0];
        if (is) json_text_append(&layers, json_text(of->name));
        json_text_append(&colours, json_pack("[f, f, f]", (double)of->colour[0],
                                             (double)of->colour[1], (double)of->colour[2]));
        json_text_append(&repeats, json_real(ground_texture_repeat_mm(of->kind) / 1000.0));
    }
    return json_pack("{s:s, s:i, s:i, s:f, s:[f, f], s:[f, f, f], s:o, s:o, s:o}", "name",
                     plan->name, "points", (int)plan->points, "texels", (int)plan->texels, "side_m",
                     plan->side_m, "altitude_m", plan->low_m, plan->high_m, "sun", sun[0], sun[1],
                     sun[2], "layers", layers, "colours", colours, "repeat_m", repeats);
}

/* In a script no text may hold "</". */
static enum scree_code put_about(struct stream *to, const struct engines_plan *plan,
                                 struct scree_error *err)
{
    json_t *object = about(plan);
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(12)) : NULL;
    enum scree_code code = text != NULL ? SCREE_OK : err_no_memory(err);
    for (const char *rest = text; code == SCREE_OK && *rest != '\0';) {
        const size_t plain = strcspn(rest, "<");
        code = stream_put(to, rest, plain, err);
        rest += plain;
        if (code != SCREE_OK || *rest == '\0') continue;
        code = stream_print(to, err, "\\u003c");
        rest++;
    }
    free(text);
    json_decref(object);
    return code;
}

/* Puts the page up to a place in it, and goes behind that. */
static enum scree_code put_until(const char **rest, const char *place, struct stream *to,
                                 struct scree_error *err)
{
    const char *from = *rest, *at = strstr(from, place);
    *rest = at + strlen(place);
    return stream_put(to, from, (size_t)(at - from), err);
}

static enum scree_code put_page(struct coder *coder, struct engines_output *output,
                                struct scree_error *err)
{
    const char *rest = page;
    RETURN_IF_ERR(put_until(&rest, "@name@", coder->to, err));
    RETURN_IF_ERR(stream_print(coder->to, err, "%s", output->plan->name));
    RETURN_IF_ERR(put_until(&rest, "@map@", coder->to, err));
    RETURN_IF_ERR(put_about(coder->to, output->plan, err));
    RETURN_IF_ERR(put_until(&rest, "@heights@", coder->to, err));
    RETURN_IF_ERR(put_heights(coder, output, err));
    RETURN_IF_ERR(put_until(&rest, "@packs@", coder->to, err));
    for (uint32_t pack = 0; pack < LAYERS / 4; pack++)
        RETURN_IF_ERR(put_weights(coder, output, pack, err));
    return stream_put(coder->to, rest, strlen(rest), err);
}

static enum scree_code write_page(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const size_t row = 4 * (size_t)(plan->texels > plan->points ? plan->texels : plan->points) + 4;
    struct coder coder = {.bytes = mem_alloc(row, 1), .text = mem_alloc(base64_size(row), 1)};
    struct sink_file *file;
    if (coder.bytes == NULL || coder.text == NULL) {
        mem_free(coder.bytes);
        mem_free(coder.text);
        return err_no_memory(err);
    }
    enum scree_code code = engines_begin(output, &file, SINK_PLAIN, err, "%s.html", plan->name);
    if (code == SCREE_OK) {
        coder.to = &file->stream;
        code = engines_end(output, file, put_page(&coder, output, err), err);
    }
    mem_free(coder.bytes);
    mem_free(coder.text);
    return code;
}

/* ---- the .glb ---- */

static float place(const struct engines_plan *plan, uint32_t i)
{
    return (float)(i * plan->spacing_m - plan->side_m / 2);
}

static enum scree_code put_ground(struct stream *to, struct engines_output *output,
                                  struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    for (uint32_t y = 0; y < plan->points; y++) {
        RETURN_IF_ERR(engines_get_normals(output, y, err));
        for (uint32_t x = 0; x < plan->points; x++) {
            uint8_t *out = output->bytes + (size_t)GROUND_BYTES * x;
            bytes_put_f32le(out, place(plan, x));
            bytes_put_f32le(out + 4, (float)output->row_m[x]);
            bytes_put_f32le(out + 8, place(plan, y));
            for (size_t c = 0; c < 3; c++)
                bytes_put_f32le(out + 12 + 4 * c, (float)output->normals[3 * (size_t)x + c]);
        }
        RETURN_IF_ERR(stream_put(to, output->bytes, (size_t)GROUND_BYTES * plan->points, err));
    }
    return SCREE_OK;
}

/* The colour is linear, as glTF has it. */
static void paint(uint8_t *out, const struct engines_plan *plan, const uint8_t *const *weights,
                  uint32_t x)
{
    const uint32_t count = plan->merge->count;
    for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (uint32_t m = 0; m < count; m++)
            sum += weights[m][x] * (double)plan->materials[m].colour[c];
        out[c] = (uint8_t)(sum >= 255 ? 255 : floor(sum + 0.5));
    }
    out[3] = 255;
    for (uint32_t pack = 0; pack < LAYERS / 4; pack++)
        put_pack(out + 4 + 4 * pack, weights, count, pack, x);
}

static enum scree_code put_paint(struct stream *to, struct engines_output *output,
                                 struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const struct engines_pass pass = {
        .grid = {.kind = SCREE_SPREAD, .width = plan->points, .height = plan->points},
        .weights = true,
        .step = "writing weights"};
    struct engines_rows rows;
    engines_rows_start(&rows, plan, &pass, output->job, err);
    while (engines_rows_next(&rows)) {
        for (uint32_t x = 0; x < plan->points; x++)
            paint(output->bytes + (size_t)PAINT_BYTES * x, plan, rows.weights, x);
        rows.code = stream_put(to, output->bytes, (size_t)PAINT_BYTES * plan->points, err);
    }
    return engines_rows_end(&rows);
}

static enum scree_code put_triangles(struct stream *to, const struct engines_output *output,
                                     struct scree_error *err)
{
    const uint32_t points = output->plan->points;
    for (uint32_t y = 0; y + 1 < points; y++) {
        for (uint32_t x = 0; x + 1 < points; x++) {
            const uint32_t a = y * points + x, b = a + points;
            const uint32_t corners[6] = {a, b, a + 1, a + 1, b, b + 1};
            for (size_t k = 0; k < 6; k++)
                bytes_put_u32le(output->bytes + 24 * (size_t)x + 4 * k, corners[k]);
        }
        RETURN_IF_ERR(stream_put(to, output->bytes, (size_t)24 * (points - 1), err));
    }
    return SCREE_OK;
}

static json_t *accessor(int view, int offset, int kind, const char *type, uint32_t count)
{
    json_t *object = json_pack("{s:i, s:i, s:i, s:i, s:s}", "bufferView", view, "byteOffset",
                               offset, "componentType", kind, "count", (int)count, "type", type);
    if (kind == 5121) json_text_set(&object, "normalized", json_true());
    return object;
}

static json_t *scene(const struct engines_plan *plan, uint32_t bytes)
{
    const uint32_t count = plan->points * plan->points;
    const uint32_t triangles = 6 * (plan->points - 1) * (plan->points - 1);
    const double edge[2] = {(double)place(plan, 0), (double)place(plan, plan->points - 1)};
    json_t *places = accessor(0, 0, 5126, "VEC3", count), *names = json_array();
    json_text_set(&places, "min",
                  json_pack("[f, f, f]", edge[0], (double)(float)plan->low_m, edge[0]));
    json_text_set(&places, "max",
                  json_pack("[f, f, f]", edge[1], (double)(float)plan->high_m, edge[1]));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        json_text_append(&names, json_text(plan->materials[m].name));
    return json_pack(
        "{s:{s:s, s:s}, s:i, s:[{s:[i]}], s:[{s:i, s:s}], s:[{s:s, s:{s:o}, s:[{s:{s:i, s:i, s:i, "
        "s:i, "
        "s:i}, s:i, s:i}]}], s:[{s:{s:f, s:f}}], s:[o, o, o, o, o, o], s:[{s:i, s:i, s:i, s:i, "
        "s:i}, "
        "{s:i, s:i, s:i, s:i, s:i}, {s:i, s:i, s:i, s:i}], s:[{s:i}]}",
        "asset", "version", "2.0", "generator", "scree", "scene", 0, "scenes", "nodes", 0, "nodes",
        "mesh", 0, "name", plan->name, "meshes", "name", plan->name, "extras", "layers", names,
        "primitives", "attributes", "POSITION", 0, "NORMAL", 1, "COLOR_0", 2, "_WEIGHTS_0", 3,
        "_WEIGHTS_1", 4, "indices", 5, "material", 0, "materials", "pbrMetallicRoughness",
        "metallicFactor", 0.0, "roughnessFactor", 1.0, "accessors", places,
        accessor(0, 12, 5126, "VEC3", count), accessor(1, 0, 5121, "VEC4", count),
        accessor(1, 4, 5121, "VEC4", count), accessor(1, 8, 5121, "VEC4", count),
        accessor(2, 0, 5125, "SCALAR", triangles), "bufferViews", "buffer", 0, "byteOffset", 0,
        "byteLength", (int)(GROUND_BYTES * count), "byteStride", GROUND_BYTES, "target", 34962,
        "buffer", 0, "byteOffset", (int)(GROUND_BYTES * count), "byteLength",
        (int)(PAINT_BYTES * count), "byteStride", PAINT_BYTES, "target", 34962, "buffer", 0,
        "byteOffset", (int)((GROUND_BYTES + PAINT_BYTES) * count), "byteLength",
        (int)(4 * triangles), "target", 34963, "buffers", "byteLength", (int)bytes);
}

static enum scree_code put_head(struct stream *to, const struct engines_plan *plan,
                                struct scree_error *err)
{
    const uint32_t count = plan->points * plan->points;
    const uint32_t bytes =
        (GROUND_BYTES + PAINT_BYTES) * count + 24 * (plan->points - 1) * (plan->points - 1);
    json_t *object = scene(plan, bytes);
    char *text = object != NULL ? json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
    json_decref(object);
    if (text == NULL) return err_no_memory(err);
    const enum scree_code code = glb_begin(to, text, strlen(text), bytes, err);
    free(text);
    return code;
}

static enum scree_code put_mesh(struct stream *to, struct engines_output *output,
                                struct scree_error *err)
{
    RETURN_IF_ERR(put_head(to, output->plan, err));
    RETURN_IF_ERR(put_ground(to, output, err));
    RETURN_IF_ERR(put_paint(to, output, err));
    return put_triangles(to, output, err);
}

static enum scree_code write_mesh(struct engines_output *output, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s.glb", output->plan->name));
    return engines_end(output, file, put_mesh(&file->stream, output, err), err);
}

/* ---- Babylon ---- */

static enum scree_code write_mixes(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct engines_picture pictures[LAYERS / 4];
    const size_t count = engines_pack(pictures, plan);
    for (size_t i = 0; i < count; i++) {
        pictures[i].alpha_turned = true;
        snprintf(pictures[i].name, sizeof pictures[i].name, "%s-mix%zu.png", plan->name, i + 1);
    }
    return engines_write_weights(output, &plan->grid, pictures, count, err);
}

enum scree_code engines_write_web(struct engines_output *output, struct scree_error *err)
{
    RETURN_IF_ERR(write_page(output, err));
    RETURN_IF_ERR(write_mesh(output, err));
    RETURN_IF_ERR(write_mixes(output, err));
    return engines_write_readme(output, readme, NULL, err);
}
