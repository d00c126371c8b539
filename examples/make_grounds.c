/*
 * make_grounds mountains|canyon|valley|cone TERRAIN.ter
 *
 * Makes the other terrains of docs/styles.md: a range of mountains around a lake, 6.4 x 6.4 km, and a
 * plateau with mesas and a canyon, 4 x 4 km; and a river's valley between wooded hills at 2 m, 2 x 2 km,
 * which is what people drive on; and a volcano of 3.7 km in a plain, 20 x 20 km. Nothing of the C library
 * is used but sqrt and fabs, so the files have the same bytes everywhere.
 */
#include <stdio.h>
#include <string.h>

#include "examples/waves.h"
#include "ter/ter.h"

/* A lake in the south-east, at 620 m. */
static double mountains_m(double x, double y)
{
    const double bend_x = 0.06 * hills(211, 3, 4, x, y), bend_y = 0.06 * hills(231, 3, 4, x, y);
    const double along = x + bend_x + 0.35 * (y - 0.5), across = y + bend_y - 0.25 * (x - 0.5);
    const double range = ridges(251, 3.2, 6, along, across);
    const double high = step(1.25, 0.15, x + 0.9 - y) * 0.6 + 0.4;
    const double valley = fabs(across - 0.36 - 0.05 * wave(271, 2, x, 0.3));
    const double walls = step(0.02, 0.34, valley);
    const double bottom = 585 + 80 * along + 18 * hills(291, 6, 5, x, y);
    const double height = bottom + walls * (110 + 900 * range * high);
    return height > 620 ? height : 620;
}

static double canyon_m(double x, double y)
{
    const double bend = 0.10 * hills(311, 3, 5, x, y);
    const double plain = 1180 + 40 * x + 10 * hills(331, 5, 5, x, y);
    const double mesa = 0.9 * wave(351, 2.3, x + bend, y) + 0.5 * wave(352, 5.1, x, y + bend);
    const double tops = 95 * step(0.35, 0.50, mesa) + 70 * step(0.95, 1.06, mesa);
    const double river = 0.48 + 0.10 * wave(371, 1.7, 0.2, y) + 0.04 * wave(372, 4.3, 0.4, y);
    const double away = fabs(x + 0.5 * bend - river) / (1 + 0.25 * wave(373, 3, x, y));
    const double first = step(0.125, 0.155, away + 0.02 * hills(391, 9, 4, x, y));
    const double second = step(0.045, 0.085, away + 0.02 * hills(392, 8, 4, x, y));
    const double third = step(0.008, 0.040, away);
    return plain + tops * first - 120 * (1 - first) - 90 * (1 - second) - 60 * (1 - third);
}

/* A river that winds from south to north, meadows beside it, a scarp here and there. */
static double valley_m(double x, double y)
{
    const double bend = 0.12 * wave(411, 1.6, 0.3, y) + 0.03 * wave(412, 5.2, 0.7, y);
    const double away = fabs(x - 0.5 - bend);
    const double sides = step(0.05, 0.42, away);
    const double terrace = 9 * step(0.045, 0.06, away + 0.012 * wave(413, 6, x, y));
    const double slopes = 150 * sides * (0.75 + 0.35 * hills(431, 3, 4, x, y));
    const double gullies = 22 * sides * ridges(451, 5, 5, x, y);
    const double bed = -4 * (1 - step(0.004, 0.011, away));
    const double small = 1.6 * hills(471, 24, 6, x, y);
    return 180 + 14 * y + terrace + slopes + gullies + bed + small;
}

/* A cone that steepens towards its crater, with gullies down its sides. */
static double cone_m(double x, double y)
{
    const double to_x = x - 0.5, to_y = y - 0.5, away = sqrt(to_x * to_x + to_y * to_y);
    const double up = clamp(1 - away / 0.48, 0, 1);
    const double cone = 3600 * up * up * (0.45 + 0.55 * up);
    const double around = 0.03 / (away + 0.03); /* gullies run down: the same noise along a ray */
    const double gullies = ridges(511, 3, 4, to_x * around * 3, to_y * around * 3);
    const double crater = 260 * (1 - step(0.004, 0.018, away));
    return 300 + cone - crater + 170 * gullies * up * (1 - up) + 25 * hills(531, 9, 7, x, y);
}

struct ground {
    const char *name;
    uint32_t points;
    double unit_m; /* metres per terrain unit */
    double (*height_m)(double x, double y);
};
static const struct ground grounds[] = {{"mountains", 321, 20, mountains_m},
                                        {"canyon", 321, 12.5, canyon_m},
                                        {"valley", 1025, 2, valley_m},
                                        {"cone", 641, 31.25, cone_m}};

static void ground_row(void *context, uint32_t y, double *heights_tu)
{
    const struct ground *ground = context;
    const double last = ground->points - 1;
    for (uint32_t x = 0; x < ground->points; x++)
        heights_tu[x] = ground->height_m(x / last, y / last) / ground->unit_m;
}

int main(int argc, char **argv)
{
    const struct ground *ground = NULL;
    for (size_t i = 0; argc == 3 && i < sizeof grounds / sizeof grounds[0]; i++)
        if (strcmp(grounds[i].name, argv[1]) == 0) ground = &grounds[i];
    if (ground == NULL) {
        fprintf(stderr, "usage: make_grounds mountains|canyon|valley|cone TERRAIN.ter\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    const struct ter_source source = {
        ground->points, ground->points, ground->unit_m, ground_row, (void *)ground, 0, 0, 0, 0};
    if (ter_write_file(argv[2], &source, &err) == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "make_grounds: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
