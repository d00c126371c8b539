/* Limits on what may change, and the verdict. */
#include <string.h>

#include "cli/diff/diff_cli.h"

static const char *const names[DIFF_MEASURES] = {"area", "weight", "region", "density"};

const char *diff_measure_name(enum diff_measure measure)
{
    return names[measure];
}

const char *diff_result_name(enum diff_result result)
{
    static const char *const results[] = {"same", "within", "warned", "failed"};
    return results[result];
}

/* "0.2%" or, with areas, "3ha" and "500m2". */
static bool read_amount(struct diff_limit *out, const char *text, bool areas)
{
    char number[32];
    const size_t length = strspn(text, "0123456789.eE+-");
    if (length == 0 || length >= sizeof number) return false;
    memcpy(number, text, length);
    number[length] = '\0';
    struct err ignored;
    err_clear(&ignored);
    if (args_read_real(&out->value, "", number, &ignored) != ERR_OK) return false;
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

enum err_code diff_read_share(void *to, const struct args_option *option, const char *const *words,
                              struct err *err)
{
    struct diff_limit limit = {.given = true};
    if (!read_amount(&limit, words[0], false) || !(limit.value > 0))
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--%s: '%.40s' is not a share above 0 such as 5%%", option->name, words[0]);
    *(double *)to = limit.value;
    return ERR_OK;
}

static enum err_code read_limit(struct diff_limits *limits, const char *text, size_t length,
                                const struct args_option *option, struct err *err)
{
    char word[64] = "";
    if (length < sizeof word) memcpy(word, text, length);
    char *equals = strchr(word, '=');
    for (int m = 0; equals != NULL && m < DIFF_MEASURES; m++) {
        struct diff_limit *limit = &limits->of[m];
        if (strncmp(word, names[m], (size_t)(equals - word)) != 0 ||
            strlen(names[m]) != (size_t)(equals - word))
            continue;
        if (limit->given)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "--%s: there are two limits of %s",
                           option->name, names[m]);
        *limit = (struct diff_limit){.given = true, .shown = text, .shown_length = length};
        if (!read_amount(limit, equals + 1, m == DIFF_AREA || m == DIFF_REGION)) break;
        limits->given = true;
        return ERR_OK;
    }
    return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                   "--%s: '%.*s' is no limit: expected area=0.2%%, weight=10%%, region=1ha or "
                   "density=50%%, or several with ',' between them; areas in %%, ha or m2",
                   option->name, (int)(length < 60 ? length : 60), text);
}

enum err_code diff_read_limits(void *to, const struct args_option *option, const char *const *words,
                               struct err *err)
{
    for (const char *text = words[0];;) {
        const size_t length = strcspn(text, ",");
        RETURN_IF_ERR(read_limit(to, text, length, option, err));
        if (text[length] == '\0') return ERR_OK;
        text += length + 1;
    }
}

/* ---- verdict ---- */

double diff_value(const struct diff *diff, enum diff_measure measure)
{
    const struct compare_cover *c = diff->cover;
    const double texels = (double)c->width * c->height;
    switch (measure) {
    case DIFF_AREA:
        return (double)c->amount / (texels * c->full);
    case DIFF_WEIGHT:
        return (double)c->largest / c->full;
    case DIFF_REGION:
        return c->region_count > 0 ? (double)c->regions[0].texels / texels : 0;
    case DIFF_DENSITY:
        return (double)c->densest / ((double)c->window * c->window);
    case DIFF_MEASURES:
        break;
    }
    return 0;
}

static bool is_passed(const struct diff *diff, enum diff_measure measure,
                      const struct diff_limit *limit)
{
    if (!limit->given) return false;
    const double value = diff_value(diff, measure);
    return limit->square_m ? value * diff_extent_m2(diff) > limit->value : value > limit->value;
}

static void judge(struct diff_verdict *verdict, const struct diff *diff,
                  const struct diff_limits *limits, bool fails)
{
    for (int m = 0; m < DIFF_MEASURES; m++) {
        const enum diff_measure measure = (enum diff_measure)m;
        if (!is_passed(diff, measure, &limits->of[m])) continue;
        verdict->breaches[verdict->count++] = (struct diff_breach){measure, fails, &limits->of[m]};
        const enum diff_result result = fails ? DIFF_FAILED : DIFF_WARNED;
        if (result > verdict->result) verdict->result = result;
    }
}

struct diff_verdict diff_judge(const struct diff *diff)
{
    struct diff_verdict verdict = {.result = DIFF_SAME};
    const bool differs =
        diff->cover != NULL ? diff->cover->texels_differ > 0 : diff->changes->count > 0;
    if (!differs) return verdict;
    const struct args_diff *args = diff->args;
    const bool any = args->warn.given || args->fail.given;
    verdict.result = any ? DIFF_WITHIN : DIFF_WARNED;
    if (!any) return verdict;
    judge(&verdict, diff, &args->fail, true);
    judge(&verdict, diff, &args->warn, false);
    return verdict;
}
