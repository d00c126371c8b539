/* Which materials there are, and what each is in the game. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "beamng/beamng_map.h"
#include "ground/ground_merge.h"
#include "inputs/materials.h"

#define MAX_STEM 40

/* ---- what goes together ---- */

static bool is_below(const struct srf_layer *layer, const struct srf_layer *above)
{
    while (layer != NULL && layer != above) layer = layer->parent;
    return layer != NULL;
}

/* The material of hole_layer must be that layer alone, with what stands below it. */
static enum scree_code find_hole(struct beamng_map *map, const char *name, struct scree_error *err)
{
    const struct srf_map *surface = map->inputs.map;
    const struct render_merge *merge = map->merge;
    uint32_t layer;
    if (name == NULL) return SCREE_OK;
    if (materials_find(&layer, surface, name, err) != SCREE_OK)
        return err_set_field(err, "hole_layer");
    const uint32_t material = merge->material_of_layer[layer];
    for (uint32_t i = 0; i < merge->layer_count; i++)
        if (merge->material_of_layer[i] == material &&
            !is_below(surface->layers[i], surface->layers[layer]))
            return err_set_option(
                err, "hole_layer",
                "{hole_layer} %.60s shares a material with \"%.60s\", which would "
                "become a hole, too; keep them apart with {depth} or {materials}",
                name, surface->layers[i]->name);
    if (merge->count == 1)
        return err_set_option(err, "hole_layer", "{hole_layer} %.60s is the only material", name);
    map->choices[material].is_hole = true;
    return SCREE_OK;
}

/* The grounds of the list of materials wait in ground_model for choose(). */
static enum scree_code merge_layers(struct beamng_map *map,
                                    const struct scree_beamng_options *options,
                                    struct inputs_opened *materials, struct scree_error *err)
{
    const struct srf_map *surface = map->inputs.map;
    const char **grounds = NULL;
    RETURN_IF_ERR(materials_check_depth(materials, options->level.depth, err));
    if (materials != NULL)
        RETURN_IF_ERR(
            materials_take(&map->merge, &map->materials, surface, materials, &grounds, err));
    else
        RETURN_IF_ERR(render_merge_depth(&map->merge, surface, options->level.depth, err));
    RETURN_IF_ERR(render_merge_depth(&map->all, surface, UINT32_MAX, err));
    const uint32_t count = map->merge->count;
    const uint32_t most = BEAMTER_MAX_MATERIALS + (options->hole_layer != NULL ? 1 : 0);
    if (count > most)
        return err_set_option(err, "depth",
                              "there are %u materials and a BeamNG terrain holds %d; merge layers "
                              "with {depth} or {materials}",
                              (unsigned)count, BEAMTER_MAX_MATERIALS);
    map->choices = mem_arena_alloc(&map->arena, count, sizeof *map->choices);
    if (map->choices == NULL) return err_no_memory(err);
    for (uint32_t m = 0; grounds != NULL && m < count; m++)
        map->choices[m].made.ground_model = grounds[m];
    return find_hole(map, options->hole_layer, err);
}

/* ---- what each is ---- */

static enum scree_code take_ground(struct beamng_map *map, uint32_t material, const char *given,
                                   struct scree_job *job, struct scree_error *err)
{
    struct beamng_choice *out = &map->choices[material];
    snprintf(out->reason, sizeof out->reason, "{materials}");
    out->is_given = true;
    char *upper = mem_arena_text(&map->arena, given, strlen(given));
    if (upper == NULL) return err_no_memory(err);
    bool plain = upper[0] != '\0' && strlen(upper) <= 64;
    for (char *p = upper; *p != '\0'; p++) {
        if (*p >= 'a' && *p <= 'z') *p = (char)(*p - 'a' + 'A');
        plain = plain && ((*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9') || *p == '_');
    }
    if (!plain)
        return err_set_option(
            err, "materials",
            "{materials}: \"%.40s\" is not a name of a ground model such as GRASS", given);
    out->made.ground_model = upper;
    unsigned look = 0;
    while (look < GROUND_KINDS && strcmp(beamng_ground_name((enum ground_kind)look), upper) != 0)
        look++;
    out->made.look = (enum ground_kind)look;
    if (look == GROUND_KINDS)
        job_note(job, NULL,
                 "ground model %s is not in scree's list: if the game has no such model, it uses "
                 "asphalt",
                 upper);
    return SCREE_OK;
}

static void guess_ground(struct beamng_choice *out, const char *name)
{
    const char *word = NULL;
    out->made.look = ground_guess(name, &word);
    out->made.ground_model = beamng_ground_name(out->made.look);
    if (word != NULL)
        snprintf(out->reason, sizeof out->reason, "'%s' in its name", word);
    else
        snprintf(out->reason, sizeof out->reason, "no word for a ground in its name");
}

/* Names of textures, all different. */
static enum scree_code name_textures(struct beamng_map *map, uint32_t material,
                                     struct scree_error *err)
{
    char plain[MAX_STEM], stem[MAX_STEM + 16];
    text_to_file_name(plain, sizeof plain, map->merge->names[material]);
    snprintf(stem, sizeof stem, "%s", plain);
    for (unsigned number = 2;; number++) {
        uint32_t k = 0;
        while (k < material && strcmp(map->choices[k].made.texture, stem) != 0) k++;
        if (k == material) break;
        snprintf(stem, sizeof stem, "%s-%u", plain, number);
    }
    map->choices[material].made.texture = mem_arena_text(&map->arena, stem, strlen(stem));
    return map->choices[material].made.texture != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code choose(struct beamng_map *map, struct scree_job *job,
                              struct scree_error *err)
{
    const struct render_merge *merge = map->merge;
    const size_t stride = BEAMTER_MAX_NAME + 1;
    char *names = mem_arena_alloc(&map->arena, merge->count, stride);
    const char **kept = mem_arena_alloc(&map->arena, merge->count, sizeof *kept);
    if (names == NULL || kept == NULL) return err_no_memory(err);
    uint32_t count = 0;
    for (uint32_t m = 0; m < merge->count; m++)
        if (!map->choices[m].is_hole) kept[count++] = merge->names[m];
    beamter_names(names, kept, count);
    for (uint32_t m = 0, number = 0; m < merge->count; m++) {
        struct beamng_choice *choice = &map->choices[m];
        const char *ground = choice->made.ground_model;
        choice->made.name = choice->is_hole ? "" : names + number++ * stride;
        if (ground != NULL)
            RETURN_IF_ERR(take_ground(map, m, ground, job, err));
        else
            guess_ground(choice, merge->names[m]);
        RETURN_IF_ERR(name_textures(map, m, err));
    }
    return SCREE_OK;
}

struct beamng_material beamng_coloured(const struct beamng_map *map, uint32_t material,
                                       const struct beamng_samples *samples)
{
    struct beamng_material made = map->choices[material].made;
    float colour[3];
    ground_material_colour(colour, map->inputs.map, map->merge, material, samples->layer_sums);
    for (int c = 0; c < 3; c++) made.rgb[c] = ground_shown(colour[c]);
    return made;
}

/* ---- the whole ---- */

enum scree_code beamng_map_fill(struct beamng_map *map, const struct scree_beamng_options *options,
                                const struct inputs_given *given, struct scree_job *job,
                                struct scree_error *err)
{
    RETURN_IF_ERR(inputs_keep_path(&map->inputs.terrain_file, NULL, &map->arena, err));
    RETURN_IF_ERR(inputs_keep_path(&map->inputs.surface_file, NULL, &map->arena, err));
    map->how = render_how_of(job, options->level.how.relief, options->level.how.root_density);
    map->min_area = options->level.min_area;
    map->dither = options->dither;
    map->fine_grip = options->level.grip == SCREE_GRIP_FINE;
    if (given->own != NULL && options->hole_layer != NULL)
        return err_set_option(err, "holes", "{holes} and {hole_layer} exclude each other");
    RETURN_IF_ERR(merge_layers(map, options, given->materials, err));
    RETURN_IF_ERR(inputs_keep_path(&map->materials, NULL, &map->arena, err));
    const struct ground_marks marks = {.out = &map->holes,
                                       .size = map->size,
                                       .trimmed = map->trimmed,
                                       .south_first = true,
                                       .file = &map->picture,
                                       .option = "holes",
                                       .name = "holes.png",
                                       .meaning = "white is a hole"};
    if (given->own != NULL) RETURN_IF_ERR(ground_read_marks(&marks, given->own, &map->arena, err));
    RETURN_IF_ERR(choose(map, job, err));
    beamng_find_grips(map);
    return SCREE_OK;
}

void beamng_map_free(struct beamng_map *map)
{
    mem_free_pixels(map->holes);
    render_merge_free(map->merge);
    render_merge_free(map->all);
    mem_arena_free(&map->arena);
}
