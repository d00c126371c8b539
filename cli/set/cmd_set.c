#include "cli/set/changes.h"
#include "cli/set/set.h"
#include "cli/load.h"
#include "cli/surface_file.h"

/* What cannot be drawn was so before, as no change makes it so; it may be what the next change is
 * for. */
static void judge(struct srf_map *map, const struct args_set *args, struct say *say)
{
    struct err err;
    err_clear(&err);
    char text[ERR_TEXT_SIZE];
    const enum err_code code = srf_check(map, &err);
    /* Bytes of a file that is only about to be written, if it is one of bytes at all. */
    for (size_t i = 0; i < map->warnings.count; i++) map->warnings.list[i].offset = ERR_NO_OFFSET;
    err.offset = ERR_NO_OFFSET;
    say_warnings(say, args->output, &map->warnings);
    if (code != ERR_OK)
        say_warning(say, "%s: cannot be drawn: %s", args->output,
                    err_format(text, sizeof text, &err));
}

static enum err_code change(struct srf_map *map, const struct args_set *args,
                            const struct srf_scale *scale, struct err *err)
{
    if (args->seed_given) RETURN_IF_ERR(srf_reroll(map, args->seed, err));
    for (size_t i = 0; i < args->change_count; i++)
        RETURN_IF_ERR(changes_apply(map, args->changes[i], scale, err));
    return ERR_OK;
}

/* A new map of the changed one: nothing is written that could not be read, and warnings are those
 * of the new values. */
static enum err_code read_again(struct srf_map **map, struct err *err)
{
    struct file_bytes bytes;
    RETURN_IF_ERR(srf_write_memory(&bytes, *map, err));
    srf_free(*map);
    const enum err_code code = srf_read_memory(map, bytes.data, bytes.size, NULL, err);
    file_bytes_free(&bytes);
    return code;
}

enum say_exit cmd_set(const void *values, struct say *say)
{
    const struct args_set *args = values;
    struct err err;
    err_clear(&err);
    struct load_file file;
    struct srf_scale scale;
    struct srf_map *map = NULL;
    enum err_code code;
    FAIL_IF_ERR(code, surface_file_check(args->output, args->terrain, args->force, &err));
    FAIL_IF_ERR(code, load_unjudged(&map, &file, args->surface, args->terrain, &args->ground,
                                    &scale, say, &err));
    FAIL_IF_ERR(code, change(map, args, &scale, &err));
    FAIL_IF_ERR(code, read_again(&map, &err));
    judge(map, args, say);
    FAIL_IF_ERR(code, surface_file_write(args->output, map, NULL, say, &err));

fail:
    srf_free(map);
    return code == ERR_OK ? SAY_EXIT_OK : say_error(say, &err);
}
