/*
 * Claims fed with rows: each keeps a tally, so that a terrain is evaluated once for all of them.
 *
 * Rule (The model): Missing data count for no claim; a claim there fails. See
 * testing-your-maps.md#points-without-data, compare/suite_answer.c. Tests: unit/test_nodata,
 * unit/test_suite (answers_equal_a_recount).
 *
 * Rule (Files of a bake): A claim's answer equals a recount of the baked planes. See
 * testing-your-maps.md. Tests: unit/test_suite (answers_equal_a_recount), golden/claims,
 * cli/doc_example.
 */
#include <string.h>

#include "compare/suite.h"

struct compare_run {
    const struct compare_suite *suite;
    struct compare_stage stage;
    struct suite_tally *tallies; /* [claim] */
    uint64_t *areas; /* [material], weighed units; where an area without conditions is asked */
    uint64_t missing, with_data, without; /* texels, and weighed units */
    bool *wanted;                         /* [material]: it is */
    uint32_t *winners;                    /* of a row */
    float *shares;                        /* [material] of a texel */
    bool needs_winner;
    struct mem_arena arena;
};

/* ---- beginning ---- */

static bool uses(const struct suite_tally *tally, enum suite_quantity quantity)
{
    if (tally->claim == NULL) return false;
    if (tally->term.quantity == quantity) return true;
    for (size_t i = 0; i < tally->claim->parts->condition_count; i++)
        if (tally->conditions[i].quantity == quantity) return true;
    return false;
}

static bool is_whole_area(const struct suite_tally *tally)
{
    return tally->term.quantity == SUITE_AREA && tally->claim->parts->condition_count == 0;
}

static enum scree_code bind(struct compare_run *run, size_t index, struct scree_error *err)
{
    struct suite_tally *tally = &run->tallies[index];
    const struct compare_claim *claim = &run->suite->claims[index];
    const struct suite_claim *parts = claim->parts;
    tally->claim = claim;
    RETURN_IF_ERR(suite_bind(&tally->term, &parts->term, claim->line, &run->stage, err));
    for (size_t i = 0; i < parts->condition_count; i++)
        RETURN_IF_ERR(suite_bind(&tally->conditions[i], &parts->conditions[i], claim->line,
                                 &run->stage, err));
    if (parts->has_place)
        RETURN_IF_ERR(suite_place(&tally->column, &tally->row, claim, &run->stage, err));
    run->needs_winner |= uses(tally, SUITE_WINNER);
    if (is_whole_area(tally)) run->wanted[tally->term.material] = true;
    return SCREE_OK;
}

enum scree_code compare_run_create(struct compare_run **out, const struct compare_suite *suite,
                                   uint32_t scene, const struct compare_stage *stage,
                                   struct scree_error *err)
{
    *out = NULL;
    struct compare_run *run;
    RETURN_IF_ERR(MEM_NEED(&run, 1, sizeof *run, err));
    struct mem_arena *arena = &run->arena;
    const uint32_t materials = stage->merge->count;
    run->suite = suite;
    run->stage = *stage;
    run->tallies = mem_arena_alloc(arena, suite->claim_count, sizeof *run->tallies);
    run->areas = mem_arena_alloc(arena, materials, sizeof *run->areas);
    run->wanted = mem_arena_alloc(arena, materials, sizeof *run->wanted);
    run->winners = mem_arena_alloc(arena, stage->width, sizeof *run->winners);
    run->shares = mem_arena_alloc(arena, materials, sizeof *run->shares);
    enum scree_code code = mem_arena_check(arena, err);
    for (size_t i = 0; code == SCREE_OK && i < suite->claim_count; i++)
        if (suite->claims[i].scene == scene) code = bind(run, i, err);
    if (code != SCREE_OK)
        compare_run_free(run);
    else
        *out = run;
    return code;
}

void compare_run_free(struct compare_run *run)
{
    if (run == NULL) return;
    mem_arena_free(&run->arena);
    mem_free(run);
}

bool compare_run_needs_reach(const struct compare_run *run)
{
    for (size_t i = 0; i < run->suite->claim_count; i++)
        if (uses(&run->tallies[i], SUITE_REACH)) return true;
    return false;
}

bool compare_run_needs_planes(const struct compare_run *run)
{
    for (size_t i = 0; i < run->suite->claim_count; i++)
        if (uses(&run->tallies[i], SUITE_DIGEST) || uses(&run->tallies[i], SUITE_SAME)) return true;
    return false;
}

/* ---- rows ---- */

/* A row of texels; planes begin at `at`. */
struct row {
    const struct compare_rows *rows;
    size_t at;
    uint32_t number, weight;
};

static bool has_data(const struct row *row, uint32_t column)
{
    return row->rows->missing == NULL || row->rows->missing[row->at + column] == 0;
}

static double value_of(const struct compare_run *run, const struct suite_bound *bound,
                       const struct row *row, uint32_t column)
{
    const struct compare_rows *rows = row->rows;
    const size_t at = row->at + column;
    switch (bound->quantity) {
    case SUITE_REACH:
        return (double)rows->reach[bound->material][at];
    case SUITE_WINNER:
        return run->winners[column];
    case SUITE_ALTITUDE:
        return run->stage.field->base_tu + (double)rows->rise_tu[at];
    case SUITE_SLOPE:
        return (double)rows->slope[at];
    default:
        return (double)rows->weight[bound->material][at];
    }
}

static bool holds_at(const struct compare_run *run, const struct suite_bound *bound,
                     const struct row *row, uint32_t column)
{
    const double value = value_of(run, bound, row, column);
    if (bound->quantity != SUITE_WINNER) return suite_holds(bound, value);
    return (value == bound->material) == (bound->relation == SUITE_IS);
}

/* How far a number is from what it should be. */
static double distance_of(const struct suite_bound *bound, double value)
{
    if (bound->quantity == SUITE_WINNER) return 0;
    if (bound->relation == SUITE_WITHIN && value > bound->high) return value - bound->high;
    return value > bound->low ? value - bound->low : bound->low - value;
}

static void keep_place(const struct compare_run *run, struct suite_tally *tally,
                       const struct row *row, uint32_t column)
{
    const struct compare_rows *rows = row->rows;
    tally->column = column;
    tally->row = row->number;
    tally->value = value_of(run, &tally->term, row, column);
    tally->rise_tu = rows->rise_tu[row->at + column];
    tally->slope = rows->slope[row->at + column];
}

/* What a material has of a texel. */
static uint64_t weighed(const struct row *row, uint32_t material, uint32_t column)
{
    return render_weigh(render_units(row->rows->weight[material][row->at + column]), row->weight);
}

static void judge(const struct compare_run *run, struct suite_tally *tally, const struct row *row,
                  uint32_t column)
{
    tally->considered++;
    if (tally->term.quantity == SUITE_AREA) {
        tally->sum += weighed(row, tally->term.material, column);
        tally->all += render_weigh(RENDER_UNITS, row->weight);
        return;
    }
    if (holds_at(run, &tally->term, row, column)) return;
    const double distance = distance_of(&tally->term, value_of(run, &tally->term, row, column));
    /* The worst, of equals the first of the grid, in whatever order rows come. */
    const bool earlier =
        row->number < tally->row || (row->number == tally->row && column < tally->column);
    const bool worse = tally->failing == 0 || distance > tally->distance ||
                       (distance == tally->distance && earlier);
    tally->failing++;
    if (!worse) return;
    tally->distance = distance;
    keep_place(run, tally, row, column);
}

static void feed(const struct compare_run *run, struct suite_tally *tally, const struct row *row)
{
    const struct suite_claim *parts = tally->claim->parts;
    if (tally->term.quantity >= SUITE_DIGEST || is_whole_area(tally)) return;
    if (parts->has_place) {
        if (tally->row != row->number) return;
        tally->considered = 1;
        tally->no_data = !has_data(row, tally->column);
        tally->failing = !holds_at(run, &tally->term, row, tally->column);
        keep_place(run, tally, row, tally->column);
        return;
    }
    for (uint32_t column = 0; column < run->stage.width; column++) {
        bool chosen = has_data(row, column);
        for (size_t i = 0; chosen && i < parts->condition_count; i++)
            chosen = holds_at(run, &tally->conditions[i], row, column);
        if (chosen) judge(run, tally, row, column);
    }
}

static void find_winners(struct compare_run *run, const struct row *row)
{
    const float *const *weight = row->rows->weight;
    for (uint32_t column = 0; column < run->stage.width; column++) {
        for (uint32_t m = 0; m < run->stage.merge->count; m++)
            run->shares[m] = weight[m][row->at + column];
        run->winners[column] = render_winner(run->shares, run->stage.merge->count);
    }
}

static void count_areas(struct compare_run *run, const struct row *row)
{
    for (uint32_t m = 0; m < run->stage.merge->count; m++)
        for (uint32_t i = 0; run->wanted[m] && i < run->stage.width; i++)
            if (has_data(row, i)) run->areas[m] += weighed(row, m, i);
    uint32_t missing = 0;
    for (uint32_t i = 0; row->rows->missing != NULL && i < run->stage.width; i++)
        missing += !has_data(row, i);
    const uint64_t full = render_weigh(RENDER_UNITS, row->weight);
    run->missing += missing;
    run->without += missing * full;
    run->with_data += (run->stage.width - missing) * full;
}

void compare_run_rows(struct compare_run *run, const struct compare_rows *rows)
{
    const struct render_areas *const areas = run->stage.areas;
    for (uint32_t j = 0; j < rows->rows; j++) {
        const uint32_t number = rows->first_row + j;
        const struct row row = {rows, (size_t)j * run->stage.width, number,
                                areas != NULL ? render_row_weight(areas, number) : RENDER_FULL_ROW};
        if (run->needs_winner) find_winners(run, &row);
        count_areas(run, &row);
        for (size_t i = 0; i < run->suite->claim_count; i++)
            if (run->tallies[i].claim != NULL) feed(run, &run->tallies[i], &row);
    }
}

/* ---- planes and answers ---- */

enum scree_code compare_run_digest(struct compare_run *run, const struct compare_planes *planes,
                                   struct scree_error *err)
{
    char digest[SHA_HEX_SIZE] = "";
    for (size_t i = 0; i < run->suite->claim_count; i++) {
        struct suite_tally *tally = &run->tallies[i];
        if (!uses(tally, SUITE_DIGEST)) continue;
        if (digest[0] == '\0') RETURN_IF_ERR(compare_planes_digest(digest, planes, err));
        memcpy(tally->digest, digest, sizeof digest);
    }
    return SCREE_OK;
}

enum scree_code compare_run_same(struct compare_run *run, size_t claim,
                                 const struct compare_planes *planes,
                                 const struct compare_planes *reference, struct scree_error *err)
{
    struct suite_tally *tally = &run->tallies[claim];
    struct compare_difference difference = {.missing = NULL};
    const bool sizes = reference->width == planes->width && reference->height == planes->height;
    if (sizes)
        RETURN_IF_ERR(compare_planes_differ(&difference, reference, planes, run->stage.areas, err));
    if (suite_answer_same(tally, sizes ? &difference : NULL, planes, reference, &run->arena))
        return SCREE_OK;
    return err_no_memory(err);
}

const struct compare_result *compare_run_result(struct compare_run *run, size_t claim)
{
    struct suite_tally *tally = &run->tallies[claim];
    if (tally->result.found != NULL) return &tally->result;
    if (is_whole_area(tally)) {
        tally->sum = run->areas[tally->term.material];
        tally->all = run->with_data;
        tally->considered = (uint64_t)run->stage.width * run->stage.height - run->missing;
    }
    tally->result.missing = run->missing;
    const uint64_t units[2] = {run->without, run->without + run->with_data};
    return suite_answer(tally, &run->stage, units, &run->arena) ? &tally->result : NULL;
}
