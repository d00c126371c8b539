/* What says where the files of a map for Farming Simulator belong. Source: docs/formats.md, Farming
 * Simulator. */
#include "engines/engines_plan.h"

enum scree_code engines_put_farming(struct stream *to, const struct engines_plan *plan,
                                    struct scree_error *err)
{
    RETURN_IF_ERR(stream_print(
        to, err,
        "%s, terrain data for a map of Farming Simulator\n\n"
        "In the map's .i3d, TerrainTransformGroup:\n\n"
        "  heightScale   %s   (metres from 0 to 65535 in dem.png; 0 is %s m of the terrain)\n"
        "  unitsPerPixel %s\n\n"
        "Layers, each with its weightMapId:\n\n",
        plan->name, engines_number(engines_range_m(plan), 6).text,
        engines_number(plan->low_m, 6).text, engines_number(plan->spacing_m, 6).text));
    for (uint32_t m = 0; m < plan->merge->count; m++)
        RETURN_IF_ERR(stream_print(to, err, "  %-28s  data/%s_weight.png\n",
                                   plan->materials[m].title, plan->materials[m].title));
    return stream_print(to, err,
                        "\nNorth is the top of every picture. In every texel the weights add up to "
                        "255.\n");
}
