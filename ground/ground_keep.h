/*
 * Which of the materials of a level that exists stay as they are: one rule, and one form of names, for
 * all games. A public header of ground/.
 */
#ifndef GROUND_GROUND_KEEP_H
#define GROUND_GROUND_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <scree/types/level_into.h>

#include "base/err.h"
#include "base/mem.h"
#include "inputs/inputs.h"

/* Names of what a level has. */
struct ground_names {
    const char *const *list; /* list[0 .. count), UTF-8 */
    size_t count;
    const char *what; /* for messages: "the level has no material" */
};

/*
 * ground_mark_names() sets marks[i] of every name that `text` means: names with commas between them,
 * ground_mark_lines() of one a line, where blank lines and a byte order mark do not count. Capitals do
 * not count, and '*' represents any letters. option is the member that errors name.
 * SCREE_BAD_ARGUMENT (err->field): one of them means none, or is empty.
 */
MUST_USE enum scree_code ground_mark_names(bool *marks, const struct ground_names *names,
                                           const char *option, const char *text,
                                           struct scree_error *err);
MUST_USE enum scree_code ground_mark_lines(bool *marks, const struct ground_names *names,
                                           const char *option, const char *text,
                                           struct scree_error *err);

/* What was asked for. */
struct ground_asked {
    const bool *keep;   /* [name] */
    const bool *only;   /* [name]; NULL: everything may change */
    const bool *in_map; /* [name]: the surface map has such a material */
};
/* ground_keep() decides on kept[name]: enum scree_kept. SCREE_BAD_ARGUMENT (field "only"): a name is in both. */
MUST_USE enum scree_code ground_keep(uint8_t *kept, const struct ground_names *names,
                                     const struct ground_asked *asked, struct scree_error *err);
/* ground_kept_word() is the reason in documents, "named", "built" or "rest"; NULL of what is
 * replaced. */
const char *ground_kept_word(enum scree_kept kept);
/* ground_same_name(): names are equal but for capitals, or exactly. */
bool ground_same_name(const char *a, const char *b, bool exactly);

/* A grey picture that marks samples in white, north on top. */
struct ground_marks {
    uint8_t **out; /* (*out)[y * size + x] != 0 is marked; mem_free_pixels() */
    uint32_t size;
    bool trimmed; /* the picture may have a column more in the east and a row more in the north */
    bool south_first;         /* row 0 of *out is south; else north */
    struct inputs_file *file; /* what was read; its path lives in the arena */
    const char *option, *name,
        *meaning; /* whose it is, what it is called if it is in memory, and what
                                            white means: for messages */
};
/* ground_read_marks() reads one, a PNG. SCREE_BAD_ARGUMENT, SCREE_UNSUPPORTED (err->field),
 * SCREE_MALFORMED, SCREE_LIMIT, SCREE_CANNOT_READ, SCREE_NO_MEMORY */
MUST_USE enum scree_code ground_read_marks(const struct ground_marks *marks,
                                           const struct inputs_opened *opened,
                                           struct mem_arena *arena, struct scree_error *err);

#endif
