/* Where two files that should be the same differ first, in the terms of what they hold. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake_again.h"
#include "base/bytes.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

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

static void compare_pictures(char text[BAKE_TEXT_SIZE], const struct baked_samples *found,
                             const struct baked_samples *expected)
{
    static const char *const channels[] = {"red", "green", "blue", "alpha"};
    if (found->width != expected->width || found->height != expected->height ||
        found->channels != expected->channels || found->planes != expected->planes ||
        strcmp(found->format, expected->format) != 0) {
        snprintf(text, BAKE_TEXT_SIZE,
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
    const size_t texels = (size_t)found->width * found->height;
    const size_t texel = found->planes ? sample % texels : sample / found->channels;
    const size_t channel = found->planes ? sample / texels : sample % found->channels;
    char is[32], should[32], which[24] = "";
    say_sample(is, sizeof is, found, sample);
    say_sample(should, sizeof should, expected, sample);
    if (found->planes)
        snprintf(which, sizeof which, ", band %zu", channel + 1);
    else if (found->channels > 1)
        snprintf(which, sizeof which, ", %s", channels[channel]);
    snprintf(text, BAKE_TEXT_SIZE, "texel %zu,%zu%s: found %s, expected %s", texel % found->width,
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

void bake_compare_text(char text[BAKE_TEXT_SIZE], const char *found, size_t found_size,
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
    snprintf(text, BAKE_TEXT_SIZE, "line %zu, column %zu: found '%s', expected '%s'", line, column,
             is, should);
}

/* A BeamNG terrain of version 9. Source: docs/formats/beamng.md. */
static void compare_beamng(char text[BAKE_TEXT_SIZE], const struct scree_bytes *found,
                           const struct scree_bytes *expected)
{
    const size_t at = first_difference((const char *)found->data, found->size,
                                       (const char *)expected->data, expected->size);
    if (at == found->size && at == expected->size) return;
    const size_t side = expected->size > 5 ? bytes_get_u32le(expected->data + 1) : 0;
    const size_t points = side * side;
    if (at >= found->size || at >= expected->size) {
        snprintf(text, BAKE_TEXT_SIZE, "%zu bytes, expected %zu", found->size, expected->size);
    } else if (at < 5 || at >= 5 + 3 * points) {
        snprintf(text, BAKE_TEXT_SIZE, "byte %zu (%s): found %u, expected %u", at,
                 at < 5 ? "version and size" : "names of materials", (unsigned)found->data[at],
                 (unsigned)expected->data[at]);
    } else if (at < 5 + 2 * points) {
        const size_t point = (at - 5) / 2;
        snprintf(text, BAKE_TEXT_SIZE,
                 "point %zu,%zu from the south-west, height: found %u, expected %u", point % side,
                 point / side, (unsigned)bytes_get_u16le(found->data + 5 + 2 * point),
                 (unsigned)bytes_get_u16le(expected->data + 5 + 2 * point));
    } else {
        const size_t point = at - 5 - 2 * points;
        snprintf(text, BAKE_TEXT_SIZE,
                 "point %zu,%zu from the south-west, material: found %u, expected %u", point % side,
                 point / side, (unsigned)found->data[at], (unsigned)expected->data[at]);
    }
}

bool bake_is_picture(const char *name)
{
    return text_ends_in(name, ".png") || text_ends_in(name, ".tif");
}

/* ---- a file ---- */

/* What keeps a picture from being read at all is a difference. */
static enum scree_code read_picture(char text[BAKE_TEXT_SIZE], struct baked_samples *out,
                                    const char *path, struct scree_error *err)
{
    struct scree_error damage = SCREE_ERROR_INIT;
    const enum scree_code code = baked_read_samples(out, path, &damage);
    if (code == SCREE_MALFORMED || code == SCREE_UNSUPPORTED || code == SCREE_LIMIT) {
        if (damage.offset != SCREE_NO_OFFSET)
            snprintf(text, BAKE_TEXT_SIZE, "byte %llu: %s", (unsigned long long)damage.offset,
                     damage.text);
        else
            snprintf(text, BAKE_TEXT_SIZE, "%s", damage.text);
        return SCREE_OK;
    }
    if (code != SCREE_OK) err_take(err, &damage);
    return code;
}

static enum scree_code compare_picture(char text[BAKE_TEXT_SIZE], const char *path,
                                       const struct scree_bytes *made, struct scree_error *err)
{
    struct baked_samples found, expected = {.bytes = NULL};
    enum scree_code code = read_picture(text, &found, path, err);
    if (code == SCREE_OK && text[0] == '\0') {
        code = baked_decode(&expected, path, made->data, made->size, err);
        if (code == SCREE_OK) compare_pictures(text, &found, &expected);
    }
    baked_samples_free(&found);
    baked_samples_free(&expected);
    return code;
}

/* Of two pictures with equal samples: the first byte that is another. */
static void compare_packing(char text[BAKE_TEXT_SIZE], const struct scree_bytes *found,
                            const struct scree_bytes *made)
{
    const size_t at = first_difference((const char *)found->data, found->size,
                                       (const char *)made->data, made->size);
    snprintf(text, BAKE_TEXT_SIZE,
             "its samples are right, but it was changed after it was baked: byte %zu of %zu is the "
             "first that differs from a new file of %zu bytes",
             at, found->size, made->size);
}

static enum scree_code compare_bytes(char text[BAKE_TEXT_SIZE], const char *path,
                                     const struct scree_bytes *made, struct scree_error *err)
{
    struct scree_bytes found;
    RETURN_IF_ERR(file_read(&found, path, UINT64_MAX, err));
    if (bake_is_picture(path))
        compare_packing(text, &found, made);
    else if (text_ends_in(path, ".json"))
        bake_compare_text(text, (const char *)found.data, found.size, (const char *)made->data,
                          made->size);
    else
        compare_beamng(text, &found, made);
    file_bytes_free(&found);
    return SCREE_OK;
}

enum scree_code bake_compare_file(char text[BAKE_TEXT_SIZE], const struct baked *baked,
                                  const char *name, enum bake_found found,
                                  const struct scree_bytes *made, struct scree_error *err)
{
    text[0] = '\0';
    char *path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code =
        bake_is_picture(name) ? compare_picture(text, path, made, err) : SCREE_OK;
    if (code == SCREE_OK && text[0] == '\0' && (found == BAKE_CHANGED || !bake_is_picture(name)))
        code = compare_bytes(text, path, made, err);
    if (code != SCREE_OK) err_set_file(err, path);
    mem_free(path);
    return code;
}

static const char *recorded_digest(const struct baked *baked, const char *name)
{
    for (size_t i = 0; i < baked->file_count; i++)
        if (strcmp(baked->files[i].name, name) == 0) return baked->files[i].sha256;
    return "";
}

enum scree_code bake_look_at(enum bake_found *found, const struct baked *baked, const char *name,
                             const char *made_sha256, struct scree_error *err)
{
    char digest[SHA_HEX_SIZE] = "";
    struct os_info info;
    *found = BAKE_ABSENT;
    char *path = path_join(baked->folder, name);
    if (path == NULL) return err_no_memory(err);
    const bool absent = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == ENOENT;
    const enum scree_code code = absent ? SCREE_OK : sha_file(digest, path, err);
    mem_free(path);
    if (absent || code != SCREE_OK) return code;
    *found = strcmp(digest, made_sha256) == 0                    ? BAKE_EQUAL
             : strcmp(digest, recorded_digest(baked, name)) == 0 ? BAKE_RECORDED
                                                                 : BAKE_CHANGED;
    return SCREE_OK;
}
