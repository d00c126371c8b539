#include "cli/args.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/texts.h"
#include "cli/verb.h"

int args_help(const struct args_value *in, struct scree_error *error)
{
    struct args *args = in->to;
    args->help = true;
    args->help_all = in->text != NULL && strcmp(in->text, "all") == 0;
    if (in->text == NULL || args->help_all) return SCREE_OK;
    return args_refuse(in, "is not 'all'; --help alone is short", error);
}

/* An option of a verb by its name, or if that is NULL by its letter, and its group; NULL: it has
 * none. */
static const struct args_option *find_option(const struct cli_verb *verb, const char *name,
                                             size_t length, char letter,
                                             const struct args_group **group)
{
    for (*group = verb->groups; *group < verb->groups + CLI_MAX_GROUPS; ++*group)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct args_option *option = &(*group)->options[i];
            if (name == NULL
                    ? option->letter == letter
                    : strlen(option->name) == length && memcmp(option->name, name, length) == 0)
                return option;
        }
    return NULL;
}

/* Whether a verb has the option that a word of the command line means: "--name=VALUE", or "-n". */
static bool knows(const struct cli_verb *verb, const char *word)
{
    const struct args_group *group;
    const size_t dashes = strspn(word, "-"), length = strcspn(word + dashes, "=");
    return find_option(verb, word + dashes, length, 0, &group) != NULL ||
           (dashes == 1 && length == 1 && find_option(verb, NULL, 0, word[1], &group) != NULL);
}

#define VERBS_NAMED 3

/* The verbs that have the option of a word, the first of them by name; false: none has it. */
static bool list_knowing(char *list, size_t size, const struct cli_verb *const *verbs,
                         const char *word)
{
    size_t used = 0, count = 0;
    list[0] = '\0';
    for (; *verbs != NULL; verbs++) {
        if (!knows(*verbs, word) || count++ >= VERBS_NAMED) continue;
        used += (size_t)snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "",
                                 (*verbs)->name);
    }
    if (count > VERBS_NAMED)
        snprintf(list + used, size - used, " and %zu more", count - VERBS_NAMED);
    return count > 0;
}

static int refuse_option(const struct args *args, const char *word, struct scree_error *error)
{
    const struct cli_verb *const verb = args->verb;
    const char *name = word + strspn(word, "-");
    char bare[64];
    snprintf(bare, sizeof bare, "%.*s", (int)strcspn(name, "="), name);
    struct scree_suggestion suggest = {bare, NULL, 0};
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++)
        for (size_t i = 0; i < verb->groups[g].count; i++)
            scree_text_offer(&suggest, verb->groups[g].options[i].name);
    char others[160];
    if (!knows(verb, word) && list_knowing(others, sizeof others, args->verbs, word))
        return fail_usage(error, "%s%s is an option of %s, not of %s (see 'scree %s --help')",
                          bare[1] == '\0' ? "-" : "--", bare, others, verb->name, verb->name);
    char hint[64] = "";
    if (suggest.best != NULL && bare[1] != '\0')
        snprintf(hint, sizeof hint, "; did you mean '--%s'?", suggest.best);
    return fail_usage(error, "unknown option '%.*s%s'%s (see 'scree %s --help')",
                      (int)strspn(word, "-"), word, bare, hint, verb->name);
}

/* "-" is standard input where one file is read and nothing records its name. */
static int check_input(struct args *out, struct scree_error *error)
{
    const struct args_operands *operands = &out->operands;
    for (size_t i = 0; i < operands->count; i++) {
        if (operands->words[i][0] == '\0')
            return fail_usage(error, "'' names no file (an unset variable?)");
        if (strcmp(operands->words[i], "-") != 0) continue;
        if (i >= out->verb->from_input)
            return fail_usage(
                error,
                i > 0 && strcmp(out->verb->name, "convert") == 0
                    ? "-: standard output has no ending that chooses a format; name a "
                      "file (a surface map as text: scree convert --stdout)"
                    : "-: scree %s does not read standard input; name a file",
                out->verb->name);
        if (out->reads_input)
            return fail_usage(error,
                              "standard input is one file and '-' is there twice; name the other");
        out->reads_input = true;
    }
    return SCREE_OK;
}

/* A style stands where the surface map would: behind the terrain. There is room for it, as the option
 * took a word. */
static int place_style(struct args *out, struct scree_error *error)
{
    if (out->style == NULL) return SCREE_OK;
    if (out->style[0] == '-')
        return fail_usage(error, "--style: '%.40s' is no style; scree new --list shows them",
                          out->style);
    const size_t size = sizeof ARGS_STYLE_WORD + strlen(out->style);
    out->style_word = malloc(size);
    if (out->style_word == NULL)
        return fail_with(error, SCREE_NO_MEMORY, "no memory for the command line");
    snprintf(out->style_word, size, "%s%s", ARGS_STYLE_WORD, out->style);
    out->operands.words[out->operands.count++] = out->style_word;
    return SCREE_OK;
}

static int refuse_count(const struct args *args, struct scree_error *error)
{
    const struct cli_verb *const verb = args->verb;
    const struct args_operands *const operands = &args->operands;
    char lacks[40];
    if (operands->count > verb->most && open_is_style(operands->words[operands->count - 1]))
        return fail_usage(
            error, "--style makes the surface map that '%.60s' would be; leave one of them out",
            operands->words[verb->most - 1]);
    if (operands->count > verb->most)
        return fail_usage(error, "'%.60s' is one %s too many: scree %s takes %s",
                          operands->words[verb->most], verb->noun, verb->name, verb->takes);
    if (operands->count == 0)
        snprintf(lacks, sizeof lacks, "no %s%s given", verb->noun, verb->least > 1 ? "s" : "");
    else
        snprintf(lacks, sizeof lacks, "one %s is missing", verb->noun);
    return fail_usage(error, "%s: scree %s takes %s, e.g. %s", lacks, verb->name, verb->takes,
                      verb->example);
}

/* The next of words with blanks between them; false: there is none. */
static bool next_word(char word[32], const char **words)
{
    const size_t length = strcspn(*words, " ");
    snprintf(word, 32, "%.*s", (int)length, *words);
    *words += length + strspn(*words + length, " ");
    return length > 0;
}

/* The name of an output: a file's by its ending, a folder's, or standard output. */
static int check_output(const struct args *args, const char *output, struct scree_error *error)
{
    const struct cli_verb *const verb = args->verb;
    const char *endings = verb->endings;
    char ending[32];
    if (endings == NULL) return SCREE_OK;
    const bool prints = verb->prints && strcmp(output, "-") == 0;
    if (prints && args_given(&args->operands, "json"))
        return fail_usage(error, "-o - and --json both write to standard output: use one of them");
    if (prints) return SCREE_OK;
    while (next_word(ending, &endings))
        if (open_ends_in(output, ending)) return SCREE_OK;
    if (verb->unlike == NULL) return args_check_folder(output, verb->name, error);
    return fail_usage(error, "-o %.100s: %s", output, verb->unlike);
}

/* Operands into the verb's struct, whose output must be there. */
static int take_operands(struct args *args, struct scree_error *error)
{
    const struct cli_verb *const verb = args->verb;
    const struct args_operands *const operands = &args->operands;
    char *const into = args->values;
    size_t taken = 0;
    const bool alone =
        verb->alone && operands->count == 1 && !scree_surface_is_in(scree_file(operands->words[0]));
    if (verb->takes != NULL && !alone &&
        (operands->count < verb->least || operands->count > verb->most))
        return refuse_count(args, error);
    for (size_t i = 0; i < 2 && verb->operands[i] != 0 && i < operands->count; i++)
        *(const char **)(void *)(into + verb->operands[i] - 1) = operands->words[taken++];
    if (verb->rest != 0)
        *(struct args_words *)(void *)(into + verb->rest - 1) =
            (struct args_words){operands->words + taken, operands->count - taken};
    if (verb->output == 0) return SCREE_OK;
    const char *output = *(const char **)(void *)(into + verb->output - 1);
    if (output == NULL || output[0] == '\0')
        return fail_usage(error, "no output given; add -o %s", verb->wanted);
    return check_output(args, output, error);
}

bool args_given(const struct args_operands *operands, const char *option)
{
    const char *const *given = operands->given;
    while (*given != NULL && strcmp(*given, option) != 0) given++;
    return *given != NULL;
}

/* The first of some options that was given, but for one; or NULL. */
static const char *first_given(const struct args_operands *operands, const char *names,
                               const char *but)
{
    char name[32];
    while (next_word(name, &names))
        for (const char *const *given = operands->given; *given != NULL; given++)
            if (*given != but && strcmp(*given, name) == 0) return *given;
    return NULL;
}

static int refuse_by(const struct args_rule *rule, const char *first, const char *second,
                     struct scree_error *error)
{
    char text[256];
    size_t used = 0;
    for (const char *at = rule->text; *at != '\0' && used + 1 < sizeof text;) {
        const char *name = strncmp(at, "{1}", 3) == 0   ? first
                           : strncmp(at, "{2}", 3) == 0 ? second
                                                        : NULL;
        used += (size_t)snprintf(text + used, sizeof text - used, name != NULL ? "%s" : "%.1s",
                                 name != NULL ? name : at);
        at += name != NULL ? 3 : 1;
    }
    return fail_usage(error, "%s", text);
}

static int judge_rules(const struct args_operands *operands, const struct args_rule *rule,
                       struct scree_error *error)
{
    for (; rule != NULL && rule->text != NULL; rule++) {
        const bool always = rule->options[0] == '\0';
        const char *first = always ? "" : first_given(operands, rule->options, NULL);
        const char *second = first_given(operands, rule->others, first);
        if (first != NULL && (second == NULL) == rule->needs)
            return refuse_by(rule, first, second, error);
    }
    return SCREE_OK;
}

/* The words of a command line; those from argv[at] on are not read yet. */
struct line {
    int argc, at;
    char **argv;
};

/* What option takes of the line: the value that hangs on its word, if not NULL, or what follows. */
static int take_words(const char *words[2], const struct args_option *option, const char *word,
                      const char *hanging, struct line *line, const struct args *args,
                      struct scree_error *error)
{
    words[0] = hanging;
    words[1] = NULL;
    if (hanging != NULL && option->words == 0 && !option->optional)
        return fail_usage(error, "%.60s: this option takes no value", word);
    if (hanging == NULL && option->words > 0 && line->at == line->argc)
        return fail_usage(error, "%.60s needs a value (see 'scree %s --help')", word,
                          args->verb->name);
    if (hanging == NULL && option->words > 0) words[0] = line->argv[line->at++];
    if (option->words == 2 && line->at < line->argc) words[1] = line->argv[line->at++];
    return SCREE_OK;
}

static int read_option(struct args *args, const struct args_option *option,
                       const struct args_group *group, const char *const words[2],
                       struct scree_error *error)
{
    char *const values = args->values;
    char *const into = group->to == ARGS_OF_PROGRAM ? (char *)args : values + group->to;
    size_t count = 0;
    while (args->operands.given[count] != NULL) count++;
    assert(count < ARGS_MAX_GIVEN);
    if (!args_given(&args->operands, option->name)) args->operands.given[count] = option->name;
    if (group->given != ARGS_NOT_KEPT) *(bool *)(values + group->given) = true;
    if (option->given > 0) *(bool *)(into + option->given - 1) = true;
    return option->read(&(struct args_value){into + option->to, option, words[0], words[1]}, error);
}

/* "--name" or "--name=VALUE". Abbreviations are refused, for today's might be ambiguous tomorrow. */
static int read_name(struct args *args, const char *word, struct line *line,
                     struct scree_error *error)
{
    const struct args_group *group;
    const char *const name = word + 2, *words[2];
    const size_t length = strcspn(name, "=");
    const struct args_option *option = find_option(args->verb, name, length, 0, &group);
    if (option == NULL) return refuse_option(args, word, error);
    RETURN_IF_FAILED(take_words(words, option, word, name[length] == '=' ? name + length + 1 : NULL,
                                line, args, error));
    return read_option(args, option, group, words, error);
}

/* "-o", "-oVALUE" or "-qn". "-out" is refused, which would be "-o ut". */
static int read_letters(struct args *args, const char *word, struct line *line,
                        struct scree_error *error)
{
    for (const char *at = word + 1; *at != '\0' && !args->help; at++) {
        const struct args_group *group;
        const char *words[2];
        const struct args_option *option = find_option(args->verb, NULL, 0, *at, &group);
        if (option == NULL || strcmp(word + 1, option->name) == 0)
            return refuse_option(args, word, error);
        const bool hangs = option->words > 0 && at[1] != '\0';
        RETURN_IF_FAILED(take_words(words, option, word, hangs ? at + 1 : NULL, line, args, error));
        RETURN_IF_FAILED(read_option(args, option, group, words, error));
        if (hangs) break;
    }
    return SCREE_OK;
}

static int parse_options(struct args *out, int argc, char **argv, struct scree_error *error)
{
    const struct cli_verb *const verb = out->verb;
    struct args_operands *operands = &out->operands;
    struct line line = {argc, 1, argv};
    bool only_operands = false; /* behind "--" */
    while (line.at < argc) {
        const char *word = argv[line.at++];
        if (only_operands || word[0] != '-' || word[1] == '\0')
            operands->words[operands->count++] = word;
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else
            RETURN_IF_FAILED(word[1] == '-' ? read_name(out, word, &line, error)
                                            : read_letters(out, word, &line, error));
        if (out->help) return SCREE_OK;
    }
    RETURN_IF_FAILED(check_input(out, error));
    RETURN_IF_FAILED(judge_rules(operands, verb->rules, error));
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++)
        RETURN_IF_FAILED(judge_rules(operands, verb->groups[g].rules, error));
    RETURN_IF_FAILED(place_style(out, error));
    if (verb->instead == NULL || !args_given(operands, verb->instead))
        RETURN_IF_FAILED(take_operands(out, error));
    return verb->check != NULL ? verb->check(out->values, operands, error) : SCREE_OK;
}

/* The word that comes first. */
static const char *first_word(const struct cli_verb *verb)
{
    return verb->family != NULL ? verb->family : verb->name;
}

/* Lists and offers the words that may stand in a place: the first of all verbs, or the second of
 * those of a family. */
static void list_words(char *list, size_t size, struct scree_suggestion *suggest,
                       const struct cli_verb *const *verbs, const char *family)
{
    size_t used = 0;
    const char *last = "";
    for (const struct cli_verb *const *verb = verbs; *verb != NULL; verb++) {
        const char *word = first_word(*verb);
        if (family != NULL) {
            if (strcmp(word, family) != 0) continue;
            word = (*verb)->name + strlen(family) + 1;
        }
        if (strcmp(word, last) == 0) continue;
        scree_text_offer(suggest, word);
        const int written = snprintf(list + used, size - used, "%s%s", used > 0 ? ", " : "", word);
        if (written > 0 && used + (size_t)written < size) used += (size_t)written;
        last = word;
    }
}

/* The verb that people call so, or NULL. */
static const char *other_name(const struct cli_verb *const *verbs, const char *word)
{
    char name[32];
    for (; *verbs != NULL; verbs++) {
        const char *names = (*verbs)->other_names != NULL ? (*verbs)->other_names : "";
        while (next_word(name, &names))
            if (strcmp(name, word) == 0) return (*verbs)->name;
    }
    return NULL;
}

static int refuse_verb(const struct cli_verb *const *verbs, const char *word,
                       struct scree_error *error)
{
    struct scree_suggestion suggest = {word, NULL, 0};
    char list[160] = "", hint[64];
    list_words(list, sizeof list, &suggest, verbs, NULL);
    scree_text_offer(&suggest, "version");
    scree_text_offer(&suggest, "help");
    if (other_name(verbs, word) != NULL) suggest.best = other_name(verbs, word);
    if (suggest.best == NULL && strpbrk(word, "./") != NULL)
        return fail_usage(error,
                          "unknown command '%.60s'; to see what is in a file: scree info %.60s "
                          "(see 'scree --help')",
                          word, word);
    if (suggest.best != NULL)
        return fail_usage(error, "unknown command '%.60s'%s (see 'scree --help')", word,
                          scree_text_suggestion(hint, sizeof hint, &suggest));
    return fail_usage(error, "unknown command '%.60s' (commands are %s; see 'scree --help')", word,
                      list);
}

static int refuse_member(const struct cli_verb *const *verbs, const char *family, const char *word,
                         struct scree_error *error)
{
    struct scree_suggestion suggest = {word != NULL ? word : "", NULL, 0};
    char list[96] = "", hint[64];
    list_words(list, sizeof list, &suggest, verbs, family);
    if (word == NULL)
        return fail_usage(error,
                          "no game or engine given: scree %s writes for %s; for other engines: "
                          "scree bake (see 'scree %s --help')",
                          family, list, family);
    scree_text_suggestion(hint, sizeof hint, &suggest);
    return fail_usage(error, "'%.60s': scree %s writes for %s%s%s (see 'scree %s --help')", word,
                      family, list, hint, hint[0] == '\0' ? "; for other engines: scree bake" : "",
                      family);
}

/* Finds the verb that words[0 .. count) begin with, or the family alone if that is allowed. The
 * words that it took are counted. */
static int read_verb(struct args *out, int *took, int count, char **words, bool family_alone,
                     struct scree_error *error)
{
    const char *second = count > 1 ? words[1] : NULL;
    for (const struct cli_verb *const *verb = out->verbs; *verb != NULL; verb++) {
        if (strcmp(words[0], first_word(*verb)) != 0) continue;
        out->family = (*verb)->family;
        *took = out->family != NULL ? 2 : 1;
        if (out->family == NULL ||
            (second != NULL && strcmp(second, (*verb)->name + strlen(out->family) + 1) == 0)) {
            out->verb = *verb;
            return SCREE_OK;
        }
    }
    if (out->family == NULL) return refuse_verb(out->verbs, words[0], error);
    if (second == NULL && family_alone) return SCREE_OK;
    return refuse_member(out->verbs, out->family, second, error);
}

/* "--help" and the like; *all becomes true for all of it. */
static bool is_help(const char *word, bool *all)
{
    *all = strcmp(word, "--help=all") == 0;
    return *all || strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static bool is_version(const char *word)
{
    return strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 ||
           strcmp(word, "version") == 0;
}

/* A word that begins with '-' and comes first. */
static int refuse_first_option(const struct cli_verb *const *verbs, const char *word,
                               struct scree_error *error)
{
    for (const struct cli_verb *const *verb = verbs; *verb != NULL; verb++)
        if (strcmp(word, "-v") != 0 && knows(*verb, word))
            return fail_usage(
                error,
                "'%.60s' must follow a command, e.g. scree info island.ter (see 'scree --help')",
                word);
    struct scree_suggestion suggest = {word, NULL, 0};
    char hint[64];
    if (strcmp(word, "-v") == 0) suggest.best = "-V";
    if (strlen(word) > 2) scree_text_offer(&suggest, "--version");
    if (strlen(word) > 2) scree_text_offer(&suggest, "--licenses");
    if (strlen(word) > 2) scree_text_offer(&suggest, "--help");
    return fail_usage(error, "unknown option '%.60s'%s (see 'scree --help')", word,
                      scree_text_suggestion(hint, sizeof hint, &suggest));
}

int args_parse(struct args *out, const struct cli_verb *const *verbs, int argc, char **argv,
               struct scree_error *error)
{
    memset(out, 0, sizeof *out);
    out->verbs = verbs;
    if (argc < 2)
        return fail_usage(
            error, "no command given: try 'scree --help', or scree bake TERRAIN SURFACE -o FOLDER");
    const char *word = argv[1];
    out->version = is_version(word);
    out->licenses = strcmp(word, "--licenses") == 0;
    out->help = is_help(word, &out->help_all) || strcmp(word, "help") == 0;
    if (out->version || out->licenses || (out->help && (word[0] == '-' || argc == 2)))
        return SCREE_OK;
    if (word[0] == '-') return refuse_first_option(verbs, word, error);
    int took = 0;
    out->help_json = out->help && argc == 3 && strcmp(argv[2], "--json") == 0;
    if (out->help_json) return SCREE_OK;
    if (out->help) return read_verb(out, &took, argc - 2, argv + 2, true, error);
    out->help = argc == 3 && is_help(argv[2], &out->help_all); /* "scree export --help" */
    RETURN_IF_FAILED(read_verb(out, &took, argc - 1 - out->help, argv + 1, out->help, error));
    if (out->help) return SCREE_OK;

    out->values = calloc(1, out->verb->size);
    out->operands.words = calloc((size_t)argc, sizeof *out->operands.words);
    if (out->values == NULL || out->operands.words == NULL)
        return fail_with(error, SCREE_NO_MEMORY, "no memory for the command line");
    memcpy(out->values, out->verb->defaults, out->verb->size);
    return parse_options(out, argc - took, argv + took, error);
}

void args_free(struct args *args)
{
    free(args->values);
    free(args->operands.words);
    free(args->style_word);
}

int args_check_folder(const char *output, const char *verb, struct scree_error *error)
{
    if (strcmp(output, "-") == 0)
        return fail_usage(
            error,
            "-o -: scree %s writes several files, which standard output cannot take; name a folder",
            verb);
    for (const struct text_file *file = text_files; file->ending != NULL; file++)
        if (open_ends_in(output, file->ending))
            return fail_usage(error, "-o %.100s: scree %s writes a folder; %s", output, verb,
                              file->remedy);
    return SCREE_OK;
}
