/* Options of levels, and levels that exist: what is checked, opened and decided in one way for all games. */
#include <string.h>

#include "base/source.h"
#include "base/spot.h"
#include "ground/ground.h"
#include "ground/ground_into.h"
#include "out/out.h"

#define MAX_LIST_BYTES ((uint64_t)1 << 20)

/* ---- options ---- */

enum scree_code ground_keep_options(struct scree_level_options *options, struct mem_arena *arena,
                                    struct scree_error *err)
{
    const struct scree_source none = {NULL, NULL, 0, NULL, NULL};
    const char **const texts[] = {&options->output, &options->author, &options->title,
                                  &options->description, &options->textures};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (*texts[i] == NULL) continue;
        *texts[i] = mem_arena_text(arena, *texts[i], strlen(*texts[i]));
        if (*texts[i] == NULL) return err_no_memory(err);
    }
    options->name = options->plants_set = options->keep = options->only = NULL;
    options->materials = options->roads = options->plants = none;
    options->keep_list = options->mask = none;
    return SCREE_OK;
}

enum scree_code ground_check_options(const struct scree_level_options *options,
                                     struct scree_error *err)
{
    if (options->repeat_m == 0 || (options->repeat_m >= 0.01 && options->repeat_m <= 100000.0))
        return SCREE_OK;
    return err_set_option(err, "repeat_m",
                          "{repeat_m}: %g is not a size from 0.01 to 100000 metres",
                          options->repeat_m);
}

void ground_take_water(struct scree_level_options *options, const struct inputs *inputs,
                       struct scree_job *job)
{
    double water_tu;
    if (options->has_water || !srf_scene_number(&water_tu, inputs->map, "water.level", 0)) return;
    if (!(water_tu > inputs->ranges.altitude_min_tu && water_tu < inputs->ranges.altitude_max_tu))
        return;
    options->has_water = true;
    options->water_m = water_tu * inputs->field->scal_m[2];
    job_note(job, inputs->surface_file.path,
             "has water at %.6g m, which the level gets; {water_m} gives it another",
             options->water_m);
}

enum scree_code ground_check_start(const struct scree_level_options *options, double side_m,
                                   const char *what, struct scree_error *err)
{
    const double *at_m = options->start_m;
    const double from_south_m[2] = {at_m[0], side_m - at_m[1]};
    char name[64], other[64];
    if (!options->has_start ||
        (at_m[0] >= 0 && at_m[0] <= side_m && at_m[1] >= 0 && at_m[1] <= side_m))
        return SCREE_OK;
    return err_set_option(
        err, "start_m",
        "{start_m} %s (%s) lies outside the %s, which is %g m from west to east and from north to "
        "south",
        spot_name(name, sizeof name, at_m, SCREE_NORTH_WEST),
        spot_name(other, sizeof other, from_south_m, SCREE_SOUTH_WEST), what, side_m);
}

/* ---- opened ---- */

enum scree_code ground_target_begin(struct ground_target *target, const char *path,
                                    const struct scree_terrain_options *ground,
                                    struct scree_job *job, struct scree_error *err)
{
    struct warn_list warnings = {0};
    target->ground = *ground;
    target->path = mem_text(path, strlen(path));
    if (target->path == NULL) return err_no_memory(err);
    out_recover(path, &warnings);
    job_warn_all(job, NULL, &warnings);
    return SCREE_OK;
}

void ground_target_close(struct ground_target *target)
{
    if (target == NULL) return;
    inputs_close(&target->input);
    mem_free(target->path);
    target->game->close(target);
    mem_free(target);
}

/* ---- what will change ---- */

enum scree_code ground_into_list(struct ground_into *into, size_t count, struct scree_error *err)
{
    into->changes = mem_arena_alloc(into->arena, count, sizeof *into->changes);
    into->rgb = mem_arena_alloc(into->arena, count, sizeof *into->rgb);
    into->info.changes = (uint32_t)count;
    return into->changes != NULL && into->rgb != NULL ? SCREE_OK : err_no_memory(err);
}

void ground_into_free(struct ground_into *into)
{
    if (into == NULL) return;
    into->game->free(into);
    mem_free(into);
}

static void tell_kept(const struct scree_level_change *change, const char *unit,
                      struct scree_job *job)
{
    const char *what = change->is_ground ? "landuse " : "", *name = change->name;
    if (change->kept == SCREE_KEPT_BUILT) {
        const char *word = ground_is_built(name);
        job_note(job, NULL, "%s%s: %llu %s are kept ('%s' in its name; {only} %s repaints them)",
                 what, name, (unsigned long long)change->before, unit,
                 word != NULL ? word : "verge", name);
    } else if (change->kept != SCREE_NOT_KEPT) {
        job_note(job, NULL, "%s%s: %llu %s are kept (%s)", what, name,
                 (unsigned long long)change->before, unit,
                 change->kept == SCREE_KEPT_NAMED ? "{keep}" : "not in {only}");
    } else if (!change->in_map && change->after < change->before) {
        job_note(job, NULL, "%s%s: not in the map, %llu %s are replaced; {keep} %s keeps them",
                 what, name, (unsigned long long)(change->before - change->after), unit, name);
    }
}

void ground_into_tell_kept(const struct ground_into *into, struct scree_job *job)
{
    if (into->info.heights > 0)
        job_note(job, NULL, "{grade}: %llu heights change; objects keep theirs",
                 (unsigned long long)into->info.heights);
    for (size_t i = 0; i < into->info.changes; i++)
        if (into->changes[i].before > 0 && into->changes[i].name[0] != '\0')
            tell_kept(&into->changes[i], into->game->unit, job);
    if (into->mask.path != NULL) job_note(job, NULL, "{mask}: nothing changes where it is black");
}

/* ---- names of what stays ---- */

static enum scree_code mark_list(bool *marks, struct ground_into *into,
                                 const struct ground_names *names,
                                 const struct inputs_opened *opened, struct scree_error *err)
{
    struct scree_bytes bytes;
    struct inputs_file *file = &into->keep_list;
    RETURN_IF_ERR(inputs_take_bytes(&bytes, file, opened, MAX_LIST_BYTES, err));
    enum scree_code code = inputs_keep_path(file, "the list of {keep}", into->arena, err);
    if (code == SCREE_OK && memchr(bytes.data, '\0', bytes.size) != NULL)
        code = err_set(err, SCREE_MALFORMED, "is not text; expected a name a line");
    if (code == SCREE_OK)
        code = ground_mark_lines(marks, names, "keep", (const char *)bytes.data, err);
    file_bytes_free(&bytes);
    return code == SCREE_OK || file->path == NULL ? code : err_set_file(err, file->path);
}

enum scree_code ground_into_mark(bool *keep, bool *only, struct ground_into *into,
                                 const struct ground_names *names,
                                 const struct ground_wanted *wanted, struct scree_error *err)
{
    const struct scree_level_options *options = wanted->options;
    if (options->keep != NULL)
        RETURN_IF_ERR(ground_mark_names(keep, names, "keep", options->keep, err));
    if (wanted->given->keep_list != NULL)
        RETURN_IF_ERR(mark_list(keep, into, names, wanted->given->keep_list, err));
    return options->only != NULL ? ground_mark_names(only, names, "only", options->only, err)
                                 : SCREE_OK;
}

enum scree_code ground_check_grade(const struct scree_level_options *options,
                                   struct scree_error *err)
{
    const bool roads = source_given(&options->roads) != NULL;
    if (options->grade && source_given(&options->mask) != NULL)
        return err_set_option(err, "mask",
                              "{mask} says where materials change, and heights change along all "
                              "roads; run {grade} without it first");
    if (roads == options->grade) return SCREE_OK;
    return roads ? err_set_option(err, "roads",
                                  "{roads} would change heights of a level that exists; allow it "
                                  "with {grade}, or leave {roads} out")
                 : err_set_option(err, "grade",
                                  "{grade} shapes the ground for roads; name them with {roads}");
}

enum scree_code ground_into_mask(uint8_t **out, struct ground_into *into, uint32_t size,
                                 bool trimmed, const struct inputs_opened *opened,
                                 struct scree_error *err)
{
    const struct ground_marks marks = {.out = out,
                                       .size = size,
                                       .trimmed = trimmed,
                                       .south_first = !into->north_first,
                                       .file = &into->mask,
                                       .option = "mask",
                                       .name = "mask.png",
                                       .meaning = "white may change"};
    return ground_read_marks(&marks, opened, into->arena, err);
}
