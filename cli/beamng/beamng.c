/* scree export beamng: a level for BeamNG.drive, or other materials in one that exists. */
#include <stdio.h>

#include "cli/into_level.h"
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int beamng_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_beamng *args = values;
    struct scree_beamng_options *options = &args->export;
    if (args->into == NULL) return SCREE_OK;
    if (options->into_plants == SCREE_INTO_NO_PLANTS && args_given(operands, "plants"))
        options->into_plants = SCREE_INTO_PLANTS;
    const bool plants = options->into_plants != SCREE_INTO_NO_PLANTS;
    if (options->level.has_water && !plants)
        return fail_usage(error, "--water: an existing level keeps its water; with --plants or "
                                 "--plants-only nothing grows below it");
    if (args_given(operands, "no-plants") && !plants) /* with them it takes ours away */
        return fail_usage(
            error, "--no-plants is for a new level and --into for an existing one: choose one");
    return into_check(&args->surface, operands, "export beamng", "level", error);
}

/* ---- a new level ---- */

static int open_sink(struct scree_sink **sink, const struct args_beamng *args, struct say *say,
                     struct scree_error *error)
{
    const struct scree_level_options *level = &args->export.level;
    const char *const inputs[] = {level->output,          args->terrain,      args->surface,
                                  level->materials.name,  level->plants.name, level->roads.name,
                                  args->export.holes.name};
    const unsigned flags = args->force || args->dry_run ? SCREE_REPLACE : 0;
    RETURN_IF_FAILED(open_report(say, args->html, args->force, inputs, 7, error));
    RETURN_IF_FAILED(open_ends_in(level->output, ".zip")
                         ? scree_sink_zip(sink, level->output, flags, error)
                         : scree_sink_folder(sink, level->output, flags, error));
    RETURN_IF_FAILED(scree_beamng_check(*sink, &say->work, error));
    return args->dry_run ? SCREE_OK : scree_sink_protect(*sink, inputs + 1, 6, error);
}

/* What --dry-run shows: everything that is known without rendering. */
static void show(const struct scree_beamng *level, const char *output)
{
    struct scree_beamng_info info = {.size = sizeof info};
    scree_beamng_describe(level, &info);
    printf("Would be written to %s: level %s, %u x %u squares of %.6g m%s\n", output, info.name,
           (unsigned)info.samples, (unsigned)info.samples, info.square_m,
           info.resampled ? ", resampled" : "");
    for (uint32_t i = 0; i < info.materials; i++) {
        struct scree_beamng_material material = {.size = sizeof material};
        if (scree_beamng_material(level, i, &material, NULL) != SCREE_OK) break;
        if (material.is_hole)
            printf("  hole  %s\n", material.name);
        else
            printf("  %4u  %-32s  %s (%s)\n", (unsigned)material.number, material.name,
                   material.ground_model, material.reason != NULL ? material.reason : "--map");
    }
    printf("Memory needed: about %llu MiB\n", (unsigned long long)(info.memory_bytes >> 20));
}

static int plan(struct scree_beamng **level, const struct args_beamng *args, struct say *say,
                struct scree_error *error)
{
    struct opened_pair pair;
    struct scree_beamng_options options = args->export;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK && options.level.has_start)
        code = open_spot(options.level.start_m, &args->start, "start", pair.terrain,
                         SCREE_NORTH_WEST, say, error);
    if (code == SCREE_OK)
        code = scree_beamng_plan(level, pair.terrain, pair.surface, &options, &say->work, error);
    if (code == SCREE_OK) code = open_graded(say, scree_beamng_terrain(*level), error);
    open_free(&pair);
    return code;
}

static int new_level(const struct args_beamng *args, struct say *say, struct scree_error *error)
{
    struct scree_sink *sink = NULL;
    struct scree_beamng *level = NULL;
    struct scree_bytes document = {NULL, 0};
    const char *output = args->export.level.output;
    int code = open_sink(&sink, args, say, error);
    if (code == SCREE_OK) code = plan(&level, args, say, error);
    const bool looks = code == SCREE_OK && args->dry_run;
    if (looks) {
        scree_sink_close(sink, SCREE_CANCELLED, NULL, NULL);
        code = open_close(NULL, code, say, error);
        say_progress_end(say);
    } else {
        if (code == SCREE_OK) code = scree_beamng_write(level, sink, &say->work, error);
        code = open_close(sink, code, say, error);
        if (code == SCREE_OK) scree_beamng_tell(level, &say->work);
    }
    if (code == SCREE_OK && args->json)
        code = scree_beamng_document(level, &document, &say->work, error);
    if (code == SCREE_OK && args->json && !looks)
        code = result_print_made(code, "export beamng", output, &document, say, error);
    else if (code == SCREE_OK && looks)
        args->json ? result_print_document(&document) : show(level, output);
    scree_beamng_free(level);
    return code;
}

/* ---- an existing level ---- */

/* A line for each species and kind of grass. */
static int show_plants(const struct scree_level *into, const struct scree_level_into_info *info,
                       struct scree_error *error)
{
    printf("%-32s  %11s  %11s  %11s\n", "plants", "written", "replaced", "kept");
    for (uint32_t i = 0; i < info->plants; i++) {
        struct scree_beamng_into_plant plant = {.size = sizeof plant};
        RETURN_IF_FAILED(scree_beamng_into_plant(into, i, &plant, error));
        printf("%-32s  %11llu  %11llu  %11llu%s\n", plant.name, (unsigned long long)plant.written,
               (unsigned long long)plant.replaced, (unsigned long long)plant.kept,
               plant.is_grass ? "  ground cover" : "");
    }
    if (info->other_items > 0)
        printf("%-32s  %11d  %11d  %11llu\n", "(other items)", 0, 0,
               (unsigned long long)info->other_items);
    return SCREE_OK;
}

/* Behind the materials of --dry-run. */
static int show_more(const struct scree_level *level, const struct scree_level_into_info *info,
                     const void *values, struct say *say, struct scree_error *error)
{
    const struct scree_beamng_options *options = values;
    if (options->level.min_area > 1 && !info->only_plants)
        say_line(say, "--min-area %u: %llu areas with %llu samples went to their neighbours",
                 (unsigned)options->level.min_area, (unsigned long long)info->areas,
                 (unsigned long long)info->changed);
    return options->into_plants != SCREE_INTO_NO_PLANTS ? show_plants(level, info, error)
                                                        : SCREE_OK;
}

static int change(struct scree_level *level, const struct scree_surface *surface,
                  const void *values, struct scree_job *job, struct scree_error *error)
{
    return scree_beamng_into(level, surface, values, job, error);
}

static int change_level(const struct args_beamng *args, struct say *say, struct scree_error *error)
{
    const struct into_level how = {.command = "export beamng",
                                   .into = args->into,
                                   .surface = args->surface,
                                   .html = args->html,
                                   .holes = args->export.holes.name,
                                   .ground = &args->ground,
                                   .level = &args->export.level,
                                   .force = args->force,
                                   .dry_run = args->dry_run,
                                   .json = args->json,
                                   .open = scree_beamng_open,
                                   .values = &args->export,
                                   .change = change,
                                   .more = show_more};
    return into_run(&how, say, error);
}

int beamng_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_beamng *args = values;
    const struct scree_level_options *level = &args->export.level;
    if (level->has_water) say->water_m = &level->water_m;
    if (!args->dry_run) open_beside(say, args->into != NULL ? NULL : level->output, args->force);
    return args->into != NULL ? change_level(args, say, error) : new_level(args, say, error);
}
