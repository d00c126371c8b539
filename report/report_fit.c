/*
 * What a fit found (docs/fit.md), as text, as JSON, and as a page with the painting, the map and
 * where they differ. Shares are those of the texels that have a class.
 */
#include "report/report_answers.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/json_text.h"
#include "base/mem.h"
#include "base/text.h"
#include "report/html.h"

#define LONG_SIDE 560

static uint32_t classes(const struct report_fit *fit)
{
    return fit->picture->count;
}

static uint64_t painted(const struct report_fit *fit, uint32_t class)
{
    uint64_t sum = 0;
    for (uint32_t c = 0; c < classes(fit); c++) sum += fit->confusion->texels[class][c];
    return sum;
}

static uint64_t fitted(const struct report_fit *fit, uint32_t class)
{
    uint64_t sum = 0;
    for (uint32_t c = 0; c < classes(fit); c++) sum += fit->confusion->texels[c][class];
    return sum;
}

static double share(const struct report_fit *fit, uint64_t texels)
{
    return fit->confusion->total > 0 ? (double)texels / (double)fit->confusion->total : 0;
}

static bool is_around(const struct report_fit *fit)
{
    for (int q = 0; q < FIT_AROUNDS; q++)
        if (fit->found->around[q].taken) return true;
    return false;
}

struct report_fit_shares report_fit_shares(const struct report_fit *fit)
{
    uint64_t agreed = 0, by_rules = 0, paint = 0;
    for (uint32_t c = 0; c < classes(fit); c++) {
        agreed += fit->confusion->texels[c][c];
        by_rules += fit->confusion->by_rules[c];
        if (fit->found->paint[c]) paint += painted(fit, c) - fit->confusion->by_rules[c];
    }
    struct report_fit_shares s = {share(fit, agreed), share(fit, by_rules),
                                  .paint = share(fit, paint)};
    const double left = 1 - s.rules - s.paint;
    s.noise = left > 0 ? left : 0;
    s.most = fit->found->at_most;
    if (!is_around(fit) && s.rules > s.most) s.most = s.rules; /* a limit may cut through a range */
    return s;
}

static uint32_t layer_of(const struct report_fit *fit, uint32_t class)
{
    const struct fit_rules *rules = &fit->found->rules;
    for (uint32_t l = 0; l < rules->count; l++)
        if (rules->layers[l].class == class) return l;
    return 0;
}

/* ---- text ---- */

static void put_name(struct report *out, const char *name, size_t most)
{
    char column[4 * 32];
    text_column(column, sizeof column, name, most, most);
    report_put(out, column);
}

static void put_table(struct report *out, const struct report_fit *fit)
{
    report_put(out, "  painted \\ map     ");
    for (uint32_t c = 0; c < classes(fit); c++) {
        report_put(out, " ");
        put_name(out, fit->picture->classes[c].name, 9);
    }
    report_put(out, "   of all\n");
    for (uint32_t p = 0; p < classes(fit); p++) {
        const uint64_t all = painted(fit, p);
        report_put(out, "  ");
        put_name(out, fit->picture->classes[p].name, 18);
        for (uint32_t c = 0; c < classes(fit); c++)
            report_add(out, " %7.1f %%",
                       all > 0 ? 100 * (double)fit->confusion->texels[p][c] / (double)all : 0);
        report_add(out, " %6.1f %%\n", 100 * share(fit, all));
    }
}

static void put_layers(struct report *out, const struct report_fit *fit)
{
    const struct fit_rules *rules = &fit->found->rules;
    for (uint32_t l = 0; l < rules->count; l++) {
        const uint32_t class = rules->layers[l].class;
        report_put(out, l == 0 ? "  layers     " : "             ");
        put_name(out, fit->picture->classes[class].name, 18);
        report_add(out, " painted %5.1f %%, map %5.1f %%%s\n",
                   100 * share(fit, painted(fit, class)), 100 * share(fit, fitted(fit, class)),
                   l == 0                     ? ", the root"
                   : fit->found->paint[class] ? ", no rule tells where: coverage 0"
                                              : "");
    }
}

/* Layers whose area on the other ground is another than on the painted one. */
#define MOST_FACTOR 1.5
static void put_moved(struct report *out, const struct report_fit *fit)
{
    const struct fit_found *found = fit->found;
    report_put(out, "  moved      to other ground: limits stand at the same shares of the area\n");
    for (uint32_t l = 0; l < found->onto.count; l++) {
        const double here = found->areas[l], there = found->onto_areas[l];
        if (here <= 0 || (there <= MOST_FACTOR * here && here <= MOST_FACTOR * there)) continue;
        report_put(out, "             ");
        put_name(out, fit->picture->classes[found->onto.layers[l].class].name, 18);
        report_add(out, " covers %.2f %%, on the painted ground %.2f %%: %s\n", 100 * there,
                   100 * here,
                   there < here ? "little ground there has both its altitudes and its slopes, or "
                                  "layers painted later lie on it"
                                : "no limits leave less of the ground that is there");
    }
}

static const char *rules_on(const struct report_fit *fit)
{
    return is_around(fit) ? "rules" : "rules on altitude and slope";
}

static void put_gains(struct report *out, const struct report_fit *fit)
{
    const char *label = "  also by    ";
    for (int q = 0; q < FIT_AROUNDS; q++) {
        const struct fit_gain *const gain = &fit->found->around[q];
        if (!gain->asked) continue;
        report_add(out, "%s%s: %.1f points more of ground held out%s\n", label,
                   srf_quantity_words[q].name, 100 * gain->gain, gain->taken ? "" : ", left out");
        label = "             ";
    }
}

static enum scree_code in_text(struct scree_bytes *out, const struct report_fit *fit,
                               const struct scree_job *job, struct scree_error *err)
{
    const struct report_fit_shares s = report_fit_shares(fit);
    struct report text = {.job = job};
    report_add(&text, "%s: %u x %u texels, %u classes\n", fit->what, (unsigned)fit->picture->width,
               (unsigned)fit->picture->height, (unsigned)classes(fit));
    report_add(&text,
               "  agreement  %.1f %%: so much of it has the same strongest layer in the map\n",
               100 * s.agreement);
    report_add(&text, "  explained  %.1f %% by %s; %.1f %% is left to noise, %.1f %% to paint\n",
               100 * s.rules, rules_on(fit), 100 * s.noise, 100 * s.paint);
    report_add(
        &text,
        "  at most    %.1f %% or little more could be explained by rules on altitude and slope\n",
        100 * s.most);
    put_gains(&text, fit);
    if (fit->moved) put_moved(&text, fit);
    put_layers(&text, fit);
    put_table(&text, fit);
    return report_take(out, &text, err);
}

/* ---- JSON ---- */

static json_t *class_object(const struct report_fit *fit, uint32_t class)
{
    const struct fit_class *of = &fit->picture->classes[class];
    json_t *map = json_array();
    for (uint32_t c = 0; c < classes(fit); c++)
        json_text_append(&map, json_text_count(fit->confusion->texels[class][c]));
    char name[REPORT_TEXT_SIZE];
    const uint32_t layer = layer_of(fit, class);
    json_t *area = fit->moved ? json_real(fit->found->areas[layer]) : json_null();
    json_t *onto = fit->moved ? json_real(fit->found->onto_areas[layer]) : json_null();
    return json_pack("{s:s,s:[iii],s:i,s:b,s:o,s:o,s:o,s:o,s:o,s:o}", "name",
                     text_clean(name, sizeof name, of->name), "rgb", of->rgb[0], of->rgb[1],
                     of->rgb[2], "layer", (int)layer, "explained", !fit->found->paint[class],
                     "painted", json_text_count(painted(fit, class)), "fitted",
                     json_text_count(fitted(fit, class)), "by_rules",
                     json_text_count(fit->confusion->by_rules[class]), "map", map, "area", area,
                     "area_onto", onto);
}

static json_t *gain_object(const struct report_fit *fit, int quantity)
{
    const struct fit_gain *const gain = &fit->found->around[quantity];
    return json_pack("{s:s,s:f,s:b}", "by", srf_quantity_words[quantity].name, "gain", gain->gain,
                     "taken", gain->taken);
}

static enum scree_code in_json(struct scree_bytes *out, const struct report_fit *fit,
                               struct scree_error *err)
{
    const struct report_fit_shares s = report_fit_shares(fit);
    json_t *list = json_array();
    for (uint32_t c = 0; c < classes(fit); c++) json_text_append(&list, class_object(fit, c));
    json_t *around = json_array();
    for (int q = 0; q < FIT_AROUNDS; q++)
        if (fit->found->around[q].asked) json_text_append(&around, gain_object(fit, q));
    json_t *document = json_pack(
        "{s:s,s:s,s:i,s:i,s:o,s:f,s:f,s:f,s:f,s:f,s:o,s:b,s:o}", "format", "scree-fit-1", "what",
        fit->what, "width", (int)fit->picture->width, "height", (int)fit->picture->height, "texels",
        json_text_count(fit->confusion->total), "agreement", s.agreement, "by_rules", s.rules,
        "left_to_noise", s.noise, "left_to_paint", s.paint, "at_most", s.most, "around", around,
        "moved", fit->moved, "classes", list);
    return json_text_bytes(out, document, err);
}

/* ---- page ---- */

struct drawing {
    const struct report_fit *fit;
    uint32_t width, height;
    uint8_t *rgb;
};

static uint8_t id_at(const struct fit_picture *picture, const uint8_t *ids, uint32_t column,
                     uint32_t row)
{
    const uint32_t from_south = picture->height - 1 - row;
    const uint32_t at = picture->grid == SCREE_VERTICES ? from_south : row;
    return ids[(size_t)at * picture->width + column];
}

/* ids NULL: the difference: where both are equal, pale; else the painted colour. */
static void draw(const struct drawing *d, const uint8_t *ids)
{
    static const uint8_t none[3] = {32, 32, 32}, equal[3] = {235, 235, 232};
    const struct fit_picture *picture = d->fit->picture;
    for (uint32_t j = 0; j < d->height; j++)
        for (uint32_t i = 0; i < d->width; i++) {
            const uint32_t column = (uint32_t)((uint64_t)i * picture->width / d->width);
            const uint32_t row = (uint32_t)((uint64_t)j * picture->height / d->height);
            const uint8_t was = id_at(picture, picture->ids, column, row);
            const uint8_t is = id_at(picture, d->fit->confusion->fitted, column, row);
            const uint8_t shown = ids != NULL ? id_at(picture, ids, column, row) : was;
            const uint8_t *colour = shown == FIT_NONE          ? none
                                    : ids == NULL && was == is ? equal
                                                               : picture->classes[shown].rgb;
            for (size_t k = 0; k < 3; k++) d->rgb[((size_t)j * d->width + i) * 3 + k] = colour[k];
        }
}

static void put_pictures(struct html *html, const struct report_fit *fit)
{
    const struct fit_picture *picture = fit->picture;
    const uint32_t side = picture->width > picture->height ? picture->width : picture->height;
    struct drawing d = {.fit = fit, .width = picture->width, .height = picture->height};
    if (side > LONG_SIDE) {
        d.width = (uint32_t)((uint64_t)picture->width * LONG_SIDE / side);
        d.height = (uint32_t)((uint64_t)picture->height * LONG_SIDE / side);
        d.width += d.width == 0;
        d.height += d.height == 0;
    }
    if (MEM_NEED(&d.rgb, (size_t)d.width * d.height, 3, &html->err) != SCREE_OK) return;
    const struct {
        const uint8_t *ids;
        const char *alt, *caption;
    } shown[3] = {{picture->ids, "painted classes", "Painted"},
                  {fit->confusion->fitted, "strongest layers of the map", "Fitted"},
                  {NULL, "texels that differ",
                   "Difference: in its painted colour where the map has another layer"}};
    html_raw(html, "<div style=\"display:flex;flex-wrap:wrap;gap:1rem\">");
    for (int i = 0; i < 3; i++) {
        draw(&d, shown[i].ids);
        const struct html_picture one = {d.rgb, d.width, d.height, shown[i].alt};
        html_raw(html, "<div style=\"flex:1 1 18rem\">");
        html_picture(html, &one, shown[i].caption);
        html_raw(html, "</div>");
    }
    html_raw(html, "</div>");
    mem_free(d.rgb);
    html_raw(html, HTML_LEGEND);
    for (uint32_t c = 0; c < classes(fit); c++)
        html_legend(html, picture->classes[c].rgb, picture->classes[c].name);
    html_raw(html, HTML_LEGEND_END);
}

static void put_confusion(struct html *html, const struct report_fit *fit)
{
    char kinds[FIT_MAX_CLASSES + 4] = "t";
    const char *headings[FIT_MAX_CLASSES + 3] = {"painted"};
    uint32_t columns = 1;
    for (; columns <= classes(fit); columns++) {
        kinds[columns] = 'n';
        headings[columns] = fit->picture->classes[columns - 1].name;
    }
    kinds[columns] = 'n';
    headings[columns++] = "of all";
    kinds[columns] = 't';
    headings[columns++] = "";
    html_table_begin(html, kinds, headings);
    for (uint32_t p = 0; p < classes(fit); p++) {
        const uint64_t all = painted(fit, p);
        char numbers[FIT_MAX_CLASSES + 1][16];
        const char *cells[FIT_MAX_CLASSES + 3] = {fit->picture->classes[p].name};
        for (uint32_t c = 0; c < classes(fit); c++) {
            const double part = all > 0 ? (double)fit->confusion->texels[p][c] / (double)all : 0;
            snprintf(numbers[c], sizeof numbers[c], "%.1f %%", 100 * part);
            cells[1 + c] = numbers[c];
        }
        snprintf(numbers[classes(fit)], sizeof numbers[0], "%.1f %%", 100 * share(fit, all));
        cells[1 + classes(fit)] = numbers[classes(fit)];
        cells[2 + classes(fit)] = fit->found->paint[p] ? "no rule tells where" : "";
        html_row(html, kinds, cells);
    }
    html_table_end(html);
}

static enum scree_code in_html(struct scree_bytes *out, const struct report_fit *fit,
                               struct scree_error *err)
{
    struct html html;
    const struct report_fit_shares s = report_fit_shares(fit);
    const struct {
        double value;
        const char *what;
    } figures[] = {{s.agreement, "agrees: the same strongest layer in the map"},
                   {s.rules, is_around(fit) ? "explained by rules"
                                            : "explained by rules on altitude and slope"},
                   {s.noise, "left to noise"},
                   {s.paint, "left to paint"},
                   {s.most, "at most, by any rules on altitude and slope"}};
    html_begin(&html, "Fitted surface map", fit->what, "fitted", HTML_GOOD);
    html_raw(&html, HTML_FIGURES);
    for (size_t i = 0; i < sizeof figures / sizeof figures[0]; i++)
        html_figure(&html, figures[i].what, "%.1f %%", 100 * figures[i].value);
    html_raw(&html, HTML_FIGURES_END);
    html_section(&html, "Pictures");
    put_pictures(&html, fit);
    html_section(&html, "What the map has where it was painted");
    put_confusion(&html, fit);
    return html_take(out, &html, err);
}

enum scree_code report_fit(struct scree_bytes *out, const struct report_fit *fit,
                           enum scree_form form, const struct scree_job *job,
                           struct scree_error *err)
{
    *out = (struct scree_bytes){0};
    if (form == SCREE_HTML) return in_html(out, fit, err);
    return form == SCREE_JSON ? in_json(out, fit, err) : in_text(out, fit, job, err);
}
