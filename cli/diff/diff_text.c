#include <stdio.h>
#include <string.h>

#include "cli/diff/diff_cli.h"

#define SHOWN_MOVES 12
#define SHOWN_REGIONS 5
#define NAME_WIDTH 28

static const char *name_of(const struct diff *diff, uint32_t joint, char clean[SAY_TEXT_SIZE])
{
    return say_clean(clean, SAY_TEXT_SIZE, diff->names[joint]);
}

/* ---- areas ---- */

static void print_areas(const struct diff *diff)
{
    const struct compare_cover *c = diff->cover;
    const double texels = (double)c->width * c->height * c->full;
    char clean[SAY_TEXT_SIZE];
    printf("\n%-*s %9s %9s %12s %12s\n", NAME_WIDTH, diff->changes != NULL ? "layer" : "material",
           "before", "after", "gained", "lost");
    for (uint32_t j = 0; j < c->count; j++) {
        const struct compare_area *a = &c->areas[j];
        if (!a->in_before && !a->in_after) continue;
        printf("%s %9s %9s %12s %12s\n",
               say_column(clean, sizeof clean, diff->names[j], NAME_WIDTH, SAY_TEXT_SIZE),
               a->in_before ? diff_show_share((double)a->before / texels).text : "-",
               a->in_after ? diff_show_share((double)a->after / texels).text : "-",
               diff_show_ha(diff_area_m2(diff, a->gained)).text,
               diff_show_ha(diff_area_m2(diff, a->lost)).text);
    }
}

/* The largest moves first, each once: found again by what was shown last. */
static void print_moves(const struct diff *diff)
{
    const struct compare_cover *c = diff->cover;
    const size_t cells = (size_t)c->count * c->count;
    uint64_t total = 0, shown = 0, last = UINT64_MAX;
    size_t last_at = 0, count = 0;
    for (size_t i = 0; i < cells; i++) total += c->moves[i];
    if (total == 0) {
        printf("\nThe strongest layer is everywhere the same.\n");
        return;
    }
    printf("\nThe strongest layer changes on %s:\n",
           diff_show_ha(diff_texels_m2(diff, total)).text);
    while (count < SHOWN_MOVES && shown < total) {
        size_t best = cells;
        for (size_t i = 0; i < cells; i++) {
            const bool left = c->moves[i] < last || (c->moves[i] == last && i > last_at);
            if (c->moves[i] > 0 && left && (best == cells || c->moves[i] > c->moves[best]))
                best = i;
        }
        if (best == cells) break;
        char from[SAY_TEXT_SIZE], to[SAY_TEXT_SIZE];
        printf("  %12s  %s -> %s\n", diff_show_ha(diff_texels_m2(diff, c->moves[best])).text,
               name_of(diff, (uint32_t)(best / c->count), from),
               name_of(diff, (uint32_t)(best % c->count), to));
        last = c->moves[best];
        last_at = best;
        shown += c->moves[best];
        count++;
    }
    if (shown < total)
        printf("  %12s  others\n", diff_show_ha(diff_texels_m2(diff, total - shown)).text);
}

static void print_regions(const struct diff *diff)
{
    const struct compare_cover *c = diff->cover;
    char clean[SAY_TEXT_SIZE];
    printf("\nLargest change of one weight: %s of %s, %s\n",
           diff_show_share((double)c->largest / c->full).text,
           name_of(diff, c->largest_joint, clean),
           diff_show_place(diff, c->largest_column, c->largest_row).text);
    printf("At least %s changes hands in %llu texels, %s, in %llu region%s",
           diff_show_share(diff->args->over).text, (unsigned long long)c->texels_changed,
           diff_show_ha(diff_texels_m2(diff, c->texels_changed)).text,
           (unsigned long long)c->region_total, c->region_total == 1 ? "" : "s");
    printf(c->region_total > SHOWN_REGIONS ? "; the largest:\n"
           : c->region_total > 0           ? ":\n"
                                           : "\n");
    for (size_t i = 0; i < c->region_count && i < SHOWN_REGIONS; i++) {
        const struct compare_region *r = &c->regions[i];
        printf("  %12s  columns %u..%u, rows %u..%u; most at %s: %s\n",
               diff_show_ha(diff_texels_m2(diff, r->texels)).text, (unsigned)r->left,
               (unsigned)r->right, (unsigned)r->top, (unsigned)r->bottom,
               diff_show_place(diff, r->column, r->row).text,
               diff_show_share((double)r->peak / c->full).text);
    }
    if (c->densest > 0)
        printf("Densest: %u of %u texels in the window of %u x %u from texel %u,%u\n",
               (unsigned)c->densest, (unsigned)(c->window * c->window), (unsigned)c->window,
               (unsigned)c->window, (unsigned)c->densest_column, (unsigned)c->densest_row);
}

/* ---- causes ---- */

static void print_change(const struct diff *diff, const struct compare_change *change)
{
    const struct compare_cover *c = diff->cover;
    if (c != NULL && change->evaluated && c->amount > 0)
        printf("  %9s  ", diff_show_share((double)change->share / (double)c->amount).text);
    else
        printf("  %9s  ", c == NULL ? "" : change->places ? "?" : "-");
    printf("%s: %s\n", diff_show_subject(change).text, diff_show_change(diff, change).text);
}

static bool print_changes(const struct diff *diff)
{
    const struct compare_changes *changes = diff->changes;
    if (changes == NULL) {
        printf("\nWhy: not known, the folders do not hold the surface maps.\n");
        return true;
    }
    if (changes->count == 0) {
        printf("\nThe surface maps have the same layers and values.\n");
        return true;
    }
    size_t *order = mem_alloc(changes->count, sizeof *order);
    if (order == NULL) return false;
    diff_order(order, changes);
    size_t placing = 0, evaluated = 0;
    for (size_t i = 0; i < changes->count; i++) {
        placing += changes->list[i].places;
        evaluated += changes->list[i].evaluated;
    }
    printf(diff->cover == NULL ? "What differs:\n"
                               : "\nWhat differs, and how much of the change it explains:\n");
    for (size_t i = 0; i < changes->count; i++) print_change(diff, &changes->list[order[i]]);
    mem_free(order);
    if (diff->cover == NULL) return true;
    if (evaluated > 0 && diff->cover->amount > 0 && placing > 1)
        printf("  %9s  changes acting together\n", diff_show_share(1 - diff_explained(diff)).text);
    if (placing > evaluated)
        printf("  (? %s)\n", placing > COMPARE_MAX_VARIANTS
                                 ? "more than 64 changes are not tried one by one"
                                 : "cannot be made without another change");
    return true;
}

/* ---- verdict ---- */

static void print_breach(const struct diff *diff, const struct diff_breach *breach)
{
    const double value = diff_value(diff, breach->measure);
    printf("  %s: %s is %s", breach->fails ? "failed" : "warned",
           diff_measure_name(breach->measure), diff_show_share(value).text);
    if (breach->measure == DIFF_AREA || breach->measure == DIFF_REGION)
        printf(" (%s)", diff_show_ha(value * diff_extent_m2(diff)).text);
    printf(", more than --%s %.*s\n", breach->fails ? "fail" : "warn",
           (int)breach->limit->shown_length, breach->limit->shown);
}

static void print_verdict(const struct diff *diff, const struct diff_verdict *verdict)
{
    static const char *const results[] = {"same", "changed, within the limits", "changed",
                                          "failed"};
    const bool limits = diff->args->warn.given || diff->args->fail.given;
    printf("\nResult: %s\n",
           verdict->result == DIFF_WARNED && limits ? "warned" : results[verdict->result]);
    for (size_t i = 0; i < verdict->count; i++) print_breach(diff, &verdict->breaches[i]);
}

bool diff_print_text(const struct diff *diff, const struct diff_verdict *verdict)
{
    char before[SAY_TEXT_SIZE], after[SAY_TEXT_SIZE], terrain[SAY_TEXT_SIZE];
    printf("%s -> %s", say_clean(before, sizeof before, diff->sides[0].path),
           say_clean(after, sizeof after, diff->sides[1].path));
    if (diff->cover == NULL) {
        printf("\n");
        if (!print_changes(diff)) return false;
        printf("\nWithout --terrain it is not known what this changes.\n");
        return true;
    }
    if (diff->field != NULL)
        printf(" on %s", say_clean(terrain, sizeof terrain, diff->terrain_file.base));
    printf(": %u x %u texels of %.6g x %.6g m, %s\n", (unsigned)diff->cover->width,
           (unsigned)diff->cover->height, diff->texel_m[0], diff->texel_m[1],
           diff_show_ha(diff_extent_m2(diff)).text);
    if (diff->cover->texels_differ == 0) {
        printf("Coverage is the same in every texel.\n");
    } else {
        printf("%s changes hands, %s of the area.\n",
               diff_show_ha(diff_area_m2(diff, diff->cover->amount)).text,
               diff_show_share(diff_value(diff, DIFF_AREA)).text);
        print_areas(diff);
        print_moves(diff);
        print_regions(diff);
    }
    if (!print_changes(diff)) return false;
    print_verdict(diff, verdict);
    return true;
}
