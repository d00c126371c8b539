/*
 * A live scene: what changes from one map to the next. Each update makes a plan, which checks the
 * map and knows the values of its layers; what is kept is found by those (live_store.c), and then
 * each tile is compared with what it shows (live_tile.c).
 */
#include "render/live.h"

#include <assert.h>
#include <string.h>

#include "base/job.h"
#include "base/mem.h"
#include "base/parallel.h"

#define BAND_TILES 16 /* between two looks at the job, and for each thread */
#define MAX_WINNERS 255

/* ---- from the beginning to the end ---- */

void render_live_free(struct render_live *live)
{
    if (live == NULL) return;
    live_forget(live);
    render_plan_free(live->plan);
    render_merge_free(live->merge);
    mem_arena_free(&live->arena);
    mem_free(live->picture);
    mem_free(live->winner);
    mem_free(live->unwon);
    mem_free(live->touched);
    mem_free(live->weighed);
    mem_free(live->bare_from);
    mem_free(live->bare_rows);
    mem_free(live->lists);
    mem_free(live->list_count);
    mem_free(live);
}

/* The sizes of a view, as its plan has them. */
static void take_sizes(struct render_live *live, const struct render_plan *plan)
{
    live->width = plan->width;
    live->height = plan->height;
    live->tile = plan->tile;
    assert(live->tile <= LIVE_MOST_ROWS);
    live->means = plan->per_x * plan->per_y > 1;
    live->across = (plan->width + plan->tile - 1) / plan->tile;
    live->tiles = live->across * ((plan->height + plan->tile - 1) / plan->tile);
    live->tile_rows = (size_t)plan->tile * plan->per_y;
    live->sample_floats = plan_sample_floats(plan);
    live->texel_floats = plan_texel_floats(plan);
}

static enum scree_code make_results(struct render_live *live, struct scree_error *err)
{
    const size_t texels = (size_t)live->width * live->height;
    live->picture = mem_alloc(texels, 3);
    live->winner = mem_alloc(texels, 1);
    live->unwon = mem_alloc(live->tiles, sizeof *live->unwon);
    live->touched = mem_alloc(live->tiles, sizeof *live->touched);
    live->weighed = mem_alloc(live->tiles, sizeof *live->weighed);
    live->bare_from = mem_alloc(live->tiles, sizeof *live->bare_from);
    live->bare_rows = mem_alloc(live->tiles, sizeof *live->bare_rows);
    live->list_count = mem_alloc(live->tiles, sizeof *live->list_count);
    if (live->picture == NULL || live->winner == NULL || live->unwon == NULL ||
        live->touched == NULL || live->weighed == NULL || live->bare_from == NULL ||
        live->bare_rows == NULL || live->list_count == NULL)
        return err_set(err, SCREE_NO_MEMORY, "no memory for a view of %u x %u texels", live->width,
                       live->height);
    live->bytes += texels * 4 + live->tiles * (3 * sizeof(bool) + sizeof *live->bare_from +
                                               sizeof *live->bare_rows + sizeof *live->list_count);
    memset(live->list_count, 0xff, live->tiles * sizeof *live->list_count);
    return SCREE_OK;
}

/* A map of a root alone serves to check the options and to find the sizes. */
static enum scree_code check_view(struct render_live *live, struct scree_error *err)
{
    struct srf_layer root, *list[1] = {&root};
    struct srf_map map;
    memset(&map, 0, sizeof map);
    srf_layer_defaults(&root, true);
    root.smsz = 1.0f;
    map.root = &root;
    map.layers = list;
    map.layer_count = 1;
    struct render_options options = live->options.render;
    options.threads = 1;
    struct render_plan *plan;
    RETURN_IF_ERR(render_plan_create(&plan, live->field, &map, &options, err));
    take_sizes(live, plan);
    render_plan_free(plan);
    return SCREE_OK;
}

enum scree_code render_live_create(struct render_live **out, const struct ter_field *field,
                                   const struct render_live_options *options,
                                   struct scree_error *err)
{
    assert(!ter_is_in_file(field));
    *out = NULL;
    struct render_live *live;
    RETURN_IF_ERR(MEM_NEED(&live, 1, sizeof *live, err));
    live->field = field;
    live->options = *options;
    live->options.render.tile = 0; /* a size of its own for all maps */
    live->options.render.exhaustive = false;
    enum scree_code code;
    FAIL_IF_ERR(code, check_view(live, err));
    FAIL_IF_ERR(code, make_results(live, err));
    *out = live;
    return SCREE_OK;

fail:
    render_live_free(live);
    return code;
}

enum scree_code render_live_view(struct render_live **live,
                                 const struct render_live_options *options, struct scree_error *err)
{
    struct render_live *made, *old = *live;
    RETURN_IF_ERR(render_live_create(&made, old->field, options, err));
    const enum scree_code code = live_take_filtered(made, old, err);
    if (code != SCREE_OK) {
        render_live_free(made);
        return code;
    }
    made->counts = old->counts;
    render_live_free(old);
    *live = made;
    return SCREE_OK;
}

/* ---- an update ---- */

/* What an update prepares before it changes anything. */
struct update {
    struct render_plan *plan;
    struct render_merge *merge;
    struct mem_arena arena;
    struct live_own **own_of;
    struct live_ground **ground_of;
    struct live_noise **noise_of;
    struct live_values **values_of;
    struct live_thread *threads;
    int16_t *colours;
    void **planes;
};

static void update_free(struct update *u)
{
    render_plan_free(u->plan);
    render_merge_free(u->merge);
    mem_arena_free(&u->arena);
}

static enum scree_code lend_filtered(void *context, const struct ter_field **out,
                                     struct plan_filter filter, struct scree_error *err)
{
    struct live_ground *ground;
    RETURN_IF_ERR(live_ground_get(&ground, context, filter, err));
    *out = ground->filtered;
    return SCREE_OK;
}

static bool make_thread(struct update *u, struct live_thread *thread)
{
    const uint32_t layers = u->plan->layer_count, terrains = u->plan->terrain_count;
    thread->list = mem_arena_alloc(&u->arena, layers, sizeof *thread->list);
    thread->place = mem_arena_alloc(&u->arena, layers, sizeof *thread->place);
    thread->here = mem_arena_alloc(&u->arena, layers, sizeof *thread->here);
    thread->change = mem_arena_alloc(&u->arena, layers, sizeof *thread->change);
    thread->eff = mem_arena_alloc(&u->arena, layers, sizeof *thread->eff);
    thread->weight = mem_arena_alloc(&u->arena, layers, sizeof *thread->weight);
    thread->rise = mem_arena_alloc(&u->arena, terrains, sizeof *thread->rise);
    thread->slope = mem_arena_alloc(&u->arena, terrains, sizeof *thread->slope);
    thread->value =
        mem_arena_alloc(&u->arena, (size_t)u->plan->source_count + 1, sizeof *thread->value);
    thread->rows = mem_arena_alloc(&u->arena, terrains, sizeof *thread->rows);
    return thread->list != NULL && thread->place != NULL && thread->here != NULL &&
           thread->change != NULL && thread->eff != NULL && thread->weight != NULL &&
           thread->rise != NULL && thread->slope != NULL && thread->rows != NULL &&
           thread->value != NULL;
}

static enum scree_code make_arrays(struct update *u, struct scree_error *err)
{
    const uint32_t layers = u->plan->layer_count;
    u->own_of = mem_arena_alloc(&u->arena, layers, sizeof(struct live_own *));
    u->ground_of = mem_arena_alloc(&u->arena, u->plan->terrain_count, sizeof(struct live_ground *));
    u->noise_of = mem_arena_alloc(&u->arena, layers, sizeof(struct live_noise *));
    u->values_of =
        mem_arena_alloc(&u->arena, (size_t)u->plan->source_count + 1, sizeof(struct live_values *));
    u->threads = mem_arena_alloc(&u->arena, u->plan->threads, sizeof *u->threads);
    u->colours = mem_arena_alloc(&u->arena, layers, 3 * sizeof *u->colours);
    u->planes = mem_arena_alloc(&u->arena, layers, sizeof(void *));
    bool all = u->own_of != NULL && u->ground_of != NULL && u->noise_of != NULL &&
               u->values_of != NULL && u->threads != NULL && u->colours != NULL &&
               u->planes != NULL;
    for (uint32_t t = 0; t < u->plan->threads && all; t++) all = make_thread(u, &u->threads[t]);
    if (!all) return err_set(err, SCREE_NO_MEMORY, "no memory for %u layers", layers);
    for (uint32_t k = 0; k < layers; k++)
        memcpy(u->colours + 3 * (size_t)k, u->plan->map->layers[k]->difc, 3 * sizeof *u->colours);
    return SCREE_OK;
}

static enum scree_code make_lists(struct render_live *live, uint32_t layers,
                                  struct scree_error *err)
{
    if (layers <= live->list_room) return SCREE_OK;
    struct live_sign *grown = mem_alloc((size_t)live->tiles * layers, sizeof *grown);
    if (grown == NULL) return err_set(err, SCREE_NO_MEMORY, "no memory for %u layers", layers);
    for (size_t t = 0; t < live->tiles && live->lists != NULL; t++)
        memcpy(grown + t * layers, live->lists + t * live->list_room,
               live->list_room * sizeof *grown);
    mem_free(live->lists);
    live->bytes += (uint64_t)live->tiles * (layers - live->list_room) * sizeof *grown;
    live->lists = grown;
    live->list_room = layers;
    return SCREE_OK;
}

/* The i-th own coverage that is new takes the place of the i-th that is not used any more. */
static enum scree_code take_places(struct render_live *live, const struct update *u,
                                   struct scree_error *err)
{
    uint32_t old = 0;
    for (uint32_t k = 0; k < u->plan->layer_count; k++) {
        if (u->plan->layers[k].everywhere || u->own_of[k] != NULL) continue;
        while (old < live->layer_count &&
               (live->own_of[old] == NULL || live->own_of[old]->kept.used == live->now))
            old++;
        struct live_own *const unused = old < live->layer_count ? live->own_of[old] : NULL;
        RETURN_IF_ERR(live_own_take(&u->own_of[k], live, u->plan, k, unused, err));
    }
    return SCREE_OK;
}

/* All that is kept for the map is found, and so in use, before anything has to give way. */
static enum scree_code find_kept(struct render_live *live, struct update *u,
                                 struct scree_error *err)
{
    const struct render_plan *plan = u->plan;
    for (uint32_t k = 0; k < plan->terrain_count; k++)
        RETURN_IF_ERR(live_ground_get(&u->ground_of[k], live, plan->terrains[k].filter, err));
    for (uint32_t k = 0; k < plan->source_count; k++)
        u->values_of[k] = live_values_find(live, plan, k);
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (!plan->layers[k].everywhere) u->own_of[k] = live_own_find(live, plan, k);
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (plan->layers[k].vari > 0.0f)
            u->noise_of[k] = live_noise_find(live, &plan->layers[k].noise);
    return take_places(live, u, err);
}

/* As far as there is room, the first of these first. */
static enum scree_code keep_planes(struct render_live *live, struct update *u,
                                   struct scree_error *err)
{
    const struct render_plan *plan = u->plan;
    RETURN_IF_ERR(live_keep_ground(live, u->ground_of[0], err));
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (u->own_of[k] != NULL) RETURN_IF_ERR(live_keep_own(live, u->own_of[k], err));
    for (uint32_t k = 1; k < plan->terrain_count; k++)
        RETURN_IF_ERR(live_keep_ground(live, u->ground_of[k], err));
    for (uint32_t k = 0; k < plan->source_count; k++)
        RETURN_IF_ERR(live_keep_values(&u->values_of[k], live, plan, k, err));
    RETURN_IF_ERR(live_keep_weights(live, plan->layer_count, err));
    for (uint32_t k = 0; k < plan->layer_count; k++)
        if (plan->layers[k].vari > 0.0f)
            RETURN_IF_ERR(live_keep_noise(&u->noise_of[k], live, &plan->layers[k].noise, err));
    live_forget_unused(live);
    return SCREE_OK;
}

static enum scree_code prepare(struct update *u, struct render_live *live,
                               const struct srf_map *map, const struct scree_job *job,
                               struct scree_error *err)
{
    const struct plan_lender lender = {live->plan, lend_filtered, live, NULL};
    struct render_options options = live->options.render;
    options.threads = job_threads(job);
    RETURN_IF_ERR(plan_create(&u->plan, live->field, map, &options, &lender, err));
    assert(u->plan->tile == live->tile);
    RETURN_IF_ERR(render_merge_depth(&u->merge, map, UINT32_MAX, err));
    RETURN_IF_ERR(make_arrays(u, err));
    RETURN_IF_ERR(make_lists(live, map->layer_count, err));
    RETURN_IF_ERR(find_kept(live, u, err));
    return keep_planes(live, u, err);
}

static void take_update(struct render_live *live, struct update *u)
{
    render_plan_free(live->plan);
    render_merge_free(live->merge);
    mem_arena_free(&live->arena);
    live->plan = u->plan;
    live->plan->map = NULL; /* need not outlive the update */
    live->merge = u->merge;
    live->arena = u->arena;
    live->own_of = u->own_of;
    live->ground_of = u->ground_of;
    live->noise_of = u->noise_of;
    live->values_of = u->values_of;
    live->threads = u->threads;
    live->colours = u->colours;
    live->planes = u->planes;
    live->layer_count = u->plan->layer_count;
}

struct band {
    struct render_live *live;
    uint32_t first;
};

static void draw_tile(void *context, size_t index, uint32_t thread)
{
    const struct band *band = context;
    live_draw(band->live, band->first + (uint32_t)index, thread);
}

/* Takes what threads have counted. */
static void add_counts(struct render_live *live)
{
    for (uint32_t t = 0; t < live->plan->threads; t++) {
        live->counts.noise_rows += live->plan->scratch[t].noise_rows;
        live->counts.owns += live->threads[t].owns;
        live->counts.tiles += live->threads[t].tiles;
        live->plan->scratch[t].noise_rows = 0;
        live->threads[t].owns = live->threads[t].tiles = 0;
    }
}

static enum scree_code draw(struct render_live *live, struct scree_job *job,
                            struct scree_error *err)
{
    const uint32_t threads = live->plan->threads;
    enum scree_code code = SCREE_OK;
    struct band band = {live, 0};
    while (code == SCREE_OK && band.first < live->tiles) {
        code = job_step(job, "evaluating", (double)band.first / live->tiles, err);
        if (code != SCREE_OK) break;
        const uint32_t left = live->tiles - band.first, most = BAND_TILES * threads;
        const uint32_t count = left < most ? left : most;
        parallel_for(count, threads, draw_tile, &band);
        band.first += count;
    }
    add_counts(live);
    return code;
}

static struct render_crop touched_texels(struct render_live *live)
{
    uint32_t west = UINT32_MAX, east = 0, north = UINT32_MAX, south = 0;
    for (uint32_t t = 0; t < live->tiles; t++) {
        if (!live->touched[t]) continue;
        const uint32_t column = t % live->across, row = t / live->across;
        west = column < west ? column : west;
        east = column > east ? column : east;
        north = row < north ? row : north;
        south = row > south ? row : south;
    }
    memset(live->touched, 0, live->tiles * sizeof *live->touched);
    if (west == UINT32_MAX) return (struct render_crop){0, 0, 0, 0};
    const struct render_crop from = {west * live->tile, north * live->tile, 0, 0};
    const uint32_t right = (east + 1) * live->tile, below = (south + 1) * live->tile;
    return (struct render_crop){from.column, from.row,
                                (right < live->width ? right : live->width) - from.column,
                                (below < live->height ? below : live->height) - from.row};
}

enum scree_code render_live_update(struct render_live *live, const struct srf_map *map,
                                   struct scree_job *job, struct scree_error *err)
{
    struct update u;
    memset(&u, 0, sizeof u);
    live->now++;
    live->ready = false;
    enum scree_code code = prepare(&u, live, map, job, err);
    if (code != SCREE_OK) {
        update_free(&u);
        return code;
    }
    take_update(live, &u);
    RETURN_IF_ERR(draw(live, job, err));
    live->changed = touched_texels(live);
    live->ready = true;
    return SCREE_OK;
}

/* ---- results ---- */

uint32_t render_live_width(const struct render_live *live)
{
    return live->width;
}

uint32_t render_live_height(const struct render_live *live)
{
    return live->height;
}

const uint8_t *render_live_picture(const struct render_live *live)
{
    return live->picture;
}

static void win_tile(void *context, size_t index, uint32_t thread)
{
    live_win(context, (uint32_t)index, thread);
}

const uint8_t *render_live_winner(struct render_live *live)
{
    if (!live->ready || live->layer_count > MAX_WINNERS) return NULL;
    parallel_for(live->tiles, live->plan->threads, win_tile, live);
    add_counts(live);
    return live->winner;
}

struct render_crop render_live_changed(const struct render_live *live)
{
    return live->changed;
}

uint32_t render_live_layers(const struct render_live *live)
{
    return live->ready ? live->layer_count : 0;
}

struct scree_live_counts render_live_count(const struct render_live *live)
{
    struct scree_live_counts counts = live->counts;
    counts.bytes = live->bytes;
    return counts;
}

struct layer_plane {
    struct render_live *live;
    const struct render_target *target;
    uint32_t layer;
};

static void put_tile(void *context, size_t index, uint32_t thread)
{
    const struct layer_plane *of = context;
    live_put_layer(of->live, (uint32_t)index, of->target, of->layer, thread);
}

static void put_planes(struct render_live *live, enum scree_plane_kind kind, void *const *planes,
                       uint32_t layer)
{
    const struct render_target target = {.kind = (int)kind, .merge = live->merge, .planes = planes};
    struct layer_plane of = {live, &target, layer};
    parallel_for(live->tiles, live->plan->threads, put_tile, &of);
    add_counts(live);
}

void render_live_layer(struct render_live *live, enum scree_plane_kind kind, uint32_t layer,
                       void *plane)
{
    assert(layer < render_live_layers(live) && kind <= SCREE_EFF_F32);
    live->planes[layer] = plane;
    put_planes(live, kind, live->planes, layer);
    live->planes[layer] = NULL;
}

void render_live_weights(struct render_live *live, enum scree_plane_kind kind, void *const *planes)
{
    assert(render_live_layers(live) > 0 && kind <= SCREE_WEIGHT_F32);
    put_planes(live, kind, planes, 0);
}
