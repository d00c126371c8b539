/* Each allocation of opening a caller's tiles and of asking for them fails in turn: nothing is kept, and the
 * caller's functions are released once. */
#include "tests/nomem.h"

#include <scree/scree.h>

#define SIDE 9u
static atomic_int released;

static int header(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *why)
{
    (void)context;
    (void)why;
    out->column = (uint32_t)tile * (SIDE - 1);
    out->columns = out->rows = SIDE;
    return SCREE_OK;
}

static int samples(void *context, uint64_t tile, void *to, struct scree_error *why)
{
    int16_t *const heights = to;
    (void)context;
    (void)why;
    for (uint32_t i = 0; i < SIDE * SIDE; i++) heights[i] = (int16_t)((i * 5 + tile) % 40);
    return SCREE_OK;
}

static void release(void *context)
{
    (void)context;
    atomic_fetch_add(&released, 1);
}

static enum scree_code open_tiles(void *context, struct scree_error *err)
{
    struct scree_tiles tiles = SCREE_TILES_INIT;
    struct scree_job job = SCREE_JOB_INIT;
    struct scree_error error = SCREE_ERROR_INIT;
    struct scree_terrain *terrain;
    atomic_store(&released, 0);
    job.threads = 1; /* allocations are counted by one */
    tiles.count = 3;
    tiles.cell_m = 4;
    tiles.epsg = 25832;
    tiles.identity = context;
    tiles.header = header;
    tiles.samples = samples;
    tiles.release = release;
    const int code = scree_terrain_open_tiles(&terrain, &tiles, NULL, &job, &error);
    scree_terrain_free(terrain);
    assert_int_equal(released, 1);
    assert_int_equal(code, error.code);
    if (code == SCREE_OK) return SCREE_OK;
    assert_int_equal(code, SCREE_NO_MEMORY);
    return err_set(err, SCREE_NO_MEMORY, "%s", error.text);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    static char identity[] = "nine points";
    assert_true(nomem_each(open_tiles, NULL) > 20);
    assert_true(nomem_each(open_tiles, identity) > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
