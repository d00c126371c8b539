/*
 * Heightfields: Terragen .ter files in and out, and the terrain between its points.
 *
 * Coordinates. Point (x, y) has 0 <= x < points_x counting east and 0 <= y < points_y counting
 * north: row 0 is the first row of a .ter file and the south edge. The grid spacing is one terrain
 * unit (tu). Positions between points are unsigned 32.32 fixed point: integer part the point west
 * or south of it, fraction in units of 2^-32 tu.
 *
 * Altitudes. altitude_tu = base_tu + step_tu * sample; in metres, altitude_tu * scal_m[2].
 * In a .ter, sample is the stored 16-bit elevation, base_tu BaseHeight, step_tu HeightScale/65536.
 * Fields of other origin (heights/heights.h) have elevations or float samples.
 *
 * Files are read, never mapped: a mapped file that shrinks ends the program by a signal, one that
 * changes between reads is an error. It costs nothing: 1.03 (4096 x 4096 points) and 0.99 (16,384 x
 * 16,384) of the processor seconds of mapped files.
 *
 * Source: docs/formats/ter.md; the format's page "Terragen .TER Format" and real files.
 */
#ifndef TER_TER_H
#define TER_TER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "base/err.h"
#include "base/file.h"
#include "base/grow.h"
#include "base/job.h"
#include "base/stream.h"
#include "base/warn.h"

#define TER_DEFAULT_SCAL_M 30.0

struct ter_options {
    uint64_t max_points;     /* points_x * points_y */
    uint64_t max_file_bytes; /* size of the file */
    double cell_m; /* 0, or metres per terrain unit in place of SCAL, whatever that says */
    uint64_t max_memory_bytes; /* of elevations */
    uint64_t leave_from_bytes; /* 0, or a file of so many bytes or more stays open and the field's
                                  elevations in it (struct ter_window): max_points and
                                  max_memory_bytes do not count then */
    struct scree_job *job;     /* polled while elevations are read, or NULL */
};
/* What NULL options mean: 2^30 points, 9 GiB of file, the file's SCAL, 4 GiB of memory. */
#define TER_OPTIONS_DEFAULT                                                                        \
    {                                                                                              \
        .max_points = UINT64_C(1) << 30, .max_file_bytes = UINT64_C(9) << 30,                      \
        .max_memory_bytes = UINT64_C(4) << 30                                                      \
    }

/*
 * Samples that come row by row from elsewhere: the tiles of a world. A reader serves one thread at a
 * time, any number of them the same store.
 *   open   makes a reader; close() frees it. SCREE_NO_MEMORY
 *   hold   makes columns[0] to columns[1] of rows[0 .. count) available and may give all others up; it
 *          uses `threads` threads (0 is 1). SCREE_CANNOT_READ and what reading a tile gives: err names the
 *          tile
 *   row    writes the samples of a row that is held to out[0 .. points_x): int16_t, or float if
 *          is_float; what is not in the columns that are held may stay as it is. Cannot fail; any
 *          threads
 *   ahead  says that rows[0] to rows[1] will be held, one after the other either way, so that some may
 *          be read before; NULL: nobody listens
 *   bytes  of memory that a reader takes for rows that lie within `rows` of each other
 *   ground says where samples are of their own: spans becomes pairs of uint32_t, rising and apart, of a
 *          column and the one behind the last, which the rows from `row` to *end - 1 share; all samples
 *          in no span are equal, and so are their neighbours. NULL: everywhere. SCREE_NO_MEMORY
 *   free   frees what `of` points to; the field's end
 */
struct ter_store {
    void *of; /* NULL: there is none */
    bool is_float;
    enum scree_code (*open)(void **reader, const void *of, struct scree_error *err);
    enum scree_code (*hold)(void *reader, const uint32_t *rows, size_t count,
                            const uint32_t columns[2], uint32_t threads, struct scree_error *err);
    void (*row)(const void *reader, uint32_t row, void *out);
    void (*close)(void *reader);
    uint64_t (*bytes)(const void *of, uint64_t rows);
    void (*free)(void *of);
    void (*ahead)(void *reader, const uint32_t rows[2]);
    enum scree_code (*ground)(struct grow *spans, uint32_t *end, const void *of, uint32_t row,
                              struct scree_error *err);
};

/*
 * Where the rows of a grid in longitude and latitude lie. Its points are step_deg[0] degrees apart
 * to the east and step_deg[1] to the north; row 0 is at latitude_deg. step_deg[0] is 0 for every
 * other field.
 */
struct ter_globe {
    double latitude_deg, step_deg[2];
    double longitude_deg; /* of column 0, if has_longitude */
    bool has_longitude;
};

/*
 * What is known to lie on a terrain beside its heights, which layers may be near to. mark() sets marked[y * points_x +
 * x], rows from the south, of the points that it lies on; it is known of fields of so many points
 * alone, as others are parts of the terrain. SCREE_NO_MEMORY
 */
struct ter_field;
enum ter_thing { TER_WATER, TER_ROADS, TER_THINGS };
struct ter_things {
    const void *of[TER_THINGS]; /* NULL: there is none */
    enum scree_code (*mark)(uint8_t *marked, const struct ter_field *field, enum ter_thing thing,
                            struct scree_error *err);
    uint32_t points_x, points_y;
};

/* Read-only to callers but for base_tu, step_tu and scal_m, which options may change. */
struct ter_field {
    uint32_t points_x, points_y; /* at least 2 each */
    double base_tu;              /* see Altitudes above */
    double step_tu;
    double scal_m[3];       /* metres per terrain unit: x, y horizontally, z vertically; all > 0 */
    bool scal_given;        /* false: the file has no SCAL and scal_m is TER_DEFAULT_SCAL_M */
    struct ter_globe globe; /* of a grid in degrees, whose scal_m is that of its middle */

    /* As stored, for reporting; zero in a field that does not come from a .ter file. */
    int16_t height_scale, base_height; /* ALTW */
    bool keeps_coding;      /* a .ter written of it has the same ALTW, so that samples stay */
    uint32_t curve_mode;    /* CRVM: 0 flat, 1 draped over a sphere */
    double curve_radius_km; /* CRAD, 6370 if absent or not finite */

    /* One of the two is set: sample (x, y) is at [y * points_x + x]; of a window's field at
     * [slots[y] * points_x + x]. Neither if the samples stay in a file or a store: only ter_window
     * and ter_measure() take such a field then, and who says so. In a file they are elevations. */
    const int16_t *elevations;
    const float *samples;
    bool has_missing;      /* some samples are NaN: points without data. Then they are floats, in
                              memory or in a store, and not all are */
    void *memory;          /* what they are in, from mem_alloc(), or NULL */
    const uint32_t *slots; /* of a window's field, else NULL */
    struct ter_things things;
    struct file_input file;
    uint64_t file_offset; /* of elevation (0, 0) */
    struct ter_store store;

    struct warn_list warnings; /* what was tolerated while reading */
};

/* The extent of a field in metres. */
static inline double ter_extent_x_m(const struct ter_field *field)
{
    return (field->points_x - 1.0) * field->scal_m[0];
}

static inline double ter_extent_y_m(const struct ter_field *field)
{
    return (field->points_y - 1.0) * field->scal_m[1];
}

/*
 * ter_is_on_globe(): the field is a grid in degrees. Of such a field, at the position y:
 * ter_latitude_deg(), and of any field ter_cell_x_m(), the metres of a terrain unit to the east, at
 * least TER_MIN_SCAL_M, and ter_run_x(), the slope to the east of one step of the samples.
 */
bool ter_is_on_globe(const struct ter_field *field);
double ter_latitude_deg(const struct ter_field *field, uint64_t y);
double ter_cell_x_m(const struct ter_field *field, uint64_t y);
float ter_run_x(const struct ter_field *field, uint64_t y);
/*
 * Areas. ter_extent_m2() is that of the field; of a grid in degrees that of the ellipsoid between its
 * first and last meridian and parallel. ter_zone() is how much of it lies between two rows, in a unit
 * that the field alone decides; rows are counted from the south, and need not be whole. Of a grid in
 * degrees there is nothing beyond the poles.
 */
double ter_extent_m2(const struct ter_field *field);
double ter_zone(const struct ter_field *field, double from_y, double to_y);

/*
 * Points without data. ter_has_data(): a sample at (x, y) is on points with data alone.
 * ter_count_missing() counts the others of a field in memory. ter_check_complete() is for those who cannot do without:
 * SCREE_BAD_ARGUMENT names `what`, as in "a mesh", and {fill_m}. ter_mend() is for the evaluation: what came out
 * as not a number at (x, y) becomes what it is, 0 where there is no data. ter_complete() makes a copy
 * of the samples where each point without data has the height of the nearest one in its row, or of
 * the nearest row, which ter_smooth() averages; for mem_free(), NULL on failure. SCREE_NO_MEMORY,
 * SCREE_CANCELLED.
 */
bool ter_has_data(const struct ter_field *field, uint64_t x, uint64_t y);
MUST_USE enum scree_code ter_check_complete(const struct ter_field *field, const char *what,
                                            struct scree_error *err);
void ter_mend(const struct ter_field *field, uint64_t x, uint64_t y, float *rise, float *slope_x,
              float *slope_y);
MUST_USE enum scree_code ter_complete(float **out, const struct ter_field *field,
                                      struct scree_job *job, struct scree_error *err);

/* The altitude in metres of what lies rise_tu above base_tu, and of a sample. */
static inline double ter_altitude_m(const struct ter_field *field, double rise_tu)
{
    return (field->base_tu + rise_tu) * field->scal_m[2];
}

static inline double ter_sample_altitude_m(const struct ter_field *field, double sample)
{
    return ter_altitude_m(field, field->step_tu * sample);
}

/* Number i of a field in memory. */
static inline double ter_number(const struct ter_field *field, size_t i)
{
    return field->elevations != NULL ? (double)field->elevations[i] : (double)field->samples[i];
}

/*
 * ter_read_input() parses a .ter, *input. If the field keeps it (leave_from_bytes), *input is zeroed;
 * in all other cases it remains the caller's.
 * On success *out is a field the caller frees with ter_free(); on failure it is NULL.
 * options may be NULL (TER_OPTIONS_DEFAULT).
 * SCREE_CANNOT_READ         the file cannot be read
 * SCREE_MALFORMED    err->offset is the first byte that cannot be right; for a chunk that is cut
 *                  short, the first byte of its name
 * SCREE_UNSUPPORTED  the bytes are another format, which the message names
 * SCREE_LIMIT        more points or bytes than limits allow; nothing was allocated
 * SCREE_NO_MEMORY        memory ran out
 * SCREE_CANCELLED
 * What is tolerated, with a warning or silently: docs/formats/ter.md.
 * Threads: any, on different outputs.
 */
MUST_USE enum scree_code ter_read_input(struct ter_field **out, struct file_input *input,
                                        const struct ter_options *options, struct scree_error *err);
/* ter_make() makes a field of so many points in memory with all else of another; its numbers, floats or
 * 16 bits, are the caller's to fill in at memory. SCREE_NO_MEMORY, and *out is NULL. */
MUST_USE enum scree_code ter_make(struct ter_field **out, const struct ter_field *from,
                                  uint32_t points_x, uint32_t points_y, bool is_float,
                                  struct scree_error *err);
/* ter_free() accepts NULL. */
void ter_free(struct ter_field *field);

/*
 * ter_fill_missing() gives points without data heights that join those around them: inside a hole each is
 * the mean of its four neighbours, to a tenth of a millimetre a step. Other points stay to the bit. The
 * field must be in memory, and some of it must have data. SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY,
 * SCREE_CANCELLED: then points without data hold anything. Threads: those of the job, which change no result.
 */
MUST_USE enum scree_code ter_fill_missing(struct ter_field *field, struct scree_job *job,
                                          struct scree_error *err);

/* ter_has_thing(): it is known where that lies. */
bool ter_has_thing(const struct ter_field *field, enum ter_thing thing);

/* ter_is_in_file(): the samples are not in memory, but in a file or a store. */
bool ter_is_in_file(const struct ter_field *field);

/*
 * Some rows of a field that stays in its file, for those who go over it in bands.
 *
 * ter_window_create() makes room for max_rows grid rows (of points_x elevations) of *field, which
 * must outlive the window; a field in memory takes none. On success the caller frees *out with
 * ter_window_free(); on failure it is NULL. SCREE_NO_MEMORY.
 * ter_window_narrow() says that only positions from x[0] to x[1] will be evaluated, so that a store
 * reads no tile beside them.
 * ter_window_hold() makes the samples available that evaluating the positions y[0 .. count) takes,
 * and gives all others up. SCREE_CANNOT_READ: the file cannot be read or was changed, which err names. A
 * field in memory: nothing happens. threads as everywhere.
 * ter_window_field() is the field to evaluate, *field itself if it is in memory. It changes with
 * each hold: what keeps rows of it (struct ter_rows) has to start anew.
 */
struct ter_window;
MUST_USE enum scree_code ter_window_create(struct ter_window **out, const struct ter_field *field,
                                           size_t max_rows, struct scree_error *err);
void ter_window_free(struct ter_window *window); /* accepts NULL */
void ter_window_narrow(struct ter_window *window, const uint64_t x[2]);
/* ter_window_expect() says that the positions from y[0] to y[1] will be held, one after the other
 * either way, so that a store may read ahead. */
void ter_window_expect(struct ter_window *window, const uint64_t y[2]);
MUST_USE enum scree_code ter_window_hold(struct ter_window *window, const uint64_t *y, size_t count,
                                         uint32_t threads, struct scree_error *err);
const struct ter_field *ter_window_field(const struct ter_window *window);
/* ter_window_rows() is the most rows that `count` positions can take which lie in `units` terrain
 * units, and ter_window_bytes() what a window of them takes, 0 for a field in memory. */
size_t ter_window_rows(const struct ter_field *field, size_t count, uint64_t units);
uint64_t ter_window_bytes(const struct ter_field *field, size_t max_rows);

/* ter_load() copies a field with its samples in memory, wherever they are; threads as everywhere, for
 * those in a store. On success the caller frees *out with ter_free(); on failure it is NULL.
 * SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code ter_load(struct ter_field **out, const struct ter_field *field,
                                  uint32_t threads, struct scree_job *job, struct scree_error *err);

/*
 * ter_check_range() refuses a field that later arithmetic could not hold: each of scal_m must be
 * from TER_MIN_SCAL_M to TER_MAX_SCAL_M, and the altitudes of all samples from -TER_MAX_ALTITUDE_M
 * to TER_MAX_ALTITUDE_M metres. Of 16-bit elevations, that holds for -32768 and 32767 whether the
 * field has them or not. Slopes are then below 2e16 and extents below 5e15 metres. All readers end
 * with it. SCREE_LIMIT: the message has the value and what is allowed.
 */
#define TER_MIN_SCAL_M ((double)1e-6f)
#define TER_MAX_SCAL_M 1e6
#define TER_MAX_ALTITUDE_M 1e10
MUST_USE enum scree_code ter_check_range(const struct ter_field *field, struct scree_error *err);

/*
 * ter_apply_height() makes altitudes h' = scale * h + offset, in terrain units.
 * SCREE_BAD_ARGUMENT if scale is 0 or a number is not finite, SCREE_LIMIT if ter_check_range() refuses the
 * result; the field is unchanged.
 */
MUST_USE enum scree_code ter_apply_height(struct ter_field *field, double scale, double offset,
                                          struct scree_error *err);

/*
 * Heights to write: row(context, y, heights_tu) fills heights_tu[0 .. points_x) with the altitudes
 * of row y (0 = south) in terrain units. It is called for each row twice, in rising order, and must
 * give the same values both times.
 */
struct ter_source {
    uint32_t points_x, points_y; /* 2 .. 65535 each */
    double scal_m;               /* metres per terrain unit, > 0 */
    void (*row)(void *context, uint32_t y, double *heights_tu);
    void *context;
    /* CRVM and CRAD as in struct ter_field: both are written unless they say what a file without them
     * means, which is mode 0 and a radius of 6370 km, or 0. */
    uint32_t curve_mode;
    double curve_radius_km;
    /* ALTW of the file, if it holds all heights; height_scale 0: the finest that does. */
    int16_t height_scale, base_height;
};

/*
 * ter_write() writes a .ter with SIZE, XPTS, YPTS, SCAL, ALTW and "EOF ", using the smallest
 * HeightScale that holds the range, rounding to nearest and never wrapping: the error is at most
 * HeightScale * scal_m / 131072 metres, scal_m as the float that is stored.
 * *error_m, unless NULL, is that error. ter_write_file() writes to a file, which appears whole or
 * not at all.
 * SCREE_BAD_ARGUMENT    a height is not finite, or the range needs a HeightScale or BaseHeight beyond 16 bits
 *            (the message names the smallest scal_m that would do), or sizes are out of range; then
 *            nothing was written
 * SCREE_NO_MEMORY  memory ran out for a row of heights
 * SCREE_CANNOT_WRITE  the file cannot be written
 * SCREE_CANCELLED  by the job, which is polled where heights are only looked at
 */
MUST_USE enum scree_code ter_write(struct stream *to, const struct ter_source *source,
                                   double *error_m, struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code ter_write_file(const char *path, const struct ter_source *source,
                                        struct scree_error *err);

/* ter_get_row_m() writes the altitudes of row y of the grid, in metres, to out[0 .. points_x). */
void ter_get_row_m(const struct ter_field *field, int64_t y, float *out);
/*
 * ter_get_row() writes the samples of row y at x = first_x .. first_x + count - 1 to out[0 ..
 * count). Rows and columns outside the grid are extrapolated linearly from the two nearest points
 * (first along x, then along y); -4 <= x, y <= points + 3. Cannot fail. Threads: any.
 */
void ter_get_row(const struct ter_field *field, int64_t y, int64_t first_x, size_t count,
                 float *out);

/*
 * What the terrain is at a run of positions; the caller's floats.
 *   rise[i]     step_tu * interpolated sample: altitude above base_tu, in terrain units
 *   slope_x[i]  rise over run towards the east, slope_y[i] towards the north; 1 is 45 degrees;
 *               vertical and horizontal scale of scal_m are taken into account, and the latitude
 *               in a grid in degrees
 */
struct ter_ground {
    float *rise, *slope_x, *slope_y;
};

/*
 * ter_sample_row() evaluates the terrain at the positions (x[i], y), 0 <= i < count:
 * the separable Catmull-Rom interpolant of the samples and its analytic derivatives. x rises with i;
 * positions lie in [0, (points - 1) * 2^32].
 * scratch holds ter_scratch_floats() floats. docs/model.md states the arithmetic to the bit.
 * Cannot fail. Threads: any, each with its own scratch and outputs.
 */
void ter_sample_row(const struct ter_field *field, const uint64_t *x, size_t count, uint64_t y,
                    float *scratch, const struct ter_ground *out);

/* ter_sample_points() is ter_sample_row() for positions (x[i], y[i]) anywhere over the grid, bit
 * for bit. */
void ter_sample_points(const struct ter_field *field, const uint64_t *x, const uint64_t *y,
                       size_t count, const struct ter_ground *out);

/* ter_scratch_floats() is what ter_sample_row() needs for x[count - 1] - x[0] <= span. */
size_t ter_scratch_floats(uint64_t span);

/*
 * The row form: ter_sample_row() for row after row of the same columns, bit for bit and several
 * times as fast.
 *
 * It works from a scratch that the caller owns: ter_rows_bytes(count, span) bytes aligned to 64,
 * which need not be initialised, good for every run of at most count columns of which the last lies at
 * most span from the first (SIZE_MAX if that cannot be addressed). There is nothing to free in it.
 * One scratch serves one thread at a time; different scratches do not meet.
 *
 * start() takes field and columns as ter_sample_row() does; count >= 1. field must outlive the run,
 * x need not but where the field has points without data. next() computes one row, in any order; it is fast where y lies in the same or the
 * next grid cell as before. Its outputs hold whole groups of floats (base/lanes.h), aligned to 64
 * bytes: the padding is overwritten.
 */
struct ter_rows;
struct ter_kernels {
    void (*start)(struct ter_rows *rows, const struct ter_field *field, const uint64_t *x,
                  size_t count);
    void (*next)(struct ter_rows *rows, uint64_t y, float *rise, float *slope_x, float *slope_y);
};
size_t ter_rows_bytes(size_t count, uint64_t span);

/* ter_select() is the build for an instruction set, as cpu_choose() finds it, or NULL. */
const struct ter_kernels *ter_select(enum cpu_isa isa);

/*
 * ter_smooth() makes a field averaged with a box of size_tu units (SMSZ), 1 < size_tu <= 256:
 * each sample becomes the mean over a square of that side centred on it, each point standing for
 * the unit square around it. Grid, base, step and scale are kept; samples are float. Elevations are
 * summed exactly, float samples as whole numbers of 27 bits over their range (docs/model.md).
 * On success the caller frees *out with ter_free(); on failure it is NULL (SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT,
 * SCREE_CANCELLED).
 */
#define TER_MAX_SMOOTH_TU 256.0
MUST_USE enum scree_code ter_smooth(struct ter_field **out, const struct ter_field *field,
                                    double size_tu, struct scree_job *job, struct scree_error *err);

/*
 * ter_curvature() makes a field of the mean curvature, in 1/m, of the quadratic that fits the heights
 * of a square of size_tu units around each point best, 3 <= size_tu <= 256: ridges are above 0. Its
 * samples are floats with a base of 0 and a step of 1; docs/model.md has them to the bit. On success
 * the caller frees *out with ter_free(); on failure it is NULL. SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT,
 * SCREE_CANCELLED.
 */
#define TER_MIN_CURVATURE_TU 3.0f /* a quadratic needs three points along each axis */
MUST_USE enum scree_code ter_curvature(struct ter_field **out, const struct ter_field *field,
                                       double size_tu, struct scree_job *job,
                                       struct scree_error *err);

/*
 * Rays over the terrain as ter_sample_row() has it, in terrain units, above base_tu; all in double.
 * At t a ray is at origin + t * step, and bend * t^2 higher (bend >= 0: the ground of a planet
 * falls away below it). spread is the size, in terrain units per unit of t, of what the caller can
 * tell apart: detail of a cell below that may be missed. On the way to the first crossing nothing
 * is passed through: cells are compared one after the other with the surface itself.
 */
struct ter_ray {
    double origin[3], step[3];
    double bend, spread;
};
struct ter_hit {
    double t, x, y; /* x, y lie over the grid */
    bool wall;      /* the ray came from outside and met the terrain's cut edge */
};
struct ter_cast;

/* What rays meet between the points: the surface that is evaluated, or straight lines from point to
 * point and, between those, from edge to edge, or a smoother surface whose ridges have no beads
 * (ter/ter_bounds.c). */
enum ter_shape { TER_ROUNDED, TER_STRAIGHT, TER_SMOOTH };

/* ter_cast_create() prepares a field for rays; it must outlive *out, which takes 5.4 bytes a point,
 * and 4 more of TER_SMOOTH or where some have no data: rays meet those as high as ter_complete() makes
 * them, and no horizon is of them.
 * On success the caller frees *out with ter_cast_free(); on failure it is NULL. SCREE_NO_MEMORY,
 * SCREE_CANCELLED. The functions below only read it: any threads. */
MUST_USE enum scree_code ter_cast_create(struct ter_cast **out, const struct ter_field *field,
                                         enum ter_shape shape, struct scree_job *job,
                                         struct scree_error *err);
/* ter_cast_free() accepts NULL. */
void ter_cast_free(struct ter_cast *cast);

/* ter_cast_ray() finds the first place from <= t <= to where the ray is not above the surface. */
bool ter_cast_ray(const struct ter_cast *cast, const struct ter_ray *ray, double from, double to,
                  struct ter_hit *hit);

/*
 * A look from the surface at place along step, over the grid, for the horizon. What is nearer than
 * t = nearest is overlooked, what is not above `least` does not count, and the search ends where
 * `most` is reached. bend as in struct ter_ray.
 */
struct ter_look {
    double place[2], step[2];
    double bend, nearest, least, most;
};
/* ter_cast_horizon() is the greatest (rise(t) - rise(0)) / t - bend * t over t >= nearest, t > 0. It
 * is continuous in place but for t < nearest. */
double ter_cast_horizon(const struct ter_cast *cast, const struct ter_look *look);

/* ter_cast_rise() is the surface at (x, y) over the grid, ter_cast_highest() not less than any of
 * it and ter_cast_lowest() not more. */
double ter_cast_rise(const struct ter_cast *cast, double x, double y);
/* ter_cast_slopes() is, of TER_SMOOTH, the slopes to the east and to the north at a place over the grid. */
void ter_cast_slopes(float out[2], const struct ter_cast *cast, double x, double y);
double ter_cast_highest(const struct ter_cast *cast);
double ter_cast_lowest(const struct ter_cast *cast);

/*
 * ter_crop() copies the points first_x .. first_x + points_x - 1, first_y .. first_y + points_y - 1
 * of a field (row 0 is south) as they are stored.
 * On success the caller frees *out with ter_free(); on failure it is NULL: SCREE_BAD_ARGUMENT if the field has
 * not got them, SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code ter_crop(struct ter_field **out, const struct ter_field *field,
                                  uint32_t first_x, uint32_t first_y, uint32_t points_x,
                                  uint32_t points_y, struct scree_error *err);

/*
 * ter_resample() makes a field of points_x x points_y points over the same ground: its edges stay
 * where they are, so points are (old - 1) / (new - 1) times as far apart, each axis by itself.
 * Where points grow more, the new ones lie on the terrain between the old (Catmull-Rom); where they
 * become fewer, each is the mean of that terrain over the area it represents. Points of an edge
 * depend on that edge alone, planes stay planes, and a field of that size already is copied.
 * Samples are float otherwise; altitudes in metres keep their meaning, the terrain unit does not:
 * it is still the distance of two points to the east.
 * On success the caller frees *out with ter_free(); on failure it is NULL (SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT,
 * SCREE_CANCELLED).
 */
#define TER_MAX_RESAMPLE 1048576
MUST_USE enum scree_code ter_resample(struct ter_field **out, const struct ter_field *field,
                                      uint32_t points_x, uint32_t points_y, struct scree_job *job,
                                      struct scree_error *err);
/*
 * ter_lay() makes a field of points x points over a square one: point i lies i * squares / (points - 1)
 * units of the old from the west and the south edge, on the terrain between the old points, whether
 * there are more or fewer. squares is at most the old points' number, a unit beyond the last, where
 * the terrain is its own reflection in the edge. Samples and scale as ter_resample() has them.
 * On success the caller frees *out with ter_free(); on failure it is NULL (SCREE_NO_MEMORY, SCREE_BAD_ARGUMENT).
 */
MUST_USE enum scree_code ter_lay(struct ter_field **out, const struct ter_field *field,
                                 uint32_t points, uint32_t squares, struct scree_error *err);
/* ter_resample_name() says how an axis of `from` points becomes one of `to`. */
const char *ter_resample_name(uint32_t from, uint32_t to);

/* The stairs of a terrain of few different heights; step 0: there are none, as there are more than 4096
 * different ones, or one. Points without data do not count. */
struct ter_stairs {
    double step, lowest,
        highest; /* of the numbers of ter_number(); the step is their least difference */
};
MUST_USE enum scree_code ter_find_stairs(struct ter_stairs *out, const struct ter_field *field,
                                         struct scree_error *err);
/*
 * ter_dequantise() makes slopes of stairs, those of the field for NULL; others where points have been
 * filled since. Each point stays within 0.499 of it of
 * what it was, so rounding gives the old numbers back. Planes and bowls that were rounded come out as
 * such; a flat place stays flat where all around it is. Samples are float otherwise. *step_tu is the
 * step in terrain units; 0: there are none, and nothing changed.
 * On success the caller frees *out with ter_free(); on failure it is NULL: SCREE_NO_MEMORY,
 * SCREE_CANCELLED. Source: ours (docs/formats/convert.md, Terrains of another size).
 */
MUST_USE enum scree_code ter_dequantise(struct ter_field **out, double *step_tu,
                                        const struct ter_field *field,
                                        const struct ter_stairs *stairs, struct scree_job *job,
                                        struct scree_error *err);

/* ter_smooth_stairs() does so where there are stairs, and else leaves *out NULL; the job hears which. Errors as
 * ter_dequantise(). */
MUST_USE enum scree_code ter_smooth_stairs(struct ter_field **out, const struct ter_field *field,
                                           const struct ter_stairs *stairs, struct scree_job *job,
                                           struct scree_error *err);

/* Lowest and highest altitude of the points in terrain units, and least and greatest gradient
 * (rise over run) at the points. */
struct ter_ranges {
    double altitude_min_tu, altitude_max_tu;
    double slope_min, slope_max;
};
/* How the area of a terrain is spread: so many per cent of it lie below an altitude, and are less
 * steep than a slope. */
#define TER_QUANTILES 7
extern const uint8_t ter_quantile_percent[TER_QUANTILES]; /* 1, 5, 25, 50, 75, 95, 99 */
struct ter_quantiles {
    double altitude_m[TER_QUANTILES], slope_deg[TER_QUANTILES];
};

/* ter_altitude_shown() is an altitude as people read it: 0 where it is nearer to it than a
 * ten-millionth of the range, which is less than floats near its ends can tell. */
static inline double ter_altitude_shown(const struct ter_ranges *ranges, double altitude_tu)
{
    const double least = 1e-7 * (ranges->altitude_max_tu - ranges->altitude_min_tu);
    return altitude_tu > -least && altitude_tu < least ? 0.0 : altitude_tu;
}
/* ter_shown_digits() is how many decimals an altitude on so many metres of height is shown with. */
static inline int ter_shown_digits(double range_m)
{
    return range_m >= 10000.0 ? 0 : range_m >= 20.0 ? 1 : range_m >= 2.0 ? 2 : 4;
}
/* ter_measure() scans the whole field on so many threads (0: one per processor), which change no
 * result, and polls the job. SCREE_NO_MEMORY, SCREE_CANCELLED; of a field in a file SCREE_CANNOT_READ, too. */
MUST_USE enum scree_code ter_measure(struct ter_ranges *out, const struct ter_field *field,
                                     uint32_t threads, struct scree_job *job,
                                     struct scree_error *err);
/* ter_measure_rows() scans rows[0] .. rows[1] - 1, at least one: the least and greatest of all parts of
 * a field are those of the field. Rows without data: altitude_min_tu is more than altitude_max_tu. */
MUST_USE enum scree_code ter_measure_rows(struct ter_ranges *out, const struct ter_field *field,
                                          const size_t rows[2], uint32_t threads,
                                          struct scree_job *job, struct scree_error *err);

#endif
