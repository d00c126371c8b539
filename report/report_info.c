#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "report/info_items.h"

bool report_info_hidden(const struct srf_layer *layer, const struct info_scale *scale)
{
    if (scale->ranges == NULL || layer->parent == NULL) return false;
    const bool above =
        srf_is_on(layer->alte[0]) && (double)layer->altl[0] >= scale->ranges->altitude_max_tu;
    const bool below =
        srf_is_on(layer->alte[1]) && (double)layer->altl[1] <= scale->ranges->altitude_min_tu;
    return above || below;
}

bool report_info_scale_hint(struct compare_scale_hint *out, const struct srf_map *map,
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

char *report_info_unit_source(char out[REPORT_TEXT_SIZE], const struct inputs_file *file,
                              const struct scree_job *job)
{
    const char *source = file->heights.scale_source;
    if (source[0] == '{') return option_of(out, source, job);
    return job_words(job, out, REPORT_TEXT_SIZE, source);
}

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
    if (item->field != NULL) return report_info_terrain_json(item, job);
    if (item->map != NULL) return report_info_surface_json(item, scale, job);
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
            report_info_add_terrain(report, &items[i]);
        else
            report_info_add_surface(report, &items[i], scale);
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
