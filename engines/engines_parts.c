/* The tiles of an export in parts: each part writes some, measures what the whole will need, and notes
 * both. */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "base/sha.h"
#include "base/text.h"
#include "engines/engines_plan.h"

struct part {
    const struct engines_plan *plan;
    struct scree_part_info *made;
    struct scree_job *job;
    struct engines_output output;
    struct out_note note;
    json_t *names;  /* a set: the files that the plan's tiles have; NULL: not yet made */
    uint64_t *sums; /* [layer] */
    bool cleared;   /* what another export left is gone */
};

/* ---- what all parts have in common ---- */

static json_t *colours(const struct engines_plan *plan)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < plan->inputs.map->layer_count; i++) {
        const int16_t *const rgb = plan->inputs.map->layers[i]->difc;
        json_text_append(&list, json_pack("[i, i, i]", rgb[0], rgb[1], rgb[2]));
    }
    return list;
}

/* By which options the terrain's file was read: as manifests of bakes have them, and the numbers with
 * all their digits. */
static json_t *reading(const struct engines_plan *plan)
{
    const struct scree_terrain_options *const ground = &plan->ground;
    const double numbers[] = {ground->cell_m,
                              ground->height_scale,
                              ground->height_offset_tu,
                              heights_has_range(ground) ? ground->height_range_m[0] : 0.0,
                              heights_has_range(ground) ? ground->height_range_m[1] : 0.0,
                              ground->has_fill ? ground->fill_m : 0.0,
                              ground->box_longitude_deg,
                              ground->box_latitude_deg,
                              ground->box_m,
                              ground->max_height_m,
                              ground->square_m};
    json_t *exact = json_array();
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        json_text_append(&exact, json_text_exact(numbers[i]));
    return json_pack("{s:s, s:o, s:o}", "format",
                     heights_format_name(plan->inputs.terrain_file.heights.format), "reading",
                     inputs_reading_json(ground), "numbers", exact);
}

/* The document without what is measured, and what gathering takes besides: numbers with all their
 * digits, the colours of layers. */
static json_t *common_of(const struct engines_plan *plan)
{
    json_t *common = json_object();
    json_text_set(&common, "document", engines_document(plan));
    json_text_set(&common, "side_m", json_text_exact(plan->side_m));
    json_text_set(&common, "spacing_m", json_text_exact(plan->spacing_m));
    json_text_set(&common, "lowest_m", json_text_exact(plan->low_m));
    json_text_set(&common, "highest_m", json_text_exact(plan->high_m));
    json_text_set(&common, "ground", reading(plan));
    json_text_set(&common, "relief", json_text_exact(plan->options.how.relief));
    json_text_set(&common, "root_density", json_boolean(plan->options.how.root_density));
    if (plan->inputs.terrain_file.places[0] != '\0')
        json_text_set(&common, "tiles", json_string(plan->inputs.terrain_file.places));
    json_text_set(&common, "colours", colours(plan));
    return common;
}

static enum scree_code protect(const void *plan, struct sink *sink, struct scree_error *err)
{
    return engines_protect(plan, sink, err);
}

/* ---- the texels of a tile ---- */

struct engines_grid engines_own_texels(const struct engines_plan *plan, uint32_t tile)
{
    const uint32_t points = plan->points, pitch = points / plan->tiles;
    const uint32_t place[2] = {tile % plan->tiles, tile / plan->tiles};
    uint32_t first[2], size[2];
    for (int k = 0; k < 2; k++) {
        first[k] = place[k] * pitch;
        size[k] = place[k] + 1 == plan->tiles ? points - first[k] : pitch;
    }
    struct engines_grid grid = plan->grid;
    grid.crop = (struct render_crop){first[0], first[1], size[0], size[1]};
    return grid;
}

bool engines_is_measured(const struct engines_plan *plan, uint32_t tile, const json_t *piece)
{
    const json_t *const sums = json_object_get(piece, "sums");
    const json_t *const dropped = json_object_get(piece, "dropped");
    const struct engines_grid grid = engines_own_texels(plan, tile);
    const uint64_t texels = (uint64_t)grid.crop.width * grid.crop.height;
    const uint64_t most[3] = {texels * UINT8_MAX, texels, UINT8_MAX};
    uint64_t number;
    bool is =
        json_array_size(sums) == plan->inputs.map->layer_count && json_array_size(dropped) == 3;
    for (size_t i = 0; is && i < json_array_size(sums); i++)
        is = json_text_whole(&number, json_array_get(sums, i), texels * RENDER_UNITS);
    for (size_t i = 0; is && i < 3; i++)
        is = json_text_whole(&number, json_array_get(dropped, i), most[i]);
    return is;
}

/* ---- what an earlier run noted ---- */

/* Whether a note is of a tile with numbers that it can have, and all its files are what it says. */
static enum scree_code is_made(bool *out, const struct part *p, uint32_t tile, const json_t *piece,
                               struct scree_error *err)
{
    const struct engines_profile *const profile = p->plan->profile;
    const json_t *const files = json_object_get(piece, "files");
    const uint32_t count = (uint32_t)json_array_size(files);
    char own[ENGINES_FILE];
    *out = json_text_is_whole(json_object_get(piece, "tile"), tile) &&
           !profile->name_tile(own, p->plan, tile, count) &&
           engines_is_measured(p->plan, tile, piece);
    for (uint32_t k = 0; *out && k < count; k++) {
        *out = profile->name_tile(own, p->plan, tile, k);
        if (*out)
            RETURN_IF_ERR(
                out_part_has_listed(out, p->note.folder, json_array_get(files, k), own, err));
    }
    return SCREE_OK;
}

/* ---- what another export left ---- */

/* A document without what is measured and without files, as in a file. */
static json_t *bare(const json_t *document)
{
    struct scree_bytes bytes;
    if (json_text_bytes(&bytes, json_deep_copy(document), NULL) != SCREE_OK) return NULL;
    json_t *const read = json_loadb((const char *)bytes.data, bytes.size, 0, NULL), *material;
    file_bytes_free(&bytes);
    static const char *const results[] = {"format", "files", "dropped"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        json_object_del(read, results[i]);
    size_t i;
    json_array_foreach(json_object_get(read, "materials"), i, material)
    {
        json_object_del(material, "mean_coverage");
        json_object_del(material, "colour");
    }
    return read;
}

static enum scree_code list_names(struct part *p, struct scree_error *err)
{
    const struct engines_plan *const plan = p->plan;
    char name[ENGINES_FILE];
    p->names = json_object();
    for (uint32_t tile = 0; tile < plan->tiles * plan->tiles; tile++)
        for (uint32_t k = 0; plan->profile->name_tile(name, plan, tile, k); k++)
            if (json_object_set_new(p->names, name, json_true()) != 0) return err_no_memory(err);
    return p->names != NULL ? SCREE_OK : err_no_memory(err);
}

/* Whether a part of another export lies there: reports do not tell all options. */
static bool has_other_part(const struct part *p)
{
    struct os_listing listing;
    bool has = false;
    if (file_list_in(&listing, p->note.folder, OUT_PARTS_FOLDER, OS_FOLLOW_LINKS) != 0)
        return false;
    uint32_t index, count;
    for (const char *name; !has && (name = os_list_next(&listing)) != NULL;) {
        char inner[OUT_PART_NAME];
        if (!out_part_is_name(&index, &count, name)) continue;
        out_part_name(inner, sizeof inner, index, count);
        json_t *const part = out_part_read(p->note.folder, inner);
        const char *const key = json_text_get(part, "key");
        has = key != NULL && strcmp(key, p->note.key) != 0;
        json_decref(part);
    }
    os_list_end(&listing);
    return has;
}

/* Before the first tile is made: of an export that lies here and is another, the files that its report
 * lists and nobody changed, and the report last; and those that this part noted. */
static enum scree_code clear_other(struct part *p, struct scree_error *err)
{
    char name[ENGINES_FILE];
    if (p->cleared) return SCREE_OK;
    p->cleared = true;
    RETURN_IF_ERR(list_names(p, err));
    RETURN_IF_ERR(out_note_clear_other(&p->note, p->names, err));
    engines_report_name(name, p->plan->name);
    json_t *const report = out_part_read(p->note.folder, name);
    const char *const format = json_text_get(report, "format");
    enum scree_code code = SCREE_OK;
    if (format != NULL && strcmp(format, "scree-manifest-engine-1") == 0) {
        json_t *const own = bare(json_object_get(p->note.common, "document")), *const old =
                                                                                   bare(report);
        if (own == NULL || old == NULL) code = err_no_memory(err);
        if (code == SCREE_OK && (!json_equal(own, old) || has_other_part(p))) {
            code = out_note_clear(&p->note, json_object_get(report, "files"), p->names, err);
            if (code == SCREE_OK) file_remove_in(p->note.folder, name);
        }
        json_decref(own);
        json_decref(old);
    }
    json_decref(report);
    return code;
}

/* ---- a tile ---- */

static enum scree_code measure(json_t **sums, json_t **dropped, struct part *p, uint32_t tile,
                               struct scree_error *err)
{
    const struct engines_plan *const plan = p->plan;
    const struct engines_grid grid = engines_own_texels(plan, tile);
    const uint32_t layers = plan->inputs.map->layer_count;
    struct engines_dropped lost = {0, 0, 0};
    memset(p->sums, 0, layers * sizeof *p->sums);
    RETURN_IF_ERR(engines_measure_layers(p->sums, plan, &grid, p->job, err));
    if (plan->profile->about.kept != 0)
        RETURN_IF_ERR(engines_measure_dropped(&lost, plan, &grid, p->job, err));
    *sums = json_array();
    for (uint32_t i = 0; i < layers; i++) json_text_append(sums, json_text_count(p->sums[i]));
    *dropped = json_pack("[o, o, i]", json_text_count(lost.sum), json_text_count(lost.many),
                         (int)lost.worst);
    return SCREE_OK;
}

static enum scree_code write_tile(json_t **files, struct part *p, uint32_t tile,
                                  struct scree_error *err)
{
    struct out_part_files to;
    struct scree_error own = SCREE_ERROR_INIT;
    *files = NULL;
    RETURN_IF_ERR(out_part_open(&p->output.sink, &to, p->note.folder, err));
    enum scree_code code = sink_start(p->output.sink, p->job, &own);
    if (code == SCREE_OK) code = p->plan->profile->write_tile(&p->output, tile, &own);
    if (code == SCREE_OK) *files = ground_list_files(p->output.sink);
    struct sink *const sink = p->output.sink;
    p->output.sink = NULL;
    return out_part_close(sink, &to, code, &own, err);
}

static enum scree_code do_tile(struct part *p, uint32_t tile, struct scree_error *err)
{
    json_t *piece = out_note_earlier(&p->note, tile), *files, *sums = NULL, *dropped = NULL;
    bool is;
    RETURN_IF_ERR(is_made(&is, p, tile, piece, err));
    p->made->tiles++;
    if (is) {
        p->made->tiles_before++;
        return out_note_add(&p->note, json_incref(piece), 1, err);
    }
    RETURN_IF_ERR(clear_other(p, err));
    RETURN_IF_ERR(write_tile(&files, p, tile, err));
    const enum scree_code code = measure(&sums, &dropped, p, tile, err);
    if (code != SCREE_OK) {
        json_decref(files);
        return code;
    }
    piece = json_pack("{s:I, s:o, s:o, s:o}", "tile", (json_int_t)tile, "sums", sums, "dropped",
                      dropped, "files", files);
    RETURN_IF_ERR(out_note_add(&p->note, piece, 1, err));
    return out_note_write(&p->note, err);
}

static enum scree_code write_part(struct part *p, struct scree_error *err)
{
    const struct engines_plan *const plan = p->plan;
    const struct out_note_folder folder = {NULL, protect, plan};
    RETURN_IF_ERR(out_note_begin(&p->note, (uint64_t)plan->tiles * plan->tiles, err));
    RETURN_IF_ERR(MEM_NEED(&p->sums, plan->inputs.map->layer_count, sizeof *p->sums, err));
    RETURN_IF_ERR(out_note_check_folder(&p->note, &folder, err));
    RETURN_IF_ERR(out_make_folder(NULL, p->note.folder, err));
    RETURN_IF_ERR(out_make_folder(p->note.folder, OUT_PARTS_FOLDER, err));
    RETURN_IF_ERR(out_note_look_back(&p->note, common_of(plan), err));
    RETURN_IF_ERR(engines_output_rows(&p->output, err));
    const uint64_t first = p->note.range.first, last = p->note.range.last;
    for (uint64_t tile = first; tile < last; tile++) {
        const double done = (double)(tile - first) / (double)(last - first);
        RETURN_IF_ERR(job_step(p->job, "writing tiles", done, err));
        RETURN_IF_ERR(do_tile(p, (uint32_t)tile, err));
    }
    if (p->note.other != NULL)
        RETURN_IF_ERR(clear_other(p, err)); /* also of a part without tiles */
    RETURN_IF_ERR(out_note_write(&p->note, err));
    return job_end(p->job, err);
}

enum scree_code engines_part_write(struct scree_part_info *made, const struct engines_plan *plan,
                                   const char *folder, const struct scree_part_options *part,
                                   struct scree_job *job, struct scree_error *err)
{
    struct part p = {.plan = plan,
                     .made = made,
                     .job = job,
                     .output = {.plan = plan, .job = job},
                     .note = {.folder = folder, .format = ENGINES_PART_MANIFEST, .part = part}};
    *made = (struct scree_part_info){.size = sizeof *made};
    if (!plan->options.in_parts)
        return err_set(err, SCREE_BAD_ARGUMENT,
                       "the plan is one of the whole; plan the export in parts");
    const enum scree_code code = write_part(&p, err);
    engines_output_free(&p.output);
    out_note_free(&p.note);
    json_decref(p.names);
    mem_free(p.sums);
    return code;
}
