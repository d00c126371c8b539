/* A part of a field, as it is stored. */
#include "ter/ter.h"

#include <string.h>

#include "base/mem.h"

enum scree_code ter_crop(struct ter_field **out, const struct ter_field *field, uint32_t first_x,
                         uint32_t first_y, uint32_t points_x, uint32_t points_y,
                         struct scree_error *err)
{
    *out = NULL;
    if (points_x < 2 || points_y < 2 || points_x > field->points_x || points_y > field->points_y ||
        first_x > field->points_x - points_x || first_y > field->points_y - points_y)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "cannot take %lu x %lu points from (%lu, %lu) of a terrain of %lu x %lu",
                       (unsigned long)points_x, (unsigned long)points_y, (unsigned long)first_x,
                       (unsigned long)first_y, (unsigned long)field->points_x,
                       (unsigned long)field->points_y);
    const bool whole = field->elevations != NULL;
    const size_t sample_bytes = whole ? sizeof *field->elevations : sizeof *field->samples;
    const char *from = whole ? (const char *)field->elevations : (const char *)field->samples;
    RETURN_IF_ERR(ter_make(out, field, points_x, points_y, !whole, err));
    struct ter_field *made = *out;
    char *to = made->memory;
    for (size_t y = 0; y < points_y; y++)
        memcpy(to + y * points_x * sample_bytes,
               from + ((first_y + y) * field->points_x + first_x) * sample_bytes,
               points_x * sample_bytes);
    made->globe.latitude_deg = ter_latitude_deg(field, (uint64_t)first_y << 32);
    made->globe.longitude_deg += first_x * made->globe.step_deg[0];
    return SCREE_OK;
}
