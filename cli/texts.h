/* What the program says from options/ alone: cli/texts.c, which scripts/options.py prints. Lists of
 * lines end with NULL, and tables with a row of NULL. */
#ifndef CLI_TEXTS_H
#define CLI_TEXTS_H

/* A page of help: of a command, of a family, or with "" of the program. */
struct text_page {
    const char *name;
    const char *const *lines;
    const char *const *more; /* what follows for --help, */
    const char *const *all;  /* and for --help=all; either may be NULL */
};
extern const struct text_page text_pages[];

/* A command for programs: objects in JSON, its options by group. */
struct text_command {
    const char *object;
    const char *const *options[6];
};
extern const struct text_command text_commands[];

/* A script that completes command lines. */
struct text_shell {
    const char *name;
    const char *const *lines;
};
extern const struct text_shell text_shells[];

/* What messages call a member of the library's structs. */
struct text_member {
    const char *member, *words;
};
extern const struct text_member text_members[];

#endif
