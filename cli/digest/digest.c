/* scree digest: a number for each bake. */
#include <stdio.h>

#include "cli/result.h"
#include "cli/tables.h"

/* Of the masks, as a test pins it. */
static int digest_masks(json_t **out, const char *folder, struct say *say,
                        struct scree_error *error)
{
    char digest[65];
    RETURN_IF_FAILED(scree_digest_masks(digest, folder, &say->work, error));
    *out = json_pack("{s:o, s:s, s:s}", "folder", result_text(folder), "of", "coverage", "digest",
                     digest);
    return SCREE_OK;
}

static int digest_whole(json_t **out, const char *folder, bool list, struct say *say,
                        struct scree_error *error)
{
    struct scree_digest *digest;
    RETURN_IF_FAILED(scree_digest(&digest, folder, &say->work, error));
    *out = json_pack("{s:o, s:s, s:s}", "folder", result_text(folder), "of", "bake", "digest",
                     scree_digest_whole(digest));
    json_t *files = list ? json_array() : NULL;
    for (size_t i = 0; list && i < scree_digest_count(digest); i++)
        json_array_append_new(files, json_pack("{s:o, s:s}", "file",
                                               result_text(scree_digest_name(digest, i)), "sha256",
                                               scree_digest_sha256(digest, i)));
    if (list) json_object_set_new(*out, "files", files);
    scree_digest_free(digest);
    return SCREE_OK;
}

/* As sha256sum has it: files, then the whole. */
static void print_lines(const json_t *bake)
{
    const char *folder = json_string_value(json_object_get(bake, "folder"));
    const json_t *file;
    size_t i;
    json_array_foreach(json_object_get(bake, "files"), i, file)
        printf("%s  %s/%s\n", json_string_value(json_object_get(file, "sha256")), folder,
               json_string_value(json_object_get(file, "file")));
    printf("%s  %s\n", json_string_value(json_object_get(bake, "digest")), folder);
}

int digest_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_digest *args = values;
    json_t *bakes = json_array();
    int code = SCREE_OK;
    for (size_t i = 0; i < args->folders.count && code == SCREE_OK; i++) {
        json_t *bake = NULL;
        code = args->coverage ? digest_masks(&bake, args->folders.words[i], say, error)
                              : digest_whole(&bake, args->folders.words[i], args->list, say, error);
        if (code == SCREE_OK && bake == NULL)
            code = fail_with(error, SCREE_NO_MEMORY, "no memory for a digest");
        if (code == SCREE_OK && !args->json) print_lines(bake);
        json_array_append_new(bakes, bake);
    }
    if (code == SCREE_OK && args->json)
        code = result_print(json_pack("{s:s, s:O, s:o}", "format", "scree-digest-1", "bakes", bakes,
                                      "warnings", result_warnings(say)),
                            error);
    json_decref(bakes);
    return code;
}
