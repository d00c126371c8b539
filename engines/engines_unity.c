/*
 * Imports for Unity: heights as .raw, weights four layers a picture, and an Editor script that makes
 * a terrain of them. Source: docs/formats/engines.md, Unreal and Unity.
 */
#include <math.h>
#include <stdio.h>

#include "base/json_text.h"
#include "engines/engines_plan.h"

#define TEXELS_MAX 4096

static const char readme[] = {
#include "engines/unity.txt.h"
};
static const char script[] = {
#include "engines/ScreeTerrainImporter.cs.h"
};

enum scree_code engines_settle_unity(struct engines_plan *plan, struct scree_error *err)
{
    if ((plan->texels & (plan->texels - 1)) != 0 || plan->texels > TEXELS_MAX)
        return err_set_option(err, "texels",
                              "{texels} %u: Unity takes 16, 32, 64, 128, 256, 512, 1024, 2048 or "
                              "4096 texels a side",
                              (unsigned)plan->texels);
    return SCREE_OK;
}

/* ---- weights ---- */

static enum scree_code write_weights(struct engines_output *output, struct scree_error *err)
{
    const struct engines_plan *plan = output->plan;
    struct engines_picture *pictures;
    RETURN_IF_ERR(MEM_NEED(&pictures, ENGINES_PACKS(plan), sizeof *pictures, err));
    const size_t count = engines_pack(pictures, plan);
    for (size_t i = 0; i < count; i++)
        snprintf(pictures[i].name, sizeof pictures[i].name, "%s-alphamap%zu.png", plan->name, i);
    const enum scree_code code = engines_write_weights(output, &plan->grid, pictures, count, err);
    mem_free(pictures);
    return code;
}

/* ---- settings ---- */

/* To thousandths, which every library's atan() agrees on. */
static double degrees(double gradient)
{
    return floor(atan(gradient) * 57295.77951308232 + 0.5) / 1000;
}

/* The limits of the layer that names a material, where it has any and no noise hides them. */
static void set_rule(json_t *object, const struct engines_plan *plan, uint32_t material)
{
    const struct srf_layer *layer = plan->inputs.map->layers[plan->merge->first_layer[material]];
    const double unit_m = plan->inputs.field->scal_m[2];
    double height_m[2] = {0, plan->high_m - plan->low_m}, slope_deg[2] = {0, 90};
    bool any = false;
    for (int i = 0; i < 2; i++) {
        if (srf_is_on(layer->alte[i])) height_m[i] = layer->altl[i] * unit_m - plan->low_m;
        if (srf_is_on(layer->slpe[i])) slope_deg[i] = degrees(layer->slpl[i]);
        any = any || srf_is_on(layer->alte[i]) || srf_is_on(layer->slpe[i]);
    }
    json_object_set_new(object, "has_rule", json_boolean(any));
    json_object_set_new(object, "height_m", json_text_pair(height_m[0], height_m[1]));
    json_object_set_new(object, "slope_deg", json_text_pair(slope_deg[0], slope_deg[1]));
    json_object_set_new(object, "opacity", json_real((double)layer->covr));
}

static json_t *layers(const struct engines_plan *plan)
{
    json_t *array = json_array();
    for (uint32_t m = 0; m < plan->merge->count; m++) {
        const struct engines_material *material = &plan->materials[m];
        json_t *object =
            json_pack("{s:o, s:s+, s:s+, s:f}", "name", json_text(material->name), "albedo",
                      material->stem, "_albedo.png", "normal", material->stem, "_normal.png",
                      "tile_m", ground_texture_repeat_mm(material->kind) / 1000.0);
        if (object != NULL) set_rule(object, plan, m);
        json_text_append(&array, object);
    }
    return array;
}

static json_t *settings(const struct engines_plan *plan)
{
    json_t *packs = json_array();
    for (size_t i = 0; i < ENGINES_PACKS(plan); i++) {
        json_text_append(&packs, json_sprintf("%s-alphamap%u.png", plan->name, (unsigned)i));
    }
    const double range_m = plan->high_m - plan->low_m;
    json_t *object =
        json_pack("{s:s, s:s+, s:i, s:i, s:f, s:f, s:f, s:o, s:o}", "name", plan->name, "heights",
                  plan->name, ".raw", "points", (int)plan->points, "texels", (int)plan->texels,
                  "side_m", plan->side_m, "height_m", range_m > 0 ? range_m : 1.0, "lowest_m",
                  plan->low_m, "packs", packs, "layers", layers(plan));
    if (engines_has_plants(plan))
        json_text_set(&object, "plants", json_sprintf("%s-plants.csv", plan->name));
    const struct engines_turn light = engines_light(plan);
    if (plan->sun.is)
        json_text_set(&object, "sun_deg", json_pack("[f, f, f]", light.x, light.y, light.z));
    return object;
}

enum scree_code engines_write_unity(struct engines_output *output, struct scree_error *err)
{
    static const struct engines_texture_names textures = {"@stem@_albedo.png", "@stem@_normal.png",
                                                          false, GROUND_GREEN_UP};
    const struct engines_plan *plan = output->plan;
    char name[ENGINES_FILE];
    snprintf(name, sizeof name, "%s.raw", plan->name);
    const struct engines_raster heights = {.name = name, .south_first = true};
    RETURN_IF_ERR(engines_write_heights(output, &heights, err));
    RETURN_IF_ERR(write_weights(output, err));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(engines_write_textures(output, m, &textures, err));
    RETURN_IF_ERR(ground_write_bytes(output->sink, "Editor/ScreeTerrainImporter.cs", script,
                                     sizeof script - 1, output->job, err));
    RETURN_IF_ERR(engines_write_readme(output, readme, NULL, err));
    snprintf(name, sizeof name, "%s.json", plan->name);
    return ground_write_json(output->sink, name, settings(plan), output->job, err);
}
