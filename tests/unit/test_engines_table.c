/* The table of engines: every row is whole, its sizes agree with its words, and docs/engines.md shows
 * it. */
#include "tests/harness.h"

#include "engines/engines_plan.h"

static void every_row_is_whole(void **state)
{
    (void)state;
    assert_null(engines_find("none"));
    for (size_t i = 0; engines_profile_at(i) != NULL; i++) {
        const struct scree_engine_about *about = engines_about(engines_profile_at(i));
        const char *const texts[] = {about->key,  about->title, about->ending, about->sizes,
                                     about->rows, about->packs, about->names,  about->proof};
        for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
            assert_non_null(texts[t]);
            assert_true(texts[t][0] != '\0');
        }
        assert_ptr_equal(engines_find(about->key), engines_profile_at(i));
        assert_true(about->ending[0] == '.');
        const char *const *ending = engines_profile_at(i)->endings;
        assert_non_null(*ending);
        for (; *ending != NULL; ending++) assert_non_null(strstr(about->names, *ending));
    }
}

/* A legal size stays; any other is refused with the legal ones and the nearest, which is legal. */
static void sizes_are_legal_or_have_a_neighbour(void **state)
{
    (void)state;
    struct scree_error err;
    for (size_t i = 0; engines_profile_at(i) != NULL; i++) {
        const struct engines_profile *profile = engines_profile_at(i);
        unsigned legal = 0;
        for (uint32_t points = 2; points < 9000; points++) {
            const uint32_t near = engines_size_near(profile, points);
            err_clear(&err);
            if (near == points) {
                assert_ok(engines_size_check(profile, points, &err), &err);
                legal++;
                continue;
            }
            char take[32];
            snprintf(take, sizeof take, "; take %u", (unsigned)near);
            assert_int_equal(engines_size_check(profile, points, &err), SCREE_BAD_ARGUMENT);
            assert_string_equal(err.field, "points");
            assert_non_null(strstr(err.text, engines_about(profile)->sizes));
            assert_non_null(strstr(err.text, take));
            assert_int_equal(engines_size_near(profile, near), near);
            /* Nothing legal is nearer. */
            const uint32_t away = near > points ? near - points : points - near;
            for (uint32_t step = 1; step < away && step < points; step++)
                assert_true(engines_size_near(profile, points - step) != points - step ||
                            points - step < 2);
        }
        assert_true(legal >= 3);
    }
}

static char *read_page(void)
{
    struct scree_bytes page;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_read(&page, harness_source("docs/engines.md"), 1 << 20, &err), &err);
    char *text = test_malloc(page.size + 1);
    memcpy(text, page.data, page.size);
    text[page.size] = '\0';
    file_bytes_free(&page);
    return text;
}

/* An engine that has been added has its line there. */
static void the_page_has_the_table(void **state)
{
    (void)state;
    char *text = read_page();
    for (size_t i = 0; engines_profile_at(i) != NULL; i++) {
        const struct scree_engine_about *about = engines_about(engines_profile_at(i));
        char line[1024], most[32] = "any number";
        if (about->max_materials > 0)
            snprintf(most, sizeof most, "%u", (unsigned)about->max_materials);
        snprintf(line, sizeof line, " | `%s` | %s | %s | %s | %s | %s | %s |\n", about->key,
                 about->sizes, about->rows, about->packs, most, about->names, about->proof);
        if (strstr(text, line) == NULL) fail_msg("docs/engines.md lacks the line%s", line);
    }
    test_free(text);
}

/* A section for each that has more than its row, with its command, a table or a list of files, and what was proved; where nobody
 * but us has read the files, what was not. */
static void the_page_says_what_was_proved(void **state)
{
    (void)state;
    char *text = read_page();
    for (size_t i = 0; engines_profile_at(i) != NULL; i++) {
        const struct engines_profile *profile = engines_profile_at(i);
        const struct scree_engine_about *about = engines_about(profile);
        if (profile->write == NULL && profile->files.readme == NULL) continue;
        const bool plugin = strcmp(about->key, "hterrain") == 0;
        char command[80];
        snprintf(command, sizeof command, "\n    scree export %s island.ter island.srf -o ",
                 plugin ? "godot" : about->key);
        char *section = strstr(text, command);
        if (section != NULL && plugin) section = strstr(section + 1, command);
        if (section == NULL) fail_msg("docs/engines.md lacks a command%s", command);
        char *end = strstr(section, "\n## ");
        if (end != NULL) *end = '\0';
        if (strstr(section, "\n|---|---|\n") == NULL)
            fail_msg("docs/engines.md: the section of %s has no table", about->key);
        const bool unproved = strncmp(about->proof, "nobody's", 8) == 0;
        if (strstr(section, unproved ? "**Not proved:**" : "**Proved:**") == NULL)
            fail_msg("docs/engines.md: the section of %s does not say what was proved", about->key);
        if (unproved && strcmp(about->key, "godot") != 0 &&
            strstr(strstr(section, "**Not proved:**"), " not available to us") == NULL)
            fail_msg("docs/engines.md: the section of %s does not say why not", about->key);
        if (end != NULL) *end = '\n';
    }
    test_free(text);
}

static void titles_are_plain_and_all_different(void **state)
{
    (void)state;
    const char *const names[] = {"Dry grass", "dry_Grass", "", "?", "Schn\303\251e"};
    char titles[5][ENGINES_TITLE];
    engines_titles(titles[0], names, 5);
    assert_string_equal(titles[0], "Dry_grass");
    assert_string_equal(titles[1], "dry_Grass_2");
    assert_string_equal(titles[2], "Layer");
    for (int i = 0; i < 5; i++) {
        assert_int_equal(strspn(titles[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                           "0123456789_"),
                         strlen(titles[i]));
        for (int j = 0; j < i; j++) assert_string_not_equal(titles[i], titles[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_whole), cmocka_unit_test(sizes_are_legal_or_have_a_neighbour),
        cmocka_unit_test(the_page_has_the_table), cmocka_unit_test(the_page_says_what_was_proved),
        cmocka_unit_test(titles_are_plain_and_all_different)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
