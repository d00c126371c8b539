#include "image/zlib_rle.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include <libdeflate.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "image/huffman.h"

#define LITERALS 256
#define END_OF_BLOCK 256
#define SYMBOLS IMAGE_HUFFMAN_SYMBOLS
#define MIN_MATCH 3
#define MAX_MATCH 258

/* ---- tokens ---- */

/* The symbol, extra bits and their number of each match length. */
struct lengths {
    uint16_t symbol[MAX_MATCH + 1];
    uint8_t extra[MAX_MATCH + 1], extra_bits[MAX_MATCH + 1];
};

static void make_lengths(struct lengths *t)
{
    uint32_t length = MIN_MATCH;
    for (uint16_t s = 257; s < 285; s++) {
        const uint8_t bits = s < 265 ? 0 : (uint8_t)((s - 261) / 4);
        for (uint32_t e = 0; e < 1u << bits && length < MAX_MATCH; e++, length++) {
            t->symbol[length] = s;
            t->extra[length] = (uint8_t)e;
            t->extra_bits[length] = bits;
        }
    }
    t->symbol[MAX_MATCH] = 285;
    t->extra[MAX_MATCH] = t->extra_bits[MAX_MATCH] = 0;
}

struct work {
    uint16_t tokens[IMAGE_ZLIB_PIECE]; /* a byte, or LITERALS + length of a match */
    size_t count;
    uint32_t counts[SYMBOLS];
    struct image_huffman code;
};

/* Bytes from data[at] on that equal those `distance` before, `most` at most. */
static size_t run_length(const uint8_t *data, size_t at, unsigned distance, size_t most)
{
    size_t length = 0;
    while (length + 8 <= most && memcmp(data + at + length, data + at + length - distance, 8) == 0)
        length += 8;
    while (length < most && data[at + length] == data[at + length - distance]) length++;
    return length;
}

static void find_tokens(struct work *w, const struct lengths *lengths, const uint8_t *data,
                        size_t first, size_t end, unsigned distance)
{
    memset(w->counts, 0, sizeof w->counts);
    w->count = 0;
    for (size_t at = first; at < end;) {
        const size_t most = end - at < MAX_MATCH ? end - at : MAX_MATCH;
        const bool may = at >= distance && data[at] == data[at - distance];
        const size_t length = may ? run_length(data, at, distance, most) : 0;
        if (length >= MIN_MATCH) {
            w->tokens[w->count++] = (uint16_t)(LITERALS + length);
            w->counts[lengths->symbol[length]]++;
            at += length;
        } else {
            w->tokens[w->count++] = data[at];
            w->counts[data[at++]]++;
        }
    }
    w->counts[END_OF_BLOCK] = 1;
}

/* ---- bits ---- */

struct bits {
    uint64_t held;
    uint32_t count; /* below 8 after flush_bits() */
    uint8_t *out;
};

static void put_bits(struct bits *b, uint64_t bits, uint32_t count)
{
    b->held |= bits << b->count;
    b->count += count;
}

/* Takes whole bytes out; writes 8 bytes whatever there is. */
static void flush_bits(struct bits *b)
{
    for (int i = 0; i < 8; i++) b->out[i] = (uint8_t)(b->held >> (8 * i));
    b->out += b->count >> 3;
    b->held >>= b->count & ~7u;
    b->count &= 7;
}

/* Lengths of codes are sent in a code of their own: here 0 .. 12, 16, 17 and 18 have four bits
 * each, and nothing is left over. */
static void put_lengths(struct bits *b, const struct image_huffman *code, unsigned distance)
{
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t all[SYMBOLS + 4];
    uint32_t count = SYMBOLS;
    while (code->length[count - 1] == 0) count--;
    memcpy(all, code->length, count);
    memset(all + count, 0, distance - 1); /* distances 1 to 4 are symbols 0 to 3 */
    all[count + distance - 1] = 1;
    put_bits(b, count - 257, 5);
    put_bits(b, distance - 1, 5);
    put_bits(b, sizeof order - 4, 4);
    for (size_t i = 0; i < sizeof order; i++) {
        put_bits(b, order[i] >= 13 && order[i] <= 15 ? 0 : 4, 3);
        flush_bits(b);
    }
    for (uint32_t i = 0, zeros; i<count + distance; i += zeros> 0 ? zeros : 1) {
        zeros = 0;
        while (i + zeros < count + distance && all[i + zeros] == 0 && zeros < 138) zeros++;
        if (zeros < 3) zeros = 0;
        if (zeros > 10)
            put_bits(b, image_huffman_reversed(15, 4) | (uint64_t)(zeros - 11) << 4, 11);
        else if (zeros > 0)
            put_bits(b, image_huffman_reversed(14, 4) | (uint64_t)(zeros - 3) << 4, 7);
        else
            put_bits(b, image_huffman_reversed(all[i], 4), 4);
        flush_bits(b);
    }
}

static void put_tokens(struct bits *b, const struct work *w, const struct lengths *lengths)
{
    const struct image_huffman *code = &w->code;
    for (size_t i = 0; i < w->count; i++) {
        const uint32_t token = w->tokens[i];
        if (token < LITERALS) {
            put_bits(b, code->bits[token], code->length[token]);
        } else {
            /* The distance's code is a single 0. */
            const uint32_t length = token - LITERALS, symbol = lengths->symbol[length];
            put_bits(b, code->bits[symbol], code->length[symbol]);
            put_bits(b, lengths->extra[length], lengths->extra_bits[length] + 1u);
        }
        if (b->count >= 32) flush_bits(b); /* 18 bits more at most: 50 are held */
    }
    put_bits(b, code->bits[END_OF_BLOCK], code->length[END_OF_BLOCK]);
    flush_bits(b);
}

/* ---- pieces ---- */

/* Room of a piece, were all its codes of the greatest length. Bytes that do not repeat take eight
 * bits each and the piece 150 bytes more, so a stream is a thousandth
 * larger than what it holds at most. */
#define PIECE_ROOM (IMAGE_ZLIB_PIECE * IMAGE_HUFFMAN_MAX_BITS / 8 + 1024)

struct stream {
    const uint8_t *data;
    size_t size, pieces;
    unsigned distance;
    uint8_t *out;
    struct lengths lengths;
    struct work *work; /* [thread] */
    size_t *bytes;     /* [piece] */
    uint32_t *sums;    /* [piece]: Adler-32 */
};

static void make_piece(void *context, size_t index, uint32_t thread)
{
    struct stream *s = context;
    struct work *w = &s->work[thread];
    const size_t first = index * IMAGE_ZLIB_PIECE;
    const size_t end = index + 1 < s->pieces ? first + IMAGE_ZLIB_PIECE : s->size;
    uint8_t *const out = s->out + index * PIECE_ROOM;
    s->sums[index] = libdeflate_adler32(1, s->data + first, end - first);
    find_tokens(w, &s->lengths, s->data, first, end, s->distance);
    image_huffman_make(&w->code, w->counts);
    struct bits b = {0, 0, out};
    put_bits(&b, 4, 3); /* not the last block; codes of its own */
    put_lengths(&b, &w->code, s->distance);
    put_tokens(&b, w, &s->lengths);
    put_bits(&b, 0,
             (b.count > 5 ? 16 : 8) - b.count); /* an empty stored block: 3 bits, then bytes */
    flush_bits(&b);
    static const uint8_t empty[4] = {0, 0, 255, 255};
    memcpy(b.out, empty, 4);
    s->bytes[index] = (size_t)(b.out + 4 - out);
}

/* Adler-32 of two pieces of bytes, one after the other. Source: RFC 1950, section 8.2. */
static uint32_t join_sums(uint32_t one, uint32_t other, size_t other_size)
{
    const uint64_t base = 65521, size = other_size % base;
    const uint64_t a = (one & 0xffff) + (other & 0xffff) + base - 1;
    const uint64_t b = (one >> 16) + (other >> 16) + size * (one & 0xffff) + base - size;
    return (uint32_t)(b % base << 16 | a % base);
}

size_t image_zlib_bound(size_t size)
{
    return 2 + (size / IMAGE_ZLIB_PIECE + 1) * PIECE_ROOM + 16;
}

size_t image_zlib_compress(uint8_t *out, const uint8_t *data, size_t size, unsigned distance,
                           uint32_t threads)
{
    assert(size > 0 && distance >= 1 && distance <= 4);
    struct stream s = {.data = data, .size = size, .distance = distance, .out = out + 2};
    s.pieces = (size + IMAGE_ZLIB_PIECE - 1) / IMAGE_ZLIB_PIECE;
    make_lengths(&s.lengths);
    if (threads > s.pieces) threads = (uint32_t)s.pieces;
    s.work = mem_alloc(threads, sizeof *s.work);
    s.bytes = mem_alloc(s.pieces, sizeof *s.bytes);
    s.sums = mem_alloc(s.pieces, sizeof *s.sums);
    size_t used = 0;
    if (s.work != NULL && s.bytes != NULL && s.sums != NULL) {
        parallel_for(s.pieces, threads, make_piece, &s);
        out[0] = 0x78;
        out[1] = 0x01;
        used = 2;
        uint32_t sum = 1;
        for (size_t i = 0; i < s.pieces; i++) {
            memmove(out + used, s.out + i * PIECE_ROOM, s.bytes[i]);
            used += s.bytes[i];
            const size_t first = i * IMAGE_ZLIB_PIECE;
            sum = join_sums(sum, s.sums[i], i + 1 < s.pieces ? IMAGE_ZLIB_PIECE : size - first);
        }
        out[used++] = 3; /* the last block: empty, with the fixed codes */
        out[used++] = 0;
        for (int i = 3; i >= 0; i--) out[used++] = (uint8_t)(sum >> (8 * i));
    }
    mem_free(s.work);
    mem_free(s.bytes);
    mem_free(s.sums);
    return used;
}
