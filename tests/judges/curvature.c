/*
 * judge_curvature FILE.ter SIZE HEIGHTS.raw             the heights in metres, for GRASS
 * judge_curvature FILE.ter SIZE SLOPE MAXIC MINIC CROSC compares curvatures over SIZE units
 *
 * Files are float32 in the machine's order, northern row first. The second way compares what limits
 * by curvature see at the points with what r.param.scale says, put together as docs/model.md has it:
 * ((maxic + minic) + S crosc) / (2 (1 + S) sqrt(1 + S)), S the square of the tangent of the slope.
 * GRASS has no values within half the square of the edge. Its heights and results are float32, so
 * ground that is hardly bent hangs on their rounding; differences are held against the curvature or,
 * where that is less, a hundredth of its root mean square.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "bench/files.h"
#include "ter/ter.h"

#define MEDIAN 0.01 /* of the relative differences */
#define RADIANS 0.017453292519943295

static int fail(const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "%s\n", err_format(text, sizeof text, err));
    return 1;
}

static int write_heights(const struct ter_field *field, const char *path)
{
    const size_t columns = field->points_x, rows = field->points_y;
    FILE *const file = fopen(path, "wb");
    bool ok = file != NULL;
    for (size_t y = rows; y-- > 0 && ok;)
        for (size_t x = 0; x < columns && ok; x++) {
            const size_t at = y * columns + x;
            const double sample =
                field->elevations != NULL ? field->elevations[at] : (double)field->samples[at];
            const float height = (float)ter_altitude_m(field, field->step_tu * sample);
            ok = fwrite(&height, sizeof height, 1, file) == 1;
        }
    if (file != NULL) ok = fclose(file) == 0 && ok;
    if (ok) printf("%zu %zu %.17g %.17g\n", columns, rows, field->scal_m[0], field->scal_m[1]);
    return !ok;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double theirs_at(struct scree_bytes *raw, size_t at)
{
    float value[4];
    for (int k = 0; k < 4; k++) memcpy(&value[k], raw[k].data + 4 * at, 4);
    const double tangent = tan((double)value[0] * RADIANS), s = tangent * tangent;
    return ((double)value[1] + (double)value[2] + s * (double)value[3]) /
           (2 * (1 + s) * sqrt(1 + s));
}

static int compare(const struct ter_field *field, double size, struct scree_bytes *raw)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *bent;
    if (ter_curvature(&bent, field, size, NULL, &err) != SCREE_OK) return fail(&err);
    const size_t columns = field->points_x, rows = field->points_y, edge = (size_t)size / 2 + 1;
    double *const off = mem_alloc(columns * rows, sizeof *off);
    double squares = 0;
    size_t count = 0;
    if (off == NULL) return 1;
    for (size_t i = 0; i < columns * rows; i++)
        squares += (double)bent->samples[i] * (double)bent->samples[i];
    const double least = 0.01 * sqrt(squares / (double)(columns * rows));
    for (size_t y = edge; y + edge < rows; y++)
        for (size_t x = edge; x + edge < columns; x++) {
            const double theirs = theirs_at(raw, (rows - 1 - y) * columns + x);
            const double ours = (double)bent->samples[y * columns + x];
            off[count++] = fabs(ours - theirs) / fmax(fabs(theirs), least);
        }
    qsort(off, count, sizeof *off, ascending);
    const double median = off[count / 2];
    printf("size %g: %zu curvatures, relative difference %.2g in the median, %.2g in 99 of 100\n",
           size, count, median, off[count / 100 * 99]);
    mem_free(off);
    ter_free(bent);
    return !(median <= MEDIAN) || count < 500;
}

int main(int argc, char **argv)
{
    if (argc != 4 && argc != 7) return 2;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field;
    if (ter_read_file(&field, argv[1], NULL, &err) != SCREE_OK) return fail(&err);
    if (argc == 4) {
        const int result = write_heights(field, argv[3]);
        ter_free(field);
        return result;
    }
    struct scree_bytes raw[4];
    for (int k = 0; k < 4; k++) {
        if (file_read(&raw[k], argv[3 + k], UINT64_C(1) << 32, &err) != SCREE_OK) return fail(&err);
        if (raw[k].size == (size_t)field->points_x * field->points_y * sizeof(float)) continue;
        fprintf(stderr, "%s: %zu bytes\n", argv[3 + k], raw[k].size);
        return 1;
    }
    const int result = compare(field, atof(argv[2]), raw);
    for (int k = 0; k < 4; k++) file_bytes_free(&raw[k]);
    ter_free(field);
    return result;
}
