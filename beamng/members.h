/* A JSON object of somebody else, some of whose members are exchanged; no other byte is. Private to
 * beamng/. */
#ifndef BEAMNG_MEMBERS_H
#define BEAMNG_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/err.h"
#include "base/file.h"
#include "base/stream.h"

struct beamng_members {
    const struct scree_bytes
        *old;            /* text of an object that jansson reads; data NULL: there is none */
    const json_t *added; /* members that stand at the end, in place of old ones so named */
    /* Whether a member stays, by its key as it stands between the quotes; NULL: all do. */
    bool (*stays)(const void *context, const char *key, size_t length);
    const void *context;
};
/* beamng_put_members() appends the object as it will be. The same again changes nothing. SCREE_CANNOT_WRITE,
 * SCREE_NO_MEMORY */
MUST_USE enum scree_code beamng_put_members(struct stream *to, const struct beamng_members *members,
                                            struct scree_error *err);

#endif
