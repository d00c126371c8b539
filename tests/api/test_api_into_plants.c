/* Plants of a level of BeamNG that exists, through include/scree/beamng.h: what is counted is what is
 * there, and what others placed stays. beamng/check_plants does so through the program, with far more. */
#define _XOPEN_SOURCE 700
#include "tests/island.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#define HAND                                                                                       \
    "{\"pos\":[1.7,2.3,4],\"rotationMatrix\":[1,0,0,0,1,0,0,0,1],\"scale\":1,\"type\":\"scree_"    \
    "oak\"}\n"

static char folder[] = "/tmp/scree-test-XXXXXX";
static char level_path[64];
static struct scree_surface *surface;

static const char list_text[] =
    "{\"format\": \"scree-plants-1\", \"plants\": ["
    "{\"name\": \"oak\", \"model\": \"oak\", \"layers\": \"Woodland\", \"spacing\": 60}, "
    "{\"name\": \"rock\", \"model\": \"boulder\", \"layers\": \"Grass\", \"spacing\": 50}], "
    "\"grass\": [{\"name\": \"field\", \"layers\": \"Grass\"}]}";

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

/* A level of the island without plants. */
static int make(void **state)
{
    (void)state;
    struct scree_terrain *terrain;
    struct scree_beamng *level;
    struct scree_sink *sink;
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(level_path, sizeof level_path, "%s/level", folder);
    island_open(&terrain, &surface);
    options.level.name = "level";
    options.samples = 128;
    options.level.plants_set = "none";
    assert_scree(scree_beamng_plan(&level, terrain, surface, &options, NULL, &error));
    assert_scree(scree_sink_folder(&sink, level_path, 0, &error));
    assert_scree(
        scree_sink_close(sink, scree_beamng_write(level, sink, NULL, &error), NULL, &error));
    scree_beamng_free(level);
    scree_terrain_free(terrain);
    return 0;
}

static int clear(void **state)
{
    (void)state;
    scree_surface_free(surface);
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* A file of the level, for free(); NULL: there is none. */
static char *text_of(const char *name)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", level_path, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *text = calloc(1, 1 << 21);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 21) - 1, file) > 0);
    fclose(file);
    return text;
}

static uint64_t lines_of(const char *text)
{
    uint64_t lines = 0;
    for (; *text != '\0'; text++) lines += *text == '\n';
    return lines;
}

static struct scree_level *open_level(const char *text, enum scree_into_plants what)
{
    const struct scree_source list = scree_memory(text, strlen(text), "list.json");
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    struct scree_level *into;
    if (what != SCREE_INTO_NO_PLANTS) options.level.plants = list;
    options.into_plants = what;
    assert_scree(scree_beamng_open(&into, level_path, NULL, NULL, &error));
    assert_scree(scree_beamng_into(into, surface, &options, NULL, &error));
    return into;
}

static struct scree_level_into_info describe(const struct scree_level *into)
{
    struct scree_level_into_info info = {.size = sizeof info};
    assert_scree(scree_level_describe(into, &info, &error));
    return info;
}

static struct scree_beamng_into_plant plant_of(const struct scree_level *into, uint32_t i)
{
    struct scree_beamng_into_plant plant = {.size = sizeof plant};
    assert_scree(scree_beamng_into_plant(into, i, &plant, &error));
    return plant;
}

static void ours_are_exchanged(void **state)
{
    (void)state;
    char *ter = text_of("theTerrain.ter");
    struct scree_level *into = open_level(list_text, SCREE_INTO_PLANTS_ONLY);
    assert_int_equal(describe(into).plants, 3);
    assert_true(describe(into).only_plants);
    const struct scree_beamng_into_plant first = plant_of(into, 0);
    const uint64_t oaks = first.written;
    assert_string_equal(first.name, "oak");
    assert_true(oaks > 20 && first.replaced == 0 && first.kept == 0 && !first.is_grass);
    assert_string_equal(plant_of(into, 2).name, "field");
    assert_true(plant_of(into, 2).is_grass);
    assert_int_equal(plant_of(into, 2).written, 1);
    struct scree_beamng_into_plant none = {.size = sizeof none};
    assert_int_equal(scree_beamng_into_plant(into, 3, &none, &error), SCREE_BAD_ARGUMENT);
    assert_null(text_of("forest/scree_oak.forest4.json"));
    assert_scree(scree_level_write(into, NULL, &error));
    scree_level_close(into);
    char *placed = text_of("forest/scree_oak.forest4.json");
    assert_int_equal(lines_of(placed), oaks);

    /* One by hand, in front of ours, and another list. */
    char path[160];
    snprintf(path, sizeof path, "%s/forest/scree_oak.forest4.json", level_path);
    FILE *file = fopen(path, "wb");
    assert_true(file != NULL && fputs(HAND, file) >= 0 && fputs(placed, file) >= 0 &&
                fclose(file) == 0);
    into = open_level("{\"format\": \"scree-plants-1\", \"plants\": [{\"name\": \"rock\", "
                      "\"model\": \"boulder\", \"layers\": \"Rock\"}]}",
                      SCREE_INTO_PLANTS_ONLY);
    assert_int_equal(describe(into).plants, 3);
    assert_string_equal(plant_of(into, 1).name, "field"); /* those of before, by name */
    assert_string_equal(plant_of(into, 2).name, "oak");
    assert_int_equal(plant_of(into, 2).replaced, oaks);
    assert_int_equal(plant_of(into, 2).kept, 1);
    assert_int_equal(plant_of(into, 2).written, 0);
    assert_scree(scree_level_write(into, NULL, &error));
    assert_int_equal(scree_level_write(into, NULL, &error), SCREE_BAD_ARGUMENT);
    scree_level_close(into);
    char *left = text_of("forest/scree_oak.forest4.json"), *same = text_of("theTerrain.ter");
    assert_string_equal(left, HAND);
    assert_memory_equal(ter, same, 3 * 128 * 128);
    free(ter);
    free(placed);
    free(left);
    free(same);
}

static void what_is_not_asked_for_stays(void **state)
{
    (void)state;
    struct scree_level *into = open_level("", SCREE_INTO_NO_PLANTS);
    assert_int_equal(describe(into).plants, 0);
    assert_false(describe(into).only_plants);
    struct scree_beamng_into_plant none = {.size = sizeof none};
    assert_int_equal(scree_beamng_into_plant(into, 0, &none, &error), SCREE_BAD_ARGUMENT);
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    options.into_plants = 3;
    assert_int_equal(scree_beamng_into(into, surface, &options, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "into_plants");
    options.into_plants = SCREE_INTO_PLANTS_ONLY;
    options.level.plants_set = "meadow";
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_beamng_into(into, surface, &options, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "plants_set");
    options.level.plants_set = "auto";
    error = (struct scree_error)SCREE_ERROR_INIT;
    options.dither = 1;
    assert_int_equal(scree_beamng_into(into, surface, &options, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "dither");
    assert_int_equal(scree_beamng_into_plant(into, 0, &none, &error), SCREE_BAD_ARGUMENT);
    scree_level_close(into);
    char path[160];
    snprintf(path, sizeof path, "%s/theTerrain.ter", level_path);
    assert_scree(scree_beamng_open(&into, path, NULL, NULL, &error));
    options.dither = 0;
    assert_int_equal(scree_beamng_into(into, surface, &options, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "into_plants");
    scree_level_close(into);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ours_are_exchanged),
        cmocka_unit_test(what_is_not_asked_for_stays),
    };
    return cmocka_run_group_tests_name("api/into_plants", tests, make, clear);
}
