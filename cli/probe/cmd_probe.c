#include "cli/open.h"
#include "cli/print.h"
#include "cli/probe/probe.h"

/* Places of --at are found on the terrain. */
static int find_places(struct scree_place *places, const struct args_probe *args,
                       const struct scree_terrain *terrain, struct say *say,
                       struct scree_error *error)
{
    for (size_t i = 0; i < args->place_count; i++) {
        double at_m[2] = {args->places[i].x, args->places[i].y};
        if (args->places[i].where == SCREE_AT)
            RETURN_IF_FAILED(
                open_spot(at_m, &args->spots[i], "at", terrain, SCREE_NORTH_WEST, say, error));
        places[i] = (struct scree_place){args->places[i].where, at_m[0], at_m[1]};
    }
    return SCREE_OK;
}

static int explain(struct scree_bytes *document, const struct args_probe *args,
                   const struct opened_pair *pair, struct say *say, struct scree_error *error)
{
    struct scree_source map;
    struct scree_probe_options options = SCREE_PROBE_OPTIONS_INIT;
    options.width = args->size.width;
    options.height = args->size.height;
    options.depth = args->depth;
    options.materials = open_source(&map, args->map);
    options.relief = args->relief;
    options.root_density = args->root_density;
    struct scree_place places[PROBE_MAX_POINTS];
    RETURN_IF_FAILED(find_places(places, args, pair->terrain, say, error));
    options.places = places;
    options.place_count = args->place_count;
    return scree_probe_document(document, pair->terrain, pair->surface, &options,
                                args->json ? SCREE_JSON : SCREE_TEXT, &say->work, error);
}

enum say_exit cmd_probe(const void *values, struct say *say)
{
    const struct args_probe *args = values;
    struct opened_pair pair;
    struct scree_bytes document = {NULL, 0};
    struct scree_error error = say_no_error();
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, &error);
    if (code == SCREE_OK) code = explain(&document, args, &pair, say, &error);
    open_free(&pair);
    if (code != SCREE_OK) return say_error(say, &error);
    print_document(&document);
    return SAY_EXIT_OK;
}
