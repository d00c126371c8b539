#include <stdio.h>

#include "cli/digest/digest.h"

static void print_line(const char *digest, const char *folder)
{
    char clean[SAY_TEXT_SIZE];
    printf("%s  %s\n", digest, scree_text_clean(clean, sizeof clean, folder));
}

/* Of the masks, as a test pins it. */
static int print_masks(const char *folder, struct say *say, struct scree_error *error)
{
    char digest[65];
    RETURN_IF_FAILED(scree_digest_masks(digest, folder, &say->work, error));
    print_line(digest, folder);
    return SCREE_OK;
}

static int print_whole(const char *folder, bool list, struct say *say, struct scree_error *error)
{
    struct scree_digest *digest;
    char clean[SAY_TEXT_SIZE];
    RETURN_IF_FAILED(scree_digest(&digest, folder, &say->work, error));
    for (size_t i = 0; list && i < scree_digest_count(digest); i++)
        printf("%s  %s/%s\n", scree_digest_sha256(digest, i),
               scree_text_clean(clean, sizeof clean, folder), scree_digest_name(digest, i));
    print_line(scree_digest_whole(digest), folder);
    scree_digest_free(digest);
    return SCREE_OK;
}

enum say_exit cmd_digest(const void *values, struct say *say)
{
    const struct args_digest *args = values;
    struct scree_error error = say_no_error();
    int code = SCREE_OK;
    for (size_t i = 0; i < args->count && code == SCREE_OK; i++)
        code = args->coverage ? print_masks(args->folders[i], say, &error)
                              : print_whole(args->folders[i], args->list, say, &error);
    return code == SCREE_OK ? SAY_EXIT_OK : say_error(say, &error);
}
