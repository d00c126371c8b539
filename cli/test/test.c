/* scree test: files of claims. */
#include <stdlib.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

/* Claims under way, and what is written of them: rewritten files, and a page. */
struct testing {
    const struct args_test *args;
    struct scree_test *test;
    struct scree_sink *page, *rewritten;
};

static int open_test(struct testing *t, struct scree_error *error)
{
    const struct args_test *args = t->args;
    for (size_t i = 0; i < args->files.count; i++)
        if (scree_surface_is_in(scree_file(args->files.words[i]))) {
            fail_with(error, SCREE_UNSUPPORTED,
                      "holds a surface map, expected claims: a .test file names its surface map");
            return fail_file(error, args->files.words[i]);
        }
    struct scree_test_options options = args->test;
    options.terrain = &args->ground;
    options.output = t->page;
    struct scree_source *files = malloc(args->files.count * sizeof *files);
    if (files == NULL) return fail_with(error, SCREE_NO_MEMORY, "no memory for the files");
    for (size_t i = 0; i < args->files.count; i++) files[i] = scree_file(args->files.words[i]);
    const int code = scree_test_open(&t->test, files, args->files.count, &options, error);
    free(files);
    return code;
}

/* ---- outputs ---- */

static int open_rewritten(struct testing *t, struct scree_error *error)
{
    const struct args_test *args = t->args;
    const char **paths = malloc(args->files.count * sizeof *paths);
    if (paths == NULL) return fail_with(error, SCREE_NO_MEMORY, "no memory for file names");
    size_t count = 0;
    for (size_t i = 0; i < args->files.count; i++)
        if (scree_test_rewritten(t->test, i) > 0) paths[count++] = args->files.words[i];
    const int code =
        count > 0 ? scree_sink_files(&t->rewritten, paths, count, SCREE_REPLACE, error) : SCREE_OK;
    free(paths);
    return code;
}

static int write_rewritten(struct testing *t, struct scree_error *error)
{
    RETURN_IF_FAILED(open_rewritten(t, error));
    for (size_t i = 0; i < t->args->files.count; i++) {
        struct scree_bytes bytes = {NULL, 0};
        if (scree_test_rewritten(t->test, i) == 0) continue;
        RETURN_IF_FAILED(scree_test_rewrite(t->test, i, &bytes, error));
        RETURN_IF_FAILED(open_write(t->rewritten, t->args->files.words[i], &bytes, error));
    }
    return SCREE_OK;
}

static int write_page(struct testing *t, struct say *say, struct scree_error *error)
{
    struct scree_bytes page = {NULL, 0};
    if (t->page == NULL) return SCREE_OK;
    RETURN_IF_FAILED(scree_test_document(t->test, &page, SCREE_HTML, &say->work, error));
    return open_write(t->page, t->args->html, &page, error);
}

static void say_rewritten(const struct testing *t, struct say *say)
{
    for (size_t i = 0; i < t->args->files.count; i++) {
        const size_t count = scree_test_rewritten(t->test, i);
        if (count > 0)
            say_line(say, "%s: %zu expectation%s rewritten", t->args->files.words[i], count,
                     count == 1 ? "" : "s");
    }
}

/* ---- all of it ---- */

static int run(struct testing *t, struct say *say, struct scree_error *error)
{
    const struct args_test *args = t->args;
    if (args->html != NULL)
        RETURN_IF_FAILED(open_output(&t->page, args->html, args->force, args->files.words,
                                     args->files.count, error));
    RETURN_IF_FAILED(open_test(t, error));
    for (size_t i = 0; i < args->accept.count; i++)
        RETURN_IF_FAILED(scree_test_accept(t->test, args->accept.words[i], error));
    RETURN_IF_FAILED(scree_test_run(t->test, &say->work, error));
    RETURN_IF_FAILED(write_rewritten(t, error));
    return write_page(t, say, error);
}

int test_run(const void *values, struct say *say, struct scree_error *error)
{
    struct testing t = {.args = values};
    struct scree_bytes document = {NULL, 0};
    const int form = t.args->json ? SCREE_JSON : (int)t.args->format;
    int code = run(&t, say, error);
    struct scree_sink *const outputs[] = {t.page, t.rewritten};
    code = scree_sink_close_all(outputs, 2, code, &say->work, error);
    if (code == SCREE_OK) {
        say_rewritten(&t, say);
        code = scree_test_document(t.test, &document, form, &say->work, error);
    }
    if (code != SCREE_OK && t.args->files.count > 1)
        say_line(say, "none of the %zu files has results: all must be readable",
                 t.args->files.count);
    result_print_document(&document);
    if (code == SCREE_OK && scree_test_failed(t.test) > 0) say->found = SAY_EXIT_FINDINGS;
    scree_test_free(t.test);
    return code;
}
