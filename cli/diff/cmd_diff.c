#include "cli/diff/diff_cli.h"
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

static enum err_code compare(struct diff *diff, struct diff_verdict *verdict, struct err *err)
{
    RETURN_IF_ERR(diff_open(diff, err));
    signals_catch();
    RETURN_IF_ERR(diff_run(diff, err));
    RETURN_IF_ERR(diff_name_joints(diff, err));
    *verdict = diff_judge(diff);
    const bool good =
        diff->args->json ? diff_print_json(diff, verdict) : diff_print_text(diff, verdict);
    return good ? ERR_OK : err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the result");
}

enum say_exit cmd_diff(const void *values, struct say *say)
{
    const struct args_diff *args = values;
    struct diff diff = {.args = args, .say = say, .depth = args->depth};
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
    const enum err_code code = compare(&diff, &verdict, &err);
    enum say_exit status = code == ERR_OK ? exit_of(verdict.result) : say_error(say, &err);
    if (code != ERR_OK && diff.not_comparable) status = SAY_EXIT_MISMATCH;
    diff_free(&diff);
    return status;
}
