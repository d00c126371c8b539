/* Plants through include/scree/plants.h: what is placed, what the table says of it, what is refused. */
#include "tests/assert_scree.h"

#include <math.h>

static const char list_text[] =
    "{\"format\": \"scree-plants-1\", \"plants\": ["
    "{\"name\": \"oak\", \"model\": \"oak\", \"layers\": \"Woodland\", \"spacing\": 30}, "
    "{\"name\": \"rock\", \"model\": \"boulder\", \"layers\": \"Grass\", \"spacing\": 25, "
    "\"ror\": false}], \"most\": 90}";
static const char roads_text[] = "{\"format\": \"scree-roads-1\", \"roads\": [{\"width\": 60, "
                                 "\"verge\": 30, \"points\": [[0, 1000], [2048, 1000]]}]}";

static int place(struct scree_plants **out, const struct scree_plants_options *options,
                 struct scree_job *job)
{
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    assert_scree(scree_terrain_open(&terrain, scree_file(harness_source("examples/island.ter")),
                                    NULL, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    const int code = scree_plants_place(out, terrain, surface, options, job, &error);
    scree_surface_free(surface); /* the plants keep what they need */
    scree_terrain_free(terrain);
    return code;
}

/* The table as text, for free(). */
static char *table_of(const struct scree_plants *plants)
{
    struct scree_sink *sink;
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_plants_write(plants, SCREE_PLANTS_CSV, sink, NULL, NULL, &error));
    assert_int_equal(scree_sink_count(sink), 1);
    assert_string_equal(scree_sink_name(sink, 0), "plants.csv");
    const size_t size = (size_t)scree_sink_size(sink, 0);
    char *text = calloc(size + 1, 1);
    assert_non_null(text);
    memcpy(text, scree_sink_bytes(sink, 0), size);
    assert_scree(scree_sink_close(sink, 0, NULL, &error));
    return text;
}

static void plants_are_the_tables(void **state)
{
    (void)state;
    const struct scree_source list = scree_memory(list_text, sizeof list_text - 1, "list.json");
    struct scree_plants_options options = SCREE_PLANTS_OPTIONS_INIT;
    struct scree_plants *plants;
    options.plants = list;
    assert_scree(place(&plants, &options, NULL));
    assert_int_equal(scree_plants_species_count(plants), 2);
    struct scree_plant_species species[2];
    for (size_t s = 0; s < 2; s++) {
        species[s].size = sizeof species[s];
        assert_scree(scree_plants_species(plants, s, &species[s], &error));
    }
    assert_string_equal(species[0].name, "oak");
    assert_string_equal(species[0].model, "oak");
    assert_string_equal(species[0].ror_mesh, "tree_02.mesh"); /* docs/plants.md, Models */
    assert_null(species[1].ror_mesh);
    assert_true(species[0].count > 0 && species[0].fitting > species[0].count);
    assert_true(species[1].count > 0 && species[1].fitting > species[1].count);
    assert_true(species[0].evaluated <= species[0].cells);
    assert_int_equal(scree_plants_count(plants), species[0].count + species[1].count);
    assert_int_equal(scree_plants_count(plants), 90);

    char *text = table_of(plants);
    const char *line = strchr(text, '\n');
    for (size_t i = 0; i < scree_plants_count(plants); i++) {
        struct scree_plant plant = {.size = sizeof plant};
        assert_scree(scree_plants_plant(plants, i, &plant, &error));
        char name[16];
        double x, y, z, yaw, scale, sink;
        assert_non_null(line);
        assert_int_equal(sscanf(line + 1, "%15[^,],%*[^,],%lf,%lf,%lf,%lf,%lf,%lf", name, &x, &y,
                                &z, &yaw, &scale, &sink),
                         7);
        assert_string_equal(name, species[plant.species].name);
        const double off[] = {plant.x_m - x,       plant.y_m - y,       plant.z_m - z,
                              plant.yaw_deg - yaw, plant.scale - scale, plant.sink_m - sink};
        for (size_t k = 0; k < sizeof off / sizeof off[0]; k++) assert_true(fabs(off[k]) <= 5.1e-7);
        assert_true(plant.x_m * 32 == floor(plant.x_m * 32));
        line = strchr(line + 1, '\n');
    }
    assert_string_equal(line, "\n");

    struct scree_job job = SCREE_JOB_INIT;
    struct scree_plants *other;
    job.threads = 3;
    assert_scree(place(&other, &options, &job));
    char *again = table_of(other);
    assert_string_equal(again, text);
    free(again);
    free(text);
    scree_plants_free(other);

    struct scree_bytes document;
    assert_scree(scree_plants_document(plants, &document, &error));
    static const char format[] = "\"format\": \"scree-placed-1\"";
    bool found = false;
    for (size_t i = 0; i + sizeof format <= document.size; i++)
        found |= memcmp(document.data + i, format, sizeof format - 1) == 0;
    assert_true(found);
    scree_bytes_free(&document);
    struct scree_plant none = {.size = sizeof none};
    assert_int_equal(scree_plants_plant(plants, scree_plants_count(plants), &none, &error),
                     SCREE_BAD_ARGUMENT);
    assert_int_equal(scree_plants_species(plants, 2, &species[0], &error), SCREE_BAD_ARGUMENT);
    scree_plants_free(plants);
    scree_plants_free(NULL);
}

static void roads_and_water_keep_free(void **state)
{
    (void)state;
    const struct scree_source list = scree_memory(list_text, sizeof list_text - 1, NULL);
    const struct scree_source roads = scree_memory(roads_text, sizeof roads_text - 1, NULL);
    struct scree_plants_options options = SCREE_PLANTS_OPTIONS_INIT;
    struct scree_plants *plants;
    options.plants = list;
    for (int way = 0; way < 2; way++) {
        if (way == 1) options.roads = roads;
        options.has_water = way;
        options.water_m = 40;
        assert_scree(place(&plants, &options, NULL));
        size_t inside = 0;
        for (size_t i = 0; i < scree_plants_count(plants); i++) {
            struct scree_plant plant = {.size = sizeof plant};
            assert_scree(scree_plants_plant(plants, i, &plant, &error));
            inside += fabs(plant.y_m - 1000) <= 60 || plant.z_m + plant.sink_m < 39;
        }
        assert_true(way == 0 ? inside > 5 : inside == 0);
        scree_plants_free(plants);
    }
}

static void assert_refused(const struct scree_plants_options *options, int code, const char *field)
{
    struct scree_plants *plants;
    assert_int_equal(place(&plants, options, NULL), code);
    assert_null(plants);
    if (field != NULL) assert_string_equal(error.field, field);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const char unknown[] = "{\"format\": \"scree-plants-1\", \"plants\": [{\"name\": \"a\", "
                                  "\"model\": \"oak\", \"layers\": \"Lava\"}]}";
    const struct scree_source list = scree_memory(list_text, sizeof list_text - 1, NULL);
    const struct scree_source lava = scree_memory(unknown, sizeof unknown - 1, NULL);
    const struct scree_source half = scree_memory(list_text, 40, NULL);
    const struct scree_source none = scree_file("no-such-list.json");
    struct scree_plants_options options = SCREE_PLANTS_OPTIONS_INIT;
    options.plants_set = "jurassic";
    assert_refused(&options, SCREE_BAD_ARGUMENT, "plants_set");
    options.plants_set = "alpine";
    options.plants = list;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "plants_set");
    options.plants_set = "auto";
    options.plants = lava;
    assert_refused(&options, SCREE_BAD_ARGUMENT, "plants");
    options.plants = half;
    assert_refused(&options, SCREE_MALFORMED, NULL);
    options.plants = none;
    assert_refused(&options, SCREE_CANNOT_READ, NULL);
    options.plants = list;
    options.roads = list;
    assert_refused(&options, SCREE_MALFORMED, NULL);

    struct scree_plants *plants;
    struct scree_sink *sink;
    options.roads = (struct scree_source){0};
    assert_scree(place(&plants, &options, NULL));
    assert_scree(scree_sink_memory(&sink, &error));
    assert_int_equal(scree_plants_write(plants, 3, sink, NULL, NULL, &error), SCREE_BAD_ARGUMENT);
    assert_string_equal(error.field, "form");
    assert_int_equal(scree_sink_close(sink, SCREE_BAD_ARGUMENT, NULL, &error), SCREE_BAD_ARGUMENT);
    scree_plants_free(plants);
    assert_int_equal(scree_plants_form_of_name("a.glb"), SCREE_PLANTS_GLB);
    assert_int_equal(scree_plants_form_of_name("a.obj"), SCREE_NO_FORM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plants_are_the_tables),
        cmocka_unit_test(roads_and_water_keep_free),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("api/plants", tests, NULL, NULL);
}
