/* Which of the level's materials each of ours is: the one of its name; else a new one. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/beamng/into.h"
#include "cli/outdir_files.h"

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool equal(const char *a, const char *b, bool exact)
{
    if (exact) return strcmp(a, b) == 0;
    while (*a != '\0' && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

/* The first of that name, exactly or but for capitals; count if there is none. */
static size_t find(const struct into *into, const char *name)
{
    for (int exact = 1; exact >= 0; exact--)
        for (size_t i = 0; i < into->count; i++)
            if (equal(into->names[i], name, exact != 0)) return i;
    return into->count;
}

/* A name for textures that no file of the level has. */
static enum err_code name_textures(struct into *into, struct engines_beamng_material *material,
                                   struct err *err)
{
    const char *plain = material->texture;
    char stem[80];
    snprintf(stem, sizeof stem, "%s", plain);
    for (unsigned number = 2;; number++) {
        char name[ENGINES_BEAMNG_PATH_SIZE];
        struct engines_beamng_material tried = *material;
        tried.texture = stem;
        engines_beamng_texture_name(name, ENGINES_BEAMNG_BASE, ENGINES_BEAMNG_COLOUR, &tried);
        char *path = outdir_files_join(into->folder, name);
        struct stat info;
        const bool taken = path != NULL && stat(path, &info) == 0;
        mem_free(path);
        if (!taken) break;
        snprintf(stem, sizeof stem, "%.60s-into-%u", plain, number);
    }
    material->texture = mem_arena_text(&into->beamng->arena, stem, strlen(stem));
    return material->texture != NULL
               ? ERR_OK
               : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
}

static enum err_code add(struct into *into, struct beamng_material *material, struct err *err)
{
    if (into->count >= BEAMTER_MAX_MATERIALS) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "has %zu materials and there is no room for \"%s\": give it the name of one of "
                "them with --map",
                into->count, material->made.name);
        return err_set_file(err, into->ter_path);
    }
    material->id = (uint8_t)into->count;
    into->names[into->count++] = material->made.name;
    if (!into->is_level) {
        job_warn(into->beamng->job, NULL,
                 "%s is new in the list of materials: without a material of that name in the "
                 "level the game shows its warning material there",
                 material->made.name);
        return ERR_OK;
    }
    if (into_has_material(into, material->made.name)) return ERR_OK;
    if (into->set_file == NULL) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "has no set of textures (TerrainMaterialTextureSet, squares of 2^n) to make the "
                "material \"%s\" for: make one of that name in the editor, or use the name of "
                "another with --map",
                material->made.name);
        return err_set_file(err, into->folder);
    }
    RETURN_IF_ERR(name_textures(into, &material->made, err));
    into->added[into->added_count++] = material->made;
    return ERR_OK;
}

enum err_code into_map(struct into *into, struct err *err)
{
    struct beamng *beamng = into->beamng;
    const struct heights_layers *layers = into->layers;
    const size_t most = layers->count + beamng->merge->count;
    into->names = mem_arena_alloc(&beamng->arena, most, sizeof *into->names);
    into->added = mem_arena_alloc(&beamng->arena, beamng->merge->count, sizeof *into->added);
    if (into->names == NULL || into->added == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for materials");
    for (size_t i = 0; i < layers->count; i++) into->names[i] = layers->names[i];
    into->count = layers->count;
    uint64_t samples[256] = {0};
    const size_t points = (size_t)beamng->size * beamng->size;
    for (size_t i = 0; i < points; i++)
        if (layers->ids[i] != BEAMTER_HOLE && (beamng->holes == NULL || beamng->holes[i] == 0))
            samples[beamng->ids[i]]++;
    for (uint32_t m = 0; m < beamng->merge->count; m++) {
        struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole) continue;
        const size_t found = find(into, material->made.name);
        /* What no sample shows is not worth a new material. */
        if (found < into->count)
            material->id = (uint8_t)found;
        else if (samples[m] > 0)
            RETURN_IF_ERR(add(into, material, err));
        else
            material->is_left_out = true;
    }
    return ERR_OK;
}
