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
    const struct bake_reuse *reuse;
    json_t *made; /* a set: the names of all files that the plan makes */
};

static enum scree_code list_made(struct clearing *c, struct scree_error *err)
{
    const struct bake_plan *const plan = c->reuse->plan;
    if (c->made != NULL) return SCREE_OK;
    c->made = json_object();
    for (size_t i = 0; i < plan->file_count; i++)
        if (json_object_set_new(c->made, plan->files[i].name, json_true()) != 0)
            return err_no_memory(err);
    return c->made != NULL ? SCREE_OK : err_no_memory(err);
}

/* What cannot be removed is in nobody's way; what is gone somebody else removed. */
static enum scree_code remove_name(const struct clearing *c, const char *name,
                                   struct scree_error *err)
{
    char *const path = path_join(c->reuse->folder, name);
    if (path == NULL) return err_no_memory(err);
    os_remove(OS_HERE, path);
    mem_free(path);
    return SCREE_OK;
}

/* A file that still is what was listed and will not be replaced. */
static enum scree_code remove_listed(const struct clearing *c, const struct baked_file *file,
                                     struct scree_error *err)
{
    bool is;
    if (json_object_get(c->made, file->name) != NULL || !text_is_inner_path(file->name))
        return SCREE_OK;
    RETURN_IF_ERR(out_part_has(&is, c->reuse->folder, file->name, file->bytes, file->sha256, err));
    return is ? remove_name(c, file->name, err) : SCREE_OK;
}

static enum scree_code remove_raster(const struct clearing *c, const char *tile,
                                     struct scree_error *err)
{
    char name[BAKE_RASTER_NAME];
    struct scree_bytes bytes;
    if (!bake_raster_name(name, tile)) return SCREE_OK;
    const enum scree_code code = file_read_in(&bytes, c->reuse->folder, name, MOST_BYTES, NULL);
    if (code != SCREE_OK) return code == SCREE_NO_MEMORY ? err_no_memory(err) : SCREE_OK;
    const size_t words = strlen(BAKE_RASTER_WORDS);
    const bool ours = bytes.size > words && memcmp(bytes.data, BAKE_RASTER_WORDS, words) == 0;
    file_bytes_free(&bytes);
    return ours ? remove_name(c, name, err) : SCREE_OK;
}

/* The manifest of one part, unless the parts to come have one of its name. */
static enum scree_code remove_part(const struct clearing *c, const char *name, const json_t *bare,
                                   struct scree_error *err)
{
    uint32_t index, count;
    char inner[64];
    const char *const rest = out_part_of_name(&index, &count, name);
    if (rest == NULL || rest[0] != '\0' || count == c->reuse->count) return SCREE_OK;
    out_part_name(inner, sizeof inner, index, count);
    json_t *const part = out_part_read(c->reuse->folder, inner);
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
    char *const path = path_join(c->reuse->folder, OUT_PARTS_FOLDER);
    if (path == NULL) return err_no_memory(err);
    if (os_list(&listing, OS_HERE, path, OS_REFUSE_LINKS) == 0) {
        for (const char *name; code == SCREE_OK && (name = os_list_next(&listing)) != NULL;)
            code = remove_part(c, name, bare, err);
        os_list_end(&listing);
    }
    mem_free(path);
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

static enum scree_code clear_gathered(struct clearing *c, const struct baked *earlier,
                                      const char *path, struct scree_error *err)
{
    json_t *wanted, *const bare = without_results(earlier->manifest);
    if (bare == NULL) return err_no_memory(err);
    enum scree_code code = bare_of_common(&wanted, c->reuse->common, err);
    const bool same = code == SCREE_OK && json_equal(wanted, bare) != 0;
    if (code == SCREE_OK) json_decref(wanted);
    if (code == SCREE_OK && !same) code = list_made(c, err);
    for (size_t i = 0; code == SCREE_OK && !same && i < earlier->file_count; i++) {
        code = remove_listed(c, &earlier->files[i], err);
        if (code == SCREE_OK) code = remove_raster(c, earlier->files[i].name, err);
    }
    if (code == SCREE_OK && !same) code = remove_parts(c, bare, err);
    if (code == SCREE_OK && !same) code = remove_manifest(earlier, path, err);
    json_decref(bare);
    return code;
}

/* What this part noted of another bake that was not gathered. */
static enum scree_code clear_pieces(struct clearing *c, struct scree_error *err)
{
    json_t *piece, *entry;
    size_t i, k;
    if (json_array_size(c->reuse->pieces) > 0) RETURN_IF_ERR(list_made(c, err));
    json_array_foreach(c->reuse->pieces, i, piece)
    {
        json_array_foreach(json_object_get(piece, "files"), k, entry)
        {
            const json_int_t bytes = json_integer_value(json_object_get(entry, "bytes"));
            const struct baked_file file = {json_text_get(entry, "file"),
                                            bytes > 0 ? (uint64_t)bytes : 0,
                                            json_text_get(entry, "sha256")};
            if (file.name != NULL && file.sha256 != NULL)
                RETURN_IF_ERR(remove_listed(c, &file, err));
        }
    }
    return SCREE_OK;
}

enum scree_code bake_clear_reused(const struct bake_reuse *reuse, struct scree_error *err)
{
    struct clearing clearing = {.reuse = reuse};
    struct baked earlier = {.folder = reuse->folder};
    struct scree_bytes raw = {NULL, 0};
    char *const path = path_join(reuse->folder, BAKE_MANIFEST_NAME);
    if (path == NULL) return err_no_memory(err);
    enum scree_code code = clear_pieces(&clearing, err);
    /* A manifest that no bake wrote is nobody's list. */
    if (code == SCREE_OK && file_read(&raw, path, MOST_BYTES, NULL) == SCREE_OK) {
        const enum scree_code read = baked_read(&earlier, reuse->folder, raw.data, raw.size, NULL);
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

bool bake_raster_name(char out[BAKE_RASTER_NAME], const char *tile)
{
    const size_t length = strlen(tile), end = strlen("_0_0.png");
    if (length <= end || length >= BAKE_RASTER_NAME ||
        strncmp(tile + length - end, "_0_0.", 5) != 0 || !text_is_inner_path(tile))
        return false;
    snprintf(out, BAKE_RASTER_NAME, "%.*s.vrt", (int)(length - end), tile);
    return true;
}

static enum scree_code drop_raster(struct sink *sink, const char *tile, struct scree_error *err)
{
    char name[BAKE_RASTER_NAME];
    return bake_raster_name(name, tile) ? sink_drop_words(sink, name, BAKE_RASTER_WORDS, err)
                                        : SCREE_OK;
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
