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

static enum err_code check(void *values, const struct args_operands *operands, struct err *err)
{
    struct values *out = values;
    out->word = operands->count > 0 ? operands->words[0] : "";
    return operands->count < 2 ? ERR_OK : err_set(err, ERR_ARG, ERR_NO_OFFSET, "too many");
}

static const struct values defaults;
static const struct cli_verb speak = {
    .name = "speak",
    .groups = {{options, 1, 0, ARGS_NOT_KEPT, NULL}},
    .defaults = &defaults,
    .size = sizeof defaults,
    .check = check,
};
static const struct cli_verb play_ball = {
    .name = "play ball", .family = "play", .defaults = &defaults, .size = 1, .check = check};
static const struct cli_verb *const verbs[] = {&speak, &play_ball, NULL};

static enum err_code parse(struct args *out, struct err *err, const char *first, const char *second,
                           const char *third)
{
    static char name[] = "scree";
    char words[3][32] = {"", "", ""};
    const char *const given[3] = {first, second, third};
    char *argv[5] = {name};
    int argc = 1;
    for (int i = 0; i < 3 && given[i] != NULL; i++) argv[argc++] = strcpy(words[i], given[i]);
    err_clear(err);
    const enum err_code code = args_parse(out, verbs, argc, argv, err);
    if (code == ERR_OK && out->values != NULL && out->verb == &speak)
        assert_string_equal(((struct values *)out->values)->word,
                            second[0] == '-' ? third : second);
    return code;
}

static void verbs_are_those_given(void **state)
{
    (void)state;
    struct args args;
    struct err err;
    assert_ok(parse(&args, &err, "speak", "--loud", "x"), &err);
    assert_ptr_equal(args.verb, &speak);
    assert_true(((struct values *)args.values)->loud);
    args_free(&args);
    assert_int_equal(parse(&args, &err, "bake", NULL, NULL), ERR_ARG);
    assert_string_equal(err.msg,
                        "unknown command 'bake' (commands are speak, play; see 'scree --help')");
    args_free(&args);
    assert_int_equal(parse(&args, &err, "play", "bal", NULL), ERR_ARG);
    assert_string_equal(err.msg, "scree play: 'bal' is not one of ball; did you mean 'ball'? (see "
                                 "'scree play --help')");
    args_free(&args);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(verbs_are_those_given)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
