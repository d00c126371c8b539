/* A layer's values as they are read from text; shared by the two files that do it. */
#ifndef SRF_SRF_TEXT_VALUES_H
#define SRF_SRF_TEXT_VALUES_H

#include "srf/srf_from_text.h"
#include "srf/srf_units.h"

struct srf_text_fields {
    struct srf_text_reader *reader;
    struct srf_payload *payloads; /* [row] */
};

/* srf_text_edit() is a copy of a row's payload to write into, which takes its place; NULL if memory
 * ran out. */
uint8_t *srf_text_edit(struct srf_text_fields *fields, const struct srf_row *row);

/* srf_text_get_hex() reads "#5c544a", as a screen shows it; false if it is none. */
bool srf_text_get_hex(int16_t colour[3], const char *text);

/* srf_text_get_row() reads what stands at a row's key: of a limit the number of a side, else (-1)
 * all. unit is that of the object around it. */
MUST_USE enum scree_code srf_text_get_row(struct srf_text_fields *fields, const struct srf_row *row,
                                          int side, json_t *value, enum srf_unit unit,
                                          const struct srf_where *where);

#endif
