/* srf/: maps are built as Terragen writes them, and only if they can be loaded. */
#include "tests/unit/srf_made.h"

#include <math.h>

static struct made made;

static void built_maps_stand_in_the_usual_order(void **state)
{
    (void)state;
    struct srf_new_layer layers[2] = {{0}};
    for (size_t i = 0; i < 2; i++) {
        struct srf_layer *values = &layers[i].values;
        srf_layer_defaults(values, i == 0);
        values->name = i == 0 ? "Rock" : "Gr\xc3\xbcn \xe2\x82\xac";
        values->difc[0] = 16;
        values->difc[1] = 256;
        values->difc[2] = -2;
        values->bmam = 1.25f;
        values->mter = 0.75f;
        values->vari = 1.5f;
        values->covr = 0.625f;
        values->alte[1] = 1;
        values->altl[0] = -30;
        values->altl[1] = 20.5f;
        values->altf[0] = 2;
        values->altf[1] = 4;
        values->slpe[0] = 1;
        values->slpe[1] = 0;
        values->slpl[0] = 0.25f;
        values->slpl[1] = 2;
        values->slpf[0] = 0.125f;
        values->slpf[1] = 0.5f;
        values->smsz = 0.0625f;
        for (int k = 0; k < 4; k++) values->orig[k] = 200.0f + (float)k;
        values->nega = 1;
    }
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes built;
    assert_ok(srf_build_memory(&built, layers, 2, &err), &err);

    start(&made, "TERRAGENSURFMAP2");
    open_chunk(&made, "SRFL");
    open_chunk(&made, "SRFL");
    whole_layer(&made, "Gr\xfcn \x80");
    close_chunk(&made);
    whole_layer(&made, "Rock");
    close_chunk(&made);
    /* The bump texture holds factory values: ORIG 0. */
    for (size_t at = 16; at + 24 <= made.size; at += 4)
        if (memcmp(made.bytes + at, "ORIG", 4) == 0 && bytes_get_f32le(made.bytes + at + 8) == 100)
            memset(made.bytes + at + 8, 0, 16);
    assert_int_equal(built.size, made.size);
    assert_memory_equal(built.data, made.bytes, made.size);
    file_bytes_free(&built);

    assert_ok(srf_build_file("test_srf_built.srf", layers, 2, &err), &err);
    struct srf_map *map;
    assert_ok(srf_read_file(&map, "test_srf_built.srf", NULL, &err), &err);
    assert_string_equal(map->layers[1]->name, "Gr\xc3\xbcn \xe2\x82\xac");
    assert_written_back(map, made.bytes, made.size);
    srf_free(map);
    remove("test_srf_built.srf");
}

static void built_trees_keep_their_shape(void **state)
{
    (void)state;
    /* Layer i hangs below layer parents[i]; numbers in the file are by painting order. */
    static const uint32_t parents[] = {99, 0, 0, 1, 1, 3, 0};
    static const char *const painted[] = {"r",       "r/l1", "r/l1/l3", "r/l1/l3/l5",
                                          "r/l1/l4", "r/l2", "r/l6"};
    static const char *const names[] = {"r", "l1", "l2", "l3", "l4", "l5", "l6"};
    struct srf_map *map = built_tree(names, parents, 7);
    assert_int_equal(map->layer_count, 7);
    for (uint32_t i = 0; i < 7; i++) {
        char path[32];
        assert_string_equal(srf_layer_path(path, sizeof path, map->layers[i]), painted[i]);
    }
    srf_free(map);
}

static void assert_unbuildable(const struct srf_new_layer *layers, size_t count,
                               const char *message)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct scree_bytes built;
    assert_int_equal(srf_build_memory(&built, layers, count, &err), SCREE_BAD_ARGUMENT);
    assert_null(built.data);
    assert_string_equal(err.text, message);
    assert_int_equal(err.offset, SCREE_NO_OFFSET);
}

static void what_cannot_be_loaded_is_not_built(void **state)
{
    (void)state;
    static struct srf_new_layer layers[62];
    for (size_t i = 0; i < 62; i++) {
        srf_layer_defaults(&layers[i].values, i == 0);
        layers[i].parent = i == 0 ? 0 : (uint32_t)i - 1;
    }
    assert_unbuildable(layers, 0, "0 layers, expected 1 to 512");
    assert_unbuildable(layers, 62, "layer 61 is nested deeper than 60");
    struct scree_bytes built;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(srf_build_memory(&built, layers, 61, &err), &err);
    file_bytes_free(&built);
    layers[2].parent = 2;
    assert_unbuildable(layers, 3, "layer 2 has parent 2, expected a layer before it");
    layers[2].parent = 0;
    layers[1].values.name = "\xe5\xb1\xb1";
    assert_unbuildable(layers, 3,
                       "layer name \"\xe5\xb1\xb1\" has a character that Windows-1252 lacks");
    layers[1].values.name = "broken \xc3";
    assert_unbuildable(layers, 3,
                       "layer name \"broken \xc3\" has a character that Windows-1252 lacks");
    layers[1].values.name = NULL;
    layers[1].values.covr = NAN;
    assert_unbuildable(layers, 3, "COVR in layer \"layer 0/layer 1\" is not a finite number");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(built_maps_stand_in_the_usual_order),
        cmocka_unit_test(built_trees_keep_their_shape),
        cmocka_unit_test(what_cannot_be_loaded_is_not_built),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
