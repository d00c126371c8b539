/* What grows on layers by the words in their names. */
#include <string.h>

#include "base/text.h"
#include "ground/ground.h"
#include "plants/plants_species.h"

#define MAX_NAME 256
#define MOST_LAYERS PLANTS_MOST_TERMS

/* What a word says of a layer. */
enum habit { WOOD, CONIFERS, PALMS, MEADOW, HEATH, REED, SNOW, SAND, ROCK, HABITS };
enum set { TEMPERATE, ALPINE, DESERT, SETS };
static const char *const set_names[SETS] = {"temperate", "alpine", "desert"};

/* As text_to_file_name() leaves them; in English, German, French and Spanish. A word of four letters
 * or more also fits the beginning or the end of a longer one. */
#define MOST_WORDS 16
#define WORDS (sizeof words / sizeof words[0][0])
static const char *const words[HABITS][MOST_WORDS] = {
    [WOOD] = {"wood", "woodland", "forest", "tree", "grove", "wald", "geholz", "baum", "laubwald",
              "bois", "foret", "arbre", "bosque", "arbol"},
    [CONIFERS] = {"conifer", "pine", "spruce", "nadelwald", "fichte", "kiefer", "tanne", "sapin",
                  "pinar", "pino"},
    [PALMS] = {"jungle", "palm", "oasis"},
    [MEADOW] = {"meadow", "grass", "pasture", "lawn", "wiese", "gras", "rasen", "weide", "herbe",
                "pre", "prairie", "hierba", "pasto", "prado", "cesped", "vegetation"},
    [HEATH] = {"heath", "heather", "moor", "shrub", "scrub", "bush", "heide", "strauch", "busch",
               "lande", "bruyere", "brezo", "matorral"},
    [REED] = {"reed", "swamp", "marsh", "bog", "schilf", "sumpf", "roseau", "marais", "junco",
              "pantano"},
    [SNOW] = {"snow", "schnee", "neige", "nieve", "glacier", "gletscher", "firn"},
    [SAND] = {"sand", "dune", "desert", "wuste", "sable", "arena", "desierto", "duna"},
    [ROCK] = {"rock", "cliff", "scree", "talus", "boulder", "fels", "gestein", "geroll", "roche",
              "rocher", "eboulis", "roca", "piedra"},
};

/* The last word that says something counts, of several that fit it the longest. HABITS: none. Ground
 * below water grows nothing. */
static enum habit habit_of(const char *name)
{
    static const char *const wet[] = {"sea", "seabed", "bed", "underwater", "meer", "shallows"};
    char plain[MAX_NAME];
    text_to_file_name(plain, sizeof plain, name);
    enum habit found = HABITS;
    for (const char *token = plain; *token != '\0';) {
        const size_t length = strcspn(token, "-");
        size_t best = 0;
        for (size_t i = 0; i < sizeof wet / sizeof wet[0]; i++)
            if (strlen(wet[i]) == length && strncmp(wet[i], token, length) == 0) return HABITS;
        for (size_t i = 0; i < WORDS; i++) {
            const char *const entry = words[i / MOST_WORDS][i % MOST_WORDS];
            if (entry == NULL || strlen(entry) <= best ||
                ground_fit_word(entry, token, length) == 0)
                continue;
            best = strlen(entry);
            found = (enum habit)(i / MOST_WORDS);
        }
        token += length + (token[length] == '-' ? 1 : 0);
    }
    return found;
}

/* ---- what grows there ---- */

struct growth {
    enum habit habit;
    const char *name, *model;
    float spacing_m, density, clump, room_m;
    double slope_deg;
    uint32_t most;
};

static const struct growth temperate[] = {
    {WOOD, "oak", "oak", 8, 0.8f, 0.5f, 2, 32, 8000},
    {WOOD, "aspen", "aspen", 5, 0.5f, 0.7f, 1.2f, 35, 8000},
    {WOOD, "undergrowth", "beech-bush", 4, 0.25f, 0, 0.6f, 38, 5000},
    {CONIFERS, "pine", "pine", 5.5f, 0.9f, 0.4f, 1.5f, 38, 10000},
    {PALMS, "palm", "palm", 7, 0.7f, 0.6f, 1.5f, 30, 6000},
    {MEADOW, "lone-oak", "oak-large", 48, 0.35f, 0.8f, 4, 22, 400},
    {MEADOW, "meadow-bush", "bush", 14, 0.2f, 0.9f, 0.8f, 28, 3000},
    {HEATH, "heath-bush", "oak-bush", 6, 0.6f, 0.6f, 1, 35, 6000},
    {HEATH, "heath-juniper", "juniper-bush", 9, 0.5f, 0.7f, 1, 35, 3000},
    {REED, "reed", "reed", 1.5f, 0.7f, 0.7f, 0.3f, 12, 6000},
    {SAND, "dune-bush", "bush", 18, 0.2f, 0.9f, 0.8f, 20, 1500},
    {ROCK, "boulder", "boulder", 22, 0.35f, 0.8f, 1, 42, 1200},
    {ROCK, "stone", "stone-jagged", 10, 0.35f, 0.8f, 0.5f, 42, 2500},
};
static const struct growth alpine[] = {
    {WOOD, "spruce", "pine", 5.5f, 0.9f, 0.5f, 1.5f, 40, 12000},
    {WOOD, "aspen", "aspen", 7, 0.3f, 0.8f, 1.2f, 35, 4000},
    {CONIFERS, "pine", "pine", 5, 0.9f, 0.4f, 1.5f, 40, 12000},
    {PALMS, "palm", "palm", 7, 0.7f, 0.6f, 1.5f, 30, 6000},
    {MEADOW, "lone-pine", "pine", 36, 0.35f, 0.8f, 2, 30, 800},
    {MEADOW, "dwarf-pine", "juniper-bush", 14, 0.2f, 0.9f, 0.8f, 35, 3000},
    {HEATH, "dwarf-juniper", "juniper-bush", 6, 0.6f, 0.6f, 1, 38, 6000},
    {REED, "reed", "reed", 1.5f, 0.7f, 0.7f, 0.3f, 12, 6000},
    {SNOW, "boulder-snow", "boulder", 48, 0.3f, 0.8f, 1, 35, 400},
    {ROCK, "boulder", "boulder", 18, 0.4f, 0.8f, 1, 44, 2000},
    {ROCK, "boulder-flat", "boulder-flat", 26, 0.3f, 0.8f, 1, 40, 1000},
    {ROCK, "stone", "stone-jagged", 9, 0.4f, 0.8f, 0.5f, 44, 3000},
};
static const struct growth desert[] = {
    {WOOD, "juniper", "juniper", 8, 0.6f, 0.7f, 1.5f, 32, 6000},
    {WOOD, "olive", "olive", 9, 0.4f, 0.7f, 1.5f, 25, 3000},
    {CONIFERS, "cypress", "cypress", 6, 0.7f, 0.6f, 1.2f, 32, 6000},
    {PALMS, "palm", "palm", 6, 0.8f, 0.5f, 1.5f, 25, 6000},
    {MEADOW, "juniper-bush", "juniper-bush", 11, 0.35f, 0.8f, 0.8f, 32, 4000},
    {MEADOW, "lone-juniper", "juniper", 42, 0.4f, 0.7f, 2, 28, 600},
    {HEATH, "desert-bush", "desert-bush", 5, 0.5f, 0.6f, 0.6f, 34, 6000},
    {REED, "reed", "reed", 1.5f, 0.7f, 0.7f, 0.3f, 12, 6000},
    {REED, "oasis-palm", "palm-small", 9, 0.5f, 0.6f, 1.2f, 15, 1500},
    {SAND, "dry-bush", "desert-bush", 16, 0.3f, 0.85f, 0.6f, 24, 4000},
    {SAND, "stone-red", "stone-red", 26, 0.25f, 0.85f, 0.5f, 28, 1500},
    {ROCK, "boulder", "boulder-flat", 24, 0.35f, 0.8f, 1, 42, 1200},
    {ROCK, "rubble", "stone-red", 9, 0.4f, 0.8f, 0.5f, 44, 3000},
};
static const struct {
    const struct growth *growths;
    size_t count;
} sets[SETS] = {{temperate, sizeof temperate / sizeof temperate[0]},
                {alpine, sizeof alpine / sizeof alpine[0]},
                {desert, sizeof desert / sizeof desert[0]}};

static const struct {
    enum habit habit;
    const char *name;
    float density, low_m, high_m;
} grasses[] = {{MEADOW, "meadow-grass", 1.0f, 0.25f, 0.6f},
               {HEATH, "heath-grass", 0.5f, 0.2f, 0.45f},
               {WOOD, "wood-grass", 0.3f, 0.15f, 0.4f}};
static const char *const grass_materials[SETS] = {
    [TEMPERATE] = "GrassMiddle", [ALPINE] = "BNGGrass", [DESERT] = "dry_grass"}; /* of BeamNG */

/* ---- the list ---- */

static void cover_of(struct plants_cover *out, const enum habit *habits, uint32_t layers,
                     enum habit wanted)
{
    out->count = 0;
    for (uint32_t k = 0; k < layers && out->count < MOST_LAYERS; k++)
        if (habits[k] == wanted) {
            out->layer[out->count] = k;
            out->factor[out->count++] = 1.0f;
        }
}

static void add_species(struct plants_list *list, const struct growth *growth,
                        const enum habit *habits, uint32_t layers)
{
    struct plants_species *s = &list->species[list->species_count];
    plants_species_start(s, growth->name, plants_model_find(growth->model));
    cover_of(&s->cover, habits, layers, growth->habit);
    if (s->cover.count == 0) return;
    s->spacing_m = growth->spacing_m;
    s->density = growth->density;
    s->clump = growth->clump;
    s->room_m = growth->room_m;
    s->slope_deg[1] = growth->slope_deg;
    s->most = growth->most;
    if (growth->habit == ROCK || growth->habit == SNOW)
        s->clump_group = plants_species_hash("rock");
    list->species_count++;
}

/* Ground tells the climate: a desert by its sand without a wood, mountains by their snow. */
static enum set guess_set(const struct srf_map *map, const enum habit *habits)
{
    bool has[HABITS + 1] = {false}, dry = false;
    for (uint32_t k = 0; k < map->layer_count; k++) {
        char plain[MAX_NAME];
        text_to_file_name(plain, sizeof plain, map->layers[k]->name);
        has[habits[k]] = true;
        dry = dry || strstr(plain, "desert") != NULL || strstr(plain, "dune") != NULL ||
              strstr(plain, "wuste") != NULL || strstr(plain, "desierto") != NULL;
    }
    return dry ? DESERT : has[SNOW] ? ALPINE : TEMPERATE;
}

bool plants_is_set(const char *word)
{
    for (int i = 0; i < SETS; i++)
        if (strcmp(word, set_names[i]) == 0) return true;
    return false;
}

bool plants_names_set(const char *set)
{
    return plants_set_grows(set) && strcmp(set, "auto") != 0;
}

bool plants_set_grows(const char *set)
{
    return set != NULL && strcmp(set, "none") != 0;
}

static void fill(struct plants_list *list, enum set set, const enum habit *habits, uint32_t layers)
{
    list->seed = 1;
    list->most = PLANTS_MOST_ALL;
    list->set = set_names[set];
    for (size_t i = 0; i < sets[set].count; i++)
        add_species(list, &sets[set].growths[i], habits, layers);
    for (size_t i = 0; i < sizeof grasses / sizeof grasses[0]; i++) {
        struct plants_grass *g = &list->grasses[list->grass_count];
        plants_species_grass(g, grasses[i].name);
        cover_of(&g->cover, habits, layers, grasses[i].habit);
        g->density = grasses[i].density;
        g->size_m[0] = grasses[i].low_m;
        g->size_m[1] = grasses[i].high_m;
        g->beamng_material = grass_materials[set];
        if (g->cover.count > 0) list->grass_count++;
    }
}

enum scree_code plants_defaults(struct plants_list **out, const struct srf_map *map,
                                const char *set, struct scree_error *err)
{
    *out = NULL;
    if (set != NULL && strcmp(set, "auto") == 0) set = NULL;
    if (set != NULL && !plants_is_set(set))
        return err_set_option(err, "plants",
                              "{plants} %.60s: the sets are temperate, alpine and "
                              "desert; name one, or a file that ends in .json",
                              set);
    struct plants_list *list = mem_alloc(1, sizeof *list);
    enum habit *habits = mem_alloc(map->layer_count, sizeof *habits);
    if (list == NULL || habits == NULL) {
        mem_free(list);
        mem_free(habits);
        return err_no_memory(err);
    }
    for (uint32_t k = 0; k < map->layer_count; k++) habits[k] = habit_of(map->layers[k]->name);
    enum set chosen = guess_set(map, habits);
    for (int i = 0; i < SETS && set != NULL; i++)
        if (strcmp(set, set_names[i]) == 0) chosen = (enum set)i;
    fill(list, chosen, habits, map->layer_count);
    mem_free(habits);
    *out = list;
    return SCREE_OK;
}

void plants_list_free(struct plants_list *list)
{
    if (list == NULL) return;
    mem_arena_free(&list->arena);
    mem_free(list);
}
