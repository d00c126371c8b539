/*
 * A comparison as a page: areas, which layer became which, before and after under a slider, the
 * picture of changes, values and what each explains, inputs. Pictures are shrunk by whole factors,
 * as means.
 */
#include <stdio.h>

#include "base/path.h"
#include "report/diffing.h"

/* ---- areas of layers, and which became which ---- */

#define SHOWN_LAYERS 200
#define MATRIX_LAYERS 16 /* more are a list */
#define SHOWN_MOVES 40

/* ---- areas ---- */

static void write_areas(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    html_section(html, "Areas");
    HTML_TABLE(html, "tnnnn", diff->changes != NULL ? "layer" : "material", "before", "after",
               "gained", "lost");
    uint32_t shown = 0;
    for (uint32_t j = 0; j < c->count && shown < SHOWN_LAYERS; j++) {
        const struct compare_area *a = &c->areas[j];
        if (!a->is.in_before && !a->is.in_after) continue;
        const struct diff_text before = report_show_share(a->is.before),
                               after = report_show_share(a->is.after),
                               gained = report_show_ha(report_area_m2(diff, a->ground.gained)),
                               lost = report_show_ha(report_area_m2(diff, a->ground.lost));
        HTML_ROW(html, "tnnnn", diff->names[j], a->is.in_before ? before.text : "-",
                 a->is.in_after ? after.text : "-", gained.text, lost.text);
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
    size_t shown = 0;
    HTML_TABLE(html, "ttn", "from", "to", "area");
    for (size_t i = 0; i < (size_t)c->count * c->count && shown < SHOWN_MOVES; i++) {
        if (c->moves[i] == 0) continue;
        const struct diff_text area = report_show_ha(report_texels_m2(diff, c->ground_moves[i]));
        HTML_ROW(html, "ttn", diff->names[i / c->count], diff->names[i % c->count], area.text);
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

#define MAX_SIDE 800 /* pixels of a picture: a page of some megabytes at most */
#define SHOWN_CHANGES 200

/* ---- head ---- */

static void write_limits(struct html *html, const struct report_diff *diff,
                         const struct scree_job *job)
{
    if (diff->info.passed > 0) html_raw(html, "<ul class=\"limits\">");
    for (size_t i = 0; i < diff->info.passed; i++) {
        const struct report_breach *b = &diff->breaches[i];
        html_raw(html, b->is.fails ? "<li class=\"bad\">" : "<li class=\"warning\">");
        html_textf(html, "%s: %s is %s, more than ", b->is.fails ? "Failed" : "Warned",
                   b->is.measure, report_show_share(b->is.value).text);
        html_raw(html, "<code>");
        html_text(html, report_show_limit(b, job).text);
        html_raw(html, "</code></li>\n");
    }
    if (diff->info.passed > 0) html_raw(html, "</ul>\n");
}

static void write_head(struct html *html, const struct report_diff *diff,
                       const struct scree_job *job)
{
    static const enum html_tone tones[] = {HTML_GOOD, HTML_NOTE, HTML_WARNING, HTML_BAD};
    const struct compare_cover *c = diff->cover;
    char title[2 * REPORT_TEXT_SIZE], what[512], word[32];
    snprintf(word, sizeof word, "%s%s", report_diff_verdict(diff), report_diff_verdict_rest(diff));
    snprintf(title, sizeof title, "%.200s \xe2\x86\x92 %.200s", path_base_name(diff->sides[0].path),
             path_base_name(diff->sides[1].path));
    html_begin(html, title, title, word, tones[diff->info.verdict]);
    html_raw(html, "<p class=\"soft\">");
    if (diff->options.field != NULL) html_textf(html, "On %s. ", diff->options.terrain->base);
    html_textf(html, "%u x %u texels of %.6g x %.6g m, %s%s.", (unsigned)c->width,
               (unsigned)c->height, diff->info.texel_m[0], diff->info.texel_m[1],
               report_show_ha(report_extent_m2(diff)).text, report_show_missing(diff).text);
    html_raw(html, "</p>\n");
    write_limits(html, diff, job);
    if (c->texels_differ == 0) {
        html_raw(html, "<p>Coverage is the same in every texel.</p>\n");
        return;
    }
    html_raw(html, HTML_FIGURES);
    snprintf(what, sizeof what, "changed layer, %s of the area",
             report_show_share(diff->info.area).text);
    html_figure(html, what, "%s", report_show_ha(report_area_m2(diff, c->ground_amount)).text);
    snprintf(what, sizeof what, "of %.100s: the largest change of one weight in one texel",
             diff->names[c->largest_joint]);
    html_figure(html, what, "%s", report_show_share(diff->info.weight).text);
    snprintf(what, sizeof what, "region%s in which at least %s changed layer",
             c->region_total == 1 ? "" : "s", report_show_share(diff->options.given.over).text);
    html_figure(html, what, "%llu", (unsigned long long)c->region_total);
    snprintf(what, sizeof what, "the largest region; %s of all texels changed",
             report_show_share(c->ground_changed / c->whole).text);
    const double largest = c->region_count > 0 ? c->regions[0].ground : 0;
    html_figure(html, what, "%s", report_show_ha(report_texels_m2(diff, largest)).text);
    html_raw(html, HTML_FIGURES_END);
}

/* ---- pictures ---- */

/* Every f x f texels become their mean. */
static enum scree_code shrink(uint8_t **out, uint32_t *width, uint32_t *height, const uint8_t *rgb,
                              const struct report_pictures *p, struct scree_error *err)
{
    const uint32_t longer = p->width > p->height ? p->width : p->height;
    const uint32_t f = (longer + MAX_SIDE - 1) / MAX_SIDE;
    *width = (p->width + f - 1) / f;
    *height = (p->height + f - 1) / f;
    *out = mem_alloc_pixels((size_t)*width * *height, 3);
    if (*out == NULL) return err_no_memory(err);
    for (uint32_t y = 0; y < *height; y++)
        for (uint32_t x = 0; x < *width; x++) {
            uint32_t sum[3] = {0, 0, 0}, count = 0;
            for (uint32_t j = y * f; j < (y + 1) * f && j < p->height; j++)
                for (uint32_t i = x * f; i < (x + 1) * f && i < p->width; i++, count++)
                    for (size_t c = 0; c < 3; c++)
                        sum[c] += rgb[((size_t)j * p->width + i) * 3 + c];
            for (size_t c = 0; c < 3; c++)
                (*out)[((size_t)y * *width + x) * 3 + c] = (uint8_t)(sum[c] / count);
        }
    return SCREE_OK;
}

static void write_legend(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    html_raw(html, HTML_LEGEND);
    if (diff->pictures->joint != SCREE_NO_LAYER) {
        html_legend(html, REPORT_GAINED, "gained");
        html_legend(html, REPORT_LOST, "lost");
    }
    for (uint32_t j = 0; j < c->count && diff->pictures->joint == SCREE_NO_LAYER; j++) {
        uint8_t colour[3];
        /* Less than a thousandth of what changed is not seen. */
        if (c->areas[j].sums.gained < c->amount / 1000 || c->areas[j].sums.gained == 0) continue;
        report_diff_colour(colour, j);
        html_legend(html, colour, diff->names[j]);
    }
    html_raw(html, HTML_LEGEND_END);
}

static enum scree_code write_pictures(struct html *html, const struct report_diff *diff,
                                      struct scree_error *err)
{
    const struct report_pictures *p = diff->pictures;
    uint8_t *small[3] = {NULL, NULL, NULL};
    const uint8_t *const rgb[3] = {p->sides[0], p->sides[1], p->change};
    uint32_t width = 0, height = 0;
    enum scree_code code = SCREE_OK;
    html_section(html, "Where");
    for (int i = 0; i < 3 && code == SCREE_OK; i++)
        code = shrink(&small[i], &width, &height, rgb[i], p, err);
    if (code == SCREE_OK) {
        char caption[320];
        const struct html_picture before = {small[0], width, height, "The map before"};
        const struct html_picture after = {small[1], width, height, "The map after"};
        html_raw(html, "<div class=\"pair\">");
        html_slider(html, &before, &after,
                    "Before and after: move the slider, by keyboard with the arrow keys. "
                    "North is up.");
        const struct html_picture change = {small[2], width, height,
                                            "Where coverage changed, over the grey map"};
        if (p->joint != SCREE_NO_LAYER)
            snprintf(caption, sizeof caption, "What %.100s gained and lost.",
                     diff->names[p->joint]);
        else
            snprintf(caption, sizeof caption,
                     "What changed, in the colour of the %s that gained most there.",
                     diff->changes != NULL ? "layer" : "material");
        html_raw(html, "<div>");
        html_picture(html, &change, caption);
        write_legend(html, diff);
        html_raw(html, "</div></div>\n");
    }
    for (int i = 0; i < 3; i++) mem_free_pixels(small[i]);
    return code;
}

/* ---- why ---- */

static enum scree_code write_changes(struct html *html, const struct report_diff *diff,
                                     struct scree_error *err)
{
    const struct compare_changes *changes = diff->changes;
    html_section(html, "Why");
    if (changes == NULL || changes->count == 0) {
        html_raw(html, changes == NULL
                           ? "<p>Not known: the folders do not hold the surface maps.</p>\n"
                           : "<p>The surface maps have the same layers and values.</p>\n");
        return SCREE_OK;
    }
    struct diff_order order;
    RETURN_IF_ERR(report_diff_order(&order, changes, err));
    HTML_TABLE(html, "ntt", "explains", "layer", "what differs");
    for (size_t i = 0; i < changes->count && i < SHOWN_CHANGES; i++) {
        const struct compare_change *change = &changes->list[order.list[i]];
        const bool known = change->is.evaluated && diff->cover->amount > 0;
        const struct diff_text explains = report_show_share(change->is.explains),
                               subject = report_show_subject(change),
                               text = report_show_change(diff, change);
        HTML_ROW(html, "ntt",
                 known               ? explains.text
                 : change->is.places ? "not tried"
                                     : "only looks",
                 subject.text, text.text);
    }
    mem_free(order.list);
    if (order.placing > 1 && order.evaluated > 0 && diff->cover->amount > 0) {
        const struct diff_text rest = report_show_share(1 - report_diff_explained(diff));
        HTML_ROW(html, "ntt", rest.text, "", "changes acting together");
    }
    html_table_end(html);
    if (changes->count > SHOWN_CHANGES)
        html_textf(html, "and %zu more", changes->count - SHOWN_CHANGES);
    html_raw(html,
             "<p class=\"soft\">Each change is made alone to the map before; what it explains "
             "is how much nearer that comes to the map after.</p>\n");
    return SCREE_OK;
}

/* ---- inputs ---- */

static void write_inputs(struct html *html, const struct report_diff *diff)
{
    static const char *const sides[] = {"before", "after"};
    html_section(html, "Inputs");
    HTML_TABLE(html, "ttt", "", "file", "SHA-256");
    for (int s = 0; s < 2; s++) {
        const struct report_side *side = &diff->sides[s];
        HTML_ROW(html, "ttt", sides[s], side->path,
                 side->map != NULL ? side->sha256 : "a bake; its manifest has the digests");
    }
    if (diff->options.field != NULL) {
        const struct inputs_file *terrain = diff->options.terrain;
        HTML_ROW(html, "ttt", "terrain", terrain->path, terrain->sha256);
    }
    html_table_end(html);
}

enum scree_code report_diff_page(struct scree_bytes *out, const struct report_diff *diff,
                                 struct scree_job *job, struct scree_error *err)
{
    struct html html;
    enum scree_code code = SCREE_OK;
    if (diff->pictures == NULL)
        return err_set_option(
            err, "form", "a page has pictures, and none were asked for; compare with pictures");
    write_head(&html, diff, job);
    FAIL_IF_ERR(code, write_pictures(&html, diff, err));
    FAIL_IF_ERR(code, write_changes(&html, diff, err));
    if (diff->cover->texels_differ > 0) {
        write_areas(&html, diff);
        write_moves(&html, diff);
        FAIL_IF_ERR(code, report_diff_places(&html, diff, job, err));
    }
    write_inputs(&html, diff);
    code = html_take(out, &html, err);

fail:
    html_free(&html);
    job_finish(job);
    return code;
}
