/* A terrain of Rigs of Rods that exists, through include/scree/ror.h: what changes, what stays to the
 * byte, and what is refused. ror/ror_into does so through the program, with a terrain of many layers. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include "tests/assert_scree.h"
#include "tests/ror_land.h"

static struct scree_level *into;
static struct scree_surface *surface;

static int open_land(void **state)
{
    (void)state;
    error = (struct scree_error)SCREE_ERROR_INIT;
    land_make();
    assert_scree(scree_ror_open(&into, scratch_folder, NULL, NULL, &error));
    assert_scree(scree_surface_open(&surface,
                                    scree_memory(land_map, sizeof land_map - 1, "map.srf.json"),
                                    scree_level_terrain(into), NULL, &error));
    return 0;
}

static int close_land(void **state)
{
    (void)state;
    scree_surface_free(surface);
    scree_level_close(into);
    surface = NULL;
    into = NULL;
    unlink(scratch_path("blend.png.bak1"));
    return 0;
}

/* Its blend map is as it was made, and there is no copy of it. */
static void assert_untouched(void)
{
    static uint8_t made[LAND_BYTES], found[LAND_BYTES];
    land_blend(made);
    land_read(found, "blend.png");
    assert_memory_equal(made, found, LAND_BYTES);
    assert_int_equal(access(scratch_path("blend.png.bak1"), F_OK), -1);
}

static void assert_change(uint32_t i, const char *name, uint64_t before, int kept, int in_map)
{
    struct scree_level_change change = {.size = sizeof change};
    assert_scree(scree_level_change(into, i, &change, &error));
    assert_string_equal(change.name, name);
    assert_int_equal(change.is_ground, 0);
    assert_int_equal(change.before, before);
    assert_int_equal(change.kept, kept);
    assert_int_equal(change.in_map, in_map);
    if (kept != SCREE_NOT_KEPT) assert_int_equal(change.after, before);
}

static void what_stays_keeps_its_bytes(void **state)
{
    (void)state;
    struct scree_terrain_info ground = {.size = sizeof ground};
    assert_scree(scree_terrain_describe(scree_level_terrain(into), &ground, NULL, &error));
    assert_int_equal(ground.points_x, LAND_POINTS);
    assert_true(ground.extent_m[0] > 511.999 && ground.extent_m[0] < 512.001);

    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    options.level.keep = "SAND";
    assert_scree(scree_ror_into(into, surface, &options, NULL, &error));
    struct scree_level_into_info info = {.size = sizeof info};
    assert_scree(scree_level_describe(into, &info, &error));
    assert_int_equal(info.texels, LAND_TEXELS);
    assert_int_equal(info.landuse_texels, 0);
    assert_int_equal(info.changes, 4);
    assert_change(0, "rock", LAND_GRASS * LAND_TEXELS, SCREE_NOT_KEPT, 1);
    assert_change(1, "grass", (LAND_ROAD - LAND_GRASS + LAND_SAND - LAND_MIXED) * LAND_TEXELS,
                  SCREE_NOT_KEPT, 1);
    assert_change(2, "mountain_road", (LAND_MIXED - LAND_ROAD) * LAND_TEXELS, SCREE_KEPT_BUILT, 0);
    assert_change(3, "sand", (LAND_TEXELS - LAND_SAND) * LAND_TEXELS, SCREE_KEPT_NAMED, 0);
    struct scree_level_change none = {.size = sizeof none};
    assert_int_equal(scree_level_change(into, 4, &none, &error), SCREE_BAD_ARGUMENT);
    assert_untouched();

    static uint8_t made[LAND_BYTES], found[LAND_BYTES], copy[LAND_BYTES];
    assert_scree(scree_level_write(into, NULL, &error));
    land_blend(made);
    land_read(found, "blend.png");
    land_read(copy, "blend.png.bak1");
    assert_memory_equal(made, copy, LAND_BYTES);
    const size_t free_bytes = (size_t)LAND_ROAD * LAND_TEXELS * 4;
    assert_memory_equal(made + free_bytes, found + free_bytes, LAND_BYTES - free_bytes);
    for (int row = 0; row < LAND_ROAD; row++) {
        const uint8_t *texels = found + row * LAND_TEXELS * 4;
        assert_true(texels[0] > 127);                       /* grass in the west, */
        assert_int_equal(texels[4 * (LAND_TEXELS - 1)], 0); /* rock in the east, */
        for (int x = 0; x < LAND_TEXELS; x++)               /* and nothing else */
            assert_true(texels[4 * x + 1] == 0 && texels[4 * x + 2] == 0);
    }
}

static void assert_refused(const struct scree_ror_options *options, const char *field,
                           const char *text)
{
    struct scree_level_into_info info = {.size = sizeof info};
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_ror_into(into, surface, options, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, field);
    if (strstr(error.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, error.text);
    assert_int_equal(scree_level_describe(into, &info, &error), SCREE_BAD_ARGUMENT);
    assert_int_equal(scree_level_write(into, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_untouched();
}

/* What somebody else wrote after the terrain was read is not lost. */
static void what_was_changed_meanwhile_stays(void **state)
{
    (void)state;
    struct scree_error err = {0};
    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    static uint8_t made[LAND_BYTES], found[LAND_BYTES];
    assert_scree(scree_ror_into(into, surface, &options, NULL, &error));
    land_blend(made);
    for (int texel = 0; texel < LAND_TEXELS; texel++) made[4 * texel + 2] = 200;
    assert_ok(image_write_png8(scratch_path("blend.png"), made, LAND_TEXELS, LAND_TEXELS, 4, &err),
              &err);
    assert_int_equal(scree_level_write(into, NULL, &error), SCREE_CANNOT_READ);
    assert_string_equal(error.text, "was changed meanwhile; run it again");
    land_read(found, "blend.png");
    assert_memory_equal(made, found, LAND_BYTES);
    assert_int_equal(access(scratch_path("blend.png.bak1"), F_OK), -1);
}

/* Then there is nothing to write, not even what was decided before; and it may be tried again. */
static void refusals(void **state)
{
    (void)state;
    struct scree_ror_options options = SCREE_ROR_OPTIONS_INIT;
    assert_scree(scree_ror_into(into, surface, &options, NULL, &error));
    options.level.keep = "sandd";
    assert_refused(&options, "keep", "no ground model 'sandd'; did you mean 'sand'?");
    options.level.keep = "sand";
    options.level.only = "sand";
    assert_refused(&options, "only", "'sand' is in keep and in only");
    options.level.only = NULL;
    options.level.plants = scree_memory("{}", 2, "list.json");
    options.level.plants_set = "alpine";
    assert_refused(&options, "plants_set", "choose one");
    options.level.plants = (struct scree_source){.name = NULL};
    assert_scree(scree_ror_into(into, surface, &options, NULL, &error));

    struct scree_level *other = into;
    assert_int_equal(scree_ror_open(&other, scratch_path("nowhere"), NULL, NULL, &error),
                     SCREE_CANNOT_READ);
    assert_null(other);
    scree_level_close(other);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_land, close_land)
    const struct CMUnitTest tests[] = {TEST(what_stays_keeps_its_bytes),
                                       TEST(what_was_changed_meanwhile_stays), TEST(refusals)};
    return cmocka_run_group_tests_name("api/ror_into", tests, scratch_make, scratch_remove);
}
