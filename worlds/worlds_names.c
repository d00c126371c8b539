/* Tiles whose names say where they lie: land_x3_y0.png, N47E011.hgt. */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/json_read.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"
#include "worlds/worlds_tiles.h"

#define MOST_DIGITS 6

/* The first TIFFS are TIFF. */
#define TIFFS 2
#define ENDINGS 11

static bool ends_in_one(const char *name, size_t count)
{
    static const char *const endings[ENDINGS] = {"tif", "tiff", "ter", "png", "hgt", "asc",
                                                 "pgm", "r16",  "r32", "raw", "bin"};
    const char *const dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < count; i++)
        if (text_is_like(dot + 1, endings[i])) return true;
    return false;
}

/* A whole number of 1 to MOST_DIGITS digits; the end, or NULL. */
static const char *read_number(int64_t *out, const char *at)
{
    int64_t value = 0;
    int digits = 0;
    for (; isdigit((unsigned char)at[digits]); digits++) {
        if (digits == MOST_DIGITS) return NULL;
        value = value * 10 + (at[digits] - '0');
    }
    *out = value;
    return digits > 0 ? at + digits : NULL;
}

/* "_x3_y0"; the y may be negative nowhere. */
static bool read_x_y(int64_t place[2], const char *at)
{
    if ((at[0] != '_' && at[0] != '-') || tolower((unsigned char)at[1]) != 'x') return false;
    const char *const end = read_number(&place[0], at + 2);
    if (end == NULL || (end[0] != '_' && end[0] != '-')) return false;
    if (tolower((unsigned char)end[1]) != 'y') return false;
    const char *const last = read_number(&place[1], end + 2);
    return last != NULL && !isalnum((unsigned char)*last);
}

/* One of two letters and so many digits, and minutes of 00; the end, or NULL. */
static const char *read_degrees(int64_t *out, const char *at, const char *letters, int digits)
{
    const int letter = toupper((unsigned char)at[0]);
    if (letter == 0 || (letter != letters[0] && letter != letters[1])) return NULL;
    int64_t value = 0;
    for (int i = 1; i <= digits; i++) {
        if (!isdigit((unsigned char)at[i])) return NULL;
        value = value * 10 + (at[i] - '0');
    }
    *out = letter == letters[1] ? -value : value;
    const char *const end = at + 1 + digits;
    return strncmp(end, "_00", 3) == 0 ? end + 3 : end;
}

/* "N47E011" and "N47_00_E011_00": the degrees of the south-west corner. */
static bool read_corner(int64_t place[2], const char *at)
{
    const char *next = read_degrees(&place[1], at, "NS", 2);
    if (next == NULL) return false;
    if (*next == '_') next++;
    next = read_degrees(&place[0], next, "EW", 3);
    return next != NULL && !isalnum((unsigned char)*next) && place[1] >= -90 && place[1] < 90 &&
           place[0] >= -180 && place[0] < 180;
}

enum naming { NO_NAMING, X_Y, CORNERS };

static enum naming read_name(int64_t place[2], const char *name)
{
    if (!ends_in_one(name, ENDINGS)) return NO_NAMING;
    for (const char *at = name; *at != '\0'; at++) {
        if (read_x_y(place, at)) return X_Y;
        if ((at == name || !isalnum((unsigned char)at[-1])) && read_corner(place, at))
            return CORNERS;
    }
    return NO_NAMING;
}

/* Stars represent any characters. */
static bool fits(const char *name, const char *pattern)
{
    const char *star = NULL, *again = NULL;
    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            again = name;
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star != NULL) {
            pattern = star + 1;
            name = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct worlds_tile *)a)->name, ((const struct worlds_tile *)b)->name);
}

static enum scree_code take_name(struct worlds_list *list, const char *folder, const char *name,
                                 enum naming *all, struct scree_error *err)
{
    int64_t place[2];
    const enum naming naming = read_name(place, name);
    if (naming == NO_NAMING) return SCREE_OK;
    if (*all != NO_NAMING && *all != naming)
        return err_set(err, SCREE_MALFORMED,
                       "has tiles named by _x_y and tiles named by degrees; keep them in folders "
                       "of their own");
    *all = naming;
    struct worlds_tile *const tile = worlds_add(list, path_join(folder, name), name, err);
    if (tile == NULL) return err != NULL ? err->code : SCREE_NO_MEMORY;
    tile->column = place[0];
    tile->row = place[1];
    if (naming == CORNERS) list->rows_go_south = 0;
    return SCREE_OK;
}

/* A GeoTIFF says itself where it lies. */
static enum scree_code take_tiff(struct worlds_list *list, const char *folder, const char *name,
                                 struct scree_error *err)
{
    if (!ends_in_one(name, TIFFS)) return SCREE_OK;
    if (worlds_add(list, path_join(folder, name), name, err) == NULL)
        return err != NULL ? err->code : SCREE_NO_MEMORY;
    list->by_georeference = true;
    return SCREE_OK;
}

static enum scree_code list_folder(struct worlds_list *list, const char *folder,
                                   const char *pattern, bool tiffs, struct scree_error *err)
{
    struct os_listing listing;
    const int reason = os_list(&listing, OS_HERE, folder, OS_FOLLOW_LINKS);
    if (reason != 0)
        return err_set(err, SCREE_CANNOT_READ, "cannot list the folder: %s", strerror(reason));
    enum naming naming = NO_NAMING;
    enum scree_code code = SCREE_OK;
    for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;) {
        if (pattern != NULL && !fits(name, pattern)) continue;
        code = tiffs ? take_tiff(list, folder, name, err)
                     : take_name(list, folder, name, &naming, err);
    }
    if (code == SCREE_OK && listing.reason != 0)
        code =
            err_set(err, SCREE_CANNOT_READ, "cannot list the folder: %s", strerror(listing.reason));
    os_list_end(&listing);
    return code;
}

enum scree_code worlds_names_in(struct worlds_list *list, const char *folder, const char *pattern,
                                struct scree_error *err)
{
    enum scree_code code = list_folder(list, folder, pattern, false, err);
    if (code == SCREE_OK && list->count == 0) code = list_folder(list, folder, pattern, true, err);
    if (list->count > 0) qsort(list->tiles, list->count, sizeof *list->tiles, by_name);
    return code;
}

/* ---- lists ---- */

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
    static const char *const keys[] = {"scree_world", "shared_edges", "tiles"};
    struct json_reader r = {.where = "the list", .err = err};
    if (!json_is_object(root))
        return err_set(err, SCREE_MALFORMED, "expected an object with \"tiles\"");
    RETURN_IF_ERR(json_read_keys(&r, root, keys, sizeof keys / sizeof keys[0]));
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
    json_t *const root = json_read_document(text, size, err);
    if (root == NULL) return SCREE_MALFORMED;
    const enum scree_code code = read_root(list, path, root, err);
    json_decref(root);
    return code;
}
