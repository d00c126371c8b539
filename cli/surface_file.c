#include "cli/surface_file.h"

#include <string.h>

#include "cli/load.h"
#include "cli/output_file.h"
#include "cli/suggest.h"

enum form { FORM_NONE, FORM_SRF, FORM_WORLD, FORM_TEXT };

static bool ends_with(const char *path, const char *ending)
{
    const size_t length = strlen(path), ending_length = strlen(ending);
    return length > ending_length && suggest_distance(path + length - ending_length, ending) == 0;
}

static enum form form_of(const char *path)
{
    const char *base = load_base(path);
    if (ends_with(base, ".srf.json")) return FORM_TEXT;
    if (ends_with(base, ".srf")) return FORM_SRF;
    if (ends_with(base, ".tgw")) return FORM_WORLD;
    return FORM_NONE;
}

bool surface_file_is_named(const char *path)
{
    return form_of(path) != FORM_NONE;
}

enum err_code surface_file_check(const char *path, const char *terrain, bool force, struct err *err)
{
    if (form_of(path) != FORM_NONE)
        return output_file_check(path, &terrain, terrain != NULL ? 1 : 0, force, err);
    err_set(err, ERR_ARG, ERR_NO_OFFSET,
            "a surface map's name ends in .srf, .srf.json (text) or .tgw (a world)");
    return err_set_file(err, path);
}

static enum err_code write_text(const char *path, const struct srf_map *map,
                                const struct srf_text_options *options, struct err *err)
{
    struct file_bytes text;
    RETURN_IF_ERR(srf_to_text(&text, map, options, err));
    const enum err_code code = file_write_whole(path, text.data, text.size, err);
    file_bytes_free(&text);
    return code;
}

static enum err_code write_alone(const char *path, const struct srf_map *world, struct err *err)
{
    struct srf_map *map;
    RETURN_IF_ERR(srf_extract(&map, world, err));
    const enum err_code code = srf_write_file(path, map, err);
    srf_free(map);
    return code;
}

static enum err_code write_form(const char *staged, enum form form, const struct srf_map *map,
                                const struct srf_text_options *options, struct err *err)
{
    const bool is_world = map->container == SRF_FILE_TGW;
    enum err_code code = ERR_OK;
    switch (form) {
    case FORM_TEXT:
        code = write_text(staged, map, options, err);
        break;
    case FORM_WORLD:
        if (is_world)
            code = srf_write_file(staged, map, err);
        else
            code = err_set(err, ERR_ARG, ERR_NO_OFFSET,
                           "a .tgw holds a whole world and the input is a surface map alone: "
                           "choose a name that ends in .srf or .srf.json");
        break;
    default:
        code = is_world ? write_alone(staged, map, err) : srf_write_file(staged, map, err);
        break;
    }
    return code;
}

enum err_code surface_file_write(const char *path, const struct srf_map *map,
                                 const struct srf_text_options *options, struct say *say,
                                 struct err *err)
{
    struct output_files files = {.say = say};
    const enum form form = form_of(path);
    enum err_code code = output_files_open(&files, &path, 1, err);
    if (code == ERR_OK) {
        code = write_form(output_files_path(&files, 0), form, map, options, err);
        code = output_files_wrote(&files, 0, code, err);
    }
    if (code == ERR_OK) code = output_files_commit(&files, err);
    if (code == ERR_OK && form == FORM_SRF && map->container == SRF_FILE_TGW)
        say_note(say, "%s: the surface map alone, without the rest of the world", path);
    output_files_free(&files);
    return code;
}
