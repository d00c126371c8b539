/*
 * A TIFF of many bands, in tiles, with itself in halves: rows of each band come in order, become
 * tiles and are compressed, and wait in a spool of the caller's, because the file begins with where
 * they all are, and then has the smallest picture first (cog_file.c).
 * Source: TIFF 6.0 (tiles, planes, predictor 2).
 */
#include "image/cog_parts.h"

#include <assert.h>
#include <string.h>

#include <libdeflate.h>

#include "base/bytes.h"
#include "base/mem.h"

#define DEFLATE_LEVEL 6

static uint32_t tiles_of(uint32_t texels)
{
    return texels / COG_TILE + (texels % COG_TILE != 0);
}

static uint32_t choose_sizes(struct cog_size sizes[COG_LEVELS], uint32_t width, uint32_t height)
{
    for (uint32_t level = 0;; level++) {
        sizes[level] = (struct cog_size){width, height, tiles_of(width), tiles_of(height)};
        if ((width <= COG_TILE && height <= COG_TILE) || level + 1 == COG_LEVELS) return level + 1;
        width = width / 2 + width % 2;
        height = height / 2 + height % 2;
    }
}

static size_t number_bytes(const struct image_cog *cog, const struct cog_plane *plane)
{
    return plane->is_mask ? 1 : image_number_bytes(cog->form.number);
}

/* ---- memory ---- */

uint64_t image_cog_memory_bytes(uint32_t width, uint32_t height, enum image_number number)
{
    struct cog_size sizes[COG_LEVELS];
    const uint32_t levels = choose_sizes(sizes, width, height);
    const size_t bytes = image_number_bytes(number);
    uint64_t all = 4 * (uint64_t)COG_TILE * COG_TILE * bytes + ((uint64_t)1 << 19); /* packing */
    for (uint32_t l = 0; l < levels; l++) {
        const uint64_t rows = sizes[l].height < COG_TILE ? sizes[l].height : COG_TILE;
        all += sizes[l].width * (rows * bytes + 2 * (bytes + 1));
        all += (uint64_t)sizes[l].across * sizes[l].down * sizeof(struct cog_tile);
    }
    return all;
}

static void allocate_level(struct image_cog *cog, struct cog_level *level,
                           const struct cog_size *size, size_t bytes)
{
    const uint32_t rows = size->height < COG_TILE ? size->height : COG_TILE;
    level->rows = mem_arena_alloc(&cog->arena, (size_t)size->width * rows, bytes);
    level->above = mem_arena_alloc(&cog->arena, size->width, bytes);
    level->above_missing = mem_arena_alloc(&cog->arena, size->width, 1);
    level->tiles =
        mem_arena_alloc(&cog->arena, (size_t)size->across * size->down, sizeof *level->tiles);
}

static bool allocate_plane(struct image_cog *cog, struct cog_plane *plane)
{
    const size_t bytes = number_bytes(cog, plane);
    const uint32_t half = cog->sizes[0].width / 2 + 1;
    const size_t tile = (size_t)COG_TILE * COG_TILE * bytes;
    plane->halved = mem_arena_alloc(&cog->arena, half, bytes);
    plane->halved_missing = mem_arena_alloc(&cog->arena, half, 1);
    plane->raw = mem_arena_alloc(&cog->arena, tile, 1);
    plane->compressor = libdeflate_alloc_compressor(DEFLATE_LEVEL);
    if (plane->compressor == NULL) return false;
    plane->packed_room = libdeflate_zlib_compress_bound(plane->compressor, tile);
    plane->packed = mem_arena_alloc(&cog->arena, plane->packed_room, 1);
    for (uint32_t l = 0; l < cog->level_count; l++)
        allocate_level(cog, &plane->levels[l], &cog->sizes[l], bytes);
    return !cog->arena.failed;
}

/* Floats say themselves where there is no data. */
uint32_t image_cog_planes(const struct image_cog_form *form)
{
    return form->bands + (form->has_missing && form->number != IMAGE_F32 ? 1 : 0);
}

enum scree_code image_cog_create(struct image_cog **out, const struct image_cog_form *form,
                                 struct scree_error *err)
{
    assert(form->width > 0 && form->height > 0 && form->bands > 0);
    *out = NULL;
    struct image_cog *cog;
    const uint32_t planes = image_cog_planes(form);
    RETURN_IF_ERR(MEM_NEED(&cog, 1, sizeof *cog, err));
    cog->form = *form;
    cog->level_count = choose_sizes(cog->sizes, form->width, form->height);
    cog->planes = mem_arena_alloc(&cog->arena, planes, sizeof *cog->planes);
    bool good = cog->planes != NULL;
    for (uint32_t i = 0; good && i < planes; i++) {
        cog->plane_count++;
        cog->planes[i].is_mask = i == form->bands;
        cog->planes[i].spool = form->spools[i];
        good = allocate_plane(cog, &cog->planes[i]);
    }
    if (good) {
        *out = cog;
        return SCREE_OK;
    }
    image_cog_free(cog);
    return err_no_memory(err);
}

void image_cog_free(struct image_cog *cog)
{
    if (cog == NULL) return;
    for (uint32_t i = 0; i < cog->plane_count; i++)
        if (cog->planes[i].compressor != NULL)
            libdeflate_free_compressor(cog->planes[i].compressor);
    mem_arena_free(&cog->arena);
    mem_free(cog);
}

/* ---- half the size ---- */

/* What a texel of the next size is the mean of: two by two, less what has no data. */
struct quad {
    const uint8_t *rows[2], *missing[2]; /* missing NULL: all have data */
    uint32_t width;
};

/* The places, in rows[0] and then rows[1], of those that count; how many. */
static int members_of(size_t at[2][2], int counts[2], const struct quad *quad, uint32_t column)
{
    for (int j = 0; j < 2; j++) {
        counts[j] = 0;
        for (uint32_t i = 2 * column; i < 2 * column + 2 && i < quad->width; i++)
            if (quad->missing[j] == NULL || quad->missing[j][i] == 0) at[j][counts[j]++] = i;
    }
    return counts[0] + counts[1];
}

static uint16_t u16_at(const uint8_t *row, size_t i)
{
    uint16_t number;
    memcpy(&number, row + 2 * i, sizeof number);
    return number;
}

static float f32_at(const uint8_t *row, size_t i)
{
    float number;
    memcpy(&number, row + 4 * i, sizeof number);
    return number;
}

static void put_whole_mean(uint8_t *out, const struct quad *quad, uint32_t column, bool wide)
{
    size_t at[2][2];
    int counts[2];
    const uint32_t count = (uint32_t)members_of(at, counts, quad, column);
    uint32_t sum = 0;
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < counts[j]; k++)
            sum += wide ? u16_at(quad->rows[j], at[j][k]) : quad->rows[j][at[j][k]];
    const uint16_t mean = count > 0 ? (uint16_t)((sum + count / 2) / count) : 0;
    if (wide)
        memcpy(out + 2 * (size_t)column, &mean, sizeof mean);
    else
        out[column] = (uint8_t)mean;
}

static void put_float_mean(uint8_t *out, const struct quad *quad, uint32_t column)
{
    static const uint32_t no_number = 0x7fc00000;
    size_t at[2][2];
    int counts[2];
    const int count = members_of(at, counts, quad, column);
    float sum = 0.0f;
    for (int j = 0; j < 2; j++)
        for (int k = 0; k < counts[j]; k++) sum += f32_at(quad->rows[j], at[j][k]);
    const float mean = count > 0 ? sum / (float)count : 0.0f;
    memcpy(out + 4 * (size_t)column, count > 0 ? (const void *)&mean : (const void *)&no_number, 4);
}

/* A texel has data if one of its four has. */
static void put_missing(uint8_t *out, const struct quad *quad, uint32_t column)
{
    uint8_t all = 255;
    for (int j = 0; j < 2; j++)
        for (uint32_t i = 2 * column; i < 2 * column + 2 && i < quad->width; i++)
            if (quad->rows[j][i] == 0) all = 0;
    out[column] = all;
}

/* Texel i is made of 2 i and 2 i + 1, so the row that is halved may be `halved` itself. */
static void halve(const struct image_cog *cog, struct cog_plane *plane, const struct quad *quad)
{
    const uint32_t half = quad->width / 2 + quad->width % 2;
    for (uint32_t i = 0; i < half; i++) {
        if (plane->is_mask)
            put_missing(plane->halved, quad, i);
        else if (cog->form.number == IMAGE_F32)
            put_float_mean(plane->halved, quad, i);
        else
            put_whole_mean(plane->halved, quad, i, cog->form.number == IMAGE_U16);
        size_t at[2][2];
        int counts[2];
        if (quad->missing[0] != NULL)
            plane->halved_missing[i] = members_of(at, counts, quad, i) == 0 ? 255 : 0;
    }
}

/* ---- tiles ---- */

/* A bit for each texel that has data. */
static void put_bits(uint8_t *out, const uint8_t *row, size_t count)
{
    memset(out, 0, COG_TILE / 8);
    for (size_t i = 0; i < count; i++)
        if (row[i] == 0) out[i / 8] = (uint8_t)(out[i / 8] | 0x80u >> i % 8);
}

/* Floats of a row as they are: few readers know the predictor for them. */
static void put_floats(uint8_t *out, const uint8_t *row, size_t count)
{
    for (size_t i = 0; i < count; i++) bytes_put_f32le(out + 4 * i, f32_at(row, i));
}

/* Whole numbers of a row, each less the one before; beyond the picture they stay the same. */
static void put_whole(uint8_t *out, const uint8_t *row, size_t count, bool wide)
{
    uint16_t before = 0;
    for (size_t i = 0; i < COG_TILE; i++) {
        const uint16_t number = i >= count ? before : wide ? u16_at(row, i) : row[i];
        if (wide)
            bytes_put_u16le(out + 2 * i, (uint16_t)(number - before));
        else
            out[i] = (uint8_t)(number - before);
        before = number;
    }
}

/* Packs the columns of a tile out of the rows that a level holds, and spools them. */
static enum scree_code spool_tile(const struct image_cog *cog, struct cog_plane *plane,
                                  uint32_t level, uint32_t x, struct scree_error *err)
{
    struct cog_level *at = &plane->levels[level];
    const struct cog_size *size = &cog->sizes[level];
    const size_t bytes = number_bytes(cog, plane);
    const size_t row_bytes = plane->is_mask ? COG_TILE / 8 : COG_TILE * bytes;
    const uint32_t left = size->width - x * COG_TILE;
    const size_t columns = left < COG_TILE ? left : COG_TILE;
    memset(plane->raw, 0, COG_TILE * row_bytes);
    for (uint32_t j = 0; j < at->held; j++) {
        const uint8_t *row = at->rows + ((size_t)j * size->width + (size_t)x * COG_TILE) * bytes;
        uint8_t *out = plane->raw + j * row_bytes;
        if (plane->is_mask)
            put_bits(out, row, columns);
        else if (cog->form.number == IMAGE_F32)
            put_floats(out, row, columns);
        else
            put_whole(out, row, columns, cog->form.number == IMAGE_U16);
    }
    const size_t used = libdeflate_zlib_compress(
        plane->compressor, plane->raw, COG_TILE * row_bytes, plane->packed, plane->packed_room);
    assert(used > 0); /* there is room for the worst */
    const uint32_t y = (at->done - 1) / COG_TILE;
    at->tiles[(size_t)y * size->across + x] =
        (struct cog_tile){.at = plane->spooled, .bytes = (uint32_t)used};
    plane->spooled += used;
    return plane->spool.put(plane->spool.context, plane->packed, used, err);
}

/* A row of a level; *more: a row of the next one has become of it, in halved. */
static enum scree_code put_row(const struct image_cog *cog, struct cog_plane *plane, uint32_t level,
                               const uint8_t *row, const uint8_t *missing, bool *more,
                               struct scree_error *err)
{
    struct cog_level *at = &plane->levels[level];
    const struct cog_size *size = &cog->sizes[level];
    const size_t bytes = size->width * number_bytes(cog, plane);
    memcpy(at->rows + at->held * bytes, row, bytes);
    at->held++;
    at->done++;
    const bool is_last = at->done == size->height;
    for (uint32_t x = 0; x < size->across && (is_last || at->held == COG_TILE); x++)
        RETURN_IF_ERR(spool_tile(cog, plane, level, x, err));
    if (at->held == COG_TILE) at->held = 0;
    *more = level + 1 < cog->level_count && (at->done % 2 == 0 || is_last);
    if (*more) {
        const bool pair = at->done % 2 == 0; /* else the last row is its own neighbour */
        const struct quad quad = {{pair ? at->above : row, row},
                                  {missing == NULL ? NULL
                                   : pair          ? at->above_missing
                                                   : missing,
                                   missing},
                                  size->width};
        halve(cog, plane, &quad);
        return SCREE_OK;
    }
    memcpy(at->above, row, bytes);
    if (missing != NULL) memcpy(at->above_missing, missing, size->width);
    return SCREE_OK;
}

/* A row, and the rows of halves that are complete with it. */
static enum scree_code put_levels(const struct image_cog *cog, struct cog_plane *plane,
                                  const uint8_t *row, const uint8_t *missing,
                                  struct scree_error *err)
{
    bool more = true;
    for (uint32_t level = 0; more; level++) {
        RETURN_IF_ERR(put_row(cog, plane, level, row, missing, &more, err));
        row = plane->halved;
        if (missing != NULL) missing = plane->halved_missing;
    }
    return SCREE_OK;
}

enum scree_code image_cog_rows(struct image_cog *cog, uint32_t band, const void *rows,
                               const uint8_t *missing, uint32_t count, struct scree_error *err)
{
    assert(band < cog->plane_count);
    struct cog_plane *plane = &cog->planes[band];
    const size_t width = cog->form.width, bytes = width * number_bytes(cog, plane);
    const uint8_t *row = rows;
    for (uint32_t j = 0; j < count; j++, row += bytes)
        RETURN_IF_ERR(
            put_levels(cog, plane, row, missing != NULL ? missing + j * width : NULL, err));
    return SCREE_OK;
}

enum scree_code image_cog_finish(struct image_cog *cog, struct stream *to, struct scree_error *err)
{
    for (uint32_t i = 0; i < cog->plane_count; i++)
        assert(cog->planes[i].levels[0].done == cog->form.height);
    return image_cog_write(cog, to, err);
}
