/* Which of the level's materials each of ours is: the one of its name; else a new one. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/into.h"

size_t beamng_into_find(const struct beamng_into *into, const char *name)
{
    for (int exact = 1; exact >= 0; exact--)
        for (size_t i = 0; i < into->count; i++)
            if (ground_same_name(into->names[i], name, exact != 0)) return i;
    return into->count;
}

/* A name for textures that no file of the level has. */
static enum scree_code name_textures(struct beamng_into *into, struct beamng_material *material,
                                     struct scree_error *err)
{
    const char *plain = material->texture;
    char stem[80];
    snprintf(stem, sizeof stem, "%s", plain);
    for (unsigned number = 2;; number++) {
        char name[BEAMNG_PATH_SIZE];
        struct beamng_material tried = *material;
        tried.texture = stem;
        beamng_texture_name(name, BEAMNG_BASE, BEAMNG_COLOUR, &tried);
        char *path = path_join(into->target->level.path, name);
        if (path == NULL) break;
        struct os_info info;
        const bool taken = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
        mem_free(path);
        if (!taken) {
            material->texture = mem_arena_text(&into->map.arena, stem, strlen(stem));
            if (material->texture != NULL) return SCREE_OK;
            break;
        }
        snprintf(stem, sizeof stem, "%.60s-into-%u", plain, number);
    }
    return err_no_memory(err);
}

static enum scree_code add(struct beamng_into *into, uint32_t m, struct scree_job *job,
                           struct scree_error *err)
{
    const struct beamng_target *target = into->target;
    struct beamng_material made = beamng_coloured(&into->map, m, &into->samples);
    if (into->count >= BEAMTER_MAX_MATERIALS) {
        err_set(err, SCREE_UNSUPPORTED,
                "has %zu materials and no room for \"%s\"; give that the name of one of them with "
                "{materials}",
                into->count, made.name);
        return err_set_file(err, target->ter_path);
    }
    into->numbers[m] = (uint8_t)into->count;
    into->names[into->count++] = made.name;
    if (!target->is_level) {
        job_warn(job, NULL,
                 "%s is new in the list of materials: without a material of that name in the "
                 "level the game shows its warning material there",
                 made.name);
        return SCREE_OK;
    }
    if (beamng_into_has_material(into, made.name)) return SCREE_OK;
    if (into->set_file == NULL) {
        err_set(err, SCREE_UNSUPPORTED,
                "has no set of textures (TerrainMaterialTextureSet, squares of 2^n) to make the "
                "material \"%s\" for; make one of that name in the editor, or use the name of "
                "another with {materials}",
                made.name);
        return err_set_file(err, target->level.path);
    }
    RETURN_IF_ERR(name_textures(into, &made, err));
    into->added[into->added_count++] = made;
    return SCREE_OK;
}

enum scree_code beamng_into_assign(struct beamng_into *into, struct scree_job *job,
                                   struct scree_error *err)
{
    const struct beamng_map *map = &into->map;
    uint64_t needed[256] = {0};
    into->added = mem_arena_alloc(&into->map.arena, map->merge->count, sizeof *into->added);
    if (into->added == NULL) return err_no_memory(err);
    /* How often each of ours is needed: not where nothing changes, nor where holes will be. */
    const size_t points = (size_t)map->size * map->size;
    for (size_t i = 0; i < points; i++)
        if (beamng_into_changes(into, i) && (map->holes == NULL || map->holes[i] == 0))
            needed[into->samples.ids[i]]++;
    for (uint32_t m = 0; m < map->merge->count; m++) {
        into->numbers[m] = BEAMTER_HOLE;
        if (map->choices[m].is_hole) continue;
        const size_t found = beamng_into_find(into, map->choices[m].made.name);
        /* What no sample shows is not worth a new material. */
        if (found < into->count)
            into->numbers[m] = (uint8_t)found;
        else if (needed[m] > 0)
            RETURN_IF_ERR(add(into, m, job, err));
        else
            into->left_out[m] = true;
    }
    return SCREE_OK;
}

void beamng_into_leave(struct beamng_into *into)
{
    for (uint32_t m = 0; m < into->map.merge->count; m++) {
        const bool is_hole = into->map.choices[m].is_hole;
        const size_t found =
            is_hole ? into->count : beamng_into_find(into, into->map.choices[m].made.name);
        into->left_out[m] = found == into->count;
        into->numbers[m] = found < into->count ? (uint8_t)found : BEAMTER_HOLE;
    }
}
