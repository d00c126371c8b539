#define _XOPEN_SOURCE 700
#include "cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif
#include <sys/wait.h>
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

char *process_file_beside(const char *name)
{
#ifdef __linux__
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return NULL;
    path[length] = '\0';
    const size_t folder = (size_t)(strrchr(path, '/') + 1 - path);
    if (folder + strlen(name) >= sizeof path) return NULL;
    strcpy(path + folder, name);
    return realpath(path, NULL);
#else
    (void)name;
    return NULL;
#endif
}

/* The opener is a grandchild, which nobody waits for. */
bool process_open(const char *address)
{
    static const char *const openers[] = {"xdg-open", "open", NULL};
    for (size_t i = 0; openers[i] != NULL; i++) {
        int answer[2];
        if (pipe(answer) != 0) return false;
        const pid_t child = fork();
        if (child == 0) {
            close(answer[0]);
            (void)!fcntl(answer[1], F_SETFD, FD_CLOEXEC);
            if (fork() != 0) _exit(0);
            const int nothing = open("/dev/null", O_RDWR);
            for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) (void)!dup2(nothing, file);
            execlp(openers[i], openers[i], address, (char *)NULL);
            (void)!write(answer[1], "", 1); /* it is not there */
            _exit(127);
        }
        close(answer[1]);
        char failed;
        const bool opened = child > 0 && read(answer[0], &failed, 1) == 0;
        close(answer[0]);
        if (child > 0) waitpid(child, NULL, 0);
        if (opened) return true;
    }
    return false;
}

bool process_has_own_console(void)
{
    return false;
}

bool process_has_terminal(void)
{
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind != NULL && strcmp(kind, "dumb") != 0;
}
