#include <string.h>

#include "cli/diff/diff_cli.h"
#include "cli/verb.h"

/* --warn and --fail are members of the same names. */
static int read_limits(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct scree_error refused = say_no_error();
    *(const char **)to = words[0];
    const int code = scree_diff_check_limits(words[0], option->name, &refused);
    if (code != SCREE_OK) *error = refused;
    return code;
}

#define TO(member) offsetof(struct args_diff, member)
static const struct args_option options[] = {
    {.name = "terrain", .words = 1, .read = args_text, .to = TO(terrain)},
    {.name = "warn", .words = 1, .read = read_limits, .to = TO(diff.warn)},
    {.name = "fail", .words = 1, .read = read_limits, .to = TO(diff.fail)},
    {.name = "over", .words = 1, .read = args_share, .to = TO(diff.over)},
    {.name = "size", .words = 1, .read = args_size, .to = TO(size), .highest = SCREE_MAX_SIZE},
    {.name = "depth",
     .words = 1,
     .read = args_count,
     .to = TO(diff.depth),
     .highest = SCREE_MAX_DEPTH},
    {.name = "picture", .words = 1, .read = args_text, .to = TO(picture)},
    {.name = "layer", .words = 1, .read = args_text, .to = TO(diff.layer)},
    {.name = "html", .words = 1, .read = args_text, .to = TO(html)},
    {.name = "force", .letter = 'f', .read = args_flag, .to = TO(force)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree diff BEFORE AFTER shows what changed between two surface maps or bakes.",
    "",
    "Examples:",
    "  scree diff old.srf new.srf --terrain island.ter",
    "  scree diff old.srf new.srf --terrain island.ter --fail area=0.2% --html report.html",
    "  scree diff release/baked out                  folders that scree bake wrote",
    "  scree diff release/baked new.srf --terrain island.ter",
    "  git difftool -y -x 'scree diff --terrain island.ter' main -- island.srf",
    "",
    "BEFORE and AFTER are surface maps (.srf, .tgw, .srf.json) or folders of bakes that hold",
    "masks. Without --terrain, two surface maps are compared by values and layers alone.",
    "",
    "  --terrain TERRAIN   the terrain on which to compare surface maps",
    "  --size WxH, --depth N   the grid, and layers merged as scree bake does",
    "  --over SHARE        a texel counts as changed, in regions and their density, where at",
    "                      least this share of it goes to other layers (default 5%)",
    "  --warn LIMITS       exit with 10 if more than LIMITS changed",
    "  --fail LIMITS       exit with 11 if more than LIMITS changed",
    "  --picture FILE.png  a picture of where and what changed; with --layer NAME what that layer",
    "                      gained (blue) and lost (orange)",
    "  --html FILE         a self-contained page",
    "  -f, --force         overwrite FILE",
    "  --json              a JSON object on standard output, \"format\": \"scree-diff-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "LIMITS are one or more of these, as in area=0.2%,weight=10%,region=1ha:",
    "  area     what goes to other layers, of the whole area: 0.2%, 3ha or 500m2",
    "  weight   the largest change of one layer in one texel: 10%",
    "  region   the largest connected region of changed texels: 1ha, 500m2 or 0.1%",
    "  density  changed texels in the window of 16 x 16 texels that has the most: 50%",
    "",
    "docs/comparing-maps.md explains the result.",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_diff *args = values;
    if (operands->count != 2)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%zu file%s given: scree diff takes two, before and after, e.g. "
                         "scree diff old.srf new.srf --terrain island.ter",
                         operands->count, operands->count == 1 ? "" : "s");
    args->before = operands->words[0];
    args->after = operands->words[1];
    if (args->diff.layer != NULL && args->picture == NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--layer chooses the layer of the picture; add --picture FILE.png");
    if (args->picture != NULL && args->html != NULL && strcmp(args->picture, args->html) == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--picture and --html both name %.100s; give each its own", args->html);
    args->diff.width = args->size.width;
    args->diff.height = args->size.height != 0 ? args->size.height : args->size.width;
    args->diff.relief = args->how.relief;
    args->diff.root_density = args->how.root_density;
    args->diff.pictures = args->picture != NULL || args->html != NULL;
    if (args->terrain != NULL) return SCREE_OK;
    if (args->ground_given)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "--cell, --height-scale and similar options describe a terrain; add --terrain TERRAIN");
    return SCREE_OK;
}

static const struct args_diff defaults = {
    .diff = SCREE_DIFF_OPTIONS_INIT,
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
    .how = SCREE_HOW_INIT,
};

const struct cli_verb verb_diff = {
    .name = "diff",
    .synopsis = "BEFORE AFTER --terrain TERRAIN",
    .summary = "what changed, where and why",
    .from_input = 2,
    .styled = true,
    .help = help,
    .finding = "more changed than --warn allows, or anything without --warn and --fail",
    .failure = "more changed than --fail allows",
    .mismatch = "the two cannot be compared",
    .groups = {ARGS_OWN(options),
               ARGS_TERRAIN(struct args_diff, ground, offsetof(struct args_diff, ground_given)),
               ARGS_HOW(struct args_diff, how), ARGS_JOB},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_diff,
};
