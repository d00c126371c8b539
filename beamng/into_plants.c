/* Plants for a level that exists: where they will stand, and which of its files that makes others. */
#include "beamng/into_plants.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/path.h"
#include "beamng/beamng_plan.h"

#define MAX_FILE_BYTES ((uint64_t)1 << 30)
#define MOST_ROWS 4096
#define MOST_ROOM_M 8.0 /* that plants keep from what is kept */

/* ---- files of the level ---- */

enum scree_code beamng_into_read(struct into_old **out, struct beamng_into *into, const char *name,
                                 struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    for (size_t i = 0; i < plants->old_count; i++)
        if (strcmp(plants->old[i].name, name) == 0) {
            *out = &plants->old[i];
            return SCREE_OK;
        }
    struct into_old *old = mem_room(plants->old, plants->old_count, &plants->old_room, sizeof *old);
    if (old == NULL) return err_no_memory(err);
    plants->old = old;
    old += plants->old_count;
    memset(old, 0, sizeof *old);
    snprintf(old->name, sizeof old->name, "%s", name);
    char *path = path_join(into->target->level.path, name);
    if (path == NULL) return err_no_memory(err);
    struct os_info info;
    const bool there = os_look(&info, OS_HERE, path, OS_FOLLOW_LINKS) == 0;
    const enum scree_code code =
        there ? file_read(&old->bytes, path, MAX_FILE_BYTES, err) : SCREE_OK;
    mem_free(path);
    if (code != SCREE_OK) return code;
    plants->old_count++;
    *out = old;
    return SCREE_OK;
}

bool beamng_into_next_line(struct into_lines *lines)
{
    if (lines->left == 0) return false;
    const char *newline = memchr(lines->next, '\n', lines->left);
    lines->line = lines->next;
    lines->length = newline != NULL ? (size_t)(newline + 1 - lines->next) : lines->left;
    lines->next += lines->length;
    lines->left -= lines->length;
    return true;
}

enum scree_code beamng_into_row(struct scree_beamng_into_plant **out, struct into_plants *plants,
                                const char *name, bool is_grass, struct scree_error *err)
{
    for (size_t i = 0; i < plants->row_count; i++)
        if (plants->rows[i].about.is_grass == is_grass && strcmp(plants->rows[i].name, name) == 0) {
            *out = &plants->rows[i].about;
            return SCREE_OK;
        }
    if (plants->row_count == MOST_ROWS)
        return err_set(err, SCREE_LIMIT, "has more than %d kinds of plants; nothing was changed",
                       MOST_ROWS);
    struct into_row *row =
        mem_room(plants->rows, plants->row_count, &plants->row_room, sizeof *row);
    if (row == NULL) return err_no_memory(err);
    plants->rows = row;
    row += plants->row_count++;
    snprintf(row->name, sizeof row->name, "%s", name);
    row->about = (struct scree_beamng_into_plant){.is_grass = is_grass};
    *out = &row->about;
    return SCREE_OK;
}

/* ---- where they stand ---- */

static enum scree_code take_ground(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    const struct beamter_block *block = &into->target->block;
    const size_t points = (size_t)into->map.size * into->map.size;
    RETURN_IF_ERR(MEM_NEED(&plants->heights, points, sizeof *plants->heights, err));
    for (size_t i = 0; i < points; i++)
        plants->heights[i] =
            (uint16_t)(into->parts.heights[2 * i] | (unsigned)into->parts.heights[2 * i + 1] << 8);
    plants->growth.footing = (struct beamng_footing){.size = into->map.size,
                                                     .square_m = block->square_m,
                                                     .max_height_m = block->max_height_m,
                                                     .heights = plants->heights,
                                                     .ids = into->samples.ids};
    memcpy(plants->growth.footing.position_m, block->position_m, sizeof block->position_m);
    return SCREE_OK;
}

/* Samples around a place, or the one below it. */
struct around {
    uint32_t left, right, low, high;
};

static uint32_t sample_at(double metres, double square_m, uint32_t size)
{
    const double at = floor(metres / square_m);
    return at < 0 ? 0 : at < size ? (uint32_t)at : size - 1;
}

static struct around around(const struct beamng_into *into, double x_m, double y_m, double room_m)
{
    const double square_m = into->target->block.square_m;
    const uint32_t size = into->map.size;
    return (struct around){.left = sample_at(x_m - room_m, square_m, size),
                           .right = sample_at(x_m + room_m, square_m, size),
                           .low = sample_at(y_m - room_m, square_m, size),
                           .high = sample_at(y_m + room_m, square_m, size)};
}

/* The map, the picture and {only} leave a place to us. */
static bool is_open(const struct beamng_into *into, double x_m, double y_m)
{
    const struct around a = around(into, x_m, y_m, 0);
    const size_t at = (size_t)a.low * into->map.size + a.left;
    const uint8_t id = into->parts.ids[at];
    return (into->may_change == NULL || into->may_change[at] != 0) &&
           (id == BEAMTER_HOLE || into->kept[id] != SCREE_KEPT_REST);
}

/* No road, and no sample of what is kept by name, is near. */
static bool is_clear(const struct beamng_into *into, double x_m, double y_m, double room_m)
{
    const struct around a = around(into, x_m, y_m, fmin(room_m, MOST_ROOM_M));
    for (uint32_t y = a.low; y <= a.high; y++)
        for (uint32_t x = a.left; x <= a.right; x++) {
            const size_t at = (size_t)y * into->map.size + x;
            const uint8_t id = into->parts.ids[at];
            if (into->plants->roads != NULL && into->plants->roads[at] != 0) return false;
            if (id != BEAMTER_HOLE &&
                (into->kept[id] == SCREE_KEPT_NAMED || into->kept[id] == SCREE_KEPT_BUILT))
                return false;
        }
    return true;
}

bool beamng_into_is_open(const struct beamng_into *into, const double at_m[3])
{
    const double *from_m = into->target->block.position_m;
    return is_open(into, at_m[0] - from_m[0], at_m[1] - from_m[1]);
}

static bool grows_at(const struct beamng_into *into, const struct plants_item *item)
{
    const struct beamng_growth *growth = &into->plants->growth;
    const struct plants_species *species = &growth->list->species[item->species];
    double at_m[3];
    if (species->beamng_shape == NULL || !beamng_item_stand(at_m, growth, item)) return false;
    const double x_m = at_m[0] - growth->footing.position_m[0];
    const double y_m = at_m[1] - growth->footing.position_m[1];
    return is_open(into, x_m, y_m) && is_clear(into, x_m, y_m, (double)species->room_m);
}

static enum scree_code choose(struct beamng_into *into, struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    struct beamng_growth *growth = &plants->growth;
    RETURN_IF_ERR(
        MEM_NEED(&plants->chosen, plants->placed->count + 1, sizeof *plants->chosen, err));
    growth->chosen = plants->chosen;
    for (size_t i = 0; i < plants->placed->count; i++) {
        plants->chosen[i] = grows_at(into, &plants->placed->items[i]);
        growth->count[plants->placed->items[i].species] += plants->chosen[i];
    }
    return SCREE_OK;
}

static enum scree_code place(struct beamng_into *into, const struct scree_level_options *options,
                             struct inputs_opened *given, struct scree_job *job,
                             struct scree_error *err)
{
    const bool grows = given != NULL || plants_set_grows(options->plants_set);
    struct into_plants *plants = into->plants;
    const struct beamng_map *map = &into->map;
    struct beamng_growth *growth = &plants->growth;
    if (options->has_water) {
        plants->has_water = true;
        plants->water_m = options->water_m;
    }
    const struct plants_options how = {.how = map->how,
                                       .has_water = plants->has_water,
                                       .water_m = plants->water_m,
                                       .roads = map->inputs.roads};
    RETURN_IF_ERR(
        grows ? plants_list_make(&plants->list, map->inputs.map, given, options->plants_set, err)
              : plants_defaults(&plants->list, map->inputs.map, NULL, err));
    if (!grows) plants->list->species_count = plants->list->grass_count = 0;
    RETURN_IF_ERR(inputs_keep_path(&plants->list->file, NULL, &into->map.arena, err));
    RETURN_IF_ERR(plants_place(&plants->placed, plants->list, &map->inputs, &how, job, err));
    growth->level = into->target->level_name;
    growth->group = plants->group;
    growth->list = plants->list;
    growth->placed = plants->placed;
    growth->merge = map->merge;
    growth->depth_m = ter_extent_y_m(map->inputs.field);
    for (uint32_t m = 0; m < map->merge->count; m++)
        growth->names[m] =
            map->choices[m].is_hole || into->left_out[m] ? NULL : into->names[into->numbers[m]];
    RETURN_IF_ERR(beamng_into_close(into, err));
    return choose(into, err);
}

/* A row for each of ours, before there are any for what is found. */
static enum scree_code list_rows(struct into_plants *plants, struct scree_error *err)
{
    const struct plants_list *list = plants->list;
    struct scree_beamng_into_plant *row;
    for (size_t s = 0; s < list->species_count; s++) {
        if (list->species[s].beamng_shape == NULL) continue;
        RETURN_IF_ERR(beamng_into_row(&row, plants, list->species[s].name, false, err));
        row->written = plants->growth.count[s];
    }
    for (size_t g = 0; g < list->grass_count; g++) {
        if (list->grasses[g].beamng_material == NULL) continue;
        RETURN_IF_ERR(beamng_into_row(&row, plants, list->grasses[g].name, true, err));
        row->written = beamng_covers(&plants->growth, g);
    }
    return SCREE_OK;
}

/* ---- materials of grass ---- */

struct search {
    struct beamng_into *into;
    json_t *wanted; /* those that the level lacks yet */
};

static bool has_name(const json_t *document, const char *name)
{
    const char *key;
    json_t *object;
    json_object_foreach((json_t *)document, key, object)
    {
        const char *own = json_string_value(json_object_get(object, "name"));
        if (strcmp(own != NULL ? own : key, name) == 0 || strcmp(key, name) == 0) return true;
    }
    return false;
}

/* A file that is no JSON is not ours to judge. */
static enum scree_code look_for_grass(void *context, const char *name, struct scree_error *err)
{
    struct search *search = context;
    struct scree_bytes bytes;
    const char *key;
    json_t *value;
    void *next;
    RETURN_IF_ERR(
        file_read_in(&bytes, search->into->target->level.path, name, MAX_FILE_BYTES, err));
    json_t *document = json_loadb((const char *)bytes.data, bytes.size, 0, NULL);
    file_bytes_free(&bytes);
    json_object_foreach_safe(search->wanted, next, key, value)
    {
        if (has_name(document, key)) json_object_del(search->wanted, key);
    }
    json_decref(document);
    return SCREE_OK;
}

enum scree_code beamng_into_members(struct beamng_into *into, struct beamng_members *members,
                                    const char *name, struct scree_error *err)
{
    struct into_old *old;
    struct sink_file *file;
    json_t *document;
    RETURN_IF_ERR(beamng_into_read(&old, into, name, err));
    if (old->bytes.data == NULL && json_object_size(members->added) == 0) return SCREE_OK;
    RETURN_IF_ERR(beamng_into_object(&document, old, err));
    json_decref(document);
    members->old = &old->bytes;
    RETURN_IF_ERR(sink_begin(into->plants->made, name, SINK_NO_DIGEST, &file, err));
    return sink_end(file, beamng_put_members(&file->stream, members, err), err);
}

static enum scree_code make_grass(struct beamng_into *into, struct scree_error *err)
{
    struct search search = {into, beamng_grass_materials(&into->plants->growth)};
    const struct beamng_walk walk = {into->target->level.path, "", "materials.json", look_for_grass,
                                     &search};
    struct beamng_members members = {.added = search.wanted};
    if (search.wanted == NULL) return err_no_memory(err);
    enum scree_code code = beamng_walk(&walk, err);
    if (code == SCREE_OK && json_object_size(search.wanted) > 0)
        code = beamng_into_members(into, &members, beamng_file_name(BEAMNG_COVER), err);
    json_decref(search.wanted);
    return code;
}

/* ---- all of it ---- */

static int compare_rows(const void *a, const void *b)
{
    const struct into_row *one = a, *other = b;
    return strcmp(one->name, other->name);
}

/* Those of earlier lists come behind ours, by name: files are found in any order. */
static void sort_rows(struct into_plants *plants, size_t ours)
{
    if (plants->row_count > ours)
        qsort(plants->rows + ours, plants->row_count - ours, sizeof *plants->rows, compare_rows);
    for (size_t i = 0; i < plants->row_count; i++)
        plants->rows[i].about.name = plants->rows[i].name;
}

static enum scree_code decide(struct beamng_into *into, const struct scree_level_options *options,
                              struct inputs_opened *given, struct scree_job *job,
                              struct scree_error *err)
{
    struct into_plants *plants = into->plants;
    RETURN_IF_ERR(take_ground(into, err));
    RETURN_IF_ERR(beamng_into_look(into, err));
    RETURN_IF_ERR(place(into, options, given, job, err));
    RETURN_IF_ERR(sink_open_memory(&plants->made, err));
    RETURN_IF_ERR(sink_start(plants->made, job, err));
    RETURN_IF_ERR(list_rows(plants, err));
    const size_t ours = plants->row_count;
    RETURN_IF_ERR(beamng_into_read_kinds(into, err));
    RETURN_IF_ERR(beamng_into_check_kinds(into, err));
    RETURN_IF_ERR(beamng_into_forest(into, job, err));
    RETURN_IF_ERR(beamng_into_objects(into, err));
    sort_rows(plants, ours);
    RETURN_IF_ERR(beamng_into_kinds(into, err));
    return make_grass(into, err);
}

enum scree_code beamng_into_plant(struct beamng_into *into,
                                  const struct scree_level_options *options,
                                  struct inputs_opened *given, struct scree_job *job,
                                  struct scree_error *err)
{
    RETURN_IF_ERR(MEM_NEED(&into->plants, 1, sizeof *into->plants, err));
    return decide(into, options, given, job, err);
}

void beamng_into_plants_free(struct into_plants *plants)
{
    if (plants == NULL) return;
    sink_close(plants->made);
    for (size_t i = 0; i < plants->old_count; i++) file_bytes_free(&plants->old[i].bytes);
    mem_free(plants->old);
    mem_free(plants->rows);
    json_decref(plants->kinds);
    beamng_record_free(&plants->record);
    beamng_record_free(&plants->stay);
    beamng_record_free(&plants->fresh);
    mem_free(plants->heights);
    mem_free(plants->roads);
    mem_free(plants->chosen);
    mem_free(plants->closed);
    json_decref(plants->still);
    plants_placed_free(plants->placed);
    plants_list_free(plants->list);
    mem_free(plants);
}

const struct scree_bytes *beamng_into_old(const struct into_plants *plants,
                                          const struct sink_file *file)
{
    for (size_t i = 0; i < plants->old_count; i++)
        if (strcmp(plants->old[i].name, file->name) == 0)
            return plants->old[i].bytes.data != NULL ? &plants->old[i].bytes : NULL;
    return NULL;
}

bool beamng_into_same_file(const struct scree_bytes *old, const struct sink_file *file)
{
    if (old == NULL) return file->size_bytes == 0;
    return file->size_bytes == old->size &&
           (old->size == 0 || memcmp(file->bytes, old->data, old->size) == 0);
}

bool beamng_into_plants_same(const struct into_plants *plants)
{
    for (size_t i = 0; i < sink_count(plants->made); i++) {
        const struct sink_file *file = sink_at(plants->made, i);
        if (!beamng_into_same_file(beamng_into_old(plants, file), file)) return false;
    }
    return true;
}
