#include "cli/into_level.h"

int into_check(const char **surface, const struct args_operands *operands,
               const struct into_words *words, struct scree_error *error)
{
    if (args_given(operands, "force") && !args_given(operands, "html"))
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--force is for a new %s and --into for an existing one: choose one",
                         words->noun);
    if (operands->count != 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s: with --into scree %s takes a surface map alone; the ground is the "
                         "%s's own",
                         operands->count == 0 ? "no file given" : "one file too many", words->verb,
                         words->noun);
    *surface = operands->words[0];
    return SCREE_OK;
}

const char *into_note(int kept, bool lost)
{
    static const char *const notes[] = {[SCREE_NOT_KEPT] = "",
                                        [SCREE_KEPT_NAMED] = "  kept (--keep)",
                                        [SCREE_KEPT_BUILT] = "  kept (built, by its name)",
                                        [SCREE_KEPT_REST] = "  kept (not in --only)"};
    return kept == SCREE_NOT_KEPT && lost ? "  not in the map: --keep keeps it" : notes[kept];
}
