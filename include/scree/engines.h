/*
 * Terrains in the form that each game engine loads: a map for Spring, and whatever else
 * scree_engine_at() lists. docs/engines.md has a section for each.
 *
 *     struct scree_engine_options options = SCREE_ENGINE_OPTIONS_INIT;
 *     struct scree_engine *engine;
 *     struct scree_sink *sink;
 *     options.output = "island.sdz";
 *     int code = scree_engine_plan(&engine, "spring", terrain, surface, &options, NULL, &error);
 *     if (!code) code = scree_sink_zip(&sink, "island.sdz", 0, &error);
 *     if (!code) code = scree_engine_write(engine, sink, NULL, &error);
 *     code = scree_sink_close(sink, code, NULL, &error);
 *     scree_engine_free(engine);
 *
 * Heights and weights are evaluated from edge to edge of the terrain, with as many points as the
 * engine takes, and written row by row: memory grows with the width and not with the area.
 */
#ifndef SCREE_ENGINES_H
#define SCREE_ENGINES_H

#include <scree/evaluate.h>
#include <scree/types/engine.h>
#include <scree/types/engines.h>

SCREE_BEGIN

/* scree_engine_at() describes engine i, from 0. SCREE_BAD_ARGUMENT: there are not so many. */
SCREE_API int scree_engine_at(size_t i, struct scree_engine_about *about,
                              struct scree_error *error);

struct scree_engine;

/*
 * scree_engine_plan() refuses what the engine could not load, evaluates the map once, and decides
 * on everything. Sources and texts of options are needed during the call only. The plan keeps the
 * terrain and a copy of the surface map; nothing changes it.
 * SCREE_BAD_ARGUMENT (error.field; "engine": there is none of that key), SCREE_UNSUPPORTED (the
 * terrain is not square), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (the list of materials),
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_engine_plan(struct scree_engine **out, const char *engine,
                                const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_engine_options *options, struct scree_job *job,
                                struct scree_error *error);
SCREE_API void scree_engine_free(struct scree_engine *engine);

SCREE_API void scree_engine_describe(const struct scree_engine *engine,
                                     struct scree_engine_info *info);

/* scree_engine_document() is the plan as JSON: the report that will be written without the list of
 * files, docs/formats.md. SCREE_NO_MEMORY. */
SCREE_API int scree_engine_document(const struct scree_engine *engine, struct scree_bytes *out,
                                    struct scree_error *error);
/* scree_engine_tell() sends what was decided to the job as notes, a sentence each. */
SCREE_API void scree_engine_tell(const struct scree_engine *engine, struct scree_job *job);

/*
 * scree_engine_check() refuses, before anything is evaluated, what scree_engine_write() would refuse
 * at the end: an earlier export in the sink's folder of which a file was changed since, or another
 * run that writes there. From then on the target is locked. Only name and output of options count.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT (error.field), SCREE_NO_MEMORY
 */
SCREE_API int scree_engine_check(const struct scree_engine_options *options,
                                 struct scree_sink *sink, struct scree_job *job,
                                 struct scree_error *error);

/*
 * scree_engine_write() writes all files, NAME-report.json last; scree_sink_close() puts them in
 * place. No input is replaced. Plans may be written any number of times, to sinks of any kind: the
 * bytes are the same.
 * SCREE_CANNOT_WRITE, SCREE_BAD_ARGUMENT (an input would be replaced), SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 * Threads: several may write one plan at the same time, each to a sink of its own.
 */
SCREE_API int scree_engine_write(const struct scree_engine *engine, struct scree_sink *sink,
                                 struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
