/* Fits: readers of paintings, refusals, rules of planted maps found again, other ground. */
#define _POSIX_C_SOURCE 200809L
#include "bench/files.h"
#include "tests/scratch.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/stream.h"
#include "beamter/beamter.h"
#include "bench/planted.h"
#include "fit/fit.h"
#include "image/image.h"

#define SIDE 8

static void write_png(const char *name, const uint8_t *pixels, size_t side, unsigned channels)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(image_write_png8(scratch_path(name), pixels, side, side, channels, &err), &err);
}

static void write_text(const char *name, const char *text)
{
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(file_write_whole(scratch_path(name), text, strlen(text), &err), &err);
}

static void remove_file(const char *name)
{
    assert_int_equal(unlink(scratch_path(name)), 0);
}

/* Reads a painting of the scratch folder; name "" is the folder itself. */
static enum scree_code read_painting(struct fit_painting *out, const char *name,
                                     struct fit_source *source, const char *legend,
                                     struct scree_error *err)
{
    struct inputs_opened opened;
    err_clear(err);
    source->path = name[0] != '\0' ? scratch_path(name) : scratch_folder;
    source->ground = (struct scree_terrain_options)SCREE_TERRAIN_OPTIONS_INIT;
    if (legend != NULL) {
        assert_ok(inputs_open_memory(&opened, "legend", legend, strlen(legend), err), err);
        source->classes = &opened;
    }
    const enum scree_code code = fit_painting_read(out, source, NULL, err);
    if (legend != NULL) inputs_close(&opened);
    return code;
}

static void assert_refused(const char *name, struct fit_source source, const char *legend,
                           enum scree_code wanted, const char *text)
{
    struct fit_painting painting;
    struct scree_error err;
    assert_int_equal(read_painting(&painting, name, &source, legend, &err), wanted);
    if (strstr(err.text, text) == NULL) fail_msg("\"%s\" has no \"%s\"", err.text, text);
    assert_null(painting.picture.ids);
}

/* ---- readers ---- */

static void masks_are_layers_by_name(void **state)
{
    (void)state;
    uint8_t grass[SIDE * SIDE], rock[SIDE * SIDE], colour[SIDE * SIDE * 3] = {0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        grass[i] = i < 16 ? 0 : 200;
        rock[i] = (uint8_t)(i < 16 ? 0 : i < 32 ? 255 : i == 40 ? 200 : 10);
    }
    write_png("a-grass.png", grass, SIDE, 1);
    write_png("b-rock.png", rock, SIDE, 1);
    write_png("preview.png", colour, SIDE, 3); /* no mask: left out */
    struct fit_painting painting;
    struct fit_source source = {0};
    struct scree_error err;
    assert_ok(read_painting(&painting, "", &source, NULL, &err), &err);
    assert_string_equal(painting.what, "folder of masks");
    assert_int_equal(painting.picture.count, 2);
    assert_string_equal(painting.picture.classes[0].name, "a-grass");
    assert_string_equal(painting.picture.classes[1].name, "b-rock");
    assert_int_equal(painting.picture.ids[0], FIT_NONE);
    assert_int_equal(painting.picture.ids[20], 1);
    assert_int_equal(painting.picture.ids[39], 0);
    assert_int_equal(painting.picture.ids[40], 1); /* of equal ones the later */
    fit_painting_free(&painting);

    assert_refused("", (struct fit_source){.aerial = 3}, NULL, SCREE_BAD_ARGUMENT,
                   "{aerial} is for a picture");
    write_png("c-sand.png", grass, SIDE / 2, 1);
    assert_refused("", (struct fit_source){0}, NULL, SCREE_MALFORMED, "all need one size");
    remove_file("a-grass.png");
    remove_file("b-rock.png");
    remove_file("c-sand.png");
    assert_refused("", (struct fit_source){0}, NULL, SCREE_UNSUPPORTED, "holds no grey PNG");
    remove_file("preview.png");
}

static void colours_are_classes(void **state)
{
    (void)state;
    uint8_t rgb[SIDE * SIDE * 3];
    static const uint8_t colours[3][3] = {{58, 95, 11}, {10, 20, 30}, {200, 0, 0}};
    for (size_t i = 0; i < SIDE * SIDE; i++) memcpy(rgb + 3 * i, colours[i % 3], 3);
    write_png("classes.png", rgb, SIDE, 3);
    struct fit_painting painting;
    struct fit_source source = {0};
    struct scree_error err;
    assert_ok(read_painting(&painting, "classes.png", &source, NULL, &err), &err);
    assert_int_equal(painting.picture.count, 3);
    assert_string_equal(painting.picture.classes[0].name, "#0a141e");
    assert_int_equal(painting.picture.ids[0], 1);
    fit_painting_free(&painting);

    static const char *const legends[] = {"# mine\r\nGrass = #3A5F0B\n\nDeep=sea=#0a141e",
                                          "{\"Grass\": \"#3a5f0b\", \"Deep=sea\": \"#0A141E\"}"};
    for (int i = 0; i < 2; i++) {
        assert_ok(read_painting(&painting, "classes.png", &source, legends[i], &err), &err);
        assert_int_equal(painting.picture.count, 2);
        assert_string_equal(painting.picture.classes[0].name, "Grass");
        assert_string_equal(painting.picture.classes[1].name, "Deep=sea");
        assert_int_equal(painting.picture.ids[0], 0);
        assert_int_equal(painting.picture.ids[2], FIT_NONE);
        fit_painting_free(&painting);
    }
    const struct fit_source none = {0};
    assert_refused("classes.png", none, "Grass", SCREE_MALFORMED, "line 1: expected NAME=#rrggbb");
    assert_refused("classes.png", none, "Grass=#12345", SCREE_MALFORMED, "expected a colour");
    assert_refused("classes.png", none, "a=#000000\nb=#000000", SCREE_MALFORMED, "are one");
    assert_refused("classes.png", none, "a=#000000\nb=3", SCREE_MALFORMED, "expected one of them");
    assert_refused("classes.png", none, "{\"a\": [1]}", SCREE_MALFORMED, "expected a colour");
    assert_refused("classes.png", none, "{", SCREE_MALFORMED, "JSON object");
    assert_refused("classes.png", none, "a=3", SCREE_BAD_ARGUMENT,
                   "grey values and the picture has colours");
    assert_refused("classes.png", none, "# nothing", SCREE_MALFORMED, "names no class");
    for (size_t i = 0; i < SIDE * SIDE; i++) rgb[3 * i] = (uint8_t)i;
    write_png("classes.png", rgb, SIDE, 3);
    assert_refused("classes.png", none, NULL, SCREE_BAD_ARGUMENT, "more than 16 colours");
    write_text("classes.png", "\x89PNG\r\n\x1a\nbroken");
    assert_refused("classes.png", none, NULL, SCREE_MALFORMED, "");
    write_text("classes.png", "no picture");
    assert_refused("classes.png", none, NULL, SCREE_UNSUPPORTED,
                   "is not a painting that scree reads");
    remove_file("classes.png");
    assert_refused("classes.png", none, NULL, SCREE_CANNOT_READ, "cannot open");
}

static void grey_values_are_classes(void **state)
{
    (void)state;
    uint8_t grey[SIDE * SIDE];
    for (size_t i = 0; i < SIDE * SIDE; i++) grey[i] = (uint8_t)(i == 0 ? 255 : 7 - i % 2);
    write_png("grey.png", grey, SIDE, 1);
    struct fit_painting painting;
    struct fit_source source = {0};
    struct scree_error err;
    assert_ok(read_painting(&painting, "grey.png", &source, NULL, &err), &err);
    assert_int_equal(painting.picture.count, 2);
    assert_string_equal(painting.picture.classes[0].name, "class 6");
    assert_int_equal(painting.picture.ids[0], FIT_NONE);
    assert_int_equal(painting.picture.ids[1], 0);
    assert_int_equal(painting.picture.ids[2], 1);
    fit_painting_free(&painting);
    assert_ok(read_painting(&painting, "grey.png", &source, "Moss=7", &err), &err);
    assert_int_equal(painting.picture.ids[1], FIT_NONE);
    assert_int_equal(painting.picture.ids[2], 0);
    fit_painting_free(&painting);
    remove_file("grey.png");
}

static void channels_are_weights(void **state)
{
    (void)state;
    uint8_t rgba[SIDE * SIDE * 4] = {0};
    for (size_t i = 1; i < SIDE * SIDE; i++) rgba[4 * i + i % 4] = 200;
    write_png("splat.png", rgba, SIDE, 4);
    struct fit_painting painting;
    struct fit_source source = {.splat = "grass,rock,sand,snow"};
    struct scree_error err;
    assert_ok(read_painting(&painting, "splat.png", &source, NULL, &err), &err);
    assert_int_equal(painting.picture.count, 4);
    assert_string_equal(painting.picture.classes[3].name, "snow");
    assert_int_equal(painting.picture.ids[0], FIT_NONE);
    for (size_t i = 1; i < SIDE * SIDE; i++) assert_int_equal(painting.picture.ids[i], i % 4);
    fit_painting_free(&painting);
    assert_refused("splat.png", (struct fit_source){.splat = "a,b"}, NULL, SCREE_BAD_ARGUMENT,
                   "names 2 layers and the picture has 4");
    assert_refused("splat.png", (struct fit_source){.splat = "a,,b"}, NULL, SCREE_BAD_ARGUMENT,
                   "{splat}");
    assert_refused("splat.png", (struct fit_source){.splat = "a", .aerial = 2}, NULL,
                   SCREE_BAD_ARGUMENT, "take one");
    remove_file("splat.png");
}

/* Three colours with small changes are three classes. */
static void aerial_pictures_have_classes_by_colour(void **state)
{
    (void)state;
    static const uint8_t colours[3][3] = {{60, 110, 40}, {200, 180, 120}, {90, 90, 95}};
    uint8_t rgb[SIDE * SIDE * 3];
    for (size_t i = 0; i < SIDE * SIDE; i++)
        for (size_t k = 0; k < 3; k++)
            rgb[3 * i + k] = (uint8_t)(colours[i % 3][k] + (i * 7 + k * 5) % 11);
    write_png("aerial.png", rgb, SIDE, 3);
    struct fit_painting painting;
    struct fit_source source = {.aerial = 3};
    struct scree_error err;
    assert_ok(read_painting(&painting, "aerial.png", &source, NULL, &err), &err);
    assert_int_equal(painting.picture.count, 3);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        assert_int_not_equal(painting.picture.ids[i], FIT_NONE);
        for (size_t k = 0; k < i; k++)
            assert_true((painting.picture.ids[i] == painting.picture.ids[k]) == (i % 3 == k % 3));
    }
    fit_painting_free(&painting);
    assert_refused("aerial.png", (struct fit_source){.aerial = 17}, NULL, SCREE_BAD_ARGUMENT,
                   "2 to 16");
    remove_file("aerial.png");
}

/* Makes the picture larger between its two readings. */
static int grow_picture(void *context, const char *step, double done)
{
    (void)context, (void)done;
    static const uint8_t rgb[4 * SIDE * SIDE * 3];
    if (strcmp(step, "finding colours") == 0) write_png("aerial.png", rgb, 2 * SIDE, 3);
    return 0;
}

static void aerial_pictures_may_not_change_meanwhile(void **state)
{
    (void)state;
    uint8_t rgb[SIDE * SIDE * 3]; /* colours enough that centres move */
    for (size_t i = 0; i < sizeof rgb; i++) rgb[i] = (uint8_t)(i * i * 7);
    write_png("aerial.png", rgb, SIDE, 3);
    struct scree_job job = {.progress = grow_picture};
    const struct fit_source source = {.path = scratch_path("aerial.png"), .aerial = 2};
    struct fit_painting painting;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_int_equal(fit_painting_read(&painting, &source, &job, &err), SCREE_CANNOT_READ);
    assert_string_equal(err.text, "was changed while it was being read");
    assert_null(painting.picture.ids);
    remove_file("aerial.png");
}

#define ROR_SIDE 65
static void write_ror(const char *page)
{
    uint8_t heights[ROR_SIDE * ROR_SIDE * 2], blend[SIDE * SIDE * 4] = {0};
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t i = 0; i < ROR_SIDE * ROR_SIDE; i++) {
        heights[2 * i] = 0xff;
        heights[2 * i + 1] = i / ROR_SIDE == 0 ? 0xff : 0x7f; /* the north edge is high */
    }
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        blend[4 * i] = i < 32 ? 255 : 0;
        blend[4 * i + 1] = i < 8 ? 255 : i < 16 ? 100 : 0;
    }
    assert_ok(file_write_whole(scratch_path("t.raw"), heights, sizeof heights, &err), &err);
    write_png("t-blend.png", blend, SIDE, 4);
    write_text("t.terrn2", "[General]\nName = t\nGeometryConfig = t.otc\n");
    write_text("t.otc", "PagesX=0\nPagesZ=0\nPageSize=65\nPageFileFormat=t-page-{X}-{Z}.otc\n"
                        "Heightmap.0.0.raw.size=65\nHeightmap.0.0.raw.bpp=2\n"
                        "WorldSizeX=128\nWorldSizeZ=128\nWorldSizeY=50\n");
    write_text("t-page-0-0.otc", page);
}

static void remove_ror(void)
{
    static const char *const names[] = {"t.raw", "t-blend.png", "t.terrn2", "t.otc",
                                        "t-page-0-0.otc"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) remove_file(names[i]);
}

static void rigs_of_rods_blends_over_each_other(void **state)
{
    (void)state;
    write_ror("t.raw\n3\n6, t-0-rock-ds.png, n.png\n"
              "6, t-1-grass-ds.png, n.png, t-blend.png, R, 1\n"
              "6,snow.png,n.png,t-blend.png,G,1\n");
    struct fit_painting painting;
    struct fit_source source = {0};
    struct scree_error err;
    for (int folder = 0; folder < 2; folder++) {
        assert_ok(read_painting(&painting, folder ? "" : "t.terrn2", &source, NULL, &err), &err);
        assert_int_equal(painting.picture.count, 3);
        assert_string_equal(painting.picture.classes[0].name, "rock");
        assert_string_equal(painting.picture.classes[1].name, "grass");
        assert_string_equal(painting.picture.classes[2].name, "snow");
        for (size_t i = 0; i < SIDE * SIDE; i++)
            assert_int_equal(painting.picture.ids[i], i < 8 ? 2 : i < 32 ? 1 : 0);
        assert_int_equal(painting.field->points_x, ROR_SIDE);
        assert_true(painting.field->scal_m[0] == 2);
        const double north = (double)painting.field->elevations[(ROR_SIDE - 1) * ROR_SIDE];
        const double south = (double)painting.field->elevations[0];
        assert_float_equal(ter_sample_altitude_m(painting.field, north), 50, 0.01);
        assert_float_equal(ter_sample_altitude_m(painting.field, south), 25, 0.01);
        fit_painting_free(&painting);
    }
    const struct fit_source none = {0};
    static const struct {
        const char *page, *text;
    } bad[] = {{"t.raw\n0\n", "has 0 layers"},
               {"t.raw\n2\n6, a, b\n", "ends before its last layer"},
               {"t.raw\n2\n6, a, b\n6, c, d, t-blend.png, X\n", "layer 1: expected"},
               {"../t.raw\n2\n6, a, b\n6, c, d, t-blend.png, R\n", "expected one beside it"},
               {"t.raw\n2\n6, a, b\n6, c, d, ../t.png, R\n", "expected one beside it"},
               {"t.raw\n1\n6, a, b\n", "nothing to tell apart"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_text("t-page-0-0.otc", bad[i].page);
        struct scree_error found;
        struct fit_source from = none;
        assert_int_not_equal(read_painting(&painting, "t.terrn2", &from, NULL, &found), SCREE_OK);
        if (strstr(found.text, bad[i].text) == NULL) fail_msg("%zu: %s", i, found.text);
    }
    write_text("t.otc", "PageSize=65\n");
    assert_refused("t.terrn2", none, NULL, SCREE_MALFORMED, "has no WorldSizeX");
    write_text("t.terrn2", "[General]\n");
    assert_refused("t.terrn2", none, NULL, SCREE_MALFORMED, "has no GeometryConfig");
    remove_ror();
}

static void masks_have_16_bits(void **state)
{
    (void)state;
    uint16_t low[SIDE * SIDE], high[SIDE * SIDE];
    uint8_t coarse[SIDE * SIDE];
    struct scree_error err = SCREE_ERROR_INIT;
    for (int i = 0; i < SIDE * SIDE; i++) {
        low[i] = 30000;
        high[i] = (uint16_t)(i % 2 == 0 ? 29999 : 30001); /* the same in 8 bits */
        coarse[i] = (uint8_t)(i < 8 ? 117 : 116);         /* 30069 and 29812 of 65535 */
    }
    assert_ok(image_write_png16(scratch_path("0-low.png"), low, SIDE, SIDE, &err), &err);
    assert_ok(image_write_png16(scratch_path("1-high.png"), high, SIDE, SIDE, &err), &err);
    write_png("2-coarse.png", coarse, SIDE, 1);
    struct fit_painting painting;
    struct fit_source source = {0};
    assert_ok(read_painting(&painting, "", &source, NULL, &err), &err);
    assert_int_equal(painting.picture.count, 3);
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(painting.picture.ids[i], i < 8 ? 2 : i % 2 == 0 ? 0 : 1);
    fit_painting_free(&painting);
    assert_refused("0-low.png", (struct fit_source){0}, NULL, SCREE_UNSUPPORTED,
                   "has 16 bits a channel");
    remove_file("0-low.png");
    remove_file("1-high.png");
    remove_file("2-coarse.png");
}

static enum scree_code put_bytes(void *context, const void *data, size_t size,
                                 struct scree_error *err)
{
    (void)err;
    assert_int_equal(fwrite(data, 1, size, context), size);
    return SCREE_OK;
}

/* A .ter of 4 x 4 samples, and a material more than its names are used for. */
static void write_ter(const uint8_t ids[16], const char *const *names, size_t count)
{
    uint16_t heights[16];
    struct scree_error err = SCREE_ERROR_INIT;
    for (size_t i = 0; i < 16; i++) heights[i] = (uint16_t)(1000 * i);
    FILE *file = fopen(scratch_path("t.ter"), "wb");
    assert_non_null(file);
    struct stream stream = {.put = put_bytes, .context = file};
    const struct beamter_terrain terrain = {4, names, count, NULL};
    assert_ok(beamter_write(&stream, &terrain, heights, ids, &err), &err);
    assert_int_equal(fclose(file), 0);
}

static enum scree_code read_ter(struct fit_painting *out, struct scree_error *err)
{
    struct fit_source source = {.path = scratch_path("t.ter"),
                                .ground = SCREE_TERRAIN_OPTIONS_INIT};
    source.ground.max_height_m = 100;
    source.ground.square_m = 2;
    err_clear(err);
    return fit_painting_read(out, &source, NULL, err);
}

/* Materials that no sample has are no classes, and holes are of none. Row 0 is south. */
static void beamng_materials_are_classes(void **state)
{
    (void)state;
    static const uint8_t ids[16] = {2, 2, 2, 2, 0, 0, 0, 255, 2, 2, 2, 2, 0, 0, 0, 0};
    static const char *const names[] = {"Rock", "Unused", "Grass"};
    struct fit_painting painting;
    struct scree_error err;
    write_ter(ids, names, 3);
    assert_ok(read_ter(&painting, &err), &err);
    assert_string_equal(painting.what, "BeamNG terrain");
    assert_int_equal(painting.picture.grid, SCREE_VERTICES);
    assert_int_equal(painting.picture.width, 4);
    assert_int_equal(painting.picture.height, 4);
    assert_int_equal(painting.picture.count, 2);
    assert_string_equal(painting.picture.classes[0].name, "Rock");
    assert_string_equal(painting.picture.classes[1].name, "Grass");
    for (size_t i = 0; i < 16; i++)
        assert_int_equal(painting.picture.ids[i], ids[i] == 255 ? FIT_NONE : ids[i] / 2);
    assert_int_equal(painting.field->points_x, 4);
    fit_painting_free(&painting);
    remove_file("t.ter");
}

/* As many classes as there may be. */
static void sixteen_materials_are_taken(void **state)
{
    (void)state;
    uint8_t ids[16];
    char words[18][4];
    const char *names[18];
    struct fit_painting painting;
    struct scree_error err;
    for (size_t i = 0; i < 18; i++) {
        snprintf(words[i], sizeof words[i], "m%zu", i);
        names[i] = words[i];
    }
    for (size_t i = 0; i < 16; i++) ids[i] = (uint8_t)(i + 2);
    write_ter(ids, names, 18);
    assert_ok(read_ter(&painting, &err), &err);
    assert_int_equal(painting.picture.count, 16);
    assert_string_equal(painting.picture.classes[0].name, "m2");
    for (size_t i = 0; i < 16; i++) assert_int_equal(painting.picture.ids[i], i);
    fit_painting_free(&painting);
    remove_file("t.ter");
}

/* ---- the search ---- */

#define TEXELS ((size_t)PLANTED_TEXELS * PLANTED_TEXELS)

struct planted_fit {
    struct planted_map planted;
    struct fit_picture picture;
    struct fit_scene scene;
    struct fit_found found;
    double agreement;
};

/* Fits planted map i, one of those with limits by what is around if these are to be tried; with `onto`, also for that
 * ground. The caller frees planted.winners. */
static void fit_planted(struct planted_fit *out, const struct ter_field *field, uint32_t i,
                        bool noise, unsigned around, uint32_t threads, const struct ter_field *onto)
{
    struct scree_error err;
    struct scree_job job = {.threads = threads};
    err_clear(&err);
    assert_ok(planted_create(&out->planted, field, i, noise, around != 0, &err), &err);
    out->picture = (struct fit_picture){.width = PLANTED_TEXELS,
                                        .height = PLANTED_TEXELS,
                                        .ids = out->planted.winners,
                                        .count = out->planted.map.layer_count};
    for (uint32_t c = 0; c < out->picture.count; c++)
        memcpy(out->picture.classes[c].name, out->planted.names[c], sizeof out->planted.names[c]);
    out->scene = (struct fit_scene){field, RENDER_RELIEF, false, 1, around};
    const struct fit_scene other = {onto, RENDER_RELIEF, false, 1, around};
    assert_ok(fit_rules_find(&out->found, &out->scene, &out->picture, onto != NULL ? &other : NULL,
                             &job, &err),
              &err);
    struct srf_map *map;
    assert_ok(fit_rules_map(&map, &out->found.rules, &out->picture, field, 1, &err), &err);
    assert_int_equal(map->layer_count, out->picture.count);
    struct fit_confusion confusion;
    const struct fit_comparing what = {&out->scene, &out->picture, &out->found.rules, map, true};
    assert_ok(fit_compare(&confusion, &what, &job, &err), &err);
    assert_int_equal(confusion.total, TEXELS);
    size_t equal = 0;
    for (size_t t = 0; t < TEXELS; t++) equal += confusion.fitted[t] == out->picture.ids[t];
    uint64_t diagonal = 0;
    for (uint32_t c = 0; c < out->picture.count; c++) diagonal += confusion.texels[c][c];
    assert_int_equal(diagonal, equal);
    out->agreement = (double)equal / (double)TEXELS;
    mem_free(confusion.fitted);
    srf_free(map);
}

static double other_noise(struct planted_fit *fit, const struct ter_field *field)
{
    struct scree_error err = SCREE_ERROR_INIT;
    uint8_t *winners = mem_alloc(TEXELS, 1);
    assert_non_null(winners);
    assert_ok(planted_reroll(&fit->planted, field, winners, 1, &err), &err);
    size_t equal = 0;
    for (size_t t = 0; t < TEXELS; t++) equal += winners[t] == fit->picture.ids[t];
    mem_free(winners);
    return (double)equal / (double)TEXELS;
}

/* A part of what bench/fit_planted goes through. */
static void planted_rules_are_found(void **state)
{
    (void)state;
    struct scree_error err;
    unsigned good[2] = {0};
    err_clear(&err);
    for (uint32_t i = 2; i < 5; i++) {
        struct ter_field field;
        const char *name;
        assert_ok(planted_terrain(&field, &name, i % PLANTED_TERRAINS, &err), &err);
        for (int noise = 0; noise < 2; noise++) {
            struct planted_fit fit;
            fit_planted(&fit, &field, i, noise != 0, 0, 0, NULL);
            const double wanted = noise ? other_noise(&fit, &field) - 0.02 : 0.98;
            good[noise] += fit.agreement >= wanted;
            mem_free(fit.planted.winners);
        }
        mem_free(field.memory);
    }
    assert_int_equal(good[0], 3);
    assert_in_range(good[1], 2, 3); /* 85 % of all, by bench/fit_planted */
}

/* The picture of planted map i, with noise, on a terrain; free the winners and the field's memory with
 * mem_free(). */
static struct fit_picture picture_of_noise(struct planted_map *planted, struct ter_field *field,
                                           uint32_t terrain, uint32_t i)
{
    const char *name;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(planted_terrain(field, &name, terrain, &err), &err);
    assert_ok(planted_create(planted, field, i, true, false, &err), &err);
    return (struct fit_picture){.width = PLANTED_TEXELS,
                                .height = PLANTED_TEXELS,
                                .ids = planted->winners,
                                .count = planted->map.layer_count};
}

/* A mixed picture gives rules without noise if these are wanted, and they agree with more of it. */
static void rules_can_be_without_noise(void **state)
{
    (void)state;
    struct ter_field field;
    struct planted_map planted;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct fit_picture picture = picture_of_noise(&planted, &field, 3, 48);
    double agreement[2];
    for (int sharp = 0; sharp < 2; sharp++) {
        const struct fit_scene scene = {&field, RENDER_RELIEF, sharp != 0, 0, 0};
        struct fit_found found;
        struct fit_confusion confusion;
        struct srf_map *map;
        assert_ok(fit_rules_find(&found, &scene, &picture, NULL, NULL, &err), &err);
        double noise = 0;
        for (uint32_t l = 0; l < found.rules.count; l++) noise += found.rules.layers[l].noise;
        assert_true(sharp ? noise == 0 : noise > 0);
        assert_ok(fit_rules_map(&map, &found.rules, &picture, &field, 1, &err), &err);
        const struct fit_comparing what = {&scene, &picture, &found.rules, map, false};
        assert_ok(fit_compare(&confusion, &what, NULL, &err), &err);
        uint64_t equal = 0;
        for (uint32_t c = 0; c < picture.count; c++) equal += confusion.texels[c][c];
        agreement[sharp] = (double)equal / (double)confusion.total;
        assert_true(agreement[sharp] < found.at_most + 0.01);
        srf_free(map);
    }
    assert_true(agreement[1] > agreement[0]);
    mem_free(planted.winners);
    mem_free(field.memory);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct ter_field field;
    struct planted_fit fits[2];
    const char *name;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(planted_terrain(&field, &name, 2, &err), &err);
    for (uint32_t k = 0; k < 2; k++) {
        memset(&fits[k].found, 0xff, sizeof fits[k].found);
        fit_planted(&fits[k], &field, 2, true, 0, 1 + 2 * k, NULL);
    }
    assert_memory_equal(&fits[0].found, &fits[1].found, sizeof fits[0].found);
    for (int k = 0; k < 2; k++) mem_free(fits[k].planted.winners);
    mem_free(field.memory);
}

/* Each layer covers nearly as much of the other ground. */
static void other_ground_keeps_areas(void **state)
{
    (void)state;
    struct ter_field fields[2];
    struct planted_fit fit;
    const char *name;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(planted_terrain(&fields[0], &name, 3, &err), &err);
    assert_ok(planted_terrain(&fields[1], &name, 1, &err), &err);
    fit_planted(&fit, &fields[0], 3, true, 0, 0, &fields[1]);
    double shares[2][FIT_MAX_CLASSES] = {{0}};
    for (int k = 0; k < 2; k++) {
        const struct fit_rules *rules = k == 0 ? &fit.found.rules : &fit.found.onto;
        const struct fit_scene scene = {&fields[k], RENDER_RELIEF, false, 0, 0};
        struct srf_map *map;
        struct fit_confusion confusion;
        assert_ok(fit_rules_map(&map, rules, &fit.picture, &fields[k], 1, &err), &err);
        const struct fit_comparing what = {&scene, &fit.picture, rules, map, false};
        assert_ok(fit_compare(&confusion, &what, NULL, &err), &err);
        for (uint32_t p = 0; p < fit.picture.count; p++)
            for (uint32_t c = 0; c < fit.picture.count; c++)
                shares[k][c] += (double)confusion.texels[p][c] / (double)TEXELS;
        srf_free(map);
    }
    for (uint32_t c = 0; c < fit.picture.count; c++) {
        const double factor = shares[1][c] / shares[0][c];
        if (factor > 1.5 || factor * 1.5 < 1)
            fail_msg("class %u: %.4f of the one and %.4f of the other", (unsigned)c, shares[0][c],
                     shares[1][c]);
    }
    for (uint32_t l = 0; l < fit.found.rules.count; l++) {
        const uint32_t class = fit.found.rules.layers[l].class;
        const double told[2] = {fit.found.areas[l], fit.found.onto_areas[l]};
        for (int k = 0; k < 2; k++) {
            const double away = told[k] - shares[k][class];
            assert_true(away < 1e-9 && away > -1e-9);
        }
    }
    mem_free(fit.planted.winners);
    for (int k = 0; k < 2; k++) mem_free(fields[k].memory);
}

/* A road that crosses everything is paint; what lies at an altitude, or nowhere, is not. */
static void roads_are_paint(void **state)
{
    (void)state;
    struct ter_field field;
    const char *name;
    struct scree_error err = SCREE_ERROR_INIT;
    assert_ok(planted_terrain(&field, &name, 0, &err), &err);
    uint8_t *ids = mem_alloc(TEXELS, 1);
    assert_non_null(ids);
    for (size_t j = 0; j < PLANTED_TEXELS; j++)
        for (size_t i = 0; i < PLANTED_TEXELS; i++) {
            const size_t point = (PLANTED_TEXELS - j) * PLANTED_POINTS + i; /* its north-west */
            const bool high = field.elevations[point] > 2000;
            ids[j * PLANTED_TEXELS + i] = (uint8_t)((i + j / 3) % 256 < 6 ? 2 : high);
        }
    const struct fit_picture picture = {
        .width = PLANTED_TEXELS,
        .height = PLANTED_TEXELS,
        .ids = ids,
        .count = 4,
        .classes = {{"low", {0}}, {"high", {0}}, {"road", {0}}, {"none", {0}}}};
    const struct fit_scene scene = {&field, RENDER_RELIEF, false, 0, 0};
    struct fit_found found;
    assert_ok(fit_rules_find(&found, &scene, &picture, NULL, NULL, &err), &err);
    assert_false(found.paint[0]);
    assert_false(found.paint[1]);
    assert_true(found.paint[2]);
    assert_false(found.paint[3]);
    for (uint32_t l = 0; l < found.rules.count; l++)
        if (found.rules.layers[l].class >= 2) assert_true(found.rules.layers[l].coverage == 0);
    memset(ids, FIT_NONE, TEXELS);
    assert_int_equal(fit_rules_find(&found, &scene, &picture, NULL, NULL, &err),
                     SCREE_BAD_ARGUMENT);
    assert_string_equal(err.text, "no texel is of a class");
    mem_free(ids);
    mem_free(field.memory);
}

static int stop(void *context, const char *step, double done)
{
    (void)step;
    (void)done;
    unsigned *left = context;
    return *left == 0 || --*left == 0;
}

static void can_be_cancelled(void **state)
{
    (void)state;
    struct ter_field field;
    struct planted_map planted;
    struct scree_error err = SCREE_ERROR_INIT;
    const struct fit_picture picture = picture_of_noise(&planted, &field, 2, 2);
    const struct fit_scene scene = {&field, RENDER_RELIEF, false, 0, 0};
    for (unsigned steps = 1; steps < 20; steps += 9) {
        unsigned left = steps;
        struct scree_job job = {.context = &left, .progress = stop};
        struct fit_found found;
        err_clear(&err);
        assert_int_equal(fit_rules_find(&found, &scene, &picture, NULL, &job, &err),
                         SCREE_CANCELLED);
    }
    mem_free(planted.winners);
    mem_free(field.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_are_layers_by_name),
        cmocka_unit_test(colours_are_classes),
        cmocka_unit_test(grey_values_are_classes),
        cmocka_unit_test(channels_are_weights),
        cmocka_unit_test(aerial_pictures_have_classes_by_colour),
        cmocka_unit_test(aerial_pictures_may_not_change_meanwhile),
        cmocka_unit_test(rigs_of_rods_blends_over_each_other),
        cmocka_unit_test(planted_rules_are_found),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(other_ground_keeps_areas),
        cmocka_unit_test(rules_can_be_without_noise),
        cmocka_unit_test(masks_have_16_bits),
        cmocka_unit_test(beamng_materials_are_classes),
        cmocka_unit_test(sixteen_materials_are_taken),
        cmocka_unit_test(roads_are_paint),
        cmocka_unit_test(can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
