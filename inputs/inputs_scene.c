/* What a Terragen world says beside its map, in a terrain's metres. */
#include "base/angle.h"
#include "inputs/inputs.h"

/* Three numbers of a place, in metres; false: one is missing. */
static bool scene_place(double out[3], const struct srf_map *map, const char *const keys[3],
                        const double scal_m[3])
{
    for (int i = 0; i < 3; i++) {
        if (!srf_scene_number(&out[i], map, keys[i], 0)) return false;
        out[i] *= scal_m[i];
    }
    return true;
}

/* Where a terrain was exported at another scale than the world, its camera would be in the ground. */
static void lift_camera(struct scree_scene *scene, const struct srf_map *map,
                        const struct ter_field *field)
{
    const double x = scene->place_m[0] / field->scal_m[0], y = scene->place_m[1] / field->scal_m[1];
    double above;
    if (!srf_scene_number(&above, map, "camera.above_ground", 0) || !(above > 0.0)) return;
    if (!(x >= 0.0 && y >= 0.0 && x <= field->points_x - 1.0 && y <= field->points_y - 1.0)) return;
    const uint64_t at[2] = {(uint64_t)(x * 4294967296.0), (uint64_t)(y * 4294967296.0)};
    float rise, slope_x, slope_y;
    const struct ter_ground ground = {&rise, &slope_x, &slope_y};
    ter_sample_points(field, &at[0], &at[1], 1, &ground);
    if (scene->place_m[2] > ter_altitude_m(field, (double)rise)) return;
    scene->place_m[2] = above * field->scal_m[2];
    scene->place_above_ground = true;
}

struct scree_scene inputs_scene(const struct srf_map *map, const struct ter_field *field,
                                const struct ter_ranges *ranges)
{
    static const char *const place[3] = {"camera.x", "camera.y", "camera.z"};
    static const char *const target[3] = {"target.x", "target.y", "target.z"};
    struct scree_scene out = SCREE_SCENE_INIT;
    double number;
    out.has_place = scene_place(out.place_m, map, place, field->scal_m);
    if (out.has_place && !ter_is_in_file(field)) lift_camera(&out, map, field);
    out.has_target = scene_place(out.target_m, map, target, field->scal_m);
    out.has_fov = srf_scene_number(&number, map, "camera.zoom", 0) && number > 0.0;
    if (out.has_fov) out.fov_deg = 2.0 * angle_degrees(1.0 / number);
    out.has_azimuth = srf_scene_number(&out.azimuth_deg, map, "sun.heading", 0);
    out.has_elevation = srf_scene_number(&out.elevation_deg, map, "sun.altitude", 0);
    out.has_water = srf_scene_number(&out.water_m, map, "water.level", 0) &&
                    out.water_m < ranges->altitude_max_tu;
    out.water_m *= field->scal_m[2];
    out.has_exposure = srf_scene_number(&out.exposure, map, "picture.exposure", 0);
    out.has_gamma = srf_scene_number(&out.gamma, map, "picture.gamma", 0);
    return out;
}
