/*
 * Bakes: the files that a game loads of a terrain and a surface map (masks, blend map, BeamNG
 * terrain, preview), with a manifest of what they were made of; and what a bake that lies in a
 * folder can be asked.
 *
 *     struct scree_bake *bake;
 *     struct scree_sink *sink;
 *     scree_bake_plan(&bake, terrain, surface, NULL, job, &error);
 *     scree_sink_folder(&sink, "out", 0, &error);
 *     int code = scree_bake_write(bake, sink, NULL, job, &error);
 *     code = scree_sink_close(sink, code, job, &error);
 *     scree_bake_free(bake);
 *
 * docs/formats/manifest.md lists the files and the members of manifest.json. Equal inputs and options
 * give equal bytes in every front and into any sink.
 */
#ifndef SCREE_BAKE_H
#define SCREE_BAKE_H

#include <scree/evaluate.h>
#include <scree/types/bake.h>
#include <scree/types/bake_info.h>
#include <scree/types/verify.h>

SCREE_BEGIN

struct scree_bake;

/*
 * scree_bake_plan() decides everything and writes nothing. The plan keeps the terrain and a copy of
 * the surface map, as scree_plan_create() does. A terrain opened with leave_in_file is read in
 * bands and digested while it is evaluated: a bake then takes memory for a band. The number of
 * threads is the job's.
 * SCREE_BAD_ARGUMENT (error.field), SCREE_MALFORMED (the list of materials, or a value of the map
 * that cannot be drawn), SCREE_CANNOT_READ, SCREE_NO_MEMORY
 */
SCREE_API int scree_bake_plan(struct scree_bake **out, const struct scree_terrain *terrain,
                              const struct scree_surface *surface,
                              const struct scree_bake_options *options, struct scree_job *job,
                              struct scree_error *error);
SCREE_API void scree_bake_free(struct scree_bake *bake);

SCREE_API void scree_bake_describe(const struct scree_bake *bake, struct scree_bake_info *info);

/* scree_bake_file() describes file i < files. SCREE_BAD_ARGUMENT: there is no such file. */
SCREE_API int scree_bake_file(const struct scree_bake *bake, uint32_t i,
                              struct scree_bake_file *file, struct scree_error *error);

/*
 * scree_bake_look() tells what would be written as SCREE_TEXT or as SCREE_JSON, {"format":
 * "scree-plan-1", ...}, and refuses what scree_bake_write() would refuse of the sink, which may be
 * NULL and is not changed.
 * SCREE_BAD_ARGUMENT (a file would replace an input; form), SCREE_NO_MEMORY
 */
SCREE_API int scree_bake_look(struct scree_bytes *out, const struct scree_bake *bake,
                              struct scree_sink *sink, int form, struct scree_error *error);

/*
 * scree_bake_write() evaluates and writes all files into a sink, which is then to be closed. Files
 * are written by several threads at the same time. No file of the bake replaces one of its inputs.
 * In a folder, files that only an earlier bake wrote are removed when the sink is closed, unless
 * they were changed since. *manifest gets the bytes of manifest.json, for scree_bytes_free(); NULL:
 * they are not wanted. A plan may be written any number of times.
 * SCREE_CANNOT_WRITE, SCREE_CANNOT_READ (the terrain changed), SCREE_BAD_ARGUMENT (a file would
 * replace an input), SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_bake_write(const struct scree_bake *bake, struct scree_sink *sink,
                               struct scree_bytes *manifest, struct scree_job *job,
                               struct scree_error *error);

/* ---- a bake that lies in a folder ---- */

struct scree_verdict;

/*
 * scree_verify() makes a bake again from its manifest and compares file by file. Nothing is
 * written. The terrain may be a world of tiles, by path. Of some tiles the totals in the manifest
 * are not compared, but the SHA-256 that it lists for each of their files is. A file whose samples
 * are right but packed by another version of a compressor does not differ. Notes to the job sum up.
 * Differences are no failure.
 * SCREE_CANNOT_READ (no manifest, or the part is not there or not complete; an input is missing or
 * another), SCREE_MALFORMED (the manifest),
 * SCREE_UNSUPPORTED (made by another version; some tiles are wanted and the bake has more than tiles),
 * SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
SCREE_API int scree_verify(struct scree_verdict **out, const char *folder,
                           const struct scree_verify_options *options, struct scree_job *job,
                           struct scree_error *error);
SCREE_API void scree_verdict_free(struct scree_verdict *verdict);
/* How many files differ; 0: the folder holds what its inputs make. */
SCREE_API size_t scree_verdict_differences(const struct scree_verdict *verdict);
/* The file of difference i, and what differs first: a sentence without a full stop. As long as the
 * verdict; NULL if there are not so many. */
SCREE_API const char *scree_verdict_file(const struct scree_verdict *verdict, size_t i);
SCREE_API const char *scree_verdict_text(const struct scree_verdict *verdict, size_t i);

SCREE_API void scree_verdict_describe(const struct scree_verdict *verdict,
                                      struct scree_verdict_info *info);

struct scree_digest;

/*
 * scree_digest() digests the samples of every file of a bake, not the bytes of the files: the
 * result is the same with any version of a compressor.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_UNSUPPORTED, SCREE_NO_MEMORY
 */
SCREE_API int scree_digest(struct scree_digest **out, const char *folder, struct scree_job *job,
                           struct scree_error *error);
SCREE_API void scree_digest_free(struct scree_digest *digest);
/* SHA-256 as 64 hex digits, of the whole, and of file i < scree_digest_count(), else NULL. */
SCREE_API const char *scree_digest_whole(const struct scree_digest *digest);
SCREE_API size_t scree_digest_count(const struct scree_digest *digest);
SCREE_API const char *scree_digest_name(const struct scree_digest *digest, size_t i);
SCREE_API const char *scree_digest_sha256(const struct scree_digest *digest, size_t i);
/* scree_digest_masks() digests the masks alone, which must be 8-bit weights: the number that a test
 * file pins. Errors as above. */
SCREE_API int scree_digest_masks(char sha256[65], const char *folder, struct scree_job *job,
                                 struct scree_error *error);

SCREE_END

#endif
