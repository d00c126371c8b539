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
#define ENGINES_BEAMNG_MAX_SIZE 16384

/*
 * engines_beamng_names() turns material names into what BeamNG's editor accepts, all different:
 * ASCII letters, digits and '_', no leading digit, at most ENGINES_BEAMNG_MAX_NAME bytes. Letters
 * with accents lose them, other bytes become '_', a repeated name gets "_2", "_3" and so on.
 *   out[i * (ENGINES_BEAMNG_MAX_NAME + 1)], 0 <= i < count: name i, NUL-terminated
 * names are UTF-8. Cannot fail.
 */
void engines_beamng_names(char *out, const char *const *names, size_t count);

/* A BeamNG terrain, version 9. Row 0 is the SOUTH edge, column 0 the west edge. */
struct engines_beamng_terrain {
    uint32_t size;           /* samples a side, a power of two */
    const uint16_t *heights; /* heights[y * size + x] */
    const uint8_t *layers;   /* layers[y * size + x]: material index, 255 a hole */
    const char *const *names; /* names[0 .. count): as engines_beamng_names() makes them */
    size_t count;
};

/* engines_beamng_height() encodes altitude_m: clamp(floor((altitude - z0) / max_height * 65536 +
 * 0.5), 0, 65535). The game shows z0_m + u16 * max_height_m / 65536. */
uint16_t engines_beamng_height(double altitude_m, double z0_m, double max_height_m);

/* engines_beamng_max_height() is a whole number of metres a little above range_m. */
double engines_beamng_max_height(double range_m);

/*
 * engines_write_beamng_ter() writes path as a version 9 .ter.
 * ERR_ARG    size is not a power of two, a layer index is neither < count nor 255, there are no
 *            or too many materials, or a name is empty, too long, not ASCII or not unique
 * ERR_WRITE, ERR_NOMEM
 */
MUST_USE enum err_code engines_write_beamng_ter(const char *path,
                                                const struct engines_beamng_terrain *terrain,
                                                struct err *err);

/*
 * engines_write_beamng_json() writes the .terrain.json that stands beside the .ter: metadata only.
 * datafile_path is the game's absolute path of the .ter ("/levels/my_level/theTerrain.ter").
 */
MUST_USE enum err_code engines_write_beamng_json(const char *path, const char *datafile_path,
                                                 const struct engines_beamng_terrain *terrain,
                                                 struct err *err);

#endif
