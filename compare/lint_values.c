/* The numbers of one layer, whatever the terrain. */
#include "compare/lint.h"

#include <string.h>

#define TAN_89 57.28996163 /* the steepest slope an editor's slider shows */
#define ROOM 1e-4          /* sliders are stored in single precision */

/* A slider's value, its range and what happens beyond. */
struct slider {
    const char *name, *unit;
    double value, low, high;
    const char *effect;
};

/*
 * Finding outside-slider (Values): Terragen's sliders cannot give this value: COVR, MTER and SMSZ
 * 0 to 1, VARI, BMAM and SLPF 0 to 4, ALTF 0 to 64 tu, SLPL 0 to the tangent of 89 degrees. The
 * message says whether it is bounded or used as it is.
 */
static void check_slider(struct lint *lint, const struct srf_layer *layer,
                         const struct slider *slider)
{
    const double room = ROOM * slider->high;
    if (slider->value >= slider->low - room && slider->value <= slider->high + room) return;
    lint_add(lint, LINT_OUTSIDE_SLIDER, layer,
             lint_format("%s is %.5g%s and Terragen's slider runs from %g to %g%s: %s",
                         slider->name, slider->value, slider->unit, slider->low, slider->high,
                         slider->unit, slider->effect),
             lint_format("bring it between %g and %g%s", slider->low, slider->high, slider->unit));
}

static void check_sliders(struct lint *lint, const struct srf_layer *layer)
{
    static const char bound[] = "the nearer bound is used";
    static const char as_is[] = "it is used as it is, and the editor cannot show it";
    static const char unused[] = "it has no effect here, and the editor cannot show it";
    const struct slider sliders[] = {
        {"bump amount (BMAM)", "", (double)layer->bmam, 0, 4, unused},
        {"mimic terrain (MTER)", "", (double)layer->mter, 0, 1, unused},
        {"fractal noise (VARI)", "", (double)layer->vari, 0, 4, layer->vari < 0 ? bound : as_is},
        {"coverage (COVR)", "", (double)layer->covr, 0, 1, bound},
        {"minimum altitude's fuzziness (ALTF)", " tu", (double)layer->altf[0], 0, 64, as_is},
        {"maximum altitude's fuzziness (ALTF)", " tu", (double)layer->altf[1], 0, 64, as_is},
        {"minimum slope (SLPL)", " (gradient)", (double)layer->slpl[0], 0, TAN_89, as_is},
        {"maximum slope (SLPL)", " (gradient)", (double)layer->slpl[1], 0, TAN_89, as_is},
        {"minimum slope's fuzziness (SLPF)", " (gradient)", (double)layer->slpf[0], 0, 4, as_is},
        {"maximum slope's fuzziness (SLPF)", " (gradient)", (double)layer->slpf[1], 0, 4, as_is},
        {"smoothing size (SMSZ)", " tu", (double)layer->smsz, 0, 1, as_is},
    };
    for (size_t i = 0; i < sizeof sliders / sizeof sliders[0]; i++)
        check_slider(lint, layer, &sliders[i]);
}

/*
 * Finding plugin-ignored (Values): The data of a colour plug-in (DIFP) or distribution plug-in
 * (DNSP) is kept without effect.
 */
static void check_plugins(struct lint *lint, const struct srf_layer *layer)
{
    if (layer->difp_size > 0)
        lint_add(lint, LINT_PLUGIN_IGNORED, layer,
                 lint_format("%u bytes of a colour plug-in (DIFP) are kept and have no effect: the "
                             "plain colour is used",
                             (unsigned)layer->difp_size),
                 lint_format("give the layer the colour it has with the plug-in"));
    if (layer->dnsp_size > 0)
        lint_add(lint, LINT_PLUGIN_IGNORED, layer,
                 lint_format("%u bytes of a distribution plug-in (DNSP) are kept and have no "
                             "effect: the layer may appear where the plug-in keeps it away",
                             (unsigned)layer->dnsp_size),
                 lint_format("replace the plug-in by limits, or paint the mask by hand"));
}

/* A chunk by its marker, which may be in small letters. */
static const struct srf_chunk *find_chunk(const struct srf_chunk *in, const char *marker)
{
    if (in == NULL) return NULL;
    for (const struct srf_chunk *c = in->first_child; c != NULL; c = c->next) {
        size_t i = 0;
        while (i < 4 && (c->marker[i] == marker[i] || c->marker[i] == marker[i] + 'a' - 'A')) i++;
        if (i == 4) return c;
    }
    return NULL;
}

/*
 * Finding texture-ignored (Values): The layer's noise has settings beyond the model: a texture
 * other than Fractal, isolation (ISOL), an extra variation (SETT/VARI) other than 0.5, or an
 * inversion (NEGA) other than 0 and 1.
 */
static void check_texture(struct lint *lint, const struct srf_layer *layer)
{
    static const char fractal[] = "Fractal";
    const struct srf_chunk *name =
        find_chunk(find_chunk(find_chunk(layer->chunk, "DENS"), "VART"), "NAME");
    if (name != NULL && name->size > 0 && memchr(name->data, '\0', name->size) != NULL &&
        strcmp((const char *)name->data, fractal) != 0)
        lint_add(lint, LINT_TEXTURE_IGNORED, layer,
                 lint_format("its distribution texture (VART) is not \"%s\": others are not "
                             "modelled, %s is used",
                             fractal, fractal),
                 lint_format("choose the fractal texture, or expect another pattern"));
    if (layer->vari <= 0) return; /* the texture is not used */
    if (layer->isol != 0)
        lint_add(lint, LINT_TEXTURE_IGNORED, layer,
                 lint_format("isolation (ISOL) is %g: it is not modelled and has no effect",
                             (double)layer->isol),
                 lint_format("set it to 0, or expect another pattern"));
    if (layer->sett_vari != 0.5f)
        lint_add(lint, LINT_TEXTURE_IGNORED, layer,
                 lint_format("the texture's extra variation (SETT/VARI) is %g: it is not modelled, "
                             "the usual 0.5 is assumed",
                             (double)layer->sett_vari),
                 lint_format("set it to 0.5, or expect another pattern"));
    if (layer->nega > 1)
        lint_add(lint, LINT_TEXTURE_IGNORED, layer,
                 lint_format("the texture's inversion (NEGA) is %u, expected 0 or 1: every value "
                             "but 0 inverts",
                             (unsigned)layer->nega),
                 lint_format("set it to 0 or 1"));
}

/*
 * Finding noise-without-effect (Values): Coverage 1 without limits covers everything. Lower it,
 * or set the noise to 0.
 */
static void check_noise(struct lint *lint, const struct srf_layer *layer)
{
    if (layer->covr < 1 || layer->vari <= 0) return;
    for (int side = 0; side < 2; side++)
        if (srf_is_on(layer->alte[side]) || srf_is_on(layer->slpe[side])) return;
    if (srf_is_limited(layer)) return;
    lint_add(
        lint, LINT_NOISE_WITHOUT_EFFECT, layer,
        lint_format("coverage 1 without limits covers everything%s, so fractal noise %g has "
                    "no effect",
                    layer->parent != NULL && layer->parent->parent != NULL ? " of its parent" : "",
                    (double)layer->vari),
        lint_format("lower the coverage for a broken-up layer, or set the noise (VARI) to 0"));
}

/*
 * Finding hard-edge (Values): The relief spreads a slope limit with fuzziness 0 from the limit
 * divided by R to the limit times R. Use `--relief 1` for crisp slopes.
 */
static void check_edges(struct lint *lint, const struct srf_layer *layer)
{
    const double r = lint->reach;
    for (int side = 0; side < 2 && r > 1; side++) {
        const double limit = (double)layer->slpl[side];
        if (!srf_is_on(layer->slpe[side]) || layer->slpf[side] > 0 || limit <= 0) continue;
        lint_add(
            lint, LINT_HARD_EDGE, layer,
            lint_format("%s slope %s has fuzziness 0 but is not a hard edge: relief %g spreads "
                        "it over %s",
                        side == 0 ? "minimum" : "maximum", lint_slope(limit).text,
                        lint->options.relief, lint_slopes(limit / r, limit * r).text),
            lint_format("nothing, or {relief} 1 for crisp slopes"));
    }
}

/*
 * Terragen shows the root everywhere and leaves its distribution at the factory values, of which a
 * maximum slope is part. Other limits tell of a child layer that was saved as a map.
 *
 * Finding root-limits (Values): The root has limits of its own, but covers everything: a child
 * layer saved as a map. Make it a child of a base layer, or use `--root-density`. A maximum slope
 * alone is factory data.
 */
static void check_root(struct lint *lint, const struct srf_layer *root)
{
    if (lint->options.root_density) return;
    if (!srf_is_on(root->alte[0]) && !srf_is_on(root->alte[1]) && !srf_is_on(root->slpe[0]) &&
        !srf_is_limited(root))
        return;
    lint_add(lint, LINT_ROOT_LIMITS, root,
             lint_format("the root layer has limits of its own, which are ignored: it covers "
                         "everything"),
             lint_format("make it a child of a base layer, or use {root_density}"));
}

void lint_rules_values(struct lint *lint)
{
    for (uint32_t i = 0; i < lint->map->layer_count; i++) {
        const struct srf_layer *layer = lint->map->layers[i];
        if (layer->parent == NULL) check_root(lint, layer);
        check_sliders(lint, layer);
        check_plugins(lint, layer);
        if (!lint_judged(lint, layer)) continue;
        check_texture(lint, layer);
        check_noise(lint, layer);
        check_edges(lint, layer);
    }
}
