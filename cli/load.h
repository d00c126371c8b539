/* Inputs: each file is read once, and its digest is of the bytes that were understood. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include <stdint.h>

#include "base/err.h"
#include "base/file.h"
#include "cli/args.h"
#include "cli/say.h"
#include "heights/heights.h"
#include "image/image.h"
#include "srf/srf.h"
#include "ter/ter.h"

struct load_file {
    const char *path;
    const char *base; /* path without its folders */
    uint64_t size_bytes;
    char sha256[IMAGE_SHA256_HEX_SIZE];
    size_t reader_warnings; /* of a surface map: those of its list that srf_check() did not add */
    struct heights_about heights; /* of a terrain: what it was read from */
};

struct load_pair {
    struct load_file terrain_file, surface_file;
    struct ter_field *field;
    struct srf_map *map;
    struct ter_ranges ranges;
};

/* load_pair() reads, adjusts, judges and measures, this on so many threads (0: one per processor);
 * warnings are said. On failure *out is freed. */
MUST_USE enum err_code load_pair(struct load_pair *out, const char *terrain, const char *surface,
                                 const struct args_ground *ground, uint32_t threads,
                                 struct say *say, struct err *err);
/* load_pair_in_file() leaves a large Terragen terrain in its file (ter/ter.h, struct ter_window).
 * Then load_pair_digest() has yet to digest it: that takes as long as everything else. */
MUST_USE enum err_code load_pair_in_file(struct load_pair *out, const char *terrain,
                                         const char *surface, const struct args_ground *ground,
                                         uint32_t threads, struct say *say, struct err *err);
MUST_USE enum err_code load_pair_digest(struct load_pair *pair, struct err *err);
void load_pair_free(struct load_pair *pair);

/* load_any() reads whichever of the two the first bytes tell; the other is NULL. The caller frees
 * *field, *map and file->heights. Nothing is said: warnings stay in the documents. */
MUST_USE enum err_code load_any(struct load_file *file, struct ter_field **field,
                                struct srf_map **map, const char *path,
                                const struct args_ground *ground, struct err *err);

/* load_terrain() reads the terrain of a file that is to be one. The caller frees *field with
 * ter_free() and file->heights with heights_about_free(). */
MUST_USE enum err_code load_terrain(struct ter_field **field, struct load_file *file,
                                    const char *path, const struct args_ground *ground,
                                    struct err *err);

/* load_any_scaled() does so with the scale by which a surface map's text gives metres; load_any()
 * itself knows only that of --cell. */
MUST_USE enum err_code load_any_scaled(struct load_file *file, struct ter_field **field,
                                       struct srf_map **map, const char *path,
                                       const struct args_ground *ground,
                                       const struct srf_scale *scale, struct err *err);

/* load_any_in_file() leaves a large Terragen terrain in its file (ter/ter.h, struct ter_window). */
MUST_USE enum err_code load_any_in_file(struct load_file *file, struct ter_field **field,
                                        struct srf_map **map, const char *path,
                                        const struct args_ground *ground,
                                        const struct srf_scale *scale, struct err *err);

/* load_unjudged() reads a surface map without asking whether its values can be drawn, to change its
 * form or its values: warnings stay in the document. terrain, which may be NULL, gives the scale
 * for metres, which the caller gets, too. */
MUST_USE enum err_code load_unjudged(struct srf_map **out, struct load_file *file, const char *path,
                                     const char *terrain, const struct args_ground *ground,
                                     struct srf_scale *scale, struct say *say, struct err *err);

/* load_is_surface_file() looks at the first bytes of a file; false if it cannot be read. */
bool load_is_surface_file(const char *path);

/* load_scale() is the scale of a terrain, or of --cell if field is NULL; 0 where there is none. */
struct srf_scale load_scale(const struct ter_field *field, const struct args_ground *ground);

/* load_note() sets path, base, size and digest of the file that bytes were read from. */
void load_note(struct load_file *file, const char *path, const struct file_bytes *bytes);

/* load_base() is the part of path behind its last '/'. */
const char *load_base(const char *path);

#endif
