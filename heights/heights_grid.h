/*
 * What all readers share: the field that is being filled, what its numbers mean, and what must be
 * known before it can be handed out.
 *
 * A reader sets what it knows of the file, calls heights_grid_start(), stores numbers row by row
 * and calls heights_grid_finish().
 */
#ifndef HEIGHTS_HEIGHTS_GRID_H
#define HEIGHTS_HEIGHTS_GRID_H

#include "heights/heights.h"

/* A file on its way in. */
struct heights_input {
    const uint8_t *bytes; /* bytes[0 .. size): all of the file, but of TIFF and PNG, which are
                             read from file in parts, the first few */
    size_t size;
    struct file_input *file;
    const char *path; /* NULL: not known */
    const struct scree_terrain_options *options;
    struct scree_job *job;
};

/* heights_no_place() refuses degrees that a projection has no place for. */
enum scree_code heights_no_place(struct scree_error *err);

/* heights_project() turns longitudes x and latitudes y on WGS 84 into a projection's coordinates, of
 * a place that has none into NaN. To prepare it takes as long as some thousand places.
 * SCREE_UNSUPPORTED. */
MUST_USE enum scree_code heights_project(double *x, double *y, size_t count,
                                         const struct image_geo *geo, struct scree_error *err);

struct heights_grid {
    /* Set by readers. */
    const char *what;       /* "a PNG picture", in refusals */
    const char *cell_name;  /* what the file calls its cell size, NULL if it has none */
    double cell_m[2];       /* x, y; 0: not known */
    struct ter_globe globe; /* of a grid in degrees */
    bool is_float;          /* numbers are floats: samples; else elevations */
    int32_t offset;         /* elevation = number - offset, 0 or 32768 */
    double least, most;     /* numbers that range_m represents */
    bool is_scaled;         /* altitude = zero_m + unit_m * number unless range_m says otherwise */
    bool range_is_ignored;  /* range_m has no meaning for this format */
    double zero_m, unit_m;
    bool is_metres;  /* is_scaled with 0 and 1: numbers no mountain has are missing data */
    bool has_nodata; /* the number nodata is missing data */
    double nodata;
    bool south_first;       /* the file's first row is south */
    uint64_t reading_bytes; /* memory that reading takes besides the field's */

    /* Kept by heights_grid_*(). */
    bool is_coarse; /* whole numbers of 8 bits or fewer */
    struct ter_field *field;
    int16_t *elevations; /* where the field's stand, to be written; one of the two */
    float *samples;
    struct heights_about *about;
    const struct scree_terrain_options *options;
    struct scree_job *job;
    size_t asked; /* for job_ask() */
    struct scree_error *err;
};

/* heights_grid_start() checks the size, and the memory that reading takes in all, and makes the
 * field. SCREE_MALFORMED (fewer than 2 points a side), SCREE_LIMIT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code heights_grid_start(struct heights_grid *grid, uint64_t width,
                                            uint64_t height);

/* heights_grid_row() sets *first to the index in elevations or samples of the first number of the
 * file's row j. It asks the job for all readers: SCREE_CANCELLED. */
MUST_USE enum scree_code heights_grid_row(size_t *first, struct heights_grid *grid, size_t j);

/* heights_grid_finish() gives the field its scale and its points without data their height.
 * SCREE_BAD_ARGUMENT: the message says which option is missing. SCREE_MALFORMED: no data at all. SCREE_NO_MEMORY. SCREE_CANCELLED. */
MUST_USE enum scree_code heights_grid_finish(struct heights_grid *grid);

/* heights_grid_warn_of_unit() says of a raster in metres whose heights name another unit that they are taken
 * as metres, unless a factor was given. Letter case and a plural do not matter. */
void heights_grid_warn_of_unit(struct heights_grid *grid, const char *unit);

/* Readers. Each fills grid->field (freed by the caller, also on failure) and grid->about. */
typedef enum scree_code heights_reader(struct heights_grid *grid,
                                       const struct heights_input *input);
MUST_USE heights_reader heights_read_png, heights_read_tiff, heights_read_pgm, heights_read_ascii,
    heights_read_srtm, heights_read_beamng, heights_read_raw, heights_read_hf2, heights_read_gdal;

/* heights_gdal_opens() asks GDAL; false in a build without it, and if path is NULL. */
bool heights_gdal_opens(const char *path);
static inline bool heights_is_blank(uint8_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}
/* heights_is_ascii() looks for the first word of an ESRI ASCII grid. */
bool heights_is_ascii(const uint8_t *bytes, size_t size);
/* heights_is_hf2() looks for the first bytes of an HF2 of version 0. */
bool heights_is_hf2(const uint8_t *bytes, size_t size);
/* heights_is_srtm() looks whether a file has the size of an SRTM tile and a name like N46E008.hgt.
 */
bool heights_is_srtm(size_t size, const char *path);

#endif
