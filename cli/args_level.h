/* Options that exports for games have in common, by one name and with one meaning; others have some of
 * them. */
#ifndef CLI_ARGS_LEVEL_H
#define CLI_ARGS_LEVEL_H

#include "cli/args.h"
#include "cli/open.h"

/* The altitude of the water. */
struct args_water {
    int given;
    double m;
};
args_reader args_water; /* struct args_water */
#define ARGS_WATER_ROW(to_water)                                                                   \
    {                                                                                              \
        .name = "water", .words = 1, .read = args_water, .to = to_water                            \
    }

struct args_level {
    const char *title, *description; /* NULL: none */
    const char *plants, *roads;      /* a file, or the name of a set; a file; NULL: none */
    bool no_plants, has_start, dry_run;
    struct args_water water;
    struct scree_spot start;
    uint32_t depth, min_area;
    int grip;
};
#define ARGS_LEVEL_DEFAULT                                                                         \
    {                                                                                              \
        .depth = SCREE_ALL_DEPTHS                                                                  \
    }
#define ARGS_LEVEL_COUNT 11
extern const struct args_option args_level_options[ARGS_LEVEL_COUNT];
#define ARGS_LEVEL(type, member)                                                                   \
    {                                                                                              \
        args_level_options, ARGS_LEVEL_COUNT, offsetof(type, member), ARGS_NOT_KEPT, NULL          \
    }

/* Lines of their help, for the verb's own. */
#define ARGS_LEVEL_HELP                                                                            \
    "  --title TEXT        title in the game's list (default: the name)",                          \
        "  --description TEXT  description, where the game shows one",                             \
        "  --water METRES      altitude of the water, as scree info counts (default: none)",       \
        "  --start PLACE       where to start: 900E,1250N is 900 m from the west edge and 1250 m " \
        "from",                                                                                    \
        "                      the south edge (default: the flattest dry place near the middle)",  \
        "  --roads FILE        roads as lines with widths, JSON or GeoJSON (docs/formats.md); "    \
        "nothing",                                                                                 \
        "                      grows in their corridors"
#define ARGS_LEVEL_GROUND_HELP                                                                     \
    "  --depth N           merge layers deeper than N into their ancestor at depth N",             \
        "                      (default: a material per layer, where there is room); not with "    \
        "--map",                                                                                   \
        "  --min-area N        give areas of fewer than N samples to their neighbours",            \
        "  --grip calm|fine    ground models change as seldom as the ground allows, or wherever",  \
        "                      the strongest layer does (default: calm)"
#define ARGS_LEVEL_PLANTS_HELP                                                                     \
    "Plants:",                                                                                     \
        "  --plants FILE.json  what grows (docs/plants.md); or temperate, alpine or desert, "      \
        "which",                                                                                   \
        "                      grow on layers named after woods, meadows, sand ... (default: one", \
        "                      of these, chosen by the names)",                                    \
        "  --no-plants         nothing grows"

/* Options of a change of what exists. */
struct args_into {
    const char *into;                    /* NULL: something new is made */
    const char *keep, *keep_list, *only; /* NULL: none */
    const char *mask, *html;             /* files; NULL: none */
};
#define ARGS_INTO_COUNT 5
extern const struct args_option args_into_options[ARGS_INTO_COUNT];
#define ARGS_INTO(type, member)                                                                    \
    {                                                                                              \
        args_into_options, ARGS_INTO_COUNT, offsetof(type, member), ARGS_NOT_KEPT, NULL            \
    }
/* args_only_with_into() is one that was given, NULL: none. */
const char *args_only_with_into(const struct args_into *into);
/* args_not_with_into() is an option of `level` for what is new; with plants, those of plants are not. */
const char *args_not_with_into(const struct args_level *level, bool plants);
/* args_take_into() takes the one operand; other: an option that is for what is new, or NULL. */
struct args_into_words {
    const char *verb, *noun; /* "export ror"; what it changes: "terrain" */
};
MUST_USE int args_take_into(const char **surface, const char *other,
                            const struct args_operands *operands,
                            const struct args_into_words *words, struct scree_error *error);
/* args_into_note() is what a table says of what is kept, or lost; "" if nothing. */
const char *args_into_note(int kept, bool lost);

/* Sources of the options. */
struct args_level_given {
    struct scree_source plants, roads;
};
/* ARGS_TAKE_LEVEL() puts them into options of the library, which call them alike; the sources live as long. */
#define ARGS_TAKE_LEVEL(options, from, sources)                                                    \
    do {                                                                                           \
        (options)->title = (from)->title;                                                          \
        (options)->description = (from)->description;                                              \
        (options)->has_water = (from)->water.given;                                                \
        (options)->water_m = (from)->water.m;                                                      \
        (options)->has_start = (from)->has_start;                                                  \
        (options)->depth = (from)->depth;                                                          \
        (options)->min_area = (from)->min_area;                                                    \
        (options)->grip = (from)->grip;                                                            \
        (options)->no_plants = (from)->no_plants;                                                  \
        open_plants(&(options)->plants, &(options)->plants_set, &(sources)->plants,                \
                    (from)->plants, (from)->no_plants);                                            \
        (options)->roads = open_source(&(sources)->roads, (from)->roads);                          \
    } while (0)

#endif
