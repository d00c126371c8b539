/*
 * Projects for Godot with Terrain3D: a file for each region of heights, control map and colours, a
 * scene, textures. Source: docs/formats.md, Godot.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "engines/engines_plan.h"
#include "engines/engines_region.h"

#define REGION_MIN 64
#define REGION_MAX 2048
#define REGION_USUAL 1024
#define REGIONS_MAX 32 /* across: locations -16 to 15 */
#define IMPORTS "[remap]\n\nimporter=\"texture\"\ntype=\"CompressedTexture2D\"\n\n[deps]\n\n"

/* ---- sizes ---- */

static bool is_region(uint32_t size)
{
    return size >= REGION_MIN && size <= REGION_MAX && (size & (size - 1)) == 0;
}

/* Of a terrain without a size of its own for them: the largest that fits evenly, 1024 at most. */
static uint32_t usual_region(uint32_t points)
{
    uint32_t size = REGION_USUAL;
    while (size > REGION_MIN && points % size != 0) size /= 2;
    while (size < REGION_MAX && points / size > REGIONS_MAX) size *= 2;
    return size;
}

enum scree_code engines_settle_godot(struct engines_plan *plan, struct scree_error *err)
{
    const uint32_t asked = plan->options.tile_points;
    if (asked != 0 && !is_region(asked))
        return err_set_option(
            err, "tile_points",
            "{tile_points} %u: Terrain3D takes regions of 64, 128, 256, 512, 1024 "
            "or 2048 points",
            (unsigned)asked);
    plan->tile = asked != 0 ? asked : usual_region(plan->points);
    if (plan->points % plan->tile != 0)
        return err_set_option(err, "points",
                              "{points} %u is not a multiple of the %u points of a region; take %u",
                              (unsigned)plan->points, (unsigned)plan->tile,
                              (unsigned)(plan->points / plan->tile + 1) * plan->tile);
    plan->tiles = plan->points / plan->tile;
    if (plan->tiles > REGIONS_MAX)
        return err_set_option(err, "tile_points",
                              "{tile_points} %u: Terrain3D has room for %d regions across and %u "
                              "points take %u; take %u",
                              (unsigned)plan->tile, REGIONS_MAX, (unsigned)plan->points,
                              (unsigned)plan->tiles, (unsigned)usual_region(plan->points));
    plan->texels = plan->points;
    plan->grid =
        (struct engines_grid){.kind = SCREE_SPREAD, .width = plan->points, .height = plan->points};
    return SCREE_OK;
}

/* ---- a region ---- */

struct region {
    struct engines_output *output;
    struct stream *to; /* while an image is written */
    uint32_t x, y;     /* of the region, from the north-west */
    uint32_t size;
    float range[2];
    uint8_t *row;     /* of heights */
    uint8_t *control; /* of all texels */
};

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    struct region *region = context;
    for (uint32_t i = 0; i < region->size; i++) {
        const float height = (float)altitudes_m[region->x * region->size + i];
        if (height < region->range[0]) region->range[0] = height;
        if (height > region->range[1]) region->range[1] = height;
        bytes_put_f32le(region->row + (size_t)4 * i, height);
    }
    return stream_put(region->to, region->row, (size_t)4 * region->size, err);
}

static enum scree_code put_heights(void *context, struct stream *to, struct scree_error *err)
{
    struct region *region = context;
    region->to = to;
    region->range[0] = INFINITY;
    region->range[1] = -INFINITY;
    const struct engines_heights heights = {.first = region->y * region->size,
                                            .rows = region->size,
                                            .take = take_heights,
                                            .context = region};
    return engines_take_heights(region->output, &heights, err);
}

/* The strongest layer, the next, and how much of the two is the next. */
static uint32_t control_of(const uint8_t *const *weights, uint32_t count, uint32_t x)
{
    uint32_t first = 0, second = 0;
    unsigned most = 0, next = 0;
    for (uint32_t m = 0; m < count; m++) {
        const unsigned weight = weights[m][x];
        if (weight > most) {
            second = first;
            next = most;
            first = m;
            most = weight;
        } else if (weight > next) {
            second = m;
            next = weight;
        }
    }
    if (next == 0) second = first;
    const unsigned sum = most + next, blend = (255 * next + sum / 2) / sum;
    return first << 27 | second << 22 | blend << 14;
}

static enum scree_code take_weights(void *context, const struct engines_row *row,
                                    struct scree_error *err)
{
    (void)err;
    struct region *region = context;
    const uint32_t count = region->output->plan->merge->count;
    uint8_t *out = region->control + (size_t)4 * region->size * row->y;
    for (uint32_t x = 0; x < region->size; x++)
        bytes_put_u32le(out + (size_t)4 * x, control_of(row->weights, count, x));
    return SCREE_OK;
}

static enum scree_code put_control(void *context, struct stream *to, struct scree_error *err)
{
    struct region *region = context;
    struct engines_pass pass = {.grid = region->output->plan->grid,
                                .weights = true,
                                .take = take_weights,
                                .context = region,
                                .step = "writing regions"};
    pass.grid.crop = (struct render_crop){region->x * region->size, region->y * region->size,
                                          region->size, region->size};
    RETURN_IF_ERR(engines_run(region->output->plan, &pass, region->output->job, err));
    return stream_put(to, region->control, (size_t)4 * region->size * region->size, err);
}

/* White, and a roughness that changes nothing. */
static enum scree_code put_colours(void *context, struct stream *to, struct scree_error *err)
{
    struct region *region = context;
    for (uint32_t i = 0; i < region->size; i++)
        bytes_put_u32le(region->row + (size_t)4 * i, UINT32_C(0x80ffffff));
    for (uint32_t y = 0; y < region->size; y++)
        RETURN_IF_ERR(stream_put(to, region->row, (size_t)4 * region->size, err));
    return SCREE_OK;
}

/* "00", "-01": of the region's place, the middle of the terrain near the origin. */
static void name_place(char out[8], uint32_t at, uint32_t tiles)
{
    const int place = (int)at - (int)(tiles / 2);
    snprintf(out, 8, place < 0 ? "%03d" : "_%02d", place);
}

bool engines_name_godot_region(char out[ENGINES_FILE], const struct engines_plan *plan,
                               uint32_t number, uint32_t file)
{
    char x[8], y[8];
    name_place(x, number % plan->tiles, plan->tiles);
    name_place(y, number / plan->tiles, plan->tiles);
    snprintf(out, ENGINES_FILE, "data/terrain3d%s%s.res", x, y);
    return file == 0;
}

/* Terrain3D loads whatever is called so. */
bool engines_is_stray_region(const struct engines_plan *plan, const char *inner, const char *name)
{
    char own[ENGINES_FILE];
    const size_t length = strlen(name);
    if (strcmp(inner, "data") != 0 || strncmp(name, "terrain3d", 9) != 0 || length < 4 ||
        strcmp(name + length - 4, ".res") != 0)
        return false;
    for (uint32_t number = 0; number < plan->tiles * plan->tiles; number++) {
        engines_name_godot_region(own, plan, number, 0);
        if (strcmp(own + 5, name) == 0) return false;
    }
    return true;
}

static enum scree_code put_region(struct region *region, struct stream *to, const char *name,
                                  struct scree_error *err)
{
    const struct engines_plan *plan = region->output->plan;
    char ids[3][16], path[ENGINES_FILE + 8];
    const uint32_t bytes = 4 * region->size * region->size;
    const unsigned salt = 4 * (region->y * plan->tiles + region->x) + 1;
    for (unsigned i = 0; i < 3; i++)
        snprintf(ids[i], sizeof ids[i], "Image_%05x",
                 (unsigned)(engines_id(plan, salt + 1 + i) & 0xfffff));
    snprintf(path, sizeof path, "res://%s", name);
    const struct engines_region file = {
        .version = ENGINES_REGION_VERSION,
        .size = region->size,
        .range = region->range,
        .uid = engines_id(plan, salt),
        .ids = {ids[0], ids[1], ids[2]},
        .path = path,
        .images = {{region->size, region->size, "RFloat", false, bytes, put_heights, region},
                   {region->size, region->size, "RFloat", false, bytes, put_control, region},
                   {region->size, region->size, "RGBA8", false, bytes, put_colours, region}}};
    return engines_region_put(to, &file, true, err);
}

static enum scree_code write_region(struct region *region, struct scree_error *err)
{
    const struct engines_plan *const plan = region->output->plan;
    char name[ENGINES_FILE];
    struct sink_file *file;
    engines_name_godot_region(name, plan, region->y * plan->tiles + region->x, 0);
    RETURN_IF_ERR(engines_begin(region->output, &file, SINK_PLAIN, err, "%s", name));
    return engines_end(region->output, file, put_region(region, &file->stream, name, err), err);
}

enum scree_code engines_write_godot_region(struct engines_output *output, uint32_t number,
                                           struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct region region = {.output = output, .size = plan->tile};
    region.row = mem_alloc(plan->tile, 4);
    region.control = mem_alloc_pixels((size_t)plan->tile * plan->tile, 4);
    enum scree_code code = SCREE_OK;
    if (region.row == NULL || region.control == NULL)
        code = err_set(err, SCREE_NO_MEMORY, "no memory for a region of %u x %u points",
                       (unsigned)plan->tile, (unsigned)plan->tile);
    region.x = number % plan->tiles;
    region.y = number / plan->tiles;
    if (code == SCREE_OK) code = write_region(&region, err);
    mem_free(region.row);
    mem_free_pixels(region.control);
    return code;
}

/* ---- textures ---- */

static enum scree_code write_import(struct engines_output *output, const char *name, bool normal,
                                    struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s.import", name));
    const enum scree_code code = stream_print(
        &file->stream, err,
        IMPORTS "source_file=\"res://%s\"\n\n[params]\n\ncompress/mode=2\n"
                "compress/high_quality=true\ncompress/normal_map=%d\nmipmaps/generate=true\n"
                "process/fix_alpha_border=false\n",
        name, normal ? 2 : 0);
    return engines_end(output, file, code, err);
}

static enum scree_code write_pair(struct engines_output *output, uint32_t material,
                                  struct scree_error *err)
{
    const char *stem = output->plan->materials[material].stem;
    char albedo[ENGINES_FILE], normal[ENGINES_FILE];
    snprintf(albedo, sizeof albedo, "textures/%s_alb_ht.png", stem);
    snprintf(normal, sizeof normal, "textures/%s_nrm_rgh.png", stem);
    const struct engines_texture_names names = {albedo, normal, true, GROUND_GREEN_UP};
    RETURN_IF_ERR(engines_write_textures(output, material, &names, err));
    RETURN_IF_ERR(write_import(output, albedo, false, err));
    return write_import(output, normal, true, err);
}

/* ---- texts ---- */

static enum scree_code put_assets(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    const unsigned count = plan->merge->count;
    RETURN_IF_ERR(stream_print(to, err,
                               "[gd_resource type=\"Terrain3DAssets\" load_steps=%u format=3]\n\n",
                               3 * count + 1));
    for (unsigned m = 0; m < count; m++)
        RETURN_IF_ERR(stream_print(
            to, err,
            "[ext_resource type=\"Texture2D\" path=\"res://textures/%s_alb_ht.png\" id=\"%u_a\"]\n"
            "[ext_resource type=\"Texture2D\" path=\"res://textures/%s_nrm_rgh.png\" "
            "id=\"%u_n\"]\n",
            plan->materials[m].stem, m, plan->materials[m].stem, m));
    for (unsigned m = 0; m < count; m++) {
        char name[64];
        const uint32_t repeat_mm = ground_texture_repeat_mm(plan->materials[m].kind);
        engines_text(name, sizeof name, plan->materials[m].name);
        RETURN_IF_ERR(stream_print(
            to, err,
            "\n[sub_resource type=\"Terrain3DTextureAsset\" id=\"texture_%u\"]\nname = \"%s\"\n"
            "id = %u\nalbedo_texture = ExtResource(\"%u_a\")\nnormal_texture = "
            "ExtResource(\"%u_n\")\n"
            "uv_scale = %s\n",
            m, name, m, m, m, engines_number(1000.0 / repeat_mm, 6).text));
    }
    RETURN_IF_ERR(
        stream_print(to, err, "\n[resource]\ntexture_list = Array[Terrain3DTextureAsset](["));
    for (unsigned m = 0; m < count; m++)
        RETURN_IF_ERR(
            stream_print(to, err, "%sSubResource(\"texture_%u\")", m == 0 ? "" : ", ", m));
    return stream_print(to, err, "])\n");
}

static enum scree_code put_scene(struct stream *to, const struct engines_plan *plan,
                                 struct scree_error *err)
{
    return stream_print(
        to, err,
        "[gd_scene load_steps=3 format=3]\n\n"
        "[ext_resource type=\"Terrain3DAssets\" path=\"res://assets.tres\" id=\"1_assets\"]\n\n"
        "[sub_resource type=\"Terrain3DMaterial\" id=\"material\"]\n\n"
        "[node name=\"%s\" type=\"Node3D\"]\n\n"
        "[node name=\"Sun\" type=\"DirectionalLight3D\" parent=\".\"]\n"
        "transform = Transform3D(0.77, 0.41, -0.49, 0, 0.77, 0.64, 0.64, -0.49, 0.59, 0, 0, 0)\n\n"
        "[node name=\"Camera\" type=\"Camera3D\" parent=\".\"]\n"
        "transform = Transform3D(1, 0, 0, 0, 0.87, 0.5, 0, -0.5, 0.87, 0, %s, %s)\n"
        "far = %s\n\n"
        "[node name=\"Terrain3D\" type=\"Terrain3D\" parent=\".\"]\n"
        "data_directory = \"res://data\"\nmaterial = SubResource(\"material\")\n"
        "assets = ExtResource(\"1_assets\")\nvertex_spacing = %s\n",
        plan->name, engines_number(plan->high_m + plan->side_m / 4, 3).text,
        engines_number(plan->side_m / 2, 3).text, engines_number(4 * plan->side_m, 1).text,
        engines_number(plan->spacing_m, 9).text);
}

static enum scree_code put_project(struct stream *to, const struct engines_plan *plan,
                                   struct scree_error *err)
{
    return stream_print(to, err,
                        "config_version=5\n\n[application]\n\nconfig/name=\"%s\"\n"
                        "run/main_scene=\"res://%s.tscn\"\n"
                        "config/features=PackedStringArray(\"4.4\")\n\n[editor_plugins]\n\n"
                        "enabled=PackedStringArray(\"res://addons/terrain_3d/plugin.cfg\")\n",
                        plan->name, plan->name);
}

static enum scree_code put_readme(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, a project for Godot 4 with Terrain3D\n\n"
        "1. Copy the add-on's folder addons/terrain_3d into this folder\n"
        "   (https://github.com/TokisanGames/Terrain3D, 1.0 or later).\n"
        "2. Open project.godot in Godot and let it import the textures; restart it once.\n"
        "3. Open %s.tscn.\n\n"
        "%u x %u points, %s m apart, in regions of %u x %u points. North is -Z, east is +X. The\n"
        "north-west corner of the terrain is at x = z = %s.\n",
        plan->name, plan->name, (unsigned)plan->points, (unsigned)plan->points,
        engines_number(plan->spacing_m, 9).text, (unsigned)plan->tile, (unsigned)plan->tile,
        engines_number(-(double)(plan->tiles / 2) * plan->tile * plan->spacing_m, 6).text));
    return engines_put_water(to, plan, err);
}

enum scree_code engines_write_godot(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct sink_file *file;
    for (uint32_t m = 0; m < plan->merge->count; m++) RETURN_IF_ERR(write_pair(output, m, err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "assets.tres"));
    RETURN_IF_ERR(engines_end(output, file, put_assets(&file->stream, plan, err), err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "%s.tscn", plan->name));
    RETURN_IF_ERR(engines_end(output, file, put_scene(&file->stream, plan, err), err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "README.txt"));
    RETURN_IF_ERR(engines_end(output, file, put_readme(&file->stream, plan, err), err));
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "project.godot"));
    return engines_end(output, file, put_project(&file->stream, plan, err), err);
}
