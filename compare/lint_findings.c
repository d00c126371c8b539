/*
 * The list of findings and the words they are made of.
 *
 * Rule (Inputs): Each finding of lint has an id, a severity and a section. See
 * lint.md#what-lint-finds. Tests: tree/lint-ids, unit/test_lint (the_example_has_no_findings).
 */
#include "compare/lint.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "base/text.h"

#define LINT_ROW(name, id, severity) [name] = {id, severity},
static const struct {
    const char *id;
    enum scree_lint_severity severity;
} rules[LINT_RULE_COUNT] = {LINT_RULES(LINT_ROW)};

const char *compare_severity_name(enum scree_lint_severity severity)
{
    static const char *const names[COMPARE_SEVERITIES] = {"note", "warning", "error"};
    return names[severity];
}

/* ---- words ---- */

/* A text that is too long is cut, and never within a character. */
static void cut(char *text, size_t length)
{
    while (length > 0 && text_continues(text[length])) length--;
    text[length] = '\0';
}

struct lint_text lint_format(const char *format, ...)
{
    struct lint_text out;
    va_list args;
    va_start(args, format);
    char whole[sizeof out.text + 4]; /* so that the byte after the cut is still known */
    const int length = vsnprintf(whole, sizeof whole, format, args);
    va_end(args);
    if (length >= (int)sizeof out.text) cut(whole, sizeof out.text - 1);
    memcpy(out.text, whole, sizeof out.text);
    out.text[sizeof out.text - 1] = '\0';
    return out;
}

struct lint_text lint_altitude(const struct lint *lint, double tu)
{
    if (lint->field == NULL) return lint_format("%.5g tu", tu);
    tu = ter_altitude_shown(&lint->ranges, tu);
    return lint_format("%.5g tu (%.5g m)", tu, tu * lint->field->scal_m[2]);
}

struct lint_text lint_altitudes(const struct lint *lint, double low_tu, double high_tu)
{
    if (lint->field == NULL) return lint_format("%.5g to %.5g tu", low_tu, high_tu);
    const double scal_m = lint->field->scal_m[2];
    return lint_format("%.5g to %.5g tu (%.5g to %.5g m)", low_tu, high_tu, low_tu * scal_m,
                       high_tu * scal_m);
}

struct lint_text lint_slope(double gradient)
{
    return lint_format("%.1f degrees (gradient %.4g)", angle_degrees(gradient), gradient);
}

struct lint_text lint_slopes(double low, double high)
{
    return lint_format("%.1f to %.1f degrees (gradient %.4g to %.4g)", angle_degrees(low),
                       angle_degrees(high), low, high);
}

struct lint_text lint_quote(const struct srf_layer *layer)
{
    char path[96];
    return lint_format("\"%s\"", srf_layer_path(path, sizeof path, layer));
}

struct lint_text lint_percent(double share)
{
    const double percent = share * 100;
    if (percent > 0 && percent < 0.1) return lint_format("%.1g %%", percent);
    if (percent > 99.9 && percent < 100) return lint_format("more than 99.9 %%");
    return lint_format("%.3g %%", percent);
}

/* ---- list ---- */

/* Where a finding belongs among the others. */
struct lint_order {
    struct scree_finding finding;
    enum lint_rule rule;
    size_t number; /* in the order of finding */
};

static const char *keep(struct lint *lint, const char *text)
{
    const char *copy = mem_arena_text(&lint->findings->arena, text, strlen(text));
    if (copy == NULL) lint->failed = true;
    return copy;
}

/* The path of a layer is worked out once: names may be long and there may be many findings. */
static const char *path_of(struct lint *lint, const struct srf_layer *layer)
{
    struct lint_layer *known = &lint->layers[layer->index];
    if (known->path == NULL) {
        char path[SRF_MAX_PATH];
        known->path = keep(lint, srf_layer_path(path, sizeof path, layer));
    }
    return known->path;
}

void lint_add(struct lint *lint, enum lint_rule rule, const struct srf_layer *layer,
              struct lint_text text, struct lint_text advice)
{
    const size_t number = lint->findings->count;
    if (lint->failed) return;
    struct lint_order *order = mem_room(lint->order, number, &lint->capacity, sizeof *order);
    if (order == NULL) {
        lint->failed = true;
        return;
    }
    lint->order = order;
    lint->order[number] =
        (struct lint_order){{sizeof(struct scree_finding), rules[rule].id, rules[rule].severity,
                             layer != NULL ? layer->index : SCREE_NO_LAYER,
                             layer != NULL ? path_of(lint, layer) : keep(lint, ""),
                             keep(lint, text.text), keep(lint, advice.text)},
                            rule,
                            number};
    lint->findings->count++;
}

void lint_add_others(struct lint *lint)
{
    for (size_t i = 0; i < lint->options.other_count; i++) {
        const struct scree_finding *other = &lint->options.others[i];
        for (enum lint_rule rule = 0; rule < LINT_RULE_COUNT; rule++)
            if (strcmp(rules[rule].id, other->id) == 0)
                lint_add(lint, rule, NULL, lint_format("%s", other->text),
                         lint_format("%s", other->advice));
    }
}

static int compare_order(const void *left, const void *right)
{
    const struct lint_order *a = left, *b = right;
    /* SCREE_NO_LAYER + 1 is 0: findings without a layer come first. */
    const uint32_t layer_a = a->finding.layer + 1, layer_b = b->finding.layer + 1;
    if (layer_a != layer_b) return layer_a < layer_b ? -1 : 1;
    if (a->rule != b->rule) return a->rule < b->rule ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void lint_finish(struct lint *lint)
{
    struct compare_findings *findings = lint->findings;
    findings->evaluated = lint->texels > 0;
    if (findings->count == 0) return;
    findings->list = mem_alloc(findings->count, sizeof *findings->list);
    if (findings->list == NULL) {
        lint->failed = true;
        return;
    }
    qsort(lint->order, findings->count, sizeof *lint->order, compare_order);
    for (size_t i = 0; i < findings->count; i++) {
        findings->list[i] = lint->order[i].finding;
        findings->counts[lint->order[i].finding.severity]++;
    }
}
