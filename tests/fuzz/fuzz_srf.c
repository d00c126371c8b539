/* Any bytes: read, judge, write back, as a file and as text; what was read must come back. */
#include <stdint.h>
#include <string.h>

#include "srf/srf.h"
#include "tests/fuzz/require.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require_text(const struct srf_map *map, const struct srf_limits *limits,
                         const uint8_t *data, size_t size)
{
    struct scree_bytes text, written;
    struct srf_map *again;
    REQUIRE(srf_to_text(&text, map, NULL, NULL) == SCREE_OK);
    REQUIRE(srf_from_text(&again, text.data, text.size, NULL, limits, NULL) == SCREE_OK);
    REQUIRE(srf_write_memory(&written, again, NULL) == SCREE_OK);
    REQUIRE(written.size == size && memcmp(written.data, data, size) == 0);
    file_bytes_free(&text);
    file_bytes_free(&written);
    srf_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct srf_limits limits = {
        .max_file_bytes = 1 << 16, .max_layers = 64, .max_depth = 24, .max_chunks = 2048};
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    if (srf_read_memory(&map, data, size, &limits, &err) != SCREE_OK) {
        REQUIRE(map == NULL && err.code != SCREE_OK && err.text[0] != '\0');
        REQUIRE(err.offset == SCREE_NO_OFFSET || err.offset <= size);
        return 0;
    }
    REQUIRE(map->layer_count > 0 && map->layer_count <= limits.max_layers);
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        char path[48];
        srf_layer_path(path, sizeof path, layer);
        REQUIRE(layer->index == i && (i == 0) == (layer->parent == NULL));
        REQUIRE(strlen(path) < sizeof path);
    }
    struct scree_bytes written;
    REQUIRE(srf_write_memory(&written, map, &err) == SCREE_OK);
    REQUIRE(written.size == size && memcmp(written.data, data, size) == 0);
    file_bytes_free(&written);
    require_text(map, &limits, data, size);
    if (srf_check(map, &err) != SCREE_OK) REQUIRE(err.code == SCREE_MALFORMED && err.offset < size);
    REQUIRE(map->warnings.count <= WARN_MAX);
    srf_free(map);
    return 0;
}
