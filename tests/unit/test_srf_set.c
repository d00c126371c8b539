/* srf/: changing fields. What is not changed keeps its bytes; what is refused changes nothing. */
#include "tests/unit/srf_random.h"

#include <math.h>

static struct made made, expected;

static void tree(struct made *out, float coverage, const char *child_name)
{
    start(out, "TERRAGENSURFMAP2");
    open_chunk(out, "SRFL");
    open_chunk(out, "SRFL");
    name(out, child_name);
    open_chunk(out, "DENS");
    chunk(out, "WHAT", "12345", 5);
    out->bytes[out->size - 1] = 9; /* odd padding */
    one(out, "covr", coverage);
    pair(out, "ALTL", 1, 2);
    close_chunk(out);
    close_chunk(out);
    name(out, "Rock");
    close_chunk(out);
    add(out, "tail!", 5);
}

static void set(struct srf_map *map, uint32_t index, const char *field, const char *value)
{
    struct scree_error err = SCREE_ERROR_INIT;
    const struct srf_scale scale = {.across_m = 10, .up_m = 8};
    assert_ok(srf_set_field(map, index, field, value, &scale, &err), &err);
}

static void assert_same_view(const struct srf_map *map)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes bytes;
    struct srf_map *again;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
    assert_int_equal(again->layer_count, map->layer_count);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *a = map->layers[i], *b = again->layers[i];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->given, b->given);
        const size_t from = offsetof(struct srf_layer, difc);
        const size_t to = offsetof(struct srf_layer, difp_size);
        /* Padding within the struct is zero in both: they were made by the same steps. */
        assert_memory_equal((const char *)a + from, (const char *)b + from, to - from);
    }
    srf_free(again);
    file_bytes_free(&bytes);
}

static void other_bytes_stay(void **state)
{
    (void)state;
    tree(&made, 0.5f, "Grass");
    struct srf_map *map = read_made(&made);
    set(map, 1, "coverage", "0.25");
    set(map, 1, "name", "A longer n\xc3\xa4me");
    assert_string_equal(map->layers[1]->name, "A longer n\xc3\xa4me");
    assert_true(map->layers[1]->covr == 0.25f);
    tree(&expected, 0.25f, "A longer n\xe4me");
    assert_written_back(map, expected.bytes, expected.size);
    assert_same_view(map);
    set(map, 1, "name", "Grass");
    set(map, 1, "coverage", "50%");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

/* Missing chunks are made where Terragen writes them, with factory values beside the new one. */
static void missing_chunks_are_made(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "TERM");
    one(&made, "MTER", 0.25f);
    close_chunk(&made);
    chunk(&made, "ODD ", "", 0);
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    set(map, 0, "texture.origin", "1,2, 3 ,4");
    set(map, 0, "altitude.max", "16m");
    set(map, 0, "colour", "1,-2,300");
    set(map, 0, "name", "x");
    start(&expected, "TERRAGENSURFMAP2");
    open_chunk(&expected, "SRFL");
    name(&expected, "x");
    open_chunk(&expected, "TERM");
    chunk(&expected, "DIFC", "\1\0\xfe\xff\x2c\1", 6);
    one(&expected, "MTER", 0.25f);
    close_chunk(&expected);
    chunk(&expected, "ODD ", "", 0);
    open_chunk(&expected, "DENS");
    open_chunk(&expected, "VART");
    open_chunk(&expected, "SETT");
    floats(&expected, "ORIG", 4, (const float[]){1, 2, 3, 4});
    close_chunk(&expected);
    close_chunk(&expected);
    pair(&expected, "ALTE", 0, 1);
    pair(&expected, "ALTL", 0, 2);
    close_chunk(&expected);
    close_chunk(&expected);
    assert_written_back(map, expected.bytes, expected.size);
    assert_same_view(map);
    srf_free(map);
}

static void values_are_what_people_mean(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "all");
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    const struct srf_layer *layer = map->root;
    set(map, 0, "coverage", "70%");
    assert_true(layer->covr == 0.7f);
    set(map, 0, "coverage", "40slider");
    assert_true(layer->covr == 0.4f);
    set(map, 0, "fractal_noise", "70slider");
    assert_true(layer->vari == 1.96f);
    set(map, 0, "fractal_noise", "1e-3");
    assert_true(layer->vari == 0.001f);
    set(map, 0, "bump.mimic_terrain", "25%");
    set(map, 0, "bump.amount", "2");
    assert_true(layer->mter == 0.25f && layer->bmam == 2);
    set(map, 0, "altitude.min", "120m"); /* 8 m a unit */
    assert_floats(layer->alte, 1, 1);
    assert_floats(layer->altl, 15, 20.5f);
    set(map, 0, "altitude.min.fuzziness", "30slider");
    set(map, 0, "altitude.max.fuzziness", "2.5 tu");
    assert_floats(layer->altf, 5.76f, 2.5f);
    set(map, 0, "altitude.max", "off");
    set(map, 0, "altitude.min.at", "-3tu");
    assert_floats(layer->alte, 1, 0);
    assert_floats(layer->altl, -3, 20.5f);
    set(map, 0, "slope.max", "45deg");
    set(map, 0, "slope.max.fuzziness", "45deg");
    set(map, 0, "slope.min", "30%");
    set(map, 0, "slope.min.on", "false");
    assert_floats(layer->slpe, 0, 1);
    assert_true(fabsf(layer->slpl[1] - 1) < 1e-6f && fabsf(layer->slpf[1] - 1) < 1e-6f);
    assert_true(layer->slpl[0] == 0.3f);
    set(map, 0, "smoothing.size", "5m"); /* 10 m a unit across */
    assert_true(layer->smsz == 0.5f);
    set(map, 0, "texture.negative", "off");
    set(map, 0, "texture.isolation", "0.5");
    assert_true(layer->nega == 0 && layer->isol == 0.5f);
    set(map, 0, "texture.negative", "7");
    assert_true(layer->nega == 7);
    assert_same_view(map);

    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_set_numbers(map, 0, "slope.max", (const double[]){0.25}, 1, &err), &err);
    assert_ok(srf_set_numbers(map, 0, "colour", (const double[]){1, 2, 3}, 3, &err), &err);
    assert_true(layer->slpl[1] == 0.25f && layer->difc[2] == 3);
    srf_free(map);
}

static void every_field_has_a_name(void **state)
{
    (void)state;
    static const char *const some[] = {"coverage",     "name",           "colour",
                                       "altitude.min", "slope.max.at",   "smoothing.size",
                                       "bump.amount",  "texture.origin", "altitude.max.fuzziness"};
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    close_chunk(&made);
    char found[SRF_FIELD_NAME_SIZE];
    size_t count = 0, seen = 0;
    for (; srf_field_name(found, sizeof found, count); count++) {
        for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
            seen += strcmp(found, some[i]) == 0;
        struct srf_map *map = read_made(&made);
        struct scree_error err = SCREE_ERROR_INIT;
        /* Known, whatever is wrong with the value. */
        if (srf_set_field(map, 0, found, "?", NULL, &err) != SCREE_OK)
            assert_null(strstr(err.text, "no such field"));
        srf_free(map);
    }
    assert_int_equal(seen, sizeof some / sizeof some[0]);
    assert_true(count > 25);
    assert_false(srf_field_name(found, sizeof found, 1000));
}

static void mistakes_change_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *field, *value, *message;
    } wrong[] = {
        {"covrage", "1", "covrage=1: there is no such field; did you mean 'coverage'?"},
        {"altitude.*.at", "1tu",
         "altitude.*.at=1tu: there is no such field; did you mean 'altitude.max'?"},
        {"altitude", "1tu", "altitude=1tu: there is no such field; did you mean 'altitude.min'?"},
        {"colour_plugins", "AA==", "colour_plugins=AA==: there is no such field"},
        {"coverage", "", "coverage=: expected a number such as 0.5 or -12"},
        {"coverage", "0,5", "coverage=0,5: this field is a number without a unit"},
        {"coverage", "nan", "coverage=nan: expected a number such as 0.5 or -12"},
        {"coverage", "1e39", "coverage=1e39: numbers go up to 3.4e38"},
        {"coverage", "5m", "coverage=5m: this field is a number without a unit"},
        {"coverage", "101slider", "coverage=101slider: a slider's position is from 0 to 100"},
        {"fractal_noise", "70%",
         "fractal_noise=70%: a percentage could be the value or the slider's position: write a "
         "number such as 0.7, or 70slider"},
        {"altitude.max", "12", "altitude.max=12: 12 needs a unit, m, tu, area% or range%"},
        {"altitude.max.fuzziness", "12",
         "altitude.max.fuzziness=12: 12 needs a unit, m, tu, area% or range%, or slider for a "
         "position of the "
         "slider"},
        {"slope.max", "12m", "slope.max=12m: 12m needs a unit, deg, %, gradient or area%"},
        {"slope.max", "90deg", "slope.max=90deg: 90 degrees: a slope is less than 90 degrees"},
        {"slope.max", "steep",
         "slope.max=steep: expected a number with a unit, such as 12.5tu or 35deg"},
        {"slope.max.on", "maybe", "slope.max.on=maybe: expected on or off"},
        {"altitude.max", "12m",
         "altitude.max=12m: metres need the scale of a terrain: give {terrain} or {cell_m}"},
        {"altitude.min.fuzziness", "-1tu",
         "altitude.min.fuzziness=-1tu: a fuzziness cannot be negative"},
        {"smoothing.size", "-1tu", "smoothing.size=-1tu: a smoothing size cannot be negative"},
        {"colour", "1,2", "colour=1,2: expected red, green and blue of 256, such as 92,84,74"},
        {"colour", "1,2,40000", "colour=1,2,40000: expected whole numbers from -32768 to 32767"},
        {"colour", "1,2,2.5", "colour=1,2,2.5: expected whole numbers from -32768 to 32767"},
        {"texture.origin", "1,2,3,4,5",
         "texture.origin=1,2,3,4,5: expected 4 numbers such as 811.5,20977.25,0,0"},
        {"texture.negative", "-1",
         "texture.negative=-1: expected a whole number from 0 to 4294967295"},
        {"name", "\xe5\xb1\xb1", "name=\xe5\xb1\xb1: has a character that Windows-1252 lacks"},
    };
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    close_chunk(&made);
    struct srf_map *map = read_made(&made);
    struct scree_error err;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        err_clear(&err);
        assert_int_equal(srf_set_field(map, 0, wrong[i].field, wrong[i].value, NULL, &err),
                         SCREE_BAD_ARGUMENT);
        assert_string_equal(err.text, wrong[i].message);
    }
    err_clear(&err);
    assert_int_equal(srf_set_field(map, 1, "coverage", "1", NULL, &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "coverage=1: there is no layer #1");
    err_clear(&err);
    assert_int_equal(srf_set_numbers(map, 0, "colour", (const double[]){1}, 1, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "colour: 1 numbers, the field has 3");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

/* Any map, however odd, stays one that is read, with exactly what was set. */
static void random_trees_can_be_changed(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 400; round++) {
        random_tree(&made, &random);
        struct srf_map *map = read_made(&made);
        for (int k = 0; k < 6; k++) {
            const uint32_t index = harness_random(&random) % map->layer_count;
            static const char *const changes[][2] = {
                {"coverage", "0.125"},      {"name", "n"},        {"name", "a much longer name"},
                {"texture.negative", "on"}, {"slope.max", "1tu"}, {"texture.origin", "1,2,3,4"},
                {"altitude.min", "3tu"},    {"colour", "1,2,3"},  {"bump.texture.variation", "0"}};
            const size_t which = harness_random(&random) % 9;
            struct scree_error err = SCREE_ERROR_INIT;
            (void)!srf_set_field(map, index, changes[which][0], changes[which][1], NULL, &err);
        }
        struct srf_layer *last = map->layers[map->layer_count - 1];
        set(map, last->index, "coverage", "0.75");
        assert_true(last->covr == 0.75f);
        struct scree_bytes bytes;
        struct srf_map *again;
        struct scree_error err = SCREE_ERROR_INIT;
        assert_ok(srf_write_memory(&bytes, map, &err), &err);
        assert_ok(srf_read_memory(&again, bytes.data, bytes.size, NULL, &err), &err);
        assert_int_equal(again->layer_count, map->layer_count);
        assert_true(again->layers[last->index]->covr == 0.75f);
        assert_written_back(again, bytes.data, bytes.size);
        for (uint32_t i = 0; i < map->layer_count; i++)
            assert_string_equal(again->layers[i]->name, map->layers[i]->name);
        assert_int_equal(again->tail_size, map->tail_size);
        file_bytes_free(&bytes);
        srf_free(again);
        srf_free(map);
    }
}

/* What is asked for is what was set, whether the chunk was there or not. */
static void numbers_come_back(void **state)
{
    (void)state;
    tree(&made, 0.5f, "Grass");
    struct srf_map *map = read_made(&made);
    double values[SRF_FIELD_NUMBERS];
    size_t count;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_get_numbers(values, &count, map, 1, "coverage", &err), &err);
    assert_true(count == 1 && values[0] == 0.5);
    assert_ok(srf_get_numbers(values, &count, map, 1, "altitude.max.at", &err), &err);
    assert_true(count == 1 && values[0] == 2);
    /* No ALTE in the file: off. */
    assert_ok(srf_get_numbers(values, &count, map, 1, "altitude.max", &err), &err);
    assert_true(count == 2 && values[0] == 2 && values[1] == 0);
    set(map, 1, "altitude.max", "7tu");
    assert_ok(srf_get_numbers(values, &count, map, 1, "altitude.max", &err), &err);
    assert_true(count == 2 && values[0] == 7 && values[1] == 1);
    assert_ok(srf_get_numbers(values, &count, map, 0, "colour", &err), &err);
    assert_true(count == 3 && values[0] == 64 && values[1] == 56 && values[2] == 48);
    assert_int_equal(srf_get_numbers(values, &count, map, 0, "name", &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "name: there is no such field of numbers");
    err_clear(&err);
    assert_int_equal(srf_get_numbers(values, &count, map, 0, "altitud.max", &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text,
                        "altitud.max: there is no such field; did you mean 'altitude.max'?");
    err_clear(&err);
    assert_int_equal(srf_get_numbers(values, &count, map, 2, "coverage", &err), SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "coverage: there is no layer #2");
    srf_free(map);
}

/* ---- finding ---- */

static void assert_found(const struct srf_map *map, const char *text, size_t count,
                         const uint32_t *indices)
{
    const struct srf_layer *found[4];
    assert_int_equal(srf_find_layers(found, 4, map, text), count);
    for (size_t i = 0; i < count; i++) assert_int_equal(found[i]->index, indices[i]);
}

static void layers_are_found_by_index_path_and_name(void **state)
{
    (void)state;
    /* 0 Rock, 1 Rock/Grass, 2 Rock/Grass/Dry, 3 Rock/Rock, 4 Rock/Rock/Dry, 5 Rock/layer 5 */
    static const char *const names[] = {"Rock", "Grass", "Dry", "Rock", "Dry", ""};
    static const uint32_t parents[] = {0, 0, 1, 0, 3, 0};
    struct srf_map *map = built_tree(names, parents, 6);
    assert_found(map, "#2", 1, (const uint32_t[]){2});
    assert_found(map, "#6", 0, NULL);
    assert_found(map, "#", 0, NULL);
    assert_found(map, "#99999999999999999999", 0, NULL);
    assert_found(map, "Grass", 1, (const uint32_t[]){1});
    assert_found(map, "rass", 0, NULL);
    assert_found(map, "Grass/Dry", 1, (const uint32_t[]){2});
    assert_found(map, "Dry", 2, (const uint32_t[]){2, 4});
    assert_found(map, "Rock", 2, (const uint32_t[]){0, 3});
    assert_found(map, "/Rock", 1, (const uint32_t[]){0});
    assert_found(map, "Rock/Rock", 1, (const uint32_t[]){3});
    assert_found(map, "Rock/Dry", 1, (const uint32_t[]){4});
    assert_found(map, "/Rock/Rock/Dry", 1, (const uint32_t[]){4});
    assert_found(map, "layer 5", 1, (const uint32_t[]){5});
    assert_found(map, "", 0, NULL);
    assert_found(map, "/", 0, NULL);
    assert_int_equal(srf_find_layers(NULL, 0, map, "Dry"), 2);
    srf_free(map);
}

/* ---- origins ---- */

static void equal_origins_stay_equal(void **state)
{
    (void)state;
    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    for (int i = 0; i < 3; i++) {
        open_chunk(&made, "SRFL");
        if (i < 2) {
            open_chunk(&made, "DENS");
            texture(&made, "VART", i == 0 ? 100 : 200, 0, 0.5f);
            close_chunk(&made);
            open_chunk(&made, "TERM");
            texture(&made, "BMTX", 100, 0, 0.5f);
            close_chunk(&made);
        }
        close_chunk(&made);
    }
    open_chunk(&made, "DENS");
    texture(&made, "VART", 200, 0, 0.5f);
    close_chunk(&made);
    close_chunk(&made);
    struct srf_map *map = read_made(&made), *other = read_made(&made);
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_reroll(map, 5, &err), &err);
    assert_same_view(map);
    struct srf_layer *const *layers = map->layers;
    /* 0 and 2 had 200, 1 had 100, 3 had none. */
    assert_memory_equal(layers[0]->orig, layers[2]->orig, sizeof layers[0]->orig);
    assert_memory_not_equal(layers[0]->orig, layers[1]->orig, sizeof layers[0]->orig);
    assert_memory_not_equal(layers[0]->orig, layers[3]->orig, sizeof layers[0]->orig);
    assert_memory_not_equal(layers[1]->orig, layers[3]->orig, sizeof layers[0]->orig);
    for (uint32_t i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            const float value = layers[i]->orig[k];
            assert_true(value >= 0 && value < 32768 && value * 256 == floorf(value * 256));
            assert_true(value != 100 + (float)k && value != 200 + (float)k);
        }
    }
    /* The bump texture that had the origin of layer 1's distribution has it still. */
    struct scree_bytes bytes;
    assert_ok(srf_write_memory(&bytes, map, &err), &err);
    uint8_t orig[4];
    size_t count = 0;
    bytes_put_f32le(orig, layers[1]->orig[0]);
    for (size_t at = 0; at + 12 <= bytes.size; at += 4)
        count +=
            memcmp(bytes.data + at, "ORIG", 4) == 0 && memcmp(bytes.data + at + 8, orig, 4) == 0;
    assert_int_equal(count, 3);

    /* Rolling twice is rolling once with the second seed. */
    assert_ok(srf_reroll(other, 6, &err), &err);
    assert_memory_not_equal(other->root->orig, layers[0]->orig, sizeof layers[0]->orig);
    assert_ok(srf_reroll(other, 5, &err), &err);
    assert_written_back(other, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    srf_free(map);
    srf_free(other);
}

static void the_map_of_a_world_stands_alone(void **state)
{
    (void)state;
    start(&made, "TERRAGENWORLD2  ");
    chunk(&made, "WLDG", "abc", 3);
    const size_t from = made.size;
    open_chunk(&made, "SRFL");
    whole_layer(&made, "r");
    close_chunk(&made);
    const size_t to = made.size;
    chunk(&made, "ATLI", "", 0);
    start(&expected, "TERRAGENSURFMAP2");
    add(&expected, made.bytes + from, to - from);
    struct srf_map *map = read_made(&made), *alone;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_extract(&alone, map, &err), &err);
    assert_int_equal(alone->container, SRF_FILE_SRF);
    assert_written_back(alone, expected.bytes, expected.size);
    srf_free(map);
    srf_free(alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_bytes_stay),
        cmocka_unit_test(missing_chunks_are_made),
        cmocka_unit_test(values_are_what_people_mean),
        cmocka_unit_test(every_field_has_a_name),
        cmocka_unit_test(mistakes_change_nothing),
        cmocka_unit_test(random_trees_can_be_changed),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(layers_are_found_by_index_path_and_name),
        cmocka_unit_test(equal_origins_stay_equal),
        cmocka_unit_test(the_map_of_a_world_stands_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
