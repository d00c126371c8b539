/* Blend maps and landuse of a terrain that exists: read as they are, and made anew. */
#include <string.h>

#include "render/row_stream.h"
#include "ror/ror_into.h"

#define MAX_BYTES ((uint64_t)1 << 30)
#define MAX_PIXELS ((uint64_t)16384 * 16384)
/* What a layer that is wholly covered counts below what covers it, so that its alpha goes on there. */
#define HIDDEN 1e-6f
#define COLOURS ((uint32_t)1 << 24)

/* ---- reading ---- */

static enum scree_code refuse(struct scree_error *err, enum scree_code code, const char *file,
                              const char *text)
{
    err_set(err, code, "%s; nothing was changed", text);
    return err_set_file(err, file);
}

static enum scree_code take(struct ror_into_picture *out, const char *name,
                            const struct image_picture *picture, struct scree_error *err)
{
    const size_t count = picture->width * picture->height * picture->channels;
    if (picture->bits != 8) return refuse(err, SCREE_UNSUPPORTED, name, "has 16 bits, expected 8");
    if (picture->width != picture->height || picture->width < 2)
        return refuse(err, SCREE_UNSUPPORTED, name, "is not a square picture");
    out->size = (uint32_t)picture->width;
    out->channels = picture->channels;
    out->before = mem_alloc_pixels(count, 1);
    out->after = mem_alloc_pixels(count, 1);
    if (out->before == NULL || out->after == NULL) return err_no_memory(err);
    for (size_t i = 0; i < count; i++) out->before[i] = (uint8_t)picture->samples[i];
    memcpy(out->after, out->before, count);
    return SCREE_OK;
}

static enum scree_code read_picture(struct ror_into_picture *out, const struct ror_target *target,
                                    const char *name, struct scree_error *err)
{
    struct image_picture picture;
    enum scree_code code = file_read_in(&out->bytes, target->level.path, name, MAX_BYTES, err);
    if (code == SCREE_OK)
        code = image_read_png_memory(&picture, out->bytes.data, out->bytes.size, MAX_PIXELS, err);
    if (code == SCREE_OK) {
        code = take(out, name, &picture, err);
        image_picture_free(&picture);
    }
    return code == SCREE_OK ? SCREE_OK : err_set_file(err, name);
}

static enum scree_code check_channels(const struct ror_into *into, struct scree_error *err)
{
    const struct ror_target *target = into->target;
    for (size_t k = 1; k < target->layer_count; k++) {
        const struct ror_target_layer *layer = &target->layers[k];
        const unsigned channels = into->maps[layer->map].channels;
        const bool good =
            channels >= 3 ? layer->channel < channels : channels == 1 && layer->channel == 0;
        if (!good)
            return refuse(err, SCREE_UNSUPPORTED, target->maps[layer->map],
                          "lacks a channel that the page names");
    }
    return SCREE_OK;
}

enum scree_code ror_into_read_pictures(struct ror_into *into, struct scree_error *err)
{
    const struct ror_target *target = into->target;
    for (size_t i = 0; i < target->map_count; i++) {
        RETURN_IF_ERR(read_picture(&into->maps[i], target, target->maps[i], err));
        if (into->maps[i].size != into->maps[0].size)
            return refuse(err, SCREE_UNSUPPORTED, target->maps[i],
                          "has another size than the first blend map");
    }
    into->size = into->maps[0].size;
    RETURN_IF_ERR(check_channels(into, err));
    if (target->landuse_picture != NULL) {
        RETURN_IF_ERR(read_picture(&into->landuse, target, target->landuse_picture, err));
        if (into->landuse.channels < 3)
            return refuse(err, SCREE_UNSUPPORTED, target->landuse_picture, "has no colours");
    }
    const size_t count = (size_t)into->size * into->size;
    const size_t landuse = (size_t)into->landuse.size * into->landuse.size;
    into->changes = mem_alloc_pixels(count, 1);
    into->before = mem_alloc_pixels(count, 1);
    into->after = mem_alloc_pixels(count, 1);
    into->landuse_changes = mem_alloc_pixels(landuse, 1);
    into->uses_before = mem_alloc_pixels(landuse, 1);
    into->uses_after = mem_alloc_pixels(landuse, 1);
    if (into->changes != NULL && into->before != NULL && into->after != NULL &&
        into->landuse_changes != NULL && into->uses_before != NULL && into->uses_after != NULL)
        return SCREE_OK;
    return err_no_memory(err);
}

/* ---- blend maps ---- */

struct blending {
    struct ror_into *into;
    struct render_stream stream;
    void **weights, **reach; /* of a band, by material */
};

/* Alphas of a texel from the weights of the terrain's layers, from the top down: what rounding takes
 * from one is given to those below. */
static void put_texel(struct ror_into *into, size_t at, const double *weights)
{
    const struct ror_target *target = into->target;
    double below[ROR_INTO_LAYERS], sum = 0, rest = 1.0;
    size_t most = 0;
    for (size_t k = 0; k < target->layer_count; k++) below[k] = sum += weights[k];
    for (size_t k = target->layer_count; k-- > 1;) {
        const struct ror_target_layer *layer = &target->layers[k];
        struct ror_into_picture *map = &into->maps[layer->map];
        const bool seen = rest > 0 && below[k] * 512 >= sum;
        const double of = seen ? rest * sum : below[k];
        const double alpha = of > 0 ? weights[k] / of : 0;
        double code = alpha / layer->opacity * 255.0 + 0.5;
        if (code > 255.0) code = 255.0;
        const uint8_t byte = (uint8_t)code;
        map->after[at * map->channels + layer->channel] = byte;
        rest *= 1.0 - byte / 255.0 * layer->opacity;
    }
    for (size_t k = 0; k < target->layer_count; k++)
        if (weights[k] >= weights[most]) most = k;
    into->after[at] = (uint8_t)most;
}

/* The new weights of a texel of which at_band is its place in the band. */
static void blend_texel(const struct blending *b, size_t at_band, size_t at)
{
    struct ror_into *into = b->into;
    const struct ror_target *target = into->target;
    double old[ROR_INTO_LAYERS], weights[ROR_INTO_LAYERS] = {0}, pictures = 0;
    ror_into_weights(old, into, at);
    for (size_t k = 0; k < target->layer_count; k++)
        if (target->layers[k].is_picture) pictures += weights[k] = old[k];
    for (uint32_t m = 0; m < into->merge->count; m++) {
        const double visible = (double)((const float *)b->weights[m])[at_band];
        const double reach = (double)((const float *)b->reach[m])[at_band];
        weights[into->layer_of_material[m]] +=
            (1.0 - pictures) * (visible + (double)HIDDEN * reach);
    }
    put_texel(into, at, weights);
}

static enum scree_code look(void *context, uint32_t first, uint32_t rows, struct scree_error *err)
{
    (void)err;
    const struct blending *b = context;
    const size_t size = b->into->size, base = first * size;
    for (size_t i = 0; i < rows * size; i++)
        if (b->into->changes[base + i] != 0)
            blend_texel(b, i, base + i);
        else
            b->into->after[base + i] = b->into->before[base + i];
    return SCREE_OK;
}

static void **add_planes(struct blending *b, struct render_target *target,
                         enum scree_plane_kind kind)
{
    void **planes = b->stream.rows + b->stream.count;
    *target = (struct render_target){.kind = (int)kind, .merge = b->into->merge, .planes = planes};
    for (uint32_t m = 0; m < b->into->merge->count; m++)
        render_stream_add_band(&b->stream, b->into->size, sizeof(float));
    return planes;
}

enum scree_code ror_into_blend(struct ror_into *into, struct scree_job *job,
                               struct scree_error *err)
{
    struct blending b = {.into = into};
    struct render_target targets[2];
    struct render_plan *grid = NULL;
    RETURN_IF_ERR(render_stream_create(&b.stream, 2 * (size_t)into->merge->count, err));
    b.weights = add_planes(&b, &targets[0], SCREE_WEIGHT_F32);
    b.reach = add_planes(&b, &targets[1], SCREE_EFF_F32);
    b.stream.look = look;
    b.stream.look_context = &b;
    enum scree_code code = ror_make_grid(&grid, &into->plan, into->size, job, err);
    if (code == SCREE_OK)
        code =
            render_stream_run(&b.stream, grid, targets, 2, job != NULL ? job->tile : 0, job, err);
    render_plan_free(grid);
    render_stream_free(&b.stream);
    return code;
}

/* ---- landuse ---- */

static enum scree_code evaluate(struct ror_into *into, struct scree_job *job,
                                struct scree_error *err)
{
    struct render_stream stream;
    struct render_plan *grid = NULL;
    RETURN_IF_ERR(render_stream_create(&stream, 1, err));
    const struct render_target target = {
        .kind = SCREE_WINNER_U8, .merge = into->plan.grounds.uses, .planes = stream.rows};
    render_stream_add_whole(&stream, into->landuse.size, 1, into->uses_after);
    enum scree_code code = ror_make_grid(&grid, &into->plan, into->landuse.size, job, err);
    if (code == SCREE_OK)
        code = render_stream_run(&stream, grid, &target, 1, job != NULL ? job->tile : 0, job, err);
    render_plan_free(grid);
    render_stream_free(&stream);
    return code;
}

/* Whether a ground model has the colour, or a texel that has none: the game's default drives there. */
static bool is_taken(const struct ror_into *into, const uint8_t rgb[3])
{
    const struct ror_into_picture *picture = &into->landuse;
    const size_t count = (size_t)picture->size * picture->size;
    for (size_t u = 0; u < into->use_count; u++)
        if (memcmp(into->uses[u].rgb, rgb, 3) == 0) return true;
    for (size_t at = 0; at < count; at++)
        if (into->uses_before[at] == ROR_INTO_USES &&
            memcmp(picture->before + at * picture->channels, rgb, 3) == 0)
            return true;
    return false;
}

/* Colour i of all that there are: first those that differ well, then each once. */
static void get_colour(uint8_t rgb[3], uint32_t i)
{
    if (i < ROR_MAX_USES) {
        render_index_colour(rgb, i);
        return;
    }
    rgb[0] = (uint8_t)(i * 7 + (i >> 8));
    rgb[1] = (uint8_t)(i * 13 + (i >> 16));
    rgb[2] = (uint8_t)i;
}

/* The landuse's number of a ground model: the first colour that has it, or a new one. */
static enum scree_code find_use(struct ror_into *into, uint32_t model, struct scree_error *err)
{
    const char *name = into->plan.grounds.uses->names[model];
    size_t u = 0;
    while (u < into->use_count && strcmp(into->uses[u].model, name) != 0) u++;
    into->use_of_model[model] = (uint8_t)u;
    if (u < into->use_count) return SCREE_OK;
    uint32_t i = into->use_count + 1 < ROR_INTO_USES ? 0 : COLOURS;
    uint8_t rgb[3] = {0};
    for (; i < COLOURS; i++) {
        get_colour(rgb, i);
        if (!is_taken(into, rgb)) break;
    }
    if (i == COLOURS)
        return refuse(err, SCREE_LIMIT, into->target->landuse, "has no room for another colour");
    struct ror_target_use *use = &into->uses[into->use_count];
    memcpy(use->rgb, rgb, sizeof rgb);
    use->model = name;
    into->use_count++;
    return SCREE_OK;
}

enum scree_code ror_into_landuse(struct ror_into *into, struct scree_job *job,
                                 struct scree_error *err)
{
    struct ror_into_picture *picture = &into->landuse;
    const size_t count = (size_t)picture->size * picture->size;
    bool needed[256] = {false};
    if (picture->size == 0) return SCREE_OK;
    RETURN_IF_ERR(evaluate(into, job, err));
    RETURN_IF_ERR(ror_calm(&into->plan, into->uses_after, picture->size, err));
    for (size_t at = 0; at < count; at++)
        if (into->landuse_changes[at] != 0) needed[into->uses_after[at]] = true;
    for (uint32_t m = 0; m < into->plan.grounds.uses->count; m++)
        if (needed[m]) RETURN_IF_ERR(find_use(into, m, err));
    for (size_t at = 0; at < count; at++) {
        if (into->landuse_changes[at] == 0) {
            into->uses_after[at] = into->uses_before[at];
            continue;
        }
        uint8_t *texel = picture->after + at * picture->channels;
        into->uses_after[at] = into->use_of_model[into->uses_after[at]];
        memcpy(texel, into->uses[into->uses_after[at]].rgb, 3);
        if (picture->channels == 4) texel[3] = 255;
    }
    return SCREE_OK;
}
