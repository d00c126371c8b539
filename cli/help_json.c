#include "cli/help_json.h"

#include <math.h>
#include <string.h>

#include "cli/help.h"
#include "cli/result.h"
#include "cli/say.h"

static const char *type_of(const struct args_option *option)
{
    static const struct {
        args_reader *read;
        const char *type;
    } types[] = {
        {args_flag, "flag"},          {args_flag_off, "flag"},   {args_alternative, "flag"},
        {args_plants, "text"},        {args_text, "text"},       {args_source, "text"},
        {args_line, "line"},          {args_name, "name"},       {args_count, "count"},
        {args_seed, "count"},         {args_real, "real"},       {args_bytes, "bytes"},
        {args_metres, "metres"},      {args_size, "size"},       {args_side, "side"},
        {args_choice, "choice"},      {args_choices, "choices"}, {args_either, "choice"},
        {args_scale, "real"},         {args_relief, "relief"},   {args_sun, "sun"},
        {args_direction, "direction"}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].read == option->read) return types[i].type;
    return option->words == 0 ? "flag" : "own";
}

/* 0 lets the library choose. */
static json_t *real_or_null(double value)
{
    return isfinite(value) && (value < 0 || value > 0) ? json_real(value) : json_null();
}

/* What the option has where it is not given, of those that are kept as they are read. */
static json_t *default_of(const struct args_option *option, const char *into)
{
    if (into == NULL) return json_null();
    const void *at = into + option->to;
    if (option->read == args_flag) return json_boolean(*(const bool *)at);
    if (option->read == args_flag_off) return json_boolean(!*(const bool *)at);
    if (option->read == args_alternative) return json_false();
    if (option->read == args_count) {
        const uint32_t value = *(const uint32_t *)at;
        const bool given = value >= option->lowest && value <= option->highest &&
                           (value != 0 || option->lowest > 0);
        return given ? json_integer(value) : json_null();
    }
    if (option->read == args_real || option->read == args_relief || option->read == args_metres)
        return real_or_null(*(const double *)at);
    if (option->read == args_either) return json_string(option->choices[*(const bool *)at].name);
    if (option->read == args_choice)
        for (const struct args_choice *choice = option->choices; choice->name != NULL; choice++)
            if (choice->value == *(const int *)at) return json_string(choice->name);
    if (option->read == args_sun)
        return json_pack("[o, o]", real_or_null(((const double *)at)[0]),
                         real_or_null(((const double *)at)[1]));
    return json_null();
}

/* The words that a value may be; null: it may be anything. */
static json_t *choices_of(const struct args_option *option)
{
    if (option->read == args_alternative) return json_null();
    if (option->choices == NULL && strcmp(option->name, "isa") != 0 && option != &args_style_option)
        return json_null();
    json_t *list = json_array();
    if (option == &args_style_option) {
        struct scree_style style = {.size = sizeof style};
        for (size_t i = 0; i < scree_style_count(); i++)
            if (scree_style_at(i, &style, NULL) == SCREE_OK)
                json_array_append_new(list, json_string(style.name));
    } else if (option->choices == NULL) {
        for (size_t i = 0; scree_isa_name(i) != NULL; i++)
            json_array_append_new(list, json_string(scree_isa_name(i)));
    } else {
        for (const struct args_choice *choice = option->choices; choice->name != NULL; choice++)
            json_array_append_new(list, json_string(choice->name));
    }
    return list;
}

/* Options that many commands share, by what they are about. */
static const char *group_of(const struct args_group *group)
{
    if (group == NULL) return "common";
    return group->name != NULL ? group->name : "own";
}

/* The heading that an option of a table is below. */
static const char *section_of(const struct args_option *option, const struct args_group *group)
{
    while (group != NULL && option > group->options && option->section == NULL) option--;
    return option->section != NULL ? option->section : "";
}

static json_t *option_of(const struct cli_verb *verb, const struct args_option *option,
                         const struct args_group *group)
{
    char text[HELP_TEXT_SIZE] = "";
    if (option->text != NULL) help_text(text, option);
    const char letter[2] = {option->letter, '\0'};
    const bool ranged = option->highest > 0;
    const char *into = group != NULL && group->to != ARGS_OF_PROGRAM && verb->defaults != NULL
                           ? (const char *)verb->defaults + group->to
                           : NULL;
    const char *member = say_member_of(option->name);
    return json_pack("{s:s, s:s, s:o, s:i, s:s, s:s, s:o, s:o, s:o, s:o, s:b, s:s, s:s, s:o}",
                     "name", option->name, "group", group_of(group), "letter",
                     letter[0] != '\0' ? json_string(letter) : json_null(), "words",
                     (int)option->words, "type", type_of(option), "value",
                     option->value != NULL ? option->value : "", "lowest",
                     ranged ? json_integer(option->lowest) : json_null(), "highest",
                     ranged ? json_integer(option->highest) : json_null(), "choices",
                     choices_of(option), "default", default_of(option, into), "several",
                     option->several, "section", section_of(option, group), "help", text, "member",
                     member != NULL ? json_string(member) : json_null());
}

static json_t *verb_of(const struct cli_verb *verb)
{
    json_t *options = json_array();
    for (size_t g = 0; g < CLI_MAX_GROUPS; g++)
        for (size_t i = 0; i < verb->groups[g].count; i++)
            if (!verb->groups[g].options[i].hidden)
                json_array_append_new(
                    options, option_of(verb, &verb->groups[g].options[i], &verb->groups[g]));
    if (verb->styled) json_array_append_new(options, option_of(verb, &args_style_option, NULL));
    for (size_t i = 0; i < ARGS_COMMON_COUNT; i++)
        json_array_append_new(options, option_of(verb, &args_common_options[i], NULL));
    return json_pack("{s:s, s:o, s:s, s:s, s:o}", "name", verb->name, "family",
                     verb->family != NULL ? json_string(verb->family) : json_null(), "synopsis",
                     verb->synopsis, "summary", verb->summary, "options", options);
}

int help_print_json(const struct cli_verb *const *verbs, struct scree_error *error)
{
    json_t *list = json_array();
    for (; *verbs != NULL; verbs++) json_array_append_new(list, verb_of(*verbs));
    return result_print(json_pack("{s:s, s:s, s:o}", "format", "scree-options-1", "version",
                                  scree_version(), "commands", list),
                        error);
}
