/* Lint: include/scree/lint.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "base/path.h"
#include "engines/engines.h"
#include "plants/plants.h"
#include "report/report_answers.h"
#include "roads/grade.h"

/* Everything that the document has, so that inputs may be freed. */
struct scree_lint {
    struct report_lint shown;
    struct compare_findings *findings;
    struct inputs_file surface, terrain; /* names belong to the arena */
    struct warn_list tolerated;
    struct mem_arena arena;
};

static enum scree_code keep_file(struct inputs_file *to, struct scree_lint *lint, const char *path,
                                 struct scree_error *err)
{
    to->path = mem_arena_text(&lint->arena, path, strlen(path));
    if (to->path == NULL) return err_no_memory(err);
    to->base = path_base_name(to->path);
    return SCREE_OK;
}

/* Sentences name options as the job calls them. */
static enum scree_code name_options(struct scree_lint *lint, const struct scree_job *job,
                                    struct scree_error *err)
{
    for (size_t i = 0; i < lint->findings->count; i++) {
        struct scree_finding *finding = &lint->findings->list[i];
        const char **const texts[] = {&finding->text, &finding->advice};
        for (int k = 0; k < 2; k++) {
            char words[REPORT_WORDS_SIZE];
            job_words(job, words, sizeof words, *texts[k]);
            *texts[k] = mem_arena_text(&lint->arena, words, strlen(words));
            if (*texts[k] == NULL) return err_no_memory(err);
        }
    }
    return SCREE_OK;
}

/* What the reader tolerated; what srf_check() doubts is among the findings. */
static void keep_tolerated(struct scree_lint *lint, const struct scree_surface *surface)
{
    const size_t said = surface->file.reader_warnings;
    lint->tolerated = surface->map->warnings;
    if (lint->tolerated.count > said) lint->tolerated.count = said;
    lint->tolerated.dropped = said - lint->tolerated.count;
}

static uint32_t near_size(const void *engine, uint32_t points)
{
    return engines_size_near(engine, points);
}

static struct compare_target engine_target(const struct engines_profile *engine)
{
    const struct scree_engine_about *about = engines_about(engine);
    return (struct compare_target){
        .name = about->title,
        .max_materials = about->max_materials,
        .merges = "the export merges those that change the colours least",
        .merge_advice = "say which go together ({materials}), or remove layers",
        .rename = engines_has_plain_names(engine) ? engines_titles : NULL,
        .name_size = ENGINES_TITLE,
        .near_size = near_size,
        .engine = engine,
        .sizes = about->sizes,
        .height_steps = engines_height_steps(engine)};
}

/* ---- meshes of plants ---- */

struct meshes {
    struct plants_list *list;
    struct compare_mesh meshes[2 * PLANTS_MOST_SPECIES];
    size_t count;
};

static void add_meshes(struct meshes *out, const char *game, bool ror)
{
    struct plants_stranger strangers[PLANTS_MOST_SPECIES];
    const size_t count = plants_find_strangers(strangers, out->list, ror);
    for (size_t i = 0; i < count; i++)
        out->meshes[out->count++] = (struct compare_mesh){game, strangers[i].species,
                                                          strangers[i].mesh, strangers[i].nearest};
}

/* *out is to be freed by plants_list_free() in any case. */
static enum scree_code judge_meshes(struct meshes *out, const struct srf_map *map,
                                    const struct scree_lint_options *given, struct scree_error *err)
{
    if (source_given(&given->plants) == NULL) return SCREE_OK;
    RETURN_IF_ERR(api_plants_list(&out->list, map, &given->plants, NULL, err));
    const bool any = given->game == SCREE_LINT_NONE && given->engine == NULL;
    if (any || given->game == SCREE_LINT_ROR) add_meshes(out, "Rigs of Rods", true);
    if (any || given->game == SCREE_LINT_BEAMNG) add_meshes(out, "BeamNG.drive", false);
    return SCREE_OK;
}

/* ---- roads ---- */

/* What is known of roads, and the ground for them; zeroed without any. */
struct judged_roads {
    struct roads *roads;
    struct ter_field *field;
    struct roads_findings findings;
};

static void free_roads(struct judged_roads *judged)
{
    roads_findings_free(&judged->findings);
    ter_free(judged->field);
    roads_free(judged->roads);
}

/* Grading is as silent as all that lint looks at. */
static enum scree_code grade_silently(struct judged_roads *out, struct roads_graded *graded,
                                      const struct scree_terrain *terrain, struct scree_job *job,
                                      struct scree_error *err)
{
    const struct roads_grade_options options = {.flat_bends = false};
    struct scree_job silent = {.threads = 0};
    if (job != NULL) silent = *job;
    silent.message = NULL;
    const enum scree_code code =
        roads_grade(&out->field, graded, terrain->field, out->roads, &options, &silent, err);
    if (job != NULL) job->cancelled = silent.cancelled;
    return code;
}

/* *out is to be freed by free_roads() in any case. */
static enum scree_code judge_roads(struct judged_roads *out, const struct scree_terrain *terrain,
                                   const struct scree_lint_options *given, struct scree_job *job,
                                   struct scree_error *err)
{
    struct roads_graded graded;
    *out = (struct judged_roads){.roads = NULL};
    if (source_given(&given->roads) == NULL) return SCREE_OK;
    if (terrain == NULL)
        return err_set_option(err, "roads", "{roads} are roads on a terrain; give one");
    RETURN_IF_ERR(api_in_memory(terrain, err));
    const struct inputs inputs = {.field = terrain->field, .terrain_file = terrain->file};
    RETURN_IF_ERR(api_roads_cut(&out->roads, &inputs, &given->roads, job, err));
    RETURN_IF_ERR(grade_silently(out, &graded, terrain, job, err));
    roads_waters_free(graded.waters);
    return roads_lint(&out->findings, out->roads, &graded, err);
}

static enum scree_code find(struct scree_lint *lint, const struct scree_surface *surface,
                            const struct scree_terrain *terrain,
                            const struct engines_profile *profile,
                            const struct scree_lint_options *given, struct scree_job *job,
                            struct scree_error *err)
{
    const struct compare_target engine =
        profile != NULL ? engine_target(profile) : (struct compare_target){.name = NULL};
    struct meshes meshes = {.list = NULL};
    struct judged_roads judged;
    const struct ter_field *field = terrain != NULL ? terrain->field : NULL;
    struct compare_lint_options options = {
        .relief = given->how.relief,
        .root_density = given->how.root_density,
        .depth = given->depth,
        .threads = job_threads(job),
        .job = job,
        .target = profile != NULL ? &engine : report_lint_target(given->game)};
    const char *name = surface->file.path;
    struct srf_map *map;
    RETURN_IF_ERR(keep_file(&lint->surface, lint, name != NULL ? name : "surface.srf", err));
    if (terrain != NULL) {
        const struct inputs_file file = api_terrain_file(terrain);
        RETURN_IF_ERR(keep_file(&lint->terrain, lint, file.path, err));
    }
    keep_tolerated(lint, surface);
    RETURN_IF_ERR(api_copy_map(&map, surface, terrain, job, err));
    enum scree_code code = judge_roads(&judged, terrain, given, job, err);
    if (code == SCREE_OK) code = judge_meshes(&meshes, map, given, err);
    if (judged.field != NULL) field = judged.field;
    options.others = judged.findings.list;
    options.other_count = judged.findings.count;
    options.meshes = meshes.meshes;
    options.mesh_count = meshes.count;
    lint->shown = (struct report_lint){.surface = &lint->surface,
                                       .terrain = terrain != NULL ? &lint->terrain : NULL,
                                       .target = given->game,
                                       .engine = given->engine,
                                       .tolerated = &lint->tolerated};
    if (code == SCREE_OK) code = compare_lint(&lint->findings, map, field, &options, err);
    plants_list_free(meshes.list);
    free_roads(&judged);
    srf_free(map);
    return code == SCREE_OK ? name_options(lint, job, err) : code;
}

int scree_lint_create(struct scree_lint **out, const struct scree_surface *surface,
                      const struct scree_terrain *terrain, const struct scree_lint_options *options,
                      struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_lint_options given;
    RETURN_IF_ERR(api_take(&given, &api_lint_options, options, error));
    char keys[ENGINES_KEYS_SIZE];
    const struct engines_profile *engine = given.engine != NULL ? engines_find(given.engine) : NULL;
    if (given.engine != NULL && engine == NULL)
        return err_set_option(error, "engine",
                              "'%.40s' is neither ror nor beamng nor an engine; expected one of %s",
                              given.engine, engines_keys(keys));
    if (terrain != NULL) RETURN_IF_ERR(api_is_held(terrain, error));
    struct scree_lint *lint;
    RETURN_IF_ERR(MEM_NEED(&lint, 1, sizeof *lint, error));
    const enum scree_code code = find(lint, surface, terrain, engine, &given, job, error);
    return API_GIVE(out, lint, code, scree_lint_free);
}

void scree_lint_free(struct scree_lint *lint)
{
    if (lint == NULL) return;
    compare_findings_free(lint->findings);
    mem_arena_free(&lint->arena);
    mem_free(lint);
}

size_t scree_lint_count(const struct scree_lint *lint)
{
    return lint->findings->count;
}

int scree_lint_finding(const struct scree_lint *lint, size_t i, struct scree_finding *finding,
                       struct scree_error *error)
{
    err_start(error);
    if (i >= lint->findings->count) return api_no_such(error, "finding", i, lint->findings->count);
    api_sized(finding, &lint->findings->list[i], sizeof *finding);
    return SCREE_OK;
}

int scree_lint_document(const struct scree_lint *lint, struct scree_bytes *out, int level, int form,
                        struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, 1u << SCREE_TEXT | 1u << SCREE_JSON, error));
    if (level < SCREE_LINT_NOTE || level > SCREE_LINT_ERROR)
        return err_set_option(error, "level", "is %d, not an enum scree_lint_severity", level);
    struct report_lint shown = lint->shown;
    shown.level = (enum scree_lint_severity)level;
    shown.findings = lint->findings;
    return report_lint(out, &shown, (enum scree_form)form, job, error);
}
