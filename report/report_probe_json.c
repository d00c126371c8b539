#include <math.h>

#include "base/angle.h"
#include "base/json_text.h"
#include "report/probing.h"

/* null for a limit that is off. */
static json_t *factor(bool judged, float on, float value)
{
    return judged && srf_is_on(on) ? json_real((double)value) : json_null();
}

/* To a hundredth: what stands behind differs between machines. */
static double shown_degrees(double gradient)
{
    return floor(angle_degrees(gradient) * 100 + 0.5) / 100;
}

static json_t *layer_json(const struct probing *probing, const struct compare_explanation *e,
                          uint32_t k)
{
    const struct srf_layer *layer = probing->map->layers[k];
    const struct render_factors *f = &e->layers[k].factors;
    const bool judged = k > 0 || probing->probe->given->how.root_density;
    return json_pack(
        "{s:o, s:o, s:o, s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:f, s:f, s:f, s:f, s:f, s:f, s:f, "
        "s:o}",
        "index", json_text_count(k), "path", json_text(e->layers[k].path), "material",
        json_text(probing->merge->names[e->layers[k].material]), "altitude_tu",
        probing->field->base_tu + (double)f->rise_tu, "slope_gradient", (double)f->slope,
        "coverage", (double)f->covr, "altitude_min",
        factor(judged, layer->alte[0], f->altitude_min), "altitude_max",
        factor(judged, layer->alte[1], f->altitude_max), "slope_min",
        factor(judged, layer->slpe[0], f->slope_min), "slope_max",
        factor(judged, layer->slpe[1], f->slope_max), "place", (double)f->place, "noise",
        (double)f->noise, "own", (double)f->own, "parent", (double)f->parent, "reach",
        (double)f->eff, "left_by_later", (double)f->bare, "weight", (double)f->weight, "why",
        json_text(e->layers[k].why));
}

static json_t *flip_json(const struct probing *probing, const struct compare_explanation *e,
                         const struct compare_flip *flip)
{
    static const char *const units[COMPARE_KNOBS] = {"share", "tu", "tu", "gradient", "gradient"};
    return json_pack("{s:o, s:o, s:s, s:s, s:f, s:f, s:f, s:f, s:o}", "layer",
                     json_text_count(flip->layer), "path", json_text(e->layers[flip->layer].path),
                     "field", compare_knob_name(flip->knob), "unit", units[flip->knob], "from",
                     (double)flip->from, "to", (double)flip->to, "written", flip->written,
                     "share_of_scale", flip->share, "winner",
                     json_text(probing->merge->names[flip->winner]));
}

static json_t *layers_json(const struct probing *probing, const struct compare_explanation *e)
{
    json_t *array = json_array();
    for (uint32_t k = 0; k < e->layer_count; k++)
        json_text_append(&array, layer_json(probing, e, k));
    return array;
}

static json_t *flips_json(const struct probing *probing, const struct compare_explanation *e)
{
    json_t *array = json_array();
    for (size_t i = 0; i < e->flip_count; i++)
        json_text_append(&array, flip_json(probing, e, &e->flips[i]));
    return array;
}

json_t *report_probe_missing_json(const struct probing *probing, uint32_t column, uint32_t row)
{
    return json_pack("{s:s, s:[I, I], s:b}", "grid",
                     probing->grid == SCREE_VERTICES ? "vertices" : "cells", "texel",
                     (json_int_t)column, (json_int_t)row, "no_data", 1);
}

json_t *report_probe_point_json(const struct probing *probing, const struct compare_explanation *e)
{
    return json_pack("{s:s, s:[I, I], s:I, s:f, s:f, s:f, s:f, s:{s:o, s:f}, s:o, s:o}", "grid",
                     probing->grid == SCREE_VERTICES ? "vertices" : "cells", "texel",
                     (json_int_t)e->column, (json_int_t)e->row, "samples", (json_int_t)e->samples,
                     "altitude_m", e->altitude_tu * probing->field->scal_m[2], "altitude_tu",
                     e->altitude_tu, "slope_degrees", shown_degrees(e->slope), "slope_gradient",
                     e->slope, "winner", "material", json_text(probing->merge->names[e->winner]),
                     "weight", (double)e->shares[e->winner], "layers", layers_json(probing, e),
                     "changes", flips_json(probing, e));
}
