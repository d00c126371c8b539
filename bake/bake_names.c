/* The words of manifests. */
#include "bake/bake.h"

const char *bake_output_name(unsigned output)
{
    static const char *const names[] = {
        [SCREE_BAKE_MASKS] = "masks",   [SCREE_BAKE_BLEND] = "blend",
        [SCREE_BAKE_BEAMNG] = "beamng", [SCREE_BAKE_PREVIEW] = "preview",
        [SCREE_BAKE_SPLAT] = "splat",   [SCREE_BAKE_GEOTIFF] = "geotiff"};
    return names[output];
}

const char *bake_format_name(unsigned format)
{
    static const char *const names[] = {
        [SCREE_BAKE_PNG8] = "png8",     [SCREE_BAKE_TIFF8] = "tiff8",
        [SCREE_BAKE_TIFF16] = "tiff16", [SCREE_BAKE_TIFF32F] = "tiff32f",
        [SCREE_BAKE_NPY] = "npy",       [SCREE_BAKE_EXR] = "exr",
        [SCREE_BAKE_RAW] = "raw"};
    return names[format];
}

const char *bake_format_ending(enum scree_bake_format format)
{
    static const char *const endings[] = {
        [SCREE_BAKE_PNG8] = ".png",    [SCREE_BAKE_TIFF8] = ".tif", [SCREE_BAKE_TIFF16] = ".tif",
        [SCREE_BAKE_TIFF32F] = ".tif", [SCREE_BAKE_NPY] = ".npy",   [SCREE_BAKE_EXR] = ".exr",
        [SCREE_BAKE_RAW] = ".raw"};
    return endings[format];
}

const char *bake_plane_name(unsigned plane)
{
    return plane == SCREE_BAKE_WEIGHT ? "weight" : "eff";
}
