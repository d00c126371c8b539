#include <string.h>

#include "base/mem.h"
#include "cli/output_file.h"
#include "cli/test/test.h"

#define MAX_TEST_BYTES (UINT64_C(1) << 26)

enum err_code test_file_open(struct test_file *out, const char *path, struct err *err)
{
    memset(out, 0, sizeof *out);
    out->path = path;
    RETURN_IF_ERR(file_read(&out->bytes, path, MAX_TEST_BYTES, err));
    const enum err_code code =
        compare_suite_read(&out->suite, (const char *)out->bytes.data, out->bytes.size, err);
    if (code != ERR_OK) {
        err_set_file(err, path);
        return code;
    }
    out->scenes = mem_alloc(out->suite->scene_count, sizeof *out->scenes);
    out->results = mem_alloc(out->suite->claim_count, sizeof *out->results);
    out->accepted = mem_alloc(out->suite->claim_count, sizeof *out->accepted);
    if (out->scenes != NULL && out->results != NULL && out->accepted != NULL) return ERR_OK;
    return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a test file");
}

static void free_scene(struct test_scene *scene)
{
    compare_run_free(scene->run);
    render_merge_free(scene->merge);
    load_pair_free(&scene->pair);
    mem_free(scene->terrain);
    mem_free(scene->surface);
    mem_free(scene->map);
}

void test_file_free(struct test_file *file)
{
    for (uint32_t i = 0; file->scenes != NULL && i < file->suite->scene_count; i++)
        free_scene(&file->scenes[i]);
    mem_free(file->scenes);
    mem_free(file->results);
    mem_free(file->accepted);
    mem_free(file->rewritten);
    compare_suite_free(file->suite);
    file_bytes_free(&file->bytes);
}

static bool has_claim(const struct test_file *files, size_t count, const char *name)
{
    for (size_t f = 0; f < count; f++)
        for (size_t i = 0; i < files[f].suite->claim_count; i++)
            if (files[f].suite->claims[i].name != NULL &&
                strcmp(files[f].suite->claims[i].name, name) == 0)
                return true;
    return false;
}

static enum err_code check_accepted(const struct test_file *files, const struct args_test *args,
                                    struct err *err)
{
    for (size_t i = 0; i < args->accepted_count; i++)
        if (!has_claim(files, args->file_count, args->accepted[i]))
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--accept %.60s: no claim has this name (a name stands before a claim, "
                           "\"name: area(Rock) ...\")",
                           args->accepted[i]);
    return ERR_OK;
}

/* What the files are about is not overwritten either. */
static enum err_code check_scenes(const struct test_file *files, const struct args_test *args,
                                  struct err *err)
{
    for (size_t f = 0; f < args->file_count; f++)
        for (uint32_t i = 0; i < files[f].suite->scene_count; i++) {
            const struct test_scene *scene = &files[f].scenes[i];
            const char *const inputs[] = {scene->terrain, scene->surface, scene->map};
            RETURN_IF_ERR(
                output_file_check(args->html, inputs, scene->map != NULL ? 3 : 2, true, err));
        }
    return ERR_OK;
}

/* Rewritten test files and the page, together. */
static enum err_code write_outputs(struct test_file *files, const struct args_test *args,
                                   struct output_files *outputs, struct err *err)
{
    const char **paths = mem_alloc(args->file_count + 1, sizeof *paths);
    if (paths == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for file names");
    size_t count = 0, next = 0;
    for (size_t f = 0; f < args->file_count; f++)
        if (files[f].rewritten != NULL) paths[count++] = files[f].path;
    if (args->html != NULL) paths[count++] = args->html;
    enum err_code code = count > 0 ? output_files_open(outputs, paths, count, err) : ERR_OK;
    mem_free(paths);
    for (size_t f = 0; f < args->file_count && code == ERR_OK; f++) {
        if (files[f].rewritten == NULL) continue;
        code = file_write_whole(output_files_path(outputs, next), files[f].rewritten,
                                files[f].rewritten_size, err);
        code = output_files_wrote(outputs, next++, code, err);
    }
    if (code == ERR_OK && args->html != NULL) {
        code = test_write_html(files, args->file_count, output_files_path(outputs, next), err);
        code = output_files_wrote(outputs, next, code, err);
    }
    if (code == ERR_OK && count > 0) code = output_files_commit(outputs, err);
    return code;
}

static enum err_code accept_all(struct test_file *files, const struct args_test *args,
                                struct say *say, struct err *err)
{
    struct output_files outputs = {.say = say};
    for (size_t f = 0; f < args->file_count && args->accepted_count > 0; f++)
        RETURN_IF_ERR(test_accept(&files[f], args, err));
    const enum err_code code = write_outputs(files, args, &outputs, err);
    output_files_free(&outputs);
    for (size_t f = 0; f < args->file_count && code == ERR_OK; f++)
        if (files[f].rewritten != NULL)
            say_note(say, "%s: %zu expectation%s rewritten", files[f].path,
                     files[f].rewritten_count, files[f].rewritten_count == 1 ? "" : "s");
    return code;
}

static enum err_code run(struct test_file *files, const struct args_test *args, struct say *say,
                         struct err *err)
{
    if (args->html != NULL)
        RETURN_IF_ERR(
            output_file_check(args->html, args->files, args->file_count, args->force, err));
    for (size_t f = 0; f < args->file_count; f++) {
        RETURN_IF_ERR(test_file_open(&files[f], args->files[f], err));
        if (files[f].suite->claim_count > 0) continue;
        err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                "holds no claim, so nothing would be tested; write one, e.g. area(Rock) > 3 %%");
        err_set_file(err, files[f].path);
        return ERR_MALFORMED;
    }
    RETURN_IF_ERR(check_accepted(files, args, err));
    for (size_t f = 0; f < args->file_count; f++)
        for (uint32_t i = 0; i < files[f].suite->scene_count; i++)
            RETURN_IF_ERR(test_scene_run(&files[f], i, args, say, err));
    if (args->html != NULL) RETURN_IF_ERR(check_scenes(files, args, err));
    return accept_all(files, args, say, err);
}

enum say_exit cmd_test(const void *values, struct say *say)
{
    const struct args_test *args = values;
    struct err err;
    err_clear(&err);
    struct test_file *files = mem_alloc(args->file_count, sizeof *files);
    enum err_code code = files != NULL ? run(files, args, say, &err)
                                       : err_set(&err, ERR_NOMEM, ERR_NO_OFFSET, "no memory");
    if (code == ERR_OK) test_report(files, args->file_count, args);
    enum say_exit exit_code = code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
    for (size_t f = 0; files != NULL && f < args->file_count; f++) {
        if (code == ERR_OK && files[f].failed > 0) exit_code = SAY_EXIT_FINDINGS;
        test_file_free(&files[f]);
    }
    mem_free(files);
    return exit_code;
}
