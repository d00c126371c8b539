/* Names, places and units of a claim on the stage that was found. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/suggest.h"
#include "base/text.h"
#include "compare/compare_explain.h"
#include "compare/suite.h"

static enum scree_code fail_at(uint32_t line, uint32_t column, const char *message,
                               struct scree_error *err)
{
    return err_set(err, SCREE_MALFORMED, "line %u, column %u: %s", (unsigned)line, (unsigned)column,
                   message);
}

/* ---- materials ---- */

/* A material's name, or a layer's name, path or "#3": then the material it belongs to. */
static enum scree_code find_material(uint32_t *out, const char *name, uint32_t line,
                                     uint32_t column, const struct compare_stage *stage,
                                     struct scree_error *err)
{
    const struct render_merge *merge = stage->merge;
    char message[320];
    uint32_t named = 0;
    for (uint32_t m = 0; m < merge->count; m++) {
        if (strcmp(merge->names[m], name) != 0) continue;
        *out = m;
        named++;
    }
    if (named == 1) return SCREE_OK;
    const struct srf_layer *layers[8];
    const size_t found = srf_find_layers(layers, 8, stage->map, name);
    const size_t listed = found < 8 ? found : 8;
    for (size_t i = 0; i < listed; i++) {
        const uint32_t material = merge->material_of_layer[layers[i]->index];
        if (i > 0 && material != *out) {
            snprintf(message, sizeof message,
                     "\"%.60s\" is more than one layer: give its path, or #%u, #%u ...", name,
                     (unsigned)layers[0]->index, (unsigned)layers[i]->index);
            return fail_at(line, column, message, err);
        }
        *out = material;
    }
    if (found > 0) return SCREE_OK;
    for (uint32_t k = 0; k < stage->map->layer_count; k++)
        if (text_is_like(stage->map->layers[k]->name, name)) {
            snprintf(message, sizeof message, "\"%.60s\" is not a layer; did you mean \"%.60s\"?",
                     name, stage->map->layers[k]->name);
            return fail_at(line, column, message, err);
        }
    struct scree_suggestion suggest = {name, NULL, 0};
    char hint[96];
    for (uint32_t k = 0; k < stage->map->layer_count; k++)
        suggest_offer(&suggest, stage->map->layers[k]->name);
    snprintf(message, sizeof message,
             "\"%.60s\" is not a layer of the surface map%s (scree info lists them)", name,
             suggest_text(hint, sizeof hint, &suggest));
    return fail_at(line, column, message, err);
}

/* ---- numbers ---- */

/* tan() differs between libraries in the last bit of a double; as a float it hardly ever does. */
static double gradient_of(double degrees)
{
    return (double)(float)angle_gradient(degrees);
}

static double in_own_unit(double value, const struct suite_term *term,
                          const struct compare_stage *stage)
{
    switch (term->quantity) {
    case SUITE_WEIGHT:
    case SUITE_REACH:
        return (double)(float)(term->unit == SUITE_PERCENT ? value / 100 : value);
    case SUITE_ALTITUDE:
        return term->unit == SUITE_METRES ? value / stage->field->scal_m[2] : value;
    case SUITE_SLOPE:
        if (term->unit == SUITE_DEGREES) return gradient_of(value);
        return (double)(float)(term->unit == SUITE_PERCENT ? value / 100 : value);
    default:
        return value; /* areas stay in their unit: they are judged at the end */
    }
}

enum scree_code suite_bind(struct suite_bound *out, const struct suite_term *term, uint32_t line,
                           const struct compare_stage *stage, struct scree_error *err)
{
    *out = (struct suite_bound){.quantity = term->quantity, .relation = term->relation};
    if (term->quantity == SUITE_DIGEST || term->quantity == SUITE_SAME) return SCREE_OK;
    if (term->layer != NULL)
        RETURN_IF_ERR(
            find_material(&out->material, term->layer, line, term->layer_column, stage, err));
    if (term->quantity == SUITE_WINNER)
        return find_material(&out->material, term->name, line, term->name_column, stage, err);
    out->low = in_own_unit(term->low, term, stage);
    out->high = in_own_unit(term->high, term, stage);
    return SCREE_OK;
}

bool suite_holds(const struct suite_bound *bound, double value)
{
    switch (bound->relation) {
    case SUITE_IS:
        return value == bound->low;
    case SUITE_IS_NOT:
        return value != bound->low;
    case SUITE_BELOW:
        return value < bound->low;
    case SUITE_UP_TO:
        return value <= bound->low;
    case SUITE_ABOVE:
        return value > bound->low;
    case SUITE_FROM:
        return value >= bound->low;
    case SUITE_WITHIN:
        break;
    }
    return value >= bound->low && value <= bound->high;
}

/* ---- places ---- */

static enum scree_code find_degrees(double out_m[2], const struct compare_claim *claim,
                                    const struct compare_stage *stage, struct scree_error *err)
{
    struct scree_error own = SCREE_ERROR_INIT;
    const enum scree_code code =
        stage->find_degrees != NULL
            ? stage->find_degrees(out_m, stage->find_context, claim->parts->spot.m, &own)
            : err_set(&own, SCREE_UNSUPPORTED, "degrees cannot be found here");
    if (code == SCREE_OK) return SCREE_OK;
    char message[300];
    snprintf(message, sizeof message, "the terrain %.255s", own.text);
    return fail_at(claim->line, claim->parts->place_column, message, err);
}

enum scree_code suite_place(uint32_t *column, uint32_t *row, const struct compare_claim *claim,
                            const struct compare_stage *stage, struct scree_error *err)
{
    const struct suite_claim *parts = claim->parts;
    const struct ter_field *field = stage->field;
    char message[200];
    if (parts->in_metres) {
        if (stage->grid == SCREE_VERTICES)
            return fail_at(claim->line, parts->place_column,
                           "with grid vertices a place is a point: expected two whole numbers",
                           err);
        const double extent_m[2] = {ter_extent_x_m(field), ter_extent_y_m(field)};
        double at_m[2];
        if (parts->spot.way[0] == SPOT_GEO)
            RETURN_IF_ERR(find_degrees(at_m, claim, stage, err));
        else
            spot_find(at_m, &parts->spot, extent_m, SCREE_NORTH_WEST);
        if (compare_texel_at(column, row, field, stage->width, stage->height, at_m[0], at_m[1]))
            return SCREE_OK;
        snprintf(message, sizeof message,
                 "expected a place on the terrain, which is %.9g m from west to east and %.9g m "
                 "from north to south",
                 extent_m[0], extent_m[1]);
        return fail_at(claim->line, parts->place_column, message, err);
    }
    const double x = parts->spot.m[0], y = parts->spot.m[1];
    if (x >= 0 && x < stage->width && y >= 0 && y < stage->height && x == floor(x) &&
        y == floor(y)) {
        *column = (uint32_t)x;
        *row = (uint32_t)y;
        return SCREE_OK;
    }
    snprintf(message, sizeof message,
             "expected whole numbers from 0,0 to %u,%u, or metres: 900E,1250N",
             (unsigned)stage->width - 1, (unsigned)stage->height - 1);
    return fail_at(claim->line, parts->place_column, message, err);
}
