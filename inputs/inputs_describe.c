/* Terrains as programs see them. */
#include <stdio.h>
#include <string.h>

#include "inputs/inputs.h"

struct scree_terrain_info inputs_describe(const struct ter_field *field,
                                          const struct ter_ranges *ranges,
                                          const struct heights_about *about,
                                          const struct inputs_file *file)
{
    struct scree_terrain_info out = {
        .points_x = field->points_x,
        .points_y = field->points_y,
        .cell_m = {field->scal_m[0], field->scal_m[1], field->scal_m[2]},
        .extent_m = {ter_extent_x_m(field), ter_extent_y_m(field)},
        .altitude_m = {ter_altitude_shown(ranges, ranges->altitude_min_tu) * field->scal_m[2],
                       ter_altitude_shown(ranges, ranges->altitude_max_tu) * field->scal_m[2]},
        .slope = {ranges->slope_min, ranges->slope_max},
        .file_bytes = file != NULL ? file->size_bytes : 0,
    };
    if (file != NULL) snprintf(out.sha256, sizeof out.sha256, "%s", file->sha256);
    snprintf(out.format, sizeof out.format, "%s", heights_format_name(about->format));
    snprintf(out.numbers, sizeof out.numbers, "%s", about->numbers);
    out.has_place = heights_find_corners(out.corners_deg, field, about->geo);
    return out;
}

void inputs_name_graded(struct inputs_file *terrain, const struct inputs_file *roads)
{
    struct inputs_graded *out = &terrain->graded_for;
    const char *base = roads->base != NULL ? roads->base : "";
    const size_t length = strlen(base), room = sizeof out->name - 1;
    memcpy(out->name, base + (length > room ? length - room : 0), length < room ? length : room);
    out->size_bytes = roads->size_bytes;
    memcpy(out->sha256, roads->sha256, sizeof out->sha256);
    memcpy(out->credit, roads->credit, sizeof out->credit);
}
