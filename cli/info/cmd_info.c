#include <stdio.h>

#include "base/mem.h"
#include "cli/info/info.h"
#include "cli/json_text.h"
#include "cli/load.h"

struct item {
    struct load_file file;
    struct ter_field *field; /* one of the two, or neither if the file could not be read */
    struct srf_map *map;
    struct ter_ranges ranges;
    struct err err;
};

static void load_item(struct item *item, const char *path, const struct args_ground *ground,
                      const struct srf_scale *scale)
{
    err_clear(&item->err);
    item->file.path = path;
    if (load_any_in_file(&item->file, &item->field, &item->map, path, ground, scale, &item->err) !=
        ERR_OK)
        return;
    if (item->field == NULL) return;
    if (ter_measure(&item->ranges, item->field, 0, &item->err) == ERR_OK) return;
    ter_free(item->field);
    item->field = NULL;
}

/* The first terrain among the files gives the scale; --cell has been applied to it. */
static struct info_scale find_scale(const struct item *items, size_t count, double cell_m)
{
    struct info_scale scale = {{TER_DEFAULT_SCAL_M, TER_DEFAULT_SCAL_M, TER_DEFAULT_SCAL_M},
                               "the default; name the terrain too, or --cell, to use another",
                               NULL};
    if (cell_m > 0.0) {
        for (int i = 0; i < 3; i++) scale.scal_m[i] = cell_m;
        scale.source = "--cell";
    }
    for (size_t i = 0; i < count; i++) {
        if (items[i].field == NULL) continue;
        for (int k = 0; k < 3; k++) scale.scal_m[k] = items[i].field->scal_m[k];
        scale.source = items[i].file.base;
        scale.ranges = &items[i].ranges;
        break;
    }
    return scale;
}

/* One file that cannot be read does not hide the others; but a surface map's text in metres needs a
 * terrain, which may come later, so what failed is tried again with the scale of the first one. */
static void load_items(struct item *items, const struct args_info *args)
{
    const struct srf_scale cell = load_scale(NULL, &args->ground);
    const struct ter_field *field = NULL;
    for (size_t i = 0; i < args->file_count; i++) {
        load_item(&items[i], args->files[i], &args->ground, &cell);
        if (field == NULL) field = items[i].field;
    }
    if (field == NULL) return;
    const struct srf_scale scale = load_scale(field, &args->ground);
    for (size_t i = 0; i < args->file_count; i++)
        if (items[i].err.code != ERR_OK)
            load_item(&items[i], args->files[i], &args->ground, &scale);
}

static json_t *item_json(const struct item *item, const struct info_scale *scale)
{
    if (item->field != NULL) return info_json_terrain(&item->file, item->field, &item->ranges);
    if (item->map != NULL) return info_json_surface(&item->file, item->map, scale);
    char text[ERR_TEXT_SIZE];
    return json_pack("{s:o, s:s, s:o}", "file", json_text(item->file.path), "kind", "unreadable",
                     "error", json_text(err_format(text, sizeof text, &item->err)));
}

static bool print_json(const struct item *items, size_t count, const struct info_scale *scale)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        if (json_array_append_new(array, item_json(&items[i], scale)) == 0) continue;
        json_decref(array);
        return false;
    }
    return json_text_print(json_pack("{s:s, s:o}", "format", "scree-info-1", "files", array));
}

static void print_text(const struct item *items, size_t count, const struct info_scale *scale)
{
    bool first = true;
    for (size_t i = 0; i < count; i++) {
        if (items[i].field == NULL && items[i].map == NULL) continue;
        if (!first) putchar('\n');
        first = false;
        if (items[i].field != NULL)
            info_print_terrain(&items[i].file, items[i].field, &items[i].ranges);
        else
            info_print_surface(&items[i].file, items[i].map, scale);
    }
}

enum say_exit cmd_info(const void *values, struct say *say)
{
    const struct args_info *args = values;
    struct err nomem;
    err_clear(&nomem);
    err_set(&nomem, ERR_NOMEM, ERR_NO_OFFSET, "no memory for what the files hold");
    struct item *items = mem_alloc(args->file_count, sizeof *items);
    if (items == NULL) return say_error(say, &nomem);

    load_items(items, args);
    enum say_exit code = SAY_EXIT_OK;
    for (size_t i = 0; i < args->file_count; i++) {
        if (items[i].err.code == ERR_OK) continue;
        const enum say_exit item_code = say_error(say, &items[i].err);
        if (code == SAY_EXIT_OK) code = item_code;
    }
    const struct info_scale scale = find_scale(items, args->file_count, args->ground.cell_m);
    if (!args->json)
        print_text(items, args->file_count, &scale);
    else if (!print_json(items, args->file_count, &scale))
        code = say_error(say, &nomem);
    for (size_t i = 0; i < args->file_count; i++) {
        ter_free(items[i].field);
        heights_about_free(&items[i].file.heights);
        srf_free(items[i].map);
    }
    mem_free(items);
    return code;
}
