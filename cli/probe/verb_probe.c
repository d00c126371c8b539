#include <stdio.h>

#include "cli/probe/probe.h"
#include "cli/verb.h"

static int check_room(const struct args_probe *args, const struct args_option *option,
                      struct scree_error *error)
{
    if (args->place_count < PROBE_MAX_POINTS) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %d places at most", option->name,
                     PROBE_MAX_POINTS);
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
    args->places[args->place_count++] = (struct scree_place){(int)where, pair[0], pair[1]};
    return SCREE_OK;
}

static int read_at(void *to, const struct args_option *option, const char *const *words,
                   struct scree_error *error)
{
    struct args_probe *args = to;
    RETURN_IF_FAILED(check_room(args, option, error));
    RETURN_IF_FAILED(args_read_spot(&args->spots[args->place_count], option, words[0], error));
    args->places[args->place_count++].where = SCREE_AT;
    return SCREE_OK;
}

static int read_geo(void *to, const struct args_option *option, const char *const *words,
                    struct scree_error *error)
{
    struct args_probe *args = to;
    char place[96];
    snprintf(place, sizeof place, "geo:%.80s", words[0]);
    RETURN_IF_FAILED(check_room(args, option, error));
    if (scree_spot_read(&args->spots[args->place_count], place, NULL) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s: '%.40s' is not LONGITUDE,LATITUDE in degrees such as 8.1,46.5",
                         option->name, words[0]);
    args->places[args->place_count++].where = SCREE_AT;
    return SCREE_OK;
}

static int read_texel(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    return add_point(to, SCREE_TEXEL, option, words[0],
                     "two whole numbers such as 120,77: column and row from the north-west corner, "
                     "from 0",
                     error);
}

static int read_vertex(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    return add_point(to, SCREE_VERTEX, option, words[0],
                     "two whole numbers such as 120,77: a point of the terrain from the south-west "
                     "corner, from 0",
                     error);
}

#define TO(member) offsetof(struct args_probe, member)
static const struct args_option options[] = {
    {.name = "at", .words = 1, .read = read_at},
    {.name = "geo", .words = 1, .read = read_geo},
    {.name = "texel", .words = 1, .read = read_texel},
    {.name = "vertex", .words = 1, .read = read_vertex},
    {.name = "size", .words = 1, .read = args_side, .to = TO(size), .highest = SCREE_MAX_SIZE},
    {.name = "depth", .words = 1, .read = args_count, .to = TO(depth), .highest = SCREE_MAX_DEPTH},
    {.name = "map", .words = 1, .read = args_text, .to = TO(map)},
    {.name = "json", .read = args_flag, .to = TO(json)},
    ARGS_EVALUATION_ROWS(TO(relief), TO(root_density)),
};

static const char *const help[] = {
    "scree probe TERRAIN SURFACE --at PLACE explains why a place is what it is.",
    "",
    "Examples:",
    "  scree probe island.ter island.srf --at 900E,1250N",
    "  scree probe island.ter island.srf --texel 30,41 --texel 31,41 --size 512",
    "  scree probe island.ter island.srf --vertex 128,128 --json",
    "",
    "  --at PLACE          900E,1250N is 900 m from the west edge and 1250 m from the south edge;",
    "                      W counts from the east edge, S from the north edge",
    "  --geo LON,LAT       degrees, on a GeoTIFF or an SRTM tile: the same as --at geo:LON,LAT.",
    "                      Every option that takes a place takes geo:LON,LAT. Projections need a",
    "                      build with GDAL",
    "  --texel X,Y         column and row of an image that scree bake writes, counted from 0 at",
    "                      the north-west corner",
    "  --vertex X,Y        a point of the terrain, from the south-west corner, from 0: what a",
    "                      BeamNG terrain has there",
    "                      (each may be given several times)",
    "  --size WxH          texels of the image, as scree bake takes it (default: a texel per",
    "                      terrain unit)",
    "  --depth N, --map FILE.json    merge layers, as scree bake does",
    "  --json              a JSON object on standard output, \"format\": \"scree-probe-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "Shown are altitude and slope, for each layer what its limits, its noise, its parent and later",
    "layers make of it, and the smallest changes of one number that would give the place to",
    "another layer. docs/probe.md explains the columns.",
    "",
    ARGS_EVALUATION_HELP,
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_probe *args = values;
    if (operands->count != 2)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s: scree probe takes a terrain and a surface map (.srf, .tgw or "
                         ".srf.json), e.g. scree probe island.ter island.srf --at 900E,1250N",
                         operands->count == 0   ? "no files given"
                         : operands->count == 1 ? "one file is missing"
                                                : "too many files");
    args->terrain = operands->words[0];
    args->surface = operands->words[1];
    if (args->place_count == 0)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "no place given; add --at 900E,1250N (metres from the west and the south edge), "
            "--texel X,Y or --vertex X,Y");
    if (args->map != NULL && args->depth != SCREE_ALL_DEPTHS)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--map and --depth both say how to merge layers: use one of them");
    return SCREE_OK;
}

static const struct args_probe defaults = {
    .depth = SCREE_ALL_DEPTHS,
    .relief = SCREE_RELIEF_DEFAULT,
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
};

const struct cli_verb verb_probe = {
    .name = "probe",
    .synopsis = "TERRAIN SURFACE --at PLACE",
    .summary = "why a place is what it is",
    .from_input = 2,
    .help = help,
    .styled = true,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_probe, ground, ARGS_NOT_KEPT)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_probe,
};
