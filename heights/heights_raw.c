/* Numbers and nothing else: the options say what they are. */
#include "heights/heights_grid.h"

#include "base/bytes.h"

static uint64_t root_of(uint64_t count)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= count) root += bit;
    return root;
}

static enum scree_code find_size(uint64_t *width, uint64_t *height, const struct heights_grid *grid,
                                 const struct heights_input *input, unsigned number_bytes)
{
    const struct scree_terrain_options *options = input->options;
    *width = options->raw_width;
    *height = options->raw_height;
    if (*width == 0) {
        const uint64_t count = input->size / number_bytes, side = root_of(count);
        if (input->size % number_bytes != 0 || side * side != count)
            return err_set_option(grid->err, "raw_width",
                                  "%zu bytes are not a square of %u-byte numbers: give its columns "
                                  "and rows with {raw_width}",
                                  input->size, number_bytes);
        *width = *height = side;
    }
    const uint64_t need = *width * *height * number_bytes; /* sides below 2^32, checked below */
    if (*width > UINT32_MAX / 8 || *height > UINT32_MAX / 8 || need != input->size)
        return err_set_option(
            grid->err, "raw_width",
            "{raw_width} %llu x %llu of %u-byte numbers needs %llu bytes, the file has %zu",
            (unsigned long long)*width, (unsigned long long)*height, number_bytes,
            (unsigned long long)need, input->size);
    return SCREE_OK;
}

static uint16_t get_u16(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint16_t)((unsigned)p[0] << 8 | p[1]) : bytes_get_u16le(p);
}

static float get_f32(const uint8_t *p, bool big_endian)
{
    const uint8_t turned[4] = {p[3], p[2], p[1], p[0]};
    return bytes_get_f32le(big_endian ? turned : p);
}

enum scree_code heights_read_raw(struct heights_grid *grid, const struct heights_input *input)
{
    const bool big_endian = input->options->raw_big_endian;
    grid->is_float = input->options->raw == SCREE_RAW_F32;
    const unsigned number_bytes = grid->is_float ? 4 : 2;
    grid->what = "a raw file";
    grid->offset = grid->is_float ? 0 : 32768;
    grid->most = grid->is_float ? 1 : 65535;
    grid->south_first = input->options->south_first;
    uint64_t width = 0, height = 0;
    RETURN_IF_ERR(find_size(&width, &height, grid, input, number_bytes));
    RETURN_IF_ERR(heights_grid_start(grid, width, height));
    for (size_t j = 0; j < height; j++) {
        size_t first;
        RETURN_IF_ERR(heights_grid_row(&first, grid, j));
        const uint8_t *row = input->bytes + j * (size_t)width * number_bytes;
        for (size_t i = 0; i < width; i++) {
            if (grid->is_float)
                grid->samples[first + i] = get_f32(row + 4 * i, big_endian);
            else
                grid->elevations[first + i] = (int16_t)(get_u16(row + 2 * i, big_endian) - 32768);
        }
    }
    return SCREE_OK;
}
