#include "cli/studio/studio.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_studio, member)
static const struct args_option options[] = {
    {.name = "no-browser", .read = args_flag, .to = TO(no_browser)},
    {.name = "port", .words = 1, .read = args_count, .to = TO(serve.port), .highest = 65535},
    {.name = "idle",
     .hidden = true,
     .words = 1,
     .read = args_count,
     .to = TO(serve.idle_s),
     .highest = 3600},
    {.name = "page", .words = 1, .read = args_text, .to = TO(serve.page)},
};

static const char *const help[] = {
    "scree studio [TERRAIN [SURFACE]] opens the studio: a page in your browser that shows a map "
    "live",
    "and changes its rules. It works on this machine alone; nothing is uploaded.",
    "",
    "Examples:",
    "  scree studio",
    "  scree studio island.ter island.srf",
    "  scree studio heights.png --cell 2 --height-range 0 300",
    "  scree studio island.ter --no-browser",
    "",
    "  --no-browser        print the page's address; do not open a browser",
    "  --port N            port on 127.0.0.1 (default: any free port)",
    "  --page FILE.html    another copy of the page (default: the installed one)",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    "",
    "The page opens TERRAIN and SURFACE, and saves the surface map into SURFACE when you tell it "
    "to:",
    "completely or not at all, and never over somebody else's changes. It can write nothing else;",
    "other results are downloads. The address holds a secret that only this page may use. The",
    "command ends on Ctrl-C, or three minutes after the page is closed.",
    NULL,
};

static int check_ground(const struct args_studio *args, struct scree_error *error)
{
    if (!args->has_ground || args->serve.terrain != NULL) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--cell, --height-range and the like are for a terrain; name one");
}

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_studio *args = values;
    const char *const *words = operands->words;
    if (operands->count > 2)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.60s' is one file too many: scree studio takes a terrain and a surface "
                         "map",
                         words[2]);
    if (operands->count == 0) return check_ground(args, error);
    /* A file manager hands over two files in any order. */
    const bool map_first = scree_surface_is_in(scree_file(words[0]));
    const char *const other = operands->count == 2 ? words[1] : NULL;
    args->serve.terrain = map_first ? other : words[0];
    args->serve.surface = map_first ? words[0] : other;
    if (other == NULL || !map_first || !scree_surface_is_in(scree_file(other)))
        return check_ground(args, error);
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "'%.60s' and '%.60s' are both surface maps; name a terrain and a map",
                     words[0], other);
}

/* Browsers let pages in the background ask once a minute. */
#define IDLE_S 180

static const struct args_studio defaults = {
    .serve = {.size = sizeof(struct scree_serve_options), .idle_s = IDLE_S},
    .ground = SCREE_TERRAIN_OPTIONS_INIT,
};

const struct cli_verb verb_studio = {
    .name = "studio",
    .synopsis = "[TERRAIN [SURFACE]]",
    .summary = "change rules in the browser and see the map",
    .help = help,
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_studio, ground, TO(has_ground))},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_studio,
};
