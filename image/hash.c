#include "image/image.h"

#include "base/sha.h"

void image_sha256_hex(char out[IMAGE_SHA256_HEX_SIZE], const void *data, size_t size)
{
    sha_hex(out, data, size);
}

static void put(void *context, const void *data, size_t size)
{
    sha_put(context, data, size);
}

struct file_watch image_sha256_watch(void)
{
    struct sha *sha = sha_start();
    return (struct file_watch){sha != NULL ? put : NULL, sha};
}

void image_sha256_end(char out[IMAGE_SHA256_HEX_SIZE], struct file_watch *watch)
{
    sha_end(watch->put != NULL ? out : NULL, watch->context);
    *watch = (struct file_watch){NULL, NULL};
}

enum err_code image_sha256_input(char out[IMAGE_SHA256_HEX_SIZE], const struct file_input *input,
                                 struct err *err)
{
    return sha_input(out, input, err);
}

enum err_code image_sha256_file(char out[IMAGE_SHA256_HEX_SIZE], const char *path, struct err *err)
{
    return sha_file(out, path, err);
}
