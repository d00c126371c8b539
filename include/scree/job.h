/* A piece of work that somebody waits for. */
#ifndef SCREE_JOB_H
#define SCREE_JOB_H

#include <scree/types/job.h>

SCREE_BEGIN

/* scree_isa_name() is name number i that isa may have: "best", then the instruction sets that this
 * library knows, the weakest first, whether the processor has them or not; NULL behind the last. */
SCREE_API const char *scree_isa_name(size_t i);

SCREE_END

#endif
