/* Test files: claims about coverage, run and reported. */
#ifndef CLI_TEST_H
#define CLI_TEST_H

#include "cli/args.h"
#include "cli/say.h"

#define TEST_MAX_ACCEPTED 256

struct args_test {
    const char *const *files; /* belong to the command line */
    size_t file_count;
    const char *accepted[TEST_MAX_ACCEPTED]; /* names of claims */
    size_t accepted_count;
    int format;       /* enum scree_form */
    const char *html; /* NULL: none */
    bool force;       /* write over it */
    uint32_t threads;
    bool all;
    struct scree_terrain_options ground;
};

enum say_exit cmd_test(const void *args, struct say *say);

#endif
