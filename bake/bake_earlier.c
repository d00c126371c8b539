/* What an earlier bake left in the folder besides the files that its manifest lists. */
#include "bake/bake_pieces.h"

#include <stdio.h>
#include <string.h>

#include "base/json_text.h"
#include "base/path.h"
#include "base/text.h"

bool bake_raster_name(char out[BAKE_RASTER_NAME], const char *tile)
{
    const size_t length = strlen(tile), end = strlen("_0_0.png");
    if (length <= end || length >= BAKE_RASTER_NAME ||
        strncmp(tile + length - end, "_0_0.", 5) != 0 || !text_is_inner_path(tile))
        return false;
    snprintf(out, BAKE_RASTER_NAME, "%.*s.vrt", (int)(length - end), tile);
    return true;
}

static enum scree_code drop_raster(struct sink *sink, const char *tile, struct scree_error *err)
{
    char name[BAKE_RASTER_NAME];
    return bake_raster_name(name, tile) ? sink_drop_words(sink, name, BAKE_RASTER_WORDS, err)
                                        : SCREE_OK;
}

enum scree_code bake_drop_gathered(struct sink *sink, struct scree_error *err)
{
    json_t *earlier, *entry;
    enum scree_code code = sink_read_earlier(&earlier, sink, BAKE_MANIFEST_NAME, err);
    size_t i;
    json_array_foreach(json_object_get(earlier, "files"), i, entry)
    {
        const char *const name = json_string_value(json_object_get(entry, "file"));
        if (code == SCREE_OK && name != NULL) code = drop_raster(sink, name, err);
    }
    if (code == SCREE_OK && earlier != NULL)
        code = sink_drop_parts(sink, "\"" BAKE_PART_MANIFEST "\"", inputs_is_note, err);
    json_decref(earlier);
    return code;
}
