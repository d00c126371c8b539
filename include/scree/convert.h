/*
 * Terrains as files of other formats, and as meshes.
 *
 *     struct scree_convert_options options = SCREE_CONVERT_OPTIONS_INIT;
 *     struct scree_converted made = {.size = sizeof made};
 *     options.form = SCREE_TERRAIN_PNG;
 *     options.power = SCREE_POWER_OF_2_AND_1;
 *     int code = scree_sink_file(&sink, "island.png", 0, &error);
 *     if (!code) code = scree_convert_terrain(terrain, &options, sink, &made, job, &error);
 *     code = scree_sink_close(sink, code, job, &error);
 *
 * 0 and 65535 of that PNG are made.height_range_m[0] and [1] metres.
 */
#ifndef SCREE_CONVERT_H
#define SCREE_CONVERT_H

#include <scree/surface.h>
#include <scree/types/convert.h>

SCREE_BEGIN

/* scree_terrain_form_of_name() is the form that the end of a file's name means, in capitals or not:
 * .ter .png .r16 .r32 .tif .tiff .glb .ply .obj; SCREE_NO_FORM if it is none of these. */
SCREE_API int scree_terrain_form_of_name(const char *name);
/* scree_terrain_form_is_mesh() is not 0 for .glb, .ply and .obj. */
SCREE_API int scree_terrain_form_is_mesh(int form);

/*
 * scree_convert_terrain() writes heights, scree_convert_mesh() a mesh in metres around the middle of
 * the terrain; surface, which may be NULL, gives it colours, without light. Holes are cut out of
 * meshes and are NaN in .r32 and .tif. Beside other forms, NAME.holes.png has those of
 * options->holes, white; the terrain's own become ground, which is a warning. result may be NULL.
 * The job gets notes about size, height range and how points were made.
 * SCREE_BAD_ARGUMENT (error.field: "form", "crop", "resample", "power", "sidecar", "every",
 * "height_range_m", "south_first"; also
 * a mask of another size, a .ter of cells that are not square, a name that the sink refuses),
 * SCREE_MALFORMED or SCREE_CANNOT_READ (the mask), SCREE_UNSUPPORTED (this build has no TIFF),
 * SCREE_LIMIT, SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 * Threads: a terrain and a surface map may be converted by several at the same time.
 */
SCREE_API int scree_convert_terrain(const struct scree_terrain *terrain,
                                    const struct scree_convert_options *options,
                                    struct scree_sink *sink, struct scree_converted *result,
                                    struct scree_job *job, struct scree_error *error);
SCREE_API int scree_convert_mesh(const struct scree_terrain *terrain,
                                 const struct scree_surface *surface,
                                 const struct scree_convert_options *options,
                                 struct scree_sink *sink, struct scree_converted *result,
                                 struct scree_job *job, struct scree_error *error);

/* scree_convert_surface() saves a map as scree_surface_save() does, as .srf or .tgw, without the layers that these cannot
 * say and those below them. NAME-NN-layer.png has what each covers where no later one lies, in 16 bits over all of terrain;
 * the job gets a result for each. SCREE_BAD_ARGUMENT: "form", or the root is such a layer; also as scree_surface_save(). */
SCREE_API int scree_convert_surface(const struct scree_surface *surface,
                                    const struct scree_terrain *terrain, int form,
                                    struct scree_sink *sink, const char *name,
                                    struct scree_job *job, struct scree_error *error);

SCREE_END

#endif
