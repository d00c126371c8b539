/* Heights in memory, as a raw file of them. */
#include <math.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "inputs/inputs.h"

static enum scree_code check(const float *heights_m, const struct scree_terrain_options *how,
                             struct scree_error *err)
{
    const uint32_t points_x = how->raw_width, points_y = how->raw_height;
    const uint64_t count = (uint64_t)points_x * points_y;
    if (points_x < 2 || points_y < 2)
        return err_set_option(err, points_x < 2 ? "points_x" : "points_y",
                              "%u x %u points, expected at least 2 a side", (unsigned)points_x,
                              (unsigned)points_y);
    if (!(how->cell_m > 0 && isfinite(how->cell_m)))
        return err_set_option(err, "cell_m", "is %g metres, expected a finite number above 0",
                              how->cell_m);
    if (count > how->max_points)
        return err_set(err, SCREE_LIMIT, "%u x %u points, the limit is %llu", (unsigned)points_x,
                       (unsigned)points_y, (unsigned long long)how->max_points);
    for (uint64_t i = 0; i < count; i++)
        if (!isfinite(heights_m[i]))
            return err_set(err, SCREE_BAD_ARGUMENT,
                           "the height in column %llu of row %llu is not finite",
                           (unsigned long long)(i % points_x), (unsigned long long)(i / points_x));
    return SCREE_OK;
}

enum scree_code inputs_open_heights(struct inputs_opened *out, struct scree_bytes *bytes,
                                    struct scree_terrain_options *how, const float *heights_m,
                                    struct scree_error *err)
{
    const size_t count = (size_t)how->raw_width * how->raw_height;
    *bytes = (struct scree_bytes){NULL, 0};
    how->raw = SCREE_RAW_F32;
    how->height_range_m[1] = 1;
    RETURN_IF_ERR(check(heights_m, how, err));
    RETURN_IF_ERR(MEM_NEED(&bytes->data, count, 4, err));
    bytes->size = count * 4;
    for (size_t i = 0; i < count; i++) bytes_put_f32le(bytes->data + 4 * i, heights_m[i]);
    return inputs_open_memory(out, NULL, bytes->data, bytes->size, err);
}
