#include <string.h>

#include "cli/render/render_args.h"
#include "cli/suggest.h"
#include "cli/verb.h"

/* "X,Y,Z" in metres; Z may be "+12", above the ground. */
static enum err_code read_place(void *to, const struct args_option *option,
                                const char *const *words, struct err *err)
{
    struct args_place *place = to;
    const char *const last = strrchr(words[0], ',');
    place->given = true;
    place->above_ground = last != NULL && last[1] == '+';
    if (args_read_numbers(place->m, 3, words[0]) == ERR_OK) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.40s' is not three numbers such as 900,1250,160 or 900,1250,+20: "
                   "metres from the west edge, from the south edge, and altitude, or with '+' "
                   "above the ground there",
                   option->name, words[0]);
}

static enum err_code read_water(void *to, const struct args_option *option,
                                const char *const *words, struct err *err)
{
    struct args_view *args = to;
    args->has_water = true;
    return args_real(&args->water_m, option, words, err);
}

static enum err_code read_from(void *to, const struct args_option *option, const char *const *words,
                               struct err *err)
{
    struct args_view *args = to;
    args->has_from = true;
    return args_direction(&args->from_deg, option, words, err);
}

static enum err_code read_haze(void *to, const struct args_option *option, const char *const *words,
                               struct err *err)
{
    struct args_view *args = to;
    args->has_haze = true;
    RETURN_IF_ERR(args_real(&args->haze_m, option, words, err));
    if (args->haze_m >= 0.0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.40s' is not a distance in metres, or 0 for clear air", option->name,
                   words[0]);
}

static enum err_code read_samples(void *to, const struct args_option *option,
                                  const char *const *words, struct err *err)
{
    uint32_t *samples = to;
    RETURN_IF_ERR(args_count(to, option, words, err));
    if (*samples == 1 || *samples == 4 || *samples == 9 || *samples == 16) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--%s: '%.40s' is not 1, 4, 9 or 16", option->name,
                   words[0]);
}

#define TO(member) offsetof(struct args_view, member)
static const struct args_option options[] = {
    {.name = "out", .letter = 'o', .words = 1, .read = args_text, .to = TO(output)},
    {.name = "force", .read = args_flag, .to = TO(force)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = 16384},
    {.name = "from", .words = 1, .read = read_from},
    {.name = "hero", .read = args_flag, .to = TO(hero)},
    {.name = "camera", .words = 1, .read = read_place, .to = TO(camera)},
    {.name = "target", .words = 1, .read = read_place, .to = TO(target)},
    {.name = "fov", .words = 1, .read = args_real, .to = TO(fov_deg)},
    {.name = "turntable",
     .words = 1,
     .read = args_count,
     .to = TO(turntable),
     .lowest = 2,
     .highest = 999},
    {.name = "sun", .words = 1, .read = args_sun, .to = TO(sun_deg)},
    {.name = "water", .words = 1, .read = read_water},
    {.name = "haze", .words = 1, .read = read_haze},
    {.name = "no-bumps", .read = args_flag, .to = TO(no_bumps)},
    {.name = "samples",
     .words = 1,
     .read = read_samples,
     .to = TO(samples),
     .lowest = 1,
     .highest = 16},
    {.name = "draft", .read = args_flag, .to = TO(draft)},
};

static const char *const help[] = {
    "scree render TERRAIN SURFACE -o FILE.png writes a picture in perspective.",
    "",
    "Examples:",
    "  scree render island.ter island.srf -o hero.png --hero --water 0",
    "  scree render island.ter island.srf -o se.png --from south-east --size 1920x1080",
    "  scree render island.ter island.srf -o ridge.png --camera 900,400,+30 \\",
    "      --target 1024,1100,200 --fov 50",
    "",
    "  -o, --out FILE.png  where to",
    "  --force             replace FILE.png",
    "  --size N            pixels across, 16 : 9; WxH gives both (default 1280x720)",
    "",
    "Camera (default: --from south-west):",
    "  --from DIRECTION    all of the terrain, from north, north-east, ... or degrees clockwise",
    "                      from north",
    "  --hero              a view from low above the ground that is found by trying",
    "  --camera X,Y,Z      a place: metres from the west edge, from the south edge, altitude;",
    "                      +Z is above the ground there",
    "  --target X,Y,Z      what --camera looks at (default: the middle of the terrain)",
    "  --fov DEGREES       angle across the picture of --camera, 1 to 150 (default 50)",
    "  --turntable N       N pictures around the terrain, FILE-001.png and so on, beginning",
    "                      at --from",
    "",
    "Light and air:",
    "  --sun AZIMUTH,ELEVATION",
    "                      degrees clockwise from north, and above the horizon (default 315,40)",
    "  --water M           water at an altitude of M metres",
    "  --haze M            metres after which haze leaves 37 % of the ground's light; 0 is",
    "                      clear air (default: 20 times the terrain's longer side)",
    "",
    "Quality:",
    "  --samples N         rays a pixel: 1, 4 (default), 9 or 16",
    "  --no-bumps          without the bumps of layers (BMAM)",
    "  --draft             one ray a pixel, at 640x360 unless --size says more",
    "  -q, --quiet         errors only on standard error",
    NULL,
};

static enum err_code check_camera(const struct args_view *args, struct err *err)
{
    if (args->camera.given + args->hero + args->has_from > 1)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--camera, --hero and --from are three ways to choose a view: use one");
    if (!args->camera.given && (args->target.given || args->fov_deg != 0.0))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--target and --fov belong to --camera, which is missing");
    if (args->turntable != 0 && (args->camera.given || args->hero))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--turntable goes around the terrain: it can begin at --from, not at "
                       "--camera or --hero");
    if (args->camera.given && args->fov_deg != 0.0 &&
        !(args->fov_deg >= 1.0 && args->fov_deg <= 150.0))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--fov: %g is not from 1 to 150 degrees",
                       args->fov_deg);
    return ERR_OK;
}

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct args_view *args = values;
    RETURN_IF_ERR(args_take_pair(&args->terrain, &args->surface, args->output, operands, "render",
                                 "FILE.png", err));
    RETURN_IF_ERR(check_camera(args, err));
    if (args->draft && args->samples > 1)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--draft takes one ray a pixel: leave --samples out");
    const size_t length = strlen(args->output);
    const char *end = length > 4 ? args->output + length - 4 : "";
    if (suggest_distance(end, ".png") == 0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "-o %.100s: a picture's name ends in .png",
                   args->output);
}

static const struct args_view defaults = {.from_deg = 225.0,
                                          .sun_deg = ARGS_SUN_DEFAULT,
                                          .ground = ARGS_GROUND_DEFAULT,
                                          .render = ARGS_RENDER_DEFAULT};

const struct cli_verb verb_render = {
    .name = "render",
    .synopsis = "TERRAIN SURFACE -o FILE.png",
    .summary = "write a picture in perspective",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_GROUND(struct args_view, ground),
               ARGS_RENDER(struct args_view, render)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_render,
};
