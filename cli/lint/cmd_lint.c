#include "cli/lint/lint_report.h"
#include "cli/load.h"
#include "engines/engines.h"

/* Source of both: docs/formats.md, blend maps and BeamNG. */
static const struct compare_target rigs_of_rods = {
    .name = "Rigs of Rods",
    .max_materials = 6,
    .good_materials = 5,
    .beyond_good = "Rigs of Rods draws a base and 4 more; a sixth is drawn only with shadows off",
};

static const struct compare_target beamng = {
    .name = "BeamNG",
    .max_materials = ENGINES_BEAMNG_MAX_MATERIALS,
    .good_materials = 15,
    .beyond_good = "BeamNG takes 254, but with 16 or more large textures levels are reported to "
                   "break",
    .rename = engines_beamng_names,
    .name_size = ENGINES_BEAMNG_MAX_NAME + 1,
};

static const struct compare_target *target_of(enum args_target target)
{
    switch (target) {
    case ARGS_TARGET_ROR:
        return &rigs_of_rods;
    case ARGS_TARGET_BEAMNG:
        return &beamng;
    case ARGS_NO_TARGET:
        break;
    }
    return NULL;
}

struct inputs {
    struct load_file surface_file, terrain_file;
    struct srf_map *map;
    struct ter_field *field; /* NULL without --terrain */
    struct warn_list tolerated;
};

static void free_inputs(struct inputs *inputs)
{
    srf_free(inputs->map);
    ter_free(inputs->field);
    heights_about_free(&inputs->terrain_file.heights);
}

/* Of a surface map's list: what the reader has tolerated. What srf_check() doubts is among the
 * findings. */
static void keep_tolerated(struct inputs *inputs)
{
    inputs->tolerated = inputs->map->warnings;
    if (inputs->tolerated.count > inputs->surface_file.reader_warnings)
        inputs->tolerated.count = inputs->surface_file.reader_warnings;
    inputs->tolerated.dropped = inputs->surface_file.reader_warnings - inputs->tolerated.count;
}

/* The terrain comes first: a surface map's text may give lengths in metres. */
static enum err_code load_inputs(struct inputs *inputs, const struct args_lint *args,
                                 struct say *say, struct err *err)
{
    struct ter_field *field = NULL;
    struct srf_map *map = NULL;
    if (args->terrain != NULL) {
        RETURN_IF_ERR(load_any(&inputs->terrain_file, &inputs->field, &map, args->terrain,
                               &args->ground, err));
        srf_free(map);
        if (inputs->field == NULL) {
            err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                    "holds a surface map, expected a terrain: scree lint SURFACE --terrain "
                    "TERRAIN");
            return err_set_file(err, args->terrain);
        }
    }
    const struct srf_scale scale = load_scale(inputs->field, &args->ground);
    RETURN_IF_ERR(load_any_scaled(&inputs->surface_file, &field, &inputs->map, args->surface,
                                  &args->ground, &scale, err));
    ter_free(field);
    heights_about_free(&inputs->surface_file.heights);
    if (inputs->map == NULL) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "holds a terrain, expected a surface map: scree lint SURFACE --terrain TERRAIN");
        return err_set_file(err, args->surface);
    }
    keep_tolerated(inputs);
    say_warnings(say, args->surface, &inputs->tolerated);
    if (inputs->field != NULL) say_warnings(say, args->terrain, &inputs->field->warnings);
    return ERR_OK;
}

static enum err_code report(const struct inputs *inputs, const struct args_lint *args,
                            const struct compare_findings *findings, struct err *err)
{
    const struct lint_report shown = {args, &inputs->surface_file,
                                      inputs->field != NULL ? &inputs->terrain_file : NULL,
                                      &inputs->tolerated, findings};
    if (!args->json)
        lint_report_text(&shown);
    else if (!lint_report_json(&shown))
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the findings");
    return ERR_OK;
}

enum say_exit cmd_lint(const void *values, struct say *say)
{
    const struct args_lint *args = values;
    struct inputs inputs = {.map = NULL};
    struct compare_findings *findings = NULL;
    struct err err;
    err_clear(&err);
    struct compare_lint_options options = COMPARE_LINT_OPTIONS_DEFAULT;
    options.relief = args->relief;
    options.root_density = args->root_density;
    options.depth = args->depth;
    options.threads = args->threads;
    options.target = target_of(args->target);

    enum err_code code = load_inputs(&inputs, args, say, &err);
    if (code == ERR_OK) code = compare_lint(&findings, inputs.map, inputs.field, &options, &err);
    if (code == ERR_OK) code = report(&inputs, args, findings, &err);
    enum say_exit exit_code = code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
    for (size_t i = 0; exit_code == SAY_EXIT_OK && i < findings->count; i++)
        if (findings->list[i].severity >= args->level) exit_code = SAY_EXIT_FINDINGS;
    compare_findings_free(findings);
    free_inputs(&inputs);
    return exit_code;
}
