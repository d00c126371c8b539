/*
 * Verges without grass: a GroundCover of the game grows on all ground of the materials that it names, so
 * ground beside roads gets materials that none names, with the look and the grip of those that it had.
 *
 * Source of every foreign fact: docs/formats/beamng.md, Roads.
 */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/text.h"
#include "beamng/beamng_plan.h"

static bool is_taken(const struct beamng_level *level, const char *name)
{
    for (size_t i = 0; i < level->facts.count; i++)
        if (text_is_like(level->names[i], name)) return true;
    return false;
}

void beamng_free_name(char out[BEAMTER_MAX_NAME + 1], const struct beamng_level *level,
                      const char *of, const char *ending)
{
    char more[16];
    snprintf(more, sizeof more, "%.10s", ending);
    for (unsigned n = 2;; n++) {
        const int stem = BEAMTER_MAX_NAME - (int)strlen(more);
        snprintf(out, BEAMTER_MAX_NAME + 1, "%.*s%s", stem, of, more);
        if (!is_taken(level, out)) return;
        snprintf(more, sizeof more, "%.10s%u", ending, n % 1000);
    }
}

void beamng_mark_numbers(bool grown[256], const struct beamng_plan *plan)
{
    bool materials[BEAMTER_MAX_MATERIALS + 1] = {false};
    memset(grown, 0, 256 * sizeof *grown);
    beamng_mark_grown(materials, plan);
    for (uint32_t m = 0; m < plan->map.merge->count; m++)
        if (materials[m]) grown[plan->numbers[m]] = true;
}

/* The number of the material that looks like another. */
static uint8_t add_verge(struct beamng_level *level, uint8_t of)
{
    struct beamng_facts *facts = &level->facts;
    struct beamng_verge *verge = &level->verges[level->verge_count++];
    struct beamng_material *made = &level->materials[facts->count];
    beamng_free_name(verge->name, level, level->names[of], BEAMNG_VERGE);
    verge->number = (uint8_t)facts->count;
    verge->of = of;
    *made = level->materials[of];
    made->name = made->id = level->names[facts->count] = verge->name;
    facts->count++;
    return verge->number;
}

static bool is_beside(const struct beamng_level *level, uint32_t i, uint32_t j)
{
    const struct beamng_map *map = &level->plan->map;
    const double south_m = ter_extent_y_m(map->inputs.field) - j * map->square_m;
    const uint32_t z = (uint32_t)((south_m > 0 ? south_m : 0) * ROADS_UNITS + 0.5);
    const uint32_t x = (uint32_t)(i * map->square_m * ROADS_UNITS + 0.5);
    return roads_touches(level->plan->roads, x, z, (uint32_t)(map->square_m * ROADS_UNITS + 1.5));
}

enum scree_code beamng_quiet_verges(struct beamng_level *level, struct scree_error *err)
{
    const struct beamng_plan *plan = level->plan;
    const uint32_t size = plan->map.size, count = plan->map.merge->count;
    bool grown[256];
    uint8_t verge[256] = {0}; /* 0: none yet; no verge is material 0 */
    if (plan->roads == NULL || plan->plants == NULL) return SCREE_OK;
    beamng_mark_numbers(grown, plan);
    RETURN_IF_ERR(MEM_NEED(&level->verges, count, sizeof *level->verges, err));
    for (uint32_t j = 0; j < size; j++)
        for (uint32_t i = 0; i < size; i++) {
            uint8_t *id = &level->samples.ids[(size_t)j * size + i];
            if (!grown[*id] || !is_beside(level, i, j)) continue;
            if (verge[*id] == 0) verge[*id] = add_verge(level, *id);
            *id = verge[*id];
        }
    return SCREE_OK;
}

/* ---- reports ---- */

json_t *beamng_verges_json(const struct beamng_level *level)
{
    json_t *list = json_array();
    for (size_t i = 0; i < level->verge_count; i++) {
        const struct beamng_verge *verge = &level->verges[i];
        json_text_append(&list, json_pack("{s:s, s:i, s:s, s:s, s:o}", "name", verge->name, "id",
                                          (int)verge->number, "of", level->names[verge->of],
                                          "ground_model",
                                          level->materials[verge->number].ground_model, "samples",
                                          json_text_count(level->counts.samples[verge->number])));
    }
    return list;
}

void beamng_tell_verges(const struct beamng_level *level, struct scree_job *job)
{
    for (size_t i = 0; i < level->verge_count; i++) {
        const struct beamng_verge *verge = &level->verges[i];
        job_note(job, NULL, "beside them %s: %llu samples, as %s but without grass", verge->name,
                 (unsigned long long)level->counts.samples[verge->number], level->names[verge->of]);
    }
}
