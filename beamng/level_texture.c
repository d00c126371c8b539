/* The pictures of a BeamNG material. */
#include "beamng/level_files.h"

#include <string.h>

#include "base/mem.h"

#define RELIEF 2.0f /* of normals: near those of the game's own (docs/formats/beamng-materials.md) */
#define BASE_CONTRAST 0.05f
#define MACRO_CONTRAST 0.10f
#define GREEN GROUND_GREEN_UP /* Source: docs/formats/beamng-materials.md */
static const uint8_t middle[3] = {128, 128, 128}; /* of grey pictures that are laid over others */

/* How rough each kind of ground is, 0 a mirror. */
static const uint8_t roughness[GROUND_KINDS + 1] = {
    [GROUND_CONCRETE] = 205, [GROUND_ASPHALT] = 200, [GROUND_GRAVEL] = 220, [GROUND_ROCK] = 210,
    [GROUND_ICE] = 70,       [GROUND_SNOW] = 185,    [GROUND_METAL] = 110,  [GROUND_GRASS] = 225,
    [GROUND_SAND] = 225,     [GROUND_DIRT] = 225,    [GROUND_MUD] = 130,    [GROUND_KINDS] = 225};

static uint8_t clamped(int value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* The colours of a pair, and what its heights say of the other channels. */
static void split(uint8_t *const pictures[BEAMNG_CHANNELS], const uint8_t *diffuse,
                  const uint8_t *normal, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int height = normal[4 * i + 3]; /* mean 128, 51 a standard deviation */
        memcpy(pictures[BEAMNG_COLOUR] + 3 * i, diffuse + 4 * i, 3);
        memcpy(pictures[BEAMNG_NORMAL] + 3 * i, normal + 4 * i, 3);
        pictures[BEAMNG_HEIGHT][i] = (uint8_t)height;
        /* What stands out is worn smooth; what lies deep is in the shade. */
        pictures[BEAMNG_ROUGHNESS][i] = clamped(128 + (128 - height) * 5 / 8);
        pictures[BEAMNG_OCCLUSION][i] = clamped(255 - (height < 128 ? (128 - height) * 2 : 0));
    }
}

static enum scree_code draw(struct ground_pair *pair, enum beamng_group group,
                            const struct beamng_material *material, struct scree_error *err)
{
    pair->mean = group == BEAMNG_BASE ? material->rgb : middle;
    pair->green = GREEN;
    pair->relief = RELIEF;
    if (group == BEAMNG_DETAIL) return ground_texture(pair, material->look, err);
    return ground_texture_soft(pair, group == BEAMNG_MACRO ? MACRO_CONTRAST : BASE_CONTRAST, err);
}

/* Nothing: what is laid over others so leaves them as they are. */
static void fill_flat(uint8_t *const pictures[BEAMNG_CHANNELS], size_t count)
{
    if (pictures[BEAMNG_COLOUR] != NULL) memset(pictures[BEAMNG_COLOUR], 128, 3 * count);
    for (size_t i = 0; i < 3 * count; i++) pictures[BEAMNG_NORMAL][i] = i % 3 == 2 ? 255 : 128;
    memset(pictures[BEAMNG_ROUGHNESS], 128, count);
    memset(pictures[BEAMNG_OCCLUSION], 255, count);
    memset(pictures[BEAMNG_HEIGHT], 128, count);
}

enum scree_code beamng_texture(uint8_t *const pictures[BEAMNG_CHANNELS], uint32_t size,
                               enum beamng_group group, const struct beamng_material *material,
                               uint32_t seed, uint32_t threads, struct scree_error *err)
{
    const size_t count = (size_t)size * size;
    const bool base = group == BEAMNG_BASE;
    if ((base && pictures[BEAMNG_COLOUR] == NULL) ||
        (group == BEAMNG_DETAIL && material->own != NULL &&
         material->own->from[BEAMNG_COLOUR] != NULL)) {
        fill_flat(pictures, count);
        if (base) memset(pictures[BEAMNG_ROUGHNESS], roughness[material->look], count);
        return SCREE_OK;
    }
    uint8_t *diffuse = mem_alloc_pixels(8, count);
    if (diffuse == NULL) return err_no_memory(err);
    uint8_t *normal = diffuse + 4 * count;
    struct ground_pair pair = {
        .diffuse = diffuse, .normal = normal, .size = size, .seed = seed, .threads = threads};
    const enum scree_code code = draw(&pair, group, material, err);
    if (code == SCREE_OK) split(pictures, diffuse, normal, count);
    mem_free_pixels(diffuse);
    if (code != SCREE_OK || !base) return code;
    /* The base is what everything else is laid over. */
    uint8_t *const rest[BEAMNG_CHANNELS] = {NULL, pictures[BEAMNG_NORMAL],
                                            pictures[BEAMNG_ROUGHNESS], pictures[BEAMNG_OCCLUSION],
                                            pictures[BEAMNG_HEIGHT]};
    return beamng_texture(rest, size, group, material, seed, threads, err);
}
