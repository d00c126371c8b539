#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <unistd.h>

#include "cli/args.h"
#include "cli/help.h"
#include "cli/say.h"
#include "cli/signals.h"
#include "cli/verbs.h"

static enum say_exit run(const struct args *args, struct say *say)
{
    if (args->version)
        help_print_version();
    else if (args->help && args->verb != NULL)
        help_print_verb(args->verb);
    else if (args->help && args->family != NULL)
        help_print_family(args->verbs, args->family);
    else if (args->help)
        help_print_program(args->verbs);
    else
        return args->verb->run(args->values, say);
    return SAY_EXIT_OK;
}

/*
 * OpenMP's threads spin while they wait, which takes time from those that work
 * (docs/performance.md, "Waiting threads"). They sleep if a variable of the environment says so
 * when the program starts, and there is no other way: so it starts again with it. Where that cannot
 * be, they spin.
 */
static void start_with_sleeping_threads(char **argv)
{
#ifdef __linux__
    static const char policy[] = "OMP_WAIT_POLICY";
    if (getenv(policy) != NULL) return;
    /* Without the address of a loader this may be the loader's own process ("ld.so scree info"), of
     * which /proc/self/exe is the loader. */
    if (getauxval(AT_BASE) == 0) return;
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return;
    program[length] = '\0';
    if (setenv(policy, "passive", 0) == 0) execv(program, argv);
#else
    (void)argv;
#endif
}

/* A program may be started with standard files closed. The first files that it opens would take
 * their numbers, and what is printed would end up in an output: so something that cannot be written
 * has them. */
static void hold_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF) (void)!open("/dev/null", O_RDONLY);
}

/* A result that did not reach a full disk or a closed pipe is no result. */
static enum say_exit finish_output(enum say_exit code, struct say *say)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    const int reason = errno;
    struct err err;
    err_clear(&err);
    err_set(&err, ERR_WRITE, ERR_NO_OFFSET, "cannot write to standard output%s%s",
            reason != 0 ? ": " : "", reason != 0 ? strerror(reason) : "");
    const enum say_exit write_code = say_error(say, &err);
    return code == SAY_EXIT_OK || code >= SAY_EXIT_FINDINGS ? write_code : code;
}

int main(int argc, char **argv)
{
    hold_standard_files();
    start_with_sleeping_threads(argv);
    signals_ignore_limits();
    struct say say;
    say_init(&say);
    struct args args;
    struct err err;
    err_clear(&err);
    enum say_exit code;
    if (args_parse(&args, cli_verbs, argc, argv, &err) != ERR_OK) {
        code = say_error(&say, &err);
    } else {
        say.quiet = args.quiet;
        code = run(&args, &say);
    }
    code = finish_output(code, &say);
    args_free(&args);
    say_free(&say);
    signals_raise();
    return (int)code;
}
