/* Files of a level by the end of their names. Private to beamng/. */
#ifndef BEAMNG_WALK_H
#define BEAMNG_WALK_H

#include "base/err.h"

#define BEAMNG_WALK_PATH 512

struct beamng_walk {
    const char *folder; /* the level's */
    const char *below;  /* a folder in it, "" all of it */
    const char *ending; /* "materials.json" */
    enum scree_code (*take)(void *context, const char *name, struct scree_error *err);
    void *context;
};
/* beamng_walk() hands over every plain file whose name ends so, by its path in the level, a
 * folder by the order of its names; names that begin with a dot are passed over, no link to a folder is
 * followed, and a folder that cannot be opened is not ours to judge. SCREE_NO_MEMORY, or what take() answers,
 * which ends it. */
MUST_USE enum scree_code beamng_walk(const struct beamng_walk *walk, struct scree_error *err);

#endif
