/* Options that say how to evaluate. */
#include "cli/args.h"

static enum err_code read_isa(void *to, const struct args_option *option, const char *const *words,
                              struct err *err)
{
    struct args_choice choices[CPU_ISA_COUNT + 1] = {{NULL, 0}};
    for (int i = 0; i < CPU_ISA_COUNT; i++)
        choices[i] = (struct args_choice){cpu_name((enum cpu_isa)i), i};
    int choice = 0;
    RETURN_IF_ERR(args_read_choice(&choice, option->name, words[0], choices, err));
    *(enum cpu_isa *)to = (enum cpu_isa)choice;
    return ERR_OK;
}

#define TO(member) offsetof(struct args_render, member)
const struct args_option args_render_options[ARGS_RENDER_COUNT] = {
    ARGS_MODEL_ROWS(TO(relief), TO(root_density)),
    ARGS_THREADS_ROW(TO(threads)),
    {.name = "tile", .words = 1, .read = args_count, .to = TO(tile), .highest = RENDER_MAX_TILE},
    {.name = "isa", .words = 1, .read = read_isa, .to = TO(isa)},
    {.name = "no-cull", .read = args_flag, .to = TO(exhaustive)}, /* for tests: not in the help */
};

const char *const args_render_help[] = {
    ARGS_MODEL_HELP,
    ARGS_THREADS_HELP,
    "  --tile N            side of a work tile in texels, 0 chooses (default); never changes a",
    "                      result",
    "  --isa SET           instruction set: best (default), baseline, x86-64-v3,",
    "                      skylake-avx512; never changes a result",
    NULL,
};

struct render_options args_to_render(const struct args_render *how, enum render_grid grid,
                                     uint32_t width, uint32_t height)
{
    return (struct render_options){.grid = grid,
                                   .width = width,
                                   .height = height,
                                   .relief = how->relief,
                                   .root_density = how->root_density,
                                   .tile = how->tile,
                                   .threads = how->threads,
                                   .isa = how->isa,
                                   .exhaustive = how->exhaustive};
}
