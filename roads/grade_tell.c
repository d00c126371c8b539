/* The report, as JSON and in words. */
#include <math.h>
#include <stdio.h>

#include "base/json_text.h"
#include "base/spot.h"
#include "roads/grade.h"

/* To the centimetre. */
static double rounded(double value, double unit)
{
    return floor(value / unit + 0.5) * unit;
}

/* The nearest number of so many decimals, as a text of 12 digits shows it. */
static json_t *number(double value, int decimals)
{
    double scale = 1;
    for (int i = 0; i < decimals; i++) scale *= 10;
    return json_real(floor(value * scale + 0.5) / scale);
}

/* Metres from the south-west corner. */
static json_t *place(const struct roads_graded *graded, double x_m, double z_m)
{
    return json_pack("[o,o]", number(x_m, 1), number(graded->depth_of_terrain_m - z_m, 1));
}

static json_t *worst(const struct roads_graded *graded, const struct roads_worst *worst_)
{
    return json_pack("{s:o,s:o}", "value", number(worst_->value, 4), "at",
                     place(graded, worst_->x_m, worst_->z_m));
}

static json_t *spread(const struct roads_graded *graded, const struct roads_spread *from)
{
    return json_pack("{s:o,s:o,s:o}", "p50", number(from->p50, 4), "p90", number(from->p90, 4),
                     "max", worst(graded, &from->most));
}

static json_t *drive(const struct roads_graded *graded, const struct roads_drive *from)
{
    return json_pack("{s:o,s:o}", "grade", spread(graded, &from->grade), "cross_fall",
                     spread(graded, &from->cross));
}

static json_t *class_json(const struct roads_graded *graded, enum roads_class kind)
{
    const struct roads_graded_class *class = &graded->classes[kind];
    return json_pack("{s:s,s:I,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "class", roads_class_name(kind),
                     "roads", (json_int_t) class->roads, "length_m", number(class->length_m, 1),
                     "greatest_grade", number(class->limit, 4), "within_grade_m",
                     number(class->within_m, 1), "unbanked_m", number(class->unbanked_m, 1),
                     "unbanked_level_m", number(class->level_m, 1), "before",
                     drive(graded, &class->before), "after", drive(graded, &class->after));
}

static json_t *bad_json(const struct roads_graded *graded, const struct roads_bad_place *bad)
{
    return json_pack("{s:s,s:s,s:o,s:o,s:o}", "road", bad->name, "class",
                     roads_class_name(bad->kind), "grade", number(bad->value, 4), "length_m",
                     number(bad->length_m, 1), "at", place(graded, bad->x_m, bad->z_m));
}

/* ---- lakes ---- */

static size_t count_lakes(const struct roads_graded *graded)
{
    size_t count = 0;
    for (size_t i = 0; graded->waters != NULL && i < graded->waters->count; i++)
        count += !graded->waters->basins[i].is_sea;
    return count;
}

/* The largest lakes first. Returns how many of ROADS_LAKES_TOLD they are. */
static size_t list_lakes(const struct roads_basin *list[ROADS_LAKES_TOLD],
                         const struct roads_graded *graded)
{
    size_t count = 0;
    for (size_t k = 0; graded->waters != NULL && k < graded->waters->count; k++) {
        const struct roads_basin *lake = &graded->waters->basins[k];
        if (lake->is_sea) continue;
        if (count == ROADS_LAKES_TOLD && list[count - 1]->points >= lake->points) continue;
        size_t i = count < ROADS_LAKES_TOLD ? count++ : count - 1;
        for (; i > 0 && list[i - 1]->points < lake->points; i--) list[i] = list[i - 1];
        list[i] = lake;
    }
    return count;
}

static const struct roads_basin *find_sea(const struct roads_graded *graded)
{
    for (size_t i = 0; graded->waters != NULL && i < graded->waters->count; i++)
        if (graded->waters->basins[i].is_sea) return &graded->waters->basins[i];
    return NULL;
}

static double area_m2(const struct roads_graded *graded, const struct roads_basin *lake)
{
    return (double)lake->points * graded->waters->cell_m[0] * graded->waters->cell_m[1];
}

static void middle_of(double at_m[2], const struct roads_graded *graded,
                      const struct roads_basin *lake)
{
    at_m[0] = (lake->column + (lake->columns - 1) / 2.0) * graded->waters->cell_m[0];
    at_m[1] = (lake->row + (lake->rows - 1) / 2.0) * graded->waters->cell_m[1];
}

static json_t *lakes_json(const struct roads_graded *graded)
{
    const struct roads_basin *lakes[ROADS_LAKES_TOLD];
    const size_t count = list_lakes(lakes, graded);
    json_t *list = json_array();
    for (size_t i = 0; i < count; i++) {
        double at_m[2];
        middle_of(at_m, graded, lakes[i]);
        json_text_append(&list,
                         json_pack("{s:o,s:o,s:o,s:o}", "level_m", number(lakes[i]->level_m, 2),
                                   "area_m2", number(area_m2(graded, lakes[i]), 0), "deepest_m",
                                   number(lakes[i]->deepest_m, 2), "at",
                                   place(graded, at_m[0], at_m[1])));
    }
    return json_pack("{s:o, s:o}", "count", json_text_count(count_lakes(graded)), "largest", list);
}

/* ---- all ---- */

json_t *roads_graded_json(const struct roads_graded *graded)
{
    json_t *classes = json_array(), *bad = json_array();
    int failed = 0;
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++)
        if (graded->classes[kind].roads > 0)
            failed |= json_array_append_new(classes, class_json(graded, kind));
    for (size_t i = 0; i < graded->bad_count; i++)
        failed |= json_array_append_new(bad, bad_json(graded, &graded->bad[i]));
    if (failed != 0) {
        json_decref(classes);
        json_decref(bad);
        return NULL;
    }
    json_t *document = json_pack(
        "{s:s,s:o,s:I,s:I,s:I,s:o,s:o,s:o,s:{s:o,s:o},s:o,s:o,s:o,s:o,s:o,s:I,s:I,s:o}", "format",
        "scree-graded-1", "classes", classes, "nodes", (json_int_t)graded->nodes, "junctions",
        (json_int_t)graded->junctions, "rough_junctions", (json_int_t)graded->rough,
        "bridges_and_tunnels_m", number(graded->open_m, 1), "cut_m3", number(graded->cut_m3, 0),
        "fill_m3", number(graded->fill_m3, 0), "depth_m", "p50", number(graded->depth_p50_m, 2),
        "p90", number(graded->depth_p90_m, 2), "deepest_cut_m", worst(graded, &graded->cut_m),
        "highest_fill_m", worst(graded, &graded->fill_m), "junction_step_m",
        worst(graded, &graded->step_m), "steep_m", number(graded->steep_m, 1), "residual_m",
        number(graded->residual_m, 6), "points_changed", (json_int_t)graded->points,
        "points_smoothed", (json_int_t)graded->smoothed, "worst_places", bad);
    if (count_lakes(graded) > 0) json_text_set(&document, "lakes", lakes_json(graded));
    if (find_sea(graded) != NULL)
        json_text_set(&document, "sea",
                      json_pack("{s:o, s:o}", "area_m2",
                                number(area_m2(graded, find_sea(graded)), 0), "deepest_m",
                                number(find_sea(graded)->deepest_m, 2)));
    if (graded->rivers > 0)
        json_text_set(&document, "rivers",
                      json_pack("{s:o, s:o}", "count", json_text_count(graded->rivers), "length_m",
                                number(graded->rivers_m, 1)));
    if (graded->extract->is_there)
        json_text_set(&document, "extract", roads_extract_json(graded->extract));
    inputs_credit_add(&document, graded->credit);
    return document;
}

/* ---- in words ---- */

char *roads_spot(char *out, size_t size, double depth_m, double x_m, double z_m)
{
    const double at_m[2] = {rounded(x_m, 1), rounded(depth_m - z_m, 1)};
    return spot_name(out, size, at_m, SCREE_SOUTH_WEST);
}

static char *name_of(char *out, size_t size, const struct roads_graded *graded, double x_m,
                     double z_m)
{
    return roads_spot(out, size, graded->depth_of_terrain_m, x_m, z_m);
}

static void tell_class(const struct roads_graded *graded, enum roads_class kind,
                       struct scree_job *job)
{
    const struct roads_graded_class *class = &graded->classes[kind];
    const struct roads_drive *was = &class->before, *is = &class->after;
    if (class->length_m <= 0) return;
    job_result(
        job, NULL,
        "%s: %.2f km, %.1f %% of them within %.0f %%; grade %.1f / %.1f / %.1f %%, was %.1f / "
        "%.1f / %.1f %%; cross fall %.1f / %.1f / %.1f %%, was %.1f / %.1f / %.1f %%",
        roads_class_name(kind), class->length_m / 1000, 100 * class->within_m / class->length_m,
        100 * class->limit, 100 * is->grade.p50, 100 * is->grade.p90, 100 * is->grade.most.value,
        100 * was->grade.p50, 100 * was->grade.p90, 100 * was->grade.most.value,
        100 * is->cross.p50, 100 * is->cross.p90, 100 * is->cross.most.value, 100 * was->cross.p50,
        100 * was->cross.p90, 100 * was->cross.most.value);
}

/* And the largest lake, of which a game without lakes can have the water. */
static void tell_waters(const struct roads_graded *graded, struct scree_job *job)
{
    const struct roads_basin *lakes[ROADS_LAKES_TOLD];
    char at[64];
    double at_m[2];
    if (graded->rivers > 0)
        job_result(job, NULL, "rivers with a bed that falls: %zu, %.1f km", graded->rivers,
                   graded->rivers_m / 1000);
    if (find_sea(graded) != NULL)
        job_result(job, NULL, "sea at 0 m: %.1f ha, %.1f m deep at most",
                   area_m2(graded, find_sea(graded)) / 1e4, find_sea(graded)->deepest_m);
    if (list_lakes(lakes, graded) == 0) return;
    middle_of(at_m, graded, lakes[0]);
    job_result(job, NULL,
               "lakes with a level and a bed: %zu; the largest has %.1f ha at %.2f m, around %s",
               count_lakes(graded), area_m2(graded, lakes[0]) / 1e4, lakes[0]->level_m,
               name_of(at, sizeof at, graded, at_m[0], at_m[1]));
}

static void warn_of_bad(const struct roads_graded *graded, struct scree_job *job)
{
    const struct roads_bad_place *bad = &graded->bad[0];
    char at[64];
    if (graded->steep_m <= 0) return;
    job_warn(job, NULL,
             "roads: %.0f m are steeper than their class allows, as cuts and fills would be deeper "
             "than theirs; the worst is %.0f m up to %.1f %% at %s (%s%s%s)",
             graded->steep_m, bad->length_m, 100 * bad->value,
             name_of(at, sizeof at, graded, bad->x_m, bad->z_m), roads_class_name(bad->kind),
             bad->name[0] != '\0' ? ", " : "", bad->name);
}

static void tell_bad(const struct roads_graded *graded, struct scree_job *job)
{
    char at[64];
    for (size_t i = 1; i < graded->bad_count; i++) {
        const struct roads_bad_place *bad = &graded->bad[i];
        job_result(job, NULL, "steep: %.0f m up to %.1f %% at %s (%s%s%s)", bad->length_m,
                   100 * bad->value, name_of(at, sizeof at, graded, bad->x_m, bad->z_m),
                   roads_class_name(bad->kind), bad->name[0] != '\0' ? ", " : "", bad->name);
    }
}

void roads_graded_tell(const struct roads_graded *graded, struct scree_job *job)
{
    char cut[64], fill[64], step[64];
    job_result(job, NULL,
               "%zu junctions of %zu ends and crossings; per class grade and cross fall as p50 / "
               "p90 / most",
               graded->junctions, graded->nodes);
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++) tell_class(graded, kind, job);
    job_result(job, NULL,
               "cut %.0f m3, fill %.0f m3; along the middle %.1f m deep or high in half of the "
               "length, %.1f m in 90 %%; deepest cut %.1f m at %s, highest fill %.1f m at %s",
               graded->cut_m3, graded->fill_m3, graded->depth_p50_m, graded->depth_p90_m,
               graded->cut_m.value,
               name_of(cut, sizeof cut, graded, graded->cut_m.x_m, graded->cut_m.z_m),
               graded->fill_m.value,
               name_of(fill, sizeof fill, graded, graded->fill_m.x_m, graded->fill_m.z_m));
    if (graded->step_m.value > 0)
        job_result(job, NULL, "greatest step where roads meet: %.0f mm at %s",
                   1000 * graded->step_m.value,
                   name_of(step, sizeof step, graded, graded->step_m.x_m, graded->step_m.z_m));
    tell_waters(graded, job);
    char extract[ROADS_EXTRACT_TEXT];
    if (graded->extract->is_there)
        job_result(job, NULL, "%s", roads_extract_text(extract, graded->extract));
    inputs_credit_tell(graded->credit, job);
    warn_of_bad(graded, job);
    tell_bad(graded, job);
}

void roads_graded_note(const struct roads_graded *graded, struct scree_job *job)
{
    job_note(job, NULL,
             "the ground is graded for roads: cut %.0f m3, fill %.0f m3, deepest cut %.1f m, "
             "highest fill "
             "%.1f m",
             graded->cut_m3, graded->fill_m3, graded->cut_m.value, graded->fill_m.value);
    tell_waters(graded, job);
    warn_of_bad(graded, job);
}
