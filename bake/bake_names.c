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
        return "splat";
    case BAKE_GEOTIFF:
        break;
    }
    return "geotiff";
}

const char *bake_format_name(enum bake_format format)
{
    static const char *const names[] = {
        [BAKE_PNG8] = "png8",       [BAKE_TIFF8] = "tiff8", [BAKE_TIFF16] = "tiff16",
        [BAKE_TIFF32F] = "tiff32f", [BAKE_NPY] = "npy",     [BAKE_EXR] = "exr",
        [BAKE_RAW] = "raw"};
    return names[format];
}

const char *bake_format_ending(enum bake_format format)
{
    static const char *const endings[] = {
        [BAKE_PNG8] = ".png",    [BAKE_TIFF8] = ".tif", [BAKE_TIFF16] = ".tif",
        [BAKE_TIFF32F] = ".tif", [BAKE_NPY] = ".npy",   [BAKE_EXR] = ".exr",
        [BAKE_RAW] = ".raw"};
    return endings[format];
}

const char *bake_plane_name(enum bake_plane plane)
{
    return plane == BAKE_WEIGHT ? "weight" : "eff";
}
