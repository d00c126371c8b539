/*
 * Ctrl-C and its kin while files are under way: the signal is noted, the work stops at the next
 * band of rows, what was written is removed, and the program ends by the same signal. One file for
 * each kind of system (signals_posix.c).
 */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

/* signals_catch() notes SIGINT, SIGTERM and SIGHUP from now on; the second of a kind kills, however
 * often this is called. */
void signals_catch(void);
/* The signal that came, or 0. */
int signals_pending(void);
/* signals_raise() ends the program by the signal that came, if one did. */
void signals_raise(void);
/* signals_ignore_limits() makes a file that grows beyond its limit an error of write(). */
void signals_ignore_limits(void);

#endif
