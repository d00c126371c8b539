/*
 * Files that game engines load.
 *
 * Source of each foreign fact: docs/formats.md, BeamNG.
 */
#ifndef ENGINES_ENGINES_H
#define ENGINES_ENGINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define ENGINES_BEAMNG_MAX_MATERIALS 254 /* 255 is the hole */
#define ENGINES_BEAMNG_MAX_NAME 32
#define ENGINES_BEAMNG_MIN_SIZE 128
#define ENGINES_BEAMNG_MAX_SIZE 16384   /* reported to load */
#define ENGINES_BEAMNG_EDITOR_SIZE 8192 /* what the editor imports */

/*
 * engines_beamng_names() turns material names into what BeamNG's editor accepts, all different:
 * ASCII letters, digits and '_', no leading digit (a '_' goes before it), at most
 * ENGINES_BEAMNG_MAX_NAME bytes. Letters with accents lose them, other characters become '_', an
 * empty name becomes "material". Of equal names the first keeps it and the others get "_2", "_3"
 * and so on, passing over what another material is called.
 *   out[i * (ENGINES_BEAMNG_MAX_NAME + 1)], 0 <= i < count: name i, NUL-terminated
 * names are UTF-8. Cannot fail. Takes count^2 comparisons, count^3 if all are equal.
 */
void engines_beamng_names(char *out, const char *const *names, size_t count);

/* A BeamNG terrain, version 9. Row 0 is the SOUTH edge, column 0 the west edge. */
struct engines_beamng_terrain {
    uint32_t size;            /* samples a side, a power of two */
    const uint16_t *heights;  /* heights[y * size + x] */
    const uint8_t *layers;    /* layers[y * size + x]: material index, 255 a hole */
    const char *const *names; /* names[0 .. count): as engines_beamng_names() makes them */
    size_t count;
};

/*
 * engines_beamng_height() encodes altitude_m:
 *   clamp(floor((altitude_m - z0_m) / max_height_m * 65536 + 0.5), 0, 65535)
 * Not a number gives 0. The game shows z0_m + u16 * max_height_m / 65536. max_height_m > 0.
 */
uint16_t engines_beamng_height(double altitude_m, double z0_m, double max_height_m);

/* engines_beamng_max_height() is a whole number of metres a little above range_m >= 0:
 * ceil(range_m * 1.01 + 1), so that the highest point is not clamped and few steps are wasted. */
double engines_beamng_max_height(double range_m);

/*
 * engines_write_beamng_ter() writes path as a version 9 .ter of
 * 5 + 3 * size * size + 4 + sum of (1 + strlen(name)) bytes.
 * Any power of two from 2 on is written; ENGINES_BEAMNG_MIN_SIZE and _MAX_SIZE are what the game
 * is known to load, for callers to warn about.
 * ERR_ARG    size is not a power of two, a layer index is neither < count nor 255, there are no
 *            or too many materials, or a name is empty, too long, not printable ASCII or not unique
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_ter(const char *path,
                                                const struct engines_beamng_terrain *terrain,
                                                struct err *err);

/*
 * engines_write_beamng_json() writes the .terrain.json that stands beside the .ter: metadata only.
 * datafile_path is the game's absolute path of the .ter ("/levels/my_level/theTerrain.ter"). The
 * key heightmapImage names a 16-bit picture of the heights that the editor keeps beside it, with
 * ".terrainheightmap.png" instead of ".ter"; the game does without. The heights and layers of
 * terrain are not looked at and may be NULL.
 * ERR_ARG    the size, the number of materials or a name is refused as above, or datafile_path is
 *            not an absolute UTF-8 path that ends in ".ter"
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_json(const char *path, const char *datafile_path,
                                                 const struct engines_beamng_terrain *terrain,
                                                 struct err *err);

#endif
