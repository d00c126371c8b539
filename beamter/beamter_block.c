/*
 * The scale of a BeamNG terrain: the TerrainBlock of its level.
 *
 * A level keeps its objects in files items.level.json, one JSON object a line, in folders below
 * main/ beside the terrain. They are looked for there, beside the terrain and in the folder above.
 * A block belongs to the terrain if its terrainFile has the same file name. Several blocks that
 * agree are one; several that differ are for the user to choose from. One whose members are not
 * what a level holds is an error: others wrote it, and its numbers become heights and places.
 */
#include "beamter/beamter.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"

#define ITEMS_FILE "items.level.json"
#define MAX_PATH_BYTES 1024
#define MAX_DEPTH 6
#define MAX_FOLDERS 512
#define MAX_ITEMS_BYTES (UINT64_C(64) << 20)
/* The editor leaves these out of what it saves when they have their default. */
#define DEFAULT_SQUARE_M 1.0
#define DEFAULT_MAX_HEIGHT_M 2048.0
/* Far beyond what any level has. */
#define MAX_SQUARE_M 1e5
#define MAX_MAX_HEIGHT_M 1e6
#define MAX_POSITION_M 1e8

struct search {
    struct beamter_block *block;
    const char *terrain; /* file name without folders; NULL: any */
    bool differs;
    unsigned waters; /* planes of water, UINT_MAX: at several altitudes */
    double water_m;
    unsigned folders;
    const char *path; /* of the file that is looked at */
    unsigned line;    /* in it */
    enum scree_code code;
    struct scree_error *err;
};

/* The first thing that is not what a level holds ends the search. */
static bool refuse(struct search *search, const char *key, const char *expected)
{
    if (search->code != SCREE_OK) return false;
    search->code = err_set(search->err, SCREE_MALFORMED, "line %u: the TerrainBlock's %s is not %s",
                           search->line, key, expected);
    err_set_file(search->err, search->path);
    return false;
}

static bool take_number(double *out, const json_t *value, double above, double most)
{
    *out = json_number_value(value);
    return json_is_number(value) && *out > above && *out <= most;
}

/* Without the member *out stays as it is. */
static bool take_length(struct search *search, double *out, const json_t *object, const char *key,
                        double most)
{
    char expected[64];
    const json_t *value = json_object_get(object, key);
    snprintf(expected, sizeof expected, "a number of metres above 0 and up to %g", most);
    return value == NULL || take_number(out, value, 0, most) || refuse(search, key, expected);
}

static bool take_position(struct search *search, double out[3], const json_t *object)
{
    const json_t *value = json_object_get(object, "position");
    bool good = value == NULL || json_array_size(value) == 3;
    for (size_t i = 0; good && value != NULL && i < 3; i++)
        good = take_number(&out[i], json_array_get(value, i), -MAX_POSITION_M, MAX_POSITION_M);
    return good || refuse(search, "position", "three numbers of metres");
}

/* Without the member *out stays "". */
static bool take_text(struct search *search, char *out, size_t size, const json_t *object,
                      const char *key)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_string_value(value);
    if (value == NULL) return true;
    bool good = text != NULL && strlen(text) < size;
    for (size_t i = 0; good && text[i] != '\0'; i++)
        good = (unsigned char)text[i] >= 0x20 && text[i] != 0x7f;
    if (!good) return refuse(search, key, "shorter text in one line");
    snprintf(out, size, "%s", text);
    return true;
}

static void keep_tail(char *out, size_t size, const char *text)
{
    const size_t length = strlen(text);
    snprintf(out, size, "%s", length < size ? text : text + (length - (size - 1)));
}

static void look_at_block(struct search *search, const json_t *object, const char *path)
{
    const char *class_name = json_text_get(object, "class");
    const char *file = json_text_get(object, "terrainFile");
    if (class_name == NULL || file == NULL || strcmp(class_name, "TerrainBlock") != 0 ||
        (search->terrain != NULL && strcmp(path_base_name(file), search->terrain) != 0))
        return;
    struct beamter_block found = {
        .found = true, .max_height_m = DEFAULT_MAX_HEIGHT_M, .square_m = DEFAULT_SQUARE_M};
    keep_tail(found.file, sizeof found.file, path);
    if (!take_length(search, &found.max_height_m, object, "maxHeight", MAX_MAX_HEIGHT_M) ||
        !take_length(search, &found.square_m, object, "squareSize", MAX_SQUARE_M) ||
        !take_position(search, found.position_m, object) ||
        !take_text(search, found.terrain_file, sizeof found.terrain_file, object, "terrainFile") ||
        !take_text(search, found.texture_set, sizeof found.texture_set, object,
                   "materialTextureSet"))
        return;
    struct beamter_block *block = search->block;
    if (block->found)
        search->differs |=
            block->max_height_m != found.max_height_m || block->square_m != found.square_m ||
            block->position_m[2] != found.position_m[2] ||
            (search->terrain == NULL && strcmp(block->terrain_file, found.terrain_file) != 0);
    else
        *block = found;
}

/* One without a place that can be read says nothing. */
static void look_at_water(struct search *search, const json_t *object)
{
    const char *class_name = json_text_get(object, "class");
    const json_t *place = json_object_get(object, "position");
    double water_m = 0;
    if (class_name == NULL || strcmp(class_name, "WaterPlane") != 0 ||
        (place != NULL &&
         !take_number(&water_m, json_array_get(place, 2), -MAX_POSITION_M, MAX_POSITION_M)))
        return;
    if (search->waters == 0 || water_m == search->water_m)
        search->waters = search->waters == 0 ? 1 : search->waters;
    else
        search->waters = UINT_MAX;
    search->water_m = water_m;
}

/* A line that is no JSON is not ours to judge. */
static void look_at_file(struct search *search, const char *path)
{
    struct scree_bytes bytes;
    if (file_read(&bytes, path, MAX_ITEMS_BYTES, NULL) != SCREE_OK) return;
    const char *text = (const char *)bytes.data, *end = text + bytes.size;
    search->path = path;
    for (search->line = 1; text < end && search->code == SCREE_OK; search->line++) {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        if (line_end == NULL) line_end = end;
        json_t *object = json_loadb(text, (size_t)(line_end - text), 0, NULL);
        if (object != NULL) look_at_block(search, object, path);
        if (object != NULL) look_at_water(search, object);
        json_decref(object);
        text = line_end + 1;
    }
    file_bytes_free(&bytes);
}

static void look_below(struct search *search, const char *folder, unsigned depth)
{
    if (depth > MAX_DEPTH || search->folders++ > MAX_FOLDERS || search->code != SCREE_OK) return;
    struct os_listing listing;
    if (os_list(&listing, OS_HERE, folder, OS_FOLLOW_LINKS) != 0) return;
    for (const char *name; (name = os_list_next(&listing)) != NULL;) {
        char path[MAX_PATH_BYTES];
        struct os_info info;
        if (name[0] == '.') continue;
        const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
        if (length < 0 || (size_t)length >= sizeof path ||
            os_look(&info, OS_HERE, path, OS_REFUSE_LINKS) != 0)
            continue;
        if (info.kind == OS_FOLDER)
            look_below(search, path, depth + 1);
        else if (strcmp(name, ITEMS_FILE) == 0)
            look_at_file(search, path);
    }
    os_list_end(&listing);
}

static void keep_water(const struct search *search)
{
    search->block->has_water = search->block->found && search->waters == 1;
    search->block->water_m = search->block->has_water ? search->water_m : 0;
}

enum scree_code beamter_find_block(struct beamter_block *out, const char *path,
                                   struct scree_error *err)
{
    static const char *const beside[] = {"items.level.json", "../items.level.json", "main"};
    memset(out, 0, sizeof *out);
    struct search search = {.block = out, .terrain = path_base_name(path), .err = err};
    const size_t folder_length = (size_t)(search.terrain - path);
    for (int i = 0; i < 3; i++) {
        char near[MAX_PATH_BYTES];
        const int length =
            snprintf(near, sizeof near, "%.*s%s", (int)folder_length, path, beside[i]);
        if (length < 0 || (size_t)length >= sizeof near) continue;
        if (i < 2)
            look_at_file(&search, near);
        else
            look_below(&search, near, 0);
    }
    if (search.code != SCREE_OK) return search.code;
    keep_water(&search);
    if (!search.differs) return SCREE_OK;
    return err_set_option(
        err, "max_height_m",
        "the level has several TerrainBlocks with this terrain and different scales: "
        "give {max_height_m} and {square_m}");
}

enum scree_code beamter_level_block(struct beamter_block *out, const char *folder,
                                    struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct search search = {.block = out, .err = err};
    char path[MAX_PATH_BYTES];
    const int length = snprintf(path, sizeof path, "%s/main", folder);
    if (length < 0 || (size_t)length >= sizeof path)
        return err_set(err, SCREE_BAD_ARGUMENT, "the name of the folder is too long");
    look_below(&search, path, 0);
    snprintf(path, sizeof path, "%s/%s", folder, ITEMS_FILE);
    look_at_file(&search, path);
    if (search.code != SCREE_OK) return search.code;
    if (search.differs)
        return err_set(err, SCREE_UNSUPPORTED,
                       "the level has several TerrainBlocks: name the .ter of one of them in place "
                       "of the folder");
    keep_water(&search);
    if (out->found) return SCREE_OK;
    return err_set(err, SCREE_MALFORMED,
                   "has no TerrainBlock in the items.level.json files below main/; name the folder "
                   "of a level");
}
