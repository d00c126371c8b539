#include "draw/canvas.h"

#include <string.h>

#include "base/mem.h"
#include "base/text.h"
#include "image/image.h"

#define LARGE_PICTURE 900 /* pixels; from here on text is twice as large, and so on */

const uint8_t canvas_paper[3] = {32, 34, 38};
const uint8_t canvas_ink[3] = {232, 232, 228};
const uint8_t canvas_faint[3] = {150, 152, 156};

enum err_code canvas_create(struct canvas *canvas, size_t width, size_t height, unsigned scale,
                            struct err *err)
{
    memset(canvas, 0, sizeof *canvas);
    if (((uint64_t)width * 3 + 1) * height > (uint64_t)IMAGE_PNG8_MAX_BYTES)
        return err_set_option(err, "width",
                              "%zu x %zu pixels are too many for a PNG (2 GiB of samples); choose "
                              "a smaller {width}",
                              width, height);
    canvas->rgb = mem_alloc_pixels(height, width * 3);
    if (canvas->rgb == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET,
                       "no memory for a picture of %zu x %zu pixels; choose a smaller {width}",
                       width, height);
    canvas->width = width;
    canvas->height = height;
    canvas->scale = scale;
    canvas_fill(canvas, 0, 0, (int64_t)width, (int64_t)height, canvas_paper);
    return ERR_OK;
}

void canvas_free(struct canvas *canvas)
{
    mem_free_pixels(canvas->rgb);
    memset(canvas, 0, sizeof *canvas);
}

unsigned canvas_scale(size_t width)
{
    return 1 + (unsigned)(width / LARGE_PICTURE);
}

static int64_t clip(int64_t value, size_t limit)
{
    if (value < 0) return 0;
    return value < (int64_t)limit ? value : (int64_t)limit;
}

void canvas_fill(struct canvas *canvas, int64_t x, int64_t y, int64_t width, int64_t height,
                 const uint8_t rgb[3])
{
    const size_t left = (size_t)clip(x, canvas->width);
    const size_t right = (size_t)clip(x + width, canvas->width);
    const size_t bottom = (size_t)clip(y + height, canvas->height);
    for (size_t j = (size_t)clip(y, canvas->height); j < bottom; j++)
        for (size_t i = left; i < right; i++)
            memcpy(canvas->rgb + (j * canvas->width + i) * 3, rgb, 3);
}

void canvas_blend(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3], float share)
{
    if (x < 0 || y < 0 || x >= (int64_t)canvas->width || y >= (int64_t)canvas->height) return;
    uint8_t *const pixel = canvas->rgb + ((size_t)y * canvas->width + (size_t)x) * 3;
    for (int c = 0; c < 3; c++)
        pixel[c] = (uint8_t)((float)pixel[c] + share * ((float)rgb[c] - (float)pixel[c]) + 0.5f);
}

void canvas_put(struct canvas *canvas, int64_t x, int64_t y, const uint8_t *rgb, size_t width,
                size_t height)
{
    for (size_t j = 0; j < height; j++)
        memcpy(canvas->rgb + (((size_t)y + j) * canvas->width + (size_t)x) * 3, rgb + j * width * 3,
               width * 3);
}

void canvas_text(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3],
                 const char *text)
{
    const struct image_rgb picture = {canvas->rgb, canvas->width, canvas->height};
    image_draw_text(&picture, (int32_t)x, (int32_t)y, canvas->scale, rgb, text);
}

void canvas_text_within(struct canvas *canvas, int64_t x, int64_t y, size_t width,
                        const uint8_t rgb[3], const char *text)
{
    char shown[160], cut[sizeof shown + 2];
    text_to_ascii(shown, sizeof shown, text, '?');
    size_t length = strlen(shown);
    memcpy(cut, shown, length + 1);
    while (length > 1 && canvas_text_width(canvas, cut) > width) {
        memcpy(cut, shown, --length);
        memcpy(cut + length, "..", 3);
    }
    canvas_text(canvas, x, y, rgb, cut);
}

void canvas_text_over(struct canvas *canvas, int64_t x, int64_t y, const char *text)
{
    static const uint8_t dark[3] = {16, 18, 22}, bright[3] = {250, 250, 246};
    for (int64_t b = -1; b <= 1; b++)
        for (int64_t a = -1; a <= 1; a++) canvas_text(canvas, x + a, y + b, dark, text);
    canvas_text(canvas, x, y, bright, text);
}

size_t canvas_text_width(const struct canvas *canvas, const char *text)
{
    return image_text_width(canvas->scale, text);
}

size_t canvas_line(const struct canvas *canvas)
{
    return (IMAGE_TEXT_HEIGHT + 4) * (size_t)canvas->scale;
}
