#include <stdio.h>

#include "cli/baked/baked_digest.h"
#include "cli/digest/digest.h"
#include "cli/outdir.h"

static void print_line(const char *digest, const char *folder)
{
    char clean[SAY_TEXT_SIZE];
    printf("%s  %s\n", digest, say_clean(clean, sizeof clean, folder));
}

/* Of the masks, as a test pins it. */
static enum err_code print_coverage(const struct baked *baked, struct err *err)
{
    struct compare_planes *planes;
    char digest[IMAGE_SHA256_HEX_SIZE];
    RETURN_IF_ERR(baked_read_planes(&planes, baked, err));
    const enum err_code code = compare_planes_digest(digest, planes, err);
    if (code == ERR_OK) print_line(digest, baked->folder);
    compare_planes_free(planes);
    return code;
}

static enum err_code print_whole(const struct args_digest *args, const struct baked *baked,
                                 struct err *err)
{
    struct baked_digest digest;
    char clean[SAY_TEXT_SIZE];
    RETURN_IF_ERR(baked_digest_make(&digest, baked, err));
    for (size_t i = 0; args->list && i < digest.count; i++)
        printf("%s  %s/%s\n", digest.files[i].sha256, say_clean(clean, sizeof clean, baked->folder),
               digest.files[i].name);
    print_line(digest.whole, baked->folder);
    baked_digest_free(&digest);
    return ERR_OK;
}

static enum err_code digest(const struct args_digest *args, const char *folder, struct err *err)
{
    struct baked baked;
    enum err_code code = baked_open(&baked, folder, err);
    if (code == ERR_OK)
        code = args->coverage ? print_coverage(&baked, err) : print_whole(args, &baked, err);
    baked_free(&baked);
    return code;
}

enum say_exit cmd_digest(const void *values, struct say *say)
{
    const struct args_digest *args = values;
    struct err err;
    err_clear(&err);
    for (size_t i = 0; i < args->count; i++) outdir_recover(args->folders[i], say);
    for (size_t i = 0; i < args->count; i++)
        if (digest(args, args->folders[i], &err) != ERR_OK) return say_error(say, &err);
    return SAY_EXIT_OK;
}
