/*
 * Terrains as files of another format: a part of them, with another number of points, with holes,
 * with a description beside them, as meshes with a picture.
 *
 * Threads: any, on different sinks.
 */
#ifndef CONVERT_CONVERT_H
#define CONVERT_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/job.h"
#include "heights/heights.h"
#include "out/sink.h"
#include "srf/srf.h"
#include "ter/ter.h"

struct convert_input {
    const struct ter_field *field;       /* in memory, not in its file */
    const struct heights_layers *layers; /* its own holes */
    const struct srf_map *map;           /* colours of a mesh; NULL: none */
    const struct image_geo *geo;         /* where its points lie (heights/heights.h); or NULL */
    double
        range_m[2]; /* that its numbers were given: new heights stay within it, and files of 16 bits
                          keep it; 0 0: none was */
};

enum convert_power { CONVERT_NO_POWER, CONVERT_POWER, CONVERT_POWER_AND_1 };

/* A picture of holes: a PNG, white where there are any, a pixel for each point. */
struct convert_mask {
    const void *data; /* data[0 .. size); NULL: none */
    size_t size;
    const char *name; /* for errors, or NULL */
};

struct convert_options {
    enum heights_kind kind;
    const char *name; /* of the file, where the sink has names of its own */
    uint32_t crop[4]; /* first column and row from the north-west, columns, rows; 0 0 0 0: all */
    uint32_t resample[2];     /* points to the east and to the north; 0 0: as they are */
    enum convert_power power; /* instead: the next 2^n or 2^n + 1 of each side */
    struct convert_mask holes;
    bool dequantise;   /* first of all: slopes in place of stairs */
    double range_m[2]; /* of .png and .r16: metres of 0 and 65535; 0 0: the terrain's own */
    bool south_first;  /* of .png, .r16 and .r32: the first row is south */
    bool sidecar;      /* NAME.json describes the file; not of meshes */
    uint32_t every;    /* of meshes: points that are kept, each so many and the last; 0 is 1 */
};

struct convert_result {
    struct heights_written written; /* zeroed of a mesh */
    struct heights_mesh mesh;       /* zeroed of heights */
    bool holes;                     /* there are some, whether the file holds them or not */
};

/*
 * convert_terrain() adds the file to a sink, and what goes beside it: NAME.json if it is asked for,
 * and NAME.holes.png if there is a mask and the kind holds no holes. What was done is told in notes
 * of the job.
 * SCREE_BAD_ARGUMENT        the part is not there, too many points, a mask of another size; and as
 *                heights_write(), heights_mesh()
 * SCREE_MALFORMED, SCREE_LIMIT  the mask
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_UNSUPPORTED, SCREE_CANCELLED
 */
MUST_USE enum scree_code convert_terrain(struct convert_result *out, const struct convert_input *in,
                                         const struct convert_options *options, struct sink *sink,
                                         struct scree_job *job, struct scree_error *err);

#endif
