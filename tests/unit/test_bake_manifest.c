/* Random options of a bake into a manifest and back: the plan that comes back has the same options,
 * the same files and, byte for byte, the same manifest. Nothing is evaluated. */
#include "tests/bake_scene.h"
#include "tests/random_map.h"

#include <float.h>

#include "bake/baked.h"
#include "image/image.h"

#define ROUNDS 3000

static struct scree_error err;
static struct bake_scene scene;
static uint64_t seed = 17;

static uint32_t below(uint32_t count)
{
    return harness_random(&seed) % count;
}

static bool maybe(void)
{
    return below(2) == 0;
}

/* ---- random options ---- */

static double any_bits(void)
{
    return harness_uniform(&seed, -1, 1) + harness_uniform(&seed, -0x1p-32, 0x1p-32);
}

/* Between -8 and 8 and not 0: as somebody would write it, or with every bit that a number has. */
static double real(void)
{
    const double value = maybe() ? (below(16000) - 8000.0) / 1000 : any_bits() * 8;
    return value != 0 ? value : 1;
}

static double above_0(void)
{
    static const double extremes[] = {DBL_MIN, DBL_MAX, 1e-300, 1.0 / 3, 0.3048006096012192};
    const double value = real();
    if (below(5) == 0) return extremes[below(5)];
    return value < 0 ? -value : value;
}

static void random_reading(struct scree_terrain_options *ground)
{
    if (maybe()) ground->cell_m = above_0();
    if (maybe()) ground->height_scale = real();
    if (maybe()) ground->height_offset_tu = real();
    if (maybe()) {
        ground->height_range_m[0] = real() * 100;
        ground->height_range_m[1] = ground->height_range_m[0] + 1 + above_0();
    }
    if (maybe()) ground->has_fill = true, ground->fill_m = real() * 100;
    if (maybe()) ground->max_height_m = above_0();
    if (maybe()) ground->square_m = above_0();
    if (maybe()) ground->raw = maybe() ? SCREE_RAW_U16 : SCREE_RAW_F32;
    if (maybe()) ground->band = 1 + below(65536);
    if (maybe()) ground->raw_width = 1 + below(1048576), ground->raw_height = 1 + below(1048576);
    ground->raw_big_endian = maybe();
    ground->south_first = maybe();
}

static struct bake_given given;

static void random_options(struct scree_bake_options *o)
{
    given = (struct bake_given)BAKE_GIVEN_DEFAULT;
    static const char *const names[] = {"a", "My_level-2", "0", "_", "terrain"};
    *o = (struct scree_bake_options)SCREE_BAKE_OPTIONS_INIT;
    if (maybe()) o->depth = maybe() ? below(4) : below(1001);
    if (maybe()) o->name = names[below(5)];
    if (maybe()) o->width = 1 + below(300), o->height = 1 + below(300);
    if (below(3) == 0)
        o->column = below(40), o->row = below(40), o->columns = 1 + below(88),
        o->rows = 1 + below(88);
    o->outputs = maybe() ? 0 : below(32);
    o->pack = below(3) == 0 ? SCREE_BAKE_PACK_RGBA : SCREE_BAKE_PACK_NONE;
    o->vertices = maybe();
    o->south_first = maybe();
    if (o->depth == RENDER_NO_DEPTH && below(8) == 0) o->layers = 1 + below(8);
    o->format = (enum scree_bake_format)(image_has_tiff() ? below(7) : 0);
    o->plane = maybe() ? SCREE_BAKE_WEIGHT : SCREE_BAKE_EFF;
    if (maybe()) o->tile_files = 1 + below(4);
    random_reading(&given.ground);
    if (maybe()) o->how.relief = below(4) == 0 ? 1 : harness_uniform(&seed, 1.01, 8);
    o->how.root_density = maybe();
}

static void random_names(void)
{
    static const char *const names[] = {
        "Grass",   "",     "a\nb",  "\xff\xfe\xc3",         "..",
        "a/b\\c",  "CON",  "\"<&>", "{region} and {depth}", "H\xc3\xb6hen \xe2\x82\xac",
        "\x1b[0m", "%s%n", "Layer"};
    for (uint32_t i = 0; i < scene.map.map.layer_count; i++)
        scene.map.layers[i].name = names[below(sizeof names / sizeof names[0])];
}

/* ---- what a bake would have made ---- */

static void random_digest(char out[SHA_HEX_SIZE])
{
    for (int i = 0; i < SHA_HEX_SIZE - 1; i++) out[i] = "0123456789abcdef"[below(16)];
    out[SHA_HEX_SIZE - 1] = '\0';
}

static void invent(struct bake_made *made, const struct bake_plan *plan)
{
    static struct bake_made_file files[2000];
    static uint64_t sums[FIXTURE_MAX_LAYERS];
    assert_true(plan->file_count <= sizeof files / sizeof files[0]);
    *made = (struct bake_made){.files = files, .sums = sums, .sum_texels = 1 + below(1 << 30)};
    for (size_t i = 0; i < plan->file_count; i++) {
        files[i].size_bytes = ((uint64_t)below(1 << 20) << 32) + harness_random(&seed);
        random_digest(files[i].sha256);
    }
    for (size_t i = 0; i < FIXTURE_MAX_LAYERS; i++) sums[i] = harness_random(&seed);
    memcpy(made->terrain_sha256, BAKE_SCENE_SHA, SHA_HEX_SIZE);
}

/* ---- what must come back ---- */

static void assert_same_reading(const struct scree_terrain_options *got,
                                const struct scree_terrain_options *o)
{
    assert_true(got->cell_m == o->cell_m);
    assert_true(got->height_scale == o->height_scale);
    assert_true(got->height_offset_tu == o->height_offset_tu);
    assert_int_equal(heights_has_range(got), heights_has_range(o));
    assert_true(got->height_range_m[0] == o->height_range_m[0] &&
                got->height_range_m[1] == o->height_range_m[1]);
    assert_int_equal(got->has_fill, o->has_fill);
    assert_true(got->fill_m == o->fill_m);
    assert_true(got->max_height_m == o->max_height_m);
    assert_true(got->square_m == o->square_m);
    assert_int_equal(got->raw, o->raw);
    assert_int_equal(got->raw_width, o->raw_width);
    assert_int_equal(got->raw_height, o->raw_height);
    assert_int_equal(got->raw_big_endian, o->raw_big_endian);
    assert_int_equal(got->south_first, o->south_first);
    assert_int_equal(got->band, o->band);
}

static unsigned wanted_of(const struct scree_bake_options *o)
{
    return (o->outputs != 0 ? o->outputs : SCREE_BAKE_ALL) |
           (o->pack == SCREE_BAKE_PACK_RGBA ? SCREE_BAKE_SPLAT : 0u);
}

static void assert_same_options(const struct scree_bake_options *got,
                                const struct scree_bake_options *o, const struct bake_plan *plan)
{
    assert_int_equal(got->depth, o->depth);
    assert_int_equal(got->layers, o->layers);
    assert_int_equal(got->vertices, o->vertices);
    assert_int_equal(got->south_first, o->south_first);
    /* Without a BeamNG terrain no file has the name. */
    if (plan->outputs & SCREE_BAKE_BEAMNG)
        assert_string_equal(got->name, o->name != NULL ? o->name : "hills");
    else
        assert_null(got->name);
    const uint32_t side = o->vertices ? 129 : 128;
    assert_int_equal(got->width, o->width > 0 ? o->width : side);
    assert_int_equal(got->height, o->width > 0 ? o->height : side);
    assert_memory_equal(&got->column, &o->column, 4 * sizeof o->column);
    assert_int_equal(wanted_of(got), wanted_of(o));
    assert_int_equal(got->format, o->format);
    assert_int_equal(got->plane, o->plane);
    assert_int_equal(got->tile_files, o->tile_files);
    assert_true(got->how.relief == o->how.relief);
    assert_int_equal(got->how.root_density, o->how.root_density);
    assert_same_reading(&plan->ground, &given.ground);
}

static void assert_same_merge(const struct render_merge *a, const struct render_merge *b)
{
    assert_int_equal(a != NULL, b != NULL);
    if (a == NULL) return;
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->layer_count, b->layer_count);
    assert_memory_equal(a->material_of_layer, b->material_of_layer,
                        a->layer_count * sizeof *a->material_of_layer);
}

static void assert_same_plan(const struct bake_plan *got, const struct bake_plan *plan)
{
    assert_int_equal(got->outputs, plan->outputs);
    assert_int_equal(got->width, plan->width);
    assert_int_equal(got->height, plan->height);
    assert_same_merge(got->merge, plan->merge);
    assert_same_merge(got->blend_merge, plan->blend_merge);
    assert_int_equal(got->file_count, plan->file_count);
    for (size_t i = 0; i < plan->file_count; i++) {
        assert_string_equal(got->files[i].name, plan->files[i].name);
        assert_int_equal(got->files[i].width, plan->files[i].width);
        assert_int_equal(got->files[i].height, plan->files[i].height);
        assert_int_equal(got->files[i].bytes_at_most, plan->files[i].bytes_at_most);
    }
}

/* ---- there and back ---- */

static void open_list(struct inputs_opened *list)
{
    static const char text[] =
        "{\"#0\": \"base \\u20ac\", \"#1\": \"one\", \"#2\": {\"material\": \"one\"}}";
    assert_ok(inputs_open_memory(list, "list.json", text, strlen(text), &err), &err);
}

static void check_manifest(const struct bake_plan *plan, const struct scree_bake_options *o)
{
    struct bake_made made;
    struct scree_bytes written, again;
    struct baked baked;
    struct bake_plan *back;
    struct inputs_opened list;
    invent(&made, plan);
    assert_ok(bake_manifest(&written, plan, &made, &err), &err);
    assert_ok(baked_read(&baked, "out", written.data, written.size, &err), &err);
    assert_string_equal(baked.inputs[0].name, "hills.ter");
    assert_string_equal(baked.inputs[1].sha256, BAKE_SCENE_SHA);
    assert_int_equal(baked.file_count, plan->file_count);
    for (size_t i = 0; i < baked.file_count; i++) {
        assert_string_equal(baked.files[i].sha256, made.files[i].sha256);
        assert_int_equal(baked.files[i].bytes, made.files[i].size_bytes);
    }
    struct inputs inputs = scene.inputs; /* the same files under other names */
    inputs.terrain_file.path = inputs.terrain_file.base = "other.ter";
    inputs.surface_file.path = inputs.surface_file.base = NULL;
    if (given.materials != NULL) open_list(&list);
    const struct render_how how = {.relief = 5, .root_density = !o->how.root_density};
    assert_ok(bake_plan_restore(&back, &baked, &inputs, given.materials != NULL ? &list : NULL,
                                &how, NULL, &err),
              &err);
    if (given.materials != NULL) inputs_close(&list);
    assert_same_options(&back->options, o, plan);
    assert_same_plan(back, plan);
    assert_ok(bake_manifest(&again, back, &made, &err), &err);
    assert_int_equal(again.size, written.size);
    assert_memory_equal(again.data, written.data, written.size);
    file_bytes_free(&again);
    file_bytes_free(&written);
    bake_plan_free(back);
    baked_free(&baked);
}

static void options_come_back(void **state)
{
    (void)state;
    unsigned made = 0, left_out = 0, parts = 0, named = 0, listed = 0;
    bake_scene_start(&scene, 129, 129);
    for (int i = 0; i < ROUNDS; i++) {
        struct scree_bake_options o;
        struct bake_plan *plan;
        struct inputs_opened list;
        random_map(&scene.map, &seed);
        random_names();
        random_options(&o);
        const bool with_list = scene.map.map.layer_count > 2 && below(4) == 0;
        if (with_list)
            open_list(&list), given.materials = &list, o.depth = RENDER_NO_DEPTH, o.layers = 0;
        err_clear(&err);
        if (bake_plan_create(&plan, &scene.inputs, &o, &given, NULL, &err) == SCREE_OK) {
            made++;
            left_out += plan->outputs != wanted_of(&o);
            parts += o.columns > 0;
            named += o.name != NULL && (plan->outputs & SCREE_BAKE_BEAMNG) != 0;
            listed += with_list;
            check_manifest(plan, &o);
            bake_plan_free(plan);
        } else {
            assert_int_equal(err.code,
                             SCREE_BAD_ARGUMENT); /* what was asked for by name cannot be made */
        }
        if (with_list) inputs_close(&list);
    }
    assert_true(made > ROUNDS / 2);
    assert_true(left_out > 100 && parts > 100 && named > 100 && listed > 100);
    bake_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
