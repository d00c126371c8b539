/* scree set */
#ifndef CLI_SET_H
#define CLI_SET_H

#include "cli/args.h"
#include "cli/say.h"

struct args_set {
    const char *surface, *output;
    const char *const *changes; /* changes[0 .. change_count), owned by struct args */
    size_t change_count;
    const char *add, *copy, *move, *remove; /* a name, and layers; at most one of them */
    const char *into, *before, *after;      /* layers; at most one of them */
    const char *terrain;                    /* NULL: none */
    struct scree_terrain_options ground;    /* cell_m alone */
    uint32_t seed;
    bool seed_given, force, json;
};

enum say_exit cmd_set(const void *args, struct say *say);

#endif
