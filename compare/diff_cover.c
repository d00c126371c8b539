/* Two coverages compared, band by band. Everything is counted in whole numbers by one thread. */
#include "compare/diff.h"

#include <string.h>

/* A band's planes of all sources take about this many weights, a row at least. */
#define BAND_WEIGHTS (UINT64_C(1) << 23)
#define MAX_BAND_ROWS 256

struct work {
    struct mem_arena arena;
    const struct compare_cover_options *options;
    const struct compare_source *before, *after;
    struct compare_cover *cover;
    struct diff_regions *regions;
    uint32_t band_rows;
    size_t plane_size;         /* weights */
    uint32_t *weights;         /* of both sides and one variant, a plane for each material */
    uint32_t *nothing;         /* a plane of 0 */
    uint32_t **planes;         /* [material] of the source at hand */
    const uint32_t **sides[3]; /* [joint]: before, after, variant */
    /* of a row */
    uint32_t *gained, *best[2], *winner[2]; /* best 0: no data */
    uint8_t *differs;
    double weight;
};

static size_t most_materials(const struct compare_cover_options *options)
{
    size_t most = 0;
    for (size_t v = 0; v < options->variant_count; v++)
        if (options->variants[v].count > most) most = options->variants[v].count;
    return most;
}

static enum scree_code open_work(struct work *w, struct scree_error *err)
{
    const struct compare_cover_options *o = w->options;
    struct mem_arena *arena = &w->arena;
    const size_t materials = (size_t)w->before->count + w->after->count + most_materials(o);
    uint64_t rows = BAND_WEIGHTS / ((uint64_t)(materials + 1) * o->width);
    if (rows > MAX_BAND_ROWS) rows = MAX_BAND_ROWS;
    if (rows > o->height) rows = o->height;
    w->band_rows = rows > 0 ? (uint32_t)rows : 1;
    w->plane_size = (size_t)w->band_rows * o->width;
    w->weights = mem_alloc_pixels(w->plane_size * materials, sizeof *w->weights);
    w->nothing = mem_arena_alloc(arena, w->plane_size, sizeof *w->nothing);
    w->planes = mem_arena_alloc(arena, materials, sizeof *w->planes);
    for (int s = 0; s < 3; s++) w->sides[s] = mem_arena_alloc(arena, o->count, sizeof **w->sides);
    w->gained = mem_arena_alloc(arena, o->width, sizeof *w->gained);
    for (int s = 0; s < 2; s++) {
        w->best[s] = mem_arena_alloc(arena, o->width, sizeof **w->best);
        w->winner[s] = mem_arena_alloc(arena, o->width, sizeof **w->winner);
    }
    w->differs = mem_arena_alloc(arena, o->width, 1);
    w->regions = diff_regions_create(arena, o->width, o->height);
    RETURN_IF_ERR(mem_arena_check(arena, err));

    struct compare_cover *c = w->cover;
    arena = &c->arena;
    c->areas = mem_arena_alloc(arena, o->count, sizeof *c->areas);
    c->moves = mem_arena_alloc(arena, (size_t)o->count * o->count, sizeof *c->moves);
    c->ground_moves = mem_arena_alloc(arena, (size_t)o->count * o->count, sizeof *c->ground_moves);
    c->alone = mem_arena_alloc(arena, o->variant_count, sizeof *c->alone);
    c->rest = mem_arena_alloc(arena, o->variant_count, sizeof *c->rest);
    c->ground_alone = mem_arena_alloc(arena, o->variant_count, sizeof *c->ground_alone);
    c->ground_rest = mem_arena_alloc(arena, o->variant_count, sizeof *c->ground_rest);
    return w->weights != NULL ? mem_arena_check(arena, err) : err_no_memory(err);
}

/* ---- a band ---- */

static void get_band(struct work *w, const struct compare_source *source, int side, size_t at,
                     uint32_t first_row, uint32_t rows)
{
    for (uint32_t j = 0; j < w->options->count; j++) w->sides[side][j] = w->nothing;
    for (uint32_t m = 0; m < source->count; m++) {
        w->planes[m] = w->weights + (at + m) * w->plane_size;
        w->sides[side][source->joint[m]] = w->planes[m];
    }
    source->rows(source->context, first_row, rows, w->planes);
}

static uint32_t weight_of(const struct work *w, uint32_t row)
{
    const struct render_areas *const areas = w->options->areas;
    return areas != NULL ? render_row_weight(areas, row) : RENDER_FULL_ROW;
}

/* What all materials gain from one side to the other in a row. */
static uint64_t amount_between(const struct work *w, int from, int to, size_t offset)
{
    uint64_t sum = 0;
    for (uint32_t j = 0; j < w->options->count; j++) {
        const uint32_t *a = w->sides[from][j] + offset, *b = w->sides[to][j] + offset;
        if (w->sides[from][j] == w->sides[to][j]) continue;
        for (uint32_t i = 0; i < w->options->width; i++) sum += b[i] > a[i] ? b[i] - a[i] : 0;
    }
    return sum;
}

static void count_variant(struct work *w, size_t v, uint32_t first_row, uint32_t rows)
{
    struct compare_cover *const c = w->cover;
    for (uint32_t r = 0; r < rows; r++) {
        const size_t offset = (size_t)r * w->options->width;
        const uint64_t alone = amount_between(w, 0, 2, offset);
        const uint64_t rest = amount_between(w, 2, 1, offset);
        const double weight = (double)weight_of(w, first_row + r) / RENDER_FULL_ROW;
        c->alone[v] += alone;
        c->rest[v] += rest;
        c->ground_alone[v] += (double)alone * weight;
        c->ground_rest[v] += (double)rest * weight;
    }
}

/* ---- a row ---- */

static void count_material(struct work *w, uint32_t j, const uint32_t *a, const uint32_t *b,
                           uint32_t row)
{
    struct compare_area *area = &w->cover->areas[j];
    const struct compare_sums above = area->sums;
    for (uint32_t i = 0; i < w->options->width; i++) {
        const uint32_t gain = b[i] > a[i] ? b[i] - a[i] : 0, loss = a[i] > b[i] ? a[i] - b[i] : 0;
        area->sums.before += a[i];
        area->sums.after += b[i];
        area->sums.gained += gain;
        area->sums.lost += loss;
        w->gained[i] += gain;
        w->differs[i] |= gain + loss != 0;
        if (gain + loss <= area->largest) continue;
        area->largest = gain + loss;
        area->is.column = i;
        area->is.row = row;
    }
    area->ground.before += (double)(area->sums.before - above.before) * w->weight;
    area->ground.after += (double)(area->sums.after - above.after) * w->weight;
    area->ground.gained += (double)(area->sums.gained - above.gained) * w->weight;
    area->ground.lost += (double)(area->sums.lost - above.lost) * w->weight;
}

static void find_winners(struct work *w, const struct compare_source *source, int side,
                         size_t offset)
{
    uint32_t *const best = w->best[side];
    memset(best, 0, w->options->width * sizeof *best);
    for (uint32_t m = 0; m < source->count; m++) {
        const uint32_t joint = source->joint[m];
        const uint32_t *plane = w->sides[side][joint] + offset;
        for (uint32_t i = 0; i < w->options->width; i++) {
            if (plane[i] < best[i]) continue;
            best[i] = plane[i];
            w->winner[side][i] = joint;
        }
    }
}

/* Texels without data have none on either side. */
static void drop_missing(struct work *w, size_t offset)
{
    const size_t planes = (size_t)w->before->count + w->after->count;
    for (uint32_t i = 0; i < w->options->width; i++) {
        const bool sides[2] = {w->best[0][i] > 0, w->best[1][i] > 0};
        w->cover->texels += sides[0] && sides[1];
        *(sides[0] && sides[1] ? &w->cover->ground : &w->cover->ground_missing) += w->weight;
        if (sides[0] == sides[1]) continue;
        w->cover->one_sided++;
        w->cover->texels_differ++;
        w->best[0][i] = 0;
        for (size_t m = 0; m < planes; m++) w->weights[m * w->plane_size + offset + i] = 0;
    }
}

static void count_row(struct work *w, uint32_t row, size_t offset)
{
    struct compare_cover *c = w->cover;
    const uint32_t width = w->options->width;
    const uint32_t weight = weight_of(w, row);
    uint64_t amount = 0;
    w->weight = (double)weight / RENDER_FULL_ROW;
    find_winners(w, w->before, 0, offset);
    find_winners(w, w->after, 1, offset);
    drop_missing(w, offset);
    memset(w->gained, 0, width * sizeof *w->gained);
    memset(w->differs, 0, width);
    for (uint32_t j = 0; j < c->count; j++) {
        const uint32_t *a = w->sides[0][j], *b = w->sides[1][j];
        if (a != b) count_material(w, j, a + offset, b + offset, row);
    }
    for (uint32_t i = 0; i < width; i++) {
        if (w->best[0][i] == 0) continue;
        const uint32_t from = w->winner[0][i], to = w->winner[1][i];
        c->areas[from].won_before++;
        c->areas[to].won_after++;
        if (from != to) c->moves[(size_t)from * c->count + to]++;
        if (from != to) c->ground_moves[(size_t)from * c->count + to] += w->weight;
        amount += w->gained[i];
        c->ground_changed += w->gained[i] >= c->over ? w->weight : 0.0;
        c->texels_differ += w->differs[i];
        c->texels_changed += w->gained[i] >= c->over;
    }
    c->amount += amount;
    c->ground_amount += (double)amount * w->weight;
    diff_regions_row(w->regions, w->gained, c->over, weight);
}

/* ---- all of it ---- */

static enum scree_code compare_bands(struct work *w, struct scree_error *err)
{
    const struct compare_cover_options *o = w->options;
    for (uint32_t row = 0; row < o->height;) {
        const uint32_t rows = o->height - row < w->band_rows ? o->height - row : w->band_rows;
        RETURN_IF_ERR(job_step(o->job, "comparing", (double)row / o->height, err));
        get_band(w, w->before, 0, 0, row, rows);
        get_band(w, w->after, 1, w->before->count, row, rows);
        for (uint32_t r = 0; r < rows; r++) count_row(w, row + r, (size_t)r * o->width);
        if (o->watch != NULL) o->watch(o->context, row, rows, w->sides[0], w->sides[1]);
        for (size_t v = 0; v < o->variant_count; v++) {
            get_band(w, &o->variants[v], 2, (size_t)w->before->count + w->after->count, row, rows);
            count_variant(w, v, row, rows);
        }
        row += rows;
    }
    return SCREE_OK;
}

/* What is a share of all, and the largest change. */
static void finish(struct compare_cover *c)
{
    c->whole = c->texels > 0 ? c->ground : 1.0;
    const double all = c->whole * c->full;
    for (uint32_t j = 0; j < c->count; j++) {
        const struct compare_area *area = &c->areas[j];
        struct scree_diff_material *const is = &c->areas[j].is;
        is->before = area->ground.before / all;
        is->after = area->ground.after / all;
        is->gained = area->ground.gained / all;
        is->lost = area->ground.lost / all;
        is->largest = (double)area->largest / c->full;
        const bool sooner =
            is->row != c->largest_row ? is->row < c->largest_row : is->column < c->largest_column;
        if (area->largest < c->largest || (area->largest == c->largest && !sooner)) continue;
        c->largest = area->largest;
        c->largest_joint = j;
        c->largest_column = is->column;
        c->largest_row = is->row;
    }
}

enum scree_code compare_cover(struct compare_cover **out, const struct compare_source *before,
                              const struct compare_source *after,
                              const struct compare_cover_options *options, struct scree_error *err)
{
    *out = NULL;
    struct compare_cover *c;
    RETURN_IF_ERR(MEM_NEED(&c, 1, sizeof *c, err));
    struct work w = {.options = options, .before = before, .after = after, .cover = c};
    enum scree_code code;
    c->width = options->width;
    c->height = options->height;
    c->full = options->full;
    c->count = options->count;
    c->over = options->over;
    FAIL_IF_ERR(code, open_work(&w, err));
    for (uint32_t m = 0; m < before->count; m++) c->areas[before->joint[m]].is.in_before = true;
    for (uint32_t m = 0; m < after->count; m++) c->areas[after->joint[m]].is.in_after = true;
    FAIL_IF_ERR(code, compare_bands(&w, err));
    diff_regions_finish(w.regions, c);
    finish(c);
    *out = c;
    c = NULL;

fail:
    mem_free_pixels(w.weights);
    mem_arena_free(&w.arena);
    compare_cover_free(c);
    return code;
}

void compare_cover_free(struct compare_cover *cover)
{
    if (cover == NULL) return;
    mem_arena_free(&cover->arena);
    mem_free(cover);
}
