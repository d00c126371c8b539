/* scree info: what files hold. */
#include <stdlib.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

struct item {
    struct scree_terrain *terrain; /* one of the two, or neither if the file could not be read */
    struct scree_surface *surface;
    struct scree_error error;
};

/* Terrains are operands here, as all files are. */
static const char *name_option(const char *member, size_t length)
{
    static const char terrain[] = "terrain";
    if (length == sizeof terrain - 1 && memcmp(member, terrain, length) == 0)
        return "the terrain's file as well";
    return say_no_error().option_name(member, length);
}

/* A style is made for a terrain, so it takes none but a file's. Warnings are in the document. */
static int load_item(struct item *item, const char *path, const struct args_info *args,
                     const struct scree_terrain *scale, struct say *say)
{
    const struct scree_source file = open_file(path, say);
    struct scree_terrain_options ground = args->ground;
    ground.leave_in_file = true;
    struct scree_terrain_info info = {.size = sizeof info};
    item->error = say_no_error();
    item->error.option_name = name_option;
    if (open_is_style(path)) return open_style(&item->surface, path, scale, say, &item->error);
    if (scree_surface_is_in(file))
        return scree_surface_open(&item->surface, file, scale, NULL, &item->error);
    RETURN_IF_FAILED(scree_terrain_open(&item->terrain, file, &ground, NULL, &item->error));
    const int code = scree_terrain_describe(item->terrain, &info, NULL, &item->error);
    if (code == SCREE_OK) return SCREE_OK;
    scree_terrain_free(item->terrain);
    item->terrain = NULL;
    return code;
}

/* One file that cannot be read does not hide the others; but a surface map's text in metres needs a
 * terrain, which may come later, so what failed is tried again with the scale of the first one. */
static void load_items(struct item *items, const struct args_info *args,
                       const struct scree_terrain *cell, struct say *say)
{
    const struct scree_terrain *first = NULL;
    bool failed = false;
    for (size_t i = 0; i < args->files.count; i++) {
        const struct scree_terrain *scale = open_is_style(args->files.words[i]) ? first : cell;
        failed = load_item(&items[i], args->files.words[i], args, scale, say) != SCREE_OK || failed;
        if (first == NULL) first = items[i].terrain;
    }
    for (size_t i = 0; first != NULL && failed && i < args->files.count; i++)
        if (items[i].error.code != SCREE_OK)
            (void)load_item(&items[i], args->files.words[i], args, first, say);
}

static int describe(struct scree_bytes *document, const struct item *items,
                    const struct args_info *args, struct say *say, struct scree_error *error)
{
    struct scree_info_input *inputs = calloc(args->files.count, sizeof *inputs);
    if (inputs == NULL) return fail_with(error, SCREE_NO_MEMORY, "no memory for the result");
    for (size_t i = 0; i < args->files.count; i++)
        inputs[i] = (struct scree_info_input){.size = sizeof *inputs,
                                              .terrain = items[i].terrain,
                                              .surface = items[i].surface,
                                              .error = &items[i].error,
                                              .name = args->files.words[i]};
    const int code = scree_info_document(document, inputs, args->files.count, args->ground.cell_m,
                                         args->json ? SCREE_JSON : SCREE_TEXT, &say->work, error);
    free(inputs);
    return code;
}

static void say_errors(const struct item *items, size_t count, struct say *say)
{
    for (size_t i = 0; i < count; i++) {
        if (items[i].error.code == SCREE_OK) continue;
        const enum say_exit item_code = say_error(say, &items[i].error);
        if (say->found == SAY_EXIT_OK) say->found = item_code;
    }
}

int info_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_info *args = values;
    struct scree_bytes document = {NULL, 0};
    struct scree_terrain *cell = NULL;
    struct item *items = calloc(args->files.count, sizeof *items);
    int code = items != NULL ? open_scale(&cell, NULL, &args->ground, say, error)
                             : fail_with(error, SCREE_NO_MEMORY, "no memory for the files");
    if (code == SCREE_OK) {
        load_items(items, args, cell, say);
        say_errors(items, args->files.count, say);
        code = describe(&document, items, args, say, error);
    }
    result_print_document(&document);
    for (size_t i = 0; items != NULL && i < args->files.count; i++) {
        scree_terrain_free(items[i].terrain);
        scree_surface_free(items[i].surface);
    }
    free(items);
    scree_terrain_free(cell);
    return code;
}
