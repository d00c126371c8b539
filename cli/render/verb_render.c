#include <stdio.h>
#include <string.h>

#include "cli/render/render_args.h"
#include <scree/text.h>
#include "cli/verb.h"

/* "PLACE,Z" in metres; Z may be "+12", above the ground. */
static int read_place(struct scree_spot *spot, double *z_m, int *above_ground,
                      const struct args_option *option, const char *text, struct scree_error *error)
{
    struct scree_error bad = SCREE_ERROR_INIT;
    char place[96];
    const char *const last = strrchr(text, ',');
    *above_ground = last != NULL && last[1] == '+';
    if (last != NULL && (size_t)(last - text) < sizeof place) {
        snprintf(place, sizeof place, "%.*s", (int)(last - text), text);
        if (scree_spot_read(spot, place, &bad) == SCREE_OK &&
            args_read_numbers(z_m, 1, last + 1) == SCREE_OK)
            return SCREE_OK;
    }
    return fail_with(
        error, SCREE_BAD_ARGUMENT,
        "--%s: '%.40s' is not a place and an altitude such as 900E,1250N,160 or "
        "900E,1250N,+20: metres from the west edge, from the south edge, and altitude, "
        "or with '+' above the ground there",
        option->name, text);
}

static int read_camera(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct args_view *args = to;
    args->has_camera = true;
    return read_place(&args->place, &args->camera.place_m[2], &args->camera.place_above_ground,
                      option, words[0], error);
}

static int read_target(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct args_view *args = to;
    args->camera.has_target = 1;
    return read_place(&args->target, &args->camera.target_m[2], &args->camera.target_above_ground,
                      option, words[0], error);
}

static int read_water(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    struct args_view *args = to;
    args->view.water = 1;
    return args_real(&args->view.water_m, option, words, error);
}

static int read_from(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    struct args_view *args = to;
    args->has_from = true;
    return args_direction(&args->camera.from_deg, option, words, error);
}

static int read_haze(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    struct args_view *args = to;
    RETURN_IF_FAILED(args_real(&args->view.haze_m, option, words, error));
    if (args->view.haze_m >= 0.0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s: '%.40s' is not a distance in metres, or 0 for clear air", option->name,
                     words[0]);
}

static int read_samples(void *to, const struct args_option *option, const char *const *words,
                        struct scree_error *error)
{
    uint32_t *samples = to;
    RETURN_IF_FAILED(args_count(to, option, words, error));
    if (*samples == 1 || *samples == 4 || *samples == 9 || *samples == 16) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: '%.40s' is not 1, 4, 9 or 16", option->name,
                     words[0]);
}

#define DRAFT_WIDTH 640

#define TO(member) offsetof(struct args_view, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = 16384},
    {.name = "from", .words = 1, .read = read_from},
    {.name = "hero", .read = args_flag, .to = TO(hero)},
    {.name = "camera", .words = 1, .read = read_camera},
    {.name = "target", .words = 1, .read = read_target},
    {.name = "fov", .words = 1, .read = args_real, .to = TO(fov_deg)},
    {.name = "turntable",
     .words = 1,
     .read = args_count,
     .to = TO(turntable),
     .lowest = 2,
     .highest = 999},
    {.name = "sun", .words = 1, .read = args_sun, .to = TO(view.sun_deg)},
    {.name = "water", .words = 1, .read = read_water},
    {.name = "haze", .words = 1, .read = read_haze},
    {.name = "plants", .words = 1, .read = args_text, .to = TO(plants)},
    {.name = "no-bumps", .read = args_flag, .to = TO(no_bumps)},
    {.name = "samples",
     .words = 1,
     .read = read_samples,
     .to = TO(samples),
     .lowest = 1,
     .highest = 16},
    {.name = "draft", .read = args_flag, .to = TO(draft)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree render TERRAIN [SURFACE] -o FILE.png writes a picture in perspective.",
    "",
    "Examples:",
    "  scree render island.ter island.srf -o hero.png --hero --water 0",
    "  scree render island.ter island.srf -o se.png --from south-east --size 1920x1080",
    "  scree render island.ter island.srf -o ridge.png --camera 900E,400N,+30 \\",
    "      --target 1024E,1100N,200 --fov 50",
    "",
    "Without a surface map, colours show altitude.",
    "",
    "  -o, --out FILE.png  the output; - is standard output",
    "  --force             replace FILE.png",
    "  --size N            pixels across, 16 : 9; WxH gives both (default 1280x720)",
    "",
    "Camera (default: --from south-west):",
    "  --from DIRECTION    all of the terrain, seen from north, north-east, ... or degrees",
    "                      clockwise from north",
    "  --hero              a view from low above the ground, chosen by trial",
    "  --camera PLACE,Z    900E,1250N,160: metres from the west edge, from the south edge, and",
    "                      altitude; W counts from the east edge, S from the north edge, +20 from",
    "                      the ground there",
    "  --target PLACE,Z    what --camera looks at (default: the middle of the terrain)",
    "  --fov DEGREES       angle across the picture of --camera, 1 to 150 (default 50)",
    "  --turntable N       N pictures around the terrain, FILE-001.png and so on, starting at",
    "                      --from",
    "",
    "Light and air:",
    "  --sun AZIMUTH,ELEVATION",
    "                      degrees clockwise from north, and above the horizon (default 315,40)",
    "  --water M           water at an altitude of M metres",
    "  --haze M            distance in metres at which haze leaves 37 % of the ground's light; 0",
    "                      is clear air (default: 20 times the terrain's longer side)",
    "",
    "Plants:",
    "  --plants auto       trees, bushes and stones that the layers' names suggest, as simple",
    "                      shapes where the exports put them; or temperate, alpine, desert, or",
    "                      FILE.json (docs/plants.md)",
    "",
    "Quality:",
    "  --samples N         rays a pixel: 1, 4 (default), 9 or 16",
    "  --no-bumps          leave out the bumps of layers (BMAM)",
    "  --draft             one ray a pixel, at 640x360 unless --size is given",
    "  --json              a JSON object on standard output, \"format\": \"scree-written-1\"",
    "  -q, --quiet         errors only on standard error",
    NULL,
};

static int check_camera(const struct args_view *args, struct scree_error *error)
{
    if (args->has_camera + args->hero + args->has_from > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--camera, --hero and --from are three ways to choose a view: use one");
    if (!args->has_camera && (args->camera.has_target || args->fov_deg != 0.0))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--target and --fov belong to --camera, which is missing");
    if (args->turntable != 0 && (args->has_camera || args->hero))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--turntable goes around the terrain: it can begin at --from, not at "
                         "--camera or --hero");
    if (args->has_camera && args->fov_deg != 0.0 &&
        !(args->fov_deg >= 1.0 && args->fov_deg <= 150.0))
        return fail_with(error, SCREE_BAD_ARGUMENT, "--fov: %g is not from 1 to 150 degrees",
                         args->fov_deg);
    return SCREE_OK;
}

static void take(struct args_view *args)
{
    args->camera.way = args->has_camera ? SCREE_CAMERA_AT
                       : args->hero     ? SCREE_CAMERA_HERO
                                        : SCREE_CAMERA_FROM;
    if (args->fov_deg != 0.0) args->camera.fov_deg = args->fov_deg;
    args->view.width = args->draft && args->size.width == 0 ? DRAFT_WIDTH : args->size.width;
    args->view.height = args->size.height;
    args->view.no_bumps = args->no_bumps;
    if (args->samples > 0) args->view.samples = args->samples;
    if (args->draft) args->view.samples = 1;
    args->view.relief = args->how.relief;
    args->view.root_density = args->how.root_density;
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_view *args = values;
    RETURN_IF_FAILED(args_take_ground(&args->terrain, &args->surface, args->output, operands,
                                      "render", "FILE.png", error));
    RETURN_IF_FAILED(check_camera(args, error));
    if (args->draft && args->samples > 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--draft takes one ray a pixel: leave --samples out");
    take(args);
    if (strcmp(args->output, "-") == 0 && args->json)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "-o - and --json both write to standard output: use one of them");
    if (strcmp(args->output, "-") == 0 && args->turntable != 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--turntable writes several pictures, which standard output cannot take; "
                         "name FILE.png");
    const size_t length = strlen(args->output);
    const char *end = length > 4 ? args->output + length - 4 : "";
    if (strcmp(args->output, "-") == 0 || scree_text_distance(end, ".png") == 0) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "-o %.100s: pictures are PNG files; choose a name that ends in .png",
                     args->output);
}

static const struct args_view defaults = {.view = SCREE_VIEW_OPTIONS_INIT,
                                          .camera = SCREE_CAMERA_INIT,
                                          .ground = SCREE_TERRAIN_OPTIONS_INIT,
                                          .how = ARGS_HOW_DEFAULT};

const struct cli_verb verb_render = {
    .name = "render",
    .synopsis = "TERRAIN [SURFACE] -o FILE.png",
    .summary = "write a picture in perspective",
    .from_input = 2,
    .help = help,
    .styled = true,
    .keeps_style = true,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_view, ground, ARGS_NOT_KEPT),
               ARGS_HOW(struct args_view, how)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_render,
};
