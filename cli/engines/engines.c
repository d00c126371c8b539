/* scree export spring and its like: a terrain for an engine of the library's table. */
#include <stdio.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

/* The engine of that key, which there is. */
static struct scree_engine_about about_engine(const char *key)
{
    struct scree_engine_about about = {.size = sizeof about};
    struct scree_error error = say_no_error();
    for (size_t i = 0; scree_engine_at(i, &about, &error) == SCREE_OK; i++)
        if (strcmp(about.key, key) == 0) break;
    return about;
}

/* Whether the output is one file. */
static bool is_packed(const struct args_engines *args)
{
    const char *output = args->export.output;
    return open_ends_in(output, ".zip") || open_ends_in(output, about_engine(args->engine).ending);
}

int export_engine_check(void *values, const struct args_operands *operands,
                        struct scree_error *error)
{
    struct args_engines *args = values;
    (void)operands;
    if (args->hterrain && args->export.tile_points != 0)
        return fail_usage(error, "--tile-points: HTerrain has no regions; leave it out");
    if (args->hterrain) args->engine = "hterrain";
    args->ground.grade_points = args->export.points;
    if (args->part.count > 0 && !args->dry_run && (args->json || is_packed(args)))
        return fail_usage(error, "--part makes a part, in a folder that others share: leave --json "
                                 "out, and name a folder");
    return SCREE_OK;
}

/* ---- the whole ---- */

/* "... for Unity, 129 x 129 points, 8 layers, 1280 x 1280 m" */
static const char *say_size(char out[160], const struct scree_engine *engine,
                            const struct args_engines *args, const char *what)
{
    struct scree_engine_info info = {.size = sizeof info};
    scree_engine_describe(engine, &info);
    snprintf(out, 160, "%.64s for %s, %u x %u points, %u layer%s, %.6g x %.6g m",
             what != NULL ? what : info.name, about_engine(args->engine).title, info.points,
             info.points, info.materials, info.materials == 1 ? "" : "s", info.side_m, info.side_m);
    return out;
}

static int print_json(const struct scree_engine *engine, const struct args_engines *args,
                      struct say *say, struct scree_error *error)
{
    struct scree_bytes document = {NULL, 0};
    char command[40];
    snprintf(command, sizeof command, "export %s", args->engine);
    return result_print_made(scree_engine_document(engine, &document, error), command,
                             args->export.output, &document, say, error);
}

/* The report, and the output unless there is to be none: sink NULL. */
static int open_outputs(struct scree_sink **sink, const struct args_engines *args, struct say *say,
                        struct scree_error *error)
{
    const struct scree_engine_options *export = &args->export;
    const char *output = export->output, *roads = args->ground.roads.name;
    const char *const inputs[] = {
        output, args->terrain, args->surface, export->materials.name, export->plants.name, roads};
    const unsigned flags = args->force ? SCREE_REPLACE : 0;
    RETURN_IF_FAILED(open_report(say, args->html, args->force, inputs, 6, error));
    if (sink == NULL) return SCREE_OK;
    RETURN_IF_FAILED(is_packed(args) ? scree_sink_zip(sink, output, flags, error)
                                     : scree_sink_folder(sink, output, flags, error));
    return scree_sink_protect(*sink, inputs + 1, 5, error);
}

static int make_plan(struct scree_engine **engine, const struct args_engines *args, bool in_parts,
                     struct scree_sink **sink, struct say *say, struct scree_error *error)
{
    struct opened_pair pair = {NULL, NULL};
    struct scree_engine_options options = args->export;
    options.in_parts = in_parts;
    int code = open_outputs(sink, args, say, error);
    if (code == SCREE_OK)
        code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK) code = open_graded(say, pair.terrain, error);
    if (code == SCREE_OK && sink != NULL)
        code = scree_engine_check(&options, *sink, &say->work, error);
    if (code == SCREE_OK)
        code = scree_engine_plan(engine, args->engine, pair.terrain, pair.surface, &options,
                                 &say->work, error);
    open_free(&pair);
    return code;
}

static int make_whole(struct scree_engine **engine, const struct args_engines *args,
                      struct say *say, struct scree_error *error)
{
    struct scree_sink *sink = NULL;
    char files[32], size[160];
    open_beside(say, args->export.output, args->force);
    int code = make_plan(engine, args, false, &sink, say, error);
    if (code == SCREE_OK) code = scree_engine_write(*engine, sink, &say->work, error);
    code = open_close(sink, code, say, error);
    if (code != SCREE_OK) return code;
    snprintf(files, sizeof files, "%zu files", json_array_size(say->files));
    scree_engine_tell(*engine, &say->work);
    say_line(say, "%s: %s", args->export.output, say_size(size, *engine, args, files));
    return args->json ? print_json(*engine, args, say, error) : SCREE_OK;
}

/* ---- nothing ---- */

/* Of --dry-run: the plan in words, or as its own document. */
static int show_plan(struct scree_engine **engine, const struct args_engines *args, struct say *say,
                     struct scree_error *error)
{
    struct scree_bytes document = {NULL, 0};
    char size[160];
    int code = make_plan(engine, args, args->part.count > 0, NULL, say, error);
    code = open_close(NULL, code, say, error);
    if (code == SCREE_OK && args->json) code = scree_engine_document(*engine, &document, error);
    if (code != SCREE_OK) return code;
    say_progress_end(say);
    scree_engine_tell(*engine, &say->work);
    if (args->json)
        result_print_document(&document);
    else
        printf("Would be written to %s: %s\n", args->export.output,
               say_size(size, *engine, args, NULL));
    return SCREE_OK;
}

/* ---- a part ---- */

/* One of several, into a folder that it shares with the others. */
static int make_part(struct scree_engine **engine, const struct args_engines *args, struct say *say,
                     struct scree_error *error)
{
    struct scree_part_options part = args->part;
    struct scree_part_info info = {.size = sizeof info};
    part.replace = args->force;
    RETURN_IF_FAILED(make_plan(engine, args, true, NULL, say, error));
    RETURN_IF_FAILED(
        scree_engine_part(*engine, args->export.output, &part, &info, &say->work, error));
    open_say_part(say, args->export.output, &part, &info);
    return SCREE_OK;
}

int export_engine_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_engines *args = values;
    struct scree_engine *engine = NULL;
    if (args->export.has_water) say->water_m = &args->export.water_m;
    const int code = args->dry_run          ? show_plan(&engine, args, say, error)
                     : args->part.count > 0 ? make_part(&engine, args, say, error)
                                            : make_whole(&engine, args, say, error);
    scree_engine_free(engine);
    return code;
}
