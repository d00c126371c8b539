/* The one place where a manifest is judged. */
#ifndef BAKE_BAKED_MANIFEST_H
#define BAKE_BAKED_MANIFEST_H

#include "bake/baked.h"

/* baked_read_manifest() fills what *out holds of a manifest; texts stay those of the document.
 * Every value has the kind, the range and the form that scree bake writes, names of files included,
 * and they fit each other. ERR_MALFORMED, ERR_UNSUPPORTED (another format), ERR_NOMEM. */
MUST_USE enum err_code baked_read_manifest(struct baked *out, json_t *manifest, struct err *err);

/* Parts of it: options and left_out, once the inputs are known; then materials, beamng and files.
 */
MUST_USE enum err_code baked_read_options(struct baked *out, const json_t *manifest,
                                          struct err *err);
MUST_USE enum err_code baked_read_outputs(struct baked *out, const json_t *manifest,
                                          struct err *err);

#endif
