/* Limits that exclude nothing of the terrain. */
#include "compare/lint.h"

#include "compare/compare_scale.h"

/* At twice the fuzziness a limit holds 1 % back: beyond that it has no say. */
static void check_idle(struct lint *lint, const struct srf_layer *layer)
{
    const double lowest = lint->ranges.altitude_min_tu, highest = lint->ranges.altitude_max_tu;
    for (int side = 0; side < 2; side++) {
        const double limit = (double)layer->altl[side], fuzziness = (double)layer->altf[side];
        if (!srf_is_on(layer->alte[side])) continue;
        if (side == 0 ? limit + 2 * fuzziness > lowest : limit - 2 * fuzziness < highest) continue;
        const double as_metres = limit / lint->field->scal_m[2];
        const bool fits = as_metres > lowest && as_metres < highest;
        lint_add(lint, LINT_LIMIT_IDLE, layer,
                 lint_format("%s altitude %s is %s the whole terrain, %s, and excludes nothing",
                             side == 0 ? "minimum" : "maximum", lint_altitude(lint, limit).text,
                             side == 0 ? "below" : "above",
                             lint_altitudes(lint, lowest, highest).text),
                 fits ? lint_format("nothing, unless %.5g m was meant, which is %.5g tu", limit,
                                    as_metres)
                      : lint_format("nothing, or switch it off"));
    }
}

static void check_scale(struct lint *lint)
{
    struct compare_scale_hint hint;
    char words[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT];
    if (!compare_scale_hint(&hint, lint->map, lint->field, &lint->ranges)) return;
    lint_add(lint, LINT_WRONG_SCALE, NULL, lint_format("%s", compare_scale_words(words, &hint)),
             lint_format("%s", compare_scale_advice(advice, &hint)));
}

void lint_rules_limits(struct lint *lint)
{
    if (lint->field == NULL) return;
    check_scale(lint);
    for (uint32_t i = 0; i < lint->map->layer_count; i++) {
        const struct srf_layer *layer = lint->map->layers[i];
        if (!lint_judged(lint, layer) || lint->layers[i].absent) continue;
        check_idle(lint, layer);
    }
}
