/* What each material is in the game: its colour, its look, its textures. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "ground/ground_colour.h"
#include "cli/outdir_files.h"
#include "cli/ror/ror.h"

#define MAX_STEM 40

static void choose_colour(struct ror *ror, uint32_t material)
{
    struct ror_material *out = &ror->materials[material];
    out->sum =
        ground_material_colour(out->colour, ror->pair.map, ror->merge, material, ror->layer_sums);
    for (int c = 0; c < 3; c++) out->rgb[c] = ground_shown(out->colour[c]);
}

/* The largest, where --map has decided. */
static void choose_head(struct ror *ror, uint32_t material)
{
    const struct render_merge *merge = ror->merge;
    uint32_t *head = &ror->materials[material].head;
    *head = merge->first_layer[material];
    if (ror->heads != NULL) {
        *head = ror->heads[*head];
        return;
    }
    for (uint32_t i = *head; i < merge->layer_count; i++)
        if (merge->material_of_layer[i] == material && ror->layer_sums[i] > ror->layer_sums[*head])
            *head = i;
}

/* The kind of ground that a material is drawn as. */
static void choose_look(struct ror *ror, uint32_t material)
{
    const char *given = ror->grounds != NULL ? ror->grounds[material] : NULL;
    const enum ground_kind stock = given != NULL ? engines_ror_ground_find(given) : GROUND_KINDS;
    ror->materials[material].look =
        stock != GROUND_KINDS ? stock
                              : engines_ror_ground(ground_guess(ror->merge->names[material], NULL));
}

/* folder/stem+ending if there is such a file, for mem_free(). */
static char *find_file(const char *folder, const char *stem, const char *ending)
{
    char name[ROR_TEXT + 32];
    snprintf(name, sizeof name, "%.240s%s", stem, ending);
    char *path = outdir_files_join(folder, name);
    if (path != NULL && access(path, R_OK) == 0) return path;
    mem_free(path);
    return NULL;
}

/* The name as it is, then as file names are written. */
static char *find_texture(struct ror *ror, const char *folder, const char *name, const char *kind)
{
    char plain[MAX_STEM], ending[24];
    text_to_file_name(plain, sizeof plain, name);
    static const char *const formats[2] = {"png", "dds"};
    for (int f = 0; f < 2; f++) {
        snprintf(ending, sizeof ending, "%s.%s", kind, formats[f]);
        char *found = strchr(name, '/') == NULL ? find_file(folder, name, ending) : NULL;
        if (found == NULL) found = find_file(folder, plain, ending);
        if (found == NULL) continue;
        char *kept = mem_arena_text(&ror->arena, found, strlen(found));
        mem_free(found);
        return kept;
    }
    return NULL;
}

static enum err_code name_texture(struct ror *ror, const char **out, uint32_t material,
                                  const char *from, const char *kind, struct err *err)
{
    char plain[MAX_STEM], name[ENGINES_ROR_FILE_SIZE + MAX_STEM];
    text_to_file_name(plain, sizeof plain, ror->merge->names[material]);
    const bool dds = from != NULL && strcmp(from + strlen(from) - 4, ".dds") == 0;
    snprintf(name, sizeof name, "%s-%u-%s-%s.%s", ror->name, (unsigned)material, plain, kind,
             dds ? "dds" : "png");
    *out = mem_arena_text(&ror->arena, name, strlen(name));
    return *out != NULL ? ERR_OK
                        : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
}

static enum err_code choose_textures(struct ror *ror, uint32_t material, struct err *err)
{
    struct ror_material *out = &ror->materials[material];
    const char *folder = ror->args->textures, *name = ror->merge->names[material];
    if (folder != NULL) {
        out->diffuse_from = find_texture(ror, folder, name, "");
        out->normal_from = find_texture(ror, folder, name, "-normal");
    }
    if (out->diffuse_from != NULL)
        snprintf(out->textures, sizeof out->textures, "textures from %.200s%s",
                 inputs_base(out->diffuse_from), out->normal_from != NULL ? " and -normal" : "");
    else
        snprintf(out->textures, sizeof out->textures, "textures drawn%s",
                 folder != NULL ? " (none in --textures)" : "");
    RETURN_IF_ERR(name_texture(ror, &out->layer.diffuse, material, out->diffuse_from, "ds", err));
    RETURN_IF_ERR(name_texture(ror, &out->layer.normal, material, out->normal_from, "nh", err));
    out->layer.repeat_mm = ground_texture_repeat_mm(out->look);
    if (ror->args->repeat_m > 0)
        out->layer.repeat_mm = (uint32_t)(ror->args->repeat_m * 1000 + 0.5);
    return ERR_OK;
}

enum err_code ror_choose_materials(struct ror *ror, struct err *err)
{
    const struct render_merge *merge = ror->merge;
    ror->materials = mem_arena_alloc(&ror->arena, merge->count, sizeof *ror->materials);
    if (ror->materials == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for materials");
    if (ror->args->textures != NULL && access(ror->args->textures, R_OK | X_OK) != 0)
        return err_set(err, ERR_READ, ERR_NO_OFFSET, "--textures %.150s: there is no such folder",
                       ror->args->textures);
    for (uint32_t m = 0; m < merge->count; m++) {
        choose_colour(ror, m);
        choose_look(ror, m);
        RETURN_IF_ERR(choose_textures(ror, m, err));
        choose_head(ror, m);
        ror->moved += ror->materials[m].sum - ror->layer_sums[ror->materials[m].head];
    }
    return ERR_OK;
}
