/* What kind of ground a material is, from its name in four languages. */
#include "engines/engines.h"

#include <string.h>

#include "base/text.h"

#define MAX_NAME_BYTES 256

struct word {
    const char *text;
    enum engines_ground ground;
};

/*
 * As text_to_file_name() leaves them: lower case without accents. A word of four letters or more
 * also fits the beginning or the end of a longer one (German "Felswand", "Nadelwald", plurals); a
 * shorter one must stand alone.
 */
static const struct word words[] = {
    /* English */
    {"concrete", ENGINES_GROUND_CONCRETE},
    {"cement", ENGINES_GROUND_CONCRETE},
    {"pavement", ENGINES_GROUND_CONCRETE},
    {"asphalt", ENGINES_GROUND_ASPHALT},
    {"tarmac", ENGINES_GROUND_ASPHALT},
    {"road", ENGINES_GROUND_ASPHALT},
    {"gravel", ENGINES_GROUND_GRAVEL},
    {"scree", ENGINES_GROUND_GRAVEL},
    {"talus", ENGINES_GROUND_GRAVEL},
    {"pebble", ENGINES_GROUND_GRAVEL},
    {"shingle", ENGINES_GROUND_GRAVEL},
    {"dirt", ENGINES_GROUND_DIRT},
    {"soil", ENGINES_GROUND_DIRT},
    {"earth", ENGINES_GROUND_DIRT},
    {"mud", ENGINES_GROUND_MUD},
    {"clay", ENGINES_GROUND_MUD},
    {"rock", ENGINES_GROUND_ROCK},
    {"cliff", ENGINES_GROUND_ROCK},
    {"stone", ENGINES_GROUND_ROCK},
    {"granite", ENGINES_GROUND_ROCK},
    {"basalt", ENGINES_GROUND_ROCK},
    {"lava", ENGINES_GROUND_ROCK},
    {"boulder", ENGINES_GROUND_ROCK},
    {"ice", ENGINES_GROUND_ICE},
    {"glacier", ENGINES_GROUND_ICE},
    {"snow", ENGINES_GROUND_SNOW},
    {"firn", ENGINES_GROUND_SNOW},
    {"metal", ENGINES_GROUND_METAL},
    {"steel", ENGINES_GROUND_METAL},
    {"iron", ENGINES_GROUND_METAL},
    {"grass", ENGINES_GROUND_GRASS},
    {"meadow", ENGINES_GROUND_GRASS},
    {"moss", ENGINES_GROUND_GRASS},
    {"heather", ENGINES_GROUND_GRASS},
    {"heath", ENGINES_GROUND_GRASS},
    {"wood", ENGINES_GROUND_GRASS},
    {"forest", ENGINES_GROUND_GRASS},
    {"tree", ENGINES_GROUND_GRASS},
    {"bush", ENGINES_GROUND_GRASS},
    {"vegetation", ENGINES_GROUND_GRASS},
    {"flower", ENGINES_GROUND_GRASS},
    {"sand", ENGINES_GROUND_SAND},
    {"beach", ENGINES_GROUND_SAND},
    {"dune", ENGINES_GROUND_SAND},
    {"desert", ENGINES_GROUND_SAND},
    {"shallow", ENGINES_GROUND_SAND},
    {"seabed", ENGINES_GROUND_SAND},
    {"bed", ENGINES_GROUND_SAND},
    /* German */
    {"beton", ENGINES_GROUND_CONCRETE},
    {"strasse", ENGINES_GROUND_ASPHALT},
    {"kies", ENGINES_GROUND_GRAVEL},
    {"schotter", ENGINES_GROUND_GRAVEL},
    {"geroll", ENGINES_GROUND_GRAVEL},
    {"erde", ENGINES_GROUND_DIRT},
    {"boden", ENGINES_GROUND_DIRT},
    {"schlamm", ENGINES_GROUND_MUD},
    {"lehm", ENGINES_GROUND_MUD},
    {"weg", ENGINES_GROUND_GRAVEL},
    {"fels", ENGINES_GROUND_ROCK},
    {"gestein", ENGINES_GROUND_ROCK},
    {"stein", ENGINES_GROUND_ROCK},
    {"klippe", ENGINES_GROUND_ROCK},
    {"eis", ENGINES_GROUND_ICE},
    {"gletscher", ENGINES_GROUND_ICE},
    {"schnee", ENGINES_GROUND_SNOW},
    {"metall", ENGINES_GROUND_METAL},
    {"stahl", ENGINES_GROUND_METAL},
    {"gras", ENGINES_GROUND_GRASS},
    {"rasen", ENGINES_GROUND_GRASS},
    {"wiese", ENGINES_GROUND_GRASS},
    {"moos", ENGINES_GROUND_GRASS},
    {"heide", ENGINES_GROUND_GRASS},
    {"wald", ENGINES_GROUND_GRASS},
    {"baum", ENGINES_GROUND_GRASS},
    {"strand", ENGINES_GROUND_SAND},
    {"wuste", ENGINES_GROUND_SAND},
    /* French */
    {"route", ENGINES_GROUND_ASPHALT},
    {"bitume", ENGINES_GROUND_ASPHALT},
    {"gravier", ENGINES_GROUND_GRAVEL},
    {"eboulis", ENGINES_GROUND_GRAVEL},
    {"galet", ENGINES_GROUND_GRAVEL},
    {"terre", ENGINES_GROUND_DIRT},
    {"sol", ENGINES_GROUND_DIRT},
    {"boue", ENGINES_GROUND_MUD},
    {"argile", ENGINES_GROUND_MUD},
    {"roche", ENGINES_GROUND_ROCK},
    {"rocher", ENGINES_GROUND_ROCK},
    {"pierre", ENGINES_GROUND_ROCK},
    {"falaise", ENGINES_GROUND_ROCK},
    {"glace", ENGINES_GROUND_ICE},
    {"neige", ENGINES_GROUND_SNOW},
    {"herbe", ENGINES_GROUND_GRASS},
    {"pre", ENGINES_GROUND_GRASS},
    {"prairie", ENGINES_GROUND_GRASS},
    {"mousse", ENGINES_GROUND_GRASS},
    {"foret", ENGINES_GROUND_GRASS},
    {"bois", ENGINES_GROUND_GRASS},
    {"bruyere", ENGINES_GROUND_GRASS},
    {"sable", ENGINES_GROUND_SAND},
    {"plage", ENGINES_GROUND_SAND},
    /* Spanish */
    {"hormigon", ENGINES_GROUND_CONCRETE},
    {"asfalto", ENGINES_GROUND_ASPHALT},
    {"carretera", ENGINES_GROUND_ASPHALT},
    {"grava", ENGINES_GROUND_GRAVEL},
    {"tierra", ENGINES_GROUND_DIRT},
    {"suelo", ENGINES_GROUND_DIRT},
    {"barro", ENGINES_GROUND_MUD},
    {"arcilla", ENGINES_GROUND_MUD},
    {"roca", ENGINES_GROUND_ROCK},
    {"piedra", ENGINES_GROUND_ROCK},
    {"acantilado", ENGINES_GROUND_ROCK},
    {"hielo", ENGINES_GROUND_ICE},
    {"nieve", ENGINES_GROUND_SNOW},
    {"hierba", ENGINES_GROUND_GRASS},
    {"pasto", ENGINES_GROUND_GRASS},
    {"cesped", ENGINES_GROUND_GRASS},
    {"prado", ENGINES_GROUND_GRASS},
    {"musgo", ENGINES_GROUND_GRASS},
    {"bosque", ENGINES_GROUND_GRASS},
    {"brezo", ENGINES_GROUND_GRASS},
    {"arena", ENGINES_GROUND_SAND},
    {"playa", ENGINES_GROUND_SAND},
    {"desierto", ENGINES_GROUND_SAND},
    {"duna", ENGINES_GROUND_SAND},
};

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

enum engines_ground engines_ground_guess(const char *name, const char **word)
{
    char plain[MAX_NAME_BYTES];
    text_to_file_name(plain, sizeof plain, name);
    enum engines_ground found = ENGINES_GROUNDS;
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
