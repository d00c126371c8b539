/*
 * The command line: what any verb's options are made of, and reading them.
 *
 * A verb's options are groups of table rows (cli/verb.h). A row names the option, the function that
 * reads its value, and where in the verb's own struct the value goes. Texts point into argv.
 */
#ifndef CLI_ARGS_H
#define CLI_ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/scree.h>

#include "cli/say.h"

struct args_choice {
    const char *name; /* NULL ends a table */
    int value;
};

struct args_option;

/* What is read: the words of an option into *to; NULL: it has not as many. */
struct args_value {
    void *to;
    const struct args_option *option;
    const char *text, *second;
};
/* cli/tables.h has them all. */
typedef int args_reader(const struct args_value *in, struct scree_error *error);

struct args_option {
    const char *name;  /* without "--" */
    char letter;       /* 0: none */
    uint8_t words;     /* values it takes: 0, 1 or 2 */
    bool optional;     /* with words 0: it takes one behind '=', or none */
    args_reader *read; /* one of those below, or the verb's own */
    size_t to;         /* offset in the struct of its group */
    uint32_t lowest,
        highest; /* of args_count and args_real; lowest: the value of args_alternative */
    const struct args_choice *choices; /* of args_choice and its like; NULL name at the end */
    size_t given; /* 0, or 1 + the offset of a bool that becomes true with it */
};

/* args_refuse() says what the text is not: "is neither 1 nor 2". SCREE_BAD_ARGUMENT. */
int args_refuse(const struct args_value *in, const char *finding, struct scree_error *error);
/* args_read_numbers() reads "1,2,3", exactly count numbers. SCREE_BAD_ARGUMENT. */
MUST_USE int args_read_numbers(double *out, size_t count, const char *text);

/* Values within a word; each error names the option. */
/* What an operand begins with that stands for a map made by --style. */
#define ARGS_STYLE_WORD "--style="

/* A whole number, lowest <= *out <= highest. */
MUST_USE int args_read_count(uint32_t *out, const char *option, const char *text, uint32_t lowest,
                             uint32_t highest, struct scree_error *error);
/* A decimal number such as -12, 0.55 or 1e3. */
MUST_USE int args_read_real(double *out, const char *option, const char *text,
                            struct scree_error *error);
/* Metres, or "none". */
MUST_USE int args_read_water(struct scree_style_options *style, const char *option,
                             const char *text, struct scree_error *error);
/* "X,Y,WxH", or "X,Y,N", which is NxN; false: it is neither. */
MUST_USE bool args_read_box(uint32_t box[4], const char *text);

/* A size as people give it, in texels or points. */
struct args_size {
    uint32_t width, height; /* 0: not given; height 0 with a width: one number alone */
};

/* Options that several verbs share, or those of one verb. */
struct args_group {
    const struct args_option *options;
    size_t count;
    size_t to;    /* offset of their struct in the verb's; ARGS_OF_PROGRAM: it is struct args */
    size_t given; /* offset in the verb's of a bool: one of them was there; or ARGS_NOT_KEPT */
    const struct args_rule *rules; /* about these options, NULL text at the end; or NULL */
};
#define ARGS_NOT_KEPT SIZE_MAX
#define ARGS_OF_PROGRAM SIZE_MAX

/* How work is done, which changes no result: the program's own job. */
struct args_job {
    uint32_t threads, tile; /* 0 chooses */
    const char *isa;
    bool no_culling;
};

/* Options that do not go together, or not alone: one of some is given, and another of others is,
 * too, or with `needs` none of them. No options: in any case. Names have blanks between them; {1} and {2} in the text stand
 * for the two. */
struct args_rule {
    const char *options, *others;
    bool needs;
    const char *text;
};

/* Words of the command line. */
struct args_words {
    const char *const *words;
    size_t count;
};

/* Words of an option that may be given several times, as often as its row has for the highest. */
struct args_list {
    const char *words[256];
    size_t count;
};

/* What is no option, in order; and which options there were, NULL at the end. */
#define ARGS_MAX_GIVEN 64
struct args_operands {
    const char **words;
    size_t count;
    const char *given[ARGS_MAX_GIVEN + 1];
};
/* args_given() says whether an option was there. */
bool args_given(const struct args_operands *operands, const char *option);

struct cli_verb;

struct args {
    const struct cli_verb *const *verbs; /* all that there are */
    bool help, help_all, help_json, version, licenses, quiet, verbose;
    const struct cli_verb *verb; /* to run, or to help with; NULL: none */
    const char *family;          /* to help with all verbs of a family; or NULL */
    bool reads_input;            /* an operand is "-": standard input */
    struct args_job job;
    const char *style;                              /* of --style; or NULL */
    const char *cover, *cover_legend, *cover_areas; /* what it follows; or NULL */
    char *style_word;                               /* the operand that stands for it */
    void *values;                                   /* the verb's struct */
    struct args_operands operands;
};

/* args_parse() fills *out, which is to be freed in any case; verbs ends with NULL and outlives it.
 * SCREE_BAD_ARGUMENT with the remedy in the message; SCREE_NO_MEMORY. */
MUST_USE int args_parse(struct args *out, const struct cli_verb *const *verbs, int argc,
                        char **argv, struct scree_error *error);
void args_free(struct args *args);

/* args_check_folder() refuses the name of an output that is a folder if it ends like a file's, or is
 * "-"; verb is for messages. */
MUST_USE int args_check_folder(const char *output, const char *verb, struct scree_error *error);

#endif
