/* Options that say how to evaluate. */
#include "cli/args.h"

static int read_isa(void *to, const struct args_option *option, const char *const *words,
                    struct scree_error *error)
{
    struct args_choice choices[CPU_ISA_COUNT + 1] = {{NULL, 0}};
    for (int i = 0; i < CPU_ISA_COUNT; i++)
        choices[i] = (struct args_choice){cpu_name((enum cpu_isa)i), i};
    int choice = 0;
    RETURN_IF_FAILED(args_read_choice(&choice, option->name, words[0], choices, error));
    *(enum cpu_isa *)to = (enum cpu_isa)choice;
    return SCREE_OK;
}

#define TO(member) offsetof(struct render_how, member)
const struct args_option args_render_options[ARGS_RENDER_COUNT] = {
    ARGS_MODEL_ROWS(TO(relief), TO(root_density)),
    ARGS_THREADS_ROW(TO(threads)),
    {.name = "tile", .words = 1, .read = args_count, .to = TO(tile), .highest = RENDER_MAX_TILE},
    {.name = "isa", .words = 1, .read = read_isa, .to = TO(isa)},
    {.name = "no-cull", .read = args_flag, .to = TO(exhaustive)}, /* for tests: not in the help */
};
