/*
 * PBF: blobs of at most 32 MiB, each packed by zlib, of messages of protocol buffers. One is in memory
 * at a time. Source: wiki.openstreetmap.org, PBF Format; protobuf.dev, Encoding.
 */
#include "osm/osm_file.h"

#include <libdeflate.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"

#define MOST_HEADER_BYTES (64 * 1024)
#define MOST_BLOB_BYTES (32 * 1024 * 1024)

/* ---- the wire ---- */

struct wire {
    const uint8_t *at, *end;
    bool bad;
};
struct field {
    unsigned number;
    uint64_t value; /* of a varint */
    struct wire in; /* of bytes */
    bool is_bytes;
};

static uint64_t varint(struct wire *w)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && w->at < w->end; shift += 7) {
        const uint8_t byte = *w->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    w->bad = true;
    w->at = w->end;
    return 0;
}

/* Numbers of both signs: 0, -1, 1, -2, ... A sum that is too large wraps, and is no place. */
static uint64_t zigzag(struct wire *w)
{
    const uint64_t value = varint(w);
    return value >> 1 ^ (0 - (value & 1));
}

static int64_t as_signed(uint64_t value)
{
    int64_t out;
    memcpy(&out, &value, sizeof out);
    return out;
}

static bool take_bytes(struct wire *out, struct wire *w, uint64_t size)
{
    if (size > (uint64_t)(w->end - w->at)) {
        w->bad = true;
        w->at = w->end;
        return false;
    }
    *out = (struct wire){w->at, w->at + size, false};
    w->at += size;
    return true;
}

/* The next field of a message; false: there is none, or it is damaged (w->bad). */
static bool next(struct field *out, struct wire *w)
{
    if (w->at == w->end) return false;
    const uint64_t key = varint(w);
    *out = (struct field){.number = (unsigned)(key >> 3 & 0x1fffffff)};
    switch (key & 7) {
    case 0:
        out->value = varint(w);
        return !w->bad;
    case 1:
        return take_bytes(&out->in, w, 8);
    case 2:
        out->is_bytes = true;
        return take_bytes(&out->in, w, varint(w)) && !w->bad;
    case 5:
        return take_bytes(&out->in, w, 4);
    default:
        w->bad = true;
        return false;
    }
}

/* ---- a block ---- */

struct text {
    const char *text; /* ends with a NUL */
};
struct block {
    const struct osm_taker *taker;
    struct mem_arena arena; /* of this block's texts and lists */
    struct text *texts;
    size_t text_count;
    int64_t granularity, offset[2]; /* nanodegrees; longitude, latitude */
    int64_t *refs;                  /* OSM_MOST_REFS of each */
    uint8_t *ref_types;
    struct osm_tag *tags; /* OSM_MOST_TAGS */
    struct scree_error *err;
};

static enum scree_code damaged(struct block *b, const char *what)
{
    return err_set(b->err, SCREE_MALFORMED, "%s is damaged; download the file again", what);
}

static enum scree_code read_texts(struct block *b, struct wire table)
{
    struct field f;
    struct wire count = table;
    size_t texts = 0;
    while (next(&f, &count)) texts += f.number == 1 && f.is_bytes;
    if (count.bad) return damaged(b, "a table of texts");
    b->texts = mem_arena_alloc(&b->arena, texts + 1, sizeof *b->texts);
    if (b->texts == NULL) return err_no_memory(b->err);
    while (next(&f, &table))
        if (f.number == 1 && f.is_bytes) {
            const char *copy =
                mem_arena_text(&b->arena, (const char *)f.in.at, (size_t)(f.in.end - f.in.at));
            if (copy == NULL) return err_no_memory(b->err);
            b->texts[b->text_count++].text = copy;
        }
    return SCREE_OK;
}

/* Nanodegrees, rounded down to 1e-7 degrees. */
static enum scree_code place(struct osm_point *out, struct block *b, int64_t id,
                             const uint64_t raw[2])
{
    int64_t units[2];
    for (int i = 0; i < 2; i++) {
        const double nano =
            (double)b->offset[i] + (double)b->granularity * (double)as_signed(raw[i]);
        if (!(nano >= -3.7e11 && nano <= 3.7e11))
            units[i] = INT64_MAX;
        else {
            const int64_t whole = b->offset[i] + b->granularity * as_signed(raw[i]);
            units[i] = whole >= 0 ? whole / 100 : -((99 - whole) / 100);
        }
    }
    if (!osm_is_place((double)units[0], (double)units[1]))
        return err_set(b->err, SCREE_MALFORMED,
                       "node %lld lies at no place of the earth; download the file again",
                       (long long)id);
    *out = (struct osm_point){(int32_t)units[0], (int32_t)units[1]};
    return SCREE_OK;
}

static enum scree_code give_node(struct block *b, uint64_t id, const uint64_t raw[2])
{
    struct osm_object object = {.type = OSM_NODE, .id = as_signed(id)};
    RETURN_IF_ERR(place(&object.at, b, object.id, raw));
    return b->taker->take(b->taker->context, &object, b->err);
}

static enum scree_code read_node(struct block *b, struct wire w)
{
    uint64_t id = 0, raw[2] = {0, 0};
    struct field f;
    while (next(&f, &w)) {
        const uint64_t value = f.value >> 1 ^ (0 - (f.value & 1));
        if (f.is_bytes) continue;
        if (f.number == 1) id = value;
        if (f.number == 8) raw[1] = value;
        if (f.number == 9) raw[0] = value;
    }
    return w.bad ? damaged(b, "a node") : give_node(b, id, raw);
}

static enum scree_code read_dense(struct block *b, struct wire w)
{
    struct wire ids = {0}, at[2] = {{0}, {0}};
    uint64_t id = 0, raw[2] = {0, 0};
    struct field f;
    while (next(&f, &w)) {
        if (!f.is_bytes) continue;
        if (f.number == 1) ids = f.in;
        if (f.number == 8) at[1] = f.in;
        if (f.number == 9) at[0] = f.in;
    }
    if (w.bad) return damaged(b, "a group of nodes");
    while (ids.at < ids.end) {
        id += zigzag(&ids);
        for (int i = 0; i < 2; i++) raw[i] += zigzag(&at[i]);
        if (ids.bad || at[0].bad || at[1].bad) return damaged(b, "a group of nodes");
        RETURN_IF_ERR(give_node(b, id, raw));
    }
    if (at[0].at < at[0].end || at[1].at < at[1].end) return damaged(b, "a group of nodes");
    return SCREE_OK;
}

static enum scree_code read_tags(struct block *b, struct osm_object *object, struct wire keys,
                                 struct wire values, const char *what)
{
    while (keys.at < keys.end) {
        const uint64_t key = varint(&keys), value = varint(&values);
        if (keys.bad || values.bad || key >= b->text_count || value >= b->text_count)
            return damaged(b, what);
        if (object->tag_count == OSM_MOST_TAGS)
            return err_set(b->err, SCREE_LIMIT, "%s %lld has more than %d tags", what,
                           (long long)object->id, OSM_MOST_TAGS);
        b->tags[object->tag_count++] = (struct osm_tag){b->texts[key].text, b->texts[value].text};
    }
    object->tags = b->tags;
    return SCREE_OK;
}

/* Ways and relations have the same fields but for what they refer to. */
static enum scree_code read_lists(struct block *b, struct wire w, enum osm_type type)
{
    const char *what = type == OSM_WAY ? "way" : "relation";
    const unsigned refs_field = type == OSM_WAY ? 8 : 9;
    struct osm_object object = {.type = type, .refs = b->refs, .ref_type = b->ref_types};
    struct wire keys = {0}, values = {0}, refs = {0}, types = {0};
    struct field f;
    while (next(&f, &w)) {
        if (!f.is_bytes && f.number == 1) object.id = as_signed(f.value);
        if (!f.is_bytes) continue;
        if (f.number == 2) keys = f.in;
        if (f.number == 3) values = f.in;
        if (f.number == refs_field) refs = f.in;
        if (f.number == 10 && type == OSM_RELATION) types = f.in;
    }
    if (w.bad) return damaged(b, what);
    RETURN_IF_ERR(read_tags(b, &object, keys, values, what));
    for (uint64_t ref = 0; refs.at < refs.end;) {
        ref += zigzag(&refs);
        const uint64_t kind = type == OSM_WAY ? 0 : varint(&types);
        if (refs.bad || types.bad || kind > 2) return damaged(b, what);
        if (object.ref_count == OSM_MOST_REFS)
            return err_set(b->err, SCREE_LIMIT, "%s %lld has more than %d members", what,
                           (long long)object.id, OSM_MOST_REFS);
        b->ref_types[object.ref_count] = (uint8_t)(1 << kind);
        b->refs[object.ref_count++] = as_signed(ref);
    }
    return b->taker->take(b->taker->context, &object, b->err);
}

static enum scree_code read_group(struct block *b, struct wire w)
{
    const unsigned types = b->taker->types;
    struct field f;
    while (next(&f, &w)) {
        if (!f.is_bytes) continue;
        if (f.number == 1 && (types & OSM_NODE)) RETURN_IF_ERR(read_node(b, f.in));
        if (f.number == 2 && (types & OSM_NODE)) RETURN_IF_ERR(read_dense(b, f.in));
        if (f.number == 3 && (types & OSM_WAY)) RETURN_IF_ERR(read_lists(b, f.in, OSM_WAY));
        if (f.number == 4 && (types & OSM_RELATION))
            RETURN_IF_ERR(read_lists(b, f.in, OSM_RELATION));
    }
    return w.bad ? damaged(b, "a group") : SCREE_OK;
}

static enum scree_code read_block(struct block *b, struct wire w)
{
    struct field f;
    struct wire look = w;
    b->texts = NULL;
    b->text_count = 0;
    b->granularity = 100;
    b->offset[0] = b->offset[1] = 0;
    while (next(&f, &look)) {
        if (f.number == 1 && f.is_bytes && b->texts == NULL) RETURN_IF_ERR(read_texts(b, f.in));
        if (f.number == 17) b->granularity = as_signed(f.value);
        if (f.number == 19) b->offset[1] = as_signed(f.value);
        if (f.number == 20) b->offset[0] = as_signed(f.value);
    }
    if (look.bad || b->granularity < 1 || b->granularity > 1000000000) return damaged(b, "a block");
    for (int i = 0; i < 2; i++)
        if (b->offset[i] < -400000000000 || b->offset[i] > 400000000000)
            return damaged(b, "a block");
    while (next(&f, &w))
        if (f.number == 2 && f.is_bytes) RETURN_IF_ERR(read_group(b, f.in));
    return SCREE_OK;
}

/* What a reader has to know, says the file. */
static enum scree_code read_header(struct block *b, struct wire w)
{
    static const char *const known[] = {"OsmSchema-V0.6", "DenseNodes"};
    struct field f;
    while (next(&f, &w)) {
        if (f.number != 4 || !f.is_bytes) continue;
        const size_t size = (size_t)(f.in.end - f.in.at);
        bool is_known = false;
        for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
            is_known |= strlen(known[i]) == size && memcmp(known[i], f.in.at, size) == 0;
        if (!is_known)
            return err_set(b->err, SCREE_UNSUPPORTED,
                           "needs \"%.*s\", which is not read here; write it again with osmium cat",
                           (int)(size < 40 ? size : 40), (const char *)f.in.at);
    }
    return w.bad ? damaged(b, "the header") : SCREE_OK;
}

/* ---- blobs ---- */

struct walk {
    const struct file_input *input;
    struct block block;
    struct libdeflate_decompressor *unpacker;
    uint8_t *packed, *plain; /* MOST_BLOB_BYTES of each, as far as they are touched */
    size_t packed_room, plain_room;
    uint64_t at;
    bool has_header;
};

static enum scree_code need(uint8_t **bytes, size_t *room, size_t size, struct scree_error *err)
{
    if (*bytes != NULL && size <= *room) return SCREE_OK;
    mem_free(*bytes);
    *room = 0;
    RETURN_IF_ERR(MEM_NEED(bytes, size, 1, err));
    *room = size;
    return SCREE_OK;
}

static enum scree_code unpack(struct wire *out, struct walk *walk, struct wire blob)
{
    struct wire packed = {0};
    struct scree_error *err = walk->block.err;
    uint64_t size = 0;
    struct field f;
    while (next(&f, &blob)) {
        if (f.number == 2 && !f.is_bytes) size = f.value;
        if (f.number == 3 && f.is_bytes) packed = f.in;
        if (f.number == 1 && f.is_bytes) {
            *out = f.in;
            return SCREE_OK;
        }
        if (f.number > 3 && f.is_bytes)
            return err_set(err, SCREE_UNSUPPORTED,
                           "is packed by another method than zlib; write it again with osmium cat");
    }
    if (blob.bad || packed.at == NULL) return damaged(&walk->block, "a blob");
    if (size > MOST_BLOB_BYTES)
        return err_set(err, SCREE_LIMIT, "a blob unpacks to %llu bytes; the format allows %d",
                       (unsigned long long)size, MOST_BLOB_BYTES);
    RETURN_IF_ERR(need(&walk->plain, &walk->plain_room, (size_t)size, err));
    if (libdeflate_zlib_decompress(walk->unpacker, packed.at, (size_t)(packed.end - packed.at),
                                   walk->plain, (size_t)size, NULL) != LIBDEFLATE_SUCCESS)
        return damaged(&walk->block, "a blob");
    *out = (struct wire){walk->plain, walk->plain + size, false};
    return SCREE_OK;
}

/* Size of the header, header (kind and size of the blob), blob. */
static enum scree_code read_blob(struct walk *walk)
{
    struct scree_error *err = walk->block.err;
    const uint64_t left = walk->input->size - walk->at;
    uint8_t four[4], head[MOST_HEADER_BYTES];
    struct field f;
    if (left < 4) return damaged(&walk->block, "its end");
    RETURN_IF_ERR(file_input_read(walk->input, walk->at, four, 4, err));
    const uint32_t head_size =
        (uint32_t)four[0] << 24 | (uint32_t)four[1] << 16 | (uint32_t)four[2] << 8 | four[3];
    if (head_size > MOST_HEADER_BYTES || head_size > left - 4)
        return damaged(&walk->block, "the header of a blob");
    RETURN_IF_ERR(file_input_read(walk->input, walk->at + 4, head, head_size, err));
    struct wire w = {head, head + head_size, false}, kind = {0}, inside = {0};
    uint64_t size = UINT64_MAX;
    while (next(&f, &w)) {
        if (f.number == 1 && f.is_bytes) kind = f.in;
        if (f.number == 3 && !f.is_bytes) size = f.value;
    }
    if (w.bad || kind.at == NULL) return damaged(&walk->block, "the header of a blob");
    if (size > MOST_BLOB_BYTES || size > left - 4 - head_size)
        return err_set(err, SCREE_MALFORMED,
                       "ends within a blob; the download was cut off: download the file again");
    const size_t length = (size_t)(kind.end - kind.at);
    const bool is_data = length == 7 && memcmp(kind.at, "OSMData", 7) == 0;
    const bool is_header = length == 9 && memcmp(kind.at, "OSMHeader", 9) == 0;
    const uint64_t from = walk->at + 4 + head_size;
    walk->at = from + size;
    if (!is_data && !is_header) return SCREE_OK; /* blobs of kinds to come */
    if (is_data && !walk->has_header) return damaged(&walk->block, "the header");
    walk->has_header = true;
    RETURN_IF_ERR(need(&walk->packed, &walk->packed_room, (size_t)size, err));
    RETURN_IF_ERR(file_input_read(walk->input, from, walk->packed, (size_t)size, err));
    RETURN_IF_ERR(unpack(&inside, walk, (struct wire){walk->packed, walk->packed + size, false}));
    return is_header ? read_header(&walk->block, inside) : read_block(&walk->block, inside);
}

static enum scree_code read_blobs(struct walk *walk, struct scree_job *job)
{
    struct scree_error *err = walk->block.err;
    while (walk->at < walk->input->size) {
        const uint64_t at = walk->at;
        RETURN_IF_ERR(
            job_step(job, "reading OpenStreetMap", (double)at / (double)walk->input->size, err));
        struct scree_error why;
        err_clear(&why);
        walk->block.err = &why;
        const enum scree_code code = read_blob(walk);
        walk->block.err = err;
        mem_arena_free(&walk->block.arena);
        if (code == SCREE_MALFORMED || code == SCREE_UNSUPPORTED)
            return err_set_at(err, code, at, "%s", why.text);
        if (code != SCREE_OK) return err_take(err, &why);
    }
    return SCREE_OK;
}

enum scree_code osm_walk_pbf(const struct file_input *input, const struct osm_taker *taker,
                             struct scree_job *job, struct scree_error *err)
{
    struct walk walk = {.input = input, .block = {.taker = taker, .err = err}};
    struct block *b = &walk.block;
    walk.unpacker = libdeflate_alloc_decompressor();
    b->refs = mem_alloc(OSM_MOST_REFS, sizeof *b->refs);
    b->ref_types = mem_alloc(OSM_MOST_REFS, 1);
    b->tags = mem_alloc(OSM_MOST_TAGS, sizeof *b->tags);
    enum scree_code code = SCREE_OK;
    if (walk.unpacker == NULL || b->refs == NULL || b->ref_types == NULL || b->tags == NULL)
        code = err_no_memory(err);
    if (code == SCREE_OK) code = read_blobs(&walk, job);
    job_finish(job);
    mem_free(b->refs);
    mem_free(b->ref_types);
    mem_free(b->tags);
    mem_free(walk.packed);
    mem_free(walk.plain);
    libdeflate_free_decompressor(walk.unpacker);
    return code;
}
