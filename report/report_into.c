/*
 * What a level or a terrain gets from --into: each material before and after, as a page with both
 * maps, and as text. What is kept is told with the reason.
 */
#include "report/report_answers.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/text.h"
#include "report/html.h"

#define LONG_SIDE 1024

static const char *name_of(const struct report_into *into, const struct scree_level_change *change)
{
    return change->name[0] != '\0' ? change->name : into->nameless;
}

/* "" or what there is to say. */
static const char *note_on(const struct scree_level_change *change)
{
    static const char *const kept[] = {[SCREE_KEPT_NAMED] = "kept ({keep})",
                                       [SCREE_KEPT_BUILT] = "kept (built, by its name)",
                                       [SCREE_KEPT_REST] = "kept (not in {only})"};
    static const char *const new[] = {[SCREE_NEW_OLD] = "",
                                      [SCREE_NEW_LISTED] = "new in the list",
                                      [SCREE_NEW_ADDED] = "new material"};
    if (change->kept != SCREE_NOT_KEPT) return kept[change->kept];
    if (change->name[0] != '\0' && !change->in_map && change->after < change->before)
        return "not in the map: {keep} keeps it";
    return new[change->is_new];
}

static uint64_t count_changed(const struct report_into *into)
{
    uint64_t changed = 0;
    for (size_t i = 0; i < (size_t)into->size * into->size; i++)
        changed += into->before[i] != into->after[i];
    return changed;
}

/* ---- maps ---- */

struct drawing {
    const struct report_into *into;
    uint32_t side;
    uint8_t *rgb;
};

/* ids NULL: what changes, in its new colour; the rest is pale. */
static void draw(const struct drawing *d, const uint8_t *ids)
{
    static const uint8_t equal[3] = {235, 235, 232};
    const struct report_into *into = d->into;
    const size_t size = into->size, side = d->side;
    for (size_t j = 0; j < side; j++)
        for (size_t i = 0; i < side; i++) {
            const size_t down = j * size / side;
            const size_t at = (into->north_first ? down : size - 1 - down) * size + i * size / side;
            const uint8_t id = ids != NULL ? ids[at] : into->after[at];
            const size_t number = id == UINT8_MAX ? into->count - 1 : id;
            const uint8_t *from =
                ids == NULL && into->before[at] == into->after[at] ? equal : into->rgb + 3 * number;
            for (size_t k = 0; k < 3; k++) d->rgb[(j * side + i) * 3 + k] = from[k];
        }
}

static void put_maps(struct html *html, const struct report_into *into)
{
    const uint32_t side = into->size < LONG_SIDE ? into->size : LONG_SIDE;
    const size_t bytes = (size_t)side * side * 3;
    uint8_t *memory;
    if (MEM_NEED(&memory, bytes, 2, &html->err) != SCREE_OK) return;
    struct drawing d = {into, side, memory};
    draw(&d, into->before);
    d.rgb = memory + bytes;
    draw(&d, into->after);
    const struct html_picture before = {memory, side, side, "materials before"};
    const struct html_picture after = {memory + bytes, side, side, "materials after"};
    html_slider(html, &before, &after, "Materials, north on top; move the slider");
    draw(&d, NULL);
    const struct html_picture changes = {d.rgb, side, side, "samples that change"};
    html_picture(html, &changes, "What changes, in its new material; the rest is pale");
    mem_free(memory);
    html_raw(html, HTML_LEGEND);
    for (size_t i = 0; i < into->count; i++)
        if (into->changes[i].before + into->changes[i].after > 0)
            html_legend(html, into->rgb + 3 * i, name_of(into, &into->changes[i]));
    html_raw(html, HTML_LEGEND_END);
}

/* ---- figures and table ---- */

static void put_table(struct html *html, const struct report_into *into,
                      const struct scree_job *job)
{
    const double points = (double)into->size * into->size;
    HTML_TABLE(html, "tnnnnnt", "material", "before", "", "after", "", "isolated", "");
    for (size_t i = 0; i < into->count; i++) {
        const struct scree_level_change *material = &into->changes[i];
        char text[5][32], note[REPORT_WORDS_SIZE];
        snprintf(text[0], sizeof text[0], "%" PRIu64, material->before);
        snprintf(text[1], sizeof text[1], "%.2f %%", 100 * (double)material->before / points);
        snprintf(text[2], sizeof text[2], "%" PRIu64, material->after);
        snprintf(text[3], sizeof text[3], "%.2f %%", 100 * (double)material->after / points);
        snprintf(text[4], sizeof text[4], "%" PRIu64, material->isolated);
        HTML_ROW(html, "tnnnnnt", name_of(into, material), text[0], text[1], text[2], text[3],
                 text[4], job_words(job, note, sizeof note, note_on(material)));
    }
    html_table_end(html);
}

static enum scree_code put_page(struct scree_bytes *out, const struct report_into *into,
                                const struct scree_job *job, struct scree_error *err)
{
    struct html html = {0};
    const uint64_t changed = count_changed(into);
    html_begin(&html, "Materials of a level", into->level, changed > 0 ? "changed" : "equal",
               changed > 0 ? HTML_NOTE : HTML_GOOD);
    html_raw(&html, HTML_FIGURES);
    html_figure(&html, "of all samples get another material", "%.2f %%",
                100 * (double)changed / ((double)into->size * into->size));
    html_figure(&html, "samples stay as they are", "%" PRIu64,
                (uint64_t)into->size * into->size - changed);
    html_raw(&html, HTML_FIGURES_END);
    html_section(&html, "Map");
    put_maps(&html, into);
    html_section(&html, "Materials");
    put_table(&html, into, job);
    return html_take(out, &html, err);
}

/* ---- text ---- */

/* A line for each: before, after, and how much of it is alone. */
static void add_change(struct report *report, const struct report_into *into,
                       const struct scree_level_change *change)
{
    char name[REPORT_WORDS_SIZE], note[REPORT_WORDS_SIZE];
    const double side = change->is_ground ? into->info->landuse_texels : into->info->texels;
    if (into->column == NULL) report_add(report, "%-8s ", change->is_ground ? "landuse" : "layer");
    text_clean(name, sizeof name, name_of(into, change));
    report_words(report, note, note_on(change));
    report_add(report, "%-32s  %11" PRIu64 " %6.2f %%  %11" PRIu64 " %6.2f %%  %9" PRIu64 "%s%s\n",
               name, change->before, 100 * (double)change->before / (side * side), change->after,
               100 * (double)change->after / (side * side), change->isolated,
               note[0] != '\0' ? "  " : "", note);
}

static void add_table(struct report *report, const struct report_into *into)
{
    const bool kinds = into->column == NULL;
    char before[32], after[32];
    snprintf(before, sizeof before, "%s before", into->unit);
    snprintf(after, sizeof after, "%s after", into->unit);
    report_add(report, "%*s%-32s  %20s  %20s  %9s\n", kinds ? 9 : 0, "", kinds ? "" : into->column,
               before, after, "isolated");
    for (size_t i = 0; i < into->info->changes; i++)
        if (!kinds || into->changes[i].before + into->changes[i].after > 0)
            add_change(report, into, &into->changes[i]);
}

enum scree_code report_into(struct scree_bytes *out, const struct report_into *into,
                            enum scree_form form, const struct scree_job *job,
                            struct scree_error *err)
{
    struct report report = {.job = job};
    *out = (struct scree_bytes){0};
    if (form == SCREE_HTML) return put_page(out, into, job, err);
    if (!into->info->only_plants) add_table(&report, into);
    return report_take(out, &report, err);
}
