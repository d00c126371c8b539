/* scree verify: a bake made again and compared with the one that is there. */
#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

int verify_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_verify *args = values;
    struct scree_verify_options *const verify = &args->verify;
    struct scree_source *const inputs[] = {&verify->terrain, &verify->surface, &verify->materials};
    if (operands->count == 2)
        return fail_usage(
            error, "scree verify takes a folder, or a folder, its terrain and its surface map (and "
                   "the file of --map), e.g. scree verify out island.ter island.srf");
    for (size_t i = 1; i < operands->count; i++) *inputs[i - 1] = scree_file(operands->words[i]);
    verify->part = args->part.index;
    verify->parts = args->part.count;
    return SCREE_OK;
}

static int print_differences(const struct scree_verdict *verdict, const char *folder)
{
    char clean[SAY_TEXT_SIZE];
    for (size_t i = 0; i < scree_verdict_differences(verdict); i++)
        printf("%s/%s: %s\n", scree_text_clean(clean, sizeof clean, folder),
               scree_verdict_file(verdict, i), scree_verdict_text(verdict, i));
    return SCREE_OK;
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

int verify_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_verify *args = values;
    struct scree_verdict *verdict;
    RETURN_IF_FAILED(scree_verify(&verdict, args->folder, &args->verify, &say->work, error));
    const int code = args->json ? print_json(verdict, args->folder, say, error)
                                : print_differences(verdict, args->folder);
    if (code == SCREE_OK && scree_verdict_differences(verdict) > 0) say->found = SAY_EXIT_FINDINGS;
    scree_verdict_free(verdict);
    return code;
}
