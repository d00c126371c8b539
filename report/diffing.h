/* A comparison: what its stages and the forms of its document share. Private to report/. */
#ifndef REPORT_DIFFING_H
#define REPORT_DIFFING_H

#include "report/html.h"
#include "report/report_diff.h"

/* ---- stages ---- */

/* report_diff_open_bakes() gives the bakes among the sides, and maps beside them, their joint
 * numbers and masks. */
MUST_USE enum scree_code report_diff_open_bakes(struct report_diff *diff, struct scree_error *err);
/* report_diff_read() reads a file of a bake. */
MUST_USE enum scree_code report_diff_read(struct baked_samples *out, const struct report_side *side,
                                          const char *name, struct scree_error *err);
/* report_diff_number_names() tells equal names apart: the second is "Rock (2)". */
MUST_USE enum scree_code report_diff_number_names(struct report_diff *diff,
                                                  struct scree_error *err);
/* report_diff_judge() holds the comparison against the limits. */
void report_diff_judge(struct report_diff *diff);

/* ---- pictures: both sides in their colours, and what changed ---- */

struct report_pictures {
    uint32_t width, height;     /* of the grid */
    uint8_t *sides[2], *change; /* RGB: before, after, and what changed */
    bool drawn[2];              /* the side is made of its materials' colours as bands pass */
    uint32_t joint;             /* of options.layer, or SCREE_NO_LAYER */
    uint16_t *gainer;           /* [texel]: which material gained most; all of them, to be freed */
    uint8_t *amount;            /* [texel]: how much changed layer, of 255 */
    bool *lost;                 /* [texel]: of the layer */
};

/* report_pictures_open() makes room before the bands pass; the maps' changes are known. */
MUST_USE enum scree_code report_pictures_open(struct report_diff *diff, struct scree_error *err);
/* report_pictures_watch() is compare_cover_options.watch. */
void report_pictures_watch(void *context, uint32_t first_row, uint32_t rows,
                           const uint32_t *const *before, const uint32_t *const *after);
/* report_pictures_finish() draws what is left, once all have passed. */
MUST_USE enum scree_code report_pictures_finish(struct report_diff *diff, struct scree_job *job,
                                                struct scree_error *err);

/* report_diff_colour() is a material's colour where its own would not be told from others; never
 * grey. */
void report_diff_colour(uint8_t rgb[3], uint32_t joint);
#define REPORT_GAINED ((const uint8_t[3]){70, 150, 255})
#define REPORT_LOST ((const uint8_t[3]){255, 140, 30})

/* report_diff_verdict_rest() follows the verdict's word in texts for people: " the limits", or "". */
const char *report_diff_verdict_rest(const struct report_diff *diff);

/* ---- numbers as they are shown ---- */

struct diff_text {
    char text[320];
};
/* Square metres of so many 1/full texels, or texels, counted by area. */
double report_area_m2(const struct report_diff *diff, double amount);
double report_texels_m2(const struct report_diff *diff, double texels);
/* That of what has data. */
double report_extent_m2(const struct report_diff *diff);
/* "; 57 texels (5.13 ha) hold no data, 3 of them on one side only", or "" */
struct diff_text report_show_missing(const struct report_diff *diff);
/* "1.25 ha" */
struct diff_text report_show_ha(double square_m);
/* "12.3 %" */
struct diff_text report_show_share(double share);
/* "texel 812,377 (8125 m from the west, 3775 m from the north edge)" */
struct diff_text report_show_place(const struct report_diff *diff, uint32_t column, uint32_t row);
/* "slope.max.at 32.0 -> 29.0 degrees (gradient 0.625 -> 0.554)", "moved from Root/A to Root/B/A" */
struct diff_text report_show_change(const struct report_diff *diff,
                                    const struct compare_change *change);
/* Whom a change is about: a path, clean. */
struct diff_text report_show_subject(const struct compare_change *change);
/* "{fail} area=0.2%", with what the job calls the option. */
struct diff_text report_show_limit(const struct report_breach *breach, const struct scree_job *job);
/* What the changes explain together, as a share of cover->amount; what is left acts jointly. */
double report_diff_explained(const struct report_diff *diff);
/* report_diff_order() sorts changes by their share, those that are not evaluated last, and counts
 * them. The caller frees list. SCREE_NO_MEMORY. */
struct diff_order {
    size_t *list; /* indices: list[0 .. changes->count) */
    size_t placing, evaluated;
};
MUST_USE enum scree_code report_diff_order(struct diff_order *out,
                                           const struct compare_changes *changes,
                                           struct scree_error *err);

/* ---- forms ---- */

MUST_USE enum scree_code report_diff_text(struct report *report, const struct report_diff *diff,
                                          struct scree_error *err);
/* NULL if memory ran out. */
json_t *report_diff_json(const struct report_diff *diff);
MUST_USE enum scree_code report_diff_page(struct scree_bytes *out, const struct report_diff *diff,
                                          struct scree_job *job, struct scree_error *err);
/* Sections of the page: areas and what became what; the places that changed most, taken apart. */
MUST_USE enum scree_code report_diff_places(struct html *html, const struct report_diff *diff,
                                            struct scree_job *job, struct scree_error *err);

#endif
