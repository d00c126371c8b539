/* Numbers and changes as people read them, for every form of the result. */
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/path.h"
#include "base/spot.h"
#include "base/text.h"
#include "report/diffing.h"

double report_area_m2(const struct report_diff *diff, double amount)
{
    return report_texels_m2(diff, amount / diff->cover->full);
}

double report_texels_m2(const struct report_diff *diff, double texels)
{
    if (diff->areas.weights != NULL) return texels * diff->areas.texel_m2;
    return texels * diff->info.texel_m[0] * diff->info.texel_m[1];
}

double report_extent_m2(const struct report_diff *diff)
{
    return report_texels_m2(diff, diff->cover->ground);
}

struct diff_text report_show_missing(const struct report_diff *diff)
{
    struct diff_text out = {""};
    const struct compare_cover *const c = diff->cover;
    if (diff->info.missing == 0) return out;
    const int used = snprintf(out.text, sizeof out.text, "; %llu texels (%s) hold no data",
                              (unsigned long long)diff->info.missing,
                              report_show_ha(report_texels_m2(diff, c->ground_missing)).text);
    if (c->one_sided > 0)
        snprintf(out.text + used, sizeof out.text - (size_t)used, ", %llu of them on one side only",
                 (unsigned long long)c->one_sided);
    return out;
}

static struct diff_text show(double value, int digits, const char *unit)
{
    struct diff_text out;
    const double size = value < 0 ? -value : value;
    if (size > 0 && size < 0.00005)
        snprintf(out.text, sizeof out.text, "<0.0001 %s", unit);
    else
        snprintf(out.text, sizeof out.text, "%.*f %s", size > 0 ? digits : 0,
                 size > 0 ? value : 0.0, unit);
    return out;
}

struct diff_text report_show_ha(double square_m)
{
    const double ha = square_m > 0 ? square_m / 10000 : 0;
    return show(ha, ha >= 1000 ? 0 : ha >= 100 ? 1 : ha >= 1 ? 2 : ha >= 0.1 ? 3 : 4, "ha");
}

struct diff_text report_show_share(double share)
{
    const double percent = share * 100, size = percent < 0 ? -percent : percent;
    return show(percent, size >= 10 ? 1 : size >= 0.1 ? 2 : 4, "%");
}

struct diff_text report_show_place(const struct report_diff *diff, uint32_t column, uint32_t row)
{
    struct diff_text out;
    const double place_m[2] = {(column + 0.5) * diff->info.texel_m[0],
                               (row + 0.5) * diff->info.texel_m[1]};
    char place[64];
    snprintf(out.text, sizeof out.text, "texel %u,%u (%s)", (unsigned)column, (unsigned)row,
             spot_name(place, sizeof place, place_m, SCREE_NORTH_WEST));
    return out;
}

struct diff_text report_show_subject(const struct compare_change *change)
{
    struct diff_text out;
    const bool there = change->is.path_after[0] != '\0';
    text_clean(out.text, sizeof out.text, there ? change->is.path_after : change->is.path_before);
    return out;
}

/* ---- changes ---- */

static const char *show_number(char out[96], const struct report_diff *diff,
                               const struct compare_change *change, double value)
{
    const double up_m = diff->options.field != NULL ? diff->options.field->scal_m[2] : 0;
    const double across_m = diff->options.field != NULL ? diff->options.field->scal_m[0] : 0;
    const double m = value * (change->measure == COMPARE_LENGTH ? across_m : up_m);
    switch (change->measure) {
    case COMPARE_PLAIN:
        snprintf(out, 96, "%.6g", value);
        break;
    case COMPARE_SWITCH:
        snprintf(out, 96, "%s", srf_is_on((float)value) ? "on" : "off");
        break;
    case COMPARE_ALTITUDE:
    case COMPARE_LENGTH:
        if (diff->options.field != NULL)
            snprintf(out, 96, "%.6g m (%.6g tu)", m, value);
        else
            snprintf(out, 96, "%.6g %s", value,
                     diff->options.metres && change->measure == COMPARE_ALTITUDE ? "m" : "tu");
        break;
    case COMPARE_SLOPE:
        snprintf(out, 96, "%.1f degrees (gradient %.6g)", angle_degrees(value), value);
        break;
    case COMPARE_DEGREES:
        snprintf(out, 96, "%.6g degrees", value);
        break;
    case COMPARE_TEXT:
        out[0] = '\0';
        break;
    }
    return out;
}

static void show_values(char *out, size_t size, const struct report_diff *diff,
                        const struct compare_change *change, const double *values)
{
    char number[96], fuzziness[96];
    size_t used = 0;
    if (change->limit) {
        if (!srf_is_on((float)values[0]))
            snprintf(out, size, "off");
        else if (change->measure == COMPARE_SLOPE)
            snprintf(out, size, "%s, fuzziness %.6g", show_number(number, diff, change, values[1]),
                     values[2]);
        else
            snprintf(out, size, "%s, fuzziness %s", show_number(number, diff, change, values[1]),
                     show_number(fuzziness, diff, change, values[2]));
        return;
    }
    out[0] = '\0';
    for (unsigned i = 0; i < change->is.numbers && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i > 0 ? "," : "",
                                 show_number(number, diff, change, values[i]));
}

static void show_text(char *out, size_t size, const char *text)
{
    char clean[REPORT_TEXT_SIZE];
    snprintf(out, size, "%.120s", text[0] != '\0' ? text_clean(clean, sizeof clean, text) : "none");
}

static void name_parent(char out[120], const char *path)
{
    char clean[REPORT_TEXT_SIZE];
    const char *slash = strrchr(text_clean(clean, sizeof clean, path), '/');
    const int length = slash != NULL ? (int)(slash - clean) : 0;
    snprintf(out, 120, "%.*s", length < 100 ? length : 100, clean);
}

static void show_move(struct diff_text *out, const struct compare_change *change)
{
    char from[120], to[120];
    name_parent(from, change->is.path_before);
    name_parent(to, change->is.path_after);
    if (strcmp(from, to) == 0)
        snprintf(out->text, sizeof out->text, "another place among the layers below %s", to);
    else
        snprintf(out->text, sizeof out->text, "moved from %s to %s", from, to);
}

struct diff_text report_show_change(const struct report_diff *diff,
                                    const struct compare_change *change)
{
    struct diff_text out;
    char clean[REPORT_TEXT_SIZE], from[128], to[128];
    switch (change->is.kind) {
    case SCREE_CHANGE_REMOVED:
    case SCREE_CHANGE_ADDED:
        if (change->layers > 1)
            snprintf(out.text, sizeof out.text, "%s with %u below it",
                     compare_change_kind_name(change->is.kind), (unsigned)change->layers - 1);
        else
            snprintf(out.text, sizeof out.text, "%s", compare_change_kind_name(change->is.kind));
        break;
    case SCREE_CHANGE_MOVED:
        show_move(&out, change);
        break;
    case SCREE_CHANGE_RENAMED:
        snprintf(out.text, sizeof out.text, "was called %.200s",
                 text_clean(clean, sizeof clean, path_base_name(change->is.path_before)));
        break;
    case SCREE_CHANGE_VALUE:
        show_values(from, sizeof from, diff, change, change->is.from);
        show_values(to, sizeof to, diff, change, change->is.to);
        if (change->measure == COMPARE_TEXT) {
            show_text(from, sizeof from, change->texts[0]);
            show_text(to, sizeof to, change->texts[1]);
        }
        snprintf(out.text, sizeof out.text, "%s %s -> %s", change->is.field, from, to);
        break;
    }
    return out;
}

struct diff_text report_show_limit(const struct report_breach *breach, const struct scree_job *job)
{
    struct diff_text out;
    char option[100];
    snprintf(out.text, sizeof out.text, "%s %.*s",
             job_words(job, option, sizeof option, breach->is.fails ? "{fail}" : "{warn}"),
             (int)breach->limit->shown_length, breach->limit->shown);
    return out;
}

double report_diff_explained(const struct report_diff *diff)
{
    double sum = 0;
    for (size_t i = 0; i < diff->changes->count; i++)
        if (diff->changes->list[i].is.evaluated) sum += diff->changes->list[i].ground_share;
    return diff->cover->amount > 0 ? sum / diff->cover->ground_amount : 0;
}

static bool is_before(const struct compare_change *a, const struct compare_change *b)
{
    if (a->is.places != b->is.places) return a->is.places;
    if (a->is.evaluated != b->is.evaluated) return a->is.evaluated;
    return a->is.evaluated && a->ground_share > b->ground_share;
}

enum scree_code report_diff_order(struct diff_order *out, const struct compare_changes *changes,
                                  struct scree_error *err)
{
    *out = (struct diff_order){0};
    RETURN_IF_ERR(MEM_NEED(&out->list, changes->count, sizeof *out->list, err));
    for (size_t i = 0; i < changes->count; i++) {
        size_t at = i;
        for (; at > 0 && is_before(&changes->list[i], &changes->list[out->list[at - 1]]); at--)
            out->list[at] = out->list[at - 1];
        out->list[at] = i;
        out->placing += changes->list[i].is.places != 0;
        out->evaluated += changes->list[i].is.evaluated != 0;
    }
    return SCREE_OK;
}
