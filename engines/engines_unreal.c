/*
 * Imports for Unreal's landscapes: heights as .r16 and a grey picture of weights for each layer, in
 * one piece or in tiles that share their edges. Source: docs/formats/engines.md, Unreal and Unity.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_text.h"
#include "engines/engines_plan.h"

static const char readme[] = {
#include "engines/unreal.txt.h"
};

#define TILES_MAX 16 /* across: more than a world has use for */
#define STEPS 65535.0
#define PER_UNIT 128.0 /* steps a metre at a scale of 100 */

/* ---- sizes ---- */

enum scree_code engines_choose_unreal(struct engines_plan *plan, struct scree_error *err)
{
    const struct engines_profile *profile = plan->profile;
    const uint32_t tile = plan->options.tile_points;
    if (tile == 0) {
        if (plan->points == 0)
            plan->points = engines_size_near(profile, plan->inputs.field->points_x);
        return engines_size_check(profile, plan->points, err);
    }
    if (engines_size_near(profile, tile) != tile)
        return err_set_option(err, "tile_points",
                              "{tile_points} %u: a tile for %s has %s points a side; take %u",
                              (unsigned)tile, profile->about.title, profile->about.sizes,
                              (unsigned)engines_size_near(profile, tile));
    const uint32_t wanted = plan->points != 0 ? plan->points : plan->inputs.field->points_x;
    uint32_t tiles = (wanted - 1 + (tile - 1) / 2) / (tile - 1);
    if (tiles < 1) tiles = 1;
    if (tiles > TILES_MAX) tiles = TILES_MAX;
    const uint32_t points = tiles * (tile - 1) + 1;
    if (plan->points != 0 && plan->points != points)
        return err_set_option(
            err, "points",
            "{points} %u: tiles of %u points that share their edges make k x %u + "
            "1; take %u",
            (unsigned)plan->points, (unsigned)tile, (unsigned)tile - 1, (unsigned)points);
    plan->points = points;
    return SCREE_OK;
}

/* The place of a tile is read from its name: nothing else in it may look like one. */
static enum scree_code check_name(const char *name, struct scree_error *err)
{
    for (const char *at = strchr(name, '_'); at != NULL; at = strchr(at + 1, '_'))
        if (at[1] != '\0' && strchr("xyXY", at[1]) != NULL && at[2] >= '0' && at[2] <= '9')
            return err_set_option(err, "name",
                                  "'%s': Unreal takes %.3s for the place of a tile; choose another "
                                  "{name}",
                                  name, at);
    return SCREE_OK;
}

enum scree_code engines_settle_unreal(struct engines_plan *plan, struct scree_error *err)
{
    plan->tile = plan->options.tile_points != 0 ? plan->options.tile_points : plan->points;
    plan->tiles = (plan->points - 1) / (plan->tile - 1);
    engines_settle_texels(plan);
    return plan->tiles > 1 ? check_name(plan->name, err) : SCREE_OK;
}

/* What the dialog asks for. */
struct scales {
    double xy, z, place_z_cm;
};

static struct scales scales_of(const struct engines_plan *plan)
{
    struct scales scales;
    scales.xy = 100 * plan->spacing_m;
    scales.z = engines_range_m(plan) * 100 * PER_UNIT / STEPS;
    scales.place_z_cm = 100 * plan->low_m + 32768 / PER_UNIT * scales.z;
    return scales;
}

/* ---- a tile ---- */

/* "_x3_y0", of one tile alone "". */
struct place {
    char text[32];
};

static struct place place_of(const struct engines_plan *plan, uint32_t number)
{
    struct place place = {""};
    if (plan->tiles > 1)
        snprintf(place.text, sizeof place.text, "_x%u_y%u", (unsigned)(number % plan->tiles),
                 (unsigned)(number / plan->tiles));
    return place;
}

bool engines_name_unreal_tile(char out[ENGINES_FILE], const struct engines_plan *plan,
                              uint32_t number, uint32_t file)
{
    const struct place place = place_of(plan, number);
    if (file < 2)
        snprintf(out, ENGINES_FILE, "%s%s.%s", plan->name, place.text, file == 0 ? "r16" : "json");
    else if (file - 2 < plan->merge->count)
        snprintf(out, ENGINES_FILE, "%s_%s%s.png", plan->name, plan->materials[file - 2].title,
                 place.text);
    return file < 2 || file - 2 < plan->merge->count;
}

/* Of "_x3_y0.r16" and nothing else, whether it is no place of the plan. */
static bool is_outside(const struct engines_plan *plan, const char *rest, const char *ending)
{
    char *end, again[64];
    if (strncmp(rest, "_x", 2) != 0) return false;
    const unsigned long x = strtoul(rest + 2, &end, 10);
    if (strncmp(end, "_y", 2) != 0) return false;
    const unsigned long y = strtoul(end + 2, NULL, 10);
    snprintf(again, sizeof again, "_x%lu_y%lu%s", x, y, ending);
    return strcmp(again, rest) == 0 && (x >= plan->tiles || y >= plan->tiles);
}

/* The dialog takes all files whose names differ in the place alone. */
bool engines_is_stray_tile(const struct engines_plan *plan, const char *inner, const char *name)
{
    const size_t length = strlen(plan->name);
    if (inner[0] != '\0' || strncmp(name, plan->name, length) != 0) return false;
    if (is_outside(plan, name + length, ".r16")) return true;
    for (uint32_t m = 0; name[length] == '_' && m < plan->merge->count; m++) {
        const char *const title = plan->materials[m].title;
        const size_t size = strlen(title);
        if (strncmp(name + length + 1, title, size) == 0 &&
            is_outside(plan, name + length + 1 + size, ".png"))
            return true;
    }
    return false;
}

enum scree_code engines_write_unreal_tile(struct engines_output *output, uint32_t number,
                                          struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    const uint32_t step = plan->tile - 1;
    char name[ENGINES_FILE];
    const struct place place = place_of(plan, number);
    const struct engines_value own[] = {{.key = "place", .text = place.text}, {.key = NULL}};
    const struct engines_raster raster = {.name = name,
                                          .x = number % plan->tiles * step,
                                          .y = number / plan->tiles * step,
                                          .points = plan->tile};
    engines_name_unreal_tile(name, plan, number, 0);
    RETURN_IF_ERR(engines_write_heights(output, &raster, err));
    RETURN_IF_ERR(engines_write_text(output, "@name@@place@.json",
                                     "{\"width\": @tile@, \"height\": @tile@, \"bpp\": 16}\n", own,
                                     err));
    struct engines_grid grid = plan->grid;
    if (plan->tiles > 1)
        grid.crop = (struct render_crop){raster.x, raster.y, plan->tile, plan->tile};
    return engines_write_masks(output, &grid, "@name@_@title@@place@.png", own, err);
}

/* ---- what to type ---- */

static json_t *settings(const struct engines_plan *plan)
{
    const struct scales scales = scales_of(plan);
    json_t *layers = json_array();
    for (uint32_t m = 0; m < plan->merge->count; m++)
        json_array_append_new(layers, json_string(plan->materials[m].title));
    json_t *object = json_pack("{s:i, s:i, s:i, s:[f, f, f], s:[f, f, f], s:o}", "points",
                               (int)plan->points, "tile_points", (int)plan->tile, "tiles",
                               (int)plan->tiles, "scale", scales.xy, scales.xy, scales.z,
                               "location_cm", 0.0, 0.0, scales.place_z_cm, "layers", layers);
    const struct engines_turn light = engines_light(plan);
    if (plan->sun.is)
        json_text_set(
            &object, "sun_deg",
            json_pack("{s:f, s:f, s:f}", "roll", light.x, "pitch", light.y, "yaw", light.z));
    return object;
}

enum scree_code engines_write_unreal(struct engines_output *output, struct scree_error *err)
{
    const bool many = output->plan->tiles > 1;
    const struct scales scales = scales_of(output->plan);
    const struct engines_value own[] = {
        {.key = "first", .text = many ? "_x0_y0" : ""},
        {.key = "others", .text = many ? " (the other tiles follow)" : ""},
        {.key = "xy", .number = scales.xy, .decimals = 6},
        {.key = "z", .number = scales.z, .decimals = 6},
        {.key = "place_z_cm", .number = scales.place_z_cm, .decimals = 6},
        {.key = NULL}};
    char name[ENGINES_FILE];
    RETURN_IF_ERR(engines_write_readme(output, readme, own, err));
    snprintf(name, sizeof name, "%s-landscape.json", output->plan->name);
    return ground_write_json(output->sink, name, settings(output->plan), output->job, err);
}
