/* What one part notes of the tiles that it made, and where it goes on after a kill. */
#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/path.h"
#include "base/sha.h"
#include "out/out_parts.h"

enum scree_code out_note_begin(struct out_note *note, uint64_t tiles, struct scree_error *err)
{
    const struct scree_part_options *const part = note->part;
    RETURN_IF_ERR(out_part_check(part, err));
    note->range = out_part_range(part->index, part->count, tiles);
    out_part_name(note->name, sizeof note->name, part->index, part->count);
    note->pieces = json_array();
    return note->pieces != NULL ? SCREE_OK : err_no_memory(err);
}

void out_note_free(struct out_note *note)
{
    json_decref(note->common);
    json_decref(note->pieces);
    json_decref(note->earlier);
    json_decref(note->other);
}

/* ---- may it be written there ---- */

static enum scree_code check_output(const struct out_note *note, const struct out_note_folder *of,
                                    bool replace, struct scree_error *err)
{
    struct sink *sink;
    const struct sink_options options = {.replace = replace};
    RETURN_IF_ERR(sink_open_folder(&sink, note->folder, &options, err));
    const enum scree_code code = of->check(of->plan, sink, err);
    sink_close(sink);
    return code;
}

static bool has_own_parts(const struct out_note *note, const struct out_note_folder *of)
{
    return out_parts_begun(note->folder, of->is_note) &&
           !out_parts_of_others(note->folder, note->part, note->format);
}

enum scree_code out_note_check_folder(const struct out_note *note, const struct out_note_folder *of,
                                      struct scree_error *err)
{
    const bool replace = note->part->replace || has_own_parts(note, of);
    struct scree_error own = SCREE_ERROR_INIT;
    enum scree_code code = check_output(note, of, replace, &own);
    if (code != SCREE_OK && !replace && strcmp(own.field, "replace") == 0 &&
        has_own_parts(note, of)) { /* another part began meanwhile */
        err_clear(&own);
        code = check_output(note, of, true, &own);
    }
    if (code != SCREE_OK) err_take(err, &own);
    return code;
}

/* ---- what an earlier run noted ---- */

enum scree_code out_note_look_back(struct out_note *note, json_t *common, struct scree_error *err)
{
    struct scree_bytes bytes;
    note->common = common;
    RETURN_IF_ERR(json_text_bytes(&bytes, json_incref(common), err));
    sha_hex(note->key, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    json_t *const found = out_part_read(note->folder, note->name);
    const char *const key = json_text_get(found, "key");
    const bool same = key != NULL && strcmp(key, note->key) == 0;
    *(same ? &note->earlier : &note->other) = json_incref(json_object_get(found, "pieces"));
    json_decref(found);
    return SCREE_OK;
}

/* The tile that a noted piece begins with; 0 if it names none of the grid. */
static uint64_t first_tile(const struct out_note *note, const json_t *piece)
{
    const json_int_t tile = json_integer_value(json_object_get(piece, "tile"));
    const json_int_t x = json_integer_value(json_object_get(piece, "x"));
    const json_int_t y = json_integer_value(json_object_get(piece, "y"));
    if (note->grid[0] == 0) return tile > 0 ? (uint64_t)tile : 0;
    if (x < 0 || y < 0 || x >= note->grid[0] || y >= note->grid[1]) return 0;
    return (uint64_t)y * note->grid[0] + (uint64_t)x;
}

json_t *out_note_earlier(struct out_note *note, uint64_t tile)
{
    while (note->next < json_array_size(note->earlier) &&
           first_tile(note, json_array_get(note->earlier, note->next)) < tile)
        note->next++;
    return json_array_get(note->earlier, note->next);
}

/* ---- what another output left ---- */

enum scree_code out_note_clear(const struct out_note *note, const json_t *files, const json_t *keep,
                               struct scree_error *err)
{
    json_t *file;
    size_t i;
    json_array_foreach(files, i, file)
    {
        bool is = false;
        const char *const name = json_text_get(file, "file");
        if (name == NULL || json_object_get(keep, name) != NULL) continue;
        RETURN_IF_ERR(out_part_has_listed(&is, note->folder, file, NULL, err));
        if (is && file_remove_in(note->folder, name) == ENOMEM) return err_no_memory(err);
    }
    return SCREE_OK;
}

enum scree_code out_note_clear_other(const struct out_note *note, const json_t *keep,
                                     struct scree_error *err)
{
    json_t *piece;
    size_t i;
    json_array_foreach(note->other, i, piece)
    {
        RETURN_IF_ERR(out_note_clear(note, json_object_get(piece, "files"), keep, err));
    }
    return SCREE_OK;
}

/* ---- noting ---- */

enum scree_code out_note_add(struct out_note *note, json_t *piece, uint64_t tiles,
                             struct scree_error *err)
{
    note->tiles_done += tiles;
    return json_array_append_new(note->pieces, piece) == 0 ? SCREE_OK : err_no_memory(err);
}

/* The pieces that are complete, and those of an earlier run that were not looked at yet: who
 * goes on after a kill looks at them then. NULL if memory ran out. */
static json_t *all_pieces(struct out_note *note)
{
    json_t *all = json_copy(note->pieces);
    out_note_earlier(note, note->range.first + note->tiles_done);
    for (size_t i = note->next; all != NULL && i < json_array_size(note->earlier); i++)
        json_text_append(&all, json_incref(json_array_get(note->earlier, i)));
    return all;
}

enum scree_code out_note_write(struct out_note *note, struct scree_error *err)
{
    const bool complete = note->tiles_done == note->range.last - note->range.first;
    struct scree_bytes bytes;
    json_t *document =
        json_pack("{s:s, s:I, s:I, s:s, s:b, s:[I, I]}", "format", note->format, "part",
                  (json_int_t)note->part->index, "of", (json_int_t)note->part->count, "key",
                  note->key, "complete", (int)complete, "tiles", (json_int_t)note->range.first,
                  (json_int_t)note->range.last);
    if (note->grid[0] > 0)
        json_text_set(&document, "grid",
                      json_pack("[I, I]", (json_int_t)note->grid[0], (json_int_t)note->grid[1]));
    json_text_set(&document, "common", json_incref(note->common));
    json_text_set(&document, "pieces", complete ? json_incref(note->pieces) : all_pieces(note));
    RETURN_IF_ERR(json_text_bytes(&bytes, document, err));
    char *const path = path_join(note->folder, note->name);
    const enum scree_code code =
        path != NULL ? file_write_whole(path, bytes.data, bytes.size, err) : err_no_memory(err);
    if (code == SCREE_OK) note->written = json_array_size(note->pieces);
    mem_free(path);
    file_bytes_free(&bytes);
    return code;
}
