#include <stdarg.h>

#include "base/angle.h"
#include "base/text.h"
#include "report/info_items.h"

#define LABEL_WIDTH 14
#define MAX_LISTED 32

/* "  name          " at a depth; the rest of the line follows. */
static void add_label(struct report *report, unsigned indent, const char *label)
{
    report_add(report, "%*s%-*s", (int)indent, "", LABEL_WIDTH, label);
}

static void PRINTF_LIKE(4, 5)
    add_line(struct report *report, unsigned indent, const char *label, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_label(report, indent, label);
    grow_print_list(&report->grow, format, args);
    report_put(report, "\n");
    va_end(args);
}

static void add_warnings(struct report *report, const struct warn_list *list, unsigned indent)
{
    for (size_t i = 0; i < list->count; i++) {
        char text[320], clean[640];
        job_warning_text(report->job, text, sizeof text, &list->list[i]);
        add_line(report, indent, "warning", "%s", text_clean(clean, sizeof clean, text));
    }
    if (list->dropped > 0) {
        add_line(report, indent, "warning", "and %zu more", list->dropped);
    }
}

/* So much of the area lies below an altitude, or is less steep. */
static void add_area_below(struct report *report, const struct report_info_item *item)
{
    const struct ter_quantiles *const q = item->quantiles;
    if (q == NULL) return;
    const double *const values[2] = {q->altitude_m, q->slope_deg};
    const int digits[2] = {
        ter_shown_digits((item->ranges->altitude_max_tu - item->ranges->altitude_min_tu) *
                         item->field->scal_m[2]),
        1};
    add_label(report, 2, "area below");
    for (int i = 0; i < TER_QUANTILES; i++)
        report_add(report, "%8u %%", (unsigned)ter_quantile_percent[i]);
    report_put(report, "\n");
    for (int k = 0; k < 2; k++) {
        add_label(report, 2, k == 0 ? "  metres" : "  degrees");
        for (int i = 0; i < TER_QUANTILES; i++)
            report_add(report, "%10.*f", digits[k], values[k][i]);
        report_put(report, "\n");
    }
}

static void add_heights(struct report *report, const struct ter_field *field,
                        const struct heights_about *about)
{
    add_label(report, 2, "heights");
    const double step_m = field->step_tu * field->scal_m[2];
    if (about->format == HEIGHTS_TERRAGEN)
        report_add(report, "HeightScale %d, BaseHeight %d: ", field->height_scale,
                   field->base_height);
    else
        report_add(report, "%s%s", about->numbers, field->samples == NULL ? ": " : "\n");
    if (field->samples == NULL)
        report_add(report, "steps of %.4g m (%.4g units)\n", step_m, field->step_tu);
    if (about->format != HEIGHTS_TERRAGEN) return;
    add_label(report, 2, "curvature");
    if (field->curve_mode == 0)
        report_add(report, "CRVM 0: flat\n");
    else
        report_add(report, "CRVM %u: draped over a sphere of %.6g km radius\n",
                   (unsigned)field->curve_mode, field->curve_radius_km);
}

static void add_beamng_layers(struct report *report, const struct heights_layers *layers)
{
    if (layers->version == 0) return;
    size_t holes = 0;
    for (size_t i = 0; i < (size_t)layers->size * layers->size; i++)
        holes += layers->ids[i] == HEIGHTS_HOLE;
    add_line(report, 2, "version", "%u, %zu hole%s", layers->version, holes, holes == 1 ? "" : "s");
    add_label(report, 2, "materials");
    for (size_t i = 0; i < layers->count && i < MAX_LISTED; i++) {
        char clean[REPORT_TEXT_SIZE];
        report_add(report, "%s%s", i > 0 ? ", " : "",
                   text_clean(clean, sizeof clean, layers->names[i]));
    }
    if (layers->count > MAX_LISTED) report_add(report, " and %zu more", layers->count - MAX_LISTED);
    report_put(report, "\n");
}

void report_info_add_terrain(struct report *report, const struct report_info_item *item)
{
    const struct inputs_file *file = item->file;
    const struct ter_field *field = item->field;
    const struct ter_ranges *ranges = item->ranges;
    char clean[REPORT_TEXT_SIZE], source[REPORT_TEXT_SIZE];
    const double *scal = field->scal_m;
    const double wide_tu = field->points_x - 1.0, high_tu = field->points_y - 1.0;
    report_add(report, "%s: %s\n", text_clean(clean, sizeof clean, item->file->path),
               heights_format_name(file->heights.format));
    add_line(report, 2, "points", "%u x %u", (unsigned)field->points_x, (unsigned)field->points_y);
    add_line(report, 2, "extent", "%.6g x %.6g m (%.6g x %.6g units)", wide_tu * scal[0],
             high_tu * scal[1], wide_tu, high_tu);
    add_label(report, 2, "unit");
    if (scal[0] == scal[1] && scal[0] == scal[2])
        report_add(report, "%.6g m", scal[0]);
    else
        report_add(report, "%.6g x %.6g m, %.6g m of height", scal[0], scal[1], scal[2]);
    report_add(report, " (%s)\n",
               text_clean(clean, sizeof clean, report_info_unit_source(source, file, report->job)));
    add_label(report, 2, "altitude");
    const double lowest_tu = ter_altitude_shown(ranges, ranges->altitude_min_tu);
    const double highest_tu = ter_altitude_shown(ranges, ranges->altitude_max_tu);
    report_add(report, "%.6g to %.6g m (%.6g to %.6g units)\n", lowest_tu * scal[2],
               highest_tu * scal[2], lowest_tu, highest_tu);
    add_line(report, 2, "slope", "%.1f to %.1f degrees (gradient %.4g to %.4g)",
             angle_degrees(ranges->slope_min), angle_degrees(ranges->slope_max), ranges->slope_min,
             ranges->slope_max);
    add_area_below(report, item);
    add_heights(report, field, &file->heights);
    add_beamng_layers(report, &file->heights.layers);
    add_warnings(report, &field->warnings, 2);
}

static void add_altitude(struct report *report, const struct srf_layer *layer, unsigned indent,
                         double scal_m)
{
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (!srf_is_on(layer->alte[i])) continue;
        add_line(report, indent, "altitude",
                 "%s %.6g units (%.6g m), fuzziness %.6g units (%.6g m)", words[i],
                 (double)layer->altl[i], (double)layer->altl[i] * scal_m, (double)layer->altf[i],
                 (double)layer->altf[i] * scal_m);
    }
}

static void add_slope(struct report *report, const struct srf_layer *layer, unsigned indent)
{
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (!srf_is_on(layer->slpe[i])) continue;
        add_line(report, indent, "slope", "%s %.1f degrees (gradient %.6g), fuzziness %.6g",
                 words[i], angle_degrees((double)layer->slpl[i]), (double)layer->slpl[i],
                 (double)layer->slpf[i]);
    }
}

static void add_plugins(struct report *report, const struct srf_layer *layer, unsigned indent)
{
    if (layer->difp_size == 0 && layer->dnsp_size == 0) return;
    add_line(report, indent, "plug-ins",
             "%u bytes of colour and %u bytes of distribution plug-ins, ignored",
             (unsigned)layer->difp_size, (unsigned)layer->dnsp_size);
}

static void add_layer(struct report *report, const struct srf_layer *layer,
                      const struct info_scale *scale)
{
    char clean[REPORT_TEXT_SIZE];
    const unsigned indent = 2 + 2 * layer->depth;
    report_add(report, "%*s#%u %s\n", (int)indent, "", (unsigned)layer->index,
               layer->name[0] != '\0' ? text_clean(clean, sizeof clean, layer->name) : "(no name)");
    add_line(report, indent + 4, "colour", "%d %d %d of 256", layer->difc[0], layer->difc[1],
             layer->difc[2]);
    if (layer->parent == NULL) {
        add_label(report, indent + 4, "coverage");
        char words[REPORT_WORDS_SIZE];
        report_add(report, "everywhere, being the root (%s)\n",
                   report_words(report, words, "its own limits count with {root_density}"));
    }
    add_line(report, indent + 4, layer->parent == NULL ? "own coverage" : "coverage",
             "%.6g, fractal noise %.6g, smoothing (SMSZ) %.6g units (%.6g m)", (double)layer->covr,
             (double)layer->vari, (double)layer->smsz, (double)layer->smsz * scale->scal_m[0]);
    add_altitude(report, layer, indent + 4, scale->scal_m[2]);
    add_slope(report, layer, indent + 4);
    add_plugins(report, layer, indent + 4);
    if (report_info_hidden(layer, scale)) {
        add_line(report, indent + 4, "warning",
                 "appears nowhere on %s, which spans %.6g to %.6g units",
                 text_clean(clean, sizeof clean, scale->source),
                 ter_altitude_shown(scale->ranges, scale->ranges->altitude_min_tu),
                 ter_altitude_shown(scale->ranges, scale->ranges->altitude_max_tu));
    }
}

static void add_unknown(struct report *report, const struct srf_map *map)
{
    struct srf_unknown chunks[MAX_LISTED];
    const size_t count = srf_unknown_chunks(chunks, MAX_LISTED, map);
    for (size_t i = 0; i < count && i < MAX_LISTED; i++) {
        char marker[16];
        const struct srf_layer *layer = chunks[i].layer;
        add_label(report, 2, "unknown");
        report_add(report, "chunk '%s'",
                   text_clean(marker, sizeof marker, chunks[i].chunk->marker));
        if (chunks[i].chunk->offset != SCREE_NO_OFFSET)
            report_add(report, " at byte %llu", (unsigned long long)chunks[i].chunk->offset);
        report_add(report, ", %u bytes", (unsigned)chunks[i].chunk->size);
        if (layer != NULL) report_add(report, ", in layer #%u", (unsigned)layer->index);
        report_put(report, "\n");
    }
    if (count > MAX_LISTED) {
        add_line(report, 2, "unknown", "and %zu more chunks", count - MAX_LISTED);
    }
}

static void add_scale_hint(struct report *report, const struct srf_map *map,
                           const struct info_scale *scale)
{
    struct compare_scale_hint hint;
    char text[COMPARE_SCALE_TEXT], words[REPORT_WORDS_SIZE];
    if (!report_info_scale_hint(&hint, map, scale)) return;
    add_line(report, 2, "hint", "%s", compare_scale_words(text, &hint));
    add_line(report, 2, "", "%s", report_words(report, words, compare_scale_advice(text, &hint)));
}

void report_info_add_surface(struct report *report, const struct report_info_item *item,
                             const struct info_scale *scale)
{
    const struct srf_map *map = item->map;
    char clean[REPORT_TEXT_SIZE];
    report_add(report, "%s: Terragen %s, %u layer%s\n",
               text_clean(clean, sizeof clean, item->file->path),
               map->container == SRF_FILE_TGW ? "world with a surface map" : "surface map",
               (unsigned)map->layer_count, map->layer_count == 1 ? "" : "s");
    add_label(report, 2, "unit");
    if (scale->scal_m[0] == scale->scal_m[2])
        report_add(report, "%.6g m", scale->scal_m[0]);
    else
        report_add(report, "%.6g m, %.6g m of height", scale->scal_m[0], scale->scal_m[2]);
    report_add(report, " (%s)\n", text_clean(clean, sizeof clean, scale->source));
    add_scale_hint(report, map, scale);
    for (uint32_t i = 0; i < map->layer_count; i++) add_layer(report, map->layers[i], scale);
    add_unknown(report, map);
    add_warnings(report, &map->warnings, 2);
}
