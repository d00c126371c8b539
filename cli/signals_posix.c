#define _XOPEN_SOURCE 700
#include "cli/signals.h"

#include <signal.h>
#include <string.h>

/* The one global of the program: a signal handler can reach nothing else. */
static volatile sig_atomic_t pending;

static void note_signal(int number)
{
    pending = number;
}

void signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    if (pending != 0) return;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction old;
        /* A signal that was ignored at the start (nohup) stays ignored. */
        if (sigaction(numbers[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN) continue;
        struct sigaction action;
        memset(&action, 0, sizeof action);
        sigemptyset(&action.sa_mask);
        action.sa_handler = note_signal;
        action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
        sigaction(numbers[i], &action, NULL);
    }
}

int signals_pending(void)
{
    return pending;
}

void signals_raise(void)
{
    if (pending == 0) return;
    signal(pending, SIG_DFL);
    raise(pending);
}

void signals_ignore_limits(void)
{
    signal(SIGXFSZ, SIG_IGN);
}
