/* A list of tiles: {"scree_world": 1, "tiles": [{"file": ..., "column": 0, "row": 0}, ...]}. */
#include <math.h>
#include <string.h>

#include <jansson.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/path.h"
#include "worlds/worlds_tiles.h"

#define MOST_PLACE 1000000

/* A name beside another file, or an absolute one. */
static char *beside(const char *path, const char *name)
{
    const bool absolute =
        path_base_name(name) != name && (name[0] == '/' || name[0] == '\\' || name[1] == ':');
    return absolute ? path_join(NULL, name) : path_beside(path, name);
}

static enum scree_code refuse(struct scree_error *err, size_t index, const char *what)
{
    return err_set(err, SCREE_MALFORMED, "tiles[%zu]: %s", index, what);
}

static enum scree_code read_tile(struct worlds_list *list, const char *path, const json_t *value,
                                 size_t index, struct scree_error *err)
{
    const json_t *const file = json_object_get(value, "file");
    const json_t *const place[2] = {json_object_get(value, "column"),
                                    json_object_get(value, "row")};
    if (!json_is_object(value)) return refuse(err, index, "expected an object");
    if (!json_is_string(file) || json_string_value(file)[0] == '\0')
        return refuse(err, index, "expected a file's name in \"file\"");
    for (int i = 0; i < 2; i++)
        if (!json_is_integer(place[i]) || json_integer_value(place[i]) < -MOST_PLACE ||
            json_integer_value(place[i]) > MOST_PLACE)
            return refuse(err, index,
                          i == 0 ? "expected a whole number in \"column\", counted to the east"
                                 : "expected a whole number in \"row\", counted to the south");
    struct worlds_tile *const tile =
        worlds_add(list, beside(path, json_string_value(file)), json_string_value(file), err);
    if (tile == NULL) return SCREE_NO_MEMORY;
    tile->column = json_integer_value(place[0]);
    tile->row = json_integer_value(place[1]);
    return SCREE_OK;
}

static enum scree_code read_root(struct worlds_list *list, const char *path, const json_t *root,
                                 struct scree_error *err)
{
    const json_t *const version = json_object_get(root, "scree_world");
    const json_t *const shared = json_object_get(root, "shared_edges");
    const json_t *const tiles = json_object_get(root, "tiles");
    const char *key;
    json_t *value;
    json_object_foreach(
        (json_t *)root, key,
        value) if (strcmp(key, "scree_world") != 0 && strcmp(key, "shared_edges") != 0 &&
                   strcmp(key, "tiles") !=
                       0) return err_set(err, SCREE_MALFORMED,
                                         "\"%.40s\" is not a member of a list of tiles; remove it",
                                         key);
    if (!json_is_integer(version) || json_integer_value(version) != 1)
        return err_set(err, SCREE_UNSUPPORTED,
                       "\"scree_world\" is not 1, the version of lists that scree reads");
    if (shared != NULL && !json_is_boolean(shared))
        return err_set(err, SCREE_MALFORMED, "\"shared_edges\" is not true or false");
    if (!json_is_array(tiles) || json_array_size(tiles) == 0)
        return err_set(err, SCREE_MALFORMED, "\"tiles\" is not a list with tiles");
    list->rows_go_south = 1;
    if (shared != NULL) list->shared_edges = json_is_true(shared);
    for (size_t i = 0; i < json_array_size(tiles); i++)
        RETURN_IF_ERR(read_tile(list, path, json_array_get(tiles, i), i, err));
    return SCREE_OK;
}

enum scree_code worlds_read_json(struct worlds_list *list, const char *path, const char *text,
                                 size_t size, struct scree_error *err)
{
    json_error_t fault;
    const size_t mark = bytes_text_mark(text, size);
    json_t *const root = json_loadb(text + mark, size - mark, JSON_REJECT_DUPLICATES, &fault);
    if (root == NULL)
        return err_set(err, SCREE_MALFORMED, "line %d, column %d: is not JSON: %.80s", fault.line,
                       fault.column, fault.text);
    const enum scree_code code =
        json_is_object(root) ? read_root(list, path, root, err)
                             : err_set(err, SCREE_MALFORMED, "expected an object with \"tiles\"");
    json_decref(root);
    return code;
}
