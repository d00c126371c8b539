#include "cli/engines/args_engines.h"

#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/signals.h"

struct scree_engine_about args_engines_about(const char *engine)
{
    struct scree_engine_about about = {.size = sizeof about};
    struct scree_error error = say_no_error();
    for (size_t i = 0; scree_engine_at(i, &about, &error) == SCREE_OK; i++)
        if (strcmp(about.key, engine) == 0) break;
    return about;
}

bool args_engines_packed(const struct args_engines *args)
{
    const char *output = args->export.output;
    return open_ends_in(output, ".zip") ||
           open_ends_in(output, args_engines_about(args->engine).ending);
}

static void say_result(const struct scree_engine *engine, const struct args_engines *args,
                       size_t files, struct say *say)
{
    struct scree_engine_info info = {.size = sizeof info};
    scree_engine_describe(engine, &info);
    scree_engine_tell(engine, &say->work);
    say_line(say, "%s: %zu files for %s, %u x %u points, %u layer%s, %.6g x %.6g m",
             args->export.output, files, args_engines_about(args->engine).title, info.points,
             info.points, info.materials, info.materials == 1 ? "" : "s", info.side_m, info.side_m);
}

static int print_json(const struct scree_engine *engine, const struct args_engines *args,
                      json_t *files, struct say *say, struct scree_error *error)
{
    struct scree_bytes document = {NULL, 0};
    char command[40] = "export ";
    strncat(command, args->engine, sizeof command - strlen(command) - 1);
    const int code = scree_engine_document(engine, &document, error);
    if (code == SCREE_OK)
        return result_print_written(command, args->export.output, files, result_document(&document),
                                    say, error);
    json_decref(files);
    return code;
}

static int export(struct scree_engine **engine, const struct args_engines *args,
                  const struct scree_engine_options *options, struct scree_sink *sink,
                  struct say *say, struct scree_error *error)
{
    struct opened_pair pair;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    signals_catch();
    if (code == SCREE_OK) code = scree_engine_check(options, sink, &say->work, error);
    if (code == SCREE_OK)
        code = scree_engine_plan(engine, args->engine, pair.terrain, pair.surface, options,
                                 &say->work, error);
    if (code == SCREE_OK) code = scree_engine_write(*engine, sink, &say->work, error);
    open_free(&pair);
    return code;
}

/* One part of several, into a folder that it shares with the others. */
static enum say_exit make_part(const struct args_engines *args,
                               struct scree_engine_options *options, struct say *say)
{
    struct scree_error error = say_no_error();
    struct scree_engine *engine = NULL;
    struct scree_part_options part = args->part;
    struct scree_part_info info = {.size = sizeof info};
    struct opened_pair pair;
    part.replace = args->force;
    options->in_parts = 1;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, &error);
    if (code == SCREE_OK)
        code = scree_engine_plan(&engine, args->engine, pair.terrain, pair.surface, options,
                                 &say->work, &error);
    if (code == SCREE_OK)
        code = scree_engine_part(engine, args->export.output, &part, &info, &say->work, &error);
    open_free(&pair);
    scree_engine_free(engine);
    if (code != SCREE_OK) return say_error(say, &error);
    open_say_part(say, args->export.output, &part, &info);
    return SAY_EXIT_OK;
}

static int open_sink(struct scree_sink **sink, const struct args_engines *args,
                     struct scree_error *error)
{
    const unsigned flags = args->force ? SCREE_REPLACE : 0;
    const char *const inputs[] = {args->terrain, args->surface, args->map, args->plants};
    RETURN_IF_FAILED(args_engines_packed(args)
                         ? scree_sink_zip(sink, args->export.output, flags, error)
                         : scree_sink_folder(sink, args->export.output, flags, error));
    return scree_sink_protect(*sink, inputs, sizeof inputs / sizeof inputs[0], error);
}

enum say_exit cmd_export_engines(const void *values, struct say *say)
{
    const struct args_engines *args = values;
    struct scree_source map, plants;
    struct scree_engine_options options = args->export;
    options.materials = open_source(&map, args->map);
    open_plants(&options.plants, &options.plants_set, &plants, args->plants, args->no_plants);
    options.no_plants = args->no_plants;
    options.has_water = args->water.given;
    options.water_m = args->water.m;
    options.relief = args->how.relief;
    options.root_density = args->how.root_density;
    if (args->water.given) say->water_m = &args->water.m;
    if (args->part.count > 0) return make_part(args, &options, say);
    open_beside(say, args->export.output, args->force);

    struct scree_error error = say_no_error();
    struct scree_sink *sink = NULL;
    struct scree_engine *engine = NULL;
    int code = open_sink(&sink, args, &error);
    if (code == SCREE_OK) code = export(&engine, args, &options, sink, say, &error);
    json_t *files = NULL;
    if (code == SCREE_OK) result_keep(&files, sink);
    const size_t count = json_array_size(files);
    code = open_close(sink, code, say, &error);
    if (code == SCREE_OK) say_result(engine, args, count, say);
    if (code == SCREE_OK && args->json)
        code = print_json(engine, args, json_incref(files), say, &error);
    json_decref(files);
    scree_engine_free(engine);
    return code == SCREE_OK ? SAY_EXIT_OK : say_error(say, &error);
}
