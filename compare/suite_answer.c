/* What was found about a claim, as data and in a sentence. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "compare/suite.h"

struct answer {
    const struct suite_tally *tally;
    const struct compare_stage *stage;
    const uint64_t *missing; /* weighed units, of how many */
    char text[400], accepted[96];
};

static void PRINTF_LIKE(2, 3) append(struct answer *a, const char *format, ...)
{
    const size_t used = strlen(a->text);
    va_list args;
    va_start(args, format);
    vsnprintf(a->text + used, sizeof a->text - used, format, args);
    va_end(args);
}

/* A number of a term in the unit that it is asked in. */
static void number_text(char *out, size_t size, const struct suite_term *term, double value,
                        const struct compare_stage *stage, int digits)
{
    const char *name = suite_unit_name(term->unit);
    switch (term->unit) {
    case SUITE_PERCENT:
        if (term->quantity != SUITE_AREA) value *= 100;
        break;
    case SUITE_METRES:
        value *= stage->field->scal_m[2];
        break;
    case SUITE_DEGREES:
        value = floor(angle_degrees(value) * 100 + 0.5) / 100;
        break;
    default:
        break;
    }
    snprintf(out, size, "%.*g%s%s", digits, value, name[0] != '\0' ? " " : "", name);
}

/* "texel 12,40 (812.3 m, 31.0 degrees)" */
static void append_place(struct answer *a)
{
    const struct suite_tally *t = a->tally;
    append(a, "%s %u,%u (%.6g m, %.1f degrees)",
           a->stage->grid == SCREE_VERTICES ? "point" : "texel", (unsigned)t->column,
           (unsigned)t->row, ter_altitude_m(a->stage->field, (double)t->rise_tu),
           angle_degrees((double)t->slope));
}

static void append_value(struct answer *a)
{
    const struct suite_term *term = &a->tally->claim->parts->term;
    char text[96];
    if (term->quantity == SUITE_WINNER) {
        append(a, "%.80s wins", a->stage->merge->names[(uint32_t)a->tally->value]);
        return;
    }
    number_text(text, sizeof text, term, a->tally->value, a->stage, 6);
    append(a, "%s", text);
}

/* A material as a test file can name it: in quotes, or as "#3" where quotes cannot hold its name or
 * another material has it, too. What was found is written into test files, so a surface map must
 * not be able to put more than a name there. */
static void name_material(char *out, size_t size, uint32_t material,
                          const struct render_merge *merge)
{
    const char *name = merge->names[material];
    bool plain = strlen(name) + 3 <= size;
    for (const char *c = name; *c != '\0'; c++)
        plain = plain && *c != '"' && ((unsigned char)*c >= 0x20 && *c != 0x7f);
    for (uint32_t m = 0; m < merge->count; m++)
        plain = plain && (m == material || strcmp(merge->names[m], name) != 0);
    if (plain)
        snprintf(out, size, "\"%s\"", name);
    else
        snprintf(out, size, "#%u", (unsigned)merge->first_layer[material]);
}

static double hectares(const struct answer *a, uint64_t units)
{
    const struct compare_stage *stage = a->stage;
    if (stage->areas != NULL && stage->areas->weights != NULL)
        return render_area_m2(stage->areas, units) / 10000.0;
    const double texels = (double)stage->width * stage->height;
    return (double)units / (texels * RENDER_UNITS) * (ter_extent_m2(stage->field) / 10000.0);
}

/* "; 4.2 % (3.87 ha) hold no data" */
static void append_missing(struct answer *a)
{
    if (a->missing[0] == 0) return;
    append(a, "; %.4g %% (%.6g ha) hold no data",
           100.0 * (double)a->missing[0] / (double)a->missing[1], hectares(a, a->missing[0]));
}

/* ---- kinds of claims ---- */

static bool answer_area(struct answer *a, struct compare_result *result)
{
    const struct suite_tally *t = a->tally;
    const struct suite_term *term = &t->claim->parts->term;
    const double share = (double)t->sum / (double)t->all;
    const double ha = hectares(a, t->sum);
    const double value = term->unit == SUITE_HECTARES ? ha : share * 100;
    snprintf(a->text, sizeof a->text, "%.6g %%, %.6g ha", share * 100, ha);
    if (t->claim->parts->condition_count > 0) append(a, " of where that is");
    append_missing(a);
    number_text(a->accepted, sizeof a->accepted, term, value, a->stage, 6);
    result->considered = t->considered;
    return suite_holds(&t->term, value);
}

static bool answer_place(struct answer *a, struct compare_result *result)
{
    const struct suite_term *term = &a->tally->claim->parts->term;
    result->has_place = true;
    if (a->tally->no_data) {
        snprintf(a->text, sizeof a->text, "%s %u,%u holds no data",
                 a->stage->grid == SCREE_VERTICES ? "point" : "texel", (unsigned)a->tally->column,
                 (unsigned)a->tally->row);
        result->no_data = true;
        return false;
    }
    append_value(a);
    append(a, " at ");
    append_place(a);
    if (term->quantity == SUITE_WINNER)
        name_material(a->accepted, sizeof a->accepted, (uint32_t)a->tally->value, a->stage->merge);
    else
        number_text(a->accepted, sizeof a->accepted, term, a->tally->value, a->stage, 9);
    return a->tally->failing == 0;
}

static bool answer_all(struct answer *a, struct compare_result *result)
{
    const struct suite_tally *t = a->tally;
    const char *what = a->stage->grid == SCREE_VERTICES ? "points" : "texels";
    result->considered = t->considered;
    if (t->failing == 0) {
        snprintf(a->text, sizeof a->text, "at all of %llu %s", (unsigned long long)t->considered,
                 what);
        append_missing(a);
        return true;
    }
    snprintf(a->text, sizeof a->text,
             "not at %llu of %llu %s; %s: ", (unsigned long long)t->failing,
             (unsigned long long)t->considered, what,
             t->term.quantity == SUITE_WINNER ? "first" : "worst");
    append_value(a);
    append(a, " at ");
    append_place(a);
    append_missing(a);
    result->has_place = true;
    result->failing = t->failing;
    return false;
}

static bool finish(struct suite_tally *tally, const struct answer *a, bool passed,
                   struct mem_arena *arena)
{
    struct compare_result *result = &tally->result;
    result->passed = passed;
    result->column = tally->column;
    result->row = tally->row;
    result->found = mem_arena_text(arena, a->text, strlen(a->text));
    if (tally->claim->expected_to > tally->claim->expected_from && a->accepted[0] != '\0')
        result->accepted = mem_arena_text(arena, a->accepted, strlen(a->accepted));
    return !arena->failed;
}

bool suite_answer(struct suite_tally *tally, const struct compare_stage *stage,
                  const uint64_t missing[2], struct mem_arena *arena)
{
    struct answer a = {.tally = tally, .stage = stage, .missing = missing};
    bool passed;
    if (tally->term.quantity == SUITE_DIGEST) {
        passed = strcmp(tally->digest, tally->claim->parts->term.name) == 0;
        snprintf(a.text, sizeof a.text, "the digest is %s", tally->digest);
        snprintf(a.accepted, sizeof a.accepted, "%s", tally->digest);
    } else if (tally->considered == 0) {
        passed = false;
        snprintf(a.text, sizeof a.text, "nothing to test: the conditions hold nowhere");
        append_missing(&a);
    } else if (tally->term.quantity == SUITE_AREA) {
        passed = answer_area(&a, &tally->result);
    } else if (tally->claim->parts->has_place) {
        passed = answer_place(&a, &tally->result);
    } else {
        passed = answer_all(&a, &tally->result);
    }
    return finish(tally, &a, passed, arena);
}

bool suite_answer_same(struct suite_tally *tally, const struct compare_difference *difference,
                       const struct compare_planes *planes, const struct compare_planes *reference,
                       struct mem_arena *arena)
{
    struct answer a = {.tally = tally};
    bool passed = false;
    if (difference == NULL) {
        snprintf(a.text, sizeof a.text, "%u x %u texels, and %.80s has %u x %u",
                 (unsigned)planes->width, (unsigned)planes->height, tally->claim->folder,
                 (unsigned)reference->width, (unsigned)reference->height);
    } else if (difference->missing != NULL) {
        if (difference->only_first)
            snprintf(a.text, sizeof a.text, "there is no material \"%.80s\", as %.80s has",
                     difference->missing, tally->claim->folder);
        else
            snprintf(a.text, sizeof a.text, "there is a material \"%.80s\" that %.80s has not",
                     difference->missing, tally->claim->folder);
    } else if (difference->one_sided > 0) {
        snprintf(a.text, sizeof a.text, "%llu texels hold data here or in %.80s, and not in both",
                 (unsigned long long)difference->one_sided, tally->claim->folder);
    } else {
        passed = difference->share <= tally->claim->parts->within;
        snprintf(a.text, sizeof a.text, "the same");
        if (difference->texels > 0) {
            snprintf(a.text, sizeof a.text,
                     "%.4g %% of the area differs, at %llu texels; most at texel %u,%u: %.60s "
                     "lost %.3g, %.60s gained %.3g",
                     100 * difference->share, (unsigned long long)difference->texels,
                     (unsigned)difference->column, (unsigned)difference->row,
                     reference->names[difference->lost], difference->lost_by / 255.0,
                     reference->names[difference->gained], difference->gained_by / 255.0);
            tally->result.has_place = true;
            tally->column = difference->column;
            tally->row = difference->row;
        }
        tally->result.failing = difference->texels;
        tally->result.considered = (uint64_t)planes->width * planes->height;
    }
    return finish(tally, &a, passed, arena);
}
