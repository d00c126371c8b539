/* The ground models that come with Rigs of Rods. */
#include "ror/ror_format.h"

#include <string.h>

/* Soft ground is the loosest there is. */
static const char *const models[GROUND_KINDS] = {
    [GROUND_CONCRETE] = "concrete", [GROUND_ASPHALT] = "asphalt", [GROUND_GRAVEL] = "gravel",
    [GROUND_ROCK] = "rock",         [GROUND_ICE] = "ice",         [GROUND_SNOW] = "snow",
    [GROUND_METAL] = "metal",       [GROUND_GRASS] = "grass",     [GROUND_SAND] = "sand",
    [GROUND_DIRT] = "gravel",       [GROUND_MUD] = "gravel"};

const char *ror_ground_name(enum ground_kind ground)
{
    return models[ground];
}

enum ground_kind ror_ground_find(const char *name)
{
    unsigned i = 0;
    while (i < GROUND_KINDS && strcmp(models[i], name) != 0) i++;
    return (enum ground_kind)i;
}

enum ground_kind ror_ground_nearest(enum ground_kind ground)
{
    return ground < GROUND_KINDS ? ror_ground_find(models[ground]) : ground;
}
