/*
 * Rule (Inputs): A fitted map is the same for any threads. See fit.md#how-it-works,
 * fit/fit_refine.c. Tests: unit/test_fit (threads_change_nothing), cli/fit_map.
 */
#include "fit/fit_cells.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "base/scramble.h"

#define BAND_TEXELS (1 << 17)
#define MOST_TEXELS (1 << 20) /* of a larger picture, rows at equal distances are counted */
#define MOST_POINTS_OF_HALVES (1 << 21)
#define SAMPLE 24576
#define FIELDS 16          /* of the chessboard, a side */
#define STEPS 16384        /* of the first count of an axis */
#define ALTITUDES_IN_ONE 3 /* fine bins in a coarse one */
#define SLOPES_IN_ONE 2
#define FINE_ALTITUDES (ALTITUDES_IN_ONE * FIT_COARSE_ALTITUDES)
#define FINE_SLOPES (SLOPES_IN_ONE * FIT_COARSE_SLOPES)

const float fit_smoothing_of[FIT_GRAINS] = {1, 1.5f, 2, 2.5f, 3, 3.5f, 4, 8};

struct measuring {
    struct mem_arena arena, *kept; /* of the ground */
    const struct fit_picture *picture;
    struct render_plan *plan;
    float *ground[FIT_AXES];  /* of a band */
    uint16_t *step[FIT_AXES]; /* [texel that is counted] */
    uint32_t every, rows;     /* so many rows are counted, one of every few */
    double low, per_unit;     /* of altitudes; slopes count as g / (1 + g) */
    uint64_t steps[FIT_AXES][STEPS];
    uint8_t bin_of_step[FIT_AXES][STEPS];
    uint32_t *fine;    /* [altitude][slope][class] */
    uint32_t *sampled; /* [cell of the sample]: number of a texel among those that are counted */
    struct fit_cells *sample;
    uint32_t grain;
    bool halves;       /* the sample's are wanted; the first */
    uint32_t in_first; /* has so many cells */
};

static uint32_t step_of(const struct measuring *m, int axis, float value)
{
    const double at = axis == FIT_ALTITUDE ? ((double)value - m->low) * m->per_unit
                                           : (double)value / (1.0 + (double)value) * STEPS;
    return at > 0 ? at < STEPS - 1 ? (uint32_t)at : STEPS - 1 : 0;
}

static double value_of(const struct measuring *m, int axis, double step)
{
    if (axis == FIT_ALTITUDE) return m->low + step / m->per_unit;
    const double t = step / STEPS;
    return t / (1 - t);
}

/* Texels first .. first + count - 1 among those that are counted, in steps of the axes. */
static void count_steps(struct measuring *m, size_t first, size_t count, const uint8_t *ids)
{
    for (size_t i = 0; i < count; i++) {
        if (ids[i] == FIT_NONE) continue;
        for (int axis = 0; axis < FIT_AXES; axis++) {
            const uint32_t step = step_of(m, axis, m->ground[axis][i]);
            m->step[axis][first + i] = (uint16_t)step;
            m->steps[axis][step]++;
        }
    }
}

static size_t row_of_picture(const struct measuring *m, uint32_t row)
{
    return (size_t)row * m->every + m->every / 2;
}

static uint32_t fine_cell(const struct measuring *m, size_t texel)
{
    return (uint32_t)m->bin_of_step[FIT_ALTITUDE][m->step[FIT_ALTITUDE][texel]] * FINE_SLOPES +
           m->bin_of_step[FIT_SLOPE][m->step[FIT_SLOPE][texel]];
}

static void count_fine(struct measuring *m)
{
    const size_t classes = m->picture->count, width = m->picture->width;
    for (uint32_t row = 0; row < m->rows; row++) {
        const uint8_t *ids = m->picture->ids + row_of_picture(m, row) * width;
        for (size_t i = 0; i < width; i++)
            if (ids[i] != FIT_NONE) m->fine[fine_cell(m, row * width + i) * classes + ids[i]]++;
    }
    for (uint32_t k = 0; k < m->sample->count; k++) {
        const uint32_t cell = fine_cell(m, m->sampled[k]);
        m->sample->bin[m->grain][FIT_ALTITUDE][k] = (uint8_t)(cell / FINE_SLOPES);
        m->sample->bin[m->grain][FIT_SLOPE][k] = (uint8_t)(cell % FINE_SLOPES);
    }
}

static enum scree_code go_over(struct measuring *m, struct scree_job *job, struct scree_error *err)
{
    const uint32_t width = m->picture->width;
    void *const planes[2] = {m->ground[FIT_ALTITUDE], m->ground[FIT_SLOPE]};
    const struct render_target target = {.kind = RENDER_GROUND_F32, .planes = planes};
    const uint32_t most = m->every > 1 ? 1 : 1 + (BAND_TEXELS - 1) / width;
    for (uint32_t row = 0; row < m->rows; row += most) {
        const uint32_t rows = m->rows - row < most ? m->rows - row : most;
        const size_t at = row_of_picture(m, row);
        RETURN_IF_ERR(render_rows_of_file(m->plan, (uint32_t)at, rows, &target, 1, err));
        count_steps(m, (size_t)row * width, (size_t)rows * width, m->picture->ids + at * width);
        RETURN_IF_ERR(job_poll(job, err));
    }
    return SCREE_OK;
}

static uint8_t id_of(const struct measuring *m, size_t texel)
{
    const size_t width = m->picture->width;
    return m->picture->ids[row_of_picture(m, (uint32_t)(texel / width)) * width + texel % width];
}

/* 1 in the white fields of a chessboard that lies over the picture, if its halves are wanted. */
static uint32_t half_of(const struct measuring *m, size_t texel)
{
    const size_t width = m->picture->width;
    const size_t column = texel % width * FIELDS / width, row = texel / width * FIELDS / m->rows;
    return m->halves ? (column + row) % 2 : 0;
}

/* Neighbours of the sample are to lie at nearly the same altitude and slope: what changes for one then
 * changes for the other. places is scratch. */
static void sort_sample(struct measuring *m, uint32_t *places)
{
    const uint32_t cells = FINE_ALTITUDES * FINE_SLOPES, count = m->sample->count;
    uint32_t *const sorted = places + 2 * cells + 1;
    memset(places, 0, (2 * cells + 1) * sizeof *places);
    for (uint32_t k = 0; k < count; k++)
        places[half_of(m, m->sampled[k]) * cells + fine_cell(m, m->sampled[k]) + 1]++;
    for (uint32_t cell = 0; cell < 2 * cells; cell++) places[cell + 1] += places[cell];
    m->in_first = places[cells];
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t cell = half_of(m, m->sampled[k]) * cells + fine_cell(m, m->sampled[k]);
        sorted[places[cell]++] = m->sampled[k];
    }
    memcpy(m->sampled, sorted, count * sizeof *sorted);
}

/* The middle of part i of `count` that `units` terrain units are divided into: 32.32. */
static uint64_t middle_of(uint64_t i, uint64_t count, uint64_t units)
{
    const uint64_t parts = (2 * i + 1) * units, all = 2 * count;
    return parts / all << 32 | (parts % all << 32) / all;
}

static void place_sample(struct fit_ground *out, const struct measuring *m,
                         const struct ter_field *field)
{
    const struct fit_picture *picture = m->picture;
    for (uint32_t k = 0; k < m->sample->count; k++) {
        const uint64_t column = m->sampled[k] % picture->width;
        const uint64_t row = row_of_picture(m, m->sampled[k] / picture->width);
        if (picture->grid == SCREE_VERTICES) {
            out->x[k] = column << 32;
            out->y[k] = row << 32;
            continue;
        }
        out->x[k] = middle_of(column, picture->width, field->points_x - 1);
        out->y[k] = middle_of(picture->height - 1 - row, picture->height, field->points_y - 1);
    }
}

/* The texels of the sample: one out of each of SAMPLE equal parts of those that have a class. */
static enum scree_code choose_sample(struct measuring *m, uint64_t total, struct scree_error *err)
{
    struct fit_cells *sample = m->sample;
    uint64_t seen = 0, wanted = 0, random = 0;
    for (size_t i = 0; i < m->rows * (size_t)m->picture->width && sample->count < SAMPLE; i++) {
        if (id_of(m, i) == FIT_NONE || seen++ < wanted) continue;
        m->sampled[sample->count++] = (uint32_t)i;
        const uint64_t part = (sample->count * total) / SAMPLE,
                       next = ((sample->count + 1) * total) / SAMPLE;
        wanted = part + (next > part ? scramble_next(&random) % (next - part) : 0);
        if (wanted < seen) wanted = seen;
    }
    uint32_t *places;
    RETURN_IF_ERR(
        MEM_NEED(&places, 2 * FINE_ALTITUDES * FINE_SLOPES + 1 + SAMPLE, sizeof *places, err));
    sort_sample(m, places);
    mem_free(places);
    for (uint32_t k = 0; k < sample->count; k++)
        sample->counts[(size_t)k * sample->classes + id_of(m, m->sampled[k])] = 1;
    sample->total = sample->count;
    return SCREE_OK;
}

/* Positions at equal shares of the area, those beyond in even steps; fuzziness in roots of 2. */
static void make_axis(struct fit_axis *axis, const struct measuring *m, int which, uint64_t total)
{
    const uint64_t *steps = m->steps[which];
    uint64_t sum = 0;
    uint32_t next = 0, first = STEPS, last = 0;
    for (uint32_t i = 0; i < STEPS; i++) {
        if (steps[i] == 0) continue;
        if (first == STEPS) first = i;
        last = i;
        /* total < 2^34: the products fit. */
        while (next < FIT_INSIDE && (uint64_t)next * total < (sum + steps[i]) * (FIT_INSIDE - 1)) {
            const uint64_t want = (uint64_t)next * total / (FIT_INSIDE - 1);
            const double within = want > sum ? (double)(want - sum) / (double)steps[i] : 0;
            axis->position[FIT_BEYOND + next++] = value_of(m, which, i + within);
        }
        sum += steps[i];
    }
    /* The steepest step has no end: its middle stands for it. */
    const bool endless = which == FIT_SLOPE && last + 1 == STEPS;
    const double low = value_of(m, which, first),
                 high = value_of(m, which, endless ? STEPS - 0.5 : last + 1.0);
    for (; next < FIT_INSIDE; next++) axis->position[FIT_BEYOND + next] = high;
    const double range = which == FIT_SLOPE ? high : high > low ? high - low : 1;
    for (int i = 0; i < FIT_BEYOND; i++) {
        const double away = (i + 1) * range / FIT_BEYOND;
        axis->position[FIT_BEYOND - 1 - i] =
            which == FIT_SLOPE ? low * (FIT_BEYOND - 1 - i) / FIT_BEYOND : low - away;
        axis->position[FIT_BEYOND + FIT_INSIDE + i] = high + (which == FIT_SLOPE ? 2 : 1) * away;
    }
    const double root[2] = {1, 0.70710678118654752};
    for (int i = 1; i < FIT_FUZZES; i++) {
        const int halvings = (FIT_FUZZES - 1 - i) / 2;
        axis->fuzz[i] = 2 * range * root[(FIT_FUZZES - 1 - i) % 2] / (double)(1 << halvings);
    }
    axis->fuzz[0] = 0;
}

/* Bins of equal area, as far as equal values allow. */
static void make_bins(struct measuring *m, int axis, uint32_t bins, uint64_t total)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint64_t middle = 2 * sum + m->steps[axis][i];
        const uint64_t bin = middle * bins / (2 * total + 1);
        m->bin_of_step[axis][i] = (uint8_t)(bin < bins ? bin : bins - 1);
        sum += m->steps[axis][i];
    }
}

/* Means of bins, each of `in_one` fine ones; a bin without texels has the place of its first step. */
static void make_values(float *values, const struct measuring *m, int axis, uint32_t in_one)
{
    double sums[FIT_MAX_BINS] = {0};
    uint64_t counts[FIT_MAX_BINS] = {0};
    for (uint32_t i = 0; i < STEPS; i++) {
        const uint32_t bin = m->bin_of_step[axis][i] / in_one;
        if (m->steps[axis][i] == 0) continue;
        sums[bin] += (double)m->steps[axis][i] * value_of(m, axis, i + 0.5);
        counts[bin] += m->steps[axis][i];
    }
    for (uint32_t b = 0; b < FIT_MAX_BINS; b++)
        values[b] = counts[b] > 0 ? (float)(sums[b] / (double)counts[b]) : 0;
}

/* Leaves out what has no texels, and puts in_one[axis] bins into one. */
static enum scree_code make_cells(struct fit_cells *out, const struct measuring *m,
                                  const uint32_t in_one[FIT_AXES], struct scree_error *err)
{
    const uint32_t classes = m->picture->count;
    const size_t altitudes = FINE_ALTITUDES / in_one[0], slopes = FINE_SLOPES / in_one[1];
    uint8_t **bin = out->bin[m->grain];
    out->grains = 1;
    out->grain = m->grain;
    out->bins[FIT_ALTITUDE] = (uint32_t)altitudes;
    out->bins[FIT_SLOPE] = (uint32_t)slopes;
    out->classes = classes;
    for (int axis = 0; axis < FIT_AXES; axis++)
        make_values(out->value[m->grain][axis], m, axis, in_one[axis]);
    out->counts = mem_arena_alloc(m->kept, altitudes * slopes * classes, sizeof *out->counts);
    for (int axis = 0; axis < FIT_AXES; axis++)
        bin[axis] = mem_arena_alloc(m->kept, altitudes * slopes, 1);
    RETURN_IF_ERR(mem_arena_check(m->kept, err));
    uint32_t *sums;
    RETURN_IF_ERR(MEM_NEED(&sums, altitudes * slopes * classes, sizeof *sums, err));
    for (size_t a = 0; a < FINE_ALTITUDES; a++)
        for (size_t s = 0; s < FINE_SLOPES; s++)
            for (size_t c = 0; c < classes; c++)
                sums[(a / in_one[0] * slopes + s / in_one[1]) * classes + c] +=
                    m->fine[(a * FINE_SLOPES + s) * classes + c];
    for (size_t cell = 0; cell < altitudes * slopes; cell++) {
        uint64_t all = 0;
        for (size_t c = 0; c < classes; c++) all += sums[cell * classes + c];
        if (all == 0) continue;
        memcpy(out->counts + (size_t)out->count * classes, sums + cell * classes,
               classes * sizeof *sums);
        bin[FIT_ALTITUDE][out->count] = (uint8_t)(cell / slopes);
        bin[FIT_SLOPE][out->count++] = (uint8_t)(cell % slopes);
        out->total += all;
    }
    mem_free(sums);
    return SCREE_OK;
}

static enum scree_code make_plan(struct measuring *m, const struct ter_field *field,
                                 const struct srf_map *map, const struct fit_scene *scene,
                                 struct scree_job *job, struct scree_error *err)
{
    const struct render_how how = render_how_of(job, scene->relief, false);
    struct render_options options =
        render_how_options(&how, m->picture->grid, m->picture->width, m->picture->height);
    options.job = job;
    return render_plan_create(&m->plan, field, map, &options, err);
}

static enum scree_code make_root(struct srf_map **map, struct scree_error *err)
{
    struct srf_new_layer root = {0, {0}};
    srf_layer_defaults(&root.values, true);
    return srf_build_map(map, &root, 1, err);
}

static enum scree_code allocate(struct fit_ground *out, struct measuring *m,
                                struct scree_error *err)
{
    const struct fit_picture *picture = m->picture;
    const size_t band = BAND_TEXELS + (size_t)picture->width;
    const size_t fine = (size_t)FINE_ALTITUDES * FINE_SLOPES * picture->count;
    struct mem_arena *arena = &m->arena;
    struct fit_cells *sample = m->sample;
    for (int axis = 0; axis < FIT_AXES; axis++) {
        m->ground[axis] = mem_arena_alloc(arena, band, sizeof *m->ground[axis]);
        m->step[axis] =
            mem_arena_alloc(arena, (size_t)m->rows * picture->width, sizeof *m->step[axis]);
        for (int grain = 0; grain < FIT_GRAINS; grain++)
            sample->bin[grain][axis] = mem_arena_alloc(m->kept, SAMPLE, 1);
    }
    m->sampled = mem_arena_alloc(arena, SAMPLE, sizeof *m->sampled);
    m->fine = mem_arena_alloc(arena, fine, sizeof *m->fine);
    RETURN_IF_ERR(mem_arena_check(arena, err));
    sample->classes = picture->count;
    sample->grains = FIT_GRAINS;
    sample->bins[FIT_ALTITUDE] = FINE_ALTITUDES;
    sample->bins[FIT_SLOPE] = FINE_SLOPES;
    sample->counts =
        mem_arena_alloc(m->kept, (size_t)SAMPLE * picture->count, sizeof *sample->counts);
    out->x = mem_arena_alloc(m->kept, SAMPLE, sizeof *out->x);
    out->y = mem_arena_alloc(m->kept, SAMPLE, sizeof *out->y);
    return mem_arena_check(m->kept, err);
}

/* One grain: how much ground there is at each step of each axis, then the histograms. */
static enum scree_code measure_grain(struct fit_ground *out, struct measuring *m,
                                     struct scree_job *job, struct scree_error *err)
{
    static const uint32_t one[FIT_AXES] = {1, 1};
    static const uint32_t some[FIT_AXES] = {ALTITUDES_IN_ONE, SLOPES_IN_ONE};
    memset(m->steps, 0, sizeof m->steps);
    memset(m->fine, 0, (size_t)FINE_ALTITUDES * FINE_SLOPES * m->picture->count * sizeof *m->fine);
    RETURN_IF_ERR(go_over(m, job, err));
    uint64_t total = 0;
    for (uint32_t i = 0; i < STEPS; i++) total += m->steps[FIT_ALTITUDE][i];
    if (total == 0) return err_set(err, SCREE_BAD_ARGUMENT, "no texel is of a class");
    for (int axis = 0; axis < FIT_AXES; axis++) {
        if (m->grain == 0) make_axis(&out->axes[axis], m, axis, total);
        make_bins(m, axis, axis == FIT_ALTITUDE ? FINE_ALTITUDES : FINE_SLOPES, total);
        make_values(m->sample->value[m->grain][axis], m, axis, 1);
    }
    if (m->grain == 0) RETURN_IF_ERR(choose_sample(m, total, err));
    count_fine(m);
    if (m->grain == 0) RETURN_IF_ERR(make_cells(&out->fine, m, one, err));
    return make_cells(&out->coarse[m->grain], m, some, err);
}

/* The two parts of the sample, which share its arrays. */
static void make_halves(struct fit_ground *out, uint32_t in_first)
{
    const struct fit_cells *const sample = &out->sample;
    for (uint32_t h = 0; h < 2; h++) {
        const uint32_t first = h * in_first;
        struct fit_cells *const half = &out->halves[h];
        *half = *sample;
        half->count = h == 0 ? in_first : sample->count - in_first;
        half->total = half->count;
        half->counts += (size_t)first * sample->classes;
        for (int grain = 0; grain < FIT_GRAINS; grain++)
            for (int axis = 0; axis < FIT_AXES; axis++) half->bin[grain][axis] += first;
    }
}

/* The terrain is large enough for a grain above 0, small enough for one of a half, and in memory. */
static bool can_smooth(const struct ter_field *field, uint32_t grain)
{
    const uint32_t least = field->points_x < field->points_y ? field->points_x : field->points_y;
    const float smoothing = fit_smoothing_of[grain];
    const bool is_half = smoothing != (float)(int)smoothing;
    if (is_half && (uint64_t)field->points_x * field->points_y > MOST_POINTS_OF_HALVES)
        return false;
    return (double)smoothing <= 2.0 * least - 4 && !ter_is_in_file(field);
}

static enum scree_code measure(struct fit_ground *out, struct measuring *m,
                               const struct fit_scene *scene, struct scree_job *job,
                               struct scree_error *err)
{
    struct srf_map *map = NULL;
    struct ter_ranges ranges;
    const struct fit_picture *picture = m->picture;
    m->every = (uint32_t)(((uint64_t)picture->width * picture->height - 1) / MOST_TEXELS) + 1;
    if (m->every > picture->height) m->every = picture->height;
    m->rows = picture->height / m->every;
    RETURN_IF_ERR(allocate(out, m, err));
    RETURN_IF_ERR(ter_measure(&ranges, scene->field, job_threads(job), job, err));
    const double range = ranges.altitude_max_tu - ranges.altitude_min_tu;
    m->low = ranges.altitude_min_tu - scene->field->base_tu;
    m->per_unit = range > 0 ? STEPS / range : 1;
    enum scree_code code = make_root(&map, err);
    for (m->grain = 0; code == SCREE_OK && m->grain < FIT_GRAINS; m->grain++) {
        struct ter_field *smooth = NULL;
        if (m->grain > 0 && !can_smooth(scene->field, m->grain)) continue;
        out->measured[m->grain] = true;
        if (m->grain > 0)
            code = ter_smooth(&smooth, scene->field, (double)fit_smoothing_of[m->grain], job, err);
        if (code == SCREE_OK)
            code = make_plan(m, smooth != NULL ? smooth : scene->field, map, scene, job, err);
        if (code == SCREE_OK) code = measure_grain(out, m, job, err);
        if (code == SCREE_OK && m->grain == 0) place_sample(out, m, scene->field);
        if (code == SCREE_OK && m->halves)
            code = fit_around_look(out, m->grain, smooth != NULL ? smooth : scene->field, err);
        render_plan_free(m->plan);
        m->plan = NULL;
        ter_free(smooth);
        if (code == SCREE_OK)
            code = job_step(job, "measuring the ground", (m->grain + 1.0) / FIT_GRAINS, err);
    }
    srf_free(map);
    if (code == SCREE_OK && m->halves) {
        make_halves(out, m->in_first);
        code = fit_around_measure(out, scene, job, err);
    }
    return code;
}

enum scree_code fit_ground_measure(struct fit_ground *out, const struct fit_scene *scene,
                                   const struct fit_picture *picture, struct scree_job *job,
                                   struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    struct measuring *m;
    RETURN_IF_ERR(MEM_NEED(&m, 1, sizeof *m, err));
    m->picture = picture;
    m->sample = &out->sample;
    m->kept = &out->arena;
    m->halves = scene->around != 0;
    const enum scree_code code = measure(out, m, scene, job, err);
    mem_arena_free(&m->arena);
    mem_free(m);
    return code;
}

void fit_ground_free(struct fit_ground *ground)
{
    mem_arena_free(&ground->arena);
    memset(ground, 0, sizeof *ground);
}
