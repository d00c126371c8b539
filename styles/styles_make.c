/* A map from end to end: measure, look, choose, fit, write. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/suggest.h"
#include "base/text.h"
#include "styles/styles_cover.h"
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
                     const struct styles_choice *choices, uint32_t count)
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
    out->info.layers = count;
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

static void note_open(const struct styles_choice *choices, uint32_t count, struct scree_job *job)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < count; i++) open += choices[i].is_open;
    if (open > 0)
        job_note(
            job, NULL,
            "a .srf has limits of altitude and slope alone: %u layer%s of the style would also "
            "see what is around in a .srf.json",
            open, open == 1 ? "" : "s");
}

static enum scree_code check_line(const char *member, bool is_set, double metres,
                                  struct scree_error *err)
{
    if (!is_set || fabs(metres) <= TER_MAX_ALTITUDE_M) return SCREE_OK;
    return err_set_option(err, member, "{%s} is %g, expected metres from %g to %g", member, metres,
                          -TER_MAX_ALTITUDE_M, TER_MAX_ALTITUDE_M);
}

/* ---- land cover ---- */

#define MOST_NAME 64

static enum scree_code put_png(void *context, const void *data, size_t size,
                               struct scree_error *err)
{
    (void)err;
    grow_put(context, data, size);
    return SCREE_OK;
}

static enum scree_code make_mask(struct styles_map *out, const char *prefix, unsigned mask,
                                 struct scree_job *job, struct scree_error *err)
{
    struct styles_cover *const cover = out->cover;
    struct styles_mask *const made = &out->masks[out->mask_count++];
    struct grow png = {0};
    struct stream to = {put_png, &png, 0};
    char name[MOST_NAME + 16];
    snprintf(name, sizeof name, "%s-%s.png", prefix, styles_kind_word(mask));
    made->file = mem_text(name, strlen(name));
    enum scree_code code =
        image_png8(&to, job_threads(job), cover->masks[mask], cover->width, cover->height, 1, err);
    mem_free(cover->masks[mask]); /* as large as the terrain */
    cover->masks[mask] = NULL;
    if (code == SCREE_OK && made->file == NULL) code = err_no_memory(err);
    if (code == SCREE_OK) return grow_take(&made->png, &png, err);
    grow_free(&png);
    return code;
}

/* By the map's own name, without its folder and what begins with its first full stop. */
static void name_masks(char prefix[MOST_NAME], const char *map)
{
    char name[MOST_NAME];
    const char *const base = path_base_name(map != NULL ? map : "cover");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(base, "."), base);
    text_to_file_name(prefix, MOST_NAME, name);
}

/* The layers of the map; the style's own, but for its root, go where it leaves no ground to them. */
static enum scree_code add_cover(struct styles_map *out, struct styles_choice *choices,
                                 uint32_t *count, const struct styles_site *site,
                                 const struct scree_style_options *options, struct scree_job *job,
                                 struct scree_error *err)
{
    char prefix[MOST_NAME];
    name_masks(prefix, options->map_file);
    RETURN_IF_ERR(MEM_NEED(&out->room, 1, sizeof *out->room, err));
    if (styles_cover_covers(out->cover)) *count = 1;
    styles_cover_rules(out->room, choices, count, styles_find(options->style), out->cover, site);
    for (uint32_t i = 0; i < *count; i++) {
        if (choices[i].mask == 0) continue;
        RETURN_IF_ERR(job_poll(job, err));
        RETURN_IF_ERR(make_mask(out, prefix, choices[i].mask - 1, job, err));
        choices[i].mask = out->mask_count; /* its number among those that there are */
    }
    return SCREE_OK;
}

/* ---- a map ---- */

static enum scree_code make(struct styles_map *out, const struct styles_ground *ground,
                            const struct styles_entry *entry, bool is_south,
                            const struct scree_style_options *options, struct scree_job *job,
                            struct scree_error *err)
{
    struct styles_site site;
    struct styles_choice choices[STYLES_MAX_LAYERS + STYLES_MAX_COVER] = {{0}};
    uint32_t count = entry->style.layers;
    styles_look(&site, ground, options);
    site.is_south = is_south;
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
    if (out->cover != NULL)
        RETURN_IF_ERR(add_cover(out, choices, &count, &site, options, job, err));
    describe(out, &site, choices, count);
    hint_at_sea(out, options, job);
    if (site.is_plain) note_open(choices, count, job);
    return styles_write(&out->text, choices, count, options->seed, out->masks,
                        out->cover != NULL ? styles_cover_credit(out->cover) : NULL, err);
}

static enum scree_code check(const struct scree_style_options *options, struct scree_error *err)
{
    if (options->water == SCREE_WATER_AT && !(fabs(options->water_m) <= TER_MAX_ALTITUDE_M))
        return err_set_option(err, "water_m", "{water_m} is %g, expected metres from %g to %g",
                              options->water_m, -TER_MAX_ALTITUDE_M, TER_MAX_ALTITUDE_M);
    RETURN_IF_ERR(check_line("tree_line_m", options->has_tree_line, options->tree_line_m, err));
    return check_line("snow_line_m", options->has_snow_line, options->snow_line_m, err);
}

enum scree_code styles_make(struct styles_map *out, const struct ter_field *field,
                            const struct ter_ranges *ranges,
                            const struct scree_style_options *options, struct styles_cover *cover,
                            struct scree_job *job, struct scree_error *err)
{
    memset(out, 0, sizeof *out);
    out->cover = cover;
    const struct styles_entry *const entry = styles_find(options->style);
    const uint64_t middle = ((uint64_t)field->points_y << 32) / 2;
    const bool is_south = ter_is_on_globe(field) && ter_latitude_deg(field, middle) < 0;
    struct styles_ground *ground = NULL;
    enum scree_code code = entry == NULL ? refuse_style(options->style, err) : check(options, err);
    if (code == SCREE_OK) code = MEM_NEED(&ground, 1, sizeof *ground, err);
    if (code == SCREE_OK) code = styles_measure_rough(ground, field, ranges, job, err);
    if (code == SCREE_OK) code = make(out, ground, entry, is_south, options, job, err);
    mem_free(ground);
    if (code != SCREE_OK) styles_free(out);
    return code;
}

void styles_free(struct styles_map *map)
{
    file_bytes_free(&map->text);
    for (uint32_t i = 0; i < map->mask_count; i++) {
        mem_free(map->masks[i].file);
        file_bytes_free(&map->masks[i].png);
    }
    styles_cover_free(map->cover);
    mem_free(map->room);
    memset(map, 0, sizeof *map);
}
