/* scree bake: the maps that a game needs, or a part of them. */
#include "cli/tables.h"

#include <stdio.h>
#include <string.h>

#include "cli/open.h"
#include "cli/result.h"

int bake_read_region(const struct args_value *in, struct scree_error *error)
{
    struct scree_bake_options *region = in->to;
    uint32_t box[4];
    if (!args_read_box(box, in->text))
        return args_refuse(
            in,
            "is not COLUMN,ROW,WxH in texels such as 10,5,64x32: sizes from 1, all at most 1048576",
            error);
    region->column = box[0];
    region->row = box[1];
    region->columns = box[2];
    region->rows = box[3];
    return SCREE_OK;
}

/* ---- the plan ---- */

/* What a bake counts for the program itself. */
#define PROGRAM_BYTES ((uint64_t)8 << 20)

/* --max-memory counts what reading takes, too, and before it is taken; a limit that the program
 * alone passes is refused by the plan. */
static uint64_t reading_limit(const struct args_bake *args)
{
    uint64_t most = args->bake.max_memory_bytes;
    if (most == 0) return args->ground.max_memory_bytes;
    if (most > PROGRAM_BYTES) most -= PROGRAM_BYTES;
    return most < args->ground.max_memory_bytes ? most : args->ground.max_memory_bytes;
}

int bake_open(struct scree_bake **bake, const struct args_bake *args, struct say *say,
              struct scree_error *error)
{
    struct scree_terrain_options ground = args->ground;
    struct scree_bake_options options = args->bake;
    if (open_ends_in(args->terrain, ".ter")) { /* which has an order of its own */
        options.south_first |= ground.south_first;
        ground.south_first = false;
    }
    ground.max_memory_bytes = reading_limit(args);
    ground.leave_in_file = 1;
    ground.parts_folder = args->part.count > 0 ? args->output : NULL;
    ground.part = args->part.index;
    ground.parts = args->part.count;
    struct opened_pair pair;
    int code = open_pair(&pair, args->terrain, args->surface, &ground, say, error);
    if (code == SCREE_OK)
        code = scree_bake_plan(bake, pair.terrain, pair.surface, &options, &say->work, error);
    open_free(&pair);
    return code;
}

/* What --dry-run shows. */
static int look(const struct scree_bake *bake, struct scree_sink *sink,
                const struct args_bake *args, struct say *say, struct scree_error *error)
{
    struct scree_bytes document;
    char clean[SAY_TEXT_SIZE];
    if (scree_sink_in_use(sink) && !args->force)
        say_warning(say, "%s holds files: to write there, add --force", args->output);
    RETURN_IF_FAILED(
        scree_bake_look(&document, bake, sink, args->json ? SCREE_JSON : SCREE_TEXT, error));
    if (!args->json)
        printf("Would be written to %s (bytes before compression):\n",
               scree_text_clean(clean, sizeof clean, args->output));
    result_print_document(&document);
    return SCREE_OK;
}

int bake_print_json(const char *folder, json_t *manifest, const struct say *say,
                    struct scree_error *error)
{
    return result_print(json_pack("{s:s, s:o, s:o, s:o}", "format", "scree-bake-1", "folder",
                                  result_text(folder), "warnings", result_warnings(say), "manifest",
                                  manifest),
                        error);
}

static int report(const struct scree_bake *bake, const struct scree_bytes *manifest,
                  const struct args_bake *args, struct say *say, struct scree_error *error)
{
    struct scree_bake_info info = {.size = sizeof info};
    scree_bake_describe(bake, &info);
    say_line(say, "%s: %u files, %u material%s, %u x %u texels", args->output,
             (unsigned)info.files + 1, (unsigned)info.materials, info.materials == 1 ? "" : "s",
             (unsigned)info.width, (unsigned)info.height);
    if (!args->json) return SCREE_OK;
    json_t *object = json_loadb((const char *)manifest->data, manifest->size, 0, NULL);
    return bake_print_json(args->output, object, say, error);
}

static int run(const struct args_bake *args, struct scree_bake **bake, struct scree_sink **sink,
               struct scree_bytes *manifest, struct say *say, struct scree_error *error)
{
    RETURN_IF_FAILED(scree_sink_folder(sink, args->output,
                                       args->force || args->dry_run ? SCREE_REPLACE : 0, error));
    RETURN_IF_FAILED(bake_open(bake, args, say, error));
    if (args->dry_run) return look(*bake, *sink, args, say, error);
    return scree_bake_write(*bake, *sink, manifest, &say->work, error);
}

/* One part of several, into a folder that it shares with the others. */
static int make_part(const struct args_bake *args, struct say *say, struct scree_error *error)
{
    struct scree_bake *bake = NULL;
    struct scree_part_options part = args->part;
    struct scree_part_info info = {.size = sizeof info};
    part.replace = args->force;
    int code = bake_open(&bake, args, say, error);
    if (code == SCREE_OK)
        code = scree_bake_part(bake, args->output, &part, &info, &say->work, error);
    scree_bake_free(bake);
    if (code == SCREE_OK) open_say_part(say, args->output, &part, &info);
    return code;
}

int bake_run(const void *values, struct say *say, struct scree_error *error)
{
    const struct args_bake *args = values;
    struct scree_bake *bake = NULL;
    struct scree_sink *sink = NULL;
    struct scree_bytes manifest = {0};
    if (args->part.count > 0) return make_part(args, say, error);
    if (!args->dry_run) open_beside(say, args->output, args->force);
    int code = run(args, &bake, &sink, &manifest, say, error);
    if (args->dry_run)
        scree_sink_close(sink, SCREE_CANCELLED, NULL, NULL); /* nothing was written */
    else
        code = open_close(sink, code, say, error);
    if (code == SCREE_OK && !args->dry_run) code = report(bake, &manifest, args, say, error);
    scree_bytes_free(&manifest);
    scree_bake_free(bake);
    return code;
}
