/*
 * SRTM tiles: nothing but signed 16-bit numbers, high byte first, north first; metres; -32768 where
 * there is no data. The side tells the spacing, the name the south-west corner.
 */
#include "heights/heights_grid.h"

#include <string.h>

#include "base/path.h"
#include "image/image.h"

#define SIDE_3 1201 /* points of a degree at 3 seconds of arc, both edges included */
#define SIDE_1 3601
#define GLOBE_EPSG 4326

static size_t side_of(size_t size)
{
    if (size == (size_t)2 * SIDE_3 * SIDE_3) return SIDE_3;
    if (size == (size_t)2 * SIDE_1 * SIDE_1) return SIDE_1;
    return 0;
}

static int number_at(const char *digits, int count)
{
    int number = 0;
    for (int i = 0; i < count; i++) number = 10 * number + (digits[i] - '0');
    return number;
}

/* The longitude of the western edge, of a name that read_latitude() takes. */
static int longitude_of(const char *name)
{
    const int degrees = number_at(name + 4, 3);
    return name[3] == 'W' || name[3] == 'w' ? -degrees : degrees;
}

/* "N46E008" and then nothing or a '.': the latitude of the southern edge. */
static bool read_latitude(int *out, const char *name)
{
    if (strlen(name) < 7 || (name[7] != '\0' && name[7] != '.')) return false;
    const char north = name[0], east = name[3];
    if (strchr("NSns", north) == NULL || strchr("EWew", east) == NULL) return false;
    for (int i = 1; i < 7; i++)
        if (i != 3 && !text_is_digit(name[i])) return false;
    const int degrees = number_at(name + 1, 2);
    *out = north == 'S' || north == 's' ? -degrees : degrees;
    return *out >= -90 && *out < 90;
}

/* Points at whole degrees and between them, on WGS 84 (EPSG:4326).
 * Source of the keys: OGC 19-008r4, GeoTIFF Standard, 7.1 and annex D. */
static enum scree_code set_place(struct heights_grid *grid)
{
    static const uint16_t keys[] = {1,    1, 0, 3,           /* so many keys */
                                    1024, 0, 1, 2,           /* degrees */
                                    1025, 0, 1, 2,           /* pixels are points */
                                    2048, 0, 1, GLOBE_EPSG}; /* the system */
    const struct ter_globe *const globe = &grid->globe;
    const struct image_geo geo = {.scale = {globe->step_deg[0], globe->step_deg[1]},
                                  .tie = {0, 0, 0, globe->longitude_deg, globe->latitude_deg + 1},
                                  .keys = keys,
                                  .key_count = sizeof keys / sizeof *keys};
    grid->about->geo = image_geo_create(&geo);
    return grid->about->geo != NULL ? SCREE_OK : err_no_memory(grid->err);
}

bool heights_is_srtm(size_t size, const char *path)
{
    int latitude;
    return side_of(size) > 0 && path != NULL && read_latitude(&latitude, path_base_name(path));
}

enum scree_code heights_read_srtm(struct heights_grid *grid, const struct heights_input *input)
{
    const size_t side = side_of(input->size);
    int south;
    const char *const name = path_base_name(input->path);
    if (!read_latitude(&south, name)) return SCREE_MALFORMED; /* asked before */
    double degree_m[2];
    heights_degree_m(degree_m, south + 0.5);
    const double cells = (double)(side - 1);
    grid->what = "an SRTM tile";
    grid->cell_name = "SRTM tile";
    grid->cell_m[0] = degree_m[0] / cells;
    grid->cell_m[1] = degree_m[1] / cells;
    grid->globe = (struct ter_globe){south, {1.0 / cells, 1.0 / cells}, longitude_of(name), true};
    grid->is_scaled = grid->is_metres = grid->range_is_ignored = true;
    grid->unit_m = 1.0;
    grid->most = 65535;
    RETURN_IF_ERR(heights_grid_start(grid, side, side));
    RETURN_IF_ERR(set_place(grid));
    for (size_t j = 0; j < side; j++) {
        size_t first;
        RETURN_IF_ERR(heights_grid_row(&first, grid, j));
        int16_t *out = grid->elevations + first;
        const uint8_t *row = input->bytes + 2 * j * side;
        for (size_t i = 0; i < side; i++) {
            const int32_t number = row[2 * i] << 8 | row[2 * i + 1];
            out[i] = (int16_t)(number < 32768 ? number : number - 65536);
        }
    }
    if (input->options->cell_m == 0 && input->options->box_m == 0)
        warn_add(&grid->field->warnings, SCREE_NO_OFFSET,
                 "%d seconds of arc at latitude %g are taken as %.6g m east and %.6g m north, "
                 "slopes by each row's own latitude ({cell_m} replaces all)",
                 side == SIDE_3 ? 3 : 1, south + 0.5, grid->cell_m[0], grid->cell_m[1]);
    return SCREE_OK;
}
