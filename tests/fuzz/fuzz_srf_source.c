/*
 * Texts in format 2: any bytes are read or refused, and what was read comes back as it was. Then the
 * text is edited, as the first bytes of the input say; after each edit it is read again as the same
 * map, and an edit that is refused changes nothing.
 */
#include <string.h>

#include "srf/srf.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum scree_code survey(struct srf_ground *out, const void *context, struct scree_job *job,
                              struct scree_error *err)
{
    (void)job;
    (void)context;
    (void)err;
    for (int i = 0; i < SRF_SHARES; i++) {
        out->altitude_m[i] = i < 300 ? 5 : i;
        out->gradient[i] = i / 400.0;
    }
    return SCREE_OK;
}

static struct scree_bytes text_of(const struct srf_map *map)
{
    struct scree_bytes text;
    REQUIRE(srf_to_text(&text, map, NULL, NULL) == SCREE_OK);
    return text;
}

/* The bytes of the chunks, which hold all numbers. */
static void require_same(const struct srf_map *a, const struct srf_map *b)
{
    struct scree_bytes of_a, of_b;
    REQUIRE(srf_write_memory(&of_a, a, NULL) == SCREE_OK);
    REQUIRE(srf_write_memory(&of_b, b, NULL) == SCREE_OK);
    REQUIRE(of_a.size == of_b.size && memcmp(of_a.data, of_b.data, of_a.size) == 0);
    file_bytes_free(&of_a);
    file_bytes_free(&of_b);
    REQUIRE(a->layer_count == b->layer_count);
    for (uint32_t i = 0; i < a->layer_count; i++)
        REQUIRE(strcmp(a->layers[i]->name, b->layers[i]->name) == 0);
}

static enum scree_code edit(struct srf_map **map, unsigned what, uint32_t a, uint32_t b)
{
    static const char *const changes[][2] = {{"altitude.max", "12.50m"},
                                             {"altitude.min.at", "3tu"},
                                             {"altitude.max", "off"},
                                             {"altitude.min.fuzziness", "5area%"},
                                             {"slope.max", "35deg"},
                                             {"slope.min.fuzziness", "7%"},
                                             {"coverage", "40%"},
                                             {"name", "\xe5\xb2\xa9\"/*"},
                                             {"colour", "#102030"},
                                             {"color", "1,2,3"},
                                             {"fractal_noise", "30slider"},
                                             {"texture.origin", "1,2,3,4"},
                                             {"bump.texture.negative", "on"},
                                             {"smoothing.size", "2m"},
                                             {"slope.max.on", "on"},
                                             {"altitude.max", "25range%"}};
    const size_t count = sizeof changes / sizeof changes[0];
    const double number = a * 0.37 + b;
    if (what < count) return srf_set_field(*map, a, changes[what][0], changes[what][1], NULL, NULL);
    switch (what - count) {
    case 0:
        return srf_add_layer(map, NULL, a, b, "new \"one\"", NULL);
    case 1:
        return srf_remove_layer(map, a, NULL);
    case 2:
        return srf_move_layer(map, NULL, a, b, a ^ b, NULL);
    case 3:
        return srf_copy_layer(map, NULL, a, NULL);
    case 4:
        return srf_reroll(*map, a, NULL);
    default:
        return srf_set_numbers(*map, a, b % 2 == 0 ? "altitude.max.at" : "slope.min", &number, 1,
                               NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct srf_limits limits = {1 << 16, 64, 24, 1 << 12};
    struct srf_survey ground = {.measure = survey};
    struct srf_scale scale = {.across_m = 30, .up_m = 25, .survey = &ground, .may_lack = true};
    uint8_t orders[12] = {0};
    const size_t order_size = size < sizeof orders ? size : sizeof orders;
    memcpy(orders, data, order_size);
    if (orders[0] % 2 == 1) scale = (struct srf_scale){.may_lack = true};
    struct srf_map *map, *again;
    if (srf_from_text(&map, data + order_size, size - order_size, &scale, &limits, NULL) !=
        SCREE_OK) {
        REQUIRE(map == NULL);
        return 0;
    }
    if (map->source == NULL) {
        srf_free(map);
        return 0;
    }
    struct scree_bytes before = text_of(map);
    REQUIRE(before.size == size - order_size &&
            memcmp(before.data, data + order_size, before.size) == 0);
    for (size_t i = 0; i < 4; i++) {
        const enum scree_code code =
            edit(&map, orders[3 * i] / 2 % 22u, orders[3 * i + 1] % 8u, orders[3 * i + 2] % 8u);
        struct scree_bytes after = text_of(map);
        if (code != SCREE_OK)
            REQUIRE(after.size == before.size && memcmp(after.data, before.data, after.size) == 0);
        REQUIRE(srf_copy(&again, map, NULL) == SCREE_OK);
        require_same(map, again);
        srf_free(again);
        file_bytes_free(&before);
        before = after;
    }
    file_bytes_free(&before);
    srf_free(map);
    return 0;
}
