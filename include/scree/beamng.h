/*
 * Levels for BeamNG.drive: a new one from a terrain and a surface map, or other materials in one
 * that exists.
 *
 *     struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
 *     struct scree_beamng *level;
 *     struct scree_sink *sink;
 *     options.level.name = "island";
 *     int code = scree_beamng_plan(&level, terrain, surface, &options, NULL, &error);
 *     if (!code) code = scree_sink_folder(&sink, "island", 0, &error);
 *     if (!code)
 *         code = scree_sink_close(sink, scree_beamng_write(level, sink, NULL, &error), NULL, &error);
 *     scree_beamng_free(level);
 *
 * Every sample of a BeamNG terrain has one material: the strongest one there. docs/formats/beamng.md has
 * what the files hold, docs/beamng.md what to do with them.
 */
#ifndef SCREE_BEAMNG_H
#define SCREE_BEAMNG_H

#include <scree/level.h>
#include <scree/types/beamng.h>
#include <scree/types/beamng_info.h>

SCREE_BEGIN

/* ---- a new level ---- */

struct scree_beamng;

/*
 * scree_beamng_plan() decides what can be known without evaluating the map and refuses what the
 * game could not load: without `samples`, a terrain that is not a square of 2^n or 2^n + 1 points.
 * The level keeps the terrain and a copy of the surface map.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_UNSUPPORTED (the terrain; a texture that is no square, or no
 * PNG), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (a source, a texture), SCREE_NO_MEMORY
 */
SCREE_API int scree_beamng_plan(struct scree_beamng **out, const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_beamng_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_beamng_free(struct scree_beamng *level);

/* scree_beamng_terrain() is the terrain as planned: graded, if there are roads. It stays the level's. */
SCREE_API const struct scree_terrain *scree_beamng_terrain(const struct scree_beamng *level);
SCREE_API void scree_beamng_describe(const struct scree_beamng *level,
                                     struct scree_beamng_info *info);

/* scree_beamng_material() is material i; its texts live as long as the level. SCREE_BAD_ARGUMENT:
 * there are not so many. */
SCREE_API int scree_beamng_material(const struct scree_beamng *level, uint32_t i,
                                    struct scree_beamng_material *material,
                                    struct scree_error *error);
/* scree_beamng_document() is all that as JSON. Options are called what the job's option_name calls
 * them. SCREE_NO_MEMORY. */
SCREE_API int scree_beamng_document(const struct scree_beamng *level, struct scree_bytes *out,
                                    struct scree_job *job, struct scree_error *error);

/* scree_beamng_check() refuses early what scree_beamng_write() would refuse: a folder whose level
 * scree did not make, or of which a file was changed since. SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
SCREE_API int scree_beamng_check(struct scree_sink *sink, struct scree_job *job,
                                 struct scree_error *error);

/*
 * scree_beamng_write() evaluates the map, unless it did before, and writes all files, the report
 * scree-report.json last; scree_sink_close() puts them in place. In a zip they are below
 * levels/NAME/. No input is replaced. A level may be written any number of times: the bytes are the
 * same. From the first time on it holds what was evaluated, 3 bytes a sample and 3 MiB.
 * SCREE_CANNOT_WRITE; SCREE_BAD_ARGUMENT: the terrain is too high, or an input would be replaced;
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT: a texture, changed meanwhile;
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_beamng_write(struct scree_beamng *level, struct scree_sink *sink,
                                 struct scree_job *job, struct scree_error *error);

/* scree_beamng_tell() sends the job what was written, a note each: every material with its area, the
 * scale, the start. Nothing before scree_beamng_write(). */
SCREE_API void scree_beamng_tell(const struct scree_beamng *level, struct scree_job *job);

/* ---- an existing level ---- */

/*
 * scree_beamng_open() opens a level's folder, or a .ter alone, and reads its ground (scree/level.h). Only
 * the material of each sample changes, and plants if options ask for it; what is replaced is kept beside
 * it as FILE.bak1 and so on. Nothing that others have in the level is understood better than needed: a
 * level in which something does not fit together is refused. Files are put in place in this order:
 * textures, materials, the list of materials, the .ter, plants. Of a level whose scree-report.json says
 * what it was exported from, the ground has the points and the units that the terrain had.
 *
 * options, which may be NULL, are for a .ter without its level; of a level, what they leave open
 * comes from its TerrainBlock. A replacement that a killed run did not finish is undone.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_BAD_ARGUMENT
 * (error.field), SCREE_NO_MEMORY
 */
SCREE_API int scree_beamng_open(struct scree_level **out, const char *path,
                                const struct scree_terrain_options *options, struct scree_job *job,
                                struct scree_error *error);

/*
 * scree_beamng_into() evaluates the surface map on the level's ground and decides which of its
 * materials each of ours is: the one of that name, or else a new one. Any number of times; nothing
 * is changed. Options for new levels are ignored.
 * SCREE_BAD_ARGUMENT (error.field; "level": it is of another game), SCREE_MALFORMED, SCREE_UNSUPPORTED,
 * SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED: then there is nothing to write
 */
SCREE_API int scree_beamng_into(struct scree_level *level, const struct scree_surface *surface,
                                const struct scree_beamng_options *options, struct scree_job *job,
                                struct scree_error *error);
/* scree_beamng_into_plant() is what becomes of a species, or of grass. SCREE_BAD_ARGUMENT: nothing was
 * decided, or there are not so many. */
SCREE_API int scree_beamng_into_plant(const struct scree_level *level, uint32_t i,
                                      struct scree_beamng_into_plant *plant,
                                      struct scree_error *error);

SCREE_END

#endif
