/* What writing parts and gathering them share. */
#ifndef BAKE_BAKE_PIECES_H
#define BAKE_BAKE_PIECES_H

#include "bake/bake_part.h"
#include "bake/bake_parts.h"

/* bake_next_piece() is the piece that begins with tile `at` of a range, of at most `most` tiles. */
struct bake_piece bake_next_piece(const struct out_range *range, uint64_t at, uint32_t columns,
                                  uint32_t most);

/* bake_piece_most() is the most tiles of a piece: all its files are open at a time. */
uint32_t bake_piece_most(const struct bake_plan *plan);

/* bake_piece_plan() makes *out the plan of a piece of plan's, which it borrows from; for
 * bake_piece_free(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_piece_plan(struct bake_plan *out, const struct bake_plan *plan,
                                         const struct bake_piece *piece, struct scree_error *err);
void bake_piece_free(struct bake_plan *plan);

/* bake_piece_job() makes *out the job of making a piece: on the threads of `whole`, which may be
 * NULL, with its progress, from and on, and ended as soon as that is. It has no messages. */
struct bake_piece_talk {
    struct scree_job *whole;
    double from, share; /* of the whole: what is done before the piece, and the piece itself */
};
void bake_piece_job(struct scree_job *out, struct bake_piece_talk *talk);

/*
 * What all parts of a bake have in common, as JSON: the manifest of the whole without files and
 * sums, numbers that documents have not all digits of, the place on Earth, and of a world the digest
 * of where its tiles lie. NULL if memory ran out.
 */
json_t *bake_part_common(const struct bake_plan *plan, const char *terrain_sha256);

/* Of which texels a part notes a piece: so many of a cut, of a bake with so many materials. */
struct bake_noted {
    const struct bake_cut *cut;
    size_t materials;
    bool has_areas;  /* the terrain is in degrees */
    bool has_texels; /* it lacks data somewhere: how many texels have some is noted */
};
/* bake_is_noted() says whether a part's note is of this piece, with numbers that its texels can have. */
bool bake_is_noted(const struct bake_noted *of, const struct bake_piece *piece, const json_t *note);

/* bake_write_vrts() adds a virtual raster, as GDAL reads it, for each image of a gathered bake that
 * is a PNG or a TIFF, to be beside its tiles. place: of bake_part_common(). SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
struct baked;
MUST_USE enum scree_code bake_write_vrts(struct sink *sink, const struct baked *baked,
                                         const json_t *place, struct scree_error *err);

/* bake_drop_gathered() removes, at the commit, what gathering left in the folder besides the files of
 * the manifest there: virtual rasters of its images, and the parts' manifests. After the last
 * sink_add(), as sink_drop_listed(). SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_drop_gathered(struct sink *sink, struct scree_error *err);

/*
 * bake_clear_reused() removes what another gathered bake left in the folder of a part that is about to make
 * its first tile: the files that its
 * manifest lists and that have the digests listed there, its virtual rasters, the manifests of its
 * parts where they were of another number, and its manifest last; likewise the files that the part noted of
 * another bake.
 * Files that the plan makes stay until they are replaced, so any number of parts may do this at the
 * same time and while others write. Nothing is removed of a bake of the same inputs and options.
 * SCREE_CANNOT_WRITE (the manifest cannot be removed), SCREE_NO_MEMORY.
 */
MUST_USE enum scree_code bake_clear_reused(const struct bake_plan *plan,
                                           const struct out_note *note, struct scree_error *err);

/* A sum beyond 64 bits, exact. */
struct bake_total {
    uint64_t high, low;
};
void bake_total_add(struct bake_total *total, uint64_t number);
/* bake_total_value() is the nearest double, ties to even. */
double bake_total_value(const struct bake_total *total);

#endif
