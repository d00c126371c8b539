/* What the exports for games have in common. */
#ifndef SCREE_LEVEL_H
#define SCREE_LEVEL_H

#include <scree/evaluate.h>
#include <scree/types/level.h>
#include <scree/types/level_into.h>

SCREE_BEGIN

/*
 * Roads: a list of lines with widths, "scree-roads-1" or GeoJSON, in metres from the south-west corner
 * of the terrain (docs/formats/roads.md). Each is a road of the game's own; the ground below it drives
 * like its surface, and no tree, bush or stone is in its corridor, which is at most 64 m wide to
 * either side. Nor does grass of Rigs of Rods grow there; that of BeamNG.drive, which goes by material,
 * keeps off the road alone.
 */

/*
 * A level of BeamNG.drive or a terrain of Rigs of Rods that exists, opened by scree_beamng_open() or
 * scree_ror_open() to be changed:
 *
 *     struct scree_level *level;
 *     int code = scree_beamng_open(&level, "levels/my_level", NULL, job, &error);
 *     if (!code) code = scree_surface_open(&surface, source, scree_level_terrain(level), job, &error);
 *     if (!code) code = scree_beamng_into(level, surface, &options, job, &error);
 *     if (!code) code = scree_level_write(level, job, &error);
 *     scree_level_close(level);
 */
struct scree_level;

SCREE_API void scree_level_close(struct scree_level *level);
/* scree_level_terrain() is the level's ground, as long as *level is open: for scree_surface_open(), and
 * all else that takes a terrain. */
SCREE_API struct scree_terrain *scree_level_terrain(const struct scree_level *level);

/* Of the last scree_beamng_into() or scree_ror_into() that succeeded. SCREE_BAD_ARGUMENT: there was none,
 * or there are not so many changes. */
SCREE_API int scree_level_describe(const struct scree_level *level,
                                   struct scree_level_into_info *info, struct scree_error *error);
SCREE_API int scree_level_change(const struct scree_level *level, uint32_t i,
                                 struct scree_level_change *change, struct scree_error *error);
/* scree_level_document() is all that: SCREE_TEXT (but for plants), SCREE_JSON, or SCREE_HTML, with maps
 * before and after. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
SCREE_API int scree_level_document(const struct scree_level *level, struct scree_bytes *out,
                                   int form, struct scree_job *job, struct scree_error *error);
/* scree_level_tell() sends it to the job as notes. */
SCREE_API void scree_level_tell(const struct scree_level *level, struct scree_job *job);

/*
 * scree_level_write() changes the level, all of it or nothing, and sends notes about the copies that are
 * kept. Once for each time that it was opened: open it again to change it again.
 * SCREE_MALFORMED: a file would be written outside the level; SCREE_CANNOT_WRITE,
 * SCREE_CANNOT_READ: the level changed meanwhile; SCREE_BAD_ARGUMENT: there is nothing to write;
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_level_write(struct scree_level *level, struct scree_job *job,
                                struct scree_error *error);

SCREE_END

#endif
