/*
 * peak COMMAND ARGUMENT...
 *
 * Runs a command and prints the most memory it had at once, in KiB, on standard output. Its status
 * is the command's.
 */
#define _DEFAULT_SOURCE /* ru_maxrss */
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    const pid_t child = fork();
    if (child == 0) {
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || waitpid(child, &status, 0) < 0 || getrusage(RUSAGE_CHILDREN, &used) != 0)
        return 2;
    printf("%ld\n", used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
