/*
 * Rule (Rigs of Rods): Zips have no dates of their own. See formats/ror.md. Tests:
 * ror/ror_island, zip/check_zip.
 */
#include "out/out_zip.h"

#include <assert.h>
#include <string.h>

#include <zlib.h>

#include "base/bytes.h"
#include "base/mem.h"

#define LOCAL_MARK 0x04034b50u
#define DESCRIPTOR_MARK 0x08074b50u
#define ENTRY_MARK 0x02014b50u
#define END_MARK 0x06054b50u
#define END64_MARK 0x06064b50u
#define LOCATOR64_MARK 0x07064b50u
#define ZIP64_FIELD 1

#define FLAG_DESCRIPTOR (1u << 3)
#define FLAG_UTF8 (1u << 11)
#define STORED 0
#define DEFLATED 8
#define VERSION_PLAIN 20
#define VERSION_ZIP64 45
#define MADE_ON_UNIX (3u << 8)
#define FIRST_DATE (1u << 5 | 1) /* 1 January 1980, the first day there is; time 0 */
#define PLAIN_FILE (0100644u << 16)

#define NO_ROOM_32 UINT32_MAX /* "look into the zip64 field" */
#define BLOCK ((size_t)1 << 16)

struct entry {
    char *name;
    uint64_t offset, size, packed_size;
    uint32_t crc;
    uint16_t flags, method;
};

struct out_zip {
    struct stream *to, in; /* in: of the entry at hand */
    uint64_t start;        /* size of the stream before */
    struct entry *entries;
    size_t count, capacity;
    bool is_open, is_held; /* the entry at hand, and its bytes wait for its header */
    uint8_t *held;
    size_t held_size, held_room;
    z_stream packer;
    bool has_packer;
    uint8_t block[BLOCK];
};

/* ---- records ---- */

/* A record under construction: the largest has 56 bytes. */
struct record {
    uint8_t bytes[64];
    size_t size;
};

static void put16(struct record *record, unsigned value)
{
    bytes_put_u16le(record->bytes + record->size, (uint16_t)value);
    record->size += 2;
}

static void put32(struct record *record, uint32_t value)
{
    bytes_put_u32le(record->bytes + record->size, value);
    record->size += 4;
}

static void put64(struct record *record, uint64_t value)
{
    bytes_put_u64le(record->bytes + record->size, value);
    record->size += 8;
}

static uint32_t low32(uint64_t value)
{
    return value < NO_ROOM_32 ? (uint32_t)value : NO_ROOM_32;
}

/* Sizes are not known yet: 32 bits might not hold them. */
static bool is_streamed(const struct entry *entry)
{
    return (entry->flags & FLAG_DESCRIPTOR) != 0;
}

static enum scree_code write_local(struct out_zip *zip, const struct entry *entry,
                                   struct scree_error *err)
{
    const bool wide = is_streamed(entry) || entry->size >= NO_ROOM_32;
    const size_t length = strlen(entry->name);
    struct record head = {.size = 0}, extra = {.size = 0};
    put32(&head, LOCAL_MARK);
    put16(&head, wide ? VERSION_ZIP64 : VERSION_PLAIN);
    put16(&head, entry->flags);
    put16(&head, entry->method);
    put16(&head, 0);
    put16(&head, FIRST_DATE);
    put32(&head, entry->crc);
    put32(&head, wide ? NO_ROOM_32 : (uint32_t)entry->packed_size);
    put32(&head, wide ? NO_ROOM_32 : (uint32_t)entry->size);
    put16(&head, (unsigned)length);
    if (wide) {
        put16(&extra, ZIP64_FIELD);
        put16(&extra, 16);
        put64(&extra, entry->size);
        put64(&extra, entry->packed_size);
    }
    put16(&head, (unsigned)extra.size);
    RETURN_IF_ERR(stream_put(zip->to, head.bytes, head.size, err));
    RETURN_IF_ERR(stream_put(zip->to, entry->name, length, err));
    return stream_put(zip->to, extra.bytes, extra.size, err);
}

static enum scree_code write_descriptor(struct out_zip *zip, const struct entry *entry,
                                        struct scree_error *err)
{
    struct record record = {.size = 0};
    put32(&record, DESCRIPTOR_MARK);
    put32(&record, entry->crc);
    put64(&record, entry->packed_size);
    put64(&record, entry->size);
    return stream_put(zip->to, record.bytes, record.size, err);
}

static enum scree_code write_entry(struct out_zip *zip, const struct entry *entry,
                                   struct scree_error *err)
{
    struct record head = {.size = 0}, extra = {.size = 4}; /* behind its own mark and size */
    if (entry->size >= NO_ROOM_32) put64(&extra, entry->size);
    if (entry->packed_size >= NO_ROOM_32) put64(&extra, entry->packed_size);
    if (entry->offset >= NO_ROOM_32) put64(&extra, entry->offset);
    const bool wide = extra.size > 4;
    const size_t length = strlen(entry->name);
    bytes_put_u16le(extra.bytes, ZIP64_FIELD);
    bytes_put_u16le(extra.bytes + 2, (uint16_t)(extra.size - 4));
    const unsigned version = wide || is_streamed(entry) ? VERSION_ZIP64 : VERSION_PLAIN;
    put32(&head, ENTRY_MARK);
    put16(&head, MADE_ON_UNIX | version);
    put16(&head, version);
    put16(&head, entry->flags);
    put16(&head, entry->method);
    put16(&head, 0);
    put16(&head, FIRST_DATE);
    put32(&head, entry->crc);
    put32(&head, low32(entry->packed_size));
    put32(&head, low32(entry->size));
    put16(&head, (unsigned)length);
    put16(&head, wide ? (unsigned)extra.size : 0);
    put16(&head, 0); /* comment */
    put16(&head, 0); /* disk */
    put16(&head, 0); /* internal attributes */
    put32(&head, PLAIN_FILE);
    put32(&head, low32(entry->offset));
    RETURN_IF_ERR(stream_put(zip->to, head.bytes, head.size, err));
    RETURN_IF_ERR(stream_put(zip->to, entry->name, length, err));
    return stream_put(zip->to, extra.bytes, wide ? extra.size : 0, err);
}

static enum scree_code write_end(struct out_zip *zip, uint64_t first, struct scree_error *err)
{
    const uint64_t at = zip->to->size - zip->start, size = at - first;
    const bool wide = zip->count >= UINT16_MAX || size >= NO_ROOM_32 || first >= NO_ROOM_32;
    if (wide) {
        struct record end = {.size = 0}, locator = {.size = 0};
        put32(&end, END64_MARK);
        put64(&end, 44); /* bytes that follow */
        put16(&end, MADE_ON_UNIX | VERSION_ZIP64);
        put16(&end, VERSION_ZIP64);
        put32(&end, 0); /* disk */
        put32(&end, 0);
        put64(&end, zip->count);
        put64(&end, zip->count);
        put64(&end, size);
        put64(&end, first);
        put32(&locator, LOCATOR64_MARK);
        put32(&locator, 0);
        put64(&locator, at);
        put32(&locator, 1); /* disks */
        RETURN_IF_ERR(stream_put(zip->to, end.bytes, end.size, err));
        RETURN_IF_ERR(stream_put(zip->to, locator.bytes, locator.size, err));
    }
    struct record end = {.size = 0};
    const unsigned count = zip->count < UINT16_MAX ? (unsigned)zip->count : UINT16_MAX;
    put32(&end, END_MARK);
    put16(&end, 0); /* disk */
    put16(&end, 0);
    put16(&end, count);
    put16(&end, count);
    put32(&end, low32(size));
    put32(&end, low32(first));
    put16(&end, 0); /* comment */
    return stream_put(zip->to, end.bytes, end.size, err);
}

/* ---- the entry at hand ---- */

static enum scree_code hold(struct out_zip *zip, const uint8_t *data, size_t size,
                            struct scree_error *err)
{
    if (size == 0) return SCREE_OK;
    if (zip->held_size + size > zip->held_room) {
        size_t room = 2 * zip->held_room + BLOCK;
        while (room < zip->held_size + size) room *= 2;
        if (room > OUT_ZIP_HOLD) room = OUT_ZIP_HOLD;
        uint8_t *held = mem_grow(zip->held, zip->held_room, room, 1);
        if (held == NULL) return err_no_memory(err);
        zip->held = held;
        zip->held_room = room;
    }
    memcpy(zip->held + zip->held_size, data, size);
    zip->held_size += size;
    return SCREE_OK;
}

/* Packed bytes: held, or passed on once there are too many. */
static enum scree_code take_packed(struct out_zip *zip, const uint8_t *data, size_t size,
                                   struct scree_error *err)
{
    struct entry *entry = &zip->entries[zip->count];
    if (zip->is_held && zip->held_size + size <= OUT_ZIP_HOLD) {
        RETURN_IF_ERR(hold(zip, data, size, err));
    } else {
        if (zip->is_held) {
            struct entry unknown = *entry;
            entry->flags |= FLAG_DESCRIPTOR;
            unknown.flags = entry->flags;
            unknown.crc = 0;
            unknown.size = unknown.packed_size = 0;
            RETURN_IF_ERR(write_local(zip, &unknown, err));
            RETURN_IF_ERR(stream_put(zip->to, zip->held, zip->held_size, err));
            zip->is_held = false;
        }
        RETURN_IF_ERR(stream_put(zip->to, data, size, err));
    }
    entry->packed_size += size;
    return SCREE_OK;
}

/* Gives the compressor bytes, or their end. */
static enum scree_code pack(struct out_zip *zip, const void *data, size_t size, int flush,
                            struct scree_error *err)
{
    z_stream *packer = &zip->packer;
    const uint8_t *from = data;
    do {
        const size_t some = size < BLOCK ? size : BLOCK;
        packer->next_in = (Bytef *)from; /* zlib only reads there */
        packer->avail_in = (uInt)some;
        from += some;
        size -= some;
        const int how = size > 0 ? Z_NO_FLUSH : flush;
        do {
            packer->next_out = zip->block;
            packer->avail_out = BLOCK;
            deflate(packer, how); /* fails only for a caller's mistake */
            RETURN_IF_ERR(take_packed(zip, zip->block, BLOCK - packer->avail_out, err));
        } while (packer->avail_out == 0);
    } while (size > 0);
    return SCREE_OK;
}

static uint32_t crc_of(uint32_t crc, const void *data, size_t size)
{
    const uint8_t *from = data;
    while (size > 0) {
        const uInt some = size < UINT32_MAX / 2 ? (uInt)size : UINT32_MAX / 2;
        crc = (uint32_t)crc32(crc, from, some);
        from += some;
        size -= some;
    }
    return crc;
}

static enum scree_code put_bytes(void *context, const void *data, size_t size,
                                 struct scree_error *err)
{
    struct out_zip *zip = context;
    struct entry *entry = &zip->entries[zip->count];
    entry->crc = crc_of(entry->crc, data, size);
    entry->size += size;
    if (entry->method == STORED) return take_packed(zip, data, size, err);
    return pack(zip, data, size, Z_NO_FLUSH, err);
}

/* ---- the zip ---- */

enum scree_code out_zip_create(struct out_zip **out, struct stream *to, struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(out, 1, sizeof **out, err));
    (*out)->to = to;
    (*out)->start = to->size;
    return SCREE_OK;
}

static bool is_ascii(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text >= 0x80) return false;
    return true;
}

static enum scree_code start_packer(struct out_zip *zip, struct scree_error *err)
{
    if (zip->has_packer) {
        deflateReset(&zip->packer);
        return SCREE_OK;
    }
    if (deflateInit2(&zip->packer, 9, Z_DEFLATED, -MAX_WBITS, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY) !=
        Z_OK)
        return err_no_memory(err);
    zip->has_packer = true;
    return SCREE_OK;
}

enum scree_code out_zip_begin(struct out_zip *zip, const char *name, bool packed,
                              struct stream **entry, struct scree_error *err)
{
    assert(!zip->is_open);
    *entry = NULL;
    const size_t length = strlen(name);
    if (length == 0 || length > OUT_ZIP_MAX_NAME)
        return err_set(err, SCREE_BAD_ARGUMENT, "a name of %zu bytes cannot stand in a zip",
                       length);
    struct entry *list = mem_room(zip->entries, zip->count, &zip->capacity, sizeof *list);
    if (list == NULL) return err_no_memory(err);
    zip->entries = list;
    if (packed) RETURN_IF_ERR(start_packer(zip, err));
    struct entry *made = &zip->entries[zip->count];
    *made = (struct entry){.name = mem_text(name, length),
                           .offset = zip->to->size - zip->start,
                           .flags = is_ascii(name) ? 0 : FLAG_UTF8,
                           .method = packed ? DEFLATED : STORED};
    if (made->name == NULL) return err_no_memory(err);
    zip->is_open = zip->is_held = true;
    zip->held_size = 0;
    zip->in = (struct stream){.put = put_bytes, .context = zip};
    *entry = &zip->in;
    return SCREE_OK;
}

enum scree_code out_zip_end(struct out_zip *zip, struct scree_error *err)
{
    assert(zip->is_open);
    struct entry *entry = &zip->entries[zip->count];
    if (entry->method == DEFLATED) RETURN_IF_ERR(pack(zip, "", 0, Z_FINISH, err));
    if (zip->is_held) {
        RETURN_IF_ERR(write_local(zip, entry, err));
        RETURN_IF_ERR(stream_put(zip->to, zip->held, zip->held_size, err));
    } else {
        RETURN_IF_ERR(write_descriptor(zip, entry, err));
    }
    zip->is_open = false;
    zip->count++;
    return SCREE_OK;
}

enum scree_code out_zip_finish(struct out_zip *zip, struct scree_error *err)
{
    assert(!zip->is_open);
    const uint64_t first = zip->to->size - zip->start;
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; code == SCREE_OK && i < zip->count; i++)
        code = write_entry(zip, &zip->entries[i], err);
    if (code == SCREE_OK) code = write_end(zip, first, err);
    out_zip_abort(zip);
    return code;
}

void out_zip_abort(struct out_zip *zip)
{
    if (zip == NULL) return;
    const size_t names = zip->count + (zip->is_open ? 1 : 0);
    for (size_t i = 0; i < names; i++) mem_free(zip->entries[i].name);
    if (zip->has_packer) deflateEnd(&zip->packer);
    mem_free(zip->entries);
    mem_free(zip->held);
    mem_free(zip);
}
