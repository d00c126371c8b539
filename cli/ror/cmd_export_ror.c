#include "cli/export/export_guard.h"
#include "cli/say.h"
#include "cli/export/export_target.h"
#include "cli/ror/ror.h"
#include "cli/signals.h"

/* Files that no output replaces: those given, then the textures that were found. */
static enum err_code spare_given(const struct ror *ror, struct export_target *target,
                                 struct err *err)
{
    const struct args_ror *args = ror->args;
    const char *const inputs[] = {args->terrain, args->surface, args->map, args->ground_models};
    return export_target_spare(target, &ror->files, inputs, 4, err);
}

static enum err_code spare_textures(const struct ror *ror, struct export_target *target,
                                    struct err *err)
{
    for (uint32_t i = 0; i < ror->merge->count; i++) {
        const char *const inputs[] = {ror->materials[i].diffuse_from,
                                      ror->materials[i].normal_from};
        RETURN_IF_ERR(export_target_spare(target, &ror->files, inputs, 2, err));
    }
    return ERR_OK;
}

static enum err_code make(struct ror *ror, struct export_target *target, struct err *err)
{
    char report[ENGINES_ROR_FILE_SIZE];
    struct outdir *out = &target->out;
    out->manifest = engines_ror_file_name(report, ror->name, ENGINES_ROR_REPORT);
    if (!target->zip)
        RETURN_IF_ERR(export_guard_changes(
            out, report, "move it away and put it back afterwards, or choose another -o", err));
    signals_catch();
    RETURN_IF_ERR(spare_given(ror, target, err));
    RETURN_IF_ERR(outdir_start(out, err));
    enum err_code code = ror_measure_layers(ror, err);
    if (code == ERR_OK) code = ror_merge(ror, err);
    if (code == ERR_OK) code = ror_choose_grounds(ror, err);
    if (code == ERR_OK) code = ror_choose_materials(ror, err);
    if (code == ERR_OK) code = ror_render(ror, err);
    if (code == ERR_OK) code = ror_write(ror, out, err);
    if (code == ERR_OK) code = spare_textures(ror, target, err);
    if (code == ERR_OK) code = export_target_commit(target, &ror->files, "", ror->job, err);
    job_finish(ror->job);
    if (code == ERR_OK) ror_say(ror);
    return code;
}

enum say_exit cmd_export_ror(const void *values, struct say *say)
{
    struct job *job = &say->job;
    const struct args_ror *args = values;
    struct err err;
    err_clear(&err);
    struct ror ror = {0};
    struct export_target target;
    enum err_code code = export_target_check(
        &target, args->output, !args->folder, args->force,
        "add --folder and zip the files yourself, without a folder in the zip", job, &err);
    if (code == ERR_OK) code = ror_plan(&ror, args, job, &err);
    if (code == ERR_OK) code = make(&ror, &target, &err);
    ror_free(&ror);
    export_target_free(&target);
    return code == ERR_OK ? SAY_EXIT_OK : say_err(say, &err);
}
