/* The parts of a verification. */
#ifndef BAKE_BAKE_AGAIN_H
#define BAKE_BAKE_AGAIN_H

#include "bake/bake_verify.h"
#include "bake/baked.h"

/* An input as it was given, or as it was found. */
struct bake_input {
    struct inputs_opened *opened; /* NULL: there is none */
    struct inputs_opened own;     /* if it was found; it stays where it is */
    char *path;
    struct ter_field *world; /* or the terrain is a world of tiles, read, */
    struct inputs_file file; /* and described; path is then its path */
};

/* bake_find_inputs() finds what a bake was made of. inputs, zeroed, is for bake_free_inputs() in
 * any case. SCREE_CANNOT_READ: none has the digest that the manifest lists; SCREE_BAD_ARGUMENT; SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_find_inputs(struct bake_input inputs[3], const struct baked *baked,
                                          const struct scree_verify_options *options,
                                          struct scree_job *job, struct scree_error *err);
void bake_free_inputs(struct bake_input inputs[3]);

/* baked_blame_manifest() names the manifest as the file of an error, and returns its code. */
enum scree_code baked_blame_manifest(const struct baked *baked, struct scree_error *err);

#define BAKE_TEXT_SIZE 1024

/* bake_make_verdict_room() makes room for so many differences, bake_add_difference() adds one.
 * SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_make_verdict_room(struct bake_verdict *verdict, size_t count,
                                                struct scree_error *err);
MUST_USE enum scree_code bake_add_difference(struct bake_verdict *verdict, const char *file,
                                             const char *text, struct scree_error *err);

/* bake_open_part() is baked_open() for a part of a bake that is not gathered: *out has its tiles alone.
 * SCREE_CANNOT_READ (the part is not there, or not complete), SCREE_MALFORMED, SCREE_UNSUPPORTED (parts of an export),
 * SCREE_BAD_ARGUMENT (it has no tiles), SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_open_part(struct baked *out, const char *folder, uint32_t part,
                                        uint32_t parts, struct scree_error *err);

/* bake_check_some() refuses options that make no sense, and bake_verify_some() makes some tiles of a
 * plan again and compares them. SCREE_BAD_ARGUMENT; SCREE_UNSUPPORTED, SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED. */
MUST_USE enum scree_code bake_check_some(const struct scree_verify_options *some,
                                         struct scree_error *err);
struct bake_again;
MUST_USE enum scree_code bake_verify_some(const struct bake_again *whole,
                                          const struct scree_verify_options *some,
                                          struct scree_error *err);

/* What is said about a file that lies there. */
enum bake_found {
    BAKE_EQUAL,    /* the same bytes were made again */
    BAKE_RECORDED, /* others, but those that the manifest lists: as they were baked */
    BAKE_CHANGED,  /* others */
    BAKE_ABSENT    /* none */
};

/* The files of a plan made again: set the first six. */
struct bake_again {
    const struct baked *baked;
    const struct bake_plan *plan;
    struct bake_verdict *verdict; /* gets counts and texts */
    struct scree_job *job;
    bool images;         /* the images of texels alone */
    uint64_t kept_bytes; /* of files made once more, at a time, or one */
    struct bake_made made;
    enum bake_found *files; /* [plan->file_count] */
    const char **texts;     /* likewise, and one more for the caller: what differs, or NULL */
    struct mem_arena room;
};
/* bake_make_again() makes them, through a digest; bake_compare_again() then compares them with what
 * lies there, and makes once more, in memory, those whose digest is another; bake_free_again() in any
 * case. */
MUST_USE enum scree_code bake_make_again(struct bake_again *again, struct scree_error *err);
MUST_USE enum scree_code bake_compare_again(struct bake_again *again, struct scree_error *err);
void bake_free_again(struct bake_again *again);

/* bake_look_at() compares the digest of a file of the folder with that of the same made again.
 * SCREE_CANNOT_READ. */
MUST_USE enum scree_code bake_look_at(enum bake_found *found, const struct baked *baked,
                                      const char *name, const char *made_sha256,
                                      struct scree_error *err);
/* bake_is_picture() says whether a file of this name holds samples. */
bool bake_is_picture(const char *name);
/* bake_compare_file() compares a file of the folder with the same made again. text becomes "" if
 * they hold the same samples and the bytes are those that were baked, else a sentence without a
 * full stop that says what differs first. SCREE_CANNOT_READ, SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_compare_file(char text[BAKE_TEXT_SIZE], const struct baked *baked,
                                           const char *name, enum bake_found found,
                                           const struct scree_bytes *made, struct scree_error *err);
/* bake_compare_text() does so with two texts of lines. */
void bake_compare_text(char text[BAKE_TEXT_SIZE], const char *found, size_t found_size,
                       const char *expected, size_t expected_size);

#endif
