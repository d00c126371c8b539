/* Texels explained: what the forms of the document share. Private to report/. */
#ifndef REPORT_PROBING_H
#define REPORT_PROBING_H

#include "report/report_answers.h"

/* What explanations are shown with. */
struct probing {
    const struct report_probe *probe;
    const struct ter_field *field;
    const struct srf_map *map;
    const struct render_merge *merge;
    uint32_t width, height; /* of the grid of texels */
    enum scree_grid grid;   /* of the explanation at hand */
};

void report_probe_add_text(struct report *report, const struct probing *probing,
                           const struct compare_explanation *explanation);
/* Of a texel without data. */
void report_probe_add_missing(struct report *report, const struct probing *probing, uint32_t column,
                              uint32_t row);
/* NULL if memory ran out. */
json_t *report_probe_missing_json(const struct probing *probing, uint32_t column, uint32_t row);
json_t *report_probe_point_json(const struct probing *probing,
                                const struct compare_explanation *explanation);

#endif
