/* Textures of the user's own: the pictures of a folder, whose each is, and their pixels as a game wants
 * them. Texts name the option by {textures}. */
#ifndef GROUND_GROUND_OWN_H
#define GROUND_GROUND_OWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "base/job.h"
#include "base/mem.h"

#define GROUND_OWN_BYTES ((uint64_t)1 << 28)  /* of a file, at most */
#define GROUND_OWN_PIXELS ((uint64_t)1 << 26) /* of a picture, at most */

struct ground_own_file {
    const char *name, *path;
    bool used;
};
struct ground_own {
    struct ground_own_file *files; /* [0 .. count), by name; as long as the arena */
    size_t count;
};

/* ground_own_list() lists the folder's pictures, by the ends of their names; folder NULL: none.
 * SCREE_CANNOT_READ (field "textures"): there is no such folder; SCREE_LIMIT, SCREE_NO_MEMORY */
MUST_USE enum scree_code ground_own_list(struct ground_own *out, const char *folder,
                                         struct mem_arena *arena, struct scree_error *err);
/*
 * ground_own_find() is the .png or .dds file of a material: its name, or its name as file names are
 * written (base/text.h) whatever the capitals, or that with ' ' or '_' for '-', with `kind` behind it.
 * *out is NULL if there is none; the file counts as used else. SCREE_BAD_ARGUMENT (field "textures"): there are
 * two, and neither has the better name.
 */
MUST_USE enum scree_code ground_own_find(const char **out, struct ground_own *own,
                                         const char *material, const char *kind,
                                         struct scree_error *err);
/* ground_own_forget() makes no file count as used. */
void ground_own_forget(struct ground_own *own);
/* ground_own_is_dds() tells a found file by the end of its name. */
bool ground_own_is_dds(const char *path);
/* ground_own_tell() warns of files that nobody used. */
void ground_own_tell(const struct ground_own *own, struct scree_job *job);
/* ground_own_json() is a list of their names. NULL if memory ran out. */
json_t *ground_own_json(const struct ground_own *own);

/* A PNG that repeats over the ground. */
struct ground_own_form {
    uint32_t side;         /* pixels */
    uint64_t memory_bytes; /* that ground_own_picture() takes besides what it makes */
};
/*
 * ground_own_look() reads its header, and no pixels.
 * SCREE_UNSUPPORTED: it is no square; SCREE_CANNOT_READ, SCREE_MALFORMED, SCREE_LIMIT, SCREE_NO_MEMORY
 */
MUST_USE enum scree_code ground_own_look(struct ground_own_form *out, const char *path,
                                         struct scree_error *err);
/*
 * ground_own_picture() makes it out[(j * size + i) * channels + c], 8 bits, whatever its size: weights
 * fall straight from the middle of a pixel to the next one's, of the larger pixels, and go on at the
 * other edge. channels 3: grey becomes three equal ones; 1: colours become their mean. An alpha is left
 * out. Errors as above.
 */
MUST_USE enum scree_code ground_own_picture(uint8_t *out, uint32_t size, unsigned channels,
                                            const char *path, struct scree_error *err);

#endif
