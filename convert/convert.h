/*
 * Terrains as files of another format: a part of them, with another number of points, with holes,
 * with a description beside them, as meshes with a picture. And surface maps with pictures in place of some layers.
 *
 * Threads: any, on different sinks.
 */
#ifndef CONVERT_CONVERT_H
#define CONVERT_CONVERT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/convert.h>

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

struct convert_result {
    struct heights_written written; /* zeroed of a mesh */
    struct heights_mesh mesh;       /* zeroed of heights */
    bool holes;                     /* there are some, whether the file holds them or not */
};

/*
 * convert_terrain() adds the file to a sink, and what goes beside it: NAME.json if it is asked for, and
 * NAME.holes.png if there is a mask and the kind holds no holes. What was done is told in notes
 * of the job.
 * SCREE_BAD_ARGUMENT        the part is not there, too many points, a mask of another size; and as
 *                heights_write(), heights_mesh()
 * SCREE_MALFORMED, SCREE_LIMIT  the mask
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_UNSUPPORTED, SCREE_CANCELLED
 */
MUST_USE enum scree_code convert_terrain(struct convert_result *out, const struct convert_input *in,
                                         const struct scree_convert_options *options,
                                         struct sink *sink, struct scree_job *job,
                                         struct scree_error *err);

/*
 * convert_masks() adds to a sink what the layers cover that a .srf cannot say, and what lies below them: for
 * the name "land.srf" land-07-moss.png and so on, 16 bits of grey over the whole field, a texel for each of its
 * cells, as if no later layer lay there. *rest is a copy of the map without these layers, for srf_free(). The job hears
 * of each. The field may stay in its file.
 * SCREE_BAD_ARGUMENT   the root is such a layer, or *rest cannot be written in that form; as render_plan_create(),
 *                      sink_add()
 * SCREE_CANNOT_READ, SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
struct convert_new_map {
    int form; /* enum scree_surface_form */
    const char *name;
    const char *from; /* the map's own file, whose pictures no output replaces; or NULL */
};
MUST_USE enum scree_code convert_masks(struct srf_map **rest, const struct srf_map *map,
                                       const struct ter_field *field,
                                       const struct convert_new_map *to, struct sink *sink,
                                       struct scree_job *job, struct scree_error *err);

/* convert_describe() is what was made, as programs see it. */
struct scree_converted convert_describe(const struct convert_result *made);

/* convert_range() is the range that the numbers of a file were given, as its heights are now, if the
 * format has one: the terrain's, and as it was opened. */
void convert_range(double range_m[2], const struct ter_field *field,
                   const struct scree_terrain_options *options, enum heights_format format);

#endif
