/* A caller's own tiles: the terrain is that of the same tiles as files; what its functions refuse, is
 * refused in their words; everything is given back once. */
#define _POSIX_C_SOURCE 200809L
#include "tests/scratch.h"

#include "tests/assert_scree.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

/* ---- a world of tiles, as functions and as files ---- */

/* Tiles of `side` points a side. The height (x, y), y from the north, does not know of tiles; neighbours
 * are `apart` points from each other. */
struct world {
    uint32_t across, down, side, apart;
    bool own_bases; /* each tile has a base and a step of its own */
    bool is_float;
    int salt;
    /* What happens at a tile. */
    uint64_t odd;
    int code;
    const char *text;
    bool odd_sample, has_missing;
    atomic_int headers, asked, released;
};

static double height(const struct world *w, uint32_t x, uint32_t y)
{
    const uint32_t slope = x * 9 + y * 5 + (x ^ y) % 64 + 31 * (uint32_t)w->salt;
    return (double)(slope % 6001) - 3000;
}

static void scale_of(const struct world *w, uint64_t tile, int *scale, int *base)
{
    *scale = w->own_bases ? 64 + (int)(tile % 5) * 16 : 64; /* of 65536 terrain units */
    *base = w->own_bases ? (int)(tile % 3) : 0;
}

static int16_t sample(const struct world *w, uint64_t tile, uint32_t i, uint32_t j)
{
    const uint32_t x = (uint32_t)(tile % w->across) * w->apart + i;
    const uint32_t y = (uint32_t)(tile / w->across) * w->apart + j;
    return (int16_t)height(w, x, y);
}

static int header(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *why)
{
    struct world *const w = context;
    int scale, base;
    (void)why;
    assert_int_equal(atomic_fetch_add(&w->headers, 1), (int)tile); /* once, in order */
    scale_of(w, tile, &scale, &base);
    out->column = (uint32_t)(tile % w->across) * w->apart;
    out->row = (uint32_t)(tile / w->across) * w->apart;
    out->columns = out->rows = w->side;
    out->numbers = w->is_float ? SCREE_TILE_F32 : SCREE_TILE_I16;
    out->has_missing = w->has_missing;
    out->base_m = base * 8.0;
    out->step_m = scale / 65536.0 * 8.0;
    snprintf(out->name, sizeof out->name, "square %u", (unsigned)tile);
    return SCREE_OK;
}

static int samples(void *context, uint64_t tile, void *to, struct scree_error *why)
{
    struct world *const w = context;
    int16_t *const whole = to;
    float *const floats = to;
    atomic_fetch_add(&w->asked, 1);
    if (w->code != SCREE_OK && tile == w->odd) {
        if (w->text != NULL) snprintf(why->text, sizeof why->text, "%s", w->text);
        return w->code;
    }
    for (uint32_t j = 0; j < w->side; j++) {
        for (uint32_t i = 0; i < w->side; i++) {
            if (w->is_float)
                floats[(size_t)j * w->side + i] = sample(w, tile, i, j);
            else
                whole[(size_t)j * w->side + i] = sample(w, tile, i, j);
        }
    }
    if (w->odd_sample && tile == w->odd && w->is_float) floats[w->side + 2] = NAN;
    if (w->odd_sample && tile == w->odd && !w->is_float) whole[w->side + 2] ^= 1;
    return SCREE_OK;
}

static void release(void *context)
{
    struct world *const w = context;
    atomic_fetch_add(&w->released, 1);
}

static struct scree_tiles tiles_of(struct world *w)
{
    struct scree_tiles tiles = SCREE_TILES_INIT;
    atomic_store(&w->headers, 0);
    atomic_store(&w->asked, 0);
    atomic_store(&w->released, 0);
    tiles.context = w;
    tiles.count = (uint64_t)w->across * w->down;
    tiles.cell_m = 8;
    tiles.header = header;
    tiles.samples = samples;
    tiles.release = release;
    return tiles;
}

static void put16(unsigned char *to, int value)
{
    to[0] = (unsigned char)((unsigned)value & 255u);
    to[1] = (unsigned char)((unsigned)value >> 8 & 255u);
}

/* A Terragen terrain as docs/formats/ter.md has it: rows from the south. */
static void write_ter(const char *path, const struct world *w, uint64_t tile)
{
    unsigned char head[48] = "TERRAGENTERRAIN SIZE\0\0\0\0SCAL\0\0\0A\0\0\0A\0\0\0AALTW";
    int scale, base;
    scale_of(w, tile, &scale, &base);
    put16(head + 20, (int)w->side - 1);
    unsigned char place[4];
    put16(place, scale);
    put16(place + 2, base);
    FILE *const f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(head, 1, 44, f), 44);
    assert_int_equal(fwrite(place, 1, 4, f), 4);
    for (uint32_t j = w->side; j-- > 0;) {
        for (uint32_t i = 0; i < w->side; i++) {
            unsigned char two[2];
            put16(two, sample(w, tile, i, j));
            assert_int_equal(fwrite(two, 1, 2, f), 2);
        }
    }
    assert_int_equal(fwrite("EOF ", 1, 4, f), 4);
    assert_int_equal(fclose(f), 0);
}

/* The files' folder; columns and rows are listed in a world.json. */
static const char *write_files(const struct world *w)
{
    static char folder[600];
    char path[700];
    snprintf(folder, sizeof folder, "%s", scratch_path("files"));
    assert_int_equal(mkdir(folder, 0755), 0);
    snprintf(path, sizeof path, "%s/world.json", folder);
    FILE *const list = fopen(path, "w");
    assert_non_null(list);
    fprintf(list, "{\"scree_world\": 1, \"shared_edges\": %s, \"tiles\": [",
            w->apart < w->side ? "true" : "false");
    for (uint32_t tile = 0; tile < w->across * w->down; tile++) {
        fprintf(list, "%s{\"file\": \"%u.ter\", \"column\": %u, \"row\": %u}", tile > 0 ? "," : "",
                (unsigned)tile, (unsigned)(tile % w->across), (unsigned)(tile / w->across));
        snprintf(path, sizeof path, "%s/%u.ter", folder, (unsigned)tile);
        write_ter(path, w, tile);
    }
    fprintf(list, "]}");
    assert_int_equal(fclose(list), 0);
    return folder;
}

static void remove_files(const struct world *w)
{
    char name[40];
    for (uint32_t tile = 0; tile < w->across * w->down; tile++) {
        snprintf(name, sizeof name, "files/%u.ter", (unsigned)tile);
        unlink(scratch_path(name));
    }
    unlink(scratch_path("files/world.json"));
    assert_int_equal(rmdir(scratch_path("files")), 0);
}

/* ---- what is made of it ---- */

#define MOST_FILES 40
struct made {
    size_t count;
    char sha256[MOST_FILES][65];
    struct scree_terrain_info info;
};

/* Masks, at a texel for `every` points. */
static struct made bake(struct scree_terrain *terrain, uint32_t every)
{
    struct scree_surface *surface;
    struct scree_bake *plan;
    struct scree_sink *sink;
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    struct made made = {.info = {.size = sizeof made.info}};
    assert_scree(scree_terrain_describe(terrain, &made.info, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    options.outputs = SCREE_BAKE_MASKS;
    options.width = (made.info.points_x - 1) / every;
    options.height = (made.info.points_y - 1) / every;
    assert_scree(scree_bake_plan(&plan, terrain, surface, &options, NULL, &error));
    assert_scree(scree_sink_digest(&sink, &error));
    assert_scree(scree_bake_write(plan, sink, NULL, NULL, &error));
    made.count = scree_sink_count(sink);
    assert_true(made.count > 5 && made.count <= MOST_FILES);
    for (size_t i = 0; i < made.count; i++)
        snprintf(made.sha256[i], sizeof made.sha256[i], "%s",
                 strcmp(scree_sink_name(sink, i), "manifest.json") == 0
                     ? "" /* the digest of the terrain is another one */
                     : scree_sink_sha256(sink, i));
    assert_scree(scree_sink_close(sink, SCREE_OK, NULL, &error));
    scree_bake_free(plan);
    scree_surface_free(surface);
    return made;
}

static void assert_same(const struct made *a, const struct made *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) assert_string_equal(a->sha256[i], b->sha256[i]);
    assert_int_equal(a->info.points_x, b->info.points_x);
    assert_int_equal(a->info.points_y, b->info.points_y);
    assert_memory_equal(a->info.altitude_m, b->info.altitude_m, sizeof a->info.altitude_m);
    assert_memory_equal(a->info.slope, b->info.slope, sizeof a->info.slope);
}

static struct made bake_files(const struct world *w, uint32_t every)
{
    struct scree_terrain *terrain;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    options.leave_in_file = 1;
    assert_scree(scree_terrain_open(&terrain, scree_file(write_files(w)), &options, NULL, &error));
    const struct made made = bake(terrain, every);
    scree_terrain_free(terrain);
    remove_files(w);
    return made;
}

static struct made bake_tiles(struct world *w, const char *identity, uint32_t every)
{
    struct scree_terrain *terrain;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_tiles tiles = tiles_of(w);
    char text[40] = "";
    if (identity != NULL) snprintf(text, sizeof text, "%s", identity);
    tiles.identity = identity != NULL ? text : NULL;
    options.leave_in_file = 1;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &options, NULL, &error));
    memset(text, 'x', sizeof text - 1); /* it was copied */
    assert_int_equal(w->headers, w->across * w->down);
    const struct made made = bake(terrain, every);
    scree_terrain_free(terrain);
    assert_int_equal(w->released, 1);
    return made;
}

static void tiles_are_the_files(void **state)
{
    (void)state;
    struct world shared = {.across = 4, .down = 3, .side = 65, .apart = 64};
    const struct made files = bake_files(&shared, 1);
    const struct made tiles = bake_tiles(&shared, NULL, 1);
    assert_same(&tiles, &files);
    assert_int_equal(tiles.info.points_x, 257);
    assert_int_equal(tiles.info.points_y, 193);
    assert_int_equal(tiles.info.file_bytes, 12 * 65 * 65 * 2);
    assert_string_equal(tiles.info.numbers, "16-bit whole numbers");
}

static void steps_of_their_own_are_put_on_one_scale(void **state)
{
    (void)state;
    struct world own = {.across = 3, .down = 2, .side = 40, .apart = 40, .own_bases = true};
    const struct made files = bake_files(&own, 1);
    const struct made tiles = bake_tiles(&own, "own", 1);
    assert_same(&tiles, &files);
    assert_string_equal(tiles.info.numbers, "32-bit floats");
}

/* More than 16 MiB stay in the source: rows of tiles come and go. */
static void a_large_world_stays_in_its_source(void **state)
{
    (void)state;
    struct world large = {.across = 3, .down = 3, .side = 1025, .apart = 1024};
    const struct made files = bake_files(&large, 8);
    const struct made tiles = bake_tiles(&large, "large", 8);
    assert_same(&tiles, &files);
    struct scree_terrain *terrain;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_tiles given = tiles_of(&large);
    given.identity = "large";
    given.altitude_m[0] = -100;
    given.altitude_m[1] = 100;
    given.slope[1] = 3;
    options.leave_in_file = 1;
    assert_scree(scree_terrain_open_tiles(&terrain, &given, &options, NULL, &error));
    struct scree_terrain_info info = {.size = sizeof info};
    assert_scree(scree_terrain_describe(terrain, &info, NULL, &error));
    assert_int_equal(large.asked, 0); /* nothing was wanted */
    assert_true(info.altitude_m[0] == -100 && info.altitude_m[1] == 100 && info.slope[1] == 3);
    assert_string_equal(info.sha256, tiles.info.sha256);
    assert_int_equal(large.released, 0);
    scree_terrain_free(terrain);
    assert_int_equal(large.released, 1);
}

enum { GROUND_SIDE = 96, GROUND_TEXELS = GROUND_SIDE * GROUND_SIDE };
struct ground {
    float altitude_m[GROUND_TEXELS], slope[GROUND_TEXELS];
};

/* In two calls, the southern rows first. */
static struct ground *ground_of(struct world *w, bool stays)
{
    struct scree_tiles tiles = tiles_of(w);
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_plan *plan;
    struct scree_terrain_options how = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    struct ground *const ground = malloc(sizeof *ground);
    const uint32_t north = 70, south = GROUND_SIDE - north;
    const size_t at = (size_t)north * GROUND_SIDE;
    assert_non_null(ground);
    how.leave_in_file = stays;
    how.keep_missing = 1;
    options.width = options.height = GROUND_SIDE;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &how, NULL, &error));
    assert_int_equal(scree_terrain_heights(terrain, 0, 1, (float[3073]){0}, &error),
                     stays ? SCREE_BAD_ARGUMENT : SCREE_OK);
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    assert_scree(scree_plan_create(&plan, terrain, surface, &options, NULL, &error));
    struct scree_live *live;
    const int anywhere = stays ? SCREE_BAD_ARGUMENT : SCREE_OK;
    assert_int_equal(scree_live_create(&live, terrain, NULL, NULL, &error), anywhere);
    scree_live_free(live);
    if (stays) assert_string_equal(error.field, "leave_in_file");
    assert_int_equal(scree_probe(plan, 1, 1, NULL, NULL, &error), anywhere);
    if (stays) assert_string_equal(error.field, "leave_in_file");
    w->code = stays ? SCREE_CANNOT_READ : SCREE_OK;
    w->odd = 8;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(
        scree_plan_ground(plan, north, south, ground->altitude_m + at, NULL, NULL, &error),
        w->code);
    if (stays) assert_string_equal(error.file, "square 8");
    w->code = SCREE_OK;
    w->odd = 0;
    assert_scree(scree_plan_ground(plan, north, south, ground->altitude_m + at, ground->slope + at,
                                   NULL, &error));
    assert_scree(
        scree_plan_ground(plan, 0, north, ground->altitude_m, ground->slope, NULL, &error));
    scree_plan_free(plan);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    return ground;
}

/* What texels stand on is the same wherever the samples are; one point is without data. */
static void ground_is_that_of_a_terrain_in_memory(void **state)
{
    (void)state;
    struct world w = {.across = 3,
                      .down = 3,
                      .side = 1025,
                      .apart = 1024,
                      .is_float = true,
                      .odd_sample = true,
                      .has_missing = true};
    struct ground *const held = ground_of(&w, false), *const left = ground_of(&w, true);
    for (size_t i = 0; i < GROUND_TEXELS; i++) {
        const bool missing = i == 0; /* the point in column 2 of row 1 */
        assert_int_equal(isnan(held->altitude_m[i]) != 0, missing);
        assert_int_equal(isnan(held->slope[i]) != 0, missing);
        assert_int_equal(isnan(left->altitude_m[i]) != 0, missing);
        assert_int_equal(isnan(left->slope[i]) != 0, missing);
        if (missing) continue;
        assert_true(left->altitude_m[i] == held->altitude_m[i]);
        assert_true(left->slope[i] == held->slope[i]);
    }
    assert_true(held->altitude_m[1] != held->altitude_m[GROUND_TEXELS - 1]);
    free(held);
    free(left);
}

static void digests_tell_worlds_apart(void **state)
{
    (void)state;
    struct world one = {.across = 2, .down = 2, .side = 20, .apart = 20};
    struct world other = one, of_floats = one;
    other.salt = 1;
    of_floats.is_float = true;
    const struct made named = bake_tiles(&one, "a", 1), again = bake_tiles(&one, "a", 1);
    const struct made renamed = bake_tiles(&one, "b", 1), read = bake_tiles(&one, NULL, 1);
    const struct made salted = bake_tiles(&other, NULL, 1),
                      floats = bake_tiles(&of_floats, NULL, 1);
    assert_string_equal(named.info.sha256, again.info.sha256);
    assert_string_not_equal(named.info.sha256, renamed.info.sha256);
    assert_string_not_equal(named.info.sha256, read.info.sha256);
    assert_string_not_equal(salted.info.sha256, read.info.sha256);
    assert_string_not_equal(floats.info.sha256, read.info.sha256);
    for (size_t i = 0; i < floats.count; i++) assert_string_equal(floats.sha256[i], read.sha256[i]);
}

static void identify(char sha256[65], struct world *w, const struct scree_tiles *tiles)
{
    struct scree_terrain *terrain;
    struct scree_terrain_info info = {.size = sizeof info};
    atomic_store(&w->headers, 0);
    assert_scree(scree_terrain_open_tiles(&terrain, tiles, NULL, NULL, &error));
    assert_scree(scree_terrain_describe(terrain, &info, NULL, &error));
    scree_terrain_free(terrain);
    snprintf(sha256, 65, "%s", info.sha256);
}

/* One identity in other places, cells and orders: ground that is another has another digest. */
static void digests_cover_what_the_ground_depends_on(void **state)
{
    (void)state;
    enum { WORLDS = 8 };
    char sha256[WORLDS][65];
    struct world w = {.across = 2, .down = 2, .side = 20, .apart = 20};
    struct scree_tiles tiles = tiles_of(&w);
    tiles.identity = "generator";
    tiles.cell_m = 0;
    tiles.cell_deg[0] = tiles.cell_deg[1] = 1 / 1200.0;
    tiles.place[0] = tiles.place[1] = 10;
    identify(sha256[0], &w, &tiles);
    tiles.place[1] = 60;
    identify(sha256[1], &w, &tiles);
    tiles.place[0] = 11;
    identify(sha256[2], &w, &tiles);
    tiles.cell_deg[1] = 1 / 1000.0;
    identify(sha256[3], &w, &tiles);
    tiles.epsg = 4326;
    identify(sha256[4], &w, &tiles);
    w.apart = 19;
    identify(sha256[5], &w, &tiles);
    w.is_float = true;
    identify(sha256[6], &w, &tiles);
    w.has_missing = true;
    identify(sha256[7], &w, &tiles);
    for (int i = 0; i < WORLDS; i++)
        for (int k = 0; k < i; k++) assert_string_not_equal(sha256[i], sha256[k]);
}

static struct scree_terrain *open_part(struct world *w, double cell_m, uint32_t part)
{
    struct scree_terrain *terrain;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_tiles tiles = tiles_of(w);
    char folder[600];
    snprintf(folder, sizeof folder, "%s", scratch_path("noted"));
    tiles.cell_m = cell_m;
    options.leave_in_file = 1;
    options.parts_folder = part > 0 ? folder : NULL;
    options.part = part;
    options.parts = 2;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &options, NULL, &error));
    return terrain;
}

static struct scree_terrain_info measure(struct scree_terrain *terrain)
{
    struct scree_terrain_info info = {.size = sizeof info};
    assert_scree(scree_terrain_describe(terrain, &info, NULL, &error));
    return info;
}

/* What a part noted of tiles is of no use to one whose headers or cells are others. */
static void notes_are_of_the_same_headers(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 3, .side = 1025, .apart = 1024};
    struct scree_terrain *const first = open_part(&w, 8, 1);
    const struct scree_terrain_info noted = measure(first);
    struct scree_terrain *terrain = open_part(&w, 8, 2);
    assert_int_equal(w.asked, 1); /* the first tile, for its warnings */
    assert_string_equal(measure(terrain).sha256, noted.sha256);
    scree_terrain_free(terrain);
    for (int k = 0; k < 2; k++) {
        const double cell_m = k == 0 ? 16 : 8;
        w.own_bases = k == 1;
        terrain = open_part(&w, cell_m, 2);
        assert_true(w.asked >= 9);
        const struct scree_terrain_info got = measure(terrain);
        scree_terrain_free(terrain);
        terrain = open_part(&w, cell_m, 0);
        const struct scree_terrain_info wanted = measure(terrain);
        scree_terrain_free(terrain);
        assert_memory_equal(got.altitude_m, wanted.altitude_m, sizeof got.altitude_m);
        assert_memory_equal(got.slope, wanted.slope, sizeof got.slope);
        assert_string_equal(got.sha256, wanted.sha256);
        assert_string_not_equal(got.sha256, noted.sha256);
    }
    scree_terrain_free(first);
}

static unsigned count_notes(void)
{
    unsigned count = 0;
    DIR *const dir = opendir(scratch_path("noted/parts"));
    if (dir == NULL) return 0;
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += strncmp(entry->d_name, "survey-", 7) == 0;
    closedir(dir);
    return count;
}

/* Of parts that come to nothing, each takes away what it noted, whoever made the folder: the others still
 * share theirs, and the last one leaves nothing. */
static void parts_that_fail_leave_no_notes(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 3, .side = 1025, .apart = 1024};
    for (int k = 0; k < 2; k++) {
        struct scree_terrain *const first = open_part(&w, 8, 1);
        const unsigned of_first = count_notes();
        struct scree_terrain *const second = open_part(&w, 16, 2);
        const unsigned of_second = count_notes() - of_first;
        assert_true(of_first > 1 && of_second > 1);
        scree_terrain_free(k == 0 ? first : second);
        assert_int_equal(count_notes(), k == 0 ? of_second : of_first);
        scree_terrain_free(k == 0 ? second : first);
        assert_int_not_equal(access(scratch_path("noted"), F_OK), 0);
    }
}

static int metre_header(void *context, uint64_t tile, struct scree_tile *out,
                        struct scree_error *why)
{
    const int code = header(context, tile, out, why);
    out->base_m = 0;
    out->step_m = 1;
    return code;
}

/* Tiles of an SRTM grid give the bytes of its files: slopes by each row's latitude. */
static void degrees_are_those_of_files(void **state)
{
    (void)state;
    enum { SIDE = 1201 };
    static const char *const names[2] = {"files/N48E011.hgt", "files/N47E011.hgt"};
    struct world w = {.across = 1, .down = 2, .side = SIDE, .apart = SIDE - 1};
    assert_int_equal(mkdir(scratch_path("files"), 0755), 0);
    for (uint64_t tile = 0; tile < 2; tile++) {
        FILE *const f = fopen(scratch_path(names[tile]), "wb");
        assert_non_null(f);
        for (uint32_t at = 0; at < SIDE * SIDE; at++) { /* rows from the north, big-endian */
            const unsigned number = (uint16_t)sample(&w, tile, at % SIDE, at / SIDE);
            fputc((int)(number >> 8 & 255u), f);
            fputc((int)(number & 255u), f);
        }
        assert_int_equal(fclose(f), 0);
    }
    struct scree_terrain *terrain;
    assert_scree(
        scree_terrain_open(&terrain, scree_file(scratch_path("files")), NULL, NULL, &error));
    const struct made files = bake(terrain, 8);
    scree_terrain_free(terrain);
    for (int k = 0; k < 2; k++) unlink(scratch_path(names[k]));
    rmdir(scratch_path("files"));

    struct scree_tiles tiles = tiles_of(&w);
    tiles.cell_m = 0;
    tiles.cell_deg[0] = tiles.cell_deg[1] = 1 / 1200.0;
    tiles.place[0] = 11;
    tiles.place[1] = 49;
    tiles.header = metre_header;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, NULL, NULL, &error));
    assert_int_equal(w.released, 1); /* all of it came into memory */
    const struct made made = bake(terrain, 8);
    scree_terrain_free(terrain);
    assert_same(&made, &files);
    assert_true(made.info.cell_m[0] < 0.7 * made.info.cell_m[1]); /* cos 48 degrees */
}

/* Source of the tags and keys: OGC 19-008r4, GeoTIFF Standard: ModelTiepoint (i, j, k, x, y, z), and
 * GTRasterTypeGeoKey, ProjectedCRSGeoKey. */
static void outputs_have_the_place(void **state)
{
    (void)state;
    struct world w = {.across = 2, .down = 1, .side = 17, .apart = 16};
    struct scree_tiles tiles = tiles_of(&w);
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_bake *plan;
    struct scree_sink *sink;
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    tiles.epsg = 25832;
    tiles.place[0] = 691234.5;
    tiles.place[1] = 5334000.25;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, NULL, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    options.outputs = SCREE_BAKE_GEOTIFF;
    const int code = scree_bake_plan(&plan, terrain, surface, &options, NULL, &error);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    if (code != SCREE_OK) {
        assert_non_null(strstr(error.text, "TIFF")); /* a build without it */
        skip();
    }
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_bake_write(plan, sink, NULL, NULL, &error));
    scree_bake_free(plan);
    const uint16_t key[8] = {1025, 0, 1, 2, 3072, 0, 1, 25832}; /* pixels are points: */
    const double tie[6] = {0, 0, 0, 691238.5, 5333996.25, 0};   /* the middle of texel 0, 0 */
    int found = 0;
    for (size_t i = 0; i < scree_sink_count(sink); i++) {
        const unsigned char *const bytes = scree_sink_bytes(sink, i);
        if (strcmp(scree_sink_name(sink, i), "masks.tif") != 0) continue;
        for (size_t at = 0; at + sizeof tie <= scree_sink_size(sink, i); at += 2) {
            found |= memcmp(bytes + at, key, sizeof key) == 0 ? 1 : 0;
            found |= memcmp(bytes + at, tie, sizeof tie) == 0 ? 2 : 0;
        }
    }
    assert_scree(scree_sink_close(sink, SCREE_OK, NULL, &error));
    assert_int_equal(found, 3);
}

/* ---- the longest side ---- */

#define LONGEST SCREE_MAX_WORLD_POINTS
#define CUT 65536u /* texels of a file of it */

static int thin_header(void *context, uint64_t tile, struct scree_tile *out,
                       struct scree_error *why)
{
    (void)context;
    (void)tile;
    (void)why;
    out->columns = LONGEST;
    out->rows = 2;
    return SCREE_OK;
}

/* Low ground in the west; the eastern 1000 points lie 90 m higher. */
static int thin_samples(void *context, uint64_t tile, void *to, struct scree_error *why)
{
    int16_t *const heights = to;
    (void)context;
    (void)tile;
    (void)why;
    for (uint32_t i = 0; i < 2 * LONGEST; i++)
        heights[i] = i % LONGEST >= LONGEST - 1000 ? 100 : 10;
    return SCREE_OK;
}

static struct scree_sink *bake_thin(int format, uint32_t tile_texels)
{
    static const char map[] = "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Low\","
                              "\"children\": [{\"name\": \"High\", \"coverage\": 1,"
                              "\"altitude\": {\"min\": {\"at\": 50, \"unit\": \"m\"}}}]}}";
    struct scree_tiles tiles = SCREE_TILES_INIT;
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_bake *plan;
    struct scree_sink *sink;
    struct scree_bake_options options = SCREE_BAKE_OPTIONS_INIT;
    tiles.count = 1;
    tiles.cell_m = 1;
    tiles.header = thin_header;
    tiles.samples = thin_samples;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, NULL, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_memory(map, strlen(map), "map.srf.json"),
                                    terrain, NULL, &error));
    options.outputs = SCREE_BAKE_MASKS;
    options.width = LONGEST; /* and not a texel less */
    options.height = 1;
    options.format = (enum scree_bake_format)format;
    options.tile_texels = tile_texels;
    assert_scree(scree_bake_plan(&plan, terrain, surface, &options, NULL, &error));
    assert_scree(scree_sink_memory(&sink, &error));
    assert_scree(scree_bake_write(plan, sink, NULL, NULL, &error));
    scree_bake_free(plan);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    return sink;
}

static size_t size_of(const struct scree_sink *sink, const char *name, const unsigned char **bytes)
{
    for (size_t i = 0; i < scree_sink_count(sink); i++) {
        if (strcmp(scree_sink_name(sink, i), name) != 0) continue;
        *bytes = scree_sink_bytes(sink, i);
        return (size_t)scree_sink_size(sink, i);
    }
    fail_msg("no %s", name);
    return 0;
}

static void sides_of_2_20_texels_are_written(void **state)
{
    (void)state;
    const unsigned char *whole = NULL, *part = NULL, *head = NULL;
    struct scree_sink *const raw = bake_thin(SCREE_BAKE_RAW, 0);
    assert_int_equal(size_of(raw, "masks/01-high.raw", &whole), LONGEST);
    for (uint32_t i = 0; i < LONGEST; i++) {
        if (i < LONGEST - 1010) assert_int_equal(whole[i], 0);
        if (i > LONGEST - 990) assert_int_equal(whole[i], 255);
    }
    struct scree_sink *const cut = bake_thin(SCREE_BAKE_RAW, CUT);
    for (uint32_t k = 0; k < LONGEST / CUT; k++) {
        char name[40];
        snprintf(name, sizeof name, "masks/01-high_%u_0.raw", (unsigned)k);
        assert_int_equal(size_of(cut, name, &part), CUT);
        assert_memory_equal(part, whole + (size_t)k * CUT, CUT);
    }
    struct scree_sink *const png = bake_thin(SCREE_BAKE_PNG8, 0);
    size_of(png, "masks/01-high.png", &head);
    assert_memory_equal(head + 12, "IHDR\0\x10\0\0\0\0\0\x01\x08\0", 14); /* width, height, grey */
    struct scree_sink *const npy = bake_thin(SCREE_BAKE_NPY, 0);
    assert_int_equal(size_of(npy, "masks/01-high.npy", &head) % 64, LONGEST * 4 % 64);
    assert_non_null(strstr((const char *)head + 10, "(1, 1048576)"));
    struct scree_sink *const all[] = {raw, cut, png, npy};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        assert_scree(scree_sink_close(all[i], SCREE_OK, NULL, &error));
}

/* ---- reading ahead ---- */

static bool has_threads(void)
{
    const char *const built = scree_build(), *const found = strstr(built, "OpenMP");
    const char *const without = strstr(built, "without");
    return found != NULL && (without == NULL || found < without);
}

/* The next row of tiles is asked for while nobody waits for it, and nothing beyond what is evaluated. */
static void the_next_row_of_tiles_is_read_ahead(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 4, .side = 1025, .apart = 1024};
    struct scree_tiles tiles = tiles_of(&w);
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_terrain_options stay = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    struct scree_job job = SCREE_JOB_INIT;
    tiles.identity = "ahead";
    tiles.altitude_m[1] = tiles.slope[1] = 1;
    stay.leave_in_file = 1;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &stay, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    options.width = 3 * 256; /* a texel for 4 units */
    options.height = 4 * 256;
    options.columns = 200; /* of the first two tiles of a row */
    options.column = 100;
    options.rows = 600; /* of the first three rows of tiles */
    for (uint32_t threads = 1; threads <= 2; threads++) {
        struct scree_plan *plan;
        uint64_t sums[512] = {0};
        const struct scree_target target = {sizeof target, SCREE_COVERAGE, NULL, sums};
        job.threads = threads;
        assert_scree(scree_plan_create(&plan, terrain, surface, &options, &job, &error));
        atomic_store(&w.asked, 0);
        assert_scree(scree_plan_rows(plan, 0, 64, &target, 1, &job, &error));
        const struct timespec pause = {0, 5000000};
        for (int k = 0; k < 6000 && threads > 1 && has_threads() && w.asked < 4; k++)
            nanosleep(&pause, NULL);
        assert_int_equal(w.asked, threads > 1 && has_threads() ? 4 : 2);
        assert_scree(scree_plan_rows(plan, 64, 536, &target, 1, &job, &error));
        assert_int_equal(w.asked, 6);
        scree_plan_free(plan);
        scree_terrain_free(terrain); /* and with it what is kept of its tiles */
        tiles = tiles_of(&w);
        tiles.identity = "ahead";
        tiles.altitude_m[1] = tiles.slope[1] = 1;
        assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &stay, NULL, &error));
    }
    scree_surface_free(surface);
    scree_terrain_free(terrain);
}

static int only_the_first_row(void *context, uint64_t tile, void *to, struct scree_error *why)
{
    struct world *const w = context;
    if (tile < w->across) return samples(context, tile, to, why);
    atomic_fetch_add(&w->asked, 1);
    return SCREE_CANCELLED;
}

/* Who reads ahead asks for no further tile once one was cancelled; it is the answer when it is wanted. */
static void reading_ahead_ends_when_it_is_cancelled(void **state)
{
    (void)state;
    struct world w = {.across = 12, .down = 3, .side = 513, .apart = 512};
    struct scree_tiles tiles = tiles_of(&w);
    struct scree_terrain *terrain;
    struct scree_surface *surface;
    struct scree_plan *plan;
    struct scree_terrain_options stay = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_plan_options options = SCREE_PLAN_OPTIONS_INIT;
    struct scree_job job = SCREE_JOB_INIT;
    uint64_t sums[512] = {0};
    const struct scree_target target = {sizeof target, SCREE_COVERAGE, NULL, sums};
    tiles.identity = "cancelled";
    tiles.altitude_m[1] = tiles.slope[1] = 1;
    tiles.samples = only_the_first_row;
    stay.leave_in_file = 1;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &stay, NULL, &error));
    assert_scree(scree_surface_open(&surface, scree_file(harness_source("examples/island.srf")),
                                    terrain, NULL, &error));
    options.width = 12 * 128; /* a texel for 4 units */
    options.height = 3 * 128;
    job.threads = 2;
    assert_scree(scree_plan_create(&plan, terrain, surface, &options, &job, &error));
    assert_scree(scree_plan_rows(plan, 0, 32, &target, 1, &job, &error));
    const struct timespec pause = {0, 5000000};
    for (int k = 0; k < 6000 && has_threads() && w.asked == 12; k++) nanosleep(&pause, NULL);
    for (int k = 0; k < 10; k++) nanosleep(&pause, NULL);
    assert_true(w.asked <= 12 + 2); /* one by each thread */
    assert_int_equal(scree_plan_rows(plan, 128, 32, &target, 1, &job, &error), SCREE_CANCELLED);
    scree_plan_free(plan);
    scree_surface_free(surface);
    scree_terrain_free(terrain);
    assert_int_equal(w.released, 1);
}

/* ---- refusals ---- */

static void assert_fails(struct world *w, const struct scree_terrain_options *options, int code,
                         const char *file, const char *text)
{
    struct scree_terrain *terrain;
    const struct scree_tiles tiles = tiles_of(w);
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_terrain_open_tiles(&terrain, &tiles, options, NULL, &error), code);
    assert_null(terrain);
    assert_string_equal(error.file, file);
    if (strstr(error.text, text) == NULL) fail_msg("'%s' is not in '%s'", text, error.text);
    assert_int_equal(w->released, 1);
}

static void what_functions_return_is_the_error(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 2, .side = 9, .apart = 8, .odd = 4};
    w.code = SCREE_CANNOT_READ;
    w.text = "the database does not answer";
    assert_fails(&w, NULL, SCREE_CANNOT_READ, "square 4", "the database does not answer");
    w.text = NULL;
    w.code = 77;
    assert_fails(&w, NULL, SCREE_CANNOT_READ, "square 4", "its source returned the code 77");
    w.code = SCREE_NO_MEMORY;
    assert_fails(&w, NULL, SCREE_NO_MEMORY, "square 4", "no memory");
    w.code = SCREE_CANCELLED;
    assert_fails(&w, NULL, SCREE_CANCELLED, "square 4", "cancelled");
    w.code = SCREE_OK;
    w.is_float = w.odd_sample = true;
    assert_fails(&w, NULL, SCREE_MALFORMED, "square 4",
                 "the sample in column 2 of row 1 is not finite");
    w.is_float = w.odd_sample = false;
}

static int warned;

static void count_warnings(void *context, const struct scree_message *message)
{
    (void)context;
    warned += message->severity == SCREE_WARNING &&
              strstr(message->text, "some points are in none of the 6 sources") != NULL;
}

static void assert_row(struct world *w, const struct scree_terrain_options *options, float at_2,
                       float at_9)
{
    struct scree_job job = SCREE_JOB_INIT;
    struct scree_tiles tiles = tiles_of(w);
    struct scree_terrain *terrain;
    float row[29];
    job.message = count_warnings;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, options, &job, &error));
    assert_scree(scree_terrain_heights(terrain, 1, 1, row, &error));
    scree_terrain_free(terrain);
    assert_true(row[2] == at_2 || (isnan(row[2]) && isnan(at_2)));
    assert_true(row[9] == at_9 || (isnan(row[9]) && isnan(at_9)));
    assert_true(row[8] == (float)(height(w, 8, 1) / 128));
}

/* Points that no tile has, and such as a tile knows nothing of. */
static void points_without_data_are_filled_or_stay(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 2, .side = 9, .apart = 10};
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    const float there = (float)(height(&w, 2, 1) / 128);
    assert_row(&w, &options, there, NAN);
    assert_int_equal(warned, 1);
    options.has_fill = true;
    options.fill_m = -2;
    assert_row(&w, &options, there, -2);
    assert_int_equal(warned, 2); /* with what they are filled */
    w.is_float = w.odd_sample = w.has_missing = true;
    assert_row(&w, &options, -2, -2);
    options.has_fill = false;
    options.keep_missing = 1;
    assert_row(&w, &options, NAN, NAN);
    assert_fails(&w, NULL, SCREE_MALFORMED, "square 0",
                 "the sample in column 2 of row 1 is not a number; add fill_m or keep_missing");
}

/* Later, too: while rows are evaluated. */
static void errors_come_when_tiles_are_wanted(void **state)
{
    (void)state;
    struct world w = {.across = 3, .down = 3, .side = 1025, .apart = 1024, .odd = 7};
    struct scree_tiles tiles = tiles_of(&w);
    struct scree_terrain *terrain;
    struct scree_terrain_options options = SCREE_TERRAIN_OPTIONS_INIT;
    struct scree_terrain_info info = {.size = sizeof info};
    options.leave_in_file = 1;
    assert_scree(scree_terrain_open_tiles(&terrain, &tiles, &options, NULL, &error));
    assert_int_equal(w.asked, 9); /* without an identity, all are looked at */
    w.odd_sample = true;
    assert_int_equal(scree_terrain_describe(terrain, &info, NULL, &error), SCREE_CANNOT_READ);
    assert_string_equal(error.file, "square 7");
    assert_non_null(strstr(error.text, "was changed while it was read"));
    w.odd_sample = false;
    w.code = SCREE_CANCELLED;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_terrain_describe(terrain, &info, NULL, &error), SCREE_CANCELLED);
    w.code = SCREE_OK;
    assert_scree(scree_terrain_describe(terrain, &info, NULL, &error));
    assert_int_equal(w.released, 0);
    scree_terrain_free(terrain);
    assert_int_equal(w.released, 1);
}

static int stop(void *context, const char *step, double done)
{
    (void)step;
    (void)done;
    return --*(int *)context < 0;
}

static void opening_is_cancelled(void **state)
{
    (void)state;
    struct world w = {.across = 30, .down = 30, .side = 5, .apart = 4};
    for (int left = 0; left < 4; left++) {
        int steps = left;
        struct scree_job job = SCREE_JOB_INIT;
        struct scree_tiles tiles = tiles_of(&w);
        struct scree_terrain *terrain;
        job.progress = stop;
        job.context = &steps;
        assert_int_equal(scree_terrain_open_tiles(&terrain, &tiles, NULL, &job, &error),
                         SCREE_CANCELLED);
        assert_null(terrain);
        assert_int_equal(w.released, 1);
        if (left == 0) assert_int_equal(w.headers, 0);
        assert_true(w.asked < 900);
    }
}

/* ---- what makes no sense ---- */

static struct scree_tile odd_header;

static int give_odd(void *context, uint64_t tile, struct scree_tile *out, struct scree_error *why)
{
    (void)context;
    (void)tile;
    (void)why;
    assert_int_equal(out->size, sizeof *out);
    assert_true(out->step_m == 1 && out->base_m == 0 && out->numbers == SCREE_TILE_I16);
    *out = odd_header;
    return SCREE_OK;
}

static void assert_header(const char *text, int code)
{
    struct world w = {.across = 1, .down = 1};
    struct scree_tiles tiles = tiles_of(&w);
    struct scree_terrain *terrain;
    tiles.header = give_odd;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_terrain_open_tiles(&terrain, &tiles, NULL, NULL, &error), code);
    assert_string_equal(error.file, "tile 0");
    if (strstr(error.text, text) == NULL) fail_msg("'%s' is not in '%s'", text, error.text);
    assert_int_equal(w.released, 1);
    assert_int_equal(w.asked, 0);
}

static void headers_without_sense_are_refused(void **state)
{
    (void)state;
    const struct scree_tile good = {.columns = 5, .rows = 5, .step_m = 1};
    odd_header = good, odd_header.rows = 0;
    assert_header("has 5 x 0 points; give at least one a side", SCREE_BAD_ARGUMENT);
    odd_header = good, odd_header.column = SCREE_MAX_WORLD_POINTS - 4;
    assert_header("reaches to column 1048576", SCREE_LIMIT);
    odd_header = good, odd_header.row = UINT32_MAX;
    assert_header("and row 4294967299", SCREE_LIMIT);
    odd_header = good, odd_header.columns = odd_header.rows = 1 << 17;
    assert_header("the limit is 1073741824", SCREE_LIMIT);
    odd_header = good, odd_header.step_m = 0;
    assert_header("the step 0; give finite metres", SCREE_BAD_ARGUMENT);
    odd_header = good, odd_header.base_m = INFINITY;
    assert_header("has the base inf", SCREE_BAD_ARGUMENT);
    odd_header = good, odd_header.step_m = 1e9;
    assert_header("outside the range that scree can use", SCREE_LIMIT);
    odd_header = good, odd_header.numbers = 7;
    assert_header("has numbers of kind 7", SCREE_BAD_ARGUMENT);
    odd_header = good, odd_header.has_missing = 1;
    assert_header("has whole numbers and points without data", SCREE_BAD_ARGUMENT);
}

static void assert_tiles(const struct scree_tiles *tiles, const char *field)
{
    struct scree_terrain *terrain;
    error = (struct scree_error)SCREE_ERROR_INIT;
    assert_int_equal(scree_terrain_open_tiles(&terrain, tiles, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_null(terrain);
    assert_string_equal(error.field, field);
}

static void sources_without_sense_are_refused(void **state)
{
    (void)state;
    struct world w = {.across = 1, .down = 1, .side = 5};
    const struct scree_tiles good = tiles_of(&w);
    struct scree_tiles t;
    assert_tiles(NULL, "size");
    t = good, t.size = 0;
    assert_tiles(&t, "size");
    t = good, t.header = NULL;
    assert_tiles(&t, "header");
    t = good, t.samples = NULL;
    assert_tiles(&t, "samples");
    t = good, t.count = 0;
    assert_tiles(&t, "count");
    t = good, t.count = SCREE_MAX_TILES + 1;
    assert_tiles(&t, "count");
    t = good, t.cell_m = 0;
    assert_tiles(&t, "cell_m");
    t = good, t.cell_m = NAN;
    assert_tiles(&t, "cell_m");
    t = good, t.cell_deg[0] = 1;
    assert_tiles(&t, "cell_deg");
    t = good, t.epsg = 65536;
    assert_tiles(&t, "epsg");
    t = good, t.place[0] = INFINITY;
    assert_tiles(&t, "place");
    t = good, t.altitude_m[1] = 5;
    assert_tiles(&t, "slope");
    t = good, t.altitude_m[1] = 5, t.slope[0] = -1, t.slope[1] = 1;
    assert_tiles(&t, "slope");
    t = good, t.altitude_m[0] = 5, t.slope[1] = 1;
    assert_tiles(&t, "altitude_m");
    assert_int_equal(w.released, 12); /* each but the two without a size */
    atomic_store(&w.released, 0);
    t = good, t.cell_m = 0, t.cell_deg[0] = t.cell_deg[1] = 10, t.place[1] = -60;
    struct scree_terrain *terrain;
    assert_int_equal(scree_terrain_open_tiles(&terrain, &t, NULL, NULL, &error),
                     SCREE_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "reach to the latitude -100"));
    assert_int_equal(w.released, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_are_the_files),
        cmocka_unit_test(steps_of_their_own_are_put_on_one_scale),
        cmocka_unit_test(a_large_world_stays_in_its_source),
        cmocka_unit_test(ground_is_that_of_a_terrain_in_memory),
        cmocka_unit_test(digests_tell_worlds_apart),
        cmocka_unit_test(digests_cover_what_the_ground_depends_on),
        cmocka_unit_test(notes_are_of_the_same_headers),
        cmocka_unit_test(parts_that_fail_leave_no_notes),
        cmocka_unit_test(degrees_are_those_of_files),
        cmocka_unit_test(outputs_have_the_place),
        cmocka_unit_test(sides_of_2_20_texels_are_written),
        cmocka_unit_test(the_next_row_of_tiles_is_read_ahead),
        cmocka_unit_test(reading_ahead_ends_when_it_is_cancelled),
        cmocka_unit_test(what_functions_return_is_the_error),
        cmocka_unit_test(points_without_data_are_filled_or_stay),
        cmocka_unit_test(errors_come_when_tiles_are_wanted),
        cmocka_unit_test(opening_is_cancelled),
        cmocka_unit_test(headers_without_sense_are_refused),
        cmocka_unit_test(sources_without_sense_are_refused),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
