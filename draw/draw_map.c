/*
 * Maps seen from above: in light, plain, by strongest layer, and by how clear that is.
 *
 * The map, what its legend counts and the ground under its lines come from one evaluation, a band
 * of rows at a time. What only lines need is kept no longer than its band, but for slopes, which
 * limits compare with the row below.
 *
 * Rule (The model): Pictures are grey without data and throw no shadow there; differences and
 * lint leave it out. See formats/heights.md#from-numbers-to-altitudes, ter/ter_cast.c,
 * compare/diff_cover.c, compare/lint_evaluate.c. Tests: unit/test_nodata.
 *
 * Rule (Planes and pictures): Legends, contours and slope limits follow the texels. See
 * seeing.md#from-above, draw/draw_lines.c. Tests: unit/test_draw (legends_have_the_sums,
 * contours_stand_where_altitudes_pass, limits_stand_where_slopes_pass).
 */
#include <float.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "draw/draw_grid.h"
#include "draw/draw_kinds.h"
#include "draw/draw_labels.h"
#include "draw/draw_tint.h"
#include "draw/legend.h"
#include "draw/ticks.h"

#define MARGIN_ENTRIES 5
#define LEAST_ENTRIES TICKS_MAX /* of any legend */
#define NO_DATA_GREY 127        /* as pictures have it */
#define MOST 4                  /* targets, and images */

struct map {
    struct draw_grid grid;
    const struct scree_preview_options *options;
    struct canvas canvas; /* the map alone */
    struct legend_entry *entries;
    size_t entry_count;
    uint64_t *sums;      /* [layer] twice: as SCREE_COVERAGE, its areas; NULL: not asked for */
    uint64_t codes[256]; /* of each winner or margin, weighed units */
    float *slope;        /* of all rows; NULL: not asked for */
    struct draw_labels *labels;
    struct render_sky sky;
    struct ter_cast *cast;
    struct render_light light;
    struct render_strips *strips; /* NULL: none */

    struct render_stream bands;
    struct render_target targets[MOST];
    size_t target_count;
    size_t code_plane, rise_plane; /* in bands.rows; slopes come after the rise */
    size_t missing_plane;          /* of a map by codes where some texels have no data, else 0 */
};

static bool is_coded(const struct map *map)
{
    return map->options->kind == SCREE_PREVIEW_LAYERS || map->options->kind == SCREE_PREVIEW_MARGIN;
}

static bool has_ground(const struct map *map)
{
    return map->options->contour_m > 0.0 || map->options->slope_limits;
}

/* ---- colours ---- */

/* Pale where one layer leads clearly, from yellow to red where the next is close. */
static void margin_colour(uint8_t rgb[3], unsigned margin)
{
    static const uint8_t steps[5][3] = {
        {176, 20, 42}, {238, 96, 48}, {250, 196, 84}, {206, 214, 196}, {150, 168, 178}};
    static const unsigned at[5] = {0, 26, 77, 153, 255};
    unsigned k = 0;
    while (k < 3 && margin > at[k + 1]) k++;
    const unsigned range = at[k + 1] - at[k], in = margin - at[k];
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)((steps[k][c] * (range - in) + steps[k + 1][c] * in + range / 2) / range);
}

static void colour_codes(struct map *map, uint32_t first, uint32_t count)
{
    const uint8_t *const codes = map->bands.rows[map->code_plane];
    uint8_t *const rgb = map->canvas.rgb + (size_t)first * map->grid.width * 3;
    const uint8_t *const missing =
        map->missing_plane != 0 ? map->bands.rows[map->missing_plane] : NULL;
    for (size_t i = 0; i < (size_t)count * map->grid.width; i++) {
        const uint32_t row = first + (uint32_t)(i / map->grid.width);
        if (missing != NULL && missing[i] != 0) {
            memset(rgb + 3 * i, NO_DATA_GREY, 3);
            continue;
        }
        map->codes[codes[i]] +=
            render_weigh(RENDER_UNITS, render_row_weight(&map->grid.areas, row));
        if (map->options->kind == SCREE_PREVIEW_LAYERS)
            render_index_colour(rgb + 3 * i, codes[i]);
        else
            margin_colour(rgb + 3 * i, codes[i]);
    }
}

/* ---- rows ---- */

static enum scree_code look(void *context, uint32_t first, uint32_t count, struct scree_error *err)
{
    (void)err;
    struct map *map = context;
    if (is_coded(map)) colour_codes(map, first, count);
    if (map->options->contour_m > 0.0) {
        const struct draw_contours lines = {
            .step_m = map->options->contour_m,
            .rise_tu = map->bands.rows[map->rise_plane],
            .slope = map->bands.rows[map->rise_plane + 1],
            .labels = map->labels,
        };
        draw_contours(&map->canvas, &map->grid, &lines, first, count);
    }
    return SCREE_OK;
}

static void add_missing(struct map *map)
{
    if (map->grid.without == 0) return;
    map->missing_plane = map->bands.count;
    map->targets[map->target_count++] = (struct render_target){
        .kind = RENDER_MISSING_U8, .planes = &map->bands.rows[map->missing_plane]};
    render_stream_add_band(&map->bands, map->grid.width, 1);
}

/* The planes that a kind of map is painted from. */
static enum scree_code add_kind(struct map *map, struct scree_error *err)
{
    static const struct render_light light = RENDER_LIGHT_DEFAULT;
    const struct scree_preview_options *const options = map->options;
    struct render_target *target = &map->targets[map->target_count++];
    map->code_plane = map->bands.count;
    *target = (struct render_target){.merge = map->grid.merge,
                                     .planes = &map->bands.rows[map->bands.count]};
    if (is_coded(map)) {
        target->kind = options->kind == SCREE_PREVIEW_LAYERS ? SCREE_WINNER_U8 : SCREE_MARGIN_U8;
        render_stream_add_band(&map->bands, map->grid.width, 1);
        add_missing(map);
        return SCREE_OK;
    }
    render_stream_add_whole(&map->bands, map->grid.width, 3, map->canvas.rgb);
    const struct draw_scene *const scene = map->grid.scene;
    const double texel_m = 0.5 * (map->grid.texel_m[0] + map->grid.texel_m[1]);
    RETURN_IF_ERR(render_strips_create(&map->strips, scene->field, scene->strips,
                                       scene->strip_count, texel_m, err));
    target->strips = map->strips;
    if (options->kind == SCREE_PREVIEW_FLAT) {
        map->light = light;
        map->light.lit = false;
        target->kind = SCREE_PICTURE_RGB8;
        target->light = &map->light;
        return SCREE_OK;
    }
    target->kind = RENDER_SHADED_RGB8;
    target->sky = &map->sky;
    RETURN_IF_ERR(
        ter_cast_create(&map->cast, map->grid.scene->field, TER_ROUNDED, map->grid.job, err));
    target->cast = map->cast;
    return SCREE_OK;
}

static enum scree_code add_sums(struct map *map, struct scree_error *err)
{
    if (is_coded(map) || !map->options->legend || map->grid.scene->tint) return SCREE_OK;
    const uint32_t layers = map->grid.merge->count;
    RETURN_IF_ERR(MEM_NEED(&map->sums, 2 * (size_t)layers, sizeof *map->sums, err));
    map->targets[map->target_count++] = (struct render_target){.kind = SCREE_COVERAGE,
                                                               .merge = map->grid.merge,
                                                               .sums = map->sums,
                                                               .areas = map->sums + layers};
    return SCREE_OK;
}

static enum scree_code add_ground(struct map *map, struct scree_error *err)
{
    if (!has_ground(map)) return SCREE_OK;
    const struct draw_grid *const grid = &map->grid;
    map->rise_plane = map->bands.count;
    render_stream_add_band(&map->bands, grid->width, sizeof(float));
    if (map->options->slope_limits) {
        map->slope = mem_alloc_pixels((size_t)grid->width * grid->height, sizeof *map->slope);
        if (map->slope == NULL)
            return err_set(err, SCREE_NO_MEMORY,
                           "no memory for the slopes of %u x %u texels; choose a smaller {width}",
                           (unsigned)grid->width, (unsigned)grid->height);
        render_stream_add_whole(&map->bands, grid->width, sizeof(float), map->slope);
    } else {
        render_stream_add_band(&map->bands, grid->width, sizeof(float));
    }
    map->targets[map->target_count++] = (struct render_target){
        .kind = RENDER_GROUND_F32, .planes = &map->bands.rows[map->rise_plane]};
    return SCREE_OK;
}

static enum scree_code evaluate(struct map *map, struct scree_error *err)
{
    RETURN_IF_ERR(render_stream_create(&map->bands, MOST, err));
    RETURN_IF_ERR(add_kind(map, err));
    RETURN_IF_ERR(add_sums(map, err));
    RETURN_IF_ERR(add_ground(map, err));
    map->bands.look = look;
    map->bands.look_context = map;
    return render_stream_run(&map->bands, map->grid.plan, map->targets, map->target_count,
                             map->grid.scene->how.tile, map->grid.job, err);
}

/* ---- legends ---- */

static void write_entry(struct map *map, size_t k, const char *name, double share)
{
    struct legend_entry *entry = &map->entries[k];
    snprintf(entry->name, sizeof entry->name, "%s", name);
    draw_share(entry->share, sizeof entry->share, share);
    draw_area(entry->area, sizeof entry->area, &map->grid, share);
}

/* What a number of weighed units is of the ground with data. */
static double share_of(const struct map *map, uint64_t units)
{
    return map->grid.with_data > 0 ? (double)units / (double)map->grid.with_data : 0.0;
}

static void name_layer(struct map *map, uint32_t layer, double share)
{
    write_entry(map, layer, draw_layer_name(map->grid.scene->map->layers[layer]), share);
}

/* Each layer in its own colour, or in that of its limits' lines, with its mean visible weight. */
static void weight_legend(struct map *map)
{
    const struct draw_grid *const grid = &map->grid;
    const uint64_t *const areas = map->sums + grid->merge->count;
    map->entry_count = grid->merge->count;
    for (uint32_t k = 0; k < map->entry_count; k++) {
        const struct srf_layer *const layer = grid->scene->map->layers[k];
        if (map->options->slope_limits &&
            (srf_is_on(layer->slpe[0]) || srf_is_on(layer->slpe[1])) && draw_counts(grid, k))
            render_index_colour(map->entries[k].rgb, k);
        else
            draw_layer_colour(map->entries[k].rgb, layer);
        name_layer(map, k, share_of(map, areas[k]));
    }
}

/* Round altitudes from the highest down. */
static void tint_legend(struct map *map)
{
    const struct ter_ranges *const ranges = &map->grid.scene->ranges;
    const double up_m = map->grid.scene->field->scal_m[2];
    const double low_m = ranges->altitude_min_tu * up_m, high_m = ranges->altitude_max_tu * up_m;
    double ticks[TICKS_MAX];
    const size_t count = ticks_place(ticks, low_m, high_m, ticks_step(high_m - low_m));
    for (size_t k = count; k-- > 0;) {
        struct legend_entry *const entry = &map->entries[map->entry_count++];
        snprintf(entry->name, sizeof entry->name, "%g m", ticks[k]);
        draw_tint_colour(entry->rgb, ranges, ticks[k] / up_m);
    }
}

static void layers_legend(struct map *map)
{
    map->entry_count = map->grid.merge->count;
    for (uint32_t k = 0; k < map->entry_count; k++) {
        render_index_colour(map->entries[k].rgb, k);
        name_layer(map, k, share_of(map, map->codes[k]));
    }
}

static void margin_legend(struct map *map)
{
    static const unsigned bounds[MARGIN_ENTRIES + 1] = {0, 13, 26, 77, 153, 256};
    static const char *const names[MARGIN_ENTRIES] = {"lead below 5 %", "5 to 10 %", "10 to 30 %",
                                                      "30 to 60 %", "above 60 %"};
    map->entry_count = MARGIN_ENTRIES;
    for (size_t k = 0; k < MARGIN_ENTRIES; k++) {
        uint64_t sum = 0;
        for (unsigned v = bounds[k]; v < bounds[k + 1]; v++) sum += map->codes[v];
        margin_colour(map->entries[k].rgb, (bounds[k] + bounds[k + 1]) / 2);
        write_entry(map, k, names[k], share_of(map, sum));
    }
}

/* Roads by what they are made of, with their lengths, the longest first. */
static void roads_legend(struct map *map)
{
    const struct draw_scene *const scene = map->grid.scene;
    struct draw_road_kind kinds[DRAW_ROAD_KINDS];
    const size_t count = is_coded(map) ? 0 : draw_road_kinds(kinds, scene);
    for (size_t k = 0; k < count; k++) {
        struct legend_entry *const entry = &map->entries[map->entry_count++];
        memcpy(entry->rgb, kinds[k].rgb, sizeof entry->rgb);
        snprintf(entry->name, sizeof entry->name, "road, %s", kinds[k].name);
        snprintf(entry->area, sizeof entry->area, "%.1f\xc2\xa0km", kinds[k].length_m / 1000.0);
    }
}

/* Last, how much of everything has no data. */
static void missing_legend(struct map *map)
{
    const struct draw_grid *const grid = &map->grid;
    struct legend_entry *const entry = &map->entries[map->entry_count++];
    memset(entry->rgb, NO_DATA_GREY, sizeof entry->rgb);
    snprintf(entry->name, sizeof entry->name, "no data");
    draw_share(entry->share, sizeof entry->share,
               (double)grid->without / (double)(grid->without + grid->with_data));
    draw_area(entry->area, sizeof entry->area, grid, share_of(map, grid->without));
}

static void make_legend(struct map *map)
{
    if (map->options->kind == SCREE_PREVIEW_LAYERS)
        layers_legend(map);
    else if (map->options->kind == SCREE_PREVIEW_MARGIN)
        margin_legend(map);
    else if (map->options->legend && map->grid.scene->tint)
        tint_legend(map);
    else if (map->options->legend)
        weight_legend(map);
    if (map->entry_count > 0) roads_legend(map);
    if (map->entry_count > 0 && map->grid.without > 0) missing_legend(map);
}

/* ---- the whole ---- */

/* Puts the legend below the map, if there is one. */
static enum scree_code add_legend(struct map *map, struct scree_error *err)
{
    if (map->entry_count == 0) return SCREE_OK;
    struct canvas *const canvas = &map->canvas;
    const size_t least = legend_width(canvas, map->entries, map->entry_count);
    const size_t width = least > map->grid.width ? least : map->grid.width;
    const size_t below = legend_height(canvas, map->entries, map->entry_count, width);
    RETURN_IF_ERR(canvas_resize(canvas, width, map->grid.height + below, err));
    legend_draw(canvas, map->grid.height, map->entries, map->entry_count);
    return SCREE_OK;
}

static enum scree_code check_options(const struct draw_scene *scene,
                                     const struct scree_preview_options *options,
                                     struct scree_error *err)
{
    if (!(options->contour_m >= 0.0 && options->contour_m <= DBL_MAX))
        return err_set_option(err, "contour_m", "%g is not a height in metres above 0",
                              options->contour_m);
    const bool coded =
        options->kind == SCREE_PREVIEW_LAYERS || options->kind == SCREE_PREVIEW_MARGIN;
    if (scene->tint && (coded || options->slope_limits))
        return err_set_option(err, coded ? "kind" : "slope_limits",
                              "this shows layers, and there is no surface map; name one, or draw "
                              "something else");
    if (options->kind == SCREE_PREVIEW_LAYERS && scene->map->layer_count > 255)
        return err_set_option(err, "kind",
                              "a map by layers can tell 255 of them apart and there are %u; "
                              "draw another kind",
                              (unsigned)scene->map->layer_count);
    return SCREE_OK;
}

static uint32_t longer_side(const struct draw_grid *grid)
{
    return grid->width > grid->height ? grid->width : grid->height;
}

static enum scree_code start(struct map *map, const struct draw_scene *scene, struct scree_job *job,
                             struct scree_error *err)
{
    const struct scree_preview_options *const options = map->options;
    RETURN_IF_ERR(check_options(scene, options, err));
    if (options->kind == SCREE_PREVIEW_LIT)
        RETURN_IF_ERR(render_sky_set(&map->sky, options->sun_deg[0], options->sun_deg[1], err));
    static const struct draw_range range = {DRAW_MAP_LEAST, DRAW_MAP_SIDE};
    const struct render_size size = {options->width, options->height};
    RETURN_IF_ERR(draw_grid_create(&map->grid, scene, &size, &range, job, err));
    const uint32_t layers = map->grid.merge->count;
    RETURN_IF_ERR(MEM_NEED(&map->entries,
                           (layers > LEAST_ENTRIES ? layers : LEAST_ENTRIES) + 1 + DRAW_ROAD_KINDS,
                           sizeof *map->entries, err));
    RETURN_IF_ERR(canvas_create(&map->canvas, map->grid.width, map->grid.height,
                                canvas_cap(longer_side(&map->grid)), err));
    if (!(options->contour_m > 0)) return SCREE_OK;
    return draw_labels_create(&map->labels, &map->canvas, &map->grid, err);
}

enum scree_code draw_map(struct draw_picture *out, const struct draw_scene *scene,
                         const struct scree_preview_options *options, struct scree_job *job,
                         struct scree_error *err)
{
    struct map map = {.options = options};
    memset(out, 0, sizeof *out);
    enum scree_code code;
    FAIL_IF_ERR(code, start(&map, scene, job, err));
    FAIL_IF_ERR(code, evaluate(&map, err));
    if (!is_coded(&map))
        FAIL_IF_ERR(code, draw_bodies(&map.canvas, &map.grid,
                                      options->kind == SCREE_PREVIEW_LIT ? &map.sky : NULL, err));
    make_legend(&map);
    FAIL_IF_ERR(code, add_legend(&map, err));
    if (options->slope_limits) draw_slope_limits(&map.canvas, &map.grid, map.slope);
    if (map.labels != NULL)
        draw_labels_draw(&map.canvas, &map.grid, map.labels,
                         options->legend && draw_has_marks(&map.canvas, &map.grid));
    if (options->legend) draw_marks(&map.canvas, &map.grid);
    draw_grid_picture(out, &map.grid, &map.canvas);

fail:
    render_stream_free(&map.bands);
    draw_grid_free(&map.grid);
    ter_cast_free(map.cast);
    render_strips_free(map.strips);
    draw_labels_free(map.labels);
    canvas_free(&map.canvas);
    mem_free_pixels(map.slope);
    mem_free(map.sums);
    mem_free(map.entries);
    return code;
}
