#include "ground/ground_beds.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "ground/ground.h"
#include "ground/ground_merge.h"
#include "render/row_stream.h"

#define MOST_COVERAGE 0.5f /* of a layer that covers all ground below an altitude, at least */
#define UNDER_EVERYTHING_M (-1e30f)
#define WET_M 0.1    /* above the water: how far ground below it reaches, numbers being rounded, */
#define SHORE_M 10.0 /* and how far that beside it does */

/* The altitude that a layer reaches; INFINITY: it has no such limit. */
static double top_m(const struct srf_layer *layer, const struct ter_field *field)
{
    double level_m = (double)INFINITY;
    for (; layer->parent != NULL; layer = layer->parent) {
        const double limit_m = (double)layer->altl[1] * field->scal_m[2];
        if (srf_is_on(layer->alte[1]) && limit_m < level_m) level_m = limit_m;
    }
    return level_m;
}

/* Whether nothing else limits a layer and those above it. */
static bool fills(const struct srf_layer *layer)
{
    for (; layer->parent != NULL; layer = layer->parent)
        if (srf_is_on(layer->alte[0]) || srf_is_on(layer->slpe[0]) || srf_is_on(layer->slpe[1]) ||
            layer->covr < MOST_COVERAGE)
            return false;
    return true;
}

static bool covers(const struct srf_layer *layer)
{
    for (; layer->parent != NULL; layer = layer->parent)
        if (!(layer->covr > 0)) return false;
    return true;
}

struct ground_beds ground_beds_of(const struct srf_map *map, const struct ter_field *field)
{
    struct ground_beds beds = {.level_m = (double)-INFINITY};
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const struct srf_layer *layer = map->layers[i];
        const double level_m = top_m(layer, field);
        if (!ground_is_bed(layer->name) || !covers(layer)) continue;
        if (!fills(layer) || level_m == (double)INFINITY) {
            beds.loose = true;
        } else if (level_m > beds.level_m) {
            beds.level_m = level_m;
            beds.name = layer->name;
        }
    }
    return beds;
}

static enum scree_code look(struct ground_beds *beds, const struct render_merge *all,
                            struct render_plan *grid, const struct render_how *how,
                            struct scree_job *job, struct scree_error *err)
{
    struct render_stream stream;
    RETURN_IF_ERR(render_stream_create(&stream, 1, err));
    stream.step = "looking for beds";
    render_stream_add_whole(&stream, beds->size, 1, beds->mask);
    const struct render_target target = {
        .kind = SCREE_WINNER_U8, .merge = all, .planes = stream.rows};
    const enum scree_code code = render_stream_run(&stream, grid, &target, 1, how->tile, job, err);
    render_stream_free(&stream);
    return code;
}

/* Numbers of layers become 1 where the layer is a bed. */
static void mark(struct ground_beds *beds, const struct render_merge *all,
                 const struct srf_map *map)
{
    uint8_t is_bed[256] = {0};
    for (uint32_t i = 0; i < map->layer_count; i++)
        if (ground_is_bed(map->layers[i]->name)) is_bed[all->material_of_layer[i]] = 1;
    for (size_t i = 0; i < (size_t)beds->size * beds->size; i++)
        beds->mask[i] = is_bed[beds->mask[i]];
}

enum scree_code ground_beds_look(struct ground_beds *beds, uint32_t size, const struct srf_map *map,
                                 const struct ter_field *field, const struct render_how *how,
                                 struct scree_job *job, struct scree_error *err)
{
    /* A winner is a byte. */
    if (!beds->loose || map->layer_count > 255) return SCREE_OK;
    const struct render_options options = render_how_options(how, SCREE_CELLS, size, size);
    struct render_merge *all = NULL;
    struct render_plan *grid = NULL;
    beds->size = size;
    beds->mask = mem_alloc_pixels(size, size);
    if (beds->mask == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for %u x %u texels", (unsigned)size,
                       (unsigned)size);
    enum scree_code code = render_merge_depth(&all, map, UINT32_MAX, err);
    if (code == SCREE_OK) code = render_plan_create(&grid, field, map, &options, err);
    if (code == SCREE_OK) code = look(beds, all, grid, how, job, err);
    if (code == SCREE_OK) mark(beds, all, map);
    render_plan_free(grid);
    render_merge_free(all);
    return code;
}

void ground_beds_free(struct ground_beds *beds)
{
    mem_free_pixels(beds->mask);
    memset(beds, 0, sizeof *beds);
}

void ground_beds_hide(float *heights_m, uint32_t points, bool north_first,
                      const struct ground_beds *beds)
{
    for (uint32_t y = 0; y < points && beds->mask != NULL; y++) {
        const uint64_t z = north_first ? y : points - 1 - y;
        const uint8_t *row = beds->mask + z * beds->size / points * beds->size;
        for (uint32_t x = 0; x < points; x++)
            if (row[(uint64_t)x * beds->size / points] != 0)
                heights_m[(size_t)y * points + x] = UNDER_EVERYTHING_M;
    }
}

void ground_beds_tell(const struct ground_beds *beds, double lowest_m, struct scree_job *job)
{
    if (beds->name != NULL && beds->level_m > lowest_m)
        job_warn(job, NULL,
                 "%s is dry ground, as there is no {water_m}; {water_m} %.7g or more fills it",
                 beds->name, beds->level_m);
}

void ground_beds_weigh(uint32_t *weights, const struct srf_map *map, const struct ter_field *field,
                       double water_m)
{
    for (uint32_t i = 0; i < map->layer_count; i++) {
        const double above_m = top_m(map->layers[i], field) - water_m;
        weights[i] = above_m <= WET_M     ? GROUND_WET_WEIGHT
                     : above_m <= SHORE_M ? GROUND_SHORE_WEIGHT
                                          : GROUND_DRY_WEIGHT;
    }
}
