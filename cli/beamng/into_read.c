/* What a level holds. Anything that does not fit together is refused before anything is written. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cli/beamng/into.h"
#include "cli/outdir_files.h"

#define MAX_JSON_BYTES ((uint64_t)64 << 20)

static enum err_code damaged(struct err *err, const char *file, const char *what)
{
    err_set(err, ERR_MALFORMED, ERR_NO_OFFSET, "%s; nothing was changed", what);
    return err_set_file(err, file);
}

static bool ends_in_ter(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".ter") == 0;
}

/* "/levels/NAME/some/file.ter": the level's name in the game, and the file in its folder. */
static enum err_code split_path(struct into *into, struct err *err)
{
    const char *path = into->block.terrain_file;
    if (path[0] == '/') path++;
    const char *name = strncmp(path, "levels/", 7) == 0 ? path + 7 : "";
    const char *slash = strchr(name, '/');
    if (slash == NULL || !text_is_inner_path(name) || !ends_in_ter(slash + 1) ||
        (size_t)(slash - name) >= sizeof into->level_name) {
        err_set(err, ERR_MALFORMED, ERR_NO_OFFSET,
                "the TerrainBlock's terrainFile is \"%.100s\", expected /levels/NAME/FILE.ter",
                into->block.terrain_file);
        return err_set_file(err, into->block.file);
    }
    snprintf(into->level_name, sizeof into->level_name, "%.*s", (int)(slash - name), name);
    snprintf(into->ter_name, sizeof into->ter_name, "%s", slash + 1);
    return ERR_OK;
}

static enum err_code find_terrain(struct into *into, struct err *err)
{
    const char *path = into->beamng->args->into;
    struct stat info;
    if (stat(path, &info) != 0) {
        const int reason = errno;
        err_set(err, ERR_READ, ERR_NO_OFFSET, "cannot open: %s", strerror(reason));
        return err_set_file(err, path);
    }
    into->is_level = S_ISDIR(info.st_mode);
    if (!into->is_level) {
        snprintf(into->ter_path, sizeof into->ter_path, "%s", path);
        return strlen(path) < sizeof into->ter_path
                   ? ERR_OK
                   : err_set(err, ERR_ARG, ERR_NO_OFFSET, "--into: the path is too long");
    }
    into->folder = path;
    if (beamter_level_block(&into->block, path, err) != ERR_OK) return err_set_file(err, path);
    RETURN_IF_ERR(split_path(into, err));
    const int length =
        snprintf(into->ter_path, sizeof into->ter_path, "%s/%s", path, into->ter_name);
    if (length < 0 || (size_t)length >= sizeof into->ter_path)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--into: the path is too long");
    return ERR_OK;
}

/* The heights in metres, as the level shows them. */
static enum err_code load(struct into *into, struct err *err)
{
    struct beamng *beamng = into->beamng;
    struct heights_options ground = beamng->args->ground;
    if (into->is_level) {
        const struct beamter_block *block = &into->block;
        if (ground.max_height_m == 0) ground.max_height_m = block->max_height_m;
        if (ground.square_m == 0) ground.square_m = block->square_m;
        const double cell_m = ground.cell_m > 0 ? ground.cell_m : ground.square_m;
        ground.height_offset_tu += block->position_m[2] / cell_m;
    }
    RETURN_IF_ERR(inputs_read(&beamng->pair, into->ter_path, beamng->args->surface, &ground,
                              beamng->args->render.threads, beamng->job, err));
    into->layers = &beamng->pair.terrain_file.heights.layers;
    if (into->layers->version == 0) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "--into takes a BeamNG terrain, and this is a %s",
                heights_format_name(beamng->pair.terrain_file.heights.format));
        return err_set_file(err, into->ter_path);
    }
    beamng->size = into->layers->size;
    char sha256[IMAGE_SHA256_HEX_SIZE];
    RETURN_IF_ERR(file_read(&into->ter, into->ter_path, ground.max_file_bytes, err));
    image_sha256_hex(sha256, into->ter.data, into->ter.size);
    if (strcmp(sha256, beamng->pair.terrain_file.sha256) == 0)
        return beamter_read(&into->parts, into->ter.data, into->ter.size, err);
    return damaged(err, into->ter_path, "somebody is writing to this file");
}

/* Names go into JSON, onto the terminal and back into the .ter; ids are bytes. */
static enum err_code check_names(const struct into *into, struct err *err)
{
    const size_t count = into->layers->count;
    if (count > BEAMTER_MAX_MATERIALS) {
        err_set(err, ERR_UNSUPPORTED, ERR_NO_OFFSET,
                "lists %zu materials, and a BeamNG terrain holds %d; nothing was changed", count,
                BEAMTER_MAX_MATERIALS);
        return err_set_file(err, into->ter_path);
    }
    const uint8_t *name = into->parts.names;
    for (size_t i = 0; i < count; name += 1 + *name, i++)
        for (size_t k = 1; k <= *name; k++)
            if (name[k] < 0x20 || name[k] == 0x7f)
                return damaged(err, into->ter_path,
                               "has a material with a control character in its name");
    return ERR_OK;
}

static enum err_code check_ids(const struct into *into, struct err *err)
{
    const size_t points = (size_t)into->layers->size * into->layers->size;
    for (size_t i = 0; i < points; i++)
        if (into->layers->ids[i] >= into->layers->count && into->layers->ids[i] != BEAMTER_HOLE)
            return damaged(err, into->ter_path,
                           "has samples with a material beyond its list of materials");
    return ERR_OK;
}

/* Where it is there, it must say what the .ter says. It may list more behind that: versions before
 * 0.1.0 wrote it first, and could be killed before the .ter followed. */
static enum err_code read_json(struct into *into, struct err *err)
{
    const struct heights_layers *layers = into->layers;
    const size_t length = strlen(into->ter_name) - strlen(".ter");
    snprintf(into->json_name, sizeof into->json_name, "%.*s.terrain.json", (int)length,
             into->ter_name);
    char *path = outdir_files_join(into->folder, into->json_name);
    if (path == NULL) return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for a file name");
    struct stat info;
    struct file_bytes bytes;
    enum err_code code = ERR_OK;
    if (stat(path, &info) != 0) goto done;
    code = file_read(&bytes, path, MAX_JSON_BYTES, err);
    if (code != ERR_OK) goto done;
    into->json = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    const json_t *names = json_object_get(into->json, "materials");
    const json_t *size = json_object_get(into->json, "size");
    bool same = json_is_array(names) && json_array_size(names) >= layers->count &&
                (size == NULL || json_integer_value(size) == (json_int_t)layers->size);
    for (size_t i = 0; same && i < layers->count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        same = name != NULL && strcmp(name, layers->names[i]) == 0;
    }
    if (into->json == NULL)
        code = damaged(err, path, "is not JSON");
    else if (!same)
        code = damaged(err, path, "does not list the size and the materials of the .ter");

done:
    mem_free(path);
    return code;
}

enum err_code into_read(struct into *into, struct err *err)
{
    RETURN_IF_ERR(find_terrain(into, err));
    RETURN_IF_ERR(load(into, err));
    RETURN_IF_ERR(check_names(into, err));
    RETURN_IF_ERR(check_ids(into, err));
    if (!into->is_level) return ERR_OK;
    RETURN_IF_ERR(read_json(into, err));
    return into_read_materials(into, err);
}
