/*
 * A comparison as text: areas, the largest moves between layers, regions, causes, and the verdict
 * by the limits that were given.
 */
#include "base/text.h"
#include "report/diffing.h"

#define SHOWN_MOVES 12
#define SHOWN_REGIONS 5
#define NAME_WIDTH 28

static const char *name_of(const struct report_diff *diff, uint32_t joint,
                           char clean[REPORT_TEXT_SIZE])
{
    return text_clean(clean, REPORT_TEXT_SIZE, diff->names[joint]);
}

/* ---- areas ---- */

static void add_areas(struct report *report, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    char clean[REPORT_TEXT_SIZE];
    report_add(report, "\n%-*s %9s %9s %12s %12s\n", NAME_WIDTH,
               diff->changes != NULL ? "layer" : "material", "before", "after", "gained", "lost");
    for (uint32_t j = 0; j < c->count; j++) {
        const struct compare_area *a = &c->areas[j];
        if (!a->is.in_before && !a->is.in_after) continue;
        report_add(report, "%s %9s %9s %12s %12s\n",
                   text_column(clean, sizeof clean, diff->names[j], NAME_WIDTH, REPORT_TEXT_SIZE),
                   a->is.in_before ? report_show_share(a->is.before).text : "-",
                   a->is.in_after ? report_show_share(a->is.after).text : "-",
                   report_show_ha(report_area_m2(diff, a->ground.gained)).text,
                   report_show_ha(report_area_m2(diff, a->ground.lost)).text);
    }
}

/* The largest moves first, each once: found again by what was shown last. */
static void add_moves(struct report *report, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    const size_t cells = (size_t)c->count * c->count;
    uint64_t total = 0, shown = 0, last = UINT64_MAX;
    size_t last_at = 0, count = 0;
    double ground = 0.0;
    for (size_t i = 0; i < cells; i++) {
        total += c->moves[i];
        ground += c->ground_moves[i];
    }
    if (total == 0) {
        report_add(report, "\nThe strongest layer is the same everywhere.\n");
        return;
    }
    report_add(report, "\nThe strongest layer changes on %s:\n",
               report_show_ha(report_texels_m2(diff, ground)).text);
    while (count < SHOWN_MOVES && shown < total) {
        size_t best = cells;
        for (size_t i = 0; i < cells; i++) {
            const bool left = c->moves[i] < last || (c->moves[i] == last && i > last_at);
            if (c->moves[i] > 0 && left && (best == cells || c->moves[i] > c->moves[best]))
                best = i;
        }
        if (best == cells) break;
        char from[REPORT_TEXT_SIZE], to[REPORT_TEXT_SIZE];
        report_add(report, "  %12s  %s -> %s\n",
                   report_show_ha(report_texels_m2(diff, c->ground_moves[best])).text,
                   name_of(diff, (uint32_t)(best / c->count), from),
                   name_of(diff, (uint32_t)(best % c->count), to));
        last = c->moves[best];
        last_at = best;
        shown += c->moves[best];
        ground -= c->ground_moves[best];
        count++;
    }
    if (shown < total)
        report_add(report, "  %12s  others\n", report_show_ha(report_texels_m2(diff, ground)).text);
}

static void add_regions(struct report *report, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    char clean[REPORT_TEXT_SIZE];
    report_add(report, "\nLargest change of one weight: %s of %s, %s\n",
               report_show_share((double)c->largest / c->full).text,
               name_of(diff, c->largest_joint, clean),
               report_show_place(diff, c->largest_column, c->largest_row).text);
    report_add(report, "At least %s changed layer in %llu texels, %s, in %llu region%s",
               report_show_share(diff->options.given.over).text,
               (unsigned long long)c->texels_changed,
               report_show_ha(report_texels_m2(diff, c->ground_changed)).text,
               (unsigned long long)c->region_total, c->region_total == 1 ? "" : "s");
    report_add(report, c->region_total > SHOWN_REGIONS ? "; the largest:\n"
                       : c->region_total > 0           ? ":\n"
                                                       : "\n");
    for (size_t i = 0; i < c->region_count && i < SHOWN_REGIONS; i++) {
        const struct compare_region *r = &c->regions[i];
        report_add(report, "  %12s  columns %u..%u, rows %u..%u; most at %s: %s\n",
                   report_show_ha(report_texels_m2(diff, r->ground)).text, (unsigned)r->left,
                   (unsigned)r->right, (unsigned)r->top, (unsigned)r->bottom,
                   report_show_place(diff, r->column, r->row).text,
                   report_show_share((double)r->peak / c->full).text);
    }
    if (c->densest > 0)
        report_add(report, "Densest: %u of %u texels in the window of %u x %u from texel %u,%u\n",
                   (unsigned)c->densest, (unsigned)(c->window * c->window), (unsigned)c->window,
                   (unsigned)c->window, (unsigned)c->densest_column, (unsigned)c->densest_row);
}

/* ---- causes ---- */

static void add_change(struct report *report, const struct report_diff *diff,
                       const struct compare_change *change)
{
    const struct compare_cover *c = diff->cover;
    if (c != NULL && change->is.evaluated && c->amount > 0)
        report_add(report, "  %9s  ", report_show_share(change->is.explains).text);
    else
        report_add(report, "  %9s  ", c == NULL ? "" : change->is.places ? "?" : "-");
    report_add(report, "%s: %s\n", report_show_subject(change).text,
               report_show_change(diff, change).text);
}

static enum scree_code add_changes(struct report *report, const struct report_diff *diff,
                                   struct scree_error *err)
{
    const struct compare_changes *changes = diff->changes;
    if (changes == NULL) {
        report_add(report, "\nWhy: not known, the folders do not hold the surface maps.\n");
        return SCREE_OK;
    }
    if (changes->count == 0) {
        report_add(report, "\nThe surface maps have the same layers and values.\n");
        return SCREE_OK;
    }
    struct diff_order order;
    RETURN_IF_ERR(report_diff_order(&order, changes, err));
    report_add(report, diff->cover == NULL
                           ? "What differs:\n"
                           : "\nWhat differs, and how much of the change it explains:\n");
    for (size_t i = 0; i < changes->count; i++)
        add_change(report, diff, &changes->list[order.list[i]]);
    mem_free(order.list);
    if (diff->cover == NULL) return SCREE_OK;
    if (order.evaluated > 0 && diff->cover->amount > 0 && order.placing > 1)
        report_add(report, "  %9s  changes acting together\n",
                   report_show_share(1 - report_diff_explained(diff)).text);
    if (order.placing > order.evaluated)
        report_add(report, "  (? %s)\n",
                   order.placing > COMPARE_MAX_VARIANTS
                       ? "more than 64 changes are not tried one by one"
                       : "cannot be made without another change");
    return SCREE_OK;
}

/* ---- verdict ---- */

static void add_breach(struct report *report, const struct report_diff *diff,
                       const struct report_breach *breach)
{
    report_add(report, "  %s: %s is %s", breach->is.fails ? "failed" : "warned", breach->is.measure,
               report_show_share(breach->is.value).text);
    if (breach->measure == REPORT_AREA || breach->measure == REPORT_REGION)
        report_add(report, " (%s)", report_show_ha(breach->is.value * report_extent_m2(diff)).text);
    report_add(report, ", more than %s\n", report_show_limit(breach, report->job).text);
}

static void add_verdict(struct report *report, const struct report_diff *diff)
{
    report_add(report, "\nResult: %s%s\n", report_diff_verdict(diff),
               report_diff_verdict_rest(diff));
    for (size_t i = 0; i < diff->info.passed; i++) add_breach(report, diff, &diff->breaches[i]);
}

static void add_head(struct report *report, const struct report_diff *diff)
{
    char before[REPORT_TEXT_SIZE], after[REPORT_TEXT_SIZE];
    report_add(report, "%s -> %s", text_clean(before, sizeof before, diff->sides[0].path),
               text_clean(after, sizeof after, diff->sides[1].path));
    if (diff->options.field != NULL)
        report_add(report, " on %s",
                   text_clean(before, sizeof before, diff->options.terrain->base));
    if (diff->cover == NULL) {
        report_put(report, "\n");
        return;
    }
    report_add(report, ": %u x %u texels of %.6g x %.6g m, %s%s\n", (unsigned)diff->cover->width,
               (unsigned)diff->cover->height, diff->info.texel_m[0], diff->info.texel_m[1],
               report_show_ha(report_extent_m2(diff)).text, report_show_missing(diff).text);
    if (diff->cover->texels_differ == 0) {
        report_put(report, "Coverage is the same in every texel.\n");
        return;
    }
    report_add(report, "%s (%s) changed layer.\n",
               report_show_ha(report_area_m2(diff, diff->cover->ground_amount)).text,
               report_show_share(diff->info.area).text);
}

enum scree_code report_diff_text(struct report *report, const struct report_diff *diff,
                                 struct scree_error *err)
{
    add_head(report, diff);
    if (diff->cover != NULL && diff->cover->texels_differ > 0) {
        add_areas(report, diff);
        add_moves(report, diff);
        add_regions(report, diff);
    }
    RETURN_IF_ERR(add_changes(report, diff, err));
    if (diff->cover != NULL)
        add_verdict(report, diff);
    else
        report_put(report, "\nWithout a terrain it is not known what this changes.\n");
    return SCREE_OK;
}
