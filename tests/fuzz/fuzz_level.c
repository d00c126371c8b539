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

#include "cli/beamng/into.h"
#include "cli/beamng/level.h"
#include "cli/export/export_guard.h"
#include "tests/fuzz/require.h"

#define MAX_TEXTURE 64 /* larger ones take longer to draw than a run may */

static const char *const folders[] = {"main", "main/MissionGroup", "art", "art/terrains", "sub"};
static const char *const names[] = {"theTerrain.ter",
                                    "theTerrain.terrain.json",
                                    "main/MissionGroup/items.level.json",
                                    "art/terrains/main.materials.json",
                                    "main/items.level.json",
                                    "items.level.json",
                                    "sub/other.ter",
                                    "sub/other.materials.json",
                                    LEVEL_REPORT};
#define NAMES (sizeof names / sizeof names[0])

static const char surface[] =
    "{\"format\": \"scree-surface-1\", \"root\": {\"name\": \"Rock\", \"children\": ["
    "{\"name\": \"Grass\", \"coverage\": 0.5, \"fractal_noise\": 1},"
    "{\"name\": \"L\\u00e4va \\\"1\\\"\", \"coverage\": 0.3, \"fractal_noise\": 1}]}}";

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
    REQUIRE(freopen("/dev/null", "w", stdout) != NULL); /* tables of materials */
    put("map.srf.json", surface, sizeof surface - 1);
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
        struct file_bytes bytes;
        snprintf(path, sizeof path, "level/%s", names[i]);
        if (pieces[i].bytes == NULL) {
            REQUIRE(access(path, F_OK) != 0);
            continue;
        }
        REQUIRE(file_read(&bytes, path, UINT64_C(1) << 20, NULL) == ERR_OK);
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

static enum err_code read_only(const struct args_beamng *args, struct job *job, bool *small,
                               struct err *err)
{
    struct beamng beamng = {.args = args, .job = job};
    struct into into = {.beamng = &beamng};
    const enum err_code code = into_read(&into, err);
    *small = true;
    for (int group = 0; group < ENGINES_BEAMNG_GROUPS; group++)
        *small = *small && into.texture_size[group] <= MAX_TEXTURE;
    if (code == ERR_OK) {
        REQUIRE(into.layers->count <= BEAMTER_MAX_MATERIALS);
        if (into.is_level) REQUIRE(into_check_inside(&into, into.ter_name, NULL) == ERR_OK);
        REQUIRE(!into.is_level || (into.block.square_m > 0 && into.block.max_height_m > 0));
    }
    into_free(&into);
    beamng_free(&beamng);
    return code;
}

static enum err_code change(struct args_beamng *args, struct job *job, bool dry, struct err *err)
{
    args->dry_run = dry;
    struct beamng beamng = {.args = args, .job = job};
    const enum err_code code = beamng_into(&beamng, err);
    beamng_free(&beamng);
    return code;
}

static void check_report(void)
{
    char target[] = "level";
    const struct outdir out = {.target = target, .shown = target, .in_use = true};
    struct err err;
    err_clear(&err);
    const enum err_code code = export_guard_changes(&out, LEVEL_REPORT, "stop", &err);
    REQUIRE(code == ERR_OK || code == ERR_WRITE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t how = size > 0 ? data[0] : 0;
    struct piece pieces[NAMES];
    struct job job = {0};
    struct err err;
    struct args_beamng args = {.surface = "map.srf.json",
                               .into = how & 1 ? "level/theTerrain.ter" : "level",
                               .depth = RENDER_NO_DEPTH,
                               .dither = (how & 2) != 0,
                               .min_area = how & 4 ? 3 : 0,
                               .ground = HEIGHTS_OPTIONS_DEFAULT,
                               .render = RENDER_HOW_DEFAULT};
    args.render.threads = 1;
    bool small;
    start();
    split(pieces, size > 0 ? data + 1 : data, size > 0 ? size - 1 : 0);
    make_level(pieces);
    check_report();
    err_clear(&err);
    enum err_code code = read_only(&args, &job, &small, &err);
    REQUIRE(code == err.code && code != ERR_NOMEM && code != ERR_WRITE);
    if (code == ERR_OK) code = change(&args, &job, true, &err);
    check_unchanged(pieces);
    if (code == ERR_OK && small) {
        code = change(&args, &job, false, &err);
        if (code == ERR_OK) REQUIRE(change(&args, &job, true, &err) == ERR_OK);
    }
    REQUIRE(code == err.code && code != ERR_NOMEM && code != ERR_WRITE);
    if (code != ERR_OK) check_unchanged(pieces);
    check_beside();
    REQUIRE(fchdir(home) == 0);
    return 0;
}
