#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/args.h"
#include "cli/commands.h"
#include "cli/help.h"
#include "cli/say.h"
#include "cli/signals.h"

static enum say_exit run(const struct args *args, struct say *say)
{
    switch (args->verb) {
    case ARGS_HELP:
        help_print(args->help_about);
        return SAY_EXIT_OK;
    case ARGS_VERSION:
        help_print_version();
        return SAY_EXIT_OK;
    case ARGS_INFO:
        return cmd_info(&args->info, say);
    case ARGS_LINT:
        return cmd_lint(&args->lint, say);
    case ARGS_BAKE:
        return cmd_bake(&args->bake, say);
    case ARGS_CONVERT:
        return cmd_convert(&args->convert, say);
    case ARGS_EXPORT:
        return cmd_export(&args->export, say);
    case ARGS_SET:
        return cmd_set(&args->set, say);
    case ARGS_PREVIEW:
        return cmd_preview(&args->preview, say);
    }
    return SAY_EXIT_INTERNAL;
}

int main(int argc, char **argv)
{
    signals_ignore_limits();
    struct say say;
    say_init(&say);
    struct args args;
    struct err err;
    err_clear(&err);
    enum say_exit code;
    if (args_parse(&args, argc, argv, &err) != ERR_OK) {
        code = say_error(&say, &err);
    } else {
        say.quiet = args.quiet;
        code = run(&args, &say);
    }
    /* A result that did not reach a full disk or a closed pipe is no result. */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        err_clear(&err);
        err_set(&err, ERR_WRITE, ERR_NO_OFFSET, "cannot write to standard output: %s",
                strerror(errno));
        const enum say_exit write_code = say_error(&say, &err);
        if (code == SAY_EXIT_OK || code == SAY_EXIT_FINDINGS) code = write_code;
    }
    args_free(&args);
    say_free(&say);
    signals_raise();
    return (int)code;
}
