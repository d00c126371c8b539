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

#include <scree/error.h>
#include <scree/evaluate.h>
#include <scree/job.h>
#include <scree/sink.h>
#include <scree/source.h>
#include <scree/surface.h>
#include <scree/terrain.h>

SCREE_BEGIN

/* What an engine takes, for people: constant texts of one line. */
struct scree_engine_about {
    size_t size;            /* set it to sizeof(struct scree_engine_about) before asking */
    const char *key;        /* "spring": what scree_engine_plan() takes */
    const char *title;      /* "Spring, Recoil and Beyond All Reason" */
    const char *ending;     /* of an output in one file, ".sdz"; ".zip" where any will do */
    const char *sizes;      /* points of the heightmap a side */
    const char *rows;       /* which row is first */
    const char *packs;      /* how weights are stored */
    const char *names;      /* of the files */
    const char *proof;      /* whose reader has read them, or that nobody's has */
    uint32_t max_materials; /* more cannot be written; 0: any number */
    uint32_t kept;          /* so many weights of a texel are stored; 0: all */
};
/* scree_engine_at() describes engine i, from 0. SCREE_BAD_ARGUMENT: there are not so many. */
SCREE_API int scree_engine_at(size_t i, struct scree_engine_about *about,
                              struct scree_error *error);

/* Sources and texts are needed during the call only. */
struct scree_engine_options {
    size_t size;      /* by SCREE_ENGINE_OPTIONS_INIT */
    const char *name; /* of the output and its files: 1 to 64 of A-Z a-z 0-9 _ -, or NULL: */
    const char
        *output; /* its last part without its ending gives the name; one of the two is needed. With
                    the ending of one of the engine's files it is refused: it is a folder or a zip */
    /* Which layers go together: the JSON that `scree bake --map` reads. NULL: by layers. */
    const struct scree_source *materials;
    uint32_t
        layers; /* merge to so many materials, by what changes the colours least; 0: to as many as
                        the engine takes */
    uint32_t points; /* of the heightmap a side; 0: the legal size next to the terrain's own */
    uint32_t texels; /* of the weights a side, 16 to 16384, of engines where that is a choice; 0: a
                        usual one */
    uint32_t
        tile_points; /* points of a tile or a region a side, of engines that have them; 0: a usual one */
    int has_water;  /* not 0: the engine's water lies, of engines that have some, */
    double water_m; /* at this altitude, as the terrain counts */
    double relief;  /* as in struct scree_plan_options */
    int root_density;
    /* Of engines that have plants (Spring: its own trees). */
    int no_plants;                     /* not 0: nothing grows, and neither of these two */
    const struct scree_source *plants; /* what does: as in struct scree_plants_options, */
    const char *plants_set;            /* likewise */
    int in_parts; /* not 0: the plan is for scree_engine_part() (parts.h) alone. Nothing of the whole is
                     evaluated, so layers are not merged by a rule. Of engines whose files are tiles:
                     "godot", "unreal" */
};
/* clang-format off */
#define SCREE_ENGINE_OPTIONS_INIT \
    {sizeof(struct scree_engine_options), NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, \
     SCREE_RELIEF_DEFAULT, 0, 0, NULL, NULL, 0}
/* clang-format on */

struct scree_engine;

/*
 * scree_engine_plan() refuses what the engine could not load, evaluates the map once, and decides on
 * everything. The plan keeps the terrain and a copy of the surface map; nothing changes it. The
 * caller frees *out by scree_engine_free(); on failure it is NULL.
 * SCREE_BAD_ARGUMENT (error.field; "engine": there is none of that key), SCREE_UNSUPPORTED (the
 * terrain is not square), SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT (the list of materials),
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_engine_plan(struct scree_engine **out, const char *engine,
                                const struct scree_terrain *terrain,
                                const struct scree_surface *surface,
                                const struct scree_engine_options *options, struct scree_job *job,
                                struct scree_error *error);
/* scree_engine_free() accepts NULL. */
SCREE_API void scree_engine_free(struct scree_engine *engine);

struct scree_engine_info {
    size_t size;             /* set it to sizeof(struct scree_engine_info) before asking */
    const char *name;        /* as long as the plan lives */
    uint32_t points, texels; /* a side, of the heightmap and of the weights */
    uint32_t tiles;          /* across and down */
    uint32_t materials;
    double side_m, spacing_m; /* of the terrain, and from point to point */
    double altitude_m[2];     /* lowest and highest */
    /* Weight that the engine's form cannot hold, 0 .. 1: in the mean, of the worst texel; and the share
     * of texels that lose more than 5 %. 0 where all is stored. */
    double dropped_mean, dropped_worst, dropped_share;
};
SCREE_API void scree_engine_describe(const struct scree_engine *engine,
                                     struct scree_engine_info *info);

/* scree_engine_document() is the plan as JSON: the report that will be written without the list of
 * files, docs/formats.md. The caller frees *out by scree_bytes_free(). SCREE_NO_MEMORY. */
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
