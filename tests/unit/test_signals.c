/* cli/signals.h: the first signal is noted, the second ends the program. */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/signals.h"

/* What a process comes to that does this; its wait status. */
static int status_of(void (*act)(void))
{
    const pid_t child = fork();
    if (child == 0) {
        act();
        _exit(99);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void catch_one(void)
{
    signals_catch();
    raise(SIGTERM);
    if (signals_pending() == SIGTERM) _exit(7);
}

static void catch_often(void)
{
    signals_catch();
    signals_catch();
    raise(SIGINT);
    signals_catch(); /* as at each step of a job */
    raise(SIGINT);
}

static void end_by_it(void)
{
    signals_catch();
    raise(SIGHUP);
    signals_raise();
}

static void catch_ignored(void)
{
    signal(SIGHUP, SIG_IGN);
    signals_catch();
    raise(SIGHUP);
    if (signals_pending() == 0) _exit(7);
}

static void signals_are_noted_once(void **state)
{
    (void)state;
    int status = status_of(catch_one);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    status = status_of(catch_often);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    status = status_of(end_by_it);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGHUP);
    status = status_of(catch_ignored);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(signals_are_noted_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
