/* A map from end to end: measure, look, choose, fit, write. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "styles/styles_text.h"

static enum scree_code refuse_style(const char *name, struct scree_error *err)
{
    struct scree_suggestion suggest = {name, NULL, 0};
    struct scree_style style;
    char list[160] = "";
    for (size_t i = 0; styles_list(&style, i); i++) {
        suggest_offer(&suggest, style.name);
        const size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "; expected one of ",
                 style.name);
    }
    if (suggest.best != NULL) suggest_text(list, sizeof list, &suggest);
    return err_set_option(err, "style", "there is no style '%.40s'%s", name, list);
}

static void describe(struct styles_map *out, const struct styles_site *site,
                     const struct styles_choice *choices)
{
    const struct styles_ground *ground = site->ground;
    out->lowest_m = ground->lowest_m;
    out->highest_m = ground->highest_m;
    for (int i = 0; i < TER_QUANTILES; i++) {
        const uint32_t share = ter_quantile_percent[i] * UINT32_C(10000);
        out->info.altitude_m[i] = styles_altitude_at(ground, site->dry_bin, share);
        out->info.slope_deg[i] = styles_slope_at(ground, site->dry_from_m, share);
    }
    out->info.style = out->style.name;
    out->info.layers = out->style.layers;
    out->info.has_water = site->has_water;
    out->info.water_found = site->water_found;
    out->info.water_m = (double)site->water_um / STYLES_MICRO;
    out->info.water_share = site->water_share;
    out->water_um = site->water_um;
    for (uint32_t i = 0; i < out->info.layers; i++)
        out->layers[i] = (struct scree_styled_layer){sizeof out->layers[i], choices[i].rule->name,
                                                     choices[i].rule->level,
                                                     choices[i].reason == NULL, choices[i].reason};
}

/* A sea bed that falls away is not flat, and one that is flat lies deep below its water. */
static void hint_at_sea(const struct styles_map *map, const struct scree_style_options *options,
                        struct scree_job *job)
{
    if (options->water == SCREE_WATER_FIND && map->lowest_m < -1 && map->highest_m > 1)
        job_note(
            job, NULL,
            "the ground lies on both sides of 0 m; if that is the level of the sea, use the style "
            "%s,water=0",
            options->style);
}

static enum scree_code check_line(const char *member, bool is_set, double metres,
                                  struct scree_error *err)
{
    if (!is_set || fabs(metres) <= TER_MAX_ALTITUDE_M) return SCREE_OK;
    return err_set_option(err, member, "{%s} is %g, expected metres from %g to %g", member, metres,
                          -TER_MAX_ALTITUDE_M, TER_MAX_ALTITUDE_M);
}

enum scree_code styles_make(struct styles_map *out, const struct ter_field *field,
                            const struct ter_ranges *ranges,
                            const struct scree_style_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    const struct styles_entry *entry = styles_find(options->style);
    if (entry == NULL) return refuse_style(options->style, err);
    if (options->water == SCREE_WATER_AT && !(fabs(options->water_m) <= TER_MAX_ALTITUDE_M))
        return err_set_option(err, "water_m", "{water_m} is %g, expected metres from %g to %g",
                              options->water_m, -TER_MAX_ALTITUDE_M, TER_MAX_ALTITUDE_M);
    RETURN_IF_ERR(check_line("tree_line_m", options->has_tree_line, options->tree_line_m, err));
    RETURN_IF_ERR(check_line("snow_line_m", options->has_snow_line, options->snow_line_m, err));
    struct styles_ground *ground;
    RETURN_IF_ERR(MEM_NEED(&ground, 1, sizeof *ground, err));
    enum scree_code code = styles_measure_rough(ground, field, ranges, job, err);
    if (code == SCREE_OK) {
        struct styles_site site;
        struct styles_choice choices[STYLES_MAX_LAYERS] = {{0}};
        const uint32_t count = entry->style.layers;
        styles_look(&site, ground, options);
        for (uint32_t i = 0; i < count; i++) {
            styles_choose(&choices[i], &site, &entry->rules[i]);
            choices[i].parent = styles_parent(entry, i);
        }
        styles_fit(choices, count, &site);
        out->style = entry->style;
        out->seed = options->seed;
        out->has_trees = options->has_tree_line;
        out->has_snow = options->has_snow_line;
        out->lines = (struct styles_lines){options->tree_line_m, options->snow_line_m};
        describe(out, &site, choices);
        hint_at_sea(out, options, job);
        code = styles_write(&out->text, choices, count, options->seed, err);
    }
    mem_free(ground);
    if (code != SCREE_OK) memset(out, 0, sizeof *out);
    return code;
}

void styles_free(struct styles_map *map)
{
    file_bytes_free(&map->text);
    memset(map, 0, sizeof *map);
}
