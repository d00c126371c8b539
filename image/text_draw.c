/*
 * One line of text over an RGB picture, from the bitmap font of stb_easy_font.
 *
 * The font gives each character as rectangles with whole-numbered corners; they are filled here.
 */
#include "image/image.h"

#include <assert.h>

#include <stb_easy_font.h>

#include "base/text.h"

/* One corner of a rectangle as stb_easy_font stores it; four make a rectangle. */
struct corner {
    float x, y, z;
    unsigned char colour[4];
};
static_assert(sizeof(struct corner) == 16, "the layout that stb_easy_font documents");

#define MAX_RECTANGLES 32 /* of one character; the largest has 11 */

struct canvas {
    uint8_t *rgb;
    int64_t width, height;
    const uint8_t *colour;
};

static int64_t clip(int64_t value, int64_t limit)
{
    if (value < 0) return 0;
    return value < limit ? value : limit;
}

/* Fills columns left .. right - 1 of rows top .. bottom - 1 as far as they are in the picture. */
static void fill(const struct canvas *canvas, int64_t left, int64_t top, int64_t right,
                 int64_t bottom)
{
    left = clip(left, canvas->width);
    right = clip(right, canvas->width);
    top = clip(top, canvas->height);
    bottom = clip(bottom, canvas->height);
    for (int64_t j = top; j < bottom; j++) {
        for (int64_t i = left; i < right; i++) {
            uint8_t *pixel = canvas->rgb + (j * canvas->width + i) * 3;
            for (int c = 0; c < 3; c++) pixel[c] = canvas->colour[c];
        }
    }
}

void image_draw_text(const struct image_rgb *picture, int32_t x, int32_t y, unsigned scale,
                     const uint8_t colour[3], const char *text)
{
    assert(scale >= 1);
    char ascii[IMAGE_TEXT_MAX + 1];
    text_to_ascii(ascii, sizeof ascii, text, '?');
    const struct canvas canvas = {picture->rgb, (int64_t)picture->width, (int64_t)picture->height,
                                  colour};
    int64_t left = x;
    for (const char *p = ascii; *p != '\0'; p++) {
        char character[2] = {*p, '\0'};
        struct corner corners[4 * MAX_RECTANGLES];
        const int count = stb_easy_font_print(0, 0, character, NULL, corners, sizeof corners);
        assert(count < MAX_RECTANGLES);
        for (int i = 0; i < count; i++) {
            const struct corner *first = &corners[4 * i], *opposite = &corners[4 * i + 2];
            fill(&canvas, left + (int64_t)first->x * scale, y + (int64_t)first->y * scale,
                 left + (int64_t)opposite->x * scale, y + (int64_t)opposite->y * scale);
        }
        left += (int64_t)stb_easy_font_width(character) * scale;
    }
}

size_t image_text_width(unsigned scale, const char *text)
{
    char ascii[IMAGE_TEXT_MAX + 1];
    text_to_ascii(ascii, sizeof ascii, text, '?');
    return (size_t)stb_easy_font_width(ascii) * scale;
}
