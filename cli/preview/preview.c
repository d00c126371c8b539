/* scree preview: one picture from above. */
#include "cli/open.h"
#include "cli/result.h"
#include "cli/tables.h"

static int draw(const struct args_preview *args, struct scree_sink *sink,
                struct scree_picture_info *info, struct say *say, struct scree_error *error)
{
    struct opened_pair pair;
    struct scree_picture *picture = NULL;
    int code = open_pair(&pair, args->terrain, args->surface, &args->ground, say, error);
    if (code == SCREE_OK)
        code =
            scree_preview(&picture, pair.terrain, pair.surface, &args->preview, &say->work, error);
    open_free(&pair);
    if (code == SCREE_OK) code = scree_picture_save(picture, sink, NULL, &say->work, error);
    if (code == SCREE_OK) scree_picture_describe(picture, info);
    scree_picture_free(picture);
    return code;
}

int preview_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_preview *args = values;
    const char *const inputs[3] = {args->terrain, args->surface, args->preview.plants.name};
    struct scree_picture_info info = {.size = sizeof info};
    struct scree_sink *sink = NULL;
    open_beside(say, args->output, args->force);
    int code = open_is_standard(args->output)
                   ? scree_sink_memory(&sink, error)
                   : open_output(&sink, args->output, args->force, inputs, 3, error);
    if (code == SCREE_OK) code = draw(args, sink, &info, say, error);
    if (code == SCREE_OK) open_print_output(sink, args->output);
    code = open_close(sink, code, say, error);
    if (code == SCREE_OK && args->json)
        code = result_print_written("preview", args->output,
                                    json_pack("{s:[i, i], s:[i, i]}", "size", (int)info.width,
                                              (int)info.height, "map_size", (int)info.map_width,
                                              (int)info.map_height),
                                    say, error);
    if (code != SCREE_OK) return code;
    say_line(say, "%s: %u x %u texels of terrain",
             open_is_standard(args->output) ? "standard output" : args->output,
             (unsigned)info.map_width, (unsigned)info.map_height);
    return SCREE_OK;
}
