/* styles/: what a map of land cover adds to a style, and how legends are told. */
#include "tests/fixture.h"

#include "ground/ground.h"
#include "styles/styles_cover.h"

/* ---- layers ---- */

static void every_class_has_layers_in_every_style(void **state)
{
    (void)state;
    struct scree_style style;
    struct styles_cover cover = {.width = 1, .height = 1};
    static struct styles_ground ground;
    const struct styles_site site = {.ground = &ground};
    for (unsigned i = 0; i < STYLES_MASKS; i++) cover.has[i] = true;
    for (size_t s = 0; styles_list(&style, s); s++) {
        static struct styles_room room;
        struct styles_choice choices[STYLES_MAX_LAYERS + STYLES_MAX_COVER] = {{0}};
        uint32_t count = 1, masks = 0;
        room.count = 0;
        styles_cover_rules(&room, choices, &count, styles_find(style.name), &cover, &site);
        assert_int_equal(count, 1 + room.count);
        assert_in_range(room.count, STYLES_MASKS, STYLES_MAX_COVER);
        for (uint32_t i = 1; i < count; i++) {
            const char *const name = choices[i].rule->name;
            if (ground_guess(name, NULL) == GROUND_KINDS)
                fail_msg("%s, %s: no word for a ground", style.name, name);
            assert_true(choices[i].parent < i && (choices[i].mask > 0) == (choices[i].parent == 0));
            masks += choices[i].mask > 0;
            for (uint32_t k = 1; k < i; k++)
                if (choices[k].parent == choices[i].parent)
                    assert_string_not_equal(name, choices[k].rule->name);
        }
        assert_int_equal(masks, STYLES_MASKS);
    }
}

/* ---- legends ---- */

static enum scree_code find(struct styles_legend *out, const uint16_t *codes, size_t count,
                            struct image_numbers *form)
{
    static uint32_t used[STYLES_CODES];
    struct scree_error err = SCREE_ERROR_INIT;
    memset(used, 0, sizeof used);
    for (size_t i = 0; i < count; i++) used[codes[i]] = 1;
    const enum scree_code code = styles_find_legend(out, form, used, &err);
    if (code != SCREE_OK) assert_string_equal(err.field, "cover_legend");
    return code;
}

static void known_maps_are_told_by_numbers(void **state)
{
    (void)state;
    static struct styles_legend legend;
    static const struct {
        uint16_t codes[4];
        const char *name; /* NULL: it is none, or two */
    } maps[] = {{{10, 30, 95, 100}, "ESA WorldCover"},
                {{0, 10, 60, 80}, "ESA WorldCover"},
                {{12, 23, 24, 44}, "Corine Land Cover"},
                {{311, 312, 324, 512}, "Corine Land Cover"},
                {{11, 41, 42, 52}, "NLCD"},
                {{10, 20, 30, 40}, NULL},
                {{11, 12, 21, 22}, NULL},
                {{1, 2, 3, 200}, NULL}};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        struct image_numbers form = {.number = IMAGE_U16};
        const enum scree_code code = find(&legend, maps[i].codes, 4, &form);
        assert_int_equal(code, maps[i].name != NULL ? SCREE_OK : SCREE_BAD_ARGUMENT);
        if (code == SCREE_OK) assert_string_equal(legend.name, maps[i].name);
    }
    static const uint16_t known[] = {311, 322, 332, 512};
    struct image_numbers form = {.number = IMAGE_U16};
    assert_int_equal(find(&legend, known, 4, &form), SCREE_OK);
    assert_int_equal(legend.kinds[311], STYLES_WOODS);
    assert_int_equal(legend.kinds[322], STYLES_SCRUB);
    assert_int_equal(legend.kinds[332], STYLES_BARE);
    assert_int_equal(legend.kinds[512], STYLES_WATER);
    assert_int_equal(legend.kinds[313], STYLES_NO_KIND);
}

/* Of an older edition, under other numbers. */
static void known_maps_are_told_by_colours(void **state)
{
    (void)state;
    static struct styles_legend legend;
    static const uint16_t codes[] = {0, 1, 2};
    struct image_numbers form = {
        .number = IMAGE_U8,
        .has_colours = true,
        .colours = {{71, 107, 160}, {28, 99, 48}, {186, 216, 234}},
    };
    assert_int_equal(find(&legend, codes, 3, &form), SCREE_OK);
    assert_string_equal(legend.name, "NLCD");
    assert_int_equal(legend.kinds[0], STYLES_WATER);
    assert_int_equal(legend.kinds[1], STYLES_WOODS);
    assert_int_equal(legend.kinds[2], STYLES_MARSH);
}

static void legends_are_lines(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says; /* NULL: it is taken */
    } texts[] = {{"", NULL},
                 {"# none\n\n  7 = woods \r\n 65535=Mangroves", NULL},
                 {"7 woods\n", "line 1: expected the number"},
                 {"\nx = woods\n", "line 2: expected the number"},
                 {"-7 = woods\n", "line 1: expected the number"},
                 {"65536 = woods\n", "line 1: expected the number"},
                 {"= woods\n", "line 1: expected the number"},
                 {"7 =\n", "line 1: '' is no kind of ground; expected one of woods, scrub"},
                 {"7 = snwo\n", "line 1: 'snwo' is no kind of ground; did you mean 'snow'?"}};
    static struct styles_legend legend;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct scree_error err = SCREE_ERROR_INIT;
        struct scree_bytes text = {(unsigned char *)(uintptr_t)texts[i].text,
                                   strlen(texts[i].text)};
        const enum scree_code code = styles_read_legend(&legend, &text, &err);
        assert_int_equal(code, texts[i].says == NULL ? SCREE_OK : SCREE_MALFORMED);
        if (code != SCREE_OK && strstr(err.text, texts[i].says) == NULL) fail_msg("%s", err.text);
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes text = {(unsigned char *)(uintptr_t)texts[1].text, strlen(texts[1].text)};
    assert_int_equal(styles_read_legend(&legend, &text, &err), SCREE_OK);
    assert_int_equal(legend.kinds[7], STYLES_WOODS);
    assert_int_equal(legend.kinds[65535], STYLES_WOODS);
    assert_int_equal(legend.kinds[8], STYLES_NO_KIND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_class_has_layers_in_every_style),
        cmocka_unit_test(known_maps_are_told_by_numbers),
        cmocka_unit_test(known_maps_are_told_by_colours),
        cmocka_unit_test(legends_are_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
