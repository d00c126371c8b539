/*
 * The styles. Colours are linear, seen under the program's own light; layers stand in painting order,
 * parents before children, and what is painted later covers what came before.
 *
 * A layer has an altitude limit on one side alone, so that no zone is too narrow for the ground; what
 * is to end on the other side is covered by a later one, or belongs to a parent that ends there.
 *
 * Rule (Inputs): A style's layers have ground models in both games. See
 * styles.md#what-is-decided. Tests: unit/test_styles (every_layer_has_a_ground).
 */
#include "styles/styles_table.h"

#include <string.h>

#define STYLE(name, summary, ...)                                                                  \
    {                                                                                              \
        {sizeof(struct scree_style), name, summary,                                                \
         sizeof(struct styles_rule[]){__VA_ARGS__} / sizeof(struct styles_rule)},                  \
        {                                                                                          \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define ROOT(red, green, blue) .level = 0, .rgb = {red, green, blue}, .coverage = 100
#define LOOK(red, green, blue, percent, tenths)                                                    \
    .rgb = {red, green, blue}, .coverage = percent, .noise = tenths
#define AREA(area, rise_, fade)                                                                    \
    {                                                                                              \
        .place = STYLES_AREA, .value = area, .rise = rise_, .fuzziness = fade                      \
    }
/* Where a line of the climate is known, so far above it; else a share of the ground. */
#define CLIMATE(line, away_m, fade_m, area, rise, fuzziness)                                       \
    {                                                                                              \
        STYLES_AREA, area, rise, fuzziness, line, away_m, fade_m                                   \
    }
#define SHORE(hundredths, fade)                                                                    \
    {                                                                                              \
        .place = STYLES_SHORE, .value = hundredths, .fuzziness = fade                              \
    }

#define SHADY(spread_, fade, level_)                                                               \
    {                                                                                              \
        .toward = 0, .spread = spread_, .fuzziness = fade, .level = level_                         \
    }
#define SUNNY(spread_, fade, level_)                                                               \
    {                                                                                              \
        .toward = 180, .spread = spread_, .fuzziness = fade, .level = level_                       \
    }

/* What stands above a row is for docs/styles.md, where scripts/options.py prints it. */
/* clang-format off */
static const struct styles_entry styles[] = {
    /* Meadow grass, dry on sunny sides; woodland in valleys and on shady sides; heather on high
     * ridges; debris at the feet of cliffs; beach and lake bed.
     * From the ground woods at a shore convince; high rock is one grey. */
    STYLE("temperate", "meadows, woods and heath on grey rock",
        {"Rock", ROOT(52, 45, 36)},
        {"Meadow grass", 1, LOOK(31, 50, 8, 97, 5), .gentler = {880, 26, 40, 8}},
            {"Dry grass", 2, LOOK(76, 62, 14, 65, 16), .facing = SUNNY(110, 70, 75)},
            {"Woodland", 2, LOOK(7, 17, 4, 85, 20), .below = CLIMATE(STYLES_TREES, 0, 200, 800, 450, 150),
                .gentler = {900, 28, 40, 6}, .facing = SHADY(140, 60, 100),
                .valley = {60, 60, 60}},
                {"Young wood", 3, LOOK(17, 32, 8, 45, 25)},
            {"Heather", 2, LOOK(46, 31, 19, 80, 12), .above = AREA(700, 300, 120), .relief = 15,
                .ridge = {60, 30, 90}},
        {"Scree", 1, LOOK(76, 68, 56, 95, 10), .steeper = {800, 22, 30, 4},
            .gentler = {985, 46, 54, 5}, .hollow = {40, 15, 60}},
        {"Beach sand", 1, LOOK(184, 137, 68, 100, 3), .below = SHORE(100, 40)},
            {"Lake bed", 2, LOOK(22, 52, 50, 100, 0), .below = SHORE(0, 20)},
                {"Deep bed", 3, LOOK(6, 19, 31, 100, 2), .below = SHORE(-300, 200)}),
    /* Meadows with flowers on sunny sides, forest in valleys up to a tree line, debris below
     * cliffs; snow also on steep summits, with firn, and ice in gentle hollows; gravel at the shore.
     * From the ground snow and conifers convince; a lake is too turquoise. */
    STYLE("alpine", "meadows, forests and snow on granite",
        {"Granite", ROOT(50, 47, 50)},
        {"Alpine meadow", 1, LOOK(39, 60, 12, 97, 6), .below = CLIMATE(STYLES_SNOW, -100, 300, 720, 550, 150),
            .gentler = {880, 28, 40, 8}},
            {"Flower meadow", 2, LOOK(74, 78, 19, 65, 15), .facing = SUNNY(110, 70, 35)},
            {"Forest", 2, LOOK(6, 15, 5, 95, 14), .below = CLIMATE(STYLES_TREES, 0, 100, 480, 300, 60),
                .gentler = {900, 28, 40, 6}, .valley = {60, 50, 60}},
        {"Scree", 1, LOOK(73, 67, 60, 95, 10), .steeper = {700, 22, 30, 4},
            .gentler = {970, 44, 52, 5}, .hollow = {40, 15, 60}},
        {"Snow", 1, LOOK(255, 255, 255, 97, 6), .above = CLIMATE(STYLES_SNOW, 0, 250, 680, 450, 110),
            .gentler = {985, 46, 62, 14}, .relief = 20},
            {"Firn", 2, LOOK(210, 244, 255, 70, 15), .facing = SUNNY(110, 70, 40)},
            {"Glacier ice", 2, LOOK(114, 174, 224, 90, 8), .gentler = {400, 8, 20, 4},
                .valley = {60, 25, 50}},
        {"Shore gravel", 1, LOOK(75, 68, 54, 100, 3), .below = SHORE(100, 40)},
            {"Lake bed", 2, LOOK(9, 41, 49, 100, 0), .below = SHORE(0, 20)}),
    /* Sand and dunes on gentle ground, gravel on rises, bushes in washes, red cliffs on steep
     * ground, dry lake beds in the lowest flats; an oasis along the water.
     * From the ground cliffs above sand convince; sand in the sun is too orange. */
    STYLE("desert", "sand, dunes and dry lakes below red cliffs",
        {"Sandstone", ROOT(83, 34, 13)},
        {"Red cliff", 1, LOOK(76, 19, 7, 90, 8), .steeper = {900, 28, 40, 6}},
        {"Desert sand", 1, LOOK(159, 76, 28, 98, 4), .gentler = {750, 14, 30, 7}},
            {"Dune sand", 2, LOOK(215, 107, 42, 80, 10), .facing = {90, 110, 60, 50}},
            {"Gravel", 2, LOOK(94, 52, 23, 75, 12), .ridge = {60, 15, 70}},
            {"Dry bush", 2, LOOK(52, 45, 15, 60, 24), .hollow = {40, 10, 60}},
            {"Dry lake bed", 2, LOOK(198, 144, 80, 95, 5), .below = AREA(60, 0, 30),
                .gentler = {60, 2, 4, 1}},
        {"Oasis grass", 1, LOOK(31, 47, 8, 95, 6), .below = SHORE(200, 80)},
            {"Shore sand", 2, LOOK(116, 66, 26, 100, 2), .below = SHORE(80, 30)},
            {"Lake bed", 2, LOOK(13, 50, 52, 100, 0), .below = SHORE(0, 20)}),
    /* Jungle with clearings on ridges, moss on shady heights, grass and palms along the coast;
     * white beach, wet sand, a shallow reef and the deep sea.
     * From the ground the jungle convinces; shallow water is too bright. */
    STYLE("island", "jungle above white beaches and reefs",
        {"Basalt", ROOT(29, 25, 22)},
        {"Jungle forest", 1, LOOK(8, 28, 4, 97, 5), .gentler = {900, 30, 46, 8}},
            {"Clearing grass", 2, LOOK(39, 68, 9, 65, 16), .ridge = {60, 25, 80}},
            {"Mountain moss", 2, LOOK(29, 42, 9, 97, 8), .above = AREA(700, 280, 120), .relief = 15,
                .facing = SHADY(110, 60, 70)},
            {"Coast grass", 2, LOOK(70, 78, 16, 80, 12), .below = SHORE(500, 250)},
                {"Palm trees", 3, LOOK(14, 39, 7, 45, 22)},
        {"Beach sand", 1, LOOK(255, 215, 114, 100, 3), .below = SHORE(100, 40)},
            {"Wet sand", 2, LOOK(122, 80, 39, 100, 2), .below = SHORE(30, 15)},
            {"Shallow reef", 2, LOOK(18, 107, 94, 100, 0), .below = SHORE(0, 20)},
                {"Deep sea bed", 3, LOOK(3, 28, 60, 100, 2), .below = SHORE(-250, 250)}),
    /* Moss, heath on sunny sides, bogs with peat in flat hollows, sedge along brooks, frost gravel on
     * high ridges, snow in shady hollows; pebbles at the shore.
     * From the ground the heath's colours convince; summits are pale. */
    STYLE("tundra", "moss, heath and bogs with patches of snow",
        {"Grey rock", ROOT(45, 44, 41)},
        {"Tundra moss", 1, LOOK(47, 42, 14, 96, 6), .gentler = {880, 24, 36, 8}},
            {"Heath", 2, LOOK(47, 20, 9, 75, 14), .facing = SUNNY(120, 70, 40)},
            {"Bog grass", 2, LOOK(25, 31, 8, 95, 8), .below = AREA(550, 0, 150),
                .gentler = {500, 4, 16, 3}, .valley = {60, 10, 50}},
                {"Peat earth", 3, LOOK(17, 11, 8, 40, 22)},
            {"Sedge grass", 2, LOOK(24, 36, 8, 90, 12), .along = {"Brook earth", 12}},
            {"Brook earth", 2, LOOK(17, 13, 8, 80, 20), .wet = 25},
            {"Frost gravel", 2, LOOK(73, 68, 60, 85, 12), .above = AREA(500, 200, 150),
                .relief = 8, .ridge = {60, 12, 60}},
        {"Snow", 1, LOOK(255, 255, 255, 97, 12), .above = CLIMATE(STYLES_SNOW, 0, 250, 680, 330, 120),
            .gentler = {950, 36, 52, 10}, .relief = 10, .facing = SHADY(120, 70, 90),
            .hollow = {40, 80, 80}},
            {"Blue ice", 2, LOOK(156, 224, 255, 40, 20)},
        {"Shore pebbles", 1, LOOK(54, 50, 44, 100, 3), .below = SHORE(100, 40)},
            {"Lake bed", 2, LOOK(8, 24, 31, 100, 0), .below = SHORE(0, 20)}),
    /* Golden grass, red earth on ridges, scattered acacias with thorn bush, forest along
     * valleys and sandy streams, boulders below slopes; mud at the shore.
     * From the ground trees in golden grass convince; red earth is strong. */
    STYLE("savanna", "golden grass, red earth and scattered trees",
        {"Red rock", ROOT(64, 19, 8)},
        {"Savanna grass", 1, LOOK(99, 68, 18, 97, 5), .gentler = {880, 22, 34, 8}},
            {"Dry grass", 2, LOOK(139, 94, 36, 50, 15)},
            {"Red earth", 2, LOOK(80, 20, 7, 70, 16), .ridge = {60, 15, 70}},
            {"Acacia wood", 2, LOOK(20, 29, 5, 58, 27), .facing = SHADY(130, 80, 85)},
                {"Thorn bush", 3, LOOK(45, 42, 9, 45, 25)},
            {"River forest", 2, LOOK(9, 25, 4, 97, 6), .below = AREA(450, 0, 200),
                .gentler = {700, 10, 24, 4}, .hollow = {40, 8, 40}},
            {"Gallery forest", 2, LOOK(9, 25, 4, 93, 14), .along = {"Stream sand", 12}},
            {"Stream sand", 2, LOOK(120, 80, 36, 80, 20), .wet = 40},
        {"Boulders", 1, LOOK(60, 31, 18, 90, 14), .steeper = {800, 18, 26, 4},
            .gentler = {985, 42, 50, 5}, .hollow = {40, 15, 60}},
        {"Shore mud", 1, LOOK(41, 23, 12, 100, 3), .below = SHORE(100, 40)},
            {"Lake bed", 2, LOOK(18, 41, 39, 100, 0), .below = SHORE(0, 20)}),
    /* Ash with black sand, moss and grass on shady sides below, young and, higher up, red lava
     * down the gullies, sulphur on crests; a black beach.
     * From the ground dark rock keeps its shape; lava is red paint. */
    STYLE("volcanic", "ash, moss and lava in black and red",
        {"Basalt", ROOT(9, 8, 8)},
        {"Ash gravel", 1, LOOK(18, 16, 15, 95, 6), .gentler = {850, 20, 34, 8}},
            {"Moss", 2, LOOK(29, 45, 6, 90, 14), .below = AREA(600, 220, 150),
                .facing = SHADY(120, 70, 90)},
                {"Grass", 3, LOOK(18, 36, 5, 45, 20)},
            {"Black sand", 2, LOOK(8, 7, 7, 60, 16), .valley = {60, 20, 60}},
        {"Young lava", 1, LOOK(4, 4, 4, 75, 22), .hollow = {40, 15, 60}},
        {"Red lava", 1, LOOK(52, 11, 5, 92, 12), .above = AREA(720, 380, 130), .relief = 15,
            .hollow = {40, 40, 70}},
            {"Sulphur stone", 2, LOOK(122, 83, 15, 60, 22), .ridge = {60, 50, 70}},
        {"Black beach", 1, LOOK(6, 5, 6, 100, 3), .below = SHORE(100, 40)},
            {"Sea bed", 2, LOOK(3, 17, 28, 100, 0), .below = SHORE(0, 20)}),
    /* Bands of coloured rock, evenly spaced over the relief, which show on slopes; prairie grass
     * on gentle ground, bushes on shady sides, sand in the washes.
     * From the ground bands convince on cliffs; a cone has stripes. */
    STYLE("badlands", "bands of coloured rock above dry washes",
        {"Ochre rock", ROOT(107, 50, 16)},
        {"Red rock", 1, LOOK(73, 16, 8, 100, 3), .above = AREA(0, 150, 15), .relief = 4},
            {"Pale rock", 2, LOOK(177, 114, 62, 100, 3), .above = AREA(0, 300, 15), .relief = 4},
            {"Rust rock", 2, LOOK(50, 11, 6, 100, 3), .above = AREA(0, 420, 15), .relief = 4},
            {"Grey rock", 2, LOOK(66, 50, 42, 100, 3), .above = AREA(0, 560, 15), .relief = 4},
            {"Orange rock", 2, LOOK(122, 38, 12, 100, 3), .above = AREA(0, 720, 15), .relief = 4},
        {"Prairie grass", 1, LOOK(78, 66, 18, 90, 12), .gentler = {350, 6, 14, 5}},
            {"Dry bush", 2, LOOK(42, 42, 13, 70, 18), .facing = SHADY(100, 60, 30)},
        {"Wash sand", 1, LOOK(165, 100, 50, 97, 5), .below = AREA(500, 0, 150),
            .gentler = {700, 12, 30, 6}, .hollow = {40, 15, 40}},
        {"Lake bed", 1, LOOK(30, 60, 50, 100, 0), .below = SHORE(0, 20)}),
};
/* clang-format on */
#define STYLE_COUNT (sizeof styles / sizeof styles[0])

bool styles_list(struct scree_style *out, size_t i)
{
    if (i >= STYLE_COUNT) return false;
    *out = styles[i].style;
    return true;
}

const struct styles_entry *styles_find(const char *name)
{
    for (size_t i = 0; i < STYLE_COUNT; i++)
        if (strcmp(styles[i].style.name, name) == 0) return &styles[i];
    return NULL;
}

uint32_t styles_parent(const struct styles_entry *entry, uint32_t row)
{
    uint32_t parent = row;
    while (parent > 0 && entry->rules[parent].level >= entry->rules[row].level) parent--;
    return parent;
}

bool styles_needs_water(const struct styles_rule *rule)
{
    return rule->above.place == STYLES_SHORE || rule->below.place == STYLES_SHORE;
}
