/*
 * Pictures from above, against what is evaluated in passes of their own: each texel's colour, the
 * counts in legends and plots, and where things stand, by rules written a second time.
 */
#include "tests/draw_given.h"

#include <math.h>

#include "base/mem.h"
#include "draw/draw_grid.h"
#include "draw/legend.h"
#include "draw/ticks.h"

/* ---- what a picture shows, each thing evaluated by itself ---- */

struct planes {
    struct render_plan *plan;
    struct render_merge *merge;
    uint32_t width, height, layers;
    size_t texels;
    uint8_t *weight[FIXTURE_MAX_LAYERS], *eff[FIXTURE_MAX_LAYERS];
    uint64_t sums[FIXTURE_MAX_LAYERS];
    uint8_t *winner, *margin, *flat;
    float *altitude_m, *slope;
};

static void fill(struct planes *p, enum render_kind kind, void **planes)
{
    const struct render_light light = {.lit = false, .exposure = 1.6f};
    const struct render_target target = {
        .kind = kind, .merge = p->merge, .planes = planes, .sums = p->sums, .light = &light};
    render_rows(p->plan, 0, p->height, &target, 1);
}

static void evaluate(struct planes *p, struct given *g, uint32_t width, uint32_t height)
{
    memset(p, 0, sizeof *p);
    const struct render_options options =
        render_how_options(&g->scene.how, RENDER_CELLS, width, height);
    assert_ok(render_merge_depth(&p->merge, &g->f.map, UINT32_MAX, &g->err), &g->err);
    assert_ok(render_plan_create(&p->plan, g->field, &g->f.map, &options, &g->err), &g->err);
    p->width = width;
    p->height = height;
    p->layers = g->f.map.layer_count;
    p->texels = (size_t)width * height;
    for (uint32_t k = 0; k < p->layers; k++) {
        p->weight[k] = malloc(p->texels);
        p->eff[k] = malloc(p->texels);
    }
    p->winner = malloc(p->texels);
    p->margin = malloc(p->texels);
    p->flat = malloc(3 * p->texels);
    p->altitude_m = malloc(p->texels * sizeof(float));
    p->slope = malloc(p->texels * sizeof(float));
    fill(p, RENDER_WEIGHT_U8, (void **)p->weight);
    fill(p, RENDER_EFF_U8, (void **)p->eff);
    fill(p, RENDER_COVERAGE, NULL);
    fill(p, RENDER_WINNER_U8, (void *[1]){p->winner});
    fill(p, RENDER_MARGIN_U8, (void *[1]){p->margin});
    fill(p, RENDER_PICTURE_RGB8, (void *[1]){p->flat});
    render_ground_rows(p->plan, 0, height, p->altitude_m, p->slope);
    for (size_t i = 0; i < p->texels; i++)
        p->altitude_m[i] = (float)((g->field->base_tu + (double)p->altitude_m[i]) * 9.0);
}

static void drop(struct planes *p)
{
    for (uint32_t k = 0; k < p->layers; k++) {
        free(p->weight[k]);
        free(p->eff[k]);
    }
    free(p->winner);
    free(p->margin);
    free(p->flat);
    free(p->altitude_m);
    free(p->slope);
    render_plan_free(p->plan);
    render_merge_free(p->merge);
}

static const uint8_t *pixel(const struct draw_picture *picture, size_t x, size_t y)
{
    assert_true(x < picture->width && y < picture->height);
    return picture->rgb + (y * picture->width + x) * 3;
}

static bool is_colour(const struct draw_picture *picture, size_t x, size_t y, const uint8_t rgb[3])
{
    return memcmp(pixel(picture, x, y), rgb, 3) == 0;
}

static struct draw_picture map_of(struct given *g, const struct draw_map_options *options)
{
    struct draw_picture picture;
    assert_ok(draw_map(&picture, &g->scene, options, NULL, &g->err), &g->err);
    return picture;
}

/* ---- maps ---- */

static void plain_colours_are_those_of_the_texels(void **state)
{
    struct given *g = *state;
    struct planes p;
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    options.size = (struct render_size){77, 66};
    options.kind = DRAW_FLAT;
    evaluate(&p, g, 77, 66);
    struct draw_picture picture = map_of(g, &options);
    assert_int_equal(picture.width, 77);
    assert_int_equal(picture.height, 66);
    assert_int_equal(picture.map_width, 77);
    assert_memory_equal(picture.rgb, p.flat, p.texels * 3);
    draw_picture_free(&picture);
    drop(&p);
}

static void sizes_follow_the_terrain(void **state)
{
    struct given *g = *state;
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    options.kind = DRAW_FLAT;
    struct draw_picture picture = map_of(g, &options); /* a texel per unit */
    assert_int_equal(picture.width, POINTS_X - 1);
    assert_int_equal(picture.height, POINTS_Y - 1);
    draw_picture_free(&picture);
    options.size.width = 70; /* the longer side */
    picture = map_of(g, &options);
    assert_int_equal(picture.width, 70);
    assert_int_equal(picture.height, 60);
    draw_picture_free(&picture);
    const struct render_size chosen = {0, 0};
    assert_ok(draw_sheet(&picture, &g->scene, &chosen, NULL, &g->err), &g->err);
    assert_int_equal(picture.map_width, POINTS_X - 1); /* 256 are more than there are */
    draw_picture_free(&picture);
}

/* The whole picture again, from sums of a pass of its own. */
static void legends_have_the_sums(void **state)
{
    struct given *g = *state;
    struct planes p;
    evaluate(&p, g, 90, 77);
    for (int kind = 0; kind < 3; kind++) {
        static const enum draw_kind kinds[3] = {DRAW_FLAT, DRAW_LAYERS, DRAW_MARGIN};
        struct draw_map_options options = DRAW_MAP_DEFAULT;
        options.size = (struct render_size){90, 77};
        options.kind = kinds[kind];
        options.legend = true;
        struct draw_picture picture = map_of(g, &options);
        static struct legend_entry entries[FIXTURE_MAX_LAYERS];
        const size_t count = kind == 2 ? 5 : p.layers;
        const double hectares = 140 * 10.0 * 120 * 10.0 / 1e4;
        for (size_t k = 0; k < count; k++) {
            static const double bounds[6] = {0, 0.05, 0.1, 0.3, 0.6, 1.01};
            static const char *const leads[5] = {
                "lead below 5 %:", "5 to 10 %:", "10 to 30 %:", "30 to 60 %:", "above 60 %:"};
            double share = (double)p.sums[k] / 16777216.0 / (double)p.texels;
            uint64_t texels = 0;
            for (size_t i = 0; kind > 0 && i < p.texels; i++)
                texels += kind == 1
                              ? p.winner[i] == k
                              : p.margin[i] >= 255 * bounds[k] && p.margin[i] < 255 * bounds[k + 1];
            if (kind > 0) share = (double)texels / (double)p.texels;
            snprintf(entries[k].text, sizeof entries[k].text, "%s  %.1f %%  %.1f ha",
                     kind == 2 ? leads[k] : g->f.layers[k].name, 100 * share, share * hectares);
            memcpy(entries[k].rgb, picture.rgb, 3); /* colours are judged elsewhere */
            if (kind == 1) render_index_colour(entries[k].rgb, (uint32_t)k);
        }
        const size_t least = legend_width(entries, count, 1), wide = least > 90 ? least : 90;
        assert_int_equal(picture.width, wide);
        assert_int_equal(picture.height, 77 + legend_height(entries, count, wide, 1));
        struct canvas canvas;
        assert_ok(canvas_create(&canvas, picture.width, picture.height, 1, &g->err), &g->err);
        legend_draw(&canvas, 77, entries, count);
        /* Letters are the only ink. */
        for (size_t i = 77 * picture.width; i < (size_t)picture.width * picture.height; i++)
            assert_true((memcmp(canvas.rgb + 3 * i, canvas_ink, 3) == 0) ==
                        (memcmp(picture.rgb + 3 * i, canvas_ink, 3) == 0));
        if (kind == 1)
            for (size_t i = 0; i < p.texels; i++) {
                uint8_t rgb[3];
                render_index_colour(rgb, p.winner[i]);
                assert_true(is_colour(&picture, i % 90, i / 90, rgb));
            }
        canvas_free(&canvas);
        draw_picture_free(&picture);
    }
    drop(&p);
}

/* A texel that a line of altitude crosses is not as it was, and one far from all lines is. */
static void contours_stand_where_altitudes_pass(void **state)
{
    struct given *g = *state;
    enum { WIDTH = 280, HEIGHT = 600 }; /* several bands */
    const double every_m = 40;
    struct planes p;
    evaluate(&p, g, WIDTH, HEIGHT);
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    options.size = (struct render_size){WIDTH, HEIGHT};
    options.kind = DRAW_FLAT;
    options.contour_m = every_m;
    struct draw_picture picture = map_of(g, &options);
    const double texel_m = 0.5 * (1400.0 / WIDTH + 1200.0 / HEIGHT);
    size_t on = 0, off = 0;
    for (size_t at = 0; at < p.texels; at++) {
        const double number = (double)p.altitude_m[at] / every_m;
        const double rise = (double)p.slope[at] * texel_m / every_m;
        const double texels = fabs(number - floor(number + 0.5)) / rise;
        const bool same = memcmp(picture.rgb + 3 * at, p.flat + 3 * at, 3) == 0;
        if (rise > 0.02 && rise < 0.3 && texels < 0.3) {
            on++;
            assert_false(same);
        } else if (texels > 1.2) {
            off++;
            assert_true(same);
        }
    }
    assert_true(on > 1000 && off > 10000);
    draw_picture_free(&picture);
    drop(&p);
}

static void limits_stand_where_slopes_pass(void **state)
{
    struct given *g = *state;
    enum { WIDTH = 100, HEIGHT = 300 };
    struct planes p;
    evaluate(&p, g, WIDTH, HEIGHT);
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    options.size = (struct render_size){WIDTH, HEIGHT};
    options.kind = DRAW_FLAT;
    options.slope_limits = true;
    struct draw_picture picture = map_of(g, &options);
    size_t lines = 0;
    for (size_t j = 0; j < HEIGHT; j++)
        for (size_t i = 0; i < WIDTH; i++) {
            bool crossed = false; /* by a limit of a layer that is not the root */
            for (uint32_t k = 1; k < p.layers; k++)
                for (int end = 0; end < 2; end++) {
                    const float limit = g->f.layers[k].slpl[end];
                    if (g->f.layers[k].slpe[end] < 0.5f) continue;
                    const float *here = p.slope + j * WIDTH + i;
                    crossed = crossed ||
                              (i + 1 < WIDTH && (here[0] > limit) != (here[1] > limit)) ||
                              (j + 1 < HEIGHT && (here[0] > limit) != (here[WIDTH] > limit));
                }
            lines += crossed;
            const bool same = memcmp(pixel(&picture, i, j), p.flat + (j * WIDTH + i) * 3, 3) == 0;
            assert_true(same == !crossed);
        }
    assert_true(lines > 500);
    draw_picture_free(&picture);
    drop(&p);
}

/* ---- the sheet ---- */

/* What a sheet shows of a texel: grey ground, under a hue that grows with the share. */
static void sheet_colour(uint8_t out[3], unsigned share, unsigned grey, const uint8_t hue[3])
{
    for (int c = 0; c < 3; c++) {
        const double bare = 26 + (int)(grey / 5);
        const double full = (int)(hue[c] * (150 + (int)(grey * 105 / 255)) / 255);
        out[c] = (uint8_t)((bare * (255 - share) + full * share + 127) / 255);
    }
}

static unsigned relief_at(const struct planes *p, size_t i, size_t j)
{
    const float here = p->altitude_m[j * p->width + i];
    const float west = i > 0 ? p->altitude_m[j * p->width + i - 1] : here;
    const float north = j > 0 ? p->altitude_m[(j - 1) * p->width + i] : here;
    const float slope =
        (here - west) / (float)(1400.0 / p->width) + (here - north) / (float)(1200.0 / p->height);
    return (unsigned)(255.0f * (0.45f + 0.45f * slope / (0.4f + fabsf(slope))));
}

/* "seen 12.3 %  45.6 ha" below a map, in the map's hue. */
static void check_label(struct given *g, const struct draw_picture *picture, const size_t at[2],
                        const char *words, double share, const uint8_t hue[3])
{
    struct canvas canvas;
    char text[80];
    const double hectares = share * 1400 * 1200 / 1e4;
    snprintf(text, sizeof text, "%s %.1f %%  %.1f ha", words, 100 * share, hectares);
    assert_ok(canvas_create(&canvas, 450, 32, 2, &g->err), &g->err);
    canvas_text(&canvas, 0, 0, hue, text);
    for (size_t i = 0; i < 450 * 32; i++)
        assert_true(is_colour(picture, at[0] + i % 450, at[1] + i / 450, hue) ==
                    (memcmp(canvas.rgb + 3 * i, hue, 3) == 0));
    canvas_free(&canvas);
}

static double mean_of(const struct planes *p, const uint8_t *plane)
{
    double sum = 0;
    for (size_t at = 0; at < p->texels; at++) sum += plane[at];
    return sum / 255 / (double)p->texels;
}

static void check_sheet(struct given *g, uint32_t width, uint32_t height)
{
    static const uint8_t hues[2][3] = {{255, 190, 66}, {92, 176, 255}};
    struct planes p;
    struct draw_picture picture;
    const struct render_size size = {width, height};
    evaluate(&p, g, width, height);
    assert_ok(draw_sheet(&picture, &g->scene, &size, NULL, &g->err), &g->err);
    const size_t scale = 1 + 2 * width / 900, gap = 8 * scale, line = 16 * scale;
    const size_t cell[2] = {2 * width + gap / 2 + 2 * gap, height + 2 * line + gap};
    /* The first number of columns that makes it at least 16 : 10. */
    size_t columns = 1;
    while (columns < p.layers &&
           (double)(columns * cell[0]) / (double)((p.layers + columns - 1) / columns * cell[1]) <
               1.6)
        columns++;
    assert_int_equal(picture.width, columns * cell[0]);
    assert_int_equal(picture.height, (p.layers + columns - 1) / columns * cell[1] + gap);
    for (uint32_t k = 0; k < p.layers; k++)
        for (int side = 0; side < 2; side++) {
            const uint8_t *plane = side == 0 ? p.weight[k] : p.eff[k];
            const size_t x = k % columns * cell[0] + gap + (side == 0 ? 0 : width + 4 * scale);
            const size_t y = k / columns * cell[1] + gap + line;
            for (size_t at = 0; at < p.texels; at++) {
                uint8_t rgb[3];
                sheet_colour(rgb, plane[at], relief_at(&p, at % width, at / width), hues[side]);
                assert_true(is_colour(&picture, x + at % width, y + at / width, rgb));
            }
            const size_t below[2] = {x, y + height + 3 * scale};
            if (scale == 2)
                check_label(g, &picture, below, side == 0 ? "seen" : "reach", mean_of(&p, plane),
                            hues[side]);
        }
    draw_picture_free(&picture);
    drop(&p);
}

static void a_sheet_has_the_planes_of_each_layer(void **state)
{
    struct given *g = *state;
    check_sheet(g, 140, 120);
    check_sheet(g, 33, 50);
    check_sheet(g, 470, 300); /* letters of twice the size, two bands */
    const uint32_t all = g->f.map.layer_count;
    g->f.map.layer_count = 1;
    check_sheet(g, 50, 60);
    g->f.map.layer_count = all;
}

/* ---- the histogram ---- */

enum { PLOT = 520, PLOT_TOP = 54, PLOT_ROWS = 220, PLOT_LEFT = 28 + 290 };

/* Pixels of the ground's colour in a column of a plot. */
static int bar_height(const struct draw_picture *picture, size_t x)
{
    static const uint8_t ground[3] = {176, 168, 150};
    int height = 0;
    for (size_t y = PLOT_TOP; y < PLOT_TOP + PLOT_ROWS; y++)
        height += is_colour(picture, x, y, ground);
    return height;
}

static void histograms_count_every_texel(void **state)
{
    struct given *g = *state;
    struct planes p;
    struct draw_picture picture;
    const struct render_size size = {211, 613};
    evaluate(&p, g, size.width, size.height);
    assert_ok(draw_histogram(&picture, &g->scene, &size, NULL, &g->err), &g->err);
    for (int plot = 0; plot < 2; plot++) {
        double low = 0, high = 80;
        if (plot == 0) {
            low = g->scene.ranges.altitude_min_tu * 9;
            high = g->scene.ranges.altitude_max_tu * 9;
        }
        static uint64_t counts[PLOT];
        memset(counts, 0, sizeof counts);
        for (size_t at = 0; at < p.texels; at++) {
            const double value = plot == 0 ? (double)p.altitude_m[at] : (double)p.slope[at];
            int column = 0;
            for (; column < PLOT - 1; column++) {
                const double top = low + (high - low) * (column + 1.0) / PLOT;
                if (value <= (plot == 0 ? top : render_gradient(top))) break;
            }
            counts[column]++;
        }
        uint64_t most = 0, sum = 0, filled = 0;
        for (int i = 0; i < PLOT; i++) {
            most = counts[i] > most ? counts[i] : most;
            sum += counts[i];
            filled += counts[i] > 0;
        }
        assert_int_equal(sum, p.texels);
        const double full = fmin((double)most, 4.0 * (double)sum / (double)filled);
        size_t seen = 0;
        for (int i = 0; i < PLOT; i++) {
            const double wanted = fmin(1.0, (double)counts[i] / full) * PLOT_ROWS;
            const int found = bar_height(&picture, (size_t)(PLOT_LEFT + plot * (28 + PLOT) + i));
            assert_true(fabs(found - wanted) < 0.51);
            seen += (size_t)found;
        }
        assert_true(seen > 5000);
    }
    draw_picture_free(&picture);
    drop(&p);
}

/* ---- steps, and the end of them ---- */

struct steps {
    unsigned count, cancel_at;
    double last;
};

static int step(void *context, const char *name, double done)
{
    struct steps *steps = context;
    assert_string_equal(name, "rendering");
    assert_true(done >= steps->last && done <= 1);
    steps->last = done;
    return ++steps->count == steps->cancel_at;
}

/* Draws with everything that adds a plane. */
static enum err_code draw(struct draw_picture *out, struct given *g, int what, struct job *job)
{
    const struct render_size size = {40, 600};
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    err_clear(&g->err);
    if (what == 0) return draw_sheet(out, &g->scene, &size, job, &g->err);
    if (what == 1) return draw_histogram(out, &g->scene, &size, job, &g->err);
    options.kind = (enum draw_kind)(what - 2);
    options.size = size;
    options.legend = options.slope_limits = true;
    options.contour_m = 10;
    return draw_map(out, &g->scene, &options, job, &g->err);
}

static void one_pass_is_enough_and_can_be_cancelled(void **state)
{
    struct given *g = *state;
    for (int what = 0; what < 6; what++)
        for (unsigned at = 1;; at++) {
            struct steps steps = {.cancel_at = at};
            struct job job = {.context = &steps, .progress = step};
            struct draw_picture picture;
            const enum err_code code = draw(&picture, g, what, &job);
            if (code == ERR_OK) {
                /* 600 rows are 3 bands, and a last look where rows are streamed. Progress that
                 * began again would be refused above. */
                assert_int_equal(steps.count, what == 1 ? 3 : 4);
                assert_int_equal(at, steps.count + 1);
                draw_picture_free(&picture);
                break;
            }
            assert_int_equal(code, ERR_CANCELLED);
            assert_int_equal(steps.count, at);
            assert_null(picture.rgb);
        }
}

static void threads_and_tiles_change_nothing(void **state)
{
    struct given *g = *state;
    for (int what = 0; what < 6; what++) {
        struct draw_picture one, other;
        assert_ok(draw(&one, g, what, NULL), &g->err);
        const struct render_how how = g->scene.how;
        g->scene.how.threads = 3;
        g->scene.how.tile = 16;
        assert_ok(draw(&other, g, what, NULL), &g->err);
        g->scene.how = how;
        assert_int_equal(one.width, other.width);
        assert_int_equal(one.height, other.height);
        assert_memory_equal(one.rgb, other.rgb, (size_t)one.width * one.height * 3);
        draw_picture_free(&one);
        draw_picture_free(&other);
    }
}

static void what_cannot_be_drawn_is_refused(void **state)
{
    struct given *g = *state;
    struct draw_picture picture;
    struct draw_map_options options = DRAW_MAP_DEFAULT;
    static const double bad_m[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        err_clear(&g->err);
        options.contour_m = bad_m[i];
        assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err), ERR_ARG);
        assert_string_equal(g->err.field, "contour_m");
    }
    options.contour_m = 0;
    options.sun_deg[1] = 0;
    err_clear(&g->err);
    assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err), ERR_ARG);
    assert_string_equal(g->err.field, "sun_deg");
    options.kind = DRAW_FLAT; /* without a sun */
    options.size = (struct render_size){9, 9};
    err_clear(&g->err);
    picture = map_of(g, &options);
    draw_picture_free(&picture);
    options.size = (struct render_size){131072, 131072};
    assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err), ERR_ARG);
    assert_string_equal(g->err.field, "width");
    assert_null(picture.rgb);
    err_clear(&g->err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_colours_are_those_of_the_texels),
        cmocka_unit_test(sizes_follow_the_terrain),
        cmocka_unit_test(legends_have_the_sums),
        cmocka_unit_test(contours_stand_where_altitudes_pass),
        cmocka_unit_test(limits_stand_where_slopes_pass),
        cmocka_unit_test(a_sheet_has_the_planes_of_each_layer),
        cmocka_unit_test(histograms_count_every_texel),
        cmocka_unit_test(one_pass_is_enough_and_can_be_cancelled),
        cmocka_unit_test(threads_and_tiles_change_nothing),
        cmocka_unit_test(what_cannot_be_drawn_is_refused),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
