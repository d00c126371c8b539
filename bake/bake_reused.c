/* What another bake left in a folder of parts, removed without locks. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bake/bake_pieces.h"
#include "bake/baked.h"
#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/text.h"

#define MOST_BYTES ((uint64_t)1 << 30)

/* ---- is it another bake ---- */

/* A manifest without what evaluating gives: equal for all parts of a bake and its whole. NULL if
 * memory ran out. */
static json_t *without_results(const json_t *manifest)
{
    json_t *const bare = json_deep_copy(manifest), *material;
    size_t i;
    json_object_del(bare, "files");
    json_array_foreach(json_object_get(bare, "materials"), i, material)
    {
        json_object_del(material, "mean_coverage");
        json_object_del(material, "area_ha");
    }
    json_object_del(json_object_get(bare, "nodata"), "texels");
    return bare;
}

/* The bare manifest of the parts' common document, with numbers as files have them. */
static enum scree_code bare_of_common(json_t **out, const json_t *common, struct scree_error *err)
{
    struct scree_bytes bytes;
    json_t *const manifest = json_deep_copy(json_object_get(common, "manifest"));
    RETURN_IF_ERR(json_text_bytes(&bytes, manifest, err));
    json_t *const read = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    file_bytes_free(&bytes);
    *out = without_results(read);
    json_decref(read);
    return *out != NULL ? SCREE_OK : err_no_memory(err);
}

/* ---- removing ---- */

struct clearing {
    const struct bake_plan *plan;
    const struct out_note *note;
    json_t *made; /* a set: the names of all files that the plan makes */
};

static enum scree_code list_made(struct clearing *c, struct scree_error *err)
{
    const struct bake_plan *const plan = c->plan;
    if (c->made != NULL) return SCREE_OK;
    c->made = json_object();
    for (size_t i = 0; i < plan->file_count; i++)
        if (json_object_set_new(c->made, plan->files[i].name, json_true()) != 0)
            return err_no_memory(err);
    return c->made != NULL ? SCREE_OK : err_no_memory(err);
}

/* The name of the virtual raster beside the tiles of which this is the first; false: it is not the first,
 * or no name of a tile. One that gathering wrote begins with the words. */
#define RASTER_NAME 256
#define RASTER_WORDS "<VRTDataset rasterXSize="
static bool raster_name(char out[RASTER_NAME], const char *tile)
{
    const size_t length = strlen(tile), end = strlen("_0_0.png");
    if (length <= end || length >= RASTER_NAME || strncmp(tile + length - end, "_0_0.", 5) != 0 ||
        !text_is_inner_path(tile))
        return false;
    snprintf(out, RASTER_NAME, "%.*s.vrt", (int)(length - end), tile);
    return true;
}

/* What cannot be removed is in nobody's way; what is gone somebody else removed. */
static enum scree_code remove_name(const struct clearing *c, const char *name,
                                   struct scree_error *err)
{
    return file_remove_in(c->note->folder, name) == ENOMEM ? err_no_memory(err) : SCREE_OK;
}

static enum scree_code remove_raster(const struct clearing *c, const char *tile,
                                     struct scree_error *err)
{
    char name[RASTER_NAME];
    struct scree_bytes bytes;
    if (!raster_name(name, tile)) return SCREE_OK;
    const enum scree_code code = file_read_in(&bytes, c->note->folder, name, MOST_BYTES, NULL);
    if (code != SCREE_OK) return code == SCREE_NO_MEMORY ? err_no_memory(err) : SCREE_OK;
    const size_t words = strlen(RASTER_WORDS);
    const bool ours = bytes.size > words && memcmp(bytes.data, RASTER_WORDS, words) == 0;
    file_bytes_free(&bytes);
    return ours ? remove_name(c, name, err) : SCREE_OK;
}

/* The manifest of one part, unless the parts to come have one of its name. */
static enum scree_code remove_part(const struct clearing *c, const char *name, const json_t *bare,
                                   struct scree_error *err)
{
    uint32_t index, count;
    char inner[64];
    if (!out_part_is_name(&index, &count, name) || count == c->note->part->count) return SCREE_OK;
    out_part_name(inner, sizeof inner, index, count);
    json_t *const part = out_part_read(c->note->folder, inner);
    if (part == NULL) return SCREE_OK;
    json_t *const own =
        without_results(json_object_get(json_object_get(part, "common"), "manifest"));
    const bool same = json_equal(own, bare) != 0;
    json_decref(own);
    json_decref(part);
    return same ? remove_name(c, inner, err) : SCREE_OK;
}

static enum scree_code remove_parts(const struct clearing *c, const json_t *bare,
                                    struct scree_error *err)
{
    struct os_listing listing;
    enum scree_code code = SCREE_OK;
    const int reason = file_list_in(&listing, c->note->folder, OUT_PARTS_FOLDER, OS_REFUSE_LINKS);
    if (reason != 0) return reason == ENOMEM ? err_no_memory(err) : SCREE_OK;
    for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;)
        code = remove_part(c, name, bare, err);
    os_list_end(&listing);
    return code;
}

/* The manifest, unless it has become another meanwhile. */
static enum scree_code remove_manifest(const struct baked *earlier, const char *path,
                                       struct scree_error *err)
{
    struct scree_bytes now;
    if (file_read(&now, path, MOST_BYTES, NULL) != SCREE_OK) return SCREE_OK;
    const bool same =
        now.size == earlier->raw.size && memcmp(now.data, earlier->raw.data, now.size) == 0;
    file_bytes_free(&now);
    const int reason = same ? os_remove(OS_HERE, path) : 0;
    return reason == 0 || reason == ENOENT
               ? SCREE_OK
               : os_fail(err, SCREE_CANNOT_WRITE, path, "cannot remove", reason);
}

/* Of another bake: all that its manifest lists and, last, that. */
static enum scree_code clear_other(struct clearing *c, const struct baked *earlier,
                                   const json_t *bare, const char *path, struct scree_error *err)
{
    RETURN_IF_ERR(list_made(c, err));
    RETURN_IF_ERR(
        out_note_clear(c->note, json_object_get(earlier->manifest, "files"), c->made, err));
    for (size_t i = 0; i < earlier->file_count; i++)
        RETURN_IF_ERR(remove_raster(c, earlier->files[i].name, err));
    RETURN_IF_ERR(remove_parts(c, bare, err));
    return remove_manifest(earlier, path, err);
}

static enum scree_code clear_gathered(struct clearing *c, const struct baked *earlier,
                                      const char *path, struct scree_error *err)
{
    json_t *wanted, *const bare = without_results(earlier->manifest);
    if (bare == NULL) return err_no_memory(err);
    enum scree_code code = bare_of_common(&wanted, c->note->common, err);
    if (code == SCREE_OK) {
        if (!json_equal(wanted, bare)) code = clear_other(c, earlier, bare, path, err);
        json_decref(wanted);
    }
    json_decref(bare);
    return code;
}

/* What the part noted of another bake that was not gathered. */
static enum scree_code clear_noted(struct clearing *c, struct scree_error *err)
{
    if (json_array_size(c->note->other) > 0) RETURN_IF_ERR(list_made(c, err));
    return out_note_clear_other(c->note, c->made, err);
}

enum scree_code bake_clear_reused(const struct bake_plan *plan, const struct out_note *note,
                                  struct scree_error *err)
{
    struct clearing clearing = {.plan = plan, .note = note};
    struct baked earlier = {.folder = note->folder};
    struct scree_bytes raw = {NULL, 0};
    char *const path = path_join(note->folder, BAKE_MANIFEST_NAME);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = clear_noted(&clearing, err);
    /* A manifest that no bake wrote is nobody's list. */
    if (code == SCREE_OK && file_read(&raw, path, MOST_BYTES, NULL) == SCREE_OK) {
        const enum scree_code read = baked_read(&earlier, note->folder, raw.data, raw.size, NULL);
        earlier.raw = raw;
        if (read == SCREE_NO_MEMORY) code = err_no_memory(err);
        if (read == SCREE_OK) code = clear_gathered(&clearing, &earlier, path, err);
    }
    baked_free(&earlier);
    json_decref(clearing.made);
    mem_free(path);
    return code;
}

/* ---- what gathering left besides the files of the manifest ---- */

static enum scree_code drop_raster(struct sink *sink, const char *tile, struct scree_error *err)
{
    char name[RASTER_NAME];
    return raster_name(name, tile) ? sink_drop_words(sink, name, RASTER_WORDS, err) : SCREE_OK;
}

enum scree_code bake_drop_gathered(struct sink *sink, struct scree_error *err)
{
    json_t *earlier, *entry;
    enum scree_code code = sink_read_earlier(&earlier, sink, BAKE_MANIFEST_NAME, err);
    size_t i;
    json_array_foreach(json_object_get(earlier, "files"), i, entry)
    {
        const char *const name = json_text_get(entry, "file");
        if (code == SCREE_OK && name != NULL) code = drop_raster(sink, name, err);
    }
    if (code == SCREE_OK && earlier != NULL)
        code = sink_drop_parts(sink, "\"" BAKE_PART_MANIFEST "\"", inputs_is_note, err);
    json_decref(earlier);
    return code;
}
