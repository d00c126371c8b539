/*
 * A bake in parts: each writes tiles of its own into one folder, on whatever machine, and a part
 * manifest, FOLDER/parts/I-of-N.json. Gathering checks that all are there and writes what one run
 * would have written besides: the manifest of the whole (docs/worlds.md, docs/formats/manifest.md).
 *
 * Nothing is locked: each file appears by a rename, and who makes a tile of the same inputs and
 * options makes the same bytes.
 */
#ifndef BAKE_BAKE_PART_H
#define BAKE_BAKE_PART_H

#include <scree/types/part_info.h>
#include <scree/types/parts.h>

#include "bake/bake.h"
#include "out/out_parts.h"

#define BAKE_PART_MANIFEST "scree-part-1"

/* What a part noted of a world that it opened, in the folder of the parts. Start it zeroed. */
struct bake_notes {
    char *folder, *path; /* of the parts, and of the notes in it; NULL: there are none */
    bool made;           /* opening the world made both folders */
    struct grow names;   /* of the notes */
};
/* bake_notes_start() tells a world where to note and what to take, if the options are those of a part and
 * its folder is fit for one. The caller frees *notes by bake_notes_free() in any case, and before that
 * takes notes that came to no part away by bake_notes_drop(): they would be in the way of whatever is
 * written there next. SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_notes_start(struct bake_notes *notes, struct worlds_notes *how,
                                          const struct scree_terrain_options *given,
                                          struct scree_error *err);
void bake_notes_drop(const struct bake_notes *notes);
void bake_notes_free(struct bake_notes *notes);

/* Tiles of a row that are evaluated together. */
struct bake_piece {
    uint32_t x, y, columns;
};

/* bake_check_parts() refuses a plan whose bake has no parts. SCREE_BAD_ARGUMENT. */
MUST_USE enum scree_code bake_check_parts(const struct bake_plan *plan, struct scree_error *err);

/*
 * bake_part_write() makes the tiles of a part. What is there with the digest that an earlier run of
 * the same part noted is not made again. The plan makes no BeamNG terrain and merges nothing by
 * cost: these look at the whole. On failure or a kill the tiles that are complete stay, for the next
 * run. *began: also on failure: the folder was found fit, and is there.
 * SCREE_BAD_ARGUMENT (index, count, or outputs that have no tiles), SCREE_CANNOT_WRITE, SCREE_CANNOT_READ, SCREE_NO_MEMORY,
 * SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_part_write(struct scree_part_info *made, bool *began,
                                         const struct bake_plan *plan, const char *folder,
                                         const struct scree_part_options *part,
                                         struct scree_job *job, struct scree_error *err);

struct bake_gathered {
    struct scree_bytes manifest; /* the bytes of manifest.json, for file_bytes_free() */
    uint32_t parts;
    size_t tiles, files;
};

/*
 * bake_gather() checks the parts of a folder and writes manifest.json and a virtual raster (GDAL)
 * beside the tiles of each image that it can be made of. The manifest has the bytes of a run of the
 * whole with the same inputs and options. Gathering again is allowed. No part may be written
 * meanwhile: temporary files of the bake are removed. On failure *out is zeroed and nothing was
 * written. threads: of the job.
 * SCREE_CANNOT_READ         there are no parts, one is missing or not complete, or a file of one is; err says
 *                  which, and what to run again
 * SCREE_MALFORMED    a part's manifest is damaged, belongs to another part, or was made of other
 *                  inputs, options or by another version than the first
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_gather(struct bake_gathered *out, const char *folder,
                                     struct scree_job *job, struct scree_error *err);

/* ---- what a bake will take, before it starts ---- */

/*
 * bake_estimate() evaluates a few hundred rows at fixed places of the output and writes them
 * nowhere, as bake_write() writes all. Seconds are those of this machine now, on the threads of the
 * plan; opening_s is what opening the inputs and planning took, which every part spends, too. SCREE_BAD_ARGUMENT (time_s), SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_estimate(struct scree_estimate *out, const struct bake_plan *plan,
                                       const struct scree_estimate_options *options,
                                       double opening_s, struct scree_job *job,
                                       struct scree_error *err);
/* bake_estimate_document() is an estimate of a plan as text, or as JSON, "scree-estimate-1". The caller frees *out by
 * file_bytes_free(). SCREE_NO_MEMORY */
MUST_USE enum scree_code bake_estimate_document(struct scree_bytes *out,
                                                const struct scree_estimate *estimate,
                                                const struct bake_plan *plan, bool json,
                                                struct scree_error *err);

#endif
