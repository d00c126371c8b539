/*
 * Places for other programs. Numbers are written as whole numbers of millionths, so that no library's
 * way of rounding is in them.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/glb.h"
#include "base/grow.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/turn.h"
#include "plants/plants.h"
#include "plants/plants_shapes.h"

#define TURN_PARTS 256

const char *plants_number(char out[PLANTS_NUMBER], double value)
{
    return text_fixed(out, (int64_t)floor(value * 1e6 + 0.5), 6);
}

/* A plant as people and programs have it: metres from the south-west corner, its foot. */
struct stand {
    char x[PLANTS_NUMBER], y[PLANTS_NUMBER], z[PLANTS_NUMBER], yaw[PLANTS_NUMBER],
        scale[PLANTS_NUMBER], sink[PLANTS_NUMBER];
    const char *species, *model;
};

static void stand_of(struct stand *out, const struct plants_placed *placed,
                     const struct plants_item *item, double depth_m)
{
    const struct plants_species *species = &placed->list->species[item->species];
    plants_number(out->x, (double)item->x / PLANTS_UNITS);
    plants_number(out->y, depth_m - (double)item->z / PLANTS_UNITS);
    plants_number(out->z, item->ground_m - item->sink_mm / 1000.0);
    plants_number(out->yaw, item->yaw * (360.0 / TURN_PARTS));
    plants_number(out->scale, item->scale / 1000.0);
    plants_number(out->sink, item->sink_mm / 1000.0);
    out->species = species->name;
    out->model = species->model->name;
}

static enum scree_code write_csv(struct stream *to, const struct plants_placed *placed,
                                 double depth_m, struct scree_error *err)
{
    struct stand s;
    RETURN_IF_ERR(stream_print(to, err, "species,model,x_m,y_m,z_m,yaw_deg,scale,sink_m\n"));
    for (size_t i = 0; i < placed->count; i++) {
        stand_of(&s, placed, &placed->items[i], depth_m);
        RETURN_IF_ERR(stream_print(to, err, "%s,%s,%s,%s,%s,%s,%s,%s\n", s.species, s.model, s.x,
                                   s.y, s.z, s.yaw, s.scale, s.sink));
    }
    return SCREE_OK;
}

/* "key":"credit", after a comma; nothing if nobody is to be named. The caller frees *out by grow_free(). */
static enum scree_code credit_member(struct grow *out, const struct plants_placed *placed,
                                     const char *key, struct scree_error *err)
{
    *out = (struct grow){0};
    if (placed->credit[0] == '\0') return SCREE_OK;
    json_t *text = json_text(placed->credit);
    char *quoted = text != NULL ? json_dumps(text, JSON_ENCODE_ANY) : NULL;
    json_decref(text);
    if (quoted != NULL) grow_print(out, ",\"%s\":%s", key, quoted);
    const bool failed = quoted == NULL || out->failed;
    free(quoted);
    return failed ? err_no_memory(err) : SCREE_OK;
}

static enum scree_code write_geojson(struct stream *to, const struct plants_placed *placed,
                                     double depth_m, struct scree_error *err)
{
    struct stand s;
    struct grow credit;
    enum scree_code code = credit_member(&credit, placed, "credit", err);
    if (code == SCREE_OK)
        code = stream_print(
            to, err,
            "{\"type\":\"FeatureCollection\",\"coordinates_are\":\"metres east and north of the "
            "terrain's south-west corner, altitude of the foot\"%s,\"features\":[",
            credit.size > 0 ? credit.text : "");
    grow_free(&credit);
    RETURN_IF_ERR(code);
    for (size_t i = 0; i < placed->count; i++) {
        stand_of(&s, placed, &placed->items[i], depth_m);
        RETURN_IF_ERR(stream_print(
            to, err,
            "%s\n{\"type\":\"Feature\",\"geometry\":{\"type\":\"Point\",\"coordinates\":[%s,%s,%s]}"
            ","
            "\"properties\":{\"species\":\"%s\",\"model\":\"%s\",\"yaw_deg\":%s,\"scale\":%s,"
            "\"sink_m\":%s}}",
            i > 0 ? "," : "", s.x, s.y, s.z, s.species, s.model, s.yaw, s.scale, s.sink));
    }
    return stream_print(to, err, "\n]}\n");
}

/* ---- .obj: the shape of a model ---- */

enum scree_code plants_write_model(struct stream *to, const struct plants_model *model,
                                   struct scree_error *err)
{
    struct shape_mesh mesh;
    char n[6][PLANTS_NUMBER];
    plants_shape_make(&mesh, model);
    RETURN_IF_ERR(stream_print(to, err, "o %s\n", model->name));
    for (size_t i = 0; i < mesh.point_count; i++) {
        for (int c = 0; c < 3; c++) {
            plants_number(n[c], (double)mesh.points[i][c]);
            plants_number(n[3 + c], (double)mesh.normals[i][c]);
        }
        RETURN_IF_ERR(
            stream_print(to, err, "v %s %s %s\nvn %s %s %s\n", n[0], n[1], n[2], n[3], n[4], n[5]));
    }
    for (size_t i = 0; i < mesh.index_count; i += 3) {
        const unsigned a = mesh.indices[i] + 1, b = mesh.indices[i + 1] + 1,
                       c = mesh.indices[i + 2] + 1;
        RETURN_IF_ERR(stream_print(to, err, "f %u//%u %u//%u %u//%u\n", a, a, b, b, c, c));
    }
    return SCREE_OK;
}

/* ---- .glb: a mesh for each species, a node for each plant ---- */

static void put_nodes(struct grow *text, const struct plants_placed *placed,
                      const uint32_t *mesh_of, const double extent_m[2])
{
    char at[3][PLANTS_NUMBER], turn[2][PLANTS_NUMBER], scale[PLANTS_NUMBER];
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        double sine, cosine;
        turn_sine_cosine(item->yaw * (180.0 / TURN_PARTS), &sine, &cosine);
        plants_number(scale, item->scale / 1000.0);
        grow_print(text,
                   "%s{\"mesh\":%lu,\"translation\":[%s,%s,%s],\"rotation\":[0,%s,0,%s],"
                   "\"scale\":[%s,%s,%s]}",
                   i > 0 ? "," : "", (unsigned long)mesh_of[item->species],
                   plants_number(at[0], (double)item->x / PLANTS_UNITS - extent_m[0] / 2.0),
                   plants_number(at[1], item->ground_m - item->sink_mm / 1000.0),
                   plants_number(at[2], (double)item->z / PLANTS_UNITS - extent_m[1] / 2.0),
                   plants_number(turn[0], sine), plants_number(turn[1], cosine), scale, scale,
                   scale);
    }
}

static void put_colour(struct grow *text, const char *name, uint32_t rgb)
{
    char linear[3][PLANTS_NUMBER];
    for (int c = 0; c < 3; c++) {
        const double shown = (rgb >> (16 - 8 * c) & 0xff) / 255.0;
        plants_number(linear[c], shown * shown);
    }
    grow_print(text,
               "{\"name\":\"%s\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[%s,%s,%s,1],"
               "\"metallicFactor\":0,\"roughnessFactor\":1}}",
               name, linear[0], linear[1], linear[2]);
}

/* Meshes, materials and the numbers they read; mesh_of[species] is filled. */
static void put_meshes(struct grow *text, struct grow *numbers, const struct plants_placed *placed,
                       uint32_t *mesh_of)
{
    struct grow meshes = {0}, materials = {0}, accessors = {0}, points = {0}, indices = {0};
    uint32_t count = 0;
    for (size_t s = 0; s < placed->list->species_count; s++) {
        if (placed->tally[s].count == 0) continue;
        const struct plants_species *species = &placed->list->species[s];
        struct shape_mesh mesh;
        char low[3][PLANTS_NUMBER], high[3][PLANTS_NUMBER];
        plants_shape_make(&mesh, species->model);
        const char *comma = count > 0 ? "," : "";
        grow_print(&meshes,
                   "%s{\"name\":\"%s\",\"primitives\":[{\"attributes\":{\"POSITION\":%lu,"
                   "\"NORMAL\":%lu},\"indices\":%lu,\"material\":%lu}]}",
                   comma, species->name, 3ul * count, 3ul * count + 1, 3ul * count + 2,
                   (unsigned long)count);
        grow_text(&materials, comma);
        put_colour(&materials, species->name, species->model->rgb);
        for (int k = 0; k < 3; k++) {
            plants_number(low[k], (double)mesh.low[k]);
            plants_number(high[k], (double)mesh.high[k]);
        }
        grow_print(&accessors,
                   "%s{\"bufferView\":0,\"byteOffset\":%zu,\"componentType\":5126,\"count\":%zu,"
                   "\"type\":\"VEC3\",\"min\":[%s,%s,%s],\"max\":[%s,%s,%s]},",
                   comma, points.size, mesh.point_count, low[0], low[1], low[2], high[0], high[1],
                   high[2]);
        grow_print(&accessors,
                   "{\"bufferView\":0,\"byteOffset\":%zu,\"componentType\":5126,\"count\":%zu,"
                   "\"type\":\"VEC3\"},{\"bufferView\":1,\"byteOffset\":%zu,\"componentType\":5125,"
                   "\"count\":%zu,\"type\":\"SCALAR\"}",
                   points.size + 12 * mesh.point_count, mesh.point_count, indices.size,
                   mesh.index_count);
        for (int which = 0; which < 2; which++)
            for (size_t n = 0; n < mesh.point_count; n++)
                for (int k = 0; k < 3; k++) {
                    uint8_t bytes[4];
                    bytes_put_f32le(bytes, which == 0 ? mesh.points[n][k] : mesh.normals[n][k]);
                    grow_put(&points, bytes, 4);
                }
        for (size_t n = 0; n < mesh.index_count; n++) {
            uint8_t bytes[4];
            bytes_put_u32le(bytes, mesh.indices[n]);
            grow_put(&indices, bytes, 4);
        }
        mesh_of[s] = count++;
    }
    struct grow *const parts[] = {&meshes, &materials, &accessors, &points, &indices};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) text->failed |= parts[i]->failed;
    if (!text->failed)
        grow_print(
            text,
            "\"meshes\":[%s],\"materials\":[%s],\"accessors\":[%s],\"bufferViews\":[{\"buffer\":0,"
            "\"byteLength\":%zu,\"byteStride\":12,\"target\":34962},{\"buffer\":0,\"byteOffset\":%"
            "zu,"
            "\"byteLength\":%zu,\"target\":34963}],\"buffers\":[{\"byteLength\":%zu}],",
            meshes.text, materials.text, accessors.text, points.size, points.size, indices.size,
            points.size + indices.size);
    grow_put(numbers, points.text, points.size);
    grow_put(numbers, indices.text, indices.size);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) grow_free(parts[i]);
}

static void put_scene(struct grow *text, size_t count, const struct grow *credit)
{
    grow_print(text,
               "{\"asset\":{\"version\":\"2.0\",\"generator\":\"scree\"%s},\"scene\":0,"
               "\"scenes\":[{\"name\":\"Plants\"",
               credit->size > 0 ? credit->text : "");
    for (size_t i = 0; i < count; i++) grow_print(text, "%s%zu", i == 0 ? ",\"nodes\":[" : ",", i);
    grow_text(text, count > 0 ? "]}]," : "}]");
}

static enum scree_code write_chunks(struct stream *to, const struct grow *text,
                                    const struct grow *numbers, struct scree_error *err)
{
    if (glb_size(text->size, numbers->size) > UINT32_MAX)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "a .glb cannot hold so many plants; write .csv instead");
    RETURN_IF_ERR(glb_begin(to, text->text, text->size, numbers->size, err));
    return stream_put(to, numbers->text, numbers->size, err);
}

static enum scree_code write_glb(struct stream *to, const struct plants_placed *placed,
                                 const double extent_m[2], struct scree_error *err)
{
    struct grow text = {0}, numbers = {0};
    uint32_t mesh_of[PLANTS_MOST_SPECIES] = {0};
    struct grow credit;
    enum scree_code code = credit_member(&credit, placed, "copyright", err);
    put_scene(&text, placed->count, &credit);
    grow_free(&credit);
    if (placed->count > 0) {
        put_meshes(&text, &numbers, placed, mesh_of);
        grow_text(&text, "\"nodes\":[");
        put_nodes(&text, placed, mesh_of, extent_m);
        grow_text(&text, "]");
    }
    grow_text(&text, "}");
    if (code == SCREE_OK && (text.failed || numbers.failed)) code = err_no_memory(err);
    if (code == SCREE_OK) code = write_chunks(to, &text, &numbers, err);
    grow_free(&text);
    grow_free(&numbers);
    return code;
}

/* ---- all of them ---- */

bool plants_form_of_name(enum scree_plants_form *out, const char *name)
{
    static const char *const endings[] = {".csv", ".geojson", ".glb"};
    for (int i = 0; i < 3; i++) {
        if (!text_ends_like(name, endings[i])) continue;
        *out = (enum scree_plants_form)i;
        return true;
    }
    return false;
}

enum scree_code plants_write(struct stream *to, const struct plants_placed *placed,
                             const struct inputs *inputs, enum scree_plants_form form,
                             struct scree_error *err)
{
    const double extent_m[2] = {ter_extent_x_m(inputs->field), ter_extent_y_m(inputs->field)};
    if (form == SCREE_PLANTS_GLB) return write_glb(to, placed, extent_m, err);
    return form == SCREE_PLANTS_CSV ? write_csv(to, placed, extent_m[1], err)
                                    : write_geojson(to, placed, extent_m[1], err);
}
