#include <math.h>

#include "cli/json_text.h"
#include "cli/probe/probe.h"

/* null for a limit that is off. */
static json_t *factor(bool judged, float on, float value)
{
    return judged && on >= 0.5f ? json_real((double)value) : json_null();
}

/* To a hundredth: what stands behind differs between machines. */
static double shown_degrees(double gradient)
{
    return floor(compare_degrees(gradient) * 100 + 0.5) / 100;
}

static json_t *layer_json(const struct probe_scene *scene, const struct compare_explanation *e,
                          uint32_t k)
{
    const struct srf_layer *layer = scene->map->layers[k];
    const struct render_factors *f = &e->layers[k].factors;
    const bool judged = k > 0 || scene->root_density;
    return json_pack(
        "{s:o, s:o, s:o, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, "
        "s:o}",
        "index", json_text_count(k), "path", json_text(e->layers[k].path), "material",
        json_text(scene->merge->names[e->layers[k].material]), "altitude_tu",
        scene->field->base_tu + (double)f->rise_tu, "slope_gradient", (double)f->slope, "coverage",
        (double)f->covr, "altitude_min", factor(judged, layer->alte[0], f->altitude_min),
        "altitude_max", factor(judged, layer->alte[1], f->altitude_max), "slope_min",
        factor(judged, layer->slpe[0], f->slope_min), "slope_max",
        factor(judged, layer->slpe[1], f->slope_max), "place", (double)f->place, "noise",
        (double)f->noise, "own", (double)f->own, "parent", (double)f->parent, "reach",
        (double)f->eff, "left_by_later", (double)f->bare, "weight", (double)f->weight, "why",
        json_text(e->layers[k].why));
}

static json_t *flip_json(const struct probe_scene *scene, const struct compare_explanation *e,
                         const struct compare_flip *flip)
{
    static const char *const units[COMPARE_KNOBS] = {"share", "tu", "tu", "gradient", "gradient"};
    return json_pack("{s:o, s:o, s:s, s:s, s:f, s:f, s:f, s:f, s:o}", "layer",
                     json_text_count(flip->layer), "path", json_text(e->layers[flip->layer].path),
                     "field", compare_knob_name(flip->knob), "unit", units[flip->knob], "from",
                     (double)flip->from, "to", (double)flip->to, "written", flip->written,
                     "share_of_scale", flip->share, "winner",
                     json_text(scene->merge->names[flip->winner]));
}

static json_t *layers_json(const struct probe_scene *scene, const struct compare_explanation *e)
{
    json_t *array = json_array();
    for (uint32_t k = 0; k < e->layer_count; k++) {
        if (json_array_append_new(array, layer_json(scene, e, k)) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *flips_json(const struct probe_scene *scene, const struct compare_explanation *e)
{
    json_t *array = json_array();
    for (size_t i = 0; i < e->flip_count; i++) {
        if (json_array_append_new(array, flip_json(scene, e, &e->flips[i])) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

json_t *probe_json(const struct probe_scene *scene, const struct compare_explanation *e)
{
    return json_pack("{s:s, s:[I, I], s:I, s:f, s:f, s:f, s:f, s:{s:o, s:f}, s:o, s:o}", "grid",
                     scene->grid == RENDER_VERTICES ? "vertices" : "cells", "texel",
                     (json_int_t)e->column, (json_int_t)e->row, "samples", (json_int_t)e->samples,
                     "altitude_m", e->altitude_tu * scene->field->scal_m[2], "altitude_tu",
                     e->altitude_tu, "slope_degrees", shown_degrees(e->slope), "slope_gradient",
                     e->slope, "winner", "material", json_text(scene->merge->names[e->winner]),
                     "weight", (double)e->shares[e->winner], "layers", layers_json(scene, e),
                     "changes", flips_json(scene, e));
}
