#define _POSIX_C_SOURCE 200809L
#include "image/image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nettle/sha2.h>

#include "base/mem.h"

static void finish_hex(char out[IMAGE_SHA256_HEX_SIZE], struct sha256_ctx *context)
{
    static const char digits[] = "0123456789abcdef";
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++) {
        out[2 * i] = digits[digest[i] >> 4];
        out[2 * i + 1] = digits[digest[i] & 15];
    }
    out[2 * sizeof digest] = '\0';
}

void image_sha256_hex(char out[IMAGE_SHA256_HEX_SIZE], const void *data, size_t size)
{
    struct sha256_ctx context;
    sha256_init(&context);
    if (size > 0) sha256_update(&context, size, data);
    finish_hex(out, &context);
}

static void put(void *context, const void *data, size_t size)
{
    if (size > 0) sha256_update(context, size, data);
}

struct file_watch image_sha256_watch(void)
{
    struct file_watch watch = {NULL, mem_alloc(1, sizeof(struct sha256_ctx))};
    if (watch.context == NULL) return watch;
    sha256_init(watch.context);
    watch.put = put;
    return watch;
}

void image_sha256_end(char out[IMAGE_SHA256_HEX_SIZE], struct file_watch *watch)
{
    if (watch->put != NULL && out != NULL) finish_hex(out, watch->context);
    mem_free(watch->context);
    *watch = (struct file_watch){NULL, NULL};
}

enum err_code image_sha256_input(char out[IMAGE_SHA256_HEX_SIZE], const struct file_input *input,
                                 struct err *err)
{
    out[0] = '\0';
    struct sha256_ctx context;
    sha256_init(&context);
    for (uint64_t done = 0; done < input->size;) {
        uint8_t block[1 << 16];
        const uint64_t left = input->size - done;
        const size_t some = left < sizeof block ? (size_t)left : sizeof block;
        RETURN_IF_ERR(file_input_read(input, done, block, some, err));
        sha256_update(&context, some, block);
        done += some;
    }
    finish_hex(out, &context);
    return ERR_OK;
}

enum err_code image_sha256_file(char out[IMAGE_SHA256_HEX_SIZE], const char *path, struct err *err)
{
    out[0] = '\0';
    const char *doing = "open";
    enum err_code code = ERR_OK;
    struct sha256_ctx context;
    sha256_init(&context);
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* a FIFO must not block */
    if (fd < 0) goto fail;
    doing = "read";
    struct stat info;
    if (fstat(fd, &info) != 0) goto fail;
    if (!S_ISREG(info.st_mode)) {
        code = err_set(err, ERR_READ, ERR_NO_OFFSET, "is %s, expected a regular file",
                       S_ISDIR(info.st_mode) ? "a folder" : "not a file with contents");
        goto fail;
    }
    for (;;) {
        uint8_t block[1 << 15];
        const ssize_t got = read(fd, block, sizeof block);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) goto fail;
        if (got == 0) break;
        sha256_update(&context, (size_t)got, block);
    }
    finish_hex(out, &context);
    close(fd);
    return ERR_OK;
fail:
    if (code == ERR_OK)
        code = err_set(err, ERR_READ, ERR_NO_OFFSET, "cannot %s: %s", doing, strerror(errno));
    err_set_file(err, path);
    if (fd >= 0) close(fd);
    return code;
}
