/* What a bake will take, before it starts. */
#ifndef BAKE_BAKE_ESTIMATE_H
#define BAKE_BAKE_ESTIMATE_H

#include <scree/types/part_info.h>
#include <scree/types/parts.h>

#include "bake/bake.h"

/*
 * bake_estimate() evaluates a few hundred rows at fixed places of the output and writes them
 * nowhere, as bake_write() writes all. Seconds are those of this machine now, on the threads of the
 * plan; opening_s is what opening the inputs and planning took, which every part spends, too. SCREE_BAD_ARGUMENT (time_s), SCREE_CANNOT_READ, SCREE_NO_MEMORY, SCREE_CANCELLED
 */
MUST_USE enum scree_code bake_estimate(struct scree_estimate *out, const struct bake_plan *plan,
                                       const struct scree_estimate_options *options,
                                       double opening_s, struct scree_job *job,
                                       struct scree_error *err);

#endif
