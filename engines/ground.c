/* What kind of ground a material is, from its name in four languages. */
#include "engines/engines.h"

#include <string.h>

#include "base/text.h"

#define MAX_NAME_BYTES 256

static const char *const models[ENGINES_ROR_GROUNDS] = {
    [ENGINES_ROR_CONCRETE] = "concrete", [ENGINES_ROR_ASPHALT] = "asphalt",
    [ENGINES_ROR_GRAVEL] = "gravel",     [ENGINES_ROR_ROCK] = "rock",
    [ENGINES_ROR_ICE] = "ice",           [ENGINES_ROR_SNOW] = "snow",
    [ENGINES_ROR_METAL] = "metal",       [ENGINES_ROR_GRASS] = "grass",
    [ENGINES_ROR_SAND] = "sand"};

struct word {
    const char *text;
    enum engines_ror_ground ground;
};

/*
 * As text_to_file_name() leaves them: lower case without accents. A word of four letters or more
 * also fits the beginning or the end of a longer one (German "Felswand", "Nadelwald", plurals); a
 * shorter one must stand alone.
 */
static const struct word words[] = {
    /* English */
    {"concrete", ENGINES_ROR_CONCRETE},
    {"cement", ENGINES_ROR_CONCRETE},
    {"pavement", ENGINES_ROR_CONCRETE},
    {"asphalt", ENGINES_ROR_ASPHALT},
    {"tarmac", ENGINES_ROR_ASPHALT},
    {"road", ENGINES_ROR_ASPHALT},
    {"gravel", ENGINES_ROR_GRAVEL},
    {"scree", ENGINES_ROR_GRAVEL},
    {"talus", ENGINES_ROR_GRAVEL},
    {"pebble", ENGINES_ROR_GRAVEL},
    {"shingle", ENGINES_ROR_GRAVEL},
    {"dirt", ENGINES_ROR_GRAVEL},
    {"soil", ENGINES_ROR_GRAVEL},
    {"earth", ENGINES_ROR_GRAVEL},
    {"mud", ENGINES_ROR_GRAVEL},
    {"clay", ENGINES_ROR_GRAVEL},
    {"rock", ENGINES_ROR_ROCK},
    {"cliff", ENGINES_ROR_ROCK},
    {"stone", ENGINES_ROR_ROCK},
    {"granite", ENGINES_ROR_ROCK},
    {"basalt", ENGINES_ROR_ROCK},
    {"lava", ENGINES_ROR_ROCK},
    {"boulder", ENGINES_ROR_ROCK},
    {"ice", ENGINES_ROR_ICE},
    {"glacier", ENGINES_ROR_ICE},
    {"snow", ENGINES_ROR_SNOW},
    {"firn", ENGINES_ROR_SNOW},
    {"metal", ENGINES_ROR_METAL},
    {"steel", ENGINES_ROR_METAL},
    {"iron", ENGINES_ROR_METAL},
    {"grass", ENGINES_ROR_GRASS},
    {"meadow", ENGINES_ROR_GRASS},
    {"moss", ENGINES_ROR_GRASS},
    {"heather", ENGINES_ROR_GRASS},
    {"heath", ENGINES_ROR_GRASS},
    {"wood", ENGINES_ROR_GRASS},
    {"forest", ENGINES_ROR_GRASS},
    {"tree", ENGINES_ROR_GRASS},
    {"bush", ENGINES_ROR_GRASS},
    {"vegetation", ENGINES_ROR_GRASS},
    {"flower", ENGINES_ROR_GRASS},
    {"sand", ENGINES_ROR_SAND},
    {"beach", ENGINES_ROR_SAND},
    {"dune", ENGINES_ROR_SAND},
    {"desert", ENGINES_ROR_SAND},
    {"shallow", ENGINES_ROR_SAND},
    {"seabed", ENGINES_ROR_SAND},
    {"bed", ENGINES_ROR_SAND},
    /* German */
    {"beton", ENGINES_ROR_CONCRETE},
    {"strasse", ENGINES_ROR_ASPHALT},
    {"kies", ENGINES_ROR_GRAVEL},
    {"schotter", ENGINES_ROR_GRAVEL},
    {"geroll", ENGINES_ROR_GRAVEL},
    {"erde", ENGINES_ROR_GRAVEL},
    {"boden", ENGINES_ROR_GRAVEL},
    {"schlamm", ENGINES_ROR_GRAVEL},
    {"lehm", ENGINES_ROR_GRAVEL},
    {"weg", ENGINES_ROR_GRAVEL},
    {"fels", ENGINES_ROR_ROCK},
    {"gestein", ENGINES_ROR_ROCK},
    {"stein", ENGINES_ROR_ROCK},
    {"klippe", ENGINES_ROR_ROCK},
    {"eis", ENGINES_ROR_ICE},
    {"gletscher", ENGINES_ROR_ICE},
    {"schnee", ENGINES_ROR_SNOW},
    {"metall", ENGINES_ROR_METAL},
    {"stahl", ENGINES_ROR_METAL},
    {"gras", ENGINES_ROR_GRASS},
    {"rasen", ENGINES_ROR_GRASS},
    {"wiese", ENGINES_ROR_GRASS},
    {"moos", ENGINES_ROR_GRASS},
    {"heide", ENGINES_ROR_GRASS},
    {"wald", ENGINES_ROR_GRASS},
    {"baum", ENGINES_ROR_GRASS},
    {"strand", ENGINES_ROR_SAND},
    {"wuste", ENGINES_ROR_SAND},
    /* French */
    {"route", ENGINES_ROR_ASPHALT},
    {"bitume", ENGINES_ROR_ASPHALT},
    {"gravier", ENGINES_ROR_GRAVEL},
    {"eboulis", ENGINES_ROR_GRAVEL},
    {"galet", ENGINES_ROR_GRAVEL},
    {"terre", ENGINES_ROR_GRAVEL},
    {"sol", ENGINES_ROR_GRAVEL},
    {"boue", ENGINES_ROR_GRAVEL},
    {"argile", ENGINES_ROR_GRAVEL},
    {"roche", ENGINES_ROR_ROCK},
    {"rocher", ENGINES_ROR_ROCK},
    {"pierre", ENGINES_ROR_ROCK},
    {"falaise", ENGINES_ROR_ROCK},
    {"glace", ENGINES_ROR_ICE},
    {"neige", ENGINES_ROR_SNOW},
    {"herbe", ENGINES_ROR_GRASS},
    {"pre", ENGINES_ROR_GRASS},
    {"prairie", ENGINES_ROR_GRASS},
    {"mousse", ENGINES_ROR_GRASS},
    {"foret", ENGINES_ROR_GRASS},
    {"bois", ENGINES_ROR_GRASS},
    {"bruyere", ENGINES_ROR_GRASS},
    {"sable", ENGINES_ROR_SAND},
    {"plage", ENGINES_ROR_SAND},
    /* Spanish */
    {"hormigon", ENGINES_ROR_CONCRETE},
    {"asfalto", ENGINES_ROR_ASPHALT},
    {"carretera", ENGINES_ROR_ASPHALT},
    {"grava", ENGINES_ROR_GRAVEL},
    {"tierra", ENGINES_ROR_GRAVEL},
    {"suelo", ENGINES_ROR_GRAVEL},
    {"barro", ENGINES_ROR_GRAVEL},
    {"arcilla", ENGINES_ROR_GRAVEL},
    {"roca", ENGINES_ROR_ROCK},
    {"piedra", ENGINES_ROR_ROCK},
    {"acantilado", ENGINES_ROR_ROCK},
    {"hielo", ENGINES_ROR_ICE},
    {"nieve", ENGINES_ROR_SNOW},
    {"hierba", ENGINES_ROR_GRASS},
    {"pasto", ENGINES_ROR_GRASS},
    {"cesped", ENGINES_ROR_GRASS},
    {"prado", ENGINES_ROR_GRASS},
    {"musgo", ENGINES_ROR_GRASS},
    {"bosque", ENGINES_ROR_GRASS},
    {"brezo", ENGINES_ROR_GRASS},
    {"arena", ENGINES_ROR_SAND},
    {"playa", ENGINES_ROR_SAND},
    {"desierto", ENGINES_ROR_SAND},
    {"duna", ENGINES_ROR_SAND},
};

const char *engines_ror_ground_name(enum engines_ror_ground ground)
{
    return models[ground];
}

enum engines_ror_ground engines_ror_ground_find(const char *name)
{
    unsigned i = 0;
    while (i < ENGINES_ROR_GROUNDS && strcmp(models[i], name) != 0) i++;
    return (enum engines_ror_ground)i;
}

/* How well an entry fits a word of the name: the letters it explains, 0 if it does not fit. */
static size_t fit(const char *entry, const char *token, size_t length)
{
    const size_t wanted = strlen(entry);
    if (wanted > length || (wanted < 4 && wanted < length)) return 0;
    const bool begins = strncmp(token, entry, wanted) == 0;
    const bool ends = strncmp(token + length - wanted, entry, wanted) == 0;
    /* In a compound the last part says what it is: a Sandstein is a stone. */
    return ends ? 2 * wanted + 1 : begins ? 2 * wanted : 0;
}

enum engines_ror_ground engines_ror_ground_guess(const char *name, const char **word)
{
    char plain[MAX_NAME_BYTES];
    text_to_file_name(plain, sizeof plain, name);
    enum engines_ror_ground found = ENGINES_ROR_GROUNDS;
    for (const char *token = plain; *token != '\0';) {
        const size_t length = strcspn(token, "-");
        size_t best = 0;
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            const size_t now = fit(words[i].text, token, length);
            if (now <= best) continue;
            best = now;
            found = words[i].ground;
            if (word != NULL) *word = words[i].text;
        }
        token += length + (token[length] == '-' ? 1 : 0);
    }
    return found;
}
