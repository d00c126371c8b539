/* Terrains cut, resampled and with holes, on their way into another format. */
#ifndef CONVERT_CONVERT_FIT_H
#define CONVERT_CONVERT_FIT_H

#include "convert/convert.h"
#include "image/image.h"

struct convert_fit {
    struct ter_field *field; /* the fitted one; NULL: nothing changed */
    uint8_t *holes;          /* as in struct heights_extras; NULL: none */
    double window[4];        /* where the field lies in the whole terrain, as there */
    bool placed;             /* geo is where it lies in the world */
    struct image_geo geo;
};

/* convert_fit() does what the options say with a terrain and tells it. On success the caller frees
 * *out with convert_fit_free(); on failure it is zeroed. */
MUST_USE enum scree_code convert_fit(struct convert_fit *out, const struct convert_input *in,
                                     const struct scree_convert_options *options,
                                     struct scree_job *job, struct scree_error *err);
void convert_fit_free(struct convert_fit *fit);

#endif
