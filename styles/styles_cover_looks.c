/*
 * What a style paints where a map of land cover says what there is: rows of its own table, and, where it has
 * none for it, looks that all styles share. A layer takes the colour and the noise of its row, and its place
 * from the map; children vary it, and rock shows through on steep ground.
 */
#include <stdio.h>
#include <string.h>

#include "styles/styles_cover.h"

#define MOST_VARIED 5
#define MOST_COVERAGE 50 /* hundredths, of what varies a layer */
#define LEAST_NOISE 15
#define FADE_NOISE 10 /* tenths: borders are as ragged as a usual layer's */

/* A row by its name, and rows that vary it. */
struct look {
    const char *row, *varied[MOST_VARIED];
};
struct looks {
    const char *style;
    struct look of[STYLES_KINDS];
};

/* Looks that all styles share, by kind, each with one that varies it. */
#define LOOK(red, green, blue, percent, tenths)                                                    \
    .level = 1, .rgb = {red, green, blue}, .coverage = percent, .noise = tenths
static const struct styles_rule shared[STYLES_KINDS][2] = {
    [STYLES_WOODS] = {{"Forest", LOOK(8, 18, 5, 100, 10)}, {"Young wood", LOOK(17, 32, 8, 45, 25)}},
    [STYLES_SCRUB] = {{"Scrub heath", LOOK(46, 42, 17, 100, 10)},
                      {"Dry grass", LOOK(76, 62, 24, 45, 20)}},
    [STYLES_GRASS] = {{"Meadow grass", LOOK(36, 52, 11, 100, 10)},
                      {"Dry grass", LOOK(76, 62, 24, 40, 18)}},
    [STYLES_FIELDS] = {{"Crop grass", LOOK(82, 78, 22, 100, 10)},
                       {"Ploughed earth", LOOK(56, 36, 20, 42, 14)}},
    [STYLES_MARSH] = {{"Reed mud", LOOK(32, 38, 14, 100, 10)},
                      {"Marsh mud", LOOK(24, 20, 13, 42, 20)}},
    [STYLES_MOSS] = {{"Moss", LOOK(44, 44, 16, 100, 10)},
                     {"Lichen moss", LOOK(88, 88, 66, 35, 22)}},
    [STYLES_SNOW_COVER] = {{"Snow", LOOK(255, 255, 255, 100, 10)},
                           {"Firn", LOOK(210, 244, 255, 50, 18)}},
    [STYLES_BARE] = {{"Rock", LOOK(60, 54, 46, 100, 10)}, {"Gravel", LOOK(82, 74, 62, 50, 18)}},
    [STYLES_SAND] = {{"Sand", LOOK(184, 137, 68, 100, 10)},
                     {"Damp sand", LOOK(122, 84, 42, 35, 16)}},
    [STYLES_SETTLEMENT] = {{"Yard gravel", LOOK(92, 86, 78, 100, 10)},
                           {"Garden grass", LOOK(36, 54, 15, 45, 25)}},
    [STYLES_WATER] = {{"Lake bed", LOOK(13, 45, 50, 100, 5)}, {.name = NULL}},
};

#define WOODS(...) [STYLES_WOODS] = {__VA_ARGS__}
#define SCRUB(...) [STYLES_SCRUB] = {__VA_ARGS__}
#define GRASS(...) [STYLES_GRASS] = {__VA_ARGS__}
#define MARSH(...) [STYLES_MARSH] = {__VA_ARGS__}
#define MOSS(...) [STYLES_MOSS] = {__VA_ARGS__}
#define SNOW(...) [STYLES_SNOW_COVER] = {__VA_ARGS__}
#define BARE(...) [STYLES_BARE] = {__VA_ARGS__}
#define SAND(...) [STYLES_SAND] = {__VA_ARGS__}
#define WATER(...) [STYLES_WATER] = {__VA_ARGS__}
/* clang-format off */
static const struct looks table[] = {
    {"temperate", {WOODS("Woodland", {"Young wood"}), SCRUB("Heather", {"Dry grass"}),
        GRASS("Meadow grass", {"Dry grass"}), BARE("Rock", {"Scree"}), SAND("Beach sand", {NULL}),
        WATER("Lake bed", {NULL})}},
    {"alpine", {WOODS("Forest", {NULL}), GRASS("Alpine meadow", {"Flower meadow"}), SNOW("Snow", {"Firn"}),
        BARE("Granite", {"Scree"}), WATER("Lake bed", {NULL})}},
    {"desert", {SCRUB("Dry bush", {"Gravel"}), GRASS("Oasis grass", {NULL}), BARE("Gravel", {"Desert sand"}),
        SAND("Desert sand", {"Dune sand"}), WATER("Lake bed", {NULL})}},
    {"island", {WOODS("Jungle forest", {"Palm trees"}), SCRUB("Coast grass", {"Clearing grass"}),
        GRASS("Clearing grass", {"Coast grass"}), MOSS("Mountain moss", {NULL}), BARE("Basalt", {NULL}),
        SAND("Beach sand", {"Wet sand"}), WATER("Shallow reef", {NULL})}},
    {"tundra", {SCRUB("Heath", {NULL}), MARSH("Bog grass", {"Peat earth"}),
        MOSS("Tundra moss", {"Heath"}), SNOW("Snow", {"Blue ice"}), BARE("Frost gravel", {"Grey rock"}),
        WATER("Lake bed", {NULL})}},
    {"savanna", {WOODS("Acacia wood", {"River forest"}), SCRUB("Thorn bush", {"Savanna grass"}),
        GRASS("Savanna grass", {"Dry grass"}), BARE("Red earth", {"Boulders"}), WATER("Lake bed", {NULL})}},
    {"volcanic", {GRASS("Grass", {"Moss"}), MOSS("Moss", {NULL}), BARE("Ash gravel", {"Young lava"}),
        SAND("Black sand", {NULL}), WATER("Sea bed", {NULL})}},
    {"badlands", {SCRUB("Dry bush", {"Prairie grass"}), GRASS("Prairie grass", {"Dry bush"}),
        BARE("Ochre rock", {"Red rock", "Pale rock", "Rust rock", "Grey rock", "Orange rock"}),
        SAND("Wash sand", {NULL}), WATER("Lake bed", {NULL})}},
};
/* clang-format on */

static struct look look_of(const char *style, unsigned kind)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].style, style) == 0) return table[i].of[kind];
    return (struct look){NULL, {NULL}};
}

static const struct styles_rule *row_of(const struct styles_entry *entry, const char *name)
{
    for (uint32_t i = 0; i < entry->style.layers; i++)
        if (strcmp(entry->rules[i].name, name) == 0) return &entry->rules[i];
    return NULL;
}

struct adding {
    struct styles_room *room;
    struct styles_choice *choices;
    uint32_t *count;
    const struct styles_site *site;
};

/* A layer of the map, whose name says so. mask: 1 + the number of one; 0: it is a child of another. */
static struct styles_rule *add(const struct adding *to, const struct styles_rule *row,
                               unsigned mask, uint32_t parent)
{
    static const char mapped[] = "Mapped ", steep[] = "Steep ";
    const bool is_steep = mask == 1 + STYLES_STEEP;
    const size_t head = (is_steep ? sizeof steep : sizeof mapped) - 1;
    struct styles_rule *const rule = &to->room->rules[to->room->count];
    char *const name = to->room->names[to->room->count++];
    snprintf(name, STYLES_COVER_NAME, "%s%s", is_steep ? steep : mapped, row->name);
    name[head] = (char)text_to_lower(name[head]);
    *rule = (struct styles_rule){.name = name, .level = 1, .coverage = 100, .noise = FADE_NOISE};
    memcpy(rule->rgb, row->rgb, sizeof rule->rgb);
    to->choices[*to->count] = (struct styles_choice){.rule = rule, .parent = parent, .mask = mask};
    ++*to->count;
    return rule;
}

/* What varies a layer covers half of it at most, in patches; but bands of rock, which limits of altitude make, are
 * as they are. */
static void vary(const struct adding *to, const struct styles_rule *row, uint32_t parent)
{
    struct styles_rule *const rule = add(to, row, 0, parent);
    const bool band = row->above.place == STYLES_AREA;
    rule->level = 2;
    rule->coverage = band || row->coverage < MOST_COVERAGE ? row->coverage : MOST_COVERAGE;
    rule->noise = band || row->noise > LEAST_NOISE ? row->noise : LEAST_NOISE;
    if (band) rule->above = row->above;
    styles_choose(&to->choices[*to->count - 1], to->site, rule);
}

static void add_kind(const struct adding *to, const struct styles_entry *entry, unsigned kind)
{
    const struct look look = look_of(entry->style.name, kind);
    const struct styles_rule *const row =
        look.row != NULL ? row_of(entry, look.row) : &shared[kind][0];
    const uint32_t parent = *to->count;
    (void)add(to, row, 1 + kind, 0);
    if (look.row == NULL && shared[kind][1].name != NULL) vary(to, &shared[kind][1], parent);
    for (unsigned i = 0; look.row != NULL && i < MOST_VARIED && look.varied[i] != NULL; i++)
        vary(to, row_of(entry, look.varied[i]), parent);
}

/* Ground too steep for what grows shows the style's own rock. */
static void add_steep(const struct adding *to, const struct styles_entry *entry)
{
    struct styles_rule *const rule = add(to, &entry->rules[0], 1 + STYLES_STEEP, 0);
    rule->steeper = (struct styles_slope){970, 40, 60, 6};
    styles_choose(&to->choices[*to->count - 1], to->site, rule);
}

void styles_cover_rules(struct styles_room *room, struct styles_choice *choices, uint32_t *count,
                        const struct styles_entry *entry, const struct styles_cover *cover,
                        const struct styles_site *site)
{
    const struct adding to = {room, choices, count, site};
    for (unsigned kind = 0; kind < STYLES_KINDS; kind++) {
        if (kind == STYLES_BARE && cover->has[STYLES_STEEP]) add_steep(&to, entry);
        if (cover->has[kind]) add_kind(&to, entry, kind);
    }
}
