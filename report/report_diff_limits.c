/* Limits on what may change, and the verdict. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/diffing.h"

static const char *const names[REPORT_MEASURES] = {"area", "weight", "region", "density"};

const char *report_measure_name(enum report_measure measure)
{
    return names[measure];
}

const char *report_diff_verdict(const struct report_diff *diff)
{
    static const char *const results[] = {"same", "within", "warned", "failed"};
    const bool limits = diff->options.warn.given || diff->options.fail.given;
    if (diff->verdict == SCREE_DIFF_WARNED && !limits) return "changed";
    return results[diff->verdict];
}

const char *report_diff_verdict_rest(const struct report_diff *diff)
{
    return diff->verdict == SCREE_DIFF_WITHIN ? " the limits" : "";
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

/* ---- verdict ---- */

double report_diff_value(const struct report_diff *diff, enum report_measure measure)
{
    const struct compare_cover *c = diff->cover;
    if (c == NULL) return 0;
    const double texels = report_diff_texels(c);
    switch (measure) {
    case REPORT_AREA:
        return c->ground_amount / (texels * c->full);
    case REPORT_WEIGHT:
        return (double)c->largest / c->full;
    case REPORT_REGION:
        return c->region_count > 0 ? c->regions[0].ground / texels : 0;
    case REPORT_DENSITY:
        return (double)c->densest / ((double)c->window * c->window);
    case REPORT_MEASURES:
        break;
    }
    return 0;
}

static bool is_passed(const struct report_diff *diff, enum report_measure measure,
                      const struct report_limit *limit)
{
    if (!limit->given) return false;
    const double value = report_diff_value(diff, measure);
    return limit->square_m ? value * report_extent_m2(diff) > limit->value : value > limit->value;
}

static void judge(struct report_diff *diff, const struct report_limits *limits, bool fails)
{
    for (int m = 0; m < REPORT_MEASURES; m++) {
        const enum report_measure measure = (enum report_measure)m;
        if (!is_passed(diff, measure, &limits->of[m])) continue;
        diff->breaches[diff->breach_count++] =
            (struct report_breach){measure, fails, &limits->of[m]};
        const enum scree_diff_verdict verdict = fails ? SCREE_DIFF_FAILED : SCREE_DIFF_WARNED;
        if (verdict > diff->verdict) diff->verdict = verdict;
    }
}

void report_diff_judge(struct report_diff *diff)
{
    const struct report_diff_options *o = &diff->options;
    const bool any = o->warn.given || o->fail.given;
    const bool differs =
        diff->cover != NULL ? diff->cover->texels_differ > 0 : diff->changes->count > 0;
    diff->verdict = SCREE_DIFF_SAME;
    if (!differs) return;
    diff->verdict = any ? SCREE_DIFF_WITHIN : SCREE_DIFF_WARNED;
    judge(diff, &o->fail, true);
    judge(diff, &o->warn, false);
}
