/*
 * The reader of command lines with verbs of its own: it is linked without any verb of the program,
 * which it once knew all of, and each of which knows it.
 */
#include "cli/verb.h"
#include "tests/harness.h"

struct values {
    bool loud;
    const char *word;
};

static const struct args_option options[] = {
    {.name = "loud", .read = args_flag, .to = offsetof(struct values, loud)}};

static int check(void *values, const struct args_operands *operands, struct scree_error *error)
{
    struct values *out = values;
    out->word = operands->count > 0 ? operands->words[0] : "";
    return operands->count < 2 ? SCREE_OK : fail_with(error, SCREE_BAD_ARGUMENT, "too many");
}

static const struct values defaults;
static const struct cli_verb speak = {
    .name = "speak",
    .groups = {{.options = options, .count = 1, .given = ARGS_NOT_KEPT}},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
};
static const struct cli_verb play_ball = {
    .name = "play ball", .family = "play", .defaults = &defaults, .size = 1, .check = check};
static const struct cli_verb *const verbs[] = {&speak, &play_ball, NULL};

static int parse(struct args *out, struct scree_error *error, const char *first, const char *second,
                 const char *third)
{
    static char name[] = "scree";
    char words[3][32] = {"", "", ""};
    const char *const given[3] = {first, second, third};
    char *argv[5] = {name};
    int argc = 1;
    for (int i = 0; i < 3 && given[i] != NULL; i++) argv[argc++] = strcpy(words[i], given[i]);
    *error = (struct scree_error)SCREE_ERROR_INIT;
    const int code = args_parse(out, verbs, argc, argv, error);
    if (code == SCREE_OK && out->values != NULL && out->verb == &speak)
        assert_string_equal(((struct values *)out->values)->word,
                            second[0] == '-' ? third : second);
    return code;
}

static void verbs_are_those_given(void **state)
{
    (void)state;
    struct args args;
    struct scree_error error = SCREE_ERROR_INIT;
    assert_int_equal(parse(&args, &error, "speak", "--loud", "x"), SCREE_OK);
    assert_ptr_equal(args.verb, &speak);
    assert_true(((struct values *)args.values)->loud);
    args_free(&args);
    assert_int_equal(parse(&args, &error, "bake", NULL, NULL), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.text,
                        "unknown command 'bake' (commands are speak, play; see 'scree --help')");
    args_free(&args);
    assert_int_equal(parse(&args, &error, "play", "bal", NULL), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.text, "'bal': scree play writes for ball; did you mean 'ball'? (see "
                                    "'scree play --help')");
    args_free(&args);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verbs_are_those_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
