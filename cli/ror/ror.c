/* scree export ror: a terrain for Rigs of Rods, or other blend maps in one that exists. */
#include <stdio.h>
#include <string.h>

#include "cli/into_level.h"
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

static int check_output(const struct args_ror *args, struct scree_error *error)
{
    const char *output = args->export.level.output;
    if (args->folder && open_ends_in(output, ".zip"))
        return fail_usage(error,
                          "-o %.100s: --folder writes a folder; leave .zip out of its name, or "
                          "leave --folder out for a zip",
                          output);
    if (args->folder) return args_check_folder(output, "export ror --folder", error);
    if (strcmp(output, "-") == 0)
        return fail_usage(error, "-o -: a terrain is named after its zip, so standard output "
                                 "cannot take it; name NAME.zip");
    if (open_ends_in(output, ".zip")) return SCREE_OK;
    return fail_usage(
        error, "-o %.100s: choose a name that ends in .zip, or add --folder for an unpacked folder",
        output);
}

int ror_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_ror *args = values;
    args->export.grass = args->grass.words;
    args->export.grass_count = args->grass.count;
    if (args->into != NULL)
        return into_check(&args->surface, operands, "export ror", "terrain", error);
    return check_output(args, error);
}

/* What was decided, and where it went. */
static void say_result(const struct scree_ror *ror, const char *output, struct say *say)
{
    struct scree_ror_info info = {.size = sizeof info};
    scree_ror_describe(ror, &info);
    const unsigned layers = info.materials + (info.has_base_colour ? 1 : 0);
    scree_ror_tell(ror, &say->work);
    say_line(say,
             "%s: %zu files, %u layer%s, a world of %.0f x %.0f m; put it into the game's mods "
             "folder",
             output, json_array_size(say->files), layers, layers == 1 ? "" : "s", info.side_m,
             info.side_m);
}

static int export(struct scree_ror **ror, const struct args_ror *args, struct scree_sink *sink,
                  struct say *say, struct scree_error *error)
{
    struct opened_pair pair;
    struct scree_ror_options options = args->export;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK && options.level.has_start)
        code = open_spot(options.level.start_m, &args->start, "start", pair.terrain,
                         SCREE_NORTH_WEST, say, error);
    if (code == SCREE_OK) code = scree_ror_check(&options, sink, &say->work, error);
    if (code == SCREE_OK)
        code = scree_ror_plan(ror, pair.terrain, pair.surface, &options, &say->work, error);
    if (code == SCREE_OK) code = open_graded(say, scree_ror_terrain(*ror), error);
    if (code == SCREE_OK && !args->dry_run) code = scree_ror_write(*ror, sink, &say->work, error);
    open_free(&pair);
    return code;
}

/* Of --dry-run: the plan in words, or as its own document. */
static int show_plan(const struct scree_ror *ror, const struct args_ror *args, struct say *say,
                     struct scree_error *error)
{
    struct scree_ror_info info = {.size = sizeof info};
    struct scree_bytes document = {NULL, 0};
    scree_ror_describe(ror, &info);
    say_progress_end(say);
    scree_ror_tell(ror, &say->work);
    if (args->json) {
        RETURN_IF_FAILED(scree_ror_document(ror, &document, &say->work, error));
        result_print_document(&document);
        return SCREE_OK;
    }
    printf(
        "Would be written to %s: terrain %s, %u x %u points, a world of %.0f x %.0f m, %u layers\n",
        args->export.level.output, info.name, (unsigned)info.points, (unsigned)info.points,
        info.side_m, info.side_m, (unsigned)(info.materials + (info.has_base_colour ? 1 : 0)));
    return SCREE_OK;
}

static int open_sink(struct scree_sink **sink, const struct args_ror *args, struct say *say,
                     struct scree_error *error)
{
    const unsigned flags = args->force || args->dry_run ? SCREE_REPLACE : 0;
    const struct scree_level_options *level = &args->export.level;
    const struct scree_source *models = &args->export.ground_models;
    const char *const inputs[] = {level->output,         args->terrain,      args->surface,
                                  level->materials.name, level->plants.name, level->roads.name,
                                  models->name};
    RETURN_IF_FAILED(open_report(say, args->html, args->force, inputs, 7, error));
    RETURN_IF_FAILED(args->folder ? scree_sink_folder(sink, level->output, flags, error)
                                  : scree_sink_zip(sink, level->output, flags, error));
    return scree_sink_protect(*sink, inputs + 1, 6, error);
}

/* ---- a terrain that exists ---- */

static int change(struct scree_level *level, const struct scree_surface *surface,
                  const void *values, struct scree_job *job, struct scree_error *error)
{
    return scree_ror_into(level, surface, values, job, error);
}

static int change_terrain(const struct args_ror *args, struct say *say, struct scree_error *error)
{
    const struct into_level how = {.command = "export ror",
                                   .into = args->into,
                                   .surface = args->surface,
                                   .html = args->html,
                                   .ground = &args->ground,
                                   .level = &args->export.level,
                                   .force = args->force,
                                   .dry_run = args->dry_run,
                                   .json = args->json,
                                   .open = scree_ror_open,
                                   .values = &args->export,
                                   .change = change};
    return into_run(&how, say, error);
}

/* ---- both ---- */

static int new_terrain(const struct args_ror *args, struct say *say, struct scree_error *error)
{
    struct scree_sink *sink = NULL;
    struct scree_ror *ror = NULL;
    struct scree_bytes document = {NULL, 0};
    const char *output = args->export.level.output;
    int code = open_sink(&sink, args, say, error);
    if (code == SCREE_OK) code = export(&ror, args, sink, say, error);
    if (args->dry_run) {
        if (sink != NULL) scree_sink_close(sink, SCREE_CANCELLED, NULL, NULL);
        code = open_close(NULL, code, say, error);
        if (code == SCREE_OK) code = show_plan(ror, args, say, error);
    } else {
        code = open_close(sink, code, say, error);
        if (code == SCREE_OK) say_result(ror, output, say);
        if (code == SCREE_OK && args->json)
            code = result_print_made(scree_ror_document(ror, &document, &say->work, error),
                                     "export ror", output, &document, say, error);
    }
    scree_ror_free(ror);
    return code;
}

int ror_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_ror *args = values;
    const struct scree_level_options *level = &args->export.level;
    if (!args->dry_run) open_beside(say, level->output, args->force);
    if (level->has_water) say->water_m = &level->water_m;
    return args->into != NULL ? change_terrain(args, say, error) : new_terrain(args, say, error);
}
