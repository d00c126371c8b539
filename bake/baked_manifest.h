/* The one place where a manifest is judged. */
#ifndef BAKE_BAKED_MANIFEST_H
#define BAKE_BAKED_MANIFEST_H

#include "bake/baked.h"

/* baked_read_manifest() fills what *out holds of a manifest; texts stay those of the document.
 * Every value has the kind, the range and the form that scree bake writes, names of files included,
 * and they fit each other. SCREE_MALFORMED, SCREE_UNSUPPORTED (another format), SCREE_NO_MEMORY. */
MUST_USE enum scree_code baked_read_manifest(struct baked *out, json_t *manifest,
                                             struct scree_error *err);

/* Parts of it: options and left_out, once the inputs are known; then materials, beamng and files.
 */
MUST_USE enum scree_code baked_read_options(struct baked *out, const json_t *manifest,
                                            struct scree_error *err);
MUST_USE enum scree_code baked_read_outputs(struct baked *out, const json_t *manifest,
                                            struct scree_error *err);

#endif
