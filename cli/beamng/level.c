/* A new level: what will be made of which inputs, then the making of it. */
#include "cli/beamng/level.h"

#include <stdio.h>
#include <string.h>

#include "cli/export/export_guard.h"
#include "cli/signals.h"

/* Paths in the game begin with the level's name, so a folder must have it. */
static enum err_code choose_name(struct level *level, const struct export_target *target,
                                 struct err *err)
{
    const struct args_beamng *args = level->beamng->args;
    if (target->zip && args->name == NULL) return export_name(level->name, target->output, err);
    const char *stem = target->zip ? "" : inputs_base(target->out.target);
    const char *name = args->name != NULL ? args->name : stem;
    if (!args_is_name(name))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "-o: '%.60s' would be the level's name, which has 1 to 64 plain letters, "
                       "digits, '_' and '-': choose another, or add --name NAME and rename the "
                       "folder to it",
                       name);
    memcpy(level->name, name, strlen(name) + 1);
    if (!target->zip && strcmp(name, stem) != 0)
        job_note(level->beamng->job, NULL, "the level is called %s: rename the folder to that",
                 name);
    return ERR_OK;
}

static enum err_code choose_size(struct beamng *beamng, struct err *err)
{
    const struct ter_field *field = beamng->pair.field;
    const uint32_t x = field->points_x, y = field->points_y;
    const uint32_t wanted = beamng->args->resample;
    struct beamter_fit fit;
    beamter_fit(&fit, x, y, field->scal_m);
    if (x == y && field->scal_m[0] == field->scal_m[1] && wanted != 0) {
        beamng->size = wanted;
        /* Its own points, if they are asked for. */
        beamng->trimmed = fit.trimmed && wanted + 1 == x;
        beamng->resampled = !beamng->trimmed && wanted != x;
        return ERR_OK;
    }
    beamng->size = fit.size;
    beamng->trimmed = fit.trimmed;
    if (fit.why[0] == '\0') return ERR_OK;
    uint32_t next = BEAMTER_MIN_SIZE;
    while (next < x && next < BEAMTER_MAX_SIZE) next *= 2;
    if (x != y)
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "%s: crop it to %u x %u (scree convert --crop), then it can be taken%s", fit.why,
                (unsigned)(x < y ? x : y), (unsigned)(x < y ? x : y),
                fit.size == (x < y ? x : y) ? "" : " with --resample");
    else if (field->scal_m[0] != field->scal_m[1])
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET, "%s: set --cell METRES", fit.why);
    else if (fit.size == 0)
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET, "%s: add --resample %u", fit.why,
                (unsigned)next);
    else
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "%s: add --resample %u, or crop it to %u x %u (scree convert --crop)", fit.why,
                (unsigned)next, (unsigned)fit.size, (unsigned)fit.size);
    return err_set_file(err, beamng->args->terrain);
}

static enum err_code plan(struct level *level, const struct export_target *target, struct err *err)
{
    struct beamng *beamng = level->beamng;
    const struct args_beamng *args = beamng->args;
    RETURN_IF_ERR(choose_name(level, target, err));
    RETURN_IF_ERR(inputs_read(&beamng->pair, args->terrain, args->surface, &args->ground,
                              args->render.threads, beamng->job, err));
    RETURN_IF_ERR(choose_size(beamng, err));
    beamter_fit_report(beamng->job, beamng->size, beamng->pair.field->points_x,
                       beamng->pair.field->points_y, beamng->trimmed);
    RETURN_IF_ERR(beamng_merge(beamng, err));
    return beamng_read_holes(beamng, err);
}

/* The materials in the order of their numbers. */
static enum err_code list_materials(struct level *level, struct err *err)
{
    struct beamng *beamng = level->beamng;
    const uint32_t count = beamng->merge->count;
    level->materials = mem_arena_alloc(&beamng->arena, count, sizeof *level->materials);
    level->names = mem_arena_alloc(&beamng->arena, count, sizeof *level->names);
    if (level->materials == NULL || level->names == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for materials");
    for (uint32_t m = 0; m < count; m++) {
        const struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole) continue;
        level->materials[material->id] = material->made;
        level->names[material->id] = material->made.name;
        level->made.count++;
    }
    level->made.materials = level->materials;
    return ERR_OK;
}

static enum err_code make(struct level *level, struct export_target *target, struct err *err)
{
    struct beamng *beamng = level->beamng;
    char prefix[96];
    target->out.manifest = LEVEL_REPORT;
    const struct args_beamng *args = beamng->args;
    const char *const inputs[] = {args->terrain, args->surface, args->map, args->holes};
    RETURN_IF_ERR(export_target_spare(target, &level->files, inputs, 4, err));
    RETURN_IF_ERR(job_step(level->beamng->job, "starting", 0, err));
    RETURN_IF_ERR(outdir_start(&target->out, err));
    level->made.name = level->made.title = level->name;
    level->made.author = beamng->args->author != NULL ? beamng->args->author : "";
    for (int g = 0; g < ENGINES_BEAMNG_GROUPS; g++)
        level->made.texture_size[g] = LEVEL_TEXTURE_SIZE;
    RETURN_IF_ERR(beamng_evaluate(beamng, err));
    RETURN_IF_ERR(beamng_look(beamng, err));
    beamng_number(beamng);
    beamng_count(&level->counts, beamng->ids, beamng->size);
    RETURN_IF_ERR(list_materials(level, err));
    RETURN_IF_ERR(level_take_heights(level, err));
    RETURN_IF_ERR(level_write(level, &target->out, err));
    RETURN_IF_ERR(export_write_json(&level->files, &target->out, LEVEL_REPORT,
                                    level_report_make(level), err));
    RETURN_IF_ERR(export_target_spare(target, &level->files, NULL, 0, err));
    snprintf(prefix, sizeof prefix, "levels/%s/", level->name);
    return export_target_commit(target, &level->files, prefix, beamng->job, err);
}

/* What --dry-run shows: everything that is known without rendering. */
static enum err_code show(struct level *level, struct err *err)
{
    struct beamng *beamng = level->beamng;
    const struct ter_field *field = beamng->pair.field;
    const uint32_t size = beamng->size;
    RETURN_IF_ERR(beamng_look(beamng, err));
    const double side_m = (field->points_x - 1.0) * field->scal_m[0];
    const double square_m = beamng->resampled ? side_m / size : field->scal_m[0];
    printf("Would be written to %s: level %s, %u x %u squares of %.6g m%s\n", beamng->args->output,
           level->name, (unsigned)size, (unsigned)size, square_m,
           beamng->resampled ? ", resampled" : "");
    for (uint32_t m = 0; m < beamng->merge->count; m++) {
        const struct beamng_material *material = &beamng->materials[m];
        if (material->is_hole)
            printf("  hole  %s\n", beamng->merge->names[m]);
        else
            printf("  %4u  %-32s  %s (%s)\n", (unsigned)material->id, material->made.name,
                   material->made.ground_model, material->reason);
    }
    /* Ids, heights twice, holes or speckles; and the points that are in between. */
    const unsigned long long bytes = beamng->resampled ? 12 : 8;
    printf("Memory needed: about %llu MiB\n", (bytes * size * size >> 20) + 16);
    return ERR_OK;
}

enum err_code beamng_new_level(struct beamng *beamng, struct err *err)
{
    const struct args_beamng *args = beamng->args;
    struct level level = {.beamng = beamng,
                          .files = {.job = beamng->job, .threads = args->render.threads}};
    struct export_target target;
    enum err_code code = export_target_check(
        &target, args->output, export_named_zip(args->output), args->force || args->dry_run,
        "name a folder in place of a zip, and put that into the game's levels folder", beamng->job,
        err);
    if (code == ERR_OK && !target.zip) code = level_guard(&target.out, err);
    if (code == ERR_OK) code = plan(&level, &target, err);
    if (code == ERR_OK) code = args->dry_run ? show(&level, err) : make(&level, &target, err);
    job_finish(beamng->job);
    if (code == ERR_OK && !args->dry_run) level_say(&level);
    mem_free(level.heights);
    export_free_files(&level.files);
    export_target_free(&target);
    return code;
}
