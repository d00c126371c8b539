/* Grids in longitude and latitude: the points of a row are closer together the nearer it is to a
 * pole. docs/model.md (Grids in degrees) states the arithmetic to the bit. */
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

float ter_run_x(const struct ter_field *field, uint64_t y)
{
    return (float)(field->step_tu * field->scal_m[2] / ter_cell_x_m(field, y));
}
