/*
 * BeamNG terrains, versions 7 to 9: heights, materials and holes; the scale stands in the level.
 * Rows are south first, as ours.
 */
#include "heights/heights_grid.h"

#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"

#define HEADER_BYTES 5
#define MAX_SIDE 32768

/* A file without a signature: its size must be a power of two and its parts must fit. */
bool heights_is_beamng(const uint8_t *bytes, size_t size)
{
    if (size < HEADER_BYTES || bytes[0] < 7 || bytes[0] > 9) return false;
    const uint64_t side = bytes_get_u32le(bytes + 1);
    if (side < 2 || side > MAX_SIDE || (side & (side - 1)) != 0) return false;
    return size >= HEADER_BYTES + 3 * side * side;
}

/* Count and names behind the maps. */
static enum err_code read_names(struct heights_layers *layers, struct bytes *cursor,
                                struct err *err)
{
    const size_t count_at = cursor->pos;
    uint32_t count;
    if (!bytes_read_u32le(cursor, &count))
        return err_set(err, ERR_MALFORMED, count_at,
                       "the file ends before its materials, expected their number");
    if (count > bytes_left(cursor)) /* a name takes a byte at least */
        return err_set(err, ERR_MALFORMED, count_at, "%lu materials, the file has %zu bytes left",
                       (unsigned long)count, bytes_left(cursor));
    layers->names = mem_alloc(count, sizeof *layers->names);
    if (layers->names == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %lu materials",
                       (unsigned long)count);
    for (; layers->count < count; layers->count++) {
        const size_t start = cursor->pos;
        const uint8_t *length = bytes_take(cursor, 1);
        const uint8_t *text = length != NULL ? bytes_take(cursor, *length) : NULL;
        if (text == NULL)
            return err_set(err, ERR_MALFORMED, start, "the name of material %zu is cut short",
                           layers->count);
        char *name = mem_alloc((size_t)*length + 1, 1);
        if (name == NULL)
            return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a material's name");
        memcpy(name, text, *length);
        layers->names[layers->count] = name;
    }
    return ERR_OK;
}

static enum err_code read_layers(struct heights_grid *grid, const uint8_t *ids,
                                 struct bytes *cursor)
{
    struct heights_layers *layers = &grid->about->layers;
    const size_t points = (size_t)layers->size * layers->size;
    RETURN_IF_ERR(read_names(layers, cursor, grid->err));
    layers->ids = mem_alloc(points, 1);
    if (layers->ids == NULL)
        return err_set(grid->err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for %zu points", points);
    memcpy(layers->ids, ids, points);
    size_t strange = 0, holes = 0;
    for (size_t i = 0; i < points; i++) {
        strange += ids[i] >= layers->count && ids[i] != HEIGHTS_HOLE;
        holes += ids[i] == HEIGHTS_HOLE;
    }
    if (strange > 0)
        warn_add(&grid->field->warnings, ERR_NO_OFFSET,
                 "%zu points have a material beyond the %zu there are", strange, layers->count);
    if (holes > 0)
        warn_add(&grid->field->warnings, ERR_NO_OFFSET,
                 "%zu points are holes; they have heights, too", holes);
    if (bytes_left(cursor) > 0)
        warn_add(&grid->field->warnings, cursor->pos, "%zu bytes after the materials are ignored",
                 bytes_left(cursor));
    return ERR_OK;
}

static enum err_code set_scale(struct heights_grid *grid, const struct heights_input *input,
                               uint32_t highest)
{
    const struct heights_options *options = input->options;
    struct heights_level level = {.found = false};
    double max_height_m = options->max_height_m;
    double square_m = options->square_m > 0 ? options->square_m : options->cell_m;
    if ((max_height_m == 0 || square_m == 0) && input->path != NULL)
        RETURN_IF_ERR(heights_find_level(&level, input->path, grid->err));
    if ((max_height_m == 0 || square_m == 0) && !level.found)
        return err_set_option(grid->err, max_height_m == 0 ? "max_height_m" : "square_m",
                              "a BeamNG terrain has no scale: add%s%s, as the level's TerrainBlock "
                              "has them (none was found near the file; the numbers go up to %lu of "
                              "65536)",
                              max_height_m == 0 ? " {max_height_m}" : "",
                              square_m == 0 ? " {square_m}" : "", (unsigned long)highest);
    grid->cell_name = "{square_m}";
    if (max_height_m == 0) max_height_m = level.max_height_m;
    if (square_m == 0) {
        square_m = level.square_m;
        grid->cell_name = "TerrainBlock of the level";
    }
    if (level.found) {
        grid->zero_m = level.position_m[2];
        warn_add(&grid->field->warnings, ERR_NO_OFFSET,
                 "scale from %s: squareSize %g, maxHeight %g, lowest ground at %g m", level.file,
                 square_m, max_height_m, level.position_m[2]);
    }
    grid->cell_m[0] = grid->cell_m[1] = square_m;
    grid->unit_m = max_height_m / 65536.0;
    return ERR_OK;
}

enum err_code heights_read_beamng(struct heights_grid *grid, const struct heights_input *input)
{
    struct bytes cursor = {input->bytes, input->size, HEADER_BYTES};
    const uint32_t side = bytes_get_u32le(input->bytes + 1);
    const size_t points = (size_t)side * side;
    grid->what = "a BeamNG terrain";
    grid->offset = 32768;
    grid->most = 65535;
    grid->is_scaled = grid->range_is_ignored = grid->south_first = true;
    grid->about->layers.version = input->bytes[0];
    grid->about->layers.size = side;
    grid->reading_bytes += points; /* ids */
    RETURN_IF_ERR(heights_grid_start(grid, side, side));
    const uint8_t *heights =
        bytes_take(&cursor, 2 * points); /* there, as heights_is_beamng() says */
    const uint8_t *ids = bytes_take(&cursor, points);
    if (input->bytes[0] == 8 && bytes_take(&cursor, 4 * points) == NULL)
        return err_set(grid->err, ERR_MALFORMED, cursor.pos,
                       "cut short: version 8 has 4 bytes more a point (%zu), the file has %zu",
                       4 * points, bytes_left(&cursor));
    uint32_t highest = 0;
    for (size_t i = 0; i < points; i++) {
        const uint16_t number = bytes_get_u16le(heights + 2 * i);
        highest = number > highest ? number : highest;
        grid->elevations[i] = (int16_t)(number - 32768);
    }
    RETURN_IF_ERR(read_layers(grid, ids, &cursor));
    return set_scale(grid, input, highest);
}
