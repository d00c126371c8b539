/* What a verb is to the program: cli/tables.c has each of them. */
#ifndef CLI_VERB_H
#define CLI_VERB_H

#include "cli/tables.h"

#define CLI_MAX_GROUPS 6

struct cli_verb {
    const char *name;         /* "bake"; of two words: "export ror" */
    const char *family;       /* the first of two words; else NULL */
    const char *other_names;  /* what people call it: words with blanks between them; or NULL */
    const char *example;      /* a command line */
    const char *takes, *noun; /* "a terrain and a surface map": least to most "file"s; or NULL */
    size_t least, most;
    bool alone;          /* the first of two may come alone, unless it is a surface map */
    size_t operands[2];  /* 1 + the offset of each in its struct, const char *; or 0 */
    size_t rest;         /* likewise of those behind them, struct args_words */
    size_t output;       /* likewise of an output that it must have, */
    const char *wanted;  /* and what that is called: "FOLDER" */
    const char *endings; /* of its name, with blanks between them; NULL: the check judges it */
    const char *unlike;  /* what to do about another name; NULL: that is a folder's */
    bool prints;         /* "-" is standard output */
    const char *instead; /* an option with which its check judges operands and output; or NULL */
    const struct args_rule *rules; /* NULL text at the end; or NULL */
    uint8_t from_input;            /* so many of the first operands may be "-", standard input */
    struct args_group groups[CLI_MAX_GROUPS];
    const void *defaults; /* of the verb's struct; size bytes */
    size_t size;
    /* Judges all of it together; or NULL. */
    int (*check)(void *values, const struct args_operands *operands, struct scree_error *error);
    int (*run)(const void *values, struct say *say, struct scree_error *error);
};

/* studio_open_page() opens the page itself in the browser, without anything that serves it. */
int studio_open_page(struct scree_error *error);

#endif
