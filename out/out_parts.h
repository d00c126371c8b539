/*
 * Outputs in parts: many processes, on many machines, make files of one folder. Part I of N makes some
 * of the output's tiles, row by row from the north-west, and notes them in FOLDER/parts/I-of-N.json.
 * Nothing is locked: each file appears by a rename, and whoever makes a tile of the same inputs and
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
#include "out/sink.h"

#define OUT_PARTS_FOLDER "parts"
#define OUT_MAX_PARTS (1u << 20)
#define OUT_PART_NAME 40

/* out_part_check() refuses numbers that are none. SCREE_BAD_ARGUMENT (err->field "part"). */
MUST_USE enum scree_code out_part_check(const struct scree_part_options *part,
                                        struct scree_error *err);

/* out_part_name() is "parts/I-of-N.json". */
void out_part_name(char *out, size_t size, uint32_t index, uint32_t count);
/* out_part_damaged() is the error about a part's note: its name, what is wrong, and to run that part
 * again. SCREE_MALFORMED. */
enum scree_code out_part_damaged(uint32_t index, uint32_t count, const char *what,
                                 struct scree_error *err);
/* out_part_of_name() reads I and N of a name that begins "I-of-N.json", without signs, blanks and
 * leading zeros, 1 <= I <= N <= OUT_MAX_PARTS, and returns what follows in it; NULL: it is no such
 * name. */
const char *out_part_of_name(uint32_t *index, uint32_t *count, const char *name);

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
 * has a part's manifest, or is empty. */
bool out_parts_begun(const char *folder);

/* out_parts_of_others() says whether the parts that lie in a folder are of another kind of output: the
 * manifest of this part, or else the first that says so, has another "format", whatever its number. */
bool out_parts_of_others(const char *folder, const struct scree_part_options *part,
                         const char *format);

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

/* out_part_has() says whether a file of the folder has these bytes, by size and digest. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_part_has(bool *out, const char *folder, const char *name,
                                      uint64_t bytes, const char *sha256, struct scree_error *err);

/* out_part_has_listed() does so of a list's entry as json_text_file() makes them; one that is none is of no
 * file. name: what the file has to be called, or NULL: any name below the folder. SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_part_has_listed(bool *out, const char *folder, const json_t *entry,
                                             const char *name, struct scree_error *err);

/* out_parts_find() counts the parts that lie in a folder, all of them there. SCREE_CANNOT_READ: none lies
 * there, or some are missing, which err names; SCREE_MALFORMED: parts of several numbers; SCREE_NO_MEMORY. */
MUST_USE enum scree_code out_parts_find(uint32_t *count, const char *folder,
                                        struct scree_error *err);
/* out_parts_list() writes the parts of a set as text, "2, 5-7 and 3 more", and returns how many there
 * are; out_parts_first() is the first of a set that has one. */
#define OUT_PARTS_LIST 80
uint32_t out_parts_list(char *out, size_t size, const uint8_t *set, uint32_t count);
uint32_t out_parts_first(const uint8_t *set);

/* sink_read_earlier() is that document of an earlier output (out/sink.h), for json_decref(); NULL if
 * there is none. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code sink_read_earlier(json_t **out, const struct sink *sink, const char *name,
                                           struct scree_error *err);

/* out_part_is_left() says whether a name is what a kill left of writing the file FOLDER/... for which
 * is_ours() is true: NAME.part-PROCESS-TRY of base/file.h. inner: the folder of the name, or "". */
bool out_part_is_left(const char *inner, const char *name,
                      bool (*is_ours)(const void *context, const char *file), const void *context);

#endif
