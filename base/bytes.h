/*
 * A cursor over foreign bytes that cannot pass their end, and numbers in a stated byte order.
 *
 * Every read either takes all of what it asks for or nothing and returns false. No struct is ever
 * laid over bytes. Threads: any, on different cursors.
 */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* bytes_text_mark() is the size of the byte order mark of UTF-8 that a text begins with, 0 without:
 * editors of Windows put one in front. */
static inline size_t bytes_text_mark(const void *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

struct bytes {
    const uint8_t *data; /* data[0 .. size) */
    size_t size;
    size_t pos; /* next byte to read, <= size */
};

static inline uint16_t bytes_get_u16le(const uint8_t *p)
{
    return (uint16_t)(p[0] | (unsigned)p[1] << 8);
}

static inline uint32_t bytes_get_u32le(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Two's complement without relying on the conversion of an unsigned that does not fit. */
static inline int16_t bytes_get_i16le(const uint8_t *p)
{
    const int32_t value = bytes_get_u16le(p);
    return (int16_t)(value < 0x8000 ? value : value - 0x10000);
}

static inline float bytes_get_f32le(const uint8_t *p)
{
    const uint32_t bits = bytes_get_u32le(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void bytes_put_u16le(uint8_t *p, uint16_t value)
{
    p[0] = (uint8_t)(value & 0xff);
    p[1] = (uint8_t)(value >> 8);
}

static inline void bytes_put_u32be(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(value >> (24 - 8 * i));
}

static inline void bytes_put_u32le(uint8_t *p, uint32_t value)
{
    for (int i = 0; i < 4; i++) p[i] = (uint8_t)(value >> (8 * i) & 0xff);
}

static inline void bytes_put_u64le(uint8_t *p, uint64_t value)
{
    for (int i = 0; i < 8; i++) p[i] = (uint8_t)(value >> (8 * i) & 0xff);
}

static inline void bytes_put_f32le(uint8_t *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bytes_put_u32le(p, bits);
}

static inline size_t bytes_left(const struct bytes *cursor)
{
    return cursor->size - cursor->pos;
}

/* bytes_take() returns the next count bytes and moves past them, or NULL if fewer are left. */
static inline const uint8_t *bytes_take(struct bytes *cursor, size_t count)
{
    if (count > bytes_left(cursor)) return NULL;
    const uint8_t *taken = cursor->data + cursor->pos;
    cursor->pos += count;
    return taken;
}

static inline bool bytes_read_u16le(struct bytes *cursor, uint16_t *out)
{
    const uint8_t *p = bytes_take(cursor, 2);
    if (p == NULL) return false;
    *out = bytes_get_u16le(p);
    return true;
}

static inline bool bytes_read_u32le(struct bytes *cursor, uint32_t *out)
{
    const uint8_t *p = bytes_take(cursor, 4);
    if (p == NULL) return false;
    *out = bytes_get_u32le(p);
    return true;
}

static inline bool bytes_read_f32le(struct bytes *cursor, float *out)
{
    const uint8_t *p = bytes_take(cursor, 4);
    if (p == NULL) return false;
    *out = bytes_get_f32le(p);
    return true;
}

#endif
