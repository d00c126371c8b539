#include "cli/into_level.h"

/* The first of some options that was given, or NULL. */
static const char *first_given(const struct args_operands *operands, const char *const *options)
{
    while (*options != NULL && !args_given(operands, *options)) options++;
    return *options;
}

int into_check_new(const struct args_operands *operands, const struct into_words *words,
                   struct scree_error *error)
{
    const char *const other = first_given(operands, words->of_old);
    if (other == NULL) return SCREE_OK;
    return fail_with(error, SCREE_BAD_ARGUMENT,
                     "--%s is for a %s that exists; name it with --into %s", other, words->noun,
                     words->value);
}

int into_check(const char **surface, const struct args_operands *operands,
               const struct into_words *words, struct scree_error *error)
{
    const char *other = first_given(operands, words->of_new);
    if (other == NULL && args_given(operands, "force") && !args_given(operands, "html"))
        other = "force";
    if (other != NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "--%s is for a new %s and --into for an existing one: choose one", other,
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
