/* Limits on what may change, and the verdict. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/diffing.h"

static const char *const names[REPORT_MEASURES] = {"area", "weight", "region", "density"};

const char *report_diff_verdict(const struct report_diff *diff)
{
    static const char *const results[] = {"same", "within", "warned", "failed"};
    const bool limits = diff->options.warn.given || diff->options.fail.given;
    if (diff->info.verdict == SCREE_DIFF_WARNED && !limits) return "changed";
    return results[diff->info.verdict];
}

const char *report_diff_verdict_rest(const struct report_diff *diff)
{
    return diff->info.verdict == SCREE_DIFF_WITHIN ? " the limits" : "";
}

/* "0.2%" or, with areas, "3ha" and "500m2". */
static bool read_amount(struct report_limit *out, const char *text, bool areas)
{
    /* strtod() alone would also take blanks, hexadecimal, "inf" and "nan". */
    char number[32], *end;
    const size_t length = strspn(text, "0123456789.eE+-");
    if (length == 0 || length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    out->value = strtod(number, &end);
    if (*end != '\0' || !isfinite(out->value)) return false;
    const char *unit = text + length;
    if (strcmp(unit, "%") == 0)
        out->value /= 100;
    else if (areas && (strcmp(unit, "ha") == 0 || strcmp(unit, "m2") == 0))
        out->square_m = true;
    else if (strcmp(unit, "") != 0 || out->value > 1)
        return false;
    if (strcmp(unit, "ha") == 0) out->value *= 10000;
    return out->value >= 0 && (out->square_m || out->value <= 1);
}

static enum scree_code read_limit(struct report_limits *limits, const char *text, size_t length,
                                  const char *member, struct scree_error *err)
{
    char word[64] = "";
    if (length < sizeof word) memcpy(word, text, length);
    char *equals = strchr(word, '=');
    for (int m = 0; equals != NULL && m < REPORT_MEASURES; m++) {
        struct report_limit *limit = &limits->of[m];
        if (strncmp(word, names[m], (size_t)(equals - word)) != 0 ||
            strlen(names[m]) != (size_t)(equals - word))
            continue;
        if (limit->given)
            return err_set_option(err, member, "{%s}: there are two limits of %s; give one", member,
                                  names[m]);
        *limit = (struct report_limit){.given = true, .shown = text, .shown_length = length};
        if (!read_amount(limit, equals + 1, m == REPORT_AREA || m == REPORT_REGION)) break;
        limits->given = true;
        return SCREE_OK;
    }
    return err_set_option(
        err, member,
        "{%s}: '%.*s' is not a limit; expected area=0.2%%, weight=10%%, region=1ha or "
        "density=50%%, or several with ',' between them; areas in %%, ha or m2",
        member, (int)(length < 60 ? length : 60), text);
}

enum scree_code report_limits_read(struct report_limits *out, const char *text, const char *member,
                                   struct scree_error *err)
{
    *out = (struct report_limits){0};
    for (;;) {
        const size_t length = strcspn(text, ",");
        RETURN_IF_ERR(read_limit(out, text, length, member, err));
        if (text[length] == '\0') return SCREE_OK;
        text += length + 1;
    }
}

enum scree_code report_diff_options_read(struct report_diff_options *options,
                                         struct scree_error *err)
{
    const struct scree_diff_options *const given = &options->given;
    if (given->warn != NULL)
        RETURN_IF_ERR(report_limits_read(&options->warn, given->warn, "warn", err));
    if (given->fail != NULL)
        RETURN_IF_ERR(report_limits_read(&options->fail, given->fail, "fail", err));
    if (given->over > 0 && given->over <= 1) return SCREE_OK;
    return err_set_option(err, "over", "is %g, expected a share above 0, at most 1", given->over);
}

/* ---- verdict ---- */

static bool has_material(const struct compare_area *area)
{
    return area->is.in_before || area->is.in_after;
}

const struct scree_diff_material *report_diff_material(const struct report_diff *diff, size_t i)
{
    for (uint32_t j = 0; diff->cover != NULL && j < diff->cover->count; j++)
        if (has_material(&diff->cover->areas[j]) && i-- == 0) return &diff->cover->areas[j].is;
    return NULL;
}

static void measure(struct report_diff *diff)
{
    struct scree_diff_info *const info = &diff->info;
    const struct compare_cover *const c = diff->cover;
    info->changes = diff->changes != NULL ? diff->changes->count : 0;
    if (c == NULL) return;
    info->evaluated = true;
    info->width = c->width;
    info->height = c->height;
    info->texels_differ = c->texels_differ;
    info->texels_changed = c->texels_changed;
    info->regions = c->region_total;
    info->missing = (uint64_t)c->width * c->height - c->texels;
    info->one_sided = c->one_sided;
    info->area = c->ground_amount / (c->whole * c->full);
    info->weight = (double)c->largest / c->full;
    info->region = c->region_count > 0 ? c->regions[0].ground / c->whole : 0;
    info->density = (double)c->densest / ((double)c->window * c->window);
    for (uint32_t j = 0; j < c->count; j++) {
        c->areas[j].is.name = diff->names[j];
        info->materials += has_material(&c->areas[j]);
    }
}

static void judge(struct report_diff *diff, const struct report_limits *limits, bool fails)
{
    struct scree_diff_info *const info = &diff->info;
    const double values[REPORT_MEASURES] = {info->area, info->weight, info->region, info->density};
    for (int m = 0; m < REPORT_MEASURES; m++) {
        const struct report_limit *const limit = &limits->of[m];
        const double found = limit->square_m ? values[m] * report_extent_m2(diff) : values[m];
        if (!limit->given || found <= limit->value) continue;
        diff->breaches[info->passed++] = (struct report_breach){.is = {.measure = names[m],
                                                                       .fails = fails,
                                                                       .value = values[m],
                                                                       .limit = limit->value,
                                                                       .square_m = limit->square_m},
                                                                .measure = (enum report_measure)m,
                                                                .limit = limit};
        const int verdict = fails ? SCREE_DIFF_FAILED : SCREE_DIFF_WARNED;
        if (verdict > info->verdict) info->verdict = verdict;
    }
}

void report_diff_judge(struct report_diff *diff)
{
    const struct report_diff_options *o = &diff->options;
    const bool any = o->warn.given || o->fail.given;
    measure(diff);
    diff->info.verdict = SCREE_DIFF_SAME;
    if (diff->cover != NULL ? diff->info.texels_differ == 0 : diff->info.changes == 0) return;
    diff->info.verdict = any ? SCREE_DIFF_WITHIN : SCREE_DIFF_WARNED;
    judge(diff, &o->fail, true);
    judge(diff, &o->warn, false);
}
