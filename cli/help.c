#include "cli/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/result.h"
#include "cli/texts.h"

void help_print_lines(const char *const *lines)
{
    for (; lines != NULL && *lines != NULL; lines++) puts(*lines);
}

void help_print(const char *name, bool all)
{
    const struct text_page *page = text_pages;
    while (strcmp(page->name, name) != 0) page++;
    help_print_lines(page->lines);
    help_print_lines(all ? page->all : page->more);
}

void help_print_version(void)
{
    printf("scree %s, coverage model %d\n", scree_version(), scree_model_version());
    puts(scree_build());
}

static json_t *command_of(const struct text_command *command)
{
    json_t *object = json_loads(command->object, 0, NULL), *options = json_array();
    for (size_t g = 0; g < sizeof command->options / sizeof command->options[0]; g++)
        for (const char *const *line = command->options[g]; line != NULL && *line != NULL; line++)
            json_array_append_new(options, json_loads(*line, 0, NULL));
    json_object_set_new(object, "options", options);
    return object;
}

int help_print_json(struct scree_error *error)
{
    json_t *list = json_array();
    for (const struct text_command *command = text_commands; command->object != NULL; command++)
        json_array_append_new(list, command_of(command));
    return result_print(json_pack("{s:s, s:s, s:o}", "format", "scree-options-1", "version",
                                  scree_version(), "commands", list),
                        error);
}
