/*
 * Where plants stand: species after species, in blocks of cells that do not depend on each other.
 *
 * A block looks at its cells and at a margin as wide as neighbours reach, so that it decides alone
 * what any other way of cutting the terrain would decide. Only those that stay are kept.
 */
#include <math.h>
#include <string.h>

#include "base/parallel.h"
#include "plants/plants_rule.h"

#define BLOCK 64       /* cells a side */
#define BATCH 32       /* blocks for each thread between two looks at the job, */
#define MOST_BATCH 512 /* up to so many */
#define MOST_EXTENT_M 1e6
#define AWAY_STEPS 3   /* other layers are looked at on a lattice of a third of the distance */
#define AWAY_POINTS 29 /* whose points within the distance are so many */

struct found {
    struct candidate candidate;
    uint16_t species;
};
struct found_list {
    struct found *items;
    size_t count, room;
};

/* Those of a species that stay, by rows of its cells. */
struct standing {
    struct found_list list;
    size_t *row; /* [cells_z + 1]: the first of each row of cells */
};

struct worker {
    struct candidate *candidates;
    uint32_t *grid;            /* [row][column] of block and margin: number of a candidate + 1 */
    bool *suits;               /* [candidate] */
    uint32_t *pending;         /* candidates that the ground leaves, */
    struct seen *seen;         /* and the ground there */
    struct plants_pick *picks; /* of a row of cells */
};

/* The ground at a candidate. */
struct seen {
    struct rule_place place;
    float rise, slope_x, slope_y;
};

struct result {
    struct found_list list;
    uint64_t looked, suited, evaluated;
    bool failed;
};

struct placing {
    const struct plants_list *list;
    const struct inputs *inputs;
    const struct ter_field *field;
    const struct plants_options *options;
    struct render_points *points;
    const struct plants_kernels *kernels;
    struct rule *rules;
    struct standing *standing;
    size_t species; /* at hand */
    uint32_t margin, blocks_x, first_block, batch;
    struct worker *workers;
    struct result *results; /* [block of the batch] */
};

/* ---- lists ---- */

static bool append(struct found_list *list, const struct found *item)
{
    struct found *items = mem_room(list->items, list->count, &list->room, sizeof *items);
    if (items == NULL) return false;
    list->items = items;
    list->items[list->count++] = *item;
    return true;
}

/* The rank that stands at `at` when the highest comes first. Ranks are hashes: any is a fair one to
 * part them by. */
static uint64_t find_rank(uint64_t *ranks, size_t count, size_t at)
{
    size_t low = 0, high = count; /* it is one of these */
    while (high - low > 1) {
        const uint64_t parting = ranks[low + (high - low) / 2];
        size_t above = low, i = low, below = high; /* [above, i) are equal to it */
        while (i < below) {
            const uint64_t rank = ranks[i];
            if (rank > parting) {
                ranks[i++] = ranks[above];
                ranks[above++] = rank;
            } else if (rank < parting) {
                ranks[i] = ranks[--below];
                ranks[below] = rank;
            } else {
                i++;
            }
        }
        if (at >= above && at < below) return parting;
        if (at < above)
            high = above;
        else
            low = below;
    }
    return ranks[low];
}

/* keep_best() leaves the `most` of highest rank, in their order. */
static bool keep_best(struct found_list *list, size_t most)
{
    if (list->count <= most) return true;
    uint64_t *ranks = mem_alloc(list->count, sizeof *ranks);
    if (ranks == NULL) return false;
    for (size_t i = 0; i < list->count; i++) ranks[i] = list->items[i].candidate.rank;
    const uint64_t last = most > 0 ? find_rank(ranks, list->count, most - 1) : UINT64_MAX;
    mem_free(ranks);
    size_t kept = 0;
    for (size_t i = 0; i < list->count && kept < most; i++)
        if (list->items[i].candidate.rank >= last) list->items[kept++] = list->items[i];
    list->count = kept;
    return true;
}

/* ---- what is near ---- */

static uint64_t distance2(const struct candidate *a, const struct candidate *b)
{
    const int64_t x = (int64_t)a->x - b->x, z = (int64_t)a->z - b->z;
    return (uint64_t)(x * x + z * z);
}

/* A plant of an earlier species stands closer than both rooms. */
static bool has_company(const struct placing *p, const struct candidate *candidate)
{
    const struct rule *own = &p->rules[p->species];
    for (size_t k = 0; k < p->species; k++) {
        const struct rule *other = &p->rules[k];
        const struct standing *standing = &p->standing[k];
        const uint32_t reach = own->room + other->room;
        if (standing->list.count == 0 || reach == 0) continue;
        const uint32_t cell = 2 * other->lattice.step * other->lattice.per;
        const uint32_t from = (candidate->z > reach ? candidate->z - reach : 0) / cell;
        uint32_t to = (candidate->z + reach) / cell;
        if (to >= other->lattice.cells_z) to = other->lattice.cells_z - 1;
        for (uint32_t row = from; row <= to; row++) {
            size_t low = standing->row[row], high = standing->row[row + 1];
            const size_t end = high;
            while (low < high) { /* the first that is not too far west */
                const size_t middle = low + (high - low) / 2;
                if (standing->list.items[middle].candidate.x + reach < candidate->x)
                    low = middle + 1;
                else
                    high = middle;
            }
            for (; low < end && standing->list.items[low].candidate.x <= candidate->x + reach;
                 low++)
                if (distance2(candidate, &standing->list.items[low].candidate) <
                    (uint64_t)reach * reach)
                    return true;
        }
    }
    return false;
}

/* ---- other layers ---- */

static void gather_weights(const float **weights, const struct placing *p,
                           const struct plants_cover *cover, uint32_t thread)
{
    for (uint32_t i = 0; i < cover->count; i++)
        weights[i] = render_points_layer(p->points, thread, cover->layer[i]);
}

/* The layers of one `away` are somewhere on the lattice within its distance. */
static bool meets(const struct placing *p, const struct plants_away *away,
                  const struct candidate *candidate, uint32_t thread)
{
    const struct rule *rule = &p->rules[p->species];
    const int64_t third = (int64_t)(away->distance_m * PLANTS_UNITS / AWAY_STEPS + 0.5f);
    struct render_points_run run;
    run.count = 0;
    run.ground_known = false;
    for (int j = -AWAY_STEPS; j <= AWAY_STEPS; j++)
        for (int i = -AWAY_STEPS; i <= AWAY_STEPS; i++) {
            const int64_t x = (int64_t)candidate->x + i * third,
                          z = (int64_t)candidate->z + j * third;
            if (i * i + j * j > AWAY_STEPS * AWAY_STEPS || x < 0 || z < 0 ||
                x > (int64_t)rule->width || z > (int64_t)rule->depth)
                continue;
            const struct rule_place at = plants_rule_position(p->field, (uint32_t)x, (uint32_t)z);
            run.x[run.count] = at.x;
            run.y[run.count++] = at.y;
        }
    render_points_weights(p->points, &run, thread);
    const float *weights[PLANTS_MOST_TERMS];
    gather_weights(weights, p, &away->cover, thread);
    for (size_t n = 0; n < run.count; n++)
        if (plants_suit(&away->cover, weights, n) > 0.0f) return true;
    return false;
}

static bool is_away(const struct placing *p, const struct candidate *candidate,
                    struct result *result, uint32_t thread)
{
    const struct plants_species *s = &p->list->species[p->species];
    for (uint32_t a = 0; a < s->away_count; a++) {
        result->evaluated += AWAY_POINTS;
        if (meets(p, &s->away[a], candidate, thread)) return false;
    }
    return true;
}

/* ---- a block ---- */

struct block {
    uint32_t column, row, columns, rows; /* its own cells */
    uint32_t left, top, right, bottom;   /* with the margin */
};

static struct block block_of(const struct placing *p, uint32_t number)
{
    const struct plants_lattice *lattice = &p->rules[p->species].lattice;
    struct block b = {.column = number % p->blocks_x * BLOCK, .row = number / p->blocks_x * BLOCK};
    b.columns = lattice->cells_x - b.column < BLOCK ? lattice->cells_x - b.column : BLOCK;
    b.rows = lattice->cells_z - b.row < BLOCK ? lattice->cells_z - b.row : BLOCK;
    b.left = b.column > p->margin ? b.column - p->margin : 0;
    b.top = b.row > p->margin ? b.row - p->margin : 0;
    b.right = b.column + b.columns + p->margin;
    b.bottom = b.row + b.rows + p->margin;
    if (b.right > lattice->cells_x) b.right = lattice->cells_x;
    if (b.bottom > lattice->cells_z) b.bottom = lattice->cells_z;
    return b;
}

static bool is_own(const struct block *b, const struct candidate *c)
{
    return c->column >= b->column && c->column - b->column < b->columns && c->row >= b->row &&
           c->row - b->row < b->rows;
}

static uint32_t *cell_at(const struct worker *w, const struct block *b, uint32_t column,
                         uint32_t row)
{
    return &w->grid[(size_t)(row - b->top) * (b->right - b->left) + (column - b->left)];
}

static uint32_t gather(struct worker *w, const struct placing *p, const struct block *b)
{
    const struct rule *rule = &p->rules[p->species];
    const uint32_t across = b->right - b->left;
    const bool is_tree = plants_is_tree(rule->species);
    struct rule_clump clump = {.known = false};
    uint32_t count = 0;
    for (uint32_t row = b->top; row < b->bottom; row++) {
        const struct plants_row cells = {rule->key, row, b->left, across, rule->limit};
        const uint32_t picked = p->kernels->pick(w->picks, &cells);
        memset(cell_at(w, b, b->left, row), 0, across * sizeof *w->grid);
        for (uint32_t n = 0; n < picked; n++) {
            struct candidate *const c = &w->candidates[count];
            if (!plants_rule_candidate(c, &clump, rule, &w->picks[n], row) ||
                roads_bars(p->options->roads, c->x, c->z, is_tree))
                continue;
            w->suits[count] = false;
            *cell_at(w, b, w->picks[n].column, row) = ++count;
        }
    }
    return count;
}

/* Those that altitude and slope leave, in pending[] and seen[]. */
static uint32_t pass_ground(struct worker *w, const struct placing *p, uint32_t count)
{
    const struct rule *rule = &p->rules[p->species];
    uint32_t left = 0;
    struct render_points_run run;
    for (uint32_t first = 0; first < count; first += RENDER_POINTS) {
        run.count = count - first < RENDER_POINTS ? count - first : RENDER_POINTS;
        for (size_t n = 0; n < run.count; n++) {
            const struct candidate *c = &w->candidates[first + n];
            const struct rule_place at = plants_rule_position(p->field, c->x, c->z);
            run.x[n] = at.x;
            run.y[n] = at.y;
        }
        render_points_ground(p->points, &run);
        for (size_t n = 0; n < run.count; n++) {
            struct candidate *c = &w->candidates[first + n];
            c->gradient = sqrtf(run.slope_x[n] * run.slope_x[n] + run.slope_y[n] * run.slope_y[n]);
            c->before = plants_rule_ground(rule, c, run.rise[n], c->gradient);
            if (!plants_rule_keeps(c, c->before)) continue;
            w->seen[left] =
                (struct seen){{run.x[n], run.y[n]}, run.rise[n], run.slope_x[n], run.slope_y[n]};
            w->pending[left++] = first + (uint32_t)n;
        }
    }
    return left;
}

static void pass_layers(struct worker *w, const struct placing *p, uint32_t left, uint32_t thread)
{
    const struct plants_cover *cover = &p->list->species[p->species].cover;
    struct render_points_run run;
    const float *weights[PLANTS_MOST_TERMS];
    for (uint32_t first = 0; first < left; first += RENDER_POINTS) {
        run.count = left - first < RENDER_POINTS ? left - first : RENDER_POINTS;
        for (size_t n = 0; n < run.count; n++) {
            const struct seen *seen = &w->seen[first + n];
            run.x[n] = seen->place.x;
            run.y[n] = seen->place.y;
            run.rise[n] = seen->rise;
            run.slope_x[n] = seen->slope_x;
            run.slope_y[n] = seen->slope_y;
        }
        run.ground_known = true;
        render_points_weights(p->points, &run, thread);
        gather_weights(weights, p, cover, thread);
        for (size_t n = 0; n < run.count; n++) {
            const uint32_t at = w->pending[first + n];
            const struct candidate *c = &w->candidates[at];
            w->suits[at] = plants_rule_keeps(c, c->before * plants_suit(cover, weights, n));
        }
    }
}

/* A neighbour that suits as well stands too close and has the higher rank. */
static bool gives_way(const struct worker *w, const struct placing *p, const struct block *b,
                      const struct candidate *c)
{
    const uint64_t near2 = p->rules[p->species].near2;
    const uint32_t margin = p->margin;
    const uint32_t left = c->column > b->left + margin ? c->column - margin : b->left;
    const uint32_t top = c->row > b->top + margin ? c->row - margin : b->top;
    const uint32_t right = c->column + margin < b->right ? c->column + margin + 1 : b->right;
    const uint32_t bottom = c->row + margin < b->bottom ? c->row + margin + 1 : b->bottom;
    for (uint32_t row = top; row < bottom; row++)
        for (uint32_t column = left; column < right; column++) {
            const uint32_t number = *cell_at(w, b, column, row);
            if (number == 0 || !w->suits[number - 1]) continue;
            const struct candidate *other = &w->candidates[number - 1];
            if (other != c && other->rank >= c->rank && distance2(c, other) < near2) return true;
        }
    return false;
}

static void run_block(void *context, size_t index, uint32_t thread)
{
    const struct placing *p = context;
    struct worker *w = &p->workers[thread];
    struct result *result = &p->results[index];
    const struct block b = block_of(p, p->first_block + (uint32_t)index);
    const uint32_t count = gather(w, p, &b);
    const uint32_t left = pass_ground(w, p, count);
    pass_layers(w, p, left, thread);
    result->evaluated += left;
    for (uint32_t n = 0; n < left; n++) {
        const uint32_t at = w->pending[n];
        const struct candidate *c = &w->candidates[at];
        result->looked += is_own(&b, c);
        if (!w->suits[at]) continue;
        w->suits[at] = !has_company(p, c) && is_away(p, c, result, thread);
        result->suited += w->suits[at] && is_own(&b, c);
    }
    for (uint32_t n = 0; n < left && !result->failed; n++) {
        const struct candidate *c = &w->candidates[w->pending[n]];
        if (!w->suits[w->pending[n]] || !is_own(&b, c) || gives_way(w, p, &b, c)) continue;
        const struct found item = {*c, (uint16_t)p->species};
        result->failed = !append(&result->list, &item);
    }
}

/* ---- a species ---- */

/* The results of a batch of blocks, which are emptied. */
static enum scree_code take_results(struct placing *p, size_t count, struct plants_tally *tally,
                                    uint64_t *evaluated, struct scree_error *err)
{
    struct found_list *list = &p->standing[p->species].list;
    enum scree_code code = SCREE_OK;
    for (size_t i = 0; i < count; i++) {
        struct result *result = &p->results[i];
        if (result->failed) code = err_no_memory(err);
        for (size_t n = 0; n < result->list.count && code == SCREE_OK; n++)
            if (!append(list, &result->list.items[n])) code = err_no_memory(err);
        tally->looked += result->looked;
        tally->suited += result->suited;
        *evaluated += result->evaluated;
        mem_free(result->list.items);
        memset(result, 0, sizeof *result);
    }
    return code;
}

static void index_rows(struct standing *standing, uint32_t rows)
{
    size_t at = 0;
    for (uint32_t row = 0; row <= rows; row++) {
        while (at < standing->list.count && standing->list.items[at].candidate.row < row) at++;
        standing->row[row] = at;
    }
}

/* Blocks came from the north and of a row from the west, and so did the cells of each: what is left
 * to do for the order of cells is to deal them out by their rows. */
static enum scree_code order_by_cell(struct standing *standing, uint32_t rows,
                                     struct scree_error *err)
{
    struct found_list *list = &standing->list;
    const size_t count = list->count;
    standing->row = mem_alloc((size_t)rows + 2, sizeof *standing->row);
    struct found *sorted = mem_alloc(count > 0 ? count : 1, sizeof *sorted);
    if (standing->row == NULL || sorted == NULL) {
        mem_free(sorted);
        return err_no_memory(err);
    }
    for (size_t i = 0; i < count; i++) standing->row[list->items[i].candidate.row + 1]++;
    for (uint32_t row = 1; row <= rows; row++) standing->row[row] += standing->row[row - 1];
    for (size_t i = 0; i < count; i++)
        sorted[standing->row[list->items[i].candidate.row]++] = list->items[i];
    mem_free(list->items);
    *list = (struct found_list){sorted, count, count > 0 ? count : 1};
    return SCREE_OK;
}

static enum scree_code place_species(struct placing *p, struct plants_placed *out,
                                     struct scree_job *job, struct scree_error *err)
{
    const size_t s = p->species;
    const struct rule *rule = &p->rules[s];
    const struct plants_lattice *lattice = &rule->lattice;
    struct plants_tally *tally = &out->tally[s];
    struct found_list *list = &p->standing[s].list;
    const uint32_t cell = 2 * lattice->step * lattice->per;
    p->margin = (rule->spacing + cell) / cell;
    p->blocks_x = (lattice->cells_x + BLOCK - 1) / BLOCK;
    const uint32_t blocks = p->blocks_x * ((lattice->cells_z + BLOCK - 1) / BLOCK);
    const uint32_t threads = render_points_threads(p->points);
    out->lattice[s] = *lattice;
    tally->cells = (uint64_t)lattice->cells_x * lattice->cells_z;
    tally->thinned = rule->thinned;
    for (p->first_block = 0; p->first_block < blocks; p->first_block += p->batch) {
        const double done = (double)p->first_block / blocks;
        RETURN_IF_ERR(job_step(job, "placing plants",
                               ((double)s + done) / (double)p->list->species_count, err));
        const size_t count =
            blocks - p->first_block < p->batch ? blocks - p->first_block : p->batch;
        parallel_for(count, threads, run_block, p);
        RETURN_IF_ERR(take_results(p, count, tally, &out->evaluated, err));
    }
    RETURN_IF_ERR(order_by_cell(&p->standing[s], lattice->cells_z, err));
    tally->fitting = list->count;
    if (!keep_best(list, rule->species->most)) return err_no_memory(err);
    index_rows(&p->standing[s], lattice->cells_z);
    return SCREE_OK;
}

/* ---- all of them ---- */

static enum scree_code make_workers(struct placing *p, struct scree_error *err)
{
    uint32_t margin = 0;
    for (size_t s = 0; s < p->list->species_count; s++) {
        const struct rule *rule = &p->rules[s];
        const uint32_t cell = 2 * rule->lattice.step * rule->lattice.per;
        const uint32_t own = (rule->spacing + cell) / cell;
        margin = own > margin ? own : margin;
    }
    const size_t side = BLOCK + 2 * (size_t)margin, cells = side * side;
    const uint32_t threads = render_points_threads(p->points);
    p->workers = mem_alloc(threads, sizeof *p->workers);
    p->batch = threads < MOST_BATCH / BATCH ? BATCH * threads : MOST_BATCH;
    p->results = mem_alloc(p->batch, sizeof *p->results);
    if (p->workers == NULL || p->results == NULL) return err_no_memory(err);
    for (uint32_t t = 0; t < threads; t++) {
        struct worker *w = &p->workers[t];
        w->candidates = mem_alloc(cells, sizeof *w->candidates);
        w->grid = mem_alloc(cells, sizeof *w->grid);
        w->suits = mem_alloc(cells, sizeof *w->suits);
        w->pending = mem_alloc(cells, sizeof *w->pending);
        w->seen = mem_alloc(cells, sizeof *w->seen);
        w->picks = mem_alloc(side + 1, sizeof *w->picks);
        if (w->candidates == NULL || w->grid == NULL || w->suits == NULL || w->pending == NULL ||
            w->seen == NULL || w->picks == NULL)
            return err_no_memory(err);
    }
    return SCREE_OK;
}

static void free_placing(struct placing *p)
{
    const uint32_t threads = p->points != NULL ? render_points_threads(p->points) : 0;
    for (uint32_t t = 0; p->workers != NULL && t < threads; t++) {
        mem_free(p->workers[t].candidates);
        mem_free(p->workers[t].grid);
        mem_free(p->workers[t].suits);
        mem_free(p->workers[t].pending);
        mem_free(p->workers[t].seen);
        mem_free(p->workers[t].picks);
    }
    for (size_t i = 0; p->results != NULL && i < p->batch; i++) mem_free(p->results[i].list.items);
    for (size_t s = 0; p->standing != NULL && s < p->list->species_count; s++) {
        mem_free(p->standing[s].list.items);
        mem_free(p->standing[s].row);
    }
    mem_free(p->workers);
    mem_free(p->results);
    mem_free(p->standing);
    mem_free(p->rules);
    render_points_free(p->points);
}

/* All that stand, within the limit in all. */
static enum scree_code collect(struct plants_placed *out, const struct placing *p,
                               struct scree_error *err)
{
    struct found_list all = {NULL, 0, 0};
    enum scree_code code = SCREE_OK;
    for (size_t s = 0; s < p->list->species_count; s++)
        for (size_t i = 0; i < p->standing[s].list.count && code == SCREE_OK; i++)
            if (!append(&all, &p->standing[s].list.items[i])) code = err_no_memory(err);
    out->cut = all.count > p->list->most;
    if (code == SCREE_OK && !keep_best(&all, p->list->most)) code = err_no_memory(err);
    if (code == SCREE_OK) {
        out->items = mem_alloc(all.count > 0 ? all.count : 1, sizeof *out->items);
        if (out->items == NULL) code = err_no_memory(err);
    }
    for (size_t i = 0; i < all.count && code == SCREE_OK; i++) {
        const uint16_t s = all.items[i].species;
        plants_rule_item(&out->items[i], &p->rules[s], &all.items[i].candidate, s, p->field);
        out->tally[s].count++;
        out->count++;
    }
    mem_free(all.items);
    return code;
}

static enum scree_code place_all(struct plants_placed *out, struct placing *p,
                                 struct scree_job *job, struct scree_error *err)
{
    const size_t count = p->list->species_count;
    const struct render_options options = render_how_options(&p->options->how, SCREE_CELLS, 0, 0);
    p->rules = mem_alloc(count, sizeof *p->rules);
    p->standing = mem_alloc(count, sizeof *p->standing);
    if (p->rules == NULL || p->standing == NULL) return err_no_memory(err);
    for (size_t s = 0; s < count; s++)
        plants_rule_make(&p->rules[s], p->list, s, p->field, p->options);
    RETURN_IF_ERR(render_points_create(&p->points, p->field, p->inputs->map, &options, err));
    p->kernels = plants_select(options.isa);
    RETURN_IF_ERR(make_workers(p, err));
    for (p->species = 0; p->species < count; p->species++)
        RETURN_IF_ERR(place_species(p, out, job, err));
    return collect(out, p, err);
}

enum scree_code plants_place(struct plants_placed **out, const struct plants_list *list,
                             const struct inputs *inputs, const struct plants_options *options,
                             struct scree_job *job, struct scree_error *err)
{
    *out = NULL;
    const double width_m = ter_extent_x_m(inputs->field), depth_m = ter_extent_y_m(inputs->field);
    if (!(width_m <= MOST_EXTENT_M && depth_m <= MOST_EXTENT_M))
        return err_set_option(err, "plants",
                              "plants stand on terrains of 1000 km a side at most, and this one is "
                              "%.0f x %.0f km; set {cell_m}, or leave {plants} out",
                              width_m / 1000, depth_m / 1000);
    struct plants_placed *placed;
    RETURN_IF_ERR(MEM_NEED(&placed, 1, sizeof *placed, err));
    placed->list = list;
    (void)inputs_credit(placed->credit, &inputs->terrain_file,
                        options->roads != NULL ? &options->roads->file : NULL, inputs->map);
    struct placing p = {.list = list, .inputs = inputs, .field = inputs->field, .options = options};
    const enum scree_code code =
        list->species_count > 0 ? place_all(placed, &p, job, err) : SCREE_OK;
    free_placing(&p);
    if (code == SCREE_OK)
        *out = placed;
    else
        plants_placed_free(placed);
    return code;
}

void plants_placed_free(struct plants_placed *placed)
{
    if (placed == NULL) return;
    mem_free(placed->items);
    mem_free(placed);
}
