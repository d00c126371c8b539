/* The map evaluated: coverage of the layers, pictures, and what merging did to the colours. */
#include <string.h>

#include "ground/ground_merge.h"
#include "render/row_stream.h"
#include "ror/ror_plan.h"

enum scree_code ror_make_grid(struct render_plan **out, const struct ror_plan *plan, uint32_t size,
                              struct scree_job *job, struct scree_error *err)
{
    const struct render_how how =
        render_how_of(job, plan->options.level.how.relief, plan->options.level.how.root_density);
    struct render_options options = render_how_options(&how, SCREE_CELLS, size, size);
    options.job = job;
    return render_plan_create(out, plan->inputs.field, plan->inputs.map, &options, err);
}

static uint32_t tile_of(const struct scree_job *job)
{
    return job != NULL ? job->tile : 0;
}

enum scree_code ror_measure(uint64_t *sums, const struct ror_plan *plan, struct scree_job *job,
                            struct scree_error *err)
{
    struct render_stream stream;
    struct render_plan *grid = NULL;
    enum scree_code code = render_stream_create(&stream, 1, err);
    if (code != SCREE_OK) return code;
    stream.step = "measuring layers";
    const struct render_target target = {
        .kind = SCREE_COVERAGE, .merge = plan->groups.all, .sums = sums};
    code = ror_make_grid(&grid, plan, plan->blend_size, job, err);
    if (code == SCREE_OK)
        code = render_stream_run(&stream, grid, &target, 1, tile_of(job), job, err);
    render_plan_free(grid);
    render_stream_free(&stream);
    return code;
}

/* ---- the blend map's texels ---- */

#define MAX_TARGETS (5 + ROR_PICTURES)

/* A pass over them: what is rendered, and what is made of each band's weights. */
struct pass {
    const struct ror_plan *plan;
    struct ror_images *out;
    struct render_stream stream;
    struct render_target targets[MAX_TARGETS];
    size_t target_count;
    struct render_light lights[ROR_PICTURES];
    void **layers, **materials; /* weights of a band, F32; NULL where nobody needs them */
    float *row;                 /* two rows of colours */
    uint8_t **grass;            /* of the list of plants */
};

static struct render_target *add_target(struct pass *pass, enum scree_plane_kind kind,
                                        const struct render_merge *merge)
{
    struct render_target *target = &pass->targets[pass->target_count++];
    *target = (struct render_target){
        .kind = (int)kind, .merge = merge, .planes = pass->stream.rows + pass->stream.count};
    return target;
}

static enum scree_code add_whole(uint8_t **pixels, struct pass *pass, size_t texel_bytes,
                                 struct scree_error *err)
{
    const size_t size = pass->plan->blend_size;
    *pixels = mem_alloc_pixels(size, size * texel_bytes);
    if (*pixels == NULL)
        return err_set(err, SCREE_NO_MEMORY,
                       "no memory for pictures of %zu x %zu texels; choose a smaller {blend_size}",
                       size, size);
    render_stream_add_whole(&pass->stream, (uint32_t)size, texel_bytes, *pixels);
    return SCREE_OK;
}

static enum scree_code add_pictures(struct pass *pass, struct scree_error *err)
{
    const struct ror_plan *plan = pass->plan;
    for (int i = 0; i < ROR_PICTURES; i++) {
        struct ror_picture *picture = &pass->out->pictures[i];
        if (picture->size != plan->blend_size) continue;
        pass->lights[i] = (struct render_light)RENDER_LIGHT_DEFAULT;
        pass->lights[i].lit = picture->lit;
        struct render_target *target = add_target(pass, SCREE_PICTURE_RGB8, plan->groups.all);
        target->light = &pass->lights[i];
        target->strips = picture->lit ? plan->paint : NULL;
        RETURN_IF_ERR(add_whole(&picture->rgb, pass, 3, err));
    }
    return SCREE_OK;
}

/* Images whose bytes come out of the renderer, or whose room does. */
static enum scree_code add_images(struct pass *pass, struct scree_error *err)
{
    const struct ror_groups *groups = &pass->plan->groups;
    const bool rendered = !pass->plan->has_base;
    const uint32_t layers = groups->merge->count + (rendered ? 0 : 1);
    if (rendered) add_target(pass, SCREE_BLEND_RGBA8, groups->merge);
    for (int i = 0; i < (layers > 5 ? 2 : 1); i++)
        RETURN_IF_ERR(add_whole(&pass->out->blend[i], pass, 4, err));
    add_target(pass, SCREE_WINNER_U8, pass->plan->grounds.uses);
    RETURN_IF_ERR(add_whole(&pass->out->winners, pass, 1, err));
    return add_pictures(pass, err);
}

static void **add_weights(struct pass *pass, const struct render_merge *merge)
{
    void **planes = pass->stream.rows + pass->stream.count;
    add_target(pass, SCREE_WEIGHT_F32, merge);
    for (uint32_t i = 0; i < merge->count; i++)
        render_stream_add_band(&pass->stream, pass->plan->blend_size, sizeof(float));
    return planes;
}

/* ---- a band ---- */

/* colours[c * size + x] += the colours of a row's texels, each channel a sum in the planes' order. */
static void add_colours(float *colours, size_t size, const float *weights, const float colour[3])
{
    for (size_t c = 0; c < 3; c++) {
        float *out = colours + c * size;
        for (size_t x = 0; x < size; x++) out[x] += weights[x] * colour[c];
    }
}

/* How far the colours of a row are off where its layers are shown with their materials' colours. */
static void add_errors(struct pass *pass, size_t at)
{
    const struct ror_plan *plan = pass->plan;
    const size_t size = plan->blend_size;
    float *own = pass->row, *merged = own + 3 * size;
    memset(own, 0, 6 * size * sizeof *own);
    for (uint32_t k = 0; k < plan->groups.all->count; k++) {
        float colour[3];
        ground_layer_colour(colour, plan->inputs.map->layers[k]);
        add_colours(own, size, (const float *)pass->layers[k] + at, colour);
    }
    for (uint32_t m = 0; m < plan->groups.merge->count; m++)
        add_colours(merged, size, (const float *)pass->materials[m] + at,
                    plan->materials.list[m].colour);
    for (size_t x = 0; x < size; x++) {
        unsigned worst = 0;
        for (size_t c = 0; c < 3; c++) {
            const int off =
                (int)ground_shown(own[c * size + x]) - (int)ground_shown(merged[c * size + x]);
            const unsigned error = (unsigned)(off < 0 ? -off : off);
            worst = error > worst ? error : worst;
        }
        pass->out->error_sum += worst;
        if (worst > pass->out->max_error) pass->out->max_error = worst;
    }
}

/* The base colour below, the materials over it with a part of their weights. */
static void put_details(struct pass *pass, size_t at, size_t out)
{
    float weights[ROR_LAYERS_NO_SHADOWS];
    uint8_t alphas[8] = {0};
    const uint32_t count = pass->plan->groups.merge->count;
    weights[0] = 1.0f - ROR_DETAIL;
    for (uint32_t m = 0; m < count; m++)
        weights[m + 1] = ROR_DETAIL * ((const float *)pass->materials[m])[at];
    render_blend(alphas, weights, count + 1);
    for (int i = 0; i < 2; i++)
        if (pass->out->blend[i] != NULL) memcpy(pass->out->blend[i] + 4 * out, alphas + 4 * i, 4);
}

/* Grasses of the list of plants. */
static size_t tufts_of(const struct ror_plan *plan)
{
    return plan->plants.list != NULL ? plan->plants.list->grass_count : 0;
}

static enum scree_code look(void *context, uint32_t first, uint32_t rows, struct scree_error *err)
{
    (void)err;
    struct pass *pass = context;
    const struct ror_plan *plan = pass->plan;
    const size_t size = plan->blend_size, count = rows * size, base = first * size;
    if (pass->row != NULL)
        for (size_t at = 0; at < count; at += size) add_errors(pass, at);
    if (plan->has_base)
        for (size_t at = 0; at < count; at++) put_details(pass, at, base + at);
    if (tufts_of(plan) > 0) {
        struct ror_plan_grass to = {plan->plants.list, pass->grass,
                                    (const float *const *)pass->layers};
        for (size_t at = 0; at < count; at++) ror_cover_grass(&to, at, base + at);
    }
    for (size_t g = 0; g < plan->options.grass_count; g++) {
        const float *weights = pass->layers[plan->grass_layer[g]];
        uint8_t *grass = pass->out->grass[g] + base;
        for (size_t at = 0; at < count; at++) grass[at] = (uint8_t)(weights[at] * 255.0f + 0.5f);
    }
    return SCREE_OK;
}

/* ---- the pass ---- */

static enum scree_code prepare(struct pass *pass, uint64_t *sums, struct scree_error *err)
{
    const struct ror_plan *plan = pass->plan;
    const struct ror_groups *groups = &plan->groups;
    const size_t size = plan->blend_size;
    const size_t grass = plan->options.grass_count + tufts_of(plan);
    const bool errors = sums == NULL;
    const size_t most = 3 + ROR_PICTURES + groups->all->count + groups->merge->count;
    RETURN_IF_ERR(render_stream_create(&pass->stream, most, err));
    RETURN_IF_ERR(add_images(pass, err));
    bool good = true;
    if (errors || plan->has_base || grass > 0) {
        pass->layers = pass->materials = add_weights(pass, groups->all);
        if (errors) pass->materials = add_weights(pass, groups->merge);
        pass->stream.look = look;
        pass->stream.look_context = pass;
    }
    if (errors) good = (pass->row = mem_alloc(6 * size, sizeof *pass->row)) != NULL;
    if (!errors) add_target(pass, SCREE_COVERAGE, groups->all)->sums = sums;
    for (size_t g = 0; g < plan->options.grass_count && good; g++)
        good = (pass->out->grass[g] = mem_alloc_pixels(size, size)) != NULL;
    for (size_t g = 0; g < tufts_of(plan) && good; g++)
        if (plan->plants.list->grasses[g].ror_material != NULL)
            good = (pass->grass[g] = mem_alloc_pixels(size, size)) != NULL;
    return good ? SCREE_OK
                : err_set(
                      err, SCREE_NO_MEMORY,
                      "no memory for pictures of %zu x %zu texels; choose a smaller {blend_size}",
                      size, size);
}

enum scree_code ror_evaluate(struct ror_plan *plan, uint64_t *sums, struct scree_job *job,
                             struct scree_error *err)
{
    struct pass pass = {.plan = plan, .out = &plan->images, .grass = plan->plants.grass};
    struct render_plan *grid = NULL;
    enum scree_code code;
    FAIL_IF_ERR(code, prepare(&pass, sums, err));
    FAIL_IF_ERR(code, ror_make_grid(&grid, plan, plan->blend_size, job, err));
    code = render_stream_run(&pass.stream, grid, pass.targets, pass.target_count, tile_of(job), job,
                             err);

fail:
    render_plan_free(grid);
    mem_free(pass.row);
    render_stream_free(&pass.stream);
    return code;
}

/* ---- pictures of their own sizes ---- */

/* All that are as large as the first of pictures[0 .. count) and yet to be made. */
static enum scree_code paint(struct render_stream *stream, struct ror_picture *pictures,
                             size_t count, const struct ror_plan *plan, struct scree_job *job,
                             struct scree_error *err)
{
    const uint32_t size = pictures[0].size;
    struct render_target targets[ROR_PICTURES];
    struct render_light lights[ROR_PICTURES];
    struct render_plan *grid;
    for (size_t i = 0; i < count; i++) {
        if (pictures[i].size != size || pictures[i].rgb != NULL) continue;
        const size_t n = stream->count;
        pictures[i].rgb = mem_alloc_pixels((size_t)size * size, 3);
        if (pictures[i].rgb == NULL) return err_no_memory(err);
        lights[n] = (struct render_light)RENDER_LIGHT_DEFAULT;
        lights[n].lit = pictures[i].lit;
        targets[n] = (struct render_target){.kind = SCREE_PICTURE_RGB8,
                                            .merge = plan->groups.all,
                                            .planes = stream->rows + n,
                                            .light = &lights[n],
                                            .strips = pictures[i].lit ? plan->paint : NULL};
        render_stream_add_whole(stream, size, 3, pictures[i].rgb);
    }
    RETURN_IF_ERR(ror_make_grid(&grid, plan, size, job, err));
    const enum scree_code code =
        render_stream_run(stream, grid, targets, stream->count, tile_of(job), job, err);
    render_plan_free(grid);
    return code;
}

enum scree_code ror_paint(struct ror_picture *pictures, size_t count, const struct ror_plan *plan,
                          struct scree_job *job, struct scree_error *err)
{
    for (size_t i = 0; i < count; i++) {
        if (pictures[i].size == 0 || pictures[i].rgb != NULL) continue;
        struct render_stream stream;
        RETURN_IF_ERR(render_stream_create(&stream, ROR_PICTURES, err));
        const enum scree_code code = paint(&stream, pictures + i, count - i, plan, job, err);
        render_stream_free(&stream);
        if (code != SCREE_OK) return code;
    }
    return SCREE_OK;
}

/* ---- ground models that change less often than layers ---- */

enum scree_code ror_calm(struct ror_plan *plan, uint8_t *ids, uint32_t size,
                         struct scree_error *err)
{
    uint8_t same[256];
    for (unsigned i = 0; i < 256; i++) same[i] = (uint8_t)i;
    const struct ground_grip grip = {.ids = ids,
                                     .size = size,
                                     .square_m = (double)plan->world.world_m / size,
                                     .grip = same,
                                     .grips = plan->grounds.uses->count,
                                     .of_grip = same,
                                     .reach_m = GROUND_CALM_M};
    RETURN_IF_ERR(ground_remove_speckles(ids, size, plan->options.level.min_area,
                                         &plan->grounds.areas, &plan->grounds.speckles, err));
    return ground_ride_make(&plan->grounds.ride, &grip, plan->options.level.grip == SCREE_GRIP_FINE,
                            err);
}
