/*
 * Talk: everything for people goes to stderr through here, data goes to stdout elsewhere.
 *
 *   scree: FILE: byte N: message        an error, one line
 *   scree: warning: message             each different one once, and few that are alike
 *   message                             what was made, where, and what matters of it
 *
 * Notes, which are details, and further warnings that are alike appear with --verbose; without it a
 * last line counts them.
 *
 * Colours and the progress bar appear only on a terminal; NO_COLOR and TERM=dumb are honoured.
 * Names in messages come from files, so whatever could steer a terminal is shown as '?'.
 */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "cli/fail.h"

/* Exit codes; 10 and above are kept for results. */
enum say_exit {
    SAY_EXIT_OK = 0,
    SAY_EXIT_INTERNAL = 1, /* out of memory, or a mistake in scree itself */
    SAY_EXIT_USAGE = 2,    /* the command line is wrong */
    SAY_EXIT_INPUT = 3,    /* an input cannot be read, is damaged, unsupported or too large */
    SAY_EXIT_OUTPUT = 4,   /* an output cannot be written */
    /* What was found, of verbs that answer a question; their --help says what each means. */
    SAY_EXIT_FINDINGS = 10,
    SAY_EXIT_FAILED = 11,
    SAY_EXIT_MISMATCH = 12
};

#define SAY_MAX_KEPT 64
#define SAY_TEXT_SIZE 1024
#define SAY_MAX_ALIKE 3

struct json_t;

struct say {
    /* Talks here and is cancelled when a signal comes; threads and such are the verb's to set. */
    struct scree_job work;
    unsigned char *input; /* standard input, if "-" is an operand; or NULL */
    size_t input_size;
    /* Of a map that --style makes: */
    const char *beside;    /* the output that it is written beside; NULL: it is not written */
    bool beside_replace;   /* a file that exists */
    const double *water_m; /* the command's own water; NULL: none */
    const char *cover, *cover_legend, *cover_areas; /* what its layers follow; or NULL */
    struct scree_sink *made;                        /* where it goes; open_close() closes it, */
    struct scree_styled *styled;                    /* and tells of it */
    struct scree_sink *page; /* of open_report(), which open_close() closes, too; or NULL */
    const char *page_name;
    struct json_t *files; /* that were written, for results in JSON; or NULL */
    enum say_exit found;  /* what a command says by its exit code; SAY_EXIT_OK: nothing */
    bool warned_of_edges; /* of a place without letters */
    bool quiet;           /* errors only */
    bool verbose;         /* all that there is to say */
    bool terminal;        /* stderr can be redrawn */
    bool color;
    uint32_t piece, pieces; /* of a work whose progress is one; 0: it is in one piece */
    bool bar_shown;
    int bar_percent;
    size_t warning_count;
    char *kept[SAY_MAX_KEPT];        /* all warnings, for results in JSON, */
    const char *kinds[SAY_MAX_KEPT]; /* and their kinds */
    size_t left_out;                 /* notes and warnings that --verbose shows, */
    size_t left_out_warnings;        /* and how many are warnings */
};

/* say_init() looks at stderr and the environment; say_free() takes the bar away. */
void say_init(struct say *say);
void say_free(struct say *say);

/* say_no_error() is an error to be filled, whose texts will name options as this program does. */
struct scree_error say_no_error(void);
/* say_error() prints error as one line and returns the exit code that goes with it. */
enum say_exit say_error(struct say *say, const struct scree_error *error);

/* Both are silent with quiet; warnings are kept in any case. */
void say_warning(struct say *say, const char *format, ...) PRINTF_LIKE(2, 3);
void say_line(struct say *say, const char *format, ...) PRINTF_LIKE(2, 3);
/* say_left_out() counts what --verbose would have said, when a command has succeeded. */
void say_left_out(struct say *say);
/* say_progress_end() removes the bar. */
void say_progress_end(struct say *say);

#endif
