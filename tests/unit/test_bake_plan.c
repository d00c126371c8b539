/* What a bake decides, against rules written a second time: sizes, tiles, files, which outputs are
 * left out and why, memory. Nothing is evaluated. */
#include "tests/bake_scene.h"
#include "tests/random_map.h"

#include "bake/bake_image.h"
#include "image/image.h"

static struct scree_error err;

/* Messages of the last plan, one a line. */
static char told[2048];

static void tell(void *context, const struct scree_message *message)
{
    (void)context;
    const size_t used = strlen(told);
    snprintf(told + used, sizeof told - used, "%s\n", message->text);
}

static struct scree_job job = {.message = tell};

static struct bake_given given = BAKE_GIVEN_DEFAULT;

static struct bake_plan *plan_of(const struct bake_scene *scene,
                                 const struct scree_bake_options *options)
{
    struct bake_plan *plan;
    err_clear(&err);
    told[0] = '\0';
    assert_ok(bake_plan_create(&plan, &scene->inputs, options, &given, &job, &err), &err);
    return plan;
}

static void assert_refused(const struct bake_scene *scene, const struct scree_bake_options *options,
                           const char *field, const char *text)
{
    struct bake_plan *plan;
    err_clear(&err);
    assert_int_equal(bake_plan_create(&plan, &scene->inputs, options, &given, &job, &err),
                     SCREE_BAD_ARGUMENT);
    assert_null(plan);
    assert_string_equal(err.field, field);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" is not in \"%s\"", text, err.text);
}

static const struct scree_bake_options defaults = SCREE_BAKE_OPTIONS_INIT;

/* ---- sizes and tiles ---- */

static uint32_t up_to(uint64_t *random, uint32_t most)
{
    return harness_random(random) % (most + 1);
}

/* Why these options cannot be had, as the field that is to blame; NULL: they can. */
static const char *wrong_size(const struct scree_bake_options *o, uint32_t points_x,
                              uint32_t points_y)
{
    const uint64_t width = o->width > 0 ? o->width : points_x - 1;
    const uint64_t height = o->width > 0 ? o->height : points_y - 1;
    const struct render_crop region = {o->column, o->row, o->columns, o->rows}, *r = &region;
    if (r->width > 0 &&
        ((uint64_t)r->column + r->width > width || (uint64_t)r->row + r->height > height))
        return "columns";
    const uint64_t across = r->width > 0 ? r->width : width;
    const uint64_t down = r->width > 0 ? r->height : height;
    return o->tile_files > across || o->tile_files > down ? "tile_files" : NULL;
}

static void check_tiles(const struct bake_plan *plan, const struct scree_bake_options *o)
{
    const uint32_t n = o->tile_files;
    assert_int_equal(plan->file_count, (size_t)n * n);
    uint64_t area = 0;
    for (uint32_t i = 0; i < n * n; i++) {
        const struct scree_bake_file *file = &plan->files[i];
        char name[64];
        snprintf(name, sizeof name, n > 1 ? "preview_%u_%u.png" : "preview.png", i % n, i / n);
        assert_string_equal(file->name, name);
        assert_true(file->width > 0 && file->height > 0);
        /* As equal as whole texels can be. */
        assert_true(file->width == plan->width / n || file->width == plan->width / n + 1);
        assert_true(file->height == plan->height / n || file->height == plan->height / n + 1);
        assert_true(i % n == 0 || file->height == plan->files[i - 1].height);
        assert_true(i < n || file->width == plan->files[i - n].width);
        assert_int_equal(file->bytes_at_most, (uint64_t)file->width * file->height * 3);
        area += (uint64_t)file->width * file->height;
    }
    assert_int_equal(area, (uint64_t)plan->width * plan->height);
}

static void sizes_and_tiles(void **state)
{
    (void)state;
    static struct bake_scene scene;
    uint64_t random = 3;
    unsigned made = 0;
    bake_scene_start(&scene, 41, 30);
    for (int i = 0; i < 4000; i++) {
        struct scree_bake_options o = defaults;
        o.outputs = SCREE_BAKE_PREVIEW;
        if (harness_random(&random) % 2 == 0)
            o.width = 1 + up_to(&random, 99), o.height = 1 + up_to(&random, 99);
        if (harness_random(&random) % 2 == 0)
            o.column = up_to(&random, 40), o.row = up_to(&random, 40),
            o.columns = 1 + up_to(&random, 60), o.rows = 1 + up_to(&random, 60);
        o.tile_files = 1 + up_to(&random, harness_random(&random) % 3 == 0 ? 63 : 4);
        const char *wrong = wrong_size(&o, 41, 30);
        if (wrong != NULL) {
            assert_refused(&scene, &o, wrong, "");
            continue;
        }
        made++;
        struct bake_plan *plan = plan_of(&scene, &o);
        assert_int_equal(plan->whole_width, o.width > 0 ? o.width : 40);
        assert_int_equal(plan->whole_height, o.width > 0 ? o.height : 29);
        assert_int_equal(plan->width, o.columns > 0 ? o.columns : plan->whole_width);
        assert_int_equal(plan->height, o.columns > 0 ? o.rows : plan->whole_height);
        check_tiles(plan, &o);
        bake_plan_free(plan);
    }
    assert_true(made > 500);
    bake_scene_end(&scene);
}

/* ---- files ---- */

static void files_follow_from_the_outputs(void **state)
{
    (void)state;
    static struct bake_scene scene;
    static const unsigned bytes[] = {1, 1, 2, 4}; /* of a sample, by format */
    bake_scene_start(&scene, 129, 129);
    for (unsigned outputs = 1; outputs <= BAKE_ALL_OUTPUTS; outputs++)
        for (unsigned format = SCREE_BAKE_PNG8; format <= SCREE_BAKE_TIFF32F; format++) {
            if (format != SCREE_BAKE_PNG8 && !image_has_tiff()) continue;
            struct scree_bake_options o = defaults;
            o.outputs = outputs;
            o.format = (enum scree_bake_format)format;
            o.depth = 1; /* Ground, Grass, Scree, Snow, Sand */
            struct bake_plan *plan = plan_of(&scene, &o);
            const char *const mask = format == SCREE_BAKE_PNG8 ? "png" : "tif";
            const char *const other = format == SCREE_BAKE_TIFF8 ? "tif" : "png";
            static const char *const names[] = {"ground", "grass", "scree", "snow", "sand"};
            char expected[600] = "", listed[600] = "";
            size_t used = 0;
            for (unsigned m = 0; (outputs & SCREE_BAKE_MASKS) && m < 5; m++)
                used += (size_t)sprintf(expected + used, "masks/%02u-%s.%s %u;", m, names[m], mask,
                                        128 * 128 * bytes[format]);
            if (outputs & SCREE_BAKE_BLEND)
                used += (size_t)sprintf(expected + used, "blend.%s %u;", other, 128 * 128 * 4);
            if (outputs &
                SCREE_BAKE_BEAMNG) /* 5 bytes, 3 a point, 4, and each name behind its length */
                used += (size_t)sprintf(expected + used, "hills.ter %u;hills.terrain.json 0;",
                                        5 + 128 * 128 * 3 + 4 + 5 + (6 + 5 + 5 + 4 + 4));
            if (outputs & SCREE_BAKE_PREVIEW)
                used += (size_t)sprintf(expected + used, "preview.%s %u;", other, 128 * 128 * 3);
            for (unsigned k = 1; (outputs & SCREE_BAKE_SPLAT) && k <= 2; k++)
                used +=
                    (size_t)sprintf(expected + used, "splat-%u.%s %u;", k, other, 128 * 128 * 4);
            if (outputs & SCREE_BAKE_GEOTIFF)
                used += (size_t)sprintf(expected + used, "masks.tif %u;",
                                        128 * 128 * 5 * bytes[format]);
            used = 0;
            for (size_t i = 0; i < plan->file_count; i++)
                used += (size_t)sprintf(listed + used, "%s %u;", plan->files[i].name,
                                        (unsigned)plan->files[i].bytes_at_most);
            assert_string_equal(listed, expected);
            assert_int_equal(plan->outputs, outputs);
            bake_plan_free(plan);
        }
    bake_scene_end(&scene);
}

/* ---- what is left out ---- */

/* How many materials there are if layers deeper than `depth` go to their ancestors. */
static uint32_t materials_at(const struct srf_map *map, uint32_t depth)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->layer_count; i++) count += map->layers[i]->depth <= depth;
    return count;
}

static void the_blend_map_is_merged_until_it_fits(void **state)
{
    (void)state;
    static struct bake_scene scene;
    uint64_t random = 5;
    unsigned fits = 0, merged = 0, left_out = 0;
    bake_scene_start(&scene, 9, 9);
    for (int i = 0; i < 600; i++) {
        random_map(&scene.map, &random);
        const struct srf_map *map = scene.inputs.map;
        struct scree_bake_options o = defaults;
        if (harness_random(&random) % 2 == 0) o.depth = up_to(&random, 4);
        uint32_t deepest = 0;
        for (uint32_t k = 0; k < map->layer_count; k++)
            if (map->layers[k]->depth > deepest) deepest = map->layers[k]->depth;
        uint32_t depth = o.depth < deepest ? o.depth : deepest;
        const bool fits_at_once = materials_at(map, depth) <= 5;
        /* The greatest depth of 1 or more that gives at most five. */
        while (materials_at(map, depth) > 5 && depth > 1) depth--;
        const bool possible = materials_at(map, depth) <= 5;
        struct bake_plan *plan = plan_of(&scene, &o);
        assert_int_equal((plan->outputs & SCREE_BAKE_BLEND) != 0, possible);
        assert_int_equal(plan->blend_refusal[0] == '\0', possible);
        assert_int_equal(strstr(told, "blend.png is left out: ") != NULL, !possible);
        assert_int_equal(strstr(told, "for it alone") != NULL, possible && !fits_at_once);
        if (possible) {
            assert_int_equal(plan->blend_merge->count, materials_at(map, depth));
            assert_int_equal(plan->blend_depth, fits_at_once ? RENDER_NO_DEPTH : depth);
        }
        assert_int_equal(plan->blend_merge == plan->merge, fits_at_once);
        bake_plan_free(plan);
        o.outputs = SCREE_BAKE_BLEND; /* asked for by name, it is not left out */
        if (!possible) assert_refused(&scene, &o, "outputs", "{outputs} blend: it holds 5");
        fits += fits_at_once;
        merged += possible && !fits_at_once;
        left_out += !possible;
    }
    assert_true(fits > 20 && merged > 20 && left_out > 20);
    bake_scene_end(&scene);
}

static void beamng_takes_squares_of_two(void **state)
{
    (void)state;
    static const struct {
        uint32_t points_x, points_y, size; /* 0: left out */
        const char *why;
    } cases[] = {{127, 127, 0, "127 x 127 points"},
                 {128, 128, 128, ""},
                 {129, 129, 128, ""},
                 {130, 130, 0, "130 x 130 points"},
                 {128, 129, 0, "128 x 129 points"},
                 {256, 256, 256, ""},
                 {257, 257, 256, ""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct bake_scene scene;
        bake_scene_start(&scene, cases[i].points_x, cases[i].points_y);
        struct bake_plan *plan = plan_of(&scene, &defaults);
        assert_int_equal((plan->outputs & SCREE_BAKE_BEAMNG) != 0, cases[i].size > 0);
        assert_non_null(strstr(plan->beamng_refusal, cases[i].why));
        if (cases[i].size > 0) {
            assert_int_equal(plan->beamng.size, cases[i].size);
            assert_int_equal(plan->beamng.trimmed, cases[i].size + 1 == cases[i].points_x);
            assert_string_equal(plan->beamng_refusal, "");
            /* The highest point is not clamped. */
            const struct ter_ranges *ranges = &scene.inputs.ranges;
            assert_true(plan->beamng.z0_m == ranges->altitude_min_tu * 10);
            assert_true(plan->beamng.z0_m + plan->beamng.max_height_m >
                        ranges->altitude_max_tu * 10);
            assert_true(plan->beamng.square_m == 10);
        }
        bake_plan_free(plan);
        struct scree_bake_options o = defaults;
        o.outputs = SCREE_BAKE_BEAMNG;
        if (cases[i].size == 0) assert_refused(&scene, &o, "outputs", "{outputs} beamng: the ter");
        bake_scene_end(&scene);
    }
    static struct bake_scene scene;
    bake_scene_start(&scene, 128, 128);
    struct scree_bake_options o = defaults;
    o.column = 0, o.row = 0, o.columns = 127, o.rows = 127; /* all of it, and still a part */
    struct bake_plan *plan = plan_of(&scene, &o);
    assert_int_equal(plan->outputs & SCREE_BAKE_BEAMNG, 0);
    assert_non_null(strstr(plan->beamng_refusal, "{region} makes a part"));
    bake_plan_free(plan);
    scene.inputs.field->scal_m[1] = 11;
    plan = plan_of(&scene, &defaults);
    assert_non_null(strstr(plan->beamng_refusal, "; set {cell_m}, or choose {outputs} masks,"));
    bake_plan_free(plan);
    bake_scene_end(&scene);
}

static void names_are_plain(void **state)
{
    (void)state;
    static const struct {
        const char *file, *name;
    } made[] = {{"hills.ter", "hills"},        {"Hohe Tauern.old.ter", "hohe-tauern-old"},
                {"con.ter", "con-1"},          {".ter", "ter"},
                {"H\xc3\xb6hen.png", "hohen"}, {"noend", "noend"}};
    static const char too_long[] =
        "012345678901234567890123456789012345678901234567890123456789012345678901";
    static const char *const wrong[] = {"", "a b", "a/b", "..", "\xc3\xa4", "a.b", too_long};
    static struct bake_scene scene;
    bake_scene_start(&scene, 128, 128);
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        scene.inputs.terrain_file = bake_scene_file(made[i].file);
        struct bake_plan *plan = plan_of(&scene, &defaults);
        assert_string_equal(plan->name, made[i].name);
        bake_plan_free(plan);
    }
    struct scree_bake_options o = defaults;
    o.name = "My_level-2";
    struct bake_plan *plan = plan_of(&scene, &o);
    assert_string_equal(plan->files[plan->beamng_index].name, "My_level-2.ter");
    bake_plan_free(plan);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        o.name = wrong[i];
        assert_int_equal(strlen(wrong[i]) > 71, i == 6);
        assert_refused(&scene, &o, "name", "plain letters");
    }
    o.name = "Nul";
    assert_refused(&scene, &o, "name", "reserved name");
    bake_scene_end(&scene);
}

/* ---- memory ---- */

static uint64_t memory_of(const struct bake_scene *scene, struct scree_bake_options o,
                          uint32_t width, uint32_t height)
{
    o.width = width, o.height = height;
    given.how.threads = 1;
    struct bake_plan *plan = plan_of(scene, &o);
    const uint64_t bytes = bake_memory_bytes(plan);
    bake_plan_free(plan);
    return bytes;
}

static void memory_follows_the_width(void **state)
{
    (void)state;
    static struct bake_scene scene;
    bake_scene_start(&scene, 65, 65);
    struct scree_bake_options o = defaults;
    o.outputs = SCREE_BAKE_MASKS | SCREE_BAKE_BLEND;
    const uint64_t once = memory_of(&scene, o, 4096, 4096);
    assert_true(memory_of(&scene, o, 4096, 65536) < once + (once >> 4));
    assert_true(memory_of(&scene, o, 8192, 4096) > once);
    /* A PNG in colours is collected and then filtered, compressed and made a file, each about as
     * large; of tiles a row is collected and one at a time ended. */
    o.outputs |= SCREE_BAKE_PREVIEW;
    const uint64_t pixels = (uint64_t)4096 * 4096 * 3;
    uint64_t collected = memory_of(&scene, o, 4096, 8192) - memory_of(&scene, o, 4096, 4096);
    assert_in_range(collected, pixels * 4, pixels * 4 + pixels / 64);
    o.tile_files = 4;
    collected = memory_of(&scene, o, 4096, 8192) - memory_of(&scene, o, 4096, 4096);
    assert_in_range(collected, pixels / 4 + pixels * 3 / 16,
                    pixels / 4 + pixels * 3 / 16 + pixels / 64);
    o = defaults;
    o.width = 1000, o.height = 1000;
    struct bake_plan *plan = plan_of(&scene, &o);
    o.max_memory_bytes = bake_memory_bytes(plan);
    bake_plan_free(plan);
    bake_plan_free(plan_of(&scene, &o));
    o.max_memory_bytes--;
    assert_refused(&scene, &o, "max_memory_bytes", "MiB of memory are needed");
    /* A PNG of 16 bits holds about twice what one of 8 bits does. */
    o = defaults;
    o.maps = SCREE_BAKE_SLOPE;
    plan = plan_of(&scene, &o);
    const uint64_t of_8 =
        bake_image_memory(plan, bake_kind_form(plan->options.format, BAKE_MASKS)).held;
    const uint64_t of_16 =
        bake_image_memory(plan, bake_map_form(plan->options.format, SCREE_BAKE_SLOPE)).held;
    assert_in_range(of_16, of_8 * 2 - of_8 / 16, of_8 * 2);
    bake_plan_free(plan);
    bake_scene_end(&scene);
}

/* ---- refusals ---- */

static void options_are_refused_by_name(void **state)
{
    (void)state;
    static struct bake_scene scene;
    struct scree_bake_options o;
    bake_scene_start(&scene, 33, 33);
    o = defaults, o.outputs = 64;
    assert_refused(&scene, &o, "outputs", "unknown");
    o = defaults, o.format = (enum scree_bake_format)7;
    assert_refused(&scene, &o, "format", "is 7");
    o = defaults, o.plane = (enum scree_bake_plane)2;
    assert_refused(&scene, &o, "plane", "is 2");
    o = defaults, o.depth = 1001;
    assert_refused(&scene, &o, "depth", "is 1001");
    o = defaults, o.width = 5;
    assert_refused(&scene, &o, "width", "5 x 0");
    o = defaults, o.width = 1048577, o.height = 1;
    assert_refused(&scene, &o, "width", "at most 1048576");
    o = defaults, o.layers = 513;
    assert_refused(&scene, &o, "layers", "expected at most 512");
    o = defaults, o.layers = 4, o.depth = 2;
    assert_refused(&scene, &o, "layers", "{depth} both decide");
    o = defaults, o.vertices = true, o.width = 33, o.height = 1;
    assert_refused(&scene, &o, "width", "33 x 1 points do not");
    o = defaults, o.rows = 5;
    assert_refused(&scene, &o, "columns", "both or neither");
    o = defaults, o.tile_files = 0;
    assert_refused(&scene, &o, "tile_files", "expected 1 to 64");
    o = defaults, o.tile_files = 65;
    assert_refused(&scene, &o, "tile_files", "expected 1 to 64");
    o = defaults, o.width = 100000, o.height = 100000;
    assert_refused(&scene, &o, "format", "too many for the PNG of");
    struct inputs_opened list;
    assert_ok(inputs_open_memory(&list, "list.json", "{\"Sand\": \"a\"}", 13, &err), &err);
    o = defaults, given.materials = &list, o.depth = 1;
    assert_refused(&scene, &o, "depth", "{materials} and {depth}");
    o.depth = RENDER_NO_DEPTH;
    struct bake_plan *plan = plan_of(&scene, &o);
    assert_string_equal(plan->materials_file.base, "list.json");
    assert_int_equal(plan->materials_file.size_bytes, 13);
    assert_non_null(strstr(plan->blend_refusal, "list.json gives 8 materials"));
    bake_plan_free(plan);
    inputs_close(&list);
    given.materials = NULL;
    bake_scene_end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_tiles),
        cmocka_unit_test(files_follow_from_the_outputs),
        cmocka_unit_test(the_blend_map_is_merged_until_it_fits),
        cmocka_unit_test(beamng_takes_squares_of_two),
        cmocka_unit_test(names_are_plain),
        cmocka_unit_test(memory_follows_the_width),
        cmocka_unit_test(options_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
