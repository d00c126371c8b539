/*
 * What the exports for all games share: kinds of ground, textures, ids, a start, maps of
 * materials without specks. ground_colour.h and ground_altitudes.h have what needs a surface map or a
 * terrain, ground_files.h and ground_guard.h what needs a sink.
 *
 * Source of each foreign fact: docs/formats/beamng.md and ror.md.
 */
#ifndef GROUND_GROUND_H
#define GROUND_GROUND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"

/* ground_uuid() is the UUID, version 5, of data[0 .. size) in scree's name space, in lower case:
 * equal content gives the equal id. */
#define GROUND_UUID_SIZE 37
void ground_uuid(char out[GROUND_UUID_SIZE], const void *data, size_t size);

/* Names of what is exported: 1 to 64 plain letters, digits, '_' and '-', none that Windows keeps for
 * devices. ground_check_name() refuses others. ground_make_name() makes one of an output's path: its
 * last part without ".zip", as it is or as text_to_file_name() writes it. ground_choose_name() is the name
 * that options give, or else that of their output; both may be NULL. SCREE_BAD_ARGUMENT (field "name"): it
 * is none, nothing is left, there is neither. */
#define GROUND_NAME_SIZE 65
MUST_USE enum scree_code ground_check_name(const char *name, struct scree_error *err);
MUST_USE enum scree_code ground_make_name(char out[GROUND_NAME_SIZE], const char *output,
                                          struct scree_error *err);
MUST_USE enum scree_code ground_choose_name(char out[GROUND_NAME_SIZE], const char *name,
                                            const char *output, struct scree_error *err);

/*
 * ground_flat_place() finds where a vehicle can be: the middle x, y of the flattest square of
 * 12 m near the middle of the terrain whose lowest point is above water_m (-INFINITY: all is dry).
 * heights_m[y * points + x], cell_m metres from point to point. false: there is no such place, and
 * the middle was taken.
 */
bool ground_flat_place(uint32_t place[2], const float *heights_m, uint32_t points, double cell_m,
                       double water_m);

/* ground_tell_start() gives the result where a player starts, from_m from the west and the south edge,
 * and at which altitude the water is; NULL: there is none. */
void ground_tell_start(const double from_m[2], double altitude_m, const double *water_m,
                       struct scree_job *job);
/* ground_warn_flood() warns of water as high as the highest point of the ground, or higher. */
void ground_warn_flood(double water_m, double highest_m, struct scree_job *job);

/* ground_flat_places() adds further places to those that there are, each the best that is a fifth of
 * a side from every other and no steeper than 15 %, as long as there are any. Returns the count. */
#define GROUND_PLACES 4
struct ground_places {
    uint32_t count, at[GROUND_PLACES][2];
};
uint32_t ground_flat_places(struct ground_places *places, const float *heights_m, uint32_t points,
                            double cell_m, double water_m);

/* Kinds of ground. */
enum ground_kind {
    GROUND_CONCRETE,
    GROUND_ASPHALT,
    GROUND_GRAVEL,
    GROUND_ROCK,
    GROUND_ICE,
    GROUND_SNOW,
    GROUND_METAL,
    GROUND_GRASS,
    GROUND_SAND,
    GROUND_DIRT,
    GROUND_MUD,
    GROUND_KINDS
};
/* ground_guess() finds a word for a kind of ground in a material's name (UTF-8; English,
 * German, French, Spanish), the last such word counting; GROUND_KINDS if there is none. *word,
 * if not NULL, is the entry of the list that fitted. */
enum ground_kind ground_guess(const char *name, const char **word);

/* ground_fit_word() says how well an entry of a list of plain words fits token[0 .. length), a word of
 * a name as text_to_file_name() leaves it: more for a longer entry, and for one that ends the word; 0 if
 * it does not fit. An entry of four letters or more also fits the beginning or the end of a longer
 * word; a shorter one must be all of it. */
size_t ground_fit_word(const char *entry, const char *token, size_t length);

/* ground_is_built() finds a word in a material's name that means what people built and painted to
 * drive on: road, asphalt, concrete, track and their like, in the same languages. NULL: there is none;
 * else the entry of the list. */
const char *ground_is_built(const char *name);

/* ground_is_bed() says whether a layer's name means the ground below a water: "Lake bed", "Sea floor",
 * "Shallows"; not "Dry lake bed". */
bool ground_is_bed(const char *name);

/* Which way a normal leans where green is bright: down the picture (DirectX), or up (OpenGL). */
enum ground_green { GROUND_GREEN_DOWN, GROUND_GREEN_UP };
/*
 * A pair of textures that tile, to be made; pixel (i, j) at [(j * size + i) * 4]. diffuse is RGB with
 * the mean colour and A the specular strength; normal is RGB the normal (red right, green as asked
 * for, blue out of the picture) and A the height. seed chooses one of many.
 */
struct ground_pair {
    uint8_t *diffuse, *normal;
    uint32_t size;       /* a power of two, GROUND_TEXTURE_MIN .. GROUND_TEXTURE_MAX */
    const uint8_t *mean; /* [3] */
    enum ground_green green;
    uint32_t seed;
    float relief;     /* times the usual slopes; 0 is 1 */
    uint32_t threads; /* that draw; 0: one per processor */
};
#define GROUND_TEXTURE_MIN 64
#define GROUND_TEXTURE_MAX 4096
/* ground_texture() makes a pair. ground says what it looks like; GROUND_KINDS is bare earth.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code ground_texture(const struct ground_pair *pair, enum ground_kind ground,
                                        struct scree_error *err);
/* ground_texture_soft() makes a pair of soft patches, for what is seen from far away; contrast is
 * the standard deviation of the brightness. */
MUST_USE enum scree_code ground_texture_soft(const struct ground_pair *pair, float contrast,
                                             struct scree_error *err);
/* ground_texture_repeat_mm() is the side of the ground that such a texture is drawn for. */
uint32_t ground_texture_repeat_mm(enum ground_kind ground);

/*
 * What is in the way of driving on a map of materials, ids[y * size + x].
 * ground_remove_speckles() gives every connected area (over the four sides) of fewer than area
 * samples the material that it has the longest border with, ties to the later, until none is left
 * but those without a neighbour. *areas and *samples count what it changed.
 * SCREE_NO_MEMORY; then nothing was changed.
 */
MUST_USE enum scree_code ground_remove_speckles(uint8_t *ids, uint32_t size, uint32_t area,
                                                uint64_t *areas, uint64_t *samples,
                                                struct scree_error *err);
/* ground_count_isolated() adds to isolated[id] the samples that none of the four beside them
 * equals. */
void ground_count_isolated(uint64_t isolated[256], const uint8_t *ids, uint32_t size);

/*
 * ground_dither_row() chooses a material for each sample of row y: in every 8 x 8 samples of equal
 * weights each material gets its share of the 64, spread evenly (an ordered dither).
 * weights[m][x] of 65535, adding up to that; 0 <= m < count <= 255, 0 <= x < width.
 */
void ground_dither_row(uint8_t *ids, const uint16_t *const *weights, size_t count, uint32_t width,
                       uint32_t y);

#endif
