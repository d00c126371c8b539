/*
 * What kind of ground a material is, from its name in four languages.
 *
 * Rule (Rigs of Rods): Ground models come from the last known word of a name. See formats/ror.md,
 * ror/ror_ground.c, ror/ror_grounds.c. Tests: unit/test_ror (grounds), unit/test_ror_plan
 * (lists_and_models).
 */
#include "ground/ground.h"

#include <string.h>

#include "base/text.h"

#define MAX_NAME_BYTES 256
#define SURE_LETTERS 7 /* of an entry that no other word ends in by chance */

/*
 * As text_to_file_name() leaves them: lower case without accents; ground_fit_word() makes plurals and
 * German compounds ("Felswand", "Nadelwald") of them. English, German, French, Spanish.
 */
#define MOST_WORDS 32
#define WORDS (sizeof words / sizeof words[0][0])
static const char *const words[GROUND_KINDS][MOST_WORDS] = {
    [GROUND_CONCRETE] = {"concrete", "cement", "pavement", "beton", "hormigon"},
    [GROUND_ASPHALT] = {"asphalt", "tarmac", "road", "strasse", "route", "bitume", "asfalto",
                        "carretera"},
    [GROUND_GRAVEL] = {"gravel", "scree", "talus", "pebble", "shingle", "kies", "schotter",
                       "geroll", "weg", "gravier", "eboulis", "galet", "grava"},
    [GROUND_ROCK] = {"rock", "cliff", "stone", "granite", "basalt", "lava", "boulder", "fels",
                     "gestein", "stein", "klippe", "roche", "rocher", "pierre", "falaise", "roca",
                     "piedra", "acantilado"},
    [GROUND_ICE] = {"ice", "glacier", "eis", "gletscher", "glace", "hielo"},
    [GROUND_SNOW] = {"snow", "firn", "schnee", "neige", "nieve"},
    [GROUND_METAL] = {"metal", "steel", "iron", "metall", "stahl"},
    [GROUND_GRASS] = {"grass",  "meadow", "moss",       "heather", "heath",  "wood",  "forest",
                      "tree",   "bush",   "vegetation", "flower",  "gras",   "rasen", "wiese",
                      "moos",   "heide",  "wald",       "baum",    "herbe",  "pre",   "prairie",
                      "mousse", "foret",  "bois",       "bruyere", "hierba", "pasto", "cesped",
                      "prado",  "musgo",  "bosque",     "brezo"},
    [GROUND_SAND] = {"sand", "beach", "dune", "desert", "shallow", "seabed", "bed", "strand",
                     "wuste", "sable", "plage", "arena", "playa", "desierto", "duna"},
    [GROUND_DIRT] = {"dirt", "soil", "earth", "erde", "boden", "terre", "sol", "tierra", "suelo"},
    [GROUND_MUD] = {"mud", "clay", "schlamm", "lehm", "boue", "argile", "barro", "arcilla"},
};

/* Words that end in an entry by chance. */
static const char *const chance[] = {"broad",  "abroad", "thousand", "hearth",
                                     "sheath", "ambush", "shamrock", "framboise"};

/* Likewise, but for the ends of longer words: see ends_as(). */
static const char *const built[] = {
    "road",     "asphalt",  "tarmac", "concrete",  "cement",   "pavement", "paved",  "track",
    "runway",   "street",   "lane",   "highway",   "parking",  "sidewalk", "kerb",   "curb",
    "bridge",   "driveway", "path",   "strasse",   "beton",    "weg",      "pfad",   "piste",
    "fahrbahn", "route",    "bitume", "chemin",    "autobahn", "asfalto",  "camino", "carretera",
    "hormigon", "pista",    "calle",  "crossroad", "railroad",
};

static bool is_word(const char *entry, const char *token, size_t length)
{
    return entry != NULL && strlen(entry) == length && strncmp(entry, token, length) == 0;
}

size_t ground_fit_word(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (wanted > length || (wanted < 4 && wanted < length)) return 0;
    for (size_t i = 0; i < sizeof chance / sizeof chance[0]; i++)
        if (is_word(chance[i], token, length)) return 0;
    const bool begins = strncmp(token, entry, wanted) == 0;
    const bool ends = strncmp(token + length - wanted, entry, wanted) == 0;
    /* In a compound the last part says what it is: a Sandstein is a stone. */
    return ends ? 2 * wanted + 1 : begins ? 2 * wanted : 0;
}

enum ground_kind ground_guess(const char *name, const char **word)
{
    char plain[MAX_NAME_BYTES];
    text_to_file_name(plain, sizeof plain, name);
    enum ground_kind found = GROUND_KINDS;
    for (const char *token = plain; *token != '\0';) {
        const size_t length = strcspn(token, "-");
        size_t best = 0;
        for (size_t i = 0; i < WORDS; i++) {
            const char *const entry = words[i / MOST_WORDS][i % MOST_WORDS];
            const size_t now = entry != NULL ? ground_fit_word(entry, token, length) : 0;
            if (now <= best) continue;
            best = now;
            found = (enum ground_kind)(i / MOST_WORDS);
            if (word != NULL) *word = entry;
        }
        token += length + (token[length] == '-' ? 1 : 0);
    }
    return found;
}

/* Whether a longer word ends in an entry that is not there by chance, as in "broad", "plane" and
 * "displacement": a long entry, or one behind a word for a ground, as in "gravelroad". */
static bool ends_as(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (wanted >= length || strncmp(token + length - wanted, entry, wanted) != 0) return false;
    if (wanted >= SURE_LETTERS) return true;
    for (size_t i = 0; i < WORDS; i++)
        if (is_word(words[i / MOST_WORDS][i % MOST_WORDS], token, length - wanted)) return true;
    return false;
}

static bool fits_built(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (is_word(entry, token, length)) return true;
    if (wanted < 4 || wanted > length) return false;
    return strncmp(token, entry, wanted) == 0 || ends_as(entry, token, length);
}

static const char *find_built(const char *name)
{
    char plain[MAX_NAME_BYTES];
    text_to_file_name(plain, sizeof plain, name);
    for (const char *token = plain; *token != '\0';) {
        const size_t length = strcspn(token, "-");
        for (size_t i = 0; i < sizeof built / sizeof built[0]; i++)
            if (fits_built(built[i], token, length)) return built[i];
        token += length + (token[length] == '-' ? 1 : 0);
    }
    return NULL;
}

static bool has_token(const char *plain, const char *const *list, size_t count)
{
    for (const char *token = plain; *token != '\0';) {
        const size_t length = strcspn(token, "-");
        for (size_t i = 0; i < count; i++)
            if (is_word(list[i], token, length)) return true;
        token += length + (token[length] == '-' ? 1 : 0);
    }
    return false;
}

#define HAS(plain, list) has_token(plain, list, sizeof list / sizeof list[0])

bool ground_is_bed(const char *name)
{
    static const char *const beds[] = {
        "bed",        "beds",    "seabed",   "lakebed",  "riverbed",    "streambed", "seafloor",
        "underwater", "shallow", "shallows", "seegrund", "meeresgrund", "flussbett", "meeresboden"};
    static const char *const waters[] = {"sea", "lake", "river", "ocean", "pond", "stream"};
    static const char *const grounds[] = {"floor", "bottom", "ground"};
    static const char *const others[] = {"dry", "flower", "rose", "garden", "rock", "trocken"};
    char plain[MAX_NAME_BYTES];
    text_to_file_name(plain, sizeof plain, name);
    return !HAS(plain, others) && (HAS(plain, beds) || (HAS(plain, waters) && HAS(plain, grounds)));
}

const char *ground_is_built(const char *name)
{
    /* "GravelRoad" is two words. */
    char parted[MAX_NAME_BYTES];
    size_t size = 0;
    for (const char *c = name; *c != '\0' && size + 2 < sizeof parted; c++) {
        const bool begins = c > name && *c >= 'A' && *c <= 'Z' && c[-1] >= 'a' && c[-1] <= 'z';
        if (begins) parted[size++] = ' ';
        parted[size++] = *c;
    }
    parted[size] = '\0';
    const char *found = find_built(name);
    return found != NULL ? found : find_built(parted);
}
