/* Terrains for Rigs of Rods: include/scree/ror.h on ror/ror.h. */
#include <string.h>

#include "api/api.h"
#include "api/api_report.h"
#include "base/mem.h"
#include "report/report_into.h"
#include "ror/ror.h"

#define MAX_SOURCE_BYTES ((uint64_t)1 << 30)
#define SOURCES 6

struct scree_ror {
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct ror_plan *plan;
};

struct scree_ror_into {
    struct ror_target *target;
    struct scree_terrain *terrain;
    struct srf_map *map;
    struct ror_into *into; /* NULL: nothing was decided */
    bool written;
};

/* ---- options ---- */

/* The sources of options, opened. */
struct sources {
    struct inputs_opened opened[SOURCES];
    struct file_bytes bytes[SOURCES];
};

static void close_sources(struct sources *sources)
{
    for (int i = 0; i < SOURCES; i++) {
        inputs_close(&sources->opened[i]);
        file_bytes_free(&sources->bytes[i]);
    }
}

static enum scree_code open_sources(struct sources *out, struct ror_options *options,
                                    const struct scree_ror_options *given, struct scree_error *err)
{
    const struct {
        const struct scree_source *source;
        struct inputs_opened **member;
    } all[SOURCES] = {{&given->level.materials, &options->materials},
                      {&given->ground_models, &options->ground_models},
                      {&given->level.plants, &options->plants},
                      {&given->level.roads, &options->roads},
                      {&given->level.keep_list, &options->keep_list},
                      {&given->level.mask, &options->mask}};
    for (int i = 0; i < SOURCES; i++) {
        if (api_given(all[i].source) == NULL) continue;
        RETURN_IF_ERR(
            api_open(&out->opened[i], &out->bytes[i], all[i].source, MAX_SOURCE_BYTES, err));
        *all[i].member = &out->opened[i];
    }
    return SCREE_OK;
}

static int take_options(struct ror_options *out, struct scree_ror_options *full,
                        const struct scree_ror_options *options, struct scree_error *error)
{
    *full = (struct scree_ror_options)SCREE_ROR_OPTIONS_INIT;
    if (!api_options(full, sizeof *full, options))
        return err_set_option(error, "size", "is 0; use SCREE_ROR_OPTIONS_INIT");
    const struct scree_level_options *level = &full->level;
    *out = (struct ror_options){.name = level->name,
                                .output = level->output,
                                .title = level->title,
                                .author = level->author,
                                .textures = level->textures,
                                .grass = full->grass,
                                .grass_count = full->grass_count,
                                .points = full->points,
                                .blend_size = full->blend_size,
                                .bake_size = level->bake_size,
                                .repeat_m = level->repeat_m,
                                .water_m = level->water_m,
                                .start_m = {level->start_m[0], level->start_m[1]},
                                .has_water = level->has_water,
                                .has_start = level->has_start,
                                .base_colour = level->base_colour == SCREE_BASE_COLOUR_PICTURE,
                                .no_base_colour = level->base_colour == SCREE_BASE_COLOUR_NONE,
                                .shadows_off = full->shadows_off,
                                .relief = level->how.relief,
                                .root_density = level->how.root_density,
                                .fine_grip = level->grip == SCREE_GRIP_FINE,
                                .has_plants = api_grows(&level->plants, level->plants_set),
                                .plants_set = level->plants_set,
                                .description = level->description,
                                .depth = level->depth,
                                .min_area = level->min_area,
                                .spawner = full->spawner,
                                .keep = level->keep,
                                .only = level->only};
    return api_check_level(level, error);
}

/* ---- plans ---- */

static enum scree_code make_plan(struct scree_ror *ror, const struct scree_surface *surface,
                                 const struct ror_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    struct inputs inputs;
    RETURN_IF_ERR(api_inputs_copy(&inputs, &ror->map, ror->terrain, surface, job, err));
    return ror_plan_create(&ror->plan, &inputs, options, job, err);
}

int scree_ror_plan(struct scree_ror **out, const struct scree_terrain *terrain,
                   const struct scree_surface *surface, const struct scree_ror_options *options,
                   struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_ror_options full;
    struct ror_options inner;
    struct render_how how; /* made again of the job, for every pass */
    const int refused = take_options(&inner, &full, options, error);
    if (refused) return refused;
    const int unknown = api_how(&how, &full.level.how, job, error);
    if (unknown) return unknown;
    const int outside = api_in_memory(terrain, error);
    if (outside != SCREE_OK) return outside;
    struct sources sources;
    memset(&sources, 0, sizeof sources);
    struct scree_ror *ror = mem_alloc(1, sizeof *ror);
    enum scree_code code =
        ror != NULL ? open_sources(&sources, &inner, &full, error) : err_no_memory(error);
    if (code == SCREE_OK) {
        ror->terrain = api_terrain_keep(terrain);
        code = make_plan(ror, surface, &inner, job, error);
    }
    close_sources(&sources);
    if (code == SCREE_OK) {
        *out = ror;
        return SCREE_OK;
    }
    scree_ror_free(ror);
    api_name_plants(error, "plants_set", inner.plants_set);
    return code;
}

void scree_ror_free(struct scree_ror *ror)
{
    if (ror == NULL) return;
    ror_plan_free(ror->plan);
    srf_free(ror->map);
    scree_terrain_free(ror->terrain);
    mem_free(ror);
}

/* ---- to look at ---- */

void scree_ror_describe(const struct scree_ror *ror, struct scree_ror_info *info)
{
    struct ror_summary sum;
    ror_summarize(&sum, ror->plan);
    const struct scree_ror_info full = {.size = sizeof full,
                                        .name = sum.name,
                                        .points = sum.points,
                                        .blend_size = sum.blend_size,
                                        .side_m = sum.world_m,
                                        .height_m = sum.height_m,
                                        .lowest_m = sum.lowest_m,
                                        .water_m = (double)sum.water_mm / 1000,
                                        .has_water = sum.has_water,
                                        .start_m = {(double)sum.start_mm[0] / 1000,
                                                    (double)sum.start_mm[1] / 1000,
                                                    (double)sum.start_mm[2] / 1000},
                                        .layers = sum.layers,
                                        .materials = sum.materials,
                                        .room_for = sum.limit,
                                        .has_base_colour = sum.base_colour,
                                        .step_count = (uint32_t)sum.step_count,
                                        .moved = ror_share(ror->plan, sum.moved),
                                        .mean_error = sum.mean_error,
                                        .max_error = sum.max_error,
                                        .base_by_rule = sum.base_by_rule,
                                        .moved_without = ror_share(ror->plan, sum.moved_without)};
    api_sized(info, &full, sizeof full);
}

int scree_ror_step(const struct scree_ror *ror, uint32_t i, struct scree_ror_step *step,
                   struct scree_error *error)
{
    err_start(error);
    struct ror_summary sum;
    ror_summarize(&sum, ror->plan);
    if (i >= sum.step_count)
        return err_set_option(error, "i", "there is no step %u; there are %zu", (unsigned)i,
                              sum.step_count);
    const struct ground_step *inner = &sum.steps[i];
    const struct scree_ror_step full = {.size = sizeof full,
                                        .layer = inner->layer,
                                        .into = inner->into,
                                        .reason = inner->covered == 0 ? SCREE_ROR_COVERS_NOTHING
                                                                      : SCREE_ROR_LEAST_ERROR,
                                        .coverage = ror_share(ror->plan, inner->covered),
                                        .colour_error = inner->distance};
    api_sized(step, &full, sizeof full);
    return SCREE_OK;
}

int scree_ror_document(const struct scree_ror *ror, struct scree_bytes *out, struct scree_job *job,
                       struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    return api_document(out, ror_document(ror->plan, job), error);
}

void scree_ror_tell(const struct scree_ror *ror, struct scree_job *job)
{
    ror_tell(ror->plan, job);
}

/* ---- files ---- */

int scree_ror_check(const struct scree_ror_options *options, struct scree_sink *sink,
                    struct scree_job *job, struct scree_error *error)
{
    err_start(error);
    struct scree_ror_options full;
    struct ror_options inner;
    const int refused = take_options(&inner, &full, options, error);
    if (refused) return refused;
    return ror_check_sink(&inner, sink->sink, job, error);
}

int scree_ror_write(const struct scree_ror *ror, struct scree_sink *sink, struct scree_job *job,
                    struct scree_error *error)
{
    err_start(error);
    return ror_write(ror->plan, sink->sink, job, error);
}

/* ---- a terrain that exists ---- */

/* What is for terrains of other kinds. */
static int check_ground(const struct scree_terrain_options *options, struct scree_error *error)
{
    struct scree_terrain_options given = SCREE_TERRAIN_OPTIONS_INIT;
    if (!api_options(&given, sizeof given, options)) return SCREE_OK; /* refused before */
    const struct {
        const char *member;
        bool given;
    } all[] = {{"cell_m", given.cell_m != 0},
               {"height_range_m", !(given.height_range_m[0] == given.height_range_m[1])},
               {"fill_m", given.has_fill},
               {"keep_missing", given.keep_missing != 0},
               {"raw", given.raw != SCREE_RAW_NONE},
               {"raw_width", given.raw_width != 0 || given.raw_height != 0},
               {"raw_big_endian", given.raw_big_endian != 0},
               {"south_first", given.south_first != 0},
               {"max_height_m", given.max_height_m != 0},
               {"square_m", given.square_m != 0},
               {"band", given.band != 0},
               {"leave_in_file", given.leave_in_file != 0},
               {"parts_folder", given.parts_folder != NULL}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].given)
            return err_set_option(
                error, all[i].member,
                "{%s} is for other terrains: one of Rigs of Rods says itself how its "
                "heights are read; leave it out",
                all[i].member);
    return SCREE_OK;
}

int scree_ror_open(struct scree_ror_into **out, const char *path,
                   const struct scree_terrain_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    err_start(error);
    *out = NULL;
    struct scree_terrain_options ground;
    const int refused = api_heights_options(&ground, options, error);
    if (refused != SCREE_OK) return refused;
    const int not_ours = check_ground(options, error);
    if (not_ours != SCREE_OK) return not_ours;
    struct scree_ror_into *into = mem_alloc(1, sizeof *into);
    enum scree_code code = into != NULL ? ror_target_open(&into->target, path, &ground, job, error)
                                        : err_no_memory(error);
    if (code == SCREE_OK)
        code = api_terrain_make(&into->terrain, ror_target_input(into->target),
                                ror_target_ground(into->target), false, error);
    if (code != SCREE_OK) {
        scree_ror_close(into);
        return code;
    }
    into->terrain->is_file = true;
    struct heights_about *about = &into->terrain->file.heights;
    about->has_water = ror_target_water(&about->water_m, into->target);
    *out = into;
    return SCREE_OK;
}

static void forget(struct scree_ror_into *into)
{
    ror_into_free(into->into);
    srf_free(into->map);
    into->into = NULL;
    into->map = NULL;
}

void scree_ror_close(struct scree_ror_into *into)
{
    if (into == NULL) return;
    forget(into);
    scree_terrain_free(into->terrain);
    ror_target_close(into->target);
    mem_free(into);
}

struct scree_terrain *scree_ror_terrain(const struct scree_ror_into *into)
{
    return into->terrain;
}

static enum scree_code decide(struct scree_ror_into *into, const struct scree_surface *surface,
                              const struct ror_options *options, struct scree_job *job,
                              struct scree_error *err)
{
    struct inputs inputs;
    RETURN_IF_ERR(api_inputs_copy(&inputs, &into->map, into->terrain, surface, job, err));
    return ror_into_create(&into->into, into->target, &inputs, options, job, err);
}

int scree_ror_into(struct scree_ror_into *into, const struct scree_surface *surface,
                   const struct scree_ror_options *options, struct scree_job *job,
                   struct scree_error *error)
{
    err_start(error);
    struct scree_ror_options full;
    struct ror_options inner;
    struct sources sources;
    struct render_how how; /* made again of the job, for every pass */
    forget(into);
    const int refused = take_options(&inner, &full, options, error);
    if (refused != SCREE_OK) return refused;
    const int unknown = api_how(&how, &full.level.how, job, error);
    if (unknown != SCREE_OK) return unknown;
    memset(&sources, 0, sizeof sources);
    enum scree_code code = open_sources(&sources, &inner, &full, error);
    if (code == SCREE_OK) code = decide(into, surface, &inner, job, error);
    close_sources(&sources);
    if (code == SCREE_OK) return SCREE_OK;
    forget(into);
    return code;
}

static int check_decided(const struct scree_ror_into *into, struct scree_error *error)
{
    if (into->into != NULL) return SCREE_OK;
    return err_set_option(error, "into", "nothing was decided; call scree_ror_into() first");
}

static size_t count_changes(const struct ror_into_summary *sum)
{
    return sum->layers + (sum->landuse_size > 0 ? sum->uses + 1 : 0);
}

int scree_ror_into_describe(const struct scree_ror_into *into, struct scree_ror_into_info *info,
                            struct scree_error *error)
{
    err_start(error);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    struct ror_into_summary sum;
    ror_into_summarize(&sum, into->into);
    const struct scree_ror_into_info full = {.size = sizeof full,
                                             .texels = sum.size,
                                             .landuse_texels = sum.landuse_size,
                                             .changes = (uint32_t)count_changes(&sum),
                                             .areas = sum.areas,
                                             .changed = sum.changed};
    api_sized(info, &full, sizeof full);
    return SCREE_OK;
}

int scree_ror_change(const struct scree_ror_into *into, uint32_t i, struct scree_ror_change *change,
                     struct scree_error *error)
{
    err_start(error);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    struct ror_into_summary sum;
    struct ror_into_change inner;
    ror_into_summarize(&sum, into->into);
    if (i >= count_changes(&sum))
        return err_set_option(error, "i", "there is no change %u; there are %zu", (unsigned)i,
                              count_changes(&sum));
    ror_into_summarize_change(&inner, into->into, i);
    const struct scree_ror_change full = {.size = sizeof full,
                                          .name = inner.name,
                                          .is_ground = inner.is_ground,
                                          .before = inner.before,
                                          .after = inner.after,
                                          .isolated = inner.isolated,
                                          .kept = (int)inner.kept,
                                          .in_map = inner.is_ours};
    api_sized(change, &full, sizeof full);
    return SCREE_OK;
}

int scree_ror_into_document(const struct scree_ror_into *into, struct scree_bytes *out,
                            struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    return api_document(out, ror_into_document(into->into), error);
}

static enum scree_code make_page(struct file_bytes *out, const struct scree_ror_into *into,
                                 struct scree_error *err)
{
    struct ror_into_summary sum;
    ror_into_summarize(&sum, into->into);
    struct report_into_material *rows = mem_alloc(sum.layers, sizeof *rows);
    if (rows == NULL) return err_no_memory(err);
    for (size_t i = 0; i < sum.layers; i++) {
        struct ror_into_change inner;
        ror_into_summarize_change(&inner, into->into, i);
        rows[i] = (struct report_into_material){
            .name = inner.name,
            .before = inner.before,
            .after = inner.after,
            .isolated = inner.isolated,
            .note = ground_kept_note(inner.kept, !inner.is_ours && inner.before > inner.after)};
        memcpy(rows[i].rgb, inner.rgb, sizeof rows[i].rgb);
    }
    const struct report_into page = {.level = into->terrain->file.path,
                                     .size = sum.size,
                                     .before = ror_into_ids(into->into, false),
                                     .after = ror_into_ids(into->into, true),
                                     .none = 255,
                                     .north_first = true,
                                     .materials = rows,
                                     .count = sum.layers};
    const enum scree_code code = report_into(out, &page, err);
    mem_free(rows);
    return code;
}

int scree_ror_into_page(const struct scree_ror_into *into, struct scree_bytes *out,
                        struct scree_error *error)
{
    err_start(error);
    memset(out, 0, sizeof *out);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    struct file_bytes bytes = {0};
    const enum scree_code code = make_page(&bytes, into, error);
    return api_bytes(out, code, &bytes);
}

void scree_ror_into_tell(const struct scree_ror_into *into, struct scree_job *job)
{
    if (into->into != NULL) ror_into_tell(into->into, job);
}

int scree_ror_into_write(struct scree_ror_into *into, struct scree_job *job,
                         struct scree_error *error)
{
    err_start(error);
    if (check_decided(into, error) != SCREE_OK) return SCREE_BAD_ARGUMENT;
    if (into->written)
        return err_set_option(error, "into", "the terrain was changed; open it again");
    RETURN_IF_ERR(ror_into_write(into->into, job, error));
    into->written = true;
    return SCREE_OK;
}
