/*
 * The georeference of a GeoTIFF, carried from one raster to another over the same ground.
 * Source: GeoTIFF 1.1 (OGC 19-008), raster space and the two forms of a model transformation.
 */
#include "image/image.h"

#include <string.h>

#include "base/mem.h"

#define KEY_RASTER_TYPE 1025
#define RASTER_IS_POINT 2

struct image_geo *image_geo_create(const struct image_geo *from)
{
    const size_t keys = from->key_count * sizeof *from->keys;
    const size_t doubles = from->double_count * sizeof *from->doubles;
    /* zeroed: the text ends, whatever the file has */
    struct image_geo *geo = mem_alloc(1, sizeof *geo + doubles + keys + from->ascii_count + 1);
    if (geo == NULL) return NULL;
    *geo = *from;
    unsigned char *at = (unsigned char *)(geo + 1);
    if (doubles > 0) memcpy(at, from->doubles, doubles);
    geo->doubles = (const double *)(const void *)at;
    at += doubles;
    if (keys > 0) memcpy(at, from->keys, keys);
    geo->keys = (const uint16_t *)(const void *)at;
    at += keys;
    if (from->ascii_count > 0) memcpy(at, from->ascii, from->ascii_count);
    geo->ascii = (const char *)at;
    return geo;
}

void image_geo_free(struct image_geo *geo)
{
    mem_free(geo);
}

/* Where the middle of a pixel lies in raster space, from its number. */
static double middle_of(const struct image_geo *geo)
{
    for (uint32_t i = 4; i + 4 <= geo->key_count; i += 4)
        if (geo->keys[i] == KEY_RASTER_TYPE && geo->keys[i + 1] == 0 &&
            geo->keys[i + 3] == RASTER_IS_POINT)
            return 0.0;
    return 0.5;
}

void image_geo_middle(double out[2], const struct image_geo *geo, double column, double row)
{
    const double x = column + middle_of(geo), y = row + middle_of(geo);
    const double *m = geo->matrix;
    for (int i = 0; i < 2 && geo->has_matrix; i++)
        out[i] = m[4 * i] * x + m[4 * i + 1] * y + m[4 * i + 3];
    if (geo->has_matrix) return;
    out[0] = geo->tie[3] + (x - geo->tie[0]) * geo->scale[0];
    out[1] = geo->tie[4] - (y - geo->tie[1]) * geo->scale[1];
}

bool image_geo_pixel(double out[2], const struct image_geo *geo, const double at[2])
{
    const double middle = middle_of(geo), *const m = geo->matrix;
    if (!geo->has_matrix) {
        out[0] = geo->tie[0] + (at[0] - geo->tie[3]) / geo->scale[0] - middle;
        out[1] = geo->tie[1] - (at[1] - geo->tie[4]) / geo->scale[1] - middle;
        return geo->scale[0] != 0 && geo->scale[1] != 0;
    }
    const double size = m[0] * m[5] - m[1] * m[4], x = at[0] - m[3], y = at[1] - m[7];
    out[0] = (m[5] * x - m[1] * y) / size - middle;
    out[1] = (m[0] * y - m[4] * x) / size - middle;
    return size != 0;
}

/* A scale and a tie point as the matrix that they represent. */
static void make_matrix(struct image_geo *geo)
{
    double *m = geo->matrix;
    memset(m, 0, sizeof geo->matrix);
    m[0] = geo->scale[0];
    m[3] = geo->tie[3] - geo->tie[0] * geo->scale[0];
    m[5] = -geo->scale[1];
    m[7] = geo->tie[4] + geo->tie[1] * geo->scale[1];
    m[10] = geo->scale[2];
    m[11] = geo->tie[5] - geo->tie[2] * geo->scale[2];
    m[15] = 1.0;
    geo->has_matrix = true;
}

void image_geo_place(struct image_geo *out, const struct image_geo *geo, const double from[2],
                     const double step[2])
{
    *out = *geo;
    if (from[0] == 0 && from[1] == 0 && step[0] == 1 && step[1] == 1) return; /* the same raster */
    const double middle = middle_of(geo);
    if (!out->has_matrix && (step[0] < 0 || step[1] < 0)) make_matrix(out);
    /* The old raster's place of the new one's 0. */
    const double x = from[0] - step[0] * middle + middle, y = from[1] - step[1] * middle + middle;
    if (out->has_matrix) {
        double *m = out->matrix;
        for (int row = 0; row < 12; row += 4) {
            m[row + 3] += m[row] * x + m[row + 1] * y;
            m[row] = m[row] * step[0] + 0.0; /* never -0 */
            m[row + 1] = m[row + 1] * step[1] + 0.0;
        }
        return;
    }
    out->tie[3] += (x - out->tie[0]) * out->scale[0];
    out->tie[4] -= (y - out->tie[1]) * out->scale[1];
    out->tie[0] = out->tie[1] = 0;
    for (int i = 0; i < 2; i++) out->scale[i] *= step[i];
}
