/* Fields of a layer by name, and values as people write them. */
#ifndef SRF_SRF_FIELD_H
#define SRF_SRF_FIELD_H

#include "srf/srf.h"
#include "srf/srf_table.h"

/* ---- units that people may give limits in, and what they are in those of the file ---- */

enum srf_unit {
    SRF_UNIT_MISSING,
    SRF_UNIT_TU,
    SRF_UNIT_M,
    SRF_UNIT_GRADIENT,
    SRF_UNIT_DEG,
    SRF_UNIT_PERCENT,
    SRF_UNIT_AREA, /* percent of the ground's area that do not reach it */
    SRF_UNIT_RANGE /* percent of the way from the lowest point to the highest */
};

/* srf_unit_find() reads the name of a unit that fits the measure; SRF_UNIT_MISSING if it is none.
 */
enum srf_unit srf_unit_find(enum srf_measure measure, const char *name);
/* srf_unit_name() is the name of a unit that fits. */
const char *srf_unit_name(enum srf_measure measure, enum srf_unit unit);
/* srf_unit_list() is the units that fit, as a list to put behind "expected". */
const char *srf_unit_list(enum srf_measure measure);
/* srf_unit_known() says whether the scale, which may be NULL, is enough for a unit. */
bool srf_unit_known(enum srf_measure measure, enum srf_unit unit, const struct srf_scale *scale);

/*
 * srf_unit_value() turns a limit or a size into the file's unit; srf_unit_width() turns the
 * fuzziness of a limit at_value (which is in the file's unit already) on a side, 0 for a minimum.
 * A fuzziness in degrees reaches from the limit to the slope so many degrees inside it, one in
 * shares of the area to so many percent inside it. What is not known stays as it is if the scale
 * allows it.
 * SCREE_BAD_ARGUMENT  the value has no meaning, or metres without a scale; the message says what to do
 * SCREE_NO_MEMORY and others as the survey answers
 */
MUST_USE enum scree_code srf_unit_value(double *value, enum srf_measure measure, enum srf_unit unit,
                                        const struct srf_scale *scale, struct scree_error *err);
struct srf_unit_limit {
    double at; /* in the file's unit */
    int side;
};
MUST_USE enum scree_code srf_unit_width(double *width, enum srf_measure measure, enum srf_unit unit,
                                        const struct srf_scale *scale, double at_value, int side,
                                        struct scree_error *err);
/* srf_unit_express() is the way back, of a width (at not NULL) or a value. */
MUST_USE enum scree_code srf_unit_express(double *value, enum srf_measure measure,
                                          enum srf_unit unit, const struct srf_scale *scale,
                                          const struct srf_unit_limit *at, struct scree_error *err);

/* What a name means. */
struct srf_field {
    const struct srf_row *row;
    const struct srf_row *on_row; /* of a limit without more: its switch */
    int side;                     /* of a limit, else -1 */
};
/* srf_field_find() finds "altitude.max.at", which the table has as "altitude.*.at"; false if there
 * is no such field. "color" is "colour". */
bool srf_field_find(struct srf_field *out, const char *name);

/* srf_field_nearest() writes the field that a word comes nearest to, the shortest of several, or
 * nothing, and how far it is: SIZE_MAX if none is near. */
size_t srf_field_nearest(char out[SRF_FIELD_NAME_SIZE], const char *word);

/* srf_field_switch() is 1 for on, 0 for off, -1 for what is neither. */
int srf_field_switch(const char *value);

/* A number and what stands behind it. */
#define SRF_WORDS_SIZE 352
struct srf_words {
    char number[SRF_WORDS_SIZE]; /* as it was written */
    enum srf_unit unit;
    bool slider, percent;
};
/* srf_field_words() takes a value of a row apart that srf_set_field() takes. */
void srf_field_words(struct srf_words *out, const struct srf_row *row, const char *value);

/* srf_change_is_scene(): a change is "scene.KEY=VALUE", of a world's scene. srf_change_scene() does it as
 * srf_change() does that of a layer: values change, chunks neither come nor go. */
bool srf_change_is_scene(const char *text);
MUST_USE enum scree_code srf_change_scene(struct srf_map *map, const char *text,
                                          const struct srf_scale *scale, struct scree_bytes *said,
                                          struct scree_error *err);

#endif
