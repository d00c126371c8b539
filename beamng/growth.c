/*
 * Plants of a level: items on the ground as the game has it, what each item is, the objects that draw
 * them, and grass around the camera.
 *
 * Source of every foreign fact: docs/formats/beamng.md, Plants.
 */
#include "beamng/growth.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/turn.h"

#define COVER_RADIUS_M 120
#define COVER_DISSOLVE_M 80
#define COVER_GRID 8
#define COVER_ELEMENTS 60000
#define COVER_TYPES 8
#define COVER_SLOPE_DEG 40
/* As the grass of MattB70/BeamNG-Utah2 has it. */
#define TURBULENCE_PER_S 0.5
#define TURBULENCE_M 0.05

/* ---- what there is ---- */

bool beamng_grows(const struct beamng_growth *growth, size_t species)
{
    return growth->count[species] > 0 && growth->list->species[species].beamng_shape != NULL;
}

static const char *cover_layer(const struct beamng_growth *growth, const struct plants_cover *cover,
                               uint32_t term)
{
    const uint32_t material = growth->merge->material_of_layer[cover->layer[term]];
    return cover->factor[term] > 0.0f ? growth->names[material] : NULL;
}

bool beamng_covers(const struct beamng_growth *growth, size_t grass)
{
    const struct plants_grass *g = &growth->list->grasses[grass];
    if (growth->closed != NULL && growth->closed[grass]) return false;
    for (uint32_t i = 0; g->beamng_material != NULL && i < g->cover.count; i++)
        if (cover_layer(growth, &g->cover, i) != NULL) return true;
    return false;
}

bool beamng_has_growth(const struct beamng_growth *growth)
{
    for (size_t s = 0; s < growth->list->species_count; s++)
        if (beamng_grows(growth, s)) return true;
    for (size_t g = 0; g < growth->list->grass_count; g++)
        if (beamng_covers(growth, g)) return true;
    return false;
}

/* ---- items ---- */

bool beamng_stand(double out_m[3], const struct beamng_footing *footing, double x_m, double y_m)
{
    const uint32_t size = footing->size;
    const double last = size - 1.0, at_x = x_m / footing->square_m, at_y = y_m / footing->square_m;
    const double x = fmin(fmax(at_x, 0.0), last), y = fmin(fmax(at_y, 0.0), last);
    out_m[0] = footing->position_m[0] + x_m;
    out_m[1] = footing->position_m[1] + y_m;
    const size_t i = x < last ? (size_t)x : size - 2;
    const size_t j = y < last ? (size_t)y : size - 2;
    const double u = x - (double)i, v = y - (double)j;
    const uint16_t *low = footing->heights + j * size + i, *high = low + size;
    const double height = u > v ? low[0] + u * (low[1] - low[0]) + v * (high[1] - low[1])
                                : low[0] + v * (high[0] - low[0]) + u * (high[1] - high[0]);
    out_m[2] = footing->position_m[2] + height * beamter_step_m(footing->max_height_m);
    return at_x == x && at_y == y && footing->ids[j * size + i] != BEAMTER_HOLE;
}

/* Objects of the game have one space of names: those of grass begin otherwise. */
void beamng_item_name(char out[BEAMNG_PATH_SIZE], const struct plants_species *species)
{
    snprintf(out, BEAMNG_PATH_SIZE, BEAMNG_ITEM_PREFIX "%s", species->name);
}

void beamng_forest_name(char out[BEAMNG_PATH_SIZE], const struct plants_species *species)
{
    snprintf(out, BEAMNG_PATH_SIZE, "forest/" BEAMNG_ITEM_PREFIX "%s.forest4.json", species->name);
}

/* A float as people wrote it. */
static double plain(float value)
{
    return floor((double)value * 10000.0 + 0.5) / 10000.0;
}

bool beamng_item_stand(double out_m[3], const struct beamng_growth *growth,
                       const struct plants_item *item)
{
    const double y_m = growth->depth_m - (double)item->z / PLANTS_UNITS;
    const bool stands = beamng_stand(out_m, &growth->footing, (double)item->x / PLANTS_UNITS, y_m);
    out_m[2] -= item->sink_mm / 1000.0;
    return stands;
}

static enum scree_code put_item(struct stream *to, const char *type, const double at_m[3],
                                const struct plants_item *item, struct scree_error *err)
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

enum scree_code beamng_put_items(struct stream *to, const struct beamng_growth *growth,
                                 size_t species, size_t *left_out, struct scree_error *err)
{
    const struct plants_placed *placed = growth->placed;
    char type[BEAMNG_PATH_SIZE];
    beamng_item_name(type, &growth->list->species[species]);
    for (size_t i = 0; i < placed->count; i++) {
        const struct plants_item *item = &placed->items[i];
        double at_m[3];
        if (item->species != species || (growth->chosen != NULL && !growth->chosen[i])) continue;
        if (!beamng_item_stand(at_m, growth, item)) {
            (*left_out)++;
            continue;
        }
        RETURN_IF_ERR(put_item(to, type, at_m, item, err));
    }
    return SCREE_OK;
}

static json_t *item_data(const struct beamng_growth *growth, const struct plants_species *species)
{
    const bool is_stone = species->model->shape == PLANTS_STONE;
    char name[BEAMNG_PATH_SIZE];
    beamng_item_name(name, species);
    json_t *out =
        json_pack("{s:s, s:s, s:s, s:o, s:s, s:f, s:s}", "name", name, "internalName", name,
                  "class", "TSForestItemData", "persistentId", beamng_json_id(growth->level, name),
                  "shapeFile", species->beamng_shape, "radius", plain(species->beamng_radius_m),
                  "annotation", is_stone ? "ROCK" : "NATURE");
    if (!is_stone && out != NULL)
        json_object_update_new(out, json_pack("{s:f, s:f, s:f, s:f, s:f}", "windScale", 0.4,
                                              "trunkBendScale", 0.02, "branchAmp", 0.05,
                                              "detailAmp", 0.1, "detailFreq", 0.5));
    return out;
}

json_t *beamng_items_data(const struct beamng_growth *growth)
{
    const struct plants_list *list = growth->list;
    json_t *out = json_object();
    for (size_t s = 0; s < list->species_count; s++) {
        char name[BEAMNG_PATH_SIZE];
        beamng_item_name(name, &list->species[s]);
        if (beamng_grows(growth, s))
            json_text_set(&out, name, item_data(growth, &list->species[s]));
    }
    return out;
}

/* ---- objects ---- */

static json_t *object(const struct beamng_growth *growth, const char *name, const char *class)
{
    return json_pack("{s:s, s:s, s:o, s:s}", "name", name, "class", class, "persistentId",
                     beamng_json_id(growth->level, name), "__parent", growth->group);
}

json_t *beamng_forest_object(const struct beamng_growth *growth)
{
    return object(growth, "theForest", "Forest");
}

static json_t *cover_types(const struct beamng_growth *growth, const struct plants_grass *grass)
{
    json_t *types = json_array();
    for (uint32_t i = 0; i < grass->cover.count && json_array_size(types) < COVER_TYPES; i++) {
        const char *layer = cover_layer(growth, &grass->cover, i);
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

json_t *beamng_covers_json(const struct beamng_growth *growth)
{
    const struct plants_list *list = growth->list;
    json_t *out = json_array();
    for (size_t g = 0; g < list->grass_count; g++) {
        const struct plants_grass *grass = &list->grasses[g];
        if (!beamng_covers(growth, g)) continue;
        char name[BEAMNG_PATH_SIZE];
        snprintf(name, sizeof name, BEAMNG_COVER_PREFIX "%s", grass->name);
        json_t *cover = object(growth, name, "GroundCover");
        if (cover != NULL)
            json_object_update_new(
                cover, json_pack("{s:s, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:o}", "material",
                                 grass->beamng_material, "radius", COVER_RADIUS_M, "dissolveRadius",
                                 COVER_DISSOLVE_M, "gridSize", COVER_GRID, "maxElements",
                                 elements(grass), "seed", 1, "windTurbulenceFrequency",
                                 TURBULENCE_PER_S, "windTurbulenceStrength", TURBULENCE_M, "Types",
                                 cover_types(growth, grass)));
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

static json_t *grass_material(const struct beamng_growth *growth, size_t k)
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
                     "persistentId", beamng_json_id(growth->level, id), "Stages", stage, "alphaRef",
                     grass_materials[k].alpha, "alphaTest", 1, "annotation", "NATURE",
                     "doubleSided", 1, "materialTag0", "beamng", "materialTag1", "vegetation",
                     "translucentBlendOp", "None");
}

json_t *beamng_grass_materials(const struct beamng_growth *growth)
{
    const struct plants_list *list = growth->list;
    json_t *out = json_object();
    for (size_t k = 0; k < sizeof grass_materials / sizeof grass_materials[0]; k++)
        for (size_t g = 0; g < list->grass_count; g++)
            if (beamng_covers(growth, g) &&
                strcmp(list->grasses[g].beamng_material, grass_materials[k].name) == 0)
                json_text_set(&out, grass_materials[k].name, grass_material(growth, k));
    return out;
}
