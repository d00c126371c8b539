/* Areas of layers, and which became which, as tables. */
#include <stdio.h>

#include "report/diffing.h"

#define SHOWN_LAYERS 200
#define MATRIX_LAYERS 16 /* more are a list */
#define SHOWN_MOVES 40

/* ---- areas ---- */

static void write_areas(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    const char *const headings[] = {diff->changes != NULL ? "layer" : "material", "before", "after",
                                    "gained", "lost"};
    html_section(html, "Areas");
    html_table_begin(html, "tnnnn", headings);
    uint32_t shown = 0;
    for (uint32_t j = 0; j < c->count && shown < SHOWN_LAYERS; j++) {
        const struct compare_area *a = &c->areas[j];
        if (!a->is.in_before && !a->is.in_after) continue;
        const struct diff_text before = report_show_share(a->is.before),
                               after = report_show_share(a->is.after),
                               gained = report_show_ha(report_area_m2(diff, a->ground.gained)),
                               lost = report_show_ha(report_area_m2(diff, a->ground.lost));
        const char *const cells[] = {diff->names[j], a->is.in_before ? before.text : "-",
                                     a->is.in_after ? after.text : "-", gained.text, lost.text};
        html_row(html, "tnnnn", cells);
        shown++;
    }
    html_table_end(html);
}

/* ---- matrix ---- */

static void write_matrix(struct html *html, const struct report_diff *diff, const uint32_t *from,
                         size_t from_count, const uint32_t *to, size_t to_count, uint64_t most)
{
    const struct compare_cover *c = diff->cover;
    html_raw(html, "<div class=\"wide\" tabindex=\"0\"><table class=\"matrix\"><thead><tr>"
                   "<th>from, down; to, across</th>");
    for (size_t i = 0; i < to_count; i++) {
        html_raw(html, "<th class=\"n\" scope=\"col\">");
        html_text(html, diff->names[to[i]]);
        html_raw(html, "</th>");
    }
    html_raw(html, "</tr></thead><tbody>\n");
    for (size_t j = 0; j < from_count; j++) {
        html_raw(html, "<tr><th scope=\"row\">");
        html_text(html, diff->names[from[j]]);
        html_raw(html, "</th>");
        for (size_t i = 0; i < to_count; i++) {
            const uint64_t moved = c->moves[(size_t)from[j] * c->count + to[i]];
            html_raw(html, "<td class=\"n\">");
            if (moved > 0) {
                char bar[80];
                const double ground = c->ground_moves[(size_t)from[j] * c->count + to[i]];
                html_text(html, report_show_ha(report_texels_m2(diff, ground)).text);
                snprintf(bar, sizeof bar, "<span class=\"bar\" style=\"width:%.1f%%\"></span>",
                         100.0 * (double)moved / (double)most);
                html_raw(html, bar);
            }
            html_raw(html, "</td>");
        }
        html_raw(html, "</tr>\n");
    }
    html_table_end(html);
}

static void write_move_list(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    static const char *const headings[] = {"from", "to", "area"};
    size_t shown = 0;
    html_table_begin(html, "ttn", headings);
    for (size_t i = 0; i < (size_t)c->count * c->count && shown < SHOWN_MOVES; i++) {
        if (c->moves[i] == 0) continue;
        const struct diff_text area = report_show_ha(report_texels_m2(diff, c->ground_moves[i]));
        const char *const cells[] = {diff->names[i / c->count], diff->names[i % c->count],
                                     area.text};
        html_row(html, "ttn", cells);
        shown++;
    }
    html_table_end(html);
}

static void write_moves(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    uint32_t from[MATRIX_LAYERS], to[MATRIX_LAYERS];
    size_t from_count = 0, to_count = 0;
    uint64_t total = 0, most = 0;
    double ground = 0.0;
    for (uint32_t k = 0; k < c->count; k++) {
        bool gives = false, takes = false;
        for (uint32_t j = 0; j < c->count; j++) {
            const uint64_t given = c->moves[(size_t)k * c->count + j];
            total += given;
            ground += c->ground_moves[(size_t)k * c->count + j];
            if (given > most) most = given;
            gives = gives || given > 0;
            takes = takes || c->moves[(size_t)j * c->count + k] > 0;
        }
        if (gives && from_count++ < MATRIX_LAYERS) from[from_count - 1] = k;
        if (takes && to_count++ < MATRIX_LAYERS) to[to_count - 1] = k;
    }
    html_section(html, "What became what");
    html_paragraph(html,
                   total > 0 ? "The strongest %s changes on %s."
                             : "The strongest %s is the same everywhere.",
                   diff->changes != NULL ? "layer" : "material",
                   report_show_ha(report_texels_m2(diff, ground)).text);
    if (total == 0) return;
    if (from_count <= MATRIX_LAYERS && to_count <= MATRIX_LAYERS)
        write_matrix(html, diff, from, from_count, to, to_count, most);
    else
        write_move_list(html, diff);
}

void report_diff_areas(struct html *html, const struct report_diff *diff)
{
    write_areas(html, diff);
    write_moves(html, diff);
}
