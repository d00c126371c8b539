/* What a live scene keeps: found by the values that decide it, forgotten in the order of last use.
 */
#include "render/live.h"

#include <string.h>

#include "base/mem.h"

/* ---- forgetting ---- */

static uint64_t plane_bytes(const struct render_live *live)
{
    return (uint64_t)live->tiles * live->sample_floats * sizeof(float);
}

/* A plane of samples of all tiles, the spare one if there is one. */
static void free_plane(struct render_live *live, float *plane)
{
    if (plane == NULL) return;
    if (live->spare == NULL) {
        live->spare = plane;
        return;
    }
    live->bytes -= plane_bytes(live);
    mem_free_pixels(plane);
}

static void free_ground(struct render_live *live, struct live_ground *ground)
{
    free_plane(live, ground->rise);
    free_plane(live, ground->slope);
    mem_free_pixels(ground->shine);
    mem_free(ground->rows);
    mem_free(ground->range);
    mem_free(ground->known);
    ter_free(ground->filtered);
}

static void free_own(struct render_live *live, struct live_own *own)
{
    free_plane(live, own->plane);
    mem_free(own->content);
    mem_free(own->known);
    for (uint32_t k = 0; k < live->layer_count; k++)
        if (live->own_of[k] == own) live->own_of[k] = NULL;
}

static void free_noise(struct render_live *live, struct live_noise *noise)
{
    free_plane(live, noise->plane);
    mem_free(noise->known);
}

static void free_values(struct render_live *live, struct live_values *values)
{
    free_plane(live, values->plane);
    mem_free(values->known);
}

static void free_kept(struct render_live *live, struct live_kept *kept)
{
    switch (kept->kind) {
    case LIVE_GROUND:
        free_ground(live, (struct live_ground *)kept);
        break;
    case LIVE_OWN:
        free_own(live, (struct live_own *)kept);
        break;
    case LIVE_NOISE:
        free_noise(live, (struct live_noise *)kept);
        break;
    case LIVE_VALUES:
        free_values(live, (struct live_values *)kept);
        break;
    }
    live->bytes -= kept->bytes;
    mem_free(kept);
}

void live_forget(struct render_live *live)
{
    live->layer_count = 0;
    while (live->kept != NULL) {
        struct live_kept *kept = live->kept;
        live->kept = kept->next;
        free_kept(live, kept);
    }
    for (uint32_t k = 0; k < live->weights_room; k++) mem_free_pixels(live->weights[k]);
    mem_free(live->weights);
    mem_free_pixels(live->bare);
    mem_free_pixels(live->spare);
}

/* Forgets what was not used for longest; false if all of it is in use. */
static bool forget_oldest(struct render_live *live)
{
    struct live_kept **oldest = NULL;
    for (struct live_kept **at = &live->kept; *at != NULL; at = &(*at)->next)
        if ((*at)->used < live->now && (oldest == NULL || (*at)->used <= (*oldest)->used))
            oldest = at;
    if (oldest == NULL) return false;
    struct live_kept *gone = *oldest;
    *oldest = gone->next;
    free_kept(live, gone);
    return true;
}

static void drop_spare(struct render_live *live)
{
    if (live->spare == NULL) return;
    live->bytes -= plane_bytes(live);
    mem_free_pixels(live->spare);
    live->spare = NULL;
}

void live_forget_unused(struct render_live *live)
{
    uint32_t unused = 0;
    for (const struct live_kept *at = live->kept; at != NULL; at = at->next)
        unused += at->used < live->now;
    for (; unused > LIVE_MOST_UNUSED; unused--) forget_oldest(live);
}

/* ---- room ---- */

/* Whether so much more may be kept, once what is not in use has gone as far as it must. */
static bool make_room(struct render_live *live, uint64_t bytes)
{
    if (bytes > live->options.max_bytes) return false;
    while (live->bytes > live->options.max_bytes - bytes) {
        drop_spare(live);
        if (live->bytes <= live->options.max_bytes - bytes) break;
        if (!forget_oldest(live)) return false;
    }
    return true;
}

/* Memory that is not there makes what is not in use go, too. */
static void *pixels(struct render_live *live, size_t count, size_t size)
{
    for (;;) {
        void *memory = mem_alloc_pixels(count, size);
        if (memory != NULL || !forget_oldest(live)) return memory;
    }
}

/* *out stays NULL if there is no room. */
static enum scree_code new_plane(float **out, struct render_live *live, struct scree_error *err)
{
    const uint64_t bytes = plane_bytes(live), most = live->options.max_bytes;
    while (live->spare == NULL) {
        const bool room = bytes <= most && live->bytes <= most - bytes;
        if (room)
            live->spare =
                mem_alloc_pixels((size_t)live->tiles * live->sample_floats, sizeof(float));
        if (live->spare != NULL)
            live->bytes += bytes;
        else if (!forget_oldest(live)) /* whose plane becomes the spare one, if it has any */
            return room ? err_no_memory(err) : SCREE_OK;
    }
    *out = live->spare;
    live->spare = NULL;
    return SCREE_OK;
}

static void add_kept(struct render_live *live, struct live_kept *kept, enum live_kind kind,
                     uint64_t bytes)
{
    kept->kind = kind;
    kept->bytes = bytes;
    kept->used = live->now;
    kept->next = live->kept;
    live->kept = kept;
    live->bytes += bytes;
}

/* ---- terrain ---- */

static enum scree_code new_ground(struct live_ground **out, struct render_live *live,
                                  struct plan_filter filter, struct scree_error *err)
{
    struct live_ground *ground;
    RETURN_IF_ERR(MEM_NEED(&ground, 1, sizeof *ground, err));
    ground->filter = filter;
    ground->filter.how = NULL;
    ground->range = mem_alloc(live->tiles, sizeof *ground->range);
    ground->known = mem_alloc(live->tiles, sizeof *ground->known);
    if (ground->range == NULL || ground->known == NULL) {
        free_ground(live, ground);
        mem_free(ground);
        return err_no_memory(err);
    }
    add_kept(live, &ground->kept, LIVE_GROUND,
             sizeof *ground + live->tiles * (sizeof *ground->range + sizeof *ground->known));
    *out = ground;
    return SCREE_OK;
}

static struct live_ground *find_ground(const struct render_live *live, struct plan_filter filter)
{
    for (struct live_kept *at = live->kept; at != NULL; at = at->next)
        if (at->kind == LIVE_GROUND && plan_same_filter(((struct live_ground *)at)->filter, filter))
            return (struct live_ground *)at;
    return NULL;
}

static void set_filtered(struct render_live *live, struct live_ground *ground,
                         struct ter_field *filtered)
{
    const uint64_t bytes = (uint64_t)live->field->points_x * live->field->points_y * sizeof(float);
    ground->filtered = filtered;
    ground->kept.bytes += bytes;
    live->bytes += bytes;
}

enum scree_code live_ground_get(struct live_ground **out, struct render_live *live,
                                struct plan_filter filter, struct scree_error *err)
{
    struct live_ground *ground = find_ground(live, filter);
    if (ground == NULL) RETURN_IF_ERR(new_ground(&ground, live, filter, err));
    ground->kept.used = live->now;
    if (filter.made != PLAN_AS_IS && ground->filtered == NULL) {
        struct ter_field *filtered;
        const uint64_t points = (uint64_t)live->field->points_x * live->field->points_y;
        (void)make_room(live, points * sizeof(float)); /* it is needed with room or without */
        RETURN_IF_ERR(plan_filter_field(&filtered, live->field, filter, NULL, err));
        set_filtered(live, ground, filtered);
    }
    *out = ground;
    return SCREE_OK;
}

enum scree_code live_take_filtered(struct render_live *live, struct render_live *from,
                                   struct scree_error *err)
{
    struct live_ground *made;
    for (struct live_kept *at = from->kept; at != NULL; at = at->next)
        if (at->kind == LIVE_GROUND && ((struct live_ground *)at)->filtered != NULL)
            RETURN_IF_ERR(new_ground(&made, live, ((struct live_ground *)at)->filter, err));
    for (struct live_kept *at = from->kept; at != NULL; at = at->next) {
        struct live_ground *ground = (struct live_ground *)at;
        if (at->kind != LIVE_GROUND || ground->filtered == NULL) continue;
        set_filtered(live, find_ground(live, ground->filter), ground->filtered);
        ground->filtered = NULL;
    }
    return SCREE_OK;
}

static enum scree_code keep_shine(struct render_live *live, struct live_ground *ground,
                                  struct scree_error *err)
{
    const uint64_t bytes = (uint64_t)live->tiles * live->texel_floats * sizeof(float);
    if (ground->shine != NULL || !make_room(live, bytes)) return SCREE_OK;
    ground->shine = pixels(live, (size_t)live->tiles * live->texel_floats, sizeof(float));
    if (ground->shine == NULL) return err_no_memory(err);
    memset(ground->known, 0, live->tiles * sizeof *ground->known);
    ground->kept.bytes += bytes;
    live->bytes += bytes;
    return SCREE_OK;
}

enum scree_code live_keep_ground(struct render_live *live, struct live_ground *ground,
                                 struct scree_error *err)
{
    if (ground->filter.made == PLAN_AS_IS) RETURN_IF_ERR(keep_shine(live, ground, err));
    if (ground->rows != NULL) return SCREE_OK;
    if (ground->rise == NULL) RETURN_IF_ERR(new_plane(&ground->rise, live, err));
    if (ground->rise == NULL) return SCREE_OK;
    if (ground->slope == NULL) RETURN_IF_ERR(new_plane(&ground->slope, live, err));
    if (ground->slope == NULL) return SCREE_OK;
    const uint64_t bytes = live->tiles * live->tile_rows * sizeof *ground->rows;
    RETURN_IF_ERR(
        MEM_NEED(&ground->rows, live->tiles * live->tile_rows, sizeof *ground->rows, err));
    memset(ground->known, 0, live->tiles * sizeof *ground->known);
    ground->kept.bytes += bytes;
    live->bytes += bytes;
    return SCREE_OK;
}

/* ---- own coverage ---- */

static void make_key(struct live_key *key, const struct render_plan *plan,
                     const struct plan_layer *layer)
{
    memset(key, 0, sizeof *key);
    key->covr = layer->covr;
    key->vari = layer->vari;
    if (layer->terrain > 0) key->smsz = plan->terrains[layer->terrain].filter.size;
    key->ramps = cull_all_ramps(layer);
    for (int i = 0; i < 4; i++) {
        const struct plan_ramp *ramp = i < 2 ? &layer->altitude[i] : &layer->slope[i - 2];
        if (!ramp->on) continue;
        key->limit[i] = ramp->limit;
        key->rate[i] = ramp->rate;
    }
    for (uint32_t i = 0; i < layer->limit_count; i++) {
        const struct plan_limit *from = &layer->limits[i];
        const uint32_t made = plan->sources[from->source].made;
        struct live_limit *const limit = &key->limits[i];
        const bool mask = from->quantity == SRF_MASK;
        *limit = (struct live_limit){(uint32_t)from->quantity + 1,
                                     from->toward,
                                     from->level,
                                     mask       ? plan->masks[made].feather
                                     : made > 0 ? plan->terrains[made].filter.size
                                                : 0.0f,
                                     {from->ramp[0].limit, from->ramp[1].limit},
                                     {from->ramp[0].rate, from->ramp[1].rate},
                                     from->inverted,
                                     {0}};
        if (mask) memcpy(limit->digest, plan->masks[made].picture->identity, sizeof limit->digest);
        if (from->quantity == SRF_NEAR)
            memcpy(limit->digest, plan->terrains[made].filter.digest, sizeof limit->digest);
    }
    if (layer->vari > 0.0f) memcpy(&key->noise, &layer->noise, sizeof key->noise);
}

/* FNV-1a over words. */
static uint64_t hash_of(const struct live_key *key)
{
    _Static_assert(sizeof *key % sizeof(uint32_t) == 0, "hashed by words");
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t at = 0; at < sizeof *key; at += sizeof(uint32_t)) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)key + at, sizeof word);
        hash = (hash ^ word) * UINT64_C(0x100000001b3);
    }
    return hash;
}

struct live_own *live_own_find(struct render_live *live, const struct render_plan *plan,
                               uint32_t layer)
{
    struct live_key key;
    make_key(&key, plan, &plan->layers[layer]);
    const uint64_t hash = hash_of(&key);
    for (struct live_kept *at = live->kept; at != NULL; at = at->next) {
        struct live_own *own = (struct live_own *)at;
        if (at->kind != LIVE_OWN || own->hash != hash || memcmp(&own->key, &key, sizeof key) != 0)
            continue;
        at->used = live->now;
        return own;
    }
    return NULL;
}

static struct live_own *new_own(struct render_live *live)
{
    struct live_own *own = mem_alloc(1, sizeof *own);
    if (own == NULL) return NULL;
    own->content = mem_alloc(live->tiles, sizeof *own->content);
    own->known = mem_alloc(live->tiles, sizeof *own->known);
    if (own->content == NULL || own->known == NULL) {
        mem_free(own->content);
        mem_free(own->known);
        mem_free(own);
        return NULL;
    }
    memset(own->content, 0xff, live->tiles * sizeof *own->content);
    add_kept(live, &own->kept, LIVE_OWN,
             sizeof *own + live->tiles * (sizeof *own->content + sizeof *own->known));
    return own;
}

enum scree_code live_own_take(struct live_own **out, struct render_live *live,
                              const struct render_plan *plan, uint32_t layer,
                              struct live_own *unused, struct scree_error *err)
{
    *out = live_own_find(live, plan, layer);
    if (*out != NULL) return SCREE_OK;
    struct live_own *own = unused != NULL ? unused : new_own(live);
    if (own == NULL) return err_no_memory(err);
    make_key(&own->key, plan, &plan->layers[layer]);
    own->hash = hash_of(&own->key);
    own->serial = ++live->serial;
    own->kept.used = live->now;
    memset(own->known, 0, live->tiles * sizeof *own->known);
    *out = own;
    return SCREE_OK;
}

enum scree_code live_keep_own(struct render_live *live, struct live_own *own,
                              struct scree_error *err)
{
    if (own->plane != NULL) return SCREE_OK;
    RETURN_IF_ERR(new_plane(&own->plane, live, err));
    if (own->plane == NULL) return SCREE_OK;
    /* What is somewhere is evaluated again; its number will be what it was. */
    for (uint32_t t = 0; t < live->tiles; t++) {
        if (own->known[t] && own->content[t] == LIVE_NOTHING) continue;
        own->known[t] = false;
        own->content[t] = LIVE_UNKNOWN;
    }
    return SCREE_OK;
}

/* ---- noise ---- */

struct live_noise *live_noise_find(const struct render_live *live,
                                   const struct noise_fractal *fractal)
{
    for (struct live_kept *at = live->kept; at != NULL; at = at->next) {
        struct live_noise *noise = (struct live_noise *)at;
        if (at->kind != LIVE_NOISE || memcmp(&noise->fractal, fractal, sizeof *fractal) != 0)
            continue;
        at->used = live->now;
        return noise;
    }
    return NULL;
}

enum scree_code live_keep_noise(struct live_noise **out, struct render_live *live,
                                const struct noise_fractal *fractal, struct scree_error *err)
{
    *out = live_noise_find(live, fractal);
    if (*out != NULL) return SCREE_OK;
    float *plane = NULL;
    RETURN_IF_ERR(new_plane(&plane, live, err));
    if (plane == NULL) return SCREE_OK;
    struct live_noise *noise = mem_alloc(1, sizeof *noise);
    bool *known = mem_alloc(live->tiles * live->tile_rows, sizeof *known);
    if (noise == NULL || known == NULL) {
        free_plane(live, plane);
        mem_free(noise);
        mem_free(known);
        return err_no_memory(err);
    }
    memcpy(&noise->fractal, fractal, sizeof *fractal);
    noise->plane = plane;
    noise->known = known;
    add_kept(live, &noise->kept, LIVE_NOISE, sizeof *noise + live->tiles * live->tile_rows);
    *out = noise;
    return SCREE_OK;
}

/* ---- values of quantities ---- */

static float smsz_of(const struct render_plan *plan, uint32_t source)
{
    const uint32_t terrain = plan->sources[source].terrain;
    return terrain > 0 ? plan->terrains[terrain].filter.size : 0.0f;
}

struct live_values *live_values_find(const struct render_live *live, const struct render_plan *plan,
                                     uint32_t source)
{
    for (struct live_kept *at = live->kept; at != NULL; at = at->next) {
        struct live_values *values = (struct live_values *)at;
        if (at->kind != LIVE_VALUES || values->quantity != plan->sources[source].quantity ||
            values->smsz != smsz_of(plan, source))
            continue;
        at->used = live->now;
        return values;
    }
    return NULL;
}

enum scree_code live_keep_values(struct live_values **out, struct render_live *live,
                                 const struct render_plan *plan, uint32_t source,
                                 struct scree_error *err)
{
    *out = live_values_find(live, plan, source);
    if (*out != NULL || plan->sources[source].quantity != SRF_ASPECT) return SCREE_OK;
    float *plane = NULL;
    RETURN_IF_ERR(new_plane(&plane, live, err));
    if (plane == NULL) return SCREE_OK;
    struct live_values *values = mem_alloc(1, sizeof *values);
    bool *known = mem_alloc(live->tiles, sizeof *known);
    if (values == NULL || known == NULL) {
        free_plane(live, plane);
        mem_free(values);
        mem_free(known);
        return err_no_memory(err);
    }
    values->quantity = plan->sources[source].quantity;
    values->smsz = smsz_of(plan, source);
    values->plane = plane;
    values->known = known;
    add_kept(live, &values->kept, LIVE_VALUES, sizeof *values + live->tiles * sizeof *known);
    *out = values;
    return SCREE_OK;
}

/* ---- weights ---- */

static enum scree_code keep_place(struct render_live *live, uint32_t place, bool *kept,
                                  struct scree_error *err)
{
    const uint64_t bytes = (uint64_t)live->tiles * live->texel_floats * sizeof(float);
    *kept = live->weights[place] != NULL || make_room(live, bytes);
    if (!*kept || live->weights[place] != NULL) return SCREE_OK;
    live->weights[place] = pixels(live, (size_t)live->tiles * live->texel_floats, sizeof(float));
    if (live->weights[place] == NULL) return err_no_memory(err);
    live->bytes += bytes;
    return SCREE_OK;
}

enum scree_code live_keep_weights(struct render_live *live, uint32_t layers,
                                  struct scree_error *err)
{
    if (live->weights_room < layers) {
        float **grown = mem_grow(live->weights, live->weights_room, layers, sizeof *grown);
        if (grown == NULL) return err_no_memory(err);
        live->weights = grown;
        live->weights_room = layers;
    }
    bool kept = true;
    for (uint32_t k = 0; k < layers && kept; k++) RETURN_IF_ERR(keep_place(live, k, &kept, err));
    live->weights_kept = kept;
    if (kept && live->bare == NULL) RETURN_IF_ERR(new_plane(&live->bare, live, err));
    if (kept) return SCREE_OK;
    memset(live->weighed, 0, live->tiles * sizeof *live->weighed);
    for (uint32_t k = 0; k < live->weights_room; k++) {
        if (live->weights[k] == NULL) continue;
        mem_free_pixels(live->weights[k]);
        live->weights[k] = NULL;
        live->bytes -= (uint64_t)live->tiles * live->texel_floats * sizeof(float);
    }
    return SCREE_OK;
}
