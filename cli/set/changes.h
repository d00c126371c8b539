/* Changes of a surface map as the command line has them: LAYER.FIELD=VALUE. */
#ifndef CLI_CHANGES_H
#define CLI_CHANGES_H

#include "base/err.h"
#include "srf/srf.h"

/* changes_apply() does what text says. ERR_ARG with the remedy: no such field, no such layer,
 * several layers of that name, a value that means nothing; the map is as it was then. ERR_NOMEM,
 * ERR_LIMIT.
 */
MUST_USE enum err_code changes_apply(struct srf_map *map, const char *text,
                                     const struct srf_scale *scale, struct err *err);

#endif
