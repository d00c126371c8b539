/*
 * What terrains and surface maps hold (scree info), as text and as JSON.
 *
 * Metres need a terrain: the first among the files gives the unit of all surface maps. Limits that
 * keep a layer off that whole terrain are marked, with a hint if another scale would help.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/angle.h"
#include "base/json_text.h"
#include "base/text.h"
#include "report/report_answers.h"

/* By what a surface map's units become metres. */
struct info_scale {
    double scal_m[3];
    const char *source;              /* where they come from: the terrain's name, or words */
    const struct ter_field *field;   /* that terrain, or NULL, */
    const struct ter_ranges *ranges; /* and its ranges */
};

/* Whether an altitude limit keeps the layer off the whole terrain; false
 * without ranges. */
static bool is_hidden(const struct srf_layer *layer, const struct info_scale *scale)
{
    if (scale->ranges == NULL || layer->parent == NULL) return false;
    const bool above =
        srf_is_on(layer->alte[0]) && (double)layer->altl[0] >= scale->ranges->altitude_max_tu;
    const bool below =
        srf_is_on(layer->alte[1]) && (double)layer->altl[1] <= scale->ranges->altitude_min_tu;
    return above || below;
}

/* compare_scale_hint() on that terrain; false without one. */
static bool find_hint(struct compare_scale_hint *out, const struct srf_map *map,
                      const struct info_scale *scale)
{
    return scale->field != NULL && compare_scale_hint(out, map, scale->field, scale->ranges);
}

/* The first word of what the job calls it: the option without its value. */
static char *option_of(char out[REPORT_TEXT_SIZE], const char *member, const struct scree_job *job)
{
    job_words(job, out, REPORT_TEXT_SIZE, member);
    out[strcspn(out, " ")] = '\0';
    return out;
}

/* Where a terrain's unit comes from: a part of the file, or the
 * name of an option. Returns out. */
static char *unit_source(char out[REPORT_TEXT_SIZE], const struct inputs_file *file,
                         const struct scree_job *job)
{
    const char *source = file->heights.scale_source;
    if (source[0] == '{') return option_of(out, source, job);
    return job_words(job, out, REPORT_TEXT_SIZE, source);
}

/* ---- text ---- */

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

static void add_terrain(struct report *report, const struct report_info_item *item)
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
               text_clean(clean, sizeof clean, unit_source(source, file, report->job)));
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

static void add_aspect(struct report *report, const struct srf_layer *layer, unsigned indent)
{
    const struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    if (!srf_is_on(limit->on[0])) return;
    add_line(report, indent, "aspect",
             "%.6g degrees to either side of %.6g (clockwise from north), fuzziness %.6g, %.6g on "
             "level ground",
             (double)limit->at[1], (double)limit->at[0], (double)limit->fuzziness[0],
             (double)limit->level);
}

static void add_position(struct report *report, const struct srf_layer *layer, unsigned indent,
                         const double scal_m[3])
{
    const struct srf_limit *limit = &layer->limits[SRF_POSITION];
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (!srf_is_on(limit->on[i])) continue;
        add_line(report, indent, "position",
                 "%s %.6g units (%.6g m) above the mean of a square of %.6g units (%.6g m), "
                 "fuzziness %.6g units",
                 words[i], (double)limit->at[i], (double)limit->at[i] * scal_m[2],
                 (double)limit->size, (double)limit->size * scal_m[0], (double)limit->fuzziness[i]);
    }
}

static void add_curvature(struct report *report, const struct srf_layer *layer, unsigned indent,
                          const double scal_m[3])
{
    const struct srf_limit *limit = &layer->limits[SRF_CURVATURE];
    const char *const words[2] = {"at least", "at most"};
    for (int i = 0; i < 2; i++) {
        if (!srf_is_on(limit->on[i])) continue;
        add_line(report, indent, "curvature",
                 "%s %.6g 1/m over a square of %.6g units (%.6g m), fuzziness %.6g 1/m", words[i],
                 (double)limit->at[i], (double)limit->size, (double)limit->size * scal_m[0],
                 (double)limit->fuzziness[i]);
    }
}

static void add_mask(struct report *report, const struct srf_layer *layer, unsigned indent,
                     const double scal_m[3])
{
    char clean[REPORT_TEXT_SIZE], classes[REPORT_TEXT_SIZE];
    if (!srf_is_on(layer->limits[SRF_MASK].on[0])) return;
    const double feather = (double)layer->limits[SRF_MASK].size;
    char soft[64] = "";
    if (feather > 0)
        snprintf(soft, sizeof soft, ", feathered over %.6g units (%.6g m)", feather,
                 feather * scal_m[0]);
    const bool some = layer->classes[0] != '\0';
    add_line(report, indent, "mask", "%s%s%s%s%s", text_clean(clean, sizeof clean, layer->mask),
             some ? ", classes " : "", text_clean(classes, sizeof classes, layer->classes), soft,
             srf_is_on(layer->limits[SRF_MASK].level) ? ", inverted" : "");
}

/* A limit by a quantity that goes from low to high and has no square. */
static void add_range(struct report *report, const struct srf_layer *layer, unsigned indent,
                      enum srf_quantity quantity)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    const struct srf_quantity_words *words = &srf_quantity_words[quantity];
    for (int i = 0; i < 2; i++)
        if (srf_is_on(limit->on[i]))
            add_line(report, indent, words->name, "%s %.6g %s, fuzziness %.6g %s",
                     i == 0 ? "at least" : "at most", (double)limit->at[i], words->unit,
                     (double)limit->fuzziness[i], words->unit);
}

static void add_near(struct report *report, const struct srf_layer *layer, unsigned indent)
{
    const struct srf_limit *limit = &layer->limits[SRF_NEAR];
    char clean[REPORT_TEXT_SIZE];
    for (int i = 0; i < 2; i++)
        if (srf_is_on(limit->on[i]))
            add_line(report, indent, "near", "%s %.6g m from %s, fuzziness %.6g m",
                     i == 0 ? "at least" : "at most", (double)limit->at[i],
                     text_clean(clean, sizeof clean, layer->near_to), (double)limit->fuzziness[i]);
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
    add_aspect(report, layer, indent + 4);
    add_position(report, layer, indent + 4, scale->scal_m);
    add_curvature(report, layer, indent + 4, scale->scal_m);
    add_mask(report, layer, indent + 4, scale->scal_m);
    add_range(report, layer, indent + 4, SRF_WETNESS);
    add_range(report, layer, indent + 4, SRF_SKY);
    add_near(report, layer, indent + 4);
    add_plugins(report, layer, indent + 4);
    if (is_hidden(layer, scale)) {
        add_line(report, indent + 4, "warning",
                 "appears nowhere on %s, which spans %.6g to %.6g units",
                 text_clean(clean, sizeof clean, scale->source),
                 ter_altitude_shown(scale->ranges, scale->ranges->altitude_min_tu),
                 ter_altitude_shown(scale->ranges, scale->ranges->altitude_max_tu));
    }
}

/* ---- a world's scene, a line for each first part of a key ---- */

#define SCENE_COLUMNS 100

/* The first value behind `from` whose key begins with the length characters of part; SRF_SCENE_COUNT: none. */
static size_t next_of_part(struct srf_scene_value *out, const struct srf_map *map, size_t from,
                           const char *part, size_t length)
{
    for (size_t i = from; i < SRF_SCENE_COUNT; i++)
        if (srf_scene_value(out, map, i) && strncmp(out->key, part, length) == 0 &&
            out->key[length] == '.')
            return i;
    return SRF_SCENE_COUNT;
}

static bool is_first_of_part(const struct srf_map *map, size_t value, const char *part,
                             size_t length)
{
    struct srf_scene_value first;
    return next_of_part(&first, map, 0, part, length) == value;
}

/* "half_height 2.08943 units (10.4472 m)" */
static void scene_words(char *out, size_t size, const struct srf_scene_value *value,
                        const char *name, const struct info_scale *scale)
{
    const double scal_m = scale->scal_m[value->upwards ? 2 : 0];
    const double *const n = value->numbers;
    if (value->count == 3)
        snprintf(out, size, "%s %g %g %g%s", name, n[0], n[1], n[2], value->unit);
    else if (value->lengths)
        snprintf(out, size, "%s %.7g units (%.6g m)", name, n[0], n[0] * scal_m);
    else
        snprintf(out, size, "%s %.7g%s", name, n[0], value->unit);
}

static void add_scene(struct report *report, const struct srf_map *map,
                      const struct info_scale *scale)
{
    struct srf_scene_value value;
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++) {
        if (!srf_scene_value(&value, map, i)) continue;
        const char *const part = value.key;
        const size_t length = strcspn(part, ".");
        char label[REPORT_TEXT_SIZE], words[REPORT_TEXT_SIZE];
        if (!is_first_of_part(map, i, part, length)) continue;
        snprintf(label, sizeof label, "%.*s", (int)length, part);
        add_label(report, 2, label);
        size_t column = 0;
        for (size_t k = i; k < SRF_SCENE_COUNT;
             k = next_of_part(&value, map, k + 1, part, length)) {
            scene_words(words, sizeof words, &value, value.key + length + 1, scale);
            const bool first = column == 0, full = column + strlen(words) > SCENE_COLUMNS;
            if (full) {
                report_put(report, ",\n");
                add_label(report, 2, "");
            } else if (!first) {
                report_put(report, ", ");
            }
            report_put(report, words);
            column = full ? strlen(words) : column + strlen(words) + 2;
        }
        report_put(report, "\n");
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
    if (!find_hint(&hint, map, scale)) return;
    add_line(report, 2, "hint", "%s", compare_scale_words(text, &hint));
    add_line(report, 2, "", "%s", report_words(report, words, compare_scale_advice(text, &hint)));
}

static void add_surface(struct report *report, const struct report_info_item *item,
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
    add_scene(report, map, scale);
    add_unknown(report, map);
    add_warnings(report, &map->warnings, 2);
}

/* ---- JSON ---- */

/* "s:o" takes the reference and makes the whole NULL if a part is NULL. */
static json_t *area_below(const struct ter_quantiles *quantiles)
{
    if (quantiles == NULL) return json_null();
    json_t *array = json_array();
    for (int i = 0; i < TER_QUANTILES; i++)
        json_text_append(&array, json_pack("{s:i, s:f, s:f}", "percent", ter_quantile_percent[i],
                                           "altitude_m", quantiles->altitude_m[i], "slope_deg",
                                           quantiles->slope_deg[i]));
    return array;
}

static json_t *terrain_json(const struct report_info_item *item, const struct scree_job *job)
{
    const struct inputs_file *file = item->file;
    const struct ter_field *field = item->field;
    const struct ter_ranges *ranges = item->ranges;
    const double *scal = field->scal_m;
    const double low_tu = ter_altitude_shown(ranges, ranges->altitude_min_tu);
    const double high_tu = ter_altitude_shown(ranges, ranges->altitude_max_tu);
    char source[REPORT_TEXT_SIZE];
    return json_pack(
        "{s:o, s:s, s:s, s:s, s:o, s:s, s:[I, I], s:o, s:[f, f, f], s:b, s:s, s:o, s:o, s:o, s:o, "
        "s:i, s:i, s:I, s:f, s:o, s:o}",
        "file", json_text(file->path), "kind", "terrain", "format",
        heights_format_name(file->heights.format), "numbers", file->heights.numbers, "bytes",
        json_text_count(file->size_bytes), "sha256", file->sha256, "points",
        (json_int_t)field->points_x, (json_int_t)field->points_y, "extent_m",
        json_text_pair(ter_extent_x_m(field), ter_extent_y_m(field)), "unit_m", scal[0], scal[1],
        scal[2], "unit_given", (int)field->scal_given, "unit_source",
        unit_source(source, file, job), "altitude_m",
        json_text_pair(low_tu * scal[2], high_tu * scal[2]), "altitude_tu",
        json_text_pair(low_tu, high_tu), "slope_gradient",
        json_text_pair(ranges->slope_min, ranges->slope_max), "slope_deg",
        json_text_pair(angle_degrees(ranges->slope_min), angle_degrees(ranges->slope_max)),
        "height_scale", (int)field->height_scale, "base_height", (int)field->base_height,
        "curve_mode", (json_int_t)field->curve_mode, "curve_radius_km", field->curve_radius_km,
        "area_below", area_below(item->quantiles), "warnings",
        json_text_warnings(&field->warnings, job));
}

/* An altitude or slope limit, or null where it is switched off. */
static json_t *altitude_limit(const struct srf_layer *layer, int side, double scal_m)
{
    if (!srf_is_on(layer->alte[side])) return json_null();
    const double limit = (double)layer->altl[side], fuzzy = (double)layer->altf[side];
    return json_pack("{s:f, s:f, s:f, s:f}", "tu", limit, "m", limit * scal_m, "fuzziness_tu",
                     fuzzy, "fuzziness_m", fuzzy * scal_m);
}

static json_t *slope_limit(const struct srf_layer *layer, int side)
{
    if (!srf_is_on(layer->slpe[side])) return json_null();
    const double limit = (double)layer->slpl[side];
    return json_pack("{s:f, s:f, s:f}", "gradient", limit, "deg", angle_degrees(limit),
                     "fuzziness_gradient", (double)layer->slpf[side]);
}

static json_t *aspect_limit(const struct srf_layer *layer)
{
    const struct srf_limit *limit = &layer->limits[SRF_ASPECT];
    if (!srf_is_on(limit->on[0])) return json_null();
    return json_pack("{s:f, s:f, s:f, s:f}", "toward_deg", (double)limit->at[0], "spread_deg",
                     (double)limit->at[1], "fuzziness_deg", (double)limit->fuzziness[0], "level",
                     (double)limit->level);
}

/* What members of a side are called, of quantities that go from low to high. */
static const char *const side_words[SRF_QUANTITIES][2] = {
    [SRF_POSITION] = {"tu", "fuzziness_tu"}, [SRF_CURVATURE] = {"per_m", "fuzziness_per_m"},
    [SRF_WETNESS] = {"m2", "fuzziness_m2"},  [SRF_SKY] = {"share", "fuzziness"},
    [SRF_NEAR] = {"m", "fuzziness_m"},
};

static json_t *limit_side(const struct srf_layer *layer, enum srf_quantity quantity, int side)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    if (!srf_is_on(limit->on[side])) return json_null();
    return json_pack("{s:f, s:f}", side_words[quantity][0], (double)limit->at[side],
                     side_words[quantity][1], (double)limit->fuzziness[side]);
}

static json_t *range_limit(const struct srf_layer *layer, enum srf_quantity quantity)
{
    const struct srf_limit *limit = &layer->limits[quantity];
    if (!srf_is_on(limit->on[0]) && !srf_is_on(limit->on[1])) return json_null();
    return json_pack("{s:o, s:o}", "min", limit_side(layer, quantity, 0), "max",
                     limit_side(layer, quantity, 1));
}

/* Of the position or the curvature. */
static json_t *square_limit(const struct srf_layer *layer, enum srf_quantity quantity)
{
    json_t *const limit = range_limit(layer, quantity);
    if (json_is_object(limit))
        json_object_set_new(limit, "size_tu", json_real((double)layer->limits[quantity].size));
    return limit;
}

static json_t *near_limit(const struct srf_layer *layer)
{
    json_t *const limit = range_limit(layer, SRF_NEAR);
    if (json_is_object(limit)) json_object_set_new(limit, "to", json_text(layer->near_to));
    return limit;
}

static json_t *mask_limit(const struct srf_layer *layer)
{
    if (!srf_is_on(layer->limits[SRF_MASK].on[0])) return json_null();
    return json_pack("{s:o, s:o, s:f, s:b}", "file", json_text(layer->mask), "classes",
                     json_text(layer->classes), "feather_tu", (double)layer->limits[SRF_MASK].size,
                     "inverted", (int)srf_is_on(layer->limits[SRF_MASK].level));
}

static json_t *layer_object(const struct srf_layer *layer, const struct info_scale *scale)
{
    char path[REPORT_TEXT_SIZE];
    json_t *parent = layer->parent != NULL ? json_text_count(layer->parent->index) : json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:[i, i, i], s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o, s:o, s:o, s:o, s:o, s:o, s:b}",
        "index", json_text_count(layer->index), "parent", parent, "name", json_text(layer->name),
        "path", json_text(srf_layer_path(path, sizeof path, layer)), "colour_of_256",
        layer->difc[0], layer->difc[1], layer->difc[2], "coverage", (double)layer->covr,
        "fractal_noise", (double)layer->vari, "smoothing_tu", (double)layer->smsz, "altitude_min",
        altitude_limit(layer, 0, scale->scal_m[2]), "altitude_max",
        altitude_limit(layer, 1, scale->scal_m[2]), "slope_min", slope_limit(layer, 0), "slope_max",
        slope_limit(layer, 1), "aspect", aspect_limit(layer), "position",
        square_limit(layer, SRF_POSITION), "curvature", square_limit(layer, SRF_CURVATURE), "mask",
        mask_limit(layer), "wetness", range_limit(layer, SRF_WETNESS), "sky",
        range_limit(layer, SRF_SKY), "near", near_limit(layer), "colour_plugin_bytes",
        json_text_count(layer->difp_size), "distribution_plugin_bytes",
        json_text_count(layer->dnsp_size), "appears_nowhere", (int)is_hidden(layer, scale));
}

static json_t *unknown_array(const struct srf_map *map)
{
    struct srf_unknown chunks[256];
    const size_t found = srf_unknown_chunks(chunks, 256, map);
    json_t *array = json_array();
    for (size_t i = 0; i < found && i < 256; i++) {
        const struct srf_layer *layer = chunks[i].layer;
        json_t *object = json_pack(
            "{s:o, s:o, s:o, s:o}", "marker", json_text(chunks[i].chunk->marker), "offset",
            chunks[i].chunk->offset != SCREE_NO_OFFSET ? json_text_count(chunks[i].chunk->offset)
                                                       : json_null(),
            "bytes", json_text_count(chunks[i].chunk->size), "layer",
            layer != NULL ? json_text_count(layer->index) : json_null());
        json_text_append(&array, object);
    }
    return array;
}

/* As the text form has it, with lengths in terrain units; null without one. */
static json_t *scene_object(const struct srf_map *map)
{
    struct srf_scene_value value;
    json_t *scene = map->scene.given > 0 ? json_object() : json_null();
    for (size_t i = 0; i < SRF_SCENE_COUNT; i++) {
        if (!srf_scene_value(&value, map, i)) continue;
        json_t *object = scene;
        const char *key = value.key;
        for (size_t length; key[length = strcspn(key, ".")] == '.'; key += length + 1) {
            char part[REPORT_TEXT_SIZE];
            snprintf(part, sizeof part, "%.*s", (int)length, key);
            json_t *inner = json_object_get(object, part);
            if (inner == NULL) {
                inner = json_object();
                json_object_set_new(object, part, inner);
            }
            object = inner;
        }
        const double *const n = value.numbers;
        json_object_set_new(object, key,
                            value.count == 3 ? json_pack("[f, f, f]", n[0], n[1], n[2])
                                             : json_real(n[0]));
    }
    return scene;
}

static json_t *scale_hint(const struct srf_map *map, const struct info_scale *scale,
                          const struct scree_job *job)
{
    struct compare_scale_hint hint;
    if (!find_hint(&hint, map, scale)) return json_null();
    char words[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT], clean[REPORT_WORDS_SIZE];
    return json_pack(
        "{s:o, s:o, s:f, s:f, s:s, s:o}", "limits_tu",
        json_text_pair(hint.limits_tu[0], hint.limits_tu[1]), "terrain_tu",
        json_text_pair(hint.terrain_tu[0], hint.terrain_tu[1]), "height_scale", hint.height_scale,
        "height_offset_tu", hint.height_offset_tu, "text", compare_scale_words(words, &hint),
        "advice",
        json_text(job_words(job, clean, sizeof clean, compare_scale_advice(advice, &hint))));
}

static json_t *surface_json(const struct report_info_item *item, const struct info_scale *scale,
                            const struct scree_job *job)
{
    const struct inputs_file *file = item->file;
    const struct srf_map *map = item->map;
    json_t *layers = json_array();
    for (uint32_t i = 0; i < map->layer_count; i++)
        json_text_append(&layers, layer_object(map->layers[i], scale));
    return json_pack("{s:o, s:s, s:o, s:s, s:[f, f, f], s:o, s:o, s:o, s:o, s:o, s:o}", "file",
                     json_text(file->path), "kind",
                     map->container == SRF_FILE_TGW ? "world" : "surface", "bytes",
                     json_text_count(file->size_bytes), "sha256", file->sha256, "unit_m",
                     scale->scal_m[0], scale->scal_m[1], scale->scal_m[2], "unit_source",
                     json_text(scale->source), "scale_hint", scale_hint(map, scale, job), "layers",
                     layers, "scene", scene_object(map), "unknown_chunks", unknown_array(map),
                     "warnings", json_text_warnings(&map->warnings, job));
}

/* ---- all of them ---- */

/* words gets what a source without a terrain is called. */
static struct info_scale find_scale(char words[REPORT_TEXT_SIZE],
                                    const struct report_info_item *items, size_t count,
                                    double cell_m, const struct scree_job *job)
{
    struct info_scale scale = {
        {TER_DEFAULT_SCAL_M, TER_DEFAULT_SCAL_M, TER_DEFAULT_SCAL_M}, words, NULL, NULL};
    char option[REPORT_TEXT_SIZE];
    option_of(option, "{cell_m}", job);
    if (cell_m > 0.0) {
        for (int i = 0; i < 3; i++) scale.scal_m[i] = cell_m;
        snprintf(words, REPORT_TEXT_SIZE, "%s", option);
    } else {
        snprintf(words, REPORT_TEXT_SIZE,
                 "the default; name the terrain too, or %.100s, to use another", option);
    }
    for (size_t i = 0; i < count; i++) {
        if (items[i].field == NULL) continue;
        for (int k = 0; k < 3; k++) scale.scal_m[k] = items[i].field->scal_m[k];
        scale.source = items[i].file->base;
        scale.field = items[i].field;
        scale.ranges = items[i].ranges;
        break;
    }
    return scale;
}

static json_t *item_json(const struct report_info_item *item, const struct info_scale *scale,
                         const struct scree_job *job)
{
    if (item->field != NULL) return terrain_json(item, job);
    if (item->map != NULL) return surface_json(item, scale, job);
    char text[ERR_TEXT_SIZE], words[REPORT_WORDS_SIZE];
    err_format(text, sizeof text, item->err);
    return json_pack("{s:o, s:s, s:o}", "file", json_text(item->file->path), "kind", "unreadable",
                     "error", json_text(job_words(job, words, sizeof words, text)));
}

static void add_text(struct report *report, const struct report_info_item *items, size_t count,
                     const struct info_scale *scale)
{
    for (size_t i = 0; i < count; i++) {
        if (items[i].field == NULL && items[i].map == NULL) continue;
        if (report->grow.size > 0) report_put(report, "\n");
        if (items[i].field != NULL)
            add_terrain(report, &items[i]);
        else
            add_surface(report, &items[i], scale);
    }
}

enum scree_code report_info(struct scree_bytes *out, const struct report_info_item *items,
                            size_t count, double cell_m, enum scree_form form,
                            const struct scree_job *job, struct scree_error *err)
{
    char words[REPORT_TEXT_SIZE];
    const struct info_scale scale = find_scale(words, items, count, cell_m, job);
    if (form == SCREE_JSON) {
        json_t *array = json_array();
        for (size_t i = 0; i < count; i++)
            json_text_append(&array, item_json(&items[i], &scale, job));
        return json_text_bytes(
            out, json_pack("{s:s, s:o}", "format", "scree-info-1", "files", array), err);
    }
    struct report report = {.job = job};
    add_text(&report, items, count, &scale);
    return report_take(out, &report, err);
}
