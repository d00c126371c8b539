/* Inputs: each file is read once, and its digest is of the bytes that were understood. */
#ifndef INPUTS_INPUTS_H
#define INPUTS_INPUTS_H

#include <stdint.h>

#include <jansson.h>

#include <scree/types/draw.h>
#include <scree/types/style.h>

#include "base/err.h"
#include "base/file.h"
#include "base/job.h"
#include "base/sha.h"
#include "base/source.h"
#include "heights/heights.h"
#include "srf/srf.h"
#include "ter/ter.h"
#include "worlds/worlds.h"

#define INPUTS_CREDIT 200
#define INPUTS_CREDITS (INPUTS_CREDIT + SRF_CREDIT + 2) /* of all data together */

struct inputs_file {
    const char *path;
    const char *base; /* path without its folders */
    uint64_t size_bytes;
    char sha256[SHA_HEX_SIZE];
    char places[SHA_HEX_SIZE]; /* of a world: of where its tiles lie (worlds/worlds.h); else "" */
    size_t reader_warnings; /* of a surface map: those of its list that srf_check() did not add */
    struct heights_about heights; /* of a terrain: what it was read from */
    char credit[INPUTS_CREDIT];   /* who is to be named where it is used; "": nobody */
    /* Of a terrain whose ground is graded for roads: their file; the digest is "" otherwise. */
    struct inputs_graded {
        char name[128]; /* its end, if it is longer */
        uint64_t size_bytes;
        char sha256[SHA_HEX_SIZE];
        char credit[INPUTS_CREDIT];
    } graded_for;
};

/* An input as it was opened: a file, or bytes in memory, which must outlive it. */
struct inputs_opened {
    const char *path; /* or a name; NULL: none */
    struct file_input input;
    uint8_t bytes[4096];
    struct scree_bytes head; /* what it begins with */
    struct scree_bytes held; /* of a source that is no file: all of it */
};
/* inputs_open() opens a file of at most max_bytes; the caller closes it by inputs_close(). On failure
 * nothing is open. SCREE_CANNOT_READ, SCREE_LIMIT. */
MUST_USE enum scree_code inputs_open(struct inputs_opened *out, const char *path,
                                     uint64_t max_bytes, struct scree_error *err);
/* inputs_open_memory() takes data[0 .. size) as if it were a file called name, which may be NULL. */
MUST_USE enum scree_code inputs_open_memory(struct inputs_opened *out, const char *name,
                                            const void *data, size_t size, struct scree_error *err);
/* inputs_open_heights() opens heights in memory as a raw file of raw_width x raw_height points, row 0
 * north, metres, cell_m apart; *how becomes how it is read. The caller frees *bytes by file_bytes_free()
 * in any case, after *out. SCREE_BAD_ARGUMENT, SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code inputs_open_heights(struct inputs_opened *out, struct scree_bytes *bytes,
                                             struct scree_terrain_options *how,
                                             const float *heights_m, struct scree_error *err);
/* inputs_open_source() opens a source; of one that is no file it holds the bytes. *out is to be closed also
 * after a failure. As inputs_open(), and as source_read() does. */
MUST_USE enum scree_code inputs_open_source(struct inputs_opened *out,
                                            const struct scree_source *source, uint64_t max_bytes,
                                            struct scree_error *err);
/* inputs_open_given() does so with one that may not be set: *given is then NULL, and else out. */
MUST_USE enum scree_code inputs_open_given(struct inputs_opened **given, struct inputs_opened *out,
                                           const struct scree_source *source, uint64_t max_bytes,
                                           struct scree_error *err);
/* inputs_close() accepts a zeroed one. */
void inputs_close(struct inputs_opened *opened);
/* What options of a level for a game name, opened; each NULL if it was not given. */
struct inputs_given {
    struct inputs_opened *materials, *roads, *plants, *keep_list, *mask;
    struct inputs_opened *own; /* of Rigs of Rods ground models, of BeamNG holes */
};
/* inputs_holds_surface() tells a surface map by its first bytes. */
bool inputs_holds_surface(const struct inputs_opened *opened);

/* inputs_take_terrain() reads an opened terrain and describes it in *file, whose path is the opened
 * one's. leave_in_file: a large Terragen terrain stays in its file (ter/ter.h, struct ter_window),
 * and inputs_digest() has yet to digest it. The caller frees *field by ter_free() and file->heights
 * by heights_about_free(); on failure both are empty. */
MUST_USE enum scree_code inputs_take_terrain(struct ter_field **field, struct inputs_file *file,
                                             struct inputs_opened *opened,
                                             const struct scree_terrain_options *options,
                                             bool leave_in_file, struct scree_job *job,
                                             struct scree_error *err);
/* inputs_is_world() asks whether a path names a world of tiles (worlds/worlds.h), which
 * inputs_take_world() reads as inputs_take_terrain() reads a file. */
struct inputs_world {
    bool leave_in_tiles;       /* a large one stays in its tiles; it is digested in any case */
    struct worlds_notes notes; /* zeroed, or where processes share what they survey */
    bool measured;             /* set if they do: ranges are those of ter_measure() */
    struct ter_ranges ranges;
    const struct scree_tiles *source; /* NULL, or whose tiles they are, and path is a name; it is
                                           taken over, whatever the result */
};
MUST_USE enum scree_code inputs_is_world(bool *out, const char *path, struct scree_error *err);
MUST_USE enum scree_code inputs_take_world(struct ter_field **field, struct inputs_file *file,
                                           const char *path,
                                           const struct scree_terrain_options *options,
                                           struct inputs_world *how, struct scree_job *job,
                                           struct scree_error *err);
/* inputs_shapes() asks whether options fill points without data, smooth stairs, or cut a box out of the terrain,
 * for which it comes into memory; inputs_shape() does it, to a terrain as it was read. SCREE_BAD_ARGUMENT and what
 * ter_fill_missing() and heights_cut_box() give; *field is the caller's in any case. */
bool inputs_shapes(const struct scree_terrain_options *options);
MUST_USE enum scree_code inputs_shape(struct ter_field **field, struct inputs_file *file,
                                      const struct scree_terrain_options *options,
                                      struct scree_job *job, struct scree_error *err);
/*
 * inputs_check_degrees() refuses a terrain in degrees for a game, whose cells are squares: its own are
 * not, and {cell_m} makes squares of them by squashing the ground. The message names a box that lies
 * in it. Cells that are squares to 1 % are left to others. SCREE_UNSUPPORTED (names the file)
 */
MUST_USE enum scree_code inputs_check_degrees(const struct ter_field *field,
                                              const struct inputs_file *file, const char *game,
                                              struct scree_error *err);
/* inputs_is_note() is worlds_is_note(), and inputs_remove_notes() worlds_notes_remove(). */
bool inputs_is_note(const char *name);
void inputs_remove_notes(const char *folder, const char *parent, const struct grow *given);
/* inputs_take_surface() reads an opened surface map. judge: values that cannot be drawn are refused
 * (srf_check()). The caller frees *map by srf_free(); on failure it is NULL. */
MUST_USE enum scree_code inputs_take_surface(struct srf_map **map, struct inputs_file *file,
                                             struct inputs_opened *opened,
                                             const struct srf_scale *scale, bool judge,
                                             struct scree_error *err);

/*
 * inputs_read_masks() reads the pictures of masks that are on and that a map does not have yet, from the
 * folder of the file `beside`: PNGs and TIFFs of greys, of at most 2^28 pixels; inputs_take_surface() does so for a
 * map that is a file and is judged. inputs_take_mask() takes an opened picture under the name that
 * layers have for it. The error of the former names layer and picture, and is about the map.
 * inputs_uses_masks() says whether layers have some that are on, and inputs_masks_json() lists those as
 * inputs_json() does a file; NULL: memory ran out. What file_input_open() and image_read_png_rows() give; SCREE_UNSUPPORTED: it is not grey
 */
MUST_USE enum scree_code inputs_read_masks(struct srf_map *map, const char *beside,
                                           struct scree_job *job, struct scree_error *err);
MUST_USE enum scree_code inputs_take_mask(struct srf_map *map, const char *file,
                                          const struct inputs_opened *opened, struct scree_job *job,
                                          struct scree_error *err);
/*
 * inputs_lay_masks() makes of those in use what layers want: some of their classes, of which the job
 * hears what the picture does not have; and lays those that say where they lie over a terrain, whose place geo is that of its
 * struct heights_about: they become pictures over all of it. What heights_over_begin() gives;
 * SCREE_BAD_ARGUMENT: one lies beside the terrain, or has none of the classes; SCREE_NO_MEMORY, SCREE_CANCELLED. The error as above.
 */
struct inputs_place {
    const struct ter_field *field;
    const struct image_geo *geo;
};
MUST_USE enum scree_code inputs_lay_masks(struct srf_map *map, const struct inputs_place *place,
                                          struct scree_job *job, struct scree_error *err);
/* inputs_fail_mask() is an error about the mask of a layer. */
enum scree_code inputs_fail_mask(enum scree_code code, const struct scree_error *found,
                                 const struct srf_layer *layer, struct scree_error *err);
bool inputs_uses_masks(const struct srf_map *map);
/* inputs_know_masks() only takes their digests, of files that are there: for comparing maps, not for
 * evaluating them. SCREE_NO_MEMORY, SCREE_CANCELLED */
MUST_USE enum scree_code inputs_know_masks(struct srf_map *map, const char *beside,
                                           struct scree_job *job, struct scree_error *err);
json_t *inputs_masks_json(const struct srf_map *map);

/* inputs_take_bytes() reads an opened file of at most max_bytes whole, for the caller to free, and
 * describes it in *file. bytes may be NULL. */
MUST_USE enum scree_code inputs_take_bytes(struct scree_bytes *bytes, struct inputs_file *file,
                                           const struct inputs_opened *opened, uint64_t max_bytes,
                                           struct scree_error *err);

/* inputs_keep_path() copies a file's path, which the caller of a library may take back, into an arena;
 * bytes without a name are called otherwise, and stay without one if that is NULL. SCREE_NO_MEMORY. */
MUST_USE enum scree_code inputs_keep_path(struct inputs_file *file, const char *otherwise,
                                          struct mem_arena *arena, struct scree_error *err);

struct roads;
struct roads_waters;
struct inputs {
    struct inputs_file terrain_file, surface_file;
    struct ter_field *field;
    const struct roads_waters *waters; /* of the field, as grading made them; NULL: none */
    const struct roads *roads;         /* of the level; NULL: none */
    const struct ter_field *fine; /* the ground on as many points as are exported; NULL: field */
    struct srf_map *map;
    struct ter_ranges ranges;
    uint64_t other_bytes; /* that the terrain holds, besides the field */
};
/* inputs_heights() is the field that heights of exports are taken from. */
static inline const struct ter_field *inputs_heights(const struct inputs *inputs)
{
    return inputs->fine != NULL ? inputs->fine : inputs->field;
}
/* inputs_held_bytes() is what they hold in memory, but for small things: heights, and pictures of masks; map may be NULL.
 * inputs_field_bytes() is the heights of one terrain. */
uint64_t inputs_held_bytes(const struct inputs *inputs);
uint64_t inputs_field_bytes(const struct ter_field *field);

/* inputs_read() reads, adjusts, judges and measures, this on so many threads (0: one per processor);
 * warnings are said. On failure *out is freed. */
MUST_USE enum scree_code inputs_read(struct inputs *out, const char *terrain, const char *surface,
                                     const struct scree_terrain_options *ground, uint32_t threads,
                                     struct scree_job *job, struct scree_error *err);
/* inputs_describe() is a terrain as programs see it; file NULL: it is none. inputs_scene() is what a
 * world says beside its map, where a terrain of that scale has it; the camera is lifted out of the
 * ground of another. */
struct scree_terrain_info inputs_describe(const struct ter_field *field,
                                          const struct ter_ranges *ranges,
                                          const struct heights_about *about,
                                          const struct inputs_file *file);
struct scree_scene inputs_scene(const struct srf_map *map, const struct ter_field *field,
                                const struct ter_ranges *ranges);
/* inputs_digest() digests a terrain that stays in its file, which takes as long as everything else;
 * nothing to do for others. */
MUST_USE enum scree_code inputs_digest(struct inputs *pair, struct scree_job *job,
                                       struct scree_error *err);
void inputs_free(struct inputs *pair);

/* inputs_find_degrees() is where longitude and latitude lie on a terrain, in metres from its west and
 * its north edge; it may be outside. Errors of heights_finder_find(), about the file; SCREE_BAD_ARGUMENT: it is
 * outside, and with the two in the other order inside. */
MUST_USE enum scree_code inputs_find_degrees(double out_m[2], const struct ter_field *field,
                                             const struct inputs_file *file,
                                             const double degrees[2], struct scree_error *err);

/* inputs_scale() is the scale of a terrain, or of --cell if field is NULL; 0 where there is none. It
 * has no survey. */
struct srf_scale inputs_scale(const struct ter_field *field,
                              const struct scree_terrain_options *ground);

/* inputs_latitude() is the middle of a terrain that says where it lies; false: it does not. */
bool inputs_latitude(double *out, const struct inputs *inputs);

/* inputs_take_climate() gives a style what it is not given and the terrain tells: the water of a level, and by the
 * latitude the lines of trees and snow. It says so. */
void inputs_take_climate(struct scree_style_options *options, const struct inputs *inputs,
                         struct scree_job *job);

/* inputs_survey() is what measures a field's ground if a map asks for shares of it. The field must
 * outlive it. */
struct srf_survey inputs_survey(const struct ter_field *field, struct scree_job *job);

/* inputs_json() is {"file": ..., "bytes": ..., "sha256": ...} of an input, under its name without
 * folders, and "graded_for", the same of the roads that a terrain is graded for; null for one that was not given. NULL if memory ran out. */
json_t *inputs_json(const struct inputs_file *file);
/* inputs_name_graded() says of a terrain's file that its ground is graded for the roads of another. */
void inputs_name_graded(struct inputs_file *terrain, const struct inputs_file *roads);
/* inputs_credit() is who is to be named for a terrain, as it may be graded, for roads, which may be NULL, and for a
 * surface map, which may be, too: out, or NULL for nobody. inputs_credit_add() sets a document's "credit" to it, and inputs_credit_tell()
 * says it; nothing for NULL and "". */
const char *inputs_credit(char out[INPUTS_CREDITS], const struct inputs_file *terrain,
                          const struct inputs_file *roads, const struct srf_map *map);
void inputs_credit_add(json_t **document, const char *credit);
void inputs_credit_tell(const char *credit, struct scree_job *job);
/* inputs_reading_json() is how the terrain's file was to be understood, as far as it was said; null
 * where nothing was. */
json_t *inputs_reading_json(const struct scree_terrain_options *file);

#endif
