/* The terrain of a level, found and opened. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "beamng/into.h"

static bool is_folder(const char *path)
{
    struct os_info info;
    return os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 && info.kind == OS_FOLDER;
}

bool beamng_is_level(const char *path)
{
    char *const objects = path_join(path, "main");
    const bool level = objects != NULL && is_folder(path) && is_folder(objects);
    mem_free(objects);
    return level;
}

static enum scree_code too_long(struct scree_error *err)
{
    return err_set_option(err, "into", "the path of the level is too long");
}

/* "/levels/NAME/some/file.ter": the level's name in the game, and the file in its folder. */
static enum scree_code split_path(struct beamng_target *target, struct scree_error *err)
{
    const char *path = target->block.terrain_file;
    if (path[0] == '/') path++;
    const char *name = strncmp(path, "levels/", 7) == 0 ? path + 7 : "";
    const char *slash = strchr(name, '/');
    if (slash == NULL || !text_is_inner_path(name) || !text_ends_in(slash + 1, ".ter") ||
        (size_t)(slash - name) >= sizeof target->level_name) {
        err_set(err, SCREE_MALFORMED,
                "the TerrainBlock's terrainFile is \"%.100s\", expected /levels/NAME/FILE.ter",
                target->block.terrain_file);
        return err_set_file(err, target->block.file);
    }
    snprintf(target->level_name, sizeof target->level_name, "%.*s", (int)(slash - name), name);
    snprintf(target->ter_name, sizeof target->ter_name, "%s", slash + 1);
    return SCREE_OK;
}

/* The heights in metres, as the level shows them. */
static void take_scale(struct beamng_target *target)
{
    const struct beamter_block *block = &target->block;
    struct scree_terrain_options *ground = &target->level.ground;
    if (ground->max_height_m == 0) ground->max_height_m = block->max_height_m;
    if (ground->square_m == 0) ground->square_m = block->square_m;
    const double cell_m = ground->cell_m > 0 ? ground->cell_m : ground->square_m;
    ground->height_offset_tu += block->position_m[2] / cell_m;
}

static enum scree_code find_terrain(struct beamng_target *target, struct scree_error *err)
{
    const char *path = target->level.path;
    struct os_info info;
    const int reason = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS);
    if (reason != 0) return os_fail(err, SCREE_CANNOT_READ, path, "cannot open", reason);
    target->is_level = info.kind == OS_FOLDER;
    if (!target->is_level) {
        snprintf(target->ter_path, sizeof target->ter_path, "%s", path);
        return strlen(path) < sizeof target->ter_path ? SCREE_OK : too_long(err);
    }
    if (beamter_level_block(&target->block, path, err) != SCREE_OK) return err_set_file(err, path);
    RETURN_IF_ERR(split_path(target, err));
    const int length =
        snprintf(target->ter_path, sizeof target->ter_path, "%s/%s", path, target->ter_name);
    if (length < 0 || (size_t)length >= sizeof target->ter_path) return too_long(err);
    take_scale(target);
    return SCREE_OK;
}

static void set_water(struct beamng_target *target)
{
    const struct beamter_block *block = &target->block;
    const struct scree_terrain_options *ground = &target->level.ground;
    const double cell_m = ground->cell_m > 0 ? ground->cell_m : ground->square_m;
    target->level.has_water = target->is_level && block->has_water;
    /* Altitudes may count from elsewhere than the game's. */
    target->level.water_m =
        block->water_m + (ground->height_offset_tu * cell_m - block->position_m[2]);
}

enum scree_code beamng_target_open(struct ground_target **out, const char *path,
                                   const struct scree_terrain_options *ground,
                                   struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    struct beamng_target *target;
    RETURN_IF_ERR(MEM_NEED(&target, 1, sizeof *target, err));
    struct ground_target *level = &target->level;
    level->game = &beamng_game;
    enum scree_code code = ground_target_begin(level, path, ground, job, err);
    if (code == SCREE_OK) code = find_terrain(target, err);
    if (code == SCREE_OK)
        code = inputs_open(&level->input, target->ter_path, ground->max_file_bytes, err);
    if (code != SCREE_OK) {
        ground_target_close(level);
        return code;
    }
    set_water(target);
    *out = level;
    return SCREE_OK;
}
