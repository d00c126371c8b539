/* What outputs in parts have in common. */
#include "out/out_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/sha.h"
#include "base/text.h"

enum scree_code out_part_check(const struct scree_part_options *part, struct scree_error *err)
{
    if (part->count >= 1 && part->count <= OUT_MAX_PARTS && part->index >= 1 &&
        part->index <= part->count)
        return SCREE_OK;
    return err_set_option(err, "part", "{part} %lu/%lu is none: parts are 1/N to N/N, N at most %u",
                          out_number(part->index), out_number(part->count), OUT_MAX_PARTS);
}

void out_part_name(char *out, size_t size, uint32_t index, uint32_t count)
{
    snprintf(out, size, OUT_PARTS_FOLDER "/%lu-of-%lu.json", out_number(index), out_number(count));
}

struct out_range out_part_range(uint32_t index, uint32_t count, uint64_t tiles)
{
    return (struct out_range){tiles * (index - 1) / count, tiles * index / count};
}

/* ---- files, each by a rename ---- */

/* A file on its way. */
struct output {
    struct file_writer writer;
};

static int refuse(struct out_part_files *to, const struct scree_error *err)
{
    if (!atomic_flag_test_and_set(&to->taken)) to->err = *err;
    return 1;
}

enum scree_code out_make_folder(const char *folder, const char *name, struct scree_error *err)
{
    char *const path = path_join(folder, name);
    if (path == NULL) return err_no_memory(err);
    const int reason = os_make_folder(OS_HERE, path, OS_SHARED);
    struct os_info info;
    enum scree_code code = SCREE_OK;
    if (reason != 0 &&
        (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) != 0 || info.kind != OS_FOLDER))
        code = os_fail(err, SCREE_CANNOT_WRITE, path, "cannot create", reason);
    mem_free(path);
    return code;
}

/* The folders of a name, "data" of "data/region.res". */
static enum scree_code make_folders_of(const char *folder, const char *name,
                                       struct scree_error *err)
{
    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        char *const inner = mem_text(name, (size_t)(slash - name));
        if (inner == NULL) return err_no_memory(err);
        const enum scree_code code = out_make_folder(folder, inner, err);
        mem_free(inner);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}

static int begin(void *context, const char *name, void **file)
{
    struct out_part_files *const to = context;
    struct scree_error err = SCREE_ERROR_INIT;
    struct output *const output = mem_alloc(1, sizeof *output);
    char *const path = path_join(to->folder, name);
    enum scree_code code = output != NULL && path != NULL ? SCREE_OK : err_no_memory(&err);
    if (code == SCREE_OK) code = make_folders_of(to->folder, name, &err);
    if (code == SCREE_OK) code = file_create(&output->writer, path, &err);
    mem_free(path);
    if (code == SCREE_OK) {
        *file = output;
        return 0;
    }
    mem_free(output);
    return refuse(to, &err);
}

static int put(void *context, void *file, const void *data, size_t size)
{
    struct output *const output = file;
    struct scree_error err = SCREE_ERROR_INIT;
    return file_write(&output->writer, data, size, &err) == SCREE_OK ? 0 : refuse(context, &err);
}

static int end(void *context, void *file, int complete)
{
    struct output *const output = file;
    struct scree_error err = SCREE_ERROR_INIT;
    enum scree_code code = SCREE_OK;
    if (complete)
        code = file_commit(&output->writer, &err);
    else
        file_abort(&output->writer);
    mem_free(output);
    return code == SCREE_OK ? 0 : refuse(context, &err);
}

const char *out_part_of_name(uint32_t *index, uint32_t *count, const char *name)
{
    char again[64];
    char *end;
    const unsigned long i = strtoul(name, &end, 10);
    if (end == name || strncmp(end, "-of-", 4) != 0) return NULL;
    const unsigned long n = strtoul(end + 4, NULL, 10);
    if (n < 1 || n > OUT_MAX_PARTS || i < 1 || i > n) return NULL;
    const int length = snprintf(again, sizeof again, "%lu-of-%lu.json", i, n);
    *index = (uint32_t)i;
    *count = (uint32_t)n;
    return strncmp(again, name, (size_t)length) == 0 ? name + length : NULL;
}

bool out_part_is_name(uint32_t *index, uint32_t *count, const char *name)
{
    const char *rest = out_part_of_name(index, count, name);
    return rest != NULL && rest[0] == '\0';
}

/* "I-of-N.json", and what a kill leaves of writing it. */
static bool is_manifest_name(const char *name)
{
    uint32_t index, count;
    const char *rest = out_part_of_name(&index, &count, name);
    return rest != NULL && (rest[0] == '\0' || strncmp(rest, ".part-", 6) == 0);
}

bool out_parts_begun(const char *folder, bool (*is_note)(const char *name))
{
    struct os_listing listing;
    bool empty = true, has = false;
    if (file_list_in(&listing, folder, OUT_PARTS_FOLDER, OS_FOLLOW_LINKS) != 0) return false;
    for (const char *name; !has && (name = os_list_next(&listing)) != NULL; empty = false)
        has = is_manifest_name(name) || (is_note != NULL && is_note(name));
    has = has || (empty && listing.reason == 0);
    os_list_end(&listing);
    return has;
}

enum { UNKNOWN, OURS, OTHERS };

/* Of formats that differ in the number behind them at most: "scree-part-1", "scree-part-9". */
static bool is_same_kind(const char *text, size_t length, const char *format)
{
    size_t own = strlen(format);
    while (own > 0 && format[own - 1] >= '0' && format[own - 1] <= '9') own--;
    while (length > 0 && text[length - 1] >= '0' && text[length - 1] <= '9') length--;
    return length == own && memcmp(text, format, own) == 0;
}

/* The format is in front of all else in a manifest; the rest can be long. */
static int kind_of(const char *folder, const char *name, const char *format)
{
    static const char key[] = "\"format\": \"";
    struct file_input input;
    char head[128] = "";
    int kind = UNKNOWN;
    char *const path = path_join(folder, name);
    if (path != NULL && file_input_open(&input, path, UINT64_MAX, NULL) == SCREE_OK) {
        const size_t size = input.size < sizeof head - 1 ? (size_t)input.size : sizeof head - 1;
        if (file_input_read(&input, 0, head, size, NULL) != SCREE_OK) head[0] = '\0';
        file_input_close(&input);
        const char *const at = strstr(head, key);
        const char *const text = at != NULL ? at + sizeof key - 1 : NULL;
        const char *const end = text != NULL ? strchr(text, '"') : NULL;
        if (end != NULL) kind = is_same_kind(text, (size_t)(end - text), format) ? OURS : OTHERS;
    }
    mem_free(path);
    return kind;
}

/* The kind of the first part that says one. */
static int kind_in(const char *folder, const char *format)
{
    struct os_listing listing;
    uint32_t index, count;
    int kind = UNKNOWN;
    char *const path = path_join(folder, OUT_PARTS_FOLDER);
    if (path != NULL && os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) == 0) {
        for (const char *name; kind == UNKNOWN && (name = os_list_next(&listing)) != NULL;)
            if (out_part_is_name(&index, &count, name)) kind = kind_of(path, name, format);
        os_list_end(&listing);
    }
    mem_free(path);
    return kind;
}

bool out_parts_of_others(const char *folder, const struct scree_part_options *part,
                         const char *format)
{
    char own[OUT_PART_NAME];
    out_part_name(own, sizeof own, part->index, part->count);
    const int kind = kind_of(folder, own, format);
    return (kind == UNKNOWN ? kind_in(folder, format) : kind) == OTHERS;
}

bool out_parts_are(const char *folder, const char *format)
{
    return kind_in(folder, format) == OURS;
}

enum scree_code out_part_open(struct sink **sink, struct out_part_files *files, const char *folder,
                              struct scree_error *err)
{
    files->folder = folder;
    err_clear(&files->err);
    atomic_flag_clear(&files->taken);
    const struct scree_sink_functions functions = {
        .context = files, .parallel = true, .begin = begin, .write = put, .end = end};
    return sink_open_functions(sink, &functions, err);
}

enum scree_code out_part_close(struct sink *sink, const struct out_part_files *files,
                               enum scree_code code, const struct scree_error *own,
                               struct scree_error *err)
{
    sink_close(sink);
    if (code == SCREE_OK) return SCREE_OK;
    const struct scree_error *const first = files->err.code != SCREE_OK ? &files->err : own;
    err_take(err, first);
    return first->code;
}

enum scree_code out_part_has(bool *out, const char *folder, const char *name, uint64_t bytes,
                             const char *sha256, struct scree_error *err)
{
    char digest[SHA_HEX_SIZE] = "";
    struct os_info info;
    char *const path = path_join(folder, name);
    *out = false;
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = SCREE_OK;
    struct scree_error ignored = SCREE_ERROR_INIT;
    if (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 && info.kind == OS_FILE &&
        info.size == bytes) {
        code = sha_file(digest, path, &ignored);
        *out = code == SCREE_OK && strcmp(digest, sha256) == 0;
    }
    mem_free(path);
    return code == SCREE_NO_MEMORY ? err_set(err, code, "%s", ignored.text) : SCREE_OK;
}

enum scree_code out_part_has_listed(bool *out, const char *folder, const json_t *entry,
                                    const char *name, struct scree_error *err)
{
    const char *const listed = json_text_get(entry, "file");
    const char *const sha256 = json_text_get(entry, "sha256");
    uint64_t bytes;
    *out = false;
    if (listed == NULL || sha256 == NULL ||
        !json_text_whole(&bytes, json_object_get(entry, "bytes"), INT64_MAX) ||
        (name != NULL ? strcmp(listed, name) != 0 : !text_is_inner_path(listed)))
        return SCREE_OK;
    return out_part_has(out, folder, listed, bytes, sha256, err);
}

uint32_t out_parts_list(char *out, size_t size, const uint8_t *set, uint32_t count)
{
    enum { LONGEST = 36 }; /* "1048575-1048576 and 1048574 more" fits behind it */
    uint32_t all = 0, listed = 0;
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < count; i++) all += set[i] != 0;
    for (uint32_t i = 0; i < count && used < LONGEST && used + 1 < size; i++) {
        if (set[i] == 0) continue;
        const uint32_t first = i;
        while (i + 1 < count && set[i + 1] != 0) i++;
        listed += i - first + 1;
        const char *const comma = used > 0 ? ", " : "";
        const int length =
            first == i ? snprintf(out + used, size - used, "%s%lu", comma, out_number(i + 1))
                       : snprintf(out + used, size - used, "%s%lu-%lu", comma,
                                  out_number(first + 1), out_number(i + 1));
        used += length > 0 ? (size_t)length : 0;
    }
    if (listed < all && used < size)
        snprintf(out + used, size - used, " and %lu more", out_number(all - listed));
    return all;
}
