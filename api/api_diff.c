/* Differences: include/scree/diff.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "report/report_diff.h"

/* A side with all that it needs. */
struct side {
    struct report_side is;
    struct srf_map *map;
    struct inputs_file file;
    char *name; /* file.path points here */
    char *folder;
    struct baked baked;
};

struct scree_diff {
    struct report_diff *diff;
    struct scree_terrain *terrain; /* or NULL */
    struct inputs_file terrain_file;
    struct side sides[2];
    struct mem_arena arena; /* texts of options */
};

/* ---- sides ---- */

/* Texts in metres alone need no terrain to be compared with each other: their numbers are metres. */
static bool in_metres(const struct scree_diff_side *const given[2])
{
    bool needed = false;
    for (int s = 0; s < 2; s++) {
        struct scree_diff_side side = {0};
        if (!api_options(&side, sizeof side, given[s]) || side.surface == NULL) return false;
        if (!srf_has_metres_alone(side.surface->map)) return false;
        needed = needed || side.surface->map->unresolved > 0;
    }
    return needed;
}

/* Pictures of masks are for comparing on a terrain; elsewhere their digests do, where they are there. */
static enum scree_code open_surface(struct side *side, const struct scree_surface *surface,
                                    const struct report_diff_options *options,
                                    struct scree_job *job, struct scree_error *err)
{
    struct inputs_place place = {options->field, NULL};
    if (options->field != NULL) place.geo = options->terrain->heights.geo;
    if (!options->metres) RETURN_IF_ERR(api_check_map(surface, err));
    RETURN_IF_ERR(api_surface_file(&side->file, surface, err));
    RETURN_IF_ERR(api_keep_name(&side->name, &side->file, err));
    RETURN_IF_ERR(options->field != NULL ? api_share_map(&side->map, surface, &place, job, err)
                                         : srf_copy(&side->map, surface->map, err));
    if (options->field == NULL && surface->is_file)
        RETURN_IF_ERR(inputs_know_masks(side->map, surface->file.path, job, err));
    side->is = (struct report_side){
        .path = side->file.path, .map = side->map, .sha256 = side->file.sha256};
    return SCREE_OK;
}

static enum scree_code open_folder(struct side *side, const char *path, struct scree_job *job,
                                   struct scree_error *err)
{
    RETURN_IF_ERR(baked_find(&side->folder, path, err));
    if (side->folder == NULL) {
        err_set(err, SCREE_BAD_ARGUMENT, "is neither a folder nor the manifest of a bake");
        return err_set_file(err, path);
    }
    side->is = (struct report_side){.path = side->folder, .baked = &side->baked};
    return baked_open(&side->baked, side->folder, job, err);
}

static enum scree_code open_files(struct side *side, const struct sink *files,
                                  struct scree_error *err)
{
    for (size_t i = 0; i < sink_count(files); i++) {
        const struct sink_file *file = sink_at(files, i);
        if (strcmp(file->name, BAKE_MANIFEST_NAME) != 0 || file->bytes == NULL) continue;
        side->is = (struct report_side){.path = "memory", .baked = &side->baked, .files = files};
        return baked_read(&side->baked, "memory", file->bytes, (size_t)file->size_bytes, err);
    }
    return err_set_option(err, "sink", "the sink holds no bake in memory");
}

static enum scree_code open_side(struct side *side, const struct scree_diff_side *given,
                                 const struct report_diff_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct scree_diff_side full = {0};
    if (!api_options(&full, sizeof full, given)) return api_no_size(err);
    if ((full.surface != NULL) + (full.folder != NULL) + (full.sink != NULL) != 1)
        return err_set_option(err, "surface",
                              "a side is one of a surface map, a folder and a sink");
    if (full.surface != NULL) return open_surface(side, full.surface, options, job, err);
    return full.folder != NULL ? open_folder(side, full.folder, job, err)
                               : open_files(side, full.sink->sink, err);
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

static enum scree_code keep_text(const char **text, struct scree_diff *diff,
                                 struct scree_error *err)
{
    if (*text == NULL) return SCREE_OK;
    *text = mem_arena_text(&diff->arena, *text, strlen(*text));
    return *text != NULL ? SCREE_OK : err_no_memory(err);
}

static enum scree_code read_options(struct report_diff_options *to, struct scree_diff *diff,
                                    struct scree_error *err)
{
    RETURN_IF_ERR(keep_text(&to->given.warn, diff, err));
    RETURN_IF_ERR(keep_text(&to->given.fail, diff, err));
    RETURN_IF_ERR(keep_text(&to->given.layer, diff, err));
    RETURN_IF_ERR(report_diff_options_read(to, err));
    if (to->given.terrain == NULL) return SCREE_OK;
    diff->terrain = api_terrain_keep(to->given.terrain);
    diff->terrain_file = api_terrain_file(diff->terrain);
    to->field = diff->terrain->field;
    to->terrain = &diff->terrain_file;
    return SCREE_OK;
}

static enum scree_code compare(struct scree_diff *diff,
                               const struct scree_diff_side *const given[2],
                               struct report_diff_options *options, struct scree_job *job,
                               struct scree_error *err)
{
    struct report_side sides[2];
    struct sink *const output = options->given.output != NULL ? options->given.output->sink : NULL;
    RETURN_IF_ERR(read_options(options, diff, err));
    options->metres = options->field == NULL && in_metres(given);
    for (int s = 0; s < 2; s++) {
        RETURN_IF_ERR(open_side(&diff->sides[s], given[s], options, job, err));
        if (diff->sides[s].folder != NULL)
            RETURN_IF_ERR(baked_protect(&diff->sides[s].baked, output, err));
        sides[s] = diff->sides[s].is;
    }
    return report_diff_create(&diff->diff, sides, options, job, err);
}

int scree_diff_create(struct scree_diff **out, const struct scree_diff_side *before,
                      const struct scree_diff_side *after, const struct scree_diff_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct report_diff_options given = {.field = NULL};
    struct scree_diff *diff;
    RETURN_IF_ERR(api_take(&given.given, &api_diff_options, options, error));
    RETURN_IF_ERR(api_how(&given.how, &given.given.how, job, error));
    if (given.given.terrain != NULL) RETURN_IF_ERR(api_is_held(given.given.terrain, error));
    RETURN_IF_ERR(MEM_NEED(&diff, 1, sizeof *diff, error));
    const struct scree_diff_side *const sides[2] = {before, after};
    const enum scree_code code = compare(diff, sides, &given, job, error);
    return API_GIVE(out, diff, code, scree_diff_free);
}

void scree_diff_free(struct scree_diff *diff)
{
    if (diff == NULL) return;
    report_diff_free(diff->diff);
    for (int s = 0; s < 2; s++) free_side(&diff->sides[s]);
    scree_terrain_free(diff->terrain);
    mem_arena_free(&diff->arena);
    mem_free(diff);
}

/* ---- what changed ---- */

void scree_diff_describe(const struct scree_diff *diff, struct scree_diff_info *info)
{
    api_sized(info, &diff->diff->info, sizeof diff->diff->info);
}

int scree_diff_material(const struct scree_diff *diff, size_t i,
                        struct scree_diff_material *material, struct scree_error *error)
{
    return api_item(material, report_diff_material(diff->diff, i), sizeof *material, "material", i,
                    diff->diff->info.materials, error);
}

int scree_diff_change(const struct scree_diff *diff, size_t i, struct scree_change *change,
                      struct scree_error *error)
{
    return api_item(change, i < diff->diff->info.changes ? &diff->diff->changes->list[i].is : NULL,
                    sizeof *change, "change", i, diff->diff->info.changes, error);
}

int scree_diff_passed(const struct scree_diff *diff, size_t i, struct scree_diff_passed *passed,
                      struct scree_error *error)
{
    return api_item(passed, i < diff->diff->info.passed ? &diff->diff->breaches[i].is : NULL,
                    sizeof *passed, "limit", i, diff->diff->info.passed, error);
}

int scree_diff_document(const struct scree_diff *diff, struct scree_bytes *out, int form,
                        struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(
        form, 1u << SCREE_TEXT | 1u << SCREE_JSON | 1u << SCREE_HTML | 1u << SCREE_PNG, error));
    return report_diff(out, diff->diff, (enum scree_form)form, job, error);
}
