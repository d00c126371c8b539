/*
 * What of a level stays as it is: materials by name, and all that a mask leaves out.
 *
 * Rule (BeamNG): What was painted in a level stays byte for byte. See
 * beamng.md#a-level-that-you-already-have. Tests: beamng/check_keep.
 */
#include <string.h>

#include "beamng/into.h"
#include "ground/ground_altitudes.h"

/* Which of the level's materials are ours. */
static void find_ours(bool in_map[256], const struct beamng_into *into)
{
    const struct beamng_map *map = &into->map;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        const size_t found = map->choices[m].is_hole
                                 ? into->parts.count
                                 : beamng_into_find(into, map->choices[m].made.name);
        if (found < into->parts.count) in_map[found] = true;
    }
}

/* Ground beside roads that beamng_quiet_verges() called after another material of the level. */
static bool is_verge(const struct beamng_into *into, size_t number)
{
    const char *name = into->names[number], *ending = NULL;
    for (const char *p = name; (p = strstr(p, BEAMNG_VERGE)) != NULL; p++) ending = p;
    if (ending == NULL || ending == name) return false;
    const char *digits = ending + strlen(BEAMNG_VERGE);
    if (digits[strspn(digits, "0123456789")] != '\0') return false;
    const size_t length = (size_t)(ending - name);
    const bool cut = strlen(name) == BEAMTER_MAX_NAME;
    for (size_t i = 0; i < into->parts.count; i++)
        if (strncmp(into->names[i], name, length) == 0 &&
            (cut ? i != number : into->names[i][length] == '\0'))
            return true;
    return false;
}

enum scree_code beamng_into_keep(struct beamng_into *into, const struct ground_wanted *wanted,
                                 struct scree_error *err)
{
    bool keep[256] = {false}, only[256] = {false}, in_map[256] = {false};
    const struct ground_names names = {into->names, into->parts.count, "the level has no material"};
    const bool all = wanted->options->only == NULL;
    RETURN_IF_ERR(ground_into_mark(keep, only, &into->level, &names, wanted, err));
    find_ours(in_map, into);
    const struct ground_asked asked = {keep, all ? NULL : only, in_map};
    RETURN_IF_ERR(ground_keep(into->kept, &names, &asked, err));
    /* Verges stay as roads do, unless the map has a material of that name. */
    for (size_t i = 0; all && i < into->parts.count; i++)
        if (into->kept[i] == SCREE_NOT_KEPT && !in_map[i] && is_verge(into, i))
            into->kept[i] = SCREE_KEPT_BUILT;
    if (wanted->given->mask == NULL) return SCREE_OK;
    return ground_into_mask(&into->may_change, &into->level, into->map.size, into->map.trimmed,
                            wanted->given->mask, err);
}

/* ---- heights ---- */

enum scree_code beamng_into_heights(struct beamng_into *into, struct scree_error *err)
{
    const struct beamng_map *map = &into->map;
    const struct scree_terrain_options *ground = &into->target->level.ground;
    const size_t bytes = 2 * (size_t)map->size * map->size;
    const struct ground_change change = {
        .before = into->target->level.before,
        .after = map->inputs.field,
        .points = map->size + (map->resampled || map->trimmed ? 1 : 0),
        .size = map->size,
        .step_m = beamter_step_m(ground->max_height_m) * ground->height_scale};
    uint8_t *heights;
    if (change.before == NULL) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(&heights, bytes, 1, err));
    into->heights = heights;
    memcpy(heights, into->parts.heights, bytes);
    into->parts.heights = heights;
    return ground_change_heights(heights, &into->level.info.heights, &change, err);
}
