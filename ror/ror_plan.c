/* The stages of a plan, in their order. */
#include "ror/ror_plan.h"

#include <string.h>

#include "ground/ground_beds.h"
#include "image/image.h"
#include "inputs/materials.h"

#define MIN_SIDE 64 /* of pictures that are asked for */
#define MAX_SIDE 16384
#define MIN_BLEND 1024
#define MAX_BLEND 4096
#define BASE_COLOUR_SIZE 2048

/* ---- what the caller gave, kept ---- */

static enum scree_code keep_given(struct ror_plan *plan, struct scree_error *err)
{
    struct mem_arena *arena = &plan->arena;
    RETURN_IF_ERR(ground_keep_options(&plan->options.level, arena, err));
    plan->options.grass = NULL;
    RETURN_IF_ERR(inputs_keep_path(&plan->inputs.terrain_file, NULL, arena, err));
    RETURN_IF_ERR(inputs_keep_path(&plan->inputs.surface_file, NULL, arena, err));
    RETURN_IF_ERR(inputs_keep_path(&plan->models.file, NULL, arena, err));
    return inputs_keep_path(&plan->groups.file, NULL, arena, err);
}

/* ---- choices that need no evaluation ---- */

static enum scree_code choose_sizes(struct ror_plan *plan, struct scree_error *err)
{
    const struct scree_ror_options *options = &plan->options;
    plan->limit = options->shadows_off ? ROR_LAYERS_NO_SHADOWS : ROR_LAYERS;
    if (plan->has_base) plan->limit--;
    const uint32_t cells = plan->world.points - 1;
    const uint32_t fitting = cells < MIN_BLEND ? MIN_BLEND : cells < MAX_BLEND ? cells : MAX_BLEND;
    plan->blend_size = options->blend_size != 0 ? options->blend_size : fitting;
    const uint32_t bake =
        options->level.bake_size != 0 ? options->level.bake_size : BASE_COLOUR_SIZE;
    plan->images.pictures[ROR_PICTURE_MINI] =
        (struct ror_picture){.size = ROR_MINI_SIZE, .lit = true};
    plan->images.pictures[ROR_PICTURE_BASE].size = plan->has_base ? bake : 0;
    const uint32_t largest = plan->has_base && bake > plan->blend_size ? bake : plan->blend_size;
    if (((uint64_t)largest * 4 + 1) * largest <= (uint64_t)IMAGE_PNG8_MAX_BYTES) return SCREE_OK;
    return err_set_option(err, largest == plan->blend_size ? "blend_size" : "bake_size",
                          "%u x %u texels are too many for an RGBA PNG; choose a smaller "
                          "{blend_size} or {bake_size}",
                          (unsigned)largest, (unsigned)largest);
}

/* Grass takes the ground's colour. */
static void choose_tint(struct ror_plan *plan)
{
    const struct plants_list *list = plan->plants.list;
    for (size_t g = 0; list != NULL && g < list->grass_count; g++)
        if (list->grasses[g].ror_material != NULL)
            plan->images.pictures[ROR_PICTURE_TINT].size = ROR_TINT_SIZE;
}

static enum scree_code find_grass(struct ror_plan *plan, struct scree_error *err)
{
    const struct scree_ror_options *options = &plan->options;
    if (options->grass_count > ROR_MAX_GRASS)
        return err_set_option(err, "grass", "{grass}: %d layers at most", ROR_MAX_GRASS);
    for (size_t i = 0; i < options->grass_count; i++)
        RETURN_IF_ERR(
            materials_find(&plan->grass_layer[i], plan->inputs.map, options->grass[i], err));
    return SCREE_OK;
}

static bool is_side(uint32_t texels)
{
    return texels >= MIN_SIDE && texels <= MAX_SIDE;
}

/* A base colour may come by the rule. */
static bool may_add_base(const struct scree_level_options *level)
{
    return level->base_colour == SCREE_BASE_COLOUR_AUTO && level->depth == RENDER_NO_DEPTH;
}

static enum scree_code refuse_bake_size(const struct scree_level_options *level,
                                        struct scree_error *err)
{
    return err_set_option(
        err, "bake_size", "{bake_size} is the size of the picture that {base_colour} makes; %s",
        level->base_colour == SCREE_BASE_COLOUR_NONE ? "leave {no_base_colour} out" : "add that");
}

static enum scree_code check_options(const struct scree_ror_options *options,
                                     const struct inputs_given *given, struct scree_error *err)
{
    RETURN_IF_ERR(materials_check_depth(given->materials, options->level.depth, err));
    const bool has_base = options->level.base_colour == SCREE_BASE_COLOUR_PICTURE;
    if (options->level.bake_size != 0 && !has_base &&
        (given->materials != NULL || !may_add_base(&options->level)))
        return refuse_bake_size(&options->level, err);
    if (options->level.title != NULL &&
        options->level.title[strcspn(options->level.title, "\r\n")] != '\0')
        return err_set_option(err, "title", "{title}: expected one line of UTF-8");
    if (options->level.author != NULL &&
        options->level.author[strcspn(options->level.author, "\r\n")] != '\0')
        return err_set_option(err, "author", "{author}: expected a name in one line of UTF-8");
    if (options->blend_size != 0 && !is_side(options->blend_size))
        return err_set_option(err, "blend_size", "{blend_size} is %u, expected %d to %d texels",
                              (unsigned)options->blend_size, MIN_SIDE, MAX_SIDE);
    if (options->level.bake_size != 0 && !is_side(options->level.bake_size))
        return err_set_option(err, "bake_size", "{bake_size} is %u, expected %d to %d texels",
                              (unsigned)options->level.bake_size, MIN_SIDE, MAX_SIDE);
    return ground_check_options(&options->level, err);
}

/* ---- the stages ---- */

static enum scree_code decide(struct ror_plan *plan, const struct inputs_given *given,
                              struct scree_job *job, struct scree_error *err)
{
    const struct scree_ror_options *options = &plan->options;
    RETURN_IF_ERR(check_options(options, given, err));
    plan->has_base = options->level.base_colour == SCREE_BASE_COLOUR_PICTURE;
    RETURN_IF_ERR(
        ground_own_list(&plan->materials.own, options->level.textures, &plan->arena, err));
    RETURN_IF_ERR(ground_choose_name(plan->name, options->level.name, options->level.output, err));
    RETURN_IF_ERR(
        roads_of_level(&plan->roads, &plan->own_roads, &plan->inputs, given->roads, job, err));
    RETURN_IF_ERR(ror_make_world(&plan->world, &plan->inputs, plan->roads, options, job, err));
    RETURN_IF_ERR(choose_sizes(plan, err));
    RETURN_IF_ERR(ror_show_roads(plan, err));
    RETURN_IF_ERR(find_grass(plan, err));
    RETURN_IF_ERR(plants_list_make(&plan->plants.list, plan->inputs.map, given->plants,
                                   options->level.plants_set, err));
    choose_tint(plan);
    if (given->own != NULL)
        RETURN_IF_ERR(ror_read_models(&plan->models, &plan->arena, given->own, err));
    RETURN_IF_ERR(render_merge_depth(&plan->groups.all, plan->inputs.map, UINT32_MAX, err));
    if (given->materials != NULL)
        RETURN_IF_ERR(ror_read_groups(&plan->groups, plan, given->materials, err));
    RETURN_IF_ERR(ror_choose_grounds(&plan->grounds, &plan->arena, plan, err));
    return keep_given(plan, err);
}

/* Where too much shows another layer's texture there is a base colour, and room for one layer less. */
static enum scree_code add_base(struct ror_plan *plan, struct scree_error *err)
{
    const struct scree_ror_options *options = &plan->options;
    if (!may_add_base(&options->level)) return SCREE_OK;
    if (plan->groups.step_count == 0 || !(ror_share(plan, plan->materials.moved) > ROR_BASE_FROM))
        return options->level.bake_size != 0 ? refuse_bake_size(&options->level, err) : SCREE_OK;
    plan->base_by_rule = true;
    plan->moved_without = plan->materials.moved;
    plan->has_base = true;
    RETURN_IF_ERR(choose_sizes(plan, err));
    choose_tint(plan);
    render_merge_free(plan->groups.merge);
    plan->groups.merge = NULL;
    ground_own_forget(&plan->materials.own);
    plan->materials = (struct ror_materials){.own = plan->materials.own};
    RETURN_IF_ERR(ror_merge_layers(&plan->groups, &plan->arena, plan, err));
    return ror_choose_materials(&plan->materials, &plan->arena, plan, err);
}

/* In a world with water not all ground is as important. */
static enum scree_code weigh(struct ror_plan *plan, struct scree_error *err)
{
    if (!plan->options.level.has_water) return SCREE_OK;
    plan->weights = mem_arena_alloc(&plan->arena, plan->groups.all->count, sizeof *plan->weights);
    if (plan->weights == NULL) return err_no_memory(err);
    ground_beds_weigh(plan->weights, plan->inputs.map, plan->inputs.field,
                      plan->options.level.water_m);
    return SCREE_OK;
}

/*
 * Once over the blend map's texels where each layer is a material of its own. Twice where layers are
 * merged: by the rule, which groups there are follows from the coverage of the whole map, and with
 * a list, how far the colours are off does.
 */
static enum scree_code evaluate(struct ror_plan *plan, struct scree_job *job,
                                struct scree_error *err)
{
    const uint32_t count = plan->groups.all->count;
    plan->layer_sums = mem_arena_alloc(&plan->arena, count, sizeof *plan->layer_sums);
    if (plan->layer_sums == NULL) return err_no_memory(err);
    const bool listed = plan->groups.merge != NULL;
    if (!listed) RETURN_IF_ERR(weigh(plan, err));
    /* Enough room for all: the rule does not ask for the coverage. */
    if (!listed && count <= plan->limit && plan->options.level.depth == RENDER_NO_DEPTH)
        RETURN_IF_ERR(ror_merge_layers(&plan->groups, &plan->arena, plan, err));
    const bool once = plan->groups.merge != NULL && !ror_is_merged(&plan->groups);
    if (once)
        RETURN_IF_ERR(ror_evaluate(plan, plan->layer_sums, job, err));
    else
        RETURN_IF_ERR(ror_measure(plan->layer_sums, plan, job, err));
    if (plan->groups.merge == NULL)
        RETURN_IF_ERR(ror_merge_layers(&plan->groups, &plan->arena, plan, err));
    RETURN_IF_ERR(ror_choose_materials(&plan->materials, &plan->arena, plan, err));
    if (!listed) RETURN_IF_ERR(add_base(plan, err));
    return once ? SCREE_OK : ror_evaluate(plan, NULL, job, err);
}

enum scree_code ror_plan_create(struct ror_plan **out, const struct inputs *inputs,
                                const struct scree_ror_options *options,
                                const struct inputs_given *given, struct scree_job *job,
                                struct scree_error *err)
{
    *out = NULL;
    struct ror_plan *plan;
    RETURN_IF_ERR(MEM_NEED(&plan, 1, sizeof *plan, err));
    plan->options = *options;
    plan->inputs = *inputs;
    enum scree_code code = decide(plan, given, job, err);
    if (code == SCREE_OK) code = evaluate(plan, job, err);
    if (code == SCREE_OK) code = ror_calm(plan, plan->images.winners, plan->blend_size, err);
    if (code == SCREE_OK) ror_pave(plan);
    if (code == SCREE_OK) code = ror_lay_roads(plan, job, err);
    if (code == SCREE_OK) code = ror_place_plants(plan, job, err);
    if (code == SCREE_OK) ror_place_shop(plan);
    if (code != SCREE_OK) {
        ror_plan_free(plan);
        return code;
    }
    *out = plan;
    return SCREE_OK;
}

void ror_plan_free(struct ror_plan *plan)
{
    if (plan == NULL) return;
    struct ror_images *images = &plan->images;
    for (int i = 0; i < 2; i++) mem_free_pixels(images->blend[i]);
    for (int i = 0; i < ROR_MAX_GRASS; i++) mem_free_pixels(images->grass[i]);
    for (int i = 0; i < ROR_PICTURES; i++) mem_free_pixels(images->pictures[i].rgb);
    mem_free_pixels(images->winners);
    ror_plants_free(&plan->plants);
    ror_strips_free(plan);
    roads_free(plan->own_roads);
    mem_free(plan->world.heights);
    file_bytes_free(&plan->models.bytes);
    render_merge_free(plan->groups.merge);
    render_merge_free(plan->groups.all);
    render_merge_free(plan->grounds.uses);
    mem_arena_free(&plan->arena);
    mem_free(plan);
}

double ror_share(const struct ror_plan *plan, uint64_t coverage)
{
    const double texels = (double)plan->blend_size * plan->blend_size;
    return (double)coverage / (texels * 16777216.0);
}

void ror_describe(struct scree_ror_info *out, const struct ror_plan *plan)
{
    const struct ror_world *world = &plan->world;
    const double texels = (double)plan->blend_size * plan->blend_size;
    *out = (struct scree_ror_info){.size = sizeof *out,
                                   .name = plan->name,
                                   .points = world->points,
                                   .blend_size = plan->blend_size,
                                   .side_m = world->world_m,
                                   .height_m = world->height_m,
                                   .lowest_m = world->lowest_m,
                                   .water_m = (double)world->water_mm / 1000,
                                   .has_water = plan->options.level.has_water,
                                   .layers = plan->groups.all->count,
                                   .materials = plan->groups.merge->count,
                                   .room_for = plan->limit,
                                   .has_base_colour = plan->has_base,
                                   .step_count = (uint32_t)plan->groups.step_count,
                                   .moved = ror_share(plan, plan->materials.moved),
                                   .mean_error = (double)plan->images.error_sum / texels,
                                   .max_error = plan->images.max_error,
                                   .base_by_rule = plan->base_by_rule,
                                   .moved_without = ror_share(plan, plan->moved_without)};
    for (int i = 0; i < 3; i++) out->start_m[i] = (double)world->start_mm[i] / 1000;
}

const struct ground_step *ror_steps(const struct ror_plan *plan)
{
    return plan->groups.steps;
}
