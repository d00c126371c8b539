/*
 * fit_planted list [FIRST COUNT]
 *
 * list prints the planted maps of planted.h: layers, draws, a digest of the picture, and how well a
 * map with other patterns of the noise agrees with its own picture: the share of equal winners, the
 * mean of REROLLS.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/sha.h"
#include "bench/planted.h"

#define TEXELS ((size_t)PLANTED_TEXELS * PLANTED_TEXELS)
#define REROLLS 3

static double agreement(const uint8_t *a, const uint8_t *b)
{
    size_t equal = 0;
    for (size_t i = 0; i < TEXELS; i++) equal += a[i] == b[i];
    return (double)equal / (double)TEXELS;
}

/* How well the map agrees with itself where the noise differs. */
static enum err_code with_other_noise(double *out, struct planted_map *map,
                                      const struct ter_field *field, uint8_t *winners,
                                      struct err *err)
{
    *out = 0;
    for (uint64_t seed = 1; seed <= REROLLS; seed++) {
        RETURN_IF_ERR(planted_reroll(map, field, winners, seed, err));
        *out += agreement(map->winners, winners) / REROLLS;
    }
    return ERR_OK;
}

static enum err_code list_one(uint32_t i, bool noise, const struct ter_field *field,
                              const char *name, struct err *err)
{
    struct planted_map map;
    RETURN_IF_ERR(planted_create(&map, field, i, noise, err));
    uint8_t *winners = mem_alloc(TEXELS, 1);
    double same = 0;
    char digest[SHA_HEX_SIZE];
    sha_hex(digest, map.winners, TEXELS);
    enum err_code code = winners == NULL
                             ? err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a picture")
                             : with_other_noise(&same, &map, field, winners, err);
    if (code == ERR_OK)
        printf(
            "%3" PRIu32 " %-9s %-5s %" PRIu32 " layers, drawn %4u, other noise %6.2f %%, %.16s\n",
            i, name, noise ? "noise" : "plain", map.map.layer_count, map.drawn, 100 * same, digest);
    mem_free(winners);
    mem_free(map.winners);
    return code;
}

int main(int argc, char **argv)
{
    const uint32_t first = argc == 4 ? (uint32_t)atoi(argv[2]) : 0;
    const uint32_t count = argc == 4 ? (uint32_t)atoi(argv[3]) : PLANTED_MAPS;
    if ((argc != 2 && argc != 4) || strcmp(argv[1], "list") != 0 || first > PLANTED_MAPS ||
        count > PLANTED_MAPS - first) {
        fprintf(stderr, "usage: fit_planted list [FIRST COUNT]\n");
        return 2;
    }
    struct err err;
    err_clear(&err);
    enum err_code code = ERR_OK;
    for (uint32_t t = 0; code == ERR_OK && t < PLANTED_TERRAINS; t++) {
        struct ter_field field;
        const char *name;
        code = planted_terrain(&field, &name, t, &err);
        for (uint32_t i = first; code == ERR_OK && i < first + count; i++) {
            if (i % PLANTED_TERRAINS != t) continue;
            code = list_one(i, true, &field, name, &err);
            if (code == ERR_OK) code = list_one(i, false, &field, name, &err);
        }
        mem_free(field.memory);
    }
    if (code == ERR_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "fit_planted: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
