/*
 * The model evaluated a second time, in double and in the plainest way, straight from
 * docs/model.md: textbook Catmull-Rom, four-corner gradient noise, the difference of integrals for
 * slopes. Only the whole-number parts (positions, hashes) must agree exactly; every coverage must
 * agree but for rounding.
 */
#include "tests/random_map.h"

#include <math.h>

#include "render/render.h"

/* ---- terrain ---- */

static double point(const struct ter_field *field, long x, long y)
{
    const long last_x = (long)field->points_x - 1, last_y = (long)field->points_y - 1;
    if (x < 0) return 2 * point(field, 0, y) - point(field, -x, y);
    if (x > last_x) return 2 * point(field, last_x, y) - point(field, 2 * last_x - x, y);
    if (y < 0) return 2 * point(field, x, 0) - point(field, x, -y);
    if (y > last_y) return 2 * point(field, x, last_y) - point(field, x, 2 * last_y - y);
    return field->elevations[(size_t)y * field->points_x + (size_t)x];
}

/* Mean over a box of side size centred on a point, each point standing for a unit square. */
static double boxed(const struct ter_field *field, double size, long x, long y)
{
    if (size <= 1) return point(field, x, y);
    const long reach = (long)ceil((size - 1) / 2);
    double sum = 0;
    for (long b = -reach; b <= reach; b++)
        for (long a = -reach; a <= reach; a++) {
            const double wx = fmin(fmax((size + 1) / 2 - (double)labs(a), 0), 1);
            const double wy = fmin(fmax((size + 1) / 2 - (double)labs(b), 0), 1);
            sum += wx * wy * point(field, x + a, y + b);
        }
    return sum / (size * size);
}

static void cubic(double out[4], double rate[4], double t)
{
    out[0] = (-t + 2 * t * t - t * t * t) / 2;
    out[1] = (2 - 5 * t * t + 3 * t * t * t) / 2;
    out[2] = (t + 4 * t * t - 3 * t * t * t) / 2;
    out[3] = (-t * t + t * t * t) / 2;
    rate[0] = (-1 + 4 * t - 3 * t * t) / 2;
    rate[1] = (-10 * t + 9 * t * t) / 2;
    rate[2] = (1 + 8 * t - 9 * t * t) / 2;
    rate[3] = (-2 * t + 3 * t * t) / 2;
}

static void terrain(double *altitude, double *east, double *north, const struct ter_field *field,
                    double size, double x, double y)
{
    double wx[4], wy[4], rx[4], ry[4], h = 0, hx = 0, hy = 0;
    cubic(wx, rx, x - floor(x));
    cubic(wy, ry, y - floor(y));
    for (int b = 0; b < 4; b++)
        for (int a = 0; a < 4; a++) {
            const double p = boxed(field, size, (long)floor(x) + a - 1, (long)floor(y) + b - 1);
            h += wx[a] * wy[b] * p;
            hx += rx[a] * wy[b] * p;
            hy += wx[a] * ry[b] * p;
        }
    *altitude = field->base_tu + field->step_tu * h;
    *east = hx * field->step_tu * field->scal_m[2] / field->scal_m[0];
    *north = hy * field->step_tu * field->scal_m[2] / field->scal_m[1];
}

/* ---- noise ---- */

static uint64_t scramble64(uint64_t z)
{
    z ^= z >> 30;
    z *= UINT64_C(0xbf58476d1ce4e5b9);
    z ^= z >> 27;
    z *= UINT64_C(0x94d049bb133111eb);
    z ^= z >> 31;
    return z;
}

static uint32_t scramble32(uint32_t h)
{
    h *= UINT32_C(0xB7E0A5F5);
    h ^= h >> 15;
    h *= UINT32_C(0x2C1B3C6D);
    h ^= h >> 16;
    return h;
}

static double wave(uint32_t hash)
{
    const double t = (hash < 0x80000000u ? hash : hash - 4294967296.0) / 2147483648.0;
    return 4 * t * (1 - fabs(t));
}

static double corner(uint32_t i, uint32_t j, double dx, double dy)
{
    const uint32_t row = scramble32((j * UINT32_C(0x85EBCA77)) ^ UINT32_C(0x632BE5AB));
    const uint32_t hash = scramble32((i * UINT32_C(0x9E3779B1)) ^ row);
    return wave(hash + UINT32_C(0x40000000)) * dx + wave(hash) * dy;
}

static double blend(double a, double b, double t)
{
    return a + (b - a) * (t * t * t * (t * (t * 6 - 15) + 10));
}

#define LARGEST_LOG2 9
#define MEAN 0.30
#define SPREAD 0.36
static const double reaches[2] = {2.2, 1.2}, shares[2] = {0.6, 0.4}; /* of slopes, at relief 1.6 */

static double fractal(const struct srf_layer *layer, uint64_t x, uint64_t y, double spacing)
{
    uint32_t bits[2];
    memcpy(bits, layer->orig, sizeof bits);
    uint64_t seed = scramble64(bits[0] | (uint64_t)bits[1] << 32);
    double sum = 0;
    for (int k = 0; k < 24; k++) {
        const int bits_of = 32 + LARGEST_LOG2 - k;
        const double cell = ldexp(1, bits_of - 32);
        const uint64_t sx = x + scramble64(seed + UINT64_C(0x9e3779b97f4a7c15));
        const uint64_t sy = y + scramble64(seed + 2 * UINT64_C(0x9e3779b97f4a7c15));
        seed += 2 * UINT64_C(0x9e3779b97f4a7c15);
        if (cell >= 2 * spacing) {
            const uint32_t i = (uint32_t)(sx >> bits_of), j = (uint32_t)(sy >> bits_of);
            const double fx = ldexp((double)(sx & ((UINT64_C(1) << bits_of) - 1)), -bits_of);
            const double fy = ldexp((double)(sy & ((UINT64_C(1) << bits_of) - 1)), -bits_of);
            sum += blend(
                blend(corner(i, j, fx, fy), corner(i + 1, j, fx - 1, fy), fx),
                blend(corner(i, j + 1, fx, fy - 1), corner(i + 1, j + 1, fx - 1, fy - 1), fx), fy);
        }
    }
    const double z = sum / sqrt(10 * 309872.0 / 6243237.0);
    return layer->nega != 0 ? -z : z;
}

/* ---- coverage ---- */

static double limit_ramp(double d, double f)
{
    if (d <= 0) return 0;
    return f <= 0 ? 1 : 1 - exp(-log(9) * d / f);
}

static double limit_integral(double d, double f)
{
    if (d <= 0) return 0;
    return f <= 0 ? d : d - f / log(9) * (1 - exp(-log(9) * d / f));
}

static double relief_ramp(double least, double most, double f)
{
    if (most - least < 1e-4) return limit_ramp((most + least) / 2, f);
    return (limit_integral(most, f) - limit_integral(least, f)) / (most - least);
}

static double slope_share(double relief, double limit, double f, double g, bool gentler)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        const double r = pow(reaches[i], log(relief) / log(1.6));
        sum += shares[i] * (gentler ? relief_ramp(limit - g * r, limit - g / r, f)
                                    : relief_ramp(g / r - limit, g * r - limit, f));
    }
    return sum;
}

#define DEGREES (180 / 3.14159265358979323846)

/* Ground that rises to the north-east faces the south-west; level ground faces nothing. */
static double aspect_share(const struct srf_limit *limit, double east, double north)
{
    double away = fabs(atan2(-east, -north) * DEGREES - (double)limit->at[0]);
    while (away >= 360) away -= 360;
    if (away > 180) away = 360 - away;
    const bool all = limit->at[1] >= 180;
    const double share = all ? 1 : limit_ramp(limit->at[1] - away, limit->fuzziness[0]);
    return limit->level + fmin(hypot(east, north) / 0.1, 1) * (share - limit->level);
}

static double range_share(const struct srf_limit *limit, double value)
{
    double share = 1;
    if (limit->on[0] >= 0.5f) share *= limit_ramp(value - limit->at[0], limit->fuzziness[0]);
    if (limit->on[1] >= 0.5f) share *= limit_ramp(limit->at[1] - value, limit->fuzziness[1]);
    return share;
}

/* The mean curvature, above 0 on ridges, of the quadratic through the heights of a square that has
 * the least squares: solved as a system, by Gauss and Jordan. */
static double bent(const struct ter_field *field, double size, long x, long y)
{
    const long reach = (long)ceil((size - 1) / 2);
    double a[6][7] = {{0}};
    for (long j = -reach; j <= reach; j++)
        for (long i = -reach; i <= reach; i++) {
            const double wx = fmin(fmax((size + 1) / 2 - (double)labs(i), 0), 1);
            const double wy = fmin(fmax((size + 1) / 2 - (double)labs(j), 0), 1);
            const double u = (double)i, v = (double)j;
            const double row[7] = {
                1, u, v, u * u / 2, u * v, v * v / 2, field->step_tu * point(field, x + i, y + j)};
            for (int m = 0; m < 6; m++)
                for (int n = 0; n < 7; n++) a[m][n] += wx * wy * row[m] * row[n];
        }
    for (int m = 0; m < 6; m++)
        for (int n = 0; n < 6; n++) {
            const double times = n == m ? 0 : a[n][m] / a[m][m];
            for (int c = 0; c < 7; c++) a[n][c] -= times * a[m][c];
        }
    double k[6];
    for (int m = 0; m < 6; m++) k[m] = a[m][6] / a[m][m] * field->scal_m[2];
    const double dx = field->scal_m[0], dy = field->scal_m[1];
    const double p = k[1] / dx, q = k[2] / dy;
    const double r = k[3] / (dx * dx), s = k[4] / (dx * dy), t = k[5] / (dy * dy);
    const double across = (1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t;
    return -across / (2 * pow(1 + p * p + q * q, 1.5));
}

/* The heights that water sees are floats. */
static double height_m(const struct ter_field *field, long x, long y)
{
    const float rise = (float)field->step_tu * (float)point(field, x, y);
    return (double)(float)((field->base_tu + (double)rise) * field->scal_m[2]);
}

#define MOST 100 /* points a side */

/* Points, from the north, and where their water goes. */
struct water {
    const struct ter_field *field;
    long nx, ny;
    double filled[MOST * MOST], area[MOST * MOST];
    long way[MOST * MOST]; /* -1: away */
    bool seen[MOST * MOST];
    long reached[MOST * MOST];
};

static long beside(const struct water *w, long k, int step)
{
    static const int steps[8][2] = {{1, 0},  {1, 1},   {0, 1},  {-1, 1},
                                    {-1, 0}, {-1, -1}, {0, -1}, {1, -1}};
    const long x = k % w->nx + steps[step][0], y = k / w->nx + steps[step][1];
    return x < 0 || y < 0 || x >= w->nx || y >= w->ny ? -1 : y * w->nx + x;
}

/* The lowest of all points that were reached is looked for each time. */
static void fill_hollows(struct water *w)
{
    long count = 0;
    for (long k = 0; k < w->nx * w->ny; k++) {
        w->filled[k] = height_m(w->field, k % w->nx, w->ny - 1 - k / w->nx);
        w->area[k] = 0;
        w->way[k] = -1;
        w->seen[k] =
            k % w->nx == 0 || k / w->nx == 0 || k % w->nx == w->nx - 1 || k / w->nx == w->ny - 1;
        if (w->seen[k]) w->reached[count++] = k;
    }
    while (count > 0) {
        long lowest = 0;
        for (long i = 1; i < count; i++) {
            const double more = w->filled[w->reached[i]] - w->filled[w->reached[lowest]];
            if (more < 0 || (more == 0 && w->reached[i] < w->reached[lowest])) lowest = i;
        }
        const long k = w->reached[lowest];
        w->reached[lowest] = w->reached[--count];
        for (int step = 0; step < 8; step++) {
            const long to = beside(w, k, step);
            if (to < 0 || w->seen[to]) continue;
            w->seen[to] = true;
            w->filled[to] = fmax(w->filled[to], w->filled[k]);
            w->way[to] = k;
            w->reached[count++] = to;
        }
    }
}

/* The area that drains through each point: each one's water is followed to the edge. */
static const double *drained(const struct ter_field *field)
{
    static struct water w;
    const double dx = field->scal_m[0], dy = field->scal_m[1];
    const double far[4] = {dx, hypot(dx, dy), dy, hypot(dx, dy)};
    w.field = field;
    w.nx = (long)field->points_x;
    w.ny = (long)field->points_y;
    fill_hollows(&w);
    for (long k = 0; k < w.nx * w.ny; k++) {
        double steepest = 0;
        for (int step = 0; step < 8; step++) {
            const long to = beside(&w, k, step);
            if (to < 0 || (w.filled[k] - w.filled[to]) / far[step % 4] <= steepest) continue;
            steepest = (w.filled[k] - w.filled[to]) / far[step % 4];
            w.way[k] = to;
        }
    }
    for (long k = 0; k < w.nx * w.ny; k++)
        for (long to = k; to >= 0; to = w.way[to]) w.area[to] += dx * dy;
    return w.area;
}

/* The share of the sky that each point sees: every point of its 16 lines is looked at. */
static const double *seen_sky(const struct ter_field *field)
{
    static const int lines[16][2] = {{1, 0},  {2, 1},  {1, 1},  {1, 2},   {0, 1},   {-1, 2},
                                     {-1, 1}, {-2, 1}, {-1, 0}, {-2, -1}, {-1, -1}, {-1, -2},
                                     {0, -1}, {1, -2}, {1, -1}, {2, -1}};
    static double share[MOST * MOST], height[MOST * MOST];
    const long nx = (long)field->points_x, ny = (long)field->points_y;
    const double axis = atan(0.5) / (2 * 3.14159265358979323846);
    for (long k = 0; k < nx * ny; k++) height[k] = height_m(field, k % nx, ny - 1 - k / nx);
    for (long k = 0; k < nx * ny; k++) {
        share[k] = 0;
        for (int line = 0; line < 16; line++) {
            const int east = lines[line][0], down = lines[line][1];
            const double step = hypot(east * field->scal_m[0], down * field->scal_m[1]);
            double steep = 0;
            for (long i = 1;; i++) {
                const long x = k % nx + i * east, y = k / nx + i * down;
                if (x < 0 || y < 0 || x >= nx || y >= ny) break;
                steep = fmax(steep, (height[y * nx + x] - height[k]) / ((double)i * step));
            }
            const double part = east == 0 || down == 0   ? axis
                                : abs(east) == abs(down) ? 0.125 - axis
                                                         : 0.0625;
            share[k] += part / (1 + steep * steep);
        }
    }
    return share;
}

/* A quantity of points: the curvature over a square, or what of each is known, from the north. */
struct quantity {
    double size;
    const double *known;
};

static double at_point(const struct ter_field *field, const struct quantity *q, long x, long y)
{
    if (q->known == NULL) return bent(field, q->size, x, y);
    return q->known[((long)field->points_y - 1 - y) * (long)field->points_x + x];
}

static double between(const struct ter_field *field, const struct quantity *q, double x, double y)
{
    double wx[4], wy[4], unused[4], sum = 0;
    cubic(wx, unused, x - floor(x));
    cubic(wy, unused, y - floor(y));
    for (int b = 0; b < 4; b++)
        for (int a = 0; a < 4; a++) {
            if (wx[a] * wy[b] == 0) continue;
            /* Beyond the edge they go on as heights do. */
            const long of[2] = {(long)floor(x) + a - 1, (long)floor(y) + b - 1};
            const long most[2] = {(long)field->points_x - 1, (long)field->points_y - 1};
            long at[2][2], weights[2][2];
            for (int c = 0; c < 2; c++) {
                const long edge = of[c] < 0 ? 0 : of[c] > most[c] ? most[c] : of[c];
                at[c][0] = edge, at[c][1] = 2 * edge - of[c];
                weights[c][0] = edge == of[c] ? 1 : 2, weights[c][1] = edge == of[c] ? 0 : -1;
            }
            double value = 0;
            for (int m = 0; m < 2; m++)
                for (int n = 0; n < 2; n++) {
                    const double weight = (double)(weights[0][m] * weights[1][n]);
                    if (weight == 0) continue;
                    value += weight * at_point(field, q, at[0][m], at[1][n]);
                }
            sum += wx[a] * wy[b] * value;
        }
    return sum;
}

/* A pixel, of which the outermost go on for ever. */
static double pixel(const struct srf_mask *mask, double column, double row)
{
    const double x = fmin(fmax(column, 0), mask->width - 1.0);
    const double y = fmin(fmax(row, 0), mask->height - 1.0);
    return mask->pixels[(size_t)y * mask->width + (size_t)x] / (double)mask->most_code;
}

/* The mean of the pixels around one, which the ends of a side of so many take part of; sides go in
 * steps of an eighth. A pixel beyond the edge has no neighbours of its own. Means are codes of 16 bits,
 * as the model says: codes and weights here are exact, so it is the same code. */
static double soft(const struct srf_mask *mask, const double side[2], double column, double row)
{
    double sum = 0, all = 0, steps[2];
    const double x = fmin(fmax(column, 0), mask->width - 1.0);
    const double y = fmin(fmax(row, 0), mask->height - 1.0);
    for (int k = 0; k < 2; k++) steps[k] = fmax(floor(side[k] * 8 + 0.5) / 8, 1);
    const double whole = UINT16_MAX;
    const int reach[2] = {(int)ceil((steps[0] - 1) / 2), (int)ceil((steps[1] - 1) / 2)};
    for (int j = -reach[1]; j <= reach[1]; j++)
        for (int i = -reach[0]; i <= reach[0]; i++) {
            const double wx = fmin((steps[0] + 1) / 2 - abs(i), 1);
            const double wy = fmin((steps[1] + 1) / 2 - abs(j), 1);
            sum += wx * wy * rint(whole * pixel(mask, x + i, y + j));
            all += wx * wy;
        }
    return floor(sum / all + 0.5) / whole;
}

static double masked(const struct srf_mask *mask, const struct srf_limit *limit,
                     const struct ter_field *field, double x, double y)
{
    const double units[2] = {field->points_x - 1.0, field->points_y - 1.0};
    const double side[2] = {(double)limit->size * mask->width / units[0],
                            (double)limit->size * mask->height / units[1]};
    const double column = x / units[0] * mask->width - 0.5;
    const double row = (units[1] - y) / units[1] * mask->height - 0.5;
    const double i = floor(column), j = floor(row), a = column - i, b = row - j;
    return (1 - b) * ((1 - a) * soft(mask, side, i, j) + a * soft(mask, side, i + 1, j)) +
           b * ((1 - a) * soft(mask, side, i, j + 1) + a * soft(mask, side, i + 1, j + 1));
}

/* What drains through points, what they see of the sky and how far it is to the ground that a layer is near to; NULL
 * of what no layer asks for. */
struct known {
    const double *area, *sky, *near_m[FIXTURE_MAX_LAYERS];
};

static bool asks(const struct fixture_map *f, enum srf_quantity quantity)
{
    for (uint32_t k = 1; k < f->map.layer_count; k++)
        for (int side = 0; side < 2; side++)
            if (f->layers[k].limits[quantity].on[side] >= 0.5f) return true;
    return false;
}

static double own(const struct srf_layer *layer, const struct ter_field *field,
                  const struct srf_mask *mask, const struct known *known, double relief,
                  double spacing, const uint64_t at[2])
{
    double h, east, north;
    terrain(&h, &east, &north, field, layer->smsz, ldexp((double)at[0], -32),
            ldexp((double)at[1], -32));
    const double g = hypot(east, north);
    double v = fmin(fmax(layer->covr, 0), 1);
    if (layer->alte[0] >= 0.5f) v *= limit_ramp(h - layer->altl[0], layer->altf[0]);
    if (layer->alte[1] >= 0.5f) v *= limit_ramp(layer->altl[1] - h, layer->altf[1]);
    if (layer->slpe[0] >= 0.5f) v *= slope_share(relief, layer->slpl[0], layer->slpf[0], g, false);
    if (layer->slpe[1] >= 0.5f) v *= slope_share(relief, layer->slpl[1], layer->slpf[1], g, true);
    const struct srf_limit *aspect = &layer->limits[SRF_ASPECT];
    if (aspect->on[0] >= 0.5f) v *= aspect_share(aspect, east, north);
    const struct srf_limit *position = &layer->limits[SRF_POSITION];
    if (position->on[0] >= 0.5f || position->on[1] >= 0.5f) {
        double mean, unused[2];
        terrain(&mean, &unused[0], &unused[1], field, position->size, ldexp((double)at[0], -32),
                ldexp((double)at[1], -32));
        v *= range_share(position, h - mean);
    }
    const struct srf_limit *bend = &layer->limits[SRF_CURVATURE];
    if (bend->on[0] >= 0.5f || bend->on[1] >= 0.5f)
        v *= range_share(bend, between(field, &(struct quantity){bend->size, NULL},
                                       ldexp((double)at[0], -32), ldexp((double)at[1], -32)));
    if (layer->limits[SRF_MASK].on[0] >= 0.5f) {
        const double m = masked(mask, &layer->limits[SRF_MASK], field, ldexp((double)at[0], -32),
                                ldexp((double)at[1], -32));
        v *= layer->limits[SRF_MASK].level >= 0.5f ? 1 - m : m;
    }
    const struct srf_limit *wet = &layer->limits[SRF_WETNESS];
    if (wet->on[0] >= 0.5f || wet->on[1] >= 0.5f)
        v *= range_share(wet, fmax(between(field, &(struct quantity){0, known->area},
                                           ldexp((double)at[0], -32), ldexp((double)at[1], -32)),
                                   field->scal_m[0] * field->scal_m[1]));
    const struct srf_limit *sky = &layer->limits[SRF_SKY];
    if (sky->on[0] >= 0.5f || sky->on[1] >= 0.5f)
        v *= range_share(sky,
                         fmin(fmax(between(field, &(struct quantity){0, known->sky},
                                           ldexp((double)at[0], -32), ldexp((double)at[1], -32)),
                                   0),
                              1));
    const double *const near_m = known->near_m[layer->index];
    if (near_m != NULL)
        v *= range_share(&layer->limits[SRF_NEAR],
                         fmax(between(field, &(struct quantity){0, near_m},
                                      ldexp((double)at[0], -32), ldexp((double)at[1], -32)),
                              0));
    if (layer->vari <= 0) return v;
    const double z = fractal(layer, at[0], at[1], spacing);
    const double n = fmin(fmax(MEAN + SPREAD * z, v - 1), 1);
    return fmin(fmax(v + (double)layer->vari * (n - (1 - v)), 0), 1);
}

/* How far it is from each point to the nearest one that a layer has without noise. False if rounding may decide which
 * points it has. */
static bool far_from(double *out, const struct srf_layer *to, const struct ter_field *field,
                     const struct srf_mask *mask, const struct known *known, double relief)
{
    static bool has[MOST * MOST];
    const long nx = field->points_x, ny = field->points_y;
    for (long k = 0; k < nx * ny; k++) {
        const uint64_t at[2] = {(uint64_t)(k % nx) << 32, (uint64_t)(ny - 1 - k / nx) << 32};
        double reach = 1;
        for (const struct srf_layer *l = to; l->parent != NULL && reach > 0; l = l->parent) {
            struct srf_layer plain = *l;
            plain.vari = 0;
            reach *= own(&plain, field, mask, known, relief, 1, at);
        }
        if (fabs(reach - 0.5) < 2e-5) return false;
        has[k] = reach >= 0.5;
        out[k] = has[k] ? 0 : 0x1p60;
    }
    for (long m = 0; m < nx * ny; m++) {
        const long x = m % nx, y = m / nx;
        const bool inside = x > 0 && y > 0 && x < nx - 1 && y < ny - 1 && has[m - 1] &&
                            has[m + 1] && has[m - nx] && has[m + nx];
        if (!has[m] || inside) continue; /* no way to what is inside is the shortest */
        for (long k = 0; k < nx * ny; k++) {
            const double east = (double)(k % nx - x) * field->scal_m[0],
                         down = (double)(k / nx - y) * field->scal_m[1];
            out[k] = fmin(out[k], east * east + down * down);
        }
    }
    for (long k = 0; k < nx * ny; k++) out[k] = sqrt(out[k]);
    return true;
}

/* Each layer is near to an earlier one, and so are those that this depends on. */
static bool know_near(struct known *known, size_t *found, const struct fixture_map *f,
                      const struct ter_field *field, const struct srf_mask *mask, double relief)
{
    static double metres[4][MOST * MOST];
    size_t used = 0;
    for (uint32_t k = 1; k < f->map.layer_count; k++) {
        const struct srf_layer *layer = &f->layers[k];
        if (!srf_is_near(layer)) continue;
        assert_true(used < 4);
        const uint32_t to = (uint32_t)(layer->near_to[1] - '0');
        if (!far_from(metres[used], &f->layers[to], field, mask, known, relief)) return false;
        known->near_m[k] = metres[used++];
    }
    *found += used;
    return true;
}

/* Limits of all kinds on each layer, so wide that products of them leave something. */
static void limit_by_all(struct fixture_map *f, const struct srf_mask *mask, uint64_t *random)
{
    static const float least[SRF_QUANTITIES][2] = {
        [SRF_POSITION] = {-9, 9},   [SRF_CURVATURE] = {-0.05f, 0.05f},
        [SRF_WETNESS] = {30, 6e4f}, [SRF_SKY] = {0.05f, 1.1f},
        [SRF_NEAR] = {0, 900},
    };
    for (uint32_t k = 1; k < f->map.layer_count; k++) {
        struct srf_layer *layer = &f->layers[k];
        layer->covr = random_map_in(random, 0.9f, 1.1f);
        layer->vari = random_map_in(random, 0, 0.5f);
        for (int side = 0; side < 2; side++) {
            layer->alte[side] = layer->slpe[side] = 1;
            layer->altl[side] = side == 0 ? 60.0f : 140.0f;
            layer->slpl[side] = side == 0 ? -0.1f : 6.0f;
            layer->altf[side] = random_map_in(random, 0, 20);
            layer->slpf[side] = random_map_in(random, 0, 1);
        }
        for (int q = 0; q < SRF_QUANTITIES; q++) {
            struct srf_limit *limit = &layer->limits[q];
            const float width = least[q][1] - least[q][0];
            for (int side = 0; side < 2; side++) {
                limit->on[side] = 1;
                limit->at[side] = least[q][side];
                limit->fuzziness[side] = width * random_map_in(random, 0, 0.2f);
            }
            limit->size = floorf(random_map_in(random, 4, 9) * 4) / 4 + (q == SRF_POSITION ? 5 : 0);
            limit->level = random_map_in(random, 0.5f, 1);
        }
        layer->limits[SRF_ASPECT].at[0] = random_map_in(random, 0, 360);
        layer->limits[SRF_ASPECT].at[1] = 170;
        layer->limits[SRF_ASPECT].fuzziness[0] = random_map_in(random, 0, 40);
        layer->limits[SRF_MASK].level = (float)(harness_random(random) % 2);
        layer->mask = mask->file;
        layer->near_to = "#1";
        if (k == 1 || k > 3) layer->limits[SRF_NEAR] = (struct srf_limit){{0}, {0}, {0}, 0, 0};
    }
}

/* ---- comparison ---- */

static uint64_t centre(uint64_t i, uint64_t count, uint64_t units)
{
    /* floor((2 i + 1) * units * 2^32 / (2 count)) without overflow for the sizes used here */
    return ((2 * i + 1) * units << 32) / (2 * count);
}

static void the_model_written_twice_agrees(void **state)
{
    (void)state;
    uint64_t random = 2024;
    double worst = 0, total = 0;
    size_t compared = 0, partly = 0, waters = 0, skies = 0, nears = 0, left_out = 0, all = 0;
    for (int round = 0; round < 60; round++) {
        const uint32_t px = 40 + harness_random(&random) % 60,
                       py = 40 + harness_random(&random) % 60;
        struct ter_field *field = fixture_field(px, py, 1.0 / 1500);
        fixture_hills(field, harness_random(&random));
        field->base_tu = 100;
        field->scal_m[2] = 9;
        struct fixture_map f;
        struct random_mask mask;
        random_map(&f, &random);
        random_map_mask(&mask, &f, &random);
        if (round % 10 == 4) limit_by_all(&f, &mask.picture, &random);
        for (uint32_t k = 1; round % 4 > 0 && k < f.map.layer_count; k++) /* it takes long */
            f.layers[k].limits[SRF_NEAR].on[0] = f.layers[k].limits[SRF_NEAR].on[1] = 0;

        struct render_options options = RENDER_OPTIONS_DEFAULT;
        options.width = px - 1 + harness_random(&random) % 300;
        options.height = py - 1 + harness_random(&random) % 300;
        options.relief = round % 5 == 0 ? 1 : harness_uniform(&random, 1.05, 3);
        struct scree_error err = SCREE_ERROR_INIT;
        struct render_merge *merge;
        struct render_plan *plan;
        assert_ok(render_merge_depth(&merge, &f.map, UINT32_MAX, &err), &err);
        assert_ok(render_plan_create(&plan, field, &f.map, &options, &err), &err);
        const size_t texels = (size_t)options.width * options.height;
        void *planes[FIXTURE_MAX_LAYERS] = {0};
        for (uint32_t k = 0; k < merge->count; k++) planes[k] = calloc(texels, sizeof(float));
        const struct render_target target = {
            .kind = SCREE_EFF_F32, .merge = merge, .planes = planes};
        render_rows(plan, 0, options.height, &target, 1);

        struct known known = {asks(&f, SRF_WETNESS) ? drained(field) : NULL,
                              asks(&f, SRF_SKY) ? seen_sky(field) : NULL,
                              {NULL}};
        const bool knows = know_near(&known, &nears, &f, field, &mask.picture, options.relief);
        left_out += !knows;
        waters += known.area != NULL;
        skies += known.sky != NULL;
        const double spacing = fmax((px - 1.0) / options.width, (py - 1.0) / options.height);
        for (int sample = 0; knows && sample < 300; sample++) {
            const uint32_t i = harness_random(&random) % options.width;
            const uint32_t j = harness_random(&random) % options.height;
            const uint64_t at[2] = {centre(i, options.width, px - 1),
                                    centre(options.height - 1 - j, options.height, py - 1)};
            double reach[FIXTURE_MAX_LAYERS] = {1};
            for (uint32_t k = 1; k < f.map.layer_count; k++) {
                const struct srf_layer *layer = &f.layers[k];
                reach[k] = reach[layer->parent->index] *
                           own(layer, field, &mask.picture, &known, options.relief, spacing, at);
                const double got = ((float *)planes[k])[(size_t)j * options.width + i];
                const double error = fabs(got - reach[k]);
                /* A hard edge turns the rounding of an altitude or a slope into all or nothing. */
                if (error > 1e-3)
                    partly++;
                else
                    worst = fmax(worst, error);
                total += error;
                compared++;
                all += round % 10 == 4 && reach[k] > 0.001 && reach[k] < 0.99;
            }
        }
        for (uint32_t k = 0; k < merge->count; k++) free(planes[k]);
        render_plan_free(plan);
        render_merge_free(merge);
        ter_free(field);
    }
    print_message("%zu coverages: worst difference %.2g, mean %.2g, %zu on a hard edge, %zu by all "
                  "limits, %zu maps left out\n",
                  compared, worst, total / (double)compared, partly, all, left_out);
    assert_true(compared > 50000);
    assert_true(partly < 3);
    assert_true(all > 500);
    assert_true(waters > 10 && skies > 10 && nears > 4 && left_out < 3);
    assert_true(worst < 2e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_model_written_twice_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
