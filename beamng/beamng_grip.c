/* Ground models that change less often than materials. */
#include <math.h>
#include <string.h>

#include "base/json_text.h"
#include "beamng/beamng_map.h"

void beamng_find_grips(struct beamng_map *map)
{
    const uint32_t count = map->merge->count;
    map->grips = 0;
    for (uint32_t m = 0; m < count; m++) {
        uint32_t k = 0;
        map->grip[m] = GROUND_NO_GRIP;
        if (map->choices[m].is_hole) continue;
        while (k < m && (map->choices[k].is_hole || strcmp(map->choices[k].made.ground_model,
                                                           map->choices[m].made.ground_model) != 0))
            k++;
        map->grip[m] = k < m ? map->grip[k] : (uint8_t)map->grips++;
    }
}

/* The material that most samples have of each ground model. */
static void find_materials(uint8_t of_grip[256], const struct beamng_samples *samples,
                           const struct beamng_map *map)
{
    const size_t points = (size_t)map->size * map->size;
    uint64_t counts[256] = {0}, most[256] = {0};
    for (size_t i = 0; i < points; i++) counts[samples->ids[i]]++;
    memset(of_grip, 0, 256);
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const uint8_t grip = map->grip[m];
        if (grip == GROUND_NO_GRIP || counts[m] < most[grip]) continue;
        most[grip] = counts[m] + 1; /* the first of equal ones */
        of_grip[grip] = (uint8_t)m;
    }
}

enum err_code beamng_calm(struct beamng_samples *samples, const struct beamng_map *map,
                          const uint8_t *others, struct err *err)
{
    const double square_m = map->square_m;
    uint8_t of_grip[256];
    samples->drive_m[0] = samples->drive_m[1] =
        ground_drive(samples->ids, map->size, square_m, map->grip);
    if (map->fine_grip || map->grips < 2 || map->grips > GROUND_MAX_GRIPS) return ERR_OK;
    find_materials(of_grip, samples, map);
    const struct ground_grip grip = {.ids = samples->ids,
                                     .others = others,
                                     .size = map->size,
                                     .square_m = square_m,
                                     .grip = map->grip,
                                     .grips = map->grips,
                                     .of_grip = of_grip,
                                     .reach_m = GROUND_CALM_M};
    RETURN_IF_ERR(ground_calm(&grip, &samples->calmed, err));
    samples->drive_m[1] = ground_drive(samples->ids, map->size, square_m, map->grip);
    return ERR_OK;
}

void beamng_tell_grip(const struct beamng_map *map, const struct beamng_samples *samples,
                      struct job *job)
{
    if (map->grips < 2) return;
    if (map->fine_grip)
        job_note(job, NULL, "grip: another ground model every %.0f m of a straight drive",
                 samples->drive_m[1]);
    else
        job_note(job, NULL,
                 "grip: another ground model every %.0f m of a straight drive, %.0f m with {grip} "
                 "fine",
                 samples->drive_m[1], samples->drive_m[0]);
}

json_t *beamng_grip_json(const struct beamng_map *map, const struct beamng_samples *samples)
{
    return json_pack("{s:s, s:i, s:f, s:f, s:o}", "grip", map->fine_grip ? "fine" : "calm",
                     "ground_models", (int)map->grips, "metres_per_change",
                     floor(samples->drive_m[1] * 10 + 0.5) / 10, "metres_per_change_fine",
                     floor(samples->drive_m[0] * 10 + 0.5) / 10, "samples",
                     json_text_count(samples->calmed));
}
