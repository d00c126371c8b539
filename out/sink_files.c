/*
 * The files of a sink: their list, their bytes, and whose turn it is if one follows another.
 *
 * Rule (The program and the library): Every kind of output gets the same bytes. See
 * library.md#outputs. Tests: unit/test_sink (memory_has_the_files, digests_need_no_bytes,
 * threads_write_files_side_by_side), unit/zip.
 */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "out/out_internal.h"
#include "out/sink_internal.h"

#define FIRST_CAPACITY 32

/* ---- names ---- */

static size_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++) hash = (hash ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* Where the name is in the slots, or would be; there are always free ones. */
static size_t find_slot(const struct sink *sink, const char *name)
{
    size_t slot = hash_of(name) % sink->slot_count;
    while (sink->slots[slot] != 0 &&
           strcmp(sink->items[sink->slots[slot] - 1]->file.name, name) != 0)
        slot = (slot + 1) % sink->slot_count;
    return slot;
}

struct sink_item *sink_find(const struct sink *sink, const char *name)
{
    if (sink->slot_count == 0) return NULL;
    const size_t number = sink->slots[find_slot(sink, name)];
    return number > 0 ? sink->items[number - 1] : NULL;
}

static bool make_room(struct sink *sink)
{
    if (sink->count < sink->capacity) return true;
    const size_t wanted = sink->capacity > 0 ? 2 * sink->capacity : FIRST_CAPACITY;
    struct sink_item **items = mem_grow(sink->items, sink->capacity, wanted, sizeof *sink->items);
    if (items == NULL) return false;
    sink->items = items;
    size_t *slots = mem_alloc(2 * wanted, sizeof *slots);
    if (slots == NULL) return false;
    mem_free(sink->slots);
    sink->slots = slots;
    sink->slot_count = 2 * wanted;
    sink->capacity = wanted;
    for (size_t i = 0; i < sink->count; i++)
        sink->slots[find_slot(sink, sink->items[i]->file.name)] = i + 1;
    return true;
}

/* sink_name_error() makes an error without a file's name one about this file, as the user knows it;
 * nothing for SCREE_CANCELLED. err may be NULL. */
static void sink_name_error(const struct sink *sink, const char *name, struct scree_error *err)
{
    if (err == NULL || err->code == SCREE_CANCELLED) return;
    const bool folder = sink->kind == &sink_kind_folder;
    char *path = folder ? path_join(sink->places[0].path, name) : NULL;
    if (sink->kind == &sink_kind_zip) name = sink->places[0].path;
    err_set_file(err, path != NULL ? path : name);
    mem_free(path);
}

/* An error of a kind's own; names of temporary files mean nothing to anybody. */
static enum scree_code fail(struct sink_item *item, enum scree_code code, struct scree_error *own,
                            struct scree_error *err)
{
    atomic_store(&item->sink->failed, true);
    own->file[0] = '\0';
    sink_name_error(item->sink, item->file.name, own);
    err_take(err, own);
    return code;
}

/* ---- bytes ---- */

enum scree_code sink_hold(struct sink_item *item, const void *data, size_t size,
                          struct scree_error *err)
{
    grow_put(&item->held, data, size);
    return item->held.failed ? err_no_memory(err) : SCREE_OK;
}

static enum scree_code begin(struct sink_item *item, struct scree_error *err)
{
    const struct sink_kind *kind = item->sink->kind;
    if (kind->begin != NULL) RETURN_IF_ERR(kind->begin(item, err));
    item->has_begun = true;
    return SCREE_OK;
}

/* An item whose turn has come gives what it holds. */
static enum scree_code pass_held(struct sink_item *item, struct scree_error *err)
{
    if (item->has_begun) return SCREE_OK;
    RETURN_IF_ERR(begin(item, err));
    if (item->held.size == 0) return SCREE_OK;
    const enum scree_code code = item->sink->kind->put(item, item->held.text, item->held.size, err);
    grow_free(&item->held);
    return code;
}

static enum scree_code take(struct sink_item *item, const void *data, size_t size,
                            struct scree_error *err)
{
    struct sink *sink = item->sink;
    if (sink->in_order) {
        if (atomic_load(&sink->turn) != item->index) return sink_hold(item, data, size, err);
        RETURN_IF_ERR(pass_held(item, err));
    }
    return sink->kind->put != NULL ? sink->kind->put(item, data, size, err) : SCREE_OK;
}

static enum scree_code put(void *context, const void *data, size_t size, struct scree_error *err)
{
    struct sink_item *item = context;
    struct scree_error own = SCREE_ERROR_INIT;
    if (item->sha != NULL) sha_put(item->sha, data, size);
    const enum scree_code code = take(item, data, size, &own);
    return code == SCREE_OK ? SCREE_OK : fail(item, code, &own, err);
}

/* ---- turns ---- */

/* The end of an item for its kind; drop() is left to sink_drop_items() if that fails. */
static enum scree_code finish(struct sink_item *item, struct scree_error *err)
{
    const struct sink_kind *kind = item->sink->kind;
    if (kind->end != NULL) RETURN_IF_ERR(kind->end(item, err));
    atomic_store(&item->state, SINK_DONE);
    return SCREE_OK;
}

/* Of the thread that ends an item and the one that ends the item before it, each may find that the
 * item has ended and that its turn has come; one of them gets it. */
static bool claim(struct sink_item *item)
{
    int ended = SINK_ENDED;
    return atomic_compare_exchange_strong(&item->state, &ended, SINK_OPEN);
}

/* Who has the turn finishes his item and those behind it that wait for nothing else. What an
 * item behind fails with names that. */
static enum scree_code finish_in_order(struct sink_item *item, struct scree_error *err)
{
    struct sink *sink = item->sink;
    atomic_store(&item->state, SINK_ENDED);
    while (atomic_load(&sink->turn) == item->index && claim(item)) {
        struct scree_error own = SCREE_ERROR_INIT;
        enum scree_code code = pass_held(item, &own);
        if (code == SCREE_OK) code = finish(item, &own);
        if (code != SCREE_OK) return fail(item, code, &own, err);
        const size_t next = item->index + 1;
        const bool more = next < sink->count;
        atomic_store(&sink->turn, next);
        if (!more) break;
        item = sink->items[next];
    }
    return SCREE_OK;
}

/* ---- files ---- */

/* A name that represents a file of this sink and for no other. */
enum scree_code sink_check(const struct sink *sink, const char *name, struct scree_error *err)
{
    if (sink->kind->has_names && !out_name_is_plain(name))
        return err_set(err, SCREE_BAD_ARGUMENT, "\"%.100s\" is not a valid file name", name);
    if (!sink->kind->has_names && sink_find_place(sink, name) == sink->place_count)
        return err_set(err, SCREE_BAD_ARGUMENT, "\"%.100s\" is in none of the output's folders",
                       name);
    if (sink_find(sink, name) != NULL)
        err_set(err, SCREE_BAD_ARGUMENT, "two outputs have this name; choose another name");
    else if (!sink->kind->has_names)
        return sink_check_file(sink, name, err);
    else if (sink_is_protected(sink, name))
        err_set(err, SCREE_BAD_ARGUMENT,
                "is an input and would be overwritten; choose another name");
    else
        return SCREE_OK;
    sink_name_error(sink, name, err);
    return SCREE_BAD_ARGUMENT;
}

enum scree_code sink_add(struct sink *sink, const char *name, unsigned how, struct sink_file **file,
                         struct scree_error *err)
{
    *file = NULL;
    RETURN_IF_ERR(sink_check(sink, name, err));
    struct sink_item *item = make_room(sink) ? mem_alloc(1, sizeof *item) : NULL;
    char *copy = item != NULL ? path_join(NULL, name) : NULL;
    if (copy == NULL) {
        mem_free(item);
        return err_no_memory(err);
    }
    item->file.name = copy;
    item->sink = sink;
    item->index = sink->count;
    item->place = sink->kind->has_names ? 0 : sink_find_place(sink, name);
    item->how = how;
    atomic_init(&item->state, SINK_ADDED);
    sink->slots[find_slot(sink, name)] = sink->count + 1;
    sink->items[sink->count++] = item;
    *file = &item->file;
    return SCREE_OK;
}

enum scree_code sink_begin_file(struct sink_file *file, struct scree_error *err)
{
    struct sink_item *item = (struct sink_item *)file;
    assert(item->sink->started && atomic_load(&item->state) == SINK_ADDED);
    struct scree_error own = SCREE_ERROR_INIT;
    enum scree_code code = SCREE_OK;
    if ((item->how & SINK_NO_DIGEST) == 0) item->sha = sha_start();
    if ((item->how & SINK_NO_DIGEST) == 0 && item->sha == NULL) code = err_no_memory(&own);
    if (code == SCREE_OK && !item->sink->in_order) code = begin(item, &own);
    atomic_store(&item->state, code == SCREE_OK ? SINK_OPEN : SINK_FAILED);
    if (code != SCREE_OK) return fail(item, code, &own, err);
    file->stream = (struct stream){.put = put, .context = item};
    return SCREE_OK;
}

enum scree_code sink_begin(struct sink *sink, const char *name, unsigned how,
                           struct sink_file **file, struct scree_error *err)
{
    RETURN_IF_ERR(sink_add(sink, name, how, file, err));
    return sink_begin_file(*file, err);
}

enum scree_code sink_end(struct sink_file *file, enum scree_code code, struct scree_error *err)
{
    struct sink_item *item = (struct sink_item *)file;
    struct sink *sink = item->sink;
    assert(atomic_load(&item->state) == SINK_OPEN);
    file->size_bytes = file->stream.size;
    file->stream.put = NULL;
    sha_end(file->sha256, item->sha);
    item->sha = NULL;
    if (code != SCREE_OK) {
        atomic_store(&sink->failed, true);
        atomic_store(&item->state, SINK_FAILED);
        if (!sink->in_order && item->has_begun && sink->kind->drop != NULL) sink->kind->drop(item);
        if (!sink->in_order) item->has_begun = false;
        sink_name_error(sink, file->name, err);
        return code;
    }
    if (sink->in_order) return finish_in_order(item, err);
    struct scree_error own = SCREE_ERROR_INIT;
    code = finish(item, &own);
    return code == SCREE_OK ? SCREE_OK : fail(item, code, &own, err);
}

enum scree_code sink_write(struct sink *sink, const char *name, unsigned how, const void *data,
                           size_t size, struct scree_error *err)
{
    struct sink_file *file;
    RETURN_IF_ERR(sink_begin(sink, name, how, &file, err));
    return sink_end(file, stream_put(&file->stream, data, size, err), err);
}

size_t sink_count(const struct sink *sink)
{
    return sink->count;
}

const struct sink_file *sink_at(const struct sink *sink, size_t i)
{
    assert(i < sink->count);
    return &sink->items[i]->file;
}

void sink_drop_items(struct sink *sink)
{
    for (size_t i = 0; i < sink->count; i++) {
        struct sink_item *item = sink->items[i];
        if (item->has_begun && atomic_load(&item->state) != SINK_DONE && sink->kind->drop != NULL)
            sink->kind->drop(item);
        sha_end(NULL, item->sha);
        grow_free(&item->held);
        mem_free((char *)item->file.name);
        mem_free(item);
    }
    mem_free(sink->items);
    sink->items = NULL;
    sink->count = 0;
}
