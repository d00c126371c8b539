#include "base/angle.h"
#include "base/json_text.h"
#include "report/info_items.h"

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

json_t *report_info_terrain_json(const struct report_info_item *item, const struct scree_job *job)
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
        report_info_unit_source(source, file, job), "altitude_m",
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

static json_t *layer_object(const struct srf_layer *layer, const struct info_scale *scale)
{
    char path[REPORT_TEXT_SIZE];
    json_t *parent = layer->parent != NULL ? json_text_count(layer->parent->index) : json_null();
    return json_pack(
        "{s:o, s:o, s:o, s:o, s:[i, i, i], s:f, s:f, s:f, s:o, s:o, s:o, s:o, s:o, s:o, s:b}",
        "index", json_text_count(layer->index), "parent", parent, "name", json_text(layer->name),
        "path", json_text(srf_layer_path(path, sizeof path, layer)), "colour_of_256",
        layer->difc[0], layer->difc[1], layer->difc[2], "coverage", (double)layer->covr,
        "fractal_noise", (double)layer->vari, "smoothing_tu", (double)layer->smsz, "altitude_min",
        altitude_limit(layer, 0, scale->scal_m[2]), "altitude_max",
        altitude_limit(layer, 1, scale->scal_m[2]), "slope_min", slope_limit(layer, 0), "slope_max",
        slope_limit(layer, 1), "colour_plugin_bytes", json_text_count(layer->difp_size),
        "distribution_plugin_bytes", json_text_count(layer->dnsp_size), "appears_nowhere",
        (int)report_info_hidden(layer, scale));
}

static json_t *layer_array(const struct srf_map *map, const struct info_scale *scale)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < map->layer_count; i++)
        json_text_append(&array, layer_object(map->layers[i], scale));
    return array;
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

static json_t *scale_hint(const struct srf_map *map, const struct info_scale *scale,
                          const struct scree_job *job)
{
    struct compare_scale_hint hint;
    if (!report_info_scale_hint(&hint, map, scale)) return json_null();
    char words[COMPARE_SCALE_TEXT], advice[COMPARE_SCALE_TEXT], clean[REPORT_WORDS_SIZE];
    return json_pack(
        "{s:o, s:o, s:f, s:f, s:s, s:o}", "limits_tu",
        json_text_pair(hint.limits_tu[0], hint.limits_tu[1]), "terrain_tu",
        json_text_pair(hint.terrain_tu[0], hint.terrain_tu[1]), "height_scale", hint.height_scale,
        "height_offset_tu", hint.height_offset_tu, "text", compare_scale_words(words, &hint),
        "advice",
        json_text(job_words(job, clean, sizeof clean, compare_scale_advice(advice, &hint))));
}

json_t *report_info_surface_json(const struct report_info_item *item,
                                 const struct info_scale *scale, const struct scree_job *job)
{
    const struct inputs_file *file = item->file;
    const struct srf_map *map = item->map;
    return json_pack(
        "{s:o, s:s, s:o, s:s, s:[f, f, f], s:o, s:o, s:o, s:o, s:o}", "file", json_text(file->path),
        "kind", map->container == SRF_FILE_TGW ? "world" : "surface", "bytes",
        json_text_count(file->size_bytes), "sha256", file->sha256, "unit_m", scale->scal_m[0],
        scale->scal_m[1], scale->scal_m[2], "unit_source", json_text(scale->source), "scale_hint",
        scale_hint(map, scale, job), "layers", layer_array(map, scale), "unknown_chunks",
        unknown_array(map), "warnings", json_text_warnings(&map->warnings, job));
}
