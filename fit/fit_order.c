/*
 * The order of layers, from the one painted last, which covers all others where it is, to the root.
 *
 * What the last layer leaves is explained by the others alone. So how well a class is told from those
 * below it depends on which classes lie above and not on their order: the best order of each set of
 * removed classes is known from the sets with one class less. Few of these are kept at each step.
 */
#include <string.h>

#include "base/mem.h"
#include "base/parallel.h"
#include "fit/fit_search.h"

#define KEPT 4
#define GRAIN_COST 0.002 /* of the logarithm for each texel, that a coarser grain must say more */

struct state {
    uint32_t removed; /* bit c: class c lies above */
    int64_t score;
    uint32_t order[FIT_MAX_CLASSES]; /* from the last painted */
    struct fit_box boxes[FIT_MAX_CLASSES];
    int32_t tried[FIT_MAX_CLASSES]; /* of the screen: the limit that its box goes with, or -1 */
};

struct ordering {
    const struct fit_tables *tables;
    const struct fit_cells *cells;
    const struct state *states;
    size_t states_count;
    struct work {
        struct fit_sides sides;
        struct fit_ramps ramps;
    } * works; /* [thread] */
    struct state *best;
    bool noise;
    struct trial {
        bool done;
        int64_t score;
        struct fit_box box;
        int32_t tried;
    } * trials; /* [state][class] */
    /* With limits by what is around: these, and the histograms' bins for the sample's texels; else NULL. */
    const struct fit_screen *screen;
    struct fit_cells *bins; /* [grain] */
};

/* The texels of a class, and of those that lie below it. */
static void divide(struct fit_sides *sides, const struct fit_cells *cells, uint32_t class,
                   uint32_t removed)
{
    const uint32_t classes = cells->classes;
    memset(sides, 0, sizeof *sides);
    for (uint32_t cell = 0; cell < cells->count; cell++) {
        const uint32_t *counts = cells->counts + (size_t)cell * classes;
        const uint32_t row = cells->bin[cells->grain][FIT_ALTITUDE][cell] + 1u;
        const uint32_t column = cells->bin[cells->grain][FIT_SLOPE][cell] + 1u;
        sides->below[row][column].yes = counts[class];
        for (uint32_t c = 0; c < classes; c++)
            if (c != class && (removed >> c & 1) == 0) sides->below[row][column].no += counts[c];
    }
    fit_sides_sum(sides);
}

void fit_sides_sum(struct fit_sides *sides)
{
    for (uint32_t row = 1; row <= FIT_COARSE_ALTITUDES; row++) {
        uint32_t yes = 0, no = 0;
        for (uint32_t column = 1; column <= FIT_COARSE_SLOPES; column++) {
            yes += sides->below[row][column].yes;
            no += sides->below[row][column].no;
            sides->below[row][column].yes = yes + sides->below[row - 1][column].yes;
            sides->below[row][column].no = no + sides->below[row - 1][column].no;
        }
    }
}

/* What a box is sought for. */
struct wanted {
    uint32_t class, removed;
    int32_t tried; /* the limit by what is around that it goes with, or -1 */
    uint32_t grain;
    bool quick;
};

/* The box of a class behind a limit by what is around, or behind none, and its score. */
static int64_t find_behind(struct fit_box *box, const struct ordering *o, struct work *work,
                           const struct wanted *w)
{
    const struct fit_cells *const cells =
        o->screen != NULL ? &o->bins[w->grain] : &o->tables->ground->coarse[w->grain];
    int64_t outside = 0;
    if (o->screen != NULL)
        outside = fit_screen_sides(&work->sides, o->screen, w->tried, w->grain, w->class,
                                   w->removed, o->tables);
    else
        divide(&work->sides, cells, w->class, w->removed);
    const struct fit_box_task task = {
        o->tables, cells, &work->sides, &work->ramps, {o->noise, w->quick}};
    const int64_t score = fit_box_find(box, &task) + outside;
    if (w->tried >= 0) {
        const struct fit_tried *const tried = &o->screen->tried[w->tried];
        box->around[tried->quantity] = tried->limit;
    }
    return score;
}

/* The best of the limits by what is around, if there are any. */
static void try_around(struct trial *trial, const struct ordering *o, struct work *work,
                       uint32_t class, uint32_t removed)
{
    int32_t best[FIT_AROUNDS];
    if (o->screen == NULL) return;
    fit_screen_best(best, o->screen, class, removed);
    for (int q = 0; q < FIT_AROUNDS; q++) {
        const struct wanted wanted = {class, removed, best[q], 0, true};
        struct fit_box box;
        if (best[q] < 0) continue;
        const int64_t score = find_behind(&box, o, work, &wanted);
        if (score <= trial->score) continue;
        trial->score = score;
        trial->box = box;
        trial->tried = best[q];
    }
}

static void try_one(void *context, size_t index, uint32_t thread)
{
    struct ordering *o = context;
    const uint32_t classes = o->cells->classes;
    const struct state *state = &o->states[index / classes];
    const uint32_t class = (uint32_t)(index % classes);
    struct trial *trial = &o->trials[index];
    trial->done = (state->removed >> class & 1) == 0;
    if (!trial->done) return;
    struct work *work = &o->works[thread];
    trial->tried = -1;
    const struct wanted wanted = {class, state->removed, -1, 0, true};
    trial->score = find_behind(&trial->box, o, work, &wanted);
    try_around(trial, o, work, class, state->removed);
}

/* The layer sees ground that is averaged over less than what its position counts from. */
static bool allows(const struct ordering *o, int32_t tried, uint32_t grain)
{
    if (tried < 0 || o->screen->tried[tried].quantity != SRF_POSITION) return true;
    return fit_size_of[SRF_POSITION][o->screen->tried[tried].limit.size] > fit_smoothing_of[grain];
}

/* A layer of the best order without haste, and its grain: a coarser one if it says what the finest
 * cannot. */
static void search_again(void *context, size_t index, uint32_t thread)
{
    struct ordering *o = context;
    const uint32_t depth = (uint32_t)index;
    struct state *state = o->best;
    uint32_t removed = 0;
    for (uint32_t i = 0; i < depth; i++) removed |= UINT32_C(1) << state->order[i];
    struct work *work = &o->works[thread];
    const struct fit_ground *ground = o->tables->ground;
    const double total = (double)(o->screen != NULL ? &ground->sample : &ground->coarse[0])->total;
    const uint32_t class = state->order[depth];
    const int32_t tried = state->tried[depth];
    int64_t score = INT64_MIN;
    uint32_t best = 0;
    for (uint32_t grain = 0; grain < FIT_GRAINS; grain++) {
        if (!ground->measured[grain] || !allows(o, tried, grain)) continue;
        const int64_t cost = grain == 0 ? 0 : (int64_t)(GRAIN_COST * FIT_LOG * total);
        struct fit_box box;
        const struct wanted wanted = {class, removed, tried, grain, true};
        const int64_t found = find_behind(&box, o, work, &wanted) - cost;
        if (found <= score) continue;
        score = found;
        best = grain;
    }
    const struct wanted wanted = {class, removed, tried, best, false};
    find_behind(&state->boxes[depth], o, work, &wanted);
}

/* The best states of one class more; of equal sets the better, of equal scores the first. */
static size_t next_states(struct state *out, const struct ordering *o, uint32_t depth)
{
    const uint32_t classes = o->cells->classes;
    size_t count = 0;
    for (size_t i = 0; i < o->states_count * classes; i++) {
        const struct trial *trial = &o->trials[i];
        if (!trial->done) continue;
        struct state next = o->states[i / classes];
        const uint32_t class = (uint32_t)(i % classes);
        next.removed |= UINT32_C(1) << class;
        next.score += trial->score;
        next.order[depth] = class;
        next.boxes[depth] = trial->box;
        next.tried[depth] = trial->tried;
        size_t at = 0;
        while (at < count && out[at].removed != next.removed) at++;
        if (at < count && out[at].score >= next.score) continue;
        if (at == count) {
            if (count == KEPT && out[KEPT - 1].score >= next.score) continue;
            if (count < KEPT) count++;
            at = count - 1;
        }
        for (; at > 0 && out[at - 1].score < next.score; at--) out[at] = out[at - 1];
        out[at] = next;
    }
    return count;
}

static void take(struct fit_order *out, const struct state *state, uint32_t classes)
{
    memset(out, 0, sizeof *out);
    out->count = classes;
    for (uint32_t c = 0; c < classes; c++)
        if ((state->removed >> c & 1) == 0) out->class[0] = c;
    for (uint32_t i = 0; i + 1 < classes; i++) {
        out->class[classes - 1 - i] = state->order[i];
        out->boxes[classes - 1 - i] = state->boxes[i];
    }
}

static enum scree_code open_screen(struct ordering *o, struct fit_screen *screen,
                                   struct mem_arena *arena, struct scree_error *err)
{
    const struct fit_ground *const ground = o->tables->ground;
    o->bins = mem_arena_alloc(arena, FIT_GRAINS, sizeof *o->bins);
    RETURN_IF_ERR(mem_arena_check(arena, err));
    for (int grain = 0; grain < FIT_GRAINS; grain++) {
        o->bins[grain] = ground->coarse[grain];
        o->bins[grain].total = ground->sample.total;
    }
    o->screen = screen;
    return fit_screen_open(screen, arena, o->tables, err);
}

enum scree_code fit_order_find(struct fit_order *out, size_t *count,
                               const struct fit_tables *tables, bool noise, struct scree_job *job,
                               struct scree_error *err)
{
    const struct fit_cells *cells = &tables->ground->coarse[0];
    const uint32_t classes = cells->classes, threads = parallel_threads(job_threads(job));
    struct ordering o = {.tables = tables, .cells = cells, .states_count = 1, .noise = noise};
    struct mem_arena arena = {0};
    struct fit_screen screen;
    struct state *states = mem_arena_alloc(&arena, 2 * KEPT, sizeof *states);
    o.works = mem_arena_alloc(&arena, threads, sizeof *o.works);
    o.trials = mem_arena_alloc(&arena, (size_t)KEPT * classes, sizeof *o.trials);
    enum scree_code code = mem_arena_check(&arena, err);
    if (code == SCREE_OK && tables->around != 0) code = open_screen(&o, &screen, &arena, err);
    for (uint32_t t = 0; code == SCREE_OK && t < threads; t++) fit_ramps_start(&o.works[t].ramps);
    size_t from = 0;
    for (uint32_t depth = 0; code == SCREE_OK && depth + 1 < classes; depth++) {
        o.states = states + from * KEPT;
        parallel_for(o.states_count * classes, threads, try_one, &o);
        from = 1 - from;
        o.states_count = next_states(states + from * KEPT, &o, depth);
        code = job_step(job, "finding the order of layers", (depth + 1.0) / classes, err);
    }
    if (code == SCREE_OK && *count > o.states_count) *count = o.states_count;
    for (size_t i = 0; code == SCREE_OK && i < *count; i++) {
        o.best = &states[from * KEPT + i];
        if (classes > 1) parallel_for(classes - 1, threads, search_again, &o);
        take(&out[i], o.best, classes);
    }
    mem_arena_free(&arena);
    return code;
}
