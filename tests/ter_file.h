/* A part of a field as a .ter file with the numbers as they are: HeightScale 32, BaseHeight 0. */
#ifndef TESTS_TER_FILE_H
#define TESTS_TER_FILE_H

#include "tests/fixture.h"

#include "base/bytes.h"
#include "base/file.h"

struct ter_file_part {
    uint32_t x, y, points_x, points_y;
};

static inline void ter_file_write(const char *path, const struct ter_field *field,
                                  struct ter_file_part part)
{
    uint8_t head[44];
    memcpy(head, "TERRAGENTERRAIN SIZE", 20);
    memset(head + 20, 0, sizeof head - 20);
    bytes_put_u16le(head + 20, (uint16_t)(part.points_x - 1));
    memcpy(head + 24, "XPTS", 4);
    bytes_put_u16le(head + 28, (uint16_t)part.points_x);
    memcpy(head + 32, "YPTS", 4);
    bytes_put_u16le(head + 36, (uint16_t)part.points_y);
    memcpy(head + 40, "ALTW", 4);
    const uint16_t numbers[2] = {32, 0}; /* HeightScale, BaseHeight */
    const size_t size = sizeof head + 2 * (2 + (size_t)part.points_x * part.points_y);
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    memcpy(bytes, head, sizeof head);
    uint8_t *next = bytes + sizeof head;
    for (size_t i = 0; i < 2; i++, next += 2) bytes_put_u16le(next, numbers[i]);
    for (uint32_t y = 0; y < part.points_y; y++)
        for (uint32_t x = 0; x < part.points_x; x++, next += 2)
            bytes_put_u16le(
                next,
                (uint16_t)field->elevations[(size_t)(part.y + y) * field->points_x + part.x + x]);
    assert_int_equal(file_write_whole(path, bytes, size, NULL), SCREE_OK);
    free(bytes);
}

#endif
