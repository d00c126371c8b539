/*
 * The file of a TIFF of many bands: header, directories of all sizes, then the tiles, smallest size
 * first. Everything in front is as long as is known before, so nothing is gone back to.
 * Source: TIFF 6.0; Adobe's BigTIFF design; GeoTIFF 1.1 (OGC 19-008); GDAL's documentation of its GTiff
 * driver (GDAL_METADATA, GDAL_NODATA, internal masks) and of cloud optimized GeoTIFFs.
 */
#include "image/cog_parts.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/grow.h"
#include "base/mem.h"
#include "base/text.h"
#include "image/tiff_common.h"

enum type { ASCII = 2, SHORT = 3, LONG = 4, DOUBLE = 12, LONG8 = 16 };
enum tag {
    SUBFILE_TYPE = 254,
    WIDTH = 256,
    LENGTH = 257,
    BITS = 258,
    COMPRESSION = 259,
    PHOTOMETRIC = 262,
    SAMPLES = 277,
    PLANES = 284,
    PREDICTOR = 317,
    TILE_WIDTH = 322,
    TILE_LENGTH = 323,
    TILE_PLACES = 324,
    TILE_BYTES = 325,
    EXTRA_SAMPLES = 338,
    SAMPLE_FORMAT = 339
};
#define DEFLATE 8
#define REDUCED 1u
#define MASK 4u
#define COPY_BYTES ((size_t)1 << 16)

/* What a tag holds: numbers of memory, or one number all over, or what is known of the tiles. */
struct entry {
    uint16_t tag; /* an enum tag, or TAG_... */
    enum type type;
    uint64_t count;
    const void *data; /* uint16_t, double or char; NULL: */
    uint64_t value;   /* each of them */
};
#define MOST_ENTRIES 24

struct directory {
    uint32_t level;
    bool is_mask;
    struct entry entries[MOST_ENTRIES];
    size_t count;
    uint64_t at; /* in the file */
};
#define MOST_DIRECTORIES (2 * (size_t)COG_LEVELS)

struct writing {
    const struct image_cog *cog;
    bool big;
    struct directory directories[MOST_DIRECTORIES];
    size_t count;
    struct grow metadata, head;       /* head: header and directories */
    uint64_t head_bytes;              /* of which there will be so many */
    uint64_t tiles_at[COG_LEVELS][2]; /* where those of the bands begin, and of the mask */
};

static unsigned type_bytes(enum type type)
{
    return type == ASCII ? 1 : type == SHORT ? 2 : type == LONG ? 4 : 8;
}

/* ---- tiles ---- */

static uint64_t tile_count(const struct writing *w, uint32_t level)
{
    return (uint64_t)w->cog->sizes[level].across * w->cog->sizes[level].down;
}

/* The planes of a directory: the bands, or the mask. */
static uint32_t first_plane(const struct writing *w, bool is_mask)
{
    return is_mask ? w->cog->form.bands : 0;
}

static uint32_t end_plane(const struct writing *w, bool is_mask)
{
    return is_mask ? w->cog->plane_count : w->cog->form.bands;
}

static uint64_t all_bytes(const struct writing *w, uint32_t level, bool is_mask)
{
    uint64_t bytes = 0;
    for (uint32_t p = first_plane(w, is_mask); p < end_plane(w, is_mask); p++)
        for (uint64_t i = 0; i < tile_count(w, level); i++)
            bytes += w->cog->planes[p].levels[level].tiles[i].bytes;
    return bytes;
}

/* ---- directories ---- */

/* Names as GDAL reads them. */
static void make_metadata(struct grow *to, const struct image_cog_form *form)
{
    char name[1024];
    grow_text(to, "<GDALMetadata>\n");
    for (uint32_t i = 0; i < form->bands; i++) {
        grow_print(to, "  <Item name=\"DESCRIPTION\" sample=\"%u\" role=\"description\">",
                   (unsigned)i);
        for (const char *c = text_clean(name, sizeof name, form->names[i]); *c != '\0'; c++)
            if (*c == '<' || *c == '>' || *c == '&')
                grow_print(to, "&#%d;", *c);
            else
                grow_put(to, c, 1);
        grow_text(to, "</Item>\n");
    }
    grow_put(to, "</GDALMetadata>\n", sizeof "</GDALMetadata>\n"); /* with its NUL */
}

static void add(struct directory *d, uint16_t tag, enum type type, uint64_t count, uint64_t value)
{
    d->entries[d->count++] = (struct entry){tag, type, count, NULL, value};
}

static void add_data(struct directory *d, uint16_t tag, enum type type, uint64_t count,
                     const void *data)
{
    if (count > 0) d->entries[d->count++] = (struct entry){tag, type, count, data, 0};
}

static void add_place(struct directory *d, const struct image_geo *geo)
{
    if (geo == NULL) return;
    if (!geo->has_matrix) {
        add_data(d, TAG_PIXEL_SCALE, DOUBLE, 3, geo->scale);
        add_data(d, TAG_TIEPOINT, DOUBLE, 6, geo->tie);
    } else {
        add_data(d, TAG_TRANSFORMATION, DOUBLE, 16, geo->matrix);
    }
    add_data(d, TAG_GEO_KEYS, SHORT, geo->key_count, geo->keys);
    add_data(d, TAG_GEO_DOUBLES, DOUBLE, geo->double_count, geo->doubles);
    add_data(d, TAG_GEO_ASCII, ASCII, geo->ascii_count, geo->ascii);
}

/* Tags in rising order, as TIFF wants them. */
static void fill(const struct writing *w, struct directory *d)
{
    const struct image_cog_form *form = &w->cog->form;
    const struct cog_size *size = &w->cog->sizes[d->level];
    const uint32_t planes = d->is_mask ? 1 : form->bands;
    const bool floats = form->number == IMAGE_F32;
    const uint64_t tiles = planes * tile_count(w, d->level);
    const enum type place = w->big ? LONG8 : LONG;
    d->count = 0;
    add(d, SUBFILE_TYPE, LONG, 1, (d->level > 0 ? REDUCED : 0u) | (d->is_mask ? MASK : 0u));
    add(d, WIDTH, LONG, 1, size->width);
    add(d, LENGTH, LONG, 1, size->height);
    add(d, BITS, SHORT, planes, d->is_mask ? 1 : 8 * image_number_bytes(form->number));
    add(d, COMPRESSION, SHORT, 1, DEFLATE);
    add(d, PHOTOMETRIC, SHORT, 1, d->is_mask ? 4 : 1); /* black is 0 */
    add(d, SAMPLES, SHORT, 1, planes);
    add(d, PLANES, SHORT, 1, planes > 1 ? 2 : 1);
    if (!d->is_mask && !floats) add(d, PREDICTOR, SHORT, 1, 2);
    add(d, TILE_WIDTH, LONG, 1, COG_TILE);
    add(d, TILE_LENGTH, LONG, 1, COG_TILE);
    add(d, TILE_PLACES, place, tiles, 0);
    add(d, TILE_BYTES, LONG, tiles, 0);
    if (planes > 1) add(d, EXTRA_SAMPLES, SHORT, planes - 1, 0);
    add(d, SAMPLE_FORMAT, SHORT, planes, floats && !d->is_mask ? 3 : 1);
    if (d->is_mask) return;
    if (d->level == 0) add_place(d, form->geo);
    if (d->level == 0) add_data(d, TAG_GDAL_METADATA, ASCII, w->metadata.size, w->metadata.text);
    if (floats && form->has_missing) add_data(d, TAG_GDAL_NODATA, ASCII, 4, "nan");
}

/* Numbers behind a directory begin at even places. */
static uint64_t bytes_behind(const struct writing *w, const struct entry *e)
{
    const uint64_t bytes = e->count * type_bytes(e->type);
    return bytes <= (w->big ? 8u : 4u) ? 0 : bytes + bytes % 2;
}

static uint64_t directory_bytes(const struct writing *w, const struct directory *d)
{
    uint64_t bytes = w->big ? 16 + 20 * d->count : 6 + 12 * d->count;
    for (size_t i = 0; i < d->count; i++) bytes += bytes_behind(w, &d->entries[i]);
    return bytes;
}

/* Decides where everything is; the size of the file. */
static uint64_t arrange(struct writing *w, bool big)
{
    const bool has_mask = w->cog->plane_count > w->cog->form.bands;
    w->big = big;
    w->count = 0;
    uint64_t at = big ? 16 : 8;
    for (uint32_t level = 0; level < w->cog->level_count; level++)
        for (int mask = 0; mask < (has_mask ? 2 : 1); mask++) {
            struct directory *d = &w->directories[w->count++];
            *d = (struct directory){.level = level, .is_mask = mask != 0, .at = at};
            fill(w, d);
            at += directory_bytes(w, d);
        }
    w->head_bytes = at;
    for (uint32_t level = w->cog->level_count; level-- > 0;)
        for (int mask = 0; mask < 2; mask++) {
            w->tiles_at[level][mask] = at;
            at += all_bytes(w, level, mask != 0);
        }
    return at;
}

/* ---- writing ---- */

static void put_number(struct grow *to, uint64_t number, unsigned bytes)
{
    uint8_t out[8];
    bytes_put_u64le(out, number);
    grow_put(to, out, bytes);
}

static uint64_t number_at(const struct entry *e, uint64_t i)
{
    uint64_t bits = e->value;
    if (e->data == NULL) return bits;
    if (e->type == ASCII) return ((const unsigned char *)e->data)[i];
    if (e->type == SHORT) return ((const uint16_t *)e->data)[i];
    memcpy(&bits, (const double *)e->data + i, sizeof bits);
    return bits;
}

static void put_numbers(struct writing *w, const struct directory *d, const struct entry *e)
{
    const unsigned bytes = type_bytes(e->type);
    if (e->tag != TILE_PLACES && e->tag != TILE_BYTES) {
        for (uint64_t i = 0; i < e->count; i++) put_number(&w->head, number_at(e, i), bytes);
        return;
    }
    uint64_t at = w->tiles_at[d->level][d->is_mask];
    for (uint32_t p = first_plane(w, d->is_mask); p < end_plane(w, d->is_mask); p++)
        for (uint64_t i = 0; i < tile_count(w, d->level); i++) {
            const uint32_t size = w->cog->planes[p].levels[d->level].tiles[i].bytes;
            put_number(&w->head, e->tag == TILE_PLACES ? at : size, bytes);
            at += size;
        }
}

static void put_directory(struct writing *w, const struct directory *d, uint64_t next)
{
    const unsigned word = w->big ? 8 : 4;
    uint64_t behind = d->at + (w->big ? 16 + 20 * d->count : 6 + 12 * d->count);
    put_number(&w->head, d->count, w->big ? 8 : 2);
    for (size_t i = 0; i < d->count; i++) {
        const struct entry *e = &d->entries[i];
        put_number(&w->head, e->tag, 2);
        put_number(&w->head, (uint64_t)e->type, 2);
        put_number(&w->head, e->count, word);
        if (bytes_behind(w, e) > 0) {
            put_number(&w->head, behind, word);
        } else {
            put_numbers(w, d, e);
            put_number(&w->head, 0, word - (unsigned)e->count * type_bytes(e->type));
        }
        behind += bytes_behind(w, e);
    }
    put_number(&w->head, next, word);
    for (size_t i = 0; i < d->count; i++) {
        const struct entry *e = &d->entries[i];
        if (bytes_behind(w, e) == 0) continue;
        put_numbers(w, d, e);
        put_number(&w->head, 0, e->count * type_bytes(e->type) % 2);
    }
}

static void make_head(struct writing *w)
{
    grow_put(&w->head, w->big ? "II+\0\10\0\0\0" : "II*", w->big ? 8 : 4);
    put_number(&w->head, w->big ? 16 : 8, w->big ? 8 : 4);
    for (size_t i = 0; i < w->count; i++)
        put_directory(w, &w->directories[i], i + 1 < w->count ? w->directories[i + 1].at : 0);
}

/* A tile out of its spool. */
static enum scree_code copy_tile(const struct cog_plane *plane, const struct cog_tile *tile,
                                 uint8_t *room, struct stream *to, struct scree_error *err)
{
    for (uint32_t done = 0; done < tile->bytes;) {
        const size_t left = tile->bytes - done, some = left < COPY_BYTES ? left : COPY_BYTES;
        RETURN_IF_ERR(plane->spool.get(plane->spool.context, tile->at + done, room, some, err));
        RETURN_IF_ERR(stream_put(to, room, some, err));
        done += (uint32_t)some;
    }
    return SCREE_OK;
}

static enum scree_code copy_tiles(const struct writing *w, struct stream *to,
                                  struct scree_error *err)
{
    uint8_t *room;
    enum scree_code code = MEM_NEED(&room, COPY_BYTES, 1, err);
    for (uint32_t level = w->cog->level_count; level-- > 0;)
        for (uint32_t p = 0; p < w->cog->plane_count; p++)
            for (uint64_t i = 0; i < tile_count(w, level) && code == SCREE_OK; i++)
                code = copy_tile(&w->cog->planes[p], &w->cog->planes[p].levels[level].tiles[i],
                                 room, to, err);
    mem_free(room);
    return code;
}

static enum scree_code write_all(struct writing *w, struct stream *to, struct scree_error *err)
{
    make_metadata(&w->metadata, &w->cog->form);
    if (w->metadata.failed) return err_no_memory(err);
    if (arrange(w, false) > UINT32_MAX) arrange(w, true);
    make_head(w);
    if (w->head.failed) return err_no_memory(err);
    assert(w->head.size == w->head_bytes);
    RETURN_IF_ERR(stream_put(to, w->head.text, w->head.size, err));
    return copy_tiles(w, to, err);
}

enum scree_code image_cog_write(const struct image_cog *cog, struct stream *to,
                                struct scree_error *err)
{
    struct writing *w;
    RETURN_IF_ERR(MEM_NEED(&w, 1, sizeof *w, err));
    w->cog = cog;
    const enum scree_code code = write_all(w, to, err);
    grow_free(&w->metadata);
    grow_free(&w->head);
    mem_free(w);
    return code;
}
