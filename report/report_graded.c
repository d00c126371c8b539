/* Ground for roads, as a page: classes before and after, and the places that are too steep. */
#include <stdio.h>

#include "report/html.h"
#include "report/report_answers.h"

#define CELL 96

struct totals {
    double length_m, within_m, unbanked_m, level_m;
};

static struct totals add_up(const struct roads_graded *graded)
{
    struct totals all = {0, 0, 0, 0};
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++) {
        const struct roads_graded_class *class = &graded->classes[kind];
        all.length_m += class->length_m;
        all.within_m += class->within_m;
        all.unbanked_m += class->unbanked_m;
        all.level_m += class->level_m;
    }
    return all;
}

static double percent(double part, double all)
{
    return all > 0 ? 100 * part / all : 100;
}

static void put_figures(struct html *html, const struct roads_graded *graded)
{
    const struct totals all = add_up(graded);
    html_raw(html, HTML_FIGURES);
    html_figure(html, "of roads on the ground", "%.2f km", all.length_m / 1000);
    html_figure(html, "of that is within its class' greatest grade", "%.1f %%",
                percent(all.within_m, all.length_m));
    html_figure(html, "of what nothing banks has a cross fall up to 4 %", "%.1f %%",
                percent(all.level_m, all.unbanked_m));
    html_figure(html, "cut", "%.0f m3", graded->cut_m3);
    html_figure(html, "fill", "%.0f m3", graded->fill_m3);
    html_figure(html, "of cut or fill in 90 % of the length", "%.1f m", graded->depth_p90_m);
    html_figure(html, "bridges and tunnels", "%.2f km", graded->open_m / 1000);
    html_figure(html, "junctions", "%zu", graded->junctions);
    html_raw(html, HTML_FIGURES_END);
}

static char *spread(char out[CELL], const struct roads_spread *of)
{
    snprintf(out, CELL, "%.1f / %.1f / %.1f %%", 100 * of->p50, 100 * of->p90,
             100 * of->most.value);
    return out;
}

static void put_classes(struct html *html, const struct roads_graded *graded)
{
    HTML_TABLE(html, "tnnnnnnn", "class", "km", "greatest grade", "within it", "grade before",
               "after", "cross fall before", "after");
    for (enum roads_class kind = 0; kind < ROADS_CLASSES; kind++) {
        const struct roads_graded_class *class = &graded->classes[kind];
        char text[3][CELL], drive[4][CELL];
        if (class->length_m <= 0) continue;
        snprintf(text[0], CELL, "%.2f", class->length_m / 1000);
        snprintf(text[1], CELL, "%.0f %%", 100 * class->limit);
        snprintf(text[2], CELL, "%.1f %%", percent(class->within_m, class->length_m));
        HTML_ROW(html, "tnnnnnnn", roads_class_name(kind), text[0], text[1], text[2],
                 spread(drive[0], &class->before.grade), spread(drive[1], &class->after.grade),
                 spread(drive[2], &class->before.cross), spread(drive[3], &class->after.cross));
    }
    html_table_end(html);
    html_paragraph(html, "Grade and cross fall: half of the length has less than the first "
                         "number, 90 %% less than the second; the third is the most.");
}

static void put_worst(struct html *html, const char *what, const char *unit, double scale,
                      const struct roads_graded *graded, const struct roads_worst *worst)
{
    char value[CELL], at[CELL];
    if (worst->value <= 0) return;
    snprintf(value, sizeof value, "%.1f %s", scale * worst->value, unit);
    roads_spot(at, sizeof at, graded->depth_of_terrain_m, worst->x_m, worst->z_m);
    HTML_ROW(html, "tnt", what, value, at);
}

static void put_places(struct html *html, const struct roads_graded *graded)
{
    HTML_TABLE(html, "tnt", "most", "", "at");
    put_worst(html, "deepest cut", "m", 1, graded, &graded->cut_m);
    put_worst(html, "highest fill", "m", 1, graded, &graded->fill_m);
    put_worst(html, "greatest step where roads meet", "cm", 100, graded, &graded->step_m);
    html_table_end(html);
    if (graded->bad_count == 0) return;
    html_paragraph(html,
                   "%.0f m are steeper than their class allows, as cuts and fills would be "
                   "deeper than theirs. The worst places:",
                   graded->steep_m);
    HTML_TABLE(html, "tttnn", "road", "class", "at", "grade", "length");
    for (size_t i = 0; i < graded->bad_count; i++) {
        const struct roads_bad_place *bad = &graded->bad[i];
        char at[CELL], grade[CELL], length[CELL];
        roads_spot(at, sizeof at, graded->depth_of_terrain_m, bad->x_m, bad->z_m);
        snprintf(grade, sizeof grade, "%.1f %%", 100 * bad->value);
        snprintf(length, sizeof length, "%.0f m", bad->length_m);
        HTML_ROW(html, "tttnn", bad->name, roads_class_name(bad->kind), at, grade, length);
    }
    html_table_end(html);
}

enum scree_code report_graded(struct scree_bytes *out, const struct roads_graded *graded,
                              const char *name, const struct scree_job *job,
                              struct scree_error *err)
{
    struct html html = {.out = {.job = job}};
    const bool good = graded->bad_count == 0;
    html_begin(&html, "Ground for roads", name, good ? "within grades" : "too steep in places",
               good ? HTML_GOOD : HTML_WARNING);
    put_figures(&html, graded);
    html_section(&html, "Classes");
    put_classes(&html, graded);
    html_section(&html, "Places");
    put_places(&html, graded);
    return html_take(out, &html, err);
}
