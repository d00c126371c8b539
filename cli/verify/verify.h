/* A bake made again and compared with the one that lies there. */
#ifndef CLI_VERIFY_H
#define CLI_VERIFY_H

#include <stdbool.h>

#include "cli/baked/baked.h"

struct args_verify {
    const char *folder;
    const char *inputs[3]; /* terrain, surface map, map; NULL: looked for */
    uint32_t threads;
    bool other_version;
};

enum say_exit cmd_verify(const void *args, struct say *say);

/* verify_find_inputs() finds the files that a bake was made of: those given, or files of their
 * names beside the folder, in it or where we are. paths[i] is from mem_alloc(); NULL where there
 * was no input. ERR_READ: none has the digest that the manifest tells. */
MUST_USE enum err_code verify_find_inputs(char *paths[3], const struct baked *baked,
                                          const struct args_verify *args, struct err *err);

/* What the bytes of a file are. */
enum verify_bytes {
    VERIFY_EQUAL,    /* those of the file made again */
    VERIFY_RECORDED, /* others, but the manifest has their digest: as they were baked */
    VERIFY_CHANGED   /* others */
};

/* verify_file() compares a file with the same made again. text becomes "" if they hold the same,
 * else a sentence without a full stop that says where they differ first. */
MUST_USE enum err_code verify_file(char text[SAY_TEXT_SIZE], enum verify_bytes *bytes,
                                   const struct baked *baked, const struct baked_file *file,
                                   const char *made_again, struct err *err);

/* verify_text() compares two texts of lines: *text as above, by line. */
void verify_text(char text[SAY_TEXT_SIZE], const char *found, size_t found_size,
                 const char *expected, size_t expected_size);

#endif
