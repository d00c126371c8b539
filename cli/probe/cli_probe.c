/* scree probe: places explained. */
#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

#define MAX_PLACES (sizeof((struct args_probe *)NULL)->places / sizeof(struct scree_place))

static int add_place(const struct args_value *in, enum scree_where where, const double at[2],
                     struct scree_error *error)
{
    struct args_probe *args = in->to;
    if (args->probe.place_count == MAX_PLACES)
        return fail_usage(error, "--%s: %d places at most", in->option->name, (int)MAX_PLACES);
    args->places[args->probe.place_count++] = (struct scree_place){where, at[0], at[1]};
    return SCREE_OK;
}

static int add_spot(const struct args_value *in, const struct scree_spot *spot,
                    struct scree_error *error)
{
    struct args_probe *args = in->to;
    RETURN_IF_FAILED(add_place(in, SCREE_AT, (const double[2]){0}, error));
    args->spots[args->probe.place_count - 1] = *spot;
    return SCREE_OK;
}

int probe_read_at(const struct args_value *in, struct scree_error *error)
{
    struct scree_spot spot;
    const struct args_value place = {&spot, in->option, in->text, NULL};
    RETURN_IF_FAILED(args_spot(&place, error));
    return add_spot(in, &spot, error);
}

int probe_read_geo(const struct args_value *in, struct scree_error *error)
{
    struct scree_spot spot;
    char place[96];
    snprintf(place, sizeof place, "geo:%.80s", in->text);
    if (scree_spot_read(&spot, place, NULL) == SCREE_OK) return add_spot(in, &spot, error);
    return args_refuse(in, "is not LONGITUDE,LATITUDE in degrees such as 8.1,46.5", error);
}

static int read_pair(const struct args_value *in, enum scree_where where, const char *finding,
                     struct scree_error *error)
{
    double at[2];
    if (args_read_numbers(at, 2, in->text) == SCREE_OK) return add_place(in, where, at, error);
    return args_refuse(in, finding, error);
}

int probe_read_texel(const struct args_value *in, struct scree_error *error)
{
    return read_pair(in, SCREE_TEXEL,
                     "is not two whole numbers such as 120,77: column and row from the "
                     "north-west corner, from 0",
                     error);
}

int probe_read_vertex(const struct args_value *in, struct scree_error *error)
{
    return read_pair(in, SCREE_VERTEX,
                     "is not two whole numbers such as 120,77: a point of the terrain from the "
                     "south-west corner, from 0",
                     error);
}

/* Places of --at are found on the terrain. */
static int find_places(struct scree_place *places, const struct args_probe *args,
                       const struct scree_terrain *terrain, struct say *say,
                       struct scree_error *error)
{
    for (size_t i = 0; i < args->probe.place_count; i++) {
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
    struct scree_probe_options options = args->probe;
    struct scree_place places[MAX_PLACES];
    RETURN_IF_FAILED(find_places(places, args, pair->terrain, say, error));
    options.places = places;
    return scree_probe_document(document, pair->terrain, pair->surface, &options,
                                args->json ? SCREE_JSON : SCREE_TEXT, &say->work, error);
}

int probe_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_probe *args = values;
    struct opened_pair pair;
    struct scree_bytes document = {NULL, 0};
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK) code = explain(&document, args, &pair, say, error);
    open_free(&pair);
    result_print_document(&document);
    return code;
}
