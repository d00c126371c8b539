/*
 * Plants of a new level: items on the ground as the game has it, what each item is, the objects that
 * draw them, and grass around the camera.
 *
 * Source of every foreign fact: docs/formats.md, BeamNG, Plants.
 */
#include "beamng/level_plants.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/turn.h"
#include "beamng/level_json.h"
#include "ground/ground_files.h"

#define GROUP "plants"
#define COVER_RADIUS_M 120
#define COVER_DISSOLVE_M 80
#define COVER_GRID 8
#define COVER_ELEMENTS 60000
#define COVER_TYPES 8
#define COVER_SLOPE_DEG 40

/* ---- planning and placing ---- */

enum err_code beamng_list_plants(struct beamng_plan *plan, const struct beamng_options *options,
                                 struct err *err)
{
    if (!options->has_plants) return ERR_OK;
    return plants_list_make(&plan->plants, plan->map.inputs.map, options->plants,
                            options->plants_set, err);
}

enum err_code beamng_place_plants(struct beamng_level *level, struct job *job, struct err *err)
{
    const struct beamng_plan *plan = level->plan;
    const struct plants_options options = {.how = plan->map.how,
                                           .has_water = plan->has_water,
                                           .water_m = plan->water_m,
                                           .roads = plan->roads};
    if (plan->plants == NULL) return ERR_OK;
    return plants_place(&level->plants, plan->plants, &plan->map.inputs, &options, job, err);
}

bool beamng_grows(const struct beamng_level *level, size_t species)
{
    return level->plants->tally[species].count > 0 &&
           level->plan->plants->species[species].beamng_shape != NULL;
}

static const char *cover_layer(const struct beamng_level *level, const struct plants_cover *cover,
                               uint32_t term)
{
    const struct beamng_map *map = &level->plan->map;
    const uint32_t material = map->merge->material_of_layer[cover->layer[term]];
    const bool is_there = cover->factor[term] > 0.0f && !map->choices[material].is_hole;
    return is_there ? map->choices[material].made.name : NULL;
}

static bool covers(const struct beamng_level *level, size_t grass)
{
    const struct plants_grass *g = &level->plan->plants->grasses[grass];
    for (uint32_t i = 0; g->beamng_material != NULL && i < g->cover.count; i++)
        if (cover_layer(level, &g->cover, i) != NULL) return true;
    return false;
}

bool beamng_has_plants(const struct beamng_level *level)
{
    const struct plants_list *list = level->plan->plants;
    if (list == NULL) return false;
    for (size_t s = 0; s < list->species_count; s++)
        if (beamng_grows(level, s)) return true;
    for (size_t g = 0; g < list->grass_count; g++)
        if (covers(level, g)) return true;
    return false;
}

/* ---- items ---- */

/* Objects of the game have one space of names: those of grass begin otherwise. */
static void item_name(char out[BEAMNG_PATH_SIZE], const struct plants_species *species)
{
    snprintf(out, BEAMNG_PATH_SIZE, "scree_%s", species->name);
}

/* A float as people wrote it. */
static double plain(float value)
{
    return floor((double)value * 10000.0 + 0.5) / 10000.0;
}

/* The foot of an item; false: the game has no ground there, or it is a hole. */
static bool stand(double out_m[3], const struct beamng_level *level, const struct plants_item *item)
{
    const struct ter_field *field = level->plan->map.inputs.field;
    const double y_m = ter_extent_y_m(field) - (double)item->z / PLANTS_UNITS;
    const bool stands = beamng_stand(out_m, level, (double)item->x / PLANTS_UNITS, y_m);
    out_m[2] -= item->sink_mm / 1000.0;
    return stands;
}

static enum err_code put_item(struct stream *to, const char *type, const double at_m[3],
                              const struct plants_item *item, struct err *err)
{
    double sine, cosine;
    char at[3][PLANTS_NUMBER], s[PLANTS_NUMBER], c[PLANTS_NUMBER], minus[PLANTS_NUMBER];
    char scale[PLANTS_NUMBER];
    turn_sine_cosine(item->yaw * (360.0 / 256.0), &sine, &cosine);
    for (int k = 0; k < 3; k++) plants_number(at[k], at_m[k]);
    plants_number(s, sine);
    plants_number(c, cosine);
    plants_number(minus, -sine);
    return stream_print(
        to, err,
        "{\"ctxid\":0,\"pos\":[%s,%s,%s],\"rotationMatrix\":[%s,%s,0,%s,%s,0,0,0,1],"
        "\"scale\":%s,\"type\":\"%s\"}\n",
        at[0], at[1], at[2], c, minus, s, c, plants_number(scale, item->scale / 1000.0), type);
}

static enum err_code put_items(struct stream *to, struct beamng_forest *forest, size_t species,
                               struct err *err)
{
    const struct plants_placed *placed = forest->level->plants;
    char type[BEAMNG_PATH_SIZE];
    item_name(type, &placed->list->species[species]);
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        double at_m[3];
        if (item->species != species) continue;
        if (!stand(at_m, forest->level, item)) {
            forest->left_out++;
            continue;
        }
        RETURN_IF_ERR(put_item(to, type, at_m, item, err));
    }
    return ERR_OK;
}

static json_t *item_data(const struct beamng_level *level, const struct plants_species *species)
{
    const bool is_stone = species->model->shape == PLANTS_STONE;
    char name[BEAMNG_PATH_SIZE];
    item_name(name, species);
    json_t *out = json_pack("{s:s, s:s, s:s, s:o, s:s, s:f, s:s}", "name", name, "internalName",
                            name, "class", "TSForestItemData", "persistentId",
                            beamng_json_id(level->facts.name, name), "shapeFile",
                            species->beamng_shape, "radius", plain(species->beamng_radius_m),
                            "annotation", is_stone ? "ROCK" : "NATURE");
    if (!is_stone && out != NULL)
        json_object_update_new(out, json_pack("{s:f, s:f, s:f, s:f, s:f}", "windScale", 0.4,
                                              "trunkBendScale", 0.02, "branchAmp", 0.05,
                                              "detailAmp", 0.1, "detailFreq", 0.5));
    return out;
}

static json_t *items_data(const struct beamng_level *level)
{
    const struct plants_list *list = level->plan->plants;
    json_t *out = json_object();
    for (size_t s = 0; s < list->species_count; s++) {
        char name[BEAMNG_PATH_SIZE];
        item_name(name, &list->species[s]);
        if (beamng_grows(level, s)) json_text_set(&out, name, item_data(level, &list->species[s]));
    }
    return out;
}

/* ---- objects ---- */

static json_t *object(const struct beamng_level *level, const char *name, const char *class)
{
    return json_pack("{s:s, s:s, s:o, s:s}", "name", name, "class", class, "persistentId",
                     beamng_json_id(level->facts.name, name), "__parent", GROUP);
}

static json_t *cover_types(const struct beamng_level *level, const struct plants_grass *grass)
{
    json_t *types = json_array();
    for (uint32_t i = 0; i < grass->cover.count && json_array_size(types) < COVER_TYPES; i++) {
        const char *layer = cover_layer(level, &grass->cover, i);
        if (layer == NULL) continue;
        json_text_append(&types,
                         json_pack("{s:s, s:[i, i, i, i], s:s, s:f, s:f, s:f, s:f, s:i, s:i, s:i, "
                                   "s:i, s:f}",
                                   "layer", layer, "billboardUVs", 0, 0, 1, 1, "shapeFilename", "",
                                   "probability", 1.0, "sizeMin", plain(grass->size_m[0]),
                                   "sizeMax", plain(grass->size_m[1]), "windScale", 0.3, "minSlope",
                                   0, "maxSlope", COVER_SLOPE_DEG, "minClumpCount", 1,
                                   "maxClumpCount", 3, "clumpRadius", 0.8));
    }
    return types;
}

/* So many tufts a square metre in the circle that is drawn, within the limit. */
static int elements(const struct plants_grass *grass)
{
    const double all = (double)grass->density * 3.14159 * COVER_RADIUS_M * COVER_RADIUS_M;
    return all < COVER_ELEMENTS ? (int)all : COVER_ELEMENTS;
}

static json_t *objects(const struct beamng_level *level)
{
    const struct plants_list *list = level->plan->plants;
    json_t *out = json_array();
    json_text_append(&out, object(level, "theForest", "Forest"));
    for (size_t g = 0; g < list->grass_count; g++) {
        const struct plants_grass *grass = &list->grasses[g];
        if (!covers(level, g)) continue;
        char name[BEAMNG_PATH_SIZE];
        snprintf(name, sizeof name, "cover_scree_%s", grass->name);
        json_t *cover = object(level, name, "GroundCover");
        if (cover != NULL)
            json_object_update_new(
                cover, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:o}", "material",
                                 grass->beamng_material, "radius", COVER_RADIUS_M, "dissolveRadius",
                                 COVER_DISSOLVE_M, "gridSize", COVER_GRID, "maxElements",
                                 elements(grass), "seed", 1, "Types", cover_types(level, grass)));
        json_text_append(&out, cover);
    }
    return out;
}

/* ---- materials of grass ---- */

/* Pictures that come with the game's levels. */
static const struct {
    const char *name, *colour, *normal, *opacity;
    int alpha;
} grass_materials[] = {
    {"GrassMiddle", "/levels/italy/art/shapes/groundcover/Grass_Middle_d.dds",
     "/levels/italy/art/shapes/groundcover/Grass_green_n.normal.png", NULL, 95},
    {"BNGGrass", "/levels/east_coast_usa/art/shapes/groundcover/t_grass_01_d.color.png",
     "/levels/east_coast_usa/art/shapes/groundcover/t_grass_01_nm.normal.png", NULL, 60},
    {"dry_grass", "/assets/materials/foliage/grass/t_utah_dry_grass/t_utah_dry_grass_b.color.png",
     "/assets/materials/foliage/grass/t_utah_dry_grass/t_utah_dry_grass_nm.normal.png",
     "/assets/materials/foliage/grass/t_utah_dry_grass/t_utah_dry_grass_o.data.png", 60},
};

static json_t *grass_material(const struct beamng_level *level, size_t k)
{
    json_t *stage = json_pack(
        "{s:s, s:s, s:b}", grass_materials[k].opacity != NULL ? "baseColorMap" : "colorMap",
        grass_materials[k].colour, "normalMap", grass_materials[k].normal, "useAnisotropic", 1);
    if (grass_materials[k].opacity != NULL && stage != NULL)
        json_object_set_new(stage, "opacityMap", json_string(grass_materials[k].opacity));
    char id[BEAMNG_PATH_SIZE];
    snprintf(id, sizeof id, "grass/%s", grass_materials[k].name);
    return json_pack("{s:s, s:s, s:s, s:o, s:[o, {}, {}, {}], s:i, s:b, s:s, s:b, s:s, s:s, s:s}",
                     "name", grass_materials[k].name, "mapTo", "unmapped_mat", "class", "Material",
                     "persistentId", beamng_json_id(level->facts.name, id), "Stages", stage,
                     "alphaRef", grass_materials[k].alpha, "alphaTest", 1, "annotation", "NATURE",
                     "doubleSided", 1, "materialTag0", "beamng", "materialTag1", "vegetation",
                     "translucentBlendOp", "None");
}

static json_t *materials(const struct beamng_level *level)
{
    const struct plants_list *list = level->plan->plants;
    json_t *out = json_object();
    for (size_t k = 0; k < sizeof grass_materials / sizeof grass_materials[0]; k++)
        for (size_t g = 0; g < list->grass_count; g++)
            if (covers(level, g) &&
                strcmp(list->grasses[g].beamng_material, grass_materials[k].name) == 0)
                json_text_set(&out, grass_materials[k].name, grass_material(level, k));
    return out;
}

/* ---- files ---- */

/* A JSON object a line, as the level's own files of objects have them. */
static enum err_code write_objects(const struct beamng_forest *forest, struct err *err)
{
    struct sink_file *file;
    json_t *list = objects(forest->level), *one;
    size_t i;
    if (list == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for plants");
    enum err_code code =
        sink_begin(forest->sink, beamng_file_name(BEAMNG_PLANTS), SINK_PLAIN, &file, err);
    if (code == ERR_OK) {
        json_array_foreach(list, i, one) if (code == ERR_OK) code =
            beamng_put_object(&file->stream, one, err);
        code = ground_end_file(file, code, forest->job, err);
    }
    json_decref(list);
    return code;
}

static enum err_code write_species(struct beamng_forest *forest, size_t species, struct err *err)
{
    char name[BEAMNG_PATH_SIZE];
    struct sink_file *file;
    snprintf(name, sizeof name, "forest/scree_%s.forest4.json",
             forest->level->plan->plants->species[species].name);
    RETURN_IF_ERR(sink_begin(forest->sink, name, SINK_PLAIN, &file, err));
    return ground_end_file(file, put_items(&file->stream, forest, species, err), forest->job, err);
}

enum err_code beamng_write_plants(struct beamng_forest *forest, struct err *err)
{
    const struct beamng_level *level = forest->level;
    if (!beamng_has_plants(level)) return ERR_OK;
    for (size_t s = 0; s < level->plan->plants->species_count; s++)
        if (beamng_grows(level, s)) RETURN_IF_ERR(write_species(forest, s, err));
    RETURN_IF_ERR(ground_write_json(forest->sink, beamng_file_name(BEAMNG_ITEMS), items_data(level),
                                    forest->job, err));
    json_t *grass = materials(level);
    if (grass == NULL || json_object_size(grass) > 0)
        RETURN_IF_ERR(ground_write_json(forest->sink, beamng_file_name(BEAMNG_COVER), grass,
                                        forest->job, err));
    else
        json_decref(grass);
    return write_objects(forest, err);
}
