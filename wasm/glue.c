/*
 * What a program in JavaScript needs besides the library: the shapes of its structs as text, their
 * initial values, and functions that call back into JavaScript, as a table of WebAssembly holds no
 * functions of JavaScript's. wasm/src/instance.ts is the other side.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <scree/scree.h>

/* Called by JavaScript alone. */
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#define EXPORT __attribute__((used, visibility("default")))
#define FROM_SCRIPT(name) __attribute__((import_module("script"), import_name(name)))

/* ---- structs ---- */

/* A member as text: its kind is what _Generic says of it. The numbers are only known to the compiler,
 * so they are kept as they are and put together by whoever asks. */
struct member {
    const char *name;
    uint32_t offset, bytes;
    char kind; /* i, u: 32-bit whole number; U: 64-bit; d: double; p: pointer; else bytes */
};
#define KIND(x)                                                                                    \
    _Generic((x), int: 'i', unsigned: 'u', uint64_t: 'U', size_t: 'u', double: 'd', double *: 'd', \
             uint32_t *: 'u', const char *: 'p', const struct scree_source *: 'p',                 \
             const char *const *: 'p', const struct scree_place *: 'p', char *: 'c', default: 'p')
#define M(type, name)                                                                              \
    {                                                                                              \
#name, offsetof(struct scree_##type, name), sizeof(((struct scree_##type *)0)->name),      \
            KIND(((struct scree_##type *)0)->name)                                                 \
    }

#define T(type, ...) static const struct member type##_members[] = {__VA_ARGS__, {NULL, 0, 0, 0}};
T(terrain_options, M(terrain_options, size), M(terrain_options, cell_m),
  M(terrain_options, height_scale), M(terrain_options, height_offset_tu),
  M(terrain_options, height_range_m), M(terrain_options, fill), M(terrain_options, fill_m),
  M(terrain_options, raw), M(terrain_options, raw_width), M(terrain_options, raw_height),
  M(terrain_options, raw_big_endian), M(terrain_options, south_first),
  M(terrain_options, max_height_m), M(terrain_options, square_m), M(terrain_options, max_points),
  M(terrain_options, max_file_bytes), M(terrain_options, max_memory_bytes),
  M(terrain_options, keep_missing))
T(terrain_info, M(terrain_info, size), M(terrain_info, points_x), M(terrain_info, points_y),
  M(terrain_info, cell_m), M(terrain_info, extent_m), M(terrain_info, altitude_m),
  M(terrain_info, slope), M(terrain_info, file_bytes), M(terrain_info, sha256),
  M(terrain_info, format), M(terrain_info, numbers))
T(layer, M(layer, size), M(layer, index), M(layer, parent), M(layer, depth), M(layer, name),
  M(layer, colour), M(layer, coverage), M(layer, noise), M(layer, altitude), M(layer, slope),
  M(layer, smoothing_tu))
T(limit, M(limit, on), M(limit, at), M(limit, fuzziness))
T(style, M(style, size), M(style, name), M(style, summary), M(style, layers))
T(style_options, M(style_options, size), M(style_options, style), M(style_options, water),
  M(style_options, water_m), M(style_options, seed))
T(lint_options, M(lint_options, size), M(lint_options, game), M(lint_options, depth),
  M(lint_options, relief), M(lint_options, root_density), M(lint_options, engine),
  M(lint_options, plants))
T(finding, M(finding, size), M(finding, id), M(finding, severity), M(finding, layer),
  M(finding, path), M(finding, text), M(finding, advice))
T(plan_options, M(plan_options, size), M(plan_options, grid), M(plan_options, width),
  M(plan_options, height), M(plan_options, relief), M(plan_options, root_density),
  M(plan_options, column), M(plan_options, row), M(plan_options, columns), M(plan_options, rows),
  M(plan_options, depth))
T(target, M(target, size), M(target, kind), M(target, planes), M(target, sums))
T(live_options, M(live_options, size), M(live_options, grid), M(live_options, width),
  M(live_options, height), M(live_options, relief), M(live_options, root_density),
  M(live_options, column), M(live_options, row), M(live_options, columns), M(live_options, rows),
  M(live_options, max_bytes))
T(place, M(place, where), M(place, x), M(place, y))
T(probe_options, M(probe_options, size), M(probe_options, width), M(probe_options, height),
  M(probe_options, depth), M(probe_options, relief), M(probe_options, root_density),
  M(probe_options, places), M(probe_options, place_count))
T(preview_options, M(preview_options, size), M(preview_options, kind), M(preview_options, width),
  M(preview_options, height), M(preview_options, legend), M(preview_options, slope_limits),
  M(preview_options, contour_m), M(preview_options, sun_deg), M(preview_options, relief),
  M(preview_options, root_density), M(preview_options, has_plants), M(preview_options, plants),
  M(preview_options, plants_set))
T(view_options, M(view_options, size), M(view_options, width), M(view_options, height),
  M(view_options, sun_deg), M(view_options, water), M(view_options, water_m),
  M(view_options, haze_m), M(view_options, no_bumps), M(view_options, samples),
  M(view_options, relief), M(view_options, root_density), M(view_options, has_plants),
  M(view_options, plants), M(view_options, plants_set))
T(camera, M(camera, size), M(camera, way), M(camera, from_deg), M(camera, place_m),
  M(camera, place_above_ground), M(camera, has_target), M(camera, target_m),
  M(camera, target_above_ground), M(camera, fov_deg))
T(picture_info, M(picture_info, size), M(picture_info, width), M(picture_info, height))
T(bake_options, M(bake_options, size), M(bake_options, width), M(bake_options, height),
  M(bake_options, column), M(bake_options, row), M(bake_options, columns), M(bake_options, rows),
  M(bake_options, depth), M(bake_options, materials), M(bake_options, outputs),
  M(bake_options, format), M(bake_options, plane), M(bake_options, tile_files),
  M(bake_options, name), M(bake_options, relief), M(bake_options, root_density),
  M(bake_options, max_memory_bytes), M(bake_options, pack), M(bake_options, grid),
  M(bake_options, south_first), M(bake_options, layers), M(bake_options, maps),
  M(bake_options, tile_texels))
T(ror_options, M(ror_options, size), M(ror_options, name), M(ror_options, output),
  M(ror_options, author), M(ror_options, materials), M(ror_options, ground_models),
  M(ror_options, points), M(ror_options, blend_size), M(ror_options, bake_size),
  M(ror_options, repeat_m), M(ror_options, has_water), M(ror_options, water_m),
  M(ror_options, base_colour), M(ror_options, shadows_off), M(ror_options, relief),
  M(ror_options, root_density), M(ror_options, has_start), M(ror_options, start_m),
  M(ror_options, grip), M(ror_options, title), M(ror_options, no_plants), M(ror_options, plants),
  M(ror_options, plants_set), M(ror_options, description), M(ror_options, depth),
  M(ror_options, min_area), M(ror_options, roads), M(ror_options, no_spawner),
  M(ror_options, no_base_colour))
T(beamng_options, M(beamng_options, size), M(beamng_options, name), M(beamng_options, output),
  M(beamng_options, author), M(beamng_options, samples), M(beamng_options, import_files),
  M(beamng_options, materials), M(beamng_options, depth), M(beamng_options, min_area),
  M(beamng_options, dither), M(beamng_options, relief), M(beamng_options, root_density),
  M(beamng_options, holes), M(beamng_options, hole_layer), M(beamng_options, grip),
  M(beamng_options, title), M(beamng_options, description), M(beamng_options, has_water),
  M(beamng_options, water_m), M(beamng_options, has_start), M(beamng_options, start_m),
  M(beamng_options, no_plants), M(beamng_options, plants), M(beamng_options, plants_set),
  M(beamng_options, roads), M(beamng_options, base_colour), M(beamng_options, bake_size),
  M(beamng_options, repeat_m))
T(engine_about, M(engine_about, size), M(engine_about, key), M(engine_about, title),
  M(engine_about, ending), M(engine_about, sizes), M(engine_about, rows), M(engine_about, packs),
  M(engine_about, names), M(engine_about, proof), M(engine_about, max_materials),
  M(engine_about, kept))
T(engine_options, M(engine_options, size), M(engine_options, name), M(engine_options, output),
  M(engine_options, materials), M(engine_options, layers), M(engine_options, points),
  M(engine_options, texels), M(engine_options, tile_points), M(engine_options, has_water),
  M(engine_options, water_m), M(engine_options, relief), M(engine_options, root_density),
  M(engine_options, no_plants), M(engine_options, plants), M(engine_options, plants_set))
T(convert_options, M(convert_options, size), M(convert_options, form), M(convert_options, name),
  M(convert_options, crop), M(convert_options, resample), M(convert_options, power),
  M(convert_options, holes), M(convert_options, sidecar), M(convert_options, every),
  M(convert_options, dequantise), M(convert_options, height_range_m),
  M(convert_options, south_first))
T(converted, M(converted, size), M(converted, points_x), M(converted, points_y),
  M(converted, cell_m), M(converted, height_range_m), M(converted, error_m),
  M(converted, south_first), M(converted, holes), M(converted, triangles))
T(diff_side, M(diff_side, size), M(diff_side, surface))
T(diff_options, M(diff_options, size), M(diff_options, terrain), M(diff_options, warn),
  M(diff_options, fail), M(diff_options, over), M(diff_options, width), M(diff_options, height),
  M(diff_options, depth), M(diff_options, relief), M(diff_options, root_density))
T(painting, M(painting, size), M(painting, width), M(painting, height), M(painting, ids),
  M(painting, names), M(painting, count))
T(fit_options, M(fit_options, size), M(fit_options, onto), M(fit_options, seed),
  M(fit_options, model), M(fit_options, relief), M(fit_options, no_noise))
T(plants_options, M(plants_options, size), M(plants_options, plants), M(plants_options, set),
  M(plants_options, has_water), M(plants_options, water_m), M(plants_options, relief),
  M(plants_options, root_density), M(plants_options, roads))
T(plant, M(plant, size), M(plant, species), M(plant, x_m), M(plant, y_m), M(plant, z_m),
  M(plant, sink_m), M(plant, yaw_deg), M(plant, scale))
T(plant_species, M(plant_species, size), M(plant_species, name), M(plant_species, model),
  M(plant_species, count), M(plant_species, cells), M(plant_species, evaluated),
  M(plant_species, fitting), M(plant_species, height_m), M(plant_species, ror_mesh),
  M(plant_species, beamng_shape))
T(source, M(source, name), M(source, data), M(source, size))
T(bytes, M(bytes, data), M(bytes, size))
T(error, M(error, size), M(error, code), M(error, offset), M(error, file), M(error, field),
  M(error, text))
T(message, M(message, size), M(message, severity), M(message, file), M(message, offset),
  M(message, text))
T(job, M(job, size), M(job, context))

static const struct scree_terrain_options terrain_options = SCREE_TERRAIN_OPTIONS_INIT;
static const struct scree_terrain_info terrain_info = {.size = sizeof terrain_info};
static const struct scree_layer layer = {.size = sizeof layer};
static const struct scree_limit limit = {0};
static const struct scree_style style = {.size = sizeof style};
static const struct scree_style_options style_options = SCREE_STYLE_OPTIONS_INIT;
static const struct scree_lint_options lint_options = SCREE_LINT_OPTIONS_INIT;
static const struct scree_finding finding = {.size = sizeof finding};
static const struct scree_plan_options plan_options = SCREE_PLAN_OPTIONS_INIT;
static const struct scree_target target = {.size = sizeof target};
static const struct scree_live_options live_options = SCREE_LIVE_OPTIONS_INIT;
static const struct scree_place place = {0};
static const struct scree_probe_options probe_options = SCREE_PROBE_OPTIONS_INIT;
static const struct scree_preview_options preview_options = SCREE_PREVIEW_OPTIONS_INIT;
static const struct scree_view_options view_options = SCREE_VIEW_OPTIONS_INIT;
static const struct scree_camera camera = SCREE_CAMERA_INIT;
static const struct scree_picture_info picture_info = {.size = sizeof picture_info};
static const struct scree_bake_options bake_options = SCREE_BAKE_OPTIONS_INIT;
static const struct scree_ror_options ror_options = SCREE_ROR_OPTIONS_INIT;
static const struct scree_beamng_options beamng_options = SCREE_BEAMNG_OPTIONS_INIT;
static const struct scree_engine_about engine_about = {.size = sizeof engine_about};
static const struct scree_engine_options engine_options = SCREE_ENGINE_OPTIONS_INIT;
static const struct scree_convert_options convert_options = SCREE_CONVERT_OPTIONS_INIT;
static const struct scree_converted converted = {.size = sizeof converted};
static const struct scree_diff_side diff_side = {.size = sizeof diff_side};
static const struct scree_diff_options diff_options = SCREE_DIFF_OPTIONS_INIT;
static const struct scree_painting painting = {.size = sizeof painting};
static const struct scree_fit_options fit_options = SCREE_FIT_OPTIONS_INIT;
static const struct scree_plants_options plants_options = SCREE_PLANTS_OPTIONS_INIT;
static const struct scree_plant plant = {.size = sizeof plant};
static const struct scree_plant_species plant_species = {.size = sizeof plant_species};
static const struct scree_source source = {0};
static const struct scree_bytes bytes = {0};
static const struct scree_error error = SCREE_ERROR_INIT;
static const struct scree_message message = {.size = sizeof message};

FROM_SCRIPT("progress") int script_progress(void *context, const char *step, double done);
FROM_SCRIPT("message") void script_message(void *context, const struct scree_message *message);
FROM_SCRIPT("begin") int script_begin(void *context, const char *name, void **file);
FROM_SCRIPT("write") int script_write(void *context, void *file, const void *data, size_t size);
FROM_SCRIPT("end") int script_end(void *context, void *file, int complete);
FROM_SCRIPT("commit") int script_commit(void *context);
FROM_SCRIPT("discard") void script_discard(void *context);

static const struct scree_job job = {
    .size = sizeof job, .threads = 1, .progress = script_progress, .message = script_message};

struct shape {
    const char *name;
    uint32_t bytes;
    const void *start;
    const struct member *members;
};
#define S(type)                                                                                    \
    {                                                                                              \
#type, sizeof type, &type, type##_members                                                  \
    }
static const struct shape shapes[] = {S(terrain_options),
                                      S(terrain_info),
                                      S(layer),
                                      S(limit),
                                      S(style),
                                      S(style_options),
                                      S(lint_options),
                                      S(finding),
                                      S(plan_options),
                                      S(target),
                                      S(live_options),
                                      S(place),
                                      S(probe_options),
                                      S(preview_options),
                                      S(view_options),
                                      S(camera),
                                      S(picture_info),
                                      S(bake_options),
                                      S(ror_options),
                                      S(beamng_options),
                                      S(engine_about),
                                      S(engine_options),
                                      S(convert_options),
                                      S(converted),
                                      S(diff_side),
                                      S(diff_options),
                                      S(painting),
                                      S(fit_options),
                                      S(plants_options),
                                      S(plant),
                                      S(plant_species),
                                      S(source),
                                      S(bytes),
                                      S(error),
                                      S(message),
                                      S(job),
                                      {NULL, 0, NULL, NULL}};

/* The table of shapes: name, bytes, initial value, members, four words each, to a name of 0. */
EXPORT const struct shape *scree_wasm_shapes(void)
{
    return shapes;
}

/* ---- calls with structs by value, and sinks ---- */

EXPORT int scree_wasm_terrain_open(struct scree_terrain **out, const struct scree_source *from,
                                   const struct scree_terrain_options *options, struct scree_job *j,
                                   struct scree_error *e)
{
    return scree_terrain_open(out, *from, options, j, e);
}

EXPORT int scree_wasm_surface_open(struct scree_surface **out, const struct scree_source *from,
                                   const struct scree_terrain *terrain, struct scree_job *j,
                                   struct scree_error *e)
{
    return scree_surface_open(out, *from, terrain, j, e);
}

EXPORT int scree_wasm_surface_is_in(const struct scree_source *from)
{
    return scree_surface_is_in(*from);
}

EXPORT int scree_wasm_sink(struct scree_sink **out, void *context, struct scree_error *e)
{
    struct scree_sink_functions functions = SCREE_SINK_FUNCTIONS_INIT;
    functions.context = context;
    functions.begin = script_begin;
    functions.write = script_write;
    functions.end = script_end;
    functions.commit = script_commit;
    functions.discard = script_discard;
    return scree_sink_callbacks(out, &functions, e);
}
