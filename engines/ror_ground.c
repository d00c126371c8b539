/* The ground models that come with Rigs of Rods. */
#include "engines/engines.h"

#include <string.h>

/* Soft ground is the loosest there is. */
static const char *const models[ENGINES_GROUNDS] = {
    [ENGINES_GROUND_CONCRETE] = "concrete", [ENGINES_GROUND_ASPHALT] = "asphalt",
    [ENGINES_GROUND_GRAVEL] = "gravel",     [ENGINES_GROUND_ROCK] = "rock",
    [ENGINES_GROUND_ICE] = "ice",           [ENGINES_GROUND_SNOW] = "snow",
    [ENGINES_GROUND_METAL] = "metal",       [ENGINES_GROUND_GRASS] = "grass",
    [ENGINES_GROUND_SAND] = "sand",         [ENGINES_GROUND_DIRT] = "gravel",
    [ENGINES_GROUND_MUD] = "gravel"};

const char *engines_ror_ground_name(enum engines_ground ground)
{
    return models[ground];
}

enum engines_ground engines_ror_ground_find(const char *name)
{
    unsigned i = 0;
    while (i < ENGINES_GROUNDS && strcmp(models[i], name) != 0) i++;
    return (enum engines_ground)i;
}

enum engines_ground engines_ror_ground(enum engines_ground ground)
{
    return ground < ENGINES_GROUNDS ? engines_ror_ground_find(models[ground]) : ground;
}
