#include "cli/test/test.h"
#include "cli/verb.h"

static const struct args_choice formats[] = {{"text", SCREE_TEXT},   {"tap", SCREE_TAP},
                                             {"junit", SCREE_JUNIT}, {"github", SCREE_GITHUB},
                                             {"json", SCREE_JSON},   {NULL, 0}};

static int read_accept(void *to, const struct args_option *option, const char *const *words,
                       struct scree_error *error)
{
    struct args_test *args = to;
    if (args->accepted_count == TEST_MAX_ACCEPTED)
        return fail_with(error, SCREE_BAD_ARGUMENT, "--%s: %d names at most", option->name,
                         TEST_MAX_ACCEPTED);
    args->accepted[args->accepted_count++] = words[0];
    return SCREE_OK;
}

static int read_json(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    struct args_test *args = to;
    (void)option;
    (void)words;
    (void)error;
    args->format = SCREE_JSON;
    return SCREE_OK;
}

#define TO(member) offsetof(struct args_test, member)
static const struct args_option options[] = {
    {.name = "accept", .words = 1, .read = read_accept},
    {.name = "format", .words = 1, .read = args_choice, .to = TO(format), .choices = formats},
    {.name = "json", .read = read_json},
    {.name = "html", .words = 1, .read = args_text, .to = TO(html)},
    {.name = "force", .letter = 'f', .read = args_flag, .to = TO(force)},
    {.name = "all", .read = args_flag, .to = TO(all)},
    ARGS_THREADS_ROW(TO(threads)),
};

static const char *const help[] = {
    "scree test FILE... checks claims about coverage.",
    "",
    "Examples:",
    "  scree test maps/island.test",
    "  scree test --format github maps/*.test",
    "  scree test maps/island.test --accept shore    what was found becomes what is expected",
    "",
    "A file names its inputs, then what must hold (paths are relative to the file):",
    "  terrain island.ter",
    "  surface island.srf",
    "  shore: area(Beach) = 3.1 % +- 0.5 %",
    "  area(Rock) in 20 %..30 %",
    "  weight(Snow) = 0 where altitude < 120 m",
    "  winner at 900E,1250N = Grass",
    "  slope < 40 deg where winner = Beach",
    "  same as ../bakes/island within 0.2 % of area",
    "docs/testing-your-maps.md has the whole grammar.",
    "",
    "  --accept NAME       rewrite what the claim of that name expects if it does not hold; may",
    "                      be given several times. The rest of a file is not touched",
    "  --format FORMAT     text (default), tap, junit (XML), github (annotations) or json,",
    "                      \"format\": \"scree-test-1\"; --json is the same",
    "  --html FILE         also write the results as a self-contained page",
    "  -f, --force         overwrite FILE",
    "  --all               in text, show claims that hold as well",
    ARGS_THREADS_HELP,
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_test *args = values;
    if (operands->count == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no file given: scree test takes files of claims, e.g. scree test "
                         "island.test");
    args->files = operands->words;
    args->file_count = operands->count;
    return SCREE_OK;
}

static const struct args_test defaults = {.ground = SCREE_TERRAIN_OPTIONS_INIT};

const struct cli_verb verb_test = {
    .name = "test",
    .synopsis = "FILE...",
    .summary = "check claims about coverage",
    .help = help,
    .finding = "a claim does not hold",
    .groups = {ARGS_OWN(options), ARGS_TERRAIN(struct args_test, ground, ARGS_NOT_KEPT)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_test,
};
