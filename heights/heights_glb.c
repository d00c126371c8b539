/*
 * Meshes as binary glTF 2.0: one chunk of JSON that describes one of numbers. x east, y up, z
 * south, in metres; texture coordinates from the north-west.
 *
 * Source: docs/formats/meshes.md.
 */
#include "heights/heights_mesh.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/glb.h"
#include "base/mem.h"
#include "image/image.h"

#define ARRAY_BUFFER 34962
#define ELEMENT_ARRAY_BUFFER 34963
#define FLOAT_NUMBERS 5126
#define UINT_NUMBERS 5125

/* What is where in the chunk of numbers. */
enum part { POSITIONS, NORMALS, UVS, INDICES, PICTURE, PARTS };
struct layout {
    uint64_t points, indices;
    uint64_t at[PARTS], size[PARTS], end;
};

static struct layout lay_out(const struct heights_plan *plan, size_t picture_bytes)
{
    struct layout layout = {.points = (uint64_t)plan->columns * plan->rows,
                            .indices = 6 * plan->squares};
    layout.size[POSITIONS] = layout.size[NORMALS] = 12 * layout.points;
    layout.size[UVS] = 8 * layout.points;
    layout.size[INDICES] = 4 * layout.indices;
    layout.size[PICTURE] = picture_bytes;
    for (int part = 0; part < PARTS; part++) {
        layout.at[part] = layout.end;
        layout.end += (layout.size[part] + 3) / 4 * 4;
    }
    return layout;
}

/* ---- what describes them ---- */

static json_t *describe_view(const struct layout *layout, enum part part, int target)
{
    json_t *view =
        json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)layout->at[part],
                  "byteLength", (json_int_t)layout->size[part]);
    if (target != 0) json_object_set_new(view, "target", json_integer(target));
    return view;
}

static json_t *describe_numbers(enum part part, int numbers, uint64_t count, const char *type)
{
    return json_pack("{s:i, s:i, s:I, s:s}", "bufferView", (int)part, "componentType", numbers,
                     "count", (json_int_t)count, "type", type);
}

/* The least and greatest of x, y and z, as the file has them. */
static enum scree_code find_box(double low[3], double high[3],
                                const struct heights_mesh_output *output)
{
    const struct heights_plan *plan = output->plan;
    for (int k = 0; k < 3; k++) {
        low[k] = INFINITY;
        high[k] = -INFINITY;
    }
    for (uint32_t j = 0; j < plan->rows; j++) {
        RETURN_IF_ERR(job_poll(output->job, output->err));
        heights_mesh_row(output->points, plan, j);
        for (uint32_t i = 0; i < plan->columns; i++) {
            const struct heights_vertex *point = &output->points[i];
            const double at[3] = {(double)point->east, (double)point->up, -(double)point->north};
            for (int k = 0; k < 3; k++) {
                low[k] = at[k] < low[k] ? at[k] : low[k];
                high[k] = at[k] > high[k] ? at[k] : high[k];
            }
        }
    }
    return SCREE_OK;
}

static json_t *describe_material(bool pictured)
{
    json_t *material = json_pack("{s:s, s:{s:f, s:f}}", "name", "Terrain", "pbrMetallicRoughness",
                                 "metallicFactor", 0.0, "roughnessFactor", 1.0);
    if (pictured)
        json_object_set_new(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture",
                            json_pack("{s:i}", "index", 0));
    return material;
}

static void describe_picture(json_t *gltf)
{
    json_object_set_new(gltf, "textures", json_pack("[{s:i, s:i}]", "sampler", 0, "source", 0));
    json_object_set_new(gltf, "images",
                        json_pack("[{s:i, s:s}]", "bufferView", PICTURE, "mimeType", "image/png"));
    /* Linear, with smaller pictures between, and nothing comes in from the other edge. */
    json_object_set_new(gltf, "samplers",
                        json_pack("[{s:i, s:i, s:i, s:i}]", "magFilter", 9729, "minFilter", 9987,
                                  "wrapS", 33071, "wrapT", 33071));
}

static json_t *describe(const double low[3], const double high[3], const struct layout *layout)
{
    json_t *views = json_pack("[o, o, o, o]", describe_view(layout, POSITIONS, ARRAY_BUFFER),
                              describe_view(layout, NORMALS, ARRAY_BUFFER),
                              describe_view(layout, UVS, ARRAY_BUFFER),
                              describe_view(layout, INDICES, ELEMENT_ARRAY_BUFFER));
    json_t *accessors = json_pack(
        "[o, o, o, o]", describe_numbers(POSITIONS, FLOAT_NUMBERS, layout->points, "VEC3"),
        describe_numbers(NORMALS, FLOAT_NUMBERS, layout->points, "VEC3"),
        describe_numbers(UVS, FLOAT_NUMBERS, layout->points, "VEC2"),
        describe_numbers(INDICES, UINT_NUMBERS, layout->indices, "SCALAR"));
    json_t *positions = json_array_get(accessors, POSITIONS);
    json_object_set_new(positions, "min", json_pack("[f, f, f]", low[0], low[1], low[2]));
    json_object_set_new(positions, "max", json_pack("[f, f, f]", high[0], high[1], high[2]));
    const bool pictured = layout->size[PICTURE] > 0;
    if (pictured) json_array_append_new(views, describe_view(layout, PICTURE, 0));
    json_t *gltf = json_pack(
        "{s:{s:s, s:s}, s:i, s:[{s:[i]}], s:[{s:i, s:s}], s:[{s:s, s:[{s:{s:i, s:i, s:i}, s:i, "
        "s:i}]}], s:[o], s:[{s:I}], s:o, s:o}",
        "asset", "version", "2.0", "generator", "scree", "scene", 0, "scenes", "nodes", 0, "nodes",
        "mesh", 0, "name", "Terrain", "meshes", "name", "Terrain", "primitives", "attributes",
        "POSITION", POSITIONS, "NORMAL", NORMALS, "TEXCOORD_0", UVS, "indices", INDICES, "material",
        0, "materials", describe_material(pictured), "buffers", "byteLength",
        (json_int_t)layout->end, "bufferViews", views, "accessors", accessors);
    if (gltf != NULL && pictured) describe_picture(gltf);
    return gltf;
}

/* 9 digits tell all 32-bit floats apart; integers are written whole. For mem_free(). */
static char *dump(const json_t *gltf)
{
    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(9);
    const size_t length = gltf != NULL ? json_dumpb(gltf, NULL, 0, flags) : 0;
    char *text = length > 0 ? mem_alloc(length + 1, 1) : NULL;
    if (text == NULL || json_dumpb(gltf, text, length, flags) == length) return text;
    mem_free(text);
    return NULL;
}

/* ---- the numbers ---- */

static uint8_t *put_vector(uint8_t *out, const float east_north_up[3])
{
    bytes_put_f32le(out, east_north_up[0]);
    bytes_put_f32le(out + 4, east_north_up[2]);
    bytes_put_f32le(out + 8, -east_north_up[1]);
    return out + 12;
}

static uint8_t *put_part(uint8_t *out, const struct heights_vertex *point, enum part part)
{
    const float position[3] = {point->east, point->north, point->up};
    if (part == POSITIONS) return put_vector(out, position);
    if (part == NORMALS) return put_vector(out, point->normal);
    bytes_put_f32le(out, point->u);
    bytes_put_f32le(out + 4, point->v);
    return out + 8;
}

static enum scree_code write_points(const struct heights_mesh_output *output, enum part part)
{
    const struct heights_plan *plan = output->plan;
    for (uint32_t j = 0; j < plan->rows; j++) {
        heights_mesh_row(output->points, plan, j);
        uint8_t *end = output->bytes;
        for (uint32_t i = 0; i < plan->columns; i++) end = put_part(end, &output->points[i], part);
        RETURN_IF_ERR(
            stream_put(output->to, output->bytes, (size_t)(end - output->bytes), output->err));
    }
    return SCREE_OK;
}

static enum scree_code write_indices(const struct heights_mesh_output *output)
{
    const struct heights_plan *plan = output->plan;
    for (uint32_t j = 0; j + 1 < plan->rows; j++) {
        const size_t count = 3 * heights_mesh_triangles(output->triangles, plan, j);
        for (size_t k = 0; k < count; k++)
            bytes_put_u32le(output->bytes + 4 * k, output->triangles[k]);
        RETURN_IF_ERR(stream_put(output->to, output->bytes, 4 * count, output->err));
    }
    return SCREE_OK;
}

static enum scree_code write_parts(const struct heights_mesh_output *output,
                                   const struct layout *layout, const struct scree_bytes *picture)
{
    static const uint8_t padding[4];
    for (enum part part = POSITIONS; part <= UVS; part++) RETURN_IF_ERR(write_points(output, part));
    RETURN_IF_ERR(write_indices(output));
    RETURN_IF_ERR(stream_put(output->to, picture->data, picture->size, output->err));
    const uint64_t used = layout->at[PICTURE] + layout->size[PICTURE];
    return stream_put(output->to, padding, (size_t)(layout->end - used), output->err);
}

/* All lengths are of 32 bits; the text is small. */
static enum scree_code check_size(const struct heights_plan *plan, const struct layout *layout,
                                  struct scree_error *err)
{
    const uint64_t most = UINT32_MAX - UINT64_C(65536);
    if (layout->end <= most) return SCREE_OK;
    if (layout->size[PICTURE] >= most)
        return err_set(err, SCREE_BAD_ARGUMENT, "the picture is too large for a .glb (4 GiB)");
    struct heights_plan fewer = *plan;
    while (lay_out(&fewer, (size_t)layout->size[PICTURE]).end > most) {
        fewer.every++;
        fewer.columns = heights_mesh_count(plan->field->points_x, fewer.every);
        fewer.rows = heights_mesh_count(plan->field->points_y, fewer.every);
        fewer.squares = (fewer.columns - UINT64_C(1)) * (fewer.rows - 1);
    }
    return err_set(err, SCREE_BAD_ARGUMENT,
                   "%lu x %lu points need %.1f GiB and a .glb holds less than 4: give {every} "
                   "%lu, or write a .ply",
                   (unsigned long)plan->columns, (unsigned long)plan->rows,
                   (double)layout->end / (1 << 30), (unsigned long)fewer.every);
}

enum scree_code heights_write_glb(const struct heights_mesh_output *output)
{
    const struct heights_extras *extras = output->plan->extras;
    struct scree_bytes picture = {0};
    char *text = NULL;
    if (extras->rgb != NULL)
        RETURN_IF_ERR(image_write_png8_memory(&picture, extras->rgb, extras->rgb_width,
                                              extras->rgb_height, output->err));
    const struct layout layout = lay_out(output->plan, picture.size);
    enum scree_code code;
    FAIL_IF_ERR(code, check_size(output->plan, &layout, output->err));
    double low[3], high[3];
    FAIL_IF_ERR(code, find_box(low, high, output));
    json_t *gltf = describe(low, high, &layout);
    text = dump(gltf);
    json_decref(gltf);
    if (text == NULL) {
        code = err_no_memory(output->err);
        goto fail;
    }
    FAIL_IF_ERR(code, glb_begin(output->to, text, strlen(text), layout.end, output->err));
    code = write_parts(output, &layout, &picture);

fail:
    mem_free(text);
    file_bytes_free(&picture);
    return code;
}
