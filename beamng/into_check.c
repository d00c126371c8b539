/* What a level holds. Anything that does not fit together is refused before anything is written. */
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/into.h"

#define MAX_JSON_BYTES ((uint64_t)64 << 20)

static enum scree_code damaged(struct scree_error *err, const char *file, const char *what)
{
    err_set(err, SCREE_MALFORMED, "%s; nothing was changed", what);
    return err_set_file(err, file);
}

/* The .ter as it was when its heights were read: whatever happened to it since is an error. It is
 * closed then, as it will be replaced. */
static enum scree_code read_ter(struct beamng_into *into, struct scree_error *err)
{
    const struct inputs *inputs = &into->map.inputs;
    struct beamng_target *target = into->target;
    if (inputs->terrain_file.heights.layers.version == 0)
        return err_set(err, SCREE_UNSUPPORTED,
                       "is a %s; only materials of a BeamNG terrain can be exchanged",
                       heights_format_name(inputs->terrain_file.heights.format));
    if (target->ter.data == NULL) {
        RETURN_IF_ERR(file_input_read_all(&target->level.input.input, &target->ter, err));
        inputs_close(&target->level.input);
    }
    RETURN_IF_ERR(beamter_read(&into->parts, target->ter.data, target->ter.size, err));
    into->map.size = into->parts.size;
    if (into->parts.is_plain) return SCREE_OK;
    err_set(err, SCREE_UNSUPPORTED,
            "has maps before the names of its materials, or a 0 behind each, which no file of the "
            "game has; load and save it in the World Editor, then change it");
    return err_set_file(err, target->ter_path);
}

/* Names go into JSON, onto the terminal and back into the .ter. */
static enum scree_code read_names(struct beamng_into *into, struct scree_error *err)
{
    const size_t count = into->parts.count;
    const char *path = into->target->ter_path;
    if (count > BEAMTER_MAX_MATERIALS) {
        err_set(err, SCREE_UNSUPPORTED,
                "lists %zu materials, and a BeamNG terrain holds %d; nothing was changed", count,
                BEAMTER_MAX_MATERIALS);
        return err_set_file(err, path);
    }
    /* Ours come behind them. */
    into->names = mem_arena_alloc(&into->map.arena, BEAMTER_MAX_MATERIALS, sizeof *into->names);
    if (into->names == NULL) return err_no_memory(err);
    const uint8_t *name = into->parts.names;
    for (; into->count < count; name += 1 + *name) {
        for (size_t k = 1; k <= *name; k++)
            if (name[k] < 0x20 || name[k] == 0x7f)
                return damaged(err, path, "has a material with a control character in its name");
        const char *text = mem_arena_text(&into->map.arena, (const char *)name + 1, *name);
        if (text == NULL) return err_no_memory(err);
        into->names[into->count++] = text;
    }
    return SCREE_OK;
}

static enum scree_code check_ids(const struct beamng_into *into, struct scree_error *err)
{
    const size_t points = (size_t)into->parts.size * into->parts.size;
    for (size_t i = 0; i < points; i++)
        if (into->parts.ids[i] >= into->parts.count && into->parts.ids[i] != BEAMTER_HOLE)
            return damaged(err, into->target->ter_path,
                           "has samples with a material beyond its list of materials");
    return SCREE_OK;
}

static bool lists_the_same(const struct beamng_into *into)
{
    const json_t *names = json_object_get(into->json, "materials");
    const json_t *size = json_object_get(into->json, "size");
    if (!json_is_array(names) || json_array_size(names) < into->count) return false;
    if (size != NULL && json_integer_value(size) != (json_int_t)into->parts.size) return false;
    for (size_t i = 0; i < into->count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (name == NULL || strcmp(name, into->names[i]) != 0) return false;
    }
    return true;
}

/* Where it is there, it must agree with the .ter. It may list more behind that: versions before
 * 0.1.0 wrote it first, and could be killed before the .ter followed. */
static enum scree_code read_json(struct beamng_into *into, struct scree_error *err)
{
    const struct beamng_target *target = into->target;
    const size_t length = strlen(target->ter_name) - strlen(".ter");
    snprintf(into->json_name, sizeof into->json_name, "%.*s.terrain.json", (int)length,
             target->ter_name);
    char *path = path_join(target->level.path, into->json_name);
    if (path == NULL) return err_no_memory(err);
    struct os_info info;
    struct scree_bytes bytes;
    enum scree_code code = SCREE_OK;
    if (os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) != 0) goto done;
    code = file_read(&bytes, path, MAX_JSON_BYTES, err);
    if (code != SCREE_OK) goto done;
    into->json = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    if (into->json == NULL)
        code = damaged(err, path, "is not JSON");
    else if (!lists_the_same(into))
        code = damaged(err, path, "does not list the size and the materials of the .ter");

done:
    mem_free(path);
    return code;
}

enum scree_code beamng_into_check(struct beamng_into *into, struct scree_error *err)
{
    if (read_ter(into, err) != SCREE_OK) return err_set_file(err, into->target->ter_path);
    RETURN_IF_ERR(read_names(into, err));
    RETURN_IF_ERR(check_ids(into, err));
    if (!into->target->is_level) return SCREE_OK;
    RETURN_IF_ERR(read_json(into, err));
    return beamng_into_read_materials(into, err);
}
