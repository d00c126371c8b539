/*
 * Projects for Godot with Terrain3D: a file for each region of heights, control map and colours, a
 * scene, textures. Source: docs/formats/godot.md.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/turn.h"
#include "engines/engines_plan.h"
#include "engines/engines_region.h"

#define REGION_MIN 64
#define REGION_MAX 2048
#define REGION_USUAL 1024
#define REGIONS_MAX 32 /* across: locations -16 to 15 */

static const char readme[] = {
#include "engines/godot.txt.h"
};
static const char project[] = {
#include "engines/project.godot.h"
};
static const char scene[] = {
#include "engines/scene.tscn.h"
};
static const char assets[] = {
#include "engines/assets.tres.h"
};
static const char import[] = {
#include "engines/texture.import.h"
};

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
    plan->corner_m = -(double)(plan->tiles / 2) * plan->tile * plan->spacing_m;
    plan->grid =
        (struct engines_grid){.kind = SCREE_SPREAD, .width = plan->points, .height = plan->points};
    return SCREE_OK;
}

/* ---- a region ---- */

struct region {
    struct engines_output *output;
    uint32_t x, y; /* of the region, from the north-west */
    uint32_t size;
    float range[2];
    uint8_t *control; /* of all texels */
};

static enum scree_code put_heights(void *context, struct stream *to, struct scree_error *err)
{
    struct region *region = context;
    struct engines_output *output = region->output;
    region->range[0] = INFINITY;
    region->range[1] = -INFINITY;
    for (uint32_t i = 0; i < region->size; i++) {
        RETURN_IF_ERR(
            engines_get_heights(output, region->y * region->size + i, i, region->size, err));
        for (uint32_t x = 0; x < region->size; x++) {
            const float height = (float)output->row_m[region->x * region->size + x];
            if (height < region->range[0]) region->range[0] = height;
            if (height > region->range[1]) region->range[1] = height;
            bytes_put_f32le(output->bytes + (size_t)4 * x, height);
        }
        RETURN_IF_ERR(stream_put(to, output->bytes, (size_t)4 * region->size, err));
    }
    return SCREE_OK;
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

static enum scree_code put_control(void *context, struct stream *to, struct scree_error *err)
{
    const struct region *region = context;
    const struct engines_plan *plan = region->output->plan;
    struct engines_pass pass = {.grid = plan->grid, .weights = true, .step = "writing regions"};
    struct engines_rows rows;
    uint8_t *out = region->control;
    pass.grid.crop = (struct render_crop){region->x * region->size, region->y * region->size,
                                          region->size, region->size};
    engines_rows_start(&rows, plan, &pass, region->output->job, err);
    while (engines_rows_next(&rows))
        for (uint32_t x = 0; x < region->size; x++, out += 4)
            bytes_put_u32le(out, control_of(rows.weights, plan->merge->count, x));
    RETURN_IF_ERR(engines_rows_end(&rows));
    return stream_put(to, region->control, (size_t)4 * region->size * region->size, err);
}

/* White, and a roughness that changes nothing. */
static enum scree_code put_colours(void *context, struct stream *to, struct scree_error *err)
{
    const struct region *region = context;
    uint8_t *row = region->output->bytes;
    for (uint32_t i = 0; i < region->size; i++)
        bytes_put_u32le(row + (size_t)4 * i, UINT32_C(0x80ffffff));
    for (uint32_t y = 0; y < region->size; y++)
        RETURN_IF_ERR(stream_put(to, row, (size_t)4 * region->size, err));
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

enum scree_code engines_write_godot_region(struct engines_output *output, uint32_t number,
                                           struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct region region = {.output = output,
                            .x = number % plan->tiles,
                            .y = number / plan->tiles,
                            .size = plan->tile,
                            .control = mem_alloc_pixels((size_t)plan->tile * plan->tile, 4)};
    if (region.control == NULL) return err_no_memory(err);
    char name[ENGINES_FILE];
    struct sink_file *file;
    engines_name_godot_region(name, plan, number, 0);
    enum scree_code code = engines_begin(output, &file, SINK_PLAIN, err, "%s", name);
    if (code == SCREE_OK)
        code = engines_end(output, file, put_region(&region, &file->stream, name, err), err);
    mem_free_pixels(region.control);
    return code;
}

/* ---- textures ---- */

static enum scree_code write_import(struct engines_output *output, const char *pattern,
                                    uint32_t material, int normal, struct scree_error *err)
{
    char name[ENGINES_FILE];
    const struct engines_value own[] = {
        {.key = "file", .text = name}, {.key = "normal", .number = normal}, {.key = NULL}};
    RETURN_IF_ERR(engines_name(name, output->plan, pattern, material, NULL, err));
    return engines_write_text(output, "@file@.import", import, own, err);
}

static enum scree_code write_pair(struct engines_output *output, uint32_t material,
                                  struct scree_error *err)
{
    static const struct engines_texture_names names = {
        "textures/@stem@_alb_ht.png", "textures/@stem@_nrm_rgh.png", true, GROUND_GREEN_UP};
    RETURN_IF_ERR(engines_write_textures(output, material, &names, err));
    RETURN_IF_ERR(write_import(output, names.albedo, material, 0, err));
    return write_import(output, names.normal, material, 2, err);
}

/* ---- the sun ---- */

#define USUAL_SUN "0.77, 0.41, -0.49, 0, 0.77, 0.64, 0.64, -0.49, 0.59"

/* The rows of a light's matrix, whose columns are its axes: z points to the sun, x is level. */
static void put_sun(struct grow *to, const struct ground_sun *sun)
{
    if (!sun->is) {
        grow_text(to, USUAL_SUN);
        return;
    }
    double sine, cosine, up, along;
    turn_sine_cosine(sun->azimuth_deg, &sine, &cosine);
    turn_sine_cosine(sun->elevation_deg, &up, &along);
    const double rows[9] = {-cosine, -up * sine,  along * sine,   0.0, along, up,
                            -sine,   up * cosine, -along * cosine};
    for (int i = 0; i < 9; i++)
        grow_print(to, "%s%s", i == 0 ? "" : ", ", engines_number(rows[i], 8).text);
}

/* ---- all of it ---- */

enum scree_code engines_write_godot(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t count = plan->merge->count;
    struct grow textures = {0}, sun = {0};
    put_sun(&sun, &plan->sun);
    for (uint32_t m = 0; m < count; m++)
        grow_print(&textures, "%sSubResource(\"texture_%u\")", m == 0 ? "" : ", ", (unsigned)m);
    const struct engines_value own[] = {
        {.key = "steps", .number = 3.0 * count + 1},
        {.key = "textures", .text = textures.text},
        {.key = "sun", .text = sun.text},
        {.key = "camera_m", .number = plan->high_m + plan->side_m / 4},
        {.key = "half_m", .number = plan->side_m / 2},
        {.key = "far_m", .number = 4 * plan->side_m},
        {.key = "scene_steps", .number = engines_has_plants(plan) ? 4 : 3},
        {.key = "corner_m", .number = plan->corner_m, .decimals = 6},
        {.key = NULL}};
    enum scree_code code = textures.failed || sun.failed ? err_no_memory(err) : SCREE_OK;
    for (uint32_t m = 0; m < count && code == SCREE_OK; m++) code = write_pair(output, m, err);
    if (code == SCREE_OK) code = engines_write_text(output, "assets.tres", assets, own, err);
    if (code == SCREE_OK) code = engines_write_text(output, "@name@.tscn", scene, own, err);
    if (code == SCREE_OK) code = engines_write_readme(output, readme, own, err);
    if (code == SCREE_OK) code = engines_write_text(output, "project.godot", project, own, err);
    grow_free(&textures);
    grow_free(&sun);
    return code;
}
