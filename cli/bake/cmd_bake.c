#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/bake/bake.h"
#include "cli/json_text.h"
#include "cli/signals.h"

static enum err_code no_memory(struct err *err)
{
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result's description");
}

/* With -o pointing at the folder of the inputs, an output of the same name would destroy one. */
static enum err_code spare_inputs(const struct bake *bake, struct outdir *out, struct err *err)
{
    const char *const inputs[3] = {bake->args->terrain, bake->args->surface, bake->args->map};
    RETURN_IF_ERR(outdir_protect(out, inputs, 3, err));
    for (size_t i = 0; i <= bake->file_count; i++) {
        const char *name = i < bake->file_count ? bake->files[i].name : OUTDIR_MANIFEST;
        if (!outdir_is_input(out, name)) continue;
        err_set(err, ERR_ARG, ERR_NO_OFFSET,
                "is an input of this bake and would be overwritten: choose another -o or --name");
        return outdir_name_file(out, name, err);
    }
    return ERR_OK;
}

static enum err_code write_manifest(const struct outdir *out, const json_t *manifest,
                                    struct err *err)
{
    char *text = json_dumps(manifest, JSON_TEXT_FLAGS);
    char *path = outdir_path(out, OUTDIR_MANIFEST);
    const size_t length = text != NULL ? strlen(text) : 0;
    enum err_code code;
    if (text == NULL || path == NULL) {
        code = no_memory(err);
    } else {
        text[length] = '\n'; /* in place of the NUL */
        code = file_write_whole(path, text, length + 1, err);
        if (code != ERR_OK) outdir_name_file(out, OUTDIR_MANIFEST, err);
    }
    mem_free(path);
    free(text);
    return code;
}

static enum err_code commit(struct bake *bake, struct outdir *out, struct err *err)
{
    const char **names = mem_alloc(bake->file_count + 1, sizeof *names);
    if (names == NULL) return no_memory(err);
    for (size_t i = 0; i < bake->file_count; i++) names[i] = bake->files[i].name;
    const enum err_code code = outdir_commit(out, names, bake->file_count, err);
    mem_free(names);
    return code;
}

static enum err_code make(struct bake *bake, struct outdir *out, struct err *err)
{
    signals_catch();
    RETURN_IF_ERR(outdir_start(out, err));
    RETURN_IF_ERR(bake_run(bake, out, err));
    say_progress_end(bake->say);
    json_t *manifest = manifest_make(bake);
    if (manifest == NULL) return no_memory(err);
    enum err_code code;
    FAIL_IF_ERR(code, write_manifest(out, manifest, err));
    FAIL_IF_ERR(code, commit(bake, out, err));
    return bake_report_done(bake, out, manifest) ? ERR_OK : no_memory(err);

fail:
    json_decref(manifest);
    return code;
}

enum say_exit cmd_bake(const void *values, struct say *say)
{
    const struct args_bake *args = values;
    struct err err;
    err_clear(&err);
    struct outdir out;
    struct bake bake = {0};
    /* A dry run asks what a run with --force would do. */
    enum err_code code = outdir_check(&out, args->output, args->force || args->dry_run, say, &err);
    if (code == ERR_OK) code = bake_plan(&bake, args, say, &err);
    if (code == ERR_OK) code = spare_inputs(&bake, &out, &err);
    if (code == ERR_OK && args->dry_run && out.in_use && !args->force)
        say_warning(say, "%s holds files: to write there, add --force", args->output);
    if (code == ERR_OK && args->dry_run)
        code = bake_report_plan(&bake, &out) ? ERR_OK : no_memory(&err);
    else if (code == ERR_OK)
        code = make(&bake, &out, &err);
    bake_free(&bake);
    outdir_free(&out);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
