#include <stdio.h>

#include "cli/baked/baked_digest.h"
#include "cli/digest/digest.h"

static void print(const struct args_digest *args, const char *folder,
                  const struct baked_digest *digest)
{
    char clean[SAY_TEXT_SIZE];
    for (size_t i = 0; args->list && i < digest->count; i++)
        printf("%s  %s/%s\n", digest->files[i].sha256, say_clean(clean, sizeof clean, folder),
               digest->files[i].name);
    printf("%s  %s\n", args->coverage ? digest->coverage : digest->whole,
           say_clean(clean, sizeof clean, folder));
}

static enum err_code digest(const struct args_digest *args, const char *folder, struct err *err)
{
    struct baked baked;
    struct baked_digest found = {.files = NULL};
    enum err_code code = baked_open(&baked, folder, err);
    if (code == ERR_OK) code = baked_digest_make(&found, &baked, err);
    if (code == ERR_OK && args->coverage && found.coverage[0] == '\0') {
        code = err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                       "no masks were baked here, so there is no digest of the coverage");
        err_set_file(err, folder);
    }
    if (code == ERR_OK) print(args, folder, &found);
    baked_digest_free(&found);
    baked_free(&baked);
    return code;
}

enum say_exit cmd_digest(const void *values, struct say *say)
{
    const struct args_digest *args = values;
    struct err err;
    err_clear(&err);
    for (size_t i = 0; i < args->count; i++)
        if (digest(args, args->folders[i], &err) != ERR_OK) return say_error(say, &err);
    return SAY_EXIT_OK;
}
