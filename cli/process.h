/* The program as a process: how it is started, its standard files, its terminal. Like signals.h it
 * has one file for each kind of system (process_posix.c). */
#ifndef CLI_PROCESS_H
#define CLI_PROCESS_H

#include <stdbool.h>

/* process_arguments() makes the arguments UTF-8, if the system gave them otherwise: *argv is then an
 * array of the program's, until it ends. Without memory they stay. */
void process_arguments(int *argc, char ***argv);

/* process_is_separator() says whether c stands between the parts of a path here. */
bool process_is_separator(char c);

/* process_hold_standard_files() opens those standard files that the program was started without.
 * The first files that it opens would take their numbers, and what is printed would end up in an
 * output: so something that cannot be written has them. What is printed goes out byte for byte, and
 * a console shows it as UTF-8. Call it first. */
void process_hold_standard_files(void);

/* process_start_again_with() lets the program begin once more, with the same arguments and a
 * variable of the environment that it does not have yet. It returns if the variable is there,
 * whatever its value, or if that cannot be. */
void process_start_again_with(const char *variable, const char *value, char **argv);

/* process_file_beside() is the path of a file given from the folder of the program, for free(); NULL:
 * it is not there. */
char *process_file_beside(const char *name);
/* process_open() opens an address or a file with the program that the user has for it; false: there
 * is none. */
bool process_open(const char *address);
/* process_has_own_console() says whether the program was started by a double click on it: the
 * console is its own and goes with it. */
bool process_has_own_console(void);

/* process_has_terminal() says whether standard error is a terminal on which a line can be drawn
 * anew. */
bool process_has_terminal(void);

#endif
