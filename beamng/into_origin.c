/*
 * The terrain that a level was exported from. A surface map counts in its units, its noise and its plants
 * stand on its points: on squares of another size the same map shows other materials and plants. The
 * level has its heights, the level's report its points and units.
 */
#include <math.h>
#include <string.h>

#include "base/json_text.h"
#include "base/os.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"
#include "beamng/into.h"

#define MAX_REPORT_BYTES ((uint64_t)64 << 20)
#define FORMAT "scree-manifest-beamng-1"

/* In the level's folder, or in that of a .ter alone; for mem_free(). */
static char *name_report(const struct beamng_target *target)
{
    return target->is_level ? path_join(target->level.path, BEAMNG_REPORT)
                            : path_beside(target->level.path, BEAMNG_REPORT);
}

/* The report; NULL: there is none that can be read as one. */
static enum scree_code read_report(json_t **out, const struct beamng_target *target,
                                   struct scree_error *err)
{
    char *path = name_report(target);
    struct os_info info;
    struct scree_bytes bytes = {NULL, 0};
    *out = NULL;
    if (path == NULL) return err_no_memory(err);
    const bool there = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0 && info.kind == OS_FILE;
    const enum scree_code code = there ? file_read(&bytes, path, MAX_REPORT_BYTES, err) : SCREE_OK;
    mem_free(path);
    if (code == SCREE_OK && there)
        *out = json_loadb((const char *)bytes.data, bytes.size, JSON_REJECT_DUPLICATES, NULL);
    file_bytes_free(&bytes);
    return code;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-6 * fabs(b);
}

/* The report is of this terrain: of as many samples, and of squares as large. */
static bool is_about(const json_t *report, const struct beamng_target *target,
                     const struct ter_field *field)
{
    const json_t *terrain = json_object_get(report, "terrain");
    const char *format = json_string_value(json_object_get(report, "format"));
    return format != NULL && strcmp(format, FORMAT) == 0 &&
           json_integer_value(json_object_get(terrain, "size")) == (json_int_t)field->points_x &&
           is_near(json_number_value(json_object_get(terrain, "square_m")), field->scal_m[0]) &&
           (!target->is_level || is_near(field->scal_m[0], target->block.square_m));
}

/* Whether those points lie where the level's samples do; nothing that a report says is trusted. */
static bool is_possible(const struct beamng_origin *origin, const struct beamng_target *target,
                        const struct ter_field *field)
{
    const uint64_t count = (uint64_t)origin->points * origin->points;
    const uint32_t size = field->points_x;
    for (int k = 0; k < 3; k++)
        if (!(origin->unit_m[k] >= TER_MIN_SCAL_M && origin->unit_m[k] <= TER_MAX_SCAL_M))
            return false;
    if (count > target->level.ground.max_points ||
        count > target->level.ground.max_memory_bytes / sizeof(float) ||
        !is_near(origin->unit_m[0], origin->unit_m[1]))
        return false;
    if (!origin->resampled && origin->points != size + (origin->trimmed ? 1U : 0U)) return false;
    return is_near((origin->points - 1.0) * origin->unit_m[0],
                   (size - (origin->resampled || origin->trimmed ? 0.0 : 1.0)) *
                       target->block.square_m);
}

/* points stays 0 where the report does not say. */
static void take_origin(struct beamng_origin *out, const json_t *report,
                        const struct beamng_target *target, const struct ter_field *field)
{
    const json_t *terrain = json_object_get(report, "terrain");
    const json_t *from = json_object_get(report, BEAMNG_ORIGIN);
    struct beamng_origin origin = {
        .trimmed = json_is_true(json_object_get(terrain, "last_row_and_column_left_out")),
        .resampled = json_is_true(json_object_get(terrain, "resampled"))};
    uint64_t points = 0;
    for (size_t k = 0; k < 3; k++)
        origin.unit_m[k] =
            json_text_exact_value(json_array_get(json_object_get(from, "unit_m"), k));
    if (!json_text_whole(&points, json_object_get(from, "points"), TER_MAX_RESAMPLE) || points < 2)
        return;
    origin.points = (uint32_t)points;
    if (is_possible(&origin, target, field)) *out = origin;
}

/* Altitudes in metres stay what they are. */
static void set_units(struct ter_field *field, const struct beamng_origin *origin)
{
    const double longer = origin->unit_m[2] / field->scal_m[2];
    field->base_tu /= longer;
    field->step_tu /= longer;
    memcpy(field->scal_m, origin->unit_m, sizeof field->scal_m);
}

static enum scree_code lay(struct ter_field **out, const struct ter_field *field,
                           const struct beamng_target *target, struct scree_job *job,
                           struct scree_error *err)
{
    const struct beamng_origin *origin = &target->origin;
    const uint32_t size = field->points_x;
    RETURN_IF_ERR(ter_lay(out, field, origin->points,
                          origin->resampled || origin->trimmed ? size : size - 1, err));
    set_units(*out, origin);
    if (origin->resampled)
        job_note(job, NULL,
                 "%s: its %u x %u samples of %.6g m were made of %u x %u points of %.6g m; surface "
                 "maps count in these",
                 target->level.path, (unsigned)size, (unsigned)size, target->block.square_m,
                 (unsigned)origin->points, (unsigned)origin->points, origin->unit_m[0]);
    return SCREE_OK;
}

/* A level that was resampled, and is read in its own squares. */
static void warn(const struct beamng_target *target, struct scree_job *job)
{
    if (target->is_level)
        job_warn(job, NULL,
                 "%s: was resampled by its export, and its " BEAMNG_REPORT
                 " gives no points that fit: units of surface maps are squares of %.6g m; export "
                 "it anew into another folder, and copy the " BEAMNG_REPORT " of that",
                 target->level.path, target->block.square_m);
    else
        job_warn(job, NULL,
                 "%s: is of a level that was resampled by its export: units of surface maps are "
                 "its squares; name the level's folder to have them as they were",
                 target->level.path);
}

enum scree_code beamng_target_restore(struct ter_field **out, const struct ter_field *field,
                                      struct ground_target *level, struct scree_job *job,
                                      struct scree_error *err)
{
    struct beamng_target *target = (struct beamng_target *)level;
    json_t *report;
    *out = NULL;
    RETURN_IF_ERR(read_report(&report, target, err));
    if (is_about(report, target, field)) {
        if (target->is_level) take_origin(&target->origin, report, target, field);
        if (target->origin.points == 0 &&
            json_is_true(json_object_get(json_object_get(report, "terrain"), "resampled")))
            warn(target, job);
    }
    json_decref(report);
    return target->origin.points > 0 ? lay(out, field, target, job, err) : SCREE_OK;
}

bool beamng_target_is_resampled(const struct ground_target *target)
{
    return ((const struct beamng_target *)target)->origin.resampled;
}
