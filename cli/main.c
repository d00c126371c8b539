#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/open.h"
#include "cli/process.h"
#include "cli/signals.h"
#include "cli/verb.h"

static int run(const struct args *args, struct say *say, struct scree_error *error)
{
    if (args->version)
        help_print_version();
    else if (args->licenses)
        fputs(scree_licenses(), stdout);
    else if (args->help_json)
        return help_print_json(error);
    else if (args->help)
        help_print(args->verb != NULL     ? args->verb->name
                   : args->family != NULL ? args->family
                                          : "",
                   args->help_all);
    else
        return args->verb->run(args->values, say, error);
    return SCREE_OK;
}

/*
 * OpenMP's threads spin while they wait, which takes time from those that work: a bake on a busy
 * machine 1.3 s instead of 0.7. They sleep if a variable of the environment says so when the
 * program starts, and there is no other way: so it starts again with it. Where that cannot be,
 * they spin.
 */
static void start_with_sleeping_threads(char **argv)
{
    process_start_again_with("OMP_WAIT_POLICY", "passive", argv);
}

static int start(struct args *args, struct say *say, int argc, char **argv,
                 struct scree_error *error)
{
    if (argc < 2 && process_has_own_console()) return studio_open_page(error);
    RETURN_IF_FAILED(args_parse(args, cli_verbs, argc, argv, error));
    if (args->reads_input) RETURN_IF_FAILED(open_input(say, error));
    say->quiet = args->quiet;
    say->verbose = args->verbose;
    say->cover = args->cover;
    say->cover_legend = args->cover_legend;
    say->cover_areas = args->cover_areas;
    say->work.threads = args->job.threads;
    say->work.tile = args->job.tile;
    say->work.isa = args->job.isa;
    say->work.no_culling = args->job.no_culling;
    return run(args, say, error);
}

/* A result that did not reach a full disk or a closed pipe is no result. */
static enum say_exit finish_output(enum say_exit code, struct say *say)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    const int reason = errno;
    struct scree_error error = say_no_error();
    fail_with(&error, SCREE_CANNOT_WRITE, "cannot write to standard output%s%s",
              reason != 0 ? ": " : "", reason != 0 ? strerror(reason) : "");
    const enum say_exit write_code = say_error(say, &error);
    return code == SAY_EXIT_OK || code >= SAY_EXIT_FINDINGS ? write_code : code;
}

int main(int argc, char **argv)
{
    static char buffer[65536]; /* whole texts, so that a failing flush is the last one */
    process_arguments(&argc, &argv);
    process_hold_standard_files();
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    start_with_sleeping_threads(argv);
    signals_ignore_limits();
    struct say say;
    say_init(&say);
    struct args args = {.values = NULL};
    struct scree_error error = say_no_error();
    enum say_exit code = SAY_EXIT_OK;
    if (start(&args, &say, argc, argv, &error) != SCREE_OK) code = say_error(&say, &error);
    if (say.found != SAY_EXIT_OK) code = say.found;
    const bool done = code == SAY_EXIT_OK || code >= SAY_EXIT_FINDINGS;
    open_end(&say, done);
    if (done) say_left_out(&say);
    code = finish_output(code, &say);
    args_free(&args);
    say_free(&say);
    signals_raise();
    return (int)code;
}
