/* What is a world, and the way from its tiles to a field. */
#include "worlds/worlds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"
#include "worlds/worlds_tiles.h"

#define LIST_NAME "world.json"
#define MOST_LIST_BYTES (UINT64_C(1) << 28)

struct worlds_tile *worlds_add(struct worlds_list *list, char *path, const char *name,
                               struct scree_error *err)
{
    if (list->count == WORLDS_MOST_TILES) {
        mem_free(path);
        err_set(err, SCREE_LIMIT, "more than %u tiles", (unsigned)WORLDS_MOST_TILES);
        return NULL;
    }
    struct worlds_tile *tiles = mem_room(list->tiles, list->count, &list->room, sizeof *tiles);
    if (tiles != NULL) list->tiles = tiles;
    char *const copy = tiles != NULL && path != NULL ? mem_text(name, strlen(name)) : NULL;
    if (copy == NULL) {
        mem_free(path);
        err_no_memory(err);
        return NULL;
    }
    struct worlds_tile *tile = &list->tiles[list->count++];
    memset(tile, 0, sizeof *tile);
    tile->path = path;
    tile->name = copy;
    return tile;
}

void worlds_list_free(struct worlds_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        mem_free(list->tiles[i].path);
        mem_free(list->tiles[i].name);
        image_geo_free(list->tiles[i].geo);
    }
    mem_free(list->tiles);
    worlds_source_free(list->source);
    memset(list, 0, sizeof *list);
}

/* ---- what a path is ---- */

enum kind { NONE, FOLDER, PATTERN, LIST, VIRTUAL };

static enum os_kind kind_of_file(const char *path)
{
    struct os_info info;
    return os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 ? info.kind : OS_OTHER;
}

static enum scree_code look_at_text(enum kind *out, const char *path, struct scree_error *err)
{
    struct file_input input;
    struct scree_error ignored = SCREE_ERROR_INIT;
    *out = NONE;
    const enum scree_code code = file_input_open(&input, path, UINT64_MAX, &ignored);
    if (code == SCREE_NO_MEMORY) return err_set(err, code, "%s", ignored.text);
    if (code != SCREE_OK) return SCREE_OK;
    char head[1024] = {0};
    const size_t size = input.size < sizeof head - 1 ? (size_t)input.size : sizeof head - 1;
    const bool read = file_input_read(&input, 0, head, size, NULL) == SCREE_OK;
    file_input_close(&input);
    const char *text = head + strspn(head, "\xef\xbb\xbf \t\r\n");
    if (read && *text == '{' && strstr(text, "\"scree_world\"") != NULL) *out = LIST;
    if (read && *text == '<' && strstr(text, "<VRTDataset") != NULL) *out = VIRTUAL;
    return SCREE_OK;
}

/* A folder with tiles. Names that contradict each other are a world, too, which worlds_open() then
 * refuses. */
static enum scree_code look_at_folder(enum kind *out, const char *path, struct scree_error *err)
{
    struct os_info info;
    const int reason = file_look_in(&info, path, LIST_NAME, OS_FOLLOW_LINKS);
    *out = reason == 0 && info.kind == OS_FILE ? FOLDER : NONE;
    if (reason == ENOMEM) return err_no_memory(err);
    if (*out == FOLDER) return SCREE_OK;
    struct worlds_list tiles = {0};
    struct scree_error refusal = SCREE_ERROR_INIT;
    const enum scree_code code = worlds_names_in(&tiles, path, NULL, &refusal);
    if (tiles.count > 0 && (code == SCREE_OK || code == SCREE_MALFORMED)) *out = FOLDER;
    worlds_list_free(&tiles);
    return code == SCREE_NO_MEMORY ? err_set(err, code, "%s", refusal.text) : SCREE_OK;
}

/* Fails for lack of memory only: what cannot be read is no world. */
static enum scree_code look_at(enum kind *out, const char *path, struct scree_error *err)
{
    *out = strchr(path_base_name(path), '*') != NULL ? PATTERN : NONE;
    if (*out == PATTERN) return SCREE_OK;
    const enum os_kind kind = kind_of_file(path);
    if (kind == OS_FILE) return look_at_text(out, path, err);
    return kind == OS_FOLDER ? look_at_folder(out, path, err) : SCREE_OK;
}

enum scree_code worlds_is(bool *out, const char *path, struct scree_error *err)
{
    enum kind kind;
    const enum scree_code code = look_at(&kind, path, err);
    *out = code == SCREE_OK && kind != NONE;
    return code;
}

/* ---- finding tiles ---- */

static enum scree_code read_text(struct worlds_list *list, const char *path, enum kind kind,
                                 struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(file_read(&bytes, path, MOST_LIST_BYTES, err));
    const enum scree_code code =
        kind == LIST ? worlds_read_json(list, path, (const char *)bytes.data, bytes.size, err)
                     : worlds_read_vrt(list, path, (const char *)bytes.data, bytes.size, err);
    file_bytes_free(&bytes);
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

static enum scree_code find_in_folder(struct worlds_list *list, const char *path,
                                      struct scree_error *err)
{
    char *const name = path_join(path, LIST_NAME);
    if (name == NULL) return err_no_memory(err);
    const enum scree_code code = kind_of_file(name) == OS_FILE
                                     ? read_text(list, name, LIST, err)
                                     : worlds_names_in(list, path, NULL, err);
    mem_free(name);
    return code;
}

static enum scree_code find_pattern(struct worlds_list *list, const char *path,
                                    struct scree_error *err)
{
    const char *const pattern = path_base_name(path);
    const size_t length = (size_t)(pattern - path);
    char *const folder = length > 0 ? mem_text(path, length) : mem_text(".", 1);
    if (folder == NULL) return err_no_memory(err);
    const enum scree_code code = worlds_names_in(list, folder, pattern, err);
    mem_free(folder);
    return code;
}

static enum scree_code find(struct worlds_list *list, const char *path, struct scree_error *err)
{
    enum kind kind;
    enum scree_code code = look_at(&kind, path, err);
    if (code != SCREE_OK) return code;
    switch (kind) {
    case FOLDER:
        code = find_in_folder(list, path, err);
        break;
    case PATTERN:
        code = find_pattern(list, path, err);
        break;
    case LIST:
    case VIRTUAL:
        return read_text(list, path, kind, err);
    case NONE:
        break;
    }
    if (code == SCREE_OK && list->count == 0)
        code = err_set(err, SCREE_CANNOT_READ,
                       "no tile here has a name that says where it lies; names have _x0_y0 or "
                       "N47E011 in them, or are GeoTIFFs, or a world.json lists them");
    if (code != SCREE_OK) err_set_file(err, path);
    return code;
}

enum scree_code worlds_each(const char *path,
                            enum scree_code (*take)(void *context, const char *tile,
                                                    struct scree_error *err),
                            void *context, struct scree_error *err)
{
    struct worlds_list list = {.shared_edges = -1, .rows_go_south = -1};
    enum scree_code code = find(&list, path, err);
    for (size_t i = 0; i < list.count && code == SCREE_OK; i++)
        code = take(context, list.tiles[i].path, err);
    worlds_list_free(&list);
    if (code != SCREE_OK) return code;
    char *const listed = path_join(path, LIST_NAME); /* of what is no folder there is none */
    if (listed == NULL) return err_no_memory(err);
    code = take(context, listed, err);
    mem_free(listed);
    return code;
}

/* ---- description ---- */

/* The world's place on Earth is that of any tile that has one. */
static enum scree_code place(struct worlds_about *about, const struct worlds_list *list,
                             struct scree_error *err)
{
    const struct worlds_tile *tile = NULL;
    for (size_t i = 0; i < list->count; i++) {
        const struct worlds_tile *const one = &list->tiles[i];
        const bool corner = one->x == 0 && one->y + one->height == list->points_y;
        if (one->geo != NULL && (tile == NULL || corner)) tile = one; /* as in a merged file */
    }
    if (tile == NULL) return SCREE_OK;
    const uint64_t above = list->points_y - tile->y - tile->height;
    const uint32_t cut = tile->points_y - tile->from_y - tile->height;
    const double from[2] = {(double)tile->from_x - (double)tile->x, (double)cut - (double)above};
    const double step[2] = {1, 1};
    struct image_geo geo;
    image_geo_place(&geo, tile->geo, from, step);
    about->geo = image_geo_create(&geo);
    if (about->geo != NULL) return SCREE_OK;
    return err_no_memory(err);
}

/* A virtual raster may take several pieces of one file. */
static int by_name(const void *a, const void *b)
{
    const struct worlds_tile *const one = *(const struct worlds_tile *const *)a;
    const struct worlds_tile *const other = *(const struct worlds_tile *const *)b;
    const int names = strcmp(one->name, other->name);
    if (names != 0) return names;
    if (one->y != other->y) return one->y < other->y ? -1 : 1;
    return one->x < other->x ? -1 : one->x > other->x;
}

static enum scree_code digest_text(char sha256[SHA_HEX_SIZE], struct grow *text,
                                   struct scree_error *err)
{
    struct scree_bytes bytes;
    RETURN_IF_ERR(grow_take(&bytes, text, err));
    sha_hex(sha256, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    return SCREE_OK;
}

static void print_place(struct grow *text, const struct worlds_tile *tile)
{
    grow_print(text, "%llu %llu %lu %lu %lu %lu %s\n", (unsigned long long)tile->x,
               (unsigned long long)tile->y, (unsigned long)tile->width, (unsigned long)tile->height,
               (unsigned long)tile->from_x, (unsigned long)tile->from_y, tile->name);
}

static enum scree_code digest(struct worlds_about *about, const struct worlds_list *list,
                              struct scree_error *err)
{
    const struct worlds_tile **sorted = mem_alloc(list->count, sizeof *sorted);
    struct grow text = {0}, places = {0};
    if (sorted == NULL) return err_no_memory(err);
    for (size_t i = 0; i < list->count; i++) sorted[i] = &list->tiles[i];
    qsort(sorted, list->count, sizeof(struct worlds_tile *), by_name);
    grow_print(&places, "%llu %llu\n", (unsigned long long)list->points_x,
               (unsigned long long)list->points_y);
    for (size_t i = 0; i < list->count; i++) {
        grow_print(&text, "%s  %s\n", sorted[i]->sha256, sorted[i]->name);
        print_place(&places, sorted[i]);
    }
    mem_free(sorted);
    const enum scree_code code = digest_text(about->sha256, &text, err);
    if (code == SCREE_OK) return digest_text(about->places, &places, err);
    grow_free(&places);
    return code;
}

static enum scree_code describe(struct worlds_about *about, const struct worlds_list *list,
                                struct scree_error *err)
{
    about->tiles = list->count;
    for (size_t i = 0; i < list->count; i++) about->bytes += list->tiles[i].bytes;
    snprintf(about->numbers, sizeof about->numbers, "%s", list->tiles[0].numbers);
    snprintf(about->scale_source, sizeof about->scale_source, "%s", list->tiles[0].scale_source);
    RETURN_IF_ERR(digest(about, list, err));
    return place(about, list, err);
}

/* ---- notes ---- */

#define NOTES_FROM_BYTES (UINT64_C(4) << 20) /* of files: what is less is read as fast as noted */

/* Where nothing can be noted, nothing is. */
static void start_notes(struct worlds_notes *notes, const struct worlds_list *list,
                        const struct scree_terrain_options *options)
{
    if (notes->folder == NULL) return;
    if (worlds_notes_start(notes, list, options) < NOTES_FROM_BYTES) notes->folder = NULL;
    if (notes->folder == NULL || kind_of_file(notes->folder) == OS_FOLDER) return;
    /* Another process may be doing the same. */
    notes->made = os_make_folder(OS_HERE, notes->parent, OS_SHARED) == 0 &&
                  os_make_folder(OS_HERE, notes->folder, OS_SHARED) == 0;
    if (!notes->made && kind_of_file(notes->folder) != OS_FOLDER) notes->folder = NULL;
}

/* What follows depends on all that the tiles hold, and on where they lie. */
static void turn_key(struct worlds_notes *notes, const struct worlds_about *about)
{
    char text[sizeof notes->key + 2 * SHA_HEX_SIZE], digest[SHA_HEX_SIZE];
    const int length =
        snprintf(text, sizeof text, "%s%s%s", notes->key, about->sha256, about->places);
    sha_hex(digest, text, (size_t)length);
    memcpy(notes->key, digest, sizeof notes->key - 1);
}

/* What is found becomes a field; *list is empty then, whatever happens. */
static enum scree_code open_list(struct ter_field **out, struct worlds_about *about,
                                 struct worlds_list *list,
                                 const struct scree_terrain_options *options,
                                 struct worlds_notes *notes, struct scree_job *job,
                                 struct scree_error *err)
{
    const bool read = list->source == NULL || list->source->identity == NULL;
    struct worlds_notes nowhere = {.folder = NULL};
    enum scree_code code;
    if (notes == NULL) notes = &nowhere;
    start_notes(notes, list, options);
    if (read) FAIL_IF_ERR(code, worlds_survey(list, options, notes, job, err));
    code = worlds_arrange(list, options->has_fill ? &options->fill_m : NULL, err);
    if (code != SCREE_OK) {
        if (list->path != NULL) err_set_file(err, list->path);
        goto fail;
    }
    FAIL_IF_ERR(code, describe(about, list, err));
    if (list->source != NULL) FAIL_IF_ERR(code, worlds_source_geo(&about->geo, list->source, err));
    worlds_turn_degrees(list, about->geo);
    worlds_settle_steps(list, options);
    FAIL_IF_ERR(code, worlds_field(out, list, options, notes, err));
    turn_key(notes, about);
    if ((*out)->store.is_float) snprintf(about->numbers, sizeof about->numbers, "32-bit floats");
    return SCREE_OK;

fail:
    worlds_list_free(list);
    image_geo_free(about->geo);
    about->geo = NULL;
    return code;
}

enum scree_code worlds_open(struct ter_field **out, struct worlds_about *about, const char *path,
                            const struct scree_terrain_options *options, struct worlds_notes *notes,
                            struct scree_job *job, struct scree_error *err)
{
    const struct scree_terrain_options none = SCREE_TERRAIN_OPTIONS_INIT;
    struct worlds_list list = {.path = path, .shared_edges = -1, .rows_go_south = -1};
    *out = NULL;
    memset(about, 0, sizeof *about);
    enum scree_code code = find(&list, path, err);
    if (code == SCREE_OK)
        code = open_list(out, about, &list, options != NULL ? options : &none, notes, job, err);
    worlds_list_free(&list);
    return code;
}

enum scree_code worlds_open_source(struct ter_field **out, struct worlds_about *about,
                                   const struct scree_tiles *source,
                                   const struct scree_terrain_options *options,
                                   struct worlds_notes *notes, struct scree_job *job,
                                   struct scree_error *err)
{
    struct worlds_list list = {.shared_edges = -1, .rows_go_south = -1};
    *out = NULL;
    memset(about, 0, sizeof *about);
    enum scree_code code = worlds_list_source(&list, source, options, job, err);
    if (code == SCREE_OK) code = open_list(out, about, &list, options, notes, job, err);
    worlds_list_free(&list);
    return code;
}
