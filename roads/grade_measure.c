/* What roads are like to drive, measured on the ground itself, before and after. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "roads/grade_model.h"

#define BINS 4000 /* of a thousandth each */
#define BIN 0.001
#define SIDE 0.4    /* of the width: where the cross fall is measured */
#define SLACK 0.005 /* of a grade, what points between bed and triangles do to it */
#define LEVEL 0.04
#define STEEP 0.001      /* a profile that is steeper by less is as steep as it may be */
#define DEPTH_BINS 10000 /* of a centimetre */

/* How a value is spread over a length. */
struct tally {
    double length_m[BINS];
    struct roads_worst most;
};

struct tallies {
    struct tally grade[2], cross[2]; /* before, after */
};

struct meter {
    struct roads_graded *out;
    const struct ter_field *fields[2];
    const struct grade_profile *profile;
    struct tallies *classes;
    double *depths; /* [DEPTH_BINS], metres of length */
    bool *rough;    /* of the nodes */
};

static void count(struct tally *tally, double value, double length_m, double x, double z)
{
    const double bin = floor(value / BIN);
    tally->length_m[bin < BINS - 1 ? (size_t)bin : BINS - 1] += length_m;
    if (value > tally->most.value) tally->most = (struct roads_worst){value, x, z};
}

/* The upper end of the bin in which a share of the length lies. */
static double share_of(const double *length_m, size_t bins, double share)
{
    double sum = 0, seen = 0;
    for (size_t i = 0; i < bins; i++) sum += length_m[i];
    for (size_t i = 0; i < bins; i++) {
        seen += length_m[i];
        if (sum > 0 && seen >= share * sum) return (double)(i + 1);
    }
    return 0;
}

static struct roads_spread spread_of(const struct tally *tally)
{
    struct roads_spread spread = {BIN * share_of(tally->length_m, BINS, 0.5),
                                  BIN * share_of(tally->length_m, BINS, 0.9), tally->most};
    if (spread.p50 > spread.most.value) spread.p50 = spread.most.value;
    if (spread.p90 > spread.most.value) spread.p90 = spread.most.value;
    return spread;
}

static double cross_fall(const struct ter_field *field, const struct grade_knot *knot,
                         double width_m)
{
    const double middle = roads_between_m(field, knot->x, knot->z);
    double most = 0;
    for (int side = -1; side <= 1; side += 2) {
        const double off = side * SIDE * width_m;
        const double edge =
            roads_between_m(field, knot->x - off * knot->ahead[1], knot->z + off * knot->ahead[0]);
        const double fall = fabs(edge - middle) / (SIDE * width_m);
        if (fall > most) most = fall;
    }
    return most;
}

/* From a knot to the next. */
static void take_interval(struct meter *m, size_t i)
{
    const struct grade_lines *lines = m->profile->lines;
    const struct grade_knot *knot = &lines->knots[i];
    const struct roads_road *road = grade_road_of(lines, knot->edge);
    struct roads_graded_class *class = &m->out->classes[road->kind];
    const double margin =
        road->shape.shoulder_m > lines->diagonal_m ? road->shape.shoulder_m : lines->diagonal_m;
    const double width_m = 2 * (knot->half_m - margin), length_m = knot->length_m;
    const double across = fabs(m->profile->cross[i]) + road->shape.crown * knot->crown;
    double grade = 0, cross = 0;
    class->length_m += length_m;
    for (int k = 0; k < 2; k++) {
        grade = fabs(roads_between_m(m->fields[k], knot[1].x, knot[1].z) -
                     roads_between_m(m->fields[k], knot->x, knot->z)) /
                length_m;
        cross = cross_fall(m->fields[k], knot, width_m);
        count(&m->classes[road->kind].grade[k], grade, length_m, knot->x, knot->z);
        count(&m->classes[road->kind].cross[k], cross, length_m, knot->x, knot->z);
    }
    if (grade <= road->shape.grade + SLACK) class->within_m += length_m;
    if (across <= 0.025 + 1e-9) {
        class->unbanked_m += length_m;
        if (cross <= LEVEL) class->level_m += length_m;
    }
    const double depth = floor(100 * fabs(m->profile->height_m[i] - m->profile->ground_m[i]));
    m->depths[depth < DEPTH_BINS - 1 ? (size_t)depth : DEPTH_BINS - 1] += length_m;
}

/* ---- where roads meet ---- */

#define PACE_M 0.5
#define BEYOND_M 10.0
#define ROUGH_M 0.05

/* The greatest break below both tracks of a piece. */
static double drive_piece(struct meter *m, size_t piece, const struct grade_span *span)
{
    const struct grade_ground ground = {.field = m->fields[1]};
    struct grade_drive drive;
    double most = 0;
    for (roads_drive_start(&drive, m->profile->lines, piece, span);
         roads_drive_on(&drive, &ground);) {
        if (drive.step_m > most) most = drive.step_m;
        if (drive.step_m > m->out->step_m.value)
            m->out->step_m = (struct roads_worst){drive.step_m, drive.at[0], drive.at[1]};
    }
    return most;
}

static void drive_junctions(struct meter *m, const struct grade_way *way)
{
    const struct grade_lines *lines = m->profile->lines;
    const struct grade_piece *pieces = &lines->pieces[way->piece];
    size_t first = 0;
    for (size_t i = way->knot; i < way->knot + way->knots; i++) {
        const struct grade_knot *knot = &lines->knots[i];
        if (knot->node == GRADE_NONE || lines->net->nodes[knot->node].arms < 3) continue;
        const double reach = lines->plates[knot->node] + BEYOND_M;
        const struct grade_span span = {knot->along_m - reach, knot->along_m + reach, PACE_M};
        while (first + 1 < way->pieces &&
               pieces[first].along_m + pieces[first].length_m < span.from_m)
            first++;
        for (size_t p = first; p < way->pieces && pieces[p].along_m < span.to_m; p++)
            if (!lines->net->edges[pieces[p].edge].open &&
                drive_piece(m, way->piece + p, &span) > ROUGH_M)
                m->rough[knot->node] = true;
    }
}

/* ---- earth ---- */

static void take_earth(struct roads_graded *out, double rise_m, double area, double x, double z)
{
    struct roads_worst *worst = rise_m < 0 ? &out->cut_m : &out->fill_m;
    const double depth_m = fabs(rise_m);
    *(rise_m < 0 ? &out->cut_m3 : &out->fill_m3) += depth_m * area;
    if (depth_m > worst->value) *worst = (struct roads_worst){depth_m, x, z};
    out->points++;
}

static enum scree_code measure_earth(struct meter *m, struct scree_job *job,
                                     struct scree_error *err)
{
    size_t asked = 0;
    const struct ter_field *before = m->fields[0], *after = m->fields[1];
    const double area = after->scal_m[0] * after->scal_m[1];
    for (uint32_t row = 0; row < after->points_y; row++) {
        RETURN_IF_ERR(job_ask(job, &asked, after->points_x, err));
        for (uint32_t column = 0; column < after->points_x; column++) {
            const size_t at = grade_sample_of(after, column, row);
            if (ter_number(before, at) == ter_number(after, at)) continue;
            take_earth(m->out,
                       ter_sample_altitude_m(after, ter_number(after, at)) -
                           ter_sample_altitude_m(before, ter_number(before, at)),
                       area, column * after->scal_m[0], row * after->scal_m[1]);
        }
    }
    return SCREE_OK;
}

/* ---- bad places ---- */

void roads_note_bad(struct roads_graded *out, const struct roads_bad_place *place)
{
    size_t i = out->bad_count < ROADS_BAD_PLACES ? out->bad_count : ROADS_BAD_PLACES;
    while (i > 0 &&
           out->bad[i - 1].length_m * out->bad[i - 1].value < place->length_m * place->value)
        i--;
    if (i == ROADS_BAD_PLACES) return;
    if (out->bad_count < ROADS_BAD_PLACES) out->bad_count++;
    for (size_t k = out->bad_count - 1; k > i; k--) out->bad[k] = out->bad[k - 1];
    out->bad[i] = *place;
}

static double steepness(const struct meter *m, size_t i)
{
    return fabs(m->profile->height_m[i + 1] - m->profile->height_m[i]) /
           m->profile->lines->knots[i].length_m;
}

/* Stretches that are steeper than they may be. */
static void find_steep(struct meter *m, const struct grade_way *way)
{
    const struct grade_lines *lines = m->profile->lines;
    struct roads_bad_place place = {.length_m = 0};
    for (size_t i = way->knot; i < way->knot + way->knots; i++) {
        const struct grade_knot *knot = &lines->knots[i];
        const struct roads_road *road = grade_road_of(lines, knot->edge);
        const bool last = i + 1 == way->knot + way->knots;
        const double grade = last ? 0 : steepness(m, i);
        if (!last && grade > road->shape.grade + STEEP) {
            if (grade > place.value) {
                place.value = grade;
                place.x_m = knot->x;
                place.z_m = knot->z;
                place.name = road->name;
                place.kind = road->kind;
            }
            place.length_m += knot->length_m;
        } else if (place.length_m > 0) {
            m->out->steep_m += place.length_m;
            roads_note_bad(m->out, &place);
            place = (struct roads_bad_place){.length_m = 0};
        }
    }
}

static void finish(struct meter *m)
{
    for (enum roads_class k = 0; k < ROADS_CLASSES; k++) {
        struct roads_graded_class *class = &m->out->classes[k];
        class->before = (struct roads_drive){spread_of(&m->classes[k].grade[0]),
                                             spread_of(&m->classes[k].cross[0])};
        class->after = (struct roads_drive){spread_of(&m->classes[k].grade[1]),
                                            spread_of(&m->classes[k].cross[1])};
    }
    m->out->depth_p50_m = 0.01 * share_of(m->depths, DEPTH_BINS, 0.5);
    m->out->depth_p90_m = 0.01 * share_of(m->depths, DEPTH_BINS, 0.9);
}

static void take_ways(struct meter *m)
{
    const struct grade_lines *lines = m->profile->lines;
    for (size_t c = 0; c < lines->net->chain_count; c++) {
        const struct grade_way *way = &lines->ways[c];
        for (size_t i = way->knot; i + 1 < way->knot + way->knots; i++) {
            if (lines->net->edges[lines->knots[i].edge].open)
                m->out->open_m += lines->knots[i].length_m;
            else
                take_interval(m, i);
        }
        drive_junctions(m, way);
        find_steep(m, way);
    }
}

enum scree_code roads_measure_drive(struct roads_graded *out, const struct ter_field *before,
                                    const struct ter_field *after,
                                    const struct grade_profile *profile, struct scree_job *job,
                                    struct scree_error *err)
{
    struct meter m = {.out = out, .fields = {before, after}, .profile = profile};
    m.classes = mem_alloc(ROADS_CLASSES, sizeof *m.classes);
    m.depths = mem_alloc(DEPTH_BINS, sizeof *m.depths);
    m.rough = mem_alloc(profile->lines->net->node_count, sizeof *m.rough);
    enum scree_code code = m.classes != NULL && m.depths != NULL && m.rough != NULL
                               ? measure_earth(&m, job, err)
                               : err_no_memory(err);
    if (code == SCREE_OK) {
        take_ways(&m);
        for (size_t i = 0; i < profile->lines->net->node_count; i++) out->rough += m.rough[i];
        finish(&m);
    }
    mem_free(m.classes);
    mem_free(m.depths);
    mem_free(m.rough);
    return code;
}
