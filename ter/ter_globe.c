/*
 * Grids in longitude and latitude: the points of a row are closer together the nearer it is to a
 * pole. docs/model.md (Grids in degrees) states the arithmetic to the bit.
 *
 * Rule (The model): In degrees slopes to the east take each row's latitude. See
 * model.md#terrain-between-its-points. Tests: golden/relief-degrees, golden/stranger,
 * unit/test_degrees.
 */
#include "ter/ter.h"

#include "base/globe.h"
#include "base/turn.h"

bool ter_is_on_globe(const struct ter_field *field)
{
    return field->globe.step_deg[0] > 0;
}

double ter_latitude_deg(const struct ter_field *field, uint64_t y)
{
    return field->globe.latitude_deg + (double)y * 0x1p-32 * field->globe.step_deg[1];
}

double ter_cell_x_m(const struct ter_field *field, uint64_t y)
{
    if (!ter_is_on_globe(field)) return field->scal_m[0];
    double sine, cosine, degree_m[2];
    turn_sine_cosine(ter_latitude_deg(field, y), &sine, &cosine);
    globe_degree_m(degree_m, cosine);
    const double cell_m = field->globe.step_deg[0] * degree_m[0];
    return cell_m > TER_MIN_SCAL_M ? cell_m : TER_MIN_SCAL_M;
}

/* Of a latitude; beyond a pole there is nothing. */
static double zone_at(const struct ter_field *field, double y)
{
    double latitude = field->globe.latitude_deg + y * field->globe.step_deg[1];
    latitude = latitude > 90.0 ? 90.0 : latitude < -90.0 ? -90.0 : latitude;
    double sine, cosine;
    turn_sine_cosine(latitude, &sine, &cosine);
    return globe_zone(sine);
}

double ter_zone(const struct ter_field *field, double from_y, double to_y)
{
    return ter_is_on_globe(field) ? zone_at(field, to_y) - zone_at(field, from_y) : to_y - from_y;
}

double ter_extent_m2(const struct ter_field *field)
{
    if (!ter_is_on_globe(field)) return ter_extent_x_m(field) * ter_extent_y_m(field);
    const double across = (field->points_x - 1.0) * field->globe.step_deg[0] * ANGLE_RADIANS;
    return GLOBE_ZONE_M2 * across * ter_zone(field, 0.0, field->points_y - 1.0);
}

float ter_run_x(const struct ter_field *field, uint64_t y)
{
    return (float)(field->step_tu * field->scal_m[2] / ter_cell_x_m(field, y));
}
