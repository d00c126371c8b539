/* What pictures are drawn with: nothing leaves the canvas, and a legend has room for all. */
#include "tests/harness.h"

#include <math.h>

#include "draw/canvas.h"
#include "draw/legend.h"

static void a_canvas_is_never_left(void **state)
{
    (void)state;
    enum { WIDTH = 23, HEIGHT = 17, ROUNDS = 1000 };
    static const uint8_t red[3] = {255, 0, 0};
    struct canvas canvas;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(canvas_create(&canvas, WIDTH, HEIGHT, 1, &err), &err);
    uint64_t random = 5;
    for (int round = 0; round < ROUNDS; round++) {
        const int64_t x = (int64_t)harness_uniform(&random, -40, 40);
        const int64_t y = (int64_t)harness_uniform(&random, -40, 40);
        const int64_t width = (int64_t)harness_uniform(&random, 0, 50);
        const int64_t height = (int64_t)harness_uniform(&random, 0, 50);
        memset(canvas.rgb, 7, WIDTH * HEIGHT * 3);
        canvas_fill(&canvas, x, y, width, height, red);
        for (int64_t j = 0; j < HEIGHT; j++)
            for (int64_t i = 0; i < WIDTH; i++) {
                const bool in = i >= x && i < x + width && j >= y && j < y + height;
                assert_int_equal(canvas.rgb[(j * WIDTH + i) * 3], in ? 255 : 7);
            }
        canvas_blend(&canvas, x, y, red, 0.5f); /* a sanitizer sees what is outside */
        canvas_text_over(&canvas, x, y, "Qg");
    }
    canvas_free(&canvas);
}

static void a_blend_is_a_mean(void **state)
{
    (void)state;
    struct canvas canvas;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(canvas_create(&canvas, 1, 1, 1, &err), &err);
    for (int share = 0; share <= 10; share++)
        for (int from = 0; from < 256; from += 15)
            for (int to = 0; to < 256; to += 17) {
                memset(canvas.rgb, from, 3);
                const uint8_t rgb[3] = {(uint8_t)to, (uint8_t)to, (uint8_t)to};
                canvas_blend(&canvas, 0, 0, rgb, (float)share / 10);
                assert_true(fabs(canvas.rgb[1] - (from + (to - from) * share / 10.0)) <= 0.501);
            }
    canvas_free(&canvas);
}

static void text_is_cut_to_its_room(void **state)
{
    (void)state;
    struct canvas canvas;
    struct scree_error err = SCREE_ERROR_INIT;
    for (unsigned cap = 8; cap < 30; cap += 7) {
        assert_ok(canvas_create(&canvas, 600, 60, cap, &err), &err);
        for (size_t room = 3 * cap; room < 400; room += 37) {
            canvas_fill(&canvas, 0, 0, 600, 60, canvas_paper);
            canvas_text_within(&canvas, 0, 0, room, canvas_ink, "A n\xc3\xa4me of more letters");
            assert_true(canvas_text_width(&canvas, "A n\xc3\xa4me of more letters") > 3 * cap);
            for (size_t j = 0; j < 60; j++)
                for (size_t i = room; i < 600; i++)
                    assert_memory_equal(canvas.rgb + (j * 600 + i) * 3, canvas_paper, 3);
        }
        canvas_free(&canvas);
    }
}

static void pictures_too_large_for_a_png_are_refused(void **state)
{
    (void)state;
    struct canvas canvas;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(canvas_create(&canvas, 131072, 131072, 1, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.field, "width");
    assert_null(canvas.rgb);
}

/* Every chip stands once, in reading order down the columns, within the height that was asked for. */
static void a_legend_has_room_for_all(void **state)
{
    (void)state;
    enum { MOST = 40 };
    static struct legend_entry entries[MOST];
    uint64_t random = 21;
    struct scree_error err = SCREE_ERROR_INIT;
    for (int round = 0; round < 24; round++) {
        const size_t count = 1 + harness_random(&random) % MOST;
        const unsigned cap = 8 + harness_random(&random) % 12;
        struct canvas canvas;
        assert_ok(canvas_create(&canvas, 1, 1, cap, &err), &err);
        for (size_t k = 0; k < count; k++) {
            memcpy(entries[k].rgb, (uint8_t[3]){200, 0, (uint8_t)(k + 1)}, 3);
            snprintf(entries[k].name, sizeof entries[k].name, "%.*s",
                     (int)(harness_random(&random) % 20), "twenty letters, no more");
            snprintf(entries[k].share, sizeof entries[k].share, "%s", round % 2 ? "1.2 %" : "");
        }
        const size_t least = legend_width(&canvas, entries, count);
        const size_t width = least + harness_random(&random) % 600;
        const size_t height = legend_height(&canvas, entries, count, width);
        assert_ok(canvas_resize(&canvas, width, 30 + height, &err), &err);
        legend_draw(&canvas, 30, entries, count);
        size_t x = 0, y = 0, columns = 1, tallest = 0, rows = 0;
        for (size_t k = 0; k < count; k++) {
            size_t found = 0, left = SIZE_MAX, top = SIZE_MAX;
            for (size_t i = 0; i < width * (30 + height); i++) {
                if (memcmp(canvas.rgb + 3 * i, entries[k].rgb, 3) != 0) continue;
                found++;
                left = i % width < left ? i % width : left;
                top = i / width < top ? i / width : top;
            }
            assert_int_equal(found, cap * cap); /* nothing covers it or cuts it */
            assert_true(top >= 30 && top + cap <= 30 + height);
            assert_true(k == 0 || (left == x && top > y) || (left > x && top < y + 1));
            columns += k > 0 && left > x;
            rows = k > 0 && left > x ? 1 : rows + 1;
            tallest = rows > tallest ? rows : tallest;
            x = left, y = top;
        }
        assert_true(columns == 1 || columns * least <= width);
        /* No fewer columns would do with that height. */
        assert_true(tallest * columns >= count && tallest * (columns - 1) < count);
        canvas_free(&canvas);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_canvas_is_never_left),
        cmocka_unit_test(a_blend_is_a_mean),
        cmocka_unit_test(text_is_cut_to_its_room),
        cmocka_unit_test(pictures_too_large_for_a_png_are_refused),
        cmocka_unit_test(a_legend_has_room_for_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
