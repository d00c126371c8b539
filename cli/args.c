#define _POSIX_C_SOURCE 200809L
#include "cli/args.h"

#include <getopt.h>
#include <string.h>

#include "base/mem.h"
#include "cli/args_options.h"
#include "cli/args_values.h"
#include "cli/suggest.h"
#include "render/render.h"

static const struct args_choice verbs[] = {
    {"bake", ARGS_BAKE}, {"export", ARGS_EXPORT},   {"info", ARGS_INFO},
    {"lint", ARGS_LINT}, {"preview", ARGS_PREVIEW}, {"convert", ARGS_CONVERT},
    {"set", ARGS_SET},   {"help", ARGS_HELP},       {NULL, 0}};

const char *args_verb_name(enum args_verb verb)
{
    return args_choice_name(verbs, (int)verb);
}

/* Operands of bake and preview. */
static enum err_code take_pair(const char **terrain, const char **surface, const char *output,
                               const struct args *args, const char *wanted, struct err *err)
{
    const char *verb = args->verb == ARGS_EXPORT ? "export ror" : args_verb_name(args->verb);
    const size_t count = args->info.file_count;
    if (count > 2)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.60s' is one file too many: scree %s takes a terrain and a surface "
                       "map (.srf, .tgw or .srf.json)",
                       args->info.files[2], verb);
    if (count < 2)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%s: scree %s takes a terrain and a surface map (.srf, .tgw or .srf.json), "
                       "e.g. scree %s island.ter island.srf -o %s",
                       count == 0 ? "no files given" : "one file is missing", verb, verb, wanted);
    if (output == NULL || output[0] == '\0')
        return err_set(err, ERR_ARG, ERR_NO_OFFSET, "where to? add -o %s", wanted);
    *terrain = args->info.files[0];
    *surface = args->info.files[1];
    return ERR_OK;
}

static enum err_code take_lint(struct args_lint *lint, const struct args *args, struct err *err)
{
    const size_t count = args->info.file_count;
    if (count > 1)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.60s' is one file too many: scree lint takes a surface map (.srf, "
                       ".tgw or .srf.json); the terrain goes with --terrain",
                       args->info.files[1]);
    if (count < 1)
        return err_set(
            err, ERR_ARG, ERR_NO_OFFSET,
            "no file given: scree lint takes a surface map (.srf, .tgw or .srf.json), e.g. scree "
            "lint island.srf --terrain island.ter");
    lint->surface = args->info.files[0];
    if (lint->terrain == NULL && lint->ground.given)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--cell, --height-scale and the like are about a terrain: name it with "
                       "--terrain");
    return ERR_OK;
}

static enum err_code take_convert(struct args_convert *convert, const struct args *args,
                                  struct err *err)
{
    const size_t count = args->info.file_count;
    const size_t wanted = convert->to_stdout ? 1 : 2;
    if (count > wanted)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.60s' is one file too many: scree convert takes a file and %s",
                       args->info.files[wanted],
                       convert->to_stdout ? "--stdout" : "the name of the new one");
    if (count < wanted)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%s: scree convert takes a file and the name of the new one, e.g. scree "
                       "convert island.srf island.srf.json",
                       count == 0 ? "no files given" : "one file is missing");
    convert->input = args->info.files[0];
    if (!convert->to_stdout) convert->output = args->info.files[1];
    return ERR_OK;
}

static enum err_code take_set(struct args_set *set, const struct args *args, struct err *err)
{
    static const char example[] = "scree set island.srf Grass.coverage=0.4 -o new.srf";
    const size_t count = args->info.file_count;
    if (count < 1)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "no file given: scree set takes a surface map and changes, e.g. %s",
                       example);
    if (count < 2 && !set->seed_given)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "no change given: write LAYER.FIELD=VALUE or --seed N, e.g. %s", example);
    if (set->output == NULL || set->output[0] == '\0')
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "where to? add -o FILE.srf (to change the file itself, its own name and "
                       "--force)");
    set->surface = args->info.files[0];
    set->changes = args->info.files + 1;
    set->change_count = count - 1;
    return ERR_OK;
}

static enum err_code check_preview_name(const char *path, struct err *err)
{
    /* Nothing else is ever overwritten by a preview, least of all one of its inputs. */
    const size_t length = strlen(path);
    const char *end = length > 4 ? path + length - 4 : "";
    if (suggest_distance(end, ".png") == 0) return ERR_OK;
    return err_set(err, ERR_ARG, ERR_NO_OFFSET, "-o %.100s: a preview's name ends in .png", path);
}

/* "ror" stands before the files of export. */
static enum err_code take_target(struct args *args, struct err *err)
{
    const size_t count = args->info.file_count;
    if (count == 0 || strcmp(args->info.files[0], "ror") != 0)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "%s%.60s%s: scree export makes terrains for Rigs of Rods, e.g. scree export "
                       "ror island.ter island.srf -o island.zip",
                       count == 0 ? "no game given" : "unknown game '",
                       count == 0 ? "" : args->info.files[0], count == 0 ? "" : "'");
    memmove(args->info.files, args->info.files + 1, (count - 1) * sizeof *args->info.files);
    args->info.file_count--;
    return ERR_OK;
}

static enum err_code check_export(const struct args_export *export, struct err *err)
{
    const size_t length = strlen(export->output);
    const char *end = length > 4 ? export->output + length - 4 : "";
    const bool zip = suggest_distance(end, ".zip") == 0;
    if (!zip && !export->folder)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "-o %.100s: the name ends in .zip, or add --folder for an unpacked folder",
                       export->output);
    if (export->bake_size != 0 && !export->base_colour)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "--bake-size is the size of the picture that --base-colour makes: add that");
    return ERR_OK;
}

static enum err_code finish(struct args *out, struct err *err)
{
    struct args_bake *bake = &out->bake;
    struct args_preview *preview = &out->preview;
    switch (out->verb) {
    case ARGS_INFO:
        if (out->info.file_count > 0) return ERR_OK;
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "no files given: scree info takes terrains, .srf, .tgw and .srf.json files");
    case ARGS_CONVERT:
        return take_convert(&out->convert, out, err);
    case ARGS_SET:
        return take_set(&out->set, out, err);
    case ARGS_LINT:
        return take_lint(&out->lint, out, err);
    case ARGS_BAKE:
        RETURN_IF_ERR(take_pair(&bake->terrain, &bake->surface, bake->output, out, "FOLDER", err));
        if (bake->map != NULL && bake->depth != ARGS_NO_DEPTH)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--map and --depth both say how to merge layers: use one of them");
        return ERR_OK;
    case ARGS_PREVIEW:
        RETURN_IF_ERR(
            take_pair(&preview->terrain, &preview->surface, preview->output, out, "FILE.png", err));
        if (preview->flat && preview->layers)
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "--flat and --layers are two different pictures: use one of them");
        return check_preview_name(preview->output, err);
    case ARGS_EXPORT:
        RETURN_IF_ERR(take_target(out, err));
        RETURN_IF_ERR(take_pair(&out->export.terrain, &out->export.surface, out->export.output, out,
                                "NAME.zip", err));
        return check_export(&out->export, err);
    default:
        return ERR_OK;
    }
}

static enum err_code parse_options(struct args *out, int argc, char **argv, struct err *err)
{
    struct args_grammar grammar;
    args_make_grammar(&grammar, out->verb);
    opterr = 0;
    optind = 1;
    for (;;) {
        const int at = optind;
        const int code = getopt_long(argc, argv, grammar.letters, grammar.options, NULL);
        if (code == -1) break;
        if (code == 1) {
            out->info.files[out->info.file_count++] = optarg;
            continue;
        }
        if (code == '?') {
            /* optopt is the letter, 0 for an unknown name, or the id of a name given a value it
             * does not take. */
            if (optopt < 256) return args_refuse_option(out->verb, argv[at], err);
            return err_set(err, ERR_ARG, ERR_NO_OFFSET, "%.60s: this option takes no value",
                           argv[optind - 1]);
        }
        if (code == ':')
            return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "%.60s needs a value (see 'scree %s --help')", argv[optind - 1],
                           args_verb_name(out->verb));
        const enum args_option id = args_option_of_code(code);
        /* Abbreviations are refused: today's might be ambiguous tomorrow. */
        if (code >= 256 && strcspn(argv[at] + 2, "=") != strlen(args_option_name(id)))
            return args_refuse_option(out->verb, argv[at], err);
        /* "-out DIR" would be "-o ut" and then an operand. */
        if (code < 256 && strcmp(argv[at] + 1, args_option_name(id)) == 0)
            return args_refuse_option(out->verb, argv[at], err);
        if (id == ARGS_OPTION_HELP) {
            out->help_about = out->verb;
            out->verb = ARGS_HELP;
            return ERR_OK;
        }
        if (id == ARGS_OPTION_HEIGHT_RANGE) { /* the only one with two values */
            const char *high = optind < argc ? argv[optind++] : NULL;
            RETURN_IF_ERR(args_set_range(args_ground_of(out), optarg, high, err));
            continue;
        }
        RETURN_IF_ERR(args_set_option(out, id, optarg, err));
    }
    /* What follows "--". */
    while (optind < argc) out->info.files[out->info.file_count++] = argv[optind++];
    return finish(out, err);
}

static enum err_code read_verb(enum args_verb *out, const char *word, struct err *err)
{
    struct suggest suggest = {word, NULL, 0};
    for (const struct args_choice *verb = verbs; verb->name != NULL; verb++) {
        if (strcmp(word, verb->name) == 0) {
            *out = (enum args_verb)verb->value;
            return ERR_OK;
        }
        suggest_offer(&suggest, verb->name);
    }
    if (suggest.best == NULL && strpbrk(word, "./") != NULL)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "unknown command '%.60s'; to see what is in a file: scree info %.60s (see "
                       "'scree --help')",
                       word, word);
    char hint[64];
    return err_set(
        err, ERR_ARG, ERR_NO_OFFSET,
        "unknown command '%.60s'%s (commands are info, lint, bake, preview, convert, set "
        "and export; see 'scree --help')",
        word, suggest_text(hint, sizeof hint, &suggest));
}

enum err_code args_parse(struct args *out, int argc, char **argv, struct err *err)
{
    const struct args_ground ground = {.height_scale = 1.0, .file = HEIGHTS_OPTIONS_DEFAULT};
    const struct args_render render = {RENDER_RELIEF, false, 0, 0, CPU_BEST, false};
    memset(out, 0, sizeof *out);
    out->help_about = ARGS_HELP;
    out->info.ground = out->lint.ground = out->bake.ground = out->preview.ground = ground;
    out->convert.ground = out->set.ground = out->export.ground = ground;
    out->lint.render = out->bake.render = out->preview.render = out->export.render = render;
    out->lint.depth = out->bake.depth = ARGS_NO_DEPTH;
    out->lint.level = COMPARE_WARNING;
    if (argc < 2)
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "no command given: try 'scree --help', or scree bake TERRAIN SURFACE -o "
                       "FOLDER");
    const char *word = argv[1];
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        out->verb = ARGS_VERSION;
        return ERR_OK;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) return ERR_OK;
    if (word[0] == '-')
        return err_set(err, ERR_ARG, ERR_NO_OFFSET,
                       "'%.60s' stands before the command: scree info, bake or another command "
                       "comes first (see 'scree --help')",
                       word);
    RETURN_IF_ERR(read_verb(&out->verb, word, err));
    if (out->verb == ARGS_HELP)
        return argc > 2 ? read_verb(&out->help_about, argv[2], err) : ERR_OK;

    out->info.files = mem_alloc((size_t)argc, sizeof *out->info.files);
    if (out->info.files == NULL)
        return err_set(err, ERR_NOMEM, ERR_NO_OFFSET, "no memory for the command line");
    return parse_options(out, argc - 1, argv + 1, err);
}

void args_free(struct args *args)
{
    mem_free(args->info.files);
    args->info.files = NULL;
}
