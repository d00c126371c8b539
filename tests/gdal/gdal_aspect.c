/*
 * gdal_aspect FILE.ter ASPECT.raw
 *
 * Compares the directions that limits by aspect see at the points of a terrain with those of gdaldem
 * (degrees clockwise from north, float32 in the machine's order, northern row first). Left out are the
 * four corners, where GDAL extends rows otherwise, and ground flatter than a gradient of 0.01, whose
 * direction hangs on the rounding of float32 metres.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "bench/files.h"
#include "render/limit.h"
#include "ter/ter.h"

#define TOLERANCE 0.5 /* degrees */
#define FLAT 0.01f

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
    size_t compared = 0, outside = 0;
    for (size_t y = 0; y < rows; y++) {
        float *const sx = floats + columns, *const sy = sx + columns;
        ter_sample_row(field, x, columns, (uint64_t)y << 32, sy + columns,
                       &(struct ter_ground){floats, sx, sy});
        for (size_t i = 0; i < columns; i++) {
            if ((i == 0 || i == columns - 1) && (y == 0 || y == rows - 1)) continue;
            if (hypotf(sx[i], sy[i]) < FLAT) continue;
            float theirs;
            memcpy(&theirs, raw.data + ((rows - 1 - y) * columns + i) * sizeof theirs,
                   sizeof theirs);
            const float ours = limit_aspect(sx[i], sy[i]);
            double off = fabs((double)ours - (double)theirs);
            if (off > 180) off = 360 - off;
            worst = fmax(worst, off);
            compared++;
            if (!(off <= TOLERANCE) && outside++ < 5)
                fprintf(stderr, "column %zu row %zu: %.9g degrees, gdaldem %.9g\n", i, y,
                        (double)ours, (double)theirs);
        }
    }
    printf("%s: %zu directions, worst difference %.2g degrees\n", argv[1], compared, worst);
    mem_free(x);
    mem_free(floats);
    file_bytes_free(&raw);
    ter_free(field);
    return outside > 0 || 2 * compared < columns * rows;
}
