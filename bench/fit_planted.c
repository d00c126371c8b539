/*
 * fit_planted list|fit|around|onto [FIRST COUNT]
 *
 * fit prints how well the map that is found agrees with the picture it was found from, beside how well
 * the planted one does with other noise, and at the end in how many cases it is good enough:
 *   noise  at least as much as the planted map with other noise, less 2 points
 *   plain  at least 98 %
 * Exits with 1 if that is less than 85 % and 90 % of the cases.
 *
 * around does so with the maps that have limits by what is around, which the fit may have, too.
 *
 * onto fits each and moves it to the next of the terrains. It prints the greatest factor by which the
 * area of a layer differs there, by a bake, from what the fitted map has on its own ground, and in how
 * many cases that is 1.5 at most.
 *
 * list prints the planted maps of planted.h: layers, draws, a digest of the picture, and how well a
 * map with other patterns of the noise agrees with its own picture: the share of equal winners, the
 * mean of REROLLS.
 *
 * The 200 maps, on five terrains of 513 x 513 points, were fixed before the first fit; a map that is found badly stays
 * in. Of the 113 that version 3 of the model was run with (all 80 on the first two terrains and 33 on the others), these
 * fail, with the agreement in per cent:
 *   with noise (beside the planted map): 6 (53.97 of 57.02), 106 (69.87 of 83.74), 156 (65.07 of 73.56), 161 (68.09 of
 *   70.44)
 *   without: 0 (97.79), 40 (97.57), 52 (97.98), 60 (95.42), 77 (97.41), 81 (94.24), 85 (93.26), 101 (97.56), 111 (97.91),
 *   166 (91.68), 183 (97.66)
 *   moved to other ground (version 2): 392 of 400 within a factor of 1.1; beyond 1.5 are map 17 (a layer of 2.01 % of the
 *   ground has 0.01 %) and map 183 (0.38 % has 0.59 %), both without noise
 *
 * Of the 23 maps with limits by what is around that were run (0, 5, ... 110, those on the first terrain) these fail:
 *   with noise: 50 (66.17 of 71.72), 60 (73.67 of 75.71)
 *   without: 15 (96.99), 20 (90.75), 30 (95.60), 40 (97.89), 60 (97.08), 65 (97.36), 75 (94.05), 85 (97.74),
 *   90 (97.20), 100 (97.14)
 *
 * Maps 85 (SMSZ 3.52 and 3.29), 166 (a child with coverage 0.72) and 6 (limits at the edge of a patch) have the reasons
 * of docs/fit.md.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha.h"
#include "bench/planted.h"
#include "bench/winners.h"
#include "fit/fit.h"
#include "render/render.h"

#define TEXELS ((size_t)PLANTED_TEXELS * PLANTED_TEXELS)
#define REROLLS 3

static double agreement(const uint8_t *a, const uint8_t *b)
{
    size_t equal = 0;
    for (size_t i = 0; i < TEXELS; i++) equal += a[i] == b[i];
    return (double)equal / (double)TEXELS;
}

/* How well the map agrees with itself where the noise differs. */
static enum scree_code with_other_noise(double *out, struct planted_map *map,
                                        const struct ter_field *field, uint8_t *winners,
                                        struct scree_error *err)
{
    *out = 0;
    for (uint64_t seed = 1; seed <= REROLLS; seed++) {
        RETURN_IF_ERR(planted_reroll(map, field, winners, seed, err));
        *out += agreement(map->winners, winners) / REROLLS;
    }
    return SCREE_OK;
}

static enum scree_code list_one(uint32_t i, bool noise, const struct ter_field *field,
                                const char *name, struct scree_error *err)
{
    struct planted_map map;
    RETURN_IF_ERR(planted_create(&map, field, i, noise, false, err));
    uint8_t *winners = mem_alloc(TEXELS, 1);
    double same = 0;
    char digest[SHA_HEX_SIZE];
    sha_hex(digest, map.winners, TEXELS);
    enum scree_code code =
        winners == NULL ? err_no_memory(err) : with_other_noise(&same, &map, field, winners, err);
    if (code == SCREE_OK)
        printf(
            "%3" PRIu32 " %-9s %-5s %" PRIu32 " layers, drawn %4u, other noise %6.2f %%, %.16s\n",
            i, name, noise ? "noise" : "plain", map.map.layer_count, map.drawn, 100 * same, digest);
    mem_free(winners);
    mem_free(map.winners);
    return code;
}

static void describe(const struct srf_map *map)
{
    for (uint32_t l = 1; l < map->layer_count; l++) {
        const struct srf_layer *layer = map->layers[l];
        printf("      %s below %s coverage %.3f noise %.3f SMSZ %.2f", layer->name,
               layer->parent->name, (double)layer->covr, (double)layer->vari, (double)layer->smsz);
        for (int k = 0; k < 2; k++)
            if (srf_is_on(layer->alte[k]))
                printf(" altitude %c %.2f (%.2f)", "><"[k], (double)layer -> altl[k],
                       (double)layer -> altf[k]);
        for (int k = 0; k < 2; k++)
            if (srf_is_on(layer->slpe[k]))
                printf(" slope %c %.3f (%.3f)", "><"[k], (double)layer -> slpl[k],
                       (double)layer -> slpf[k]);
        for (int q = 0; q < FIT_AROUNDS; q++) {
            const struct srf_limit *const limit = &layer->limits[q];
            if (!srf_is_on(limit->on[0]) && !srf_is_on(limit->on[1])) continue;
            printf(" %s %g", srf_quantity_words[q].name, (double)limit->size);
            for (int k = 0; k < 2; k++)
                if (q == SRF_ASPECT || srf_is_on(limit->on[k]))
                    printf(" %c %g (%g)", "><"[k], (double)limit -> at[k],
                           (double)limit -> fuzziness[k]);
            printf(" level %g", (double)limit->level);
        }
        printf("\n");
    }
}

/* Winners of a fitted map, by class: layers are named as classes are. */
static enum scree_code draw_fitted(uint8_t *winners, const struct srf_map *map,
                                   const struct fit_rules *rules, const struct ter_field *field,
                                   struct scree_error *err)
{
    const struct render_options options = RENDER_OPTIONS_DEFAULT;
    RETURN_IF_ERR(winners_draw(winners, map, field, &options, err));
    for (size_t i = 0; i < TEXELS; i++) winners[i] = (uint8_t)rules->layers[winners[i]].class;
    return SCREE_OK;
}

static struct fit_picture picture_of(const struct planted_map *planted)
{
    struct fit_picture picture = {.width = PLANTED_TEXELS,
                                  .height = PLANTED_TEXELS,
                                  .ids = planted->winners,
                                  .count = planted->map.layer_count};
    for (uint32_t c = 0; c < picture.count; c++)
        snprintf(picture.classes[c].name, sizeof picture.classes[c].name, "%s", planted->names[c]);
    return picture;
}

static enum scree_code fit(double *out, const struct planted_map *planted,
                           const struct ter_field *field, uint8_t *winners, struct scree_error *err)
{
    const struct fit_picture picture = picture_of(planted);
    const unsigned around = planted->around ? (1u << FIT_AROUNDS) - 1 : 0;
    const struct fit_scene scene = {field, RENDER_RELIEF, false, 0, around};
    struct fit_found found;
    struct srf_map *map = NULL;
    struct scree_job job = {.threads = 1};
    RETURN_IF_ERR(fit_rules_find(&found, &scene, &picture, NULL, &job, err));
    enum scree_code code = fit_rules_map(&map, &found.rules, &picture, field, 1, err);
    if (code == SCREE_OK) code = draw_fitted(winners, map, &found.rules, field, err);
    if (code == SCREE_OK) *out = agreement(planted->winners, winners);
    if (code == SCREE_OK && getenv("FIT_SHOW") != NULL) {
        printf("    planted\n");
        describe(&planted->map);
        printf("    fitted\n");
        describe(map);
    }
    srf_free(map);
    return code;
}

static enum scree_code fit_one(size_t good[2], size_t all[2], uint32_t i, bool noise, bool around,
                               const struct ter_field *field, struct scree_error *err)
{
    struct planted_map map;
    RETURN_IF_ERR(planted_create(&map, field, i, noise, around, err));
    uint8_t *winners = mem_alloc(TEXELS, 1);
    double same = 0, found = 0;
    enum scree_code code =
        winners == NULL ? err_no_memory(err) : with_other_noise(&same, &map, field, winners, err);
    if (code == SCREE_OK) code = fit(&found, &map, field, winners, err);
    if (code == SCREE_OK) {
        const bool enough = found >= (noise ? same - 0.02 : 0.98);
        good[noise] += enough;
        all[noise]++;
        printf("%3" PRIu32 " %-5s %" PRIu32 " layers, other noise %6.2f %%, fitted %6.2f %%%s\n", i,
               noise ? "noise" : "plain", map.map.layer_count, 100 * same, 100 * found,
               enough ? "" : "  NOT ENOUGH");
        fflush(stdout);
    }
    mem_free(winners);
    mem_free(map.winners);
    return code;
}

/* Shares of the ground that a map of rules covers, by class. */
static enum scree_code measure_areas(double *out, const struct fit_rules *rules,
                                     const struct fit_picture *picture,
                                     const struct ter_field *field, struct scree_error *err)
{
    struct srf_map *map = NULL;
    uint8_t *winners = mem_alloc(TEXELS, 1);
    if (winners == NULL) return err_no_memory(err);
    enum scree_code code = fit_rules_map(&map, rules, picture, field, 1, err);
    if (code == SCREE_OK) code = draw_fitted(winners, map, rules, field, err);
    size_t texels[FIT_MAX_CLASSES] = {0};
    for (size_t i = 0; code == SCREE_OK && i < TEXELS; i++) texels[winners[i]]++;
    for (int c = 0; c < FIT_MAX_CLASSES; c++) out[c] = (double)texels[c] / (double)TEXELS;
    srf_free(map);
    mem_free(winners);
    return code;
}

static enum scree_code move_one(size_t good[2], size_t all[2], uint32_t i, bool noise,
                                const struct ter_field *const fields[2], struct scree_error *err)
{
    struct planted_map planted;
    RETURN_IF_ERR(planted_create(&planted, fields[0], i, noise, false, err));
    const struct fit_picture picture = picture_of(&planted);
    const struct fit_scene scene = {fields[0], RENDER_RELIEF, false, 1, 0};
    const struct fit_scene onto = {fields[1], RENDER_RELIEF, false, 1, 0};
    struct fit_found found;
    struct scree_job job = {.threads = 1};
    double own[FIT_MAX_CLASSES], other[FIT_MAX_CLASSES], worst = 1;
    uint32_t which = 0;
    enum scree_code code = fit_rules_find(&found, &scene, &picture, &onto, &job, err);
    if (code == SCREE_OK) code = measure_areas(own, &found.rules, &picture, fields[0], err);
    if (code == SCREE_OK) code = measure_areas(other, &found.onto, &picture, fields[1], err);
    for (uint32_t c = 0; code == SCREE_OK && c < picture.count; c++) {
        if (own[c] <= 0) continue;
        double factor = other[c] > 0 ? other[c] / own[c] : 1e9;
        factor = factor < 1 ? 1 / factor : factor;
        if (factor <= worst) continue;
        worst = factor;
        which = c;
    }
    if (code == SCREE_OK) {
        good[noise] += worst <= 1.5;
        all[noise]++;
        printf("%3" PRIu32 " %-5s %" PRIu32 " layers, factor %.2f (class %" PRIu32
               ": %.2f %% became %.2f %%)%s\n",
               i, noise ? "noise" : "plain", picture.count, worst, which, 100 * own[which],
               100 * other[which], worst <= 1.5 ? "" : "  NOT NEAR");
        fflush(stdout);
    }
    mem_free(planted.winners);
    return code;
}

static enum scree_code go_over(size_t good[2], size_t all[2], char what, const uint32_t range[2],
                               struct scree_error *err)
{
    enum scree_code code = SCREE_OK;
    for (uint32_t t = 0; code == SCREE_OK && t < PLANTED_TERRAINS; t++) {
        struct ter_field field, next = {0};
        const char *name, *other;
        code = planted_terrain(&field, &name, t, err);
        if (code == SCREE_OK)
            code = planted_terrain(&next, &other, (t + 1) % PLANTED_TERRAINS, err);
        const struct ter_field *const fields[2] = {&field, &next};
        for (uint32_t i = range[0]; code == SCREE_OK && i < range[0] + range[1]; i++) {
            if (i % PLANTED_TERRAINS != t) continue;
            for (int noise = 1; code == SCREE_OK && noise >= 0; noise--)
                code = what == 'f' || what == 'a'
                           ? fit_one(good, all, i, noise, what == 'a', &field, err)
                       : what == 'o' ? move_one(good, all, i, noise, fields, err)
                                     : list_one(i, noise, &field, name, err);
        }
        mem_free(field.memory);
        mem_free(next.memory);
    }
    return code;
}

int main(int argc, char **argv)
{
    const uint32_t range[2] = {argc == 4 ? (uint32_t)atoi(argv[2]) : 0,
                               argc == 4 ? (uint32_t)atoi(argv[3]) : PLANTED_MAPS};
    const char what = argc == 2 || argc == 4 ? argv[1][0] : '\0';
    static const char *const words[] = {"list", "fit", "around", "onto"};
    bool known = false;
    for (size_t k = 0; what != '\0' && k < 4; k++) known |= strcmp(argv[1], words[k]) == 0;
    if (!known || range[0] > PLANTED_MAPS || range[1] > PLANTED_MAPS - range[0]) {
        fprintf(stderr, "usage: fit_planted list|fit|around|onto [FIRST COUNT]\n");
        return 2;
    }
    size_t good[2] = {0}, all[2] = {0};
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = go_over(good, all, what, range, &err);
    if (code == SCREE_OK && what != 'l')
        printf("good enough: %zu of %zu with noise, %zu of %zu without\n", good[1], all[1], good[0],
               all[0]);
    if (code == SCREE_OK) return good[1] * 100 < all[1] * 85 || good[0] * 100 < all[0] * 90;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "fit_planted: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
