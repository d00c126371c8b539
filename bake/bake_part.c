/*
 * Writing a part of a bake.
 *
 * Rule (Files of a bake): Parts, gathered, have the bytes of one run. See
 * formats/manifest.md#parts-of-a-bake, bake/bake_gather.c. Tests: unit/test_bake_parts
 * (parts_are_the_whole, other_inputs_and_options_are_named, damaged_parts_are_named),
 * worlds/check_parts.
 */
#include "bake/bake_part.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bake/bake_image.h"
#include "bake/bake_pieces.h"
#include "base/file.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/path.h"

struct part_writing {
    const struct bake_plan *plan;
    struct scree_part_info *made;
    bool *began;
    struct scree_job *job;
    struct out_note note;
    bool cleared; /* what another bake left is gone */
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

static enum scree_code check_names(const void *plan, struct sink *sink, struct scree_error *err)
{
    return bake_check_names(plan, sink, err);
}

static enum scree_code make_folders(const struct part_writing *w, struct scree_error *err)
{
    RETURN_IF_ERR(out_make_folder(NULL, w->note.folder, err));
    RETURN_IF_ERR(out_make_folder(w->note.folder, OUT_PARTS_FOLDER, err));
    return w->plan->outputs & SCREE_BAKE_MASKS ? out_make_folder(w->note.folder, "masks", err)
                                               : SCREE_OK;
}

/* ---- the part's manifest ---- */

static enum scree_code look_back(struct part_writing *w, struct scree_error *err)
{
    struct inputs inputs = w->plan->inputs;
    RETURN_IF_ERR(inputs_digest(&inputs, w->job, err));
    return out_note_look_back(&w->note, bake_part_common(w->plan, inputs.terrain_file.sha256), err);
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
        if (code == SCREE_OK && !out_part_is_there(w->note.folder, w->note.name))
            code = out_note_write(&w->note, &own);
        if (code == SCREE_OK) return SCREE_OK;
    }
    err_take(err, &own);
    return code;
}

/* Writes the manifest when it has grown by an eighth: each time, and many pieces would be written
 * by the square of their number. A kill loses no more than that. */
static enum scree_code write_grown(struct out_note *note, struct scree_error *err)
{
    const size_t grown = json_array_size(note->pieces) - note->written;
    return grown > note->written / 8 ? out_note_write(note, err) : SCREE_OK;
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
    const struct bake_noted of = {&w->plan->cut, plan->merge->count,
                                  ter_is_on_globe(plan->inputs.field), plan->has_nodata};
    json_t *const found =
        out_note_earlier(&w->note, (uint64_t)piece->y * w->plan->cut.columns + piece->x);
    const json_t *const files = json_object_get(found, "files");
    bool is = bake_is_noted(&of, piece, found) && json_array_size(files) == plan->file_count;
    for (size_t i = 0; i < plan->file_count && is; i++)
        RETURN_IF_ERR(out_part_has_listed(&is, w->note.folder, json_array_get(files, i),
                                          plan->files[i].name, err));
    if (is) *out = found;
    return SCREE_OK;
}

static enum scree_code make_piece(struct part_writing *w, const struct bake_plan *plan,
                                  struct bake_made *made, uint32_t columns, struct scree_error *err)
{
    const double all = (double)(w->note.range.last - w->note.range.first);
    struct bake_piece_talk talk = {w->job, (double)w->note.tiles_done / all, columns / all};
    struct scree_job job;
    bake_piece_job(&job, &talk);
    struct out_part_files files;
    struct sink *sink;
    struct scree_error own = SCREE_ERROR_INIT;
    RETURN_IF_ERR(out_part_open(&sink, &files, w->note.folder, err));
    const enum scree_code code = bake_write_images(made, plan, sink, &job, &own);
    return out_part_close(sink, &files, code, &own, err);
}

static enum scree_code clear_reused(struct part_writing *w, struct scree_error *err)
{
    if (w->cleared) return SCREE_OK;
    w->cleared = true;
    return bake_clear_reused(w->plan, &w->note, err);
}

static enum scree_code do_piece(struct part_writing *w, const struct bake_piece *piece,
                                const struct bake_plan *plan, struct scree_error *err)
{
    json_t *earlier = NULL;
    RETURN_IF_ERR(find_earlier(&earlier, w, piece, plan, err));
    w->made->tiles += piece->columns;
    if (earlier != NULL) {
        w->made->tiles_before += piece->columns;
        return out_note_add(&w->note, json_incref(earlier), piece->columns, err);
    }
    struct bake_made made = {.files = NULL};
    RETURN_IF_ERR(clear_reused(w, err));
    RETURN_IF_ERR(make_piece(w, plan, &made, piece->columns, err));
    json_t *const noted = note(piece, plan, &made);
    bake_made_free(&made);
    RETURN_IF_ERR(out_note_add(&w->note, noted, piece->columns, err));
    return write_grown(&w->note, err);
}

static enum scree_code do_all_pieces(struct part_writing *w, struct scree_error *err)
{
    const uint32_t most = bake_piece_most(w->plan);
    for (uint64_t at = w->note.range.first; at < w->note.range.last;) {
        const struct bake_piece piece =
            bake_next_piece(&w->note.range, at, w->plan->cut.columns, most);
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
    if (code == SCREE_OK) return out_note_write(&w->note, err);
    /* The next run goes on behind what is complete, as far as that can still be noted. */
    struct scree_error own = SCREE_ERROR_INIT;
    const bool more = json_array_size(w->note.pieces) > w->note.written;
    const enum scree_code noted = more ? out_note_write(&w->note, &own) : SCREE_OK;
    (void)noted;
    return code;
}

static enum scree_code write_part(struct part_writing *w, struct scree_error *err)
{
    const struct out_note_folder folder = {inputs_is_note, check_names, w->plan};
    RETURN_IF_ERR(out_note_begin(&w->note, bake_cut_pages(w->plan), err));
    RETURN_IF_ERR(bake_check_parts(w->plan, err));
    RETURN_IF_ERR(bake_check_files(w->plan, bake_image_count(w->plan), err));
    RETURN_IF_ERR(out_note_check_folder(&w->note, &folder, err));
    RETURN_IF_ERR(make_folders(w, err));
    *w->began = true;
    RETURN_IF_ERR(look_back(w, err));
    RETURN_IF_ERR(write_first(w, err));
    RETURN_IF_ERR(do_pieces(w, err));
    return job_end(w->job, err);
}

enum scree_code bake_part_write(struct scree_part_info *made, bool *began,
                                const struct bake_plan *plan, const char *folder,
                                const struct scree_part_options *part, struct scree_job *job,
                                struct scree_error *err)
{
    *made = (struct scree_part_info){.size = sizeof *made};
    *began = false;
    struct part_writing w = {.plan = plan,
                             .made = made,
                             .began = began,
                             .job = job,
                             .note = {.folder = folder,
                                      .format = BAKE_PART_MANIFEST,
                                      .part = part,
                                      .grid = {plan->cut.columns, plan->cut.rows}}};
    const enum scree_code code = write_part(&w, err);
    out_note_free(&w.note);
    return code;
}

/* ---- what a part notes of a world that it opens ---- */

/* Whether a part begins: what another noted is enough for it. One that goes on may have made tiles
 * of what was there before. */
static bool begins(const struct scree_terrain_options *given)
{
    char name[40];
    struct os_info info;
    out_part_name(name, sizeof name, given->part, given->parts);
    const int reason = file_look_in(&info, given->parts_folder, name, OS_FOLLOW_LINKS);
    return reason != 0 && reason != ENOMEM;
}

/* Whether a folder that is there already is for parts: nothing is noted among files of others,
 * since bake_part_write() takes a folder with notes for its own. */
static bool is_for_parts(const char *folder)
{
    struct os_info info;
    return os_look(&info, OS_HERE, folder, OS_FOLLOW_LINKS) != 0 ||
           out_parts_begun(folder, inputs_is_note);
}

enum scree_code bake_notes_start(struct bake_notes *notes, struct worlds_notes *how,
                                 const struct scree_terrain_options *given, struct scree_error *err)
{
    /* A part that is none is refused by bake_part_write(). */
    if (given->parts_folder == NULL || given->part < 1 || given->part > given->parts ||
        !is_for_parts(given->parts_folder))
        return SCREE_OK;
    notes->path = path_join(given->parts_folder, OUT_PARTS_FOLDER);
    notes->folder = path_join(NULL, given->parts_folder);
    if (notes->path == NULL || notes->folder == NULL) return err_no_memory(err);
    *how = (struct worlds_notes){.folder = notes->path,
                                 .parent = notes->folder,
                                 .index = given->part,
                                 .count = given->parts,
                                 .take = begins(given),
                                 .given = &notes->names};
    return SCREE_OK;
}

/* Others that share them may still be at it. */
void bake_notes_drop(const struct bake_notes *notes)
{
    if (notes->made || notes->names.size > 0)
        inputs_remove_notes(notes->path, notes->folder, &notes->names);
}

void bake_notes_free(struct bake_notes *notes)
{
    grow_free(&notes->names);
    mem_free(notes->path);
    mem_free(notes->folder);
}
