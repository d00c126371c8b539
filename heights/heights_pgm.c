/*
 * PGM, binary form: "P5", width, height, greatest number, one blank, numbers of one byte or, above
 * 255, two with the high one first. A comment runs from '#' to the end of its line.
 */
#include "heights/heights_grid.h"

#include "base/bytes.h"

/* Skips blanks and comments, then reads a whole number below 2^31. */
static enum scree_code read_number(uint64_t *out, struct bytes *cursor, const char *name,
                                   struct scree_error *err)
{
    while (cursor->pos < cursor->size) {
        if (cursor->data[cursor->pos] == '#')
            while (cursor->pos < cursor->size && cursor->data[cursor->pos] != '\n') cursor->pos++;
        else if (heights_is_blank(cursor->data[cursor->pos]))
            cursor->pos++;
        else
            break;
    }
    const size_t start = cursor->pos;
    *out = 0;
    while (cursor->pos < cursor->size && cursor->data[cursor->pos] >= '0' &&
           cursor->data[cursor->pos] <= '9' && *out < UINT64_C(1) << 31)
        *out = *out * 10 + (uint64_t)(cursor->data[cursor->pos++] - '0');
    if (cursor->pos == start || *out >= UINT64_C(1) << 31)
        return err_set_at(err, SCREE_MALFORMED, start, "expected the %s of a PGM, a whole number",
                          name);
    return SCREE_OK;
}

static enum scree_code read_numbers(struct heights_grid *grid, struct bytes *cursor, unsigned bytes)
{
    const size_t width = grid->field->points_x, height = grid->field->points_y;
    for (size_t j = 0; j < height; j++) {
        size_t first;
        RETURN_IF_ERR(heights_grid_row(&first, grid, j));
        int16_t *out = grid->elevations + first;
        for (size_t i = 0; i < width; i++) {
            const uint8_t *p = bytes_take(cursor, bytes);
            const int32_t number = bytes == 2 ? (int32_t)(p[0] << 8 | p[1]) : (int32_t)p[0];
            if (number > grid->most)
                return err_set_at(grid->err, SCREE_MALFORMED, cursor->pos - bytes,
                                  "a number is %ld, the greatest is said to be %g", (long)number,
                                  grid->most);
            out[i] = (int16_t)(number - grid->offset);
        }
    }
    return SCREE_OK;
}

enum scree_code heights_read_pgm(struct heights_grid *grid, const struct heights_input *input)
{
    struct bytes cursor = {input->bytes, input->size, 2};
    uint64_t width = 0, height = 0, most = 0;
    RETURN_IF_ERR(read_number(&width, &cursor, "width", grid->err));
    RETURN_IF_ERR(read_number(&height, &cursor, "height", grid->err));
    const size_t most_at = cursor.pos;
    RETURN_IF_ERR(read_number(&most, &cursor, "greatest number", grid->err));
    if (most < 1 || most > 65535)
        return err_set_at(grid->err, SCREE_MALFORMED, most_at,
                          "the greatest number is said to be %llu, expected 1 to 65535",
                          (unsigned long long)most);
    if (cursor.pos == cursor.size || !heights_is_blank(cursor.data[cursor.pos]))
        return err_set_at(grid->err, SCREE_MALFORMED, cursor.pos,
                          "expected one blank before the numbers of a PGM");
    cursor.pos++;
    const unsigned bytes = most > 255 ? 2 : 1;
    const uint64_t points = width * height; /* below 2^62 */
    if (points > bytes_left(&cursor) / bytes)
        return err_set_at(
            grid->err, SCREE_MALFORMED, cursor.pos,
            "cut short: %llu x %llu numbers of %u bytes, the file has %zu bytes of them",
            (unsigned long long)width, (unsigned long long)height, bytes, bytes_left(&cursor));
    grid->what = "a PGM picture";
    grid->most = (double)most;
    grid->offset = most > 32767 ? 32768 : 0;
    grid->south_first = input->options->south_first;
    RETURN_IF_ERR(heights_grid_start(grid, width, height));
    RETURN_IF_ERR(read_numbers(grid, &cursor, bytes));
    if (bytes_left(&cursor) > 0)
        warn_add(&grid->field->warnings, cursor.pos,
                 "%zu bytes after the picture: only the first picture is used",
                 bytes_left(&cursor));
    return SCREE_OK;
}
