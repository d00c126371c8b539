/* Members of the library's structs that texts name. */
#include "base/text.h"

#include <string.h>

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

const char *text_member_name(const char *member, size_t length)
{
    /* clang-format off */
    static const char *const members[] = {
        "accept", "aerial", "at", "author", "bake_size", "band", "base_colour", "blend_size",
        "box_m", "box_points", "cell_m", "classes", "columns", "crop", "depth", "dither", "every", "fail", "fill_m",
        "fill_smooth",
        "format", "grass", "grid", "grip", "ground_models", "height_offset_tu", "height_range_m",
        "height_scale", "hole_layer", "holes", "keep", "keep_list", "keep_missing", "layer",
        "layers", "level", "maps", "mask", "materials", "max_height_m", "max_memory_bytes",
        "min_area", "name", "no_plants", "only", "onto",
        "other_version", "output", "outputs", "part", "place_m", "plane", "plants", "points",
        "port", "raw", "raw_width", "region", "relief", "repeat_m", "resample", "roads",
        "root_density", "samples", "seed", "shadows_off", "share", "south_first", "splat",
        "square_m", "start_m", "target_m", "terrain", "texel", "texels", "textures", "threads",
        "tile_files", "tile_points", "tile_texels", "title", "vertex", "warn", "water_m", "width",
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++)
        if (is_word(members[i], member, length)) return members[i];
    if (is_word("convert_crop", member, length)) return "crop of scree_convert_terrain()";
    if (is_word("convert_dequantise", member, length))
        return "dequantise of scree_convert_terrain()";
    if (is_word("no_base_colour", member, length)) return "SCREE_BASE_COLOUR_NONE";
    if (is_word("into", member, length)) return "scree_beamng_into()";
    return is_word("replace", member, length) ? "SCREE_REPLACE" : NULL;
}
