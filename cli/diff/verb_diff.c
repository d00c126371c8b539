#include <string.h>

#include "cli/diff/diff_cli.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_diff, member)
static const struct args_option options[] = {
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "warn", .words = 1, .read = diff_read_limits, .to = TO(warn)},
    {.name = "fail", .words = 1, .read = diff_read_limits, .to = TO(fail)},
    {.name = "over", .words = 1, .read = diff_read_share, .to = TO(over)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = RENDER_MAX_SIZE},
    {.name = "depth", .words = 1, .read = args_count, .to = TO(depth), .highest = ARGS_MAX_DEPTH},
    {.name = "picture", .words = 1, .read = args_text, .to = TO(picture)},
    {.name = "layer", .words = 1, .read = args_text, .to = TO(layer)},
    {.name = "html", .words = 1, .read = args_text, .to = TO(html)},
    {.name = "force", .letter = 'f', .read = args_flag, .to = TO(force)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree diff BEFORE AFTER tells what changed between two surface maps or bakes.",
    "",
    "Examples:",
    "  scree diff old.srf new.srf --terrain island.ter",
    "  scree diff old.srf new.srf --terrain island.ter --fail area=0.2% --html report.html",
    "  scree diff release/baked out                  folders that scree bake wrote",
    "  scree diff release/baked new.srf --terrain island.ter",
    "  git difftool -y -x 'scree diff --terrain island.ter' main -- island.srf",
    "",
    "BEFORE and AFTER are surface maps (.srf, .tgw, .srf.json) or folders of bakes that hold",
    "masks. Two surface maps without --terrain: only which values and layers differ.",
    "",
    "  --terrain TERRAIN   where to compare surface maps",
    "  --size WxH, --depth N   the grid, and layers merged as scree bake does",
    "  --over SHARE        texels of which less changes hands do not count as changed, in",
    "                      regions and their density (default 5%)",
    "  --warn LIMITS       exit with 10 if more than that changed",
    "  --fail LIMITS       exit with 11 if more than that changed",
    "  --picture FILE.png  where and what changed; with --layer NAME what that layer gained",
    "                      (blue) and lost (orange)",
    "  --html FILE         a page that needs nothing else, to look at and to keep",
    "  -f, --force         write over FILE",
    "  --json              a JSON object on standard output, \"format\": \"scree-diff-1\"",
    "  -q, --quiet         errors only on standard error",
    "",
    "LIMITS are one or more of these, as in area=0.2%,weight=10%,region=1ha:",
    "  area     what changes hands, of the whole area: 0.2%, 3ha or 500m2",
    "  weight   the largest change of one layer in one texel: 10%",
    "  region   the largest connected region of changed texels: 1ha, 500m2 or 0.1%",
    "  density  changed texels in the window of 16 x 16 texels that has most: 50%",
    "",
    "docs/comparing-maps.md explains the result.",
    NULL,
};

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct args_diff *args = values;
    if (operands->count != 2)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%zu file%s given: scree diff takes what was before and what is after, e.g. "
                       "scree diff old.srf new.srf --terrain island.ter",
                       operands->count, operands->count == 1 ? "" : "s");
    args->before = operands->words[0];
    args->after = operands->words[1];
    if (args->layer != NULL && args->picture == NULL)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--layer is about the picture: name its file with --picture");
    if (args->picture != NULL && args->html != NULL && strcmp(args->picture, args->html) == 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--picture and --html name the same file, %.100s: give each its own",
                       args->html);
    if (args->size.width != 0 && args->size.height == 0) args->size.height = args->size.width;
    if (args->terrain != NULL) return ERR_OK;
    if (args->ground.given)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--cell, --height-scale and the like are about a terrain: name it with "
                       "--terrain");
    return ERR_OK;
}

static const struct args_diff defaults = {
    .over = 0.05,
    .depth = ARGS_NO_DEPTH,
    .ground = ARGS_GROUND_DEFAULT,
    .render = ARGS_RENDER_DEFAULT,
};

const struct cli_verb verb_diff = {
    .name = "diff",
    .synopsis = "BEFORE AFTER --terrain TERRAIN",
    .summary = "what changed, where and why",
    .help = help,
    .finding = "more changed than --warn allows, or anything without --warn and --fail",
    .failure = "more changed than --fail allows",
    .mismatch = "the two cannot be compared",
    .groups = {ARGS_OWN(options), ARGS_GROUND(struct args_diff, ground),
               ARGS_RENDER(struct args_diff, render)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_diff,
};
