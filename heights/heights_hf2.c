/*
 * HF2 of L3DT: tiles of rows of differences, little-endian, south first.
 *
 *   header, 28 bytes   "HF2" NUL, u16 0, u32 width, u32 height, u16 side of a tile, f32 precision,
 *                      f32 metres from point to point, u32 bytes of extended headers, and these
 *   tiles              from the south-west corner, row by row of tiles; those in the east and the north
 *                      may be smaller: f32 scale, f32 offset, then each row from the south: u8 bytes
 *                      of a difference (1, 2 or 4), i32 the first number, a difference for each further
 *
 * A height is scale * number + offset, in double, rounded to float. Source: L3DT's documentation of
 * HF2; GDAL's driver is the judge.
 */
#include "heights/heights_grid.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"

#define HEADER_BYTES 28

struct tiles {
    struct heights_grid *grid;
    struct bytes cursor;
};

static enum scree_code cut_short(const struct tiles *tiles)
{
    return err_set_at(tiles->grid->err, SCREE_MALFORMED, tiles->cursor.pos,
                      "cut short: the file ends within a tile of its heights");
}

static int32_t get_difference(const uint8_t *p, unsigned bytes)
{
    if (bytes == 1) return p[0] < 128 ? p[0] : p[0] - 256;
    if (bytes == 2) return bytes_get_i16le(p);
    const uint32_t bits = bytes_get_u32le(p);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A row of a tile: count heights from out on. */
static enum scree_code read_row(struct tiles *tiles, float *out, uint32_t count, float scale,
                                float offset)
{
    struct bytes *cursor = &tiles->cursor;
    const uint8_t *head = bytes_take(cursor, 5);
    if (head == NULL) return cut_short(tiles);
    const unsigned bytes = head[0];
    if (bytes != 1 && bytes != 2 && bytes != 4)
        return err_set_at(tiles->grid->err, SCREE_MALFORMED, cursor->pos - 5,
                          "a difference is said to have %u bytes, expected 1, 2 or 4", bytes);
    uint32_t number = bytes_get_u32le(head + 1); /* wraps as the writer's do */
    const uint8_t *differences = bytes_take(cursor, (size_t)(count - 1) * bytes);
    if (differences == NULL) return cut_short(tiles);
    for (uint32_t i = 0; i < count; i++) {
        int32_t value;
        if (i > 0) number += (uint32_t)get_difference(differences + (size_t)(i - 1) * bytes, bytes);
        memcpy(&value, &number, sizeof value);
        out[i] = (float)((double)value * (double)scale + (double)offset);
    }
    return SCREE_OK;
}

static enum scree_code read_tile(struct tiles *tiles, uint32_t x, uint32_t y, uint32_t side)
{
    const struct ter_field *field = tiles->grid->field;
    const uint32_t columns = field->points_x - x < side ? field->points_x - x : side;
    const uint32_t rows = field->points_y - y < side ? field->points_y - y : side;
    float scale, offset;
    if (!bytes_read_f32le(&tiles->cursor, &scale) || !bytes_read_f32le(&tiles->cursor, &offset))
        return cut_short(tiles);
    for (uint32_t j = 0; j < rows; j++) {
        size_t first;
        RETURN_IF_ERR(heights_grid_row(&first, tiles->grid, y + j));
        RETURN_IF_ERR(read_row(tiles, tiles->grid->samples + first + x, columns, scale, offset));
    }
    return SCREE_OK;
}

bool heights_is_hf2(const uint8_t *bytes, size_t size)
{
    return size >= 6 && memcmp(bytes, "HF2\0\0", 6) == 0;
}

enum scree_code heights_read_hf2(struct heights_grid *grid, const struct heights_input *input)
{
    struct tiles tiles = {grid, {input->bytes, input->size, 6}};
    struct bytes *cursor = &tiles.cursor;
    uint32_t width = 0, height = 0, extended = 0;
    uint16_t side = 0;
    float precision, cell_m = 0;
    if (!bytes_read_u32le(cursor, &width) || !bytes_read_u32le(cursor, &height) ||
        !bytes_read_u16le(cursor, &side) || !bytes_read_f32le(cursor, &precision) ||
        !bytes_read_f32le(cursor, &cell_m) || !bytes_read_u32le(cursor, &extended))
        return err_set_at(grid->err, SCREE_MALFORMED, input->size,
                          "cut short: the header of an HF2 has %d bytes", HEADER_BYTES);
    if (side < 8)
        return err_set_at(grid->err, SCREE_MALFORMED, 14,
                          "its tiles are said to have %u points a side, expected 8 or more", side);
    if (bytes_take(cursor, extended) == NULL)
        return err_set_at(grid->err, SCREE_MALFORMED, 24,
                          "cut short: %lu bytes of extended headers, the file has %zu",
                          (unsigned long)extended, bytes_left(cursor));
    /* Each point has a byte at least, so no small file can ask for much memory. */
    if (width > 0 && height > bytes_left(cursor) / width)
        return err_set_at(grid->err, SCREE_MALFORMED, cursor->pos,
                          "cut short: %lu x %lu points, the file has %zu bytes of them",
                          (unsigned long)width, (unsigned long)height, bytes_left(cursor));
    grid->what = "an HF2";
    grid->cell_name = "HF2";
    grid->cell_m[0] = grid->cell_m[1] = (double)cell_m;
    grid->is_float = grid->is_scaled = grid->is_metres = grid->range_is_ignored = true;
    grid->unit_m = grid->most = 1.0;
    grid->south_first = true;
    RETURN_IF_ERR(heights_grid_start(grid, width, height));
    for (uint32_t y = 0; y < height; y += side)
        for (uint32_t x = 0; x < width; x += side) RETURN_IF_ERR(read_tile(&tiles, x, y, side));
    if (bytes_left(cursor) > 0)
        warn_add(&grid->field->warnings, cursor->pos, "%zu bytes after the heights",
                 bytes_left(cursor));
    return SCREE_OK;
}
