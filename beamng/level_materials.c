/*
 * main.materials.json of a BeamNG level: a texture set and a material for each name of the .ter.
 *
 * Every one of the 15 slots is filled. The base group gives the colour, as a picture of soft
 * patches and fillers of one value; macro and detail are grey pictures that are laid over it, so
 * they are shared: a macro group for all, a detail group for each kind of ground.
 */
#include "beamng/level_files.h"

#include <stdio.h>

#include <jansson.h>

#include "base/json_text.h"
#include "beamter/beamter.h"

#define TEXTURES "art/terrains/"
#define BASE_M 160.0
#define MACRO_M 60.0
#define GRAIN 0.6         /* of a picture of the user's over the map's colours */
#define DETAIL_MOST_M 8.0 /* as the game's own: 2 to 10 m for 1024 pixels */

/* The user's picture of the ground: what is drawn over it would be a second one. */
static bool is_covered(const struct beamng_material *material)
{
    return material->own != NULL && material->own->from[BEAMNG_COLOUR] != NULL;
}

bool beamng_is_grain(const struct beamng_material *material, enum beamng_group group,
                     enum beamng_channel channel)
{
    return group == BEAMNG_DETAIL && channel == BEAMNG_COLOUR && material->on_map &&
           is_covered(material) && material->own->from[BEAMNG_OWN_DETAIL] == NULL;
}

const char *beamng_own_file(const struct beamng_material *material, enum beamng_group group,
                            enum beamng_channel channel)
{
    const struct beamng_own *own = material->own;
    if (own == NULL) return NULL;
    if (group == BEAMNG_BASE)
        return channel == BEAMNG_COLOUR && material->on_map ? NULL : own->from[channel];
    if (channel != BEAMNG_COLOUR) return NULL;
    if (beamng_is_grain(material, group, channel)) return own->from[BEAMNG_COLOUR];
    return own->from[group == BEAMNG_MACRO ? BEAMNG_OWN_MACRO : BEAMNG_OWN_DETAIL];
}

void beamng_texture_name(char out[BEAMNG_PATH_SIZE], enum beamng_group group,
                         enum beamng_channel channel, const struct beamng_material *material)
{
    static const char *const channels[BEAMNG_CHANNELS] = {"b", "nm", "r", "ao", "h"};
    char ground[32];
    const char *word = beamng_ground_name(material->look);
    size_t i = 0;
    for (; word[i] != '\0' && i + 1 < sizeof ground; i++) ground[i] = (char)tolower(word[i]);
    ground[i] = '\0';
    if (group == BEAMNG_DETAIL && is_covered(material)) snprintf(ground, sizeof ground, "flat");
    if (beamng_own_file(material, group, channel) != NULL)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "%s_own%s_%s.png", material->texture,
                 group == BEAMNG_BASE    ? ""
                 : group == BEAMNG_MACRO ? "_macro"
                                         : "_detail",
                 channels[channel]);
    else if (group == BEAMNG_BASE && channel == BEAMNG_COLOUR && material->on_map)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "scree_map_b.png");
    else if (group == BEAMNG_MACRO)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "scree_macro_%s.png", channels[channel]);
    else if (group == BEAMNG_DETAIL)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "scree_%s_detail_%s.png", ground,
                 channels[channel]);
    else if (channel == BEAMNG_COLOUR)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "%s_base_b.png", material->texture);
    else if (channel == BEAMNG_ROUGHNESS)
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "scree_%s_base_r.png", ground);
    else
        snprintf(out, BEAMNG_PATH_SIZE, TEXTURES "scree_base_%s.png", channels[channel]);
}

/* Squares of the terrain that a repeat covers: whole ones, as in every file seen. */
static int squares(double metres, double square_m)
{
    const double count = metres / square_m + 0.5;
    return count < 1 ? 1 : (int)count;
}

static void set_pair(json_t **object, const char *channel, const char *group, double near,
                     double far)
{
    char key[64];
    snprintf(key, sizeof key, "%s%sStrength", channel, group);
    json_text_set(object, key, json_pack("[f, f]", near, far));
}

static double brightness(const uint8_t rgb[3])
{
    const int sum = rgb[0] + rgb[1] + rgb[2];
    return (int)(sum * 100 / 765.0 + 0.5) / 100.0; /* two decimals say enough */
}

static double detail_m(const struct beamng_facts *facts, enum ground_kind look)
{
    if (facts->repeat_m > 0.0) return facts->repeat_m;
    const double drawn_m = ground_texture_repeat_mm(look) / 1000.0;
    return drawn_m < DETAIL_MOST_M ? drawn_m : DETAIL_MOST_M;
}

static const char *id_of(const struct beamng_material *material)
{
    return material->id != NULL ? material->id : material->texture;
}

/* Metres of ground that a repeat of a texture covers. */
static double repeat_m(const struct beamng_facts *facts, const struct beamng_material *material,
                       enum beamng_group group, enum beamng_channel channel)
{
    if (group == BEAMNG_MACRO) return MACRO_M;
    if (group == BEAMNG_BASE && channel == BEAMNG_COLOUR && material->on_map) return facts->map_m;
    if (group == BEAMNG_BASE && beamng_own_file(material, group, channel) == NULL) return BASE_M;
    return detail_m(facts, material->look);
}

/* The class of the ground for camera sensors. */
static const char *annotation_of(enum ground_kind ground)
{
    if (ground == GROUND_GRASS) return "GRASS";
    return ground == GROUND_ASPHALT ? "ASPHALT" : "NATURE";
}

static json_t *material_of(const struct beamng_facts *facts, const struct beamng_material *material,
                           const char *own_name)
{
    static const char *const channels[BEAMNG_CHANNELS] = {"baseColor", "normal", "roughness", "ao",
                                                          "height"};
    static const char *const groups[BEAMNG_GROUPS] = {"Base", "Macro", "Detail"};
    json_t *object = json_pack("{s:s, s:s, s:s, s:o, s:s, s:s}", "name", own_name, "internalName",
                               material->name, "class", "TerrainMaterial", "persistentId",
                               beamng_json_id(facts->name, id_of(material)), "groundmodelName",
                               material->ground_model, "annotation", annotation_of(material->look));
    for (int g = 0; g < BEAMNG_GROUPS; g++) {
        for (int c = 0; c < BEAMNG_CHANNELS; c++) {
            char name[BEAMNG_PATH_SIZE], key[64];
            beamng_texture_name(name, (enum beamng_group)g, (enum beamng_channel)c, material);
            snprintf(key, sizeof key, "%s%sTex", channels[c], groups[g]);
            json_text_set(&object, key, beamng_json_path(facts->name, name));
            snprintf(key, sizeof key, "%s%sTexSize", channels[c], groups[g]);
            const double metres =
                repeat_m(facts, material, (enum beamng_group)g, (enum beamng_channel)c);
            json_text_set(&object, key, json_integer(squares(metres, facts->square_m)));
        }
    }
    /* Grey is added as a difference from the middle: in proportion to how bright the ground is. */
    const double bright = brightness(material->rgb);
    const double grain = beamng_is_grain(material, BEAMNG_DETAIL, BEAMNG_COLOUR) ? GRAIN : bright;
    set_pair(&object, "baseColor", "Detail", grain, grain);
    set_pair(&object, "baseColor", "Macro", bright / 4, bright / 2);
    set_pair(&object, "normal", "Detail", 0.7, 0.3);
    set_pair(&object, "normal", "Macro", 0.2, 0.3);
    set_pair(&object, "roughness", "Detail", 0.3, 0.3);
    set_pair(&object, "roughness", "Macro", 0.1, 0.2);
    json_text_set(&object, "detailDistances", json_pack("[i, i, i, i]", 0, 0, 50, 100));
    json_text_set(&object, "detailDistAtten", json_pack("[i, i]", 1, 1));
    json_text_set(&object, "macroDistances", json_pack("[i, i, i, i]", 0, 10, 100, 3000));
    json_text_set(&object, "macroDistAtten", json_pack("[i, i]", 0, 1));
    return object;
}

static json_t *pixels(const struct beamng_facts *facts, enum beamng_group group)
{
    const int size = (int)facts->texture_size[group];
    return json_pack("[i, i]", size, size);
}

static void add_set(json_t **object, const struct beamng_facts *facts)
{
    char name[BEAMNG_PATH_SIZE];
    snprintf(name, sizeof name, "%s" BEAMNG_SET, facts->name);
    json_text_set(
        object, name,
        json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "name", name, "class",
                  "TerrainMaterialTextureSet", "persistentId", beamng_json_id(facts->name, name),
                  "baseTexSize", pixels(facts, BEAMNG_BASE), "detailTexSize",
                  pixels(facts, BEAMNG_DETAIL), "macroTexSize", pixels(facts, BEAMNG_MACRO)));
}

/* As the editor names materials: a plain name may be that of another object of a level. The game
 * looks for internalName. */
static void add_material(json_t **object, const struct beamng_facts *facts,
                         const struct beamng_material *material)
{
    char name[BEAMTER_MAX_NAME + GROUND_UUID_SIZE + 1];
    json_t *id = beamng_json_id(facts->name, id_of(material));
    snprintf(name, sizeof name, "%s-%s", material->name, id != NULL ? json_string_value(id) : "");
    json_decref(id);
    json_text_set(object, name, material_of(facts, material, name));
}

enum scree_code beamng_put_materials(struct stream *to, const struct scree_bytes *before,
                                     const struct beamng_facts *facts, struct scree_error *err)
{
    json_t *object = json_object();
    if (before == NULL) add_set(&object, facts);
    for (size_t i = 0; i < facts->count; i++) add_material(&object, facts, &facts->materials[i]);
    const struct beamng_members members = {.old = before, .added = object};
    const enum scree_code code = object == NULL   ? err_no_memory(err)
                                 : before == NULL ? json_text_put(to, object, err)
                                                  : beamng_put_members(to, &members, err);
    json_decref(object);
    return code;
}
