/*
 * make_relief TERRAIN.ter SURFACE.srf
 *
 * Makes the inputs of the golden case "relief": what the example does not have - a terrain that is
 * not square, a layer that sees the terrain smoothed (SMSZ above 1), inverted noise, hard edges and
 * limits on both sides.
 */
#include "tests/fixture.h"

#define POINTS_X 61
#define POINTS_Y 47

static void row(void *context, uint32_t y, double *heights_tu)
{
    struct ter_field *field = context;
    for (uint32_t x = 0; x < POINTS_X; x++)
        heights_tu[x] = field->step_tu * *fixture_point(field, x, y);
}

int main(int argc, char **argv)
{
    if (argc != 3) return 2;
    struct ter_field *field = fixture_field(POINTS_X, POINTS_Y, 1.0 / 2048);
    fixture_hills(field, 11);
    struct fixture_map f;
    fixture_map_rich(&f);
    struct srf_new_layer layers[FIXTURE_MAX_LAYERS];
    for (uint32_t k = 0; k < f.map.layer_count; k++) {
        layers[k].parent = k > 0 ? f.layers[k].parent->index : 0;
        layers[k].values = f.layers[k];
    }
    struct scree_error err = SCREE_ERROR_INIT;
    const struct ter_source source = {POINTS_X, POINTS_Y, 10.0, row, field, 0, 0, 0, 0};
    if (ter_write_file(argv[1], &source, &err) == SCREE_OK &&
        srf_build_file(argv[2], layers, f.map.layer_count, &err) == SCREE_OK) {
        ter_free(field);
        return 0;
    }
    char text[ERR_TEXT_SIZE];
    fprintf(stderr, "make_relief: %s\n", err_format(text, sizeof text, &err));
    return 1;
}
