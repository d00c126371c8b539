/* Options that say how to evaluate. */
#include "cli/args.h"

#define MAX_ISAS 8

static int read_isa(void *to, const struct args_option *option, const char *const *words,
                    struct scree_error *error)
{
    struct args_choice choices[MAX_ISAS + 1] = {{NULL, 0}};
    for (int i = 0; i < MAX_ISAS && scree_isa_name((size_t)i) != NULL; i++)
        choices[i] = (struct args_choice){scree_isa_name((size_t)i), i};
    int choice = 0;
    RETURN_IF_FAILED(args_read_choice(&choice, option->name, words[0], choices, error));
    *(const char **)to = scree_isa_name((size_t)choice);
    return SCREE_OK;
}

#define TO(member) offsetof(struct args_how, member)
const struct args_option args_how_options[ARGS_HOW_COUNT] = {
    ARGS_EVALUATION_ROWS(TO(relief), TO(root_density)),
    ARGS_THREADS_ROW(TO(threads)),
    {.name = "tile", .words = 1, .read = args_count, .to = TO(tile), .highest = SCREE_MAX_TILE},
    {.name = "isa", .words = 1, .read = read_isa, .to = TO(isa)},
    {.name = "no-cull", .hidden = true, .read = args_flag, .to = TO(no_culling)},
};

const char *const args_how_help[] = {
    ARGS_EVALUATION_HELP,
    ARGS_THREADS_HELP,
    "  --tile N            side of a work tile in texels, 0 chooses (default); never changes a",
    "                      result",
    "  --isa SET           instruction set: best (default), baseline, x86-64-v3,",
    "                      skylake-avx512; never changes a result",
    NULL,
};

void args_take_how(struct say *say, const struct args_how *how)
{
    say->work.threads = how->threads;
    say->work.tile = how->tile;
    say->work.isa = how->isa;
    say->work.no_culling = how->no_culling;
}
