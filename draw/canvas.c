#include "draw/canvas.h"

#include <string.h>

#include "base/mem.h"
#include "base/text.h"

#define SMALL_PICTURE 512 /* pixels; up to here letters have the smallest size, */
#define SMALLEST_CAP 8
#define STEP 256 /* and so many more pixels make them one higher */

const uint8_t canvas_paper[3] = {32, 34, 38};
const uint8_t canvas_ink[3] = {232, 232, 228};
const uint8_t canvas_faint[3] = {150, 152, 156};

enum scree_code canvas_create(struct canvas *canvas, size_t width, size_t height, unsigned cap,
                              struct scree_error *err)
{
    memset(canvas, 0, sizeof *canvas);
    if (((uint64_t)width * 3 + 1) * height > (uint64_t)IMAGE_PNG8_MAX_BYTES)
        return err_set_option(err, "width",
                              "%zu x %zu pixels are too many for a PNG (2 GiB of samples); choose "
                              "a smaller {width}",
                              width, height);
    canvas->rgb = mem_alloc_pixels(height, width * 3);
    if (canvas->rgb == NULL)
        return err_set(err, SCREE_NO_MEMORY,
                       "no memory for a picture of %zu x %zu pixels; choose a smaller {width}",
                       width, height);
    canvas->width = width;
    canvas->height = height;
    canvas->scale = cap < 2 * SMALLEST_CAP ? 1 : cap / SMALLEST_CAP;
    canvas_fill(canvas, 0, 0, (int64_t)width, (int64_t)height, canvas_paper);
    const enum scree_code code = image_font_create(&canvas->font, cap, err);
    if (code != SCREE_OK) canvas_free(canvas);
    return code;
}

void canvas_free(struct canvas *canvas)
{
    mem_free_pixels(canvas->rgb);
    image_font_free(canvas->font);
    memset(canvas, 0, sizeof *canvas);
}

enum scree_code canvas_resize(struct canvas *canvas, size_t width, size_t height,
                              struct scree_error *err)
{
    struct canvas larger;
    RETURN_IF_ERR(canvas_create(&larger, width, height, image_font_cap(canvas->font), err));
    const size_t columns = width < canvas->width ? width : canvas->width;
    const size_t rows = height < canvas->height ? height : canvas->height;
    for (size_t j = 0; j < rows; j++)
        memcpy(larger.rgb + j * width * 3, canvas->rgb + j * canvas->width * 3, columns * 3);
    uint8_t *const old = canvas->rgb;
    canvas->rgb = larger.rgb;
    canvas->width = width;
    canvas->height = height;
    larger.rgb = old;
    canvas_free(&larger);
    return SCREE_OK;
}

unsigned canvas_cap(size_t side)
{
    const size_t more = side > SMALL_PICTURE ? (side - SMALL_PICTURE) / STEP : 0;
    return more < IMAGE_FONT_MAX_CAP - SMALLEST_CAP ? SMALLEST_CAP + (unsigned)more
                                                    : IMAGE_FONT_MAX_CAP;
}

void canvas_tell(const struct canvas *canvas, struct scree_job *job)
{
    if (canvas->font == NULL) return;
    const struct image_font_missing *const missing = image_font_missing(canvas->font);
    if (missing->count == 1)
        job_warn(job, NULL, "the font of pictures has no character U+%04X; a box replaces it",
                 (unsigned)missing->first);
    else if (missing->count > 1)
        job_warn(job, NULL,
                 "the font of pictures does not have %zu characters of the text, such as U+%04X; "
                 "boxes replace them",
                 missing->count, (unsigned)missing->first);
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
    image_draw_text(&picture, canvas->font, (int32_t)x, (int32_t)y, rgb, text);
}

void canvas_text_within(struct canvas *canvas, int64_t x, int64_t y, size_t width,
                        const uint8_t rgb[3], const char *text)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    char cut[320];
    text_clean(cut, sizeof cut - sizeof ellipsis, text);
    size_t length = strlen(cut);
    while (length > 0 && canvas_text_width(canvas, cut) > width) {
        do length--;
        while (length > 0 && text_continues(cut[length]));
        memcpy(cut + length, ellipsis, sizeof ellipsis);
    }
    canvas_text(canvas, x, y, rgb, cut);
}

void canvas_text_over(struct canvas *canvas, int64_t x, int64_t y, const char *text)
{
    static const uint8_t dark[3] = {16, 18, 22}, bright[3] = {250, 250, 246};
    const int64_t rim = canvas->scale;
    for (int64_t b = -rim; b <= rim; b += rim)
        for (int64_t a = -rim; a <= rim; a += rim)
            if (a != 0 || b != 0) canvas_text(canvas, x + a, y + b, dark, text);
    canvas_text(canvas, x, y, bright, text);
}

size_t canvas_text_width(const struct canvas *canvas, const char *text)
{
    return image_text_width(canvas->font, text);
}

size_t canvas_line(const struct canvas *canvas)
{
    return image_font_line(canvas->font) + 3 * (size_t)canvas->scale;
}

int64_t canvas_chip(struct canvas *canvas, int64_t x, int64_t y, const uint8_t rgb[3])
{
    const int64_t side = (int64_t)image_font_cap(canvas->font) + 2;
    const int64_t top = y + (int64_t)image_font_rise(canvas->font) - 1;
    canvas_fill(canvas, x, top, side, side, canvas_faint);
    canvas_fill(canvas, x + 1, top + 1, side - 2, side - 2, rgb);
    return side;
}
