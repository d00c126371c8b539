/* Terrains and surface maps described: what the forms of the document share. Private to report/. */
#ifndef REPORT_INFO_ITEMS_H
#define REPORT_INFO_ITEMS_H

#include "compare/compare_lint.h"
#include "report/report_answers.h"

/* By what a surface map's units become metres. */
struct info_scale {
    double scal_m[3];
    const char *source;              /* where they come from: the terrain's name, or words */
    const struct ter_field *field;   /* that terrain, or NULL, */
    const struct ter_ranges *ranges; /* and its ranges */
};

/* report_info_hidden() says whether an altitude limit keeps the layer off the whole terrain; false
 * without ranges. */
bool report_info_hidden(const struct srf_layer *layer, const struct info_scale *scale);
/* report_info_scale_hint() is compare_scale_hint() on that terrain; false without one. */
bool report_info_scale_hint(struct compare_scale_hint *out, const struct srf_map *map,
                            const struct info_scale *scale);
/* report_info_unit_source() writes where a terrain's unit comes from: a part of the file, or the
 * name of an option. Returns out. */
char *report_info_unit_source(char out[REPORT_TEXT_SIZE], const struct inputs_file *file,
                              const struct scree_job *job);

void report_info_add_terrain(struct report *report, const struct report_info_item *item);
void report_info_add_surface(struct report *report, const struct report_info_item *item,
                             const struct info_scale *scale);

/* NULL if memory ran out. */
json_t *report_info_terrain_json(const struct report_info_item *item, const struct scree_job *job);
json_t *report_info_surface_json(const struct report_info_item *item,
                                 const struct info_scale *scale, const struct scree_job *job);

#endif
