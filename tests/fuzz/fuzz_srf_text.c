/* Any text: becomes a map or not; of a map the text must be that of the map it makes. */
#include <stdint.h>
#include <string.h>

#include "srf/srf.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct srf_limits limits = {.max_file_bytes = UINT64_C(1) << 24,
                                      .max_layers = 256,
                                      .max_depth = 64,
                                      .max_chunks = 16384};
    const struct srf_scale scale = {.across_m = 30, .up_m = 25};
    struct srf_map *map, *again;
    struct scree_error err = SCREE_ERROR_INIT;
    if (srf_from_text(&map, data, size, &scale, &limits, &err) != SCREE_OK) {
        REQUIRE(map == NULL && err.code != SCREE_OK && err.text[0] != '\0');
        return 0;
    }
    REQUIRE(srf_is_text(data, size));
    (void)!srf_check(map, NULL);
    for (int sliders = 0; sliders < 2; sliders++) {
        const struct srf_text_options options = {sliders == 1};
        struct scree_bytes text, bytes, text_again, bytes_again;
        REQUIRE(srf_to_text(&text, map, &options, NULL) == SCREE_OK);
        REQUIRE(srf_write_memory(&bytes, map, NULL) == SCREE_OK);
        REQUIRE(srf_from_text(&again, text.data, text.size, &scale, &limits, NULL) == SCREE_OK);
        REQUIRE(srf_to_text(&text_again, again, &options, NULL) == SCREE_OK);
        REQUIRE(srf_write_memory(&bytes_again, again, NULL) == SCREE_OK);
        REQUIRE(text.size == text_again.size && bytes.size == bytes_again.size);
        REQUIRE(memcmp(text.data, text_again.data, text.size) == 0);
        REQUIRE(memcmp(bytes.data, bytes_again.data, bytes.size) == 0);
        file_bytes_free(&text);
        file_bytes_free(&bytes);
        file_bytes_free(&text_again);
        file_bytes_free(&bytes_again);
        srf_free(again);
    }
    srf_free(map);
    return 0;
}
