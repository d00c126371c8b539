#include "cli/args_options.h"

#include <stdio.h>
#include <string.h>

#include "cli/suggest.h"

#define INFO (1u << ARGS_INFO)
#define LINT (1u << ARGS_LINT)
#define BAKE (1u << ARGS_BAKE)
#define PREVIEW (1u << ARGS_PREVIEW)
#define CONVERT (1u << ARGS_CONVERT)
#define EXPORT (1u << ARGS_EXPORT)
#define SET (1u << ARGS_SET)
/* Verbs that take a terrain. */
#define GROUND (INFO | LINT | BAKE | PREVIEW | CONVERT | EXPORT)

struct option_spec {
    const char *name;
    char letter; /* 0: none */
    bool takes_value;
    enum args_option id;
    unsigned verbs; /* that know it */
};

static const struct option_spec specs[ARGS_OPTION_COUNT] = {
    {"author", 0, true, ARGS_OPTION_AUTHOR, EXPORT},
    {"bake-size", 0, true, ARGS_OPTION_BAKE_SIZE, EXPORT},
    {"base-colour", 0, false, ARGS_OPTION_BASE_COLOUR, EXPORT},
    {"byte-order", 0, true, ARGS_OPTION_BYTE_ORDER, GROUND},
    {"cell", 0, true, ARGS_OPTION_CELL, SET | GROUND},
    {"depth", 0, true, ARGS_OPTION_DEPTH, LINT | BAKE},
    {"dry-run", 'n', false, ARGS_OPTION_DRY_RUN, BAKE},
    {"flat", 0, false, ARGS_OPTION_FLAT, PREVIEW},
    {"folder", 0, false, ARGS_OPTION_FOLDER, EXPORT},
    {"force", 0, false, ARGS_OPTION_FORCE, BAKE | PREVIEW | CONVERT | SET | EXPORT},
    {"format", 0, true, ARGS_OPTION_FORMAT, BAKE},
    {"grass", 0, true, ARGS_OPTION_GRASS, EXPORT},
    {"height-offset", 0, true, ARGS_OPTION_HEIGHT_OFFSET, GROUND},
    {"height-range", 0, true, ARGS_OPTION_HEIGHT_RANGE, GROUND},
    {"height-scale", 0, true, ARGS_OPTION_HEIGHT_SCALE, GROUND},
    {"help", 'h', false, ARGS_OPTION_HELP, SET | GROUND},
    {"isa", 0, true, ARGS_OPTION_ISA, BAKE | PREVIEW | EXPORT},
    {"json", 0, false, ARGS_OPTION_JSON, INFO | LINT | BAKE},
    {"layers", 0, false, ARGS_OPTION_LAYERS, PREVIEW},
    {"level", 0, true, ARGS_OPTION_LEVEL, LINT},
    {"map", 0, true, ARGS_OPTION_MAP, BAKE | EXPORT},
    {"max-height", 0, true, ARGS_OPTION_MAX_HEIGHT, GROUND},
    {"name", 0, true, ARGS_OPTION_NAME, BAKE | EXPORT},
    {"no-cull", 0, false, ARGS_OPTION_NO_CULL,
     BAKE | PREVIEW | EXPORT}, /* for tests: not in the help */
    {"nodata", 0, true, ARGS_OPTION_NODATA, GROUND},
    {"only", 0, true, ARGS_OPTION_ONLY, BAKE},
    {"out", 'o', true, ARGS_OPTION_OUT, BAKE | PREVIEW | SET | EXPORT},
    {"output", 0, true, ARGS_OPTION_PLANE, BAKE},
    {"quiet", 'q', false, ARGS_OPTION_QUIET, SET | GROUND},
    {"raw", 0, true, ARGS_OPTION_RAW, GROUND},
    {"raw-size", 0, true, ARGS_OPTION_RAW_SIZE, GROUND},
    {"relief", 0, true, ARGS_OPTION_RELIEF, LINT | BAKE | PREVIEW | EXPORT},
    {"repeat", 0, true, ARGS_OPTION_REPEAT, EXPORT},
    {"resample", 0, true, ARGS_OPTION_RESAMPLE, EXPORT},
    {"root-density", 0, false, ARGS_OPTION_ROOT_DENSITY, LINT | BAKE | PREVIEW | EXPORT},
    {"rows", 0, true, ARGS_OPTION_ROWS, GROUND},
    {"seed", 0, true, ARGS_OPTION_SEED, SET},
    {"shadows-off", 0, false, ARGS_OPTION_SHADOWS_OFF, EXPORT},
    {"sidecar", 0, false, ARGS_OPTION_SIDECAR, CONVERT},
    {"size", 0, true, ARGS_OPTION_SIZE, BAKE | PREVIEW | EXPORT},
    {"sliders", 0, false, ARGS_OPTION_SLIDERS, CONVERT},
    {"square-size", 0, true, ARGS_OPTION_SQUARE_SIZE, GROUND},
    {"start", 0, true, ARGS_OPTION_START, EXPORT},
    {"stdout", 0, false, ARGS_OPTION_STDOUT, CONVERT},
    {"target", 0, true, ARGS_OPTION_TARGET, LINT},
    {"terrain", 0, true, ARGS_OPTION_TERRAIN, LINT | CONVERT | SET},
    {"textures", 0, true, ARGS_OPTION_TEXTURES, EXPORT},
    {"threads", 'j', true, ARGS_OPTION_THREADS, LINT | BAKE | PREVIEW | EXPORT},
    {"tile", 0, true, ARGS_OPTION_TILE, BAKE | PREVIEW | EXPORT},
    {"water", 0, true, ARGS_OPTION_WATER, EXPORT},
};

void args_make_grammar(struct args_grammar *grammar, enum args_verb verb)
{
    memset(grammar, 0, sizeof *grammar);
    /* '-': operands in their place; ':': a missing value is told from an unknown option. */
    size_t used = 0, count = 0;
    grammar->letters[used++] = '-';
    grammar->letters[used++] = ':';
    for (size_t i = 0; i < ARGS_OPTION_COUNT; i++) {
        if (!(specs[i].verbs & 1u << verb)) continue;
        if (specs[i].letter != 0) {
            grammar->letters[used++] = specs[i].letter;
            if (specs[i].takes_value) grammar->letters[used++] = ':';
        }
        grammar->options[count++] =
            (struct option){specs[i].name, specs[i].takes_value ? required_argument : no_argument,
                            NULL, (int)specs[i].id};
    }
}

enum args_option args_option_of_code(int code)
{
    for (size_t i = 0; i < ARGS_OPTION_COUNT; i++)
        if (specs[i].letter != 0 && specs[i].letter == code) return specs[i].id;
    return (enum args_option)code;
}

enum err_code args_refuse_option(enum args_verb verb, const char *word, struct err *err)
{
    const char *name = word + strspn(word, "-");
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "="), name);
    struct suggest suggest = {bare, NULL, 0};
    for (size_t i = 0; i < ARGS_OPTION_COUNT; i++) {
        if (specs[i].verbs & 1u << verb)
            suggest_offer(&suggest, specs[i].name);
        else if (strcmp(specs[i].name, bare) == 0)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--%s is not an option of 'scree %s' (see 'scree %s --help')", bare,
                           args_verb_name(verb), args_verb_name(verb));
    }
    char hint[64] = "";
    if (suggest.best != NULL && bare[1] != '\0')
        snprintf(hint, sizeof hint, "; did you mean '--%s'?", suggest.best);
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "unknown option '%.*s%s'%s (see 'scree %s --help')",
                   (int)strspn(word, "-"), word, bare, hint, args_verb_name(verb));
}

const char *args_option_name(enum args_option option)
{
    size_t i = 0;
    while (specs[i].id != option) i++;
    return specs[i].name;
}
