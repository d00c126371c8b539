/* The places that changed most, taken apart as scree probe does, before and after. */
#include <math.h>
#include <stdio.h>

#include "base/angle.h"
#include "compare/compare_explain.h"
#include "report/diffing.h"

#define PLACES 6
#define SEEN 0.005f /* a layer whose weight changes by less is not worth a line */

/* What it takes to explain texels of one side. */
struct ground {
    struct render_plan *plan;
    struct render_merge *merge;
    const struct srf_map *map;
};

static enum scree_code open_ground(struct ground *ground, const struct report_diff *diff, int s,
                                   struct scree_error *err)
{
    ground->map = diff->sides[s].map;
    RETURN_IF_ERR(render_merge_depth(&ground->merge, ground->map, diff->depth, err));
    struct render_options options = diff->render;
    options.threads = 1;
    options.tile = 1;
    return render_plan_create(&ground->plan, diff->options.field, ground->map, &options, err);
}

static void close_ground(struct ground *ground)
{
    render_plan_free(ground->plan);
    render_merge_free(ground->merge);
}

static float weight_of(const struct compare_explanation *e, uint32_t layer)
{
    return layer != SCREE_NO_LAYER ? e->layers[layer].factors.weight : 0;
}

static const char *why_of(const struct compare_explanation *e, uint32_t layer)
{
    return layer != SCREE_NO_LAYER ? e->layers[layer].why : "is not there";
}

static void write_layer(struct html *html, const struct report_diff *diff,
                        struct compare_explanation *const e[2], uint32_t joint,
                        const uint32_t layers[2])
{
    const float before = weight_of(e[0], layers[0]), after = weight_of(e[1], layers[1]);
    if (fabsf(after - before) < SEEN) return;
    const struct diff_text was = report_show_share((double)before),
                           is = report_show_share((double)after);
    HTML_ROW(html, "tnntt", diff->names[joint], was.text, is.text, why_of(e[0], layers[0]),
             why_of(e[1], layers[1]));
}

static void write_place(struct html *html, const struct report_diff *diff,
                        struct compare_explanation *const e[2])
{
    const struct compare_changes *changes = diff->changes;
    html_raw(html, "<h3>");
    html_text(html, report_show_place(diff, e[0]->column, e[0]->row).text);
    html_raw(html, "</h3>");
    html_paragraph(html, "%.1f m high, %.1f degrees steep.",
                   e[0]->altitude_tu * diff->options.field->scal_m[2], angle_degrees(e[0]->slope));
    HTML_TABLE(html, "tnntt", "layer", "before", "after", "why before", "why after");
    for (uint32_t j = 0; j < diff->joint_count; j++) {
        uint32_t layers[2] = {j, SCREE_NO_LAYER};
        if (j < changes->before_count) {
            layers[1] = changes->after_of_before[j];
        } else {
            layers[0] = SCREE_NO_LAYER;
            layers[1] = 0;
            while (changes->joint_of_after[layers[1]] != j) layers[1]++;
        }
        write_layer(html, diff, e, j, layers);
    }
    html_table_end(html);
}

static enum scree_code write_texel(struct html *html, const struct report_diff *diff,
                                   const struct ground grounds[2], const struct ter_ranges *ranges,
                                   uint32_t column, uint32_t row, struct scree_error *err)
{
    struct compare_explanation *e[2] = {NULL, NULL};
    enum scree_code code = SCREE_OK;
    for (int s = 0; s < 2 && code == SCREE_OK; s++) {
        const struct compare_subject subject = {grounds[s].plan,  diff->options.field,
                                                grounds[s].map,   &diff->render,
                                                grounds[s].merge, ranges};
        code = compare_explain(&e[s], &subject, column, row, err);
    }
    if (code == SCREE_OK) write_place(html, diff, e);
    for (int s = 0; s < 2; s++) compare_explanation_free(e[s]);
    return code;
}

static void write_regions(struct html *html, const struct report_diff *diff)
{
    const struct compare_cover *c = diff->cover;
    HTML_TABLE(html, "ntttn", "area", "columns", "rows", "most changes at", "there");
    for (size_t i = 0; i < c->region_count && i < 2 * PLACES; i++) {
        const struct compare_region *r = &c->regions[i];
        char columns[32], rows[32];
        snprintf(columns, sizeof columns, "%u..%u", (unsigned)r->left, (unsigned)r->right);
        snprintf(rows, sizeof rows, "%u..%u", (unsigned)r->top, (unsigned)r->bottom);
        const struct diff_text area = report_show_ha(report_texels_m2(diff, r->ground)),
                               at = report_show_place(diff, r->column, r->row),
                               peak = report_show_share((double)r->peak / c->full);
        HTML_ROW(html, "ntttn", area.text, columns, rows, at.text, peak.text);
    }
    html_table_end(html);
}

static enum scree_code write_worst(struct html *html, const struct report_diff *diff,
                                   const struct ground grounds[2], struct scree_job *job,
                                   struct scree_error *err)
{
    const struct compare_cover *c = diff->cover;
    struct ter_ranges ranges;
    RETURN_IF_ERR(ter_measure(&ranges, diff->options.field, diff->render.threads, job, err));
    if (c->region_count == 0)
        return write_texel(html, diff, grounds, &ranges, c->largest_column, c->largest_row, err);
    const size_t count = c->region_count < PLACES ? c->region_count : PLACES;
    for (size_t i = 0; i < count; i++) {
        const struct compare_region *r = &c->regions[i];
        RETURN_IF_ERR(job_step(job, "explaining", (double)i / (double)count, err));
        RETURN_IF_ERR(write_texel(html, diff, grounds, &ranges, r->column, r->row, err));
    }
    return SCREE_OK;
}

enum scree_code report_diff_places(struct html *html, const struct report_diff *diff,
                                   struct scree_job *job, struct scree_error *err)
{
    html_section(html, "Regions");
    if (diff->cover->region_count > 0) write_regions(html, diff);
    if (diff->changes == NULL) return SCREE_OK;
    html_section(html, "The worst places");
    html_raw(html, "<p>Where most changes in the largest regions, taken apart as scree probe "
                   "does.</p>\n");
    struct ground grounds[2] = {{0}, {0}};
    enum scree_code code = SCREE_OK;
    for (int s = 0; s < 2 && code == SCREE_OK; s++) code = open_ground(&grounds[s], diff, s, err);
    if (code == SCREE_OK) code = write_worst(html, diff, grounds, job, err);
    for (int s = 0; s < 2; s++) close_ground(&grounds[s]);
    return code;
}
