/*
 * Files that game engines load.
 *
 * Source of each foreign fact: docs/formats.md, BeamNG and Rigs of Rods.
 */
#ifndef ENGINES_ENGINES_H
#define ENGINES_ENGINES_H

#include "engines/engines_beamng.h"

#endif
