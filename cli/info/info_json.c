#include "cli/info/info.h"

#include "cli/json_text.h"

/* "s:o" takes the reference and makes the whole NULL if a part is NULL. */
json_t *info_json_terrain(const struct load_file *file, const struct ter_field *field,
                          const struct ter_ranges *ranges)
{
    const double *scal = field->scal_m;
    char source[SAY_TEXT_SIZE];
    return json_pack(
        "{s:o, s:s, s:s, s:s, s:o, s:s, s:[I, I], s:o, s:[f, f, f], s:b, s:s, s:o, s:o, s:o, s:o, "
        "s:i, s:i, s:I, s:f, s:o}",
        "file", json_text(file->path), "kind", "terrain", "format",
        heights_format_name(file->heights.format), "numbers", file->heights.numbers, "bytes",
        json_text_count(file->size_bytes), "sha256", file->sha256, "points",
        (json_int_t)field->points_x, (json_int_t)field->points_y, "extent_m",
        json_text_pair((field->points_x - 1.0) * scal[0], (field->points_y - 1.0) * scal[1]),
        "unit_m", scal[0], scal[1], scal[2], "unit_given", (int)field->scal_given, "unit_source",
        info_unit_source(source, sizeof source, file), "altitude_m",
        json_text_pair(ranges->altitude_min_tu * scal[2], ranges->altitude_max_tu * scal[2]),
        "altitude_tu", json_text_pair(ranges->altitude_min_tu, ranges->altitude_max_tu),
        "slope_gradient", json_text_pair(ranges->slope_min, ranges->slope_max), "slope_deg",
        json_text_pair(info_degrees(ranges->slope_min), info_degrees(ranges->slope_max)),
        "height_scale", (int)field->height_scale, "base_height", (int)field->base_height,
        "curve_mode", (json_int_t)field->curve_mode, "curve_radius_km", field->curve_radius_km,
        "warnings", json_text_warnings(&field->warnings));
}

/* An altitude or slope limit, or null where it is switched off. */
static json_t *altitude_limit(const struct srf_layer *layer, int side, double scal_m)
{
    if (layer->alte[side] < 0.5f) return json_null();
    const double limit = (double)layer->altl[side], fuzzy = (double)layer->altf[side];
    return json_pack("{s:f, s:f, s:f, s:f}", "tu", limit, "m", limit * scal_m, "fuzziness_tu",
                     fuzzy, "fuzziness_m", fuzzy * scal_m);
}

static json_t *slope_limit(const struct srf_layer *layer, int side)
{
    if (layer->slpe[side] < 0.5f) return json_null();
    const double limit = (double)layer->slpl[side];
    return json_pack("{s:f, s:f, s:f}", "gradient", limit, "deg", info_degrees(limit),
                     "fuzziness_gradient", (double)layer->slpf[side]);
}

static json_t *layer_object(const struct srf_layer *layer, const struct info_scale *scale)
{
    char path[SAY_TEXT_SIZE];
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
        (int)info_hidden_by_altitude(layer, scale));
}

static json_t *layer_array(const struct srf_map *map, const struct info_scale *scale)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < map->layer_count; i++) {
        if (json_array_append_new(array, layer_object(map->layers[i], scale)) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

static json_t *unknown_array(const struct srf_map *map)
{
    struct info_chunk chunks[256];
    const size_t found = info_unknown_chunks(chunks, 256, map);
    json_t *array = json_array();
    for (size_t i = 0; i < found && i < 256; i++) {
        const struct srf_layer *layer = chunks[i].layer;
        json_t *object = json_pack(
            "{s:o, s:o, s:o, s:o}", "marker", json_text(chunks[i].chunk->marker), "offset",
            chunks[i].chunk->offset != ERR_NO_OFFSET ? json_text_count(chunks[i].chunk->offset)
                                                     : json_null(),
            "bytes", json_text_count(chunks[i].chunk->size), "layer",
            layer != NULL ? json_text_count(layer->index) : json_null());
        if (json_array_append_new(array, object) == 0) continue;
        json_decref(array);
        return NULL;
    }
    return array;
}

json_t *info_json_surface(const struct load_file *file, const struct srf_map *map,
                          const struct info_scale *scale)
{
    return json_pack("{s:o, s:s, s:o, s:s, s:[f, f, f], s:o, s:o, s:o, s:o}", "file",
                     json_text(file->path), "kind",
                     map->container == SRF_FILE_TGW ? "world" : "surface", "bytes",
                     json_text_count(file->size_bytes), "sha256", file->sha256, "unit_m",
                     scale->scal_m[0], scale->scal_m[1], scale->scal_m[2], "unit_source",
                     json_text(scale->source), "layers", layer_array(map, scale), "unknown_chunks",
                     unknown_array(map), "warnings", json_text_warnings(&map->warnings));
}
