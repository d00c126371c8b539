/* What games have in common: a part of engines.h, which is what others include. */
#ifndef ENGINES_ENGINES_COMMON_H
#define ENGINES_ENGINES_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"

/* engines_uuid() is the UUID, version 5, of data[0 .. size) in scree's name space, in lower case:
 * equal content gives the equal id. */
#define ENGINES_UUID_SIZE 37
void engines_uuid(char out[ENGINES_UUID_SIZE], const void *data, size_t size);

/*
 * engines_flat_place() finds where a vehicle can stand: the middle x, y of the flattest square of
 * 12 m near the middle of the terrain whose lowest point is above water_m (-INFINITY: all is dry).
 * heights_m[y * points + x], cell_m metres from point to point. false: there is no such place, and
 * the middle was taken.
 */
bool engines_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
                        double water_m);

/* Kinds of ground. */
enum engines_ground {
    ENGINES_GROUND_CONCRETE,
    ENGINES_GROUND_ASPHALT,
    ENGINES_GROUND_GRAVEL,
    ENGINES_GROUND_ROCK,
    ENGINES_GROUND_ICE,
    ENGINES_GROUND_SNOW,
    ENGINES_GROUND_METAL,
    ENGINES_GROUND_GRASS,
    ENGINES_GROUND_SAND,
    ENGINES_GROUND_DIRT,
    ENGINES_GROUND_MUD,
    ENGINES_GROUNDS
};
/* engines_ground_guess() finds a word for a kind of ground in a material's name (UTF-8; English,
 * German, French, Spanish), the last such word counting; ENGINES_GROUNDS if there is none. *word,
 * if not NULL, is the entry of the list that fitted. */
enum engines_ground engines_ground_guess(const char *name, const char **word);

/* Which way a normal leans where green is bright: down the picture (DirectX), or up (OpenGL). */
enum engines_green { ENGINES_GREEN_DOWN, ENGINES_GREEN_UP };
/*
 * engines_texture() makes a pair of textures that tile:
 *   diffuse[(j * size + i) * 4 + c]  RGB with the mean colour mean[c], A the specular strength
 *   normal[(j * size + i) * 4 + c]   RGB the normal (red right, green as asked for, blue out of the
 *                                    picture), A the height
 * size is a power of two from 64 to 4096; seed chooses one of many. ground says what it looks like;
 * ENGINES_GROUNDS is bare earth. ERR_NOMEM.
 */
#define ENGINES_TEXTURE_MIN 64
#define ENGINES_TEXTURE_MAX 4096
MUST_USE enum err_code engines_texture(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                       enum engines_ground ground, const uint8_t mean[3],
                                       enum engines_green green, uint32_t seed, struct err *err);
/* engines_texture_soft() makes such a pair of soft patches, for what is seen from far away;
 * contrast is the standard deviation of the brightness. */
MUST_USE enum err_code engines_texture_soft(uint8_t *diffuse, uint8_t *normal, uint32_t size,
                                            const uint8_t mean[3], float contrast,
                                            enum engines_green green, uint32_t seed,
                                            struct err *err);
/* engines_texture_repeat_mm() is the side of the ground that such a texture is drawn for. */
uint32_t engines_texture_repeat_mm(enum engines_ground ground);

#endif
