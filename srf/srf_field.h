/* Fields of a layer by name, and values as people write them. */
#ifndef SRF_SRF_FIELD_H
#define SRF_SRF_FIELD_H

#include "srf/srf.h"
#include "srf/srf_table.h"
#include "srf/srf_units.h"

/* What a name means. */
struct srf_field {
    const struct srf_row *row;
    const struct srf_row *on_row; /* of a limit without more: its switch */
    int side;                     /* of a limit, else -1 */
};
/* srf_field_find() finds "altitude.max.at", which the table has as "altitude.*.at"; false if there
 * is no such field. "color" is "colour". */
bool srf_field_find(struct srf_field *out, const char *name);
bool srf_field_is_fuzziness(const struct srf_field *field);

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

#endif
