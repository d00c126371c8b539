#include "cli/open.h"
#include "cli/preview/preview.h"
#include "cli/result.h"
#include "cli/signals.h"

static int draw(const struct args_preview *args, struct scree_sink *sink,
                struct scree_picture_info *info, struct say *say, struct scree_error *error)
{
    struct opened_pair pair;
    struct scree_source plants;
    struct scree_preview_options options = args->preview;
    options.has_plants = args->plants != NULL;
    open_plants(&options.plants, &options.plants_set, &plants, args->plants, false);
    struct scree_picture *picture = NULL;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    signals_catch();
    if (code == SCREE_OK)
        code = scree_preview(&picture, pair.terrain, pair.surface, &options, &say->work, error);
    open_free(&pair);
    if (code == SCREE_OK) code = scree_picture_save(picture, sink, NULL, &say->work, error);
    if (code == SCREE_OK) scree_picture_describe(picture, info);
    scree_picture_free(picture);
    return code;
}

enum say_exit cmd_preview(const void *values, struct say *say)
{
    const struct args_preview *args = values;
    const char *const inputs[3] = {args->terrain, args->surface, args->plants};
    struct scree_error error = say_no_error();
    struct scree_picture_info info = {.size = sizeof info};
    struct scree_sink *sink = NULL;
    args_take_how(say, &args->how);
    open_beside(say, args->output, args->force);
    int code = open_single_output(&sink, args->output, args->force, inputs, 3, &error);
    if (code == SCREE_OK) code = draw(args, sink, &info, say, &error);
    json_t *files = NULL;
    if (code == SCREE_OK) result_keep(&files, sink);
    if (code == SCREE_OK) open_print_output(sink, args->output);
    code = open_close(sink, code, say, &error);
    if (code == SCREE_OK && args->json)
        code = result_print_written("preview", args->output, json_incref(files),
                                    json_pack("{s:[i, i], s:[i, i]}", "size", (int)info.width,
                                              (int)info.height, "map_size", (int)info.map_width,
                                              (int)info.map_height),
                                    say, &error);
    json_decref(files);
    if (code != SCREE_OK) return say_error(say, &error);
    say_note(say, "%s: %u x %u texels of terrain",
             open_is_standard(args->output) ? "standard output" : args->output,
             (unsigned)info.map_width, (unsigned)info.map_height);
    return SAY_EXIT_OK;
}
