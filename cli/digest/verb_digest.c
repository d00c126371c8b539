#include "cli/digest/digest.h"
#include "cli/verb.h"

#define TO(member) offsetof(struct args_digest, member)
static const struct args_option options[] = {
    {.name = "list", .read = args_flag, .to = TO(list)},
    {.name = "coverage", .read = args_flag, .to = TO(coverage)},
    {.name = "json", .read = args_flag, .to = TO(json)},
};

static const char *const help[] = {
    "scree digest FOLDER... prints one number per bake, to pin and to compare.",
    "",
    "Examples:",
    "  scree digest out",
    "  scree digest --coverage out    what 'digest = ' of a test file stands for",
    "  scree digest --list out        file by file",
    "",
    "FOLDER is what scree bake wrote. The digest is the SHA-256 of the samples of all files, not",
    "of the files: it is the same with any version of a compressor.",
    "",
    "  --coverage          of the masks alone, which must be 8-bit weights, the default",
    "  --list              of each file as well",
    "  --json              a JSON object on standard output, \"format\": \"scree-digest-1\"",
    "  -q, --quiet         errors only; -v, --verbose: all details",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_digest *args = values;
    if (operands->count == 0)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "no folder given: scree digest takes what scree bake wrote, e.g. scree "
                         "digest out");
    if (args->list && args->coverage)
        return fail_with(
            error, SCREE_BAD_ARGUMENT,
            "--coverage is about all masks together and --list about each file: use one "
            "of them");
    args->folders = operands->words;
    args->count = operands->count;
    return SCREE_OK;
}

static const struct args_digest defaults = {.list = false};

const struct cli_verb verb_digest = {
    .name = "digest",
    .synopsis = "FOLDER...",
    .summary = "print a number that identifies a bake",
    .help = help,
    .groups = {ARGS_OWN(options)},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_digest,
};
