/* The ground models and annotations of BeamNG. Source: docs/formats.md, BeamNG, ground models. */
#include "engines/engines.h"

static const char *const models[ENGINES_GROUNDS + 1] = {
    [ENGINES_GROUND_CONCRETE] = "CONCRETE", [ENGINES_GROUND_ASPHALT] = "ASPHALT",
    [ENGINES_GROUND_GRAVEL] = "GRAVEL",     [ENGINES_GROUND_ROCK] = "ROCK",
    [ENGINES_GROUND_ICE] = "ICE",           [ENGINES_GROUND_SNOW] = "SNOW",
    [ENGINES_GROUND_METAL] = "METAL",       [ENGINES_GROUND_GRASS] = "GRASS",
    [ENGINES_GROUND_SAND] = "SAND",         [ENGINES_GROUND_DIRT] = "DIRT",
    [ENGINES_GROUND_MUD] = "MUD",           [ENGINES_GROUNDS] = "DIRT",
};

const char *engines_beamng_ground_name(enum engines_ground ground)
{
    return models[ground];
}

const char *engines_beamng_annotation(enum engines_ground ground)
{
    if (ground == ENGINES_GROUND_GRASS) return "GRASS";
    return ground == ENGINES_GROUND_ASPHALT ? "ASPHALT" : "NATURE";
}
