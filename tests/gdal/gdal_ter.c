/*
 * The two ends of test_gdal_ter.sh.
 *   gdal_ter write FILE.ter FILE.raw   a non-square .ter whose elevations are known, and those as
 *                                      int16 little-endian, northern row first as GDAL gives them
 *   gdal_ter compare A.ter B.ter       whether two files agree in metres to one step of the coarser
 *   gdal_ter part A.ter B.ter X Y      the same of B and the part of A that begins X points from
 * the west and Y points from the north
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/file.h"
#include "bench/files.h"
#include "ter/ter.h"

#define POINTS_X 37
#define POINTS_Y 23
#define HEIGHT_SCALE 21
#define BASE_HEIGHT 17

/* From -32768 to 32767, so that HEIGHT_SCALE is the smallest that holds the range. */
static int elevation(uint32_t x, uint32_t y)
{
    return (int)((y * POINTS_X + x) * 65535 / (POINTS_X * POINTS_Y - 1)) - 32768;
}

static void give_row(void *context, uint32_t y, double *heights_tu)
{
    (void)context;
    for (uint32_t x = 0; x < POINTS_X; x++)
        heights_tu[x] = BASE_HEIGHT + elevation(x, y) * (HEIGHT_SCALE / 65536.0);
}

static int fail(const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "%s\n", err_format(text, sizeof text, err));
    return 1;
}

static int write_both(const char *ter, const char *raw)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const struct ter_source source = {POINTS_X, POINTS_Y, 10.0, give_row, NULL, 0, 0, 0, 0};
    if (ter_write_file(ter, &source, &err) != SCREE_OK) return fail(&err);
    static uint8_t bytes[2 * POINTS_X * POINTS_Y];
    uint8_t *next = bytes;
    for (uint32_t y = POINTS_Y; y-- > 0;) {
        for (uint32_t x = 0; x < POINTS_X; x++, next += 2)
            bytes_put_u16le(next, (uint16_t)elevation(x, y));
    }
    if (file_write_whole(raw, bytes, sizeof bytes, &err) != SCREE_OK) return fail(&err);
    return 0;
}

static double altitude_m(const struct ter_field *field, size_t i)
{
    return (field->base_tu + field->step_tu * field->elevations[i]) * field->scal_m[2];
}

/* The points of b, of which the first from the north-west is point (x, y) of a from there. */
static double largest_difference_m(const struct ter_field *a, const struct ter_field *b, uint32_t x,
                                   uint32_t y)
{
    const size_t south = a->points_y - y - b->points_y;
    double largest_m = 0.0;
    for (size_t j = 0; j < b->points_y; j++)
        for (size_t i = 0; i < b->points_x; i++)
            largest_m = fmax(largest_m, fabs(altitude_m(a, (south + j) * a->points_x + x + i) -
                                             altitude_m(b, j * b->points_x + i)));
    return largest_m;
}

static int compare(const char *path_a, const char *path_b, bool is_part, uint32_t x, uint32_t y)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *a = NULL, *b = NULL;
    int result = 1;
    if (ter_read_file(&a, path_a, NULL, &err) != SCREE_OK ||
        ter_read_file(&b, path_b, NULL, &err) != SCREE_OK) {
        fail(&err);
    } else if (is_part ? x + b->points_x > a->points_x || y + b->points_y > a->points_y
                       : a->points_x != b->points_x || a->points_y != b->points_y) {
        fprintf(stderr, "sizes differ\n");
    } else {
        const double step_m = fmax(a->step_tu * a->scal_m[2], b->step_tu * b->scal_m[2]);
        const double largest_m = largest_difference_m(a, b, x, y);
        printf("largest difference %g m, step %g m\n", largest_m, step_m);
        result = !(largest_m <= step_m * 1.001);
    }
    ter_free(a);
    ter_free(b);
    return result;
}

int main(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[1], "write") == 0) return write_both(argv[2], argv[3]);
    if (argc == 4 && strcmp(argv[1], "compare") == 0) return compare(argv[2], argv[3], false, 0, 0);
    if (argc == 6 && strcmp(argv[1], "part") == 0)
        return compare(argv[2], argv[3], true, (uint32_t)atoi(argv[4]), (uint32_t)atoi(argv[5]));
    fprintf(
        stderr,
        "usage: gdal_ter write FILE.ter FILE.raw | compare A.ter B.ter | part A.ter B.ter X Y\n");
    return 2;
}
