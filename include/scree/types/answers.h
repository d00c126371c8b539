/* What answers are made of. */
#ifndef SCREE_TYPES_ANSWERS_H
#define SCREE_TYPES_ANSWERS_H

#include <stddef.h>
#include <stdint.h>

#include <scree/export.h>
#include <scree/types/lint.h>

SCREE_BEGIN

#define SCREE_NO_LAYER UINT32_MAX

/* Texts are UTF-8 and hold names as the files have them. */
struct scree_finding {
    /* set it to sizeof(struct scree_finding) before asking */
    size_t size;
    /* stable, such as "never-altitude" */
    const char *id;
    /* the same for every finding of an id */
    enum scree_lint_severity severity;
    /* or SCREE_NO_LAYER: the map or the terrain as a whole */
    uint32_t layer;
    /* of the layer, "Rock/Moss"; "" without one */
    const char *path;
    /* what is wrong: one sentence without a full stop */
    const char *text;
    /* what to do about it, likewise */
    const char *advice;
};

enum scree_diff_verdict {
    SCREE_DIFF_SAME,
    SCREE_DIFF_WITHIN, /* something changed, and no limit was passed */
    SCREE_DIFF_WARNED, /* a limit of `warn` was passed, or there are no limits at all */
    SCREE_DIFF_FAILED  /* a limit of `fail` was passed */
};

enum scree_change_kind {
    SCREE_CHANGE_REMOVED, /* a layer, and what stands below it */
    SCREE_CHANGE_ADDED,
    SCREE_CHANGE_MOVED,
    SCREE_CHANGE_RENAMED,
    SCREE_CHANGE_VALUE
};

SCREE_END

#endif
