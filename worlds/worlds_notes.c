/*
 * The survey of a world and the ranges of its heights, in blocks that the processes which need them share:
 * each begins elsewhere, writes every block that it made into a file of its own and takes those that
 * are there. A file appears by a rename, has the digest of its bytes at its end, and a name by all
 * that its numbers depend on but the contents of tiles; those are compared whenever a tile is read
 * (worlds_read_tile()). So nothing is locked, and what cannot be read or written is computed.
 */
#include "worlds/worlds_tiles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/grow.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"

#define FORM "scree-survey-4"
#define PREFIX "survey-"
#define MOST_BYTES (UINT64_C(1) << 30)
#define MOST_GEO 65535u

/* ---- numbers to bytes and back ---- */

/* One walk for both ways, so that they cannot differ. Numbers are as this machine has them: the name
 * of a file depends on their order of bytes. */
struct codec {
    struct grow out;
    const uint8_t *in;
    size_t left;
    bool reads, failed;
};

static void code_bytes(struct codec *c, void *data, size_t size)
{
    if (!c->reads) {
        grow_put(&c->out, data, size);
        return;
    }
    c->failed = c->failed || c->left < size;
    if (c->failed) {
        memset(data, 0, size);
        return;
    }
    memcpy(data, c->in, size);
    c->in += size;
    c->left -= size;
}

#define CODE(value) code_bytes(c, &(value), sizeof(value))

static void code_text(struct codec *c, char *text, size_t size)
{
    code_bytes(c, text, size);
    text[size - 1] = '\0';
}

/* `count` items that the reader takes from the bytes themselves. */
static const void *code_list(struct codec *c, const void *list, uint32_t count, size_t size)
{
    const size_t bytes = count * size;
    if (!c->reads) {
        grow_put(&c->out, list, bytes);
        return list;
    }
    c->failed = c->failed || count > MOST_GEO || c->left < bytes;
    if (c->failed) return NULL;
    const void *const at = c->in;
    c->in += bytes;
    c->left -= bytes;
    return at;
}

/* Lists are copied by way of memory that is aligned for them. */
static void code_geo(struct codec *c, struct worlds_tile *tile)
{
    bool has = tile->geo != NULL;
    struct image_geo geo = {0};
    CODE(has);
    if (!has) return;
    if (!c->reads) geo = *tile->geo;
    CODE(geo.has_matrix);
    CODE(geo.matrix);
    CODE(geo.scale);
    CODE(geo.tie);
    CODE(geo.key_count);
    CODE(geo.double_count);
    CODE(geo.ascii_count);
    const void *const keys = code_list(c, geo.keys, geo.key_count, sizeof *geo.keys);
    const void *const doubles = code_list(c, geo.doubles, geo.double_count, sizeof *geo.doubles);
    const void *const ascii = code_list(c, geo.ascii, geo.ascii_count, 1);
    if (!c->reads || c->failed) return;
    uint16_t *const own_keys = mem_alloc(geo.key_count, sizeof *own_keys);
    double *const own_doubles = mem_alloc(geo.double_count, sizeof *own_doubles);
    if (own_keys != NULL && own_doubles != NULL) {
        memcpy(own_keys, keys, geo.key_count * sizeof *own_keys);
        memcpy(own_doubles, doubles, geo.double_count * sizeof *own_doubles);
        geo.keys = own_keys;
        geo.doubles = own_doubles;
        geo.ascii = ascii;
        tile->geo = image_geo_create(&geo);
    }
    mem_free(own_keys);
    mem_free(own_doubles);
    c->failed = tile->geo == NULL;
}

static void code_tile(struct codec *c, struct worlds_tile *tile)
{
    CODE(tile->points_x);
    CODE(tile->points_y);
    CODE(tile->base_tu);
    CODE(tile->step_tu);
    CODE(tile->scal_m);
    CODE(tile->is_float);
    CODE(tile->has_missing);
    CODE(tile->unit.zero_m);
    CODE(tile->unit.unit_m);
    CODE(tile->unit.offset);
    CODE(tile->unit.is_float);
    CODE(tile->globe.latitude_deg);
    CODE(tile->globe.step_deg);
    CODE(tile->globe.longitude_deg);
    CODE(tile->globe.has_longitude);
    CODE(tile->bytes);
    CODE(tile->edges);
    CODE(tile->samples);
    code_text(c, tile->sha256, sizeof tile->sha256);
    code_text(c, tile->numbers, sizeof tile->numbers);
    code_text(c, tile->scale_source, sizeof tile->scale_source);
    code_geo(c, tile);
}

/* ---- files ---- */

#define NAME_SIZE 64

static void print_name(char out[NAME_SIZE], const struct worlds_notes *notes, char kind,
                       size_t block)
{
    snprintf(out, NAME_SIZE, PREFIX "%s-%c%llu", notes->key, kind, (unsigned long long)block);
}

/* For mem_free(); NULL: no memory. */
static char *path_of(const struct worlds_notes *notes, char kind, size_t block)
{
    char name[NAME_SIZE];
    print_name(name, notes, kind, block);
    return path_join(notes->folder, name);
}

/* What memory has no room for stays in the folder. */
static void keep_name(const struct worlds_notes *notes, char kind, size_t block)
{
    char name[NAME_SIZE];
    print_name(name, notes, kind, block);
    if (notes->given != NULL) grow_put(notes->given, name, strlen(name) + 1);
}

bool worlds_is_note(const char *name)
{
    static const char digits[] = "0123456789", hex[] = "0123456789abcdef";
    enum { KEY = sizeof((struct worlds_notes *)NULL)->key - 1 };
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0) return false;
    const char *at = name + strlen(PREFIX);
    if (strspn(at, hex) != KEY || at[KEY] != '-') return false;
    at += KEY + 1;
    if ((at[0] != 't' && at[0] != 'r') || strspn(at + 1, digits) == 0) return false;
    at += 1 + strspn(at + 1, digits);
    if (strncmp(at, ".part-", 6) == 0) { /* of base/file.h: .part-PROCESS-TRY */
        at += 6;
        const size_t process = strspn(at, digits);
        if (process == 0 || at[process] != '-' || strspn(at + process + 1, digits) == 0)
            return false;
        at += process + 1 + strspn(at + process + 1, digits);
    }
    return at[0] == '\0';
}

static void begin(struct codec *c, const struct worlds_notes *notes, char kind, uint64_t block)
{
    char form[sizeof FORM] = FORM, key[sizeof notes->key];
    char kind_there = kind;
    uint64_t block_there = block;
    memcpy(key, notes->key, sizeof key);
    CODE(form);
    CODE(key);
    CODE(kind_there);
    CODE(block_there);
    if (c->reads)
        c->failed = c->failed || memcmp(form, FORM, sizeof form) != 0 ||
                    memcmp(key, notes->key, sizeof key) != 0 || kind_there != kind ||
                    block_there != block;
}

static void write_note(struct codec *c, const struct worlds_notes *notes, char kind, size_t block)
{
    char digest[SHA_HEX_SIZE];
    struct scree_bytes bytes;
    char *const path = path_of(notes, kind, block);
    sha_hex(digest, c->out.text, c->out.size);
    grow_put(&c->out, digest, sizeof digest);
    if (path != NULL && grow_take(&bytes, &c->out, NULL) == SCREE_OK) {
        /* Without it, somebody computes it again. */
        const bool there = file_write_whole(path, bytes.data, bytes.size, NULL) == SCREE_OK;
        if (there) keep_name(notes, kind, block);
        file_bytes_free(&bytes);
    }
    grow_free(&c->out);
    mem_free(path);
}

/* Opens a note for reading; false: there is none that can be used. */
static bool open_note(struct codec *c, struct scree_bytes *bytes, const struct worlds_notes *notes,
                      char kind, size_t block)
{
    char digest[SHA_HEX_SIZE];
    char *const path = path_of(notes, kind, block);
    const bool there = path != NULL && file_read(bytes, path, MOST_BYTES, NULL) == SCREE_OK;
    mem_free(path);
    if (!there) return false;
    if (bytes->size > sizeof digest) {
        *c = (struct codec){.in = bytes->data, .left = bytes->size - sizeof digest, .reads = true};
        sha_hex(digest, bytes->data, c->left);
        c->failed = memcmp(digest, bytes->data + c->left, sizeof digest) != 0;
        if (!c->failed) begin(c, notes, kind, block);
        if (!c->failed) return true;
    }
    file_bytes_free(bytes);
    return false;
}

bool worlds_notes_take(struct worlds_tile *tiles, size_t count, const struct worlds_notes *notes,
                       size_t block)
{
    struct codec codec;
    struct scree_bytes bytes;
    if (!notes->take || !open_note(&codec, &bytes, notes, 't', block)) return false;
    for (size_t i = 0; i < count && !codec.failed; i++) code_tile(&codec, &tiles[i]);
    const bool good = !codec.failed && codec.left == 0;
    for (size_t i = 0; i < count && !good; i++) {
        image_geo_free(tiles[i].geo);
        tiles[i].geo = NULL;
    }
    file_bytes_free(&bytes);
    return good;
}

void worlds_notes_give(const struct worlds_tile *tiles, size_t count,
                       const struct worlds_notes *notes, size_t block)
{
    struct codec codec = {.reads = false};
    begin(&codec, notes, 't', block);
    for (size_t i = 0; i < count; i++) {
        struct worlds_tile tile = tiles[i];
        code_tile(&codec, &tile);
    }
    write_note(&codec, notes, 't', block);
}

void worlds_notes_drop(const struct worlds_notes *notes, size_t block)
{
    char *const path = path_of(notes, 't', block);
    if (path != NULL) os_remove(OS_HERE, path);
    mem_free(path);
}

void worlds_notes_remove(const char *folder, const char *parent, const struct grow *given)
{
    for (size_t at = 0; at < given->size; at += strlen(given->text + at) + 1) {
        char *const path = path_join(folder, given->text + at);
        if (path != NULL) os_remove(OS_HERE, path);
        mem_free(path);
    }
    if (os_remove_folder(OS_HERE, folder) == 0) os_remove_folder(OS_HERE, parent);
}

/* ---- the name ---- */

static uint64_t size_of(const char *path)
{
    struct os_info info;
    return os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 ? info.size : 0;
}

static void code_options(struct codec *c, const struct scree_terrain_options *given)
{
    struct scree_terrain_options o = *given;
    uint32_t order = 0x01020304;
    CODE(order);
    CODE(o.cell_m);
    CODE(o.height_scale);
    CODE(o.height_offset_tu);
    CODE(o.height_range_m);
    CODE(o.has_fill);
    CODE(o.fill_m);
    CODE(o.keep_missing);
    CODE(o.south_first);
    CODE(o.raw);
    CODE(o.raw_big_endian);
    CODE(o.raw_width);
    CODE(o.raw_height);
    CODE(o.max_height_m);
    CODE(o.square_m);
    CODE(o.band);
}

/* A note has what the header of a source's tile says, too: only worlds with equal headers share one. */
static uint64_t code_name(struct codec *c, const struct worlds_tile *tile)
{
    uint64_t size = tile->source != NULL ? tile->bytes : size_of(tile->path);
    char text[WORLDS_SOURCE_TEXT] = "";
    if (tile->source != NULL) worlds_source_print(text, tile);
    grow_put(&c->out, tile->name, strlen(tile->name) + 1);
    grow_put(&c->out, text, strlen(text) + 1);
    CODE(size);
    return size;
}

uint64_t worlds_notes_start(struct worlds_notes *notes, const struct worlds_list *list,
                            const struct scree_terrain_options *options)
{
    struct codec codec = {.reads = false};
    char digest[SHA_HEX_SIZE];
    uint64_t all = 0, count = list->count;
    grow_text(&codec.out, FORM " " SCREE_VERSION);
    code_options(&codec, options);
    code_bytes(&codec, &count, sizeof count);
    for (size_t i = 0; i < list->count; i++) all += code_name(&codec, &list->tiles[i]);
    sha_hex(digest, codec.out.text, codec.out.size);
    if (codec.out.failed) notes->folder = NULL;
    grow_free(&codec.out);
    memcpy(notes->key, digest, sizeof notes->key - 1);
    notes->key[sizeof notes->key - 1] = '\0';
    return all;
}

/* ---- ranges ---- */

#define BANDS 64

static void widen(struct ter_ranges *all, const struct ter_ranges *one)
{
    if (one->altitude_min_tu < all->altitude_min_tu) all->altitude_min_tu = one->altitude_min_tu;
    if (one->altitude_max_tu > all->altitude_max_tu) all->altitude_max_tu = one->altitude_max_tu;
    if (one->slope_min < all->slope_min) all->slope_min = one->slope_min;
    if (one->slope_max > all->slope_max) all->slope_max = one->slope_max;
}

static bool take_ranges(struct ter_ranges *out, const struct worlds_notes *notes, size_t band)
{
    struct codec codec, *const c = &codec;
    struct scree_bytes bytes;
    if (!notes->take || !open_note(c, &bytes, notes, 'r', band)) return false;
    CODE(*out);
    file_bytes_free(&bytes);
    return !c->failed && c->left == 0;
}

enum scree_code worlds_measure(struct ter_ranges *out, const struct ter_field *field,
                               const struct worlds_notes *notes, struct scree_job *job,
                               struct scree_error *err)
{
    const size_t rows = (field->points_y + BANDS - 1) / BANDS;
    const size_t bands = (field->points_y + rows - 1) / rows;
    const size_t start = (size_t)((uint64_t)(notes->index - 1) * bands / notes->count);
    for (size_t k = 0; k < bands; k++) {
        const size_t band = (start + k) % bands, first = band * rows;
        const size_t end = first + rows < field->points_y ? first + rows : field->points_y;
        struct ter_ranges one;
        RETURN_IF_ERR(job_step(job, "measuring", (double)k / (double)bands, err));
        if (!take_ranges(&one, notes, band)) {
            struct codec codec = {.reads = false}, *const c = &codec;
            RETURN_IF_ERR(ter_measure_rows(&one, field, (const size_t[2]){first, end},
                                           job_threads(job), job, err));
            begin(c, notes, 'r', band);
            CODE(one);
            write_note(c, notes, 'r', band);
        }
        if (k == 0) *out = one;
        widen(out, &one);
    }
    return SCREE_OK;
}
