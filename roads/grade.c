/* Ground for roads: the steps, one after the other. */
#include "roads/grade.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_model.h"
#include "roads/roads_lakes.h"
#include "roads/roads_rivers.h"

#define FINE_STEP_M 0.02

/* A copy with samples that may be written to. */
static enum scree_code copy_field(struct ter_field **out, const struct ter_field *from,
                                  struct scree_error *err)
{
    const size_t points = (size_t)from->points_x * from->points_y;
    const bool whole =
        from->samples == NULL && fabs(from->step_tu) * from->scal_m[2] <= FINE_STEP_M;
    struct ter_field *field = mem_alloc(1, sizeof *field);
    void *memory = mem_alloc(points, whole ? sizeof(int16_t) : sizeof(float));
    if (field == NULL || memory == NULL) {
        mem_free(field);
        mem_free(memory);
        return err_no_memory(err);
    }
    *field = *from;
    memset(&field->warnings, 0, sizeof field->warnings);
    memset(&field->file, 0, sizeof field->file);
    field->memory = memory;
    field->keeps_coding = whole && from->scal_m[0] == from->scal_m[2] &&
                          from->base_tu == from->base_height &&
                          from->step_tu == from->height_scale / 65536.0;
    field->elevations = whole ? memory : NULL;
    field->samples = whole ? NULL : memory;
    if (whole)
        memcpy(memory, from->elevations, points * sizeof(int16_t));
    else if (from->samples != NULL)
        memcpy(memory, from->samples, points * sizeof(float));
    else
        for (size_t i = 0; i < points; i++) ((float *)memory)[i] = (float)from->elevations[i];
    *out = field;
    return SCREE_OK;
}

/* Triangles as wide as a road, or wider, show little of it. A square gets a number that all games take. */
struct roads_coarse roads_find_coarse(const struct roads *roads, const struct ter_field *from)
{
    const double cell_m = from->scal_m[0] > from->scal_m[1] ? from->scal_m[0] : from->scal_m[1];
    double least_m = INFINITY;
    for (size_t r = 0; r < roads->count; r++)
        for (size_t i = 0; i < roads->list[r].count; i++) {
            const struct roads_road *road = &roads->list[r];
            if (!road->bridge && !road->tunnel)
                least_m = fmin(least_m, (double)roads->points[road->first + i].width / ROADS_UNITS);
        }
    if (cell_m <= least_m || isinf(least_m)) return (struct roads_coarse){.cell_m = 0};
    struct roads_coarse coarse = {cell_m,
                                  least_m,
                                  {(uint32_t)ceil(ter_extent_x_m(from) / least_m) + 1,
                                   (uint32_t)ceil(ter_extent_y_m(from) / least_m) + 1}};
    if (from->points_x != from->points_y || coarse.points[0] != coarse.points[1]) return coarse;
    uint32_t squares = 2;
    while (squares + 1 < coarse.points[0] && squares < TER_MAX_RESAMPLE / 2) squares *= 2;
    coarse.points[0] = coarse.points[1] = squares + 1;
    return coarse;
}

const char *roads_coarse_size(char out[ROADS_SIZE_TEXT], const struct roads_coarse *coarse)
{
    if (coarse->points[0] == coarse->points[1])
        snprintf(out, ROADS_SIZE_TEXT, "%u", (unsigned)coarse->points[0]);
    else
        snprintf(out, ROADS_SIZE_TEXT, "%ux%u", (unsigned)coarse->points[0],
                 (unsigned)coarse->points[1]);
    return out;
}

static void count_roads(struct roads_graded *out, const struct grade_net *net)
{
    const struct roads *roads = net->roads;
    for (enum roads_class k = 0; k < ROADS_CLASSES; k++)
        out->classes[k].limit = roads_class_shape(k).grade;
    for (size_t i = 0; i < roads->count; i++) {
        struct roads_graded_class *class = &out->classes[roads->list[i].kind];
        if (class->roads++ == 0 || roads->list[i].shape.grade > class->limit)
            class->limit = roads->list[i].shape.grade;
    }
    out->nodes = net->node_count;
    for (size_t i = 0; i < net->node_count; i++) out->junctions += net->nodes[i].arms > 2;
}

static void warn_of_coarse(const struct roads_coarse *coarse, struct scree_job *job)
{
    char size[ROADS_SIZE_TEXT];
    if (coarse->cell_m <= 0) return;
    job_warn(job, NULL,
             "roads: points %g m apart cannot hold a road of %g m; resample the terrain first "
             "({convert_resample} %s)",
             coarse->cell_m, coarse->width_m, roads_coarse_size(size, coarse));
}

/* What is laid on what. */
struct works {
    struct ter_field *field;
    const struct ter_field *from;
    struct ter_field *dug; /* the same, with lakes; NULL: there are none */
    const struct roads_rivers *rivers;
    struct roads_graded *out;
};

static enum scree_code run(const struct works *works, const struct grade_profile *profile,
                           const struct grade_tiles *beds, struct scree_job *job,
                           struct scree_error *err)
{
    struct ter_field *field = works->field;
    struct roads_graded *out = works->out;
    RETURN_IF_ERR(job_step(job, "grading", 0.7, err));
    RETURN_IF_ERR(roads_shape_ground(field, works->from, out->waters, profile, job, err));
    RETURN_IF_ERR(roads_smooth_beds(field, out, profile, beds, job, err));
    if (works->dug != NULL) roads_lakes_settle(works->dug, out->waters, field);
    out->residual_m = profile->residual_m;
    RETURN_IF_ERR(roads_measure_drive(out, works->from, field, profile, job, err));
    return roads_rivers_dig(field, works->rivers, out->waters, beds, job, err);
}

static enum scree_code grade(const struct works *works, const struct grade_net *net, bool banked,
                             struct scree_job *job, struct scree_error *err)
{
    struct grade_lines lines;
    struct grade_tiles beds = {.lines = NULL};
    struct grade_profile profile = {.lines = NULL};
    const double cell_m[2] = {works->from->scal_m[0], works->from->scal_m[1]};
    enum scree_code code = roads_lines_make(&lines, net, cell_m, banked, err);
    if (code == SCREE_OK) code = roads_tiles_make(&beds, &lines, works->from, GRADE_BED, err);
    if (code == SCREE_OK) code = roads_profile_make(&profile, &beds, job, err);
    if (code == SCREE_OK) code = run(works, &profile, &beds, job, err);
    roads_profile_free(&profile);
    roads_tiles_free(&beds);
    roads_lines_free(&lines);
    return code;
}

/* A copy that has the lakes, before roads are laid around them. */
static enum scree_code dig_lakes(struct ter_field **out, struct roads_graded *graded,
                                 const struct ter_field *from, const struct roads *roads,
                                 struct scree_job *job, struct scree_error *err)
{
    RETURN_IF_ERR(copy_field(out, from, err));
    return roads_lakes_dig(*out, graded->waters, roads, job, err);
}

static void count_rivers(struct roads_graded *out, const struct roads_rivers *rivers)
{
    for (size_t i = 0; i < rivers->chain_count; i++) out->rivers += rivers->chains[i].knots > 0;
    out->rivers_m = rivers->length_m;
}

/* ---- on more points ---- */

/* Whether a level has more points than its terrain, whose own are too few; waters of an extract have these. */
static bool grades_finely(const struct ter_field *from, const struct roads *roads,
                          const struct roads_grade_options *options)
{
    return options->points > from->points_x && from->points_x == from->points_y &&
           roads->lake_count == 0 && roads->river_count == 0 &&
           roads_find_coarse(roads, from).cell_m > 0;
}

/* Adds to a field what its points see of a change on more points; where nothing changed, nothing does. */
static enum scree_code add_change(struct ter_field *field, const struct ter_field *before,
                                  const struct ter_field *after, struct scree_job *job,
                                  struct scree_error *err)
{
    struct ter_field *was = NULL, *is = NULL;
    enum scree_code code = ter_resample(&was, before, field->points_x, field->points_y, job, err);
    if (code == SCREE_OK)
        code = ter_resample(&is, after, field->points_x, field->points_y, job, err);
    for (uint32_t row = 0; row < field->points_y && code == SCREE_OK; row++)
        for (uint32_t column = 0; column < field->points_x; column++) {
            const double by = roads_ground_m(is, column, row) - roads_ground_m(was, column, row);
            if (by != 0) roads_put_m(field, column, row, roads_ground_m(field, column, row) + by);
        }
    ter_free(was);
    ter_free(is);
    return code;
}

/* The ground on the points of the level, and of it what the terrain's own see. */
static enum scree_code grade_finely(struct ter_field **field, struct roads_graded *out,
                                    const struct ter_field *from, const struct roads *roads,
                                    const struct roads_grade_options *options,
                                    struct scree_job *job, struct scree_error *err)
{
    const struct roads_grade_options on_those = {.flat_bends = options->flat_bends,
                                                 .in_full = options->in_full};
    struct ter_field *before, *after = NULL;
    RETURN_IF_ERR(ter_resample(&before, from, options->points, options->points, job, err));
    job_result(job, NULL,
               "roads: points %g m apart are too few for them; graded on %u x %u points, as many "
               "as are exported",
               from->scal_m[0], (unsigned)options->points, (unsigned)options->points);
    enum scree_code code = roads_grade(&after, out, before, roads, &on_those, job, err);
    if (code == SCREE_OK) code = copy_field(field, from, err);
    if (code == SCREE_OK) code = add_change(*field, before, after, job, err);
    ter_free(before);
    out->fine = after;
    if (code == SCREE_OK) return SCREE_OK;
    ter_free(after);
    ter_free(*field);
    *field = out->fine = NULL;
    return code;
}

enum scree_code roads_grade(struct ter_field **field, struct roads_graded *out,
                            const struct ter_field *from, const struct roads *roads,
                            const struct roads_grade_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    struct grade_net net;
    struct roads_rivers rivers = {.chains = NULL};
    *field = NULL;
    *out =
        (struct roads_graded){.depth_of_terrain_m = ter_extent_y_m(from),
                              .extract = &roads->extract,
                              .credit = roads->file.credit[0] != '\0' ? roads->file.credit : NULL};
    if (ter_is_on_globe(from))
        return err_set(err, SCREE_UNSUPPORTED,
                       "the terrain is a grid in degrees, and roads are graded in metres; project "
                       "it first, as by gdalwarp");
    RETURN_IF_ERR(ter_check_complete(from, "ground for roads", err));
    if (grades_finely(from, roads, options))
        return grade_finely(field, out, from, roads, options, job, err);
    RETURN_IF_ERR(job_step(job, "grading", 0, err));
    if (roads->coast_ends)
        job_warn(job, NULL,
                 "roads: the coast ends on the terrain, so the sea is left out; give an extract "
                 "that reaches beyond it");
    struct ter_field *dug = NULL;
    enum scree_code code = SCREE_OK;
    if (roads->lake_count > 0 || roads->river_count > 0)
        code = roads_waters_make(&out->waters, from, err);
    if (code == SCREE_OK && roads->lake_count > 0) {
        code = dig_lakes(&dug, out, from, roads, job, err);
        from = dug;
    }
    memset(&net, 0, sizeof net);
    if (code == SCREE_OK) code = roads_rivers_make(&rivers, from, roads, out->waters, job, err);
    if (code == SCREE_OK) code = copy_field(field, from, err);
    if (code == SCREE_OK) code = roads_net_make(&net, roads, err);
    if (code == SCREE_OK) {
        count_roads(out, &net);
        count_rivers(out, &rivers);
        out->coarse = roads_find_coarse(roads, from);
        warn_of_coarse(&out->coarse, job);
        if (dug != NULL) roads_lakes_fill(dug, out->waters);
        const struct works works = {*field, from, dug, &rivers, out};
        code = grade(&works, &net, !options->flat_bends, job, err);
    }
    roads_net_free(&net);
    roads_rivers_free(&rivers);
    ter_free(dug);
    if (code != SCREE_OK) {
        ter_free(*field);
        roads_waters_free(out->waters);
        *field = NULL;
        out->waters = NULL;
        return code;
    }
    job_finish(job);
    (options->in_full ? roads_graded_tell : roads_graded_note)(out, job);
    return SCREE_OK;
}
