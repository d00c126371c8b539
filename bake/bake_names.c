/* The words of manifests. */
#include "bake/bake.h"

const char *bake_output_name(enum bake_output output)
{
    switch (output) {
    case BAKE_MASKS:
        return "masks";
    case BAKE_BLEND:
        return "blend";
    case BAKE_BEAMNG:
        return "beamng";
    case BAKE_PREVIEW:
        return "preview";
    case BAKE_SPLAT:
        break;
    }
    return "splat";
}

const char *bake_format_name(enum bake_format format)
{
    static const char *const names[] = {[BAKE_PNG8] = "png8",
                                        [BAKE_TIFF8] = "tiff8",
                                        [BAKE_TIFF16] = "tiff16",
                                        [BAKE_TIFF32F] = "tiff32f"};
    return names[format];
}

const char *bake_plane_name(enum bake_plane plane)
{
    return plane == BAKE_WEIGHT ? "weight" : "eff";
}
