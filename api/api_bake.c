/* Bakes: the plan and the writing of include/scree/bake.h on bake/bake.h. */
#include <string.h>

#include "api/api.h"
#include <scree/parts.h>

#include "bake/bake.h"
#include "bake/bake_part.h"
#include "engines/engines.h"
#include "base/json_text.h"
#include "base/mem.h"
#include "base/os.h"
#include "base/text.h"

#define REASON_SIZE 512

struct scree_bake {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct bake_plan *plan;
    char no_blend[REASON_SIZE], no_beamng[REASON_SIZE];
    double planned_s; /* how long planning took */
};

/* ---- the plan ---- */

static enum scree_code plan(struct scree_bake *bake, const struct scree_surface *surface,
                            const struct scree_bake_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    struct inputs inputs;
    struct inputs_opened opened;
    struct bake_given given = {.ground = bake->terrain->options};
    RETURN_IF_ERR(api_how(&given.how, &options->how, job, err));
    RETURN_IF_ERR(api_inputs_copy(&inputs, &bake->map, bake->terrain, surface, job, err));
    enum scree_code code =
        inputs_open_given(&given.materials, &opened, &options->materials, UINT64_MAX, err);
    if (code == SCREE_OK) code = bake_plan_create(&bake->plan, &inputs, options, &given, job, err);
    inputs_close(&opened);
    if (code != SCREE_OK) return code;
    job_words(job, bake->no_blend, sizeof bake->no_blend, bake->plan->blend_refusal);
    job_words(job, bake->no_beamng, sizeof bake->no_beamng, bake->plan->beamng_refusal);
    return SCREE_OK;
}

int scree_bake_plan(struct scree_bake **out, const struct scree_terrain *terrain,
                    const struct scree_surface *surface, const struct scree_bake_options *options,
                    struct scree_job *job, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    struct scree_bake_options given;
    RETURN_IF_ERR(api_take(&given, &api_bake_options, options, error));
    const double start = os_clock_s();
    struct scree_bake *bake;
    RETURN_IF_ERR(MEM_NEED(&bake, 1, sizeof *bake, error));
    bake->terrain = api_terrain_keep(terrain);
    const enum scree_code code = plan(bake, surface, &given, job, error);
    bake->planned_s = os_clock_s() - start;
    return API_GIVE(out, bake, code, scree_bake_free);
}

void scree_bake_free(struct scree_bake *bake)
{
    if (bake == NULL) return;
    bake_plan_free(bake->plan);
    srf_free(bake->map);
    scree_terrain_free(bake->terrain);
    mem_free(bake);
}

/* ---- looking at it ---- */

void scree_bake_describe(const struct scree_bake *bake, struct scree_bake_info *info)
{
    const struct bake_plan *plan = bake->plan;
    const struct scree_bake_info full = {.width = plan->width,
                                         .height = plan->height,
                                         .materials = plan->merge->count,
                                         .files = (uint32_t)plan->file_count,
                                         .outputs = plan->outputs,
                                         .memory_bytes = bake_memory_bytes(plan),
                                         .no_blend = bake->no_blend,
                                         .no_beamng = bake->no_beamng};
    api_sized(info, &full, sizeof full);
}

int scree_bake_file(const struct scree_bake *bake, uint32_t i, struct scree_bake_file *file,
                    struct scree_error *error)
{
    return api_item(file, i < bake->plan->file_count ? &bake->plan->files[i] : NULL, sizeof *file,
                    "file", i, bake->plan->file_count, error);
}

#define WORDS_AND_JSON (1u << SCREE_TEXT | 1u << SCREE_JSON)

int scree_bake_look(struct scree_bytes *out, const struct scree_bake *bake, struct scree_sink *sink,
                    int form, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, WORDS_AND_JSON, error));
    struct sink *into = sink != NULL ? sink->sink : NULL;
    if (into != NULL) RETURN_IF_ERR(bake_check_sink(bake->plan, into, error));
    if (form == SCREE_TEXT) return bake_plan_words(out, bake->plan, error);
    return json_text_bytes(out, bake_plan_json(bake->plan, into), error);
}

/* ---- writing ---- */

int scree_bake_write(const struct scree_bake *bake, struct scree_sink *sink,
                     struct scree_bytes *manifest, struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    if (manifest != NULL) *manifest = (struct scree_bytes){NULL, 0};
    struct bake_made made;
    enum scree_code code = bake_write(&made, bake->plan, sink->sink, job, error);
    if (code == SCREE_OK && manifest != NULL)
        code = bake_manifest(manifest, bake->plan, &made, error);
    bake_made_free(&made);
    return code;
}

/* ---- parts ---- */

int scree_bake_part(const struct scree_bake *bake, const char *folder,
                    const struct scree_part_options *options, struct scree_part_info *info,
                    struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct scree_part_options part;
    RETURN_IF_ERR(api_take(&part, &api_part_options, options, error));
    struct scree_part_info made;
    bool began;
    const enum scree_code code =
        bake_part_write(&made, &began, bake->plan, folder, &part, job, error);
    if (began) atomic_store(&bake->terrain->notes_stay, true);
    if (code == SCREE_OK && info != NULL) api_sized(info, &made, sizeof made);
    return code;
}

int scree_bake_estimate(const struct scree_bake *bake, const struct scree_estimate_options *options,
                        struct scree_estimate *estimate, struct scree_job *job,
                        struct scree_error *error)
{
    err_start(error);
    struct scree_estimate_options given;
    RETURN_IF_ERR(api_take(&given, &api_estimate_options, options, error));
    struct scree_estimate full;
    RETURN_IF_ERR(bake_estimate(&full, bake->plan, &given,
                                bake->terrain->opened_s + bake->planned_s, job, error));
    api_sized(estimate, &full, sizeof full);
    return SCREE_OK;
}

int scree_estimate_document(struct scree_bytes *out, const struct scree_estimate *estimate,
                            const struct scree_bake *bake, int form, struct scree_error *error)
{
    api_start(out, sizeof *out, error);
    RETURN_IF_ERR(api_form(form, WORDS_AND_JSON, error));
    return bake_estimate_document(out, estimate, bake->plan, form == SCREE_JSON, error);
}

int scree_gather(struct scree_bytes *manifest, const char *folder, struct scree_job *job,
                 struct scree_error *error)
{
    err_start(error);
    if (manifest != NULL) *manifest = (struct scree_bytes){NULL, 0};
    struct bake_gathered gathered;
    const bool engine = out_parts_are(folder, ENGINES_PART_MANIFEST);
    RETURN_IF_ERR(engine ? engines_gather(&gathered.manifest, folder, job, error)
                         : bake_gather(&gathered, folder, job, error));
    if (manifest != NULL)
        *manifest = gathered.manifest;
    else
        file_bytes_free(&gathered.manifest);
    return SCREE_OK;
}
