/* Parts that lie in a folder, to be gathered: each whole, and all of the same. */
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/sha.h"
#include "out/out_parts.h"

#define MOST_BYTES (UINT64_C(1) << 32) /* of a note */

enum scree_code out_parts_damaged(const struct out_parts *parts, uint32_t index, const char *what,
                                  struct scree_error *err)
{
    char name[OUT_PART_NAME];
    out_part_name(name, sizeof name, index, parts->count);
    return err_set(err, SCREE_MALFORMED, "%s %s; run {part} %lu/%lu again", name, what,
                   out_number(index), out_number(parts->count));
}

enum scree_code out_parts_room(struct out_parts *parts, struct scree_error *err)
{
    parts->of = mem_alloc(parts->count, sizeof(json_t *));
    return parts->of != NULL ? SCREE_OK : err_no_memory(err);
}

void out_parts_free(struct out_parts *parts)
{
    for (uint32_t i = 0; parts->of != NULL && i < parts->count; i++) json_decref(parts->of[i]);
    mem_free(parts->of);
}

json_t *out_part_read(const char *folder, const char *name)
{
    struct scree_bytes bytes;
    if (file_read_in(&bytes, folder, name, MOST_BYTES, NULL) != SCREE_OK) return NULL;
    json_t *const found =
        json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    return found;
}

enum scree_code out_parts_load(struct out_parts *parts, uint32_t index, struct scree_error *err)
{
    char name[OUT_PART_NAME];
    struct scree_bytes bytes;
    out_part_name(name, sizeof name, index, parts->count);
    RETURN_IF_ERR(file_read_in(&bytes, parts->folder, name, MOST_BYTES, err));
    json_t *const found =
        json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    parts->of[index - 1] = found;
    return found != NULL ? SCREE_OK
                         : out_parts_damaged(parts, index, "is cut short or damaged", err);
}

enum scree_code out_parts_check_head(const struct out_parts *parts, uint32_t index,
                                     struct scree_error *err)
{
    const json_t *const part = parts->of[index - 1];
    json_t *const common = json_object_get(part, "common");
    const char *const format = json_text_get(part, "format");
    const char *const key = json_text_get(part, "key");
    struct scree_bytes bytes;
    char digest[SHA_HEX_SIZE], what[96];
    snprintf(what, sizeof what, "has another \"format\" than \"%s\"", parts->format);
    if (format == NULL || strcmp(format, parts->format) != 0)
        return out_parts_damaged(parts, index, what, err);
    if (!json_text_is_whole(json_object_get(part, "part"), index) ||
        !json_text_is_whole(json_object_get(part, "of"), parts->count))
        return out_parts_damaged(parts, index, "is that of another part: it was copied or renamed",
                                 err);
    if (key == NULL || !json_is_object(common) || !json_is_array(json_object_get(part, "pieces")))
        return out_parts_damaged(parts, index, "lacks members", err);
    RETURN_IF_ERR(json_text_bytes(&bytes, json_incref(common), err));
    sha_hex(digest, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    if (strcmp(digest, key) == 0) return SCREE_OK;
    return out_parts_damaged(parts, index, "was changed: its \"key\" does not match its contents",
                             err);
}

/* ---- which parts lie there ---- */

struct found {
    uint32_t count;
    uint8_t *there; /* [count] */
};

static enum scree_code name_all(struct found *f, struct os_listing *listing,
                                struct scree_error *err)
{
    uint32_t index, count;
    for (const char *name = os_list_next(listing); name != NULL; name = os_list_next(listing)) {
        if (!out_part_is_name(&index, &count, name)) continue;
        if (f->count != 0 && f->count != count) {
            const uint32_t few = count < f->count ? count : f->count;
            return err_set(err, SCREE_MALFORMED,
                           "parts of %lu and parts of %lu lie here; remove those of one of "
                           "them, " OUT_PARTS_FOLDER "/*-of-%lu.json or " OUT_PARTS_FOLDER
                           "/*-of-%lu.json",
                           out_number(few), out_number(count < f->count ? f->count : count),
                           out_number(few), out_number(count < f->count ? f->count : count));
        }
        if (f->there == NULL) f->there = mem_alloc(count, 1);
        if (f->there == NULL) return err_no_memory(err);
        f->count = count;
        f->there[index - 1] = 1;
    }
    return SCREE_OK;
}

static uint32_t first_of(const uint8_t *set)
{
    uint32_t i = 0;
    while (set[i] == 0) i++;
    return i + 1;
}

/* there: becomes the set of those that are not. */
static enum scree_code check_there(const struct found *f, struct scree_error *err)
{
    char list[OUT_PARTS_LIST];
    for (uint32_t i = 0; i < f->count; i++) f->there[i] = f->there[i] == 0;
    const uint32_t missing = out_parts_list(list, sizeof list, f->there, f->count);
    if (missing == 0) return SCREE_OK;
    if (missing == 1)
        return err_set(err, SCREE_CANNOT_READ, "part %s of %lu is missing; run {part} %s/%lu", list,
                       out_number(f->count), list, out_number(f->count));
    return err_set(err, SCREE_CANNOT_READ,
                   "parts %s of %lu are missing; run them, the first by {part} %lu/%lu", list,
                   out_number(f->count), out_number(first_of(f->there)), out_number(f->count));
}

static enum scree_code find(uint32_t *count, const char *folder, struct scree_error *err)
{
    struct os_listing listing;
    struct found f = {0, NULL};
    const int reason = file_list_in(&listing, folder, OUT_PARTS_FOLDER, OS_FOLLOW_LINKS);
    enum scree_code code = reason == ENOMEM ? err_no_memory(err) : SCREE_OK;
    if (reason == 0) {
        code = name_all(&f, &listing, err);
        os_list_end(&listing);
    }
    if (code == SCREE_OK && f.count == 0)
        code = err_set(err, SCREE_CANNOT_READ,
                       "no part lies here; run the parts with {part} I/N into this folder first");
    if (code == SCREE_OK) code = check_there(&f, err);
    mem_free(f.there);
    *count = f.count;
    return code;
}

/* ---- of the same inputs and options ---- */

const json_t *out_parts_common(const struct out_parts *parts, uint32_t index,
                               const char *const *way)
{
    const json_t *value = json_object_get(parts->of[index - 1], "common");
    for (; *way != NULL; way++) value = json_object_get(value, *way);
    return value;
}

/* Whether a part was made of what part 1 was. */
static bool is_same(const struct out_parts *parts, uint32_t index)
{
    return json_equal(json_object_get(parts->of[0], "key"),
                      json_object_get(parts->of[index - 1], "key"));
}

/* The error about one that was not, in the words of the first way that differs, or of the last. */
static enum scree_code differ(const struct out_parts *parts, uint32_t index,
                              const struct out_parts_way *ways, struct scree_error *err)
{
    const struct out_parts_way *way = ways;
    for (; way->way[0] != NULL; way++) {
        const json_t *const one = out_parts_common(parts, 1, way->way);
        const json_t *const other = out_parts_common(parts, index, way->way);
        if (one == NULL ? other != NULL : !json_equal(one, other)) break;
    }
    return err_set(err, SCREE_MALFORMED,
                   "part %lu was made %s than part 1; run again which of them is wrong, by "
                   "{part} %lu/%lu",
                   out_number(index), way->what, out_number(index), out_number(parts->count));
}

/* ---- killed in the middle ---- */

enum scree_code out_parts_blame_end(const struct out_parts *parts, uint32_t index,
                                    struct scree_error *err)
{
    return err_set(err, SCREE_CANNOT_READ,
                   "part %lu of %lu has not come to its end; run {part} %lu/%lu again, which "
                   "keeps what is there",
                   out_number(index), out_number(parts->count), out_number(index),
                   out_number(parts->count));
}

static enum scree_code check_ends(const struct out_parts *parts,
                                  const struct out_parts_judge *judge, struct scree_error *err)
{
    uint8_t *const ended = mem_alloc(parts->count, 1); /* before their time */
    char list[OUT_PARTS_LIST];
    if (ended == NULL) return err_no_memory(err);
    for (uint32_t i = 0; i < parts->count; i++)
        ended[i] = !json_is_true(json_object_get(parts->of[i], "complete"));
    const uint32_t some = out_parts_list(list, sizeof list, ended, parts->count);
    const uint32_t first = some > 0 ? first_of(ended) : 0;
    mem_free(ended);
    if (some == 0) return SCREE_OK;
    if (some == 1)
        return judge->blame_end != NULL ? judge->blame_end(judge->context, first, err)
                                        : out_parts_blame_end(parts, first, err);
    return err_set(err, SCREE_CANNOT_READ,
                   "parts %s of %lu have not come to their end; run them again, the first by "
                   "{part} %lu/%lu, which keeps what is there",
                   list, out_number(parts->count), out_number(first), out_number(parts->count));
}

/* ---- all of them ---- */

enum scree_code out_parts_read(struct out_parts *parts, const struct out_parts_judge *judge,
                               struct scree_error *err)
{
    RETURN_IF_ERR(find(&parts->count, parts->folder, err));
    RETURN_IF_ERR(out_parts_room(parts, err));
    for (uint32_t i = 1; i <= parts->count; i++) {
        RETURN_IF_ERR(out_parts_load(parts, i, err));
        RETURN_IF_ERR(judge->head != NULL ? judge->head(judge->context, i, err)
                                          : out_parts_check_head(parts, i, err));
    }
    for (uint32_t i = 2; i <= parts->count; i++) {
        if (is_same(parts, i)) continue;
        if (judge->blame_input != NULL) RETURN_IF_ERR(judge->blame_input(judge->context, i, err));
        return differ(parts, i, judge->ways, err);
    }
    return check_ends(parts, judge, err);
}

/* ---- files ---- */

bool out_part_is_there(const char *folder, const char *name)
{
    struct os_info info;
    return name != NULL && file_look_in(&info, folder, name, OS_FOLLOW_LINKS) == 0;
}

enum scree_code out_parts_blame_file(const struct out_parts *parts, uint32_t index,
                                     const char *name, struct scree_error *err)
{
    const bool there = out_part_is_there(parts->folder, name);
    return err_set(err, SCREE_CANNOT_READ,
                   "%.100s %s part %lu wrote; run {part} %lu/%lu again, which makes it and keeps "
                   "the rest",
                   name, there ? "is not what" : "is missing, which", out_number(index),
                   out_number(index), out_number(parts->count));
}

/* Whether a name is what a kill left of writing the file FOLDER/... for which is_ours() is true:
 * NAME.part-PROCESS-TRY of base/file.h. inner: the folder of the name, or "". */
static bool is_left(const char *inner, const char *name,
                    bool (*is_ours)(const void *context, const char *file), const void *context)
{
    const char *const mark = strstr(name, ".part-");
    char full[256];
    if (mark == NULL || mark[6 + strspn(mark + 6, "0123456789-")] != '\0') return false;
    const int length = snprintf(full, sizeof full, "%s%s%.*s", inner, inner[0] != '\0' ? "/" : "",
                                (int)(mark - name), name);
    if (length < 0 || (size_t)length >= sizeof full) return false;
    uint32_t index, count;
    if (strcmp(inner, OUT_PARTS_FOLDER) == 0)
        return out_part_is_name(&index, &count, full + sizeof OUT_PARTS_FOLDER);
    return is_ours(context, full);
}

void out_parts_clear(const char *folder, const char *inner, const struct out_parts_left *left)
{
    struct os_listing listing;
    if (file_list_in(&listing, folder, inner, OS_FOLLOW_LINKS) != 0) return;
    for (const char *name; (name = os_list_next(&listing)) != NULL;)
        if (is_left(inner, name, left->is_ours, left->context) ||
            (left->is_note != NULL && strcmp(inner, OUT_PARTS_FOLDER) == 0 && left->is_note(name)))
            os_remove(listing.folder, name);
    os_list_end(&listing);
}

enum scree_code out_parts_blame(const struct out_parts *parts, struct scree_error *own,
                                struct scree_error *err)
{
    if (own->file[0] == '\0') err_set_file(own, parts->folder);
    err_take(err, own);
    return own->code;
}
