/*
 * Terrains for the web: a page in one file that shows itself, a .glb with weights as attributes, and
 * pictures for Babylon's MixMaterial. Source: docs/formats.md, Web.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/json_text.h"
#include "engines/engines_page.h"
#include "engines/engines_plan.h"

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
    const struct engines_plan *plan;
    uint32_t pack;
};

static enum scree_code flush(struct coder *coder, size_t size, struct scree_error *err)
{
    base64_encode(coder->text, coder->bytes, size);
    RETURN_IF_ERR(stream_put(coder->to, coder->text, base64_size(size), err));
    memmove(coder->bytes, coder->bytes + size, coder->held - size);
    coder->held -= size;
    return SCREE_OK;
}

/* The row stands behind what is held. */
static enum scree_code put_row(struct coder *coder, size_t size, struct scree_error *err)
{
    coder->held += size;
    return flush(coder, coder->held - coder->held % 3, err);
}

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    struct coder *coder = context;
    const struct engines_plan *plan = coder->plan;
    const uint32_t points = plan->points;
    const double range_m = engines_range_m(plan);
    for (uint32_t x = 0; x < points; x++)
        bytes_put_u16le(coder->bytes + coder->held + (size_t)2 * x,
                        ground_height16(altitudes_m[x], plan->low_m, range_m));
    return put_row(coder, (size_t)2 * points, err);
}

/* Weights of a pack, 0 of materials that there are not. */
static void put_pack(uint8_t *out, const uint8_t *const *weights, uint32_t count, uint32_t pack,
                     uint32_t x)
{
    for (uint32_t c = 0; c < 4; c++) out[c] = 4 * pack + c < count ? weights[4 * pack + c][x] : 0;
}

static enum scree_code take_pack(void *context, const struct engines_row *row,
                                 struct scree_error *err)
{
    struct coder *coder = context;
    const uint32_t texels = coder->plan->texels, count = coder->plan->merge->count;
    for (uint32_t x = 0; x < texels; x++)
        put_pack(coder->bytes + coder->held + (size_t)4 * x, row->weights, count, coder->pack, x);
    return put_row(coder, (size_t)4 * texels, err);
}

static enum scree_code put_data(struct coder *coder, struct engines_output *output,
                                struct scree_error *err)
{
    const struct engines_heights heights = {
        .rows = output->plan->points, .take = take_heights, .context = coder};
    struct engines_pass pass = {.grid = output->plan->grid,
                                .weights = true,
                                .take = take_pack,
                                .context = coder,
                                .step = "writing weights"};
    RETURN_IF_ERR(stream_print(coder->to, err, ";\nconst heights = \""));
    RETURN_IF_ERR(engines_take_heights(output, &heights, err));
    RETURN_IF_ERR(flush(coder, coder->held, err));
    RETURN_IF_ERR(stream_print(coder->to, err, "\";\nconst packs = ["));
    for (coder->pack = 0; coder->pack < LAYERS / 4; coder->pack++) {
        RETURN_IF_ERR(stream_print(coder->to, err, coder->pack == 0 ? "\"" : ",\n\""));
        RETURN_IF_ERR(engines_run(output->plan, &pass, output->job, err));
        RETURN_IF_ERR(flush(coder, coder->held, err));
        RETURN_IF_ERR(stream_print(coder->to, err, "\""));
    }
    return stream_print(coder->to, err, "];\n</script>\n");
}

/* ---- the page ---- */

static json_t *about(const struct engines_plan *plan)
{
    json_t *layers = json_array(), *colours = json_array(), *repeats = json_array();
    for (uint32_t m = 0; m < LAYERS; m++) {
        const bool is = m < plan->merge->count;
        const struct engines_material *of = &plan->materials[is ? m : 0];
        if (is) json_text_append(&layers, json_text(of->name));
        json_text_append(&colours, json_pack("[f, f, f]", (double)of->colour[0],
                                             (double)of->colour[1], (double)of->colour[2]));
        json_text_append(&repeats, json_real(ground_texture_repeat_mm(of->kind) / 1000.0));
    }
    return json_pack("{s:s, s:i, s:i, s:f, s:[f, f], s:o, s:o, s:o}", "name", plan->name, "points",
                     (int)plan->points, "texels", (int)plan->texels, "side_m", plan->side_m,
                     "altitude_m", plan->low_m, plan->high_m, "layers", layers, "colours", colours,
                     "repeat_m", repeats);
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

static enum scree_code put_page(struct coder *coder, struct engines_output *output,
                                struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    RETURN_IF_ERR(stream_print(
        coder->to, err,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>%s</title>\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<style>html, body { margin: 0; height: 100%%; overflow: hidden; background: #b3cce6 }\n"
        "canvas { width: 100%%; height: 100%%; display: block; touch-action: none }\n"
        "p { position: fixed; left: 1em; bottom: 0; font: 14px sans-serif }</style>\n"
        "<script>\nconst map = ",
        plan->name));
    RETURN_IF_ERR(put_about(coder->to, plan, err));
    RETURN_IF_ERR(put_data(coder, output, err));
    for (size_t i = 0; engines_page[i] != NULL; i++)
        RETURN_IF_ERR(stream_print(coder->to, err, "%s\n", engines_page[i]));
    return SCREE_OK;
}

static enum scree_code write_page(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const size_t row = 4 * (size_t)(plan->texels > plan->points ? plan->texels : plan->points) + 4;
    struct coder coder = {
        .plan = plan, .bytes = mem_alloc(row, 1), .text = mem_alloc(base64_size(row), 1)};
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

struct mesh {
    struct engines_output *output;
    struct stream *to;
    uint8_t *row;
    uint32_t y;
};

static float place(const struct engines_plan *plan, uint32_t i)
{
    return (float)(i * plan->spacing_m - plan->side_m / 2);
}

static enum scree_code take_ground(void *context, const double *altitudes_m, const double *normals,
                                   struct scree_error *err)
{
    struct mesh *mesh = context;
    const struct engines_plan *plan = mesh->output->plan;
    for (uint32_t x = 0; x < plan->points; x++) {
        uint8_t *out = mesh->row + (size_t)GROUND_BYTES * x;
        bytes_put_f32le(out, place(plan, x));
        bytes_put_f32le(out + 4, (float)altitudes_m[x]);
        bytes_put_f32le(out + 8, place(plan, mesh->y));
        for (size_t c = 0; c < 3; c++)
            bytes_put_f32le(out + 12 + 4 * c, (float)normals[3 * (size_t)x + c]);
    }
    mesh->y++;
    return stream_put(mesh->to, mesh->row, (size_t)GROUND_BYTES * plan->points, err);
}

/* The colour is linear, as glTF has it. */
static enum scree_code take_paint(void *context, const struct engines_row *row,
                                  struct scree_error *err)
{
    const struct mesh *mesh = context;
    const struct engines_plan *plan = mesh->output->plan;
    const uint32_t count = plan->merge->count;
    for (uint32_t x = 0; x < plan->points; x++) {
        uint8_t *out = mesh->row + (size_t)PAINT_BYTES * x;
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (uint32_t m = 0; m < count; m++)
                sum += row->weights[m][x] * (double)plan->materials[m].colour[c];
            out[c] = (uint8_t)(sum >= 255 ? 255 : floor(sum + 0.5));
        }
        out[3] = 255;
        for (uint32_t pack = 0; pack < LAYERS / 4; pack++)
            put_pack(out + 4 + 4 * pack, row->weights, count, pack, x);
    }
    return stream_put(mesh->to, mesh->row, (size_t)PAINT_BYTES * plan->points, err);
}

static enum scree_code put_triangles(struct stream *to, struct mesh *mesh, struct scree_error *err)
{
    const uint32_t points = mesh->output->plan->points;
    for (uint32_t y = 0; y + 1 < points; y++) {
        for (uint32_t x = 0; x + 1 < points; x++) {
            const uint32_t a = y * points + x, b = a + points;
            const uint32_t corners[6] = {a, b, a + 1, a + 1, b, b + 1};
            for (size_t k = 0; k < 6; k++)
                bytes_put_u32le(mesh->row + 24 * (size_t)x + 4 * k, corners[k]);
        }
        RETURN_IF_ERR(stream_put(to, mesh->row, (size_t)24 * (points - 1), err));
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
    const uint32_t length = (uint32_t)strlen(text), padded = (length + 3) / 4 * 4;
    const uint32_t head[5] = {0x46546c67, 2, 28 + padded + bytes, padded, 0x4e4f534a};
    const uint32_t chunk[2] = {bytes, 0x004e4942};
    uint8_t numbers[28];
    for (size_t i = 0; i < 5; i++) bytes_put_u32le(numbers + 4 * i, head[i]);
    for (size_t i = 0; i < 2; i++) bytes_put_u32le(numbers + 20 + 4 * i, chunk[i]);
    enum scree_code code = stream_put(to, numbers, 20, err);
    if (code == SCREE_OK) code = stream_put(to, text, length, err);
    if (code == SCREE_OK) code = stream_put(to, "   ", padded - length, err);
    if (code == SCREE_OK) code = stream_put(to, numbers + 20, 8, err);
    free(text);
    return code;
}

static enum scree_code put_mesh(struct mesh *mesh, struct scree_error *err)
{
    const struct engines_plan *plan = mesh->output->plan;
    const struct engines_normals ground = {take_ground, mesh};
    const struct engines_pass pass = {
        .grid = {.kind = SCREE_SPREAD, .width = plan->points, .height = plan->points},
        .weights = true,
        .take = take_paint,
        .context = mesh,
        .step = "writing weights"};
    RETURN_IF_ERR(put_head(mesh->to, plan, err));
    RETURN_IF_ERR(engines_take_normals(mesh->output, &ground, err));
    RETURN_IF_ERR(engines_run(plan, &pass, mesh->output->job, err));
    return put_triangles(mesh->to, mesh, err);
}

static enum scree_code write_mesh(struct engines_output *output, struct scree_error *err)
{
    struct mesh mesh = {.output = output, .row = mem_alloc(output->plan->points, GROUND_BYTES)};
    struct sink_file *file;
    if (mesh.row == NULL) return err_no_memory(err);
    enum scree_code code =
        engines_begin(output, &file, SINK_PLAIN, err, "%s.glb", output->plan->name);
    if (code == SCREE_OK) {
        mesh.to = &file->stream;
        code = engines_end(output, file, put_mesh(&mesh, err), err);
    }
    mem_free(mesh.row);
    return code;
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

static enum scree_code put_readme(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    const char *name = plan->name;
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, a terrain for the web\n\n"
        "%s.html    shows the terrain: open it in a browser, from anywhere; it loads nothing.\n"
        "             %s.html#flat shows the plain colours from above.\n"
        "%s.glb     the same as a mesh, metres, x east, z south, the middle at 0. Attributes:\n"
        "             COLOR_0, and weights of the layers in _WEIGHTS_0 and _WEIGHTS_1.\n"
        "%s-mix1.png, -mix2.png   mixTexture1 and mixTexture2 of Babylon's MixMaterial, whose "
        "alpha\n"
        "             counts the other way round.\n\nLayers, in this order:\n",
        name, name, name, name, name));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(
            stream_print(to, err, "  %u  %s\n", (unsigned)m + 1, plan->materials[m].name));
    return SCREE_OK;
}

enum scree_code engines_write_web(struct engines_output *output, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(write_page(output, err));
    RETURN_IF_ERR(write_mesh(output, err));
    RETURN_IF_ERR(write_mixes(output, err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "README.txt"));
    return engines_end(output, file, put_readme(&file->stream, output->plan, err), err);
}
