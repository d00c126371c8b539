/* Which materials there are, and what each is in the game. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/beamng/beamng.h"
#include "ground/ground_colour.h"
#include "inputs/materials.h"

#define MAX_STEM 40

static bool is_below(const struct srf_layer *layer, const struct srf_layer *above)
{
    while (layer != NULL && layer != above) layer = layer->parent;
    return layer != NULL;
}

/* The material of --hole-layer must be that layer alone, with what stands below it. */
static enum err_code find_hole(struct beamng *beamng, struct err *err)
{
    const struct srf_map *map = beamng->pair.map;
    const struct render_merge *merge = beamng->merge;
    uint32_t layer;
    if (beamng->args->hole_layer == NULL) return ERR_OK;
    RETURN_IF_ERR(materials_find(&layer, map, beamng->args->hole_layer, err));
    const uint32_t material = merge->material_of_layer[layer];
    for (uint32_t i = 0; i < merge->layer_count; i++)
        if (merge->material_of_layer[i] == material &&
            !is_below(map->layers[i], map->layers[layer]))
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--hole-layer %.60s: it is one material with \"%.60s\", which would "
                           "become a hole, too: keep them apart with --depth or --map",
                           beamng->args->hole_layer, map->layers[i]->name);
    if (merge->count == 1)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--hole-layer %.60s: it is the only material",
                       beamng->args->hole_layer);
    beamng->materials[material].is_hole = true;
    return ERR_OK;
}

enum err_code beamng_merge(struct beamng *beamng, struct err *err)
{
    const struct args_beamng *args = beamng->args;
    const struct srf_map *map = beamng->pair.map;
    if (args->map != NULL)
        RETURN_IF_ERR(materials_read(&beamng->merge, &beamng->map_file, map, args->map,
                                     MATERIALS_REST_OWN, &beamng->grounds, err));
    else
        RETURN_IF_ERR(render_merge_depth(&beamng->merge, map, args->depth, err));
    RETURN_IF_ERR(render_merge_depth(&beamng->all, map, UINT32_MAX, err));
    const uint32_t count = beamng->merge->count;
    const uint32_t most = BEAMTER_MAX_MATERIALS + (args->hole_layer != NULL ? 1 : 0);
    if (count > most)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "there are %u materials and a BeamNG terrain holds %d: merge layers with "
                       "--depth or --map",
                       (unsigned)count, BEAMTER_MAX_MATERIALS);
    beamng->materials = mem_arena_alloc(&beamng->arena, count, sizeof *beamng->materials);
    if (beamng->materials == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for materials");
    return find_hole(beamng, err);
}

static enum err_code choose_ground(struct beamng *beamng, uint32_t material, struct err *err)
{
    struct beamng_material *out = &beamng->materials[material];
    const char *given = beamng->grounds != NULL ? beamng->grounds[material] : NULL;
    const char *word = NULL;
    if (given == NULL) {
        out->made.look = ground_guess(beamng->merge->names[material], &word);
        out->made.ground_model = engines_beamng_ground_name(out->made.look);
        if (word != NULL)
            snprintf(out->reason, sizeof out->reason, "'%s' in its name", word);
        else
            snprintf(out->reason, sizeof out->reason, "no word for a ground in its name");
        return ERR_OK;
    }
    snprintf(out->reason, sizeof out->reason, "--map");
    char *upper = mem_arena_text(&beamng->arena, given, strlen(given));
    if (upper == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a name");
    bool plain = upper[0] != '\0' && strlen(upper) <= 64;
    for (char *p = upper; *p != '\0'; p++) {
        if (*p >= 'a' && *p <= 'z') *p = (char)(*p - 'a' + 'A');
        plain = plain && ((*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_');
    }
    if (!plain)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--map: \"%.40s\" is no name of a ground model, such as GRASS", given);
    out->made.ground_model = upper;
    unsigned look = 0;
    while (look < GROUND_KINDS &&
           strcmp(engines_beamng_ground_name((enum ground_kind)look), upper) != 0)
        look++;
    out->made.look = (enum ground_kind)look;
    if (look == GROUND_KINDS)
        job_note(beamng->job, NULL,
                 "ground model %s is none that scree knows: the game takes asphalt if it has no "
                 "such model either",
                 upper);
    return ERR_OK;
}

/* Names of textures, all different. */
static enum err_code name_textures(struct beamng *beamng, uint32_t material, struct err *err)
{
    char plain[MAX_STEM], stem[MAX_STEM + 16];
    text_to_file_name(plain, sizeof plain, beamng->merge->names[material]);
    snprintf(stem, sizeof stem, "%s", plain);
    for (unsigned number = 2;; number++) {
        uint32_t k = 0;
        while (k < material && strcmp(beamng->materials[k].made.texture, stem) != 0) k++;
        if (k == material) break;
        snprintf(stem, sizeof stem, "%s-%u", plain, number);
    }
    beamng->materials[material].made.texture = mem_arena_text(&beamng->arena, stem, strlen(stem));
    return beamng->materials[material].made.texture != NULL
               ? ERR_OK
               : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
}

enum err_code beamng_look(struct beamng *beamng, struct err *err)
{
    const struct render_merge *merge = beamng->merge;
    const size_t stride = BEAMTER_MAX_NAME + 1;
    char *names = mem_arena_alloc(&beamng->arena, merge->count, stride);
    const char **kept = mem_arena_alloc(&beamng->arena, merge->count, sizeof *kept);
    if (names == NULL || kept == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for material names");
    /* What becomes a hole takes no name and no number. */
    uint32_t count = 0;
    for (uint32_t m = 0; m < merge->count; m++)
        if (!beamng->materials[m].is_hole) kept[count++] = merge->names[m];
    beamter_names(names, kept, count);
    for (uint32_t m = 0, id = 0; m < merge->count; m++) {
        struct beamng_material *material = &beamng->materials[m];
        material->id = material->is_hole ? BEAMNG_HOLE : (uint8_t)id;
        material->made.name = material->is_hole ? "" : names + id++ * stride;
        RETURN_IF_ERR(choose_ground(beamng, m, err));
        RETURN_IF_ERR(name_textures(beamng, m, err));
        if (beamng->layer_sums == NULL) continue;
        float colour[3];
        ground_material_colour(colour, beamng->pair.map, merge, m, beamng->layer_sums);
        for (int c = 0; c < 3; c++) material->made.rgb[c] = ground_shown(colour[c]);
    }
    return ERR_OK;
}

void beamng_free(struct beamng *beamng)
{
    mem_free_pixels(beamng->ids);
    mem_free_pixels(beamng->holes);
    render_merge_free(beamng->merge);
    render_merge_free(beamng->all);
    inputs_free(&beamng->pair);
    mem_arena_free(&beamng->arena);
}
