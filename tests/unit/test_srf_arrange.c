/* srf/: layers added, removed, moved and copied. Expected files are made byte by byte. */
#include "tests/unit/srf_random.h"

static struct made made, expected;

/* A layer without children, with a chunk that nobody understands and one of odd size. */
static void leaf(struct made *out, const char *text, float coverage)
{
    open_chunk(out, "SRFL");
    name(out, text);
    open_chunk(out, "DENS");
    one(out, "COVR", coverage);
    chunk(out, "WHAT", "12345", 5);
    close_chunk(out);
    close_chunk(out);
}

static void rock_opens(struct made *out)
{
    start(out, "TERRAGENSURFMAP2");
    open_chunk(out, "SRFL");
}

static void rock_closes(struct made *out)
{
    name(out, "Rock");
    close_chunk(out);
    add(out, "tail!", 5);
}

/* Rock > (Grass > Dry), Sand */
static void tree(struct made *out)
{
    rock_opens(out);
    open_chunk(out, "SRFL");
    leaf(out, "Dry", 0.25f);
    name(out, "Grass");
    close_chunk(out);
    leaf(out, "Sand", 0.5f);
    rock_closes(out);
}

static struct srf_map *tree_map(void)
{
    tree(&made);
    return read_made(&made);
}

static void removing_takes_what_is_below(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    assert_ok(srf_remove_layer(&map, 1, &err), &err);
    rock_opens(&expected);
    leaf(&expected, "Sand", 0.5f);
    rock_closes(&expected);
    assert_int_equal(map->layer_count, 2);
    assert_written_back(map, expected.bytes, expected.size);
    srf_free(map);
}

static void moving_keeps_every_byte_of_a_layer(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    uint32_t index = 0;
    /* Sand first below Grass. */
    assert_ok(srf_move_layer(&map, &index, 3, 1, 0, &err), &err);
    assert_int_equal(index, 2);
    rock_opens(&expected);
    open_chunk(&expected, "SRFL");
    leaf(&expected, "Sand", 0.5f);
    leaf(&expected, "Dry", 0.25f);
    name(&expected, "Grass");
    close_chunk(&expected);
    rock_closes(&expected);
    assert_written_back(map, expected.bytes, expected.size);
    /* And back, its place beyond the last. */
    assert_ok(srf_move_layer(&map, &index, index, 0, 99, &err), &err);
    assert_int_equal(index, 3);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void a_parent_follows_its_children(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    uint32_t index = 0;
    /* Grass behind Sand: number 2, for Dry comes behind it. */
    assert_ok(srf_move_layer(&map, &index, 1, 0, 1, &err), &err);
    assert_int_equal(index, 2);
    assert_string_equal(map->layers[1]->name, "Sand");
    assert_string_equal(map->layers[2]->name, "Grass");
    assert_string_equal(map->layers[3]->name, "Dry");
    assert_ptr_equal(map->layers[3]->parent, map->layers[2]);
    srf_free(map);
}

static void a_copy_stands_behind_its_original(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    uint32_t index = 0;
    assert_ok(srf_copy_layer(&map, &index, 1, &err), &err);
    assert_int_equal(index, 3);
    rock_opens(&expected);
    for (int i = 0; i < 2; i++) {
        open_chunk(&expected, "SRFL");
        leaf(&expected, "Dry", 0.25f);
        name(&expected, "Grass");
        close_chunk(&expected);
    }
    leaf(&expected, "Sand", 0.5f);
    rock_closes(&expected);
    assert_written_back(map, expected.bytes, expected.size);
    srf_free(map);
}

/* An added layer is what srf_build_memory() makes of factory values. */
static void a_new_layer_has_factory_values(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    uint32_t index = 0;
    assert_ok(srf_add_layer(&map, &index, 0, 1, "Sch\xc3\xb6n", &err), &err);
    assert_int_equal(index, 3);
    assert_int_equal(map->layer_count, 5);
    assert_string_equal(map->layers[3]->name, "Sch\xc3\xb6n");
    assert_string_equal(map->layers[4]->name, "Sand");
    struct srf_layer factory;
    srf_layer_defaults(&factory, false);
    const size_t from = offsetof(struct srf_layer, difc);
    const size_t to = offsetof(struct srf_layer, difp_size);
    assert_memory_equal((const char *)map->layers[3] + from, (const char *)&factory + from,
                        to - from);
    assert_ok(srf_check(map, &err), &err);
    assert_ok(srf_remove_layer(&map, 3, &err), &err);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

/* The root has no layer yet: the first stands before its other chunks. */
static void the_first_layer_stands_first(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    rock_opens(&made);
    rock_closes(&made);
    struct srf_map *map = read_made(&made);
    uint32_t index = 0;
    assert_ok(srf_add_layer(&map, &index, 0, 0, "A", &err), &err);
    assert_int_equal(index, 1);
    assert_string_equal(map->root->chunk->first_child->marker, "SRFL");
    srf_free(map);
}

static void assert_refusal(enum scree_code code, enum scree_code expected_code,
                           const struct scree_error *err, const char *text)
{
    assert_int_equal(code, expected_code);
    assert_string_equal(err->text, text);
}

static void what_cannot_be_leaves_the_map_alone(void **state)
{
    (void)state;
    struct srf_map *map = tree_map(), *const before = map;
    struct scree_error err;
    uint32_t index = 77;
    err_clear(&err);
    assert_refusal(srf_remove_layer(&map, 0, &err), SCREE_BAD_ARGUMENT, &err,
                   "the root layer cannot be removed, moved or copied");
    err_clear(&err);
    assert_refusal(srf_move_layer(&map, &index, 0, 1, 0, &err), SCREE_BAD_ARGUMENT, &err,
                   "the root layer cannot be removed, moved or copied");
    err_clear(&err);
    assert_refusal(srf_move_layer(&map, &index, 1, 2, 0, &err), SCREE_BAD_ARGUMENT, &err,
                   "layer #1 cannot move below itself");
    err_clear(&err);
    assert_refusal(srf_copy_layer(&map, &index, 4, &err), SCREE_BAD_ARGUMENT, &err,
                   "there is no layer #4, the map has 4");
    err_clear(&err);
    assert_refusal(srf_add_layer(&map, &index, 9, 0, "x", &err), SCREE_BAD_ARGUMENT, &err,
                   "there is no layer #9, the map has 4");
    err_clear(&err);
    assert_refusal(srf_add_layer(&map, &index, 0, 0, "\xe6\x97\xa5", &err), SCREE_BAD_ARGUMENT,
                   &err, "layer name \"\xe6\x97\xa5\" has a character that Windows-1252 lacks");
    assert_ptr_equal(map, before);
    assert_int_equal(index, 77);
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
}

static void limits_hold(void **state)
{
    (void)state;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    uint32_t index = 0;
    while (map->layer_count < 512) assert_ok(srf_add_layer(&map, &index, 0, 0, "x", &err), &err);
    assert_refusal(srf_add_layer(&map, &index, 0, 0, "x", &err), SCREE_LIMIT, &err,
                   "more than 512 layers");
    assert_int_equal(map->layer_count, 512);
    srf_free(map);
}

/* Any sequence keeps a map that its own bytes give again, with the layers that a list of names
 * kept beside it has. */
static void random_changes_keep_a_map(void **state)
{
    (void)state;
    uint64_t random = 16;
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map = tree_map();
    for (int i = 0; i < 400; i++) {
        uint32_t index = 0;
        const uint32_t count = map->layer_count, layer = harness_random(&random) % count;
        const uint32_t parent = harness_random(&random) % count;
        const uint32_t place = harness_random(&random) % 4;
        struct scree_error found = SCREE_ERROR_INIT;
        enum scree_code code = SCREE_OK;
        switch (harness_random(&random) % 4) {
        case 0:
            if (count < 40) code = srf_add_layer(&map, &index, parent, place, "new", &found);
            break;
        case 1:
            if (count > 3) code = srf_remove_layer(&map, layer, &found);
            break;
        case 2:
            if (count < 40) code = srf_copy_layer(&map, &index, layer, &found);
            break;
        default: {
            char name_before[8] = "";
            snprintf(name_before, sizeof name_before, "%s", map->layers[layer]->name);
            code = srf_move_layer(&map, &index, layer, parent, place, &found);
            if (code == SCREE_OK) assert_string_equal(map->layers[index]->name, name_before);
            assert_int_equal(map->layer_count, count);
            break;
        }
        }
        assert_true(code == SCREE_OK || code == SCREE_BAD_ARGUMENT);
        struct srf_map *again;
        assert_ok(srf_copy(&again, map, &err), &err);
        assert_int_equal(again->layer_count, map->layer_count);
        for (uint32_t k = 0; k < map->layer_count; k++)
            assert_string_equal(again->layers[k]->name, map->layers[k]->name);
        srf_free(again);
    }
    srf_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removing_takes_what_is_below),
        cmocka_unit_test(moving_keeps_every_byte_of_a_layer),
        cmocka_unit_test(a_parent_follows_its_children),
        cmocka_unit_test(a_copy_stands_behind_its_original),
        cmocka_unit_test(a_new_layer_has_factory_values),
        cmocka_unit_test(the_first_layer_stands_first),
        cmocka_unit_test(what_cannot_be_leaves_the_map_alone),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(random_changes_keep_a_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
