#include "cli/verbs.h"

extern const struct cli_verb verb_bake, verb_plan, verb_gather, verb_info, verb_lint, verb_probe,
    verb_test, verb_digest, verb_verify, verb_diff, verb_preview, verb_render, verb_convert,
    verb_set, verb_export_ror, verb_export_beamng, verb_plants, verb_fit, verb_new, verb_studio,
    verb_completion;

/* In the order of the help; a family stays together. */
const struct cli_verb *const cli_verbs[] = {
    &verb_studio,  &verb_new,        &verb_fit,    &verb_bake,       &verb_plan,
    &verb_gather,  &verb_preview,    &verb_render, &verb_export_ror, &verb_export_beamng,
    VERBS_ENGINES, &verb_plants,     &verb_info,   &verb_lint,       &verb_probe,
    &verb_diff,    &verb_test,       &verb_digest, &verb_verify,     &verb_convert,
    &verb_set,     &verb_completion, NULL,
};
