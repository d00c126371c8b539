#include "cli/args_level.h"

int args_water(void *to, const struct args_option *option, const char *const *words,
               struct scree_error *error)
{
    struct args_water *water = to;
    water->given = 1;
    return args_real(&water->m, option, words, error);
}

static int read_start(void *to, const struct args_option *option, const char *const *words,
                      struct scree_error *error)
{
    struct args_level *level = to;
    level->has_start = true;
    return args_read_spot(&level->start, option, words[0], error);
}

int args_no_plants(void *to, const struct args_option *option, const char *const *words,
                   struct scree_error *error)
{
    (void)words;
    return args_plants(to, option, (const char *const[]){"none"}, error);
}

int args_keep(void *to, const struct args_option *option, const char *const *words,
              struct scree_error *error)
{
    struct {
        const char *names;
        struct scree_source list;
    } *const keep = to;
    if (words[0][0] != '@') return args_text(&keep->names, option, words, error);
    return args_source(&keep->list, option, (const char *const[]){words[0] + 1}, error);
}

#define TO(member) offsetof(struct args_level, member)
const struct args_option args_level_options[ARGS_LEVEL_COUNT] = {
    {.name = "title", .words = 1, .read = args_line, .to = TO(title)},
    {.name = "description", .words = 1, .read = args_line, .to = TO(description)},
    ARGS_WATER_ROW(TO(water)),
    {.name = "start", .words = 1, .read = read_start},
    {.name = "roads", .words = 1, .read = args_text, .to = TO(roads)},
    {.name = "depth", .words = 1, .read = args_count, .to = TO(depth), .highest = 1000},
    {.name = "min-area", .words = 1, .read = args_count, .to = TO(min_area), .highest = 1000000},
    {.name = "grip", .words = 1, .read = args_choice, .to = TO(grip), .choices = args_grips},
    {.name = "plants", .words = 1, .read = args_text, .to = TO(plants)},
    {.name = "no-plants", .read = args_flag, .to = TO(no_plants)},
    {.name = "dry-run", .letter = 'n', .read = args_flag, .to = TO(dry_run)},
};

/* Names, or with '@' in front a file of them. */
static int read_keep(void *to, const struct args_option *option, const char *const *words,
                     struct scree_error *error)
{
    struct args_into *into = to;
    const bool is_file = words[0][0] == '@';
    return args_text(is_file ? (void *)&into->keep_list : (void *)&into->keep, option,
                     is_file ? (const char *const[]){words[0] + 1} : words, error);
}

#undef TO
#define TO(member) offsetof(struct args_into, member)
const struct args_option args_into_options[ARGS_INTO_COUNT] = {
    {.name = "into", .words = 1, .read = args_text, .to = TO(into)},
    {.name = "keep", .words = 1, .read = read_keep},
    {.name = "only", .words = 1, .read = args_text, .to = TO(only)},
    {.name = "mask", .words = 1, .read = args_text, .to = TO(mask)},
    {.name = "html", .words = 1, .read = args_text, .to = TO(html)},
};

const char *args_only_with_into(const struct args_into *into)
{
    if (into->keep != NULL || into->keep_list != NULL) return "--keep";
    if (into->only != NULL) return "--only";
    if (into->mask != NULL) return "--mask";
    return into->html != NULL ? "--html" : NULL;
}

const char *args_not_with_into(const struct args_level *level, bool plants)
{
    if (level->title != NULL) return "--title";
    if (level->description != NULL) return "--description";
    if (level->water.given && !plants) return "--water";
    if (level->has_start) return "--start";
    if (level->roads != NULL) return "--roads";
    if (level->plants != NULL && !plants) return "--plants";
    return level->no_plants && !plants ? "--no-plants" : NULL;
}

int args_take_into(const char **surface, const char *other, const struct args_operands *operands,
                   const struct args_into_words *words, struct scree_error *error)
{
    if (other != NULL)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s is for a new %s and --into for an existing one: choose one", other,
                         words->noun);
    if (operands->count != 1)
        return fail_with(error, SCREE_BAD_ARGUMENT,
                         "%s: with --into scree %s takes a surface map alone; the ground is the "
                         "%s's own",
                         operands->count == 0 ? "no file given" : "one file too many", words->verb,
                         words->noun);
    *surface = operands->words[0];
    return SCREE_OK;
}

const char *args_into_note(int kept, bool lost)
{
    static const char *const notes[] = {[SCREE_NOT_KEPT] = "",
                                        [SCREE_KEPT_NAMED] = "  kept (--keep)",
                                        [SCREE_KEPT_BUILT] = "  kept (built, by its name)",
                                        [SCREE_KEPT_REST] = "  kept (not in --only)"};
    return kept == SCREE_NOT_KEPT && lost ? "  not in the map: --keep keeps it" : notes[kept];
}
