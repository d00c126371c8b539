/* What a verb is to the program: cli/tables.c has each of them, cli/verbs.h lists them all. */
#ifndef CLI_VERB_H
#define CLI_VERB_H

#include "cli/args.h"
#include "cli/say.h"
#include "cli/tables.h"

#define CLI_MAX_GROUPS 6

struct cli_verb {
    const char *name;            /* "bake"; of two words: "export ror" */
    const char *family;          /* the first of two words; else NULL */
    const char *synopsis;        /* its operands, for the list of commands */
    const char *summary;         /* what it does, in few words */
    const char *intro;           /* what it does, behind its name and operands */
    const char *const *examples; /* command lines, NULL at the end */
    const char *notes, *closing; /* before and behind the options; NULL: none */
    const char *engine;   /* whose limits the help ends with: a key of scree_engine_at(), or NULL */
    const char *finding;  /* what exit code 10 means for it; NULL: it never ends so */
    const char *failure;  /* likewise 11 */
    const char *mismatch; /* likewise 12 */
    const char *takes, *noun; /* "a terrain and a surface map": least to most "file"s; or NULL */
    size_t least, most;
    uint8_t from_input; /* so many of the first operands may be "-", standard input */
    bool styled;        /* takes --style NAME in place of SURFACE, */
    bool keeps_style;   /* and writes the made map beside its output */
    /* Ends at the first without options. --help and --quiet are every verb's. */
    struct args_group groups[CLI_MAX_GROUPS];
    const void *defaults; /* of the verb's struct; size bytes */
    size_t size;
    /* Takes the operands into the struct and judges all of it together. */
    int (*check)(void *values, const struct args_operands *operands, struct scree_error *error);
    /* Says its own errors and returns the exit code. */
    enum say_exit (*run)(const void *values, struct say *say);
};

#endif
