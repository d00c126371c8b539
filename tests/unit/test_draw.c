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

static void fill(struct planes *p, enum scree_plane_kind kind, void **planes)
{
    const struct render_light light = {.lit = false, .exposure = 1.6f};
    const struct render_target target = {
        .kind = (int)kind, .merge = p->merge, .planes = planes, .sums = p->sums, .light = &light};
    render_rows(p->plan, 0, p->height, &target, 1);
}

static void evaluate(struct planes *p, struct given *g, uint32_t width, uint32_t height)
{
    memset(p, 0, sizeof *p);
    const struct render_options options =
        render_how_options(&g->scene.how, SCREE_CELLS, width, height);
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
    fill(p, SCREE_WEIGHT_U8, (void **)p->weight);
    fill(p, SCREE_EFF_U8, (void **)p->eff);
    fill(p, SCREE_COVERAGE, NULL);
    fill(p, SCREE_WINNER_U8, (void *[1]){p->winner});
    fill(p, SCREE_MARGIN_U8, (void *[1]){p->margin});
    fill(p, SCREE_PICTURE_RGB8, (void *[1]){p->flat});
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
    assert_true(x < picture->about.width && y < picture->about.height);
    return picture->rgb + (y * picture->about.width + x) * 3;
}

static bool is_colour(const struct draw_picture *picture, size_t x, size_t y, const uint8_t rgb[3])
{
    return memcmp(pixel(picture, x, y), rgb, 3) == 0;
}

static struct draw_picture map_of(struct given *g, const struct scree_preview_options *options)
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
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = 77, options.height = 66;
    options.kind = SCREE_PREVIEW_FLAT;
    evaluate(&p, g, 77, 66);
    struct draw_picture picture = map_of(g, &options);
    assert_int_equal(picture.about.width, 77);
    assert_int_equal(picture.about.height, 66);
    assert_int_equal(picture.about.map_width, 77);
    assert_memory_equal(picture.rgb, p.flat, p.texels * 3);
    draw_picture_free(&picture);
    drop(&p);
}

static void sizes_follow_the_terrain(void **state)
{
    struct given *g = *state;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.kind = SCREE_PREVIEW_FLAT;
    /* 140 x 120 units: so many whole texels for each that people see something. */
    struct draw_picture picture = map_of(g, &options);
    assert_int_equal(picture.about.width, 8 * (POINTS_X - 1));
    assert_int_equal(picture.about.height, 8 * (POINTS_Y - 1));
    draw_picture_free(&picture);
    options.width = 70; /* the longer side */
    picture = map_of(g, &options);
    assert_int_equal(picture.about.width, 70);
    assert_int_equal(picture.about.height, 60);
    draw_picture_free(&picture);
    const struct render_size chosen = {0, 0};
    assert_ok(draw_sheet(&picture, &g->scene, &chosen, NULL, &g->err), &g->err);
    assert_int_equal(picture.about.map_width, POINTS_X - 1); /* 256 are more than there are */
    draw_picture_free(&picture);
}

/* The whole picture again, from sums of a pass of its own. */
static void legends_have_the_sums(void **state)
{
    struct given *g = *state;
    struct planes p;
    evaluate(&p, g, 90, 77);
    for (int kind = 0; kind < 3; kind++) {
        static const enum scree_preview_kind kinds[3] = {SCREE_PREVIEW_FLAT, SCREE_PREVIEW_LAYERS,
                                                         SCREE_PREVIEW_MARGIN};
        struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
        options.width = 90, options.height = 77;
        options.kind = kinds[kind];
        options.legend = true;
        struct draw_picture picture = map_of(g, &options);
        static struct legend_entry entries[FIXTURE_MAX_LAYERS];
        const size_t count = kind == 2 ? 5 : p.layers;
        const double hectares = 140 * 10.0 * 120 * 10.0 / 1e4;
        for (size_t k = 0; k < count; k++) {
            static const double bounds[6] = {0, 0.05, 0.1, 0.3, 0.6, 1.01};
            static const char *const leads[5] = {"lead below 5 %", "5 to 10 %", "10 to 30 %",
                                                 "30 to 60 %", "above 60 %"};
            double share = (double)p.sums[k] / 16777216.0 / (double)p.texels;
            uint64_t texels = 0;
            for (size_t i = 0; kind > 0 && i < p.texels; i++)
                texels += kind == 1
                              ? p.winner[i] == k
                              : p.margin[i] >= 255 * bounds[k] && p.margin[i] < 255 * bounds[k + 1];
            if (kind > 0) share = (double)texels / (double)p.texels;
            snprintf(entries[k].name, sizeof entries[k].name, "%s",
                     kind == 2 ? leads[k] : g->f.layers[k].name);
            snprintf(entries[k].share, sizeof entries[k].share, "%.1f\xc2\xa0%%", 100 * share);
            snprintf(entries[k].area, sizeof entries[k].area, "%.1f\xc2\xa0ha", share * hectares);
            memcpy(entries[k].rgb, picture.rgb, 3); /* colours are judged elsewhere */
            if (kind == 1) render_index_colour(entries[k].rgb, (uint32_t)k);
        }
        struct canvas canvas;
        assert_ok(canvas_create(&canvas, picture.about.width, picture.about.height, 8, &g->err),
                  &g->err);
        const size_t least = legend_width(&canvas, entries, count), wide = least > 90 ? least : 90;
        assert_int_equal(picture.about.width, wide);
        assert_int_equal(picture.about.height, 77 + legend_height(&canvas, entries, count, wide));
        legend_draw(&canvas, 77, entries, count);
        /* Letters are the only ink. */
        for (size_t i = 77 * picture.about.width;
             i < (size_t)picture.about.width * picture.about.height; i++)
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
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = WIDTH, options.height = HEIGHT;
    options.kind = SCREE_PREVIEW_FLAT;
    options.contour_m = every_m;
    struct draw_picture picture = map_of(g, &options);
    const double texel_m = 0.5 * (1400.0 / WIDTH + 1200.0 / HEIGHT);
    size_t on = 0, off = 0, written = 0;
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
            written += !same; /* numbers */
        }
    }
    assert_true(on > 1000 && off > 10000 && written < off / 40);
    draw_picture_free(&picture);
    drop(&p);
}

static void limits_stand_where_slopes_pass(void **state)
{
    struct given *g = *state;
    enum { WIDTH = 100, HEIGHT = 300 };
    struct planes p;
    evaluate(&p, g, WIDTH, HEIGHT);
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = WIDTH, options.height = HEIGHT;
    options.kind = SCREE_PREVIEW_FLAT;
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

/* "seen 12.3 %  45.6 ha" below a map 470 wide, in the map's hue. */
static void check_label(struct given *g, const struct draw_picture *picture, const size_t at[2],
                        const char *words, double share, const uint8_t hue[3])
{
    enum { WIDE = 450, HIGH = 24 };
    struct canvas canvas;
    char text[80];
    const double hectares = share * 1400 * 1200 / 1e4;
    snprintf(text, sizeof text, "%s %.1f\xc2\xa0%%  %.1f\xc2\xa0ha", words, 100 * share, hectares);
    assert_ok(canvas_create(&canvas, WIDE, HIGH, 13, &g->err), &g->err);
    canvas_text(&canvas, 0, 0, hue, text);
    for (size_t i = 0; i < WIDE * HIGH; i++)
        assert_true(is_colour(picture, at[0] + i % WIDE, at[1] + i / WIDE, hue) ==
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
    /* Letters grow with the maps. */
    const size_t cap = 4 * width < 512 ? 8 : 8 + (4 * width - 512) / 256;
    const size_t scale = 1, gap = 8 * scale;
    const size_t line = (11 * cap + 7) / 8 + (3 * cap + 7) / 8 + 3 * scale;
    const size_t cell[2] = {2 * width + gap / 2 + 2 * gap, height + 2 * line + gap};
    /* The first number of columns that makes it at least 16 : 10. */
    size_t columns = 1;
    while (columns < p.layers &&
           (double)(columns * cell[0]) / (double)((p.layers + columns - 1) / columns * cell[1]) <
               1.6)
        columns++;
    assert_int_equal(picture.about.width, columns * cell[0]);
    assert_int_equal(picture.about.height, (p.layers + columns - 1) / columns * cell[1] + gap);
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
            const size_t below[2] = {x, y + height + 2 * scale};
            if (width == 470)
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
    check_sheet(g, 470, 300); /* larger letters, two bands */
    const uint32_t all = g->f.map.layer_count;
    g->f.map.layer_count = 1;
    check_sheet(g, 50, 60);
    g->f.map.layer_count = all;
}

/* ---- the histogram ---- */

enum { PLOT = 520, PLOT_TOP = 54, PLOT_ROWS = 220, PLOT_LEFT = 28 + 290, PLOT_GAP = 64 };
static const uint8_t plot_ground[3] = {176, 168, 150};

/* Pixels of the ground's colour in a column of a plot. */
static int bar_height(const struct draw_picture *picture, size_t x)
{
    int height = 0;
    for (size_t y = PLOT_TOP; y < PLOT_TOP + PLOT_ROWS; y++)
        height += is_colour(picture, x, y, plot_ground);
    return height;
}

/* The 50th part of the columns may be spikes: the next one, and a quarter more. */
static double full_count(const uint64_t *counts, uint64_t filled)
{
    uint64_t most = 0;
    double level = 0;
    for (int i = 0; i < PLOT; i++) {
        uint64_t higher = 0, equal = 0;
        most = counts[i] > most ? counts[i] : most;
        for (int k = 0; k < PLOT; k++) {
            higher += counts[k] > counts[i];
            equal += counts[k] == counts[i];
        }
        if (higher <= filled / 50 && filled / 50 < higher + equal) level = (double)counts[i];
    }
    return (double)most > 2 * level ? 1.25 * level : (double)most;
}

static void check_histogram(struct given *g, bool spike)
{
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
        uint64_t sum = 0, filled = 0, cut = 0;
        for (int i = 0; i < PLOT; i++) {
            sum += counts[i];
            filled += counts[i] > 0;
        }
        assert_int_equal(sum, p.texels);
        const double full = full_count(counts, filled);
        size_t seen = 0;
        for (int i = 0; i < PLOT; i++) {
            const double wanted = fmin(1.0, (double)counts[i] / full) * PLOT_ROWS;
            const size_t x = (size_t)(PLOT_LEFT + plot * (PLOT_GAP + PLOT) + i);
            const int found = bar_height(&picture, x);
            assert_true(fabs(found - wanted) < 0.51);
            seen += (size_t)found;
            /* What is cut goes on above a gap, and nothing else does. */
            const bool is_cut = (double)counts[i] > full;
            assert_true(is_colour(&picture, x, PLOT_TOP - 7, plot_ground) == is_cut);
            assert_false(is_colour(&picture, x, PLOT_TOP - 2, plot_ground));
            cut += is_cut;
        }
        if (spike && plot == 0) assert_true(cut > 0);
        assert_true(seen > 5000);
    }
    draw_picture_free(&picture);
    drop(&p);
}

static void histograms_count_every_texel(void **state)
{
    struct given *g = *state;
    check_histogram(g, false);
    /* A lake: a fifth of the ground has one altitude. */
    for (uint32_t y = 0; y < POINTS_Y; y++)
        for (uint32_t x = 0; x < POINTS_X / 5; x++) *fixture_point(g->field, x, y) = 9000;
    assert_ok(ter_measure(&g->scene.ranges, g->field, 1, NULL, &g->err), &g->err);
    check_histogram(g, true);
}

/* A layer has its own colour beside its name and in its bars; a palette had Snow green. */
static void histograms_have_the_colours_of_layers(void **state)
{
    struct given *g = *state;
    struct draw_picture picture;
    const struct render_size size = {40, 40};
    assert_ok(draw_histogram(&picture, &g->scene, &size, NULL, &g->err), &g->err);
    for (uint32_t k = 0; k < g->f.map.layer_count; k++) {
        uint8_t rgb[3];
        size_t names = 0, bars = 0;
        draw_layer_colour(rgb, g->f.map.layers[k]);
        const size_t top = PLOT_TOP + PLOT_ROWS + 44 + 30 * k;
        for (size_t y = top; y < top + 30; y++)
            for (size_t x = 0; x < picture.about.width; x++) {
                if (!is_colour(&picture, x, y, rgb)) continue;
                names += x < PLOT_LEFT;
                bars += x >= PLOT_LEFT;
            }
        assert_int_equal(names, 10 * 10);
        assert_true(bars >= 2 * 3 * 20);
    }
    draw_picture_free(&picture);
}

/* ---- without a surface map ---- */

static void altitudes_are_colours(void **state)
{
    struct given *g = *state;
    struct srf_map *tint;
    struct draw_scene scene = g->scene;
    /* Half of it below 0: blue there, and green, brown, white above. */
    g->field->base_tu -= (scene.ranges.altitude_min_tu + scene.ranges.altitude_max_tu) / 2;
    assert_ok(ter_measure(&scene.ranges, g->field, 1, NULL, &g->err), &g->err);
    assert_ok(draw_tint(&tint, &scene.ranges, 9, &g->err), &g->err);
    scene.map = tint;
    scene.tint = true;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.kind = SCREE_PREVIEW_FLAT;
    options.width = 140, options.height = 120;
    struct draw_picture picture;
    assert_ok(draw_map(&picture, &scene, &options, NULL, &g->err), &g->err);
    assert_int_equal(picture.about.height, 120);
    struct planes p;
    evaluate(&p, g, 140, 120);
    size_t land = 0, sea = 0;
    for (size_t at = 0; at < p.texels; at++) {
        const uint8_t *const pixel = picture.rgb + 3 * at;
        const double up = (double)p.altitude_m[at] / 9 / scene.ranges.altitude_max_tu;
        if (up < -0.02) assert_true(pixel[2] > pixel[1] && pixel[1] > pixel[0]);
        if (up > 0.02 && up < 0.1) assert_true(pixel[1] > pixel[2] && pixel[1] > pixel[0]);
        if (up > 0.4 && up < 0.7) assert_true(pixel[0] > pixel[1] && pixel[1] > pixel[2]);
        land += up > 0.02;
        sea += up < -0.02;
    }
    assert_true(land > 3000 && sea > 3000);
    drop(&p);
    draw_picture_free(&picture);

    options.legend = true;
    assert_ok(draw_map(&picture, &scene, &options, NULL, &g->err), &g->err);
    assert_true(picture.about.height > 130);
    draw_picture_free(&picture);

    /* Of layers there is nothing to show. */
    options.kind = SCREE_PREVIEW_LAYERS;
    assert_int_equal(draw_map(&picture, &scene, &options, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "kind");
    err_clear(&g->err);
    options.kind = SCREE_PREVIEW_LIT;
    options.slope_limits = true;
    assert_int_equal(draw_map(&picture, &scene, &options, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "slope_limits");
    err_clear(&g->err);
    const struct render_size size = {options.width, options.height};
    assert_int_equal(draw_sheet(&picture, &scene, &size, NULL, &g->err), SCREE_BAD_ARGUMENT);
    err_clear(&g->err);
    assert_ok(draw_histogram(&picture, &scene, &size, NULL, &g->err), &g->err);
    for (size_t y = PLOT_TOP + PLOT_ROWS + 44; y < picture.about.height; y++)
        for (size_t x = 0; x < picture.about.width; x++)
            assert_true(is_colour(&picture, x, y, canvas_paper));
    assert_int_equal(picture.about.height, PLOT_TOP + PLOT_ROWS + 44 + 28);
    draw_picture_free(&picture);
    srf_free(tint);
}

/* ---- words ---- */

struct warned {
    int count;
    char text[200];
};

static void hear(void *context, const struct scree_message *message)
{
    struct warned *warned = context;
    warned->count++;
    snprintf(warned->text, sizeof warned->text, "%s", message->text);
}

static void one_warning_for_all_missing_characters(void **state)
{
    struct given *g = *state;
    static const char *const names[2] = {"\xd0\xa1\xd0\xba\xd0\xb0\xd0\xbb\xd0\xb0 \xce\xa7",
                                         "\xe5\xb2\xa9\xe7\x9f\xb3 rock"};
    for (int k = 0; k < 2; k++) {
        struct warned warned = {0, ""};
        struct scree_job job = {.context = &warned, .message = hear};
        struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
        struct draw_picture picture;
        options.legend = true;
        options.width = 200, options.height = 170;
        g->f.layers[1].name = names[k];
        assert_ok(draw_map(&picture, &g->scene, &options, &job, &g->err), &g->err);
        draw_picture_free(&picture);
        assert_int_equal(warned.count, k);
    }
    struct warned warned = {0, ""};
    struct scree_job job = {.context = &warned, .message = hear};
    struct draw_picture picture;
    const struct render_size size = {40, 40};
    assert_ok(draw_histogram(&picture, &g->scene, &size, &job, &g->err), &g->err);
    draw_picture_free(&picture);
    assert_int_equal(warned.count, 1);
    assert_string_equal(warned.text,
                        "the font of pictures does not have 2 characters of the text, such as "
                        "U+5CA9; boxes replace them");
}

/* Strong lines have numbers, others and maps without lines have none. */
static void contour_lines_have_numbers(void **state)
{
    struct given *g = *state;
    static const double steps[3] = {0, 15, 100000};
    size_t bright[3] = {0};
    for (int k = 0; k < 3; k++) {
        struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
        options.kind = SCREE_PREVIEW_FLAT;
        options.width = 700, options.height = 600;
        options.contour_m = steps[k];
        struct draw_picture picture = map_of(g, &options);
        for (size_t i = 0; i < (size_t)picture.about.width * picture.about.height; i++) {
            const uint8_t *const rgb = picture.rgb + 3 * i;
            bright[k] += rgb[0] > 225 && rgb[1] > 225 && rgb[2] > 225;
        }
        draw_picture_free(&picture);
    }
    assert_true(bright[1] > bright[0] + 40);
    assert_int_equal(bright[2], bright[0]);
}

/* ---- steps, and the end of them ---- */

/* Draws with everything that adds a plane. */
static enum scree_code draw(struct draw_picture *out, struct given *g, int what,
                            struct scree_job *job)
{
    const struct render_size size = {40, 600};
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    err_clear(&g->err);
    if (what == 0) return draw_sheet(out, &g->scene, &size, job, &g->err);
    if (what == 1) return draw_histogram(out, &g->scene, &size, job, &g->err);
    options.kind = (enum scree_preview_kind)(what - 2);
    options.width = size.width, options.height = size.height;
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
            struct scree_job job = {.context = &steps, .progress = step};
            struct draw_picture picture;
            const enum scree_code code = draw(&picture, g, what, &job);
            if (code == SCREE_OK) {
                /* 600 rows are 3 bands, and a last look where rows are streamed. Progress that
                 * began again would be refused above. */
                assert_int_equal(steps.count, what == 1 ? 3 : 4);
                assert_int_equal(at, steps.count + 1);
                draw_picture_free(&picture);
                break;
            }
            assert_int_equal(code, SCREE_CANCELLED);
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
        assert_int_equal(one.about.width, other.about.width);
        assert_int_equal(one.about.height, other.about.height);
        assert_memory_equal(one.rgb, other.rgb, (size_t)one.about.width * one.about.height * 3);
        draw_picture_free(&one);
        draw_picture_free(&other);
    }
}

/* A crown covers the texels around its place, north up, and no others; its colour on a flat map is its
 * own. The shadow of a lit map falls away from the sun. */
static void crowns_stand_on_maps(void **state)
{
    struct given *g = *state;
    static const struct render_body body = {.x_m = 300,
                                            .y_m = 900,
                                            .height_m = 60,
                                            .radius_m = 40,
                                            .shape = RENDER_BALL,
                                            .rgb = {11, 222, 33}};
    const uint32_t width = 280, height = 240; /* 5 m a texel */
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    options.width = width, options.height = height;
    options.sun_deg[0] = 270; /* west */
    options.sun_deg[1] = 45;
    for (int lit = 0; lit < 2; lit++) {
        struct draw_picture bare, with;
        options.kind = lit ? SCREE_PREVIEW_LIT : SCREE_PREVIEW_FLAT;
        assert_ok(draw_map(&bare, &g->scene, &options, NULL, &g->err), &g->err);
        g->scene.bodies = &body;
        g->scene.body_count = 1;
        assert_ok(draw_map(&with, &g->scene, &options, NULL, &g->err), &g->err);
        g->scene.body_count = 0;
        size_t darker = 0;
        for (uint32_t j = 0; j < height; j++)
            for (uint32_t i = 0; i < width; i++) {
                const size_t at = 3 * ((size_t)j * width + i);
                const double east = 5 * (i + 0.5) - 300, north = 1200 - 5 * (j + 0.5) - 900;
                const double away = sqrt(east * east + north * north);
                const bool same = memcmp(bare.rgb + at, with.rgb + at, 3) == 0;
                if (away < 36 && !lit) assert_memory_equal(with.rgb + at, body.rgb, 3);
                if (away < 36) assert_false(same);
                if (away > 44 && (!lit || east < 0)) assert_true(same);
                if (away > 44 && !same) {
                    assert_true(fabs(north) < 44 && east < 95);
                    darker += with.rgb[at] <= bare.rgb[at];
                }
            }
        assert_true(lit ? darker > 30 : darker == 0);
        draw_picture_free(&bare);
        draw_picture_free(&with);
    }
}

static void what_cannot_be_drawn_is_refused(void **state)
{
    struct given *g = *state;
    struct draw_picture picture;
    struct scree_preview_options options = SCREE_PREVIEW_OPTIONS_INIT;
    static const double bad_m[] = {-1, NAN, INFINITY};
    for (int i = 0; i < 3; i++) {
        err_clear(&g->err);
        options.contour_m = bad_m[i];
        assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err),
                         SCREE_BAD_ARGUMENT);
        assert_string_equal(g->err.field, "contour_m");
    }
    options.contour_m = 0;
    options.sun_deg[1] = 0;
    err_clear(&g->err);
    assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err), SCREE_BAD_ARGUMENT);
    assert_string_equal(g->err.field, "sun_deg");
    options.kind = SCREE_PREVIEW_FLAT; /* without a sun */
    options.width = 9, options.height = 9;
    err_clear(&g->err);
    picture = map_of(g, &options);
    draw_picture_free(&picture);
    options.width = 131072, options.height = 131072;
    assert_int_equal(draw_map(&picture, &g->scene, &options, NULL, &g->err), SCREE_BAD_ARGUMENT);
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
        cmocka_unit_test_setup_teardown(histograms_count_every_texel, start, finish),
        cmocka_unit_test(histograms_have_the_colours_of_layers),
        cmocka_unit_test_setup_teardown(altitudes_are_colours, start, finish),
        cmocka_unit_test_setup_teardown(one_warning_for_all_missing_characters, start, finish),
        cmocka_unit_test(contour_lines_have_numbers),
        cmocka_unit_test(one_pass_is_enough_and_can_be_cancelled),
        cmocka_unit_test(threads_and_tiles_change_nothing),
        cmocka_unit_test(crowns_stand_on_maps),
        cmocka_unit_test(what_cannot_be_drawn_is_refused),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
