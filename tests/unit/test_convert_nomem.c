/* convert/: every allocation may fail. */
#include "tests/nomem.h"
#include "tests/unit/convert_made.h"

static enum scree_code convert(void *context, struct scree_error *err)
{
    struct sink *sink;
    struct convert_result made;
    RETURN_IF_ERR(sink_open_digest(&sink, err));
    enum scree_code code = convert_terrain(&made, &input, context, sink, NULL, err);
    if (code == SCREE_OK) code = sink_commit(sink, NULL, err);
    sink_close(sink);
    return code;
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    make_ground();
    struct scree_bytes mask = make_mask(COLUMNS, ROWS);
    struct scree_convert_options heights = {.form = SCREE_TERRAIN_TER,
                                            .name = "a.ter",
                                            .crop = {1, 1, 4, 4},
                                            .resample = {7, 7},
                                            .holes = {"mask.png", mask.data, mask.size, NULL, NULL},
                                            .sidecar = true};
    assert_true(nomem_each(convert, &heights) > 20);
    struct scree_convert_options mesh = {
        .form = SCREE_TERRAIN_GLB, .name = "a.glb", .every = 2, .power = SCREE_POWER_OF_2_AND_1};
    assert_true(nomem_each(convert, &mesh) > 8);
    file_bytes_free(&mask);
}

static enum scree_code bake_masks(void *context, struct scree_error *err)
{
    static const struct convert_new_map land = {SCREE_SURFACE_SRF, "land.srf", NULL};
    struct sink *sink;
    struct srf_map *rest;
    RETURN_IF_ERR(sink_open_digest(&sink, err));
    enum scree_code code = convert_masks(&rest, context, &field, &land, sink, NULL, err);
    if (code == SCREE_OK) code = sink_commit(sink, NULL, err);
    srf_free(rest);
    sink_close(sink);
    return code;
}

static void every_allocation_for_masks_may_fail(void **state)
{
    (void)state;
    make_ground();
    static const char text[] =
        "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Ground\", \"children\": ["
        "{\"name\": \"Grass\"}, {\"name\": \"North\", \"aspect\": {\"toward\": 0, \"spread\": 90}, "
        "\"children\": [{\"name\": \"Moss\"}]}]}}";
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    assert_ok(srf_from_text(&map, (const uint8_t *)text, sizeof text - 1, NULL, NULL, &err), &err);
    assert_true(nomem_each(bake_masks, map) > 20);
    srf_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail),
                                       cmocka_unit_test(every_allocation_for_masks_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
