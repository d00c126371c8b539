/*
 * Ground for roads: a network of the roads of a file, a profile of each, and the heights of a terrain changed around
 * them, so that they can be driven. docs/roads.md has the rules.
 *
 * A pure function of terrain, roads and options: the same bits on every machine and for any number of threads,
 * whatever the order of the roads in the file. Points further from a road than its corridor keep their samples.
 */
#ifndef ROADS_GRADE_H
#define ROADS_GRADE_H

#include <jansson.h>

#include <scree/types/answers.h>

#include "roads/roads.h"
#include "roads/roads_waters.h"

struct roads_grade_options {
    bool flat_bends; /* no banking */
    bool in_full;    /* the report is said whole: roads_graded_tell(); else roads_graded_note() */
    uint32_t points; /* a side, of what is made of a square terrain; 0: its own */
};

/* How something is spread over a length: shares of it have less, and one place has the most. */
struct roads_spread {
    double p50, p90;
    struct roads_worst most;
};
struct roads_drive {
    struct roads_spread grade, cross; /* along the middle; across, to both sides */
};

struct roads_graded_class {
    size_t roads;
    double length_m;            /* on the ground: without bridges and tunnels */
    double limit;               /* the greatest grade that a road of it may have */
    double within_m;            /* length within its road's own, and half a per cent */
    double unbanked_m, level_m; /* with a crown alone; with a cross fall up to 4 % of that */
    struct roads_drive before, after;
};

/* Points of a terrain that are as far apart as a road is wide, or further, and how many would do. */
struct roads_coarse {
    double cell_m, width_m; /* of the narrowest road that is too narrow; cell_m 0: none is */
    uint32_t points[2];     /* east, north */
};
struct roads_coarse roads_find_coarse(const struct roads *roads, const struct ter_field *from);
/* roads_coarse_size() is how many points would do, as an option has it; returns out. */
#define ROADS_SIZE_TEXT 24
const char *roads_coarse_size(char out[ROADS_SIZE_TEXT], const struct roads_coarse *coarse);

/* A stretch that is steeper than it may be. */
struct roads_bad_place {
    double value, length_m; /* its greatest grade */
    double x_m, z_m;        /* where that is */
    const char *name;       /* of the road; "" */
    enum roads_class kind;
};
#define ROADS_BAD_PLACES 10

#define ROADS_LAKES_TOLD 20

struct roads_graded {
    struct roads_graded_class classes[ROADS_CLASSES];
    size_t nodes, junctions; /* places where roads end or meet; more than two arms */
    size_t smoothed;         /* points of beds moved where wheels met breaks */
    size_t rough;            /* junctions where a wheel meets a break of more than 5 cm */
    struct roads_coarse coarse;
    double open_m; /* length of bridges and tunnels */
    double cut_m3, fill_m3;
    double depth_p50_m, depth_p90_m; /* of cuts and fills along the middle */
    struct roads_worst cut_m, fill_m, step_m;
    double
        steep_m; /* length that is steeper than its road may be, as no profile within the depth is gentler */
    double residual_m;         /* no height of a profile is further from the exact solution */
    uint64_t points;           /* of the terrain that have another height */
    double depth_of_terrain_m; /* from north to south */
    struct roads_waters
        *waters;     /* of an extract; NULL: none. The caller frees them by roads_waters_free() */
    size_t rivers;   /* of an extract, that have a bed */
    double rivers_m; /* their length */
    struct ter_field *fine; /* the same ground on options->points, if its own are fewer and too
                             * few for the roads; NULL. The caller frees it by ter_free() */
    const struct roads_extract *extract; /* of the roads */
    const char *credit;                  /* of the roads; NULL: nobody is to be named */
    size_t bad_count;
    struct roads_bad_place bad[ROADS_BAD_PLACES]; /* the worst first */
};

/*
 * roads_grade() makes a field with the heights of *from, in memory, changed for roads; *out's names, extract and credit are those of roads.
 * Samples stay 16-bit numbers where their step is 2 cm at most, and are floats otherwise. On success the caller
 * frees *field by ter_free(), out->waters and out->fine; on failure all are NULL.
 * SCREE_UNSUPPORTED: a grid in degrees; SCREE_BAD_ARGUMENT: points without data; SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
MUST_USE enum scree_code roads_grade(struct ter_field **field, struct roads_graded *out,
                                     const struct ter_field *from, const struct roads *roads,
                                     const struct roads_grade_options *options,
                                     struct scree_job *job, struct scree_error *err);

/* roads_graded_json() is the report, NULL if memory ran out; roads_graded_tell() says it in the job's results. */
json_t *roads_graded_json(const struct roads_graded *graded);
/* roads_graded_note() says it in one line, and warns of what is too steep. */
void roads_graded_note(const struct roads_graded *graded, struct scree_job *job);
void roads_graded_tell(const struct roads_graded *graded, struct scree_job *job);

/*
 * What in a file of roads cannot be meant, or cannot be had on a terrain: id, text and advice of each finding are set; ids
 * are those of docs/lint.md.
 */
struct roads_findings {
    size_t count, room;
    struct scree_finding *list;
    struct mem_arena arena;
};
/* roads_lint() reads roads for the terrain of inputs, grades it as silently as all that lint looks at, and judges both;
 * of more than ten places with the same fault the rest is counted. *ground is the terrain as graded; of a source that is not set
 * NULL, and there are no findings. The caller frees *out by roads_findings_free() and *ground by ter_free(), whatever
 * the result. As roads_open() and roads_grade(). */
MUST_USE enum scree_code roads_lint(struct roads_findings *out, struct ter_field **ground,
                                    const struct inputs *inputs, const struct scree_source *source,
                                    struct scree_job *job, struct scree_error *err);
void roads_findings_free(struct roads_findings *findings);

/* roads_spot() names a place as messages do; returns out. */
char *roads_spot(char *out, size_t size, double depth_m, double x_m, double z_m);

#endif
