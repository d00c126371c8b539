/* For tests of include/scree/: a call that must succeed, and what the last one that failed said. */
#ifndef TESTS_ASSERT_SCREE_H
#define TESTS_ASSERT_SCREE_H

#include "tests/harness.h"

#include <scree/scree.h>

static struct scree_error error = SCREE_ERROR_INIT;

#define assert_scree(call)                                                                         \
    do {                                                                                           \
        if ((call) != SCREE_OK)                                                                    \
            fail_msg("%s: %s: %s [%s]", #call, error.file, error.text, error.field);               \
    } while (0)

#endif
