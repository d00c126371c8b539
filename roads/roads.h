/*
 * Roads: lines of points with widths, as a file has them, and the corridors around them.
 *
 *     roads_read()        the file, judged against the terrain
 *     roads_covers()      whether a place lies in a corridor, where nothing is placed
 *     roads_bars()        whether nothing grows there, for that or for what else an extract has
 *     roads_under()       the surface of the road that lies on a place
 *     roads_line()        a road as a game needs it: places at most so many metres apart
 *     roads_measure()     how it lies on the ground: its highest edge, its steepest grade
 *
 * Places are 1/32 m, x east of the west edge and z SOUTH of the north edge, whole numbers in the file's
 * points. docs/model.md, Roads, has the arithmetic; docs/formats/roads.md the file.
 */
#ifndef ROADS_ROADS_H
#define ROADS_ROADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"
#include "inputs/inputs.h"
#include "osm/osm.h"
#include "ter/ter.h"

#define ROADS_UNITS 32     /* of a metre */
#define ROADS_REACH_M 64.0 /* no corridor is wider to either side */
#define ROADS_MOST 20000
#define ROADS_MOST_POINTS 100000 /* in all */

enum roads_surface { ROADS_ASPHALT, ROADS_CONCRETE, ROADS_GRAVEL, ROADS_DIRT, ROADS_SURFACES };
/* roads_surface_name() is its word in the file, roads_surface_rgb() its colour, [3]. */
const char *roads_surface_name(enum roads_surface surface);
const uint8_t *roads_surface_rgb(enum roads_surface surface);

/* A road's class decides who gives way, and all numbers that the road does not give (roads_class.c). */
enum roads_class {
    ROADS_HIGHWAY,
    ROADS_PRIMARY,
    ROADS_SECONDARY,
    ROADS_RESIDENTIAL,
    ROADS_SERVICE,
    ROADS_TRACK,
    ROADS_PATH,
    ROADS_CLASSES
};
struct roads_shape {
    double grade;   /* the greatest: rise by run */
    double curve_m; /* least radius of crests and sags */
    double crown;   /* cross fall to both edges */
    double bank; /* the greatest, in a bend of bend_m and less; half of it at twice that radius */
    double bend_m;
    double run_in_m;   /* length over which a bank comes and goes */
    double shoulder_m; /* level ground beside each edge */
    double slope;      /* of cuts and fills: run by rise */
    double corridor_m; /* that they may reach beyond the shoulder */
    double depth_m;    /* of the deepest cut and the highest fill along the middle */
};
/* roads_class_name() is its word in the file; roads_class_of_name(): false, there is no such class. */
const char *roads_class_name(enum roads_class kind);
bool roads_class_of_name(enum roads_class *out, const char *name);
double roads_class_width_m(enum roads_class kind);
enum roads_surface roads_class_surface(enum roads_class kind);
struct roads_shape roads_class_shape(enum roads_class kind);

struct roads_point {
    uint32_t x, z;  /* 1/32 m */
    uint32_t width; /* 1/32 m, from edge to edge */
};
struct roads_road {
    const char *name; /* "" without one */
    enum roads_surface surface;
    const char *beamng; /* material of the game; NULL: by the surface */
    uint32_t verge;     /* 1/32 m: the corridor is that much wider to either side */
    bool bridge, tunnel;
    enum roads_class kind;
    int layer; /* roads of different ones cross without meeting, unless they share a point */
    struct roads_shape shape;
    size_t first, count; /* points[first .. first + count), count >= 2 */
};
/* What else an extract of OpenStreetMap has near the terrain: every way, by what it is. */
struct roads_extract {
    bool is_there; /* the roads are from one */
    struct osm_count counts[OSM_KINDS];
    const char *most_unknown; /* the tag of most length that has no meaning here; or NULL */
    size_t left_open,
        missing; /* rings that do not close; nodes that ways name and the file has not */
};
/* Where lines were cut, as they leave the terrain: how often, the first places, and how many lie outside. */
#define ROADS_CUTS 10
struct roads_edge {
    bool in_metres;
    size_t count, outside;
    struct {
        const char *name;
        enum roads_class kind;
        double x_m, z_m; /* east of the west edge, SOUTH of the north edge */
    } list[ROADS_CUTS];
};
struct roads {
    struct mem_arena arena;
    size_t count, point_count;
    size_t left_out; /* features of GeoJSON that are no roads */
    struct roads_road *list;
    struct roads_point *points;
    double depth_m; /* of the terrain, from north to south */
    struct inputs_file file;
    struct roads_edge edge;
    struct roads_extract extract;
    struct roads_index *index;
    struct roads_areas *areas; /* of an extract; else NULL */
    struct roads_lake *lakes;  /* likewise (roads_lakes.h), the sea first: lakes[0 .. lake_count) */
    size_t lake_count;
    bool coast_ends;            /* on the terrain, so that nobody can tell where the sea is */
    struct roads_river *rivers; /* likewise (roads_rivers.h) */
    size_t river_count;
    struct roads_building *buildings; /* likewise, on the terrain */
    size_t building_count;
};

/*
 * roads_read() takes an opened file for the terrain of inputs. SCREE_MALFORMED: no JSON, or not as the
 * file's rules are, with the member concerned; SCREE_BAD_ARGUMENT (field "roads"): a point outside the terrain, the
 * terrain is too wide, or the points are degrees and it does not tell its place; SCREE_CANNOT_READ, SCREE_LIMIT,
 * SCREE_NO_MEMORY; SCREE_CANCELLED, while an extract is read. On success the caller frees *out by
 * roads_free(); on failure it is NULL.
 */
MUST_USE enum scree_code roads_read(struct roads **out, const struct inputs *inputs,
                                    const struct inputs_opened *opened, struct scree_job *job,
                                    struct scree_error *err);
/* roads_open() opens a source and reads it; of one that is not set *out is NULL. cuts: for who judges roads, lines in
 * metres are cut at the edges, as those in degrees are. As roads_read() and inputs_open_source(). */
MUST_USE enum scree_code roads_open(struct roads **out, bool cuts, const struct inputs *inputs,
                                    const struct scree_source *source, struct scree_job *job,
                                    struct scree_error *err);
void roads_free(struct roads *roads); /* accepts NULL */
/* roads_held_bytes() is what roads and waters hold in memory; both may be NULL. */
uint64_t roads_held_bytes(const struct roads *roads, const struct roads_waters *waters);
/* roads_of_level() is the roads that the ground of inputs was graded for, or, where it was not, those of an opened file
 * (NULL: none), which *own then is, too. As roads_read(). */
MUST_USE enum scree_code roads_of_level(const struct roads **out, struct roads **own,
                                        const struct inputs *inputs,
                                        const struct inputs_opened *opened, struct scree_job *job,
                                        struct scree_error *err);

/* roads_covers() says whether a place lies in a corridor; roads_under() is the surface of the road that
 * it lies on, the first in the file, or ROADS_SURFACES. A tunnel has neither, a bridge is no surface.
 * roads NULL: none. Threads: any. */
bool roads_covers(const struct roads *roads, uint32_t x, uint32_t z);
/* roads_bars() says whether nothing grows at a place, or no tree: it lies in a corridor, or where an
 * extract has what is bare or open (roads_areas.c). roads NULL: it grows. */
bool roads_bars(const struct roads *roads, uint32_t x, uint32_t z, bool is_tree);
/* roads_touches() says whether the square with its south-west corner there and so many 1/32 m a side
 * comes near enough that a part of it may lie in a corridor or be bare: all that do, and few others. */
bool roads_touches(const struct roads *roads, uint32_t x, uint32_t z, uint32_t side);
enum roads_surface roads_under(const struct roads *roads, uint32_t x, uint32_t z);

/* A place of a road's middle. */
struct roads_place {
    double x_m, z_m; /* east of the west edge, SOUTH of the north edge */
    double width_m;  /* from edge to edge */
    double ahead[2]; /* the road's direction, of length 1: east, south */
};
/* roads_line() is a road's points and so many places between them that no two are more than step_m
 * apart. The caller frees *out by mem_free(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_line(struct roads_place **out, size_t *count,
                                    const struct roads *roads, size_t road, double step_m,
                                    struct scree_error *err);
/* roads_line_count() is how many places roads_line() makes. */
size_t roads_line_count(const struct roads *roads, size_t road, double step_m);
/* roads_points_m() is how long the line through points is, by plan. */
double roads_points_m(const struct roads_point *points, size_t count);
/* roads_length_m() is the length of all roads; roads_tell() says it, and what was left out. roads_open_of()
 * counts those that leave the ground. */
struct roads_open {
    size_t bridges, tunnels;
};
double roads_length_m(const struct roads *roads);
struct roads_open roads_open_of(const struct roads *roads);
void roads_tell(const struct roads *roads, struct scree_job *job);
/* roads_extract_json() is what else the extract has, null for other files; NULL if memory ran out.
 * roads_extract_text() says it in a line, "" for other files; returns out. */
json_t *roads_extract_json(const struct roads_extract *extract);
#define ROADS_EXTRACT_TEXT 512
char *roads_extract_text(char out[ROADS_EXTRACT_TEXT], const struct roads_extract *extract);

/*
 * roads_read_cover() reads the land cover that a style is given, if any, onto the ground: a map of classes
 * (styles_cover_read(), whose results it has), or an extract's areas (as roads_read(), field "cover"); and those of another
 * where that has nothing. The caller frees *out by styles_cover_free(), or gives it to styles_make(). Errors name the file. It
 * says who is to be named.
 */
struct styles_cover;
MUST_USE enum scree_code roads_read_cover(struct styles_cover **out, const struct inputs *inputs,
                                          const struct scree_style_options *options,
                                          struct scree_job *job, struct scree_error *err);

/*
 * roads_write_buildings() writes the footprints of buildings of an extract as GeoJSON, nothing where there are none:
 * metres from the south-west corner and the ground's altitude. SCREE_NO_MEMORY, and what sink_write() gives.
 */
struct sink;
MUST_USE enum scree_code roads_write_buildings(struct sink *sink, const char *name,
                                               const struct roads *roads,
                                               const struct ter_field *field,
                                               struct scree_error *err);
/* roads_credit_tell() says who is to be named for a terrain and its roads, which may be NULL. */
void roads_credit_tell(const struct roads *roads, const struct inputs_file *terrain,
                       struct scree_job *job);

/* ---- how roads lie on the ground ---- */

/* The ground as a game has it: metres of height so far east of the west and SOUTH of the north edge. */
struct roads_ground {
    const void *land;
    double (*height_m)(const void *land, double x_m, double z_m);
};
/*
 * roads_start() finds where one starts on a road: the place with the least grade, a little more for the distance from the
 * middle of the terrain, that is 15 m from the road's ends and no lower than dry_m, as is the ground 5 m before and
 * behind; on a path only where there is no other road. at->ahead is the way to the end that is further away. *found
 * false: there is none. SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code roads_start(bool *found, struct roads_place *at, const struct roads *roads,
                                     const struct roads_ground *ground, const double extent_m[2],
                                     double dry_m, struct scree_error *err);

struct roads_worst {
    double value, x_m, z_m; /* where: east of the west edge, SOUTH of the north edge */
};
struct roads_lie {
    struct roads_worst edge_m; /* an edge below the highest ground across */
    struct roads_worst grade; /* of the ground along the middle, from place to place: rise by run */
    double steep_m;           /* length with a grade of more than 0.15 */
};
/* roads_measure() adds a road, looked at each step_m, to *lie, which starts zeroed; no bridge and no tunnel.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code roads_measure(struct roads_lie *lie, const struct roads *roads,
                                       size_t road, double step_m,
                                       const struct roads_ground *ground, struct scree_error *err);
/* roads_warn() warns of an edge above high_m and of grades above 0.15. edge: what the game does, such as
 * "an edge is above the ground". */
void roads_warn(const struct roads *roads, const struct roads_lie *lie, double high_m,
                const char *edge, struct scree_job *job);

#endif
