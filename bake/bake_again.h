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
 * any case. ERR_READ: none has the digest that the manifest lists; ERR_ARG; ERR_NOMEM. */
MUST_USE enum err_code bake_find_inputs(struct bake_input inputs[3], const struct baked *baked,
                                        const struct bake_verify_options *options, struct job *job,
                                        struct err *err);
void bake_free_inputs(struct bake_input inputs[3]);

/* baked_blame_manifest() names the manifest as the file of an error, and returns its code. */
enum err_code baked_blame_manifest(const struct baked *baked, struct err *err);

#define BAKE_TEXT_SIZE 1024

/* bake_make_verdict_room() makes room for so many differences, bake_add_difference() adds one.
 * ERR_NOMEM. */
MUST_USE enum err_code bake_make_verdict_room(struct bake_verdict *verdict, size_t count,
                                              struct err *err);
MUST_USE enum err_code bake_add_difference(struct bake_verdict *verdict, const char *file,
                                           const char *text, struct err *err);

/* bake_open_part() is baked_open() for a part of a bake that is not gathered: *out has its tiles alone.
 * ERR_READ (the part is not there, or not complete), ERR_MALFORMED, ERR_UNSUPPORTED (parts of an export),
 * ERR_ARG (it has no tiles), ERR_NOMEM. */
MUST_USE enum err_code bake_open_part(struct baked *out, const char *folder, uint32_t part,
                                      uint32_t parts, struct err *err);

/* bake_check_some() refuses options that make no sense, and bake_verify_some() makes some tiles of a
 * plan again and compares them. ERR_ARG; ERR_UNSUPPORTED, ERR_READ, ERR_NOMEM, ERR_CANCELLED. */
MUST_USE enum err_code bake_check_some(const struct bake_verify_some *some, struct err *err);
MUST_USE enum err_code bake_verify_some(struct bake_verdict *verdict, const struct baked *baked,
                                        const struct bake_plan *plan,
                                        const struct bake_verify_some *some, struct job *job,
                                        struct err *err);

/* What is said about a file that lies there. */
enum bake_found {
    BAKE_EQUAL,    /* the same bytes were made again */
    BAKE_RECORDED, /* others, but those that the manifest lists: as they were baked */
    BAKE_CHANGED,  /* others */
    BAKE_ABSENT    /* none */
};

/* bake_look_at() compares the digest of a file of the folder with that of the same made again.
 * ERR_READ. */
MUST_USE enum err_code bake_look_at(enum bake_found *found, const struct baked *baked,
                                    const char *name, const char *made_sha256, struct err *err);
/* bake_compare_file() compares a file of the folder with the same made again. text becomes "" if
 * they hold the same samples and the bytes are those that were baked, else a sentence without a
 * full stop that says what differs first. ERR_READ, ERR_NOMEM. */
MUST_USE enum err_code bake_compare_file(char text[BAKE_TEXT_SIZE], const struct baked *baked,
                                         const char *name, enum bake_found found,
                                         const struct file_bytes *made, struct err *err);
/* bake_compare_text() does so with two texts of lines. */
void bake_compare_text(char text[BAKE_TEXT_SIZE], const char *found, size_t found_size,
                       const char *expected, size_t expected_size);

#endif
