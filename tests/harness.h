/*
 * What every unit test includes: cmocka, where the samples are, and a scratch folder.
 *
 * A test program returns what cmocka_run_group_tests() returns; a test that cannot run on this
 * machine calls skip() after saying why, and a program of which nothing can run exits with
 * HARNESS_SKIP.
 */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/err.h"

#define HARNESS_SKIP 77

/* The path of a file below a folder, in one of eight static buffers. */
static inline const char *harness_path(const char *folder, const char *name)
{
    static char paths[8][1024];
    static unsigned next;
    char path[sizeof paths[0]]; /* folder may be an earlier result */
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return memcpy(paths[next++ % 8], path, sizeof path);
}

/* A file of the source tree, from its root. */
static inline const char *harness_source(const char *name)
{
    const char *root = getenv("SCREE_SOURCE");
    return harness_path(root != NULL ? root : ".", name);
}

/* A genuine sample file, or NULL with a line on stderr if this machine has none. */
static inline const char *harness_sample(const char *name)
{
    const char *root = getenv("SCREE_SAMPLES");
    const char *path = harness_path(root != NULL ? root : "../shared/samples", name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "SKIPPED: no sample %s (set SCREE_SAMPLES)\n", path);
        return NULL;
    }
    fclose(file);
    return path;
}

/* Asserts that a call succeeded and prints its error if not. */
#define assert_ok(call, err)                                                                       \
    do {                                                                                           \
        if ((call) != SCREE_OK) {                                                                  \
            char harness_text_[ERR_TEXT_SIZE];                                                     \
            fail_msg("%s: %s", #call, err_format(harness_text_, sizeof harness_text_, (err)));     \
        }                                                                                          \
    } while (0)

/* Numbers for tests that try many cases: the same on every machine. */
static inline uint32_t harness_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t bits = *state;
    bits ^= bits >> 33;
    bits *= UINT64_C(0xff51afd7ed558ccd);
    bits ^= bits >> 33;
    return (uint32_t)(bits >> 32);
}

/* Uniform in [low, high). */
static inline double harness_uniform(uint64_t *state, double low, double high)
{
    return low + (high - low) * (harness_random(state) * 0x1p-32);
}

#endif
