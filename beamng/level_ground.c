/* The ground models of BeamNG. Source: docs/formats/beamng-materials.md. */
#include "beamng/level_files.h"

static const char *const models[GROUND_KINDS + 1] = {
    [GROUND_CONCRETE] = "CONCRETE", [GROUND_ASPHALT] = "ASPHALT", [GROUND_GRAVEL] = "GRAVEL",
    [GROUND_ROCK] = "ROCK",         [GROUND_ICE] = "ICE",         [GROUND_SNOW] = "SNOW",
    [GROUND_METAL] = "METAL",       [GROUND_GRASS] = "GRASS",     [GROUND_SAND] = "SAND",
    [GROUND_DIRT] = "DIRT",         [GROUND_MUD] = "MUD",         [GROUND_KINDS] = "DIRT",
};

const char *beamng_ground_name(enum ground_kind ground)
{
    return models[ground];
}
