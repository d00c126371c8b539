/*
 * Any bytes as the files of a BeamNG level that --into is asked to change. The first byte says how;
 * then come files: a byte that chooses the name, two that give the length, the bytes.
 *
 * Whatever the level holds, nothing appears beside it; a refused one stays as it was, and one that
 * was changed is a level that could be changed again. make_level.py makes such inputs.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beamng/into.h"
#include "ground/ground_into.h"
#include "ground/ground_files.h"
#include "tests/fuzz/require.h"

#define MAX_TEXTURE 64 /* larger ones take longer to draw than a run may */

static const char *const folders[] = {
    "main", "main/MissionGroup", "art", "art/terrains", "art/forest", "sub", "forest"};
static const char *const names[] = {"theTerrain.ter",
                                    "theTerrain.terrain.json",
                                    "main/MissionGroup/items.level.json",
                                    "art/terrains/main.materials.json",
                                    "main/items.level.json",
                                    "items.level.json",
                                    "sub/other.ter",
                                    "sub/other.materials.json",
                                    BEAMNG_REPORT,
                                    "art/forest/managedItemData.json",
                                    "forest/scree_pine.forest4.json",
                                    "forest/theirs.forest4.json"};
#define NAMES (sizeof names / sizeof names[0])

static const char surface[] =
    "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": ["
    "{\"name\": \"Grass\", \"coverage\": 0.5, \"fractal_noise\": 1},"
    "{\"name\": \"L\\u00e4va \\\"1\\\"\", \"coverage\": 0.3, \"fractal_noise\": 1}]}}";

/* Of a level whose plants change, too. */
static const char woods[] =
    "{\"format\": \"scree-surface-2\", \"root\": {\"name\": \"Rock\", \"children\": ["
    "{\"name\": \"Grass\", \"coverage\": 0.5, \"fractal_noise\": 1},"
    "{\"name\": \"Pine wood\", \"coverage\": 0.9, \"fractal_noise\": 1}]}}";

static char root[64];
static int home; /* where the fuzzer writes what it finds */

/* ---- the folder ---- */

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *walk)
{
    (void)info;
    (void)kind;
    (void)walk;
    return remove(path);
}

static void remove_root(void)
{
    (void)!chdir("/");
    nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void put(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(name, "wb");
    REQUIRE(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* In memory where there is such a file system. */
static void start(void)
{
    if (root[0] != '\0') {
        REQUIRE(chdir(root) == 0);
        return;
    }
    home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    REQUIRE(home >= 0);
    snprintf(root, sizeof root, "%s/scree-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    REQUIRE(mkdtemp(root) != NULL && chdir(root) == 0 && atexit(remove_root) == 0);
    put("map.srf.json", surface, sizeof surface - 1);
    put("layers.srf.json", woods, sizeof woods - 1);
}

struct piece {
    const uint8_t *bytes; /* NULL: there is no such file */
    size_t size;
};

static void split(struct piece pieces[NAMES], const uint8_t *data, size_t size)
{
    memset(pieces, 0, NAMES * sizeof *pieces);
    while (size > 3) {
        struct piece *piece = &pieces[data[0] % NAMES];
        const size_t wanted = data[1] + 256u * data[2], left = size - 3;
        piece->bytes = data + 3;
        piece->size = wanted < left ? wanted : left;
        data += 3 + piece->size;
        size -= 3 + piece->size;
    }
}

static void make_level(const struct piece pieces[NAMES])
{
    nftw("level", remove_one, 16, FTW_DEPTH | FTW_PHYS);
    REQUIRE(mkdir("level", 0777) == 0 && chdir("level") == 0);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        REQUIRE(mkdir(folders[i], 0777) == 0);
    for (size_t i = 0; i < NAMES; i++)
        if (pieces[i].bytes != NULL) put(names[i], pieces[i].bytes, pieces[i].size);
    REQUIRE(chdir(root) == 0);
}

/* ---- what must hold ---- */

static void check_unchanged(const struct piece pieces[NAMES])
{
    for (size_t i = 0; i < NAMES; i++) {
        char path[128];
        struct scree_bytes bytes;
        snprintf(path, sizeof path, "level/%s", names[i]);
        if (pieces[i].bytes == NULL) {
            REQUIRE(access(path, F_OK) != 0);
            continue;
        }
        REQUIRE(file_read(&bytes, path, UINT64_C(1) << 20, NULL) == SCREE_OK);
        REQUIRE(bytes.size == pieces[i].size &&
                memcmp(bytes.data, pieces[i].bytes, bytes.size) == 0);
        file_bytes_free(&bytes);
    }
}

static void check_beside(void)
{
    DIR *open = opendir(".");
    REQUIRE(open != NULL);
    for (const struct dirent *entry; (entry = readdir(open)) != NULL;)
        REQUIRE(entry->d_name[0] == 'l' || strcmp(entry->d_name, "map.srf.json") == 0 ||
                strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0);
    closedir(open);
}

/* A level, and what is to be changed in it. */
struct scene {
    struct ground_target *target;
    struct inputs inputs;
    struct inputs_opened surface;
    struct ground_into *into;
};

static enum scree_code read_inputs(struct scene *scene, const struct scree_beamng_options *options,
                                   struct scree_error *err)
{
    const bool plants = options->into_plants != SCREE_INTO_NO_PLANTS;
    struct inputs *inputs = &scene->inputs;
    RETURN_IF_ERR(inputs_take_terrain(&inputs->field, &inputs->terrain_file, &scene->target->input,
                                      &scene->target->ground, false, NULL, err));
    const struct srf_scale scale = inputs_scale(inputs->field, &scene->target->ground);
    RETURN_IF_ERR(
        inputs_open(&scene->surface, plants ? "layers.srf.json" : "map.srf.json", 1 << 20, err));
    RETURN_IF_ERR(inputs_take_surface(&inputs->map, &inputs->surface_file, &scene->surface, &scale,
                                      true, err));
    return ter_measure(&inputs->ranges, inputs->field, 1, NULL, err);
}

static enum scree_code decide(struct scene *scene, const char *path,
                              const struct scree_beamng_options *options, struct scree_error *err)
{
    const struct scree_terrain_options ground = SCREE_TERRAIN_OPTIONS_INIT;
    const struct inputs_given given = {.roads = NULL};
    struct scree_job job = {.threads = 1};
    memset(scene, 0, sizeof *scene);
    RETURN_IF_ERR(beamng_target_open(&scene->target, path, &ground, &job, err));
    RETURN_IF_ERR(read_inputs(scene, options, err));
    return beamng_into_create(&scene->into, scene->target, &scene->inputs, options, &given, &job,
                              err);
}

static void end(struct scene *scene)
{
    ground_into_free(scene->into);
    ter_free(scene->inputs.field);
    heights_about_free(&scene->inputs.terrain_file.heights);
    srf_free(scene->inputs.map);
    inputs_close(&scene->surface);
    ground_target_close(scene->target);
}

/* Decides, and looks at all that was decided. */
static enum scree_code look(const char *path, const struct scree_beamng_options *options,
                            bool *small, struct scree_error *err)
{
    struct scene scene;
    const enum scree_code code = decide(&scene, path, options, err);
    const struct beamng_into *into = (const struct beamng_into *)scene.into;
    *small = true;
    REQUIRE((code == SCREE_OK) == (into != NULL));
    for (int group = 0; into != NULL && group < BEAMNG_GROUPS; group++)
        *small = *small && into->texture_size[group] <= MAX_TEXTURE;
    if (into != NULL) {
        REQUIRE(into->count <= BEAMTER_MAX_MATERIALS);
        REQUIRE(!into->target->is_level ||
                ground_check_inside(into->target->level.path, into->target->ter_name, NULL) ==
                    SCREE_OK);
        REQUIRE(!into->target->is_level ||
                (into->target->block.square_m > 0 && into->target->block.max_height_m > 0));
        json_t *document = scene.into->game->document(scene.into);
        REQUIRE(document != NULL);
        json_decref(document);
    }
    end(&scene);
    return code;
}

static enum scree_code change(const char *path, const struct scree_beamng_options *options,
                              struct scree_error *err)
{
    struct scene scene;
    struct scree_job job = {.threads = 1};
    enum scree_code code = decide(&scene, path, options, err);
    if (code == SCREE_OK) code = scene.into->game->write(scene.into, &job, err);
    end(&scene);
    return code;
}

static void check_report(void)
{
    struct sink *sink = NULL;
    const struct sink_options options = {.replace = true};
    struct scree_error err = SCREE_ERROR_INIT;
    REQUIRE(sink_open_folder(&sink, "level", &options, &err) == SCREE_OK);
    const enum scree_code code = ground_guard_changes(sink, BEAMNG_REPORT, NULL, "stop", &err);
    REQUIRE(code == SCREE_OK || code == SCREE_CANNOT_WRITE);
    sink_close(sink);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t how = size > 0 ? data[0] : 0;
    struct piece pieces[NAMES];
    struct scree_error err;
    struct scree_beamng_options options = SCREE_BEAMNG_OPTIONS_INIT;
    const char *path = how & 1 ? "level/theTerrain.ter" : "level";
    options.dither = (how & 2) != 0;
    options.level.min_area = how & 4 ? 3 : 0;
    options.into_plants = how & 8 ? SCREE_INTO_PLANTS : SCREE_INTO_NO_PLANTS;
    if (how & 16) options.into_plants = SCREE_INTO_PLANTS_ONLY;
    options.level.plants_set = how & 24 ? "temperate" : "none";
    bool small;
    start();
    split(pieces, size > 0 ? data + 1 : data, size > 0 ? size - 1 : 0);
    make_level(pieces);
    check_report();
    err_clear(&err);
    enum scree_code code = look(path, &options, &small, &err);
    REQUIRE((int)code == err.code && code != SCREE_NO_MEMORY && code != SCREE_CANNOT_WRITE);
    check_unchanged(pieces);
    if (code == SCREE_OK && small) {
        code = change(path, &options, &err);
        if (code == SCREE_OK) REQUIRE(look(path, &options, &small, &err) == SCREE_OK);
    }
    REQUIRE((int)code == err.code && code != SCREE_NO_MEMORY && code != SCREE_CANNOT_WRITE);
    if (code != SCREE_OK) check_unchanged(pieces);
    check_beside();
    REQUIRE(fchdir(home) == 0);
    return 0;
}
