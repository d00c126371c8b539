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
