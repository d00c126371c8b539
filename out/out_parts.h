/*
 * Outputs in parts: many processes, on many machines, make files of one folder. Part I of N makes some
 * of the output's tiles, row by row from the north-west, and notes them in FOLDER/parts/I-of-N.json.
 * Nothing is locked: each file appears by a rename, and who makes a tile of the same inputs and
 * options makes the same bytes (docs/worlds.md). What a note holds is the output's own matter.
 */
#ifndef OUT_OUT_PARTS_H
#define OUT_OUT_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include <scree/types/part_info.h>
#include <scree/types/parts.h>

#include "base/err.h"
#include "base/sha.h"
#include "out/sink.h"

#define OUT_PARTS_FOLDER "parts"
#define OUT_MAX_PARTS (1u << 20)
#define OUT_PART_NAME 40

/* A number for "%lu". */
static inline unsigned long out_number(uint64_t number)
{
    return (unsigned long)number;
}

/* out_part_check() refuses numbers that are none. SCREE_BAD_ARGUMENT (err->field "part"). */
MUST_USE enum scree_code out_part_check(const struct scree_part_options *part,
                                        struct scree_error *err);

/* out_part_name() is "parts/I-of-N.json". */
void out_part_name(char *out, size_t size, uint32_t index, uint32_t count);
/* out_part_of_name() reads I and N of a name that begins "I-of-N.json", without signs, blanks and
 * leading zeros, 1 <= I <= N <= OUT_MAX_PARTS, and returns what follows in it; NULL: it is no such
 * name. */
const char *out_part_of_name(uint32_t *index, uint32_t *count, const char *name);
/* out_part_is_name() says whether nothing does. */
bool out_part_is_name(uint32_t *index, uint32_t *count, const char *name);

/* The tiles first .. last - 1 of a part, row by row from the north-west, of `tiles` of all. */
struct out_range {
    uint64_t first, last;
};
struct out_range out_part_range(uint32_t index, uint32_t count, uint64_t tiles);

/* out_make_folder() makes FOLDER/name, or FOLDER itself if folder is NULL, unless it is there.
 * SCREE_CANNOT_WRITE, SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_make_folder(const char *folder, const char *name,
                                         struct scree_error *err);

/* out_parts_begun() says whether parts lie in a folder, or one has just begun: the folder "parts" in it
 * has a part's manifest, or what is_note(), which may be NULL, says, or is empty. */
bool out_parts_begun(const char *folder, bool (*is_note)(const char *name));

/* out_parts_of_others() says whether the parts that lie in a folder are of another kind of output: the
 * manifest of this part, or else the first that says so, has another "format", whatever its number. */
bool out_parts_of_others(const char *folder, const struct scree_part_options *part,
                         const char *format);
/* out_parts_are() says whether they are of this kind, by the first that says so. */
bool out_parts_are(const char *folder, const char *format);

/* A sink whose files appear in a folder, each by a rename when it is complete; folders are made.
 * out_part_open() makes *sink for sink_close(); what it points to has to live as long. What a write
 * met first is in files->err, which says more than the sink can. */
struct out_part_files {
    const char *folder;
    struct scree_error err;
    atomic_flag taken;
};
MUST_USE enum scree_code out_part_open(struct sink **sink, struct out_part_files *files,
                                       const char *folder, struct scree_error *err);
/* out_part_close() closes it after writing that ended with this code and error. */
enum scree_code out_part_close(struct sink *sink, const struct out_part_files *files,
                               enum scree_code code, const struct scree_error *own,
                               struct scree_error *err);

/* out_part_has() says whether a file of the folder has these bytes, by size and digest. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_part_has(bool *out, const char *folder, const char *name,
                                      uint64_t bytes, const char *sha256, struct scree_error *err);

/* out_part_has_listed() does so of a list's entry as json_text_file() makes them; one that is none is of no
 * file. name: what the file has to be called, or NULL: any name below the folder. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_part_has_listed(bool *out, const char *folder, const json_t *entry,
                                             const char *name, struct scree_error *err);

/* out_parts_list() writes the parts of a set as text, "2, 5-7 and 3 more", and returns how many there
 * are. */
#define OUT_PARTS_LIST 80
uint32_t out_parts_list(char *out, size_t size, const uint8_t *set, uint32_t count);

/* sink_read_earlier() is that document of an earlier output (out/sink.h), for json_decref(); NULL if
 * there is none. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_read_earlier(json_t **out, const struct sink *sink, const char *name,
                                           struct scree_error *err);

/* out_part_is_there() says whether there is something of that name; out_part_read() is a document in
 * a folder, NULL if there is none that can be read. */
bool out_part_is_there(const char *folder, const char *name);
json_t *out_part_read(const char *folder, const char *name);

/* ---- what a part notes ---- */

/* FOLDER/parts/I-of-N.json on its way. Set the first four; for out_note_free() in any case. */
struct out_note {
    const char *folder, *format; /* of the note */
    const struct scree_part_options *part;
    uint32_t grid[2]; /* columns and rows, by which pieces name their first tile; 0, 0: by "tile" */
    struct out_range range;
    json_t *common;  /* what all parts say equally */
    json_t *pieces;  /* those that are complete, by tiles; */
    json_t *earlier; /* those that a run before noted of the same, or NULL */
    json_t *other;   /* what this part noted of another output, or NULL */
    size_t next;     /* of `earlier`, the first that was not looked at yet */
    size_t written;  /* how many of `pieces` the note on disk has */
    uint64_t tiles_done;
    char key[SHA_HEX_SIZE], name[OUT_PART_NAME];
};
/* out_note_begin() takes the part's tiles of so many. SCREE_BAD_ARGUMENT, SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_note_begin(struct out_note *note, uint64_t tiles,
                                        struct scree_error *err);
void out_note_free(struct out_note *note);

/* out_note_check_folder() refuses a folder in which any output would be refused, or that check() refuses,
 * unless such parts lie there. */
struct out_note_folder {
    bool (*is_note)(const char *name);
    enum scree_code (*check)(const void *plan, struct sink *sink, struct scree_error *err);
    const void *plan;
};
MUST_USE enum scree_code out_note_check_folder(const struct out_note *note,
                                               const struct out_note_folder *of,
                                               struct scree_error *err);
/* out_note_look_back() takes what all parts have in common, and reads what an earlier run of the part
 * noted; whatever is wrong with it, it is made again. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_note_look_back(struct out_note *note, json_t *common,
                                            struct scree_error *err);
/* out_note_earlier() is what it noted from a tile on, pieces being noted in their order; borrowed, or
 * NULL. Ask for tiles in their order. */
json_t *out_note_earlier(struct out_note *note, uint64_t tile);
/* out_note_clear() removes the files of a list, whose entries are as json_text_file() makes them, that still
 * are what is listed, but those whose names are members of keep; out_note_clear_other() those of pieces
 * that the part noted of another output. What cannot be removed is in nobody's way. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_note_clear(const struct out_note *note, const json_t *files,
                                        const json_t *keep, struct scree_error *err);
MUST_USE enum scree_code out_note_clear_other(const struct out_note *note, const json_t *keep,
                                              struct scree_error *err);
/* out_note_add() takes a piece of so many tiles; out_note_write() writes what there is. */
MUST_USE enum scree_code out_note_add(struct out_note *note, json_t *piece, uint64_t tiles,
                                      struct scree_error *err);
MUST_USE enum scree_code out_note_write(struct out_note *note, struct scree_error *err);

/* ---- gathering ---- */

/* The parts that lie in a folder: set the first three, out_parts_room(), out_parts_load() each. */
struct out_parts {
    const char *folder, *format; /* of the notes */
    uint32_t count;
    json_t **of; /* [count] */
};
MUST_USE enum scree_code out_parts_room(struct out_parts *parts, struct scree_error *err);
void out_parts_free(struct out_parts *parts);
/* out_parts_load() reads a part's note; out_parts_check_head() refuses one that is not its own.
 * SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_parts_load(struct out_parts *parts, uint32_t index,
                                        struct scree_error *err);
MUST_USE enum scree_code out_parts_check_head(const struct out_parts *parts, uint32_t index,
                                              struct scree_error *err);
/* out_parts_common() is a member of what all parts say equally, by its names down to NULL. */
const json_t *out_parts_common(const struct out_parts *parts, uint32_t index,
                               const char *const *way);
/* out_parts_read() finds the parts of a folder and reads all: each its own, of what part 1 was made of, and
 * come to its end. What an output has to say of its own about that is in a judge, whose functions may be
 * NULL. SCREE_CANNOT_READ: none lies there, or some are missing, which err names, or have no end;
 * SCREE_MALFORMED: parts of several numbers, or one that is another's; SCREE_NO_MEMORY. */
struct out_parts_way {
    const char *way[5], *what;
};
struct out_parts_judge {
    const struct out_parts_way *ways; /* what may differ, in which words; the last is empty */
    void *context;
    /* In place of out_parts_check_head(); of an input that differs, before `ways`; in place of
     * out_parts_blame_end(), of the only part without its end. */
    enum scree_code (*head)(void *context, uint32_t index, struct scree_error *err);
    enum scree_code (*blame_input)(void *context, uint32_t index, struct scree_error *err);
    enum scree_code (*blame_end)(void *context, uint32_t index, struct scree_error *err);
};
MUST_USE enum scree_code out_parts_read(struct out_parts *parts,
                                        const struct out_parts_judge *judge,
                                        struct scree_error *err);
/* Errors, each with what to run again: a note that is damaged, a part without its end, a file that is not
 * what a part wrote. out_parts_blame() hands on an error of gathering, about the folder if of no file. */
enum scree_code out_parts_damaged(const struct out_parts *parts, uint32_t index, const char *what,
                                  struct scree_error *err);
enum scree_code out_parts_blame_end(const struct out_parts *parts, uint32_t index,
                                    struct scree_error *err);
enum scree_code out_parts_blame_file(const struct out_parts *parts, uint32_t index,
                                     const char *name, struct scree_error *err);
enum scree_code out_parts_blame(const struct out_parts *parts, struct scree_error *own,
                                struct scree_error *err);
/* out_parts_clear() removes what kills left in FOLDER/inner, and in the parts' folder what is_note(), which
 * may be NULL, says; what cannot be removed is in nobody's way. */
struct out_parts_left {
    bool (*is_ours)(const void *context, const char *file);
    const void *context;
    bool (*is_note)(const char *name);
};
void out_parts_clear(const char *folder, const char *inner, const struct out_parts_left *left);

#endif
