/*
 * Reads .ter files as they are found, not only as they are documented.
 *
 * Chunks have no length, so the table below is what lets the cursor pass them; an unknown one is
 * skipped by looking for the next known name on the 4-byte grid. Chunks may come in any order
 * before ALTW. Reading stops behind the elevations: what follows them (padding or none, "EOF ",
 * three bytes of it, zeros, a thumbnail, nothing) differs between writers and means nothing.
 * Source: docs/formats/ter.md (What is tolerated).
 *
 * Rule (Inputs): Altitude of a `.ter` is BaseHeight + elevation * HeightScale / 65536; row 0 is
 * south. See formats/ter.md#heights-and-positions. Tests: unit/test_ter (altitudes_are_signed),
 * unit/test_gdal_ter, golden/agreement.
 *
 * Rule (Inputs): What a `.ter` may hold, with place and message. See
 * formats/ter.md#what-is-tolerated. Tests: invalid/test_invalid_ter
 * (files_give_what_is_written_beside_them), fuzz/corpus_fuzz_ter.
 */
#include "ter/ter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "base/mem.h"
#include "ter/ter_magic.h"

#define NAME_BYTES 4
#define DEFAULT_RADIUS_KM 6370.0
#define HEAD_BYTES ((size_t)1 << 12)      /* that are looked at first, */
#define MOST_HEAD_BYTES ((size_t)1 << 24) /* and at most: what comes before the elevations */

/* A 16-bit number of a chunk, and where it stands. */
struct number {
    bool given;
    uint16_t value;
    uint64_t offset;
};

struct reading {
    struct bytes cursor; /* over the head of the file, which ALTW must begin in */
    const struct file_input *file;
    struct ter_field *field;
    struct ter_options options;
    struct scree_error *err;
    struct number size, xpts, ypts;
    uint64_t scal_offset;
    const uint8_t *unknown; /* name of the first chunk that is not in the table, NULL if none */
};

struct chunk {
    char name[NAME_BYTES + 1];
    uint8_t data_bytes; /* after the name, padding included */
    bool is_padded;     /* the last two of them are padding, which some writers leave out */
    /* data[0 .. data_bytes) is at offset in the file. */
    enum scree_code (*read)(struct reading *reading, const uint8_t *data, uint64_t offset);
};

static void set_number(struct reading *reading, struct number *number, const char *name,
                       const uint8_t *data, uint64_t offset)
{
    const uint16_t value = bytes_get_u16le(data);
    if (number->given && number->value != value)
        warn_add(&reading->field->warnings, offset, "second %s, %u replaces %u", name, value,
                 number->value);
    *number = (struct number){true, value, offset};
}

static enum scree_code read_size(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    set_number(reading, &reading->size, "SIZE", data, offset);
    return SCREE_OK;
}

static enum scree_code read_points(struct reading *reading, struct number *number, const char *name,
                                   const uint8_t *data, uint64_t offset)
{
    set_number(reading, number, name, data, offset);
    if (number->value < 2)
        return err_set_at(reading->err, SCREE_MALFORMED, offset,
                          "%s is %u, expected at least 2 points", name, number->value);
    return SCREE_OK;
}

static enum scree_code read_xpts(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    return read_points(reading, &reading->xpts, "XPTS", data, offset);
}

static enum scree_code read_ypts(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    return read_points(reading, &reading->ypts, "YPTS", data, offset);
}

static enum scree_code read_scal(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    for (unsigned i = 0; i < 3; i++) {
        const float scal_m = bytes_get_f32le(data + 4 * i);
        if (reading->options.cell_m == 0.0 && !(isfinite(scal_m) && scal_m > 0.0f)) {
            char found[32];
            snprintf(found, sizeof found, isnan(scal_m) ? "not a number" : "%g", (double)scal_m);
            return err_set_at(reading->err, SCREE_MALFORMED, offset + 4 * i,
                              "SCAL %c is %s, expected a finite number above 0 (metres per terrain "
                              "unit; {cell_m} replaces it)",
                              "xyz"[i], found);
        }
        if (reading->options.cell_m == 0.0) reading->field->scal_m[i] = (double)scal_m;
    }
    reading->field->scal_given = true;
    reading->scal_offset = offset;
    return SCREE_OK;
}

static enum scree_code read_crad(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    (void)offset;
    const float radius_km = bytes_get_f32le(data);
    reading->field->curve_radius_km = isfinite(radius_km) ? (double)radius_km : DEFAULT_RADIUS_KM;
    return SCREE_OK;
}

static enum scree_code read_crvm(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    const uint32_t mode = bytes_get_u32le(data);
    reading->field->curve_mode = mode;
    if (mode != 0)
        warn_add(&reading->field->warnings, offset,
                 "CRVM is %lu (%s), the terrain is taken as flat%s", (unsigned long)mode,
                 mode == 1 ? "draped over a sphere" : "an unknown mode",
                 mode == 1 ? " but in perspective pictures" : "");
    return SCREE_OK;
}

/* Reached only before ALTW: reading has stopped when a well-placed "EOF " comes. */
static enum scree_code read_eof(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    (void)data;
    warn_add(&reading->field->warnings, offset - NAME_BYTES, "EOF comes before ALTW, reading on");
    return SCREE_OK;
}

static enum scree_code read_altw(struct reading *reading, const uint8_t *data, uint64_t offset);

static const struct chunk chunks[] = {
    {"SIZE", 4, true, read_size},   {"XPTS", 4, true, read_xpts},  {"YPTS", 4, true, read_ypts},
    {"SCAL", 12, false, read_scal}, {"CRAD", 4, false, read_crad}, {"CRVM", 4, false, read_crvm},
    {"EOF ", 0, false, read_eof},   {"ALTW", 4, false, read_altw},
};

/* The chunk whose name is at pos, or NULL. */
static const struct chunk *find_chunk(const struct bytes *cursor, size_t pos)
{
    if (pos > cursor->size || cursor->size - pos < NAME_BYTES) return NULL;
    for (size_t i = 0; i < sizeof chunks / sizeof chunks[0]; i++) {
        if (memcmp(cursor->data + pos, chunks[i].name, NAME_BYTES) == 0) return &chunks[i];
    }
    return NULL;
}

/* The points of x and y that the file states, from XPTS and YPTS where they are given (SIZE is
 * wrong in the files of several writers), with warnings for what does not agree. */
static enum scree_code resolve_points(struct reading *reading, uint64_t altw_offset)
{
    struct ter_field *field = reading->field;
    const struct number *size = &reading->size;
    const struct number *xpts = &reading->xpts;
    const struct number *ypts = &reading->ypts;
    if (!size->given && !xpts->given && !ypts->given)
        return err_set_at(reading->err, SCREE_MALFORMED, altw_offset,
                          "ALTW comes before any size, expected SIZE, or XPTS and YPTS, first");
    if (!size->given && !(xpts->given && ypts->given))
        return err_set_at(reading->err, SCREE_MALFORMED, altw_offset,
                          "ALTW comes after %s alone, expected %s or SIZE as well",
                          xpts->given ? "XPTS" : "YPTS", xpts->given ? "YPTS" : "XPTS");
    field->points_x = xpts->given ? xpts->value : size->value + UINT32_C(1);
    field->points_y = ypts->given ? ypts->value : size->value + UINT32_C(1);
    if (field->points_x < 2 || field->points_y < 2) /* XPTS and YPTS below 2 are refused earlier */
        return err_set_at(reading->err, SCREE_MALFORMED, size->offset,
                          "SIZE is 0, which means a side of 1 point, expected at least 2");

    const uint32_t shorter = field->points_x < field->points_y ? field->points_x : field->points_y;
    if (!size->given)
        warn_add(&field->warnings, altw_offset, "no SIZE before ALTW, XPTS and YPTS are used");
    else if (xpts->given != ypts->given)
        warn_add(&field->warnings, xpts->given ? xpts->offset : ypts->offset,
                 "%s without %s, SIZE gives %lu %s", xpts->given ? "XPTS" : "YPTS",
                 xpts->given ? "YPTS" : "XPTS", size->value + 1ul,
                 xpts->given ? "rows" : "columns");
    else if (size->value != shorter - 1)
        warn_add(&field->warnings, size->offset,
                 "SIZE is %u, expected %lu for %lu x %lu points; XPTS and YPTS are used",
                 size->value, (unsigned long)shorter - 1, (unsigned long)field->points_x,
                 (unsigned long)field->points_y);
    return SCREE_OK;
}

static uint16_t swap_u16(uint16_t value)
{
    return (uint16_t)(value >> 8 | (value & 0xff) << 8);
}

/* Whether the sizes with their bytes swapped would make exactly the elevations there are (and at
 * most padding and "EOF " behind them). Writers in Java and on old Macs forget the byte order. */
static bool swapped_sizes_fit(const struct reading *reading, uint64_t left, uint32_t *points_x,
                              uint32_t *points_y)
{
    const uint32_t from_size = swap_u16(reading->size.value) + UINT32_C(1);
    *points_x = reading->xpts.given ? swap_u16(reading->xpts.value) : from_size;
    *points_y = reading->ypts.given ? swap_u16(reading->ypts.value) : from_size;
    if (*points_x < 2 || *points_y < 2) return false;
    const uint64_t need = UINT64_C(2) * *points_x * *points_y;
    return need <= left && left - need <= 8;
}

/* All that must hold before memory is asked for. */
static enum scree_code check_elevations(const struct reading *reading, uint64_t altw_offset)
{
    const unsigned long points_x = reading->field->points_x;
    const unsigned long points_y = reading->field->points_y;
    const uint64_t points = (uint64_t)points_x * points_y; /* below 2^33: twice that cannot wrap */
    const uint64_t left = reading->file->size - reading->cursor.pos;
    if (2 * points > left) {
        uint32_t swapped_x, swapped_y;
        char hint[80] = "";
        if (swapped_sizes_fit(reading, left, &swapped_x, &swapped_y))
            snprintf(hint, sizeof hint, "; with swapped bytes, %lu x %lu would fit",
                     (unsigned long)swapped_x, (unsigned long)swapped_y);
        return err_set_at(reading->err, SCREE_MALFORMED, altw_offset,
                          "ALTW is cut short: %lu x %lu points need %llu bytes of elevations, the "
                          "file has %llu%s",
                          points_x, points_y, (unsigned long long)(2 * points),
                          (unsigned long long)left, hint);
    }
    if (points > reading->options.max_points)
        return err_set(reading->err, SCREE_LIMIT,
                       "%lu x %lu points (%llu bytes of elevations) are more than the limit of "
                       "%llu points",
                       points_x, points_y, (unsigned long long)(2 * points),
                       (unsigned long long)reading->options.max_points);
    if (2 * points > reading->options.max_memory_bytes)
        return err_set(reading->err, SCREE_LIMIT,
                       "%lu x %lu points take %llu bytes of memory to read, the limit is %llu",
                       points_x, points_y, (unsigned long long)(2 * points),
                       (unsigned long long)reading->options.max_memory_bytes);
    return SCREE_OK;
}

static void warn_about_heights(struct reading *reading, uint64_t scale_offset)
{
    struct ter_field *field = reading->field;
    const double *scal_m = field->scal_m;
    if (scal_m[0] != scal_m[1] || scal_m[0] != scal_m[2])
        warn_add(&field->warnings, reading->scal_offset,
                 "SCAL is %g, %g, %g metres per terrain unit; x and y are used horizontally, z "
                 "vertically",
                 scal_m[0], scal_m[1], scal_m[2]);
    if (field->height_scale == 0)
        warn_add(&field->warnings, scale_offset,
                 "HeightScale is 0, the terrain is flat at %d terrain units", field->base_height);
    if (field->height_scale < 0)
        warn_add(&field->warnings, scale_offset,
                 "HeightScale is %d, negative: the highest elevations are the lowest ground",
                 field->height_scale);
}

/* Looks only whether a second ALTW follows at once, with or without padding. */
static enum scree_code warn_about_second_altw(struct reading *reading, uint64_t end)
{
    uint8_t after[NAME_BYTES + 2];
    const uint64_t left = reading->file->size - end;
    struct bytes cursor = {after, left < sizeof after ? (size_t)left : sizeof after, 0};
    RETURN_IF_ERR(file_input_read(reading->file, end, after, cursor.size, reading->err));
    for (size_t at = 0; at <= 2; at += 2) {
        const struct chunk *chunk = find_chunk(&cursor, at);
        if (chunk != NULL && chunk->read == read_altw)
            warn_add(&reading->field->warnings, end + at, "second ALTW, only the first is used");
    }
    return SCREE_OK;
}

static enum scree_code read_elevations(const struct reading *reading)
{
    struct ter_field *field = reading->field;
    const size_t points = (size_t)field->points_x * field->points_y;
    int16_t *elevations;
    RETURN_IF_ERR(MEM_NEED(&elevations, points, sizeof *elevations, reading->err));
    field->elevations = field->memory = elevations;
    for (size_t first = 0, some; first < points; first += some) {
        some = points - first < JOB_POINTS ? points - first : JOB_POINTS;
        RETURN_IF_ERR(file_input_read(reading->file,
                                      field->file_offset + first * sizeof *elevations,
                                      elevations + first, some * sizeof *elevations, reading->err));
        for (size_t i = first; i < first + some; i++)
            elevations[i] = bytes_get_i16le((const uint8_t *)(elevations + i));
        if (first + some < points) RETURN_IF_ERR(job_poll(reading->options.job, reading->err));
    }
    return SCREE_OK;
}

static enum scree_code read_altw(struct reading *reading, const uint8_t *data, uint64_t offset)
{
    struct ter_field *field = reading->field;
    const uint64_t altw_offset = offset - NAME_BYTES;
    RETURN_IF_ERR(resolve_points(reading, altw_offset));
    RETURN_IF_ERR(check_elevations(reading, altw_offset));

    field->height_scale = bytes_get_i16le(data);
    field->base_height = bytes_get_i16le(data + 2);
    field->base_tu = field->base_height;
    field->step_tu = field->height_scale / 65536.0;
    field->file_offset = reading->cursor.pos;
    warn_about_heights(reading, offset);
    const uint64_t bytes = UINT64_C(2) * field->points_x * field->points_y;
    RETURN_IF_ERR(warn_about_second_altw(reading, field->file_offset + bytes));
    return reading->options.leave_from_bytes > 0 ? SCREE_OK : read_elevations(reading);
}

/* The file ended, or nothing known is left in it. */
static enum scree_code fail_without_altw(const struct reading *reading)
{
    if (reading->unknown != NULL)
        return err_set_at(reading->err, SCREE_MALFORMED,
                          (uint64_t)(reading->unknown - reading->cursor.data),
                          "unknown chunk \"%.4s\", and no ALTW with elevations after it",
                          (const char *)reading->unknown);
    return err_set_at(reading->err, SCREE_MALFORMED, reading->cursor.size,
                      "the file ends without elevations, expected an ALTW chunk");
}

static enum scree_code skip_unknown_chunk(struct reading *reading)
{
    struct bytes *cursor = &reading->cursor;
    const size_t start = cursor->pos;
    const uint8_t *name = cursor->data + start;
    for (int i = 0; i < NAME_BYTES; i++) {
        if (name[i] < 0x20 || name[i] > 0x7e)
            return err_set_at(reading->err, SCREE_MALFORMED, start,
                              "found the bytes %02x %02x %02x %02x, expected the name of a chunk",
                              name[0], name[1], name[2], name[3]);
    }
    if (reading->unknown == NULL) reading->unknown = name;

    const struct chunk *next = NULL;
    size_t pos = start;
    do {
        pos += NAME_BYTES;
        next = find_chunk(cursor, pos);
    } while (next == NULL && cursor->size - pos >= NAME_BYTES);
    if (next == NULL) return fail_without_altw(reading);
    warn_add(&reading->field->warnings, start, "unknown chunk \"%.4s\", skipped %zu bytes to %.4s",
             (const char *)name, pos - start, next->name);
    cursor->pos = pos;
    return SCREE_OK;
}

static enum scree_code read_chunk(struct reading *reading, const struct chunk *chunk)
{
    struct bytes *cursor = &reading->cursor;
    const size_t start = cursor->pos;
    cursor->pos += NAME_BYTES;
    const size_t left = bytes_left(cursor);
    const uint8_t *data = bytes_take(cursor, chunk->data_bytes);
    if (data == NULL)
        return err_set_at(reading->err, SCREE_MALFORMED, start,
                          "%.4s is cut short: it needs %u bytes after its name, the file has %zu",
                          chunk->name, chunk->data_bytes, left);
    if (chunk->is_padded && find_chunk(cursor, cursor->pos) == NULL &&
        find_chunk(cursor, cursor->pos - 2) != NULL) {
        warn_add(&reading->field->warnings, start, "%.4s has no padding after its 2 bytes",
                 chunk->name);
        cursor->pos -= 2;
    }
    return chunk->read(reading, data, start + NAME_BYTES);
}

static enum scree_code read_chunks(struct reading *reading)
{
    while (bytes_left(&reading->cursor) >= NAME_BYTES) {
        const struct chunk *chunk = find_chunk(&reading->cursor, reading->cursor.pos);
        if (chunk == NULL) {
            RETURN_IF_ERR(skip_unknown_chunk(reading));
            continue;
        }
        RETURN_IF_ERR(read_chunk(reading, chunk));
        if (chunk->read == read_altw) return SCREE_OK;
    }
    return fail_without_altw(reading);
}

/* From the head of a file; ALTW must begin in it. */
static enum scree_code read_field(struct ter_field **out, const struct file_input *file,
                                  const uint8_t *head, size_t head_bytes,
                                  const struct ter_options *options, struct scree_error *err)
{
    struct reading reading = {.cursor = {head, head_bytes, TER_MAGIC_BYTES},
                              .file = file,
                              .options = *options,
                              .err = err};
    RETURN_IF_ERR(ter_check_magic(head, head_bytes, err));
    struct ter_field *field;
    RETURN_IF_ERR(MEM_NEED(&field, 1, sizeof *field, err));
    const double cell_m = options->cell_m;
    for (int i = 0; i < 3; i++) field->scal_m[i] = cell_m > 0.0 ? cell_m : TER_DEFAULT_SCAL_M;
    field->curve_radius_km = DEFAULT_RADIUS_KM;
    reading.field = field;
    enum scree_code code = read_chunks(&reading);
    if (code == SCREE_OK) code = ter_check_range(field, err);
    if (code != SCREE_OK) {
        ter_free(field);
        return code;
    }
    *out = field;
    return SCREE_OK;
}

/* The head is small: what is refused may only have been cut, so it is read again with more of the
 * file before it is. */
static enum scree_code read_head(struct ter_field **out, const struct file_input *file,
                                 size_t head_bytes, const struct ter_options *options,
                                 struct scree_error *err)
{
    const bool is_all = file->size <= head_bytes;
    if (is_all) head_bytes = (size_t)file->size;
    uint8_t *head;
    RETURN_IF_ERR(MEM_NEED(&head, head_bytes + 1, 1, err));
    struct scree_error refusal = SCREE_ERROR_INIT;
    enum scree_code code = file_input_read(file, 0, head, head_bytes, &refusal);
    if (code == SCREE_OK) code = read_field(out, file, head, head_bytes, options, &refusal);
    mem_free(head);
    if (code == SCREE_MALFORMED && !is_all && head_bytes < MOST_HEAD_BYTES)
        return read_head(out, file, MOST_HEAD_BYTES, options, err);
    if (code != SCREE_OK) err_take(err, &refusal);
    return code;
}

enum scree_code ter_read_input(struct ter_field **out, struct file_input *input,
                               const struct ter_options *options, struct scree_error *err)
{
    *out = NULL;
    struct ter_options used = options != NULL ? *options : (struct ter_options)TER_OPTIONS_DEFAULT;
    const bool leave =
        used.leave_from_bytes > 0 && input->is_open && input->size >= used.leave_from_bytes;
    if (leave) used.max_points = used.max_memory_bytes = UINT64_MAX;
    used.leave_from_bytes = leave;
    if (input->size > used.max_file_bytes)
        return err_set(err, SCREE_LIMIT, "has %llu bytes, the limit is %llu",
                       (unsigned long long)input->size, (unsigned long long)used.max_file_bytes);
    if (!isfinite(used.cell_m) || used.cell_m < 0.0)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "cell size is %g metres, expected a finite number above 0", used.cell_m);
    RETURN_IF_ERR(read_head(out, input, HEAD_BYTES, &used, err));
    if (!leave) return SCREE_OK;
    (*out)->file = *input;
    memset(input, 0, sizeof *input);
    return SCREE_OK;
}
