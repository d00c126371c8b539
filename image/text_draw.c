/*
 * One line of text over an RGB picture: outlines of DejaVu Sans Condensed (image/font/),
 * rasterised by stb_truetype.
 *
 * It computes in floats, with no functions but sqrt, fabs, floor and ceil, so its bytes are the same
 * wherever floats are those of IEEE 754 and no compiler fuses a product with a sum (cmake/ScreeFlags
 * .cmake). Places are whole numbers here: the pen moves in units of the font. Memory is that of the
 * font, measured when it is made, so that drawing cannot fail.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "image/image.h"

static void *take(size_t size, void *font);

#define STBTT_malloc(size, font) take(size, font)
#define STBTT_free(pointer, font) ((void)(pointer), (void)(font))
#define STBTT_assert(condition) ((void)0)
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>

static const unsigned char font_data[] = {
#include "image/font_bytes.h"
};

#define CAP_UNITS 1493   /* height of H in units of the font */
#define PARTS 4          /* a glyph begins at a whole pixel or at one of these parts of one */
#define BOX_UNITS 1100   /* width of what represents a missing character */
#define ROOM (128 << 10) /* 39 KB are used at most, by any glyph at any size */
#define CELL 64          /* of memory: bytes that any number is aligned to */

struct image_font {
    stbtt_fontinfo info;
    unsigned cap;
    float scale; /* pixels per unit */
    int ascent, descent;
    struct image_font_missing missing;
    uint8_t *coverage; /* of one glyph */
    size_t coverage_bytes;
    unsigned char *room; /* what stb_truetype works in, for one glyph at a time */
    size_t room_bytes, used;
};

static void *take(size_t size, void *context)
{
    struct image_font *font = context;
    const size_t cells = (size + CELL - 1) / CELL * CELL;
    if (cells > font->room_bytes - font->used) return NULL;
    void *out = font->room + font->used;
    font->used += cells;
    return out;
}

/* ---- fonts ---- */

/* Pixels that the largest glyph may take, with one to each side for its place within a pixel. */
static size_t largest_glyph(const struct image_font *font)
{
    size_t most = 1;
    for (int glyph = 0; glyph < font->info.numGlyphs; glyph++) {
        int x0, y0, x1, y1;
        stbtt_GetGlyphBitmapBox(&font->info, glyph, font->scale, font->scale, &x0, &y0, &x1, &y1);
        const size_t pixels = (size_t)(x1 - x0 + 2) * (size_t)(y1 - y0 + 2);
        most = pixels > most ? pixels : most;
    }
    return most;
}

enum scree_code image_font_create(struct image_font **out, unsigned cap, struct scree_error *err)
{
    if (cap < IMAGE_FONT_MIN_CAP) cap = IMAGE_FONT_MIN_CAP;
    if (cap > IMAGE_FONT_MAX_CAP) cap = IMAGE_FONT_MAX_CAP;
    struct image_font *font = mem_alloc(1, sizeof *font);
    *out = font;
    if (font == NULL) return err_no_memory(err);
    font->cap = cap;
    font->scale = (float)cap / CAP_UNITS;
    font->ascent = (int)(cap * 11 + 7) / 8;
    font->descent = (int)(cap * 3 + 7) / 8;
    const int read = stbtt_InitFont(&font->info, font_data, 0);
    assert(read != 0);
    (void)read;
    font->info.userdata = font;
    font->coverage_bytes = largest_glyph(font);
    font->room_bytes = ROOM;
    font->coverage = mem_alloc(font->coverage_bytes, 1);
    font->room = mem_alloc_pixels(1, font->room_bytes);
    if (font->coverage != NULL && font->room != NULL) return SCREE_OK;
    image_font_free(font);
    *out = NULL;
    return err_no_memory(err);
}

void image_font_free(struct image_font *font)
{
    if (font == NULL) return;
    mem_free(font->coverage);
    mem_free_pixels(font->room);
    mem_free(font);
}

unsigned image_font_cap(const struct image_font *font)
{
    return font->cap;
}

size_t image_font_line(const struct image_font *font)
{
    return (size_t)(font->ascent + font->descent);
}

size_t image_font_rise(const struct image_font *font)
{
    return (size_t)font->ascent - font->cap;
}

const struct image_font_missing *image_font_missing(const struct image_font *font)
{
    return &font->missing;
}

/* ---- text ---- */

struct glyph {
    int index; /* 0: none, a box replaces it */
    uint32_t code;
    int advance; /* units */
};

static struct glyph glyph_of(const struct image_font *font, uint32_t code)
{
    struct glyph glyph = {0, code, BOX_UNITS};
    if (code >= 0x20 && code != 0x7f) glyph.index = stbtt_FindGlyphIndex(&font->info, (int)code);
    int bearing;
    if (glyph.index != 0)
        stbtt_GetGlyphHMetrics(&font->info, glyph.index, &glyph.advance, &bearing);
    return glyph;
}

/* Parts of a pixel for so many units. */
static int64_t parts(const struct image_font *font, int64_t units)
{
    return units * font->cap * PARTS / CAP_UNITS;
}

static void blend(const struct image_rgb *picture, int64_t x, int64_t y, const uint8_t colour[3],
                  unsigned coverage)
{
    if (x < 0 || y < 0 || x >= (int64_t)picture->width || y >= (int64_t)picture->height) return;
    uint8_t *const pixel = picture->rgb + ((size_t)y * picture->width + (size_t)x) * 3;
    for (int c = 0; c < 3; c++)
        pixel[c] = (uint8_t)((pixel[c] * (255 - coverage) + colour[c] * coverage + 127) / 255);
}

static void draw_box(const struct image_rgb *picture, const struct image_font *font, int64_t x,
                     int64_t baseline, const uint8_t colour[3])
{
    const int64_t line = (font->cap + 7) / 8, high = font->cap;
    const int64_t wide = parts(font, BOX_UNITS - 2 * (BOX_UNITS / 10)) / PARTS;
    const int64_t left = x + parts(font, BOX_UNITS / 10) / PARTS;
    for (int64_t j = 0; j < high; j++)
        for (int64_t i = 0; i < wide; i++)
            if (j < line || j >= high - line || i < line || i >= wide - line)
                blend(picture, left + i, baseline - high + j, colour, 255);
}

/* part: of the pixel at x, where the glyph begins. */
static void draw_glyph(const struct image_rgb *picture, struct image_font *font, int index,
                       const int64_t place[2], unsigned part, const uint8_t colour[3])
{
    const float shift = (float)part / PARTS, scale = font->scale;
    int x0, y0, x1, y1;
    stbtt_GetGlyphBitmapBoxSubpixel(&font->info, index, scale, scale, shift, 0, &x0, &y0, &x1, &y1);
    const int width = x1 - x0, height = y1 - y0;
    if (width <= 0 || height <= 0 || place[0] + x1 < 0 || place[1] + y1 < 0 ||
        place[0] + x0 >= (int64_t)picture->width || place[1] + y0 >= (int64_t)picture->height)
        return;
    assert((size_t)width * (size_t)height <= font->coverage_bytes);
    font->used = 0;
    stbtt_MakeGlyphBitmapSubpixel(&font->info, font->coverage, width, height, width, scale, scale,
                                  shift, 0, index);
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i++)
            blend(picture, place[0] + x0 + i, place[1] + y0 + j, colour,
                  font->coverage[(size_t)j * (size_t)width + (size_t)i]);
}

void image_draw_text(const struct image_rgb *picture, struct image_font *font, int32_t x, int32_t y,
                     const uint8_t colour[3], const char *text)
{
    int64_t units = 0;
    const int64_t baseline = (int64_t)y + font->ascent;
    for (int drawn = 0; drawn < IMAGE_TEXT_MAX && *text != '\0'; drawn++) {
        const struct glyph glyph = glyph_of(font, text_next(&text));
        const int64_t at = parts(font, units), place[2] = {x + at / PARTS, baseline};
        if (glyph.index != 0) {
            draw_glyph(picture, font, glyph.index, place, (unsigned)(at % PARTS), colour);
        } else {
            if (font->missing.count++ == 0) font->missing.first = glyph.code;
            draw_box(picture, font, place[0], baseline, colour);
        }
        units += glyph.advance;
    }
}

size_t image_text_width(const struct image_font *font, const char *text)
{
    int64_t units = 0;
    for (int drawn = 0; drawn < IMAGE_TEXT_MAX && *text != '\0'; drawn++)
        units += glyph_of(font, text_next(&text)).advance;
    return (size_t)((parts(font, units) + PARTS - 1) / PARTS);
}
