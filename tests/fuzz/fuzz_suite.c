/* Any bytes: become a suite or not; what a suite says of the bytes lies within them, and the text
 * of a claim is a claim again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/compare.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_claim(const struct compare_suite *suite, const struct compare_claim *claim,
                        size_t size)
{
    static const char about[] = "terrain a\nsurface b\n";
    REQUIRE(claim->scene < suite->scene_count && claim->line >= 1 && claim->column >= 1);
    REQUIRE(claim->expected_from <= claim->expected_to && claim->expected_to <= size);
    const size_t length = strlen(claim->text) + sizeof about;
    char *text = malloc(length);
    REQUIRE(text != NULL);
    snprintf(text, length, "%s%s", about, claim->text);
    struct compare_suite *again;
    REQUIRE(compare_suite_read(&again, text, strlen(text), NULL) == ERR_OK);
    REQUIRE(again->claim_count == 1 && strcmp(again->claims[0].text, claim->text) == 0);
    compare_suite_free(again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct compare_suite *suite;
    struct err err;
    err_clear(&err);
    if (compare_suite_read(&suite, (const char *)data, size, &err) != ERR_OK) {
        REQUIRE(suite == NULL && err.code == ERR_MALFORMED);
        REQUIRE(strncmp(err.msg, "line ", 5) == 0);
        return 0;
    }
    /* A NUL ends a text early. */
    if (memchr(data, 0, size) == NULL)
        for (size_t i = 0; i < suite->claim_count; i++) check_claim(suite, &suite->claims[i], size);
    compare_suite_free(suite);
    return 0;
}
