#include "tests/ror/ror_merging.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double number(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static int shown_channel(float colour)
{
    return (int)(255.0f * sqrtf(colour < 0 ? 0 : colour > 1 ? 1 : colour) + 0.5f);
}

/* How much a texel of a layer counts: as docs/formats/ror.md, Merging, says of a world with water. */
static double weight_of(const struct ror_export *e, uint32_t layer)
{
    const json_t *world = json_object_get(e->report, "world");
    const double water_m = number(world, "altitude_of_0_m") + number(world, "water_line_m");
    double top_m = INFINITY;
    if (!json_is_number(json_object_get(world, "water_line_m"))) return 8;
    for (const struct srf_layer *at = e->map->layers[layer]; at->parent != NULL; at = at->parent)
        if (at->alte[1] >= 0.5f) top_m = fmin(top_m, (double)at->altl[1] * e->field->scal_m[2]);
    return top_m <= water_m + 0.1 ? 1 : top_m <= water_m + 10 ? 32 : 8;
}

/* A step for each layer whose texture is not shown: into the one that is, with all it covers, over
 * the distance between its own colour and the one its material is shown in. */
static void check_steps(const struct ror_export *e, const uint64_t *sums)
{
    const double unit = (double)e->size * e->size * 16777216.0;
    const uint32_t layers = e->map->layer_count;
    const json_t *materials = json_object_get(e->report, "materials");
    const json_t *steps = json_object_get(json_object_get(e->report, "merging"), "steps");
    bool *gone = calloc(layers, sizeof *gone);
    size_t i;
    json_t *step;
    json_array_foreach(steps, i, step)
    {
        const uint32_t layer = (uint32_t)number(step, "layer");
        ror_expect(layer < layers && !gone[layer], "step %zu moves nothing", i);
        gone[layer] = true;
        const uint32_t material = e->material_of_layer[layer];
        const double shown = number(json_array_get(materials, material), "texture_of");
        ror_expect(number(step, "into") == shown && shown != layer,
                   "step %zu does not go to the layer whose texture is shown", i);
        ror_expect(fabs(number(step, "coverage") - (double)sums[layer] / unit) < 1e-11,
                   "step %zu moves %.12g, counted %.12g", i, number(step, "coverage"),
                   (double)sums[layer] / unit);
        double mean[3] = {0}, sum = 0, square = 0;
        for (uint32_t k = 0; k < layers; k++) {
            if (e->material_of_layer[k] != material) continue;
            const double weighed = (double)sums[k] * weight_of(e, k);
            sum += weighed;
            for (int c = 0; c < 3; c++) mean[c] += e->map->layers[k]->difc[c] / 256.0 * weighed;
        }
        for (int c = 0; c < 3 && sum > 0; c++) {
            const double own = e->map->layers[layer]->difc[c] / 256.0;
            const double off =
                255 * (sqrt(fmin(fmax(own, 0), 1)) - sqrt(fmin(fmax(mean[c] / sum, 0), 1)));
            square += off * off / 3;
        }
        ror_expect(sum == 0 || fabs(number(step, "colour_distance") - sqrt(square)) < 1e-6,
                   "step %zu goes over %.9g, counted %.9g", i, number(step, "colour_distance"),
                   sqrt(square));
    }
    ror_expect(i == 0 || i == layers - e->material_count, "%zu steps for %u layers", i,
               (unsigned)layers);
    free(gone);
}

/* Counts again what merging did. */
void ror_check_merging(const struct ror_export *e)
{
    const size_t texels = (size_t)e->size * e->size;
    const uint32_t layers = e->map->layer_count;
    uint64_t *sums = calloc(layers, sizeof *sums);
    double moved = 0;
    float(*colours)[3] = calloc(e->material_count, sizeof *colours);
    for (uint32_t k = 0; k < layers; k++)
        for (size_t at = 0; at < texels; at++) {
            const float w = e->weights[k * texels + at];
            sums[k] += (uint64_t)((w < 0 ? 0 : w > 1 ? 1 : w) * 16777216.0f + 0.5f);
        }
    for (uint32_t m = 0; m < e->material_count; m++) {
        double colour[3] = {0}, sum = 0;
        for (uint32_t k = layers; k-- > 0;) {
            if (e->material_of_layer[k] != m) continue;
            const double weighed = (double)sums[k] * weight_of(e, k);
            sum += weighed;
            for (int c = 0; c < 3; c++) colour[c] += e->map->layers[k]->difc[c] / 256.0 * weighed;
            if (sum <= 0)
                for (int c = 0; c < 3; c++) colours[m][c] = (float)e->map->layers[k]->difc[c] / 256;
        }
        if (sum > 0)
            for (int c = 0; c < 3; c++) colours[m][c] = (float)(colour[c] / sum);
        const json_t *material = json_array_get(json_object_get(e->report, "materials"), m);
        const uint32_t shown = (uint32_t)number(material, "texture_of");
        ror_expect(shown < layers && e->material_of_layer[shown] == m,
                   "material %u shows a texture of layer %u", (unsigned)m, (unsigned)shown);
        for (uint32_t k = 0; k < layers; k++)
            if (e->material_of_layer[k] == m && k != shown && weight_of(e, k) > 1)
                moved += (double)sums[k];
    }
    double total = 0;
    int most = 0;
    for (size_t at = 0; at < texels; at++) {
        int worst = 0;
        for (int c = 0; c < 3; c++) {
            float own = 0, merged = 0;
            float weights[8] = {0};
            for (uint32_t k = 0; k < layers; k++) {
                const float w = e->weights[k * texels + at];
                own += w * ((float)e->map->layers[k]->difc[c] / 256.0f);
                weights[e->material_of_layer[k]] += w;
            }
            for (uint32_t m = 0; m < e->material_count; m++) merged += weights[m] * colours[m][c];
            const int off = abs(shown_channel(own) - shown_channel(merged));
            worst = off > worst ? off : worst;
        }
        total += worst;
        most = worst > most ? worst : most;
    }
    const json_t *merging = json_object_get(e->report, "merging");
    const double unit = (double)texels * 16777216.0;
    ror_expect(fabs(number(merging, "coverage_moved") - moved / unit) < 1e-11, "coverage_moved");
    ror_expect(fabs(number(merging, "mean_colour_error") - total / (double)texels) < 1e-9,
               "mean_colour_error is %.12g, counted %.12g", number(merging, "mean_colour_error"),
               total / (double)texels);
    ror_expect(number(merging, "max_colour_error") == most, "max_colour_error");
    const json_t *by_rule = json_object_get(merging, "base_colour_by_rule");
    if (by_rule != NULL)
        ror_expect(e->base_colour && number(by_rule, "from") == 0.1 &&
                       number(by_rule, "coverage_moved_without") > 0.1,
                   "a base colour without need");
    ror_expect(layers <= e->material_count || moved > 0 || most == 0, "nothing moved");
    printf("%u layers, %u materials, moved %.4f, colours off by %.3f, at most %d\n",
           (unsigned)layers, (unsigned)e->material_count, moved / unit, total / (double)texels,
           most);
    check_steps(e, sums);
    free(sums);
    free(colours);
}
