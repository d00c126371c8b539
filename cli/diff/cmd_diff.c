#include "cli/diff/diff_html.h"
#include "cli/output_file.h"
#include "cli/signals.h"

static enum say_exit exit_of(enum diff_result result)
{
    switch (result) {
    case DIFF_SAME:
    case DIFF_WITHIN:
        return SAY_EXIT_OK;
    case DIFF_WARNED:
        return SAY_EXIT_FINDINGS;
    case DIFF_FAILED:
        return SAY_EXIT_FAILED;
    }
    return SAY_EXIT_INTERNAL;
}

static enum err_code check_outputs(const struct args_diff *args, struct err *err)
{
    const char *const inputs[] = {args->before, args->after, args->terrain};
    const char *const outputs[] = {args->picture, args->html};
    for (size_t i = 0; i < 2; i++)
        if (outputs[i] != NULL)
            RETURN_IF_ERR(output_file_check(outputs[i], inputs, args->terrain != NULL ? 3 : 2,
                                            args->force, err));
    return ERR_OK;
}

/* Files of the bakes that are compared are inputs, too. */
static enum err_code check_folders(const struct diff *diff, struct err *err)
{
    const char *const outputs[] = {diff->args->picture, diff->args->html};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 2 && diff->sides[s].baked.manifest != NULL; i++)
            if (outputs[i] != NULL)
                RETURN_IF_ERR(baked_check_output(&diff->sides[s].baked, outputs[i], err));
    return ERR_OK;
}

static enum err_code write_outputs(const struct diff *diff, const struct diff_verdict *verdict,
                                   struct output_files *files, struct err *err)
{
    const struct diff_pictures *p = diff->pictures;
    if (files->count == 0) return ERR_OK;
    if (diff->args->html != NULL) {
        const enum err_code code = diff_write_html(diff, verdict, output_files_path(files, 0), err);
        RETURN_IF_ERR(output_files_wrote(files, 0, code, err));
    }
    if (diff->args->picture != NULL) {
        const size_t i = files->count - 1;
        const enum err_code code =
            image_write_png8(output_files_path(files, i), p->change, p->width, p->height, 3, err);
        RETURN_IF_ERR(output_files_wrote(files, i, code, err));
    }
    return output_files_commit(files, err);
}

/* The page first. */
static enum err_code open_outputs(struct output_files *files, const struct args_diff *args,
                                  struct err *err)
{
    const char *paths[2];
    size_t count = 0;
    if (args->html != NULL) paths[count++] = args->html;
    if (args->picture != NULL) paths[count++] = args->picture;
    return count > 0 ? output_files_open(files, paths, count, err) : ERR_OK;
}

static enum err_code compare(struct diff *diff, struct diff_verdict *verdict,
                             struct output_files *files, struct err *err)
{
    RETURN_IF_ERR(check_outputs(diff->args, err));
    RETURN_IF_ERR(diff_open(diff, err));
    RETURN_IF_ERR(check_folders(diff, err));
    signals_catch();
    RETURN_IF_ERR(open_outputs(files, diff->args, err));
    RETURN_IF_ERR(diff_run(diff, err));
    RETURN_IF_ERR(diff_name_joints(diff, err));
    *verdict = diff_judge(diff);
    RETURN_IF_ERR(write_outputs(diff, verdict, files, err));
    const bool good =
        diff->args->json ? diff_print_json(diff, verdict) : diff_print_text(diff, verdict);
    return good ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result");
}

enum say_exit cmd_diff(const void *values, struct say *say)
{
    const struct args_diff *args = values;
    struct diff diff = {.args = args, .say = say, .depth = args->depth, .full = COMPARE_FULL_FINE};
    diff.render = (struct render_options){.grid = RENDER_CELLS,
                                          .width = args->size.width,
                                          .height = args->size.height,
                                          .relief = args->render.relief,
                                          .root_density = args->render.root_density,
                                          .tile = args->render.tile,
                                          .isa = args->render.isa,
                                          .exhaustive = args->render.exhaustive,
                                          .threads = args->render.threads};
    struct diff_verdict verdict;
    struct err err;
    err_clear(&err);
    struct output_files files = {.say = say};
    const enum err_code code = compare(&diff, &verdict, &files, &err);
    output_files_free(&files);
    enum say_exit status = code == ERR_OK ? exit_of(verdict.result) : say_error(say, &err);
    if (code != ERR_OK && diff.not_comparable) status = SAY_EXIT_MISMATCH;
    diff_free(&diff);
    return status;
}
