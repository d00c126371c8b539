/* What scree info shows, as text and as JSON. */
#ifndef CLI_INFO_H
#define CLI_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/load.h"

struct args_info {
    const char **files; /* owned by struct args */
    size_t file_count;
    struct args_ground ground;
    bool json;
};

enum say_exit cmd_info(const void *args, struct say *say);

/* By what a surface map's units become metres. */
struct info_scale {
    double scal_m[3];
    const char *source;              /* "the default", "--cell" or the terrain's file name */
    const struct ter_ranges *ranges; /* of that terrain, or NULL */
};

/* A chunk that stands where the format does not know it. */
struct info_chunk {
    const struct srf_chunk *chunk;
    const struct srf_layer *layer; /* NULL: at the top of the file */
};
/* info_unknown_chunks() writes the first capacity of them to out and returns how many there are.
 * The other parts of a world file are not unknown. */
size_t info_unknown_chunks(struct info_chunk *out, size_t capacity, const struct srf_map *map);

/* info_hidden_by_altitude() says whether an altitude limit keeps the layer off the whole terrain;
 * false without ranges. */
bool info_hidden_by_altitude(const struct srf_layer *layer, const struct info_scale *scale);

double info_degrees(double gradient);

void info_print_terrain(const struct load_file *file, const struct ter_field *field,
                        const struct ter_ranges *ranges);
void info_print_surface(const struct load_file *file, const struct srf_map *map,
                        const struct info_scale *scale);

/* NULL if memory ran out. */
json_t *info_json_terrain(const struct load_file *file, const struct ter_field *field,
                          const struct ter_ranges *ranges);
json_t *info_json_surface(const struct load_file *file, const struct srf_map *map,
                          const struct info_scale *scale);

/* info_unit_source() writes where a terrain's unit comes from: a part of the file, or an option. */
char *info_unit_source(char *out, size_t size, const struct load_file *file);

#endif
