/*
 * Talk: everything for people goes to stderr through here, data goes to stdout elsewhere.
 *
 *   scree: FILE: byte N: message        an error, one line
 *   scree: warning: message             each different one once
 *   scree: message                      a note
 *
 * Colours and the progress bar appear only on a terminal; NO_COLOR and TERM=dumb are honoured.
 * Names in messages come from files, so whatever could steer a terminal is shown as '?'.
 */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/warn.h"

/* Exit codes; 10 and above are kept for results. */
enum say_exit {
    SAY_EXIT_OK = 0,
    SAY_EXIT_INTERNAL = 1, /* out of memory, or a mistake in scree itself */
    SAY_EXIT_USAGE = 2,    /* the command line makes no sense */
    SAY_EXIT_INPUT = 3,    /* an input cannot be read, is damaged, unsupported or too large */
    SAY_EXIT_OUTPUT = 4,   /* an output cannot be written */
    /* What was found, of verbs that answer a question; their --help says what each means. */
    SAY_EXIT_FINDINGS = 10,
    SAY_EXIT_FAILED = 11,
    SAY_EXIT_MISMATCH = 12
};

#define SAY_MAX_KEPT 64
#define SAY_TEXT_SIZE 1024

struct say {
    bool quiet;    /* errors only */
    bool terminal; /* stderr can be redrawn */
    bool color;
    bool bar_shown;
    int bar_percent;
    size_t warning_count;
    uint64_t warnings[SAY_MAX_KEPT]; /* digests of what was said */
    char *kept[SAY_MAX_KEPT];        /* the texts, for results in JSON */
};

/* say_init() looks at stderr and the environment; say_free() takes the bar away. */
void say_init(struct say *say);
void say_free(struct say *say);

/* say_error() prints err as one line and returns the exit code that goes with it. */
enum say_exit say_error(struct say *say, const struct err *err);
enum say_exit say_exit_code(enum err_code code);

/* Both are silent with quiet; warnings are kept in any case. */
void say_warning(struct say *say, const char *format, ...) PRINTF_LIKE(2, 3);
void say_note(struct say *say, const char *format, ...) PRINTF_LIKE(2, 3);
/* say_warnings() says all of a document's warnings. */
void say_warnings(struct say *say, const char *path, const struct warn_list *list);
/* say_warning_text() writes "byte N: text" to out. */
char *say_warning_text(char *out, size_t size, const struct warning *warning);

/* say_progress() draws the bar; fraction is 0 .. 1. say_progress_end() removes it. */
void say_progress(struct say *say, const char *doing, double fraction);
void say_progress_end(struct say *say);

/* say_words() copies a text of the library with its options as this program calls them: {cell_m}
 * becomes "--cell METRES". Returns out. */
char *say_words(char *out, size_t size, const char *text);

/* say_clean() copies text as valid UTF-8 in which control characters, broken bytes and characters
 * that XML cannot hold are '?', cut at a character if out[0 .. size) is too small. Returns out. */
char *say_clean(char *out, size_t size, const char *text);
/* say_no_command() changes "##[" to "##?", and returns text: GitHub Actions obeys "##[name]" in
 * any place of a line. */
char *say_no_command(char *text);
/* say_column() is say_clean() for a column of a table: filled with blanks to `least` characters and
 * cut to `most`, whatever bytes they take. */
char *say_column(char *out, size_t size, const char *text, size_t least, size_t most);

#endif
