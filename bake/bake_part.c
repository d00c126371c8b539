/* Writing a part of a bake. */
#include "bake/bake_part.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake_image.h"
#include "bake/bake_pieces.h"
#include "base/json_text.h"
#include "base/path.h"

struct part_writing {
    const struct bake_plan *plan;
    const char *folder;
    const struct scree_part_options *part;
    struct scree_part_info *made;
    bool *began;
    char manifest[OUT_PART_NAME];
    struct scree_job *job;
    struct out_range range;
    json_t *common, *earlier; /* `earlier`: pieces that a run before noted, or NULL */
    json_t *other;            /* pieces of another bake that this part noted, or NULL */
    bool cleared;             /* what another bake left is gone */
    json_t *pieces;           /* those that are complete */
    size_t written;           /* how many of `pieces` the manifest on disk has */
    size_t next;              /* of `earlier`, the first that was not looked at yet */
    uint64_t tiles_done;
    char key[SHA_HEX_SIZE];
};

/* ---- may it be made in parts ---- */

enum scree_code bake_check_parts(const struct bake_plan *plan, struct scree_error *err)
{
    if (plan->outputs & SCREE_BAKE_BEAMNG)
        return err_set_option(err, "outputs",
                              "a BeamNG terrain is one file, which parts cannot share; choose "
                              "{outputs} masks,blend,preview");
    if (plan->options.layers > 0)
        return err_set_option(
            err, "layers",
            "{layers} looks at the whole map, which a part does not see; merge by "
            "{materials} or {depth}");
    if (plan->options.maps != 0)
        return err_set_option(
            err, "maps",
            "{maps} are made of the whole ground, which a part does not see; make "
            "them by a run of their own");
    if (bake_cut_named(&plan->cut)) return SCREE_OK;
    return err_set_option(err, "part",
                          "a part is some of the tiles of the images; cut them with {tile_texels} "
                          "or {tile_files}");
}

/* "I-of-N.json", and what a kill leaves of writing it. */
static bool is_manifest_name(const char *name)
{
    uint32_t index, count;
    const char *rest = out_part_of_name(&index, &count, name);
    return rest != NULL && (rest[0] == '\0' || strncmp(rest, ".part-", 6) == 0);
}

bool bake_has_parts(const char *folder)
{
    struct os_listing listing;
    char *const path = path_join(folder, OUT_PARTS_FOLDER);
    bool empty = true, has = false;
    if (path != NULL && os_list(&listing, OS_HERE, path, OS_FOLLOW_LINKS) == 0) {
        for (const char *name; !has && (name = os_list_next(&listing)) != NULL; empty = false)
            has = is_manifest_name(name) || inputs_is_note(name);
        has = has || (empty && listing.reason == 0);
        os_list_end(&listing);
    }
    mem_free(path);
    return has;
}

static enum scree_code check_output(const struct part_writing *w, bool replace,
                                    struct scree_error *err)
{
    struct sink *sink;
    const struct sink_options options = {.replace = replace};
    RETURN_IF_ERR(sink_open_folder(&sink, w->folder, &options, err));
    const enum scree_code code = bake_check_names(w->plan, sink, err);
    sink_close(sink);
    return code;
}

static bool has_own_parts(const struct part_writing *w)
{
    return bake_has_parts(w->folder) &&
           !out_parts_of_others(w->folder, w->part, BAKE_PART_MANIFEST);
}

/* What stands in the way of any output stands in that of this one. */
static enum scree_code check_folder(const struct part_writing *w, struct scree_error *err)
{
    const bool replace = w->part->replace || has_own_parts(w);
    struct scree_error own = SCREE_ERROR_INIT;
    enum scree_code code = check_output(w, replace, &own);
    if (code != SCREE_OK && !replace && strcmp(own.field, "replace") == 0 &&
        has_own_parts(w)) { /* another part began meanwhile */
        err_clear(&own);
        code = check_output(w, true, &own);
    }
    if (code != SCREE_OK) err_take(err, &own);
    return code;
}

static enum scree_code make_folders(const struct part_writing *w, struct scree_error *err)
{
    RETURN_IF_ERR(out_make_folder(NULL, w->folder, err));
    RETURN_IF_ERR(out_make_folder(w->folder, OUT_PARTS_FOLDER, err));
    return w->plan->outputs & SCREE_BAKE_MASKS ? out_make_folder(w->folder, "masks", err)
                                               : SCREE_OK;
}

/* ---- the part's manifest ---- */

static enum scree_code digest_common(struct part_writing *w, struct scree_error *err)
{
    struct inputs inputs = w->plan->inputs;
    struct file_bytes bytes;
    RETURN_IF_ERR(inputs_digest(&inputs, err));
    w->common = bake_part_common(w->plan, inputs.terrain_file.sha256);
    RETURN_IF_ERR(json_text_bytes(&bytes, json_incref(w->common), err));
    sha_hex(w->key, bytes.data, bytes.size);
    file_bytes_free(&bytes);
    return SCREE_OK;
}

/* What an earlier run noted; whatever is wrong with it, it is made again. */
static void read_earlier(struct part_writing *w)
{
    char *const path = path_join(w->folder, w->manifest);
    struct file_bytes bytes = {NULL, 0};
    json_t *found = NULL;
    if (path != NULL && file_read(&bytes, path, UINT64_C(1) << 32, NULL) == SCREE_OK)
        found = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    const char *const key = json_string_value(json_object_get(found, "key"));
    const bool same = key != NULL && strcmp(key, w->key) == 0;
    *(same ? &w->earlier : &w->other) = json_incref(json_object_get(found, "pieces"));
    json_decref(found);
    mem_free(path);
}

/* The tile that a noted piece begins with; 0 if it names none of the plan's. */
static uint64_t first_tile(const struct part_writing *w, const json_t *piece)
{
    const json_int_t x = json_integer_value(json_object_get(piece, "x"));
    const json_int_t y = json_integer_value(json_object_get(piece, "y"));
    if (x < 0 || y < 0 || x >= w->plan->cut.columns || y >= w->plan->cut.rows) return 0;
    return (uint64_t)y * w->plan->cut.columns + (uint64_t)x;
}

/* Leaves out what an earlier run noted of tiles before `at`: pieces are noted in their order. */
static void pass_earlier(struct part_writing *w, uint64_t at)
{
    while (w->next < json_array_size(w->earlier) &&
           first_tile(w, json_array_get(w->earlier, w->next)) < at)
        w->next++;
}

/* The pieces that are complete, and those of an earlier run that were not looked at yet: whoever
 * goes on after a kill looks at them then. NULL if memory ran out. */
static json_t *all_pieces(struct part_writing *w)
{
    json_t *const all = json_copy(w->pieces);
    pass_earlier(w, w->range.first + w->tiles_done);
    for (size_t i = w->next; all != NULL && i < json_array_size(w->earlier); i++) {
        if (json_array_append(all, json_array_get(w->earlier, i)) == 0) continue;
        json_decref(all);
        return NULL;
    }
    return all;
}

static enum scree_code write_manifest(struct part_writing *w, struct scree_error *err)
{
    const uint64_t tiles = w->range.last - w->range.first;
    const bool complete = w->tiles_done == tiles;
    json_t *const pieces = complete ? json_incref(w->pieces) : all_pieces(w);
    if (pieces == NULL) return err_no_memory(err);
    json_t *document = json_pack(
        "{s:s, s:I, s:I, s:s, s:b, s:[I, I], s:[I, I], s:O, s:o}", "format", BAKE_PART_MANIFEST,
        "part", (json_int_t)w->part->index, "of", (json_int_t)w->part->count, "key", w->key,
        "complete", (int)complete, "tiles", (json_int_t)w->range.first, (json_int_t)w->range.last,
        "grid", (json_int_t)w->plan->cut.columns, (json_int_t)w->plan->cut.rows, "common",
        w->common, "pieces", pieces);
    struct file_bytes bytes;
    RETURN_IF_ERR(json_text_bytes(&bytes, document, err));
    char *const path = path_join(w->folder, w->manifest);
    const enum scree_code code =
        path != NULL ? file_write_whole(path, bytes.data, bytes.size, err) : err_no_memory(err);
    if (code == SCREE_OK) w->written = json_array_size(w->pieces);
    mem_free(path);
    file_bytes_free(&bytes);
    return code;
}

static bool has_manifest(const struct part_writing *w)
{
    struct os_info info;
    char *const path = path_join(w->folder, w->manifest);
    const bool has = path != NULL && os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    mem_free(path);
    return has;
}

/* A part that fails before it begins removes folders that are empty (worlds_notes_remove()), be they
 * what this part has just found. With its manifest in them, they stay. */
static enum scree_code write_first(struct part_writing *w, struct scree_error *err)
{
    enum { TRIES = 8 };
    struct scree_error own;
    enum scree_code code = SCREE_OK;
    for (int k = 0; k < TRIES; k++) {
        err_clear(&own);
        code = make_folders(w, &own);
        if (code == SCREE_OK && !has_manifest(w)) code = write_manifest(w, &own);
        if (code == SCREE_OK) return SCREE_OK;
    }
    err_take(err, &own);
    return code;
}

/* Writes the manifest when it has grown by an eighth: each time, and many pieces would be written
 * by the square of their number. A kill loses no more than that. */
static enum scree_code write_grown(struct part_writing *w, struct scree_error *err)
{
    const size_t grown = json_array_size(w->pieces) - w->written;
    return grown > w->written / 8 ? write_manifest(w, err) : SCREE_OK;
}

/* ---- pieces ---- */

static json_t *note(const struct bake_piece *piece, const struct bake_plan *plan,
                    const struct bake_made *made)
{
    json_t *files = json_array(), *sums = json_array(), *areas = json_array();
    for (size_t i = 0; i < plan->file_count; i++)
        json_text_append(&files, json_text_file(plan->files[i].name, made->files[i].size_bytes,
                                                made->files[i].sha256));
    for (uint32_t i = 0; i < plan->merge->count; i++)
        json_text_append(&sums, json_text_count(made->sums[i]));
    json_t *object =
        json_pack("{s:I, s:I, s:I, s:o, s:o}", "x", (json_int_t)piece->x, "y", (json_int_t)piece->y,
                  "columns", (json_int_t)piece->columns, "sums", sums, "files", files);
    for (uint32_t i = 0; made->areas != NULL && i < plan->merge->count; i++)
        json_text_append(&areas, json_text_count(made->areas[i]));
    if (made->areas != NULL)
        json_text_set(&object, "areas", areas);
    else
        json_decref(areas);
    if (plan->has_nodata) json_text_set(&object, "texels", json_text_count(made->sum_texels));
    return object;
}

/* The note of a piece by an earlier run, if all its files are still what it says; borrowed. */
static enum scree_code find_earlier(json_t **out, struct part_writing *w,
                                    const struct bake_piece *piece, const struct bake_plan *plan,
                                    struct scree_error *err)
{
    *out = NULL;
    pass_earlier(w, (uint64_t)piece->y * w->plan->cut.columns + piece->x);
    const struct bake_noted of = {&w->plan->cut, plan->merge->count,
                                  ter_is_on_globe(plan->inputs.field), plan->has_nodata};
    json_t *const found = json_array_get(w->earlier, w->next);
    const json_t *const files = json_object_get(found, "files");
    bool is = bake_is_noted(&of, piece, found) && json_array_size(files) == plan->file_count;
    for (size_t i = 0; i < plan->file_count && is; i++)
        RETURN_IF_ERR(out_part_has_listed(&is, w->folder, json_array_get(files, i),
                                          plan->files[i].name, err));
    if (is) *out = found;
    return SCREE_OK;
}

static enum scree_code make_piece(struct part_writing *w, const struct bake_plan *plan,
                                  struct bake_made *made, uint32_t columns, struct scree_error *err)
{
    const double all = (double)(w->range.last - w->range.first);
    struct bake_piece_talk talk = {w->job, (double)w->tiles_done / all, columns / all};
    struct scree_job job;
    bake_piece_job(&job, &talk);
    struct out_part_files files;
    struct sink *sink;
    struct scree_error own = SCREE_ERROR_INIT;
    RETURN_IF_ERR(out_part_open(&sink, &files, w->folder, err));
    enum scree_code code = bake_write_images(made, plan, sink, &job, &own);
    sink_close(sink);
    if (code == SCREE_OK) return SCREE_OK;
    const struct scree_error *const first = files.err.code != SCREE_OK ? &files.err : &own;
    err_take(err, first);
    return first->code;
}

static enum scree_code clear_reused(struct part_writing *w, struct scree_error *err)
{
    if (w->cleared) return SCREE_OK;
    const struct bake_reuse reuse = {w->plan, w->folder, w->common, w->other, w->part->count};
    w->cleared = true;
    return bake_clear_reused(&reuse, err);
}

static enum scree_code do_piece(struct part_writing *w, const struct bake_piece *piece,
                                const struct bake_plan *plan, struct scree_error *err)
{
    json_t *earlier = NULL;
    if (w->earlier != NULL) RETURN_IF_ERR(find_earlier(&earlier, w, piece, plan, err));
    w->made->tiles += piece->columns;
    if (earlier != NULL) {
        w->made->tiles_before += piece->columns;
        w->tiles_done += piece->columns;
        return json_array_append(w->pieces, earlier) == 0 ? SCREE_OK : err_no_memory(err);
    }
    struct bake_made made = {.files = NULL};
    RETURN_IF_ERR(clear_reused(w, err));
    RETURN_IF_ERR(make_piece(w, plan, &made, piece->columns, err));
    w->tiles_done += piece->columns;
    const bool noted = json_array_append_new(w->pieces, note(piece, plan, &made)) == 0;
    bake_made_free(&made);
    return noted ? write_grown(w, err) : err_no_memory(err);
}

static enum scree_code do_all_pieces(struct part_writing *w, struct scree_error *err)
{
    const uint32_t most = bake_piece_most(w->plan);
    for (uint64_t at = w->range.first; at < w->range.last;) {
        const struct bake_piece piece = bake_next_piece(&w->range, at, w->plan->cut.columns, most);
        struct bake_plan plan;
        RETURN_IF_ERR(bake_piece_plan(&plan, w->plan, &piece, err));
        const enum scree_code code = do_piece(w, &piece, &plan, err);
        bake_piece_free(&plan);
        if (code != SCREE_OK) return code;
        at += piece.columns;
    }
    return SCREE_OK;
}

static enum scree_code do_pieces(struct part_writing *w, struct scree_error *err)
{
    const enum scree_code code = do_all_pieces(w, err);
    if (code == SCREE_OK) return write_manifest(w, err);
    /* The next run goes on behind what is complete, as far as that can still be noted. */
    struct scree_error own = SCREE_ERROR_INIT;
    const bool more = json_array_size(w->pieces) > w->written;
    const enum scree_code noted = more ? write_manifest(w, &own) : SCREE_OK;
    (void)noted;
    return code;
}

static enum scree_code write_part(struct part_writing *w, struct scree_error *err)
{
    RETURN_IF_ERR(out_part_check(w->part, err));
    RETURN_IF_ERR(bake_check_parts(w->plan, err));
    RETURN_IF_ERR(bake_check_files(w->plan, bake_image_count(w->plan), err));
    w->range = out_part_range(w->part->index, w->part->count, bake_cut_pages(w->plan));
    out_part_name(w->manifest, sizeof w->manifest, w->part->index, w->part->count);
    w->pieces = json_array();
    if (w->pieces == NULL) return err_no_memory(err);
    RETURN_IF_ERR(check_folder(w, err));
    RETURN_IF_ERR(make_folders(w, err));
    *w->began = true;
    RETURN_IF_ERR(digest_common(w, err));
    read_earlier(w);
    RETURN_IF_ERR(write_first(w, err));
    RETURN_IF_ERR(do_pieces(w, err));
    job_finish(w->job);
    return job_check(w->job, err);
}

enum scree_code bake_part_write(struct scree_part_info *made, bool *began,
                                const struct bake_plan *plan, const char *folder,
                                const struct scree_part_options *part, struct scree_job *job,
                                struct scree_error *err)
{
    *made = (struct scree_part_info){.size = sizeof *made};
    *began = false;
    struct part_writing w = {
        .plan = plan, .folder = folder, .part = part, .made = made, .began = began, .job = job};
    const enum scree_code code = write_part(&w, err);
    json_decref(w.common);
    json_decref(w.earlier);
    json_decref(w.other);
    json_decref(w.pieces);
    return code;
}
