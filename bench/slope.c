/*
 * slope TERRAIN.ter OUT.tif
 *
 * The slope of every point, rise over run times 100, as 32-bit floats north on top: what
 * "gdaldem slope -p" writes. One thread.
 */
#include <math.h>
#include <stdio.h>

#include "base/lanes.h"
#include "base/mem.h"
#include "bench/files.h"
#include "image/image.h"
#include "ter/ter.h"

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: slope TERRAIN.ter OUT.tif\n");
        return 2;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct ter_field *field = NULL;
    struct image_tiff *tiff = NULL;
    struct file_writer file = {0};
    enum scree_code code = ter_read_file(&field, argv[1], NULL, &err);
    if (code == SCREE_OK) {
        const struct image_tiff_form form = {
            field->points_x, field->points_y, 1, IMAGE_F32, {0, 0}, NULL, false};
        code = file_create(&file, argv[2], &err);
        if (code == SCREE_OK) code = image_tiff_create(&tiff, &file.out, &form, &err);
    }
    if (code == SCREE_OK) {
        const size_t count = field->points_x, padded = lanes_pad(count);
        const struct ter_kernels *kernels = ter_select(CPU_BEST);
        struct ter_rows *rows =
            mem_alloc_pixels(1, ter_rows_bytes(count, (uint64_t)(count - 1) << 32));
        float *const row = mem_alloc_pixels(3 * padded, sizeof *row);
        float *const slope_x = row + padded, *const slope_y = slope_x + padded;
        uint64_t *x = mem_alloc(count, sizeof *x);
        for (size_t i = 0; i < count; i++) x[i] = (uint64_t)i << 32;
        kernels->start(rows, field, x, count);
        for (uint32_t j = field->points_y; j-- > 0 && code == SCREE_OK;) {
            kernels->next(rows, (uint64_t)j << 32, row, slope_x, slope_y);
            for (size_t i = 0; i < padded; i++)
                row[i] = 100.0f * sqrtf(slope_x[i] * slope_x[i] + slope_y[i] * slope_y[i]);
            code = image_tiff_rows(tiff, row, 1, &err);
        }
        if (code == SCREE_OK) {
            code = image_tiff_finish(tiff, &err);
            tiff = NULL;
        }
        mem_free(x);
        mem_free_pixels(row);
        mem_free_pixels(rows);
    }
    image_tiff_abort(tiff);
    if (file.path != NULL) code = file_finish(&file, code, argv[2], &err);
    ter_free(field);
    if (code == SCREE_OK) return 0;
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "slope: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
