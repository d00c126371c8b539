/*
 * Imports for Unreal's landscapes: heights as .r16 and a grey picture of weights for each layer, in
 * one piece or in tiles that share their edges. Source: docs/formats.md, Unreal and Unity.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/engines_plan.h"

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
    plan->texels = plan->points;
    plan->grid =
        (struct engines_grid){.kind = SCREE_SPREAD, .width = plan->points, .height = plan->points};
    return plan->tiles > 1 ? check_name(plan->name, err) : SCREE_OK;
}

/* What the dialog asks for. */
struct scales {
    double xy, z, place_z_cm;
};

static struct scales scales_of(const struct engines_plan *plan)
{
    double range_m = plan->high_m - plan->low_m;
    if (!(range_m > 0)) range_m = 1;
    struct scales scales;
    scales.xy = 100 * plan->spacing_m;
    scales.z = range_m * 100 * PER_UNIT / STEPS;
    scales.place_z_cm = 100 * plan->low_m + 32768 / PER_UNIT * scales.z;
    return scales;
}

/* ---- a tile ---- */

struct tile {
    struct engines_output *output;
    struct stream *to;
    uint32_t x, y; /* from the north-west */
    uint16_t *row;
};

bool engines_name_unreal_tile(char out[ENGINES_FILE], const struct engines_plan *plan,
                              uint32_t number, uint32_t file)
{
    char suffix[32] = "";
    if (plan->tiles > 1)
        snprintf(suffix, sizeof suffix, "_x%u_y%u", (unsigned)(number % plan->tiles),
                 (unsigned)(number / plan->tiles));
    if (file < 2)
        snprintf(out, ENGINES_FILE, "%s%s.%s", plan->name, suffix, file == 0 ? "r16" : "json");
    else if (file - 2 < plan->merge->count)
        snprintf(out, ENGINES_FILE, "%s_%s%s.png", plan->name, plan->materials[file - 2].title,
                 suffix);
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

static uint32_t number_of(const struct tile *tile)
{
    return tile->y * tile->output->plan->tiles + tile->x;
}

static enum scree_code take_heights(void *context, const double *altitudes_m,
                                    struct scree_error *err)
{
    const struct tile *tile = context;
    const struct engines_plan *plan = tile->output->plan;
    const double range_m = plan->high_m - plan->low_m;
    const uint32_t first = tile->x * (plan->tile - 1);
    for (uint32_t i = 0; i < plan->tile; i++) {
        const double share = range_m > 0 ? (altitudes_m[first + i] - plan->low_m) / range_m : 0;
        const double number = floor(share * STEPS + 0.5);
        tile->row[i] = number <= 0 ? 0 : number >= STEPS ? 65535 : (uint16_t)number;
    }
    return stream_put_u16le(tile->to, tile->row, plan->tile, err);
}

static enum scree_code write_heights(struct tile *tile, struct scree_error *err)
{
    const struct engines_plan *plan = tile->output->plan;
    char name[ENGINES_FILE];
    struct sink_file *file;
    engines_name_unreal_tile(name, plan, number_of(tile), 0);
    RETURN_IF_ERR(engines_begin(tile->output, &file, SINK_PLAIN, err, "%s", name));
    tile->to = &file->stream;
    const struct engines_heights heights = {.first = tile->y * (plan->tile - 1),
                                            .rows = plan->tile,
                                            .take = take_heights,
                                            .context = tile};
    RETURN_IF_ERR(
        engines_end(tile->output, file, engines_take_heights(tile->output, &heights, err), err));
    engines_name_unreal_tile(name, plan, number_of(tile), 1);
    RETURN_IF_ERR(engines_begin(tile->output, &file, SINK_PLAIN, err, "%s", name));
    const enum scree_code code =
        stream_print(&file->stream, err, "{\"width\": %u, \"height\": %u, \"bpp\": 16}\n",
                     (unsigned)plan->tile, (unsigned)plan->tile);
    return engines_end(tile->output, file, code, err);
}

static enum scree_code write_weights(struct tile *tile, struct engines_picture *pictures,
                                     struct scree_error *err)
{
    const struct engines_plan *plan = tile->output->plan;
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        pictures[m] = (struct engines_picture){.materials = {m}, .channels = 1};
        engines_name_unreal_tile(pictures[m].name, plan, number_of(tile), 2 + m);
    }
    struct engines_grid grid = plan->grid;
    if (plan->tiles > 1)
        grid.crop = (struct render_crop){tile->x * (plan->tile - 1), tile->y * (plan->tile - 1),
                                         plan->tile, plan->tile};
    return engines_write_weights(tile->output, &grid, pictures, plan->merge->count, err);
}

enum scree_code engines_write_unreal_tile(struct engines_output *output, uint32_t number,
                                          struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct tile tile = {.output = output, .row = mem_alloc(plan->tile, sizeof(uint16_t))};
    struct engines_picture *pictures = mem_alloc(plan->merge->count, sizeof *pictures);
    enum scree_code code = SCREE_OK;
    if (tile.row == NULL || pictures == NULL) code = err_no_memory(err);
    tile.x = number % plan->tiles;
    tile.y = number / plan->tiles;
    if (code == SCREE_OK) code = write_heights(&tile, err);
    if (code == SCREE_OK) code = write_weights(&tile, pictures, err);
    mem_free(tile.row);
    mem_free(pictures);
    return code;
}

/* ---- what to type ---- */

static json_t *settings(const struct engines_plan *plan)
{
    const struct scales scales = scales_of(plan);
    json_t *layers = json_array();
    for (uint32_t m = 0; m < plan->merge->count; m++)
        json_array_append_new(layers, json_string(plan->materials[m].title));
    return json_pack("{s:i, s:i, s:i, s:[f, f, f], s:[f, f, f], s:o}", "points", (int)plan->points,
                     "tile_points", (int)plan->tile, "tiles", (int)plan->tiles, "scale", scales.xy,
                     scales.xy, scales.z, "location_cm", 0.0, 0.0, scales.place_z_cm, "layers",
                     layers);
}

static enum scree_code put_readme(struct stream *to, const struct engines_plan *plan,
                                  struct scree_error *err)
{
    const struct scales scales = scales_of(plan);
    const char *suffix = plan->tiles > 1 ? "_x0_y0" : "";
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, an import for a landscape in Unreal Engine\n\n"
        "Landscape mode, Manage, New, Import from File:\n\n"
        "  Heightmap File      %s%s.r16%s\n  Heightmap Resolution  %u x %u\n"
        "  Location            0, 0, %s\n  Scale               %s, %s, %s\n\n"
        "Layers, Import Weightmaps: give the material a Landscape Layer Blend with "
        "these names, then\n"
        "choose for each a weight-blended layer info and its file:\n\n",
        plan->name, plan->name, suffix, plan->tiles > 1 ? " (the other tiles follow)" : "",
        (unsigned)plan->points, (unsigned)plan->points, engines_number(scales.place_z_cm, 6).text,
        engines_number(scales.xy, 6).text, engines_number(scales.xy, 6).text,
        engines_number(scales.z, 6).text));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(stream_print(to, err, "  %-28s  %s_%s%s.png\n", plan->materials[m].title,
                                   plan->name, plan->materials[m].title, suffix));
    return stream_print(
        to, err,
        "\nNorth is the top of every picture, towards -Y. Heights go from %s m (0) to %s m\n"
        "(65535). In every texel the weights add up to 255.\n",
        engines_number(plan->low_m, 6).text, engines_number(plan->high_m, 6).text);
}

enum scree_code engines_write_unreal(struct engines_output *output, struct scree_error *err)
{
    char name[ENGINES_FILE];
    struct sink_file *file;
    RETURN_IF_ERR(engines_begin(output, &file, SINK_PLAIN, err, "README.txt"));
    RETURN_IF_ERR(engines_end(output, file, put_readme(&file->stream, output->plan, err), err));
    snprintf(name, sizeof name, "%s-landscape.json", output->plan->name);
    return ground_write_json(output->sink, name, settings(output->plan), output->job, err);
}
