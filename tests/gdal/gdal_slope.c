/*
 * gdal_slope FILE.ter SLOPE.raw
 *
 * Compares the gradients that ter_sample_row() gives at the points of a terrain with those of
 * gdaldem (per cent, float32 in the machine's order, northern row first). GDAL clamps the column
 * where it extends the first and last row, which halves the gradient along x in the four corners:
 * those are left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "bench/files.h"
#include "ter/ter.h"

#define TOLERANCE 1e-5

static int fail(const struct scree_error *err)
{
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "%s\n", err_format(text, sizeof text, err));
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field;
    struct scree_bytes raw;
    if (ter_read_file(&field, argv[1], NULL, &err) != SCREE_OK) return fail(&err);
    if (file_read(&raw, argv[2], UINT64_C(1) << 32, &err) != SCREE_OK) return fail(&err);
    const size_t columns = field->points_x, rows = field->points_y;
    if (raw.size != columns * rows * sizeof(float)) {
        fprintf(stderr, "%s: %zu bytes, expected %zu\n", argv[2], raw.size, columns * rows * 4);
        return 1;
    }
    uint64_t *x = mem_alloc(columns, sizeof *x);
    float *floats = mem_alloc(3 * columns + ter_scratch_floats((uint64_t)columns << 32), 4);
    if (x == NULL || floats == NULL) return 1;
    for (size_t i = 0; i < columns; i++) x[i] = (uint64_t)i << 32;

    double worst = 0;
    size_t outside = 0;
    for (size_t y = 0; y < rows; y++) {
        float *const sx = floats + columns, *const sy = sx + columns;
        ter_sample_row(field, x, columns, (uint64_t)y << 32, sy + columns,
                       &(struct ter_ground){floats, sx, sy});
        for (size_t i = 0; i < columns; i++) {
            if ((i == 0 || i == columns - 1) && (y == 0 || y == rows - 1)) continue;
            float percent;
            memcpy(&percent, raw.data + ((rows - 1 - y) * columns + i) * sizeof percent,
                   sizeof percent);
            const double ours = hypot(sx[i], sy[i]), theirs = percent / 100.0;
            const double error = fabs(ours - theirs) / fmax(1, theirs);
            worst = fmax(worst, error);
            if (!(error <= TOLERANCE) && outside++ < 5)
                fprintf(stderr, "column %zu row %zu: gradient %.9g, gdaldem %.9g\n", i, y, ours,
                        theirs);
        }
    }
    printf("%s: %zu x %zu gradients, worst difference %.2g\n", argv[1], columns, rows, worst);
    mem_free(x);
    mem_free(floats);
    file_bytes_free(&raw);
    ter_free(field);
    return outside > 0;
}
