/* Terrains cut, resampled and with holes, on their way into another format. */
#ifndef CLI_CONVERT_FIT_H
#define CLI_CONVERT_FIT_H

#include "cli/convert/convert.h"
#include "cli/load.h"

struct fit {
    struct ter_field *field; /* the fitted one; NULL: nothing changed */
    uint8_t *holes;          /* as in struct heights_extras; NULL: none */
    double window[4];        /* where the field lies in the whole terrain, as there */
};

/* fit_terrain() does what the options say with a terrain and says so. On success the caller frees
 * *out with fit_free(); on failure it is zeroed. */
MUST_USE enum err_code fit_terrain(struct fit *out, const struct ter_field *field,
                                   const struct heights_layers *layers,
                                   const struct args_convert *args, struct say *say,
                                   struct err *err);
void fit_free(struct fit *fit);

#endif
