/* What was decided, for people and for programs. */
#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "styles/styles_cover.h"
#include "styles/styles_text.h"

/* ---- words ---- */

/* Without a minus before what rounds to 0. */
static double shown(double value)
{
    return value > -0.05 && value < 0.05 ? 0 : value;
}

static void print_shares(struct grow *to, const double *of, const char *unit)
{
    for (int i = 0; i < TER_QUANTILES; i++)
        grow_print(to, "%s%u %% below %.*f %s", i > 0 ? ", " : "",
                   (unsigned)ter_quantile_percent[i], unit[0] == 'm' ? 1 : 0, shown(of[i]), unit);
    grow_print(to, "\n");
}

static void print_water(struct grow *to, const struct styles_map *map)
{
    if (!map->info.has_water) {
        grow_print(to, "  water      none\n");
        return;
    }
    char level[STYLES_MICRO_SIZE];
    grow_print(to, "  water      %s m, %s; %.1f %% of the terrain is below it\n",
               styles_micro(level, map->water_um),
               map->info.water_found ? "found as flat ground at the lowest altitude" : "as given",
               100 * map->info.water_share);
}

static void print_line(struct grow *to, const char *label, bool is_set, double metres)
{
    if (is_set) grow_print(to, "  %-10s %.0f m\n", label, metres);
}

static const char *legend_name(const struct styles_cover *cover)
{
    return cover->legend.name != NULL ? cover->legend.name : "a legend of its own";
}

/* "woods 41.2 %, grass 20.0 %"; what the map leaves to the style comes last. */
static void list_cover(struct grow *to, const struct styles_cover *cover)
{
    double left = 1.0;
    for (unsigned kind = 0; kind < STYLES_KINDS; kind++) {
        if (!cover->has[kind]) continue;
        left -= cover->shares[kind];
        grow_print(to, "%s %.1f %%, ", styles_kind_word(kind), 100 * cover->shares[kind]);
    }
    grow_print(to, "left to the style %.1f %%", 100 * (left > 0 ? left : 0));
}

static void print_cover(struct grow *to, const struct styles_map *map)
{
    if (map->cover == NULL) return;
    grow_print(to, "  land cover %s: ", legend_name(map->cover));
    list_cover(to, map->cover);
    grow_print(to, "\n");
}

static void print_layers(struct grow *to, const struct styles_map *map)
{
    bool all = true;
    for (uint32_t i = 0; i < map->info.layers; i++) {
        const struct scree_styled_layer *layer = &map->layers[i];
        grow_print(to, "  %s%*s%s\n", i == 0 ? "layers     " : "           ",
                   (int)(2 * layer->level), "", layer->name);
    }
    for (uint32_t i = 0; i < map->info.layers; i++) {
        const struct scree_styled_layer *layer = &map->layers[i];
        if (layer->fits) continue;
        if (all)
            grow_print(to, "  no place   for these layers; they are in the map with coverage 0\n");
        all = false;
        grow_print(to, "             %s: %s\n", layer->name, layer->reason);
    }
}

enum scree_code styles_words(struct scree_bytes *out, const struct styles_map *map,
                             struct scree_error *err)
{
    struct grow to = {0};
    grow_print(&to, "%s: %s\n", map->info.style, map->style.summary);
    grow_print(&to, "  terrain    %.1f to %.1f m\n", shown(map->lowest_m), shown(map->highest_m));
    print_water(&to, map);
    print_line(&to, "tree line", map->has_trees, map->lines.trees_m);
    print_line(&to, "snow line", map->has_snow, map->lines.snow_m);
    grow_print(&to, "  dry ground ");
    print_shares(&to, map->info.altitude_m, "m");
    grow_print(&to, "  slopes     ");
    print_shares(&to, map->info.slope_deg, "deg");
    print_cover(&to, map);
    print_layers(&to, map);
    return grow_take(out, &to, err);
}

/* ---- JSON ---- */

static json_t *shares(const double *of)
{
    json_t *list = json_array();
    for (int i = 0; i < TER_QUANTILES; i++)
        json_text_append(
            &list, json_pack("{s:i,s:f}", "percent", ter_quantile_percent[i], "below", of[i]));
    return list;
}

static json_t *water(const struct styles_map *map)
{
    if (!map->info.has_water) return json_null();
    return json_pack("{s:f,s:b,s:f}", "altitude_m", (double)map->water_um / STYLES_MICRO, "found",
                     map->info.water_found, "share", map->info.water_share);
}

static json_t *layers(const struct styles_map *map)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < map->info.layers; i++) {
        const struct scree_styled_layer *layer = &map->layers[i];
        json_text_append(&list, json_pack("{s:s,s:i,s:b,s:s?}", "name", layer->name, "level",
                                          (int)layer->level, "fits", layer->fits, "reason",
                                          layer->reason));
    }
    return list;
}

static json_t *cover(const struct styles_cover *of)
{
    json_t *shares = json_object();
    for (unsigned kind = 0; kind < STYLES_KINDS; kind++)
        if (of->has[kind])
            json_text_set(&shares, styles_kind_word(kind), json_real(of->shares[kind]));
    json_t *object = json_pack("{s:s,s:o}", "legend", legend_name(of), "shares", shares);
    if (of->legend.credit != NULL) json_text_set(&object, "credit", json_text(of->legend.credit));
    return object;
}

enum scree_code styles_json(struct scree_bytes *out, const struct styles_map *map,
                            struct scree_error *err)
{
    json_t *document = json_pack(
        "{s:s,s:s,s:o,s:o,s:o,s:o,s:o,s:o}", "format", "scree-style-1", "style", map->info.style,
        "seed", json_text_count(map->seed), "range_m",
        json_text_pair(map->lowest_m, map->highest_m), "altitude_m", shares(map->info.altitude_m),
        "slope_deg", shares(map->info.slope_deg), "water", water(map), "layers", layers(map));
    if (map->has_trees) json_text_set(&document, "tree_line_m", json_real(map->lines.trees_m));
    if (map->has_snow) json_text_set(&document, "snow_line_m", json_real(map->lines.snow_m));
    if (map->cover != NULL) json_text_set(&document, "cover", cover(map->cover));
    return json_text_bytes(out, document, err);
}

/* ---- notes ---- */

static void tell_cover(const struct styles_cover *cover, const char *file, struct scree_job *job)
{
    struct grow list = {0};
    list_cover(&list, cover);
    if (!list.failed) job_note(job, file, "land cover, %s: %s", legend_name(cover), list.text);
    grow_free(&list);
    if (cover->unknown > 0)
        job_warn(
            job, file,
            "%.1f %% of the map of land cover has classes that its legend lacks, and is left to "
            "the style; add them to it",
            100 * cover->unknown);
}

void styles_tell(const struct styles_map *map, const char *file, struct scree_job *job)
{
    char water[80] = "", trees[40] = "", snow[40] = "";
    if (map->info.water_found)
        snprintf(water, sizeof water,
                 "; water at %g m, found as flat ground at the lowest altitude",
                 (double)map->water_um / STYLES_MICRO);
    if (map->has_trees) snprintf(trees, sizeof trees, "; tree line %.0f m", map->lines.trees_m);
    if (map->has_snow) snprintf(snow, sizeof snow, "; snow line %.0f m", map->lines.snow_m);
    job_result(job, file, "%s, made for this terrain%s%s%s", map->info.style, water, trees, snow);
    if (map->cover != NULL) tell_cover(map->cover, file, job);
    for (uint32_t i = 0; i < map->info.layers; i++) {
        const struct scree_styled_layer *layer = &map->layers[i];
        if (!layer->fits) job_note(job, file, "skipped %s: %s", layer->name, layer->reason);
    }
}

/* ---- the list ---- */

enum scree_code styles_list_words(struct scree_bytes *out, struct scree_error *err)
{
    struct grow to = {0};
    struct scree_style style;
    for (size_t i = 0; styles_list(&style, i); i++)
        grow_print(&to, "%-12s %s\n", style.name, style.summary);
    return grow_take(out, &to, err);
}

enum scree_code styles_list_json(struct scree_bytes *out, struct scree_error *err)
{
    json_t *list = json_array();
    struct scree_style style;
    for (size_t i = 0; styles_list(&style, i); i++)
        json_text_append(&list, json_pack("{s:s,s:s,s:i}", "name", style.name, "summary",
                                          style.summary, "layers", (int)style.layers));
    return json_text_bytes(out, json_pack("{s:s,s:o}", "format", "scree-styles-1", "styles", list),
                           err);
}
