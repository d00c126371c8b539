/* What a verb is to the program: cli/tables.c has each of them. */
#ifndef CLI_VERB_H
#define CLI_VERB_H

#include "cli/args.h"
#include "cli/say.h"
#include "cli/tables.h"

#define CLI_MAX_GROUPS 6

struct cli_verb {
    const char *name;         /* "bake"; of two words: "export ror" */
    const char *family;       /* the first of two words; else NULL */
    const char *other_names;  /* what people call it: words with blanks between them; or NULL */
    const char *example;      /* a command line */
    const char *takes, *noun; /* "a terrain and a surface map": least to most "file"s; or NULL */
    size_t least, most;
    uint8_t from_input; /* so many of the first operands may be "-", standard input */
    struct args_group groups[CLI_MAX_GROUPS];
    const void *defaults; /* of the verb's struct; size bytes */
    size_t size;
    /* Takes the operands into the struct and judges all of it together. */
    int (*check)(void *values, const struct args_operands *operands, struct scree_error *error);
    int (*run)(const void *values, struct say *say, struct scree_error *error);
};

#endif
