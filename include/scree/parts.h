/*
 * Bakes and exports in parts: tiles of one output, made by many processes on many machines into one
 * folder, and gathered when all are there. Evaluation is local, so parts exchange nothing.
 *
 *     struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
 *     options.tile_texels = 1024;
 *     options.outputs = SCREE_BAKE_MASKS;
 *     scree_bake_plan(&bake, terrain, surface, &options, job, &error);
 *     struct scree_part_options part = SCREE_PART_OPTIONS_INIT;
 *     part.index = 3;
 *     part.count = 16;
 *     int code = scree_bake_part(bake, "out", &part, NULL, job, &error);
 *     ...
 *     code = scree_gather(&manifest, "out", job, &error);     when parts 1 to 16 are made
 *
 * A part is a run of tiles in rows from the north-west. Each file appears by a rename, so there are
 * no locks: two processes may make the same part at the same time, and both make the same bytes.
 * docs/worlds.md has recipes for schedulers, docs/formats/manifest.md the manifest of a part.
 *
 * Threads: any, also with one bake; a job belongs to one call at a time.
 */
#ifndef SCREE_PARTS_H
#define SCREE_PARTS_H

#include <scree/bake.h>
#include <scree/engines.h>
#include <scree/types/part_info.h>
#include <scree/types/parts.h>

SCREE_BEGIN

/*
 * scree_bake_part() makes the tiles of a part in a folder, which is made if it is not there, and
 * FOLDER/parts/I-of-N.json. Tiles that an earlier run of the same part noted, of the same inputs and
 * options, and whose files still have their SHA-256, are kept. After a failure or a kill the
 * tiles that were complete stay, and the same call goes on behind them.
 * info may be NULL. The terrain is digested before the first tile.
 * SCREE_BAD_ARGUMENT (index, count; error.field "part", "outputs" for a BeamNG terrain, which is one
 * file, "layers" and "maps", which look at the whole; images that are not cut into tiles),
 * SCREE_CANNOT_WRITE (the disk is full; the folder holds other files: field "replace"),
 * SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_bake_part(const struct scree_bake *bake, const char *folder,
                              const struct scree_part_options *options,
                              struct scree_part_info *info, struct scree_job *job,
                              struct scree_error *error);

/*
 * scree_engine_part() does the same with an export: the tiles or regions of a part in a folder, and
 * FOLDER/parts/I-of-N.json. The plan was made with in_parts. scree_gather() writes what else the export
 * has, so that all files have the bytes of one run.
 * SCREE_BAD_ARGUMENT (index, count; a plan of the whole), SCREE_CANNOT_WRITE (the folder holds other
 * files: field "replace"), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_engine_part(const struct scree_engine *engine, const char *folder,
                                const struct scree_part_options *options,
                                struct scree_part_info *info, struct scree_job *job,
                                struct scree_error *error);

/*
 * scree_bake_estimate() says what a bake takes before it starts. A few hundred rows, always the same
 * ones spread over the output, are evaluated, compressed and dropped; nothing is written. Seconds
 * are an estimate: how long a run takes also depends on disks and on what else the machine does.
 * SCREE_BAD_ARGUMENT (error.field "time_s": negative or not finite), SCREE_CANNOT_READ,
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_bake_estimate(const struct scree_bake *bake,
                                  const struct scree_estimate_options *options,
                                  struct scree_estimate *estimate, struct scree_job *job,
                                  struct scree_error *error);
/* As SCREE_TEXT or as SCREE_JSON, {"format": "scree-estimate-1", ...}. SCREE_BAD_ARGUMENT (form). */
SCREE_API int scree_estimate_document(struct scree_bytes *out,
                                      const struct scree_estimate *estimate,
                                      const struct scree_bake *bake, int form,
                                      struct scree_error *error);

/*
 * scree_gather() checks that all parts lie in a folder, complete, made of the same inputs, with the
 * same options and by the same version, that each file has the bytes that its part wrote, and then
 * writes FOLDER/manifest.json, which has the bytes of a run of the whole, and a virtual raster (.vrt
 * of GDAL) beside the tiles of each image that is a PNG or a TIFF. Of an export it writes the texts,
 * the textures and the report, and the virtual rasters are left out. *manifest gets the bytes of
 * manifest.json, or of the report, for scree_bytes_free(); NULL: they are not wanted. Times of files are not looked
 * at. Gathering again is allowed. No part may be written meanwhile: temporary files of the bake are
 * removed. On failure nothing is written: error.text says which part to
 * run again.
 * SCREE_CANNOT_READ (a part is missing or did not come to its end; a file is missing or is another),
 * SCREE_MALFORMED (a part's manifest is damaged, or of other inputs or options), SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_gather(struct scree_bytes *manifest, const char *folder, struct scree_job *job,
                           struct scree_error *error);

SCREE_END

#endif
