/*
 * Rules from end to end, and the surface map of rules.
 *
 * Rule (Inputs): A class without a rule has coverage 0 in a fitted map, and is listed. See
 * fit.md#what-it-says. Tests: unit/test_fit (roads_are_paint).
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "fit/fit_search.h"

/* Where sharp rules explain this share of the texels, there is no noise: what is left is the width of
 * the histogram's bins. */
#define ENOUGH_WITHOUT_NOISE 0.98
/* Below this, what they do not explain is noise; between, the picture's edges decide. */
#define PERHAPS_WITHOUT_NOISE 0.9
#define ORDERS 3
/* Where the map has a class on less than this share of the texels that are painted with it, altitude
 * and slope say nothing about it. */
#define LEAST_OWN_CHANCE 0.06

void fit_picture_free(struct fit_picture *picture)
{
    mem_free(picture->ids);
    memset(picture, 0, sizeof *picture);
}

void fit_order_rules(struct fit_rules *out, const struct fit_order *order,
                     const struct fit_tables *tables)
{
    memset(out, 0, sizeof *out);
    out->count = order->count;
    for (uint32_t l = 0; l < order->count; l++) {
        out->layers[l] = fit_box_layer(&order->boxes[l], tables);
        out->layers[l].class = order->class[l];
        out->layers[l].parent = order->parent[l];
    }
}

/* The best of a few orders; start, which may be NULL, is one more. */
static enum scree_code search_some(struct fit_order *out, double *agreement, bool noise,
                                   const struct fit_order *start, const struct fit_tables *tables,
                                   struct scree_job *job, struct scree_error *err)
{
    struct fit_order orders[ORDERS + 1];
    size_t count = noise ? 1 : ORDERS;
    *agreement = -1;
    RETURN_IF_ERR(fit_order_find(orders, &count, tables, noise, job, err));
    if (start != NULL) orders[count] = *start;
    for (uint32_t l = 1; start != NULL && !noise && l < start->count; l++)
        orders[count].boxes[l].noise = 0;
    count += start != NULL;
    for (size_t i = 0; i < count && *agreement < ENOUGH_WITHOUT_NOISE; i++) {
        double found;
        RETURN_IF_ERR(fit_refine(&orders[i], &found, tables, noise, job, err));
        if (found <= *agreement) continue;
        *agreement = found;
        *out = orders[i];
    }
    return SCREE_OK;
}

/* Whether a bake of the rules is mixed about as finely as the picture: clearly nearer by its number of
 * edges than one of the sharp rules. */
static enum scree_code is_noisy(bool *out, const struct fit_order *noisy,
                                const struct fit_order *sharp, const struct fit_tables *tables,
                                const struct fit_picture *picture, struct scree_job *job,
                                struct scree_error *err)
{
    struct fit_rules rules;
    uint64_t painted, of_noisy, of_sharp;
    fit_order_rules(&rules, noisy, tables);
    RETURN_IF_ERR(fit_count_edges(&painted, &of_noisy, &rules, tables->scene, picture, job, err));
    fit_order_rules(&rules, sharp, tables);
    RETURN_IF_ERR(fit_count_edges(&painted, &of_sharp, &rules, tables->scene, picture, job, err));
    /* painted / of_sharp > 2 of_noisy / painted: clearly nearer by the factor; counts stay below 2^26. */
    *out = (painted + 1) * (painted + 1) > 2 * (of_noisy + 1) * (of_sharp + 1);
    return SCREE_OK;
}

/* Sharp rules first; where they do not explain enough, rules with noise; and these once more without,
 * which may lead the sharp ones out of where they were caught. */
static enum scree_code search(struct fit_order *out, const struct fit_order *start,
                              const struct fit_tables *tables, const struct fit_picture *picture,
                              struct scree_job *job, struct scree_error *err)
{
    const bool no_noise = tables->scene->no_noise;
    double of_sharp, of_noisy, again;
    struct fit_order sharp;
    RETURN_IF_ERR(search_some(&sharp, &of_sharp, false, start, tables, job, err));
    *out = sharp;
    if (of_sharp >= ENOUGH_WITHOUT_NOISE) return SCREE_OK;
    struct fit_order noisy;
    RETURN_IF_ERR(search_some(&noisy, &of_noisy, true, start, tables, job, err));
    struct fit_order other = noisy;
    for (uint32_t l = 1; l < other.count; l++) other.boxes[l].noise = 0;
    RETURN_IF_ERR(fit_refine(&other, &again, tables, false, job, err));
    if (again > of_sharp) {
        of_sharp = again;
        sharp = other;
    }
    *out = sharp;
    if (of_sharp >= ENOUGH_WITHOUT_NOISE || no_noise) return SCREE_OK;
    bool with_noise = true;
    if (of_sharp >= PERHAPS_WITHOUT_NOISE)
        RETURN_IF_ERR(is_noisy(&with_noise, &noisy, &sharp, tables, picture, job, err));
    if (with_noise) *out = noisy;
    return SCREE_OK;
}

/* A class that its rules nearly never find is paint; one that is painted nowhere is not. The layers of
 * both have coverage 0. */
static enum scree_code mark_paint(struct fit_order *order, bool paint[FIT_MAX_CLASSES],
                                  const struct fit_tables *tables, struct scree_job *job,
                                  struct scree_error *err)
{
    struct fit_shares shares;
    struct refining *counting;
    RETURN_IF_ERR(fit_counting_open(&counting, order, tables, NULL, job, err));
    fit_counting_shares(&shares, counting, order);
    fit_counting_close(counting);
    for (uint32_t l = 0; l < order->count; l++) {
        const uint32_t class = order->class[l];
        const bool found = shares.own_chance[class] >= LEAST_OWN_CHANCE;
        paint[class] = shares.any[class] && !found;
        if (!found) order->boxes[l].coverage = 0;
    }
    /* What either would be the root of is left to the first layer that has rules. */
    uint32_t first = 0;
    while (first < order->count && shares.own_chance[order->class[first]] < LEAST_OWN_CHANCE)
        first++;
    if (first == 0 || first == order->count) return SCREE_OK;
    const uint32_t root = order->class[0];
    order->class[0] = order->class[first];
    order->class[first] = root;
    order->boxes[first].coverage = 0;
    return SCREE_OK;
}

static double most_painted(const struct fit_cells *cells)
{
    uint64_t sum = 0;
    for (uint32_t cell = 0; cell < cells->count; cell++) {
        uint32_t most = 0;
        for (uint32_t c = 0; c < cells->classes; c++) {
            const uint32_t texels = cells->counts[(size_t)cell * cells->classes + c];
            most = texels > most ? texels : most;
        }
        sum += most;
    }
    return (double)sum / (double)cells->total;
}

static enum scree_code find(struct fit_found *out, struct fit_tables *tables,
                            const struct fit_picture *picture, const struct fit_scene *onto,
                            struct scree_job *job, struct scree_error *err)
{
    struct fit_order order;
    RETURN_IF_ERR(search(&order, NULL, tables, picture, job, err));
    if (tables->scene->around != 0) {
        struct fit_order chosen = order;
        RETURN_IF_ERR(fit_choose_around(&chosen, out->around, tables, job, err));
        if (tables->around != 0) RETURN_IF_ERR(search(&order, &chosen, tables, picture, job, err));
    }
    RETURN_IF_ERR(mark_paint(&order, out->paint, tables, job, err));
    fit_order_rules(&out->rules, &order, tables);
    out->at_most = most_painted(&tables->ground->fine);
    if (onto == NULL) return SCREE_OK;
    return fit_move_onto(out, &order, tables->scene, picture, onto, job, err);
}

enum scree_code fit_rules_find(struct fit_found *out, const struct fit_scene *scene,
                               const struct fit_picture *picture, const struct fit_scene *onto,
                               struct scree_job *job, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct fit_ground ground;
    struct fit_tables *tables;
    RETURN_IF_ERR(MEM_NEED(&tables, 1, sizeof *tables, err));
    enum scree_code code = fit_ground_measure(&ground, scene, picture, job, err);
    if (code == SCREE_OK) {
        fit_tables_make(tables, &ground, scene, picture);
        code = find(out, tables, picture, onto, job, err);
    }
    fit_ground_free(&ground);
    mem_free(tables);
    return code;
}

/* ---- the map ---- */

static int16_t linear(uint8_t channel)
{
    return (int16_t)((256 * channel * channel + 255 * 255 / 2) / (255 * 255));
}

static void set_layer(struct srf_layer *to, const struct fit_layer *from, uint32_t index,
                      const struct ter_field *field, uint64_t seed)
{
    to->covr = (float)from->coverage;
    to->vari = (float)from->noise;
    to->smsz = (float)from->smoothing_tu;
    for (int k = 0; k < 2; k++) {
        const struct fit_limit *altitude = &from->limits[FIT_LOWEST + k];
        const struct fit_limit *slope = &from->limits[FIT_GENTLEST + k];
        to->alte[k] = altitude->on ? 1.0f : 0.0f;
        to->altl[k] = altitude->on ? (float)(altitude->at + field->base_tu) : 0.0f;
        to->altf[k] = altitude->on ? (float)altitude->fuzziness : 0.0f;
        to->slpe[k] = slope->on ? 1.0f : 0.0f;
        to->slpl[k] = slope->on ? (float)slope->at : 0.0f;
        to->slpf[k] = slope->on ? (float)slope->fuzziness : 0.0f;
    }
    for (int q = 0; q < FIT_AROUNDS; q++)
        if (srf_is_on(from->around[q].on[0]) || srf_is_on(from->around[q].on[1]))
            to->limits[q] = from->around[q];
    fit_pattern_origin(to->orig, seed, index);
}

enum scree_code fit_rules_map(struct srf_map **out, const struct fit_rules *rules,
                              const struct fit_picture *picture, const struct ter_field *field,
                              uint64_t seed, struct scree_error *err)
{
    *out = NULL;
    char names[FIT_MAX_LAYERS][FIT_NAME_SIZE];
    struct srf_new_layer *layers;
    RETURN_IF_ERR(MEM_NEED(&layers, rules->count, sizeof *layers, err));
    for (uint32_t l = 0; l < rules->count; l++) {
        const struct fit_class *class = &picture->classes[rules->layers[l].class];
        struct srf_layer *to = &layers[l].values;
        srf_layer_defaults(to, l == 0);
        text_to_ascii(names[l], sizeof names[l], class->name, '_');
        to->name = names[l];
        for (int c = 0; c < 3; c++) to->difc[c] = linear(class->rgb[c]);
        layers[l].parent = rules->layers[l].parent;
        if (l > 0) set_layer(to, &rules->layers[l], l, field, seed);
    }
    enum scree_code code = srf_build_map(out, layers, rules->count, err);
    mem_free(layers);
    if (code == SCREE_OK) code = srf_check(*out, err);
    if (code == SCREE_OK) return SCREE_OK;
    srf_free(*out);
    *out = NULL;
    return code;
}
