/* Lint: include/scree/lint.h. */
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "engines/engines.h"
#include "plants/plants.h"
#include "report/report_answers.h"
#include "roads/grade.h"

/* Everything that the document has, so that inputs may be freed. */
struct scree_lint {
    struct report_lint shown;
    struct compare_findings *findings;
    struct inputs_file surface, terrain;
    char *names[2]; /* of those */
    struct warn_list tolerated;
};

/* What the reader tolerated; what srf_check() doubts is among the findings. */
static void keep_tolerated(struct scree_lint *lint, const struct scree_surface *surface)
{
    const size_t said = surface->file.reader_warnings;
    lint->tolerated = surface->map->warnings;
    if (lint->tolerated.count > said) lint->tolerated.count = said;
    lint->tolerated.dropped = said - lint->tolerated.count;
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

static enum scree_code judge_roads(struct roads_findings *out, struct ter_field **ground,
                                   const struct scree_terrain *terrain,
                                   const struct scree_source *roads, struct scree_job *job,
                                   struct scree_error *err)
{
    if (source_given(roads) == NULL) return SCREE_OK;
    if (terrain == NULL)
        return err_set_option(err, "roads", "{roads} are roads on a terrain; give one");
    RETURN_IF_ERR(api_in_memory(terrain, err));
    const struct inputs inputs = {.field = terrain->field, .terrain_file = terrain->file};
    return roads_lint(out, ground, &inputs, roads, job, err);
}

/* ---- all ---- */

static enum scree_code find(struct scree_lint *lint, const struct scree_surface *surface,
                            const struct scree_terrain *terrain,
                            const struct engines_profile *profile,
                            const struct scree_lint_options *given, struct scree_job *job,
                            struct scree_error *err)
{
    struct compare_target target;
    struct meshes meshes = {.list = NULL};
    struct roads_findings roads = {.count = 0};
    struct ter_field *graded = NULL;
    const struct ter_field *field = terrain != NULL ? terrain->field : NULL;
    struct compare_lint_options options = {.relief = given->how.relief,
                                           .root_density = given->how.root_density,
                                           .depth = given->depth,
                                           .threads = job_threads(job),
                                           .job = job,
                                           .target =
                                               report_lint_target(&target, given->game, profile)};
    struct srf_map *map;
    lint->surface.path = surface->file.path != NULL ? surface->file.path : "surface.srf";
    RETURN_IF_ERR(api_keep_name(&lint->names[0], &lint->surface, err));
    if (terrain != NULL) {
        lint->terrain.path = api_terrain_file(terrain).path;
        RETURN_IF_ERR(api_keep_name(&lint->names[1], &lint->terrain, err));
    }
    keep_tolerated(lint, surface);
    RETURN_IF_ERR(api_copy_map(&map, surface, terrain, job, err));
    enum scree_code code = judge_roads(&roads, &graded, terrain, &given->roads, job, err);
    if (code == SCREE_OK) code = judge_meshes(&meshes, map, given, err);
    if (graded != NULL) field = graded;
    options.others = roads.list;
    options.other_count = roads.count;
    options.meshes = meshes.meshes;
    options.mesh_count = meshes.count;
    lint->shown = (struct report_lint){.surface = &lint->surface,
                                       .terrain = terrain != NULL ? &lint->terrain : NULL,
                                       .target = given->game,
                                       .engine = given->engine,
                                       .tolerated = &lint->tolerated};
    if (code == SCREE_OK) code = compare_lint(&lint->findings, map, field, &options, err);
    plants_list_free(meshes.list);
    roads_findings_free(&roads);
    ter_free(graded);
    srf_free(map);
    return code == SCREE_OK ? compare_findings_name(lint->findings, job, err) : code;
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
    for (int i = 0; i < 2; i++) mem_free(lint->names[i]);
    mem_free(lint);
}

size_t scree_lint_count(const struct scree_lint *lint)
{
    return lint->findings->count;
}

int scree_lint_finding(const struct scree_lint *lint, size_t i, struct scree_finding *finding,
                       struct scree_error *error)
{
    return api_item(finding, i < lint->findings->count ? &lint->findings->list[i] : NULL,
                    sizeof *finding, "finding", i, lint->findings->count, error);
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
