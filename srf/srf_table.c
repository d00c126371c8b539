/*
 * Source of the rows: the format's page of 2003 (markers, types, meanings); real files (order,
 * factory values, SETT's VARI of 0.5, the chunks of a world file, sliders: every value of 51 layers
 * is the law's for a whole percentage, but SMSZ's factory 0.1); docs/formats/srf.md.
 *
 * Rule (Inputs): Missing chunks have factory values. See formats/srf.md#chunks-of-a-layer. Tests:
 * unit/test_srf (missing_chunks_are_factory_values).
 */
#include "srf/srf_table.h"

#include <assert.h>
#include <float.h>
#include <string.h>

#include "base/bytes.h"

#define FIELD(name) .given = SRF_##name, .field = offsetof(struct srf_layer, FIELD_##name)
#define FIELD_DIFC difc
#define FIELD_BMAM bmam
#define FIELD_MTER mter
#define FIELD_VARI vari
#define FIELD_COVR covr
#define FIELD_ALTE alte
#define FIELD_ALTL altl
#define FIELD_ALTF altf
#define FIELD_SLPE slpe
#define FIELD_SLPL slpl
#define FIELD_SLPF slpf
#define FIELD_SMSZ smsz
#define FIELD_ORIG orig
#define FIELD_NEGA nega
#define FIELD_ISOL isol
#define FIELD_SETT_VARI sett_vari
#define FIELD_DIFP difp_size
#define FIELD_DNSP dnsp_size

#define AT(tag, place_name) .marker = tag, .place = SRF_PLACE_##place_name
#define CONTAINER(place_name) .kind = SRF_KIND_CONTAINER, .inside = SRF_PLACE_##place_name
#define NUMBERS(type, number) .kind = SRF_KIND_##type, .count = (number)
#define DOUBT(from, to, text) .low = (from), .high = (to), .remark = text
#define MEASURES(what) .measure = SRF_MEASURE_##what
#define SLIDER(full) .slider_full = (full)
#define SQUARE_SLIDER(full) .slider_full = (full), .slider_square = true
#define OWN(quantity, member)                                                                      \
    .own = true, .field = offsetof(struct srf_layer, limits[SRF_##quantity].member)
#define REFUSE_OUTSIDE(from, to, text) DOUBT(from, to, text), .impossible = true
#define REFUSE_NEGATIVE(text) .low = 0, .high = DBL_MAX, .impossible = true, .remark = text

/* clang-format off */
const struct srf_quantity_words srf_quantity_words[SRF_QUANTITIES] = {
    [SRF_ASPECT] = {"aspect", "degrees"},
    [SRF_POSITION] = {"position", "tu"},
    [SRF_CURVATURE] = {"curvature", "1/m"},
    [SRF_MASK] = {"mask", ""},
    [SRF_WETNESS] = {"wetness", "m2"},
    [SRF_SKY] = {"sky", "of the sky"},
    [SRF_NEAR] = {"near", "m"},
};

const struct srf_row srf_table[SRF_TABLE_COUNT] = {
    {AT("SRFL", FILE), CONTAINER(LAYER)},

    {AT("WLDG", WORLD), CONTAINER(WLDG)},
    {AT("ANIM", WORLD), CONTAINER(ANIM)},
    {AT("TERR", WORLD), CONTAINER(TERR)},
    {AT("MPFX", WORLD), CONTAINER(MPFX)},
    {AT("WATR", WORLD), CONTAINER(WATR)},
    {AT("SRFL", WORLD), CONTAINER(LAYER)},
    {AT("ATLI", WORLD), CONTAINER(ATLI)},

    {AT("SRFL", LAYER), CONTAINER(LAYER)},
    {AT("NAME", LAYER), .kind = SRF_KIND_TEXT, .given = SRF_NAME,
     .field = offsetof(struct srf_layer, name), .key = "name"},
    {AT("TERM", LAYER), CONTAINER(TERM)},
    {AT("DENS", LAYER), CONTAINER(DENS)},

    {AT("DIFP", TERM), .kind = SRF_KIND_RAW, FIELD(DIFP), .key = "colour_plugins"},
    {AT("DIFC", TERM), NUMBERS(I16, 3), .unit = " of 256", FIELD(DIFC), .factory = {64, 56, 48},
     .key = "colour"},
    {AT("BMAM", TERM), NUMBERS(F32, 1), FIELD(BMAM), .factory = {1}, SQUARE_SLIDER(4),
     .key = "bump.amount"},
    {AT("BMTX", TERM), CONTAINER(BMTX)},
    {AT("MTER", TERM), NUMBERS(F32, 1), FIELD(MTER), .factory = {0.3f}, .factory_root = 0.8f,
     SLIDER(1), .key = "bump.mimic_terrain"},

    {AT("NAME", BMTX), .kind = SRF_KIND_TEXT, .key = "bump.texture.name"},
    {AT("SETT", BMTX), CONTAINER(BMTX_SETT)},

    {AT("ORIG", BMTX_SETT), NUMBERS(F32, 4), .key = "bump.texture.origin"},
    {AT("NEGA", BMTX_SETT), NUMBERS(U32, 1), .flag = true, .key = "bump.texture.negative"},
    {AT("ISOL", BMTX_SETT), NUMBERS(F32, 1), .key = "bump.texture.isolation"},
    {AT("VARI", BMTX_SETT), NUMBERS(F32, 1), .factory = {0.5f}, .key = "bump.texture.variation"},

    {AT("DNSP", DENS), .kind = SRF_KIND_RAW, FIELD(DNSP), .key = "distribution_plugins"},
    {AT("VARI", DENS), NUMBERS(F32, 1), FIELD(VARI), .factory = {1}, SQUARE_SLIDER(4),
     .key = "fractal_noise",
     DOUBT(0, DBL_MAX, "the weight of the noise is taken as 0")},
    {AT("VART", DENS), CONTAINER(VART)},
    {AT("COVR", DENS), NUMBERS(F32, 1), FIELD(COVR), .factory = {0.5f}, SLIDER(1),
     .key = "coverage",
     DOUBT(0, 1, "coverage runs from 0 to 1, the nearer bound is used")},
    {AT("ALTE", DENS), NUMBERS(F32, 2), FIELD(ALTE), .flag = true, .key = "altitude.*.on"},
    {AT("ALTL", DENS), NUMBERS(F32, 2), .unit = " tu", FIELD(ALTL), MEASURES(ALTITUDE),
     .key = "altitude.*.at"},
    {AT("ALTF", DENS), NUMBERS(F32, 2), .unit = " tu", FIELD(ALTF), .factory = {5.76f, 5.76f},
     MEASURES(ALTITUDE), SQUARE_SLIDER(64), .key = "altitude.*.fuzziness",
     REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("SLPE", DENS), NUMBERS(F32, 2), FIELD(SLPE), .factory = {0, 1}, .flag = true,
     .key = "slope.*.on"},
    {AT("SLPL", DENS), NUMBERS(F32, 2), .unit = " (rise over run)", FIELD(SLPL),
     .factory = {1, 1.962606f}, MEASURES(SLOPE), .key = "slope.*.at"},
    {AT("SLPF", DENS), NUMBERS(F32, 2), .unit = " (rise over run)", FIELD(SLPF),
     .factory = {0.36f, 0.36f}, MEASURES(SLOPE), SQUARE_SLIDER(4), .key = "slope.*.fuzziness",
     REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("SMSZ", DENS), NUMBERS(F32, 1), .unit = " tu", FIELD(SMSZ), .factory = {0.1f},
     .factory_root = 1, MEASURES(LENGTH), SQUARE_SLIDER(1), .key = "smoothing.size",
     REFUSE_NEGATIVE("a smoothing size cannot be negative")},
    {AT("ASPE", DENS), NUMBERS(F32, 1), OWN(ASPECT, on[0]), .flag = true, .key = "aspect.on"},
    {AT("ASPD", DENS), NUMBERS(F32, 1), .unit = " degrees", OWN(ASPECT, at[0]),
     .key = "aspect.toward",
     REFUSE_OUTSIDE(-360, 360, "give the direction in degrees clockwise from north, -360 to 360")},
    {AT("ASPS", DENS), NUMBERS(F32, 1), .unit = " degrees", OWN(ASPECT, at[1]),
     .factory = {180}, .key = "aspect.spread",
     REFUSE_OUTSIDE(0, 180, "give the degrees to either side of the direction, 0 to 180")},
    {AT("ASPF", DENS), NUMBERS(F32, 1), .unit = " degrees", OWN(ASPECT, fuzziness[0]),
     .key = "aspect.fuzziness",
     REFUSE_OUTSIDE(0, 180, "give the degrees over which the layer fades, 0 to 180")},
    {AT("ASPL", DENS), NUMBERS(F32, 1), OWN(ASPECT, level), .key = "aspect.level",
     REFUSE_OUTSIDE(0, 1, "give what level ground has, 0 (nothing) to 1 (all)")},
    {AT("POSE", DENS), NUMBERS(F32, 2), OWN(POSITION, on), .flag = true, .key = "position.*.on"},
    {AT("POSL", DENS), NUMBERS(F32, 2), .unit = " tu", OWN(POSITION, at), MEASURES(RISE),
     .key = "position.*.at"},
    {AT("POSF", DENS), NUMBERS(F32, 2), .unit = " tu", OWN(POSITION, fuzziness), MEASURES(RISE),
     .key = "position.*.fuzziness", REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("POSZ", DENS), NUMBERS(F32, 1), .unit = " tu", OWN(POSITION, size), MEASURES(LENGTH),
     .key = "position.size", REFUSE_NEGATIVE("give the side of a square, above 1 tu")},
    {AT("CURE", DENS), NUMBERS(F32, 2), OWN(CURVATURE, on), .flag = true, .key = "curvature.*.on"},
    {AT("CURL", DENS), NUMBERS(F32, 2), .unit = " 1/m", OWN(CURVATURE, at),
     .key = "curvature.*.at"},
    {AT("CURF", DENS), NUMBERS(F32, 2), .unit = " 1/m", OWN(CURVATURE, fuzziness),
     .key = "curvature.*.fuzziness", REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("CURZ", DENS), NUMBERS(F32, 1), .unit = " tu", OWN(CURVATURE, size), MEASURES(LENGTH),
     .key = "curvature.size", REFUSE_NEGATIVE("give the side of a square, at least 3 tu")},
    {AT("MASE", DENS), NUMBERS(F32, 1), OWN(MASK, on[0]), .flag = true, .key = "mask.on"},
    {AT("MASF", DENS), .kind = SRF_KIND_TEXT, .own = true,
     .field = offsetof(struct srf_layer, mask), .key = "mask.file"},
    {AT("MASC", DENS), .kind = SRF_KIND_TEXT, .own = true, .list = true,
     .field = offsetof(struct srf_layer, classes), .key = "mask.classes"},
    {AT("MASR", DENS), NUMBERS(F32, 1), .unit = " tu", OWN(MASK, size), MEASURES(LENGTH),
     .key = "mask.feather", REFUSE_NEGATIVE("a feather cannot be negative")},
    {AT("MASI", DENS), NUMBERS(F32, 1), OWN(MASK, level), .flag = true, .key = "mask.invert"},
    {AT("WETE", DENS), NUMBERS(F32, 2), OWN(WETNESS, on), .flag = true, .key = "wetness.*.on"},
    {AT("WETL", DENS), NUMBERS(F32, 2), .unit = " m2", OWN(WETNESS, at), .key = "wetness.*.at",
     REFUSE_NEGATIVE("give the square metres that drain through a place, from 0 on")},
    {AT("WETF", DENS), NUMBERS(F32, 2), .unit = " m2", OWN(WETNESS, fuzziness),
     .key = "wetness.*.fuzziness", REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("SKYE", DENS), NUMBERS(F32, 2), OWN(SKY, on), .flag = true, .key = "sky.*.on"},
    {AT("SKYL", DENS), NUMBERS(F32, 2), .unit = " of the sky", OWN(SKY, at), .key = "sky.*.at",
     REFUSE_OUTSIDE(0, 1, "give a share of the sky, 0 (nothing) to 1 (all)")},
    {AT("SKYF", DENS), NUMBERS(F32, 2), .unit = " of the sky", OWN(SKY, fuzziness),
     .key = "sky.*.fuzziness", REFUSE_NEGATIVE("a fuzziness cannot be negative")},
    {AT("NEAT", DENS), .kind = SRF_KIND_TEXT, .own = true,
     .field = offsetof(struct srf_layer, near_to), .key = "near.to"},
    {AT("NEAE", DENS), NUMBERS(F32, 2), OWN(NEAR, on), .flag = true, .key = "near.*.on"},
    {AT("NEAL", DENS), NUMBERS(F32, 2), .unit = " m", OWN(NEAR, at), .key = "near.*.at",
     REFUSE_NEGATIVE("give the metres to the other layer's ground, from 0 on")},
    {AT("NEAF", DENS), NUMBERS(F32, 2), .unit = " m", OWN(NEAR, fuzziness),
     .key = "near.*.fuzziness", REFUSE_NEGATIVE("a fuzziness cannot be negative")},

    {AT("NAME", VART), .kind = SRF_KIND_TEXT, .key = "texture.name"},
    {AT("SETT", VART), CONTAINER(VART_SETT)},

    {AT("ORIG", VART_SETT), NUMBERS(F32, 4), FIELD(ORIG), .key = "texture.origin"},
    {AT("NEGA", VART_SETT), NUMBERS(U32, 1), FIELD(NEGA), .flag = true,
     .key = "texture.negative",
     DOUBT(0, 1, "every value but 0 inverts the noise")},
    {AT("ISOL", VART_SETT), NUMBERS(F32, 1), FIELD(ISOL), .key = "texture.isolation",
     DOUBT(0, 0, "isolation is not modelled and has no effect")},
    {AT("VARI", VART_SETT), NUMBERS(F32, 1), FIELD(SETT_VARI), .factory = {0.5f},
     .key = "texture.variation",
     DOUBT(0.5, 0.5, "the extra variation is not modelled, its usual 0.5 is assumed")},

    {AT("LDET", WLDG), NUMBERS(F32, 1), .key = "rendering.LDET"},
    {AT("RLAN", WLDG), NUMBERS(F32, 1), .key = "rendering.RLAN"},
    {AT("RSKY", WLDG), NUMBERS(F32, 1), .key = "rendering.RSKY"},
    {AT("BFCL", WLDG), NUMBERS(F32, 1), .key = "rendering.BFCL"},
    {AT("FAA ", WLDG), NUMBERS(F32, 1), .key = "rendering.FAA"},
    {AT("FAAU", WLDG), NUMBERS(F32, 1), .key = "rendering.FAAU"},
    {AT("BLDT", WLDG), NUMBERS(F32, 1), .key = "rendering.BLDT"},
    {AT("ASEP", WLDG), NUMBERS(F32, 1), .key = "rendering.ASEP"},
    {AT("BUFS", WLDG), NUMBERS(U32, 1), .key = "rendering.BUFS"},
    {AT("ATAC", WLDG), NUMBERS(F32, 1), .key = "rendering.ATAC"},
    {AT("CLAC", WLDG), NUMBERS(F32, 1), .key = "rendering.CLAC"},
    {AT("WAQU", WLDG), NUMBERS(U32, 1), .key = "rendering.WAQU"},
    {AT("IMWI", WLDG), NUMBERS(U32, 1), .key = "picture.width"},
    {AT("IMHI", WLDG), NUMBERS(U32, 1), .key = "picture.height"},
    {AT("PXAS", WLDG), NUMBERS(F32, 1), .key = "picture.pixel_aspect"},
    {AT("EXPO", WLDG), NUMBERS(F32, 1), .key = "picture.exposure",
     DOUBT(DBL_MIN, DBL_MAX, "a picture needs an exposure above 0")},
    {AT("GAMA", WLDG), NUMBERS(F32, 1), .key = "picture.gamma"},
    {AT("EXME", WLDG), NUMBERS(U32, 1), .key = "picture.exposure_method"},
    {AT("ZOOM", WLDG), NUMBERS(F32, 1), .key = "camera.zoom",
     DOUBT(DBL_MIN, DBL_MAX, "a camera needs a zoom above 0")},
    {AT("ORTS", WLDG), NUMBERS(F32, 1), .key = "rendering.ORTS"},
    {AT("ORTF", WLDG), NUMBERS(F32, 1), .key = "rendering.ORTF"},
    {AT("MBLL", WLDG), NUMBERS(F32, 1), .key = "rendering.MBLL"},
    {AT("CAMX", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(LENGTH), .key = "camera.x"},
    {AT("CAMY", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(LENGTH), .key = "camera.y"},
    {AT("CAMZ", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "camera.z"},
    {AT("CAZZ", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "camera.above_ground"},
    {AT("TARX", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(LENGTH), .key = "target.x"},
    {AT("TARY", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(LENGTH), .key = "target.y"},
    {AT("TARZ", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "target.z"},
    {AT("TAZZ", WLDG), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "target.above_ground"},
    {AT("CAMB", WLDG), NUMBERS(F32, 1), .key = "camera.bank"},

    {AT("SNRM", ANIM), NUMBERS(F32, 1), .key = "animation.SNRM"},
    {AT("SUNH", ANIM), NUMBERS(F32, 1), .key = "animation.SUNH"},
    {AT("SHZA", ANIM), NUMBERS(F32, 1), .key = "animation.SHZA"},
    {AT("SHZC", ANIM), NUMBERS(F32, 1), .key = "animation.SHZC"},
    {AT("SNRH", ANIM), NUMBERS(F32, 1), .key = "animation.SNRH"},
    {AT("SUHH", ANIM), NUMBERS(F32, 1), .key = "animation.SUHH"},
    {AT("SHAH", ANIM), NUMBERS(F32, 1), .key = "animation.SHAH"},
    {AT("SHCH", ANIM), NUMBERS(F32, 1), .key = "animation.SHCH"},
    {AT("SUNL", ANIM), NUMBERS(F32, 1), .key = "animation.SUNL"},
    {AT("SULH", ANIM), NUMBERS(F32, 1), .key = "animation.SULH"},
    {AT("SSFN", ANIM), NUMBERS(F32, 1), .key = "animation.SSFN"},
    {AT("SSFT", ANIM), NUMBERS(F32, 1), .key = "animation.SSFT"},
    {AT("NRMS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.NRMS"},
    {AT("UNHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.UNHS"},
    {AT("HZAS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.HZAS"},
    {AT("HZCS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.HZCS"},
    {AT("NRHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.NRHS"},
    {AT("UHHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.UHHS"},
    {AT("HAHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.HAHS"},
    {AT("HCHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.HCHS"},
    {AT("UNLS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.UNLS"},
    {AT("ULHS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.ULHS"},
    {AT("SFNS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.SFNS"},
    {AT("SFTS", ANIM), .kind = SRF_KIND_TEXT, .key = "animation.SFTS"},
    {AT("AMET", ANIM), NUMBERS(F32, 1), .key = "animation.AMET"},
    {AT("XCAM", ANIM), NUMBERS(F32, 1), .key = "animation.XCAM"},
    {AT("XSUN", ANIM), NUMBERS(F32, 1), .key = "animation.XSUN"},
    {AT("XEXP", ANIM), NUMBERS(F32, 1), .key = "animation.XEXP"},
    {AT("XWTR", ANIM), NUMBERS(F32, 1), .key = "animation.XWTR"},

    {AT("IMHO", TERR), NUMBERS(F32, 1), .key = "terrain.IMHO"},
    {AT("IMHS", TERR), NUMBERS(F32, 1), .key = "terrain.IMHS"},

    {AT("TERR", MPFX), .kind = SRF_KIND_RAW, .key = "plugins.TERR"},
    {AT("PHOT", MPFX), .kind = SRF_KIND_RAW, .key = "plugins.PHOT"},
    {AT("SCRP", MPFX), .kind = SRF_KIND_RAW, .key = "plugins.SCRP"},

    {AT("LEVL", WATR), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "water.level"},
    {AT("WLEN", WATR), NUMBERS(F32, 1), .key = "water.WLEN"},
    {AT("WAMP", WATR), NUMBERS(F32, 1), .key = "water.WAMP"},
    {AT("VISC", WATR), NUMBERS(F32, 1), .key = "water.VISC"},
    {AT("WVAR", WATR), NUMBERS(F32, 1), .key = "water.WVAR"},
    {AT("WPSZ", WATR), NUMBERS(F32, 1), .key = "water.WPSZ"},
    {AT("WPRL", WATR), NUMBERS(F32, 1), .key = "water.WPRL"},
    {AT("WPSH", WATR), NUMBERS(F32, 1), .key = "water.WPSH"},
    {AT("VPSH", WATR), NUMBERS(F32, 1), .key = "water.VPSH"},
    {AT("MAXR", WATR), NUMBERS(F32, 1), .key = "water.reflection_max"},
    {AT("MINR", WATR), NUMBERS(F32, 1), .key = "water.reflection_min"},
    {AT("RCRV", WATR), NUMBERS(F32, 1), .key = "water.RCRV"},
    {AT("RSLB", WATR), NUMBERS(F32, 1), .key = "water.RSLB"},
    {AT("ROLB", WATR), NUMBERS(F32, 1), .key = "water.ROLB"},
    {AT("RSLS", WATR), NUMBERS(F32, 1), .key = "water.RSLS"},
    {AT("ROLS", WATR), NUMBERS(F32, 1), .key = "water.ROLS"},
    {AT("DIFC", WATR), NUMBERS(I16, 3), .unit = " of 256", .key = "water.colour"},
    {AT("TRNC", WATR), NUMBERS(I16, 3), .unit = " of 256", .key = "water.depth_colour"},
    {AT("TRNS", WATR), NUMBERS(F32, 1), .key = "water.transparency"},
    {AT("SRFC", WATR), NUMBERS(I16, 3), .unit = " of 256", .key = "water.surf_colour"},
    {AT("SFDN", WATR), NUMBERS(F32, 1), .key = "water.SFDN"},
    {AT("SFSC", WATR), NUMBERS(F32, 1), .key = "water.SFSC"},
    {AT("SFSP", WATR), NUMBERS(F32, 1), .key = "water.SFSP"},
    {AT("SFNP", WATR), NUMBERS(F32, 1), .key = "water.SFNP"},
    {AT("SFDS", WATR), NUMBERS(F32, 1), .key = "water.SFDS"},
    {AT("SFWP", WATR), NUMBERS(F32, 1), .key = "water.SFWP"},
    {AT("SFBR", WATR), NUMBERS(F32, 1), .key = "water.SFBR"},
    {AT("PEFL", WATR), .kind = SRF_KIND_RAW, .key = "water.plugins"},

    {AT("LIGT", ATLI), CONTAINER(LIGT)},
    {AT("SUN ", ATLI), CONTAINER(SUN)},
    {AT("BGLI", ATLI), CONTAINER(BGLI)},
    {AT("LITA", ATLI), CONTAINER(LITA)},
    {AT("GHAZ", ATLI), CONTAINER(GHAZ)},
    {AT("CLDL", ATLI), CONTAINER(CLDL)},
    {AT("LTEF", ATLI), .kind = SRF_KIND_RAW, .key = "lighting.plugins"},
    {AT("ATEF", ATLI), .kind = SRF_KIND_RAW, .key = "haze.plugins"},

    {AT("LCST", LIGT), NUMBERS(F32, 1), .key = "lighting.LCST"},
    {AT("WTSH", LIGT), NUMBERS(F32, 1), .key = "lighting.WTSH"},

    {AT("HEAD", SUN), NUMBERS(F32, 1), .unit = " degrees", .key = "sun.heading"},
    {AT("ALT ", SUN), NUMBERS(F32, 1), .unit = " degrees", .key = "sun.altitude"},
    {AT("DIAM", SUN), NUMBERS(F32, 1), .key = "sun.diameter"},
    {AT("CORS", SUN), NUMBERS(F32, 1), .key = "sun.corona"},
    {AT("STRE", SUN), NUMBERS(F32, 1), .key = "sun.strength"},
    {AT("DISC", SUN), NUMBERS(I16, 3), .unit = " of 256", .key = "sun.disc_colour"},
    {AT("LIGC", SUN), NUMBERS(I16, 3), .unit = " of 256", .key = "sun.colour"},
    {AT("DIFC", SUN), NUMBERS(I16, 3), .unit = " of 256", .key = "sun.diffuse_colour"},

    {AT("METH", BGLI), NUMBERS(U32, 1), .key = "background.METH"},
    {AT("DIMS", BGLI), NUMBERS(F32, 1), .key = "background.DIMS"},
    {AT("DCMP", BGLI), NUMBERS(F32, 1), .key = "background.DCMP"},
    {AT("BRSC", BGLI), NUMBERS(F32, 1), .key = "background.strength"},
    {AT("UPSC", BGLI), NUMBERS(I16, 3), .unit = " of 256", .key = "background.upper_colour"},
    {AT("SDSC", BGLI), NUMBERS(I16, 3), .unit = " of 256", .key = "background.side_colour"},
    {AT("AMBC", BGLI), NUMBERS(I16, 3), .unit = " of 256", .key = "background.colour"},

    {AT("CCST", LITA), NUMBERS(F32, 1), .key = "lighting.CCST"},
    {AT("ATSH", LITA), NUMBERS(F32, 1), .key = "lighting.ATSH"},
    {AT("ACST", LITA), NUMBERS(F32, 1), .key = "lighting.ACST"},
    {AT("ACSE", LITA), NUMBERS(F32, 1), .key = "lighting.ACSE"},
    {AT("CLDS", LITA), NUMBERS(F32, 1), .key = "lighting.CLDS"},
    {AT("GLOA", LITA), NUMBERS(F32, 1), .key = "lighting.GLOA"},
    {AT("GLOP", LITA), NUMBERS(F32, 1), .key = "lighting.GLOP"},

    {AT("HCOL", GHAZ), NUMBERS(I16, 3), .unit = " of 256", .key = "haze.simple.colour"},
    {AT("BCOL", GHAZ), NUMBERS(I16, 3), .unit = " of 256", .key = "haze.blue.colour"},
    {AT("RCOL", GHAZ), NUMBERS(I16, 3), .unit = " of 256", .key = "haze.red.colour"},
    {AT("HVAL", GHAZ), NUMBERS(F32, 1), .key = "haze.simple.density"},
    {AT("BVAL", GHAZ), NUMBERS(F32, 1), .key = "haze.blue.density"},
    {AT("RVAL", GHAZ), NUMBERS(F32, 1), .key = "haze.red.density"},
    {AT("HHH ", GHAZ), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "haze.simple.half_height"},
    {AT("BHH ", GHAZ), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "haze.blue.half_height"},
    {AT("RHH ", GHAZ), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "haze.red.half_height"},
    {AT("CDRK", GHAZ), NUMBERS(F32, 1), .key = "haze.CDRK"},

    {AT("CSIZ", CLDL), NUMBERS(F32, 1), .key = "clouds.size"},
    {AT("ALT ", CLDL), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "clouds.altitude"},
    {AT("DEPT", CLDL), NUMBERS(F32, 1), .unit = " tu", MEASURES(ALTITUDE), .key = "clouds.depth"},
    {AT("CONT", CLDL), NUMBERS(F32, 1), .key = "clouds.contrast"},
    {AT("BIAS", CLDL), NUMBERS(F32, 1), .key = "clouds.BIAS"},
    {AT("REME", CLDL), NUMBERS(U32, 1), .key = "clouds.REME"},
    {AT("PATN", CLDL), NUMBERS(F32, 1), .key = "clouds.PATN"},
    {AT("RAPF", CLDL), NUMBERS(F32, 1), .key = "clouds.RAPF"},
    {AT("GPRS", CLDL), NUMBERS(F32, 1), .key = "clouds.GPRS"},
    {AT("GRCR", CLDL), NUMBERS(F32, 1), .key = "clouds.GRCR"},
    {AT("GFSZ", CLDL), NUMBERS(I32, 1), .key = "clouds.GFSZ"},
    {AT("GSED", CLDL), NUMBERS(U32, 1), .key = "clouds.GSED"},
};
/* clang-format on */

void srf_table_upper(char out[4], const char *marker)
{
    for (int i = 0; i < 4; i++) {
        const char c = marker[i];
        out[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
    }
}

const struct srf_row *srf_table_find(enum srf_place place, const char *marker)
{
    char wanted[4];
    srf_table_upper(wanted, marker);
    for (size_t i = 0; i < SRF_TABLE_COUNT; i++) {
        const struct srf_row *row = &srf_table[i];
        if (row->place == place && memcmp(row->marker, wanted, 4) == 0) return row;
    }
    return NULL;
}

static const struct srf_row *find_key(size_t first, size_t end, const char *key)
{
    for (size_t i = first; i < end; i++)
        if (srf_table[i].key != NULL && strcmp(srf_table[i].key, key) == 0) return &srf_table[i];
    return NULL;
}

const struct srf_row *srf_table_find_key(const char *key)
{
    return find_key(0, SRF_ROW_COUNT, key);
}

const struct srf_row *srf_table_find_scene(const char *key)
{
    return find_key(SRF_ROW_COUNT, SRF_TABLE_COUNT, key);
}

float srf_table_slider(const struct srf_row *row, double percent)
{
    const double full = (double)row->slider_full;
    return (float)(row->slider_square ? full * percent * percent / 10000 : full * percent / 100);
}

uint32_t srf_table_size(const struct srf_row *row)
{
    switch (row->kind) {
    case SRF_KIND_I16:
        return row->count * 2u;
    case SRF_KIND_I32:
    case SRF_KIND_U32:
    case SRF_KIND_F32:
        return row->count * 4u;
    default:
        return 0;
    }
}

double srf_table_number(const struct srf_row *row, const uint8_t *data, unsigned i)
{
    assert(i < row->count);
    switch (row->kind) {
    case SRF_KIND_I16:
        return bytes_get_i16le(data + 2 * (size_t)i);
    case SRF_KIND_I32:
        return (int32_t)bytes_get_u32le(data + 4 * (size_t)i);
    case SRF_KIND_U32:
        return bytes_get_u32le(data + 4 * (size_t)i);
    default:
        return (double)bytes_get_f32le(data + 4 * (size_t)i);
    }
}

void srf_table_store(struct srf_layer *layer, const struct srf_row *row, unsigned i, double value)
{
    assert(row->field != 0 && i < row->count);
    unsigned char *field = (unsigned char *)layer + row->field;
    switch (row->kind) {
    case SRF_KIND_I16: {
        const int16_t number = (int16_t)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    case SRF_KIND_U32: {
        const uint32_t number = (uint32_t)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    default: {
        const float number = (float)value;
        memcpy(field + i * sizeof number, &number, sizeof number);
        break;
    }
    }
}

const char **srf_table_text(struct srf_layer *layer, const struct srf_row *row)
{
    assert(row->own && row->kind == SRF_KIND_TEXT);
    return (const char **)(void *)((unsigned char *)layer + row->field);
}

double srf_table_load(const struct srf_layer *layer, const struct srf_row *row, unsigned i)
{
    assert(row->field != 0 && i < row->count);
    const unsigned char *field = (const unsigned char *)layer + row->field;
    switch (row->kind) {
    case SRF_KIND_I16: {
        int16_t number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return number;
    }
    case SRF_KIND_U32: {
        uint32_t number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return number;
    }
    default: {
        float number;
        memcpy(&number, field + i * sizeof number, sizeof number);
        return (double)number;
    }
    }
}

const char *srf_table_prefix(enum srf_place place)
{
    static const char *const prefixes[] = {[SRF_PLACE_BMTX] = "BMTX/",
                                           [SRF_PLACE_BMTX_SETT] = "BMTX/SETT/",
                                           [SRF_PLACE_VART] = "VART/",
                                           [SRF_PLACE_VART_SETT] = "VART/SETT/"};
    const bool listed = place < sizeof prefixes / sizeof prefixes[0] && prefixes[place] != NULL;
    return listed ? prefixes[place] : "";
}

const char *srf_table_place(enum srf_place place)
{
    static const char *const places[] = {
        [SRF_PLACE_LAYER] = "SRFL",          [SRF_PLACE_TERM] = "TERM",
        [SRF_PLACE_BMTX] = "BMTX",           [SRF_PLACE_BMTX_SETT] = "BMTX/SETT",
        [SRF_PLACE_DENS] = "DENS",           [SRF_PLACE_VART] = "VART",
        [SRF_PLACE_VART_SETT] = "VART/SETT", [SRF_PLACE_WLDG] = "WLDG",
        [SRF_PLACE_ANIM] = "ANIM",           [SRF_PLACE_TERR] = "TERR",
        [SRF_PLACE_MPFX] = "MPFX",           [SRF_PLACE_WATR] = "WATR",
        [SRF_PLACE_ATLI] = "ATLI",           [SRF_PLACE_LIGT] = "ATLI/LIGT",
        [SRF_PLACE_SUN] = "ATLI/SUN",        [SRF_PLACE_BGLI] = "ATLI/BGLI",
        [SRF_PLACE_LITA] = "ATLI/LITA",      [SRF_PLACE_GHAZ] = "ATLI/GHAZ",
        [SRF_PLACE_CLDL] = "ATLI/CLDL"};
    const bool listed = place < sizeof places / sizeof places[0] && places[place] != NULL;
    return listed ? places[place] : "the file";
}
