#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/verify/verify.h"

static void print_differences(const struct scree_verdict *verdict, const char *folder)
{
    char clean[SAY_TEXT_SIZE];
    for (size_t i = 0; i < scree_verdict_differences(verdict); i++)
        printf("%s/%s: %s\n", scree_text_clean(clean, sizeof clean, folder),
               scree_verdict_file(verdict, i), scree_verdict_text(verdict, i));
}

static int print_json(const struct scree_verdict *verdict, const char *folder,
                      const struct say *say, struct scree_error *error)
{
    json_t *list = json_array();
    const size_t count = scree_verdict_differences(verdict);
    struct scree_verdict_info info = {.size = sizeof info};
    scree_verdict_describe(verdict, &info);
    json_t *const some =
        info.all_tiles > 0
            ? json_pack("{s:I, s:I, s:o}", "tiles", (json_int_t)info.tiles, "of",
                        (json_int_t)info.all_tiles, "seed",
                        info.seed > 0 ? json_integer((json_int_t)info.seed) : json_null())
            : json_null();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_pack("{s:o, s:o}", "file",
                                              result_text(scree_verdict_file(verdict, i)), "text",
                                              result_text(scree_verdict_text(verdict, i))));
    return result_print(json_pack("{s:s, s:o, s:s, s:o, s:o, s:o}", "format", "scree-verify-1",
                                  "folder", result_text(folder), "result",
                                  count > 0 ? "different" : "same", "differences", list, "some",
                                  some, "warnings", result_warnings(say)),
                        error);
}

enum say_exit cmd_verify(const void *values, struct say *say)
{
    const struct args_verify *args = values;
    struct scree_error error = say_no_error();
    struct scree_source sources[3];
    struct scree_verify_options options = SCREE_VERIFY_OPTIONS_INIT;
    options.terrain = open_source(&sources[0], args->inputs[0]);
    options.surface = open_source(&sources[1], args->inputs[1]);
    options.materials = open_source(&sources[2], args->inputs[2]);
    options.other_version = args->other_version;
    options.part = args->part.index;
    options.parts = args->part.count;
    options.share = args->share;
    options.seed = args->seed;
    say->work.threads = args->threads;
    struct scree_verdict *verdict;
    if (scree_verify(&verdict, args->folder, &options, &say->work, &error) != SCREE_OK)
        return say_error(say, &error);
    int code = SCREE_OK;
    if (args->json)
        code = print_json(verdict, args->folder, say, &error);
    else
        print_differences(verdict, args->folder);
    const size_t differences = scree_verdict_differences(verdict);
    scree_verdict_free(verdict);
    if (code != SCREE_OK) return say_error(say, &error);
    return differences > 0 ? SAY_EXIT_FINDINGS : SAY_EXIT_OK;
}
