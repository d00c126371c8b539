/*
 * Numbers of options with more digits than documents have (base/json_text.h): "0.333333333333" would
 * not make the same bake again. A manifest has them once more, as texts in a member "exact" of the
 * same shape as the options, and only those that need it:
 *
 *     "height_scale": 0.333333333333, ..., "exact": {"height_scale": "0.33333333333333331"}
 */
#ifndef BAKE_BAKE_EXACT_H
#define BAKE_BAKE_EXACT_H

#include <jansson.h>

#include "base/err.h"

/* bake_exact_add() gives options, an object of numbers, lists of numbers and objects of both, that
 * member if it needs one, and returns them. NULL, also for NULL, if memory ran out: options are
 * then freed. */
json_t *bake_exact_add(json_t *options);

/* bake_exact_take() puts the numbers of such a member in their places. Each must be the one that is
 * there, with more digits. SCREE_MALFORMED, SCREE_NO_MEMORY. */
MUST_USE enum scree_code bake_exact_take(json_t *options, struct scree_error *err);

#endif
