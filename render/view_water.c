/*
 * Water: the sky and the land mirrored in small waves, and the ground seen through it. Schlick's mirror
 * in waves of 0.2 to 14 m; below water light loses e^-(0.32, 0.085, 0.065) a metre. Under the sky clear
 * it is view_lake.c: water along a quarter of the terrain's edges is sea, below 10 ha a pond, else a
 * lake, and it lies 3 cm higher, so that a heightmap's level lake is water. The sea floods the terrain
 * from its edges, by 256 x 256 places and gaps of at most one between them; basins that it does not
 * reach stay dry. Beyond the terrain and its images there is no water but the sea.
 */
#include "render/view_water.h"

#include <math.h>
#include <string.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "render/ramp.h"
#include "render/view_beyond.h"
#include "render/view_sky.h"
#include "render/view_terragen.h"

#define WAVE_SLOPE 0.022f
#define LARGEST_WAVE_M 14.0
#define SMALLEST_WAVE_M 0.2
#define FLOWS 2 /* places that water comes across */

/* Clear coastal water: what a metre takes of each colour, and what deep water sends back. */
static const float taken[3] = {0.32f, 0.085f, 0.065f};
static const float deep[3] = {0.006f, 0.034f, 0.055f};

void view_plan_waves(struct render_view *view)
{
    const float origin[2] = {0.25f, 0.75f};
    const double largest_m = view->lake != NULL ? view->lake->largest_m : LARGEST_WAVE_M;
    noise_prepare(&view->waves, &NOISE_PLAIN(NOISE_MAX_OCTAVES), origin, false, NOISE_MAX_OCTAVES);
    uint32_t first = 0, last = NOISE_MAX_OCTAVES;
    while (first < NOISE_MAX_OCTAVES &&
           (double)noise_cell_tu(&view->waves.octaves[first]) * view->across_m > largest_m)
        first++;
    while (last > 0 &&
           (double)noise_cell_tu(&view->waves.octaves[last - 1]) * view->across_m < SMALLEST_WAVE_M)
        last--;
    view->first_wave = first;
    const float wave = view->options.sky.terragen != NULL ? view->terragen.wave
                       : view->lake != NULL               ? view->lake->wave
                                                          : WAVE_SLOPE;
    view->waves.count = last;
    for (uint32_t k = 0; k < last; k++)
        view->waves.octaves[k].amplitude = wave * noise_cell_tu(&view->waves.octaves[k]);
}

static void slope_of_waves(const struct render_view *view, const double *x, const double *y,
                           const float *finest, size_t count, float *slope_x, float *slope_y)
{
    struct eval_run run; /* for its arrays */
    const size_t padded = lanes_pad(count);
    for (size_t i = 0; i < padded; i++) {
        const size_t from = i < count ? i : count - 1;
        run.x[i] = view_position(x[from]);
        run.y[i] = view_position(y[from]);
        run.finest[i] = finest[from];
    }
    const struct noise_points points = {run.x, run.y, run.finest, lanes_groups(count)};
    view->scene.scatter->slope(run.slope_x, run.slope_y, &view->waves, view->first_wave, &points);
    memcpy(slope_x, run.slope_x, count * sizeof *slope_x);
    memcpy(slope_y, run.slope_y, count * sizeof *slope_y);
}

/* ---- where it lies ---- */

enum { LAND, LOW, REACHED };

static enum scree_code find_low(struct water_found *found, struct render_view *view,
                                struct scree_error *err)
{
    const struct ter_field *const field = view->field;
    const uint32_t last = VIEW_BASINS - 1;
    float *row;
    RETURN_IF_ERR(MEM_NEED(&row, field->points_x, sizeof *row, err));
    for (uint32_t n = 0; n < VIEW_BASINS * VIEW_BASINS; n++) {
        const uint32_t i = n % VIEW_BASINS, j = n / VIEW_BASINS;
        if (i == 0) ter_get_row_m(field, (int64_t)(field->points_y - 1) * j / last, row);
        const double altitude_m = (double)row[(size_t)(field->points_x - 1) * i / last];
        view->dry[n] = altitude_m < view->options.water_m ? LOW : LAND;
        if (view->dry[n] == LAND) continue;
        found->wet++;
        found->edge += i == 0 || j == 0 || i == last || j == last;
    }
    mem_free(row);
    return SCREE_OK;
}

static void reach(uint8_t *places, uint32_t *stack, size_t *count, int i, int j)
{
    if (i < 0 || j < 0 || i >= VIEW_BASINS || j >= VIEW_BASINS) return;
    const int n = j * VIEW_BASINS + i;
    if (places[n] != LOW) return;
    places[n] = REACHED;
    stack[(*count)++] = (uint32_t)n;
}

static enum scree_code flood(uint8_t *places, struct scree_error *err)
{
    uint32_t *stack; /* a place is on it once */
    RETURN_IF_ERR(MEM_NEED(&stack, VIEW_BASINS * VIEW_BASINS, sizeof *stack, err));
    size_t count = 0;
    for (int i = 0; i < VIEW_BASINS; i++) {
        reach(places, stack, &count, i, 0);
        reach(places, stack, &count, i, VIEW_BASINS - 1);
        reach(places, stack, &count, 0, i);
        reach(places, stack, &count, VIEW_BASINS - 1, i);
    }
    while (count > 0) {
        const int n = (int)stack[--count];
        for (int b = -FLOWS; b <= FLOWS; b++)
            for (int a = -FLOWS; a <= FLOWS; a++)
                reach(places, stack, &count, n % VIEW_BASINS + a, n / VIEW_BASINS + b);
    }
    mem_free(stack);
    return SCREE_OK;
}

/* Land between places belongs to the water beside it, that of the sea first. */
static bool is_dry(const uint8_t *places, int i, int j)
{
    if (places[j * VIEW_BASINS + i] != LAND) return places[j * VIEW_BASINS + i] == LOW;
    bool low = false;
    for (int b = j - 1; b <= j + 1; b++)
        for (int a = i - 1; a <= i + 1; a++) {
            if (a < 0 || b < 0 || a >= VIEW_BASINS || b >= VIEW_BASINS) continue;
            if (places[b * VIEW_BASINS + a] == REACHED) return false;
            low |= places[b * VIEW_BASINS + a] == LOW;
        }
    return low;
}

enum scree_code view_find_basins(struct water_found *found, struct render_view *view,
                                 struct scree_error *err)
{
    memset(found, 0, sizeof *found);
    RETURN_IF_ERR(find_low(found, view, err));
    uint8_t *places;
    RETURN_IF_ERR(MEM_NEED(&places, sizeof view->dry, 1, err));
    memcpy(places, view->dry, sizeof view->dry);
    const enum scree_code code = flood(places, err);
    for (int n = 0; n < VIEW_BASINS * VIEW_BASINS; n++) {
        view->dry[n] = is_dry(places, n % VIEW_BASINS, n / VIEW_BASINS);
        found->dry += view->dry[n];
    }
    mem_free(places);
    return code;
}

/* The place, a side of VIEW_BASINS, of a position in the terrain or an image; false: it is beyond them. */
static bool place_of(int *place, const struct render_view *view, double at, uint32_t points)
{
    const double side = points - 1.0, image = floor(at / side);
    const bool turned = image - 2.0 * floor(image / 2.0) > 0.5;
    const double in = turned ? side - (at - image * side) : at - image * side;
    *place = (int)(in / side * (VIEW_BASINS - 1.0) + 0.5);
    return image >= -view->around && image <= view->around;
}

bool view_has_water(const struct render_view *view, double x, double y)
{
    if (view->lake == NULL || (view->lake->surf && !view->has_dry)) return true;
    int i, j;
    const bool over_x = place_of(&i, view, x, view->field->points_x);
    const bool over_y = place_of(&j, view, y, view->field->points_y);
    return over_x && over_y ? view->dry[j * VIEW_BASINS + i] == 0 : view->lake->surf;
}

double view_meets_water(const struct render_view *view, const double place_m[3],
                        const double direction[3])
{
    if (!view->options.water) return INFINITY;
    const double above = place_m[2] - view->options.water_m;
    const double flat = direction[0] * direction[0] + direction[1] * direction[1];
    const double a = view->bend_m * flat, b = direction[2];
    if (b >= 0.0 || above <= 0.0) return INFINITY;
    const double root = b * b - 4.0 * a * above;
    if (root < 0.0) return INFINITY;
    const double t = 2.0 * above / (sqrt(root) - b);
    const double *const scal = view->field->scal_m;
    return view_has_water(view, (place_m[0] + t * direction[0]) / scal[0],
                          (place_m[1] + t * direction[1]) / scal[1])
               ? t
               : INFINITY;
}

static void find_waves(const struct render_view *view, const struct view_water *water,
                       const double place_m[3], double pixel, float *slope_x, float *slope_y,
                       float *finest)
{
    double x[EVAL_POINTS], y[EVAL_POINTS];
    for (size_t i = 0; i < water->count; i++) {
        const double t = water->distance_m[i], *const d = water->direction[i];
        x[i] = (place_m[0] + t * d[0]) / view->field->scal_m[0];
        y[i] = (place_m[1] + t * d[1]) / view->field->scal_m[1];
        const double facing = -d[2] > 0.02 ? -d[2] : 0.02;
        finest[i] = (float)(t * pixel / sqrt(facing) / view->across_m);
        finest[i] = finest[i] > 1e-5f ? finest[i] : 1e-5f;
    }
    slope_of_waves(view, x, y, finest, water->count, slope_x, slope_y);
}

/* The direction a ray is mirrored to; never into the water. */
static void mirror(double out[3], const double d[3], float slope_x, float slope_y)
{
    const double x = (double)slope_x, y = (double)slope_y;
    const double length = sqrt(1.0 + x * x + y * y);
    const double n[3] = {-x / length, -y / length, 1.0 / length};
    const double along = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
    for (int i = 0; i < 3; i++) out[i] = d[i] - 2.0 * along * n[i];
    out[2] = out[2] > 0.003 ? out[2] : 0.003;
    const double size = sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int i = 0; i < 3; i++) out[i] /= size;
}

/* Water that is a grey mirror: its colour in the light above it. */
static void see_grey(float out[3], const struct render_sky *sky)
{
    for (int c = 0; c < 3; c++)
        out[c] = sky->terragen->water[c] * (sky->ambient[c] + sky->sun[c] * sky->sun_direction[2]);
}

/* Waves come in streaks. */
static void add_streaks(const struct render_view *view, const struct view_water *water,
                        const double place_m[3], double pixel, float *slope_x, float *slope_y)
{
    for (size_t i = 0; i < water->count; i++) {
        const double t = water->distance_m[i], *const d = water->direction[i];
        const double flat = -d[2] > 0.02 ? -d[2] : 0.02;
        const float rough = view_terragen_rough(&view->terragen, place_m[0] + t * d[0],
                                                place_m[1] + t * d[1], t * pixel / sqrt(flat));
        slope_x[i] *= rough;
        slope_y[i] *= rough;
    }
}

/* Schlick's approximation of Fresnel's law for water. */
static float mirrored_share(const struct render_terragen *world, const double d[3],
                            const double out[3])
{
    const double half = sqrt((1.0 - (d[0] * out[0] + d[1] * out[1] + d[2] * out[2])) * 0.5);
    if (world != NULL) return view_terragen_mirrored(world, half);
    const float graze = 1.0f - (float)(half < 1.0 ? half : 1.0);
    const float square = graze * graze;
    return 0.02f + 0.90f * (square * square * graze);
}

/* Light from below the surface. */
static void see_through(float out[3], const struct render_view *view,
                        const struct view_water *water, size_t i)
{
    const struct render_sky *const sky = &view->options.sky;
    const bool bottom = isfinite(water->path_m[i]);
    const double path_m = water->path_m[i], depth_m = water->depth_m[i];
    for (int c = 0; c < 3; c++) {
        const float seen = (float)(path_m < 1e4 ? path_m : 1e4) * taken[c];
        const float lit = (float)(path_m + depth_m < 1e4 ? path_m + depth_m : 1e4) * taken[c];
        const float all = deep[c] * (sky->ambient[c] + sky->sun[c] * sky->sun_direction[2]);
        out[c] = all;
        if (!bottom) continue;
        const float shallow =
            all * (1.0f - exp_negative(seen)) + water->below[i][c] * exp_negative(lit);
        out[c] += water->share[i] * (shallow - all);
    }
}

void view_shade_water(const struct render_view *view, struct view_water *water,
                      const double place_m[3], double pixel, struct plan_scratch *scratch)
{
    if (water->count == 0) return;
    const struct render_sky *const sky = &view->options.sky;
    float slope_x[EVAL_POINTS], slope_y[EVAL_POINTS], finest[EVAL_POINTS], above[EVAL_POINTS][3];
    double out[EVAL_POINTS][3];
    struct view_ground mirrored;
    mirrored.count = 0;
    find_waves(view, water, place_m, pixel, slope_x, slope_y, finest);
    if (view->lake != NULL) {
        view_shade_lake(view, water, place_m, pixel, &(struct lake_waves){slope_x, slope_y, finest},
                        scratch);
        return;
    }
    if (sky->terragen != NULL) add_streaks(view, water, place_m, pixel, slope_x, slope_y);
    for (size_t i = 0; i < water->count; i++) {
        const double t = water->distance_m[i], *const d = water->direction[i];
        const double from[3] = {place_m[0] + t * d[0], place_m[1] + t * d[1],
                                view->options.water_m + view->bend_m * t * t};
        mirror(out[i], d, slope_x[i], slope_y[i]);
        view_sky(above[i], sky, from, out[i]);
        const struct ter_ray ray = view_ray(view, from, out[i], pixel);
        struct ter_hit hit;
        uint8_t turned;
        if (view_meets_land(&hit, &turned, view, &ray, view->beyond) && !hit.wall && hit.t > 0.0)
            view_add(&mirrored, i, &hit, turned, t + hit.t, out[i]);
    }
    view_shade(view, &mirrored, 2.0 * pixel, scratch);
    for (size_t k = 0; k < mirrored.count; k++) {
        float *const light = mirrored.light[k];
        const size_t i = mirrored.sample[k];
        const double t = water->distance_m[i], *const d = water->direction[i];
        const double from[3] = {place_m[0] + t * d[0], place_m[1] + t * d[1],
                                place_m[2] + t * d[2]};
        view_air_to(light, view, from, mirrored.distance_m[k] - t, mirrored.direction[k]);
        memcpy(above[i], light, sizeof above[0]);
    }
    for (size_t i = 0; i < water->count; i++) {
        const float share = mirrored_share(sky->terragen, water->direction[i], out[i]);
        float below[3];
        if (sky->terragen != NULL)
            see_grey(below, sky);
        else
            see_through(below, view, water, i);
        for (int c = 0; c < 3; c++)
            water->light[i][c] = below[c] * (1.0f - share) + above[i][c] * share;
    }
}
