/*
 * Heightfields of every origin as a struct ter_field.
 *
 * The first bytes decide what a file is, never its name; only files without any (raw numbers, SRTM
 * tiles) need more: raw numbers are what the options call so, an SRTM tile has the size and the
 * name of one. Rows that come north first are turned around: row 0 of the field is south.
 *
 * Scale. A terrain unit is one cell: scal_m is the distance of two points, from the file or
 * options.cell_m. A file that does not say what its numbers mean in metres needs options.height_range_m.
 * Nothing of this is guessed silently: what is missing is refused, what is concluded is a warning.
 *
 * Numbers. Whole numbers that fit 16 bits become elevations, whatever type the file stores them in,
 * so that equal heights give equal bytes in all that is made of them. Everything else gives float
 * samples.
 *
 * Source of each foreign fact: docs/formats/heights.md.
 */
#ifndef HEIGHTS_HEIGHTS_H
#define HEIGHTS_HEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/terrain.h>

#include "base/err.h"
#include "base/mercator.h"
#include "base/stream.h"
#include "beamter/beamter.h"
#include "ter/ter.h"

struct image_geo; /* image/image.h */

enum heights_format {
    HEIGHTS_TERRAGEN,
    HEIGHTS_PNG,
    HEIGHTS_TIFF,
    HEIGHTS_PGM,
    HEIGHTS_ASCII, /* ESRI ASCII grid */
    HEIGHTS_SRTM,  /* .hgt */
    HEIGHTS_BEAMNG,
    HEIGHTS_RAW,
    HEIGHTS_GDAL,  /* any other raster, in a build with GDAL */
    HEIGHTS_WORLD, /* many files (worlds/worlds.h): heights_read_*() give no such field */
    HEIGHTS_HF2    /* of L3DT */
};

/* heights_format_name() is what a format is called in a sentence: "PNG picture". */
const char *heights_format_name(enum heights_format format);

/* heights_raw_name() is "u16" or "f32", NULL for none. */
const char *heights_raw_name(enum scree_raw raw);

/* Smaller terrains are read whole, whatever leave_in_file is. */
#define HEIGHTS_LEAVE_FROM_BYTES (UINT64_C(1) << 24)
/* heights_has_range() says whether options give altitudes of the lowest and the highest number; two NaNs
 * are given, and refused. */
bool heights_has_range(const struct scree_terrain_options *options);

/* Materials and holes of a BeamNG terrain, kept for those who write one back. */
#define HEIGHTS_HOLE BEAMTER_HOLE
struct heights_layers {
    unsigned version; /* 7, 8 or 9; 0: not a BeamNG terrain, the rest is empty */
    uint32_t size;    /* points a side */
    uint8_t *ids;     /* ids[y * size + x], row 0 south: number of a name, or HEIGHTS_HOLE */
    char **names;     /* names[0 .. count), as in the file */
    size_t count;
};

/* What stored numbers mean in metres: zero_m + unit_m * (sample + offset); unit_m 0: not known. */
struct heights_unit {
    double zero_m, unit_m;
    int32_t offset;
    bool is_float;
};

struct heights_about {
    enum heights_format format;
    char numbers[40];       /* what is stored: "16-bit whole numbers" */
    uint64_t memory_bytes;  /* that reading took at once */
    char scale_source[160]; /* where scal_m comes from: "{cell_m}", "ModelPixelScale", ... */
    struct heights_layers layers;
    /* Where the points of a GeoTIFF, an ASCII grid or an SRTM tile lie (image/image.h): those of the
     * field are the middles of its pixels, of which row 0 is the north; or NULL. */
    struct image_geo *geo;
    struct heights_unit unit;
    struct ter_globe globe; /* of a file in degrees, whatever cell_m makes of them: their places, */
    double globe_cell_m[2]; /* and how far apart its points are in the middle */
    bool has_water;         /* of the terrain of a game: its water lies at this altitude */
    double water_m;
};

/* heights_unit_apply() is base and step of a field whose unit has so many metres upwards; nothing
 * where the unit is not known. */
void heights_unit_apply(double *base_tu, double *step_tu, const struct heights_unit *unit,
                        double vertical_m);

/* heights_degree_m() gives the metres of a degree of longitude and of latitude at a latitude on the
 * WGS 84 ellipsoid; -90 < latitude_deg < 90. */
void heights_degree_m(double out_m[2], double latitude_deg);

/*
 * heights_finder_begin() prepares finding longitudes and latitudes on a field; geo is that of its struct
 * heights_about, or NULL, and both must outlive the finder. heights_finder_find() is where degrees[0] of
 * longitude and degrees[1] of latitude lie, in points from the field's west and south edge, any numbers:
 * it may be outside. Degrees are those of the file's own system, or, where that is a projection, of
 * WGS 84. SCREE_UNSUPPORTED: it does not say where it lies, or its projection takes GDAL and this build
 * has none; SCREE_MALFORMED, SCREE_NO_MEMORY. Threads: any may find.
 */
struct heights_finder {
    const struct ter_field *field;
    const struct image_geo *geo; /* of a file with keys, or NULL: the field's own degrees */
    bool is_plane,
        is_projected; /* geo's system: known to us, or one for GDAL; else it has degrees */
    struct mercator plane;
};
MUST_USE enum scree_code heights_finder_begin(struct heights_finder *out,
                                              const struct ter_field *field,
                                              const struct image_geo *geo, struct scree_error *err);
MUST_USE enum scree_code heights_finder_find(double out[2], const struct heights_finder *finder,
                                             const double degrees[2], struct scree_error *err);
/* heights_finder_find_all() is that for many longitudes x and latitudes y, in their place; what cannot
 * be found becomes NaN. */
void heights_finder_find_all(double *x, double *y, size_t count,
                             const struct heights_finder *finder);

/*
 * heights_over_begin() prepares finding places of a field, whose struct heights_about has geo, on a raster
 * of other pixels that says where it lies; all must outlive it. heights_over_find() turns places x and y in
 * points from the field's west and south edge into columns and rows of the raster, a pixel's middle
 * being a whole number: any numbers, NaN where it has no place. SCREE_UNSUPPORTED: one of the two does not
 * say where it lies, or in a coordinate system that is not known. Threads: any may find.
 */
struct heights_over {
    const struct ter_field *field;
    const struct image_geo *geo, *raster; /* geo NULL: the field's own degrees */
    bool is_one;                          /* both are in the metres of one projection */
    bool is_plane;                        /* else the field is on this one, or in degrees */
    struct mercator plane;
    struct ter_field shape; /* as large as the raster */
    struct heights_finder finder;
};
MUST_USE enum scree_code heights_over_begin(struct heights_over *out, const struct ter_field *field,
                                            const struct image_geo *geo,
                                            const struct image_geo *raster, uint32_t raster_width,
                                            uint32_t raster_height, struct scree_error *err);
void heights_over_find(double *x, double *y, size_t count, const struct heights_over *over);

/*
 * heights_find_bounds() is the box of longitudes and latitudes that a field lies in, but for what its
 * edges bend between sixteen places of each; west may be above east, where it goes over 180 degrees. Of a
 * projection that only GDAL knows it is the whole globe. Errors of heights_finder_begin().
 */
struct heights_bounds {
    double west, south, east, north;
};
MUST_USE enum scree_code heights_find_bounds(struct heights_bounds *out,
                                             const struct ter_field *field,
                                             const struct image_geo *geo, struct scree_error *err);
/* heights_find_corners() is longitude and latitude of the points in the north-west, the north-east and the south-west;
 * false: nobody can tell without GDAL. */
bool heights_find_corners(double out_deg[6], const struct ter_field *field,
                          const struct image_geo *geo);

/*
 * heights_cut_box() makes a terrain of square cells around a place of one that says where it lies: points x
 * points (0: as far apart as the terrain's are there, the shorter way) over side_m x side_m metres, on
 * a transverse Mercator around the middle. *about becomes that of the box. The field must be in memory;
 * points beside those without data have none. What it warned of stays with it.
 * On success the caller frees *out with ter_free(); on failure it is NULL: SCREE_BAD_ARGUMENT (the place,
 * the side, a box that reaches beyond the terrain), SCREE_UNSUPPORTED and others as heights_finder_find(),
 * SCREE_NO_MEMORY, SCREE_CANCELLED. Threads: those of the job, which change no result.
 */
#define HEIGHTS_MAX_BOX_M 200000.0
struct heights_box {
    double longitude_deg, latitude_deg; /* of its middle, on WGS 84 */
    double side_m;
    uint32_t points;
};
MUST_USE enum scree_code heights_cut_box(struct ter_field **out, struct heights_about *about,
                                         const struct ter_field *field,
                                         const struct heights_box *box, struct scree_job *job,
                                         struct scree_error *err);

/*
 * heights_read_file() reads the file at path, heights_read_input() an open one that was found there; then
 * path may be NULL. It is looked at for the name of an SRTM tile, and the level's files near it are read
 * for the scale of a BeamNG terrain that options do not give. If the field keeps *input (leave_in_file),
 * it is zeroed; in all other cases it remains the caller's.
 * On success *out is a field for ter_free() and *about for heights_about_free(); on failure *out is
 * NULL and *about is zeroed. options may be NULL.
 * SCREE_CANNOT_READ        the file cannot be opened or read
 * SCREE_MALFORMED   err->offset is the first byte that cannot be right, where one is to blame
 * SCREE_UNSUPPORTED something real that is not read, which the message names
 * SCREE_LIMIT       more points or bytes than the options allow; nothing was allocated for them
 * SCREE_BAD_ARGUMENT         an option is missing, and the message says which; or one makes no sense
 * SCREE_NO_MEMORY       memory ran out
 * SCREE_CANCELLED       by the job, which is polled
 * What is tolerated, and the warnings for it: docs/formats/heights.md.
 * Threads: any, on different outputs.
 */
MUST_USE enum scree_code heights_read_file(struct ter_field **out, struct heights_about *about,
                                           const char *path,
                                           const struct scree_terrain_options *options,
                                           struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code heights_read_input(struct ter_field **out, struct heights_about *about,
                                            struct file_input *input, const char *path,
                                            const struct scree_terrain_options *options,
                                            struct scree_job *job, struct scree_error *err);
/* heights_about_free() frees and zeroes; a zeroed struct may be freed. */
void heights_about_free(struct heights_about *about);

/* What some kinds hold besides heights. */
struct heights_extras {
    const uint8_t *holes; /* holes[y * points_x + x] != 0: the square north-east of the point is
                             missing, and the point itself where there are no squares; or NULL */

    /* Of .png and .r16: the altitudes of the numbers 0 and 65535, rising; 0 0: those of the field's own
     * numbers, or of its lowest and highest point. Of these and .r32: the first row is south. */
    double range_m[2];
    bool south_first;

    /* Of meshes: */
    uint32_t every;     /* points that are kept: each so many, and the last; 0 is 1 */
    const uint8_t *rgb; /* rgb[(j * rgb_width + i) * 3 + c], row 0 north; or NULL */
    size_t rgb_width, rgb_height;
    double window[4]; /* where the field lies in it, of 1: west, north, east, south; 0 0 1 1 is all
                         of it */

    const struct image_geo *geo; /* of a TIFF: where it lies; or NULL */
};

/* The altitude of point i of a field in memory. */
static inline double heights_altitude_m(const struct ter_field *field, size_t i)
{
    return ter_sample_altitude_m(field, ter_number(field, i));
}

/* heights_kind_is_mesh(): .glb, .ply and .obj. heights_kind_holds_holes(): meshes, and floats, where a
 * hole is a NaN. */
bool heights_kind_is_mesh(enum scree_terrain_form kind);
bool heights_kind_holds_holes(enum scree_terrain_form kind);

/* What a written file does not say itself, or not to everybody. */
struct heights_written {
    uint32_t width, height;
    double cell_m[2];  /* x, y */
    double range_m[2]; /* altitudes of the lowest and highest number that the type can hold; of
                          a .ter and of floats, the lowest and highest altitude there is */
    double error_m;    /* no height is further from the field's than this (but for the rounding
                          of 32-bit floats) */
    bool is_float;     /* numbers are metres */
    bool south_first;  /* row 0 is south: .ter */
};

/* heights_kind_of_name() finds the kind by the end of a file's name, in any case: .ter .png .r16
 * .r32 .tif .tiff .glb .ply .obj. false: none, *out is left alone. */
bool heights_kind_of_name(enum scree_terrain_form *out, const char *path);

/*
 * heights_write() appends a field to a stream as a kind that is no mesh. Numbers are little-endian
 * (big-endian in a PNG), rows north first (south first in a .ter). 16-bit elevations go into 16-bit
 * numbers as they are; other fields are spread over 0 .. 65535, rounded to the nearest and clamped:
 * nothing wraps. A .ter gets the smallest HeightScale. On failure *out is zeroed.
 * extras may be NULL; kinds that hold no holes ignore them.
 *
 * SCREE_BAD_ARGUMENT          the field does not fit: a .ter and a cell that is not square, or heights beyond
 *                  it or beyond range_m
 * SCREE_LIMIT        more points a side than the format holds
 * SCREE_UNSUPPORTED  this build cannot write TIFF
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY
 * SCREE_CANCELLED    by the job, which is polled where points are only looked at; while the file is
 *                  written that is the stream's
 */
MUST_USE enum scree_code heights_write(struct heights_written *out, struct stream *to,
                                       const struct ter_field *field, enum scree_terrain_form kind,
                                       const struct heights_extras *extras, struct scree_job *job,
                                       struct scree_error *err);
struct heights_mesh {
    uint32_t columns, rows; /* points */
    uint64_t triangles;
    double range_m[2]; /* lowest and highest point */
};

/*
 * heights_mesh() appends a field to a stream as a mesh with its middle at 0, 0, in metres.
 *   .glb  binary glTF 2.0: x east, y up, z south; normals, texture coordinates, the picture as PNG
 *   .ply  binary, little-endian: x east, y north, z up; normals; of the picture a colour per point
 *   .obj  text: x east, y up, z south; normals, texture coordinates; of the picture a colour per point
 * Squares that are holes are left out. extras may be NULL. On failure *out is zeroed.
 * SCREE_BAD_ARGUMENT    more points than the format can count (the message says what to keep), or nothing but
 *            holes, or heights beyond 32-bit floats
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_LIMIT (the picture, as image_png8()), SCREE_CANCELLED
 */
MUST_USE enum scree_code heights_mesh(struct heights_mesh *out, struct stream *to,
                                      const struct ter_field *field, enum scree_terrain_form kind,
                                      const struct heights_extras *extras, struct scree_job *job,
                                      struct scree_error *err);

#endif
