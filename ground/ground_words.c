/* What kind of ground a material is, from its name in four languages. */
#include "ground/ground.h"

#include <string.h>

#include "base/text.h"

#define MAX_NAME_BYTES 256
#define SURE_LETTERS 7 /* of an entry that no other word ends in by chance */

struct word {
    const char *text;
    enum ground_kind ground;
};

/*
 * As text_to_file_name() leaves them: lower case without accents; ground_fit_word() makes plurals and
 * German compounds ("Felswand", "Nadelwald") of them.
 */
static const struct word words[] = {
    /* English */
    {"concrete", GROUND_CONCRETE},
    {"cement", GROUND_CONCRETE},
    {"pavement", GROUND_CONCRETE},
    {"asphalt", GROUND_ASPHALT},
    {"tarmac", GROUND_ASPHALT},
    {"road", GROUND_ASPHALT},
    {"gravel", GROUND_GRAVEL},
    {"scree", GROUND_GRAVEL},
    {"talus", GROUND_GRAVEL},
    {"pebble", GROUND_GRAVEL},
    {"shingle", GROUND_GRAVEL},
    {"dirt", GROUND_DIRT},
    {"soil", GROUND_DIRT},
    {"earth", GROUND_DIRT},
    {"mud", GROUND_MUD},
    {"clay", GROUND_MUD},
    {"rock", GROUND_ROCK},
    {"cliff", GROUND_ROCK},
    {"stone", GROUND_ROCK},
    {"granite", GROUND_ROCK},
    {"basalt", GROUND_ROCK},
    {"lava", GROUND_ROCK},
    {"boulder", GROUND_ROCK},
    {"ice", GROUND_ICE},
    {"glacier", GROUND_ICE},
    {"snow", GROUND_SNOW},
    {"firn", GROUND_SNOW},
    {"metal", GROUND_METAL},
    {"steel", GROUND_METAL},
    {"iron", GROUND_METAL},
    {"grass", GROUND_GRASS},
    {"meadow", GROUND_GRASS},
    {"moss", GROUND_GRASS},
    {"heather", GROUND_GRASS},
    {"heath", GROUND_GRASS},
    {"wood", GROUND_GRASS},
    {"forest", GROUND_GRASS},
    {"tree", GROUND_GRASS},
    {"bush", GROUND_GRASS},
    {"vegetation", GROUND_GRASS},
    {"flower", GROUND_GRASS},
    {"sand", GROUND_SAND},
    {"beach", GROUND_SAND},
    {"dune", GROUND_SAND},
    {"desert", GROUND_SAND},
    {"shallow", GROUND_SAND},
    {"seabed", GROUND_SAND},
    {"bed", GROUND_SAND},
    /* German */
    {"beton", GROUND_CONCRETE},
    {"strasse", GROUND_ASPHALT},
    {"kies", GROUND_GRAVEL},
    {"schotter", GROUND_GRAVEL},
    {"geroll", GROUND_GRAVEL},
    {"erde", GROUND_DIRT},
    {"boden", GROUND_DIRT},
    {"schlamm", GROUND_MUD},
    {"lehm", GROUND_MUD},
    {"weg", GROUND_GRAVEL},
    {"fels", GROUND_ROCK},
    {"gestein", GROUND_ROCK},
    {"stein", GROUND_ROCK},
    {"klippe", GROUND_ROCK},
    {"eis", GROUND_ICE},
    {"gletscher", GROUND_ICE},
    {"schnee", GROUND_SNOW},
    {"metall", GROUND_METAL},
    {"stahl", GROUND_METAL},
    {"gras", GROUND_GRASS},
    {"rasen", GROUND_GRASS},
    {"wiese", GROUND_GRASS},
    {"moos", GROUND_GRASS},
    {"heide", GROUND_GRASS},
    {"wald", GROUND_GRASS},
    {"baum", GROUND_GRASS},
    {"strand", GROUND_SAND},
    {"wuste", GROUND_SAND},
    /* French */
    {"route", GROUND_ASPHALT},
    {"bitume", GROUND_ASPHALT},
    {"gravier", GROUND_GRAVEL},
    {"eboulis", GROUND_GRAVEL},
    {"galet", GROUND_GRAVEL},
    {"terre", GROUND_DIRT},
    {"sol", GROUND_DIRT},
    {"boue", GROUND_MUD},
    {"argile", GROUND_MUD},
    {"roche", GROUND_ROCK},
    {"rocher", GROUND_ROCK},
    {"pierre", GROUND_ROCK},
    {"falaise", GROUND_ROCK},
    {"glace", GROUND_ICE},
    {"neige", GROUND_SNOW},
    {"herbe", GROUND_GRASS},
    {"pre", GROUND_GRASS},
    {"prairie", GROUND_GRASS},
    {"mousse", GROUND_GRASS},
    {"foret", GROUND_GRASS},
    {"bois", GROUND_GRASS},
    {"bruyere", GROUND_GRASS},
    {"sable", GROUND_SAND},
    {"plage", GROUND_SAND},
    /* Spanish */
    {"hormigon", GROUND_CONCRETE},
    {"asfalto", GROUND_ASPHALT},
    {"carretera", GROUND_ASPHALT},
    {"grava", GROUND_GRAVEL},
    {"tierra", GROUND_DIRT},
    {"suelo", GROUND_DIRT},
    {"barro", GROUND_MUD},
    {"arcilla", GROUND_MUD},
    {"roca", GROUND_ROCK},
    {"piedra", GROUND_ROCK},
    {"acantilado", GROUND_ROCK},
    {"hielo", GROUND_ICE},
    {"nieve", GROUND_SNOW},
    {"hierba", GROUND_GRASS},
    {"pasto", GROUND_GRASS},
    {"cesped", GROUND_GRASS},
    {"prado", GROUND_GRASS},
    {"musgo", GROUND_GRASS},
    {"bosque", GROUND_GRASS},
    {"brezo", GROUND_GRASS},
    {"arena", GROUND_SAND},
    {"playa", GROUND_SAND},
    {"desierto", GROUND_SAND},
    {"duna", GROUND_SAND},
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

static bool is_chance(const char *token, size_t length)
{
    for (size_t i = 0; i < sizeof chance / sizeof chance[0]; i++)
        if (strlen(chance[i]) == length && strncmp(chance[i], token, length) == 0) return true;
    return false;
}

size_t ground_fit_word(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (wanted > length || (wanted < 4 && wanted < length)) return 0;
    if (is_chance(token, length)) return 0;
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
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            const size_t now = ground_fit_word(words[i].text, token, length);
            if (now <= best) continue;
            best = now;
            found = words[i].ground;
            if (word != NULL) *word = words[i].text;
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
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].text) == length - wanted &&
            strncmp(words[i].text, token, length - wanted) == 0)
            return true;
    return false;
}

static bool fits_built(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (wanted == length) return strncmp(token, entry, length) == 0;
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
            if (strlen(list[i]) == length && strncmp(list[i], token, length) == 0) return true;
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
