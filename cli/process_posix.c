#define _POSIX_C_SOURCE 200809L
#include "cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <unistd.h>

void process_arguments(int *argc, char ***argv)
{
    (void)argc, (void)argv;
}

bool process_is_separator(char c)
{
    return c == '/';
}

void process_hold_standard_files(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && errno == EBADF) (void)!open("/dev/null", O_RDONLY);
}

void process_start_again_with(const char *variable, const char *value, char **argv)
{
#ifdef __linux__
    if (getenv(variable) != NULL) return;
    /* Without the address of a loader this may be the loader's own process ("ld.so scree info"), of
     * which /proc/self/exe is the loader. */
    if (getauxval(AT_BASE) == 0) return;
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return;
    program[length] = '\0';
    if (setenv(variable, value, 0) == 0) execv(program, argv);
#else
    (void)variable, (void)value, (void)argv;
#endif
}

bool process_has_terminal(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}
