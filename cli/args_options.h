/* The options of all verbs in one table, and what getopt_long() needs to know of it. */
#ifndef CLI_ARGS_OPTIONS_H
#define CLI_ARGS_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "cli/args.h"

enum args_option {
    ARGS_OPTION_AUTHOR = 256, /* beyond any letter */
    ARGS_OPTION_BAKE_SIZE,
    ARGS_OPTION_BASE_COLOUR,
    ARGS_OPTION_BYTE_ORDER,
    ARGS_OPTION_CELL,
    ARGS_OPTION_DEPTH,
    ARGS_OPTION_DRY_RUN,
    ARGS_OPTION_FLAT,
    ARGS_OPTION_FOLDER,
    ARGS_OPTION_FORCE,
    ARGS_OPTION_FORMAT,
    ARGS_OPTION_GRASS,
    ARGS_OPTION_HEIGHT_OFFSET,
    ARGS_OPTION_HEIGHT_RANGE,
    ARGS_OPTION_HEIGHT_SCALE,
    ARGS_OPTION_HELP,
    ARGS_OPTION_ISA,
    ARGS_OPTION_JSON,
    ARGS_OPTION_LAYERS,
    ARGS_OPTION_LEVEL,
    ARGS_OPTION_MAP,
    ARGS_OPTION_MAX_HEIGHT,
    ARGS_OPTION_NAME,
    ARGS_OPTION_NO_CULL,
    ARGS_OPTION_NODATA,
    ARGS_OPTION_ONLY,
    ARGS_OPTION_OUT,
    ARGS_OPTION_PLANE,
    ARGS_OPTION_QUIET,
    ARGS_OPTION_RAW,
    ARGS_OPTION_RAW_SIZE,
    ARGS_OPTION_RELIEF,
    ARGS_OPTION_REPEAT,
    ARGS_OPTION_RESAMPLE,
    ARGS_OPTION_ROOT_DENSITY,
    ARGS_OPTION_ROWS,
    ARGS_OPTION_SEED,
    ARGS_OPTION_SHADOWS_OFF,
    ARGS_OPTION_SIDECAR,
    ARGS_OPTION_SIZE,
    ARGS_OPTION_SLIDERS,
    ARGS_OPTION_SQUARE_SIZE,
    ARGS_OPTION_START,
    ARGS_OPTION_STDOUT,
    ARGS_OPTION_TARGET,
    ARGS_OPTION_TERRAIN,
    ARGS_OPTION_TEXTURES,
    ARGS_OPTION_THREADS,
    ARGS_OPTION_TILE,
    ARGS_OPTION_WATER,
    ARGS_OPTION_END
};

#define ARGS_OPTION_COUNT (ARGS_OPTION_END - ARGS_OPTION_AUTHOR)

struct args_grammar {
    char letters[3 + 2 * ARGS_OPTION_COUNT];
    struct option options[ARGS_OPTION_COUNT + 1];
};

/* args_make_grammar() prepares getopt_long() for a verb. Operands come back as code 1 in their
 * place, so options may follow them whatever the environment says. */
void args_make_grammar(struct args_grammar *grammar, enum args_verb verb);

/* args_option_of_code() is the option that getopt_long() has found. */
enum args_option args_option_of_code(int code);
/* Its name without "--". */
const char *args_option_name(enum args_option option);

/* args_refuse_option() is the error for a word that is no option of the verb. */
enum err_code args_refuse_option(enum args_verb verb, const char *word, struct err *err);

/* args_set_export() stores an option that only export knows, or one that it stores itself. */
MUST_USE enum err_code args_set_export(struct args_export *export, enum args_option option,
                                       const char *value, struct err *err);
/* args_set_name() takes a name of 1 to 64 plain letters, digits, '_' and '-'. */
MUST_USE enum err_code args_set_name(const char **name, const char *value, struct err *err);
/* args_set_option() stores an option; value is NULL for one that takes none. */
MUST_USE enum err_code args_set_option(struct args *out, enum args_option option, const char *value,
                                       struct err *err);

/* Those of struct args_ground; --height-range takes two values, high is NULL if there is none. */
MUST_USE enum err_code args_set_ground(struct args_ground *ground, enum args_option option,
                                       const char *value, struct err *err);
MUST_USE enum err_code args_set_range(struct args_ground *ground, const char *low, const char *high,
                                      struct err *err);
/* args_ground_of() is where the ground options of the verb go. */
struct args_ground *args_ground_of(struct args *args);

#endif
