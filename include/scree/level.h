/* What the exports for games have in common. */
#ifndef SCREE_LEVEL_H
#define SCREE_LEVEL_H

#include <scree/export.h>
#include <scree/types/level.h>
#include <scree/types/level_into.h>

SCREE_BEGIN

/*
 * Roads: a list of lines with widths, "scree-roads-1" or GeoJSON, in metres from the south-west corner
 * of the terrain (docs/formats.md, Roads). Each is a road of the game's own; the ground below it drives
 * like its surface, and no tree, bush or stone stands in its corridor, which is at most 64 m wide to
 * either side. Nor does grass of Rigs of Rods grow there; that of BeamNG.drive, which goes by material,
 * keeps off the road alone.
 */

SCREE_END

#endif
