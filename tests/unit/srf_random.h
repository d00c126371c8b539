/*
 * Random surface maps: what readers must accept and writers must keep. Chunks in any order, some
 * twice, some unknown, markers in any case, any bytes for padding and behind the last chunk.
 */
#ifndef TESTS_UNIT_SRF_RANDOM_H
#define TESTS_UNIT_SRF_RANDOM_H

#include "tests/unit/srf_made.h"

static inline void random_marker(char marker[5], uint64_t *random, const char *known)
{
    for (int i = 0; i < 4; i++) {
        marker[i] = known != NULL ? known[i] : (char)(0x20 + harness_random(random) % 95);
        const bool letter = marker[i] >= 'A' && marker[i] <= 'Z';
        if (letter && harness_random(random) % 4 == 0) marker[i] = (char)(marker[i] + 32);
    }
    marker[4] = '\0';
}

static inline void random_chunks(struct made *made, uint64_t *random, const char *place, int depth,
                                 unsigned *layers)
{
    static const struct {
        const char *place, *marker;
        int size; /* -1: a container, -2: any */
    } kinds[] = {
        {"SRFL", "NAME", -2}, {"SRFL", "TERM", -1}, {"SRFL", "DENS", -1}, {"SRFL", "SRFL", -1},
        {"SRFL", "SRFL", -1}, {"TERM", "DIFC", 6},  {"TERM", "DIFP", -2}, {"TERM", "BMTX", -1},
        {"TERM", "MTER", 4},  {"DENS", "VARI", 4},  {"DENS", "VART", -1}, {"DENS", "ALTL", 8},
        {"DENS", "DNSP", -2}, {"VART", "SETT", -1}, {"VART", "NAME", -2}, {"BMTX", "SETT", -1},
        {"SETT", "ORIG", 16}, {"SETT", "VARI", 4},  {"SETT", "NEGA", 4},  {"WLDG", "CAMX", 4},
        {"WLDG", "CAMZ", 4},  {"WLDG", "EXME", 4},  {"WLDG", "ZOOM", 5},  {"ANIM", "UNHS", -2},
        {"WATR", "LEVL", 4},  {"WATR", "TRNC", 6},  {"WATR", "PEFL", -2}, {"ATLI", "SUN ", -1},
        {"ATLI", "SUN ", -1}, {"ATLI", "CLDL", -1}, {"ATLI", "LTEF", -2}, {"SUN ", "HEAD", 4},
        {"SUN ", "ALT ", 4},  {"SUN ", "LIGC", 6},  {"CLDL", "GFSZ", 4},  {"CLDL", "ALT ", 4}};
    enum { OF_LAYERS = 19, ALL = sizeof kinds / sizeof kinds[0] };
    const bool scene = strstr("WLDG ANIM WATR ATLI SUN  CLDL", place) != NULL;
    const size_t first = scene ? OF_LAYERS : 0, among = scene ? ALL - OF_LAYERS : OF_LAYERS;
    const unsigned count = harness_random(random) % 8 + (depth < 16 && strcmp(place, "SRFL") == 0);
    for (unsigned i = 0; i < count && made->size < 40000; i++) {
        size_t kind = first + harness_random(random) % among;
        const bool wanted = harness_random(random) % 4 != 0;
        while (wanted && strcmp(kinds[kind].place, place) != 0)
            kind = first + (kind + 1 - first) % among;
        const bool known = strcmp(kinds[kind].place, place) == 0;
        char marker[5];
        random_marker(marker, random, known ? kinds[kind].marker : NULL);
        if (known && kinds[kind].size == -1) {
            if (depth >= 16) continue;
            *layers += strcmp(kinds[kind].marker, "SRFL") == 0;
            open_chunk(made, marker);
            random_chunks(made, random, kinds[kind].marker, depth + 1, layers);
            close_chunk(made);
            continue;
        }
        uint8_t bytes[40];
        for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (uint8_t)harness_random(random);
        const size_t size = known && kinds[kind].size > 0 ? (size_t)kinds[kind].size
                                                          : harness_random(random) % sizeof bytes;
        chunk(made, marker, bytes, size);
        for (size_t back = (4 - size % 4) % 4; back > 0; back--)
            made->bytes[made->size - back] = (uint8_t)harness_random(random);
    }
}

/* Parts of a world's scene; the last may not be whole. */
static inline void random_scene(struct made *made, uint64_t seed)
{
    uint64_t *const random = &seed;
    static const char *const parts[] = {"WLDG", "ANIM", "WATR", "ATLI"};
    unsigned layers = 0;
    for (unsigned i = harness_random(random) % 5; i > 0; i--) {
        char marker[5];
        const char *part = parts[harness_random(random) % 4];
        random_marker(marker, random, part);
        open_chunk(made, marker);
        random_chunks(made, random, part, 14, &layers);
        if (i == 1) add(made, "tail", harness_random(random) % 5);
        close_chunk(made);
    }
}

/* A map of up to 40 kB and 16 levels, about half of them worlds. Returns the number of its layers.
 */
static inline unsigned random_tree(struct made *made, uint64_t *random)
{
    const bool world = harness_random(random) % 2 == 0;
    start(made, world ? "TERRAGENWORLD2  " : "TERRAGENSURFMAP2");
    char marker[5];
    if (world) random_scene(made, *random);
    random_marker(marker, random, "SRFL");
    open_chunk(made, marker);
    unsigned layers = 1;
    random_chunks(made, random, "SRFL", 1, &layers);
    close_chunk(made);
    if (world) random_scene(made, *random);
    add(made, "tail", harness_random(random) % 5);
    return layers;
}

#endif
