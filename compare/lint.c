/* Lint from end to end: measure, evaluate, ask the rules, sort. */
#include "compare/lint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- is a layer seen where it appears, or do later ones cover it? ---- */

/* A layer of whose reach less is left is hidden. */
#define HIDDEN_SHARE 0.01
#define NAMED_COVERERS 3

static bool is_descendant(const struct srf_layer *layer, const struct srf_layer *of)
{
    const struct srf_layer *at = layer->parent;
    while (at != NULL && at != of) at = at->parent;
    return at == of;
}

static bool is_hidden(const struct lint *lint, uint32_t index)
{
    const struct lint_layer *known = &lint->layers[index];
    return !known->absent && known->reach > 0 && known->visible < HIDDEN_SHARE * known->reach;
}

/* The layers that cover most, with what they cover; "later layers" if shares is NULL. */
static struct lint_text name_coverers(const struct lint *lint, const double *shares)
{
    if (shares == NULL) return lint_format("later layers");
    uint32_t best[NAMED_COVERERS];
    size_t count = 0;
    for (uint32_t j = 0; j < lint->map->layer_count; j++) {
        if (shares[j] < HIDDEN_SHARE) continue;
        size_t at = count < NAMED_COVERERS ? count++ : NAMED_COVERERS;
        for (; at > 0 && shares[best[at - 1]] < shares[j]; at--)
            if (at < NAMED_COVERERS) best[at] = best[at - 1];
        if (at < NAMED_COVERERS) best[at] = j;
    }
    if (count == 0) return lint_format("many later layers together");
    struct lint_text names = lint_format("%s", "");
    for (size_t i = 0; i < count; i++)
        names = lint_format("%s%s%s (%s)", names.text,
                            i == 0           ? ""
                            : i + 1 == count ? " and "
                                             : ", ",
                            lint_quote(lint->map->layers[best[i]]).text,
                            lint_percent(shares[best[i]]).text);
    return names;
}

/*
 * Finding hidden (A layer that is not seen): Less than a hundredth of the layer's reach is seen;
 * the message names the later layers that cover it, with their shares. Move it behind them, or
 * give them limits or less coverage.
 *
 * Finding covered-by-children (A layer that is not seen): The same, by its own child layers:
 * meant where a layer only groups them.
 */
static void report(struct lint *lint, uint32_t index, const double *shares)
{
    const struct srf_layer *layer = lint->map->layers[index];
    struct lint_layer *known = &lint->layers[index];
    if (layer->parent != NULL && lint->layers[layer->parent->index].hidden) {
        known->hidden = true; /* with its parent, of which it was said */
        return;
    }
    double by_children = 0, by_others = 0;
    for (uint32_t j = 0; shares != NULL && j < lint->map->layer_count; j++)
        *(is_descendant(lint->map->layers[j], layer) ? &by_children : &by_others) += shares[j];
    /* What its children leave, strangers may well cover: that is no fault of theirs. */
    if (by_children > by_others || layer->parent == NULL) {
        lint_add(lint, LINT_COVERED_BY_CHILDREN, layer,
                 lint_format("the layer reaches %s of the terrain and its own colour is seen on "
                             "%s: it is covered by its own child layers, %s",
                             lint_percent(known->reach).text, lint_percent(known->visible).text,
                             name_coverers(lint, shares).text),
                 lint_format("nothing, if it only groups them; else lower their coverage"));
        return;
    }
    known->hidden = true;
    lint_add(lint, LINT_HIDDEN, layer,
             lint_format("the layer reaches %s of the terrain and is seen on %s: it is covered by "
                         "%s",
                         lint_percent(known->reach).text, lint_percent(known->visible).text,
                         name_coverers(lint, shares).text),
             lint_format("move it behind them in the order of layers, give them limits or less "
                         "coverage, or remove it"));
}

static enum scree_code lint_rules_cover(struct lint *lint, struct scree_error *err)
{
    uint32_t hidden[LINT_MAX_COVERED];
    size_t count = 0;
    for (uint32_t k = 0; k < lint->map->layer_count && count < LINT_MAX_COVERED; k++)
        if (is_hidden(lint, k)) hidden[count++] = k;
    if (count == 0) return SCREE_OK;

    const size_t layer_count = lint->map->layer_count;
    double *shares;
    RETURN_IF_ERR(MEM_NEED(&shares, count * layer_count, sizeof *shares, err));
    const enum scree_code code = lint_coverers(shares, hidden, count, lint, err);
    if (code == SCREE_OK) {
        for (size_t i = 0; i < count; i++) report(lint, hidden[i], shares + i * layer_count);
        for (uint32_t k = hidden[count - 1] + 1; k < layer_count; k++)
            if (is_hidden(lint, k)) report(lint, k, NULL);
    }
    mem_free(shares);
    return code;
}

/* ---- the terrain in numbers: ranges, and how steep it is at each altitude ---- */

#define MAX_ROWS 512

struct bins {
    double sum[LINT_ALTITUDE_BINS];
    uint64_t count[LINT_ALTITUDE_BINS];
};

static void add_row(struct bins *bins, const struct lint *lint, uint64_t y,
                    const struct ter_ground *row)
{
    const double range_tu = lint->ranges.altitude_max_tu - lint->ranges.altitude_min_tu;
    const double low_tu = lint->ranges.altitude_min_tu - lint->field->base_tu;
    for (size_t i = 0; i < lint->field->points_x; i++) {
        if (!ter_has_data(lint->field, (uint64_t)i << 32, y)) continue;
        const double place =
            range_tu > 0 ? ((double)row->rise[i] - low_tu) / range_tu * LINT_ALTITUDE_BINS : 0;
        int bin = place > 0 ? (int)place : 0;
        if (bin >= LINT_ALTITUDE_BINS) bin = LINT_ALTITUDE_BINS - 1;
        const double east = (double)row->slope_x[i], north = (double)row->slope_y[i];
        bins->sum[bin] += sqrt(east * east + north * north);
        bins->count[bin]++;
    }
}

static enum scree_code measure_steepness(struct lint *lint, struct bins *bins,
                                         struct scree_error *err)
{
    const struct ter_field *field = lint->field;
    const size_t count = field->points_x;
    uint64_t *x = mem_alloc(count, sizeof *x);
    float *floats =
        mem_alloc(3 * count + ter_scratch_floats((uint64_t)(count - 1) << 32), sizeof *floats);
    if (x == NULL || floats == NULL) {
        mem_free(x);
        mem_free(floats);
        return err_no_memory(err);
    }
    const struct ter_ground row = {floats, floats + count, floats + 2 * count};
    for (size_t i = 0; i < count; i++) x[i] = (uint64_t)i << 32;
    const uint32_t rows = field->points_y < MAX_ROWS ? field->points_y : MAX_ROWS;
    enum scree_code code = SCREE_OK;
    for (uint32_t j = 0; j < rows && code == SCREE_OK; j++) {
        const uint64_t y = (2 * (uint64_t)j + 1) * field->points_y / (2 * (uint64_t)rows);
        ter_sample_row(field, x, count, y << 32, floats + 3 * count, &row);
        add_row(bins, lint, y << 32, &row);
        code = job_poll(lint->options.job, err);
    }
    mem_free(x);
    mem_free(floats);
    return code;
}

/* lint_measure() fills in ranges and steepness_at_bin. */
static enum scree_code lint_measure(struct lint *lint, struct scree_error *err)
{
    RETURN_IF_ERR(
        ter_measure(&lint->ranges, lint->field, lint->options.threads, lint->options.job, err));
    struct bins bins = {{0}, {0}};
    RETURN_IF_ERR(measure_steepness(lint, &bins, err));
    for (int i = 0; i < LINT_ALTITUDE_BINS; i++)
        lint->steepness_at_bin[i] =
            bins.count[i] > 0 ? (float)(bins.sum[i] / (double)bins.count[i]) : -1.0f;
    return SCREE_OK;
}

/* ---- from end to end ---- */

/*
 * Finding unit-unknown (The map or the terrain as a whole): The terrain has no SCAL: 30 m a unit
 * are taken. Give `--cell METRES`.
 */
static enum scree_code run(struct lint *lint, struct scree_error *err)
{
    if (lint->field != NULL) {
        RETURN_IF_ERR(lint_measure(lint, err));
        RETURN_IF_ERR(lint_evaluate(lint, err));
        if (!lint->field->scal_given && lint->field->scal_m[2] == TER_DEFAULT_SCAL_M)
            lint_add(lint, LINT_UNIT_UNKNOWN, NULL,
                     lint_format("the terrain does not state the length of a terrain unit, so %g m "
                                 "is assumed; metres here and in games depend on it",
                                 TER_DEFAULT_SCAL_M),
                     lint_format("give the unit with {cell_m}"));
    }
    lint_add_others(lint);
    lint_rules_presence(lint);
    RETURN_IF_ERR(lint_rules_cover(lint, err));
    lint_rules_values(lint);
    lint_rules_limits(lint);
    RETURN_IF_ERR(lint_rules_tree(lint, err));
    return lint_rules_target(lint, err);
}

enum scree_code compare_lint(struct compare_findings **out, const struct srf_map *map,
                             const struct ter_field *field,
                             const struct compare_lint_options *options, struct scree_error *err)
{
    *out = NULL;
    const double relief = options->relief;
    if (!render_relief_allowed(relief))
        return err_set_option(err, "relief",
                              "{relief} is %g, expected 1 (crisp slopes) or %g to %g", relief,
                              RENDER_MIN_RELIEF, RENDER_MAX_RELIEF);
    struct lint lint = {.reach = render_reach(RENDER_WIDE_REACH, relief),
                        .map = map,
                        .field = field,
                        .options = *options};
    lint.layers = mem_alloc(map->layer_count, sizeof *lint.layers);
    lint.findings = mem_alloc(1, sizeof *lint.findings);
    enum scree_code code = SCREE_OK;
    if (lint.layers == NULL || lint.findings == NULL) lint.failed = true;
    if (!lint.failed) code = run(&lint, err);
    if (code == SCREE_OK && !lint.failed) lint_finish(&lint);
    if (code == SCREE_OK && lint.failed) code = err_no_memory(err);
    mem_free(lint.layers);
    mem_free(lint.order);
    if (code != SCREE_OK)
        compare_findings_free(lint.findings);
    else
        *out = lint.findings;
    return code;
}

/* So long may a sentence be. */
#define WORDS_SIZE 2048

enum scree_code compare_findings_name(struct compare_findings *findings,
                                      const struct scree_job *job, struct scree_error *err)
{
    for (size_t i = 0; i < findings->count; i++) {
        const char **const texts[] = {&findings->list[i].text, &findings->list[i].advice};
        for (int k = 0; k < 2; k++) {
            char words[WORDS_SIZE];
            job_words(job, words, sizeof words, *texts[k]);
            *texts[k] = mem_arena_text(&findings->arena, words, strlen(words));
            if (*texts[k] == NULL) return err_no_memory(err);
        }
    }
    return SCREE_OK;
}

void compare_findings_free(struct compare_findings *findings)
{
    if (findings == NULL) return;
    mem_arena_free(&findings->arena);
    mem_free(findings->list);
    mem_free(findings);
}
