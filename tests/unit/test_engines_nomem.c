/* engines/: whichever allocation fails, every writer says ERR_NOMEM, keeps nothing and leaves no
 * file. */
#define _POSIX_C_SOURCE 200809L
#include "tests/nomem.h"
#include "tests/scratch.h"

#include "engines/engines.h"

#define SIZE GROUND_TEXTURE_MIN
#define FILE_NAME "nomem"

static enum err_code texture(struct err *err)
{
    static uint8_t diffuse[SIZE * SIZE * 4], normal[SIZE * SIZE * 4];
    const uint8_t mean[3] = {90, 80, 70};
    const struct ground_pair pair = {diffuse, normal, SIZE, mean, GROUND_GREEN_UP, 1};
    return ground_texture(&pair, GROUND_GRASS, err);
}

static enum err_code ror_text(struct err *err)
{
    const struct engines_ror_layer layer = {1000, "a.png", "b.png"};
    const struct engines_ror_terrain terrain = {.name = "t",
                                                .guid = "",
                                                .points = 65,
                                                .world_m = 100,
                                                .height_m = 10,
                                                .blend_size = 64,
                                                .layers = &layer,
                                                .layer_count = 1};
    return engines_write_ror_text(scratch_path(FILE_NAME), ENGINES_ROR_PAGE, &terrain, err);
}

static enum err_code ror_raw(struct err *err)
{
    const uint16_t heights[4] = {1, 2, 3, 4};
    return engines_write_ror_raw(scratch_path(FILE_NAME), heights, 2, err);
}

struct writer {
    enum err_code (*write)(struct err *err);
};

static enum err_code run(void *context, struct err *err)
{
    const struct writer *writer = context;
    const enum err_code code = writer->write(err);
    if (code != ERR_OK) assert_int_equal(access(scratch_path(FILE_NAME), F_OK), -1);
    return code;
}

static void each_fails(void **state)
{
    (void)state;
    struct writer writers[] = {{texture}, {ror_text}, {ror_raw}};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        assert_true(nomem_each(run, &writers[i]) >= 1); /* it does allocate */
        unlink(scratch_path(FILE_NAME));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_fails)};
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
