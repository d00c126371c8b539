#define WIN32_LEAN_AND_MEAN
#include "cli/signals.h"

#include <signal.h>
#include <stdio.h>
#include <windows.h>

#define CLEANING_MS 4500 /* of the five seconds that a closed console leaves */

/* The one global of the program: the handler, which has a thread of its own, can reach nothing
 * else. */
static volatile LONG pending;

/* TRUE: we end ourselves. The second Ctrl-C, and of another kind too, kills. */
static BOOL WINAPI note_event(DWORD event)
{
    const BOOL is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    const LONG earlier = InterlockedCompareExchange(&pending, is_key ? SIGINT : SIGTERM, 0);
    if (is_key) return earlier == 0;
    Sleep(CLEANING_MS); /* the process ends when this returns, or when main() does */
    return FALSE;
}

void signals_catch(void)
{
    static volatile LONG caught;
    if (InterlockedExchange(&caught, 1) == 0) SetConsoleCtrlHandler(note_event, TRUE);
}

int signals_pending(void)
{
    return (int)pending;
}

/* With the code by which consoles and batch files know a Ctrl-C. */
void signals_raise(void)
{
    if (pending == 0) return;
    fflush(NULL);
    ExitProcess((UINT)STATUS_CONTROL_C_EXIT);
}

/* There are none. */
void signals_ignore_limits(void)
{
}
