/* Test files: claims about coverage, run and reported. */
#ifndef CLI_TEST_H
#define CLI_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"
#include "cli/args.h"
#include "cli/load.h"
#include "cli/say.h"
#include "compare/compare.h"

#define TEST_MAX_ACCEPTED 256

enum test_format { TEST_TEXT, TEST_TAP, TEST_JUNIT, TEST_GITHUB };

struct args_test {
    const char *const *files; /* belong to the command line */
    size_t file_count;
    const char *accepted[TEST_MAX_ACCEPTED]; /* names of claims */
    size_t accepted_count;
    enum test_format format;
    const char *html; /* NULL: none */
    bool force;       /* write over it */
    uint32_t threads;
    bool all;
    struct args_ground ground;
};

enum say_exit cmd_test(const void *args, struct say *say);

/* A scene of a file, loaded and evaluated. It stays, so that reports can look closer. */
struct test_scene {
    char *terrain, *surface, *map; /* paths; map NULL: none */
    struct load_pair pair;
    struct load_file map_file;
    struct render_merge *merge;
    struct render_options options;
    struct compare_stage stage;
    struct compare_run *run;
    uint64_t evaluated; /* texels: each once, whatever the number of claims */
};

struct test_file {
    const char *path;
    struct file_bytes bytes;
    struct compare_suite *suite;
    struct test_scene *scenes;             /* [suite->scene_count] */
    const struct compare_result **results; /* [suite->claim_count] */
    bool *accepted;                        /* [claim]: its expectation was rewritten */
    size_t failed;                         /* claims that do not hold and were not rewritten */
    char *rewritten;                       /* rewritten[0 .. rewritten_size), NULL: not */
    size_t rewritten_size, rewritten_count;
};

/* test_file_open() reads and parses. *out is to be freed with test_file_free() in any case. */
MUST_USE enum err_code test_file_open(struct test_file *out, const char *path, struct err *err);
void test_file_free(struct test_file *file);
/* test_scene_run() loads a scene, evaluates it once and answers all claims about it. */
MUST_USE enum err_code test_scene_run(struct test_file *file, uint32_t scene,
                                      const struct args_test *args, struct say *say,
                                      struct err *err);
/* test_accept() makes file->rewritten of the file, with other expectations where named claims do
 * not hold. ERR_ARG: one says what is meant, not what was found. */
MUST_USE enum err_code test_accept(struct test_file *file, const struct args_test *args,
                                   struct err *err);

/* test_report() prints the results of all files. */
void test_report(const struct test_file *files, size_t count, const struct args_test *args);

/* test_write_html() writes them as a page. ERR_WRITE, ERR_NOMEM. */
MUST_USE enum err_code test_write_html(const struct test_file *files, size_t count,
                                       const char *path, struct err *err);

#endif
