/* Any bytes: the reader of .ter files neither crashes nor promises what it does not hold. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "bench/files.h"
#include "ter/ter.h"
#include "tests/fuzz/require.h"

static void check_error(const struct ter_field *field, enum scree_code code,
                        const struct scree_error *err, size_t size)
{
    REQUIRE(field == NULL);
    REQUIRE(err->code == (int)code);
    REQUIRE(code == SCREE_MALFORMED || code == SCREE_UNSUPPORTED || code == SCREE_LIMIT);
    REQUIRE(err->offset <= size || err->offset == SCREE_NO_OFFSET);
    REQUIRE(code != SCREE_MALFORMED || err->offset != SCREE_NO_OFFSET || size == 0);
    const size_t length = strlen(err->text);
    REQUIRE(length > 0 && length < sizeof err->text - 1); /* none is cut */
    for (size_t i = 0; i < length; i++) REQUIRE(err->text[i] >= 0x20 && err->text[i] <= 0x7e);
}

static void check_field(const struct ter_field *field, size_t size,
                        const struct ter_options *limits)
{
    REQUIRE(field != NULL);
    REQUIRE(field->points_x >= 2 && field->points_y >= 2);
    const uint64_t points = (uint64_t)field->points_x * field->points_y;
    REQUIRE(points <= limits->max_points && 2 * points < size);
    REQUIRE(isfinite(field->base_tu) && isfinite(field->step_tu));
    REQUIRE(isfinite(field->curve_radius_km));
    for (int i = 0; i < 3; i++) REQUIRE(isfinite(field->scal_m[i]) && field->scal_m[i] > 0.0);
    REQUIRE(field->elevations != NULL && field->samples == NULL);
    volatile int sum = 0; /* so that each elevation is looked at */
    for (uint64_t i = 0; i < points; i++) sum = sum ^ field->elevations[i];
    REQUIRE(field->warnings.count <= WARN_MAX);
    for (size_t i = 0; i < field->warnings.count; i++) {
        const struct warning *warning = &field->warnings.list[i];
        const size_t length = strlen(warning->text);
        REQUIRE(warning->offset < size);
        REQUIRE(length > 0 && length < sizeof warning->text - 1);
        for (size_t k = 0; k < length; k++)
            REQUIRE(warning->text[k] >= 0x20 && warning->text[k] <= 0x7e);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ter_options limits = {.max_points = UINT64_C(1) << 17,
                                       .max_file_bytes = UINT64_C(1) << 20,
                                       .max_memory_bytes = UINT64_C(1) << 20};
    struct ter_field *field;
    struct scree_error err = SCREE_ERROR_INIT;
    const enum scree_code code = ter_read_memory(&field, data, size, &limits, &err);
    if (code != SCREE_OK)
        check_error(field, code, &err, size);
    else
        check_field(field, size, &limits);
    ter_free(field);
    return 0;
}
