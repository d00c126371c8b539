/* scree probe: places explained. */
#include <stdio.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

#define MAX_PLACES (sizeof((struct args_probe *)NULL)->places / sizeof(struct scree_place))

static int check_room(const struct args_probe *args, const struct args_option *option,
                      struct scree_error *error)
{
    if (args->probe.place_count < MAX_PLACES) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %d places at most", option->name,
                     (int)MAX_PLACES);
}

static int add_point(struct args_probe *args, enum scree_where where,
                     const struct args_option *option, const char *text, const char *wanted,
                     struct scree_error *error)
{
    double pair[2];
    RETURN_IF_FAILED(check_room(args, option, error));
    if (args_read_numbers(pair, 2, text) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: '%.40s' is not %s", option->name, text,
                         wanted);
    args->places[args->probe.place_count++] = (struct scree_place){where, pair[0], pair[1]};
    return SCREE_OK;
}

int probe_read_at(void *to, const struct args_option *option, const char *const *words,
                  struct scree_error *error)
{
    struct args_probe *args = to;
    RETURN_IF_FAILED(check_room(args, option, error));
    RETURN_IF_FAILED(
        args_read_spot(&args->spots[args->probe.place_count], option, words[0], error));
    args->places[args->probe.place_count++].where = SCREE_AT;
    return SCREE_OK;
}

int probe_read_geo(void *to, const struct args_option *option, const char *const *words,
                   struct scree_error *error)
{
    struct args_probe *args = to;
    char place[96];
    snprintf(place, sizeof place, "geo:%.80s", words[0]);
    RETURN_IF_FAILED(check_room(args, option, error));
    if (scree_spot_read(&args->spots[args->probe.place_count], place, NULL) != SCREE_OK)
        return args_refuse(option, words[0],
                           "is not LONGITUDE,LATITUDE in degrees such as 8.1,46.5", error);
    args->places[args->probe.place_count++].where = SCREE_AT;
    return SCREE_OK;
}

int probe_read_texel(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    return add_point(to, SCREE_TEXEL, option, words[0],
                     "two whole numbers such as 120,77: column and row from the north-west corner, "
                     "from 0",
                     error);
}

int probe_read_vertex(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    return add_point(to, SCREE_VERTEX, option, words[0],
                     "two whole numbers such as 120,77: a point of the terrain from the south-west "
                     "corner, from 0",
                     error);
}

int probe_check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    const struct args_probe *args = values;
    (void)operands;
    if (args->probe.place_count > 0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "no place given; add --at 900E,1250N (metres from the west and the south "
                     "edge), --texel X,Y or --vertex X,Y");
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
    if (code != SCREE_OK) return code;
    result_print_document(&document);
    return SCREE_OK;
}
