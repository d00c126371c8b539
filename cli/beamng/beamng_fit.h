/* Whether a terrain fits BeamNG: a square of 2^n or 2^n + 1 points. */
#ifndef CLI_BEAMNG_FIT_H
#define CLI_BEAMNG_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/say.h"
#include "ter/ter.h"

struct beamng_fit {
    uint32_t size; /* points a side that are taken, or the greatest that would be; 0: none */
    bool trimmed;  /* the last row and column are left out */
    char why[128]; /* it does not fit: the sentence's begin; "" if it fits */
    char how[128]; /* and what to do */
};

void beamng_fit(struct beamng_fit *out, const struct ter_field *field);
/* beamng_fit_say() says what is left out, and that a size is beyond the editor. */
void beamng_fit_say(struct say *say, uint32_t size, const struct ter_field *field, bool trimmed);

#endif
