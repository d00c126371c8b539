/*
 * OpenStreetMap: what an extract (.osm.pbf, .osm, .osm.gz) has around a box of longitudes and latitudes,
 * and what its tags mean on the ground (osm_kinds.c).
 *
 *     osm_is()     whether a file is one, by its first bytes
 *     osm_read()   lines and areas that come near the box
 *
 * A way is kept with all of its nodes if one of them lies in the box as it was given, larger on each side
 * by its own size and at least OSM_MARGIN_DEG; a multipolygon likewise, by a node of any of its ways. So
 * memory follows from the box, and not from the extract.
 */
#ifndef OSM_OSM_H
#define OSM_OSM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/mem.h"

/* Who is to be named where its data is used. Source: openstreetmap.org/copyright. */
#define OSM_CREDIT "\xc2\xa9 OpenStreetMap contributors, ODbL 1.0"
#define OSM_DEGREE 10000000 /* coordinates are whole 1e-7 degrees */
#define OSM_MARGIN_DEG 0.05
#define OSM_MOST_NODES (UINT32_C(1) << 25)      /* in the box, and of all that is kept */
#define OSM_MOST_TEXT_BYTES (UINT64_C(1) << 30) /* of XML */
#define OSM_MOST_FILE_BYTES (UINT64_C(1) << 40) /* of PBF */

/* What a way, or an area, is on the ground. */
enum osm_kind {
    OSM_ROAD, /* any "highway" that is no path; roads/ decides about its class */
    OSM_PATH,
    OSM_WATER,
    OSM_RIVER, /* a line */
    OSM_COAST, /* a line; the sea is on its right */
    OSM_WOOD,
    OSM_SCRUB,
    OSM_GRASS,
    OSM_MARSH,
    OSM_FIELD,
    OSM_ROCK,
    OSM_SAND,
    OSM_ICE,
    OSM_SETTLEMENT,
    OSM_BUILDING,
    OSM_NO_GROUND, /* known, and nothing that one sees on the ground: borders, power lines, routes */
    OSM_UNKNOWN,
    OSM_KINDS
};
/* osm_kind_name() is a word for it, such as "water". */
const char *osm_kind_name(enum osm_kind kind);

struct osm_tag {
    const char *key, *value;
};
struct osm_point {
    int32_t longitude, latitude; /* 1e-7 degrees */
};
/* Points of a line, or of a ring of an area, whose last is then the first again. */
struct osm_part {
    size_t first, count; /* points[first .. first + count), count >= 2, of a ring >= 4 */
};
/* A line or an area. What lies in an odd number of its rings belongs to an area. Of what is OSM_NO_GROUND only
 * culverts are kept, by which rivers go on. */
struct osm_thing {
    int64_t id; /* of the way, or of the relation */
    enum osm_kind kind;
    bool is_area;
    double width_m;           /* of a line, by its tags */
    size_t first_tag, tags;   /* tags[first_tag .. first_tag + tags) */
    size_t first_part, parts; /* likewise; a line has one */
};
struct osm_count {
    size_t ways;
    double length_m; /* of what lies in the box that nodes are looked for in */
};
struct osm_map {
    struct mem_arena arena;   /* of texts */
    struct osm_thing *things; /* in the order of the file, multipolygons first */
    struct osm_tag *tags;
    struct osm_part *parts;
    struct osm_point *points;
    size_t thing_count, tag_count, part_count, point_count;
    struct osm_count counts[OSM_KINDS]; /* of ways; those of multipolygons by what these are */
    const char *most_unknown; /* the tag of most length that is unknown, "key=value"; or NULL */
    size_t left_open;         /* rings that do not close, as ways of them are missing */
    size_t missing;           /* nodes that ways name and the file has not */
};

/* A box in degrees; west may be above east, where it goes over 180 degrees. */
struct osm_box {
    double west, south, east, north;
};

/* osm_is() asks whether a file begins like one: head[0 .. size) are its first bytes. */
bool osm_is(const void *head, size_t size);
/*
 * osm_read() reads what lies in and near a box. SCREE_MALFORMED (with the byte, or what it concerns):
 * the file is damaged; SCREE_UNSUPPORTED: it needs what is not read here; SCREE_LIMIT; SCREE_CANNOT_READ,
 * SCREE_NO_MEMORY, SCREE_CANCELLED. On success the caller frees *out by osm_free(), on failure it is NULL.
 */
MUST_USE enum scree_code osm_read(struct osm_map **out, const struct file_input *input,
                                  const struct osm_box *box, struct scree_job *job,
                                  struct scree_error *err);
void osm_free(struct osm_map *map); /* accepts NULL */

/* osm_value() is the value of a thing's tag; NULL: it has none of that key. */
const char *osm_value(const struct osm_map *map, const struct osm_thing *thing, const char *key);
/* osm_says(): a value that is there, and not "no", "false" or "0". value may be NULL. */
bool osm_says(const char *value);
/* osm_is_lake() says whether a thing is an area of water that stands in the open. */
bool osm_is_lake(const struct osm_map *map, const struct osm_thing *thing);

#endif
