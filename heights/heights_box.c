/*
 * A square of ground around a place, with square cells in metres, cut out of a terrain that says where
 * it lies. The plane is a transverse Mercator whose origin is the middle of the box, so that a cell
 * is a cell within 0.002 % on 40 km, and north is north.
 *
 * A point of the box is the terrain's own surface there (ter/ter_points.c), or, where cells become
 * larger, the mean of it over a grid of places in the cell, so that nothing between them is
 * missed. Each point is by itself: threads and their number change nothing.
 */
#include "heights/heights_plane.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/globe.h"
#include "base/mem.h"
#include "base/parallel.h"
#include "base/turn.h"

#define ROWS_A_STEP 32    /* between two looks at the job */
#define MOST_PLACES 16    /* of a cell, to a side */
#define PLACES_A_RUN 1024 /* at least those of a cell */
#define FIXED 4294967296.0
#define EDGE 1e-6 /* points that rounding may put beyond an edge */

struct cut {
    const struct ter_field *field;
    struct heights_finder finder;
    struct mercator plane;
    double cell_m, half_m;
    uint32_t points, places; /* a side; of a cell */
    float *samples;
    uint32_t first;     /* row of the step */
    atomic_int outside; /* a place of it is not on the terrain */
    atomic_int missing; /* nor has it data everywhere, */
    atomic_int found;   /* but somewhere */
};

/* A column and row of the terrain in fixed point; false: beyond its edges. */
static bool fix(uint64_t out[2], const struct cut *cut, const double found[2])
{
    double at[2] = {found[0], found[1]};
    const double last[2] = {cut->field->points_x - 1.0, cut->field->points_y - 1.0};
    for (int i = 0; i < 2; i++) {
        if (!(at[i] >= -EDGE && at[i] <= last[i] + EDGE)) return false;
        at[i] = at[i] < 0 ? 0 : at[i] < last[i] ? at[i] : last[i];
        out[i] = (uint64_t)(at[i] * FIXED);
    }
    return true;
}

/* The rise of one place in terrain units; NaN: no data. */
static float rise_at(struct cut *cut, const double found[2])
{
    uint64_t at[2];
    float rise, slope[2];
    if (!fix(at, cut, found)) {
        atomic_store(&cut->outside, 1);
        return NAN;
    }
    if (!ter_has_data(cut->field, at[0], at[1])) {
        atomic_store(&cut->missing, 1);
        return NAN;
    }
    const struct ter_ground ground = {&rise, &slope[0], &slope[1]};
    ter_sample_points(cut->field, &at[0], &at[1], 1, &ground);
    return rise;
}

/* Points of a row whose places are found together. */
struct run {
    uint32_t first, count;
    double x[PLACES_A_RUN], y[PLACES_A_RUN];
};

static void find_run(struct run *run, const struct cut *cut, const struct mercator_row *rows)
{
    const uint32_t places = cut->places, all = places * places;
    for (uint32_t i = 0; i < run->count * all; i++) {
        const uint32_t x = run->first + i / all, k = i % all;
        const double off = (k % places + 0.5) / places - 0.5;
        double degrees[2];
        mercator_inverse(degrees, &rows[k / places], (x + off) * cut->cell_m - cut->half_m);
        run->x[i] = degrees[0];
        run->y[i] = degrees[1];
    }
    heights_finder_find_all(run->x, run->y, (size_t)run->count * all, &cut->finder);
}

static void fill_row(void *context, size_t index, uint32_t thread)
{
    struct cut *const cut = context;
    const uint32_t y = cut->first + (uint32_t)index, places = cut->places, all = places * places;
    float *const out = cut->samples + (size_t)y * cut->points;
    struct mercator_row rows[MOST_PLACES];
    struct run run;
    (void)thread;
    for (uint32_t j = 0; j < places; j++) {
        const double off = (j + 0.5) / places - 0.5;
        mercator_row(&rows[j], &cut->plane, (y + off) * cut->cell_m - cut->half_m);
    }
    const double up = cut->field->scal_m[2];
    const uint32_t most = PLACES_A_RUN / all;
    for (run.first = 0; run.first < cut->points; run.first += run.count) {
        const uint32_t left = cut->points - run.first;
        run.count = left < most ? left : most;
        find_run(&run, cut, rows);
        for (uint32_t i = 0; i < run.count; i++) {
            double sum = 0.0;
            for (uint32_t k = i * all; k < (i + 1) * all; k++)
                sum += (double)rise_at(cut, (const double[2]){run.x[k], run.y[k]});
            float *const point = &out[run.first + i];
            *point = (float)(sum / all * up);
            if (!isnan(*point)) atomic_store_explicit(&cut->found, 1, memory_order_relaxed);
        }
    }
}

static enum scree_code fill(struct cut *cut, struct scree_job *job, struct scree_error *err)
{
    for (cut->first = 0; cut->first < cut->points; cut->first += ROWS_A_STEP) {
        const uint32_t left = cut->points - cut->first;
        RETURN_IF_ERR(job_step(job, "cutting out the box", (double)cut->first / cut->points, err));
        parallel_for(left < ROWS_A_STEP ? left : ROWS_A_STEP, job_threads(job), fill_row, cut);
        if (atomic_load(&cut->outside) != 0)
            return err_set_option(
                err, "box_m",
                "the box reaches beyond the terrain: make {box_m} smaller, or move it");
    }
    job_finish(job);
    RETURN_IF_ERR(job_check(job, err));
    if (atomic_load(&cut->found) != 0) return SCREE_OK;
    return err_set_option(err, "box_m", "no point of the box holds data: choose another place");
}

/* What a point of the terrain is apart from the next, in metres, at a place; 0: it is not on it. */
static double spacing(const struct cut *cut, struct scree_error *err)
{
    const struct ter_field *const field = cut->field;
    double at[2];
    const double middle[2] = {cut->plane.longitude_deg, cut->plane.latitude_deg};
    if (heights_finder_find(at, &cut->finder, middle, err) != SCREE_OK) return 0;
    if (at[0] < 0 || at[1] < 0 || at[0] > field->points_x - 1.0 || at[1] > field->points_y - 1.0) {
        err_set_option(err, "box_m",
                       "the place %.6g,%.6g is not on the terrain: give the longitude first, then "
                       "the latitude, of a place that is",
                       middle[0], middle[1]);
        return 0;
    }
    double cell_m[2] = {field->scal_m[0], field->scal_m[1]};
    if (ter_is_on_globe(field)) {
        double sine, cosine;
        turn_sine_cosine(cut->plane.latitude_deg, &sine, &cosine);
        globe_degree_m(cell_m, cosine);
        for (int i = 0; i < 2; i++) cell_m[i] *= field->globe.step_deg[i];
    }
    return cell_m[0] < cell_m[1] ? cell_m[0] : cell_m[1];
}

static enum scree_code plan(struct cut *cut, const struct image_geo *geo,
                            const struct heights_box *box, struct scree_error *err)
{
    if (!(box->side_m > 0 && box->side_m <= HEIGHTS_MAX_BOX_M))
        return err_set_option(err, "box_m",
                              "is %g metres; give a side of more than 0 and at most %g",
                              box->side_m, HEIGHTS_MAX_BOX_M);
    if (!(fabs(box->latitude_deg) <= MERCATOR_MAX_LATITUDE_DEG - 1 &&
          fabs(box->longitude_deg) <= 360))
        return err_set_option(err, "box_m",
                              "the place %.9g,%.9g is none: give a longitude, then a latitude from "
                              "-%g to %g degrees",
                              box->longitude_deg, box->latitude_deg, MERCATOR_MAX_LATITUDE_DEG - 1,
                              MERCATOR_MAX_LATITUDE_DEG - 1);
    cut->plane = (struct mercator){
        .longitude_deg = box->longitude_deg, .latitude_deg = box->latitude_deg, .scale = 1.0};
    mercator_start(&cut->plane);
    cut->half_m = box->side_m / 2.0;
    RETURN_IF_ERR(heights_finder_begin(&cut->finder, cut->field, geo, err));
    const double own_m = spacing(cut, err);
    if (own_m == 0) return err != NULL ? err->code : SCREE_BAD_ARGUMENT;
    const double points = box->points > 0 ? box->points : floor(box->side_m / own_m + 1.5);
    if (points < 2 || points > TER_MAX_RESAMPLE)
        return err_set_option(err, "box_points",
                              "a box of %g m takes %.0f points; give from 2 to %lu", box->side_m,
                              points, (unsigned long)TER_MAX_RESAMPLE);
    cut->points = (uint32_t)points;
    cut->cell_m = box->side_m / (points - 1);
    const double places = floor(cut->cell_m / own_m + 0.5);
    cut->places = places < 1 ? 1 : places > MOST_PLACES ? MOST_PLACES : (uint32_t)places;
    return SCREE_OK;
}

/* The field of the box, and where it lies. */
static enum scree_code finish(struct ter_field **out, struct heights_about *about, struct cut *cut,
                              struct scree_error *err)
{
    const double corner[2] = {-cut->half_m, cut->half_m};
    struct image_geo *const geo = heights_plane_geo(&cut->plane, corner, cut->cell_m);
    struct ter_field *const made = mem_alloc(1, sizeof *made);
    if (geo == NULL || made == NULL) {
        image_geo_free(geo);
        mem_free(made);
        return err_no_memory(err);
    }
    *made = (struct ter_field){.points_x = cut->points,
                               .points_y = cut->points,
                               .base_tu = cut->field->base_tu * cut->field->scal_m[2] / cut->cell_m,
                               .step_tu = 1.0 / cut->cell_m,
                               .scal_m = {cut->cell_m, cut->cell_m, cut->cell_m},
                               .scal_given = true,
                               .curve_radius_km = cut->field->curve_radius_km,
                               .samples = cut->samples,
                               .memory = cut->samples,
                               .has_missing = atomic_load(&cut->missing) != 0};
    image_geo_free(about->geo);
    about->geo = geo;
    about->globe = (struct ter_globe){0};
    snprintf(about->scale_source, sizeof about->scale_source, "{box_m}");
    *out = made;
    return SCREE_OK;
}

enum scree_code heights_cut_box(struct ter_field **out, struct heights_about *about,
                                const struct ter_field *field, const struct heights_box *box,
                                struct scree_job *job, struct scree_error *err)
{
    struct cut cut = {.field = field};
    *out = NULL;
    atomic_init(&cut.outside, 0);
    atomic_init(&cut.missing, 0);
    atomic_init(&cut.found, 0);
    if (ter_is_in_file(field))
        return err_set_option(err, "box_m",
                              "takes a terrain in memory, and this one stays in its file");
    RETURN_IF_ERR(plan(&cut, about->geo, box, err));
    cut.samples = mem_alloc(cut.points, cut.points * sizeof *cut.samples);
    if (cut.samples == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %lu x %lu points",
                       (unsigned long)cut.points, (unsigned long)cut.points);
    enum scree_code code = fill(&cut, job, err);
    if (code == SCREE_OK) code = finish(out, about, &cut, err);
    if (code == SCREE_OK) code = ter_check_range(*out, err);
    if (code == SCREE_OK) return SCREE_OK;
    if (*out != NULL)
        ter_free(*out);
    else
        mem_free(cut.samples);
    *out = NULL;
    return code;
}
