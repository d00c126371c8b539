#include "cli/completion/completion.h"
#include "cli/verb.h"

static const struct args_choice shells[] = {
    {"bash", COMPLETION_BASH}, {"zsh", COMPLETION_ZSH}, {"fish", COMPLETION_FISH}, {NULL, 0}};

static const char *const help[] = {
    "scree completion SHELL prints a script that completes scree's command lines.",
    "",
    "Examples:",
    "  scree completion bash > ~/.local/share/bash-completion/completions/scree",
    "  scree completion zsh > \"${fpath[1]}/_scree\"",
    "  scree completion fish > ~/.config/fish/completions/scree.fish",
    "",
    "SHELL is bash, zsh or fish. An installed scree has the three in the usual places.",
    NULL,
};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct args_completion *args = values;
    int shell = 0;
    if (operands->count != 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s: scree completion takes a shell: bash, zsh or fish",
                         operands->count == 0 ? "no shell given" : "one shell at a time");
    struct scree_error bad = SCREE_ERROR_INIT;
    if (args_read_choice(&shell, "", operands->words[0], shells, &bad) != SCREE_OK)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "'%.40s' is not a supported shell; choose bash, zsh or fish",
                         operands->words[0]);
    args->shell = (enum completion_shell)shell;
    return SCREE_OK;
}

static const struct args_completion defaults = {.shell = COMPLETION_BASH};

const struct cli_verb verb_completion = {
    .name = "completion",
    .synopsis = "bash|zsh|fish",
    .summary = "print a script that completes command lines",
    .help = help,
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
    .run = cmd_completion,
};
