#include "cli/bake/cmd_bake.h"

#include "cli/bake/bake_report.h"
#include "cli/open.h"

/* What a bake counts for the program itself. */
#define PROGRAM_BYTES ((uint64_t)8 << 20)

/* --max-memory counts what reading takes, too, and before it is taken; a limit that the program
 * alone passes is refused by the plan. */
static uint64_t reading_limit(const struct args_bake *args)
{
    uint64_t most = args->options.max_memory_bytes;
    if (most == 0) return args->ground.max_memory_bytes;
    if (most > PROGRAM_BYTES) most -= PROGRAM_BYTES;
    return most < args->ground.max_memory_bytes ? most : args->ground.max_memory_bytes;
}

int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
              struct scree_error *error)
{
    struct scree_terrain_options ground = args->ground;
    ground.max_memory_bytes = reading_limit(args);
    ground.leave_in_file = 1;
    ground.parts_folder = args->part.count > 0 ? args->output : NULL;
    ground.part = args->part.index;
    ground.parts = args->part.count;
    struct opened_pair pair;
    int code = open_pair(&pair, args->terrain, args->surface, &ground, say, error);
    if (code == SCREE_OK) {
        struct scree_source map;
        struct scree_bake_options options = args->options;
        options.materials = open_source(&map, args->map);
        options.width = args->size.width;
        options.height = args->size.height;
        options.relief = args->how.relief;
        options.root_density = args->how.root_density;
        code = scree_bake_plan(bake, pair.terrain, pair.surface, &options, &say->work, error);
    }
    open_free(&pair);
    return code;
}

static int look(const struct scree_bake *bake, struct scree_sink *sink,
                const struct args_bake *args, struct say *say, struct scree_error *error)
{
    if (scree_sink_in_use(sink) && !args->force)
        say_warning(say, "%s holds files: to write there, add --force", args->output);
    return bake_report_plan(bake, sink, args, error);
}

static int run(const struct args_bake *args, struct scree_bake **bake, struct scree_sink **sink,
               struct scree_bytes *manifest, struct say *say, struct scree_error *error)
{
    RETURN_IF_FAILED(scree_sink_folder(sink, args->output,
                                       args->force || args->dry_run ? SCREE_REPLACE : 0, error));
    RETURN_IF_FAILED(bake_open(bake, args, say, error));
    if (args->dry_run) return look(*bake, *sink, args, say, error);
    return scree_bake_write(*bake, *sink, manifest, &say->work, error);
}

/* One part of several, into a folder that it shares with the others. */
static enum say_exit make_part(const struct args_bake *args, struct say *say)
{
    struct scree_error error = say_no_error();
    struct scree_bake *bake = NULL;
    struct scree_part_options part = args->part;
    struct scree_part_info info = {.size = sizeof info};
    part.replace = args->force;
    int code = bake_open(&bake, args, say, &error);
    if (code == SCREE_OK)
        code = scree_bake_part(bake, args->output, &part, &info, &say->work, &error);
    scree_bake_free(bake);
    if (code != SCREE_OK) return say_error(say, &error);
    open_say_part(say, args->output, &part, &info);
    return SAY_EXIT_OK;
}

enum say_exit cmd_bake(const void *values, struct say *say)
{
    const struct args_bake *args = values;
    struct scree_error error = say_no_error();
    struct scree_bake *bake = NULL;
    struct scree_sink *sink = NULL;
    struct scree_bytes manifest = {0};
    if (args->part.count > 0) return make_part(args, say);
    if (!args->dry_run) open_beside(say, args->output, args->force);
    int code = run(args, &bake, &sink, &manifest, say, &error);
    if (args->dry_run)
        scree_sink_close(sink, SCREE_CANCELLED, NULL, NULL); /* nothing was written */
    else
        code = open_close(sink, code, say, &error);
    if (code == SCREE_OK && !args->dry_run)
        code = bake_report_done(bake, &manifest, args, say, &error);
    scree_bytes_free(&manifest);
    scree_bake_free(bake);
    return code == SCREE_OK ? SAY_EXIT_OK : say_error(say, &error);
}
