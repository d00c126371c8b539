/* Differences: include/scree/diff.h. */
#include <string.h>

#include "api/api_report.h"
#include "base/mem.h"
#include "base/path.h"
#include "report/report_diff.h"

/* A side with all that it needs. */
struct side {
    struct srf_map *map;
    struct inputs_file file;
    char *name; /* file.path points here */
    char *folder;
    struct baked baked;
    bool is_bake;
    const struct sink *files;
};

struct scree_diff {
    struct report_diff *diff;
    struct scree_terrain *terrain; /* or NULL */
    struct inputs_file terrain_file;
    struct side sides[2];
    char *warn, *fail, *layer;
};

static enum scree_code keep_text(char **to, const char *text, struct scree_error *err)
{
    if (text == NULL) return SCREE_OK;
    RETURN_IF_ERR(MEM_NEED(to, strlen(text) + 1, 1, err));
    strcpy(*to, text);
    return SCREE_OK;
}

/* ---- sides ---- */

/* Texts in metres alone need no terrain to be compared with each other: their numbers are metres. */
static bool in_metres(const struct scree_diff_side *const given[2])
{
    bool needed = false;
    for (int s = 0; s < 2; s++) {
        struct scree_diff_side side = {0};
        if (!api_options(&side, sizeof side, given[s]) || side.surface == NULL) return false;
        const struct srf_map *map = side.surface->map;
        if (map->source == NULL || (map->units & ~(unsigned)SRF_USES_METRES) != 0) return false;
        /* Read with a terrain, its numbers are units of that. */
        if (map->units != 0 && map->unresolved == 0) return false;
        needed = needed || map->unresolved > 0;
    }
    return needed;
}

static enum scree_code open_surface(struct side *side, const struct scree_surface *surface,
                                    bool metres, struct scree_error *err)
{
    if (!metres) RETURN_IF_ERR(api_check_map(surface, err));
    RETURN_IF_ERR(api_surface_file(&side->file, surface, err));
    RETURN_IF_ERR(api_keep_name(&side->name, &side->file, err));
    return srf_copy(&side->map, surface->map, err);
}

static enum scree_code open_folder(struct side *side, const char *path, struct scree_job *job,
                                   struct scree_error *err)
{
    RETURN_IF_ERR(baked_find(&side->folder, path, err));
    if (side->folder == NULL) {
        err_set(err, SCREE_BAD_ARGUMENT, "is neither a folder nor the manifest of a bake");
        return err_set_file(err, path);
    }
    side->is_bake = true;
    return baked_open(&side->baked, side->folder, job, err);
}

static enum scree_code open_files(struct side *side, const struct sink *files,
                                  struct scree_error *err)
{
    for (size_t i = 0; i < sink_count(files); i++) {
        const struct sink_file *file = sink_at(files, i);
        if (strcmp(file->name, BAKE_MANIFEST_NAME) != 0 || file->bytes == NULL) continue;
        side->is_bake = true;
        side->files = files;
        return baked_read(&side->baked, "memory", file->bytes, (size_t)file->size_bytes, err);
    }
    return err_set_option(err, "sink", "the sink holds no bake in memory");
}

static enum scree_code open_side(struct side *side, const struct scree_diff_side *given,
                                 bool metres, struct scree_job *job, struct scree_error *err)
{
    struct scree_diff_side full = {0};
    if (!api_options(&full, sizeof full, given))
        return err_set_option(err, "size", "the size of a side is 0");
    if ((full.surface != NULL) + (full.folder != NULL) + (full.sink != NULL) != 1)
        return err_set_option(err, "surface",
                              "a side is one of a surface map, a folder and a sink");
    if (full.surface != NULL) return open_surface(side, full.surface, metres, err);
    return full.folder != NULL ? open_folder(side, full.folder, job, err)
                               : open_files(side, full.sink->sink, err);
}

static struct report_side side_of(const struct side *side)
{
    return (struct report_side){.path = side->folder != NULL ? side->folder
                                        : side->is_bake      ? "memory"
                                                             : side->file.path,
                                .map = side->map,
                                .sha256 = side->file.sha256,
                                .baked = side->is_bake ? &side->baked : NULL,
                                .files = side->files};
}

static void free_side(struct side *side)
{
    srf_free(side->map);
    mem_free(side->name);
    baked_free(&side->baked);
    mem_free(side->folder);
}

/* ---- folders ---- */

int scree_diff_is_folder(const char *path)
{
    char *folder;
    const bool found = baked_find(&folder, path, NULL) == SCREE_OK && folder != NULL;
    mem_free(folder);
    return found;
}

int scree_diff_terrain_options(struct scree_terrain_options *options, const char *folder,
                               struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct side side = {0};
    const enum scree_code code = open_folder(&side, folder, job, error);
    if (code == SCREE_OK) api_sized(options, &side.baked.ground, sizeof side.baked.ground);
    free_side(&side);
    return code;
}

/* ---- comparing ---- */

int scree_diff_check_limits(const char *limits, const char *member, struct scree_error *error)
{
    err_start(error);
    struct report_limits ignored;
    return report_limits_read(&ignored, limits, member, error);
}

static enum scree_code read_options(struct report_diff_options *to, struct scree_diff *diff,
                                    const struct scree_diff_options *given, struct scree_error *err)
{
    RETURN_IF_ERR(keep_text(&diff->warn, given->warn, err));
    RETURN_IF_ERR(keep_text(&diff->fail, given->fail, err));
    RETURN_IF_ERR(keep_text(&diff->layer, given->layer, err));
    if (diff->warn != NULL) RETURN_IF_ERR(report_limits_read(&to->warn, diff->warn, "warn", err));
    if (diff->fail != NULL) RETURN_IF_ERR(report_limits_read(&to->fail, diff->fail, "fail", err));
    if (!(given->over > 0 && given->over <= 1))
        return err_set_option(err, "over", "is %g, expected a share above 0, at most 1",
                              given->over);
    to->over = given->over;
    to->width = given->width;
    to->height = given->height;
    to->depth = given->depth != SCREE_ALL_DEPTHS ? given->depth : RENDER_NO_DEPTH;
    to->pictures = given->pictures;
    to->layer = diff->layer;
    if (diff->terrain == NULL) return SCREE_OK;
    diff->terrain_file = api_terrain_file(diff->terrain);
    to->field = diff->terrain->field;
    to->terrain = &diff->terrain_file;
    return SCREE_OK;
}

/* No output replaces a file of a bake. */
static enum scree_code protect(const struct side *side, struct sink *output,
                               struct scree_error *err)
{
    if (output == NULL || side->folder == NULL) return SCREE_OK;
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i <= side->baked.file_count && code == SCREE_OK; i++) {
        char *path = path_join(side->folder, i < side->baked.file_count ? side->baked.files[i].name
                                                                        : BAKE_MANIFEST_NAME);
        code = path != NULL ? sink_protect(output, (const char *const[]){path}, 1, err)
                            : err_no_memory(err);
        mem_free(path);
    }
    return code;
}

static enum scree_code compare(struct scree_diff *diff,
                               const struct scree_diff_side *const given[2],
                               const struct report_diff_options *options, struct sink *output,
                               struct scree_job *job, struct scree_error *err)
{
    struct report_side sides[2];
    for (int s = 0; s < 2; s++) {
        RETURN_IF_ERR(open_side(&diff->sides[s], given[s], options->metres, job, err));
        RETURN_IF_ERR(protect(&diff->sides[s], output, err));
        sides[s] = side_of(&diff->sides[s]);
    }
    return report_diff_create(&diff->diff, sides, options, job, err);
}

int scree_diff_create(struct scree_diff **out, const struct scree_diff_side *before,
                      const struct scree_diff_side *after, const struct scree_diff_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_diff_options given = SCREE_DIFF_OPTIONS_INIT;
    RETURN_IF_ERR(api_take(&given, sizeof given, options, error));
    struct report_diff_options inner_options = {0};
    int refused = api_how(&inner_options.how, &given.how, job, error);
    if (refused == SCREE_OK && given.terrain != NULL) refused = api_is_held(given.terrain, error);
    if (refused != SCREE_OK) return refused;
    const struct scree_diff_side *const sides[2] = {before, after};
    struct scree_diff *diff;
    enum scree_code code = MEM_NEED(&diff, 1, sizeof *diff, error);
    if (code == SCREE_OK) {
        if (given.terrain != NULL) diff->terrain = api_terrain_keep(given.terrain);
        code = read_options(&inner_options, diff, &given, error);
    }
    inner_options.metres = given.terrain == NULL && in_metres(sides);
    struct sink *output = given.output != NULL ? given.output->sink : NULL;
    if (code == SCREE_OK) code = compare(diff, sides, &inner_options, output, job, error);
    if (code == SCREE_OK) {
        *out = diff;
        return SCREE_OK;
    }
    scree_diff_free(diff);
    return code;
}

void scree_diff_free(struct scree_diff *diff)
{
    if (diff == NULL) return;
    report_diff_free(diff->diff);
    for (int s = 0; s < 2; s++) free_side(&diff->sides[s]);
    scree_terrain_free(diff->terrain);
    mem_free(diff->warn);
    mem_free(diff->fail);
    mem_free(diff->layer);
    mem_free(diff);
}

/* ---- what changed ---- */

/* Materials that neither side has are not counted: joint numbers of merged layers. */
static size_t count_materials(const struct compare_cover *cover)
{
    size_t count = 0;
    for (uint32_t j = 0; j < cover->count; j++)
        count += cover->areas[j].in_before || cover->areas[j].in_after;
    return count;
}

void scree_diff_describe(const struct scree_diff *diff, struct scree_diff_info *info)
{
    const struct report_diff *d = diff->diff;
    const struct compare_cover *c = d->cover;
    struct scree_diff_info full = {.verdict = (int)d->verdict,
                                   .evaluated = c != NULL,
                                   .texel_m = {d->texel_m[0], d->texel_m[1]},
                                   .area = report_diff_value(d, REPORT_AREA),
                                   .weight = report_diff_value(d, REPORT_WEIGHT),
                                   .region = report_diff_value(d, REPORT_REGION),
                                   .density = report_diff_value(d, REPORT_DENSITY),
                                   .changes = d->changes != NULL ? d->changes->count : 0,
                                   .passed = d->breach_count};
    if (c != NULL) {
        full.width = c->width;
        full.height = c->height;
        full.texels_differ = c->texels_differ;
        full.texels_changed = c->texels_changed;
        full.regions = c->region_total;
        full.missing = (uint64_t)c->width * c->height - c->texels;
        full.one_sided = c->one_sided;
        full.materials = count_materials(c);
    }
    api_sized(info, &full, sizeof full);
}

/* The joint number of material i; the count if there is none. */
static uint32_t joint_of(const struct compare_cover *cover, size_t i)
{
    uint32_t j = 0;
    for (; j < cover->count; j++)
        if ((cover->areas[j].in_before || cover->areas[j].in_after) && i-- == 0) break;
    return j;
}

int scree_diff_material(const struct scree_diff *diff, size_t i,
                        struct scree_diff_material *material, struct scree_error *error)
{
    err_start(error);
    const struct compare_cover *c = diff->diff->cover;
    const uint32_t j = c != NULL ? joint_of(c, i) : 0;
    if (c == NULL || j == c->count)
        return api_no_such(error, "material", i, c != NULL ? count_materials(c) : 0);
    const struct compare_area *area = &c->areas[j];
    const double whole = report_diff_texels(c) * c->full;
    const struct scree_diff_material full = {.name = diff->diff->names[j],
                                             .in_before = area->in_before,
                                             .in_after = area->in_after,
                                             .before = area->ground.before / whole,
                                             .after = area->ground.after / whole,
                                             .gained = area->ground.gained / whole,
                                             .lost = area->ground.lost / whole,
                                             .largest = (double)area->largest / c->full,
                                             .column = area->column,
                                             .row = area->row};
    api_sized(material, &full, sizeof full);
    return SCREE_OK;
}

int scree_diff_change(const struct scree_diff *diff, size_t i, struct scree_change *change,
                      struct scree_error *error)
{
    err_start(error);
    const struct compare_changes *changes = diff->diff->changes;
    const struct compare_cover *c = diff->diff->cover;
    if (changes == NULL || i >= changes->count)
        return api_no_such(error, "change", i, changes != NULL ? changes->count : 0);
    const struct compare_change *from = &changes->list[i];
    struct scree_change full = {.kind = (int)from->kind,
                                .before = from->before,
                                .after = from->after,
                                .path_before = from->path_before,
                                .path_after = from->path_after,
                                .field = from->field,
                                .numbers = from->count,
                                .places = from->places,
                                .evaluated = from->evaluated};
    memcpy(full.from, from->from, sizeof full.from);
    memcpy(full.to, from->to, sizeof full.to);
    if (from->evaluated && c != NULL && c->amount > 0) {
        full.alone = from->ground_alone / (report_diff_texels(c) * c->full);
        full.explains = from->ground_share / c->ground_amount;
    }
    api_sized(change, &full, sizeof full);
    return SCREE_OK;
}

int scree_diff_passed(const struct scree_diff *diff, size_t i, struct scree_diff_passed *passed,
                      struct scree_error *error)
{
    err_start(error);
    const struct report_diff *d = diff->diff;
    if (i >= d->breach_count) return api_no_such(error, "limit", i, d->breach_count);
    const struct report_breach *breach = &d->breaches[i];
    const struct scree_diff_passed full = {.measure = report_measure_name(breach->measure),
                                           .fails = breach->fails,
                                           .value = report_diff_value(d, breach->measure),
                                           .limit = breach->limit->value,
                                           .square_m = breach->limit->square_m};
    api_sized(passed, &full, sizeof full);
    return SCREE_OK;
}

const unsigned char *scree_diff_picture(const struct scree_diff *diff, uint32_t *width,
                                        uint32_t *height)
{
    return report_diff_picture(diff->diff, width, height);
}

int scree_diff_document(const struct scree_diff *diff, struct scree_bytes *out, int form,
                        struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = (struct scree_bytes){NULL, 0};
    const unsigned allowed =
        1u << SCREE_TEXT | 1u << SCREE_JSON | 1u << SCREE_HTML | 1u << SCREE_PNG;
    RETURN_IF_ERR(api_form(form, allowed, error));
    struct file_bytes document;
    const enum scree_code code =
        report_diff(&document, diff->diff, (enum scree_form)form, job, error);
    return api_bytes(out, code, &document);
}
