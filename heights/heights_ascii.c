/*
 * ESRI ASCII grid: lines of a name and a number, then heights in rows, north first, parted by any
 * blanks. Names come in any case and order; GDAL writes dx and dy where cells are not square.
 */
#include "heights/heights_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "image/image.h"

#define DEFAULT_NODATA (-9999.0) /* of the format, where the file names none */
#define MAX_WORD 63

enum key {
    NCOLS,
    NROWS,
    XLLCORNER,
    XLLCENTER,
    YLLCORNER,
    YLLCENTER,
    CELLSIZE,
    DX,
    DY,
    NODATA,
    KEYS
};
static const char *const key_names[KEYS] = {"ncols",     "nrows",       "xllcorner", "xllcenter",
                                            "yllcorner", "yllcenter",   "cellsize",  "dx",
                                            "dy",        "nodata_value"};

struct header {
    bool given[KEYS];
    double value[KEYS];
    uint64_t offset[KEYS]; /* of the value */
};

/* The next word in lower case, "" at the end; its first byte is at *offset. */
static void next_word(char word[MAX_WORD + 1], uint64_t *offset, struct bytes *cursor)
{
    size_t length = 0;
    while (cursor->pos < cursor->size && heights_is_blank(cursor->data[cursor->pos])) cursor->pos++;
    *offset = cursor->pos;
    while (cursor->pos < cursor->size && !heights_is_blank(cursor->data[cursor->pos])) {
        const char c = (char)text_to_lower(cursor->data[cursor->pos++]);
        if (length < MAX_WORD) word[length++] = c >= 0x20 && c <= 0x7e ? c : '?';
    }
    word[length] = '\0';
}

static bool read_real(double *out, const char *word)
{
    char *end;
    /* What GDAL and others write for missing data, among decimal numbers. */
    if (strcmp(word, "nan") == 0 || strcmp(word, "-nan") == 0) {
        *out = NAN;
        return true;
    }
    if (word[0] == '\0' || word[strspn(word, "+-.0123456789e")] != '\0') return false;
    *out = strtod(word, &end);
    return *end == '\0';
}

bool heights_is_ascii(const uint8_t *bytes, size_t size)
{
    struct bytes cursor = {bytes, size, 0};
    char word[MAX_WORD + 1];
    uint64_t offset;
    next_word(word, &offset, &cursor);
    return strcmp(word, key_names[NCOLS]) == 0 || strcmp(word, key_names[NROWS]) == 0;
}

static enum scree_code read_header(struct header *header, struct bytes *cursor,
                                   struct scree_error *err)
{
    for (;;) {
        const size_t start = cursor->pos;
        char word[MAX_WORD + 1];
        uint64_t offset;
        next_word(word, &offset, cursor);
        int key = 0;
        while (key < KEYS && strcmp(word, key_names[key]) != 0) key++;
        if (key == KEYS) {
            if (word[0] >= 'a' && word[0] <= 'z' && strcmp(word, "nan") != 0)
                return err_set_at(err, SCREE_MALFORMED, offset,
                                  "\"%.40s\" is not a key of an ASCII grid's header", word);
            cursor->pos = start;
            return SCREE_OK;
        }
        next_word(word, &header->offset[key], cursor);
        if (!read_real(&header->value[key], word))
            return err_set_at(err, SCREE_MALFORMED, header->offset[key],
                              "%s is \"%.40s\", expected a number", key_names[key], word);
        header->given[key] = true;
    }
}

static enum scree_code read_side(uint64_t *out, const struct header *header, enum key key,
                                 const struct bytes *cursor, struct scree_error *err)
{
    const double value = header->value[key];
    if (!header->given[key])
        return err_set_at(err, SCREE_MALFORMED, cursor->pos, "%s is missing before the heights",
                          key_names[key]);
    if (!(value >= 2 && value <= UINT32_MAX) || value != floor(value))
        return err_set_at(err, SCREE_MALFORMED, header->offset[key],
                          "%s is %g, expected a whole number of at least 2", key_names[key], value);
    *out = (uint64_t)value;
    return SCREE_OK;
}

/* A grid whose corners are possible longitudes and latitudes and whose cells are tiny has its
 * spacing in degrees; nothing in the file says so. */
static bool looks_like_degrees(const struct header *header, double dx, double dy, double columns,
                               double rows)
{
    const double west = header->value[header->given[XLLCENTER] ? XLLCENTER : XLLCORNER];
    const double south = header->value[header->given[YLLCENTER] ? YLLCENTER : YLLCORNER];
    return dx < 0.1 && dy < 0.1 && west >= -360 && west + dx * columns <= 360 && south >= -90 &&
           south + dy * rows <= 90;
}

static enum scree_code set_cell(struct heights_grid *grid, const struct header *header,
                                uint64_t columns, uint64_t rows, const struct bytes *cursor)
{
    if (grid->options->cell_m > 0) return SCREE_OK;
    const bool square = header->given[CELLSIZE];
    const enum key keys[2] = {square ? CELLSIZE : DX, square ? CELLSIZE : DY};
    for (int i = 0; i < 2; i++) {
        if (!header->given[keys[i]])
            return err_set_at(grid->err, SCREE_MALFORMED, cursor->pos,
                              "cellsize is missing before the heights ({cell_m} replaces it)");
        grid->cell_m[i] = header->value[keys[i]];
        if (!(grid->cell_m[i] > 0 && isfinite(grid->cell_m[i])))
            return err_set_at(grid->err, SCREE_MALFORMED, header->offset[keys[i]],
                              "%s is %g, expected metres above 0 ({cell_m} replaces it)",
                              key_names[keys[i]], grid->cell_m[i]);
    }
    grid->cell_name = square ? "cellsize" : "dx and dy";
    if (!looks_like_degrees(header, grid->cell_m[0], grid->cell_m[1], (double)columns,
                            (double)rows))
        return SCREE_OK;
    double degree_m[2];
    const double south = header->value[header->given[YLLCENTER] ? YLLCENTER : YLLCORNER];
    heights_degree_m(degree_m, south + grid->cell_m[1] * (double)rows / 2.0);
    return err_set(grid->err, SCREE_BAD_ARGUMENT,
                   "%s %g looks like degrees (about %.4g m east and %.4g m north here): project it "
                   "to metres with gdalwarp, or say {cell_m}",
                   grid->cell_name, grid->cell_m[0], grid->cell_m[0] * degree_m[0],
                   grid->cell_m[1] * degree_m[1]);
}

/* In the file's own units, of no stated coordinate system. */
static enum scree_code set_place(struct heights_grid *grid, const struct header *header,
                                 uint64_t rows)
{
    static const enum key corners[2] = {XLLCORNER, YLLCORNER};
    static const enum key centres[2] = {XLLCENTER, YLLCENTER};
    struct image_geo geo = {.has_matrix = false};
    for (int i = 0; i < 2; i++) {
        const bool centre = header->given[centres[i]];
        if (!centre && !header->given[corners[i]]) return SCREE_OK;
        const double cell = header->value[header->given[CELLSIZE] ? CELLSIZE : DX + i];
        const double edge = header->value[(centre ? centres : corners)[i]];
        if (!(cell > 0 && isfinite(cell) && isfinite(edge))) return SCREE_OK;
        geo.scale[i] = cell;
        geo.tie[3 + i] = centre ? edge - 0.5 * cell : edge;
    }
    geo.tie[4] += geo.scale[1] * (double)rows;
    grid->about->geo = image_geo_create(&geo);
    return grid->about->geo != NULL ? SCREE_OK : err_no_memory(grid->err);
}

static enum scree_code read_heights(struct heights_grid *grid, struct bytes *cursor)
{
    const size_t columns = grid->field->points_x, rows = grid->field->points_y;
    for (size_t j = 0; j < rows; j++) {
        size_t first;
        RETURN_IF_ERR(heights_grid_row(&first, grid, j));
        float *out = grid->samples + first;
        for (size_t i = 0; i < columns; i++) {
            char word[MAX_WORD + 1];
            uint64_t offset;
            double value;
            next_word(word, &offset, cursor);
            if (word[0] == '\0')
                return err_set_at(grid->err, SCREE_MALFORMED, offset,
                                  "the file ends after %zu of %zu x %zu heights", j * columns + i,
                                  columns, rows);
            if (!read_real(&value, word))
                return err_set_at(grid->err, SCREE_MALFORMED, offset,
                                  "\"%.40s\" is not a number such as 812.5", word);
            out[i] = (float)(fabs(value) < 1e30 ? value : NAN);
        }
    }
    return SCREE_OK;
}

enum scree_code heights_read_ascii(struct heights_grid *grid, const struct heights_input *input)
{
    struct bytes cursor = {input->bytes, input->size, 0};
    struct header header = {.given = {false}};
    uint64_t columns = 0, rows = 0;
    RETURN_IF_ERR(read_header(&header, &cursor, grid->err));
    RETURN_IF_ERR(read_side(&columns, &header, NCOLS, &cursor, grid->err));
    RETURN_IF_ERR(read_side(&rows, &header, NROWS, &cursor, grid->err));
    /* A height takes a digit and a blank; the last blank may be missing. */
    if (columns > (bytes_left(&cursor) + 1) / 2 / rows)
        return err_set_at(grid->err, SCREE_MALFORMED, cursor.pos,
                          "cut short: %llu x %llu heights do not fit in the %zu bytes that follow",
                          (unsigned long long)columns, (unsigned long long)rows,
                          bytes_left(&cursor));
    RETURN_IF_ERR(set_cell(grid, &header, columns, rows, &cursor));
    grid->what = "an ASCII grid";
    grid->is_float = grid->is_scaled = grid->is_metres = grid->range_is_ignored = true;
    grid->unit_m = 1.0;
    grid->most = 65535; /* not 8 bits */
    grid->has_nodata = true;
    grid->nodata = header.given[NODATA] ? header.value[NODATA] : DEFAULT_NODATA;
    RETURN_IF_ERR(heights_grid_start(grid, columns, rows));
    RETURN_IF_ERR(set_place(grid, &header, rows));
    RETURN_IF_ERR(read_heights(grid, &cursor));
    char word[MAX_WORD + 1];
    uint64_t offset;
    next_word(word, &offset, &cursor);
    if (word[0] != '\0')
        warn_add(&grid->field->warnings, offset,
                 "more than %llu x %llu heights: the rest is ignored", (unsigned long long)columns,
                 (unsigned long long)rows);
    return SCREE_OK;
}
