/*
 * What of a level stays as it is: materials by name, and all that a mask leaves out.
 *
 * Rule (BeamNG): Material id 255 is a hole. See formats/beamng.md#a-level,
 * beamng/beamng_evaluate.c. Tests: beamng/check_level.
 */
#include "ground/ground_keep.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "base/text.h"
#include "ground/ground.h"
#include "image/image.h"

#define MAX_MASK_BYTES ((uint64_t)1 << 30)

/* ---- names ---- */

/* Whether a name is what pattern[0 .. length) says, capitals aside, '*' being any letters. */
static bool fits(const char *name, const char *pattern, size_t length)
{
    const char *end = pattern + length, *star = NULL, *retry = NULL;
    while (*name != '\0') {
        if (pattern < end && *pattern == '*') {
            star = ++pattern;
            retry = name;
        } else if (pattern < end && tolower(*pattern) == tolower(*name)) {
            pattern++, name++;
        } else if (star != NULL) {
            pattern = star;
            name = ++retry;
        } else {
            return false;
        }
    }
    while (pattern < end && *pattern == '*') pattern++;
    return pattern == end;
}

bool ground_same_name(const char *a, const char *b, bool exactly)
{
    return exactly ? strcmp(a, b) == 0 : text_is_like(a, b);
}

static enum scree_code no_such(const struct ground_names *names, const char *option,
                               const char *name, struct scree_error *err)
{
    char hint[64];
    struct scree_suggestion suggest = {.word = name};
    for (size_t i = 0; i < names->count; i++) suggest_offer(&suggest, names->list[i]);
    return err_set_option(err, option, "{%s}: %s '%.60s'%s", option, names->what, name,
                          suggest_text(hint, sizeof hint, &suggest));
}

/* Marks what one name means. */
static enum scree_code mark(bool *marks, const struct ground_names *names, const char *option,
                            const char *name, size_t length, struct scree_error *err)
{
    char word[64];
    bool found = false;
    for (size_t i = 0; i < names->count; i++)
        if (fits(names->list[i], name, length)) found = marks[i] = true;
    if (found) return SCREE_OK;
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1),
             name);
    if (length == 0)
        return err_set_option(err, option, "{%s}: a name between two commas is missing", option);
    return no_such(names, option, word, err);
}

enum scree_code ground_mark_names(bool *marks, const struct ground_names *names, const char *option,
                                  const char *text, struct scree_error *err)
{
    for (const char *p = text;; p++) {
        const size_t length = strcspn(p, ",");
        RETURN_IF_ERR(mark(marks, names, option, p, length, err));
        p += length;
        if (*p == '\0') return SCREE_OK;
    }
}

enum scree_code ground_mark_lines(bool *marks, const struct ground_names *names, const char *option,
                                  const char *text, struct scree_error *err)
{
    const bool marked = strncmp(text, "\xef\xbb\xbf", 3) == 0;
    for (const char *p = text + (marked ? 3 : 0); *p != '\0';) {
        const size_t line = strcspn(p, "\n");
        size_t length = line;
        while (length > 0 && strchr(" \t\r", p[length - 1]) != NULL) length--;
        if (length > 0) RETURN_IF_ERR(mark(marks, names, option, p, length, err));
        p += line + (p[line] == '\n' ? 1 : 0);
    }
    return SCREE_OK;
}

/* ---- the rule ---- */

enum scree_code ground_keep(uint8_t *kept, const struct ground_names *names,
                            const struct ground_asked *asked, struct scree_error *err)
{
    for (size_t i = 0; i < names->count; i++) {
        const bool only = asked->only != NULL && asked->only[i];
        if (asked->keep[i] && only)
            return err_set_option(err, "only", "'%.60s' is in {keep} and in {only}; choose one",
                                  names->list[i]);
        const bool built = ground_is_built(names->list[i]) != NULL && !asked->in_map[i];
        if (asked->keep[i])
            kept[i] = SCREE_KEPT_NAMED;
        else if (asked->only != NULL)
            kept[i] = only ? SCREE_NOT_KEPT : SCREE_KEPT_REST;
        else
            kept[i] = built ? SCREE_KEPT_BUILT : SCREE_NOT_KEPT;
    }
    return SCREE_OK;
}

const char *ground_kept_word(enum scree_kept kept)
{
    static const char *const words[] = {[SCREE_NOT_KEPT] = NULL,
                                        [SCREE_KEPT_NAMED] = "named",
                                        [SCREE_KEPT_BUILT] = "built",
                                        [SCREE_KEPT_REST] = "rest"};
    return words[kept];
}

/* ---- pictures that mark samples ---- */

static enum scree_code take(const struct ground_marks *marks, const struct image_picture *picture,
                            struct scree_error *err)
{
    const size_t size = marks->size;
    const size_t extra = marks->trimmed && picture->width == size + 1 ? 1 : 0;
    if (picture->width != size + extra || picture->height != size + extra)
        return err_set_option(err, marks->option,
                              "{%s}: has %zu x %zu pixels, expected one for each of the %zu x "
                              "%zu samples",
                              marks->option, picture->width, picture->height, size, size);
    if (picture->channels > 2) {
        err_set(err, SCREE_UNSUPPORTED, "{%s}: has colours, expected a grey picture (%s)",
                marks->option, marks->meaning);
        return err_set_field(err, marks->option);
    }
    *marks->out = mem_alloc_pixels(size, size);
    if (*marks->out == NULL) return err_no_memory(err);
    const unsigned half = picture->bits == 16 ? 0x8000 : 0x80;
    for (size_t y = 0; y < size; y++)
        for (size_t x = 0; x < size; x++) {
            const size_t row = marks->south_first ? picture->height - 1 - y : y + extra;
            const size_t at = row * picture->width + x;
            (*marks->out)[y * size + x] = picture->samples[at * picture->channels] >= half;
        }
    return SCREE_OK;
}

static enum scree_code read_marks(const struct ground_marks *marks, const struct scree_bytes *bytes,
                                  struct scree_error *err)
{
    struct image_picture picture;
    const uint64_t most = ((uint64_t)marks->size + 1) * (marks->size + 1);
    RETURN_IF_ERR(image_read_png_memory(&picture, bytes->data, bytes->size, most, err));
    const enum scree_code code = take(marks, &picture, err);
    image_picture_free(&picture);
    return code;
}

/* Without memory the file has no name to blame. */
enum scree_code ground_read_marks(const struct ground_marks *marks,
                                  const struct inputs_opened *opened, struct mem_arena *arena,
                                  struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, marks->file, opened, MAX_MASK_BYTES, err));
    enum scree_code code = inputs_keep_path(marks->file, marks->name, arena, err);
    if (code == SCREE_OK) {
        code = read_marks(marks, &bytes, err);
        if (code != SCREE_OK) err_set_file(err, marks->file->path);
    }
    file_bytes_free(&bytes);
    return code;
}
