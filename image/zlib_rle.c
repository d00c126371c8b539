/*
 * Rule (Files of a bake): The compressor's bytes are the same with any threads. See
 * design.md#decisions. Tests: unit/test_zlib_rle (mixtures_come_back), fuzz/corpus_fuzz_zlib_rle,
 * cli/equal.
 */
#include "image/zlib_rle.h"

#include <assert.h>
#include <string.h>

#include <libdeflate.h>
#include <zlib.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "image/huffman.h"

#define LITERALS 256
#define END_OF_BLOCK 256
#define MIN_MATCH 3
#define MAX_MATCH 258
#define TOKENS (LITERALS + MAX_MATCH + 1) /* a byte, or LITERALS + length of a match */

/* A piece, from its data to how many bytes became of it. */
struct work {
    size_t size, used;
    uint32_t sum;                          /* Adler-32 */
    uint16_t tokens[IMAGE_ZLIB_PIECE + 2]; /* two of no bits at the end */
    size_t count;
    uint32_t of_token[TOKENS]; /* how often each is there */
    struct image_huffman code;
    uint32_t bits[TOKENS]; /* all of a token, first bit lowest, above 5 bits of their number */
};

/* The symbol of a token, and what is behind its code. */
static uint32_t symbol_of(uint32_t token, uint32_t *extra, uint32_t *extra_bits)
{
    *extra = *extra_bits = 0;
    if (token < LITERALS) return token;
    if (token == LITERALS + MAX_MATCH) return 285;
    const uint32_t longer = token - LITERALS - MIN_MATCH;
    while (longer >> *extra_bits >= 8) ++*extra_bits;
    *extra = longer & ((1u << *extra_bits) - 1);
    return 257 + 4 * *extra_bits + (longer >> *extra_bits);
}

/* How many bytes from p on equal those from `before` on, `most` at most. */
static size_t run_length(const uint8_t *p, const uint8_t *before, size_t most)
{
    size_t length = 0;
    while (length + 8 <= most && memcmp(p + length, before + length, 8) == 0) length += 8;
    while (length < most && p[length] == before[length]) length++;
    return length;
}

/* Unless a piece is the first, the bytes before it are there. */
static void find_tokens(struct work *w, const uint8_t *data, unsigned distance, bool first)
{
    memset(w->of_token, 0, sizeof w->of_token);
    size_t count = 0;
    for (size_t at = 0, size = w->size; at < size;) {
        const uint8_t *const p = data + at;
        const size_t left = size - at, most = left < MAX_MATCH ? left : MAX_MATCH;
        const bool may = (!first || at >= distance) && *p == *(p - distance);
        const size_t length = may ? run_length(p, p - distance, most) : 0;
        const bool match = length >= MIN_MATCH;
        const uint16_t token = match ? (uint16_t)(LITERALS + length) : *p;
        w->of_token[token]++;
        w->tokens[count++] = token;
        at += match ? length : 1;
    }
    w->tokens[count] = w->tokens[count + 1] = LITERALS;
    w->count = count;
}

static void make_code(struct work *w)
{
    uint32_t counts[IMAGE_HUFFMAN_SYMBOLS] = {[END_OF_BLOCK] = 1}, extra, extra_bits;
    for (uint32_t t = 0; t < TOKENS; t++)
        if (w->of_token[t] > 0) counts[symbol_of(t, &extra, &extra_bits)] += w->of_token[t];
    image_huffman_make(&w->code, counts);
    for (uint32_t t = 0; t < TOKENS; t++) {
        if (w->of_token[t] == 0) continue;
        const uint32_t symbol = symbol_of(t, &extra, &extra_bits), length = w->code.length[symbol];
        /* The distance's code is a single 0, behind the extra bits of a match's length. */
        w->bits[t] =
            (extra << length | w->code.bits[symbol]) << 5 | (length + extra_bits + (t >= LITERALS));
    }
}

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
    uint8_t all[IMAGE_HUFFMAN_SYMBOLS + 4];
    uint32_t count = IMAGE_HUFFMAN_SYMBOLS;
    while (code->length[count - 1] == 0) count--;
    memcpy(all, code->length, count);
    memset(all + count, 0, distance - 1); /* distances 1 to 4 are symbols 0 to 3 */
    all[count + distance - 1] = 1;
    put_bits(b, (count - 257) | (distance - 1) << 5 | (sizeof order - 4) << 10, 14);
    for (size_t i = 0; i < sizeof order; i++) {
        put_bits(b, order[i] >= 13 && order[i] <= 15 ? 0 : 4, 3);
        flush_bits(b);
    }
    for (uint32_t i = 0, zeros; i < count + distance; i += zeros < 3 ? 1 : zeros) {
        for (zeros = 0; zeros < 138 && i + zeros < count + distance && all[i + zeros] == 0;)
            zeros++;
        const bool many = zeros > 10;
        if (zeros < 3)
            put_bits(b, image_huffman_reversed(all[i], 4), 4);
        else
            put_bits(b, image_huffman_reversed(many ? 15 : 14, 4) | (zeros - (many ? 11 : 3)) << 4,
                     many ? 11 : 7);
        flush_bits(b);
    }
}

static struct bits put_tokens(struct bits b, const struct work *w)
{
    for (size_t i = 0; i < w->count; i += 3) {
        const uint16_t *const t = &w->tokens[i];
        const uint32_t one = w->bits[t[0]], two = w->bits[t[1]], three = w->bits[t[2]];
        const uint32_t to_1 = one & 31, to_2 = to_1 + (two & 31), to_3 = to_2 + (three & 31);
        put_bits(&b, one >> 5 | (uint64_t)(two >> 5) << to_1 | (uint64_t)(three >> 5) << to_2,
                 to_3);
        flush_bits(&b); /* 18 bits a token at most: 61 are held */
    }
    put_bits(&b, w->code.bits[END_OF_BLOCK], w->code.length[END_OF_BLOCK]);
    flush_bits(&b);
    return b;
}

/* Room of a piece, were all its codes of the greatest length. Bytes that do not repeat take eight
 * bits each and the piece 150 bytes more: a stream is at most a thousandth larger than its data. */
#define PIECE_ROOM (IMAGE_ZLIB_PIECE * IMAGE_HUFFMAN_MAX_BITS / 8 + 1024)

struct image_zlib {
    unsigned distance;
    uint32_t threads, most, sum; /* pieces at once; Adler-32 of all that was put */
    bool first;                  /* no piece was made before this call */
    const uint8_t *data;
    size_t size; /* of one call, as are data and out */
    uint8_t *out;
    struct work work[]; /* [piece of a call] */
};

static void make_piece(void *context, size_t index, uint32_t thread)
{
    (void)thread;
    struct image_zlib *z = context;
    struct work *w = &z->work[index];
    const size_t from = index * IMAGE_ZLIB_PIECE, left = z->size - from;
    uint8_t *const out = z->out + index * PIECE_ROOM;
    w->size = left < IMAGE_ZLIB_PIECE ? left : IMAGE_ZLIB_PIECE;
    w->sum = libdeflate_adler32(1, z->data + from, w->size);
    find_tokens(w, z->data + from, z->distance, z->first && index == 0);
    make_code(w);
    struct bits b = {4, 3, out}; /* not the last block; codes of its own */
    put_lengths(&b, &w->code, z->distance);
    b = put_tokens(b, w);
    /* An empty stored block: 3 bits, then whole bytes. */
    put_bits(&b, 0, (b.count > 5 ? 16 : 8) - b.count);
    flush_bits(&b);
    memcpy(b.out, "\0\0\377\377", 4);
    w->used = (size_t)(b.out + 4 - out);
}

struct image_zlib *image_zlib_create(uint32_t pieces, unsigned distance, uint32_t threads)
{
    assert(distance >= 1 && distance <= 4);
    struct image_zlib *z = mem_alloc(1, sizeof *z + pieces * sizeof z->work[0]);
    if (z != NULL) *z = (struct image_zlib){distance, threads, pieces, 1, true, NULL, 0, NULL};
    return z;
}

size_t image_zlib_bound(size_t size)
{
    return 2 + (size / IMAGE_ZLIB_PIECE + 1) * PIECE_ROOM + 16;
}

size_t image_zlib_put(struct image_zlib *z, uint8_t *out, const uint8_t *data, size_t size,
                      bool last)
{
    const size_t pieces = (size + IMAGE_ZLIB_PIECE - 1) / IMAGE_ZLIB_PIECE;
    assert(pieces <= z->most && (last || size == pieces * IMAGE_ZLIB_PIECE));
    size_t used = z->first ? 2 : 0;
    memcpy(out, "\x78\x01", used);
    z->data = data;
    z->size = size;
    z->out = out + used;
    parallel_for(pieces, z->threads, make_piece, z);
    for (size_t i = 0; i < pieces; i++) {
        const struct work *w = &z->work[i];
        memmove(out + used, z->out + i * PIECE_ROOM, w->used);
        used += w->used;
        z->sum = (uint32_t)adler32_combine(z->sum, w->sum, (z_off_t)w->size);
    }
    z->first = false;
    if (!last) return used;
    memcpy(out + used, "\3\0", 2); /* the last block: empty, with the fixed codes */
    bytes_put_u32be(out + used + 2, z->sum);
    return used + 6;
}
