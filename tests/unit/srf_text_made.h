/* What the tests of the text form ask of a map's bytes. */
#ifndef TESTS_UNIT_SRF_TEXT_MADE_H
#define TESTS_UNIT_SRF_TEXT_MADE_H

#include "tests/unit/srf_made.h"

/* Bytes that a reader accepts become text and come back as they were, and the text of what came
 * back is the same text. False if they are not accepted. */
static inline bool text_comes_back(const uint8_t *bytes, size_t size)
{
    struct scree_error err = SCREE_ERROR_INIT;
    struct srf_map *map;
    if (srf_read_memory(&map, bytes, size, NULL, NULL) != SCREE_OK) return false;
    for (int sliders = 0; sliders < 2; sliders++) {
        const struct srf_text_options options = {sliders == 1};
        struct scree_bytes text, again;
        struct srf_map *made;
        assert_ok(srf_to_text(&text, map, &options, &err), &err);
        assert_int_equal(text.data[text.size - 1], '\n');
        assert_true(srf_is_text(text.data, text.size));
        assert_ok(srf_from_text(&made, text.data, text.size, NULL, NULL, &err), &err);
        assert_written_back(made, bytes, size);
        assert_ok(srf_to_text(&again, made, &options, &err), &err);
        assert_int_equal(again.size, text.size);
        assert_memory_equal(again.data, text.data, text.size);
        file_bytes_free(&text);
        file_bytes_free(&again);
        srf_free(made);
    }
    srf_free(map);
    return true;
}

#endif
