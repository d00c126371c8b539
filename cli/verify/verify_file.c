/* Where two files that should be the same differ first, in the terms of what they hold. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/verify/verify.h"
#include "image/image.h"

/* ---- pictures ---- */

static void say_sample(char *out, size_t size, const struct baked_samples *s, size_t index)
{
    const uint8_t *p = s->bytes + index * s->bytes_per_sample;
    float value;
    if (s->bytes_per_sample == 4) {
        const uint32_t bits = bytes_get_u32le(p);
        memcpy(&value, &bits, sizeof value);
        snprintf(out, size, "%.9g", (double)value);
        return;
    }
    snprintf(out, size, "%u", (unsigned)(s->bytes_per_sample == 2 ? bytes_get_u16le(p) : p[0]));
}

static void compare_pictures(char text[SAY_TEXT_SIZE], const struct baked_samples *found,
                             const struct baked_samples *expected)
{
    static const char *const channels[] = {"red", "green", "blue", "alpha"};
    if (found->width != expected->width || found->height != expected->height ||
        found->channels != expected->channels || strcmp(found->format, expected->format) != 0) {
        snprintf(text, SAY_TEXT_SIZE,
                 "%u x %u texels of %u channels, %s; expected %u x %u of %u, %s",
                 (unsigned)found->width, (unsigned)found->height, (unsigned)found->channels,
                 found->format, (unsigned)expected->width, (unsigned)expected->height,
                 (unsigned)expected->channels, expected->format);
        return;
    }
    size_t at = 0;
    while (at < found->size && found->bytes[at] == expected->bytes[at]) at++;
    if (at == found->size) return;
    const size_t sample = at / found->bytes_per_sample;
    const size_t texel = sample / found->channels, channel = sample % found->channels;
    char is[32], should[32], which[24] = "";
    say_sample(is, sizeof is, found, sample);
    say_sample(should, sizeof should, expected, sample);
    if (found->channels > 1) snprintf(which, sizeof which, ", %s", channels[channel]);
    snprintf(text, SAY_TEXT_SIZE, "texel %zu,%zu%s: found %s, expected %s", texel % found->width,
             texel / found->width, which, is, should);
}

/* ---- others ---- */

static size_t first_difference(const char *found, size_t found_size, const char *expected,
                               size_t expected_size)
{
    const size_t common = found_size < expected_size ? found_size : expected_size;
    size_t at = 0;
    while (at < common && found[at] == expected[at]) at++;
    return at;
}

/* The line around a byte, its blanks in front left out. */
static void cut_line(char *out, size_t out_size, const char *text, size_t size, size_t at)
{
    size_t first = at < size ? at : size, end = first;
    while (first > 0 && text[first - 1] != '\n') first--;
    while (end < size && text[end] != '\n') end++;
    while (first < end && text[first] == ' ') first++;
    const size_t length = end - first < out_size - 1 ? end - first : out_size - 1;
    memcpy(out, text + first, length);
    out[length] = '\0';
}

void verify_text(char text[SAY_TEXT_SIZE], const char *found, size_t found_size,
                 const char *expected, size_t expected_size)
{
    text[0] = '\0';
    const size_t at = first_difference(found, found_size, expected, expected_size);
    if (at == found_size && at == expected_size) return;
    size_t line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column = found[i] == '\n' ? 1 : column + 1;
        line += found[i] == '\n';
    }
    char is[120], should[120];
    cut_line(is, sizeof is, found, found_size, at);
    cut_line(should, sizeof should, expected, expected_size, at);
    snprintf(text, SAY_TEXT_SIZE, "line %zu, column %zu: found '%s', expected '%s'", line, column,
             is, should);
}

/* A BeamNG terrain of version 9. Source: docs/formats.md, BeamNG. */
static void compare_beamng(char text[SAY_TEXT_SIZE], const struct baked_samples *found,
                           const struct baked_samples *expected)
{
    const size_t at = first_difference((const char *)found->bytes, found->size,
                                       (const char *)expected->bytes, expected->size);
    if (at == found->size && at == expected->size) return;
    const size_t side = expected->size > 5 ? bytes_get_u32le(expected->bytes + 1) : 0;
    const size_t points = side * side;
    if (at >= found->size || at >= expected->size) {
        snprintf(text, SAY_TEXT_SIZE, "%zu bytes, expected %zu", found->size, expected->size);
    } else if (at < 5 || at >= 5 + 3 * points) {
        snprintf(text, SAY_TEXT_SIZE, "byte %zu (%s): found %u, expected %u", at,
                 at < 5 ? "version and size" : "names of materials", (unsigned)found->bytes[at],
                 (unsigned)expected->bytes[at]);
    } else if (at < 5 + 2 * points) {
        const size_t point = (at - 5) / 2;
        snprintf(text, SAY_TEXT_SIZE,
                 "point %zu,%zu from the south-west, height: found %u, expected %u", point % side,
                 point / side, (unsigned)bytes_get_u16le(found->bytes + 5 + 2 * point),
                 (unsigned)bytes_get_u16le(expected->bytes + 5 + 2 * point));
    } else {
        const size_t point = at - 5 - 2 * points;
        snprintf(text, SAY_TEXT_SIZE,
                 "point %zu,%zu from the south-west, material: found %u, expected %u", point % side,
                 point / side, (unsigned)found->bytes[at], (unsigned)expected->bytes[at]);
    }
}

static bool is_text(const char *name)
{
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static void compare_samples(char text[SAY_TEXT_SIZE], const char *name,
                            const struct baked_samples *found, const struct baked_samples *expected)
{
    if (expected->channels > 0)
        compare_pictures(text, found, expected);
    else if (is_text(name))
        verify_text(text, (const char *)found->bytes, found->size, (const char *)expected->bytes,
                    expected->size);
    else
        compare_beamng(text, found, expected);
}

/* ---- a file ---- */

/* Of two files with equal samples: the first byte that is another. */
static enum err_code compare_bytes(char text[SAY_TEXT_SIZE], const char *path,
                                   const char *made_again, struct err *err)
{
    struct file_bytes found, expected;
    RETURN_IF_ERR(file_read(&found, path, UINT64_MAX, err));
    const enum err_code code = file_read(&expected, made_again, UINT64_MAX, err);
    if (code == ERR_OK) {
        const size_t at = first_difference((const char *)found.data, found.size,
                                           (const char *)expected.data, expected.size);
        snprintf(text, SAY_TEXT_SIZE,
                 "its samples are right, but it was changed after it was baked: byte %zu of %zu "
                 "is the first that a new file of %zu bytes has not",
                 at, found.size, expected.size);
        file_bytes_free(&expected);
    }
    file_bytes_free(&found);
    return code;
}

static enum err_code compare_contents(char text[SAY_TEXT_SIZE], const char *name, const char *path,
                                      const char *made_again, struct err *err)
{
    struct baked_samples found, expected;
    struct err damage;
    err_clear(&damage);
    const enum err_code code = baked_read_samples(&found, path, &damage);
    if (code == ERR_MALFORMED || code == ERR_UNSUPPORTED || code == ERR_LIMIT) {
        if (damage.offset != ERR_NO_OFFSET)
            snprintf(text, SAY_TEXT_SIZE, "byte %llu: %s", (unsigned long long)damage.offset,
                     damage.msg);
        else
            snprintf(text, SAY_TEXT_SIZE, "%s", damage.msg);
        return ERR_OK;
    }
    if (code != ERR_OK) {
        if (err != NULL) *err = damage;
        return code;
    }
    const enum err_code again = baked_read_samples(&expected, made_again, err);
    if (again == ERR_OK) compare_samples(text, name, &found, &expected);
    baked_samples_free(&found);
    baked_samples_free(&expected);
    return again;
}

enum err_code verify_file(char text[SAY_TEXT_SIZE], enum verify_bytes *bytes,
                          const struct baked *baked, const struct baked_file *file,
                          const char *made_again, struct err *err)
{
    char found[IMAGE_SHA256_HEX_SIZE], expected[IMAGE_SHA256_HEX_SIZE];
    text[0] = '\0';
    *bytes = VERIFY_CHANGED;
    char *path = baked_path(baked->folder, file->name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    enum err_code code;
    if (access(path, F_OK) != 0 && errno == ENOENT) {
        snprintf(text, SAY_TEXT_SIZE, "is missing");
        code = ERR_OK;
        goto fail;
    }
    FAIL_IF_ERR(code, image_sha256_file(found, path, err));
    FAIL_IF_ERR(code, image_sha256_file(expected, made_again, err));
    if (strcmp(found, file->sha256) == 0) *bytes = VERIFY_RECORDED;
    if (strcmp(found, expected) == 0) {
        *bytes = VERIFY_EQUAL;
        goto fail;
    }
    FAIL_IF_ERR(code, compare_contents(text, file->name, path, made_again, err));
    if (text[0] != '\0') goto fail;
    if (*bytes == VERIFY_CHANGED) code = compare_bytes(text, path, made_again, err);

fail:
    mem_free(path);
    return code;
}
