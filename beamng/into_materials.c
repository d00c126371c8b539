/* The terrain materials of a level: JSON objects in files that end in materials.json. */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "beamng/into.h"

#define FILE_ENDING "materials.json"
#define MAX_FILE_BYTES ((uint64_t)64 << 20)
#define MAX_FILES 256

/* A file without a word of terrain materials is none of ours, whatever is wrong with it. */
static enum scree_code take(void *context, const char *name, struct scree_error *err)
{
    struct beamng_into *into = context;
    struct scree_bytes bytes;
    if (into->file_count == MAX_FILES) return SCREE_OK;
    char *path = path_join(into->target->level.path, name);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = file_read(&bytes, path, MAX_FILE_BYTES, err);
    if (code != SCREE_OK || strstr((const char *)bytes.data, "\"TerrainMaterial") == NULL)
        goto done;
    json_error_t problem;
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, 0, &problem);
    if (!json_is_object(document)) {
        json_decref(document);
        err_set(err, SCREE_MALFORMED, "line %d, column %d: %.100s; nothing was changed",
                document == NULL ? problem.line : 1, document == NULL ? problem.column : 1,
                document == NULL ? problem.text : "expected a JSON object");
        code = err_set_file(err, path);
        goto done;
    }
    struct into_materials *file = &into->files[into->file_count++];
    snprintf(file->name, sizeof file->name, "%s", name);
    file->document = document;

done:
    file_bytes_free(&bytes);
    mem_free(path);
    return code;
}

static uint32_t pixels(const json_t *set, const char *key)
{
    const json_t *pair = json_object_get(set, key);
    const json_int_t side = json_integer_value(json_array_get(pair, 0));
    const bool usable = side >= GROUND_TEXTURE_MIN && side <= GROUND_TEXTURE_MAX &&
                        (side & (side - 1)) == 0 &&
                        json_integer_value(json_array_get(pair, 1)) == side;
    return usable ? (uint32_t)side : 0;
}

/* The set that the TerrainBlock names, if it has sizes that textures can be drawn in. */
static void find_set(struct beamng_into *into)
{
    for (size_t i = 0; i < into->file_count; i++) {
        const char *key;
        json_t *set;
        json_object_foreach(into->files[i].document, key, set)
        {
            const char *name = json_string_value(json_object_get(set, "name"));
            if (strcmp(name != NULL ? name : key, into->target->block.texture_set) != 0) continue;
            into->texture_size[BEAMNG_BASE] = pixels(set, "baseTexSize");
            into->texture_size[BEAMNG_MACRO] = pixels(set, "macroTexSize");
            into->texture_size[BEAMNG_DETAIL] = pixels(set, "detailTexSize");
            if (into->texture_size[0] != 0 && into->texture_size[1] != 0 &&
                into->texture_size[2] != 0)
                into->set_file = &into->files[i];
        }
    }
}

enum scree_code beamng_into_read_materials(struct beamng_into *into, struct scree_error *err)
{
    const struct beamng_walk walk = {into->target->level.path, "", FILE_ENDING, take, into};
    RETURN_IF_ERR(MEM_NEED(&into->files, MAX_FILES, sizeof *into->files, err));
    RETURN_IF_ERR(beamng_walk(&walk, err));
    if (into->target->block.texture_set[0] != '\0') find_set(into);
    return SCREE_OK;
}

bool beamng_into_has_material(const struct beamng_into *into, const char *name)
{
    for (size_t i = 0; i < into->file_count; i++) {
        const char *key;
        json_t *object;
        json_object_foreach(into->files[i].document, key, object)
        {
            const char *class_name = json_string_value(json_object_get(object, "class"));
            const char *internal = json_string_value(json_object_get(object, "internalName"));
            if (class_name != NULL && strcmp(class_name, "TerrainMaterial") == 0 &&
                internal != NULL && strcmp(internal, name) == 0)
                return true;
        }
    }
    return false;
}
