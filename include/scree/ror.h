/*
 * Terrains for Rigs of Rods: everything that the game loads, from a terrain and a surface map.
 *
 *     struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
 *     struct scree_ror *ror;
 *     struct scree_sink *sink;
 *     options.level.name = "island";
 *     int code = scree_ror_plan(&ror, terrain, surface, &options, NULL, &error);
 *     if (!code) code = scree_sink_zip(&sink, "island.zip", 0, &error);
 *     if (!code) code = scree_ror_write(ror, sink, NULL, &error);
 *     code = scree_sink_close(sink, code, NULL, &error);
 *     scree_ror_free(ror);
 *
 * The game draws five layers, or six without shadows. If the map has more, some are shown as others:
 * as a list of yours has it, or by a rule that changes the colours of the whole map least
 * (docs/formats/ror.md, Merging). Whatever it is shown as, a layer keeps what it drives like.
 */
#ifndef SCREE_ROR_H
#define SCREE_ROR_H

#include <scree/level.h>
#include <scree/types/ror.h>
#include <scree/types/ror_info.h>

SCREE_BEGIN

struct scree_ror;

/*
 * scree_ror_plan() refuses what the game could not load, evaluates the map at blend_size, and
 * decides on everything: which layers are shown as one, textures, ground models, water and start.
 * The plan keeps the terrain and a copy of the surface map; nothing changes it. It holds the
 * pictures that it evaluated: about 10 bytes for each of blend_size^2 texels, and 2 for each point.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_UNSUPPORTED (the terrain: not square, not 2^n + 1 points,
 * flat, not a whole number of metres wide), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (a
 * source), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_ror_plan(struct scree_ror **out, const struct scree_terrain *terrain,
                             const struct scree_surface *surface,
                             const struct scree_ror_options *options, struct scree_job *job,
                             struct scree_error *error);
SCREE_API void scree_ror_free(struct scree_ror *ror);

/* scree_ror_terrain() is the terrain as planned: graded, if there are roads. It stays the plan's. */
SCREE_API const struct scree_terrain *scree_ror_terrain(const struct scree_ror *ror);
SCREE_API void scree_ror_describe(const struct scree_ror *ror, struct scree_ror_info *info);

/* scree_ror_document() is the plan as JSON: the report that will be written without the list of
 * files, docs/formats/ror.md. Options are called what the job's option_name calls them.
 * SCREE_NO_MEMORY. */
SCREE_API int scree_ror_document(const struct scree_ror *ror, struct scree_bytes *out,
                                 struct scree_job *job, struct scree_error *error);
/* scree_ror_tell() sends what was decided to the job as notes, a sentence each. */
SCREE_API void scree_ror_tell(const struct scree_ror *ror, struct scree_job *job);

/*
 * scree_ror_check() refuses, before anything is evaluated, what scree_ror_write() would refuse at
 * the end: an earlier terrain in the sink's folder of which a file was changed since, or another run
 * that writes there. From then on the target is locked. Only name and output of options count.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY
 */
SCREE_API int scree_ror_check(const struct scree_ror_options *options, struct scree_sink *sink,
                              struct scree_job *job, struct scree_error *error);

/*
 * scree_ror_write() writes all files, NAME-report.json last; scree_sink_close() puts them in place.
 * No input is replaced, textures included. Plans may be written any number of times, to sinks of any
 * kind: the bytes are the same.
 * SCREE_CANNOT_WRITE; SCREE_BAD_ARGUMENT: an input would be replaced; SCREE_CANNOT_READ,
 * SCREE_MALFORMED, SCREE_LIMIT: a texture; SCREE_NO_MEMORY, SCREE_CANCELLED
 * Threads: several may write one plan at the same time, each to a sink of its own.
 */
SCREE_API int scree_ror_write(const struct scree_ror *ror, struct scree_sink *sink,
                              struct scree_job *job, struct scree_error *error);

/* ---- a terrain that exists ---- */

/*
 * scree_ror_open() opens an unpacked terrain's folder and reads its ground (scree/level.h). Only the blend
 * maps change, the landuse's picture, and its list of colours where a ground model is new in it; what is
 * replaced is kept beside it as FILE.bak1 and so on. Layers of the terrain are named after their pictures:
 * "land-2-grass-ds.png" and "grass_ds.dds" are "grass".
 *
 * Of options, which may be NULL, altitudes may be scaled and raised, and limits set; all else is
 * the terrain's, and refused. A terrain of scree's says which altitude its lowest point has; of
 * others that is 0. A replacement that a killed run did not finish is undone.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_LIMIT, SCREE_BAD_ARGUMENT
 * (error.field), SCREE_NO_MEMORY
 */
SCREE_API int scree_ror_open(struct scree_level **out, const char *path,
                             const struct scree_terrain_options *options, struct scree_job *job,
                             struct scree_error *error);

/*
 * scree_ror_into() evaluates the surface map on that ground and decides which of the terrain's layers
 * each of ours is shown as: the one of its name, or that materials gives it; else the first of its kind
 * of ground; else that of the layer it lies in, or the lowest. Ground models go by the rule for new
 * terrains. Any number of times; nothing is changed. Options for new terrains are ignored.
 * SCREE_BAD_ARGUMENT (error.field; "level": it is of another game), SCREE_MALFORMED, SCREE_UNSUPPORTED,
 * SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED: then there is nothing to write
 */
SCREE_API int scree_ror_into(struct scree_level *level, const struct scree_surface *surface,
                             const struct scree_ror_options *options, struct scree_job *job,
                             struct scree_error *error);

SCREE_END

#endif
