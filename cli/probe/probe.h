/* Texels explained. */
#ifndef CLI_PROBE_H
#define CLI_PROBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "cli/args.h"
#include "cli/load.h"
#include "cli/say.h"
#include "compare/compare.h"

#define PROBE_MAX_POINTS 256

enum probe_where {
    PROBE_AT,    /* metres from the west and the north edge */
    PROBE_TEXEL, /* column from the west, row from the north */
    PROBE_VERTEX /* point of the terrain, from the west and from the south */
};

struct probe_point {
    enum probe_where where;
    double x, y;
};

struct args_probe {
    const char *terrain, *surface;
    const char *map; /* NULL: none */
    struct probe_point points[PROBE_MAX_POINTS];
    size_t point_count;
    struct args_size size; /* 0: a texel per terrain unit */
    uint32_t depth;        /* ARGS_NO_DEPTH: merge nothing */
    double relief;
    bool root_density;
    struct args_ground ground;
    bool json;
};

enum say_exit cmd_probe(const void *args, struct say *say);

/* What explanations are shown with. */
struct probe_scene {
    const struct load_file *terrain_file, *surface_file;
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_merge *merge;
    uint32_t width, height; /* of the grid of texels */
    enum render_grid grid;  /* of the explanation at hand */
    bool root_density;
    bool merged; /* a material may have several layers */
};

/* probe_print_text() prints one explanation. */
void probe_print_text(const struct probe_scene *scene,
                      const struct compare_explanation *explanation);
/* probe_json() is one as JSON; NULL if memory ran out. */
json_t *probe_json(const struct probe_scene *scene, const struct compare_explanation *explanation);

#endif
